//! Long work on a snapshot, which the outside does: not asked for, under way, or done.

use std::ops::Deref;
use std::sync::Arc;

use crate::navmesh::Derived;

/// What is to be done.
pub(super) trait Job {
    /// Tells this work from any other.
    fn number(&self) -> u64;
}

impl<J: Job> Job for Box<J> {
    fn number(&self) -> u64 {
        (**self).number()
    }
}

/// What is derived from a job's mesh; it follows from that, so it need not be compared.
#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Derived>);

impl Shared {
    /// A snapshot.
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

/// What is known of it.
#[derive(Debug, Default)]
pub(super) enum Work<J, A> {
    #[default]
    None,
    Running(J),
    Found(J, A),
}

impl<J: Job, A> Work<J, A> {
    /// Its number, while it is under way.
    pub(super) fn under_way(&self) -> Option<u64> {
        if let Self::Running(job) = self { Some(job.number()) } else { None }
    }

    /// What is being done, or was.
    pub(super) fn job(&self) -> Option<&J> {
        match self {
            Self::None => None,
            Self::Running(job) | Self::Found(job, _) => Some(job),
        }
    }

    /// What came of it.
    pub(super) fn found(&self) -> Option<&A> {
        if let Self::Found(_, found) = self { Some(found) } else { None }
    }

    /// Takes what came of the work under way, where it has this number; of any other, nothing.
    pub(super) fn take(&mut self, number: u64, found: Option<A>) {
        *self = match std::mem::take(self) {
            Self::Running(job) if job.number() == number => {
                found.map_or(Self::None, |found| Self::Found(job, found))
            }
            other => other,
        };
    }
}
