//! The twin of each side of each cell, in four bytes for all but large cells.

use crate::navmesh::paged_vec::{OpenPages, PagedVec};
use crate::navmesh::{CellId, HalfEdge, NavMesh};

/// An encoded side: the cell's id shifted by two, plus the number of the side, at most 3.
///
/// Ids stay below 2³⁰: that many cells would take 24 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Code(pub(super) u32);

/// Twins of the sides of a small cell; those of a large cell are stored elsewhere.
type Sides = [Code; SMALL];

/// Maximum number of sides of a small cell; a cell of more sides is large.
pub(super) const SMALL: usize = 4;

impl Code {
    /// No side. All bits are set, which [`super::fans`] relies on.
    const NONE: Self = Self(u32::MAX);
    /// First code of a large cell; the second code is the cell's index in the list of large cells.
    const LARGE: Self = Self(u32::MAX - 1);

    #[inline]
    pub(super) fn new(cell: CellId, side: u32) -> Self {
        Self(cell.0 << 2 | side.min(3))
    }

    fn of(side: Option<HalfEdge>) -> Self {
        side.map_or(Self::NONE, |side| Self::new(side.cell, side.side))
    }

    #[inline]
    pub(super) fn cell(self) -> CellId {
        CellId(self.0 >> 2)
    }

    /// Returns the number of the side; 3 for the fourth and all later sides.
    #[inline]
    pub(super) fn nth(self) -> usize {
        self.0 as usize & 3
    }
}

/// No side, in half the size of an `Option`.
const NONE: HalfEdge = HalfEdge { cell: CellId(u32::MAX), side: 0 };

/// The twins of the sides of the cell at each slot.
///
/// Unused slots and sides that the cell does not have contain [`Code::NONE`].
#[derive(Clone, Debug, Default)]
pub(super) struct Twins {
    pub(super) small: PagedVec<Small>,
    /// Twins of large cells, in the order of insertion; entries without a reference are waste.
    large: PagedVec<Box<[HalfEdge]>>,
}

/// Compares without regard to the order in which large cells were inserted.
impl PartialEq for Twins {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(&one, &two): (&Small, &Small)| match one.large() {
            Some(_) => self.large_sides(one) == other.large_sides(two),
            None => one == two,
        };
        self.small.len() == other.small.len() && self.small.iter().zip(other.small.iter()).all(is_same)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Small(Sides);

impl Default for Small {
    fn default() -> Self {
        Self([Code::NONE; SMALL])
    }
}

impl Small {
    /// Returns the index among the large cells; `None` for a small cell.
    fn large(self) -> Option<usize> {
        (self.0[0] == Code::LARGE).then_some(self.0[1].0 as usize)
    }
}

impl Twins {
    /// Builds the twins that `join` writes. No cell has more than `most` corners.
    pub(super) fn build(mesh: &NavMesh, most: usize, join: impl FnOnce(&mut TwinWrite<'_, '_>)) -> Self {
        let mut large: Vec<Box<[HalfEdge]>> = Vec::new();
        let small = PagedVec::filled(mesh.cell_slots(), |small: &mut OpenPages<'_, Small>| {
            let cells = (most > SMALL).then(|| mesh.cells()).into_iter().flatten();
            for (id, cell) in cells.filter(|(_, cell)| cell.len() > SMALL) {
                small.slot(id.0 as usize).0[..2].copy_from_slice(&[Code::LARGE, Code(large.len() as u32)]);
                large.push(vec![NONE; cell.len()].into());
            }
            join(&mut TwinWrite { small, large: &mut large });
        });
        Self { small, large: large.into_iter().collect() }
    }

    #[inline]
    pub(super) fn get(&self, side: HalfEdge) -> Option<HalfEdge> {
        let small = self.small.get(side.cell.0 as usize)?;
        if small.0[0] == Code::LARGE {
            return self.get_large(side);
        }
        let code = *small.0.get(side.side as usize)?;
        if code == Code::NONE {
            return None;
        }
        let (cell, nth) = (code.cell(), code.nth() as u32);
        Some(if nth == 3 { self.resolved(cell, side) } else { HalfEdge { cell, side: nth } })
    }

    /// Returns the twin of a side of a large cell.
    #[inline(never)]
    fn get_large(&self, side: HalfEdge) -> Option<HalfEdge> {
        let twin = self.large_sides(self.of(side.cell)?).get(side.side as usize);
        twin.copied().filter(|&twin| twin != NONE)
    }

