//! The question being looked at, and its answer, brought up to date with every change.

mod asking;
mod recording;
mod searching;

use recording::Recording;
pub use recording::{RecordJob, Recorded};
use searching::Searching;
pub use searching::{Answered, SearchJob};

use std::f32::consts::FRAC_PI_2;
use std::sync::{Arc, OnceLock};

use super::change::Snapshot;
use super::checks::Checks;
use super::clearance::Clearance;
use super::{Coloring, Editor};
use crate::document::{Document, Expected, NamedQuery};
use crate::pathfinding::{
    Agent, Answer, End, Endpoint, Filter, FunnelStep, IntervalLog, Located, Query, QueryTrace,
    SearchFootprint, SearchLog, Settings, TraceKind, random_points,
};
use crate::trace::Timeline;

/// The question being looked at and what came of it.
#[derive(Debug, Default)]
pub(super) struct QueryView {
    active: usize,
    /// How a document without queries would ask.
    unasked: Settings,
    /// How things stood when settings began to be dragged.
    dragging: Option<Snapshot>,
    pub(super) answer: Option<Answer>,
    /// The question that the answer is to; `None` until both ends are placed.
    asked: Option<Query>,
    /// The ground that the answer was found on, as long as nothing has changed there.
    footprint: Option<SearchFootprint>,
    /// The revision of the document in which the answer was searched for.
    searched_at: u64,
    /// The placed ends on the mesh: start and target.
    ends: [Option<Located>; 2],
    /// What happened on the way to the answer, recorded when somebody first wants to know.
    trace: OnceLock<QueryTrace>,
    recording: Option<Recording>,
    searching: Searching,
    log: OnceLock<SearchLog>,
    intervals: OnceLock<IntervalLog>,
    pub(super) clearance: OnceLock<Clearance>,
    pub(super) checks: Checks,
}

/// What a user does to queries beside commands and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryInput {
    /// Looks at another query of the document.
    Activate(usize),
    /// Calls the query at an index otherwise.
    Rename(usize, String),
    /// Places an end of the active query, or takes it away; one undo step.
    SetEnd(End, Option<Endpoint>),
    /// Shows what other settings of the active query come to; anything but looking about makes one undo step of all
    /// such changes, and Escape takes them back.
    DragSettings(Settings),
    /// Asks the active query with other settings, as one undo step; what makes no sense of them stays as it was.
    SetSettings(Settings),
    /// Says which cells the path of the active query has to cross, by number as they were typed; none for any.
    SetExpectedCells(String),
    /// Says what has to come out of the active query, or nothing any more; one undo step.
    SetExpected(Option<Expected>),
    /// Asks the active query once more, after its search was stopped.
    AskAgain,
}

/// The greatest height, radius and reach that can be asked for, in metres.
const MOST_METERS: f32 = 1e6;

impl Editor {
    /// The query being looked at; `None` only in a document without queries.
    pub fn active_query(&self) -> Option<&NamedQuery> {
        self.document.queries.get(self.query.active)
    }

    /// Its index among the document's queries.
    pub fn active_query_index(&self) -> usize {
        self.query.active
    }

    /// How the active query is asked.
    pub fn settings(&self) -> &Settings {
        self.active_query().map_or(&self.query.unasked, |query| &query.settings)
    }

    /// What came out; `None` until both ends are placed, and while a long search is under way.
    pub fn answer(&self) -> Option<&Answer> {
        self.query.answer.as_ref()
    }

    /// Every decision of the funnel on the way to the answer; empty without a path.
    pub fn timeline(&self) -> &Timeline<FunnelStep> {
        self.query_trace().funnel()
    }

    /// Where a placed end stands on the mesh; `None` if it is not placed or the mesh is empty.
    pub fn located(&self, end: End) -> Option<&Located> {
        self.query.ends[end as usize].as_ref()
    }

    /// A placed end of the active query.
    pub fn endpoint(&self, end: End) -> Option<Endpoint> {
        let query = self.active_query()?;
        match end {
            End::Start => query.start,
            End::Target => query.target,
        }
    }

    /// Places an end of the active query under the pointer, on the topmost floor there.
    pub(super) fn place_at_pointer(&mut self, end: End) {
        if let Some(ground) = self.pointer() {
            self.handle_query(QueryInput::SetEnd(end, Some(Endpoint { ground, height: None })));
        }
    }

    /// Places both ends where chance will have them, on ground that the agent may walk on. The same document gives the
    /// same places, but they are the document's then, so that the next are others.
    pub(super) fn place_ends_at_random(&mut self) {
        let drawn = random_points(&self.walkable(), self.revision, 2);
        let &[start, target] = drawn.as_slice() else {
            return self.warn("No cell is walkable. Allow an area, or a steeper slope.");
        };
        self.edit_query("Random start and target", |query| {
            (query.start, query.target) = (Some(start.asked), Some(target.asked));
        });
    }

    /// Changes the active query as one undo step.
    pub(super) fn edit_query(&mut self, title: &str, change: impl FnOnce(&mut NamedQuery)) {
        let document = with_active_query(&self.document, self.query.active, change);
        self.edit_document(title, document);
    }

