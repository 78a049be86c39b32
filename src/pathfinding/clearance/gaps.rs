//! The gaps between the walls of a mesh, and which cells they cut.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use glam::{DVec2, Vec3};

use super::ground::Ground;
use super::sight::{Corner, Sighting};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::Walkable;

/// A straight line over free ground from a corner of the walls to the nearest point of another wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Where it begins.
    pub from: VertexId,
    /// The wall where it ends.
    pub to: HalfEdge,
    /// Both ends in space.
    pub ends: [Vec3; 2],
    /// Its length on the ground, in metres: the diameter of the widest agent that gets through.
    pub width: f64,
}

/// A gap's way through one cell, from one place of its boundary to another.
///
/// Places count along the boundary: 2.25 is a quarter along side 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    pub(super) gap: usize,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Chord {
    /// Whether a place of the boundary lies to the right of the chord.
    pub(super) fn has_right(&self, place: f64) -> bool {
        if self.from <= self.to {
            self.from < place && place < self.to
        } else {
            place > self.from || place < self.to
        }
    }
}

/// The gaps between the walls of a mesh, as one agent sees it.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    gaps: Vec<Gap>,
    /// By cell.
    chords: Vec<(CellId, Chord)>,
}

impl Gaps {
    /// Finds them all. What is seen from each corner of the walls decides the cost: near linear where walls are
    /// close to each other, quadratic where every corner sees all others.
    pub fn build(walkable: &Walkable<'_>) -> Self {
        Self::build_while(walkable, &mut || ControlFlow::Continue(())).continue_value().unwrap_or_default()
    }

    /// The same; `goes_on` is asked at every vertex whether to, and may break it off.
    pub fn build_while(
        walkable: &Walkable<'_>,
        goes_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        let ground = Ground::new(walkable);
        let (mut gaps, mut known) = (Self::default(), BTreeSet::new());
        for (vertex, _) in walkable.mesh.vertices() {
            goes_on()?;
            for corner in Corner::all_at(&ground, vertex) {
                for sighting in corner.look(&ground) {
                    let end = end_vertex(&ground, &sighting);
                    if end.is_none_or(|end| known.insert([vertex.min(end), vertex.max(end)])) {
                        gaps.add(&ground, &corner, &sighting);
                    }
                }
            }
        }
        gaps.chords.sort_by_key(|(cell, _)| *cell);
        ControlFlow::Continue(gaps)
    }

    /// All of them, by the corner that they begin at.
    pub fn all(&self) -> &[Gap] {
        &self.gaps
    }

    /// The parts of gaps in a cell.
    pub(super) fn chords(&self, cell: CellId) -> impl Iterator<Item = (&Gap, Chord)> {
        let first = self.chords.partition_point(|(other, _)| *other < cell);
        let of_cell = self.chords[first..].iter().take_while(move |(other, _)| *other == cell);
        of_cell.filter_map(|&(_, chord)| Some((self.gaps.get(chord.gap)?, chord)))
    }

    fn add(&mut self, ground: &Ground<'_>, corner: &Corner, sighting: &Sighting) {
        let mesh = ground.mesh();
        let Some([a, b]) = mesh.half_edge(sighting.side).map(|ends| ends.map(|end| mesh.position(end)))
        else {
            return;
        };
        let corners = mesh.corners(sighting.cell);
        let Some(first) = corners.iter().position(|&c| c == corner.vertex) else { return };
        let gap = self.gaps.len();
        let mut from = first as f64;
        for &exit in &sighting.exits {
            let t = if exit == sighting.side {
                sighting.t
            } else {
                crossing(ground, corner, sighting.offset, exit)
            };
            self.chords.push((exit.cell, Chord { gap, from, to: f64::from(exit.side) + t }));
            if let Some(twin) = ground.beyond(exit) {
                from = f64::from(twin.side) + (1.0 - t);
            }
        }
        let ends = [mesh.position(corner.vertex), a.lerp(b, sighting.t as f32)];
        self.gaps.push(Gap { from: corner.vertex, to: sighting.side, ends, width: sighting.offset.length() });
    }
}

/// The vertex that a line of sight ends at, if any.
fn end_vertex(ground: &Ground<'_>, sighting: &Sighting) -> Option<VertexId> {
    let [from, to] = ground.mesh().half_edge(sighting.side)?;
    match sighting.t {
        0.0 => Some(from),
        1.0 => Some(to),
        _ => None,
    }
}

/// How far along a side a line from a corner crosses it, from 0 to 1.
fn crossing(ground: &Ground<'_>, corner: &Corner, offset: DVec2, side: HalfEdge) -> f64 {
    let [from, to] = ground.ends(side).map(|end| end.as_dvec2() - corner.at.as_dvec2());
    let t = offset.perp_dot(from) / offset.perp_dot(from - to);
    if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
}
