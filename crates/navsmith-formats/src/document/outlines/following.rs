//! Cells of outlines whose points are dragged, which change only around the moved points.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::generating::{place_key, regenerate_floor, ring_key, triangulated};
use super::{Outlines, changed_heights, is_one_height};
use navsmith_core::geometry::{Vec2, at_height, ground};
use navsmith_core::navmesh::{CellId, Draft, VertexId};
use navsmith_core::outlines::{FollowedCells, OutlineError};
use navsmith_core::trace::Silent;

/// Number of moved points up to which cells change around them only.
///
/// A whole triangulation takes about as long as some hundred moves.
const MOST_MOVES: usize = 64;

/// The outlines at the start of a gesture, with triangulations that follow it.
///
/// The cells are correct at any time, but can be merged to other cells than [`regenerate`](super::regenerate) makes.
/// Thus the end of the gesture generates them again.
#[derive(Clone, Debug, Default)]
pub struct LiveOutlines {
    floors: Vec<LiveFloor>,
    /// The last outlines whose floors were all triangulated; `None` until then.
    usable: Option<Outlines>,
}

/// A floor whose outlines are dragged.
#[derive(Clone, Debug)]
struct LiveFloor {
    height: f32,
    live: FollowedCells,
    /// Vertices and cells of the start, by their numbers in `live`.
    vertices: Vec<VertexId>,
    cells: Vec<CellId>,
}

impl LiveOutlines {
    /// Returns the outlines at the start of a gesture whose first edit is given.
    pub fn new(edited: &Outlines) -> Self {
        let is_usable = !edited.floors.iter().any(|floor| floor.is_outdated);
        Self { floors: Vec::new(), usable: is_usable.then(|| edited.clone()) }
    }

    /// Generates the cells of the floors at which outlines differ from those at the start of the gesture.
    ///
    /// The draft is that of the start with the edit. A floor that cannot be triangulated keeps the cells of the last
    /// outlines of the gesture that could.
    pub fn follow(&mut self, draft: &mut Draft, start: &Outlines, outlines: &mut Outlines) {
        let mut is_usable = true;
        for height in changed_heights(start, outlines) {
            let known = self.floors.iter().position(|floor| is_one_height(floor.height, height));
            let floor = match known {
                Some(known) => Some(self.floors.swap_remove(known)),
                None => LiveFloor::new(draft.clone(), start, height),
            };
            match floor.and_then(|mut floor| floor.follow(outlines).ok().map(|()| floor)) {
                Some(floor) => {
                    floor.apply(draft, outlines);
                    self.floors.push(floor);
                }
                None if regenerate_floor(draft, outlines, height).is_some() => {}
                None => {
                    is_usable = false;
                    if let Some(mut usable) = self.usable.clone() {
                        usable.floors = std::mem::take(&mut outlines.floors);
                        regenerate_floor(draft, &mut usable, height);
                        outlines.floors = usable.floors;
                    }
                    outlines.set_outdated(height);
                }
            }
        }
        if is_usable {
            self.usable = Some(outlines.clone());
        }
    }
}

impl LiveFloor {
    /// Creates a floor; `None` if its cells in the draft are not those that its outlines generate.
    fn new(mut draft: Draft, start: &Outlines, height: f32) -> Option<Self> {
        let live = FollowedCells::new(triangulated(start, height, &mut Silent)?);
        let before = draft.mesh().clone();
        let generated = regenerate_floor(&mut draft, &mut start.clone(), height)?;
        (before == *draft.mesh()).then_some(Self {
            height,
            live,
            vertices: generated.vertices,
            cells: generated.cells,
        })
    }

    /// Moves the points that differ.
    fn follow(&mut self, outlines: &Outlines) -> Result<(), OutlineError> {
        let mut moves: Vec<(usize, usize, Vec2)> = Vec::new();
        let mut count = 0;
        for (index, (_, outline)) in outlines.at(self.height).enumerate() {
            let now = self.live.outlines().outlines().get(index).ok_or(OutlineError::NoPoint)?;
            let to = outline.to_triangulate();
            if to.role != now.role || to.points.len() != now.points.len() {
                return Err(OutlineError::NoPoint);
            }
            let moved = (0..to.points.len()).filter(|&point| to.points[point] != now.points[point]);
            moves.extend(moved.map(|point| (index, point, to.points[point])));
            count += 1;
        }
        if count != self.live.outlines().outlines().len() || moves.len() > MOST_MOVES {
            return Err(OutlineError::NoPoint);
        }
        self.live.move_points(&moves, &mut Silent)
    }

