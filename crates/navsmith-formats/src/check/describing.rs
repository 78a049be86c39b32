//! Descriptions of issues, with their effects and remedies.

use super::{
    Issue, IssueKind, boundary_gap, cells_of, crack, export, invalid_shape, island, link, near_wall,
    off_level, outline, overlap, passage, poor_shape, size_contrast, tangled, vertex, wall_inside, whole,
};

impl Issue {
    /// Returns the problem, its effect and the remedy, with ids.
    pub fn describe(&self) -> String {
        match self.kind {
            IssueKind::Concave => invalid_shape::describe_concave(self),
            IssueKind::InsideOut => invalid_shape::describe_inside_out(self),
            IssueKind::SelfCrossing => invalid_shape::describe_self_crossing(self),
            IssueKind::Flat => invalid_shape::describe_flat(self),
            IssueKind::Overlap => overlap::describe(self),
            IssueKind::Duplicate => overlap::describe_duplicate(self),
            IssueKind::Tangled => tangled::describe(self),
            IssueKind::NonManifold => tangled::describe_non_manifold(self),
            IssueKind::TJunction(gap) => boundary_gap::describe_t_junction(self, gap),
            IssueKind::PartialOverlap(_) => boundary_gap::describe_partial_overlap(self),
            IssueKind::BoundaryGap(miss) => boundary_gap::describe(self, miss),
            IssueKind::ShortEdge(edge) => poor_shape::describe_short_edge(self, edge),
            IssueKind::Sliver(_) => poor_shape::describe_sliver(self),
            IssueKind::Uneven => poor_shape::describe_uneven(self),
            IssueKind::StraightCorner(at) => vertex::describe_straight_corner(at),
            IssueKind::Pinched(at) => vertex::describe_pinched(self, at),
            IssueKind::UnusedVertex(at) => vertex::describe_unused(at),
            IssueKind::Unattached(id, end) => link::describe_unattached(self, id, end),
            IssueKind::Crowded(id, end) => link::describe_crowded(id, end),
            IssueKind::DuplicateLink(one, other) => link::describe_duplicate(one, other),
            IssueKind::NoReturn(id) => link::describe_no_return(id),
            IssueKind::TinyIsland => island::describe_tiny(self),
            IssueKind::LoneCell => island::describe_lone(self),
            IssueKind::NarrowPortal(edge) => passage::describe_narrow(self, edge),
            IssueKind::Steep => passage::describe_steep(self),
            IssueKind::SizeContrast(_) => size_contrast::describe(self),
            IssueKind::OffLevel(at) => off_level::describe(self, at),
            IssueKind::NearWall(edge) => near_wall::describe(self, edge),
            IssueKind::WallInside => wall_inside::describe(self),
            IssueKind::Crack { .. } => crack::describe(self),
            IssueKind::ExportRefused
            | IssueKind::ExportCorners(_)
            | IssueKind::ExportCollapse { .. }
            | IssueKind::ExportCoarse
            | IssueKind::ExportMerge(_)
            | IssueKind::ExportMargin(_)
            | IssueKind::ExportError => export::describe(self),
            IssueKind::FarFromOrigin => whole::describe_far(self),
            IssueKind::SameName(list, first, again) => whole::describe_name(self, list, first, again),
            IssueKind::ForbiddenArea(_) => whole::describe_forbidden(self),
            IssueKind::UnusableOutline(_, fault) => outline::describe(self, fault),
        }
    }

    /// Returns a short description with ids, for the first line in a list.
    pub fn headline(&self) -> String {
        let cells = cells_of(self);
        match self.kind {
            IssueKind::Concave => format!("Cell {cells} is concave"),
            IssueKind::InsideOut => format!("Cell {cells} is inside out"),
            IssueKind::SelfCrossing => format!("Cell {cells} crosses itself"),
            IssueKind::Flat => format!("Cell {cells} has no area"),
            IssueKind::Overlap => format!("Cells {cells} overlap {}", overlap::apart(self)),
            IssueKind::Duplicate => format!("Cells {cells} have the same corners"),
            IssueKind::Tangled | IssueKind::NonManifold => tangled::headline(self),
            IssueKind::TJunction(_) | IssueKind::PartialOverlap(_) | IssueKind::BoundaryGap(_) => {
                boundary_gap::headline(self)
            }
            IssueKind::ShortEdge(edge) => format!("Edge {edge} has no length"),
            IssueKind::Sliver(_) => format!("Cell {cells} is a sliver"),
            IssueKind::Uneven => {
                format!("Cell {cells} is uneven by {:.2} m", self.distance.unwrap_or_default())
            }
            IssueKind::StraightCorner(at) => format!("Vertex {} is on a straight line", at.0),
            IssueKind::Pinched(at) => format!("Vertex {} joins cells that only touch", at.0),
            IssueKind::UnusedVertex(at) => format!("Vertex {} belongs to no cell", at.0),
            IssueKind::Unattached(id, end) => link::headline_unattached(self, id, end),
            IssueKind::Crowded(id, end) => {
                format!("Link {} lies on too many cells at its {}", id.0, end.describe())
            }
            IssueKind::DuplicateLink(one, other) => {
                format!("Links {} and {} have the same ends", one.0, other.0)
            }
            IssueKind::NoReturn(id) => format!("Link {} has no way back", id.0),
            IssueKind::TinyIsland => island::headline(self),
            IssueKind::LoneCell => format!("Cell {cells} is connected to nothing"),
            IssueKind::NarrowPortal(edge) => passage::headline_narrow(self, edge),
            IssueKind::Steep => passage::headline_steep(self),
            IssueKind::SizeContrast(_) => size_contrast::headline(self),
            IssueKind::OffLevel(at) => off_level::headline(self, at),
            IssueKind::NearWall(edge) => near_wall::headline(self, edge),
            IssueKind::WallInside => wall_inside::headline(self),
            IssueKind::Crack { .. } => crack::headline(self),
            IssueKind::ExportRefused
            | IssueKind::ExportCorners(_)
            | IssueKind::ExportCollapse { .. }
            | IssueKind::ExportCoarse
            | IssueKind::ExportMerge(_)
            | IssueKind::ExportMargin(_)
            | IssueKind::ExportError => export::headline(self),
            IssueKind::FarFromOrigin => whole::headline_far(self),
            IssueKind::SameName(list, first, again) => whole::headline_name(self, list, first, again),
            IssueKind::ForbiddenArea(_) => whole::headline_forbidden(self),
            IssueKind::UnusableOutline(_, fault) => outline::headline(self, fault),
        }
    }
}
