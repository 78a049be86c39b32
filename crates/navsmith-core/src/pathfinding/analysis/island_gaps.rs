//! Island gaps: the smallest gaps between two islands, directly and over other islands.
//!
//! The border of one island is compared with that of the other one, and with the inside of cells straight below and
//! above it: the foot of a ramp that lies on a floor is not apart from it. Widths are measured in space: between stacked
//! floors, the foot of a ramp is near, not the wall above it. No comparison of borders uses a tolerance. This module does not close island gaps. It does not depend on agents, so an island
//! gap may lie beside cells that an agent may not enter.
//!
//! A queue of pairs of boxes yields the pairs of sides, as in Hjaltason and Samet, *Incremental Distance Join
//! Algorithms for Spatial Databases* (1998). The route with the narrowest widest island gap lies in a minimum
//! spanning tree. It is built with Kruskal's algorithm (1956).

pub mod inside;
pub mod near;
mod tree;

use std::collections::BTreeMap;

use glam::{DVec3, Vec3Swizzles as _};

use self::inside::{gaps_to_insides, precedes};
use self::tree::{ClosestPair, SideTree};
use crate::budget::Budget;
use crate::geometry::{Turn, ground, turn};
use crate::graph::union_find;
use crate::navmesh::{CellId, Derived, HalfEdge, IslandId, NavMesh};
use crate::pathfinding::agent::Filter;
use crate::progress::{Progress, Stopped};

/// A gap between two islands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandGap {
    /// The end on the first island.
    pub from: IslandGapEnd,
    /// The end on the second island.
    pub to: IslandGapEnd,
}

/// One end of an island gap: the nearest point to the other end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandGapEnd {
    /// The cell that contains the point.
    pub cell: CellId,
    /// The boundary side that contains the point; `None` inside of the cell.
    pub side: Option<HalfEdge>,
    /// The position, in metres.
    pub point: DVec3,
}

impl IslandGapEnd {
    /// Creates the end on a boundary side.
    pub fn on_side(side: HalfEdge, point: DVec3) -> Self {
        Self { cell: side.cell, side: Some(side), point }
    }
}

impl IslandGap {
    /// Returns the cells at its ends.
    pub fn cells(&self) -> [CellId; 2] {
        [self.from.cell, self.to.cell]
    }

    /// Returns the same gap in the other direction.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// Returns the distance between its ends in space, in metres.
    pub fn width(&self) -> f64 {
        self.from.point.distance(self.to.point)
    }

    /// Returns the distance between its ends on the ground, in metres.
    pub fn on_ground(&self) -> f64 {
        self.from.point.xz().distance(self.to.point.xz())
    }

    /// Returns the height of its end above its start, in metres.
    pub fn rise(&self) -> f64 {
        self.to.point.y - self.from.point.y
    }
}

/// A route from one island to another over island gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct GapRoute {
    /// The island gaps, in order: one for a direct route, more for a route over other islands.
    pub island_gaps: Vec<IslandGap>,
}

impl GapRoute {
    /// Returns the width of its widest island gap, in metres.
    pub fn widest(&self) -> f64 {
        self.island_gaps.iter().map(IslandGap::width).fold(0.0, f64::max)
    }
}

/// Returns the routes from the first island to the second, that with the narrowest gaps first.
///
/// At most `most` routes cross a single island gap, each at a different location. A route over other islands precedes
/// them if its widest island gap is narrower than theirs.
///
/// Unless `filter` ignores links, islands to which links lead from the first count as the first. Islands from which
/// links lead to the second count as the second.
///
/// Two island gaps are at different locations if they have no common corner, and if their ends are far enough apart:
/// farther than the width of the narrower one. All but the nearest lead away from the cells beside them.
///
/// The cost is about `n log n` in the boundary sides. Empty if one of the islands does not exist, or has a neighbour at every side.
/// If the budget is exhausted, there may be more routes than those returned, and narrower ones.
pub fn gap_routes(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    [from, to]: [IslandId; 2],
    most: usize,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Vec<GapRoute>, Stopped> {
    let groups = IslandGroups::new(mesh, derived, filter, [from, to]);
    // Each tree has its own budget, so that the second is searched even if the first takes too much.
    let mut second = *budget;
    let direct = groups.direct(most, budget, &progress.part(0.0..0.5))?;
    let mut ways: Vec<GapRoute> = direct.into_iter().map(|gap| GapRoute { island_gaps: vec![gap] }).collect();
    if let Some(around) = groups.around(&mut second, &progress.part(0.5..1.0))? {
        ways.insert(0, around);
    }
    if second.is_exhausted() {
        *budget = second;
    }
    Ok(ways)
}

/// Returns the budget of a search for the gaps of a mesh.
pub fn gap_budget(mesh: &NavMesh) -> Budget {
    Budget::of_elements(mesh.cell_count()).with_more_steps(4)
}

/// The groups of islands that links join with `from` or `to`.
struct IslandGroups<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    from: IslandId,
    to: IslandId,
    /// By island, its group: `from`, `to` or the island itself.
    of: Vec<IslandId>,
}