    /// Changes the list of queries as one undo step, and looks at one of them.
    pub(super) fn edit_queries(
        &mut self,
        title: &str,
        change: impl FnOnce(&mut Vec<NamedQuery>),
        active: usize,
    ) {
        let mut queries = self.document.queries.as_ref().clone();
        change(&mut queries);
        self.query.turn_to(active);
        self.edit_document(title, Document { queries: Arc::new(queries), ..self.document.clone() });
        self.activate_query(active);
    }

    /// Makes one undo step of a document that differs in more than its mesh.
    pub(super) fn edit_document(&mut self, title: &str, document: Document) {
        self.end_settings_drag();
        self.history.begin(title, &self.document, self.restored());
        self.replace_document(document);
        self.commit();
    }

    /// Looks at another query; the stepper starts over.
    pub(super) fn activate_query(&mut self, index: usize) {
        self.query.turn_to(index);
        self.show_trace(TraceKind::Query);
        self.step_to(None);
        self.ask();
    }

    pub(super) fn handle_query(&mut self, input: QueryInput) {
        match input {
            QueryInput::Activate(index) => self.activate_query(index),
            QueryInput::Rename(index, name) => self.rename_query(index, &name),
            QueryInput::SetEnd(_, Some(to)) if !is_in_reach(to) => {
                self.warn("That is no place: coordinates are at most 1,000 km. Type other numbers.");
            }
            QueryInput::SetEnd(end, to) => {
                let verb = if to.is_some() { "Place" } else { "Clear" };
                self.edit_query(&format!("{verb} {end}"), |query| match end {
                    End::Start => query.start = to,
                    End::Target => query.target = to,
                });
            }
            QueryInput::DragSettings(settings) => self.drag_settings(&settings),
            QueryInput::SetSettings(settings) => {
                self.set_settings("Change query settings", &settings);
            }
            QueryInput::SetExpectedCells(typed) => self.expect_typed_cells(&typed),
            QueryInput::AskAgain => self.ask_again(),
            QueryInput::SetExpected(expected) => self.expect(expected.filter(Expected::is_sensible)),
        }
    }

    /// Asks the active query in another way, as one undo step.
    pub(super) fn set_settings(&mut self, title: &str, settings: &Settings) {
        let settings = self.made_sensible(settings);
        self.edit_query(title, |query| query.settings = settings);
    }

    fn drag_settings(&mut self, settings: &Settings) {
        let settings = self.made_sensible(settings);
        if self.query.dragging.is_none() {
            self.query.dragging = Some(self.begin("Change query settings"));
        }
        let document =
            with_active_query(&self.document, self.query.active, |query| query.settings = settings);
        self.replace_document(document);
    }

    /// Makes one undo step of settings that are being dragged.
    pub(super) fn end_settings_drag(&mut self) {
        if self.query.dragging.take().is_some() {
            self.commit();
        }
    }

    /// Takes back settings that are being dragged; `false` if none are.
    pub(super) fn cancel_settings_drag(&mut self) -> bool {
        let is_dragging = self.query.dragging.take().is_some();
        if is_dragging {
            self.roll_back();
        }
        is_dragging
    }

    /// Settings as wished, where the wish makes sense; else as they are.
    fn made_sensible(&self, wished: &Settings) -> Settings {
        let now = self.settings();
        let meters = |wished: f32, now: f32| if (0.0..=MOST_METERS).contains(&wished) { wished } else { now };
        let slope = wished.agent.max_slope;
        let climb = wished.agent.max_climb;
        let agent = Agent {
            radius: meters(wished.agent.radius, now.agent.radius),
            height: meters(wished.agent.height, now.agent.height),
            max_slope: if (0.0..=FRAC_PI_2).contains(&slope) { slope } else { now.agent.max_slope },
            max_climb: if climb >= 0.0 { climb } else { now.agent.max_climb },
        };
        let mut filter = Filter::default();
        for (area, cost) in wished.filter.set_areas().filter(|(area, _)| self.document.area(*area).is_some())
        {
            filter.set_cost(area, cost);
        }
        filter.set_ignores_links(wished.filter.ignores_links());
        let max_height = meters(wished.max_height, now.max_height);
        Settings { agent, filter, max_height, ..wished.clone() }
    }

    fn rename_query(&mut self, index: usize, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return self.warn("A query needs a name. Type at least one letter.");
        }
        let mut queries = self.document.queries.as_ref().clone();
        if let Some(query) = queries.get_mut(index) {
            query.name = name.into();
            self.edit_document(
                "Rename query",
                Document { queries: Arc::new(queries), ..self.document.clone() },
            );
        }
    }

    /// Whether colours need to know how far cells are from the start.
    pub(super) fn colors_by_distance(&self) -> bool {
        matches!(self.options.coloring, Coloring::Distance | Coloring::TrueDistance)
            && self.located(End::Start).is_some()
    }
}

/// Whether the coordinates of an end are numbers of use.
fn is_in_reach(end: Endpoint) -> bool {
    let is_near = |value: f32| value.abs() <= MOST_METERS;
    is_near(end.ground.x) && is_near(end.ground.y) && end.height.is_none_or(is_near)
}

pub(super) fn with_active_query(
    document: &Document,
    active: usize,
    change: impl FnOnce(&mut NamedQuery),
) -> Document {
    let mut queries = document.queries.as_ref().clone();
    if queries.is_empty() {
        queries.push(NamedQuery::default());
    }
    if let Some(query) = queries.get_mut(active) {
        change(query);
    }
    Document { queries: Arc::new(queries), ..document.clone() }
}
