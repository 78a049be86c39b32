//! The widest path between two positions: the path whose narrowest portal or gap is widest.
//!
//! Dijkstra's algorithm, with the least width so far in place of the length (Pollack, *The Maximum Capacity Through a
//! Network*, 1960). Its nodes are the pieces into which gaps divide portals, because a path may pass a portal on
//! either side of a gap.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::Chord;
use super::gaps::WallClearances;
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Turn, ground as on_ground, turn};
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::ground::Ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::progress::{Progress, Stopped};

/// Budget factor of the search, relative to a usual analysis.
const STEPS: u64 = 16;

/// Least length of a piece of a portal, as a share of the portal; shorter pieces are ignored.
const CRACK: f64 = 1e-9;

/// The widest path between two positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Widest {
    /// The corridor of the path that is shortest over midpoints among the paths of this width.
    pub corridor: Corridor,
    /// The narrowest position of the path; `None` if nothing limits the width.
    pub bottleneck: Option<Bottleneck>,
}

impl Widest {
    /// Returns the radius of the widest agent, in metres; infinite if nothing limits the width.
    ///
    /// The clearance at the start and at the target is not checked.
    pub fn radius(&self) -> f64 {
        self.bottleneck.map_or(f64::INFINITY, |bottleneck| bottleneck.width * 0.5)
    }
}

/// The narrowest position of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bottleneck {
    /// The narrow portal, or the portal through which the path leaves the cell of the gap.
    pub portal: HalfEdge,
    /// The two points between which the agent passes.
    pub ends: [Vec3; 2],
    /// The width of the widest agent there, in metres.
    ///
    /// It is the distance between the two points on the ground. At a portal with a wall at one end only, it is twice
    /// that.
    pub width: f64,
}

/// Returns the widest path; `None` if there is no path.
///
/// The cost is `n log n` in the portals in reach, in addition to [`WallClearances::build`]. The search ends with
/// [`Exhausted`] if the mesh takes more work than its size justifies.
pub fn widest(
    walkable: &Walkable<'_>,
    gaps: &WallClearances,
    start: &Located,
    target: &Located,
    progress: &Progress,
) -> Result<Result<Option<Widest>, Exhausted>, Stopped> {
    let ground = Ground::new(walkable);
    Wave { ground: &ground, gaps, start, target }.widest(progress)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Start,
    /// A piece of a portal, counted along the lesser of its two sides.
    Piece(HalfEdge, u32),
    Target,
}

/// The best path to a node that was found so far.
#[derive(Clone, Copy, Debug)]
struct Label {
    width: f64,
    length: f64,
    /// The node before, and the cell between that node and this one.
    from: Option<(Place, CellId)>,
    /// The narrowest position in that cell, including its far side.
    narrowest: Option<Bottleneck>,
    at: DVec3,
    is_closed: bool,
}

/// A node on the boundary of one cell or inside it.
struct Spot {
    place: Place,
    /// The position along the boundary; `None` for the start and the target.
    along: Option<f64>,
    at: Vec3,
    portal: Option<HalfEdge>,
}

const NODES_PER_REPORT: usize = 256;

/// The nodes of a path, from the target back to the start.
type Labels = Vec<(Place, Label)>;

struct Wave<'a, 'g> {
    ground: &'a Ground<'g>,
    gaps: &'a WallClearances,
    start: &'a Located,
    target: &'a Located,
}

impl Wave<'_, '_> {
    fn widest(&self, progress: &Progress) -> Result<Result<Option<Widest>, Exhausted>, Stopped> {
        let labels = match self.run(None, &progress.part(0.0..0.5))? {
            Ok(Some(labels)) => labels,
            Ok(None) => return Ok(Ok(None)),
            Err(Exhausted) => return Ok(Err(Exhausted)),
        };
        let narrow = labels.iter().rev().filter_map(|(_, label)| label.narrowest);
        let bottleneck = narrow.min_by(|a, b| a.width.total_cmp(&b.width));
        // Among the paths of equal width, the shortest is shown.
        let least = bottleneck.map_or(f64::INFINITY, |bottleneck| bottleneck.width);
        let labels = self.run(Some(least), &progress.part(0.5..1.0))?;
        Ok(labels.map(|labels| {
            let corridor = labels.map(|labels| corridor(self.ground, &labels, self.start.cell));
            corridor.map(|corridor| Widest { corridor, bottleneck })
        }))
    }