    /// Changes the cells of the start to those of the moved points.
    fn apply(&self, draft: &mut Draft, outlines: &mut Outlines) {
        let removed: Vec<CellId> = self.live.removed().map(|(number, _)| self.cells[number]).collect();
        let mut loose: BTreeSet<VertexId> = BTreeSet::new();
        let mut by_ring = HashMap::new();
        for &cell in &removed {
            loose.extend(draft.mesh().corners(cell));
            by_ring.insert(ring_key(draft.mesh().corners(cell)), cell);
        }
        // Vertices that no other generated cell has.
        let gone: BTreeSet<CellId> = removed.iter().copied().collect();
        let is_gone = |cell: &CellId| gone.contains(cell) || !outlines.contains(*cell);
        let is_free = |vertex: &VertexId| draft.adjacency().star(*vertex).iter().all(is_gone);
        let free: BTreeSet<VertexId> = loose.iter().copied().filter(is_free).collect();
        let vertices = self.vertices(draft, &free);
        let vertex =
            |corner: &u32| self.vertices.get(*corner as usize).or_else(|| vertices.get(corner)).copied();
        let (mut kept, mut added) = (BTreeSet::new(), Vec::new());
        for (_, cell) in self.live.added() {
            let ring: Vec<VertexId> = cell.corners.iter().filter_map(vertex).collect();
            match by_ring.remove(&ring_key(&ring)) {
                Some(known) => {
                    kept.insert(known);
                    draft.set_area(known, cell.area);
                }
                None => added.push((ring, cell.area)),
            }
        }
        let removed: Vec<CellId> = removed.into_iter().filter(|cell| !kept.contains(cell)).collect();
        draft.remove_cells(&removed);
        let added: Vec<CellId> = added.into_iter().map(|(ring, area)| draft.add_cell(ring, area)).collect();
        self.set_apart(draft, vertex);
        for vertex in loose {
            // Refused for a vertex with cells.
            draft.remove_vertex(vertex);
        }
        let removed: BTreeSet<CellId> = removed.into_iter().collect();
        if let Some(floor) = outlines.floors.iter_mut().find(|floor| is_one_height(floor.height, self.height))
        {
            floor.cells.retain(|cell| !removed.contains(cell));
            floor.cells.extend(added);
            floor.cells.sort_unstable();
        }
    }

    /// Returns vertices for the corners that are not from the start.
    ///
    /// Those at the position of a free vertex get it.
    fn vertices(&self, draft: &mut Draft, free: &BTreeSet<VertexId>) -> BTreeMap<u32, VertexId> {
        let used: BTreeSet<u32> =
            self.live.added().flat_map(|(_, cell)| cell.corners.iter().copied()).collect();
        let taken: BTreeSet<VertexId> =
            used.iter().filter_map(|&corner| self.vertices.get(corner as usize).copied()).collect();
        let at = |vertex: VertexId| place_key(ground(draft.mesh().position(vertex)));
        let free = free.difference(&taken).map(|&vertex| (at(vertex), vertex));
        let mut free: HashMap<_, VertexId> = free.collect();
        let new = used.into_iter().filter(|&corner| corner as usize >= self.vertices.len());
        new.map(|corner| {
            let place = self.live.place(corner);
            let known = free.remove(&place_key(place));
            (corner, known.unwrap_or_else(|| draft.add_vertex(at_height(place, self.height))))
        })
        .collect()
    }

    fn set_apart(&self, draft: &mut Draft, vertex: impl Fn(&u32) -> Option<VertexId>) {
        let removed = self.live.removed().flat_map(|(_, corners)| corners.iter().copied());
        let corners: BTreeSet<u32> = removed.chain(self.live.touched()).collect();
        for corner in corners {
            if let Some(vertex) = vertex(&corner) {
                draft.set_apart(vertex, self.live.is_apart(corner));
            }
        }
    }
}
