//! Contents of documents that a format stores or loses, and the error of content that no file can hold.

use std::collections::BTreeSet;

use crate::document::{Area, Document, NamedQuery, count};
use crate::navmesh::{AreaId, CellId, VertexId};

/// DocumentContent of a document that some formats do not store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentContent {
    /// Heights of vertices.
    Heights,
    /// Areas of cells, as numbers.
    Areas,
    /// Names of areas.
    AreaNames,
    /// Colours of areas.
    AreaColors,
    /// Links.
    Links,
    /// Queries with their settings and expected answers.
    Queries,
    /// Vertices without a cell.
    IsolatedVertices,
    /// References to level geometry.
    Levels,
}

/// Reason why a document cannot be written in a format, with the cells that prevent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{description}")]
pub struct WriteError {
    /// Reason and remedy.
    pub description: String,
    /// Cells that the format cannot represent.
    pub cells: Vec<CellId>,
}

impl DocumentContent {
    /// All contents that a format may lose.
    pub const ALL: [Self; 8] = [
        Self::Heights,
        Self::Areas,
        Self::AreaNames,
        Self::AreaColors,
        Self::Links,
        Self::Queries,
        Self::IsolatedVertices,
        Self::Levels,
    ];

    /// Returns the name in tables, in the plural.
    pub fn title(self) -> &'static str {
        match self {
            Self::Heights => "heights",
            Self::Areas => "areas",
            Self::AreaNames => "names of areas",
            Self::AreaColors => "colours of areas",
            Self::Links => "links",
            Self::Queries => "queries",
            Self::IsolatedVertices => "isolated vertices",
            Self::Levels => "levels",
        }
    }

    /// Returns the amount in a document, such as "3 links"; `None` if there is nothing to lose.
    ///
    /// Names and colours that a reader gives to unnamed areas are nothing to lose.
    pub fn amount(self, document: &Document) -> Option<String> {
        let mesh = &document.mesh;
        let numbered =
            || (0..).zip(document.areas.iter()).map(|(number, area)| (Area::numbered(number), area));
        let some = |is_so: bool| is_so.then(|| self.title().to_owned());
        let some_of = |number: usize, one, many| (number > 0).then(|| count(number, one, many));
        match self {
            Self::Heights => some(mesh.vertices().any(|(_, position)| position.y != 0.0)),
            Self::Areas => {
                let used: BTreeSet<AreaId> = mesh.cells().map(|(_, cell)| cell.area()).collect();
                some_of(used.iter().filter(|area| area.0 > 0).count(), "area", "areas")
            }
            Self::AreaNames => some(numbered().any(|(plain, area)| plain.name != area.name)),
            Self::AreaColors => some(numbered().any(|(plain, area)| plain.color != area.color)),
            Self::Links => some_of(mesh.link_count(), "link", "links"),
            Self::Queries => {
                let has_end = |query: &&NamedQuery| query.start.is_some() || query.target.is_some();
                some_of(document.queries.iter().filter(has_end).count(), "query", "queries")
            }
            Self::Levels => some_of(document.levels.len(), "level", "levels"),
            Self::IsolatedVertices => {
                let used: BTreeSet<VertexId> =
                    mesh.cells().flat_map(|(_, cell)| cell.corners().iter().copied()).collect();
                some_of(mesh.vertex_count() - used.len(), "isolated vertex", "isolated vertices")
            }
        }
    }

    /// Returns the amounts that a format loses which stores only `stored`.
    ///
    /// Names and colours of areas count only if the format stores areas.
    pub fn losses(stored: &[Self], document: &Document) -> Vec<String> {
        let lost = Self::ALL.into_iter().filter(|content| !stored.contains(content));
        let has_areas = stored.contains(&Self::Areas);
        let lost = lost.filter(|content| has_areas || !matches!(content, Self::AreaNames | Self::AreaColors));
        lost.filter_map(|content| content.amount(document)).collect()
    }
}
