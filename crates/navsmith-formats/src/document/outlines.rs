//! Outlines of ground, and the cells that they generate.
//!
//! Outlines of equal height are a floor, which is triangulated as a whole. The generated cells are ordinary cells of the
//! mesh, so every file, query and check uses them. The outlines store which cells these are, because edits change them
//! only with the outlines. A changed floor keeps the ids of equal vertices and cells.
//!
//! Agents do not cross a chain: the cells on both sides have corners of their own along it, which are
//! [apart](NavMesh::vertices_apart). A program that joins vertices by position ignores this.

mod generating;
mod following;
mod squares;
mod tracing;

use std::collections::{BTreeMap, BTreeSet};

use navsmith_core::geometry::{Vec2, covers, ground};
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::navmesh::{Adjacency, AreaId, CellId, NavMesh};
use navsmith_core::outlines::{Outline, OutlineRole};

pub use following::LiveOutlines;
pub use generating::{observe_generation, regenerate, with_missing_floors};
pub use squares::SquareGrid;
pub use tracing::{
    add_outlines, floor_below_section, outline_level_cells, outlines_along, outlines_inside,
    outlines_of_segments, simplified,
};

/// Maximum number of points of all outlines of a document.
pub const MOST_OUTLINE_POINTS: usize = 1_000_000;

/// Maximum number of heights of the outlines of a document.
pub const MOST_OUTLINE_HEIGHTS: usize = 256;

/// A line that bounds or divides ground, at a height.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedOutline {
    /// Corners of a ring, or points of a chain, on the ground.
    pub points: Vec<Vec2>,
    /// What the line means.
    pub role: OutlineRole,
    /// Height of the generated cells.
    pub height: f32,
    /// Display name; may be empty.
    pub name: String,
}

impl PlacedOutline {
    /// Returns the number of sides; the last side of a ring closes it.
    pub fn side_count(&self) -> usize {
        if self.is_ring() { self.points.len() } else { self.points.len().saturating_sub(1) }
    }

    /// Whether the line is closed.
    pub fn is_ring(&self) -> bool {
        self.role != OutlineRole::Constraint
    }

    /// Returns the least number of points of a line with its role.
    pub fn least_points(&self) -> usize {
        if self.is_ring() { 3 } else { 2 }
    }

    /// Returns the ends of a side.
    pub fn side(&self, side: usize) -> [Vec2; 2] {
        [self.points[side], self.points[(side + 1) % self.points.len()]]
    }

    /// Returns its name, or its noun with its number, counted from 1.
    pub fn title(&self, index: usize) -> String {
        if self.name.is_empty() { format!("{} {}", self.noun(), index + 1) } else { self.name.clone() }
    }

    /// Returns the noun for its role.
    pub fn noun(&self) -> &'static str {
        match self.role {
            OutlineRole::Ground(_) => "outline",
            OutlineRole::Hole => "hole",
            OutlineRole::Constraint => "chain",
        }
    }

    /// Returns the outline without points that are at most a distance in metres from the rest.
    ///
    /// With 0, it is the same. `None` if no ring is left.
    #[must_use]
    pub fn simplified(&self, distance: f32) -> Option<Self> {
        if distance <= 0.0 {
            return Some(self.clone());
        }
        let points = simplified(&self.points, self.is_ring(), distance)?;
        Some(Self { points, ..self.clone() })
    }

    /// Returns the outline to triangulate.
    ///
    /// The only side of a chain gets a point in its middle, at which the cells beside it are separated.
    fn to_triangulate(&self) -> Outline {
        let mut points = self.points.clone();
        if let (OutlineRole::Constraint, [from, to]) = (self.role, &*self.points) {
            points.insert(1, from.midpoint(*to));
        }
        Outline { points, role: self.role }
    }
}

/// The cells that the outlines of one height generate.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineFloor {
    /// The height.
    pub height: f32,
    /// The cells, by id.
    pub cells: Vec<CellId>,
    /// Whether the cells are those of earlier outlines, because the present ones cannot be triangulated.
    pub is_outdated: bool,
}

/// The outlines of a document, and the cells that they generate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlines {
    /// The outlines, in the order in which rings add and subtract ground.
    pub list: Vec<PlacedOutline>,
    /// The generated cells, by height.
    pub floors: Vec<OutlineFloor>,
}

