//! Edits that connect cells: by welding, by new cells, by links, or by a repair of the border.
//!
//! Each edit is verified on a copy. This module does not depend on what the user selected, and does not change a
//! document.

use std::collections::BTreeSet;

use crate::check::{STOREY, overlapping};
use navsmith_core::geometry::interiors_overlap;
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, add_link, bridge, cut_out, join_at_contact, reverse_winding, separate,
    stitch, storable,
};
use navsmith_core::navmesh::{CellId, Derived, Draft, Edge, HalfEdge, Link, NavMesh};

/// Factor on the height of a storey, so that rounding leaves no overlap at the edge of a cut.
const ROUNDING: f32 = 1.02;

/// Method of closing island gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// Splits cells where sides of others lie in their inside, and joins them.
    Split,
    /// Welds the borders.
    Weld,
    /// Adds cells between the borders.
    Bridge,
    /// Adds a bidirectional link.
    Link,
}

impl JoinKind {
    /// All methods of closing island gaps.
    pub const ALL: [Self; 4] = [Self::Split, Self::Weld, Self::Bridge, Self::Link];

    /// Returns the label of a button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Split => "Split",
            Self::Weld => "Weld",
            Self::Bridge => "Bridge",
            Self::Link => "Link",
        }
    }

    /// Returns the effect as a sentence without a full stop.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Split => "Split the cells at the contact, so that both sides share an edge",
            Self::Weld => "Move the borders onto each other and join their vertices",
            Self::Bridge => "Draw a cell between the two borders",
            Self::Link => "Place a link between the two nearest points, both ways",
        }
    }
}

/// An edit that connects cells, such as by closing all island gaps of a route.
#[derive(Clone, Debug, PartialEq)]
pub enum Joining {
    /// Welds the gaps.
    Weld(Vec<BoundaryGap>),
    /// Adds a cell between each pair of sides.
    Bridge(Vec<[HalfEdge; 2]>),
    /// Adds links.
    Link(Vec<Link>),
    /// Reverses the winding of the cell.
    Reverse(CellId),
    /// Gives each of the cells own vertices at the ends of an edge of three or more cells.
    Separate(Edge, Vec<CellId>),
    /// Cuts a cell out of another that it overlaps, and joins them along the cut.
    CutOut {
        /// The cell that stays unchanged.
        cell: CellId,
        /// The cell that is cut.
        from: CellId,
    },
    /// Splits cells where sides of others lie in their inside, and joins them.
    Split(Vec<ContactSplit>),
}

/// A split of cells where a side of another one lies in their inside.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSplit {
    /// The cell with the side.
    pub cell: CellId,
    /// The cells that are split; the side lies on the first one.
    pub others: Vec<CellId>,
}

impl Joining {
    /// Returns the label of a button, and the name of the undo step.
    pub fn label(&self) -> String {
        match self {
            Self::Weld(_) => "Weld the borders".to_owned(),
            Self::Bridge(pairs) if pairs.len() > 1 => format!("Bridge {} gaps", pairs.len()),
            Self::Bridge(_) => "Bridge the gap".to_owned(),
            Self::Link(links) if links.len() > 1 => format!("Place {} links", links.len()),
            Self::Link(_) => "Place a link".to_owned(),
            Self::Reverse(cell) => format!("Reverse cell {}", cell.0),
            Self::Separate(edge, cells) => match cells.as_slice() {
                [cell] => format!("Separate cell {} from edge {edge}", cell.0),
                _ => format!("Separate {} cells from edge {edge}", cells.len()),
            },
            Self::CutOut { cell, from } => format!("Cut cell {} out of cell {}", cell.0, from.0),
            Self::Split(splits) => {
                let contact = if splits.len() > 1 { "contacts" } else { "contact" };
                let others: BTreeSet<CellId> = splits.iter().flat_map(|split| split.others.clone()).collect();
                match Vec::from_iter(others).as_slice() {
                    [other] => format!("Split cell {} at the {contact} and join", other.0),
                    [one, other] => {
                        format!("Split cells {} and {} at the {contact} and join", one.0, other.0)
                    }
                    others => format!("Split {} cells at the {contact} and join", others.len()),
                }
            }
        }
    }

    /// Applies the edit.
    pub fn run(&self, draft: &mut Draft) -> EditResult {
        match self {
            Self::Weld(gaps) => stitch(draft, gaps),
            Self::Bridge(pairs) => {
                let mut all = Edited::default();
                for &[one, other] in pairs {
                    all.cells.extend(bridge(draft, one, other)?.cells);
                }
                Ok(all)
            }
            Self::Link(links) => {
                let mut all = Edited::default();
                for &link in links {
                    all.links.extend(add_link(draft, link)?.links);
                }
                Ok(all)
            }
            Self::Reverse(cell) => reverse_winding(draft, &[*cell]),
            Self::Separate(edge, cells) => {
                let mut all = Edited::default();
                for &cell in cells {
                    all.cells.extend(separate(draft, *edge, cell)?.cells);
                }
                Ok(all)
            }
            &Self::CutOut { cell, from } => cut_out(draft, &[cell], &[from]),
            Self::Split(splits) => {
                let mut all = Edited::default();
                for split in splits {
                    all.cells.extend(split.run(draft, &all.cells)?.cells);
                }
                all.cells.retain(|&cell| draft.mesh().cell(cell).is_some());
                Ok(all)
            }
        }
    }

    /// Returns the largest distance by which the edit moves vertices, in metres.
    pub fn moves(&self, mesh: &NavMesh) -> f64 {
        let Self::Weld(gaps) = self else { return 0.0 };
        let widths = gaps.iter().map(|gap| {
            let [one, other] = gap.nearest_points(mesh);
            one.distance(other)
        });
        widths.fold(0.0, f64::max)
    }

    /// Returns a copy of the mesh after the edit, or the reason why the edit is impossible.
    pub(super) fn tried(&self, mesh: &NavMesh, derived: &Derived) -> Result<(NavMesh, Derived), String> {
        let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
        let edited = self.run(&mut draft).and_then(|edited| storable(&draft).map(|()| edited));
        let edited = edited.map_err(|refusal| refusal.to_string())?;
        let (mesh, mut derived) = (draft.into_mesh(), derived.clone());
        derived.update(&mesh);
        let is_new = matches!(self, Self::Weld(_) | Self::Bridge(_) | Self::Link(_));
        let over = if is_new { overlapping(&mesh, &derived, &edited.cells) } else { Vec::new() };
        match over.first() {
            Some(cell) => Err(format!("The cell between the borders would lie over cell {}.", cell.0)),
            None => Ok((mesh, derived)),
        }
    }
}

impl ContactSplit {
    /// Splits and joins the cells; `parts` are the cells that earlier splits changed or added.
    fn run(&self, draft: &mut Draft, parts: &[CellId]) -> EditResult {
        let mesh = draft.mesh();
        let ring = mesh.ground_ring(self.cell);
        let mut others = self.others.clone();
        if !parts.is_empty() {
            others.extend(parts);
            let mut seen = BTreeSet::from([self.cell]);
            others.retain(|&other| {
                let is_new = mesh.cell(other).is_some() && seen.insert(other);
                is_new && interiors_overlap(&ring, &mesh.ground_ring(other))
            });
        }
        join_at_contact(draft, self.cell, &others, STOREY * ROUNDING, STOREY * ROUNDING)
    }
}