    /// Returns the twin of a side of a small cell that is the fourth or a later side of another cell.
    #[inline(never)]
    fn resolved(&self, cell: CellId, side: HalfEdge) -> HalfEdge {
        // A large cell stores the full twin of each side, so its side with the twin `side` is the encoded one.
        let of_large = self.of(cell).map_or(&[][..], |small| self.large_sides(small));
        let at = of_large.iter().position(|&twin| twin == side);
        HalfEdge { cell, side: at.map_or(3, |at| at as u32) }
    }

    /// Returns the twins of the sides of a large cell; empty for a small cell.
    fn large_sides(&self, small: Small) -> &[HalfEdge] {
        small.large().and_then(|large| self.large.get(large)).map_or(&[], |sides| sides)
    }

    #[inline]
    pub(super) fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (u32, CellId)> {
        let small = self.of(cell).unwrap_or_default();
        let codes = if small.large().is_some() { [Code::NONE; SMALL] } else { small.0 };
        let of_small = (0..).zip(codes).filter(|(_, code)| *code != Code::NONE);
        let of_large = (0..).zip(self.large_sides(small)).filter(|(_, twin)| **twin != NONE);
        of_small.map(|(side, code)| (side, code.cell())).chain(of_large.map(|(side, twin)| (side, twin.cell)))
    }

    #[inline]
    pub(super) fn few_neighbors(&self, cell: CellId) -> Option<[CellId; SMALL]> {
        let small = self.of(cell).unwrap_or_default();
        small.large().is_none().then(|| small.0.map(Code::cell))
    }

    pub(super) fn count(&self) -> usize {
        let of_cell = |&small: &Small| match small.large() {
            Some(_) => self.large_sides(small).iter().filter(|&&twin| twin != NONE).count(),
            None => small.0.iter().filter(|&&code| code != Code::NONE).count(),
        };
        self.small.iter().map(of_cell).sum()
    }

    fn of(&self, cell: CellId) -> Option<Small> {
        self.small.get(cell.0 as usize).copied()
    }

    pub(super) fn bytes(&self) -> usize {
        let boxed: usize = self.large.iter().map(|sides| size_of_val(&**sides)).sum();
        self.small.bytes() + self.large.bytes() + boxed
    }

    /// Allocates the entry of a cell with `sides` sides, without twins.
    pub(super) fn clear(&mut self, cell: CellId, sides: usize) {
        let Some(old) = self.of(cell) else { return };
        let mut new = Small::default();
        if sides > SMALL {
            let large = old.large().unwrap_or(self.large.len());
            self.large.resize(self.large.len().max(large + 1));
            if let Some(slot) = self.large.get_mut(large) {
                *slot = vec![NONE; sides].into();
            }
            new.0[..2].copy_from_slice(&[Code::LARGE, Code(large as u32)]);
        }
        if old != new
            && let Some(slot) = self.small.get_mut(cell.0 as usize)
        {
            *slot = new;
        }
    }

    /// Sets the twin of a side, or none, in one direction only. The caller must set the other.
    pub(super) fn set(&mut self, side: HalfEdge, twin: Option<HalfEdge>) {
        let Some(small) = self.of(side.cell) else { return };
        // The comparison avoids the copy of a page that would not change.
        if let Some(large) = small.large() {
            let (at, twin) = (side.side as usize, twin.unwrap_or(NONE));
            let is_new =
                self.large.get(large).and_then(|sides| sides.get(at)).is_some_and(|old| *old != twin);
            if is_new && let Some(sides) = self.large.get_mut(large) {
                sides[at] = twin;
            }
        } else {
            let (at, code) = (side.side as usize, Code::of(twin));
            let is_new = small.0.get(at).is_some_and(|old| *old != code);
            if is_new && let Some(small) = self.small.get_mut(side.cell.0 as usize) {
                small.0[at] = code;
            }
        }
    }
}

/// Twins with unshared pages.
pub(super) struct TwinWrite<'a, 'p> {
    small: &'a mut OpenPages<'p, Small>,
    large: &'a mut [Box<[HalfEdge]>],
}

impl TwinWrite<'_, '_> {
    /// Sets the twin of a side of a small cell, in one direction only, like [`Twins::set`].
    #[inline]
    pub(super) fn join(&mut self, side: Code, twin: Code) {
        self.small.slot(side.cell().0 as usize).0[side.nth()] = twin;
    }

    /// Sets the twin of a side, or none, in one direction only, like [`Twins::set`].
    #[inline]
    pub(super) fn set(&mut self, side: HalfEdge, twin: Option<HalfEdge>) {
        let small = self.small.slot(side.cell.0 as usize);
        match small.large() {
            Some(large) => self.large[large][side.side as usize] = twin.unwrap_or(NONE),
            None => small.0[side.side as usize] = Code::of(twin),
        }
    }
}
