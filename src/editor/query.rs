//! The question being looked at, and its answer, brought up to date with every change.

use std::sync::{Arc, OnceLock};

use super::{Coloring, Editor};
use crate::document::{Document, NamedQuery};
use crate::pathfinding::{
    Answer, End, Endpoint, FunnelStep, Located, Method, Query, Settings, distances, find_path_traced, locate,
};
use crate::trace::Timeline;

/// The question being looked at and what came of it.
#[derive(Debug, Default)]
pub(super) struct QueryView {
    active: usize,
    settings: Settings,
    pub(super) answer: Option<Answer>,
    /// The placed ends on the mesh: start and target.
    ends: [Option<Located>; 2],
    pub(super) timeline: Timeline<FunnelStep>,
    distances: OnceLock<Vec<f32>>,
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
    /// Searches in another way.
    SetMethod(Method),
    /// Makes the path go through the middle of portals where the slope changes, or not.
    SetSlopeWaypoints(bool),
    /// Sets how high above a floor an end may be and still stand on it, in metres.
    SetMaxHeight(f32),
}

/// The greatest height above a floor that can be asked for, in metres.
const MOST_HEIGHT: f32 = 1e6;

impl Editor {
    /// The query being looked at; `None` only in a document without queries.
    pub fn active_query(&self) -> Option<&NamedQuery> {
        self.document.queries.get(self.query.active)
    }

    /// Its index among the document's queries.
    pub fn active_query_index(&self) -> usize {
        self.query.active
    }

    /// How questions are answered.
    pub fn settings(&self) -> &Settings {
        &self.query.settings
    }

    /// What came out; `None` until both ends are placed.
    pub fn answer(&self) -> Option<&Answer> {
        self.query.answer.as_ref()
    }

    /// Every decision of the funnel on the way to the answer; empty without a path.
    pub fn timeline(&self) -> &Timeline<FunnelStep> {
        &self.query.timeline
    }

    /// Where a placed end stands on the mesh; `None` if it is not placed or the mesh is empty.
    pub fn located(&self, end: End) -> Option<&Located> {
        self.query.ends[end as usize].as_ref()
    }

    /// How far each cell, by slot, is from the start in metres; infinite where there is no way, empty without a start.
    ///
    /// Computed when first asked for after a change.
    pub fn distances(&self) -> &[f32] {
        self.query.distances.get_or_init(|| {
            let start = self.located(End::Start);
            start.map(|start| distances(&self.document.mesh, &self.derived, start)).unwrap_or_default()
        })
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
        self.query.active = active;
        self.edit_document(title, Document { queries: Arc::new(queries), ..self.document.clone() });
        self.activate_query(active);
    }

    /// Makes one undo step of a document that differs in more than its mesh.
    pub(super) fn edit_document(&mut self, title: &str, document: Document) {
        self.history.begin(title, &self.document, self.selection.clone());
        self.replace_document(document);
        self.history.commit(&self.document);
    }

    /// Looks at another query; the stepper starts over.
    pub(super) fn activate_query(&mut self, index: usize) {
        self.query.active = index;
        self.step_to(None);
        self.ask();
    }

    pub(super) fn handle_query(&mut self, input: QueryInput) {
        match input {
            QueryInput::Activate(index) => self.activate_query(index),
            QueryInput::Rename(index, name) => self.rename_query(index, &name),
            QueryInput::SetEnd(end, to) => {
                let verb = if to.is_some() { "Place" } else { "Clear" };
                self.edit_query(&format!("{verb} {end}"), |query| match end {
                    End::Start => query.start = to,
                    End::Target => query.target = to,
                });
            }
            QueryInput::SetMethod(method) => {
                self.set_settings(Settings { method, ..self.query.settings.clone() })
            }
            QueryInput::SetSlopeWaypoints(has_slope_waypoints) => {
                self.set_settings(Settings { has_slope_waypoints, ..self.query.settings.clone() });
            }
            QueryInput::SetMaxHeight(max_height) => {
                if (0.0..=MOST_HEIGHT).contains(&max_height) {
                    self.set_settings(Settings { max_height, ..self.query.settings.clone() });
                }
            }
        }
    }

    pub(super) fn set_settings(&mut self, settings: Settings) {
        self.query.settings = settings;
        self.ask();
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

    /// Answers the active query of the document as it is now; the stepper stays at the same decision.
    pub(super) fn ask(&mut self) {
        let last = self.document.queries.len().saturating_sub(1);
        self.query.active = self.query.active.min(last);
        self.query.distances = OnceLock::new();
        self.scales.forget_distances();
        let [start, target] = [End::Start, End::Target].map(|end| self.endpoint(end));
        let settings = self.query.settings.clone();
        if let Some((start, target)) = start.zip(target) {
            self.answer_query(&Query { start, target, settings });
        } else {
            let find = |end| locate(&self.document.mesh, &self.derived, end, settings.max_height);
            self.query.ends = [start, target].map(|end| end.and_then(find));
            self.query.answer = None;
            self.query.timeline = Timeline::default();
        }
        self.follow_step();
    }

    fn answer_query(&mut self, query: &Query) {
        let (answer, timeline) = find_path_traced(&self.document.mesh, &self.derived, query);
        self.query.ends = [answer.start, answer.target];
        self.query.answer = Some(answer);
        self.query.timeline = timeline;
    }

    /// Whether colours need to know how far cells are from the start.
    pub(super) fn colors_by_distance(&self) -> bool {
        self.options.coloring == Coloring::Distance && self.located(End::Start).is_some()
    }
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
