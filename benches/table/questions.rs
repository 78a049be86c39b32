//! Questions asked of a mesh: which cell, which way, how far in a straight line.

use navsmith::geometry::{SplitMix64, Vec2, Vec3, ground};
use navsmith::navmesh::generate::Recipe;
use navsmith::navmesh::{CellId, Derived, NavMesh};
use navsmith::pathfinding::{
    Agent, Algorithm, Endpoint, Filter, Floor, Located, Method, Polyanya, Query, Settings, Squares, Walkable,
    find_path, ground_length, locate, random_points, raycast,
};
use navsmith::trace::Silent;

use crate::Row;
use crate::clock::{asking, compare, told};
use crate::peer::{self, Parts};

/// From where to where.
pub(crate) type Ends = [Located; 2];

const PLACES: usize = 10_000;

const MAX_HEIGHT: f32 = 2.0;

/// What is asked of a made mesh: of larger ones less, so that no line takes long.
pub(crate) fn made(recipe: &Recipe) -> Vec<Row> {
    let mesh = recipe.mesh();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let count = (5_000_000 / recipe.triangles).clamp(20, 500);
    let places = random_points(&walkable, 1, PLACES);
    let pairs: Vec<Ends> = places.chunks_exact(2).take(count).map(|pair| [pair[0], pair[1]]).collect();
    let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
    let parts = Parts::of(&mesh);
    rows(&input, &walkable, parts, &places, &pairs)
}

/// The lines about one mesh.
pub(crate) fn rows(
    input: &str,
    walkable: &Walkable<'_>,
    theirs: Parts,
    places: &[Located],
    pairs: &[Ends],
) -> Vec<Row> {
    let (mesh, derived, theirs) = (walkable.mesh, walkable.derived, theirs.build());
    let plain = Floor::build(walkable);
    let floor = plain.merged().with_blocks();
    let [mut optimum, mut while_dragging] = [&floor, &plain].map(Polyanya::new);
    let squares = Squares::build(mesh);
    let mut shortest = |ends: &Ends| {
        let [start, target] = ends.map(|end| squares.locate(end.asked, MAX_HEIGHT));
        optimum.length(&start?, &target?, &mut Silent)
    };
    let lengths: Vec<f64> = pairs.iter().map(|ends| shortest(ends).unwrap_or(f64::NAN)).collect();
    let same = pairs.iter().zip(&lengths).filter(|(ends, ours)| {
        let theirs = peer::length(&theirs, ends);
        (theirs - **ours).abs() <= 1e-4 * ours.max(1.0) || theirs.is_nan() && ours.is_nan()
    });
    let same = same.count();
    let corridors: Vec<Vec<CellId>> = pairs.iter().map(|ends| corridor(mesh, derived, ends)).collect();
    let crossed: Vec<Vec<CellId>> = pairs.iter().map(|ends| ray(walkable, ends)).collect();
    let beside = beside(&squares, mesh);
    let [locating, locating_sorted, theirs_locating, reading_cell, nearest, reading_nearest] = compare([
        asking(places, |place| locate(mesh, derived, place.asked, MAX_HEIGHT)),
        asking(places, |place| squares.locate(place.asked, MAX_HEIGHT)),
        asking(places, |place| peer::finds(&theirs, place)),
        asking(places, |place| read(mesh, &[place.cell])),
        asking(&beside, |place| squares.locate(place.asked, MAX_HEIGHT)),
        asking(&beside, |place| read(mesh, &[place.cell])),
    ]);
    let [finding, theirs_finding, dragging, searching, casting, reading, reading_ray] = compare([
        asking(pairs, shortest),
        asking(pairs, |ends| peer::length(&theirs, ends)),
        asking(pairs, |ends| {
            let [start, target] = ends.map(|end| locate(mesh, derived, end.asked, MAX_HEIGHT));
            while_dragging.length(&start?, &target?, &mut Silent)
        }),
        asking(pairs, |ends| find_path(mesh, derived, &query(ends, Algorithm::Nodes(Method::Midpoints)))),
        asking(pairs, |[start, target]| raycast(walkable, start, ground(target.point))),
        asking(&corridors, |cells| read(mesh, cells)),
        asking(&crossed, |cells| read(mesh, cells)),
    ]);
    let row = |work: String, ours, theirs, reading| Row { work, input: input.into(), ours, theirs, reading };
    let gap = gap(mesh, derived, pairs, &lengths);
    let agreeing =
        if same == pairs.len() { String::new() } else { format!(", {same} of {} equal", pairs.len()) };
    vec![
        row("locate, with height".into(), locating_sorted, Some(theirs_locating), reading_cell),
        row("locate, while dragging".into(), locating, Some(theirs_locating), reading_cell),
        row(nearest_of(&beside), nearest, None, reading_nearest),
        row(format!("shortest way{agreeing}"), finding, Some(theirs_finding), reading),
        row("shortest way, only laid out".into(), dragging, Some(theirs_finding), reading),
        row(format!("A* over midpoints, {:.2} % longer", gap * 100.0), searching, None, reading),
        row(
            format!("raycast ({} a cell)", told(casting / mean_length(&crossed))),
            casting,
            None,
            reading_ray,
        ),
    ]
}

