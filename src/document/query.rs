//! Kept questions.

use crate::pathfinding::Endpoint;

/// A question that is kept: where from and where to, each placed or not yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuery {
    /// What people call it; not empty.
    pub name: String,
    /// Where the path begins.
    pub start: Option<Endpoint>,
    /// Where it is to end.
    pub target: Option<Endpoint>,
}

impl Default for NamedQuery {
    fn default() -> Self {
        Self { name: "query".into(), start: None, target: None }
    }
}
