//! Statistics of meshes.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Adjacency, AreaId, Cell, CellId, Edge, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::statistics::histogram::{
    MOST_BARS, MeasureStatistics, MeshStatistics, ValueSummary, round_step_of,
};
use navsmith_formats::document::statistics::table::of_areas;
use navsmith_formats::document::statistics::{AreaSum, Measure, four_digits, matching, measured};
use navsmith_formats::for_tests::histogram_bounds as bounds;

/// Returns the bar that contains a value.
fn bar_of(bounds: &[f64], value: f64) -> usize {
    let (bounds, meshes) = (bounds.to_vec(), Vec::new());
    MeasureStatistics { measure: Measure::CellArea, bounds, meshes }.bar_of(value)
}

#[test]
fn bars_have_round_bounds() {
    let mut values: Vec<f64> = (0..=100).map(|number| f64::from(number) * 0.01).collect();
    let summary = ValueSummary::of(&mut values).expect("values");
    let bounds = bounds(&[summary], false);
    assert_eq!(&bounds[..4], [0.0, 0.05, 0.1, 0.15], "written as decimals");
    assert_eq!((bounds.len(), bounds.last()), (21, Some(&1.0)), "the last bar ends at the greatest value");
    assert_eq!([0.0, 0.05, 0.99, 1.0].map(|value| bar_of(&bounds, value)), [0, 1, 19, 19]);
    assert_eq!([-7.0, 7.0].map(|value| bar_of(&bounds, value)), [0, 19], "the tails");
}

#[test]
fn the_median_of_an_even_number_of_values_is_between_two() {
    let median = |values: &[f64]| ValueSummary::of(&mut values.to_vec()).map(|summary| summary.median);
    assert_eq!(median(&[1.5, 0.5]), Some(1.0));
    assert_eq!(median(&[7.0, 1.0, 4.0, 3.0]), Some(3.5));
    assert_eq!(median(&[7.0, 1.0, 4.0]), Some(4.0), "an odd number");
}

#[test]
fn equal_values_and_none_give_one_bar_and_none() {
    let summary = ValueSummary::of(&mut [3.0; 5]).expect("values");
    assert_eq!(bounds(&[summary], false), [3.0, 3.0], "one");
    assert_eq!(bar_of(&[3.0, 3.0], 3.0), 0, "in it");
    assert_eq!(bounds(&[summary], true), [3.0, 4.0], "one whole number");
    assert_eq!((bounds(&[], false), bar_of(&[], 1.0)), (Vec::new(), 0), "none");
}

#[test]
fn a_distant_value_does_not_hide_the_others() {
    let mut values: Vec<f64> = (0..1000).map(|number| f64::from(number % 10)).collect();
    values.push(1e30);
    let summary = ValueSummary::of(&mut values).expect("values");
    assert_eq!((summary.low, summary.high, summary.most), (0.0, 9.0, 1e30), "apart");
    assert_eq!(bounds(&[summary], false).len(), 19, "bars of 0.5");
    let found = MeasureStatistics {
        measure: Measure::CellArea,
        bounds: bounds(&[summary], false),
        meshes: vec![MeshStatistics {
            count: 1,
            without_value: 0,
            summary: Some(summary),
            bars: vec![0; 18],
        }],
    };
    assert_eq!(found.describe_bar(17), "8.5 m² or more, at most 1.00e30 m²");
    assert_eq!(
        (found.describe_bar(0), found.drawn_range_of(17)),
        ("0 m² to 0.5 m²".into(), Some([8.5, 9.0]))
    );
}

#[test]
fn a_value_near_the_others_has_its_own_bar() {
    let mut values: Vec<f64> = (0..1000).map(|number| 3.0 + f64::from(number % 3)).collect();
    values.push(12.0);
    let summary = ValueSummary::of(&mut values).expect("values");
    assert_eq!(summary.high, 5.0, "the greatest value is in the tail");
    let bounds = bounds(&[summary], true);
    assert_eq!(bounds, (3..=13).map(f64::from).collect::<Vec<_>>(), "one bar for each number");
    let found = MeasureStatistics { measure: Measure::Corners, bounds, meshes: vec![] };
    assert_eq!(found.drawn_range_of(9), Some([11.5, 12.5]), "centred on the number");
    assert_eq!(found.describe_bar(9), "12");
}

#[test]
fn the_last_bar_ends_at_the_greatest_value() {
    let mut values: Vec<f64> = (0..=18).map(|number| f64::from(number) * 10.0).collect();
    let summary = ValueSummary::of(&mut values).expect("values");
    assert_eq!(bounds(&[summary], false).last(), Some(&180.0));
}

#[test]
fn no_values_give_more_than_the_most_bars() {
    for exponent in (-307..307).step_by(3) {
        let size = 10.0_f64.powi(exponent);
        for ends in [[0.0, size], [-size, size], [size, size * (1.0 + 1e-15)], [1e6, 1e6 + size]] {
            let summary = ValueSummary::of(&mut ends.to_vec()).expect("values");
            let bounds = bounds(&[summary], false);
            assert!(bounds.len() <= MOST_BARS + 1 && bounds.len() >= 2, "{ends:?}: {bounds:?}");
            assert!(bounds.is_sorted() && bounds.iter().all(|bound| bound.is_finite()), "{bounds:?}");
        }
    }
}

#[test]
fn steps_are_round() {
    let steps = [0.013, 0.4, 1.0, 3.7, 80.0].map(|least| round_step_of(least, 1.0).expect("a step"));
    assert_eq!(steps, [0.02, 0.5, 1.0, 5.0, 100.0]);
    assert_eq!([0.0, f64::INFINITY, f64::NAN].map(|range| round_step_of(range, 1.0)), [None; 3], "no step");
}

