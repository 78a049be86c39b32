//! Queries of a mesh: cell location, paths and ray casts.

use navsmith::cli::measure::clock::median;
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground};
use navsmith_core::navmesh::synthetic::Landscape;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::trace::Silent;

use crate::clock::{ask_all, asking, formatted};
use crate::row::Row;
use crate::{Sizes, navmesh_crate, polyanya_crate};

const SIZES: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];

/// Start and target of a query.
pub(crate) type Ends = [Located; 2];

pub(crate) const PLACES: usize = 10_000;

/// Number of queries of a map, evenly spaced in its list, if all would take too long.
pub(crate) const ENOUGH: usize = 200;

/// Number of queries timed together, so that a disturbance of one round affects few of them.
const TOGETHER: usize = 40;

pub(crate) const MAX_HEIGHT: f32 = 2.0;

pub(crate) fn print_rows(sizes: Sizes) {
    for recipe in sizes.recipes(&Landscape::ALL, &SIZES) {
        let mesh = recipe.mesh();
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
        let asked = Questioned::new(input, walkable, polyanya_crate::Parts::of(&mesh));
        // Larger meshes get fewer queries, so that no line takes long.
        let count = (2_000_000 / recipe.triangles).clamp(10, 400);
        let places = random_points(&walkable, 1, PLACES);
        let pairs = asked.pairs(places.chunks_exact(2).take(count).map(|pair| [pair[0], pair[1]]));
        asked.print_locating(&places);
        asked.print_ways(&pairs);
        asked.print_others(&pairs);
    }
}

/// A mesh in the representation of each compared implementation.
pub(crate) struct Questioned<'a> {
    input: String,
    walkable: Walkable<'a>,
    locator: PointLocator,
    /// Search mesh without and with precomputed data.
    ///
    /// The second has merged cells, blocks and landmarks, as for a mesh that is not being edited.
    search_meshes: [SearchMesh; 2],
    polyanya: polyanya::Mesh,
    navmesh: Option<navmesh::NavMesh>,
}

/// Ratios of the time of the `polyanya` crate to navsmith's.
pub(crate) struct Ratios {
    /// With all precomputed data, as for a mesh that is not being edited.
    pub(crate) whole: f64,
    /// Without precomputed data, as while the mesh is dragged.
    pub(crate) plain: f64,
}

impl<'a> Questioned<'a> {
    pub(crate) fn new(input: String, walkable: Walkable<'a>, theirs: polyanya_crate::Parts) -> Self {
        let plain = SearchMesh::build(&walkable);
        let whole = plain.with_merged_cells().with_landmarks();
        Self {
            input,
            walkable,
            locator: PointLocator::build(walkable.mesh),
            search_meshes: [plain, whole],
            polyanya: theirs.build(),
            navmesh: navmesh_crate::Parts::of(walkable.mesh).map(navmesh_crate::Parts::build),
        }
    }

