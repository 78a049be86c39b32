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
pub mod generation;
pub mod platforms;
pub mod files;
pub mod drawing;
pub mod interaction;

use std::collections::VecDeque;
use std::ops::Deref;

use glam::Vec2;

use crate::editor::analysis::clearance::{self, widest};
use crate::editor::analysis::why::{self, finding};
use crate::editor::analysis::{
    agent_issues, chokepoints, connections, detour, distances, document_issues, export_issues, measures,
    pairs, recheck, repair, survey,
};
use crate::editor::edits::{area, issue_list};
use crate::editor::elements::{entity, islands};
use crate::editor::files::dialog::Dialog;
use crate::editor::files::export::ExportedFiles;
use crate::editor::files::file::export_check::ExportCheckKey;
use crate::editor::files::file::leave;
use crate::editor::files::file::reload::{self, ReloadKey};
use crate::editor::files::file::save::Writing;
use crate::editor::files::import::ImportDialog;
use crate::editor::files::importing::ImportKey;
use crate::editor::files::{comparison, file, review, statistics};
use crate::editor::generation::update::UpdateKey;
use crate::editor::generation::{apply, found, reason, shapes};
use crate::editor::interaction::handle;
use crate::editor::interaction::kinds::mesh::{CELLS, EDGES, VERTICES};
use crate::editor::interaction::kinds::{
    gravity::GRAVITY, group::GROUPS, link::LINKS, outline::OUTLINES, query_end::QUERY_ENDS, volume::VOLUMES,
};
use crate::editor::interaction::tool::ToolKind;
use crate::editor::levels::outdated;
use crate::editor::levels::surface::{SectionKey, SurfaceKey};
use crate::editor::queries::query::{self, asking, recording, searching};
use crate::editor::queries::recordings::triangulation::TriangulationKey;
use crate::editor::queries::{checks, recordings, stepper::Stepper};
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Outbox};
use crate::editor::session::following::analyses;
use crate::editor::session::memo::Reaction;
use crate::editor::session::options::Options;
use crate::editor::session::pick::{Element, Hit, PickContext};
use crate::editor::session::pointing::Pointing;
use crate::editor::session::selection::Mode;
use crate::editor::session::table::TableOrder;
use crate::editor::simulation::{
    SimulationView, causes, compared, continuing, decisions, heat, runs, scenarios, starts,
};
use crate::editor::view::views::{self, ViewId};
use crate::editor::view::{camera::Camera, orbit::OrbitCamera};
use navsmith_core::geometry::Bounds;
use navsmith_formats::document::Document;

/// Kinds of entities, in the order in which clicks take their elements.
static ENTITY_KINDS: [&entity::EntityKind; 9] =
    [&QUERY_ENDS, &GRAVITY, &GROUPS, &OUTLINES, &VERTICES, &EDGES, &LINKS, &VOLUMES, &CELLS];

// An analysis uses only those above it.
analyses! {
    recheck: recheck::IssuesKey,
    answer: searching::AnswerKey,
    trace: recording::RecordKey,
    walk: recordings::WalkKey,
    ray: recordings::RayKey,
    triangulation: TriangulationKey,
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
    generation: found::GenerationKey,
    generation_shapes: shapes::ShapesKey,
    generation_reason: reason::ReasonKey,
    platforms: platforms::found::PlatformsKey,
    region: platforms::found::RegionKey,
    flights: platforms::flight::FlightsKey,
    jumps: platforms::jumps::JumpsKey,
    why_jump: platforms::jumps::WhyJumpKey,
    update: UpdateKey,
    comparison: comparison::ComparisonKey,
    statistics: statistics::StatisticsKey,
    import: ImportKey,
    reload: ReloadKey,
    document_issues: document_issues::DocumentIssuesKey,
    export_issues: export_issues::ExportIssuesKey,
    export_check: ExportCheckKey,
    agent_issues: agent_issues::AgentIssuesKey,
    repair: repair::RepairKey,
    changed_ground: outdated::ChangedGroundKey,
    outdated: outdated::OutdatedKey,
}

