//! Detail heights of cells in the form of the file.

use std::collections::BTreeSet;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::RonElement;
use super::place::PlaceStep::{Field, Index};
use navsmith_core::navmesh::{CellDetail, CellId, NavMesh};

/// Heights of a cell between its corners.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Detail", deny_unknown_fields)]
pub(in crate::io) struct DetailEntry {
    /// Index of the cell.
    cell: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    points: Vec<(f32, f32, f32)>,
    /// Numbers of corners of the cell, and after those of points.
    triangles: Vec<(u16, u16, u16)>,
}

impl RonElement for DetailEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + size_of_val(&*self.points) + size_of_val(&*self.triangles))
    }
}

impl DetailEntry {
    /// Returns the details of a mesh, given the indices of its cells.
    pub(super) fn list_of(mesh: &NavMesh, index: impl Fn(CellId) -> Option<u32>) -> Vec<Self> {
        let entry = |(cell, detail): (CellId, &CellDetail)| {
            let points = detail.points().iter().map(|&point| point.into()).collect();
            let triangles = detail.triangles().iter().map(|&triangle| triangle.into()).collect();
            Some(Self { cell: index(cell)?, points, triangles })
        };
        mesh.details().filter_map(entry).collect()
    }

    /// Returns the detail of its cell, which has these corners.
    fn detail(&self, ring: &[Vec3]) -> Result<CellDetail, String> {
        let points = self.points.iter().map(|&point| Vec3::from(point));
        CellDetail::new(ring, points, self.triangles.iter().map(|&triangle| triangle.into()))
    }
}

/// Returns the details of a file, given the corners of its cells; `Err` is the first fault.
pub(super) fn details_of(
    entries: &[DetailEntry],
    ring: impl Fn(u32) -> Option<Vec<Vec3>>,
) -> Result<Vec<(CellId, CellDetail)>, RonFault> {
    let mut known = BTreeSet::new();
    let detail = |(i, entry): (usize, &DetailEntry)| {
        let fault = |description| Err(RonFault::new([Field("details"), Index(i)], description));
        let cell = entry.cell;
        let Some(ring) = ring(cell) else {
            return fault(format!("detail {i} names cell {cell}, which does not exist; correct it"));
        };
        if !known.insert(cell) {
            return fault(format!("detail {i} is another one of cell {cell}; remove one"));
        }
        match entry.detail(&ring) {
            Ok(detail) => Ok((CellId(cell), detail)),
            Err(description) => fault(format!("detail {i}: {description}; correct it")),
        }
    };
    entries.iter().enumerate().map(detail).collect()
}
