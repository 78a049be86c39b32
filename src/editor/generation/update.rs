//! A new generation that keeps what was done by hand, until the user has decided on its conflicts.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::editor::State;
use crate::editor::levels::files;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, Reaction, When};
use navsmith_core::navmesh::IdCounts;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::Document;
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::update::{ConflictSubject, Update, update};
use navsmith_generation::Generation;

/// Decisions of the user about the conflicts of an update.
#[derive(Clone, Debug)]
pub(in crate::editor) struct UpdateDecisions {
    /// Generated cells of the document that the decisions are about.
    base: Arc<GeneratedElements>,
    /// Conflicts at which the new generation is taken.
    pub(in crate::editor) theirs: Arc<BTreeSet<ConflictSubject>>,
    /// All conflicts that were found.
    pub(in crate::editor) listed: BTreeSet<ConflictSubject>,
    /// Whether the conflicts are shown, so that the user applies the update.
    pub(in crate::editor) is_shown: bool,
}

impl UpdateDecisions {
    /// Returns those before if they are about the same generated cells, or else none.
    pub(super) fn of(document: &Document, before: Option<Self>) -> Self {
        let same = before.filter(|decisions| Arc::ptr_eq(&decisions.base, &document.generated));
        same.unwrap_or_else(|| Self {
            base: Arc::clone(&document.generated),
            theirs: Arc::default(),
            listed: BTreeSet::new(),
            is_shown: false,
        })
    }
}

/// Key of the update.
#[derive(Clone, Debug)]
pub(in crate::editor) struct UpdateKey {
    /// The document, with its levels as they are now.
    document: Document,
    generation: Arc<Generation>,
    given: IdCounts,
    theirs: Arc<BTreeSet<ConflictSubject>>,
}

impl PartialEq for UpdateKey {
    /// Compares generations by identity, because each is a new value.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.generation, &other.generation)
            && self.theirs == other.theirs
            && self.given == other.given
            && self.document == other.document
    }
}

impl Analysis for UpdateKey {
    /// `None` if the mesh is not generated.
    type Value = Option<Update>;

    const TITLE: &'static str = "merging the new mesh";

    fn when(state: &State) -> When {
        if state.generation.decisions.is_some() { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        let decisions = state.generation.decisions.as_ref()?;
        let found = state.analyses.generation.current()?;
        if !Arc::ptr_eq(&decisions.base, &state.document().generated) {
            return None;
        }
        let levels = (0..state.document().levels.len()).filter_map(|index| files::accepted(state, index));
        Some(Self {
            document: Document { levels: Arc::new(levels.collect()), ..state.document().clone() },
            generation: Arc::clone(found.outcome.as_ref().ok()?),
            given: state.session.given(),
            theirs: Arc::clone(&decisions.theirs),
        })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Option<Update>, Stopped> {
        update(&self.document, &self.generation.mesh, self.given, &self.theirs, progress)
    }

    fn done(state: &mut State) -> Reaction {
        if present(state).is_some() { Reaction::ShowUpdate } else { Reaction::Nothing }
    }

    fn stopped(state: &mut State) -> Reaction {
        state.generation.decisions.take_if(|decisions| !decisions.is_shown);
        Reaction::Nothing
    }
}

/// Returns the update for the present document, levels and decisions; `None` until it is computed.
pub fn present(state: &State) -> Option<&Update> {
    state.analyses.update.current()?.as_ref()
}

/// Takes the new generation at a conflict, or keeps what was done by hand.
pub(in crate::editor) fn decide(state: &mut State, subject: ConflictSubject, takes_theirs: bool) {
    if let Some(decisions) = &mut state.generation.decisions {
        let theirs = Arc::make_mut(&mut decisions.theirs);
        let _is_changed = if takes_theirs { theirs.insert(subject) } else { theirs.remove(&subject) };
    }
}

/// Takes the new generation at all conflicts, or keeps what was done by hand.
pub(in crate::editor) fn decide_all(state: &mut State, takes_theirs: bool) {
    if let Some(UpdateDecisions { theirs, listed, .. }) = &mut state.generation.decisions {
        *theirs = if takes_theirs { Arc::new(listed.clone()) } else { Arc::default() };
    }
}

/// Whether the conflicts of an update await decisions.
pub fn is_shown(state: &State) -> bool {
    state.generation.decisions.as_ref().is_some_and(|decisions| decisions.is_shown)
}

/// Whether the new generation is taken at a conflict.
pub fn takes_theirs(state: &State, subject: ConflictSubject) -> bool {
    state.generation.decisions.as_ref().is_some_and(|decisions| decisions.theirs.contains(&subject))
}

/// Returns the number of the job that computes the update.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.update.running()
}
