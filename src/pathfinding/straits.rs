//! Straits: the gaps where islands almost meet, the nearest ones between two islands and those of the way over others.
//!
//! Widths are measured in space: of floors over each other the foot of a ramp is near, not the wall above. Nothing is
//! compared with a tolerance. This module does not know how straits are closed; nor does it know agents, so a strait may be
//! beside cells that one of them may not enter.
//!
//! Pairs of sides come out of a queue of pairs of boxes, as in Hjaltason and Samet, *Incremental Distance Join Algorithms
//! for Spatial Databases* (1998). The way with the narrowest widest strait lies in a shortest spanning tree, grown as
//! Kruskal (1956) did.

mod tree;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use glam::{DVec3, Vec3Swizzles as _};

use self::tree::{Facing, Node, Tree};
use super::Filter;
use crate::budget::Budget;
use crate::geometry::{Turn, ground, turn};
use crate::navmesh::{Derived, HalfEdge, IslandId, NavMesh};

/// A gap between two islands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strait {
    /// Where one comes from.
    pub from: StraitEnd,
    /// Where one would go.
    pub to: StraitEnd,
}

/// One end of a strait: the point that is nearest to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraitEnd {
    /// The side that it lies on, behind which there is no cell.
    pub side: HalfEdge,
    /// Where on it, in metres.
    pub point: DVec3,
}

impl Strait {
    /// How far its ends are apart in space, in metres.
    pub fn width(&self) -> f64 {
        self.from.point.distance(self.to.point)
    }

    /// How far its ends are apart on the ground, in metres.
    pub fn on_ground(&self) -> f64 {
        self.from.point.xz().distance(self.to.point.xz())
    }

    /// How much higher it ends than it begins, in metres.
    pub fn rise(&self) -> f64 {
        self.to.point.y - self.from.point.y
    }

    fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// A way from one island to another, over straits.
#[derive(Clone, Debug, PartialEq)]
pub struct WayOver {
    /// The straits, in order: one where it leads straight from one island to the other, more where it leads over others.
    pub straits: Vec<Strait>,
}

impl WayOver {
    /// How wide its widest strait is, in metres.
    pub fn widest(&self) -> f64 {
        self.straits.iter().map(Strait::width).fold(0.0, f64::max)
    }
}

/// The ways from one island to another, the one with the narrowest straits first: at most `most` over a single strait, in
/// different places, and before them one over other islands if its widest strait is narrower than those.
///
/// Unless `filter` ignores links, what they lead to from `from` counts as `from`, and what they lead from to `to` as `to`.
/// Two straits are in different places if they have no corner in common and the ends of the wider one are farther from
/// those of the other than that one is wide; all but the nearest lead away from the cells beside them. About n log n in
/// the sides at borders. Empty if one of the islands is none, or has a neighbour at every side.
pub fn ways_over(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    from: IslandId,
    to: IslandId,
    most: usize,
) -> Vec<WayOver> {
    let mut goes_on = || ControlFlow::Continue(());
    let budget = &mut gap_budget(mesh);
    ways_over_while(mesh, derived, filter, [from, to], most, budget, &mut goes_on)
        .continue_value()
        .unwrap_or_default()
}

/// The budget of a search for the gaps of a mesh.
pub fn gap_budget(mesh: &NavMesh) -> Budget {
    Budget::of_elements(mesh.cell_count()).with_more_steps(4)
}

/// The same, from one island to another; `goes_on` is asked at every cell and every pair of boxes whether to, and may
/// break it off. Once the budget is exhausted there may be more ways than are found, and narrower ones.
pub fn ways_over_while(
    mesh: &NavMesh,
    derived: &Derived,
    filter: &Filter,
    [from, to]: [IslandId; 2],
    most: usize,
    budget: &mut Budget,
    goes_on: GoesOn<'_>,
) -> ControlFlow<(), Vec<WayOver>> {
    let parties = Parties::new(mesh, derived, filter, [from, to]);
    // Of one tree after the other, so that the second is searched even where the first takes too much.
    let mut second = *budget;
    let direct = parties.direct(mesh, derived, most, budget, goes_on)?;
    let mut ways: Vec<WayOver> = direct.into_iter().map(|strait| WayOver { straits: vec![strait] }).collect();
    if let Some(around) = parties.around(mesh, derived, &mut second, goes_on)? {
        ways.insert(0, around);
    }
    if second.is_exhausted() {
        *budget = second;
    }
    ControlFlow::Continue(ways)
}

/// Asked whether to go on.
type GoesOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Who counts as whom.
struct Parties {
    from: IslandId,
    to: IslandId,
    /// By island: `from`, `to` or itself.
    of: Vec<IslandId>,
}

impl Parties {
    fn new(mesh: &NavMesh, derived: &Derived, filter: &Filter, [from, to]: [IslandId; 2]) -> Self {
        let takes_links = mesh.link_count() > 0 && !filter.ignores_links();
        let lead = |a, b| a == b || takes_links && derived.links.lead(a, b);
        let party = |island| match island {
            _ if lead(from, island) => from,
            _ if lead(island, to) => to,
            _ => island,
        };
        Self { from, to, of: (0..derived.islands.len() as u32).map(IslandId).map(party).collect() }
    }

    fn party(&self, island: IslandId) -> IslandId {
        self.of.get(island.0 as usize).copied().unwrap_or(island)
    }

    fn is_end(&self, island: IslandId) -> bool {
        [self.from, self.to].contains(&self.party(island))
    }

