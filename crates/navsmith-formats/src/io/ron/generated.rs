//! Cells and links of the last generation in the form of the file.
//!
//! Cells of the mesh that are as they were generated are not written again.

use std::collections::BTreeSet;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::{check_position, is_default};
use super::link::LinkEntry;
use super::place::PlaceStep::{Field, Index};
use crate::document::Document;
use crate::document::generated::{GeneratedCell, GeneratedElements, GeneratedState, link_key};
use crate::io::MAX_CORNERS;
use navsmith_core::navmesh::{AreaId, CellId, Link, NavMesh};

/// Cells and links of the last generation.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Generated", deny_unknown_fields)]
pub(in crate::io) struct GeneratedEntry {
    /// Indices of the cells of the mesh that are not as they were generated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    by_hand: Vec<u32>,
    /// Indices of the cells of the mesh that are parts of generated ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<u32>,
    /// Generated cells that the mesh does not contain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<GeneratedCellEntry>,
    /// Indices of the links of the mesh that are as they were generated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<u32>,
    /// Generated links that the mesh does not contain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    other_links: Vec<LinkEntry>,
}

/// A generated cell that the mesh does not contain.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "GeneratedCell", deny_unknown_fields)]
struct GeneratedCellEntry {
    state: StateEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    area: u32,
    corners: Vec<(f32, f32, f32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
enum StateEntry {
    Whole,
    Divided,
    Piece,
    Replaced,
}

impl GeneratedCellEntry {
    fn of(cell: &GeneratedCell) -> Self {
        let state = match cell.state {
            GeneratedState::Whole => StateEntry::Whole,
            GeneratedState::Divided => StateEntry::Divided,
            GeneratedState::Piece => StateEntry::Piece,
            GeneratedState::Replaced => StateEntry::Replaced,
        };
        Self { state, area: cell.area.0.into(), corners: cell.ring.iter().map(|&at| at.into()).collect() }
    }

    fn into_cell(self) -> GeneratedCell {
        let state = match self.state {
            StateEntry::Whole => GeneratedState::Whole,
            StateEntry::Divided => GeneratedState::Divided,
            StateEntry::Piece => GeneratedState::Piece,
            StateEntry::Replaced => GeneratedState::Replaced,
        };
        let area = AreaId(u8::try_from(self.area).unwrap_or(0));
        GeneratedCell { ring: self.corners.into_iter().map(Vec3::from).collect(), area, state }
    }

    /// Returns the first fault in a file with this number of areas, with its path in the cell.
    fn check(&self, areas: usize) -> Result<(), RonFault> {
        let count = self.corners.len();
        if !(3..=MAX_CORNERS).contains(&count) {
            let why = format!("a generated cell has {count} corners; give 3 to {MAX_CORNERS}");
            return Err(RonFault::new([Field("corners")], why));
        }
        for (i, &corner) in self.corners.iter().enumerate() {
            let place = [Field("corners"), Index(i)];
            check_position(&corner.into(), place, || format!("corner {i} of a generated cell"))?;
        }
        if self.area as usize >= areas {
            let why = format!("it names area {}, but areas end at {}; add the area", self.area, areas - 1);
            return Err(RonFault::new([Field("area")], why));
        }
        Ok(())
    }
}

impl GeneratedEntry {
    /// Returns the entry of a document, given the indices of cells; `None` if its mesh is not generated.
    pub(super) fn of(document: &Document, index: impl Fn(CellId) -> Option<u32>) -> Option<Self> {
        let generated = &document.generated;
        if generated.is_empty() {
            return None;
        }
        let matching = generated.matching(&document.mesh);
        let (links, other_links) = links_of(document);
        let mut entry =
            Self { by_hand: Vec::new(), pieces: Vec::new(), others: Vec::new(), links, other_links };
        for (id, _) in document.mesh.cells() {
            let state = matching.of_cell(id).map(|nth| generated.cells()[nth].state);
            match state {
                None => entry.by_hand.extend(index(id)),
                Some(GeneratedState::Piece) => entry.pieces.extend(index(id)),
                Some(_) => {}
            }
        }
        let others = generated.cells().iter().enumerate().filter(|(nth, _)| !matching.has(*nth));
        entry.others.extend(others.map(|(_, cell)| GeneratedCellEntry::of(cell)));
        Some(entry)
    }

    /// Returns the cells that the entry of a file with this mesh means.
    pub(super) fn into_generated(self, mesh: &NavMesh) -> GeneratedElements {
        let [by_hand, pieces] =
            [self.by_hand, self.pieces].map(|list| list.into_iter().collect::<BTreeSet<_>>());
        let of_mesh = (0..).zip(mesh.cells()).filter(|(index, _)| !by_hand.contains(index));
        let of_mesh = of_mesh.map(|(index, (id, cell))| {
            let state = if pieces.contains(&index) { GeneratedState::Piece } else { GeneratedState::Whole };
            GeneratedCell { ring: mesh.ring(id).to_vec(), area: cell.area(), state }
        });
        let others = self.others.into_iter().map(GeneratedCellEntry::into_cell);
        let links: BTreeSet<u32> = self.links.into_iter().collect();
        let in_mesh = (0..).zip(mesh.links()).filter(|(index, _)| links.contains(index));
        let other_links = self.other_links.into_iter().map(LinkEntry::into_link);
        let links = in_mesh.map(|(_, (_, link))| *link).chain(other_links);
        GeneratedElements::new(of_mesh.chain(others)).with_links(links)
    }

    /// Returns the first fault, with its path in the entry.
    ///
    /// The file has these numbers of areas, cells and links.
    pub(super) fn check(&self, [areas, cells, links]: [usize; 3]) -> Result<(), RonFault> {
        let lists = [
            ("by_hand", "cell", &self.by_hand, cells),
            ("pieces", "cell", &self.pieces, cells),
            ("links", "link", &self.links, links),
        ];
        for (list, name, indices, count) in lists {
            if let Some(i) = indices.iter().position(|&index| index as usize >= count) {
                let why = format!("it names {name} {}, but there are {count}, counted from 0", indices[i]);
                return Err(RonFault::new([Field(list), Index(i)], why + "; correct it"));
            }
        }
        let check = |(i, cell): (usize, &GeneratedCellEntry)| {
            cell.check(areas).map_err(|fault| fault.within([Field("others"), Index(i)]))
        };
        self.others.iter().enumerate().try_for_each(check)?;
        self.other_links.iter().enumerate().try_for_each(|(i, link)| link.check("other_links", i))
    }
}

/// Returns the indices of the generated links of the mesh, and those that it does not contain.
fn links_of(document: &Document) -> (Vec<u32>, Vec<LinkEntry>) {
    let generated = &document.generated;
    if generated.links().is_empty() {
        return Default::default();
    }
    let in_mesh = (0..).zip(document.mesh.links()).filter(|(_, (_, link))| generated.has_link(link));
    let in_mesh: Vec<(u32, &Link)> = in_mesh.map(|(index, (_, link))| (index, link)).collect();
    let keys: BTreeSet<_> = in_mesh.iter().map(|(_, link)| link_key(link)).collect();
    let others = generated.links().iter().filter(|link| !keys.contains(&link_key(link)));
    (in_mesh.into_iter().map(|(index, _)| index).collect(), others.map(LinkEntry::of).collect())
}
