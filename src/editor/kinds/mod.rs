//! Kinds of entities: the rows of the table, by file.

mod link;
mod mesh;
mod query_end;

use super::Element;
use super::entity::EntityKind;

/// Kinds of entities, in the order in which clicks take their elements.
pub(super) static ENTITY_KINDS: [&EntityKind; 5] =
    [&query_end::QUERY_ENDS, &mesh::VERTICES, &mesh::EDGES, &link::LINKS, &mesh::CELLS];

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
