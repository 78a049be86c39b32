//! The application without a window.
//!
//! It contains input, tools, commands, selection, picking, snapping, the stepper and the scene. The document is the
//! primary state; everything else is computed from it after every change. The editor returns its requests to the
//! application as [`Effect`]s. This layer does not depend on egui, dialogs or threads.

pub mod view;
pub mod session;
pub mod elements;
pub mod queries;
pub mod levels;
pub mod simulation;
pub mod analysis;
pub mod edits;
pub mod files;
pub mod drawing;
pub mod interaction;

use std::sync::Arc;

use crate::editor::analysis::clearance::{self, widest};
use crate::editor::analysis::why::{self, finding};
use crate::editor::analysis::{
    agent_issues, chokepoints, connections, detour, distances, document_issues, export_issues, measures,
    pairs, recheck, repair, survey,
};
use crate::editor::edits::{area, issue_list};
use crate::editor::elements::{entity, islands};
use crate::editor::files::file::{export_check::ExportCheckKey, reload::ReloadKey};
use crate::editor::files::{comparison, file, statistics};
use crate::editor::interaction::handle;
use crate::editor::interaction::kinds::mesh::{CELLS, EDGES, VERTICES};
use crate::editor::interaction::kinds::{group::GROUPS, link::LINKS, query_end::QUERY_ENDS};
use crate::editor::levels::outdated;
use crate::editor::levels::surface::{SectionKey, SurfaceKey};
use crate::editor::queries::query::{self, asking, recording, searching};
use crate::editor::queries::{checks, recordings, stepper::Stepper};
use crate::editor::session::change::Restored;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::memo::analyses;
use crate::editor::session::options::Options;
use crate::editor::session::pick::{Element, IsolatedVertices, PickContext};
use crate::editor::session::scales;
use crate::editor::session::selection::{Mode, Selection};
use crate::editor::session::table::TableOrder;
use crate::editor::simulation::{
    SimulationView, causes, compared, continuing, decisions, heat, runs, scenarios, starts,
};
use crate::editor::view::views::{self, ViewId};
use crate::editor::view::{camera::Camera, orbit::OrbitCamera};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Derived, IdCounts};
use navsmith_formats::document::issues::Issues;
use navsmith_formats::document::{Document, History};

/// Kinds of entities, in the order in which clicks take their elements.
static ENTITY_KINDS: [&entity::EntityKind; 6] = [&QUERY_ENDS, &GROUPS, &VERTICES, &EDGES, &LINKS, &CELLS];

// An analysis uses only those above it.
analyses! {
    recheck: recheck::IssuesKey,
    answer: searching::AnswerKey,
    trace: recording::RecordKey,
    walk: recordings::WalkKey,
    ray: recordings::RayKey,
    starts: starts::StartsKey,
    run: runs::RunKey,
    compared_run: compared::ComparedKey,
    decisions: decisions::DecisionsKey,
    compared_decisions: compared::ComparedDecisionsKey,
    cause: causes::CauseKey,
    heat: heat::HeatKey,
    short_checks: checks::ShortChecksKey,
    long_checks: checks::LongChecksKey,
    ruled_out: why::RuledOutKey,
    fixes: finding::FixesKey,
    offers: finding::OffersKey,
    connection: connections::ConnectionKey,
    near_islands: connections::NearKey,
    detour: detour::CompareKey,
    clearance: clearance::ClearanceKey,
    widest: widest::WidestKey,
    distances: distances::DistancesKey,
    cell_measures: measures::CellMeasuresKey,
    chokepoints: chokepoints::ChokepointsKey,
    pairs: pairs::PairsKey,
    survey: survey::SurveyKey,
    level_surface: SurfaceKey,
    level_section: SectionKey,
    comparison: comparison::ComparisonKey,
    statistics: statistics::StatisticsKey,
    reload: ReloadKey,
    document_issues: document_issues::DocumentIssuesKey,
    export_issues: export_issues::ExportIssuesKey,
    export_check: ExportCheckKey,
    agent_issues: agent_issues::AgentIssuesKey,
    repair: repair::RepairKey,
    changed_ground: outdated::ChangedGroundKey,
    outdated: outdated::OutdatedKey,
}