impl<'a> IslandGroups<'a> {
    fn new(mesh: &'a NavMesh, derived: &'a Derived, filter: &Filter, [from, to]: [IslandId; 2]) -> Self {
        let takes_links = mesh.link_count() > 0 && !filter.ignores_links;
        let lead = |a, b| a == b || takes_links && derived.links.lead(a, b);
        let group = |island| match island {
            _ if lead(from, island) => from,
            _ if lead(island, to) => to,
            _ => island,
        };
        let of = (0..derived.islands.len() as u32).map(IslandId).map(group).collect();
        Self { mesh, derived, from, to, of }
    }

    fn group(&self, island: IslandId) -> IslandId {
        self.of.get(island.0 as usize).copied().unwrap_or(island)
    }

    fn is_end(&self, island: IslandId) -> bool {
        [self.from, self.to].contains(&self.group(island))
    }

    /// Returns the island gaps between the two groups, the narrowest first.
    fn direct(
        &self,
        most: usize,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<Vec<IslandGap>, Stopped> {
        let is_end = |island| Some(self.group(island)).filter(|_| self.is_end(island));
        let part = progress.part(0.0..0.5);
        let inside = gaps_to_insides(self.mesh, self.derived, is_end, budget, &part)?.into_iter().next();
        let progress = &progress.part(0.5..1.0);
        let tree = SideTree::build(self.mesh, self.derived, |island| self.is_end(island), progress)?;
        let mut inside = inside.map(|gap| self.directed(gap, self.from));
        let mut island_gaps: Vec<IslandGap> = Vec::new();
        let group = |node| tree.island(node).map(|island| self.group(island));
        tree.for_each_pair(
            &mut island_gaps,
            |island_gaps, one, other| {
                let is_one_party = group(one).is_some() && group(one) == group(other);
                !is_one_party
                    && !island_gaps
                        .iter()
                        .any(|gap| [one, other].iter().any(|&node| takes_up(gap, tree.ends(node))))
            },
            |island_gaps, facing| {
                let gap = self.gap(&facing, self.from);
                let is_free = |inside: &IslandGap, found: &[IslandGap]| {
                    found.iter().all(|other| is_elsewhere(self.mesh, inside, other))
                };
                let first = inside.take_if(|inside| precedes(self.mesh, inside, &gap));
                if let Some(first) = first.filter(|first| is_free(first, island_gaps)) {
                    island_gaps.push(first);
                    if island_gaps.len() >= most {
                        return false;
                    }
                }
                let is_behind = !island_gaps.is_empty() && !is_open(self.mesh, &gap);
                if !is_behind && island_gaps.iter().all(|other| is_elsewhere(self.mesh, &gap, other)) {
                    island_gaps.push(gap);
                }
                island_gaps.len() < most
            },
            budget,
            progress,
        )?;
        let is_free = |gap: &IslandGap| island_gaps.iter().all(|other| is_elsewhere(self.mesh, gap, other));
        let last = inside.filter(is_free);
        island_gaps.extend(last);
        island_gaps.truncate(most);
        Ok(island_gaps)
    }

    /// Returns the route over other islands whose widest island gap is the narrowest.
    ///
    /// Returns `None` if that is a direct one.
    fn around(&self, budget: &mut Budget, progress: &Progress) -> Result<Option<GapRoute>, Stopped> {
        let group = |island| Some(self.group(island));
        let part = progress.part(0.0..0.5);
        let inside = gaps_to_insides(self.mesh, self.derived, group, budget, &part)?;
        let mut inside = inside.into_iter().peekable();
        let progress = &progress.part(0.5..1.0);
        let tree = SideTree::build(self.mesh, self.derived, |_| true, progress)?;
        let roots = self.of.iter().map(|group| group.0).collect();
        let mut forest = Forest { roots, branches: BTreeMap::new() };
        tree.for_each_pair(
            &mut forest,
            |forest, one, other| match (tree.island(one), tree.island(other)) {
                (Some(one), Some(other)) => forest.root(one) != forest.root(other),
                _ => true,
            },
            |forest, facing| {
                let [one, _] = facing.sides.map(|shore| self.group(shore.island));
                let between = self.gap(&facing, one);
                while let Some(gap) = inside.next_if(|gap| precedes(self.mesh, gap, &between)) {
                    self.join(forest, gap);
                }
                self.join(forest, between);
                forest.root(self.from) != forest.root(self.to)
            },
            budget,
            progress,
        )?;
        inside.for_each(|gap| self.join(&mut forest, gap));
        Ok(forest.way(self.from, self.to).filter(|way| way.island_gaps.len() > 1))
    }

    /// Joins the groups at a gap, unless they are joined already.
    fn join(&self, forest: &mut Forest, gap: IslandGap) {
        let groups = gap.cells().map(|cell| self.derived.islands.of(cell).map(|island| self.group(island)));
        let [Some(one), Some(other)] = groups else { return };
        if forest.root(one) != forest.root(other) {
            union_find::join(&mut forest.roots, one.0, other.0);
            forest.branches.entry(one).or_default().push((other, gap));
            forest.branches.entry(other).or_default().push((one, gap.reversed()));
        }
    }

    /// Returns a gap in the direction away from a group.
    fn directed(&self, gap: IslandGap, from: IslandId) -> IslandGap {
        let start = self.derived.islands.of(gap.from.cell).map(|island| self.group(island));
        if start == Some(from) { gap } else { gap.reversed() }
    }

    /// Returns the island gap between two boundary sides, starting at the group `from`.
    fn gap(&self, facing: &ClosestPair, from: IslandId) -> IslandGap {
        let [one, other] = [0, 1].map(|i| IslandGapEnd::on_side(facing.sides[i].side, facing.points[i]));
        self.directed(IslandGap { from: one, to: other }, from)
    }
}

/// Returns whether every island gap that ends in a box is at the location of a given one.
fn takes_up(gap: &IslandGap, [low, high]: [DVec3; 2]) -> bool {
    [gap.from, gap.to].iter().any(|end| {
        let farthest = (end.point - low).abs().max((high - end.point).abs());
        farthest.length() < gap.width()
    })
}

/// Returns whether an island gap leads away from the cells at both its ends, seen from above.
fn is_open(mesh: &NavMesh, gap: &IslandGap) -> bool {
    [(gap.from, gap.to), (gap.to, gap.from)].into_iter().all(|(end, other)| {
        let side = end
            .side
            .and_then(|side| mesh.half_edge(side))
            .map(|side| side.map(|corner| ground(mesh.position(corner))));
        side.is_none_or(|[a, b]| turn(a, b, ground(other.point.as_vec3())) != Turn::Left)
    })
}

/// Returns whether an island gap is at another location than a narrower one.
fn is_elsewhere(mesh: &NavMesh, gap: &IslandGap, found: &IslandGap) -> bool {
    let corners = |end: IslandGapEnd| end.side.and_then(|side| mesh.half_edge(side)).into_iter().flatten();
    [(gap.from, found.from), (gap.to, found.to)].into_iter().all(|(end, taken)| {
        let shares_corner = corners(end).any(|corner| corners(taken).any(|other| other == corner));
        !shares_corner && end.point.distance(taken.point) >= found.width()
    })
}

/// A disjoint-set forest of the islands joined so far, with the island gaps.
struct Forest {
    /// By island, its parent in the set, or itself.
    roots: Vec<u32>,
    /// By island, the neighbours in the spanning tree and the island gaps to them.
    branches: BTreeMap<IslandId, Vec<(IslandId, IslandGap)>>,
}

impl Forest {
    fn root(&mut self, island: IslandId) -> u32 {
        union_find::root(&mut self.roots, island.0)
    }

    /// Returns the only route between two islands of the tree; `None` if they are not joined.
    fn way(&self, from: IslandId, to: IslandId) -> Option<GapRoute> {
        let mut came: BTreeMap<IslandId, (IslandId, IslandGap)> = BTreeMap::new();
        let mut queue = vec![from];
        while let Some(island) = queue.pop() {
            for &(next, gap) in self.branches.get(&island).into_iter().flatten() {
                if next != from && !came.contains_key(&next) {
                    came.insert(next, (island, gap));
                    queue.push(next);
                }
            }
        }
        let mut island_gaps = Vec::new();
        let mut island = to;
        while island != from {
            let (before, gap) = came.get(&island)?;
            island_gaps.push(*gap);
            island = *before;
        }
        island_gaps.reverse();
        Some(GapRoute { island_gaps })
    }
}