/// Everything that is drawn and listed: the session, computed values, and what the user looks at.
///
/// Analyses, drawing and panels read it, and a picture draws a clone of it. It contains neither the current tool nor
/// queued effects.
#[derive(Clone, Debug)]
pub struct State {
    session: Session,
    analyses: Analyses,
    views: views::Views,
    pointing: Pointing,
    /// Kind of the current tool.
    tool: ToolKind,
    query: query::QueryView,
    stepper: Stepper,
    runs: recordings::Recordings,
    simulation: SimulationView,
    why: why::WhyView,
    connections: connections::ConnectionView,
    repair: repair::RepairView,
    detour: detour::DetourView,
    survey: survey::Survey,
    clearance: clearance::ClearanceView,
    level_files: levels::files::LevelFiles,
    generation: generation::GenerationView,
    platforms: platforms::PlatformsView,
    comparison: comparison::ComparisonView,
    statistics: statistics::StatisticsView,
    issue_list: issue_list::IssueList,
    island_order: TableOrder<islands::IslandColumn>,
    area_order: TableOrder<area::AreaColumn>,
    reload: reload::ReloadState,
    exports: ExportedFiles,
    /// Current write, and the writes that wait for it.
    writes: VecDeque<Writing>,
    /// Imports that the user accepted before their results were ready.
    importing: VecDeque<ImportDialog>,
    /// Dialog that is shown, and those that wait for it.
    dialogs: VecDeque<Dialog>,
}

/// Editor: the [`State`], the tool that changes it, and requests to the application.
///
/// Tools and commands take the editor. Other functions take the part that they need.
#[derive(Debug)]
pub struct Editor {
    state: State,
    interaction: handle::Interaction,
    file: file::Files,
    /// Action that waits for a recording.
    deferred: Option<recording::Deferred>,
    outbox: Outbox,
}

/// A function of a session takes a state, too.
impl Deref for State {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

/// A function of a state takes an editor, too.
impl Deref for Editor {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl State {
    fn new(document: Document) -> Self {
        Self {
            session: Session::new(document),
            analyses: Analyses::default(),
            views: views::Views::default(),
            pointing: Pointing::default(),
            tool: ToolKind::default(),
            query: query::QueryView::default(),
            stepper: Stepper::default(),
            runs: recordings::Recordings::default(),
            simulation: SimulationView::default(),
            why: why::WhyView::default(),
            connections: connections::ConnectionView::default(),
            repair: repair::RepairView::default(),
            detour: detour::DetourView::default(),
            survey: survey::Survey::default(),
            clearance: clearance::ClearanceView::default(),
            level_files: levels::files::LevelFiles::default(),
            generation: generation::GenerationView::default(),
            platforms: platforms::PlatformsView::default(),
            comparison: comparison::ComparisonView::default(),
            statistics: statistics::StatisticsView::default(),
            issue_list: issue_list::IssueList::default(),
            island_order: TableOrder::default(),
            area_order: TableOrder::default(),
            reload: reload::ReloadState::default(),
            exports: ExportedFiles::default(),
            writes: VecDeque::new(),
            importing: VecDeque::new(),
            dialogs: VecDeque::new(),
        }
    }

