//! Computed values: when they are computed, and whether they are current.
//!
//! Each analysis is an [`Analysis`]: a key that contains everything that its value depends on. After every change the
//! editor compares the key of each value with the present one (`session::following`). A value with an outdated
//! key is dropped or shown as outdated, and a job for an outdated key is stopped.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::job::{JobContext, JobKey, JobValue};
use crate::editor::{Analyses, State};
use navsmith_core::navmesh::{Changes, NavMesh};
use navsmith_core::progress::Stopped;

/// Key that contains everything that a value depends on, and the computation of the value.
///
/// A new analysis implements this trait in a file of its own and gets a field of [`Analyses`].
pub(in crate::editor) trait Analysis:
    Clone + PartialEq + fmt::Debug + Send + Sync + 'static
{
    /// Computed value.
    type Value: PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Name of the computation in the status bar, such as "finding chokepoints".
    const TITLE: &'static str;

    /// Whether jobs run during gestures. An outdated job then runs to its end before the next one starts.
    const RUNS_DURING_GESTURES: bool = false;

    /// Whether an outdated job always runs to its end before the next one starts.
    ///
    /// Then only one at a time uses memory.
    const RUNS_TO_END: bool = false;

    /// Returns when the value is computed.
    fn when(_state: &State) -> When {
        When::FirstUse
    }

    /// Returns the key of the present value; `None` if it has none, such as distances without a start.
    fn key(state: &State) -> Option<Self>;

    fn compute(&self, context: JobContext<'_>) -> Result<Self::Value, Stopped>;

    /// Called when a job has computed a value.
    ///
    /// The value is current unless [`Self::RUNS_DURING_GESTURES`] or [`Self::RUNS_TO_END`].
    fn done(_state: &mut State) -> Reaction {
        Reaction::Nothing
    }

    /// Called when the user stopped the job, or when it failed.
    fn stopped(_state: &mut State) -> Reaction {
        Reaction::Nothing
    }

    /// Called before a value that was current becomes outdated; returns a request to the application.
    fn outdated(_state: &mut State) -> Option<Effect> {
        None
    }

    /// Called after an edit of the mesh, to update a value instead of computing it again.
    fn edited(_state: &mut State, _before: &NavMesh, _changes: &Changes) {}
}

/// What the editor does after a job has ended, besides changes of the state.
#[derive(Debug, PartialEq)]
pub(in crate::editor) enum Reaction {
    /// Nothing.
    Nothing,
    /// Shows a message.
    Show(Message),
    /// Replaces the document by the new content of its file.
    Reload,
    /// Shows the accepted import whose result is ready.
    Import,
    /// Replaces the mesh by the generated one.
    Generate,
    /// Shows the new mesh that keeps what was done by hand, or applies it.
    ShowUpdate,
    /// Cancels the accepted import whose job was stopped.
    CancelImport,
    /// Runs the action that waits for the recorded trace.
    RunDeferred,
    /// Drops the action that waits for the recorded trace.
    DropDeferred,
}

impl From<Option<Message>> for Reaction {
    fn from(message: Option<Message>) -> Self {
        message.map_or(Self::Nothing, Self::Show)
    }
}

impl<K: Analysis> JobKey for K {
    fn run(&self, context: JobContext<'_>) -> Result<Arc<dyn JobValue>, Stopped> {
        Ok(Arc::new(self.compute(context)?))
    }
}

/// Key whose [`Memo`] is a field of [`Analyses`].
pub(in crate::editor) trait Memoized: Analysis {
    /// Name of the field.
    const NAME: &'static str;

    /// Returns the state of the analysis.
    fn memo(analyses: &Analyses) -> &Memo<Self>;

    /// Like [`Self::memo`], for changes.
    fn memo_mut(analyses: &mut Analyses) -> &mut Memo<Self>;
}

/// When a value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum When {
    /// Not at all: it is not shown.
    Never,
    /// At its first use, by the caller: it takes no noticeable time.
    FirstUse,
    /// By a job, after its first use.
    AfterFirstUse,
    /// By a job, on request only.
    OnRequest,
    /// By a job, after every change.
    Always,
}

