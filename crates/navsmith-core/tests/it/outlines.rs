//! Convex cells cover the ground of outlines exactly.

use std::collections::BTreeMap;

use navsmith_core::geometry::{SplitMix64, Vec2, contains, covers, ground_area, is_convex};
use navsmith_core::navmesh::AreaId;
use navsmith_core::outlines::{Outline, OutlineCells, OutlineError, OutlineRole, OutlineTriangulation};
use navsmith_core::trace::Silent;

fn ring(role: OutlineRole, points: &[[f32; 2]]) -> Outline {
    Outline { points: points.iter().copied().map(Vec2::from).collect(), role }
}

fn square(role: OutlineRole, low: f32, high: f32) -> Outline {
    ring(role, &[[low, low], [low, high], [high, high], [high, low]])
}

fn triangulated(outlines: &[Outline]) -> OutlineTriangulation {
    OutlineTriangulation::new(outlines.to_vec(), &mut 10_000_000, &mut Silent).expect("few steps")
}

fn cells(outlines: &[Outline]) -> OutlineCells {
    triangulated(outlines).cells()
}

fn rings(cells: &OutlineCells) -> Vec<Vec<Vec2>> {
    cells.cells.iter().map(|cell| cell.corners.iter().map(|&corner| cells.points[corner]).collect()).collect()
}

fn area(cells: &OutlineCells) -> f64 {
    rings(cells).iter().map(|ring| ground_area(ring)).sum()
}

#[test]
fn ground_is_united_and_holes_are_subtracted() {
    use OutlineRole::Hole;
    const GROUND: OutlineRole = OutlineRole::Ground(AreaId(0));
    let outlines = [square(GROUND, 0., 4.), square(GROUND, 2., 6.), square(Hole, 1., 3.)];
    assert!((area(&cells(&outlines)) - 24.0).abs() < 1e-9);
    assert_eq!(cells(&[square(GROUND, 0., 4.)]).cells.len(), 1, "a square is one cell");
    let reversed = ring(GROUND, &[[0., 0.], [4., 0.], [4., 4.], [0., 4.]]);
    assert!((area(&cells(&[reversed])) - 16.0).abs() < 1e-9, "in either direction");
    assert_eq!(area(&cells(&[square(Hole, 0., 4.)])), 0.0, "a hole without ground");
    assert_eq!(cells(&[]), OutlineCells::default());
    let courtyard = [square(GROUND, 0., 9.), square(Hole, 2., 7.), square(GROUND, 4., 5.)];
    assert!((area(&cells(&courtyard)) - 57.0).abs() < 1e-9, "ground inside of a hole");
    let room = [square(GROUND, 0., 9.), square(Hole, 3., 6.)];
    assert!((area(&cells(&room)) - 72.0).abs() < 1e-9);
    let halves = [
        ring(GROUND, &[[0., 0.], [0., 4.], [3., 4.], [3., 0.]]),
        ring(GROUND, &[[2., 0.], [2., 4.], [5., 4.], [5., 0.]]),
    ];
    assert_eq!(cells(&halves).cells.len(), 1, "outlines within an area leave no edge");
    assert!(cells(&room).cells.len() <= 4, "{}", cells(&room).cells.len());
}

#[test]
fn the_last_ground_outline_decides_the_area() {
    let outlines =
        [square(OutlineRole::Ground(AreaId(7)), 0., 4.), square(OutlineRole::Ground(AreaId(9)), 1., 2.)];
    let cells = cells(&outlines);
    let of = |area: u8| {
        let rings = rings(&cells).into_iter().zip(&cells.cells);
        rings.filter(|(_, cell)| cell.area == AreaId(area)).map(|(ring, _)| ground_area(&ring)).sum::<f64>()
    };
    assert_eq!([of(7), of(9)], [15.0, 1.0]);
}

#[test]
fn each_constraint_is_an_edge_between_cells() {
    let chain = ring(OutlineRole::Constraint, &[[1., 1.], [3., 1.], [3., 3.]]);
    let cells = cells(&[square(OutlineRole::Ground(AreaId(0)), 0., 4.), chain]);
    let place = |corner: usize| cells.points[corner];
    let mut length = 0.0;
    for &[a, b] in &cells.constraints {
        length += place(a).distance(place(b));
        let beside = cells.cells.iter().filter(|cell| {
            (0..cell.corners.len()).any(|i| {
                let side = [cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]];
                side == [a, b] || side == [b, a]
            })
        });
        assert_eq!(beside.count(), 2);
    }
    assert_eq!(length, 4.0);
}

