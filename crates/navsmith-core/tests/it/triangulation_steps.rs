//! The recorded steps of a triangulation of outlines give its edges, and the reason for each.

use std::collections::BTreeSet;

use navsmith_core::geometry::{SplitMix64, Vec2};
use navsmith_core::outlines::{Outline, OutlineCells, OutlineEvent, OutlineTriangulation};
use navsmith_core::pathfinding::timeline::key::{find_key, key_of};
use navsmith_core::pathfinding::timeline::triangulation_log::{EdgeReason, TriangulationLog};
use navsmith_core::pathfinding::timeline::{QueryRecorder, QueryTrace};
use navsmith_core::trace::{Observer as _, Silent};
use navsmith_core::triangulation::{PointId, TriangleSide};

use crate::outlines::draw_outlines;

type Edge = [[u32; 2]; 2];

/// Returns an edge by the bits of the positions of its ends, the smaller one first.
fn edge(ends: [Vec2; 2]) -> Edge {
    let mut ends = ends.map(|end| (end + 0.0).to_array().map(f32::to_bits));
    ends.sort_unstable();
    ends
}

fn recorded(outlines: &[Outline]) -> (OutlineTriangulation, OutlineCells, QueryTrace) {
    let mut recorder = QueryRecorder::default();
    let mut emit = |event: OutlineEvent| recorder.observe(event.into());
    let triangulated = OutlineTriangulation::new(outlines.to_vec(), &mut 10_000_000, &mut emit);
    let triangulated = triangulated.expect("few steps");
    let cells = triangulated.cells_observed(&mut emit);
    (triangulated, cells, recorder.into_trace())
}

/// Returns the last step before edges between cells are removed.
fn last_change(events: &[OutlineEvent]) -> usize {
    let is_change = |event: &OutlineEvent| matches!(event, OutlineEvent::Triangulated { .. });
    events.iter().rposition(is_change).expect("there are points")
}

fn edges_of_cells(cells: &OutlineCells) -> BTreeSet<Edge> {
    let sides = cells.cells.iter().flat_map(|cell| {
        let count = cell.corners.len();
        (0..count).map(move |nth| [cell.corners[nth], cell.corners[(nth + 1) % count]])
    });
    sides.map(|ends| edge(ends.map(|corner| cells.points[corner]))).collect()
}

fn edges_of_triangles(triangulated: &OutlineTriangulation) -> BTreeSet<[PointId; 2]> {
    let triangulation = triangulated.triangulation();
    let sides = (0..3 * triangulation.triangle_slots() as u32).map(TriangleSide);
    let used = sides.filter(|side| triangulation.triangle(side.triangle()).is_some());
    let ends = used.map(|side| [triangulation.origin(side), triangulation.end(side)]);
    ends.filter(|[from, to]| from < to && !from.is_outer()).collect()
}

#[test]
fn recording_changes_no_cell_and_the_last_step_shows_the_edges_of_all_cells() {
    let mut chance = SplitMix64(8);
    for round in 0..60 {
        let outlines = draw_outlines(&mut chance, round % 2 == 0);
        let (triangulated, cells, trace) = recorded(&outlines);
        let silent = OutlineTriangulation::new(outlines, &mut 10_000_000, &mut Silent).expect("few steps");
        assert_eq!(cells, silent.cells(), "round {round}");
        assert_eq!(cells, triangulated.cells(), "round {round}");
        let events = trace.triangulation().events();
        let log = TriangulationLog::of(events);
        let last = events.len() - 1;
        let shown = log.edges().iter().filter(|edge| edge.is_shown(last));
        let shown = shown.map(|shown| edge(shown.ends.map(|end| log.place(end).expect("a known point"))));
        assert_eq!(shown.collect::<BTreeSet<_>>(), edges_of_cells(&cells), "round {round}");
        let before_cells = last_change(events);
        let shown = log.edges().iter().filter(|edge| edge.is_shown(before_cells)).map(|edge| edge.ends);
        assert_eq!(shown.collect::<BTreeSet<_>>(), edges_of_triangles(&triangulated), "round {round}");
    }
}

#[test]
fn each_edge_states_why_it_exists() {
    let mut chance = SplitMix64(9);
    let mut counts = [0; 3];
    for round in 0..40 {
        let (_, _, trace) = recorded(&draw_outlines(&mut chance, round % 2 == 0));
        let events = trace.triangulation().events();
        let log = TriangulationLog::of(events);
        let before_cells = last_change(events);
        for step in [before_cells, events.len() - 1] {
            for edge in log.edges().iter().filter(|edge| edge.is_shown(step)) {
                let reason = log.why(edge, step);
                match reason {
                    Some(EdgeReason::Constraint(side)) => {
                        assert!(side.is_some());
                        counts[0] += 1;
                    }
                    Some(EdgeReason::Kept(_)) => counts[1] += 1,
                    // Merges that were not tried follow at the later step.
                    Some(EdgeReason::Delaunay { circle, opposite }) if step == before_cells => {
                        assert!(!circle.contains(&opposite));
                        counts[2] += 1;
                    }
                    _ => panic!("round {round}: {edge:?} is there because of {reason:?}"),
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_flipped_edge_was_none_of_a_delaunay_triangulation() {
    let mut chance = SplitMix64(10);
    let (_, _, trace) = recorded(&draw_outlines(&mut chance, false));
    let events = trace.triangulation().events();
    let log = TriangulationLog::of(events);
    let mut flips = 0;
    for flipped in log.edges() {
        let Some(step) = flipped.replaced.filter(|_| !flipped.ends.iter().any(|end| end.is_outer())) else {
            continue;
        };
        if events[step].caption().contains("the circle") {
            let reason = log.why(flipped, step - 1);
            assert!(matches!(reason, Some(EdgeReason::NotYet { .. })), "{flipped:?}: {reason:?}");
            flips += 1;
        }
    }
    assert!(flips > 3, "{flips}");
}

#[test]
fn every_step_is_found_by_its_key_and_states_its_rule() {
    let mut chance = SplitMix64(11);
    let (_, _, trace) = recorded(&draw_outlines(&mut chance, true));
    assert!(trace.len() > 20);
    for index in 0..trace.len() {
        let key = key_of(&trace, index).expect("within the trace");
        assert_eq!(find_key(&trace, key), Some(index), "{key:?}");
        let event = trace.get(index).expect("within the trace");
        assert_eq!(event.kind().stage(), event.stage());
        assert!(event.caption().ends_with('.') && !event.rule().is_empty(), "{}", event.caption());
        assert_eq!(event.cell(), None);
    }
}
