//! A repair never disconnects two points that were connected.

use std::collections::BTreeMap;

use navsmith_core::geometry::{Shape, SplitMix64, Vec2, Vec3, ground, shape};
use navsmith_core::navmesh::{CellId, Derived, IslandId, NavMesh, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::{Outcome, Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::check::STOREY;
use navsmith_formats::check::repair::{MOST_RISE, RepairOptions, repair};

use crate::support::data;
use crate::support::random_meshes::{damaged_strip, shaken_row, strips};
use crate::support::rings::mesh;

/// Returns random points of sound cells, each with its island; none where another island is at the same height.
fn random_points(mesh: &NavMesh, chance: &mut SplitMix64) -> Vec<(Vec3, IslandId)> {
    let derived = Derived::build(mesh);
    let island = |cell: CellId| derived.islands.of(cell).expect("each cell has one");
    let is_sound = |cell: &CellId| shape(&mesh.ground_ring(*cell)) == Shape::Convex;
    let mut points = Vec::new();
    for cell in mesh.cells().map(|(cell, _)| cell).filter(is_sound) {
        let corners: Vec<Vec3> = mesh.ring(cell).to_vec();
        for _ in 0..4 {
            let weights: Vec<f32> = corners.iter().map(|_| 0.02 + chance.unit() as f32).collect();
            let sum: f32 = weights.iter().sum();
            let at = corners
                .iter()
                .zip(weights)
                .fold(Vec3::ZERO, |at, (&corner, weight)| at + corner * weight / sum);
            let at = Vec3::new(at.x, Surface::of(mesh, cell).height_at(ground(at)), at.z);
            let is_other = |other: CellId| {
                let rise = Surface::floor(mesh, other, ground(at)).map(|height| (height - at.y).abs());
                island(other) != island(cell) && rise.is_some_and(|rise| rise < 1e-3)
            };
            if !derived.locator.near(ground(at)).any(is_other) {
                points.push((at, island(cell)));
            }
        }
    }
    points
}

/// Returns the points that a repair cut off from the part that most points of their islands are on.
///
/// The ground of a point is the floor nearest to it in height, because ground is removed where other ground covers it.
/// Ground that is farther than `replaced` metres above or below replaces none, and points of removed dead ends have none.
fn cut_off([before, after]: [&NavMesh; 2], replaced: f32, chance: &mut SplitMix64) -> Vec<String> {
    let derived = Derived::build(after);
    let mut islands: BTreeMap<IslandId, BTreeMap<IslandId, Vec<Vec3>>> = BTreeMap::new();
    for (at, island) in random_points(before, chance) {
        let rise = |cell: CellId| Some((Surface::floor(after, cell, ground(at))? - at.y).abs());
        let floors = derived.locator.near(ground(at)).filter_map(|cell| Some((rise(cell)?, cell)));
        let nearest = floors.min_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, cell)) = nearest.filter(|(rise, _)| *rise <= replaced) {
            let now = derived.islands.of(cell).expect("each cell has one");
            islands.entry(island).or_default().entry(now).or_default().push(at);
        }
    }
    let smaller = islands.into_values().flat_map(|parts| {
        let mut parts: Vec<(IslandId, Vec<Vec3>)> = parts.into_iter().collect();
        parts.sort_by_key(|(_, points)| points.len());
        parts.pop();
        parts.into_iter().flat_map(|(now, points)| points.into_iter().map(move |point| (now, point)))
    });
    smaller.map(|(now, at)| format!("{at}, now on {now:?}")).collect()
}

#[test]
#[ignore = "needs the data of other projects"]
fn random_points_of_levels_stay_connected() {
    points_stay_connected(&["recast/nav_test.obj", "three-pathfinding/level.nav.glb"]);
}

#[test]
#[ignore = "needs the data of other projects"]
fn random_points_of_stacked_floors_stay_connected() {
    points_stay_connected(&["navcat/proto-level.glb"]);
}

fn points_stay_connected(levels: &[&str]) {
    let folder = data::folder("navmeshes");
    let mut chance = SplitMix64(9);
    for name in levels {
        let before = data::mesh(&folder.join(name));
        let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        let cut = cut_off([&before, &done.mesh], STOREY, &mut chance);
        assert_eq!(cut.len(), 0, "{name}: {cut:?}");
    }
}