impl Outlines {
    /// Whether there are no outlines.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Removes outlines without points, and checks the others.
    ///
    /// # Errors
    /// If an outline has too few points, if a coordinate is not finite, or if there are too many points or heights.
    pub fn settle(&mut self) -> Result<(), Refusal> {
        self.list.retain(|outline| !outline.points.is_empty());
        for outline in &self.list {
            if !outline.height.is_finite() || !outline.points.iter().all(|at| at.is_finite()) {
                return Err(Refusal::NotFinite);
            }
            if outline.points.len() < outline.least_points() {
                return Err(Refusal::TooFewPoints(outline.least_points()));
            }
        }
        if self.point_count() > MOST_OUTLINE_POINTS {
            return Err(Refusal::TooMany { most: MOST_OUTLINE_POINTS, of: "points of outlines" });
        }
        let heights: BTreeSet<u32> =
            self.list.iter().map(|outline| (outline.height + 0.0).to_bits()).collect();
        if heights.len() > MOST_OUTLINE_HEIGHTS {
            return Err(Refusal::TooMany { most: MOST_OUTLINE_HEIGHTS, of: "heights of outlines" });
        }
        Ok(())
    }

    /// Removes points that follow another one in the same place; returns whether there were any.
    ///
    /// An outline keeps the least number of points.
    pub fn merge_equal_points(&mut self) -> bool {
        let before = self.point_count();
        for outline in &mut self.list {
            let mut points = outline.points.clone();
            points.dedup();
            while outline.is_ring() && points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            if points.len() >= outline.least_points() {
                outline.points = points;
            }
        }
        self.point_count() < before
    }

    /// Returns the number of points of all outlines.
    pub fn point_count(&self) -> usize {
        self.list.iter().map(|outline| outline.points.len()).sum()
    }

    /// Returns the number of generated cells.
    pub fn cell_count(&self) -> usize {
        self.floors.iter().map(|floor| floor.cells.len()).sum()
    }