/// Draws a ground, another one, a hole and a chain; on a grid, so that points and sides coincide, or anywhere.
fn draw_outlines(chance: &mut SplitMix64, is_on_grid: bool) -> Vec<Outline> {
    let roles = [
        OutlineRole::Ground(AreaId(0)),
        OutlineRole::Ground(AreaId(1)),
        OutlineRole::Hole,
        OutlineRole::Constraint,
    ];
    let mut draw = |(&role, count)| {
        let points = (0..3 + count).map(|_| draw_point(chance, is_on_grid)).collect();
        Outline { points, role }
    };
    roles.iter().zip([6, 1, 2, 1]).map(&mut draw).collect()
}

fn draw_point(chance: &mut SplitMix64, is_on_grid: bool) -> Vec2 {
    let mut number = || if is_on_grid { chance.below(8) as f32 } else { (chance.unit() * 8.0) as f32 };
    Vec2::new(number(), number())
}

/// Asserts that cells are convex, share sides and contain points exactly if outlines do.
fn check(outlines: &[Outline], cells: &OutlineCells, chance: &mut SplitMix64, note: &str) {
    let rings = rings(cells);
    assert!(rings.iter().all(|ring| is_convex(ring)), "{note}");
    let mut sides = BTreeMap::new();
    for cell in &cells.cells {
        for i in 0..cell.corners.len() {
            *sides.entry([cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]]).or_insert(0) += 1;
        }
    }
    assert!(sides.values().all(|&count| count == 1), "{note}: each side belongs to one cell");
    for _ in 0..100 {
        let at = Vec2::new((chance.unit() * 9.0) as f32, (chance.unit() * 9.0) as f32);
        let around: Vec<usize> = (0..3).filter(|&nth| covers(&outlines[nth].points, at)).collect();
        let area = around.last().filter(|&&nth| nth != 2).map(|&nth| AreaId(nth as u8));
        let found =
            rings.iter().zip(&cells.cells).find(|(ring, _)| contains(ring, at)).map(|(_, cell)| cell.area);
        assert_eq!(found, area, "{note}: {at} in {outlines:?}");
    }
}

#[test]
fn cells_are_convex_and_contain_a_point_exactly_if_it_is_ground() {
    for seed in 0..150 {
        let mut chance = SplitMix64(seed);
        let outlines = draw_outlines(&mut chance, seed % 2 == 0);
        check(&outlines, &cells(&outlines), &mut chance, &format!("seed {seed}"));
    }
}

#[test]
fn moved_points_give_the_cells_of_a_new_triangulation() {
    for seed in 0..30 {
        let mut chance = SplitMix64(seed);
        let is_on_grid = seed % 2 == 0;
        let mut live = triangulated(&draw_outlines(&mut chance, is_on_grid));
        for step in 0..20 {
            let outline = chance.below(4) as usize;
            let point = chance.below(live.outlines()[outline].points.len() as u64) as usize;
            let to = draw_point(&mut chance, is_on_grid);
            live.move_point(outline, point, to, &mut Silent).expect("few crossings");
            assert_eq!(live.outlines()[outline].points[point], to);
            let note = format!("seed {seed}, step {step}");
            let cells = live.cells();
            check(live.outlines(), &cells, &mut chance, &note);
            let new = triangulated(live.outlines()).cells();
            assert!(
                (area(&cells) - area(&new)).abs() < 1e-4,
                "{note}: {} and {} m²",
                area(&cells),
                area(&new)
            );
        }
    }
}

#[test]
fn impossible_outlines_are_refused() {
    let endless = ring(OutlineRole::Ground(AreaId(0)), &[[0., 0.], [f32::NAN, 1.], [1., 0.]]);
    assert!(OutlineTriangulation::new(vec![endless], &mut 1000, &mut Silent).is_none());
    let square = square(OutlineRole::Ground(AreaId(0)), 0., 4.);
    assert!(OutlineTriangulation::new(vec![square.clone()], &mut 1, &mut Silent).is_none(), "too few steps");
    let mut live = triangulated(&[square]);
    assert_eq!(
        live.move_point(0, 1, Vec2::new(f32::INFINITY, 0.0), &mut Silent),
        Err(OutlineError::Position)
    );
    assert_eq!(live.move_point(0, 4, Vec2::ZERO, &mut Silent), Err(OutlineError::NoPoint));
    assert_eq!(live.move_point(1, 0, Vec2::ZERO, &mut Silent), Err(OutlineError::NoPoint));
}
