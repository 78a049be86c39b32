//! The cells that can be reached without leaving a circle.
//!
//! The circle grows. It reaches a cell when it first touches a portal into the cell, so cells come in the order of
//! this distance. A search for something near can stop as soon as it is found.

use std::collections::HashSet;

use glam::{DVec2, Vec2};

use super::entered::EnteredSet;
use super::locate::Located;
use super::outline::{CellOutline, OutlineSide, SideCut, SidePiece, nearest};
use crate::geometry::ground;
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::Walkable;
use crate::trace::{Observer, Silent};

/// A cell that can be reached inside a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircleCell {
    /// The cell.
    pub cell: CellId,
    /// The side of the cell before that leads into it; `None` for the first.
    pub through: Option<HalfEdge>,
    /// The radius of the smallest circle in which the cell can be reached, in metres.
    ///
    /// All circles have the same centre.
    pub reach: f64,
    /// The index of the cell's convex piece that was reached.
    pub(in crate::pathfinding) piece: usize,
}

impl CircleCell {
    /// Returns the cell before it on the path from the first; `None` for the first.
    pub fn parent(&self) -> Option<CellId> {
        self.through.map(|side| side.cell)
    }
}

/// An event of the growth of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircleEvent {
    /// The circle reached a cell.
    Entered(CircleCell),
    /// A portal lies outside of the circle.
    Outside {
        /// The side of the portal.
        half_edge: HalfEdge,
        /// The distance from the centre, in metres.
        distance: f64,
    },
}

/// Returns the cells that can be reached without leaving a circle around a position, nearest first.
///
/// The first is the position's own cell. `radius` is in metres; infinite for everything that can be reached. The cost
/// is `n log n` in the cells returned.
pub fn cells_in_circle(walkable: &Walkable<'_>, from: &Located, radius: f32) -> Vec<CircleCell> {
    let mut circle = Circle::new(walkable, from, ground(from.point).as_dvec2(), radius.into());
    let mut known = HashSet::new();
    let reached = std::iter::from_fn(|| circle.grow(&mut Silent)).map(|(reached, _)| reached);
    reached.filter(|reached| known.insert(reached.cell)).collect()
}

/// Memory of a circle, kept between queries.
#[derive(Clone, Debug, Default)]
pub(super) struct CircleMemory {
    /// Pieces behind portals inside the circle: reach, cell, side that leads into it, piece.
    open: PriorityQueue<(TotalF64, CellId, Option<HalfEdge>, usize)>,
    entered: EnteredSet<SidePiece>,
}

/// A circle that grows up to a radius, over the convex pieces of cells.
pub(in crate::pathfinding) struct Circle<'a> {
    pub(super) cut: SideCut<'a>,
    middle: DVec2,
    radius: f64,
    memory: CircleMemory,
}

impl<'a> Circle<'a> {
    /// Creates a circle of radius 0; paths begin at `from`.
    pub(in crate::pathfinding) fn new(
        walkable: &'a Walkable<'a>,
        from: &Located,
        middle: DVec2,
        radius: f64,
    ) -> Self {
        let from = (from.cell, ground(from.point));
        Self::in_memory(walkable, from, (middle, radius), CircleMemory::default())
    }

    /// Like [`Self::new`], but uses the memory of an earlier circle.
    pub(super) fn in_memory(
        walkable: &'a Walkable<'a>,
        (cell, at): (CellId, Vec2),
        (middle, radius): (DVec2, f64),
        mut memory: CircleMemory,
    ) -> Self {
        let cut = SideCut::new(walkable);
        let (cell, piece) = cut.piece_at(cell, at);
        memory.open.clear();
        memory.entered.clear();
        if walkable.mesh.cell(cell).is_some() {
            memory.open.push((TotalF64::from(0.0), cell, None, piece));
        }
        Self { cut, middle, radius, memory }
    }

    pub(super) fn into_memory(self) -> CircleMemory {
        self.memory
    }

    /// Grows the circle to the next piece of a cell, with its outline; `None` at its full radius.
    pub(in crate::pathfinding) fn grow(
        &mut self,
        observer: &mut impl Observer<CircleEvent>,
    ) -> Option<(CircleCell, CellOutline)> {
        let next = loop {
            let (reach, cell, through, piece) = self.memory.open.pop()?;
            if self.memory.entered.insert((cell, piece)) {
                break CircleCell { cell, through, reach: reach.into(), piece };
            }
        };
        observer.observe(CircleEvent::Entered(next));
        let outline = self.cut.outline((next.cell, next.piece));
        for OutlineSide { half_edge, ends } in outline.sides_of_mesh() {
            let distance = nearest(ends, self.middle).offset.length();
            let is_near = distance <= self.radius;
            if !is_near && !observer.is_enabled() {
                continue;
            }
            let Ok(piece) = self.cut.behind(half_edge) else { continue };
            if self.memory.entered.contains(piece) {
                continue;
            }
            if is_near {
                let reach = next.reach.max(distance);
                self.memory.open.push((reach.into(), piece.0, Some(half_edge), piece.1));
            } else {
                observer.observe(CircleEvent::Outside { half_edge, distance });
            }
        }
        Some((next, outline))
    }
}

impl CircleEvent {
    /// Describes the event and its reason in a sentence in plain words.
    pub fn caption(&self) -> String {
        match self {
            Self::Entered(CircleCell { cell, through: None, .. }) => {
                format!("The circle starts in cell {}.", cell.0)
            }
            Self::Entered(entered) => {
                format!("At {:.2} m the circle reaches cell {}.", entered.reach, entered.cell.0)
            }
            Self::Outside { half_edge, distance } => {
                format!("{half_edge:#} is {distance:.2} m away, outside of the circle.")
            }
        }
    }
}
