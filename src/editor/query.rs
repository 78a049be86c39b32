//! The active query and its answer, updated after every change.

mod recording;
mod asking;
mod searching;

pub(super) use recording::RecordKey;
use recording::Recording;
pub(super) use searching::AnswerKey;
use searching::Searching;

use std::f32::consts::FRAC_PI_2;
use std::sync::{Arc, OnceLock};

use super::change::Snapshot;
use super::checks::Checks;
use super::{Coloring, Editor};
use crate::document::{Document, Expected, NamedQuery};
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::random_points::random_points;
use crate::pathfinding::mesh_query::{End, Endpoint};
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Answer, Query};
use crate::pathfinding::search::footprint::SearchFootprint;
use crate::pathfinding::string_pulling::funnel::FunnelStep;
use crate::pathfinding::timeline::QueryTrace;
use crate::pathfinding::timeline::interval_log::IntervalLog;
use crate::pathfinding::timeline::run::TraceKind;
use crate::pathfinding::timeline::search_log::SearchLog;
use crate::trace::Timeline;

/// State of the active query and its answer.
#[derive(Debug, Default)]
pub(super) struct QueryView {
    active: usize,
    /// Settings used while the document has no queries.
    unasked: Settings,
    /// State at the start of a drag of settings.
    dragging: Option<Snapshot>,
    pub(super) answer: Option<Answer>,
    /// Query that the answer belongs to; `None` until both ends are placed.
    asked: Option<Query>,
    /// Number of answers so far, which identifies the present one.
    answers: u64,
    /// Search footprint of the answer; `None` after a change inside it.
    footprint: Option<SearchFootprint>,
    /// Revision of the document in which the search for the answer ran.
    searched_at: u64,
    /// Located ends on the mesh: start and target.
    ends: [Option<Located>; 2],
    /// Events of the search for the answer, recorded on first use.
    trace: OnceLock<QueryTrace>,
    recording: Recording,
    searching: Searching,
    log: OnceLock<SearchLog>,
    intervals: OnceLock<IntervalLog>,
    pub(super) checks: Checks,
}

/// User input about queries besides commands and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryInput {
    /// Activates another query of the document.
    Activate(usize),
    /// Renames the query at an index.
    Rename(usize, String),
    /// Places an end of the active query, or clears it; one undo step.
    SetEnd(End, Option<Endpoint>),
    /// Shows the answer of the active query with other settings.
    ///
    /// All such changes become one undo step at the next input that does more than look. Escape undoes them.
    DragSettings(Settings),
    /// Changes the settings of the active query, as one undo step; invalid values stay unchanged.
    SetSettings(Settings),
    /// Sets the cells that the path is expected to cross, as typed cell numbers; empty for any cells.
    SetExpectedCells(String),
    /// Sets or removes the expected answer of the active query; one undo step.
    SetExpected(Option<Expected>),
    /// Restarts the search of the active query after it was stopped.
    AskAgain,
}

/// Maximum of heights, radii and coordinates of a query, in metres.
const MOST_METERS: f32 = 1e6;

impl Editor {
    /// Returns the active query; `None` only in a document without queries.
    pub fn active_query(&self) -> Option<&NamedQuery> {
        self.document.queries.get(self.query.active)
    }

    /// Returns the index of the active query in the document.
    pub fn active_query_index(&self) -> usize {
        self.query.active
    }

    /// Returns the settings of the active query.
    pub fn settings(&self) -> &Settings {
        self.active_query().map_or(&self.query.unasked, |query| &query.settings)
    }

    /// Returns the answer; `None` until both ends are placed, and while a long search is running.
    pub fn answer(&self) -> Option<&Answer> {
        self.query.answer.as_ref()
    }

    /// Returns the decisions of the funnel algorithm for the answer; empty without a path.
    pub fn timeline(&self) -> &Timeline<FunnelStep> {
        self.query_trace().funnel()
    }

    /// Returns the location of a placed end on the mesh; `None` if it is not placed or the mesh is empty.
    pub fn located(&self, end: End) -> Option<&Located> {
        self.query.ends[end as usize].as_ref()
    }

    /// Returns a placed end of the active query.
    pub fn endpoint(&self, end: End) -> Option<Endpoint> {
        let query = self.active_query()?;
        match end {
            End::Start => query.start,
            End::Target => query.target,
        }
    }

    /// Places an end of the active query under the pointer, on the topmost floor.
    pub(super) fn place_at_pointer(&mut self, end: End) {
        if let Some(ground) = self.pointer() {
            self.handle_query(QueryInput::SetEnd(end, Some(Endpoint { ground, height: None })));
        }
    }

    /// Places both ends at random walkable positions.
    ///
    /// The revision of the document is the seed. The placement changes the revision, so the next positions differ.
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

    /// Changes the list of queries as one undo step, and activates one of them.
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

    /// Activates another query and resets the stepper.
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

    /// Changes the settings of the active query, as one undo step.
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

    /// Makes one undo step of a drag of settings.
    pub(super) fn end_settings_drag(&mut self) {
        if self.query.dragging.take().is_some() {
            self.commit();
        }
    }

    /// Undoes a drag of settings; returns `false` if there is none.
    pub(super) fn cancel_settings_drag(&mut self) -> bool {
        let is_dragging = self.query.dragging.take().is_some();
        if is_dragging {
            self.roll_back();
        }
        is_dragging
    }

    /// Returns the settings with each invalid value replaced by the current one.
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
        filter.ignores_links = wished.filter.ignores_links;
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

    /// Whether the colours of cells depend on the distance from the start.
    pub(super) fn colors_by_distance(&self) -> bool {
        matches!(self.options.coloring, Coloring::Distance | Coloring::TrueDistance)
            && self.located(End::Start).is_some()
    }
}

/// Whether the coordinates of an end are in the valid range.
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