    /// Returns the session.
    pub fn session(&self) -> &Session {
        &self.session
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

    /// Selects only these elements, and switches to the mode of their kind.
    fn select(&mut self, elements: impl IntoIterator<Item = Element>) {
        let mut elements = elements.into_iter().peekable();
        match elements.peek() {
            Some(Element::Vertex(_)) => self.set_mode(Mode::Vertex),
            Some(Element::Edge(_)) => self.set_mode(Mode::Edge),
            Some(Element::Cell(_)) => self.set_mode(Mode::Cell),
            _ => {}
        }
        self.session.selection = elements.collect();
    }

    /// Sets the kind of elements that clicks take, and converts the selection to that kind.
    fn set_mode(&mut self, mode: Mode) {
        self.pointing.hover = None;
        self.session.set_mode(mode);
    }

    /// Whether a gesture is running that Escape would cancel.
    pub fn is_gesture_running(&self) -> bool {
        self.pointing.is_gesture_running
    }

    /// Returns the kind of the current tool.
    pub fn tool_kind(&self) -> ToolKind {
        self.tool
    }

    /// Whether the Select tool is current, and no gesture is running.
    pub(in crate::editor) fn is_idle(&self) -> bool {
        self.tool == ToolKind::Select && !self.is_gesture_running()
    }

    /// Returns the element that a click would take now.
    pub fn hover(&self) -> Option<Hit> {
        self.pointing.hover
    }

    /// Returns the pointer's position on the ground; `None` while it is outside the view.
    pub fn pointer(&self) -> Option<Vec2> {
        self.pointing.pointer.map(|pointer| pointer.ground)
    }

    /// Returns the height that the pointer meets; `None` in the view from above and outside the views.
    ///
    /// Near a vertex or an edge that a click would take, it is the height of that element.
    pub fn pointer_height(&self) -> Option<f32> {
        let height = self.pointing.pointer?.height?;
        let is_line = |hit: &Hit| matches!(hit.element, Element::Vertex(_) | Element::Edge(_));
        Some(self.hover().filter(is_line).map_or(height, |hit| hit.at.y))
    }

    /// Returns the context for picking in the current document.
    pub(in crate::editor) fn pick_context(&self) -> PickContext<'_> {
        PickContext { state: self, mesh: self.mesh(), derived: self.derived(), isolated: self.isolated() }
    }
}

impl Editor {
    /// Creates an editor of a document that is not yet a file.
    pub fn new(document: Document) -> Self {
        let mut editor = Self {
            state: State::new(document),
            interaction: handle::Interaction::default(),
            file: file::Files::default(),
            deferred: None,
            outbox: Outbox::default(),
        };
        asking::ask(&mut editor);
        editor
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Queues a request to the application.
    pub(crate) fn ask_outside(&mut self, effect: Effect) {
        self.outbox.push(effect);
    }

    /// Changes the settings of tools and view.
    fn set_options(&mut self, options: Options) {
        let session = &mut self.state.session;
        session.options = options.made_sensible(&session.options);
        recheck::recheck_issues(session);
        area::refresh_area(&mut self.state.session);
        self.follow_analyses();
    }

    /// Returns the effects since the last call, in order, and clears the queue.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.outbox.take()
    }

    /// Shows a warning that refuses an action of the user.
    fn warn(&mut self, why: &str) {
        self.say(Message::warning(why));
    }

    /// Shows a message to the user.
    fn say(&mut self, message: Message) {
        self.outbox.say(message);
    }

    /// Carries out what the end of a job asks for.
    fn react(&mut self, reaction: Reaction) {
        match reaction {
            Reaction::Nothing => {}
            Reaction::Show(message) => self.say(message),
            Reaction::Reload => reload::apply(self),
            Reaction::Generate => apply::apply(self),
            Reaction::ShowUpdate => review::show(self),
            Reaction::Import => leave::finish_import(self),
            Reaction::CancelImport => leave::stop_import(self),
            Reaction::RunDeferred => recording::run_deferred(self),
            Reaction::DropDeferred => self.deferred = None,
        }
    }

    /// Updates the state that depends on more than the mesh.
    fn after_change(&mut self) {
        let session = &mut self.state.session;
        session.count_change();
        recheck::recheck_issues(session);
        session.refresh_visibility();
        area::refresh_area(&mut self.state.session);
        levels::files::follow(self);
        scenarios::refresh(&mut self.state.session);
        continuing::follow(self);
        asking::ask(self);
    }
}
