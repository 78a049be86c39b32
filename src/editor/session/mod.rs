//! The [`Session`]: document, history, selection and settings. Also the engine of computed values.
//!
//! A `TableOrder` sorts the rows of a panel by a column. A `Table` is copied as text or saved as a `TableContent`,
//! which keeps the meshes to measure, so that a job computes it. Edits take a `DocumentDraft`: the `Draft` of the mesh,
//! and the rest of the document. During a drag, every frame applies the whole delta to the document as it was at the
//! start of the drag. Rounding does not accumulate, and Escape restores the old document. What the editor computes from
//! the document and may take longer than a frame is an `Analysis`: a key that contains all that the value depends on,
//! and a computation on it. The trace of a short search is kept beside its answer, and the ranges of legends beside the
//! mesh; both are computed at first use. Its `Memo` stores the last value with its key, and the state of its job: idle,
//! running or stopped. After every change, `Editor::follow_analyses` compares each key with the present one. A value
//! with another key is outdated; a job for another key is stopped. `When` states when a value is computed: at its first
//! use, by a job after its first use, on request, or always. Small meshes are computed at first use, large ones by a
//! job (`Effect::Start`, `Input::JobDone`). Keys contain snapshots. A snapshot of the mesh costs little, and two of the
//! same mesh compare by pointer first.
//!
//! Invariant: a value that the editor shows as current equals a new computation; `tests/it/computed_values.rs` checks
//! this after random edits, settings, and late, stopped and failed jobs.

pub mod job;
pub mod pick;
pub mod selection;
pub mod draft;
pub(super) mod outlines;
pub mod command;
pub mod options;
pub mod table;
pub mod scales;
pub(super) mod sight;
pub(super) mod boxes;
pub mod visibility;
pub mod document_file;
pub(super) mod pointing;
pub mod loaded;
pub mod picture;
pub mod request;
pub mod effect;
pub(super) mod memo;
pub(super) mod following;
pub mod change;

use std::sync::Arc;

use self::change::Restored;
use self::document_file::DocumentFile;
use self::options::Options;
use self::outlines::OutlineDrag;
use self::pick::IsolatedVertices;
use self::scales::Scales;
use self::selection::{Mode, Selection};
use self::visibility::Visibility;
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Derived, IdCounts, NavMesh};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_formats::check::Issues;
use navsmith_formats::document::{Document, History, NamedQuery};

/// What the user works on: the document, the data that follow it, and the choices of the user.
///
/// A function that takes a session depends neither on computed values nor on a view.
#[derive(Clone, Debug)]
pub struct Session {
    document: Document,
    history: History<Restored>,
    /// Whether a number in a panel is being dragged, whose changes become one undo step.
    is_dragging: bool,
    /// The outlines that the open transaction changes.
    outline_drag: Option<OutlineDrag>,
    /// Ids given since the document was opened; no id is given twice.
    given: IdCounts,
    /// Number of changes of the document; data computed from it store this number.
    revision: u64,
    /// Shared with jobs, like the issues.
    derived: Arc<Derived>,
    issues: Arc<Issues>,
    isolated: IsolatedVertices,
    scales: Scales,
    pub(in crate::editor) file: DocumentFile,
    pub(in crate::editor) selection: Selection,
    /// Kind of elements that clicks take.
    pub(in crate::editor) mode: Mode,
    pub(in crate::editor) options: Options,
    pub(in crate::editor) visibility: Visibility,
    /// Index of the active query.
    pub(in crate::editor) active_query: usize,
    /// Settings used while the document has no queries.
    pub(in crate::editor) unasked: Settings,
    /// Index of the active scenario.
    pub(in crate::editor) scenario: usize,
    /// Index of the scenario to compare with.
    pub(in crate::editor) compared: Option<usize>,
}

impl Session {
    /// Creates a session with a document that is not yet a file.
    pub(in crate::editor) fn new(document: Document) -> Self {
        let derived = Arc::new(Derived::build(&document.mesh));
        let isolated = IsolatedVertices::build(&document.mesh, &derived.adjacency);
        let options = Options::default();
        let limits = document.mesh_limits(options.weld_distance);
        let issues = Arc::new(Issues::build(&document.mesh, &derived, limits));
        Self {
            history: History::default(),
            is_dragging: false,
            outline_drag: None,
            given: document.mesh.id_counts(),
            revision: 0,
            derived,
            issues,
            isolated,
            scales: Scales::default(),
            file: DocumentFile::new(&document),
            document,
            selection: Selection::default(),
            mode: Mode::default(),
            options,
            visibility: Visibility::default(),
            active_query: 0,
            unasked: Settings::default(),
            scenario: 0,
            compared: None,
        }
    }

    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the mesh of the document.
    pub fn mesh(&self) -> &NavMesh {
        &self.document.mesh
    }

    /// Returns the adjacency, islands and point locator of the current document.
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Like [`Self::derived`], to share with a job.
    pub(in crate::editor) fn shared_derived(&self) -> Arc<Derived> {
        Arc::clone(&self.derived)
    }

    /// Returns the issues of the current document, found with the last weld distance that was searched.
    pub fn issues(&self) -> &Issues {
        &self.issues
    }

    /// Like [`Self::issues`], to share with a job.
    pub(in crate::editor) fn shared_issues(&self) -> Arc<Issues> {
        Arc::clone(&self.issues)
    }

    /// Replaces the issues by those of another search of the current document.
    pub(in crate::editor) fn set_issues(&mut self, issues: Issues) {
        self.issues = Arc::new(issues);
    }

    /// Returns the vertices that no cell uses.
    pub(in crate::editor) fn isolated(&self) -> &IsolatedVertices {
        &self.isolated
    }

    /// Returns the ranges of heights and areas, computed on first use.
    pub(in crate::editor) fn scales(&self) -> &Scales {
        &self.scales
    }

    /// Returns the undo history.
    pub fn history(&self) -> &History<Restored> {
        &self.history
    }

    /// Returns the number of ids given since the document was opened.
    pub(in crate::editor) fn given(&self) -> IdCounts {
        self.given
    }

    /// Returns the number of changes of the document.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns the kind of elements that clicks take.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the settings of tools and view.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the active query; `None` only in a document without queries.
    pub fn active_query(&self) -> Option<&NamedQuery> {
        self.document.queries.get(self.active_query)
    }

    /// Returns the index of the active query in the document.
    pub fn active_query_index(&self) -> usize {
        self.active_query
    }

    /// Returns the settings of the active query.
    pub fn settings(&self) -> &Settings {
        self.active_query().map_or(&self.unasked, |query| &query.settings)
    }

    /// Returns a placed end of the active query.
    pub fn endpoint(&self, end: End) -> Option<Endpoint> {
        let query = self.active_query()?;
        match end {
            End::Start => query.start,
            End::Target => query.target,
        }
    }

    /// Returns the active query with both its ends; `None` until they are placed.
    pub(in crate::editor) fn asked(&self) -> Option<Query> {
        let (start, target) = (self.endpoint(End::Start)?, self.endpoint(End::Target)?);
        Some(Query { start, target, settings: self.settings().clone() })
    }

    /// Returns the bounding box of cells.
    pub(in crate::editor) fn bounds_of_cells(&self, cells: &[CellId]) -> Bounds {
        Bounds::of(cells.iter().flat_map(|&cell| self.document.mesh.ring(cell)))
    }
}
