//! Updates of computed values after changes, and the jobs that compute them.
//!
//! [`Editor::follow_analyses`] compares the key of each value with the present one. A value with another key is dropped
//! or shown as outdated, and a job for another key is stopped.

use std::sync::{Arc, OnceLock};

use crate::editor::session::effect::{Effect, Message, Outbox};
use crate::editor::session::job::{Job, JobContext, JobDone};
use crate::editor::session::memo::{Analysis, Memoized, Reaction, Task, When};
use crate::editor::{Analyses, Editor, State};
use navsmith_core::navmesh::{Changes, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Defines [`Analyses`] and the table of its rows by the key of each field.
macro_rules! analyses {
    ($($field:ident: $key:ty),+ $(,)?) => {
        /// Every computed value, with the state of its job.
        #[derive(Clone, Debug, Default)]
        pub(in crate::editor) struct Analyses {
            $($field: $crate::editor::session::memo::Memo<$key>),+
        }

        $(impl $crate::editor::session::memo::Memoized for $key {
            const NAME: &'static str = stringify!($field);

            fn memo(analyses: &Analyses) -> &$crate::editor::session::memo::Memo<Self> {
                &analyses.$field
            }

            fn memo_mut(analyses: &mut Analyses) -> &mut $crate::editor::session::memo::Memo<Self> {
                &mut analyses.$field
            }
        })+

        impl Analyses {
            /// The functions of each analysis, in the order in which they are updated.
            const ROWS: &'static [$crate::editor::session::following::FollowingRow] =
                &[$($crate::editor::session::following::FollowingRow::of::<$key>()),+];
        }
    };
}
pub(in crate::editor) use analyses;

/// Functions of one analysis, as a row of the table of analyses.
pub(in crate::editor) struct FollowingRow {
    follow: fn(&mut State, &mut Outbox, bool) -> bool,
    edited: fn(&mut State, &NavMesh, &Changes),
    forget: fn(&mut State, &mut Outbox),
    take: fn(&mut State, &JobDone) -> Option<Reaction>,
    verify: fn(&State) -> Result<(), &'static str>,
}

impl FollowingRow {
    pub(in crate::editor) const fn of<K: Memoized>() -> Self {
        Self {
            follow: follow::<K>,
            edited: K::edited,
            forget: forget::<K>,
            take: take::<K>,
            verify: verify::<K>,
        }
    }
}

/// Compares the value and the job with the present key; starts the job that is due.
///
/// If nothing has changed that the key depends on, does so only if the value was used since the last call. Returns
/// whether the values below in the table may be affected.
fn follow<K: Memoized>(state: &mut State, outbox: &mut Outbox, is_changed: bool) -> bool {
    let memo = K::memo(&state.analyses);
    if !is_changed && memo.followed == memo.uses() {
        return false;
    }
    let when = K::when(state);
    if K::memo(&state.analyses).is_blank() && when != When::Always {
        return is_changed;
    }
    let key = if when == When::Never { None } else { K::key(state) };
    let is_present = |other: &K| key.as_ref() == Some(other);
    let is_current = K::memo(&state.analyses).key().is_some_and(is_present);
    if K::memo(&state.analyses).is_current && !is_current {
        outbox.extend(K::outdated(state));
    }
    let is_gesture = state.history().open().is_some();
    let memo = K::memo_mut(&mut state.analyses);
    memo.is_current = is_current;
    if when == When::FirstUse && !is_current {
        memo.value = OnceLock::new();
    }
    let is_outdated = match &memo.task {
        Task::Idle => false,
        Task::Running(_, of) | Task::Stopped(of) => !is_present(of),
    };
    let runs_to_end = K::RUNS_TO_END && memo.running().is_some() || K::RUNS_DURING_GESTURES && is_gesture;
    if is_outdated && !(runs_to_end && when != When::Never) {
        outbox.extend(memo.running().map(Effect::StopWork));
        (memo.task, memo.wanted) = (Task::Idle, OnceLock::new());
    }
    if when == When::Never {
        memo.wanted = OnceLock::new();
    }
    let is_due = match when {
        When::Always => true,
        When::AfterFirstUse | When::OnRequest => memo.wanted.get().is_some(),
        When::FirstUse | When::Never => false,
    };
    // During a gesture, most results would be outdated before they are computed.
    let starts =
        is_due && !is_current && matches!(memo.task, Task::Idle) && (K::RUNS_DURING_GESTURES || !is_gesture);
    if let Some(key) = key.filter(|_| starts) {
        let number = outbox.begin_work();
        outbox.push(Effect::Start(Job::new(number, (K::NAME, K::TITLE), key.clone())));
        memo.task = Task::Running(number, key);
    }
    memo.followed = memo.uses();
    true
}

/// Drops the value and stops the job.
fn forget<K: Memoized>(state: &mut State, outbox: &mut Outbox) {
    let gone = std::mem::take(K::memo_mut(&mut state.analyses));
    outbox.extend(gone.running().map(Effect::StopWork));
}

/// Stores the result of a job if it is that of this analysis; returns `None` if it is not.
fn take<K: Memoized>(state: &mut State, done: &JobDone) -> Option<Reaction> {
    if K::memo(&state.analyses).running() != Some(done.number) {
        return None;
    }
    let present = K::key(state);
    let memo = K::memo_mut(&mut state.analyses);
    let Task::Running(_, key) = std::mem::replace(&mut memo.task, Task::Idle) else { return None };
    memo.wanted = OnceLock::new();
    let is_current = present.as_ref() == Some(&key);
    Some(match done.value::<K::Value>() {
        Some(value) if is_current || K::RUNS_DURING_GESTURES || K::RUNS_TO_END => {
            (memo.value, memo.is_current, memo.number) = ((key, value).into(), is_current, Some(done.number));
            K::done(state)
        }
        Some(_) => Reaction::Nothing,
        None => {
            memo.task = Task::Stopped(key);
            K::stopped(state)
        }
    })
}

/// Computes a value that counts as current again; fails with the title of the analysis if it differs.
fn verify<K: Memoized>(state: &State) -> Result<(), &'static str> {
    let Some(value) = state.known::<K>() else { return Ok(()) };
    let key = K::key(state).ok_or(K::TITLE)?;
    let computed = compute_now(&key);
    if computed.as_ref() == Ok(value) { Ok(()) } else { Err(K::TITLE) }
}

