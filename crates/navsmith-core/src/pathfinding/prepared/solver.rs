//! State kept between queries of a mesh that does not change: its search mesh and the search's memory.
//!
//! Building a search mesh costs as much as some hundred queries. A solver is therefore for many queries, or for a
//! query that is repeated while its endpoint is dragged. It does not follow edits.

use std::sync::Arc;

use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::locate::locate;
use crate::pathfinding::polyanya::Polyanya;
use crate::pathfinding::prepared::point_locator::PointLocator;
use crate::pathfinding::query::memory::PathMemory;
use crate::pathfinding::query::selection::How;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Answer, Query, answer_between, answer_into};
use crate::pathfinding::search_mesh::SearchMesh;
use crate::trace::Silent;

/// Answers queries of one mesh for one agent and one filter, like [`find_path`].
///
/// It is faster if Polyanya answers. It may return another path of equal length. A clone shares the search mesh and
/// has search memory of its own.
///
/// [`find_path`]: crate::pathfinding::query::find_path
#[derive(Clone, Debug)]
pub struct Solver {
    /// Source mesh, with which the solver shares its pages.
    mesh: NavMesh,
    agent: Agent,
    filter: Filter,
    polyanya: Polyanya<Arc<SearchMesh>>,
    /// Locates the ends of queries; `None` unless the solver is prepared for many.
    locator: Option<Arc<PointLocator>>,
    /// Memory of queries for this agent and filter.
    memory: PathMemory,
}

impl PartialEq for Solver {
    /// Everything else follows from the source.
    fn eq(&self, other: &Self) -> bool {
        self.mesh == other.mesh && self.agent == other.agent && self.filter == other.filter
    }
}

impl Solver {
    /// Builds the search mesh; `None` if cells cannot be cut into convex pieces or wind differently.
    ///
    /// For such a mesh, Polyanya need not return the optimum, and its result depends on the layout of the cells.
    /// `n log n`.
    pub fn build(walkable: &Walkable<'_>) -> Option<Self> {
        let floor = SearchMesh::build_merged(walkable);
        if !floor.is_sound() {
            return None;
        }
        Some(Self {
            mesh: walkable.mesh.clone(),
            agent: *walkable.agent,
            filter: walkable.filter.clone(),
            polyanya: Polyanya::new(Arc::new(floor)),
            locator: None,
            memory: PathMemory::default(),
        })
    }

    /// Prepares the solver for thousands of queries, with the same answers.
    ///
    /// Adds a [`PointLocator`], and landmarks where they save time (see [`SearchMesh::with_landmarks`]). Takes up to
    /// twice as long as [`Self::build`].
    #[must_use]
    pub fn prepared(self) -> Self {
        let locator = Some(Arc::new(PointLocator::build(&self.mesh)));
        Self { locator, ..self.with_landmarks() }
    }

    /// Adds landmarks where they save time. Pays off for thousands of queries.
    #[must_use]
    pub(in crate::pathfinding) fn with_landmarks(self) -> Self {
        let floor = Arc::unwrap_or_clone(self.polyanya.into_layout());
        Self { polyanya: Polyanya::new(Arc::new(floor.with_landmarks())), ..self }
    }

    pub(super) fn is_for(&self, settings: &Settings) -> bool {
        self.agent == settings.agent && self.filter == settings.filter
    }

    pub(in crate::pathfinding) fn how<'b>(&mut self) -> How<'_, 'b> {
        How::Kept(&mut self.polyanya)
    }

    /// Answers a query of the source mesh.
    ///
    /// A query for another agent or filter is answered without the solver's search mesh. `derived` belongs to the
    /// mesh.
    pub fn find_path(&mut self, derived: &Derived, query: &Query) -> Answer {
        let mut answer = Answer::default();
        self.find_path_into(derived, query, &mut answer);
        answer
    }

    /// Like [`Self::find_path`], but writes into the memory of an earlier answer.
    ///
    /// Once its memory is large enough, a query allocates none, if cells are convex and have at most eight corners.
    /// The exceptions are queries for another agent or filter, queries without a path, paths over wide links or between
    /// areas of different costs, and strings that are pulled on the surface.
    pub fn find_path_into(&mut self, derived: &Derived, query: &Query, answer: &mut Answer) {
        let max_height = query.settings.max_height;
        let ends = [query.start, query.target].map(|end| match &self.locator {
            Some(locator) => locator.locate(end, max_height),
            None => locate(&self.mesh, derived, end, max_height),
        });
        if self.is_for(&query.settings) {
            let Self { mesh, polyanya, memory, .. } = self;
            let how = How::Kept(polyanya);
            answer_into((mesh, derived), (query, ends), how, &mut Silent, memory, answer);
        } else {
            *answer = answer_between((&self.mesh, derived), query, ends, How::Anew, &mut Silent);
        }
    }
}
