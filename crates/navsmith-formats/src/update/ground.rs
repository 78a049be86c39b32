//! Differences of the ground of two generations.
//!
//! The borders of two generations differ by a few voxels although the level is the same, because regions and their
//! simplified contours follow from all of it. Ground is therefore compared at samples: it is lost where the ground
//! around a sample, by the width of that noise, was there and is gone.

use super::ConflictReason;
use crate::document::generated::{GeneratedElements, GeneratedState};
use navsmith_core::geometry::{Vec2, Vec3, at_height, centroid, ground};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Locator, NavMesh, Surface, VertexId};
use navsmith_generation::GenerationSettings;

/// Largest number of samples in the bounding box of a region.
const MOST_SAMPLES: f32 = 4096.0;

/// Ground of the last generation and of a new one.
#[derive(Debug)]
pub(super) struct Grounds<'a> {
    last: NavMesh,
    new: &'a NavMesh,
    locators: [Locator; 2],
    /// Whether each generation alone contains a cell, by slot.
    is_changed: [Vec<bool>; 2],
    /// Distance of samples.
    step: f32,
    /// Distance up to which borders differ without a change of the level.
    noise: f32,
    /// Height up to which ground is on the same floor.
    pub(super) reach: f32,
    /// Height up to which ground differs without a conflict.
    tolerance: f32,
}

/// Ground of a cell, with its heights.
pub(super) struct Region(Surface);

impl Region {
    pub(super) fn of(surface: Surface) -> Self {
        Self(surface)
    }

    pub(super) fn of_ring(ring: &[Vec3]) -> Self {
        Self(Surface::of(&mesh_of([ring]), CellId(0)))
    }

    fn bounds(&self) -> [Vec2; 2] {
        let corners = self.0.corners().iter().map(|&corner| ground(corner));
        corners.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
    }

    /// Returns points of the region at about this distance.
    fn samples(&self, step: f32) -> Vec<Vec3> {
        let [low, high] = self.bounds();
        let size = high - low;
        let step = step.max((size.x * size.y / MOST_SAMPLES).sqrt()).max(size.max_element() / MOST_SAMPLES);
        let counts = (size / step).ceil();
        let mut samples = Vec::new();
        if counts.is_finite() {
            for row in 0..counts.y as u32 {
                for column in 0..counts.x as u32 {
                    let at = low + (Vec2::new(column as f32, row as f32) + 0.5) * step;
                    if self.0.covers(at) {
                        samples.push(at_height(at, self.0.height_at(at)));
                    }
                }
            }
        }
        let middle = ground(centroid(self.0.corners()));
        if self.0.covers(middle) {
            samples.push(at_height(middle, self.0.height_at(middle)));
        }
        samples
    }
}

impl<'a> Grounds<'a> {
    pub(super) fn new(last: &GeneratedElements, new: &'a NavMesh, settings: &GenerationSettings) -> Self {
        let generated = [GeneratedState::Whole, GeneratedState::Divided];
        let cells = last.cells().iter().filter(|cell| generated.contains(&cell.state));
        let rings: Vec<&[Vec3]> = cells.map(|cell| &*cell.ring).collect();
        let next = GeneratedElements::of(new);
        let is_last =
            |ring: &[Vec3]| last.with_ring(ring).any(|index| generated.contains(&last.cells()[index].state));
        let of_last = rings.iter().map(|ring| next.with_ring(ring).is_empty()).collect();
        let mut of_new = vec![false; new.cell_slots()];
        for (id, _) in new.cells() {
            of_new[id.0 as usize] = !is_last(&new.ring(id));
        }
        let last = mesh_of(rings);
        let heights = 2.0 * (1.0 + settings.detail_error) * settings.cell_height();
        let tolerance = heights.max(settings.agent.max_climb / 2.0);
        let tolerance = if tolerance.is_finite() { tolerance } else { settings.agent.height / 2.0 };
        Self {
            locators: [Locator::build(&last), Locator::build(new)],
            last,
            new,
            is_changed: [of_last, of_new],
            step: settings.cell_size(),
            noise: settings.cell_size() * settings.simplification.max(1.0),
            reach: (settings.agent.height / 2.0).max(2.0 * tolerance),
            tolerance,
        }
    }

