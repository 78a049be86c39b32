//! Statistics of meshes: histograms by the command line and by the library.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod tables;

use expect_test::expect;
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::edits::area::{self, AreaColumn, AreaInput};
use navsmith::editor::elements::islands::{self, IslandColumn, IslandInput};
use navsmith::editor::files::reply::FileReply;
use navsmith::editor::files::statistics as shown;
use navsmith::editor::files::statistics::StatisticsInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::view::scene::Tint;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{Adjacency, AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::document::statistics::histogram::{MOST_BARS, MeasureStatistics};
use navsmith_formats::document::statistics::{Measure, matching};

use crate::support::command_line::{Folder, SQUARES, run, sample};
use crate::support::files::compare_as;

fn terrain(triangles: usize, seed: u64) -> NavMesh {
    Recipe { landscape: Landscape::Terrain, triangles, seed }.mesh()
}

fn statistics(measure: Measure, mesh: &NavMesh) -> MeasureStatistics {
    MeasureStatistics::of(measure, &[(mesh, &Adjacency::build(mesh))], &Progress::none()).unwrap()
}

#[test]
fn info_prints_histograms_when_asked() {
    let (_folder, file) = Folder::with("mesh.ron", SQUARES);
    let text = run(&["info", &file, "--statistics"]).out;
    let from = text.find("corners: ").unwrap();
    let to = text.find("slope: ").unwrap();
    expect![[r#"
        corners: 3 cells, least 3, median 4, mean 3.667, greatest 4
          3                            1 ####################
          4                            2 ########################################
        portal width: 1 portal, least 2 m, median 2 m, mean 2 m, greatest 2 m
          2 m                          1 ########################################
    "#]]
    .assert_eq(&text[from..to]);
    assert!(!run(&["info", &file]).out.contains("cell area"), "only when asked");
    let json = run(&["info", &file, "--statistics", "--json"]).json();
    let areas = &json["statistics"][2];
    assert_eq!(
        (&areas["measure"], &areas["count"], &areas["most"]),
        (&"cell-area".into(), &3.into(), &4.0.into())
    );
    assert!(run(&["info", &file, "--json"]).json().get("statistics").is_none(), "only when asked");
}

#[test]
fn info_prints_histograms_as_a_table() {
    let (_folder, file) = Folder::with("mesh.ron", SQUARES);
    let table = run(&["info", &file, "--csv", "statistics"]).out;
    assert!(table.starts_with("measure,unit,from,to,count\nangle,°,44,46,2\n"), "{table}");
    assert!(table.contains("\ncorners,,3,3,1\ncorners,,4,4,2\n"), "{table}");
    assert_eq!(run(&["info", &file, "--csv"]).code, Some(2), "a table of nothing");
    let islands = run(&["info", &file, "--csv", "islands"]).out;
    assert!(islands.starts_with("island,cells,area,lowest,size_x,size_y,size_z\n1,"), "{islands}");
    let areas = run(&["info", &file, "--csv", "areas"]).out;
    assert!(areas.starts_with("area_id,name,cells,area\n0,\"walkable\",3,"), "{areas}");
}

#[test]
fn info_prints_the_statistics_of_two_files_side_by_side() {
    let (_folder, file) = Folder::with("mesh.ron", SQUARES);
    let text = run(&["info", &file, &sample("courtyard.ron"), "--statistics"]).out;
    let from = text.find("corners: ").unwrap();
    let to = text.find("portal width: ").unwrap();
    expect![[r#"
        corners: 3 cells, least 3, median 4, mean 3.667, greatest 4
          courtyard.ron: 32 cells, least 3, median 5, mean 4.875, greatest 7
          3                            1 ##########                   4 ########
          4                            2 ####################         7 #############
          5                            0                             11 ####################
          6                            0                              9 #################
          7                            0                              1 ##
    "#]]
    .assert_eq(&text[from..to]);
    let json = run(&["info", &file, &file, "--statistics", "--json"]).json();
    let corners = &json["statistics"][3];
    assert_eq!(corners["other"]["count"], corners["count"], "the same file");
    assert_eq!(corners["bars"][0]["other_count"], corners["bars"][0]["count"], "in each bar");
    let table = run(&["info", &file, &file, "--csv", "statistics"]).out;
    assert!(table.starts_with("measure,unit,from,to,count,\"count of mesh.ron\"\n"), "{table}");
    assert!(table.contains("\ncorners,,3,3,1,1\n"), "{table}");
    let refused = run(&["info", &file, &file]);
    assert_eq!(refused.code, Some(2), "without statistics");
    assert!(refused.err.contains("--statistics"), "{}", refused.err);
}

#[test]
fn every_bar_selects_as_many_elements_as_it_counts() {
    let mesh = terrain(2000, 3);
    let adjacency = Adjacency::build(&mesh);
    for measure in Measure::ALL {
        let found = statistics(measure, &mesh);
        let [of_mesh] = found.meshes.as_slice() else { panic!("one mesh") };
        assert_eq!(of_mesh.bars.iter().sum::<usize>(), of_mesh.count, "{measure:?}");
        for (bar, &count) in of_mesh.bars.iter().enumerate() {
            let is_in_bar = |value| found.bar_of(value) == bar;
            let (cells, edges) = matching((&mesh, &adjacency), measure, is_in_bar);
            let elements = cells.len() + edges.len();
            // A cell may have several corners with such an angle.
            let is_equal = if measure == Measure::Angle {
                elements <= count && (count == 0) == (elements == 0)
            } else {
                elements == count
            };
            assert!(is_equal, "{measure:?}, bar {bar}: {elements} of {count}");
        }
    }
}

#[test]
fn two_meshes_have_common_bars() {
    let [one, other] = [500, 3000].map(|triangles| terrain(triangles, 1));
    let adjacencies = [&one, &other].map(Adjacency::build);
    let both = [(&one, &adjacencies[0]), (&other, &adjacencies[1])];
    let found = MeasureStatistics::of(Measure::CellArea, &both, &Progress::none()).unwrap();
    let counts: Vec<usize> = found.meshes.iter().map(|mesh| mesh.bars.iter().sum()).collect();
    assert_eq!(counts, [one.cell_count(), other.cell_count()], "each counted");
    let alone = statistics(Measure::CellArea, &other);
    assert_eq!(found.meshes[1].summary, alone.meshes[0].summary, "the same values");
}

#[test]
fn degenerate_and_distant_cells_have_finite_statistics() {
    let far = f32::MAX * 0.25;
    let corners = [[0.0; 3], [0.0; 3], [0.0; 3], [far, far, far], [-far, 1e-30, far], [1e-38, 0.0, 0.0]];
    let cells = [[0, 1, 2], [0, 3, 4], [0, 5, 1], [4, 3, 5]];
    let cells = cells.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(corners.map(Vec3::from), cells).unwrap();
    for measure in Measure::ALL {
        let found = statistics(measure, &mesh);
        assert!(found.bounds.iter().all(|bound| bound.is_finite()) && found.bounds.len() <= MOST_BARS + 1);
        let summary = found.meshes[0].summary;
        assert!(
            summary.is_none_or(|summary| summary.mean.is_finite() && summary.most.is_finite()),
            "{found:?}"
        );
    }
    assert_eq!(statistics(Measure::Slope, &mesh).meshes[0].without_value, 2, "cells without area");
    let empty = statistics(Measure::Angle, &NavMesh::default());
    assert_eq!((empty.bounds.len(), empty.meshes[0].summary), (0, None), "an empty mesh");
}

#[test]
fn measuring_can_be_stopped() {
    let mesh = terrain(30_000, 1);
    let adjacency = Adjacency::build(&mesh);
    let progress = Progress::stopping_after(2);
    assert!(MeasureStatistics::of(Measure::Angle, &[(&mesh, &adjacency)], &progress).is_err());
}

/// Returns an editor of a square of 2 m, one of 1 m beside it, and a triangle apart.
fn editor() -> Editor {
    let corners = [[0, 0], [0, 2], [2, 2], [2, 0], [3, 2], [3, 0], [9, 0], [9, 2], [11, 2]];
    let corners = corners.map(|[x, z]| Vec3::new(x as f32, 0.0, z as f32));
    let cells: [&[u32]; 3] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8]];
    let cells = cells.map(|ring| Cell::new(ring.iter().copied().map(VertexId), AreaId(0)));
    Editor::new(Document::of_mesh(NavMesh::from_parts(corners, cells).unwrap()))
}

fn show(editor: &mut Editor, measure: Measure) {
    editor.handle(Input::Statistics(StatisticsInput::Show(measure)));
}

fn copied(editor: &mut Editor, command: Command) -> String {
    editor.handle(Input::Run(command));
    let effects = editor.take_effects().into_iter();
    effects.filter_map(|effect| if let Effect::Copy(text) = effect { Some(text) } else { None }).collect()
}

#[test]
fn a_bar_selects_its_cells_or_edges() {
    let mut editor = editor();
    show(&mut editor, Measure::CellArea);
    let bar = shown::found(&editor).unwrap().bar_of(4.0);
    editor.handle(Input::Statistics(StatisticsInput::SelectBar(bar)));
    assert_eq!(
        editor.selection().cells().iter().copied().collect::<Vec<_>>(),
        [CellId(0)],
        "the large square"
    );
    assert!(shown::is_bar_selected(&editor), "its cells are selected");
    let steps = editor.history().done().len();
    show(&mut editor, Measure::PortalWidth);
    assert!(!shown::is_bar_selected(&editor), "of another measure");
    assert_eq!(shown::found(&editor).unwrap().meshes[0].count, 1, "one portal");
    editor.handle(Input::Statistics(StatisticsInput::SelectBar(0)));
    assert_eq!((editor.selection().cells().len(), editor.selection().edges().len()), (0, 1), "an edge");
    editor.handle(Input::Statistics(StatisticsInput::SelectBar(99)));
    assert_eq!(editor.selection().edges().len(), 1, "no such bar");
    assert!(!shown::is_bar_selected(&editor), "no such bar");
    assert_eq!(editor.history().done().len(), steps, "nothing to undo");
}

#[test]
fn a_command_shows_the_statistics() {
    let mut editor = editor();
    editor.take_effects();
    editor.handle(Input::Run(Command::ShowStatistics));
    assert_eq!(editor.take_effects(), [Effect::Show(Panel::Analysis)]);
}

#[test]
fn cells_are_coloured_by_the_measure_that_is_shown() {
    let mut editor = editor();
    show(&mut editor, Measure::CellArea);
    editor.handle(Input::Run(Command::ColorByMeasure));
    let tints = [0, 1, 2].map(|cell| legend::tint(&editor, CellId(cell)));
    assert_eq!(tints, [Tint::Measure(1.0), Tint::Measure(0.0), Tint::Measure(0.0)], "4, 2 and 2 m²");
    let legend = legend::legend(&editor, &editor.camera());
    assert_eq!(legend.key, LegendKey::Measure { measure: Measure::CellArea, range: [2.0, 4.0] });
    assert_eq!(legend.key.scale_ends(), Some(["2 m²".into(), "4 m²".into()]), "with their unit");
    show(&mut editor, Measure::PortalWidth);
    assert_eq!(
        legend::tint(&editor, CellId(2)),
        Tint::Unreached,
        "colours follow the measure; a cell without a portal"
    );
    let note = legend::legend(&editor, &editor.camera()).note;
    assert!(note.contains("Hatched"), "{note}");
}

#[test]
fn bars_are_chosen_one_after_the_other() {
    let mut editor = editor();
    show(&mut editor, Measure::Corners);
    assert_eq!(shown::chosen_bar(&editor), None, "at first");
    let step = |editor: &mut Editor, is_forward| {
        editor.handle(Input::Statistics(StatisticsInput::StepBar { is_forward }));
        shown::chosen_bar(editor)
    };
    let bars = [true, true, true, false, false].map(|is_forward| step(&mut editor, is_forward));
    assert_eq!(bars, [0, 1, 1, 0, 0].map(Some), "corners of 3 and 4, and no further");
    editor.handle(Input::Statistics(StatisticsInput::SelectBar(1)));
    assert_eq!(shown::chosen_bar(&editor), Some(1), "a selected bar is chosen");
    editor.edit("Remove", |draft| {
        draft.remove_cell(CellId(2));
        Ok(Edited::default())
    });
    assert_eq!(shown::found(&editor).unwrap().bounds, [4.0, 5.0], "one bar is left");
    assert_eq!(shown::chosen_bar(&editor), Some(0), "the chosen one, in another place");
    editor.handle(Input::Run(Command::Undo));
    show(&mut editor, Measure::Slope);
    assert_eq!(shown::chosen_bar(&editor), None, "of another measure");
}

#[test]
fn lists_are_sorted_by_a_column_and_reversed() {
    let mut editor = editor();
    let islands =
        |editor: &Editor| islands::sorted_rows(editor).iter().map(|row| row.id.0).collect::<Vec<_>>();
    assert_eq!(islands(&editor), [0, 1], "by number");
    let sort = |editor: &mut Editor, column| editor.handle(Input::Island(IslandInput::SortBy(column)));
    sort(&mut editor, IslandColumn::Area);
    assert_eq!(islands(&editor), [1, 0], "the smaller one first");
    sort(&mut editor, IslandColumn::Area);
    assert_eq!(islands(&editor), [0, 1], "reversed");
    sort(&mut editor, IslandColumn::Lowest);
    assert_eq!(islands(&editor), [0, 1], "equal values stay in order");
    editor.handle(Input::Area(AreaInput::Add));
    let areas = |editor: &Editor| area::sorted_rows(editor).iter().map(|row| row.id.0).collect::<Vec<_>>();
    editor.handle(Input::Area(AreaInput::SortBy(AreaColumn::Name)));
    assert_eq!(areas(&editor), [1, 0], "area before walkable");
    editor.handle(Input::Area(AreaInput::SortBy(AreaColumn::Cells)));
    assert_eq!(areas(&editor), [1, 0], "the empty one first");
    editor.handle(Input::Area(AreaInput::SortBy(AreaColumn::Size)));
    editor.handle(Input::Area(AreaInput::SortBy(AreaColumn::Size)));
    assert_eq!(areas(&editor), [0, 1], "the largest first");
}

#[test]
fn the_compared_document_has_its_own_counts() {
    let (mut editor, other) = (editor(), editor().document().clone());
    show(&mut editor, Measure::Corners);
    compare_as(&mut editor, "other.ron".into(), Ok(FileReply::Read(other.into())));
    editor.edit("Remove", |draft| {
        draft.remove_cell(CellId(2));
        Ok(Edited::default())
    });
    let found = shown::found(&editor).unwrap();
    let bars: Vec<&[usize]> = found.meshes.iter().map(|mesh| &mesh.bars[..]).collect();
    assert_eq!(bars, [&[0, 2], &[1, 2]], "this document first");
    let text = copied(&mut editor, Command::CopyStatistics);
    assert!(text.starts_with("measure,unit,from,to,count,\"count of other.ron\"\n"), "{text}");
    editor.handle(Input::Run(Command::EndComparison));
    assert_eq!(shown::found(&editor).unwrap().meshes.len(), 1, "alone again");
}
