//! Jobs on a snapshot, run by a worker: not requested, running, or done.

use std::ops::Deref;
use std::sync::Arc;

use crate::navmesh::Derived;

/// Job for a worker.
pub(super) trait Job {
    /// Returns the number that identifies the job.
    fn number(&self) -> u64;
}

impl<J: Job> Job for Box<J> {
    fn number(&self) -> u64 {
        (**self).number()
    }
}

/// Data derived from a job's mesh.
///
/// They follow from the mesh, so a comparison ignores them.
#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Derived>);

impl Shared {
    /// Takes a snapshot of derived data.
    pub(super) fn of(derived: &Derived) -> Self {
        Self(Arc::new(derived.clone()))
    }
}

impl Deref for Shared {
    type Target = Derived;

    fn deref(&self) -> &Derived {
        &self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// State of a job and its result.
#[derive(Debug, Default)]
pub(super) enum Work<J, A> {
    #[default]
    None,
    Running(J),
    Found(J, A),
}

impl<J: Job, A> Work<J, A> {
    /// Returns the number of the job while it is running.
    pub(super) fn under_way(&self) -> Option<u64> {
        if let Self::Running(job) = self { Some(job.number()) } else { None }
    }

    /// Returns the job that is running or is done.
    pub(super) fn job(&self) -> Option<&J> {
        match self {
            Self::None => None,
            Self::Running(job) | Self::Found(job, _) => Some(job),
        }
    }

    /// Returns the result.
    pub(super) fn found(&self) -> Option<&A> {
        if let Self::Found(_, found) = self { Some(found) } else { None }
    }

    /// Stores the result if the running job has this number; ignores any other job.
    pub(super) fn take(&mut self, number: u64, found: Option<A>) {
        *self = match std::mem::take(self) {
            Self::Running(job) if job.number() == number => {
                found.map_or(Self::None, |found| Self::Found(job, found))
            }
            other => other,
        };
    }
}
