//! The gaps that keep start and target of a path apart.

use std::ops::ControlFlow;

use serde::Serialize;

use super::output::{place, xyz};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::{Answer, Filter, IslandGap, IslandGapEnd, Why, gap_budget, gap_routes_while};

/// A gap, as a script reads it.
#[derive(Serialize)]
pub(super) struct GapAnswer {
    /// How wide it is in space, in metres.
    width: f64,
    /// How wide it is on the ground, in metres.
    distance: f64,
    /// How much higher it ends than it begins, in metres.
    height: f64,
    /// The point nearest to the other side, where one comes from.
    from: GapEndAnswer,
    /// The same, where one would go.
    to: GapEndAnswer,
}

#[derive(Serialize)]
struct GapEndAnswer {
    cell: u32,
    /// Which side of the cell: the one from its corner of that number to the next.
    side: u32,
    point: [f32; 3],
}

/// The gaps of the nearest way from the island of the start to that of the target, in order; none where the islands are
/// not what is in the way. The search may stop early, which a sentence tells.
pub(super) fn nearest(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    answer: &Answer,
) -> (Vec<IslandGap>, Option<&'static str>) {
    let Some(&Why::DifferentIslands { start, target, .. }) = answer.why() else { return (Vec::new(), None) };
    let (mut budget, mut goes_on) = (gap_budget(mesh), || ControlFlow::Continue(()));
    let ways = gap_routes_while(mesh, derived, filter, [start, target], 1, &mut budget, &mut goes_on);
    let way = ways.continue_value().unwrap_or_default().into_iter().next();
    let stopped = budget.is_exhausted().then_some(
        "the search for gaps between islands stopped early, so a narrower one may exist; weld the mesh to join its islands",
    );
    (way.map(|way| way.island_gaps).unwrap_or_default(), stopped)
}

/// Gaps as lines of text.
pub(super) fn text(gaps: &[IslandGap]) -> String {
    let line = |gap: &IslandGap| {
        let end = |end: IslandGapEnd| format!("cell {} at {}", end.side.cell.0, place(end.point.as_vec3()));
        let (width, rise) = (gap.width(), gap.rise());
        format!("  gap: {width:.3} m wide, {rise:+.3} m up, from {} to {}\n", end(gap.from), end(gap.to))
    };
    gaps.iter().map(line).collect()
}

impl GapAnswer {
    pub(super) fn of(gap: &IslandGap) -> Self {
        let end = |IslandGapEnd { side, point }: IslandGapEnd| GapEndAnswer {
            cell: side.cell.0,
            side: side.side,
            point: xyz(point.as_vec3()),
        };
        let (from, to) = (end(gap.from), end(gap.to));
        Self { width: gap.width(), distance: gap.on_ground(), height: gap.rise(), from, to }
    }
}