    /// The straits between the two, the narrowest first.
    fn direct(
        &self,
        mesh: &NavMesh,
        derived: &Derived,
        most: usize,
        budget: &mut Budget,
        goes_on: GoesOn<'_>,
    ) -> ControlFlow<(), Vec<Strait>> {
        let tree = Tree::build(mesh, derived, |island| self.is_end(island), goes_on)?;
        let mut straits: Vec<Strait> = Vec::new();
        let party = |node: &Node| node.island.map(|island| self.party(island));
        tree.for_each_pair(
            &mut straits,
            |straits, one, other| {
                let is_one_party = party(one).is_some() && party(one) == party(other);
                !is_one_party
                    && !straits.iter().any(|strait| [one, other].iter().any(|node| takes_up(strait, node)))
            },
            |straits, facing| {
                let strait = self.strait(&facing, self.from);
                let is_behind = !straits.is_empty() && !is_open(mesh, &strait);
                if !is_behind && straits.iter().all(|other| is_elsewhere(mesh, &strait, other)) {
                    straits.push(strait);
                }
                straits.len() < most
            },
            budget,
            goes_on,
        )?;
        straits.truncate(most);
        ControlFlow::Continue(straits)
    }

    /// The way over other islands whose widest strait is the narrowest; `None` if that is a direct one.
    fn around(
        &self,
        mesh: &NavMesh,
        derived: &Derived,
        budget: &mut Budget,
        goes_on: GoesOn<'_>,
    ) -> ControlFlow<(), Option<WayOver>> {
        let tree = Tree::build(mesh, derived, |_| true, goes_on)?;
        let mut forest = Forest { roots: self.of.clone(), branches: BTreeMap::new() };
        tree.for_each_pair(
            &mut forest,
            |forest, one, other| match (one.island, other.island) {
                (Some(one), Some(other)) => forest.root(one) != forest.root(other),
                _ => true,
            },
            |forest, facing| {
                let [one, other] = facing.shores.map(|shore| self.party(shore.island));
                let [root, gone] = [one, other].map(|island| forest.root(island));
                forest.roots[gone.0 as usize] = root;
                forest.branches.entry(one).or_default().push((other, self.strait(&facing, one)));
                forest.branches.entry(other).or_default().push((one, self.strait(&facing, other)));
                forest.root(self.from) != forest.root(self.to)
            },
            budget,
            goes_on,
        )?;
        ControlFlow::Continue(forest.way(self.from, self.to).filter(|way| way.straits.len() > 1))
    }

    /// The strait between two shores, as one comes from the island of a party.
    fn strait(&self, facing: &Facing, from: IslandId) -> Strait {
        let [from_end, to_end] =
            [0, 1].map(|i| StraitEnd { side: facing.shores[i].side, point: facing.points[i] });
        let strait = Strait { from: from_end, to: to_end };
        if self.party(facing.shores[0].island) == from { strait } else { strait.reversed() }
    }
}

/// Whether every strait that ends in a box is in the same place as one that was found.
fn takes_up(strait: &Strait, node: &Node) -> bool {
    [strait.from, strait.to].iter().any(|end| {
        let [low, high] = node.ends();
        let farthest = (end.point - low).abs().max((high - end.point).abs());
        farthest.length() < strait.width()
    })
}

/// Whether a strait leads away from the cells at both its ends, seen from above.
fn is_open(mesh: &NavMesh, strait: &Strait) -> bool {
    [(strait.from, strait.to), (strait.to, strait.from)].into_iter().all(|(end, other)| {
        let side = mesh.half_edge(end.side).map(|side| side.map(|corner| ground(mesh.position(corner))));
        side.is_none_or(|[a, b]| turn(a, b, ground(other.point.as_vec3())) != Turn::Left)
    })
}

/// Whether a strait is in another place than a narrower one.
fn is_elsewhere(mesh: &NavMesh, strait: &Strait, found: &Strait) -> bool {
    let corners = |end: StraitEnd| mesh.half_edge(end.side).into_iter().flatten();
    [(strait.from, found.from), (strait.to, found.to)].into_iter().all(|(end, taken)| {
        let shares_corner = corners(end).any(|corner| corners(taken).any(|other| other == corner));
        !shares_corner && end.point.distance(taken.point) >= found.width()
    })
}

/// Islands joined over straits, so far.
struct Forest {
    /// By island: one of those that it is joined to, or itself.
    roots: Vec<IslandId>,
    /// By island: the islands beyond the straits that were taken, and those straits.
    branches: BTreeMap<IslandId, Vec<(IslandId, Strait)>>,
}

impl Forest {
    fn root(&mut self, mut island: IslandId) -> IslandId {
        while let Some(&next) = self.roots.get(island.0 as usize).filter(|&&next| next != island) {
            let after = self.roots.get(next.0 as usize).copied().unwrap_or(next);
            self.roots[island.0 as usize] = after;
            island = next;
        }
        island
    }

    /// The one way from an island to another; `None` if they are not joined.
    fn way(&self, from: IslandId, to: IslandId) -> Option<WayOver> {
        let mut came: BTreeMap<IslandId, (IslandId, Strait)> = BTreeMap::new();
        let mut queue = vec![from];
        while let Some(island) = queue.pop() {
            for &(next, strait) in self.branches.get(&island).into_iter().flatten() {
                if next != from && !came.contains_key(&next) {
                    came.insert(next, (island, strait));
                    queue.push(next);
                }
            }
        }
        let mut straits = Vec::new();
        let mut island = to;
        while island != from {
            let (before, strait) = came.get(&island)?;
            straits.push(*strait);
            island = *before;
        }
        straits.reverse();
        Some(WayOver { straits })
    }
}
