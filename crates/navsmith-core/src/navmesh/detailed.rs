//! The detail heights of the cells of a mesh.

use std::sync::Arc;

use glam::Vec3;

use super::{CellDetail, CellId, Draft, NavMesh, PagedVec};

impl NavMesh {
    /// Replaces the details of all cells. Returns the first violated invariant as `Err`.
    pub fn with_details(
        mut self,
        details: impl IntoIterator<Item = (CellId, CellDetail)>,
    ) -> Result<Self, String> {
        self.details.resize(0);
        for (cell, detail) in details {
            if self.cell(cell).is_none() {
                return Err(format!("detail heights name cell {}, which does not exist", cell.0));
            }
            self.set_detail(cell, Some(detail));
        }
        self.check_details()?;
        Ok(self)
    }

    /// Whether a cell has detail heights.
    #[inline]
    pub fn has_details(&self) -> bool {
        self.details.len() > 0
    }

    /// Returns the heights of a cell between its corners; `None` if those of its corners are all.
    #[inline]
    pub fn detail(&self, cell: CellId) -> Option<&Arc<CellDetail>> {
        self.details.get(cell.0 as usize)?.as_ref()
    }

    /// Returns the details of all cells that have some, sorted by id.
    pub fn details(&self) -> impl Iterator<Item = (CellId, &CellDetail)> {
        let details = self.details.iter().enumerate();
        details.filter_map(|(i, detail)| Some((CellId(i as u32), detail.as_deref()?)))
    }

    /// Returns the mesh without detail heights.
    #[must_use]
    pub fn without_details(mut self) -> Self {
        self.details.resize(0);
        self
    }

    pub(super) fn set_detail(&mut self, cell: CellId, detail: Option<CellDetail>) {
        let (slot, details) = (cell.0 as usize, &mut self.details);
        if detail.is_some() {
            details.resize(details.len().max(slot + 1));
        }
        if details.get(slot).is_none_or(Option::is_none) && detail.is_none() {
            return;
        }
        if let Some(slot) = details.get_mut(slot) {
            *slot = detail.map(Arc::new);
        }
        // Equal details have equal lengths, and a mesh without details has none.
        let used = |details: &PagedVec<Option<Arc<CellDetail>>>| {
            (0..details.len()).rev().find(|&slot| details.get(slot).is_some_and(Option::is_some))
        };
        if details.len() == slot + 1 {
            let len = used(details).map_or(0, |last| last + 1);
            details.resize(len);
        }
    }

    /// Converts the details like the positions of the corners, which are converted already.
    pub(super) fn convert_details(&mut self, position: impl Fn(Vec3) -> Vec3, is_mirrored: bool) {
        let details: Vec<_> = self.details().map(|(cell, detail)| (cell, detail.clone())).collect();
        for (cell, detail) in details {
            let ring = self.ring(cell);
            let detail = detail.moved(&ring, &position);
            self.set_detail(cell, Some(if is_mirrored { detail.reversed(ring.len()) } else { detail }));
        }
    }

    pub(super) fn check_details(&self) -> Result<(), String> {
        self.details().try_for_each(|(cell, detail)| {
            let fault = |description| format!("the detail of cell {}: {description}", cell.0);
            detail.check(&self.ring(cell)).map_err(fault)
        })
    }

    /// Returns the sizes of the details, in bytes.
    pub(super) fn detail_bytes(&self) -> usize {
        self.details.bytes() + self.details().map(|(_, detail)| detail.bytes()).sum::<usize>()
    }
}

impl Draft {
    /// Sets the heights of a cell between its corners, or removes them.
    ///
    /// Does nothing if there is no such cell.
    pub fn set_detail(&mut self, cell: CellId, detail: Option<CellDetail>) {
        if self.mesh.cell(cell).is_some() {
            self.mesh.set_detail(cell, detail);
        }
    }
}
