//! What comparisons of paths report: gaps, partings, and contradictions between algorithms.

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{CellId, LinkId};
use navsmith_core::pathfinding::analysis::compare::Row;
use navsmith_core::pathfinding::analysis::compare::defect::defect_among;
use navsmith_core::pathfinding::analysis::compare::gaps::{
    GapSummary, PairGap, gap_distribution, gap_summary,
};
use navsmith_core::pathfinding::analysis::compare::parting::partings;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::Portal;
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};

fn gap(ratios: &[f64]) -> PairGap {
    let end = Endpoint { ground: Vec2::ZERO, height: None };
    PairGap { start: end, target: end, shortest: 1.0, ratios: ratios.to_vec() }
}

#[test]
fn a_summary_counts_the_shortest_paths_and_what_found_none() {
    let gaps = [gap(&[2.0]), gap(&[1.5]), gap(&[1.0]), gap(&[f64::INFINITY])];
    let described = GapSummary { mean: 1.5, most: 2.0, shortest: 0.25, lost: 1 };
    assert_eq!(gap_summary(&gaps, 0), Some(described), "of those with a way");
    assert_eq!((gap_summary(&gaps, 1), gap_summary(&[], 0)), (None, None), "not requested");
}

#[test]
fn a_distribution_rises_to_the_share_with_a_way() {
    let gaps = [gap(&[2.0]), gap(&[1.5]), gap(&[1.0]), gap(&[f64::INFINITY])];
    assert_eq!(gap_distribution(&gaps, 0, 9), [[1.0, 0.25], [1.5, 0.5], [2.0, 0.75]], "sorted");
    assert_eq!(gap_distribution(&gaps, 0, 2), [[1.5, 0.5], [2.0, 0.75]], "thinned, with its end");
    assert_eq!(gap_distribution(&[], 0, 9), [[0.0; 2]; 0], "nothing");
}

fn cells(ids: &[u32]) -> Vec<CellId> {
    ids.iter().copied().map(CellId).collect()
}

#[test]
fn corridors_part_and_join_again() {
    assert_eq!(partings(&cells(&[1, 2, 3]), &cells(&[1, 2, 3])), [], "one corridor");
    let found = partings(&cells(&[1, 2, 3, 4, 9]), &cells(&[1, 5, 6, 4, 7]));
    let described: Vec<_> = found.iter().map(|p| (p.parts, p.joins, p.one.len(), p.other.len())).collect();
    let cell = |id| Some(CellId(id));
    assert_eq!(described, [(cell(1), cell(4), 2, 2), (cell(4), None, 1, 1)], "a loop, and ends apart");
}

#[test]
fn a_short_cut_is_a_parting_with_one_side_empty() {
    let found = partings(&cells(&[1, 2, 3]), &cells(&[1, 3]));
    assert_eq!((found.len(), &found[0].one, &found[0].other), (1, &cells(&[2]), &cells(&[])), "{found:?}");
}

const FUNNEL_COST: Algorithm = Algorithm::Nodes(Method::FunnelCost);

fn row(algorithm: Algorithm, length: Option<f32>, link: Option<WaypointKind>) -> Row {
    let waypoint = |x| Waypoint { point: Vec3::new(x, 0.0, 0.0), kind: WaypointKind::Start, portal: 0 };
    let path = length.map(|length| Path {
        waypoints: vec![waypoint(0.0), waypoint(length)],
        portals: vec![Portal { link, ..Portal::at(Vec3::ZERO) }],
        ..Path::default()
    });
    let length = length.map_or(f64::INFINITY, f64::from);
    Row { algorithm, path, length, cost: None, ratio: None, expanded: 0, events: 0, seconds: 0.0 }
}

fn described(rows: &[Row], ground_optimum: Option<f64>) -> String {
    defect_among(rows, ground_optimum).map_or_else(|| "none".into(), |defect| defect.to_string())
}

#[test]
fn a_path_shorter_than_the_optimum_is_a_defect() {
    let rows = [row(FUNNEL_COST, Some(5.0), None), row(Algorithm::Polyanya, Some(6.0), None)];
    assert_eq!(
        described(&rows, Some(6.0)),
        "A* with funnel costs found a path of 5.000000 m in the ground plan, but Polyanya found none shorter than 6.000000 m"
    );
    assert_eq!(described(&rows, Some(5.0)), "none", "as long");
    let over_a_link = WaypointKind::On(LinkId(0));
    let rows = [row(FUNNEL_COST, Some(5.0), Some(over_a_link)), row(Algorithm::Polyanya, Some(6.0), None)];
    assert_eq!(described(&rows, Some(6.0)), "none", "over a link");
}

#[test]
fn a_path_that_only_some_algorithms_find_is_a_defect() {
    let rows = [row(FUNNEL_COST, Some(5.0), None), row(Algorithm::Polyanya, None, None)];
    assert_eq!(described(&rows, None), "Polyanya found no path, but A* with funnel costs found one");
    let rows = [row(FUNNEL_COST, None, None), row(Algorithm::Polyanya, Some(5.0), None)];
    assert_eq!(described(&rows, Some(5.0)), "A* with funnel costs found no path, but Polyanya found one");
    let over_a_link = WaypointKind::On(LinkId(0));
    let rows = [row(FUNNEL_COST, Some(5.0), Some(over_a_link)), row(Algorithm::Polyanya, None, None)];
    assert_eq!(described(&rows, None), "none", "only a link leads there");
}
