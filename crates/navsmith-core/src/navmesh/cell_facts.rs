//! Facts about the cells of a mesh, each computed when it is first asked for.

use std::f32::consts::FRAC_PI_2;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use super::headroom::headroom;
use super::{CellId, Locator, NavMesh, Pieces};
use crate::geometry::{convex_winding, normal};

/// A value that no fact has.
const UNKNOWN: u32 = u32::MAX;

/// One fact for each cell. Copies share it.
#[derive(Clone, Debug, Default)]
struct Fact(OnceLock<Arc<[AtomicU32]>>);

/// Number of cells in a page of [`PiecesByCell`].
const PAGE: usize = 512;

/// The pieces of the cells of a page, each computed when it is first asked for.
type PiecesPage = Box<[OnceLock<Option<Box<Pieces>>>]>;

/// The convex pieces of cells that are not convex. Copies share them.
#[derive(Clone, Debug, Default)]
struct PiecesByCell(OnceLock<Arc<[OnceLock<PiecesPage>]>>);

/// Facts about the cells of one revision of a mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct CellFacts {
    headrooms: Fact,
    slopes: Fact,
    windings: Fact,
    pieces: PiecesByCell,
}

impl Fact {
    /// Returns the fact of a cell; `None` for a cell that does not exist.
    #[inline]
    fn of(&self, mesh: &NavMesh, cell: CellId, compute: impl FnOnce() -> u32) -> Option<u32> {
        let slot = self.0.get().and_then(|slots| slots.get(cell.0 as usize));
        match slot.map(|slot| slot.load(Ordering::Relaxed)) {
            Some(known) if known != UNKNOWN => Some(known),
            _ => self.found(mesh, cell, compute),
        }
    }

    #[cold]
    #[inline(never)]
    fn found(&self, mesh: &NavMesh, cell: CellId, compute: impl FnOnce() -> u32) -> Option<u32> {
        let slots = || (0..mesh.cell_slots()).map(|_| AtomicU32::new(UNKNOWN)).collect();
        let slot = self.0.get_or_init(slots).get(cell.0 as usize)?;
        mesh.cell(cell)?;
        let fact = compute();
        slot.store(fact, Ordering::Relaxed);
        Some(fact)
    }

    fn bytes(&self) -> usize {
        self.0.get().map_or(0, |slots| size_of_val(&**slots))
    }
}

impl PiecesByCell {
    fn of(&self, mesh: &NavMesh, cell: CellId) -> Option<&Pieces> {
        mesh.cell(cell)?;
        let (page, index) = (cell.0 as usize / PAGE, cell.0 as usize % PAGE);
        let pages = || (0..mesh.cell_slots().div_ceil(PAGE)).map(|_| OnceLock::new()).collect();
        let slots = || (0..PAGE).map(|_| OnceLock::new()).collect();
        let slots = self.0.get_or_init(pages).get(page)?.get_or_init(slots);
        let pieces = || Pieces::of_ring(cell, &mesh.ground_ring(cell)).map(Box::new);
        slots.get(index)?.get_or_init(pieces).as_deref()
    }

    fn bytes(&self) -> usize {
        let Some(pages) = self.0.get() else { return 0 };
        let of_page = |page: &OnceLock<PiecesPage>| {
            page.get().map_or(0, |slots| {
                let pieces = slots.iter().filter_map(|slot| slot.get()?.as_ref());
                size_of_val(&**slots) + pieces.map(|pieces| pieces.bytes()).sum::<usize>()
            })
        };
        size_of_val(&**pages) + pages.iter().map(of_page).sum::<usize>()
    }
}

impl CellFacts {
    /// Returns the headroom of a cell, in metres; infinite for a cell that does not exist.
    pub(super) fn headroom(&self, mesh: &NavMesh, locator: &Locator, cell: CellId) -> f32 {
        let headroom = self.headrooms.of(mesh, cell, || headroom(mesh, locator, cell).to_bits());
        headroom.map_or(f32::INFINITY, f32::from_bits)
    }

    /// Returns the angle of a cell from level, in radians, whichever way it faces.
    pub(super) fn slope(&self, mesh: &NavMesh, cell: CellId) -> f32 {
        let slope = || normal(&mesh.ring(cell)).map_or(0.0, |up| up.y.abs().min(1.0).acos());
        let slope = self.slopes.of(mesh, cell, || slope().min(FRAC_PI_2).to_bits());
        slope.map_or(0.0, f32::from_bits)
    }

    /// Returns the winding of a convex cell: 1 for counter-clockwise, -1 for clockwise, else 0.
    #[inline]
    pub(super) fn convex_winding(&self, mesh: &NavMesh, cell: CellId) -> i8 {
        let winding = || convex_winding(&mesh.ground_ring(cell));
        match self.windings.of(mesh, cell, || (winding() + 1) as u32) {
            Some(0) => -1,
            Some(2) => 1,
            _ => 0,
        }
    }

    /// Returns the convex pieces of a cell that is not convex; `None` if it cannot be decomposed.
    pub(super) fn pieces(&self, mesh: &NavMesh, cell: CellId) -> Option<&Pieces> {
        self.pieces.of(mesh, cell)
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let facts = [&self.headrooms, &self.slopes, &self.windings].map(Fact::bytes);
        facts.into_iter().sum::<usize>() + self.pieces.bytes()
    }
}
