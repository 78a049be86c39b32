//! Kinds of entities: the rows of the table, by file.

pub(in crate::editor) mod gravity;
pub(in crate::editor) mod group;
pub(in crate::editor) mod link;
pub(in crate::editor) mod mesh;
pub(in crate::editor) mod outline;
pub(in crate::editor) mod query_end;
pub(in crate::editor) mod volume;

use crate::editor::elements::entity::EntityKind;
use crate::editor::session::pick::Element;

impl Element {
    /// Returns the row of the table for the kind of the element.
    pub(in crate::editor) fn kind(self) -> &'static EntityKind {
        match self {
            Self::Vertex(_) => &mesh::VERTICES,
            Self::Edge(_) => &mesh::EDGES,
            Self::Cell(_) => &mesh::CELLS,
            Self::Link(_) => &link::LINKS,
            Self::Group(_) => &group::GROUPS,
            Self::Outline(_) => &outline::OUTLINES,
            Self::Volume(_) => &volume::VOLUMES,
            Self::Start | Self::Target => &query_end::QUERY_ENDS,
            Self::Gravity => &gravity::GRAVITY,
        }
    }
}
