//! Kinds of entities: the rows of the table, by file.

pub(super) mod link;
pub(super) mod mesh;
pub(super) mod query_end;

use super::Element;
use super::entity::EntityKind;

impl Element {
    /// Returns the row of the table for the kind of the element.
    pub(super) fn kind(self) -> &'static EntityKind {
        match self {
            Self::Vertex(_) => &mesh::VERTICES,
            Self::Edge(_) => &mesh::EDGES,
            Self::Cell(_) => &mesh::CELLS,
            Self::Link(_) => &link::LINKS,
            Self::Start | Self::Target => &query_end::QUERY_ENDS,
        }
    }
}
