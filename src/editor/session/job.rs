//! Jobs: computations on a snapshot, which the application runs on another thread.

use std::any::Any;
use std::fmt;
use std::mem::discriminant;
use std::sync::Arc;

use crate::editor::session::Session;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::Issues;

/// Value of a job; the analysis that started the job knows its type.
type JobValue = Arc<dyn Any + Send + Sync>;

/// Environment of a running computation.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// Receives reports, and stops the computation.
    pub progress: &'a Progress,
    /// Returns the time in seconds, for computations that measure their duration.
    pub now: &'a dyn Fn() -> f64,
}

/// Function of a job.
type Run = dyn Fn(JobContext<'_>) -> Result<JobValue, Stopped> + Send + Sync;

/// Computation for [`crate::editor::session::effect::Effect::Start`].
#[derive(Clone)]
pub struct Job {
    /// Number that identifies the job.
    pub number: u64,
    /// Name of the job for the status bar, such as "finding chokepoints".
    pub title: &'static str,
    run: Arc<Run>,
}

/// Result of a job, for [`crate::editor::interaction::input::Input::JobDone`].
#[derive(Clone, Debug)]
pub struct JobDone {
    pub(in crate::editor) number: u64,
    ended: Ended,
}

/// How a job ended.
#[derive(Clone, Debug)]
enum Ended {
    Done(JobValue),
    Stopped,
    /// Reason, as a sentence.
    Failed(String),
}

impl JobDone {
    /// Returns the value; `None` if the job was stopped or failed, or if its value has another type.
    pub(in crate::editor) fn value<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        if let Ended::Done(value) = &self.ended { Arc::clone(value).downcast().ok() } else { None }
    }

    /// Returns why the job failed, as a sentence.
    pub(in crate::editor) fn failure(&self) -> Option<&str> {
        if let Ended::Failed(why) = &self.ended { Some(why) } else { None }
    }
}

impl Job {
    /// Creates a job.
    pub(in crate::editor) fn new<T: Send + Sync + 'static>(
        number: u64,
        title: &'static str,
        run: impl Fn(JobContext<'_>) -> Result<T, Stopped> + Send + Sync + 'static,
    ) -> Self {
        let run = move |context: JobContext<'_>| run(context).map(|value| -> JobValue { Arc::new(value) });
        Self { number, title, run: Arc::new(run) }
    }

    /// Runs the job and returns its result, for the editor.
    pub fn run(&self, context: JobContext<'_>) -> JobDone {
        self.ended((self.run)(context).map_or(Ended::Stopped, Ended::Done))
    }

    /// Returns the result of a job whose value was computed elsewhere.
    ///
    /// A value of another type counts as stopped.
    pub fn done<T: Send + Sync + 'static>(&self, value: T) -> JobDone {
        self.ended(Ended::Done(Arc::new(value)))
    }

    /// Returns the result of a job that was stopped before it ended.
    pub fn stopped(&self) -> JobDone {
        self.ended(Ended::Stopped)
    }

    /// Returns the result of a job that failed; `why` is a sentence.
    pub fn failed(&self, why: String) -> JobDone {
        self.ended(Ended::Failed(why))
    }

    fn ended(&self, ended: Ended) -> JobDone {
        JobDone { number: self.number, ended }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({}, {:?})", self.number, self.title)
    }
}

impl PartialEq for Job {
    /// Compares the numbers, because an editor gives each number once.
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl PartialEq for JobDone {
    /// Compares the numbers and how the jobs ended; values have no common type to compare.
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && discriminant(&self.ended) == discriminant(&other.ended)
    }
}

/// A mesh with its derived data, shared with jobs.
#[derive(Clone, Debug)]
pub(in crate::editor) struct MeshSnapshot {
    pub(in crate::editor) mesh: NavMesh,
    pub(in crate::editor) derived: Arc<Derived>,
}

impl PartialEq for MeshSnapshot {
    /// Compares the meshes, because the derived data follow from them.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.derived, &other.derived) || self.mesh == other.mesh
    }
}

impl Session {
    /// Returns the mesh with its derived data.
    pub(in crate::editor) fn mesh_snapshot(&self) -> MeshSnapshot {
        MeshSnapshot { mesh: self.document().mesh.clone(), derived: self.shared_derived() }
    }

    /// Returns the mesh with the agent and the filter of the active query.
    pub(in crate::editor) fn agent_snapshot(&self) -> AgentSnapshot {
        let Settings { agent, filter, .. } = self.settings().clone();
        AgentSnapshot { ground: self.mesh_snapshot(), agent, filter }
    }
}

/// The issues of a mesh, shared with jobs.
#[derive(Clone, Debug)]
pub(in crate::editor) struct IssuesSnapshot(pub(in crate::editor) Arc<Issues>);

impl PartialEq for IssuesSnapshot {
    /// Compares the limits, because a key contains the mesh as well.
    fn eq(&self, other: &Self) -> bool {
        self.0.limits() == other.0.limits()
    }
}

/// A mesh with an agent and a filter: what most analyses depend on.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct AgentSnapshot {
    pub(in crate::editor) ground: MeshSnapshot,
    pub(in crate::editor) agent: Agent,
    pub(in crate::editor) filter: Filter,
}

impl AgentSnapshot {
    pub(in crate::editor) fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.ground.mesh, &self.ground.derived, &self.agent, &self.filter)
    }
}
