//! Differences between two documents.
//!
//! Elements correspond by their geometry, not by their ids, because files number their elements
//! differently.

mod aspect;
mod matching;
mod entries;
mod nearest;
mod mesh_match;
mod links;
mod outlines;
mod adopted;
mod settings;
mod answers;

pub use answers::{AnswerChange, changed_answers};
pub use aspect::{Aspect, Aspects};
pub use settings::ChangedSetting;

use crate::document::Document;
use entries::AreaMap;
use matching::Matching;
use mesh_match::MeshMatch;
use navsmith_core::navmesh::{AreaId, CellId, LinkId, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Options of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiffOptions {
    /// Maximum distance of a vertex or an end of a link to its nearest counterpart, in metres.
    ///
    /// Vertices between cells with known neighbours correspond at any distance.
    pub tolerance: f32,
    /// Distance in metres up to which a move is no difference.
    pub ignored_move: f32,
}

impl Default for DiffOptions {
    fn default() -> Self {
        Self { tolerance: 0.5, ignored_move: 0.0 }
    }
}

/// An element that is in both documents and differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed<I> {
    /// The element in the first document.
    pub before: I,
    /// The element in the second document.
    pub after: I,
    /// The differences; not empty.
    pub what: Aspects,
}

/// Differences of the elements of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementDiff<I> {
    /// Number of elements without a difference.
    pub unchanged: usize,
    /// Elements that are in both documents and differ, by their order in the first.
    pub changed: Vec<Changed<I>>,
    /// Elements of the first document only.
    pub removed: Vec<I>,
    /// Elements of the second document only.
    pub added: Vec<I>,
}

impl<I: Copy> ElementDiff<I> {
    /// Creates the differences of elements that correspond by slot.
    fn of(
        [before, after]: [impl Iterator<Item = I>; 2],
        matching: &Matching,
        slot: impl Fn(I) -> u32,
        id: impl Fn(u32) -> I,
        differing: impl Fn(I, I) -> Aspects,
    ) -> Self {
        let mut diff = Self { unchanged: 0, changed: Vec::new(), removed: Vec::new(), added: Vec::new() };
        for before in before {
            let Some(after) = matching.to(slot(before)).map(&id) else {
                diff.removed.push(before);
                continue;
            };
            let what = differing(before, after);
            if what.is_empty() {
                diff.unchanged += 1;
            } else {
                diff.changed.push(Changed { before, after, what });
            }
        }
        diff.added.extend(after.filter(|&after| matching.from(slot(after)).is_none()));
        diff
    }

    /// Whether all elements are in both documents without a difference.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of differences.
    pub fn len(&self) -> usize {
        self.changed.len() + self.removed.len() + self.added.len()
    }

    /// Returns the elements that differ in an aspect.
    pub fn changed_in(&self, aspect: Aspect) -> impl Iterator<Item = &Changed<I>> {
        self.changed.iter().filter(move |changed| changed.what.contains(aspect))
    }
}

/// Differences from a first to a second document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentDiff {
    /// Differences of the vertices.
    pub vertices: ElementDiff<VertexId>,
    /// Differences of the cells.
    pub cells: ElementDiff<CellId>,
    /// Differences of the links.
    pub links: ElementDiff<LinkId>,
    /// Differences of the areas; their order is no difference.
    pub areas: ElementDiff<AreaId>,
    /// Differences of the queries, by index; their order is no difference.
    pub queries: ElementDiff<usize>,
    /// Differences of the outlines, by index.
    pub outlines: ElementDiff<usize>,
    /// Differences of the levels, by index.
    pub levels: ElementDiff<usize>,
    /// Differences of the export targets, by index.
    pub exports: ElementDiff<usize>,
    /// Differences of the scenarios, by index.
    pub scenarios: ElementDiff<usize>,
    /// Differences of the ignored issues, by index.
    pub ignored: ElementDiff<usize>,
    /// Difference of the agents for which issues are found; its index is 0.
    pub agents: ElementDiff<usize>,
    /// Settings with another value: the length of a metre, those of the side view and of the generation.
    pub settings: Vec<ChangedSetting>,
    /// Whether elements are too crowded to find the nearest ones.
    ///
    /// Moved elements may then count as removed and added.
    pub is_cut_short: bool,
    vertex_matching: Matching,
    cell_matching: Matching,
    link_matching: Matching,
    query_matching: Matching,
}

impl DocumentDiff {
    /// Finds the differences from one document to another. Near-linear.
    pub fn between(
        documents: [&Document; 2],
        options: DiffOptions,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let meshes = documents.map(|document| &document.mesh);
        let areas = AreaMap::of(documents);
        let found = MeshMatch::find(meshes, &areas, options, progress)?;
        let (link_matching, of_links) = links::match_links(meshes, options, progress)?;
        let query_matching = entries::match_queries(documents);
        Ok(Self {
            vertices: found.vertex_diff(options),
            cells: found.cell_diff(options),
            links: links::link_diff(meshes, &link_matching, options),
            areas: areas.diff(documents),
            queries: entries::query_diff(documents, &query_matching, (&areas, &found.cells), options),
            outlines: outlines::outline_diff(documents, &areas, options),
            levels: entries::level_diff(documents),
            exports: entries::export_diff(documents),
            scenarios: entries::scenario_diff(documents, &areas),
            ignored: entries::ignored_diff(documents),
            agents: entries::agent_diff(documents),
            settings: settings::changed_settings(documents),
            is_cut_short: found.is_cut_short || of_links.is_err(),
            vertex_matching: found.vertices,
            cell_matching: found.cells,
            link_matching,
            query_matching,
        })
    }

    /// Whether the documents have no differences.
    pub fn is_empty(&self) -> bool {
        let Self { vertices, cells, links, areas, queries, levels, exports, .. } = self;
        let Self { scenarios, ignored, agents, settings, outlines, .. } = self;
        vertices.is_empty()
            && cells.is_empty()
            && links.is_empty()
            && areas.is_empty()
            && queries.is_empty()
            && outlines.is_empty()
            && levels.is_empty()
            && exports.is_empty()
            && scenarios.is_empty()
            && ignored.is_empty()
            && agents.is_empty()
            && settings.is_empty()
    }

    /// Returns the cell of the second document that corresponds to one of the first.
    pub fn cell_after(&self, before: CellId) -> Option<CellId> {
        self.cell_matching.to(before.0).map(CellId)
    }

    /// Returns the indices of each query that is in both documents.
    fn query_pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.query_matching.pairs().map(|pair| pair.map(|index| index as usize))
    }
}
