//! The gaps between the walls of a mesh and the cells that they cross.

use std::collections::BTreeSet;

use glam::{DVec2, Vec3};

use super::Chord;
use super::sight::{SightCorner, Sighting};
use crate::budget::{Budget, Exhausted};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::agent::ground::Ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::progress::{Progress, Stopped};

/// Budget factor of the search, relative to a usual analysis; lines of sight can cross many cells.
const STEPS: u64 = 16;

/// A straight line over free ground from a corner of the walls to the nearest point of another wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallClearance {
    /// The corner at which it begins.
    pub from: VertexId,
    /// The wall at which it ends.
    pub to: HalfEdge,
    /// Both ends in space.
    pub ends: [Vec3; 2],
    /// Its length on the ground, in metres: the diameter of the widest agent that fits through.
    pub width: f64,
}

const VERTICES_PER_REPORT: usize = 64;

/// The gaps between the walls of a mesh for one agent.
#[derive(Clone, Debug, Default)]
pub struct WallClearances {
    all: Vec<WallClearance>,
    /// The sections of gaps in cells, sorted by cell.
    chords: Vec<(CellId, Chord)>,
    is_cut_short: bool,
}

impl WallClearances {
    /// Finds all gaps within the budget of a mesh of this size.
    ///
    /// The cost depends on the number of walls that each corner sees. It is near linear if walls are close to each
    /// other, and quadratic if every corner sees all others.
    pub fn build(walkable: &Walkable<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let ground = Ground::new(walkable);
        let elements = walkable.mesh.cell_count() + walkable.mesh.vertex_count();
        let mut budget = Budget::of_elements(elements).with_more_steps(STEPS);
        let (mut gaps, mut known) = (Self::default(), BTreeSet::new());
        let mut units = progress.units(walkable.mesh.vertex_count(), VERTICES_PER_REPORT);
        for (vertex, _) in walkable.mesh.vertices() {
            units.step()?;
            if gaps.add_from(&ground, vertex, &mut known, &mut budget).is_err() {
                gaps.is_cut_short = true;
                break;
            }
        }
        gaps.chords.sort_by_key(|(cell, _)| *cell);
        Ok(gaps)
    }

    /// Adds the gaps that begin at a vertex.
    fn add_from(
        &mut self,
        ground: &Ground<'_>,
        vertex: VertexId,
        known: &mut BTreeSet<[VertexId; 2]>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let star = ground.walkable.derived.adjacency.star(vertex);
        // Every cell is searched for its corner at the vertex.
        budget.step(star.iter().map(|&cell| ground.mesh().corners(cell).len()).sum())?;
        for corner in SightCorner::all_at(ground, vertex) {
            for sighting in corner.look(ground, budget)? {
                let end = ground.mesh().half_edge(sighting.side).and_then(|[from, to]| match sighting.t {
                    0.0 => Some(from),
                    1.0 => Some(to),
                    _ => None,
                });
                if end.is_none_or(|end| known.insert([vertex.min(end), vertex.max(end)])) {
                    self.add(ground, &corner, &sighting);
                }
            }
        }
        Ok(())
    }

    /// Returns whether the search stopped early, so that there may be more and narrower gaps.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// Returns all gaps, ordered by the corner at which they begin.
    pub fn all(&self) -> &[WallClearance] {
        &self.all
    }

    pub(super) fn chords(&self, cell: CellId) -> impl Iterator<Item = (&WallClearance, Chord)> {
        let first = self.chords.partition_point(|(other, _)| *other < cell);
        let of_cell = self.chords[first..].iter().take_while(move |(other, _)| *other == cell);
        of_cell.filter_map(|&(_, chord)| Some((self.all.get(chord.gap)?, chord)))
    }

    fn add(&mut self, ground: &Ground<'_>, corner: &SightCorner, sighting: &Sighting) {
        let mesh = ground.mesh();
        let Some([a, b]) = mesh.half_edge(sighting.side).map(|ends| ends.map(|end| mesh.position(end)))
        else {
            return;
        };
        let corners = mesh.corners(sighting.exits[0].cell);
        let Some(first) = corners.iter().position(|&c| c == corner.vertex) else { return };
        let gap = self.all.len();
        let mut from = first as f64;
        for &exit in &sighting.exits {
            let t = if exit == sighting.side {
                sighting.t
            } else {
                crossing(ground, corner, sighting.offset, exit)
            };
            let chord = Chord { gap, from, to: f64::from(exit.side) + t };
            // A gap may touch a cell in one corner, which separates nothing in that cell.
            if chord.length(mesh.corners(exit.cell).len()) > 0.0 {
                self.chords.push((exit.cell, chord));
            }
            if let Some(twin) = ground.beyond(exit) {
                from = f64::from(twin.side) + (1.0 - t);
            }
        }
        let ends = [mesh.position(corner.vertex), a.lerp(b, sighting.t as f32)];
        self.all.push(WallClearance {
            from: corner.vertex,
            to: sighting.side,
            ends,
            width: sighting.offset.length(),
        });
    }
}

/// Returns the position along a side, from 0 to 1, at which a line from a corner crosses it.
fn crossing(ground: &Ground<'_>, corner: &SightCorner, offset: DVec2, side: HalfEdge) -> f64 {
    let [from, to] = ground.ends(side).map(|end| end.as_dvec2() - corner.at.as_dvec2());
    let t = offset.perp_dot(from) / offset.perp_dot(from - to);
    if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
}
