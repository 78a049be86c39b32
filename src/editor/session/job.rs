//! Jobs: computations on a snapshot, which the application runs on another thread.
//!
//! A job is data: its name, and a key that contains all that its value depends on. Running it again gives an equal value.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::editor::session::Session;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::Issues;

/// Value of a job; the analysis that started the job has its type.
pub(in crate::editor) trait JobValue: Any + Send + Sync {
    fn equals(&self, other: &dyn JobValue) -> bool;
}

impl<T: Any + PartialEq + Send + Sync> JobValue for T {
    fn equals(&self, other: &dyn JobValue) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>() == Some(self)
    }
}

/// Environment of a running computation.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// Receives reports, and stops the computation.
    pub progress: &'a Progress,
    /// Returns the time in seconds, for computations that measure their duration.
    pub now: &'a dyn Fn() -> f64,
}

/// Key of a job, which contains all that its value depends on.
pub(in crate::editor) trait JobKey: Send + Sync {
    /// Computes the value.
    fn run(&self, context: JobContext<'_>) -> Result<Arc<dyn JobValue>, Stopped>;
}

/// Computation for [`crate::editor::session::effect::Effect::Start`].
#[derive(Clone)]
pub struct Job {
    /// Number that identifies the job.
    pub number: u64,
    /// Name of the analysis, such as `chokepoints`.
    pub name: &'static str,
    /// Name of the job for the status bar, such as "finding chokepoints".
    pub title: &'static str,
    key: Arc<dyn JobKey>,
}

/// Result of a job, for [`crate::editor::interaction::input::Input::JobDone`].
#[derive(Clone, Debug, PartialEq)]
pub struct JobDone {
    pub(in crate::editor) number: u64,
    ended: Ended,
}

/// How a job ended.
#[derive(Clone)]
enum Ended {
    Done(Arc<dyn JobValue>),
    Stopped,
    /// Reason, as a sentence.
    Failed(String),
}

impl fmt::Debug for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(_) => f.write_str("Done"),
            Self::Stopped => f.write_str("Stopped"),
            Self::Failed(why) => write!(f, "Failed({why:?})"),
        }
    }
}

impl PartialEq for Ended {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Done(value), Self::Done(other)) => value.equals(&**other),
            (Self::Failed(why), Self::Failed(other)) => why == other,
            (Self::Stopped, Self::Stopped) => true,
            _ => false,
        }
    }
}

impl JobDone {
    /// Returns the value; `None` if the job was stopped or failed, or if its value has another type.
    pub(in crate::editor) fn value<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let Ended::Done(value) = &self.ended else { return None };
        let value: Arc<dyn Any + Send + Sync> = Arc::<dyn JobValue>::clone(value);
        value.downcast().ok()
    }

    /// Returns why the job failed, as a sentence.
    pub(in crate::editor) fn failure(&self) -> Option<&str> {
        if let Ended::Failed(why) = &self.ended { Some(why) } else { None }
    }
}

impl Job {
    /// Creates a job of the analysis with this name and title.
    pub(in crate::editor) fn new(
        number: u64,
        (name, title): (&'static str, &'static str),
        key: impl JobKey + 'static,
    ) -> Self {
        Self { number, name, title, key: Arc::new(key) }
    }

    /// Runs the job and returns its result, for the editor.
    pub fn run(&self, context: JobContext<'_>) -> JobDone {
        self.ended(self.key.run(context).map_or(Ended::Stopped, Ended::Done))
    }

    /// Returns the result of a job whose value was computed elsewhere.
    ///
    /// A value of another type counts as stopped.
    pub fn done<T: PartialEq + Send + Sync + 'static>(&self, value: T) -> JobDone {
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