/// Returns a square of 2 m, a triangle beside it that rises by 2 m, and a cell without area.
fn mesh() -> (NavMesh, Adjacency) {
    let corners = [[0, 0, 0], [0, 0, 2], [2, 0, 2], [2, 0, 0], [4, 2, 0], [9, 0, 9], [9, 0, 9], [9, 0, 9]];
    let corners = corners.map(|[x, y, z]| Vec3::new(x as f32, y as f32, z as f32));
    let cells: [&[u32]; 3] = [&[0, 1, 2, 3], &[3, 2, 4], &[5, 6, 7]];
    let cells = cells.map(|ring| Cell::new(ring.iter().copied().map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(corners, cells).expect("a mesh");
    let adjacency = Adjacency::build(&mesh);
    (mesh, adjacency)
}

fn values(measure: Measure) -> (Vec<f64>, usize) {
    let (mesh, adjacency) = mesh();
    let found = measured((&mesh, &adjacency), measure, &Progress::none()).expect("no stop");
    let rounded = found.values.iter().map(|value| (value * 1e6).round() / 1e6).collect();
    (rounded, found.without_value)
}

#[test]
fn every_element_has_its_value() {
    let (angles, none) = values(Measure::Angle);
    assert_eq!((angles.as_slice(), none), (&[90.0, 90.0, 90.0, 90.0, 90.0, 45.0, 45.0][..], 3));
    assert_eq!(values(Measure::CellArea), (vec![4.0, 2.0, 0.0], 0));
    assert_eq!(values(Measure::Corners), (vec![4.0, 3.0, 3.0], 0));
    assert_eq!(values(Measure::PortalWidth), (vec![2.0], 0), "once");
    assert_eq!(values(Measure::Slope), (vec![0.0, 45.0], 1), "a cell without area has none");
    assert_eq!(values(Measure::CellHeight), (vec![0.0, 0.666_667, 0.0], 0));
    let (lengths, none) = values(Measure::EdgeLength);
    assert_eq!((lengths.len(), none), (9, 0), "the shared edge once");
    assert!(lengths.contains(&2.828_427) && lengths.contains(&0.0), "in space: {lengths:?}");
}

#[test]
fn a_cell_has_its_least_value() {
    let (mesh, adjacency) = mesh();
    let of = |measure: Measure| {
        [0, 1, 2].map(|cell| measure.of_cell(&mesh, &adjacency, CellId(cell)).map(f64::round))
    };
    assert_eq!(of(Measure::Angle), [Some(90.0), Some(45.0), None]);
    assert_eq!(of(Measure::PortalWidth), [Some(2.0), Some(2.0), None], "also for the other cell");
    assert_eq!(of(Measure::EdgeLength), [Some(2.0), Some(2.0), Some(0.0)]);
}

#[test]
fn elements_are_found_by_their_values() {
    let (mesh, adjacency) = mesh();
    let of = |measure, least: f64| matching((&mesh, &adjacency), measure, move |value| value >= least);
    assert_eq!(of(Measure::Corners, 4.0), (vec![CellId(0)], vec![]));
    assert_eq!(of(Measure::PortalWidth, 1.0), (vec![], vec![Edge::new(VertexId(2), VertexId(3))]));
    assert_eq!(of(Measure::Angle, 80.0), (vec![CellId(0), CellId(1)], vec![]), "once each");
}

#[test]
fn an_angle_is_inside_a_concave_cell_and_one_that_is_inside_out() {
    let ring = [[0, 0], [0, 4], [1, 1], [4, 0]].map(|[x, z]| Vec3::new(x as f32, 0.0, z as f32));
    let mut backwards = ring;
    backwards.reverse();
    for ring in [ring, backwards] {
        let mesh = NavMesh::from_parts(ring, [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))]);
        let mesh = mesh.expect("a cell");
        let found = measured((&mesh, &Adjacency::build(&mesh)), Measure::Angle, &Progress::none());
        let angles = found.expect("no stop").values;
        let sum: f64 = angles.iter().sum();
        assert!((sum - 360.0).abs() < 1e-9, "{sum}");
        assert!(angles.iter().any(|&angle| angle > 180.0), "at the reflex corner");
    }
}

#[test]
fn numbers_have_four_digits() {
    let words = [0.0, -0.0, 0.012_345, 1.5, 12.0, 123.456, 12_345.6, 1e9, 1e-9, -2.0].map(four_digits);
    assert_eq!(words, ["0", "0", "0.0123", "1.5", "12", "123.5", "12346", "1.00e9", "1.00e-9", "-2"]);
}

#[test]
fn texts_are_no_formulas() {
    let names = ["=1+1", "+cmd", "-x", "@sum", "\tx", "-5", "+1.5", "grass", "a \"b\""];
    let fields = [
        "\"'=1+1\"",
        "\"'+cmd\"",
        "\"'-x\"",
        "\"'@sum\"",
        "\"'\tx\"",
        "\"-5\"",
        "\"+1.5\"",
        "\"grass\"",
        "\"a \"\"b\"\"\"",
    ];
    let table = of_areas(names.map(|name| (AreaId(0), name, AreaSum { cells: 1, size: 2.0 })));
    let lines: Vec<String> = fields.iter().map(|field| format!("0,{field},1,2")).collect();
    assert_eq!(table, format!("area_id,name,cells,area\n{}\n", lines.join("\n")));
}
