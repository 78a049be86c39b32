//! Side views in documents: files, units and faults.

use navsmith_core::geometry::{Axis, FileCoordinates, Vec2};
use navsmith_core::platformer::{Gravity, Jumper, RestRule};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, SideView};
use navsmith_formats::io::export_check::reread;
use navsmith_formats::io::{Format, from_file, ron};

fn document(rule: RestRule) -> Document {
    let gravity = Gravity { pull: Vec2::new(3.0, -4.5), rule };
    let jumper = Jumper { run_speed: 5.5, max_fall: 0.0, ..Jumper::default() };
    Document { side_view: Some(SideView { gravity, jumper }.into()), ..Document::default() }
}

#[test]
fn files_of_documents_store_side_views() {
    for rule in [RestRule::default(), RestRule::ARTICLE, RestRule::Grade(0.25)] {
        let document = document(rule);
        for extension in ["ron", "json", "glb"] {
            let format = Format::of_name(format!("a.{extension}").as_ref()).expect("a format");
            let coordinates = FileCoordinates::default();
            let written = format.encode(&document, coordinates, &Progress::none());
            let written = written.expect("not stopped").expect("valid");
            let read = reread(format, &written).expect("readable");
            assert_eq!(read.side_view(), document.side_view(), "{extension} with {rule:?}");
        }
    }
}

#[test]
fn gravity_follows_mirrors_and_lengths_follow_units() {
    let document = document(RestRule::ARTICLE);
    let coordinates = FileCoordinates { mirror: Some(Axis::X), scale: 0.01, ..FileCoordinates::default() };
    let read = from_file(&document, coordinates).expect("in range");
    let view = read.side_view().expect("kept");
    assert!((view.gravity.pull - Vec2::new(-0.03, -0.045)).length() < 1e-6, "{view:?}");
    assert!((view.jumper.run_speed - 0.055).abs() < 1e-6, "{view:?}");
    assert_eq!(view.gravity.rule, RestRule::Absolute(0.001 * f64::from(0.01_f32)));
}

#[test]
fn faults_of_a_side_view_are_named() {
    for (fields, fault) in [
        ("gravity: (inf, 0.0)", "gravity is inf"),
        ("gravity: (0.0, 2e7)", "gravity is 20000000"),
        (
            "gravity: (0.0, 9.81), rest_rise: Some(0.1), rest_grade: Some(0.1)",
            "both rest_rise and rest_grade",
        ),
        ("gravity: (0.0, 9.81), run_speed: Some(-1.0)", "run_speed is -1"),
        ("gravity: (0.0, 9.81), wings: 2", "wings"),
    ] {
        let text = format!("NavMesh(version: 1, vertices: [], cells: [], side_view: Some(({fields})))");
        let error = ron::read(&text).expect_err(fields).to_string();
        assert!(error.contains(fault), "{fields}: {error}");
    }
}