    /// Finds the widest path, or the shortest path of at least width `least`.
    ///
    /// The result lists the nodes from the target back to the start.
    fn run(
        &self,
        least: Option<f64>,
        progress: &Progress,
    ) -> Result<Result<Option<Labels>, Exhausted>, Stopped> {
        // The widest is first, then the shortest. All widths of at least `least` are equivalent.
        let rank = |place: Place, label: &Label| {
            let width = if least.is_some() { f64::INFINITY } else { label.width };
            (Reverse(TotalF64::from(width)), TotalF64::from(label.length), place)
        };
        let at = self.start.point.as_dvec3();
        let width = f64::INFINITY;
        let start = Label { width, length: 0.0, from: None, narrowest: None, at, is_closed: false };
        let mut budget = Budget::of_elements(self.ground.mesh().cell_count()).with_more_steps(STEPS);
        let mut labels = BTreeMap::from([(Place::Start, start)]);
        let mut open = PriorityQueue::from_iter([rank(Place::Start, &start)]);
        let mut units = progress.units(self.portals(), NODES_PER_REPORT);
        while let Some((.., place)) = open.pop() {
            let Some(label) = labels.get_mut(&place) else { continue };
            if std::mem::replace(&mut label.is_closed, true) {
                continue;
            }
            if place == Place::Target {
                return Ok(Ok(Some(traced(&labels))));
            }
            units.step()?;
            let label = *label;
            let cells = self.cells_at(place);
            if cells.iter().any(|&cell| budget.step(self.steps(cell)).is_err()) {
                return Ok(Err(Exhausted));
            }
            let ways = cells.into_iter().flat_map(|cell| self.ways(cell, place, &label));
            for (next, found) in ways.filter(|(_, found)| least.is_none_or(|least| found.width >= least)) {
                let known = labels.get(&next).map(|known| rank(next, known));
                if known.is_none_or(|known| rank(next, &found) < known) {
                    open.push(rank(next, &found));
                    labels.insert(next, found);
                }
            }
        }
        Ok(Ok(None))
    }

    fn portals(&self) -> usize {
        let islands = &self.ground.walkable.derived.islands;
        let island = islands.of(self.start.cell);
        let cells = self.ground.mesh().cells().filter(|(id, _)| islands.of(*id) == island);
        cells.map(|(_, cell)| cell.corners().len()).sum::<usize>() / 2
    }

    /// Returns an estimate of the steps for the connections through a cell.
    ///
    /// Each of its nodes is compared with each gap, and the cells around its corners are searched for walls.
    fn steps(&self, cell: CellId) -> usize {
        let (corners, chords) = (self.ground.mesh().corners(cell), self.gaps.chords(cell).count());
        let adjacency = &self.ground.walkable.derived.adjacency;
        let around: usize = corners.iter().map(|&corner| adjacency.star(corner).len()).sum();
        8 * around + (corners.len() + chords) * (1 + chords) + corners.len() * corners.len()
    }

    fn cells_at(&self, place: Place) -> SmallVec<[CellId; 2]> {
        match place {
            Place::Start => SmallVec::from_slice(&[self.start.cell]),
            Place::Target => SmallVec::from_slice(&[self.target.cell]),
            Place::Piece(side, _) => {
                let mut cells = SmallVec::from_slice(&[side.cell]);
                cells.extend(self.ground.beyond(side).map(|twin| twin.cell));
                cells
            }
        }
    }

    /// Returns the connections through one cell, from one node to all others.
    fn ways(&self, cell: CellId, from: Place, label: &Label) -> Vec<(Place, Label)> {
        let spots = self.spots(cell);
        let Some(here) = spots.iter().find(|spot| spot.place == from) else { return Vec::new() };
        let others = spots.iter().filter(|spot| spot.place != from);
        let way = |spot: &Spot| {
            let narrowest = self.narrowest_between(cell, here, spot);
            let width = narrowest.map_or(f64::INFINITY, |narrowest| narrowest.width).min(label.width);
            let at = spot.at.as_dvec3();
            let length = label.length + label.at.distance(at);
            let from = Some((from, cell));
            (spot.place, Label { width, length, from, narrowest, at, is_closed: false })
        };
        others.map(way).collect()
    }