    /// Returns a clause about why no cell is generated; `None` if there is one, or no outline.
    pub fn why_without_cells(&self) -> Option<&'static str> {
        let is_ground = |outline: &PlacedOutline| matches!(outline.role, OutlineRole::Ground(_));
        if self.is_empty() || self.cell_count() > 0 {
            None
        } else if self.floors.iter().any(|floor| floor.is_outdated) {
            Some("their sides cross in too many places; simplify them")
        } else if self.list.iter().any(is_ground) {
            Some("they enclose no area, or later holes cut all of it out")
        } else {
            Some("holes and chains enclose no ground; add an outline")
        }
    }

    /// Returns the floor of a generated cell; `None` for other cells.
    pub fn floor_of(&self, cell: CellId) -> Option<&OutlineFloor> {
        self.floors.iter().find(|floor| floor.cells.binary_search(&cell).is_ok())
    }

    /// Whether outlines generate a cell.
    pub fn contains(&self, cell: CellId) -> bool {
        self.floor_of(cell).is_some()
    }

    /// Returns the outline that gives a generated cell its area.
    pub fn ground_of(&self, mesh: &NavMesh, cell: CellId) -> Option<usize> {
        let height = self.floor_of(cell)?.height;
        let at = ground(mesh.centroid(cell));
        self.list.iter().rposition(|outline| {
            let is_ground = matches!(outline.role, OutlineRole::Ground(_));
            is_ground && is_one_height(outline.height, height) && covers(&outline.points, at)
        })
    }

    /// Returns the outlines without those of these heights, whose cells become ordinary ones.
    #[must_use]
    pub fn baked(&self, is_baked: impl Fn(f32) -> bool) -> Self {
        let mut baked = self.clone();
        baked.list.retain(|outline| !is_baked(outline.height));
        baked.floors.retain(|floor| !is_baked(floor.height));
        baked
    }

    /// Returns the outlines with other ids of the generated cells; `None` for a cell that is gone.
    #[must_use]
    pub fn renumbered(&self, id: impl Fn(CellId) -> Option<CellId>) -> Self {
        let mut renumbered = self.clone();
        for floor in &mut renumbered.floors {
            floor.cells = floor.cells.iter().filter_map(|&cell| id(cell)).collect();
            floor.cells.sort_unstable();
            floor.cells.dedup();
        }
        renumbered
    }

    /// Returns the outlines without those whose cells an operation on the whole mesh changed.
    ///
    /// Their cells become ordinary ones.
    #[must_use]
    pub fn kept(&self, before: &NavMesh, after: &NavMesh) -> Self {
        let is_changed = |cell: &CellId| {
            let corners = before.corners(*cell);
            after.cell(*cell) != before.cell(*cell)
                || corners.iter().any(|&corner| after.vertex(corner) != before.vertex(corner))
        };
        let changed = |height: f32| {
            let floor = self.floors.iter().find(|floor| is_one_height(floor.height, height));
            floor.is_some_and(|floor| floor.cells.iter().any(is_changed))
        };
        if self.is_empty() || before == after { self.clone() } else { self.baked(changed) }
    }

    /// Checks that an edit of a mesh changed no generated cell.
    ///
    /// `others` are the outlines after the edit; the cells of changed floors are generated again.
    ///
    /// # Errors
    /// The first changed cell.
    pub fn check_edit(
        &self,
        others: &Self,
        [before, after]: [&NavMesh; 2],
        adjacency: &Adjacency,
    ) -> Result<(), Refusal> {
        if self.floors.is_empty() || before == after {
            return Ok(());
        }
        let changed = changed_heights(self, others);
        let is_fixed = |cell: &CellId| {
            let floor = self.floor_of(*cell);
            floor.is_some_and(|floor| !changed.iter().any(|&height| is_one_height(height, floor.height)))
        };
        let moved = after.vertices_changed_since(before);
        let cells = moved.filter(|&vertex| before.vertex(vertex).is_some());
        let cells = cells.flat_map(|vertex| adjacency.star(vertex).to_vec());
        let mut cells = after.cells_changed_since(before).chain(cells);
        cells.find(is_fixed).map_or(Ok(()), |cell| Err(Refusal::OfOutline(cell)))
    }

    /// Returns the size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_outlines = self.list.len() * size_of::<PlacedOutline>();
        of_outlines + self.point_count() * size_of::<Vec2>() + self.cell_count() * size_of::<CellId>()
    }

    /// Changes the areas of all outlines.
    pub fn set_areas(&mut self, area: impl Fn(AreaId) -> AreaId) {
        for outline in &mut self.list {
            if let OutlineRole::Ground(own) = &mut outline.role {
                *own = area(*own);
            }
        }
    }

    /// Marks the cells of a height as those of earlier outlines.
    fn set_outdated(&mut self, height: f32) {
        if let Some(floor) = self.floors.iter_mut().find(|floor| is_one_height(floor.height, height)) {
            floor.is_outdated = true;
        } else {
            self.floors.push(OutlineFloor { height, cells: Vec::new(), is_outdated: true });
            self.floors.sort_by(|a, b| a.height.total_cmp(&b.height));
        }
    }

    /// Returns the outlines of a height with their indices.
    pub fn at(&self, height: f32) -> impl Iterator<Item = (usize, &PlacedOutline)> {
        self.list.iter().enumerate().filter(move |(_, outline)| is_one_height(outline.height, height))
    }
}

/// Whether outlines of these heights are on one floor.
pub fn is_one_height(one: f32, other: f32) -> bool {
    (one + 0.0).to_bits() == (other + 0.0).to_bits()
}

/// Returns the heights at which outlines differ.
fn changed_heights(before: &Outlines, after: &Outlines) -> Vec<f32> {
    let by_height = |outlines: &'_ Outlines| {
        let mut floors: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, outline) in outlines.list.iter().enumerate() {
            floors.entry((outline.height + 0.0).to_bits()).or_default().push(index);
        }
        floors
    };
    let (old, new) = (by_height(before), by_height(after));
    let heights: BTreeSet<u32> = old.keys().chain(new.keys()).copied().collect();
    let shape = |outlines: &Outlines, floors: &BTreeMap<u32, Vec<usize>>, height: u32| {
        let floor = floors.get(&height).cloned().unwrap_or_default();
        floor
            .into_iter()
            .map(|index| {
                let PlacedOutline { points, role, .. } = &outlines.list[index];
                (points.clone(), *role)
            })
            .collect::<Vec<_>>()
    };
    let is_changed = |&height: &u32| shape(before, &old, height) != shape(after, &new, height);
    heights.into_iter().filter(is_changed).map(f32::from_bits).collect()
}
