//! Gaps between the islands of start and target.

use serde::Serialize;

use super::output::{place, xyz};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::Filter;
use crate::pathfinding::analysis::island_gaps::{IslandGap, IslandGapEnd, gap_budget, gap_routes};
use crate::pathfinding::query::Answer;
use crate::pathfinding::query::why::Why;
use crate::progress::Progress;

#[derive(Serialize)]
pub(super) struct GapAnswer {
    /// Width in space, in metres.
    width: f64,
    /// Width on the ground, in metres.
    distance: f64,
    /// Height of the end above the beginning, in metres.
    height: f64,
    /// Nearest point on the side of the start.
    from: GapEndAnswer,
    /// Nearest point on the side of the target.
    to: GapEndAnswer,
}

#[derive(Serialize)]
struct GapEndAnswer {
    cell: u32,
    /// Index of the side, which begins at the corner with that index.
    side: u32,
    point: [f32; 3],
}

/// Returns the gaps of the nearest gap route from the start's island to the target's, in order.
///
/// Returns none if the islands are not the reason. The second value is a sentence if the search stopped early.
pub(super) fn nearest(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    answer: &Answer,
) -> (Vec<IslandGap>, Option<&'static str>) {
    let Some(&Why::DifferentIslands { start, target, .. }) = answer.why() else { return (Vec::new(), None) };
    let mut budget = gap_budget(mesh);
    let ways = gap_routes(mesh, derived, filter, [start, target], 1, &mut budget, &Progress::none());
    let way = ways.unwrap_or_default().into_iter().next();
    let stopped = budget.is_exhausted().then_some(
        "the search for gaps between islands stopped early, so a narrower one may exist; weld the mesh to join its islands",
    );
    (way.map(|way| way.island_gaps).unwrap_or_default(), stopped)
}

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
