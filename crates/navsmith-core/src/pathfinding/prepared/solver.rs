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
            memory: PathMemory::default(),
        })
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
        let ends = [query.start, query.target].map(|end| locate(&self.mesh, derived, end, max_height));
        if self.is_for(&query.settings) {
            let Self { mesh, polyanya, memory, .. } = self;
            let how = How::Kept(polyanya);
            answer_into((mesh, derived), (query, ends), how, &mut Silent, memory, answer);
        } else {
            *answer = answer_between((&self.mesh, derived), query, ends, How::Anew, &mut Silent);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::navmesh::synthetic::{Landscape, Recipe};
    use crate::navmesh::{AreaId, Draft};
    use crate::pathfinding::mesh_query::Endpoint;
    use crate::pathfinding::query::find_path;
    use crate::pathfinding::string_pulling::surface_length::ground_length;

    fn suits(solver: &Solver, mesh: &NavMesh, settings: &Settings) -> bool {
        solver.is_for(settings) && solver.mesh == *mesh
    }

    #[test]
    fn what_is_kept_answers_as_asking_anew_does() {
        for (landscape, seed) in [(Landscape::Terrain, 5), (Landscape::Rooms, 2), (Landscape::Maze, 8)] {
            let mesh = Recipe { landscape, triangles: 2000, seed }.mesh();
            let derived = Derived::build(&mesh);
            let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
            let walkable = Walkable::new(&mesh, &derived, &settings.agent, &settings.filter);
            let mut solver = Solver::build(&walkable).expect("made meshes are sound");
            assert!(suits(&solver, &mesh, &settings), "it was built of these");
            let size = mesh.bounds().size();
            let at = |i: usize| Endpoint {
                ground: Vec2::new(size.x * (i % 37) as f32 / 37.0, size.z * (i % 23) as f32 / 23.0),
                height: None,
            };
            for i in 0..60 {
                let query = Query { start: at(i), target: at(i * 7 + 5), settings: settings.clone() };
                let (kept, anew) = (solver.find_path(&derived, &query), find_path(&mesh, &derived, &query));
                let length = |answer: &Answer| ground_length(&answer.path().expect("one island").waypoints);
                let [one, other] = [&kept, &anew].map(length);
                assert!((one - other).abs() <= 1e-9 * other, "{landscape} {i}: {one} and {other}");
                assert_eq!((kept.by, kept.why()), (anew.by, anew.why()), "by whom and why");
                assert_eq!(
                    [kept.start, kept.target],
                    [anew.start, anew.target],
                    "from and to the same places"
                );
            }
        }
    }

    #[test]
    fn it_is_of_one_mesh_one_agent_and_one_filter() {
        let mesh = Recipe { landscape: Landscape::Rooms, triangles: 500, seed: 1 }.mesh();
        let derived = Derived::build(&mesh);
        let plain = Settings::default();
        let walkable = Walkable::new(&mesh, &derived, &plain.agent, &plain.filter);
        let solver = Solver::build(&walkable).expect("made meshes are sound");
        let wide = Settings { agent: Agent { radius: 0.3, ..plain.agent }, ..plain.clone() };
        let mut forbidden = plain.clone();
        forbidden.filter.set_cost(AreaId(1), f32::INFINITY);
        assert_eq!([&wide, &forbidden].map(|settings| suits(&solver, &mesh, settings)), [false; 2], "others");
        let mut draft = Draft::of(mesh.clone());
        let (cell, _) = mesh.cells().next().expect("a cell");
        draft.remove_cell(cell);
        let less = draft.into_mesh();
        assert!(!suits(&solver, &less, &plain), "another mesh");
        let (id, _) = less.cells().next().expect("a cell");
        let mut draft = Draft::of(less.clone());
        let ring: Vec<_> = less.corners(id).iter().rev().copied().collect();
        draft.set_corners(id, ring);
        let flipped = draft.into_mesh();
        let derived = Derived::build(&flipped);
        let walkable = Walkable::new(&flipped, &derived, &plain.agent, &plain.filter);
        assert_eq!(Solver::build(&walkable), None, "not of cells that wind differently");
    }
}