    pub(crate) fn walkable(&self) -> &Walkable<'a> {
        &self.walkable
    }

    fn row(&self, work: impl Into<String>, ours: f64) -> Row {
        Row::new(work, &self.input, ours)
    }

    /// Prints the time for locating the cell of a position.
    pub(crate) fn print_locating(&self, places: &[Located]) -> Ratios {
        let Walkable { mesh, derived, .. } = self.walkable;
        let beside = self.beside();
        let [sorted, dragging, polyanya, navmesh, bytes] = ask_all(
            places,
            places.len(),
            [
                asking(|place: &Located| self.locator.locate(place.asked, MAX_HEIGHT)),
                asking(|place: &Located| locate(mesh, derived, place.asked, MAX_HEIGHT)),
                asking(|place: &Located| polyanya_crate::finds(&self.polyanya, place)),
                asking(|place: &Located| self.navmesh.as_ref().and_then(|it| navmesh_crate::find(it, place))),
                asking(|place: &Located| read(mesh, &[place.cell])),
            ],
        );
        let navmesh = self.navmesh.as_ref().map(|_| navmesh);
        let row = |work: &str, ours| self.row(work, ours).polyanya(polyanya).navmesh(navmesh).bytes(bytes);
        row("locate, with height", sorted).print();
        row("locate, while dragging", dragging).print();
        if !beside.is_empty() {
            let [nearest, bytes] = ask_all(
                &beside,
                beside.len(),
                [
                    asking(|place: &Located| self.locator.locate(place.asked, MAX_HEIGHT)),
                    asking(|place: &Located| read(mesh, &[place.cell])),
                ],
            );
            self.row(nearest_of(&beside), nearest).bytes(bytes).print();
        }
        Ratios { whole: polyanya / sorted, plain: polyanya / dragging }
    }

    /// Solves each query and returns it with its shortest path, before any measurement.
    pub(crate) fn pairs(&self, all: impl IntoIterator<Item = Ends>) -> Vec<Pair> {
        let mut whole = Polyanya::new(&self.search_meshes[1]);
        let mut pair = |ends: Ends| {
            let best = whole.solve(&ends[0], &ends[1], &mut Silent);
            let shortest = best.as_ref().map_or(f64::NAN, |best| best.length);
            Pair { ends, shortest, corridor: best.map(|best| best.corridor.cells).unwrap_or_default() }
        };
        all.into_iter().map(&mut pair).collect()
    }

    /// Prints the time from two points to the length of the shortest path, location included.
    pub(crate) fn print_ways(&self, pairs: &[Pair]) -> Ratios {
        let Walkable { mesh, derived, .. } = self.walkable;
        let [mut plain, mut whole] = self.search_meshes.each_ref().map(Polyanya::new);
        let sorted = |end| self.locator.locate(end, MAX_HEIGHT);
        let live = |end| locate(mesh, derived, end, MAX_HEIGHT);
        let [ours, dragging, polyanya, bytes] = ask_all(
            pairs,
            TOGETHER,
            [
                asking(|pair: &Pair| length(&mut whole, sorted, &pair.ends)),
                asking(|pair: &Pair| length(&mut plain, live, &pair.ends)),
                asking(|pair: &Pair| polyanya_crate::length(&self.polyanya, &pair.ends)),
                asking(|pair: &Pair| read(mesh, &pair.corridor)),
            ],
        );
        let row = |work: String, ours| self.row(work, ours).polyanya(polyanya).bytes(bytes);
        row(format!("shortest path, {}", self.agreement(pairs)), ours).print();
        row("shortest path, plain search mesh".into(), dragging).print();
        Ratios { whole: polyanya / ours, plain: polyanya / dragging }
    }

    /// Describes how many of the queries the `polyanya` crate answers with equal lengths.
    ///
    /// Long lists are sampled.
    fn agreement(&self, pairs: &[Pair]) -> String {
        let is_same = |pair: &&Pair| {
            let theirs = polyanya_crate::length(&self.polyanya, &pair.ends);
            (theirs - pair.shortest).abs() <= 1e-4 * pair.shortest.max(1.0)
                || theirs.is_nan() && pair.shortest.is_nan()
        };
        let part = pairs.iter().step_by(pairs.len().div_ceil(ENOUGH).max(1));
        let (count, asked, same) = (pairs.len(), part.len(), part.filter(is_same).count());
        if same == asked {
            format!("{count} queries")
        } else {
            format!("{count} queries, {same} of {asked} equal")
        }
    }

    /// Prints the times for paths of other algorithms, which are not the shortest, and for ray casts.
    pub(crate) fn print_others(&self, pairs: &[Pair]) {
        let Walkable { mesh, derived, .. } = self.walkable;
        let ray = |[start, target]: &Ends| raycast(&self.walkable, start, ground(target.point));
        let crossed: Vec<Vec<CellId>> = pairs.iter().map(|pair| ray(&pair.ends).cells).collect();
        let [searching, navmesh, bytes, casting] = ask_all(
            pairs,
            TOGETHER,
            [
                asking(|pair: &Pair| find_path(mesh, derived, &query(&pair.ends))),
                asking(|pair: &Pair| self.navmesh.as_ref().map(|it| navmesh_crate::length(it, &pair.ends))),
                asking(|pair: &Pair| read(mesh, &pair.corridor)),
                asking(|pair: &Pair| ray(&pair.ends)),
            ],
        );
        let [bytes_of_ray] = ask_all(&crossed, TOGETHER, [asking(|cells: &Vec<CellId>| read(mesh, cells))]);
        let by_midpoints = |pair: &Pair| {
            let answer = find_path(mesh, derived, &query(&pair.ends));
            answer.path().map_or(f64::NAN, |path| ground_length(&path.waypoints))
        };
        let mut work = format!("A* over midpoints, {:.2} % longer", gap(pairs, by_midpoints));
        if let Some(theirs) = &self.navmesh {
            let gap = gap(pairs, |pair| navmesh_crate::length(theirs, &pair.ends));
            work = format!("{work}; navmesh {gap:.1} % longer");
        }
        let navmesh = self.navmesh.as_ref().map(|_| navmesh);
        self.row(work, searching).navmesh(navmesh).bytes(bytes).print();
        let cells = crossed.iter().map(Vec::len).sum::<usize>() as f64 / crossed.len().max(1) as f64;
        self.row(format!("raycast, {} per cell", formatted(casting / cells)), casting)
            .bytes(bytes_of_ray)
            .print();
    }

    /// Returns positions off the mesh, inside its bounding box or up to a twentieth of the size beyond.
    fn beside(&self) -> Vec<Located> {
        let (bounds, mut chance) = (self.walkable.mesh.bounds(), SplitMix64(1));
        let (low, size) = (bounds.ground_min(), ground(bounds.size()));
        let mut draw = || {
            let share = [(); 2].map(|()| chance.unit() as f32 * 1.1 - 0.05);
            let endpoint = Endpoint { ground: low + size * Vec2::from(share), height: None };
            self.locator.locate(endpoint, MAX_HEIGHT)
        };
        let drawn = (0..20 * PLACES).filter_map(|_| draw());
        drawn.filter(|place| place.off_mesh.is_some()).take(PLACES / 4).collect()
    }
}