/// Places off the mesh, in and a little around the box that it is in.
fn beside(squares: &Squares, mesh: &NavMesh) -> Vec<Located> {
    let (bounds, mut chance) = (mesh.bounds(), SplitMix64(1));
    let (low, size) = (bounds.ground_min(), ground(bounds.size()));
    let mut draw = || {
        let share = [(); 2].map(|()| chance.unit() as f32 * 1.1 - 0.05);
        squares.locate(Endpoint { ground: low + size * Vec2::from(share), height: None }, MAX_HEIGHT)
    };
    let drawn = (0..20 * PLACES).filter_map(|_| draw());
    drawn.filter(|place| place.off_mesh.is_some()).take(PLACES / 4).collect()
}

/// What is asked about these places.
fn nearest_of(beside: &[Located]) -> String {
    let mut away: Vec<f32> = beside.iter().filter_map(|place| place.off_mesh).collect();
    away.sort_unstable_by(f32::total_cmp);
    format!("nearest, {:.1} m off the mesh", away.get(away.len() / 2).copied().unwrap_or_default())
}

fn query([start, target]: &Ends, algorithm: Algorithm) -> Query {
    let settings =
        Settings { algorithm: algorithm.into(), has_slope_waypoints: false, ..Settings::default() };
    Query { start: start.asked, target: target.asked, settings }
}

/// The cells that the shortest way crosses.
fn corridor(mesh: &NavMesh, derived: &Derived, ends: &Ends) -> Vec<CellId> {
    let answer = find_path(mesh, derived, &query(ends, Algorithm::Polyanya));
    answer.path().map(|path| path.corridor.clone()).unwrap_or_default()
}

fn ray(walkable: &Walkable<'_>, [start, target]: &Ends) -> Vec<CellId> {
    raycast(walkable, start, ground(target.point)).cells
}

/// How much longer than the shortest the ways are that the default algorithm finds, in the mean.
fn gap(mesh: &NavMesh, derived: &Derived, pairs: &[Ends], lengths: &[f64]) -> f64 {
    let of_pair = |(ends, &shortest): (&Ends, &f64)| {
        let answer = find_path(mesh, derived, &query(ends, Algorithm::Nodes(Method::Midpoints)));
        let length = ground_length(&answer.path()?.waypoints);
        (shortest > 0.0).then(|| length / shortest - 1.0)
    };
    let gaps: Vec<f64> = pairs.iter().zip(lengths).filter_map(of_pair).collect();
    gaps.iter().sum::<f64>() / gaps.len().max(1) as f64
}

fn mean_length(lists: &[Vec<CellId>]) -> f64 {
    lists.iter().map(Vec::len).sum::<usize>() as f64 / lists.len().max(1) as f64
}

/// Reads every corner of some cells.
fn read(mesh: &NavMesh, cells: &[CellId]) -> Vec3 {
    cells.iter().flat_map(|&cell| mesh.corners(cell)).map(|&corner| mesh.position(corner)).sum()
}
