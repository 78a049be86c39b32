//! Statistics of meshes: histograms by the command line and by the library.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use navsmith::document::statistics::histogram::{MOST_BARS, MeasureStatistics};
use navsmith::document::statistics::{Measure, matching};
use navsmith::geometry::Vec3;
use navsmith::navmesh::synthetic::{Landscape, Recipe};
use navsmith::navmesh::{Adjacency, AreaId, Cell, NavMesh, VertexId};
use navsmith::progress::Progress;

use crate::support::command_line::{Folder, SQUARES, run};

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
        corners: 3 cells, least 3, median 4, mean 3.667, most 4
          3                            1 ####################
          4                            2 ########################################
        portal width: 1 portal, least 2 m, median 2 m, mean 2 m, most 2 m
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
    let table = run(&["info", &file, "--statistics", "--csv"]).out;
    assert!(table.starts_with("measure,unit,from,to,count\nangle,°,44,46,2\n"), "{table}");
    assert!(table.contains("\ncorners,,3,3,1\ncorners,,4,4,2\n"), "{table}");
    assert_eq!(run(&["info", &file, "--csv"]).code, Some(2), "a table of nothing");
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