fn compute_now<K: Analysis>(key: &K) -> Result<K::Value, Stopped> {
    key.compute(JobContext { progress: &Progress::none(), now: &|| 0.0 })
}

impl State {
    /// Returns the present value; `None` if it is not computed.
    ///
    /// Computes it now if that takes no noticeable time; requests it if a job computes values that are used.
    pub(in crate::editor) fn value<K: Memoized>(&self) -> Option<&K::Value> {
        let memo = K::memo(&self.analyses);
        match K::when(self) {
            When::FirstUse if memo.value.get().is_none() => {
                let key = K::key(self)?;
                let value = compute_now(&key).ok()?;
                Some(&*memo.value.get_or_init(|| (key, Arc::new(value))).1)
            }
            When::FirstUse => memo.latest(),
            When::AfterFirstUse if memo.current().is_none() => {
                memo.wanted.get_or_init(|| ());
                None
            }
            _ => memo.current(),
        }
    }

    /// Returns the present value if it is computed already.
    pub(in crate::editor) fn known<K: Memoized>(&self) -> Option<&K::Value> {
        let memo = K::memo(&self.analyses);
        // A value that is computed on first use is dropped once its key is outdated.
        if K::when(self) == When::FirstUse { memo.latest() } else { memo.current() }
    }

    /// Updates the values that follow edits of the mesh.
    pub(in crate::editor) fn update_analyses(&mut self, before: &NavMesh, changes: &Changes) {
        for row in Analyses::ROWS {
            (row.edited)(self, before, changes);
        }
    }

    /// Computes every value that counts as current again, and compares both.
    ///
    /// # Errors
    ///
    /// Fails with the title of the first analysis whose value differs.
    pub fn verify_analyses(&self) -> Result<(), &'static str> {
        Analyses::ROWS.iter().try_for_each(|row| (row.verify)(self))
    }
}

impl Editor {
    /// Requests the value of an analysis, also after its job was stopped.
    pub(in crate::editor) fn request<K: Memoized>(&mut self) {
        let memo = K::memo_mut(&mut self.state.analyses);
        if memo.is_stopped() {
            memo.task = Task::Idle;
        }
        memo.wanted.get_or_init(|| ());
        follow::<K>(&mut self.state, &mut self.outbox, true);
    }

    /// Restarts the job of an analysis if it was stopped.
    pub(in crate::editor) fn resume<K: Memoized>(&mut self) {
        if K::memo(&self.state.analyses).is_stopped() {
            self.request::<K>();
        }
    }

    /// Stops the job of an analysis, which starts again only on request or for another key.
    pub(in crate::editor) fn cancel<K: Memoized>(&mut self) {
        let memo = K::memo_mut(&mut self.state.analyses);
        let Some(number) = memo.running() else { return };
        if let Task::Running(_, key) = std::mem::replace(&mut memo.task, Task::Idle) {
            (memo.task, memo.wanted) = (Task::Stopped(key), OnceLock::new());
            self.outbox.push(Effect::StopWork(number));
        }
    }

    /// Drops the value of an analysis and stops its job.
    pub(in crate::editor) fn forget<K: Memoized>(&mut self) {
        forget::<K>(&mut self.state, &mut self.outbox);
    }

    /// Compares every value and job with its present key after a change; starts the jobs that are due.
    pub(in crate::editor) fn follow_analyses(&mut self) {
        self.follow_changes(true);
    }

    /// Like [`Self::follow_analyses`], if anything has changed.
    ///
    /// Otherwise, looks only at values that were used since the last call.
    pub(in crate::editor) fn follow_changes(&mut self, mut is_changed: bool) {
        for row in Analyses::ROWS {
            is_changed |= (row.follow)(&mut self.state, &mut self.outbox, is_changed);
        }
    }

    /// Drops every value and stops every job, because another document is opened.
    pub(in crate::editor) fn forget_analyses(&mut self) {
        for row in Analyses::ROWS {
            (row.forget)(&mut self.state, &mut self.outbox);
        }
    }

    /// Gives the result of a job to the analysis that started it; ignores that of a job that was stopped.
    pub(in crate::editor) fn take_job(&mut self, done: &JobDone) {
        let Some(reaction) = Analyses::ROWS.iter().find_map(|row| (row.take)(&mut self.state, done)) else {
            return;
        };
        self.react(reaction);
        if let Some(why) = done.failure() {
            self.say(Message::error(why));
        }
    }
}