/// A query and its result.
pub(crate) struct Pair {
    ends: Ends,
    /// Length of the shortest path, or NaN without a path.
    shortest: f64,
    /// Cells of its corridor.
    corridor: Vec<CellId>,
}

fn length(
    polyanya: &mut Polyanya<&SearchMesh>,
    locate: impl Fn(Endpoint) -> Option<Located>,
    ends: &Ends,
) -> Option<f64> {
    let [start, target] = ends.map(|end| locate(end.asked));
    polyanya.length(&start?, &target?, &mut Silent)
}

/// Describes the queries at these positions.
fn nearest_of(beside: &[Located]) -> String {
    let away = beside.iter().filter_map(|place| place.off_mesh).map(f64::from);
    format!("nearest, {:.1} m off the mesh", median(&away.collect::<Vec<_>>()))
}

fn query([start, target]: &Ends) -> Query {
    let algorithm = Algorithm::Nodes(Method::Midpoints).into();
    let settings = Settings { algorithm, has_slope_waypoints: false, ..Settings::default() };
    Query { start: start.asked, target: target.asked, settings }
}

/// Returns the mean optimality gap of other paths, in per cent.
fn gap(pairs: &[Pair], length: impl Fn(&Pair) -> f64) -> f64 {
    let gaps = pairs.iter().filter(|pair| pair.shortest > 0.0).map(|pair| length(pair) / pair.shortest - 1.0);
    let gaps: Vec<f64> = gaps.filter(|gap| gap.is_finite()).collect();
    100.0 * gaps.iter().sum::<f64>() / gaps.len().max(1) as f64
}

/// Reads every corner of some cells.
fn read(mesh: &NavMesh, cells: &[CellId]) -> Vec3 {
    cells.iter().flat_map(|&cell| mesh.corners(cell)).map(|&corner| mesh.position(corner)).sum()
}
