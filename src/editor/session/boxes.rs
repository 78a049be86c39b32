//! Selection by a box: the elements inside it or touched by it.

use std::collections::BTreeSet;

use glam::{DMat4, DVec3, Vec2, Vec3};
use smallvec::SmallVec;

use crate::editor::session::pick::PickContext;
use crate::editor::view::orbit::OrbitCamera;
use navsmith_core::geometry::{Segment, covers, ground, segments_cross};
use navsmith_core::navmesh::{CellId, Edge, VertexId};

/// Box of a selection, given by its minimum and its maximum.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) struct SelectionBox {
    corners: [Vec2; 2],
    /// Camera and transform to clip space of the 3D view; `None` on the ground.
    space: Option<(OrbitCamera, DMat4)>,
}

impl SelectionBox {
    /// Returns a box on the ground, which contains all heights.
    pub(in crate::editor) fn on_ground(one: Vec2, other: Vec2) -> Self {
        Self { corners: [one.min(other), one.max(other)], space: None }
    }

    /// Returns a box on the screen of the 3D view, which contains all that is seen through it.
    pub(in crate::editor) fn on_screen(orbit: &OrbitCamera, one: Vec2, other: Vec2) -> Self {
        let space = Some((*orbit, orbit.clip_from_local(DVec3::ZERO)));
        Self { corners: [one.min(other), one.max(other)], space }
    }

    /// Returns the position in the plane of the box; `None` behind the eye.
    fn place(&self, at: Vec3) -> Option<Vec2> {
        match &self.space {
            None => Some(ground(at)),
            Some((orbit, clip)) => orbit.screen_from_clip(*clip * at.as_dvec3().extend(1.0)),
        }
    }

    /// Whether a position is inside.
    pub(in crate::editor) fn contains(&self, at: Vec3) -> bool {
        self.place(at).is_some_and(|at| self.contains_place(at))
    }

    fn contains_place(&self, at: Vec2) -> bool {
        let [min, max] = self.corners;
        is_inside(at, min, max)
    }

    /// Whether a segment reaches into the box.
    pub(in crate::editor) fn touches(&self, ends: [Vec3; 2]) -> bool {
        let ends = match &self.space {
            None => Some(ends),
            Some((orbit, _)) => orbit.in_front(ends),
        };
        let places = ends.and_then(|[from, to]| Some([self.place(from)?, self.place(to)?]));
        places.is_some_and(|[from, to]| {
            self.contains_place(from) || self.contains_place(to) || self.crosses([from, to])
        })
    }

    /// Whether a line passes through the box from side to side, and so crosses one of its diagonals.
    fn crosses(&self, [from, to]: [Vec2; 2]) -> bool {
        let [min, max] = self.corners;
        let line = Segment::new(from, to);
        let diagonals = [(min, max), (Vec2::new(min.x, max.y), Vec2::new(max.x, min.y))];
        diagonals.iter().any(|&(a, b)| segments_cross(&line, &Segment::new(a, b)))
    }

    /// Whether a polygon reaches into the box.
    fn touches_ring(&self, ring: &[Vec3]) -> bool {
        let sides = || ring.iter().zip(ring.iter().cycle().skip(1));
        let covers_corner = || {
            let places: Option<SmallVec<[Vec2; 8]>> = ring.iter().map(|&at| self.place(at)).collect();
            places.is_some_and(|places| covers(&places, self.corners[0]))
        };
        sides().any(|(&from, &to)| self.touches([from, to])) || covers_corner()
    }
}

/// Whether a point lies in the box between two corners.
pub(in crate::editor) fn is_inside(point: Vec2, min: Vec2, max: Vec2) -> bool {
    point.cmpge(min).all() && point.cmple(max).all()
}

impl PickContext<'_> {
    /// Returns the visible vertices in a box.
    pub(in crate::editor) fn vertices_in(&self, area: &SelectionBox) -> Vec<VertexId> {
        let corners = self.cells_of_box(area).into_iter().flat_map(|cell| self.mesh.corners(cell)).copied();
        let is_inside = |id: &VertexId| area.contains(self.mesh.position(*id));
        let found: BTreeSet<VertexId> = corners.chain(self.isolated.iter()).filter(is_inside).collect();
        found.into_iter().collect()
    }

    /// Returns the visible edges that lie in a box; if `touching`, also those that reach into it.
    pub(in crate::editor) fn edges_in(&self, area: &SelectionBox, touching: bool) -> Vec<Edge> {
        let is_taken = |edge: &Edge| {
            let ends = self.mesh.edge_positions(*edge);
            ends.into_iter().all(|end| area.contains(end)) || touching && area.touches(ends)
        };
        self.edges_of(self.cells_of_box(area)).into_iter().filter(is_taken).collect()
    }

    /// Returns the visible cells that lie in a box; if `touching`, also those that reach into it.
    pub(in crate::editor) fn cells_in(&self, area: &SelectionBox, touching: bool) -> Vec<CellId> {
        let mut cells = self.cells_of_box(area);
        cells.retain(|&cell| {
            let ring = self.mesh.ring(cell);
            ring.iter().all(|&at| area.contains(at)) || touching && area.touches_ring(&ring)
        });
        cells
    }

    /// Returns the visible cells that may reach into a box.
    fn cells_of_box(&self, area: &SelectionBox) -> Vec<CellId> {
        let [min, max] = area.corners;
        self.visible(match area.space {
            None => self.derived.locator.within(self.mesh, min, max),
            Some(_) => self.mesh.cells().map(|(id, _)| id).collect(),
        })
    }
}
