//! The issues of a document in one container, by scope.

use super::{AgentIssues, Issue, Issues, Severity};
use navsmith_core::navmesh::CellId;

/// Issues of which none follows an edit; they are searched as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListedIssues {
    /// The issues.
    pub issues: Vec<Issue>,
    /// A sentence for each search that stopped early, or that found more than are listed.
    pub notes: Vec<String>,
}

/// The issues of a document by scope; `None` for those that are not found yet.
#[derive(Clone, Copy, Debug)]
pub struct AllIssues<'a> {
    /// Issues of the mesh.
    pub mesh: &'a Issues,
    /// Issues of the document as a whole.
    pub document: Option<&'a ListedIssues>,
    /// Issues for an agent, and those between the mesh and its levels.
    pub agent: Option<&'a AgentIssues>,
    /// Issues of exports.
    pub exports: Option<&'a ListedIssues>,
}

impl<'a> AllIssues<'a> {
    /// Returns the issues of all scopes.
    pub fn iter(self) -> impl Iterator<Item = &'a Issue> {
        let of_list = |list: Option<&'a ListedIssues>| list.into_iter().flat_map(|list| &list.issues);
        let of_agent = self.agent.into_iter().flat_map(AgentIssues::iter);
        self.mesh.iter().chain(of_list(self.document)).chain(of_agent).chain(of_list(self.exports))
    }

    /// Returns the issues of a cell; one of two cells may occur twice.
    pub fn of_cell(self, cell: CellId) -> impl Iterator<Item = &'a Issue> {
        let of_agent = self.agent.into_iter().flat_map(move |issues| issues.of_cell(cell));
        let exports = self.exports.into_iter().flat_map(|list| &list.issues);
        let of_exports = exports.filter(move |issue| issue.cells.contains(&cell));
        self.mesh.of_cell(cell).chain(of_agent).chain(of_exports)
    }

    /// Returns the numbers of issues of each severity in each scope, of those that satisfy a predicate.
    pub fn counts(self, is_counted: impl Fn(&Issue) -> bool) -> [Option<[usize; Severity::ALL.len()]>; 4] {
        let of = |issues: &mut dyn Iterator<Item = &'a Issue>| {
            Severity::counts(issues.filter(|issue| is_counted(issue)))
        };
        [
            Some(of(&mut self.mesh.iter())),
            self.document.map(|list| of(&mut list.issues.iter())),
            self.agent.map(|found| of(&mut found.iter())),
            self.exports.map(|list| of(&mut list.issues.iter())),
        ]
    }

    /// Returns a sentence for each search that does not list all issues.
    pub fn stopped(self) -> impl Iterator<Item = String> + 'a {
        let notes =
            |list: Option<&'a ListedIssues>| list.into_iter().flat_map(|list| list.notes.iter().cloned());
        let of_agent = self.agent.into_iter().flat_map(AgentIssues::stopped);
        self.mesh.stopped().chain(notes(self.document)).chain(of_agent).chain(notes(self.exports))
    }
}