    fn mesh(&self, side: usize) -> &NavMesh {
        if side == 0 { &self.last } else { self.new }
    }

    /// Returns the height of the nearest ground of a generation on the same floor.
    fn height(&self, side: usize, at: Vec3) -> Option<f32> {
        let (mesh, on) = (self.mesh(side), ground(at));
        let heights = self.locators[side].near(on).filter_map(|cell| Surface::floor(mesh, cell, on));
        let near = heights.filter(|height| (height - at.y).abs() <= self.reach);
        near.min_by(|one, other| (one - at.y).abs().total_cmp(&(other - at.y).abs()))
    }

    /// Returns whether ground of a generation is at all places around a point, and whether it is at none.
    fn around(&self, side: usize, at: Vec3) -> (bool, bool) {
        let steps = [Vec3::ZERO, Vec3::X, -Vec3::X, Vec3::Z, -Vec3::Z];
        let count = steps.iter().filter(|&&step| self.height(side, at + step * self.noise).is_some()).count();
        (count == steps.len(), count == 0)
    }

    /// Whether the last generation has ground at all samples of a region.
    pub(super) fn was_ground(&self, region: &Region) -> bool {
        region.samples(self.step).iter().all(|&at| self.height(0, at).is_some())
    }

    /// Returns the place and the kind of a change of the ground in a region.
    pub(super) fn change(&self, region: &Region) -> Option<(Vec3, ConflictReason)> {
        let [low, high] = region.bounds();
        let margin = Vec2::splat(self.noise);
        let changed: [Vec<CellId>; 2] = [0, 1].map(|side: usize| {
            let cells = self.locators[side].within(self.mesh(side), low - margin, high + margin);
            cells.into_iter().filter(|cell| self.is_changed[side][cell.0 as usize]).collect()
        });
        if changed.iter().all(Vec::is_empty) {
            return None;
        }
        let (mut lost, mut added) = (Vec::new(), Vec::new());
        for at in region.samples(self.step) {
            let [(was_all, was_none), (is_all, is_none)] = [0, 1].map(|side| self.around(side, at));
            lost.extend((was_all && is_none).then_some(at));
            added.extend((is_all && was_none).then_some(at));
        }
        let (reason, places) = if lost.is_empty() {
            (ConflictReason::GroundAdded, added)
        } else {
            (ConflictReason::GroundLost, lost)
        };
        middle(&places).map(|at| (at, reason)).or_else(|| self.moved(region, &changed[0]))
    }

    /// Returns the corner of an earlier cell in a region from which the ground moved farthest.
    ///
    /// Corners have the exact heights of the ground, and places between them may not.
    fn moved(&self, region: &Region, cells: &[CellId]) -> Option<(Vec3, ConflictReason)> {
        let corners = cells.iter().flat_map(|&cell| self.last.ring(cell));
        let moves = corners.filter_map(|corner| {
            let on = ground(corner);
            let is_in = region.0.covers(on) && (region.0.height_at(on) - corner.y).abs() <= self.reach;
            let by = if is_in { self.height(1, corner)? - corner.y } else { return None };
            (by.abs() > self.tolerance).then_some((corner, by))
        });
        let farthest = moves.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()))?;
        Some((farthest.0, ConflictReason::GroundMoved(farthest.1)))
    }
}

/// Returns the sample that is nearest to the middle of all.
fn middle(places: &[Vec3]) -> Option<Vec3> {
    let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
    let distance = |at: &Vec3| at.distance_squared(middle);
    places.iter().copied().min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// Returns a mesh of cells that share no vertices.
pub(super) fn mesh_of<'a>(rings: impl IntoIterator<Item = &'a [Vec3]>) -> NavMesh {
    let (mut vertices, mut cells) = (Vec::new(), Vec::new());
    for ring in rings {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(ring);
        cells.push(Cell::new((first..vertices.len() as u32).map(VertexId), AreaId(0)));
    }
    NavMesh::from_parts(vertices, cells).unwrap_or_default()
}