    /// Returns the nodes of a cell: the pieces of its portals, and the start or target inside it.
    fn spots(&self, cell: CellId) -> Vec<Spot> {
        let mut spots = Vec::new();
        let ends = [(Place::Start, self.start), (Place::Target, self.target)];
        for (place, end) in ends.into_iter().filter(|(_, end)| end.cell == cell) {
            spots.push(Spot { place, along: None, at: end.point, portal: None });
        }
        for side in self.ground.sides(cell) {
            let Some(twin) = self.ground.beyond(side) else { continue };
            let mesh = self.ground.mesh();
            let Some([from, to]) = mesh.half_edge(side).map(|ends| ends.map(|end| mesh.position(end))) else {
                continue;
            };
            for (piece, [low, high]) in self.pieces(side.min(twin)) {
                let middle = f64::midpoint(low, high);
                let t = if side < twin { middle } else { 1.0 - middle };
                spots.push(Spot {
                    place: Place::Piece(side.min(twin), piece),
                    along: Some(f64::from(side.side) + t),
                    at: from.lerp(to, t as f32),
                    portal: Some(side),
                });
            }
        }
        spots
    }

    /// Returns the pieces into which gaps divide a portal, along the given side.
    fn pieces(&self, side: HalfEdge) -> SmallVec<[(u32, [f64; 2]); 2]> {
        let first = f64::from(side.side);
        let marks = |chord: Chord| [chord.from - first, chord.to - first];
        let mut cuts: SmallVec<[f64; 4]> =
            self.gaps.chords(side.cell).flat_map(|(_, chord)| marks(chord)).collect();
        cuts.retain(|cut| (0.0..=1.0).contains(cut));
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        let pieces = (0..).zip(cuts.windows(2)).filter(|(_, ends)| ends[1] - ends[0] > CRACK);
        pieces.map(|(piece, ends)| (piece, [ends[0], ends[1]])).collect()
    }

    /// Returns the narrowest position between two nodes of a cell.
    ///
    /// The candidates are the gaps that separate the nodes, and the portal at the second node.
    fn narrowest_between(&self, cell: CellId, from: &Spot, to: &Spot) -> Option<Bottleneck> {
        let portal = to.portal.or(from.portal)?;
        let crossed = self.gaps.chords(cell).filter(|(gap, chord)| {
            let sides = [from, to].map(|spot| match spot.along {
                Some(along) => Some(chord.has_right(along)),
                None => side_of(gap.ends, spot.at),
            });
            matches!(sides, [Some(one), Some(other)] if one != other)
        });
        let gaps = crossed.map(|(gap, _)| Bottleneck { portal, ends: gap.ends, width: gap.width });
        let own = to.portal.and_then(|portal| self.of_portal(portal));
        gaps.chain(own).min_by(|a, b| a.width.total_cmp(&b.width))
    }

    fn of_portal(&self, portal: HalfEdge) -> Option<Bottleneck> {
        let width = f64::from(self.ground.walkable.free_width(portal));
        let mesh = self.ground.mesh();
        let ends = mesh.half_edge(portal)?.map(|end| mesh.position(end));
        width.is_finite().then_some(Bottleneck { portal, ends, width })
    }
}

fn side_of(ends: [Vec3; 2], at: Vec3) -> Option<bool> {
    let [from, to] = ends.map(on_ground);
    match turn(from, to, on_ground(at)) {
        Turn::Left => Some(false),
        Turn::Right => Some(true),
        Turn::Straight => None,
    }
}

fn traced(labels: &BTreeMap<Place, Label>) -> Vec<(Place, Label)> {
    let mut way = Vec::new();
    let mut place = Some(Place::Target);
    while let Some((at, label)) = place.and_then(|place| Some((place, *labels.get(&place)?))) {
        way.push((at, label));
        place = label.from.map(|(before, _)| before);
    }
    way
}

/// Returns the cells of a path and the sides between them.
///
/// A path may touch a portal and stay in its cell; it then does not cross the portal.
fn corridor(ground: &Ground<'_>, way: &[(Place, Label)], start: CellId) -> Corridor {
    let mut corridor = Corridor { cells: vec![start], exits: Vec::new() };
    for (from, cell) in way.iter().rev().filter_map(|(_, label)| label.from) {
        let last = corridor.cells.last().copied();
        let Place::Piece(side, _) = from else { continue };
        if last != Some(cell) {
            // A piece is identified by the lesser side, which may belong to the cell that the path enters.
            let exit = if side.cell == cell { ground.beyond(side) } else { Some(side) };
            corridor.cells.push(cell);
            corridor.exits.extend(exit.map(Traversal::Side));
        }
    }
    corridor
}
