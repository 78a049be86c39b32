//! Descriptions of issues, with their effects and remedies.

use super::{
    Issue, IssueKind, boundary_gap, cells_of, crack, export, form, island, link, near_wall, off_level,
    outline, overlap, passage, shape, size_contrast, tangled, vertex, wall_inside, whole,
};

impl Issue {
    /// Returns the problem, its effect and the remedy, with ids.
    pub fn describe(&self) -> String {
        let [_, text] = self.texts();
        text
    }

    /// Returns a short description with ids, for the first line in a list.
    pub fn headline(&self) -> String {
        let [headline, _] = self.texts();
        headline
    }

    /// Returns the headline and the description.
    #[expect(clippy::too_many_lines, reason = "a table with a row for each kind")]
    fn texts(&self) -> [String; 2] {
        let cells = cells_of(self);
        let cell = |what| format!("Cell {cells} {what}");
        match self.kind {
            IssueKind::Concave => [cell("is concave"), shape::describe_concave(self)],
            IssueKind::InsideOut => [cell("is inside out"), shape::describe_inside_out(self)],
            IssueKind::SelfCrossing => [cell("crosses itself"), shape::describe_self_crossing(self)],
            IssueKind::Flat => [cell("has no area"), shape::describe_flat(self)],
            IssueKind::Overlap => {
                [format!("Cells {cells} overlap {}", overlap::apart(self)), overlap::describe(self)]
            }
            IssueKind::Duplicate => {
                [format!("Cells {cells} have the same corners"), overlap::describe_duplicate(self)]
            }
            IssueKind::Tangled => [tangled::headline(self), tangled::describe(self)],
            IssueKind::NonManifold => [tangled::headline(self), tangled::describe_non_manifold(self)],
            IssueKind::TJunction(gap) => {
                [boundary_gap::headline(self), boundary_gap::describe_t_junction(self, gap)]
            }
            IssueKind::PartialOverlap(_) => {
                [boundary_gap::headline(self), boundary_gap::describe_partial_overlap(self)]
            }
            IssueKind::BoundaryGap(miss) => {
                [boundary_gap::headline(self), boundary_gap::describe(self, miss)]
            }
            IssueKind::ShortEdge(edge) => {
                [format!("Edge {edge} has no length"), form::describe_short_edge(self, edge)]
            }
            IssueKind::Sliver(_) => [cell("is a sliver"), form::describe_sliver(self)],
            IssueKind::Uneven => [
                format!("Cell {cells} is uneven by {:.2} m", self.distance.unwrap_or_default()),
                form::describe_uneven(self),
            ],
            IssueKind::StraightCorner(at) => {
                [format!("Vertex {} is on a straight line", at.0), vertex::describe_straight_corner(at)]
            }
            IssueKind::Pinched(at) => {
                [format!("Vertex {} joins cells that only touch", at.0), vertex::describe_pinched(self, at)]
            }
            IssueKind::UnusedVertex(at) => {
                [format!("Vertex {} belongs to no cell", at.0), vertex::describe_unused(at)]
            }
            IssueKind::Unattached(id, end) => {
                [link::headline_unattached(self, id, end), link::describe_unattached(self, id, end)]
            }
            IssueKind::Crowded(id, end) => [
                format!("Link {} lies on too many cells at its {}", id.0, end.describe()),
                link::describe_crowded(id, end),
            ],
            IssueKind::DuplicateLink(one, other) => [
                format!("Links {} and {} have the same ends", one.0, other.0),
                link::describe_duplicate(one, other),
            ],
            IssueKind::NoReturn(id) => {
                [format!("Link {} has no way back", id.0), link::describe_no_return(id)]
            }
            IssueKind::TinyIsland => [island::headline(self), island::describe_tiny(self)],
            IssueKind::LoneCell => [cell("is connected to nothing"), island::describe_lone(self)],
            IssueKind::NarrowPortal(edge) => {
                [passage::headline_narrow(self, edge), passage::describe_narrow(self, edge)]
            }
            IssueKind::Steep => [passage::headline_steep(self), passage::describe_steep(self)],
            IssueKind::SizeContrast(_) => [size_contrast::headline(self), size_contrast::describe(self)],
            IssueKind::OffLevel(at) => [off_level::headline(self, at), off_level::describe(self, at)],
            IssueKind::NearWall(edge) => [near_wall::headline(self, edge), near_wall::describe(self, edge)],
            IssueKind::WallInside => [wall_inside::headline(self), wall_inside::describe(self)],
            IssueKind::Crack { .. } => [crack::headline(self), crack::describe(self)],
            IssueKind::ExportRefused
            | IssueKind::ExportCorners(_)
            | IssueKind::ExportCollapse { .. }
            | IssueKind::ExportCoarse
            | IssueKind::ExportMerge(_)
            | IssueKind::ExportMargin(_)
            | IssueKind::ExportError => [export::headline(self), export::describe(self)],
            IssueKind::FarFromOrigin => [whole::headline_far(self), whole::describe_far(self)],
            IssueKind::SameName(list, first, again) => [
                whole::headline_name(self, list, first, again),
                whole::describe_name(self, list, first, again),
            ],
            IssueKind::ForbiddenArea(_) => [whole::headline_forbidden(self), whole::describe_forbidden(self)],
            IssueKind::UnusableOutline(_, fault) => {
                [outline::headline(self, fault), outline::describe(self, fault)]
            }
        }
    }
}
