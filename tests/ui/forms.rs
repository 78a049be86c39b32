//! Texts and fields of panels and dialogs.

use egui::{Align2, Pos2, Rangef, Rect, vec2};
use egui_plot::GridMark;
use navsmith::app::dialogs::path::renamed;
use navsmith::app::dialogs::questions::{describe_recovery, documents};
use navsmith::app::lesson::free_corner;
use navsmith::app::panels::level_parts::{is_found, set_shown};
use navsmith::app::panels::plots::gaps::stairs;
use navsmith::app::panels::plots::search::{MOST_POINTS, thinned};
use navsmith::app::panels::statistics::marks;
use navsmith::app::panels::status_bar::rounded;
use navsmith::app::panels::stepper::detour::{AlgorithmColumn, fitting};
use navsmith::app::widgets::axis::number_at;
use navsmith::app::widgets::number::{NumberSlider, handle_range};
use navsmith::app::widgets::parts::meters;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::recovery::RecoveryFile;

#[test]
fn hidden_names_stay_in_order() {
    let mut hidden = Vec::new();
    for (name, is_shown) in [("roof", false), ("door", false), ("roof", false), ("wall", true)] {
        set_shown(name, is_shown, &mut hidden);
    }
    assert_eq!(hidden, ["door", "roof"], "each once");
    set_shown("roof", true, &mut hidden);
    assert_eq!(hidden, ["door"], "shown again");
}

#[test]
fn names_are_found_by_a_part_in_any_case() {
    let found = ["House/Roof", "Floor"].map(|name| is_found(name, " roo"));
    assert_eq!(found, [true, false], "a part of the name");
}

#[test]
fn an_axis_has_at_least_two_marks_and_no_more_than_fit() {
    let values = |ends, is_whole| marks(ends, is_whole).iter().map(|mark| mark.value).collect::<Vec<_>>();
    for most in 1..3_000 {
        let most = f64::from(most);
        let found = values((-0.12 * most, 1.12 * most), true);
        let shown: Vec<_> = found.iter().filter(|value| **value >= 0.0).collect();
        assert!(shown.len() >= 2 && found.len() <= 6, "{most}: {found:?}");
    }
    assert_eq!(values((2.3, 12.7), true), [5.0, 10.0]);
    assert_eq!(values((0.0, 0.9), false), [0.0, 0.2, 0.4, 3.0 * 0.2, 0.8]);
    assert_eq!(values((0.0, 0.0), false), [0.0; 0]);
}

#[test]
fn a_coordinate_near_zero_has_no_sign() {
    let words = [-0.001, -0.0, 0.001, -0.006].map(|coordinate| format!("{:.2}", rounded(coordinate)));
    assert_eq!(words, ["0.00", "0.00", "0.00", "-0.01"], "signs only where there is a value");
}

#[test]
fn a_share_stays_until_the_next_detour() {
    let curve = stairs(&[[1.0, 0.25], [1.5, 1.0]]);
    assert_eq!(curve, [[0.0, 0.0], [0.0, 0.0], [0.0, 25.0], [50.0, 25.0], [50.0, 100.0]], "in percent");
}

#[test]
fn a_long_curve_keeps_its_peaks() {
    let mut points: Vec<[f64; 2]> = (0..100_000).map(|i| [f64::from(i), 0.0]).collect();
    points[54_321][1] = 9.0;
    let thin = thinned(points);
    assert!(thin.len() <= MOST_POINTS, "{} points", thin.len());
    assert!(thin.contains(&[54_321.0, 9.0]), "the peak");
    assert!(thin.windows(2).all(|pair| pair[0][0] <= pair[1][0]), "in order");
}

#[test]
fn a_narrow_table_leaves_out_time_and_events_first_and_never_cuts_the_length() {
    let width = |column| if column == AlgorithmColumn::Name { 130.0 } else { 60.0 };
    let shown = |room: f32, has_costs| -> Vec<AlgorithmColumn> {
        fitting(room, has_costs, width).into_iter().map(|(column, _)| column).collect()
    };
    assert_eq!(shown(500.0, true), AlgorithmColumn::ALL, "all columns");
    assert_eq!(shown(450.0, true), AlgorithmColumn::ALL[..6], "without the time");
    assert_eq!(shown(390.0, true), AlgorithmColumn::ALL[..5], "nor the events");
    assert_eq!(
        shown(80.0, true),
        [AlgorithmColumn::Name, AlgorithmColumn::Length, AlgorithmColumn::Cost],
        "the least"
    );
    assert_eq!(
        shown(80.0, false),
        [AlgorithmColumn::Name, AlgorithmColumn::Length],
        "the least where costs are equal"
    );
    assert_eq!(
        fitting(390.0, true, width)[1],
        (AlgorithmColumn::Length, 60.0),
        "a column keeps its whole width"
    );
}