impl When {
    /// Returns [`Self::FirstUse`] for a mesh of at most `most` cells, and `larger` for a larger one.
    pub(in crate::editor) fn for_cells(session: &Session, most: usize, larger: Self) -> Self {
        if session.mesh().cell_count() > most { larger } else { Self::FirstUse }
    }
}

/// Value of an analysis, with the state of its job.
#[derive(Debug)]
pub(in crate::editor) struct Memo<K: Analysis> {
    /// Last value and its key.
    pub(super) value: OnceLock<(K, Arc<K::Value>)>,
    /// Whether the key of the value is the present one.
    pub(super) is_current: bool,
    /// Number of the job that computed the value; `None` if no job did.
    pub(in crate::editor) number: Option<u64>,
    /// Whether the value was used or requested while there was none.
    pub(super) wanted: OnceLock<()>,
    pub(super) task: Task<K>,
    /// The uses when the key was compared last.
    pub(super) followed: MemoUses,
}

/// Uses of a memo by functions that only read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MemoUses {
    has_value: bool,
    is_wanted: bool,
}

/// Job of an analysis.
#[derive(Clone, Debug)]
pub(super) enum Task<K> {
    Idle,
    Running(u64, K),
    /// Stopped by the user, or failed; it starts again only on request or for another key.
    Stopped(K),
}

impl<K: Analysis> Default for Memo<K> {
    fn default() -> Self {
        Self {
            value: OnceLock::new(),
            is_current: false,
            number: None,
            wanted: OnceLock::new(),
            task: Task::Idle,
            followed: MemoUses::default(),
        }
    }
}

impl<K: Analysis> Clone for Memo<K> {
    fn clone(&self) -> Self {
        Self {
            value: self.value.clone(),
            is_current: self.is_current,
            number: self.number,
            wanted: self.wanted.clone(),
            task: self.task.clone(),
            followed: self.followed,
        }
    }
}

impl<K: Analysis> Memo<K> {
    /// Returns the number of the running job.
    pub(in crate::editor) fn running(&self) -> Option<u64> {
        if let Task::Running(number, _) = self.task { Some(number) } else { None }
    }

    /// Whether the user stopped the job for the present key, or it failed.
    pub(in crate::editor) fn is_stopped(&self) -> bool {
        matches!(self.task, Task::Stopped(_))
    }

    /// Whether the value is awaited: used or requested, and neither computed nor stopped.
    pub(in crate::editor) fn is_awaited(&self) -> bool {
        self.wanted.get().is_some() && !self.is_stopped()
    }

    /// Returns the last value, which may be outdated.
    pub(in crate::editor) fn latest(&self) -> Option<&K::Value> {
        self.value.get().map(|(_, value)| &**value)
    }

    /// Returns the value if it is current.
    pub(in crate::editor) fn current(&self) -> Option<&K::Value> {
        self.latest().filter(|_| self.is_current)
    }

    /// Returns the key of the last value.
    pub(in crate::editor) fn key(&self) -> Option<&K> {
        self.value.get().map(|(key, _)| key)
    }

    /// Removes and returns the value with its key.
    pub(in crate::editor) fn take_value(&mut self) -> Option<(K, K::Value)>
    where
        K::Value: Clone,
    {
        self.is_current = false;
        self.value.take().map(|(key, value)| (key, Arc::unwrap_or_clone(value)))
    }

    /// Replaces the value by one that was updated to another key.
    pub(in crate::editor) fn set_value(&mut self, key: K, value: K::Value) {
        self.value = OnceLock::from((key, Arc::new(value)));
    }

    /// Returns whether a value was computed at its first use, and whether one was requested.
    pub(super) fn uses(&self) -> MemoUses {
        MemoUses { has_value: self.value.get().is_some(), is_wanted: self.wanted.get().is_some() }
    }

    /// Whether there is neither a value nor a job.
    pub(super) fn is_blank(&self) -> bool {
        self.value.get().is_none() && matches!(self.task, Task::Idle) && self.wanted.get().is_none()
    }
}
