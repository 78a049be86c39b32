//! The active query and its answer, updated after every change.

pub(in crate::editor) mod recording;
pub mod searching;
pub(in crate::editor) mod asking;

use std::f32::consts::FRAC_PI_2;
use std::sync::{Arc, OnceLock};

use crate::editor::session::Session;
use crate::editor::session::options::Coloring;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query};
use navsmith_core::pathfinding::search::footprint::SearchFootprint;
use navsmith_core::pathfinding::string_pulling::funnel::FunnelStep;
use navsmith_core::trace::Timeline;
use navsmith_formats::document::{Document, NamedQuery};
use recording::Recorded;
use searching::Searching;

/// State of the active query and its answer.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct QueryView {
    answer: Option<Answer>,
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
    recorded: OnceLock<Recorded>,
    searching: Searching,
}

/// Maximum of heights, radii and coordinates of a query, in metres.
const MOST_METERS: f32 = 1e6;

impl State {
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

    /// Returns the revision of the document in which the answer was found.
    ///
    /// The answer stays valid while the mesh changes only outside the footprint of the search.
    pub fn searched_at(&self) -> u64 {
        self.query.searched_at
    }
}

/// Changes the active query as one undo step.
pub(in crate::editor) fn edit_query(editor: &mut Editor, title: &str, change: impl FnOnce(&mut NamedQuery)) {
    let document = with_query(editor.document(), editor.state.session.active_query, change);
    editor.edit_document(title, document);
}

/// Changes the list of queries as one undo step, and activates one of them.
pub(in crate::editor) fn edit_queries(
    editor: &mut Editor,
    title: &str,
    change: impl FnOnce(&mut Vec<NamedQuery>),
    active: usize,
) {
    let mut queries = editor.document().queries.as_ref().clone();
    change(&mut queries);
    // The undo step begins before the other query is active, so that an undo activates the present one again.
    editor.begin(title);
    editor.state.turn_to_query(active);
    editor.replace_document(Document { queries: Arc::new(queries), ..editor.document().clone() });
    editor.commit();
    activate_query(editor, active);
}

/// Activates another query and resets the stepper.
pub(in crate::editor) fn activate_query(editor: &mut Editor, index: usize) {
    editor.state.turn_to_query(index);
    editor.state.stepper.forget_steps();
    asking::ask(editor);
}

/// Changes the settings of the active query, as one undo step.
pub(in crate::editor) fn set_settings(editor: &mut Editor, title: &str, settings: &Settings) {
    let settings = made_sensible(editor, settings);
    edit_query(editor, title, |query| query.settings = settings);
}

/// Returns the settings with each invalid value replaced by the current one.
pub(in crate::editor) fn made_sensible(session: &Session, wished: &Settings) -> Settings {
    let now = session.settings();
    let meters = |wished: f32, now: f32| if (0.0..=MOST_METERS).contains(&wished) { wished } else { now };
    let slope = wished.agent.max_slope;
    let climb = wished.agent.max_climb;
    let agent = Agent {
        radius: meters(wished.agent.radius, now.agent.radius),
        height: meters(wished.agent.height, now.agent.height),
        max_slope: if (0.0..=FRAC_PI_2).contains(&slope) { slope } else { now.agent.max_slope },
        max_climb: if climb >= 0.0 { climb } else { now.agent.max_climb },
    };
    let filter = wished.filter.mapped(|area| session.document().area(area).map(|_| area));
    let max_height = meters(wished.max_height, now.max_height);
    Settings { agent, filter, max_height, ..wished.clone() }
}

/// Whether the colours of cells depend on the distance from the start.
pub(in crate::editor) fn colors_by_distance(state: &State) -> bool {
    matches!(state.options().coloring, Coloring::Distance | Coloring::TrueDistance)
        && state.located(End::Start).is_some()
}

/// Returns the document with the query at an index changed; one without queries gets one first.
pub(in crate::editor) fn with_query(
    document: &Document,
    index: usize,
    change: impl FnOnce(&mut NamedQuery),
) -> Document {
    let mut queries = document.queries.as_ref().clone();
    if queries.is_empty() {
        queries.push(NamedQuery::default());
    }
    if let Some(query) = queries.get_mut(index) {
        change(query);
    }
    Document { queries: Arc::new(queries), ..document.clone() }
}

/// Returns the mesh with the agent and filter of the active query.
pub(in crate::editor) fn walkable(session: &Session) -> Walkable<'_> {
    let settings = session.settings();
    Walkable::new(session.mesh(), session.derived(), &settings.agent, &settings.filter)
}

/// Returns the position of an endpoint on the mesh.
pub(in crate::editor) fn stand(session: &Session, endpoint: Endpoint) -> Option<Located> {
    locate(session.mesh(), session.derived(), endpoint, session.settings().max_height)
}

/// Whether the coordinates of an end are in the valid range.
pub(super) fn is_in_reach(end: Endpoint) -> bool {
    let is_near = |value: f32| value.abs() <= MOST_METERS;
    is_near(end.ground.x) && is_near(end.ground.y) && end.height.is_none_or(is_near)
}