#[test]
fn a_chosen_format_changes_the_extension_of_the_name() {
    let named = |typed: &str, extension: &str| {
        let format = FileRef::from(format!("a.{extension}")).format().expect("a format");
        renamed(typed, "map.glb", format)
    };
    assert_eq!(named("yard.glb", "obj"), "yard.obj", "in place of another one");
    assert_eq!(named("yard.v2", "v3.mesh"), "yard.v2.v3.mesh", "after what is no extension of a format");
    assert_eq!(named(" ", "navcat.json"), "map.navcat.json", "the suggested name");
}

#[test]
fn versions_of_one_document_are_one_entry() {
    let work = |original: Option<&str>, kept| RecoveryFile {
        file: "a".into(),
        original: original.map(FileRef::from),
        kept,
        size: None,
    };
    let found = [work(Some("a.ron"), 9), work(None, 8), work(Some("b.ron"), 7), work(Some("a.ron"), 6)];
    assert_eq!(documents(&found), [vec![0, 3], vec![1], vec![2]], "by their files");
    let unsaved = [work(None, 2), work(None, 1)];
    assert_eq!(documents(&unsaved), [vec![0], vec![1]], "these may be different documents");
}

#[test]
fn entries_of_the_same_file_differ_by_time_and_size() {
    let description = |seconds, size| {
        describe_recovery(&RecoveryFile { file: "a".into(), original: None, kept: seconds, size }, 90_000)
    };
    assert_eq!(
        description(89_930, Some((12, 1))),
        "a minute ago (00:58:50 UTC), 12 vertices, 1 cell",
        "time and size"
    );
    assert_ne!(description(89_930, Some((12, 1))), description(89_931, Some((12, 1))), "another second");
    assert_eq!(description(86_399, None), "60 minutes ago (23:59:59 UTC)", "kept by an earlier release");
}

#[test]
fn numbers_have_the_decimals_of_their_steps() {
    let numbers = |step_size: f64| -> Vec<String> {
        (-1..4).map(|nth| number_at(GridMark { value: f64::from(nth) * step_size, step_size })).collect()
    };
    assert_eq!(numbers(0.5), ["-0.5", "0.0", "0.5", "1.0", "1.5"]);
    assert_eq!(numbers(0.05), ["-0.05", "0.00", "0.05", "0.10", "0.15"]);
    assert_eq!(numbers(0.2), ["-0.2", "0.0", "0.2", "0.4", "0.6"]);
    assert_eq!(numbers(0.001), ["-0.001", "0.000", "0.001", "0.002", "0.003"]);
    assert_eq!(numbers(50.0), ["-50", "0", "50", "100", "150"]);
}

#[test]
fn a_zero_has_no_minus() {
    assert_eq!(number_at(GridMark { value: -1e-17, step_size: 0.5 }), "0.0");
    assert_eq!(number_at(GridMark { value: -0.0, step_size: 1.0 }), "0");
}

#[test]
fn marks_above_a_slider_are_where_its_handle_is() {
    for value in [0.0, 0.3, 1.0] {
        let (ctx, mut shown, mut range) = (egui::Context::default(), value, Rangef::NOTHING);
        navsmith::app::theme::apply(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.spacing_mut().slider_width = 200.0;
            range = handle_range(ui, ui.cursor().left());
            ui.add(NumberSlider::new(&mut shown, 0.0..=1.0));
        });
        output.textures_delta.clear();
        let handle = output.shapes.drain(..).find_map(|clipped| match clipped.shape {
            egui::Shape::Circle(circle) => Some(circle.center.x),
            _ => None,
        });
        let handle = handle.expect("a slider has a round handle");
        assert!((range.min + range.span() * value - handle).abs() < 0.1, "{range:?}, {value} at {handle}");
    }
}

#[test]
fn lengths_have_a_unit_that_suits_them() {
    assert_eq!(meters(0.0), "0.00 m", "nothing");
    assert_eq!(meters(0.0004), "0.40 mm", "a hair");
    assert_eq!(meters(25_000.0), "25.00 km", "far");
}

#[test]
fn a_card_opens_in_the_corner_that_is_free() {
    let room = Rect::from_min_size(Pos2::new(60.0, 50.0), vec2(800.0, 700.0));
    let size = vec2(400.0, 300.0);
    let free = |avoided: &[Pos2]| free_corner(room, size, avoided);
    assert_eq!(free(&[]), Align2::LEFT_TOP, "all are free");
    assert_eq!(free(&[Pos2::new(100.0, 100.0), room.max]), Align2::RIGHT_TOP, "the next one");
    let ends = [Pos2::new(100.0, 100.0), Pos2::new(800.0, 100.0), room.max];
    assert_eq!(free(&ends), Align2::LEFT_BOTTOM, "the only one");
}
