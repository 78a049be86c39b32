//! Shows that a silent observer costs nothing.
//!
//! There is no version of the algorithms without observers. The silent observer is therefore compared with two
//! others. One checks at every event, at run time, whether it is enabled. The other counts the events. If the
//! run-time check has no measurable cost, the silent observer, which omits the check, has none either.

use std::hint::black_box;

use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::polyanya::event::IntervalEvent;
use navsmith_core::pathfinding::search::Search;
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::pathfinding::string_pulling::funnel::string_pull;
use navsmith_core::pathfinding::string_pulling::portal::{Portal, portals_of};
use navsmith_core::trace::{Observer, Silent};

use crate::Sizes;
use crate::clock::{Asked, ask_all, asking};
use crate::row::Row;

const TRIANGLES: usize = 100_000;

/// Number of queries.
const WAYS: usize = 60;

/// Number of queries timed together; small, because the differences are small.
const TOGETHER: usize = 3;

type Ends = [Located; 2];

/// Observer that is enabled or disabled at run time and counts the events.
struct Listener {
    is_enabled: bool,
    count: usize,
}

impl Listener {
    fn new(is_enabled: bool) -> Self {
        Self { is_enabled: black_box(is_enabled), count: 0 }
    }
}

impl<E> Observer<E> for Listener {
    #[inline]
    fn observe(&mut self, event: E) {
        if self.is_enabled {
            black_box(&event);
            self.count += 1;
        }
    }

    #[inline]
    fn is_enabled(&self) -> bool {
        self.is_enabled
    }
}

pub(crate) fn print_rows(sizes: Sizes) {
    let recipe = Recipe { landscape: Landscape::Terrain, triangles: TRIANGLES.min(sizes.most), seed: 1 };
    let mesh = recipe.mesh();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let floor = SearchMesh::build_merged(&walkable);
    let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
    let places = random_points(&walkable, 1, 2 * WAYS);
    let pairs: Vec<Ends> = places.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let mut of_each = [(); 3].map(|()| Polyanya::new(&floor));
    let mut portals_between = |ends: &Ends| {
        let best = of_each[0].solve(&ends[0], &ends[1], &mut Silent);
        best.map(|best| portals_of(&walkable, &best.corridor, &ends[0], &ends[1]).1).unwrap_or_default()
    };
    let portals: Vec<Vec<Portal>> = pairs.iter().map(&mut portals_between).collect();
    let [first, second, third] = &mut of_each;
    print_beside(
        "shortest path",
        &input,
        &pairs,
        [
            asking(|ends: &Ends| find(first, ends, &mut Silent)),
            asking(|ends: &Ends| find(second, ends, &mut Listener::new(false))),
            asking(|ends: &Ends| find(third, ends, &mut Listener::new(true))),
        ],
    );
    print_beside(
        "A* over midpoints",
        &input,
        &pairs,
        [
            asking(|ends: &Ends| search(&walkable, ends, &mut Silent)),
            asking(|ends: &Ends| search(&walkable, ends, &mut Listener::new(false))),
            asking(|ends: &Ends| search(&walkable, ends, &mut Listener::new(true))),
        ],
    );
    print_beside(
        "string pulling",
        &input,
        &portals,
        [
            asking(|portals: &Vec<Portal>| string_pull(portals, false, &mut Silent)),
            asking(|portals: &Vec<Portal>| string_pull(portals, false, &mut Listener::new(false))),
            asking(|portals: &Vec<Portal>| string_pull(portals, false, &mut Listener::new(true))),
        ],
    );
}

fn find(
    optimum: &mut Polyanya<&SearchMesh>,
    [start, target]: &Ends,
    observer: &mut impl Observer<IntervalEvent>,
) -> Option<f64> {
    optimum.length(start, target, observer)
}

fn search(
    walkable: &Walkable<'_>,
    [start, target]: &Ends,
    observer: &mut impl Observer<SearchEvent>,
) -> usize {
    let mut search = Search::new(walkable, Method::Midpoints, start, Some(target));
    search.run(observer);
    search.expanded()
}

/// Prints the time with a silent observer, and the additional time with the two others.
fn print_beside<A>(work: &str, input: &str, all: &[A], asked: [Asked<'_, A>; 3]) {
    let [silent, asking, counting] = ask_all(all, TOGETHER, asked);
    let more = |took: f64| (took / silent - 1.0) * 100.0;
    let work = format!(
        "{work}, no observer (disabled observer {:+.1} %, counting observer {:+.1} %)",
        more(asking),
        more(counting),
    );
    Row::new(work, input, silent).print();
}