/// Repairs random meshes, and checks that no two points of an island are disconnected.
fn check_rounds(rounds: u32, seed: u64, random: impl Fn(&mut SplitMix64) -> NavMesh) {
    let mut failed = Vec::new();
    for round in 0..rounds {
        let mut chance = SplitMix64(seed + u64::from(round) * 7919);
        let before = random(&mut chance);
        let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        let cut_off = cut_off([&before, &done.mesh], MOST_RISE, &mut chance);
        if !cut_off.is_empty() {
            failed.push(format!("round {round}: {} points, such as {}", cut_off.len(), cut_off[0]));
        }
    }
    assert!(failed.is_empty(), "{} of {rounds}:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn points_of_overlapping_strips_stay_connected() {
    check_rounds(300, 5, strips);
}

#[test]
fn points_of_damaged_strips_stay_connected() {
    check_rounds(200, 3, damaged_strip);
}

#[test]
fn points_of_rows_with_moved_corners_stay_connected() {
    check_rounds(600, 6, shaken_row);
}

/// Whether two points are on one island, each on the ground that is nearest in height.
fn are_connected(mesh: &NavMesh, points: [[f32; 3]; 2]) -> bool {
    let derived = Derived::build(mesh);
    let island = |[x, y, z]: [f32; 3]| {
        let at = Vec3::new(x, y, z);
        let rise = |cell: CellId| Some((Surface::floor(mesh, cell, ground(at))? - y).abs());
        let floors = derived.locator.near(ground(at)).filter_map(|cell| Some((rise(cell)?, cell)));
        derived.islands.of(floors.min_by(|a, b| a.0.total_cmp(&b.0)).expect("ground").1)
    };
    island(points[0]) == island(points[1])
}

/// Repairs a mesh of quads, and checks that two points stay connected.
fn check_pair(quads: &[[[f32; 3]; 4]], points: [[f32; 3]; 2]) {
    let before = mesh(&quads.iter().map(|quad| quad.to_vec()).collect::<Vec<_>>());
    assert!(are_connected(&before, points), "before");
    let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
    assert!(are_connected(&done.expect("it is not stopped").mesh, points), "after");
}

#[test]
fn a_cut_gives_an_uneven_cell_no_heights_of_the_ground_below_it() {
    let low = [[-1.0008, 0., 0.5], [-1., 0., 3.5], [3., -0.5, 3.4992], [3., -0.5, 0.5]];
    let uneven = [[2., 1.5, -0.5], [2., -0.5, 2.], [3.5, -0.5, 2.], [3.5, -0.5, -0.5]];
    let floor = [[3.0013, -0.5, 0.0008], [3.0005, -0.5, 3.], [6.0005, -0.5, 3.], [6.0005, -0.5, 0.]];
    check_pair(&[low, uneven, floor], [[3.2499, -0.5, 0.0986], [5.4725, -0.5, 0.807]]);
}

#[test]
fn ground_is_not_removed_where_a_third_cell_is_nearer_than_the_one_that_replaces_it() {
    let floor = [[0., 0., 0.], [0., 0., 3.], [8., 0., 3.], [8., 0., 0.]];
    let ramp = [[3., 1., 1.], [3., 1., 2.], [6., 0., 2.], [6., 0., 1.]];
    let plate = [[5., 0.2, 0.5], [5., 0.2, 2.], [9., 0.4, 2.], [9., 0.4, 0.5]];
    check_pair(&[floor, ramp, plate], [[5.26, 0., 1.04], [1., 0., 1.]]);
}

/// Height in metres above the ground at which a game asks for paths.
const LIFT: f32 = 0.08;

/// Returns the length of the path between two points of the ground, which a query gets from above it.
fn path(mesh: &NavMesh, derived: &Derived, ends: [Vec3; 2]) -> Option<f64> {
    let [start, target] = ends.map(|at| Endpoint { ground: ground(at), height: Some(at.y + LIFT) });
    match find_path(mesh, derived, &Query::new(start, target)).outcome {
        Outcome::Path(path) => Some(path.length),
        _ => None,
    }
}

/// Returns random pairs of points on cells, 0.2 m to 0.9 m apart.
fn short_pairs(mesh: &NavMesh, derived: &Derived, count: usize, chance: &mut SplitMix64) -> Vec<[Vec3; 2]> {
    let cells: Vec<CellId> = mesh.cells().map(|(cell, _)| cell).collect();
    let mut found = Vec::new();
    for _ in 0..count {
        let cell = cells[(chance.unit() * cells.len() as f64) as usize % cells.len()];
        let corners: Vec<Vec2> = mesh.ground_ring(cell).to_vec();
        let weights: Vec<f32> = corners.iter().map(|_| 0.02 + chance.unit() as f32).collect();
        let sum: f32 = weights.iter().sum();
        let from: Vec2 = corners.iter().zip(weights).map(|(&corner, weight)| corner * weight / sum).sum();
        let direction = Vec2::from_angle((chance.unit() * std::f64::consts::TAU) as f32);
        let to = from + direction * (0.2 + 0.7 * chance.unit() as f32);
        let at = |cell, at: Vec2| Some(Vec3::new(at.x, Surface::floor(mesh, cell, at)?, at.y));
        let Some(from) = at(cell, from) else { continue };
        let ends = derived.locator.near(to).filter_map(|cell| at(cell, to));
        found.extend(ends.filter(|to| to.distance(from) <= 0.9).map(|to| [from, to]));
    }
    found
}

/// Whether a floor is within a climb of 0.4 m of a point. A small dead end that was removed has none.
fn has_floor(mesh: &NavMesh, derived: &Derived, at: Vec3) -> bool {
    let rise = |cell: CellId| Some((Surface::floor(mesh, cell, ground(at))? - at.y).abs());
    derived.locator.near(ground(at)).filter_map(rise).any(|rise| rise <= 0.4)
}

#[test]
#[ignore = "needs the data of other projects"]
fn short_paths_of_levels_stay() {
    let folder = data::folder("navmeshes");
    let names = [
        "recast/nav_test.obj",
        "three-pathfinding/level.glb",
        "recast/dungeon.obj",
        "navcat/bridges.glb",
        "navcat/proto-level.glb",
    ];
    let (mut all_cut, mut all, mut removed) = (Vec::new(), 0, 0);
    for name in names {
        let before = data::mesh(&folder.join(name));
        let options = RepairOptions { max_climb: 0.4, ..RepairOptions::of(&before) };
        let done = repair(&before, &options, before.id_counts(), &Progress::none());
        let after = done.expect("it is not stopped").mesh;
        let derived = [&before, &after].map(Derived::build);
        for seed in 0..3 {
            let mut chance = SplitMix64(seed * 7919 + 11);
            let pairs = short_pairs(&before, &derived[0], 6000, &mut chance);
            let had: Vec<[Vec3; 2]> =
                pairs.into_iter().filter(|&ends| path(&before, &derived[0], ends).is_some()).collect();
            assert!(had.len() > 1000, "{name}: {} pairs", had.len());
            all += had.len();
            let cut = had.into_iter().filter(|&ends| path(&after, &derived[1], ends).is_none());
            for ends in cut {
                if ends.iter().all(|&at| has_floor(&after, &derived[1], at)) {
                    all_cut.push((name, seed, ends));
                } else {
                    removed += 1;
                }
            }
        }
    }
    assert!(all_cut.is_empty(), "{} of {all}: {all_cut:?}", all_cut.len());
    assert!(removed * 1000 <= all, "{removed} of {all} paths end on removed dead ends");
}

#[test]
fn a_join_gets_no_point_to_a_floor_below_that_stays_apart() {
    let quad = |y: f32, [west, east]: [f32; 2], [north, south]: [f32; 2]| {
        vec![[west, y, north], [west, y, south], [east, y, south], [east, y, north]]
    };
    let middle = quad(0.0, [0., 4.], [0., 1.]);
    let upper = quad(0.15, [1., 3.], [-3., 1.]);
    let lower = quad(-0.2, [1., 3.], [0., 1.]);
    let before = mesh(&[middle, upper, lower]);
    let ends = [Vec3::new(0.5, 0.0, 0.5), Vec3::new(2.0, 0.0, 0.5)];
    assert!(path(&before, &Derived::build(&before), ends).is_some(), "before");
    let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
    let done = done.expect("it is not stopped");
    assert!(path(&done.mesh, &Derived::build(&done.mesh), ends).is_some(), "after");
    assert_eq!(done.errors.len(), 0, "{:?}", done.errors);
}