/// Editor: a document, everything derived from it, and the state of the interaction.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    history: History<Restored>,
    /// Whether a number in a panel is being dragged, whose changes become one undo step.
    is_dragging: bool,
    /// Ids given since the document was opened; no id is given twice.
    given: IdCounts,
    /// Number of changes of the document; data computed from it store this number.
    revision: u64,
    /// Shared with jobs, like the issues.
    derived: Arc<Derived>,
    issues: Arc<Issues>,
    issue_list: issue_list::IssueList,
    selection: Selection,
    options: Options,
    views: views::Views,
    isolated: IsolatedVertices,
    interaction: handle::Interaction,
    query: query::QueryView,
    stepper: Stepper,
    runs: recordings::Recordings,
    simulation: SimulationView,
    visibility: islands::Visibility,
    scales: scales::Scales,
    analyses: Analyses,
    why: why::WhyView,
    connections: connections::ConnectionView,
    repair: repair::RepairView,
    detour: detour::DetourView,
    survey: survey::Survey,
    clearance: clearance::ClearanceView,
    /// Number of jobs started so far, which gives each job its own number.
    works: u64,
    level_files: levels::files::LevelFiles,
    comparison: comparison::ComparisonView,
    statistics: statistics::StatisticsView,
    island_order: TableOrder<islands::IslandColumn>,
    area_order: TableOrder<area::AreaColumn>,
    file: file::FileState,
    /// Action that waits for a recording.
    deferred: Option<recording::Deferred>,
    effects: Vec<Effect>,
}

impl Editor {
    /// Creates an editor of a document that is not yet a file.
    pub fn new(document: Document) -> Self {
        let derived = Arc::new(Derived::build(&document.mesh));
        let isolated = IsolatedVertices::build(&document.mesh, &derived.adjacency);
        let options = Options::default();
        let limits = document.thresholds.mesh_limits(options.weld_distance);
        let issues = Arc::new(Issues::build(&document.mesh, &derived, limits));
        let file = file::FileState::new(&document);
        let given = document.mesh.id_counts();
        let mut editor = Self {
            document,
            history: History::default(),
            is_dragging: false,
            given,
            revision: 0,
            derived,
            issues,
            issue_list: issue_list::IssueList::default(),
            selection: Selection::default(),
            options,
            views: views::Views::default(),
            isolated,
            interaction: handle::Interaction::default(),
            query: query::QueryView::default(),
            stepper: Stepper::default(),
            runs: recordings::Recordings::default(),
            simulation: SimulationView::default(),
            visibility: islands::Visibility::default(),
            scales: scales::Scales::default(),
            analyses: Analyses::default(),
            why: why::WhyView::default(),
            connections: connections::ConnectionView::default(),
            repair: repair::RepairView::default(),
            detour: detour::DetourView::default(),
            survey: survey::Survey::default(),
            clearance: clearance::ClearanceView::default(),
            works: 0,
            level_files: levels::files::LevelFiles::default(),
            comparison: comparison::ComparisonView::default(),
            statistics: statistics::StatisticsView::default(),
            island_order: TableOrder::default(),
            area_order: TableOrder::default(),
            file,
            deferred: None,
            effects: Vec::new(),
        };
        asking::ask(&mut editor);
        editor
    }

    /// Returns a copy for drawing, without history, pointer, tool, writes and effects.
    ///
    /// Computed values are shared or copied, and none is computed again.
    pub(in crate::editor) fn still_copy(&self) -> Self {
        Self {
            document: self.document.clone(),
            history: History::default(),
            is_dragging: false,
            given: self.given,
            revision: self.revision,
            derived: Arc::clone(&self.derived),
            issues: Arc::clone(&self.issues),
            issue_list: self.issue_list.clone(),
            selection: self.selection.clone(),
            options: self.options.clone(),
            views: self.views.clone(),
            isolated: self.isolated.clone(),
            interaction: self.interaction.at_rest(),
            query: self.query.clone(),
            stepper: self.stepper.clone(),
            runs: self.runs.clone(),
            simulation: self.simulation.clone(),
            visibility: self.visibility.clone(),
            scales: self.scales.clone(),
            analyses: self.analyses.clone(),
            why: self.why.clone(),
            connections: self.connections.clone(),
            repair: self.repair.clone(),
            detour: self.detour.clone(),
            survey: self.survey.clone(),
            clearance: self.clearance.clone(),
            works: self.works,
            level_files: self.level_files.clone(),
            comparison: self.comparison.clone(),
            statistics: self.statistics.clone(),
            island_order: self.island_order,
            area_order: self.area_order,
            file: self.file.name_only(),
            deferred: None,
            effects: Vec::new(),
        }
    }

    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the adjacency, islands and point locator of the current document.
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Returns the issues of the current document, found with the last weld distance that was searched.
    pub fn issues(&self) -> &Issues {
        &self.issues
    }

    /// Returns the undo history.
    pub fn history(&self) -> &History<Restored> {
        &self.history
    }

    /// Returns the selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns the settings of tools and view.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the camera of a view.
    pub fn camera_of(&self, view: ViewId) -> Camera {
        self.views.camera(view)
    }

    /// Returns the camera of the active view, which was panned or zoomed last.
    pub fn camera(&self) -> Camera {
        self.views.camera(self.views.active())
    }

    /// Returns the camera of the active view from above, or of the first one while the 3D view is active.
    fn camera_above(&self) -> Camera {
        let active = self.views.active();
        self.views.camera(if active == ViewId::SPACE { ViewId::ABOVE } else { active })
    }

    /// Returns the camera of the 3D view.
    pub fn orbit(&self) -> &OrbitCamera {
        self.views.orbit()
    }

    /// Shows a box in all views, with a margin.
    fn frame(&mut self, bounds: &Bounds) {
        self.views.frame(bounds, 0.0);
    }

    /// Returns the number of changes of the document.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Queues a request to the application.
    pub(crate) fn ask_outside(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Returns the number of a job that starts now.
    fn begin_work(&mut self) -> u64 {
        self.works += 1;
        self.works
    }

    /// Changes the settings of tools and view.
    fn set_options(&mut self, options: Options) {
        self.options = options.made_sensible(&self.options);
        recheck::recheck_issues(self);
        area::refresh_area(self);
        self.follow_analyses();
    }

    /// Returns the effects since the last call, in order, and clears the queue.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Shows a warning that refuses an action of the user.
    fn warn(&mut self, why: &str) {
        self.say(Message::warning(why));
    }

    fn bounds_of_cells(&self, cells: &[CellId]) -> Bounds {
        Bounds::of(cells.iter().flat_map(|&cell| self.document.mesh.ring(cell)))
    }

    /// Selects only these elements, and switches to the mode of their kind.
    fn select(&mut self, elements: impl IntoIterator<Item = Element>) {
        let mut elements = elements.into_iter().peekable();
        match elements.peek() {
            Some(Element::Vertex(_)) => self.set_mode(Mode::Vertex),
            Some(Element::Edge(_)) => self.set_mode(Mode::Edge),
            Some(Element::Cell(_)) => self.set_mode(Mode::Cell),
            _ => {}
        }
        self.selection = elements.collect();
    }

    /// Shows a message to the user.
    fn say(&mut self, message: Message) {
        self.effects.push(Effect::Say(message));
    }

    /// Updates the state that depends on more than the mesh.
    fn after_change(&mut self) {
        self.revision += 1;
        recheck::recheck_issues(self);
        islands::refresh_visibility(self);
        area::refresh_area(self);
        levels::files::follow(self);
        scenarios::refresh(self);
        continuing::follow(self);
        asking::ask(self);
    }

    /// Returns the context for picking in the current document.
    pub(in crate::editor) fn pick_context(&self) -> PickContext<'_> {
        PickContext {
            editor: self,
            mesh: &self.document.mesh,
            derived: &self.derived,
            isolated: &self.isolated,
        }
    }
}
