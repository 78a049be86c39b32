//! Convex cells cover the ground of outlines exactly.

use std::collections::BTreeMap;

use navsmith_core::geometry::{SplitMix64, Vec2, contains, covers, ground_area, is_convex};
use navsmith_core::navmesh::AreaId;
use navsmith_core::outlines::{
    FollowedCells, Outline, OutlineCell, OutlineCells, OutlineError, OutlineRole, OutlineTriangulation,
};
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
    let mut length = 0.0;
    for &[a, b] in &cells.constraints {
        length += a.distance(b);
        let beside = rings(&cells).into_iter().filter(|ring| {
            (0..ring.len()).any(|i| {
                let side = [ring[i], ring[(i + 1) % ring.len()]];
                side == [a, b] || side == [b, a]
            })
        });
        assert_eq!(beside.count(), 2);
    }
    assert_eq!(length, 4.0);
}

/// Returns the number of groups of cells that are connected by common sides.
fn islands(cells: &OutlineCells) -> usize {
    let mut sides = BTreeMap::new();
    for (number, cell) in cells.cells.iter().enumerate() {
        for (i, &from) in cell.corners.iter().enumerate() {
            sides.insert([from, cell.corners[(i + 1) % cell.corners.len()]], number);
        }
    }
    let mut island: Vec<usize> = (0..cells.cells.len()).collect();
    for (&[from, to], &one) in &sides {
        if let Some(&other) = sides.get(&[to, from]) {
            let [one, other] = [island[one], island[other]];
            island.iter_mut().filter(|it| **it == other).for_each(|it| *it = one);
        }
    }
    island.sort_unstable();
    island.dedup();
    island.len()
}

#[test]
fn no_cells_on_both_sides_of_a_chain_are_connected_across_it() {
    let ground = square(OutlineRole::Ground(AreaId(0)), 0., 4.);
    let across = ring(OutlineRole::Constraint, &[[2., -1.], [2., 5.]]);
    let cut = cells(&[ground.clone(), across]);
    assert_eq!(islands(&cut), 2);
    assert_eq!(cut.apart.len(), 4, "both ends of the chain are on the border");
    let into = ring(OutlineRole::Constraint, &[[2., 1.], [2., 2.], [2., 5.]]);
    let slit = cells(&[ground.clone(), into]);
    assert_eq!(islands(&slit), 1, "around the end of the chain");
    assert_eq!(slit.apart.len(), 4, "the end inside of the ground is one corner");
    let shared = |cells: &OutlineCells| {
        let sides = |cell: usize| {
            let corners = &cells.cells[cell].corners;
            (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..cells.cells.len()).flat_map(sides).collect();
        let place = |ends: [usize; 2]| ends.map(|corner| cells.points[corner]);
        let is_chain = |ends: &[usize; 2]| {
            cells.constraints.iter().any(|&[a, b]| place(*ends) == [a, b] || place(*ends) == [b, a])
        };
        all.iter().filter(|&ends| is_chain(ends) && all.contains(&[ends[1], ends[0]])).count()
    };
    assert_eq!(shared(&slit), 0);
    let inside = ring(OutlineRole::Constraint, &[[1., 2.], [2., 2.], [3., 2.]]);
    let inside = cells(&[ground, inside]);
    assert_eq!((islands(&inside), shared(&inside), inside.apart.len()), (1, 0, 2));
    assert!((area(&inside) - 16.0).abs() < 1e-9);
}

/// Asserts that followed cells are a partition like all cells of their triangulation, with the same connections.
fn check_followed(live: &FollowedCells, note: &str) {
    let all = 0..live.corner_count();
    let points = all.map(|corner| live.place(corner as u32)).collect();
    let found = (0..live.cell_count()).filter_map(|number| live.cell(number));
    let cells = found.map(|cell| OutlineCell {
        corners: cell.corners.iter().map(|&corner| corner as usize).collect(),
        area: cell.area,
    });
    let cells = OutlineCells { points, cells: cells.collect(), ..OutlineCells::default() };
    let new = live.outlines().cells();
    assert!(rings(&cells).iter().all(|ring| is_convex(ring)), "{note}");
    assert!((area(&cells) - area(&new)).abs() < 1e-9, "{note}: {} and {} m²", area(&cells), area(&new));
    assert_eq!(islands(&cells), islands(&new), "{note}: islands");
    let apart = |corner: usize| live.is_apart(corner as u32);
    let used: std::collections::BTreeSet<usize> =
        cells.cells.iter().flat_map(|cell| cell.corners.iter().copied()).collect();
    let mut places: Vec<[u32; 2]> =
        used.iter().map(|&corner| cells.points[corner].to_array().map(|x| (x + 0.0).to_bits())).collect();
    places.sort_unstable();
    for corner in used {
        let place = cells.points[corner].to_array().map(|x| (x + 0.0).to_bits());
        let count = places.iter().filter(|&&other| other == place).count();
        assert_eq!(apart(corner), count > 1, "{note}: corner {corner} is one of {count}");
    }
}

#[test]
fn followed_cells_are_all_cells_of_the_triangulation_up_to_merging() {
    for seed in 0..60 {
        let mut chance = SplitMix64(seed);
        let is_on_grid = seed % 2 == 0;
        let mut live = FollowedCells::new(triangulated(&draw_outlines(&mut chance, is_on_grid)));
        let first = live.outlines().cells();
        for (number, cell) in first.cells.iter().enumerate() {
            let corners: Vec<u32> = cell.corners.iter().map(|&corner| corner as u32).collect();
            assert_eq!(live.cell(number).map(|cell| &cell.corners), Some(&corners), "the same numbers");
        }
        for step in 0..12 {
            let outline = chance.below(4) as usize;
            let count = live.outlines().outlines()[outline].points.len();
            let point = chance.below(count as u64) as usize;
            let to = draw_point(&mut chance, is_on_grid);
            live.move_points(&[(outline, point, to)], &mut Silent).expect("few crossings");
            check_followed(&live, &format!("seed {seed}, step {step}"));
        }
    }
}

/// Draws a ground, another one, a hole and a chain; on a grid, so that points and sides coincide, or anywhere.
pub(crate) fn draw_outlines(chance: &mut SplitMix64, is_on_grid: bool) -> Vec<Outline> {
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

#[test]
fn a_margin_leaves_the_ground_at_a_distance_from_walls_and_chains() {
    const GROUND: OutlineRole = OutlineRole::Ground(AreaId(3));
    let inset = |outlines: &[Outline], distance: f32| {
        let margin = cells(outlines).margin(distance);
        cells(&[outlines, &margin].concat())
    };
    let square_alone = inset(&[square(GROUND, 0., 4.)], 0.5);
    assert!((area(&square_alone) - 9.0).abs() < 1e-5, "{}", area(&square_alone));
    assert!(square_alone.cells.iter().all(|cell| cell.area == AreaId(3)), "the area stays");
    let room = [square(GROUND, 0., 10.), square(OutlineRole::Hole, 4., 6.)];
    let around = 81.0 - 4.0 - 4.0 * 2.0 * 0.5;
    let corners = 4.0 * 0.25 * std::f64::consts::FRAC_PI_4;
    let left = area(&inset(&room, 0.5));
    assert!(left < around - corners && left > around - 1.1 * corners, "{left} of {}", around - corners);
    assert_eq!(inset(&[square(GROUND, 0., 1.)], 0.6).cells.len(), 0, "the agent is larger than the ground");
    let chain = ring(OutlineRole::Constraint, &[[3., 5.], [5., 5.], [7., 5.]]);
    let split = inset(&[square(GROUND, 0., 10.), chain], 0.5);
    let (strip, circle) = (4.0, 0.25 * std::f64::consts::PI);
    let left = area(&split);
    assert!(left < 81.0 - strip - circle && left > 81.0 - strip - 1.1 * circle, "{left}");
    let mut chance = SplitMix64(21);
    let mut kept = 0;
    for round in 0..20 {
        let outlines = draw_outlines(&mut chance, round % 2 == 0);
        let whole = cells(&outlines);
        let left = inset(&outlines, 0.3);
        kept += left.cells.len();
        let ends = |cells: &OutlineCells, ring: &OutlineCell, nth: usize| {
            [nth, (nth + 1) % ring.corners.len()].map(|nth| cells.points[ring.corners[nth]])
        };
        let walls: Vec<[Vec2; 2]> =
            boundary(&whole).into_iter().map(|at| at.map(|at| whole.points[at])).collect();
        for cell in &left.cells {
            for nth in 0..cell.corners.len() {
                let side = ends(&left, cell, nth);
                let between = |wall: &[Vec2; 2]| {
                    let corners = wall.iter().map(|&at| distance_to(side, at));
                    corners.chain([distance_to(*wall, side[0])]).fold(f32::INFINITY, f32::min)
                };
                let nearest = walls.iter().map(between).fold(f32::INFINITY, f32::min);
                assert!(nearest > 0.3 - 1e-4, "round {round}: {nearest} m at {side:?}");
            }
        }
    }
    assert!(kept > 0, "no round has ground that is wide enough");
}

/// Returns the sides of cells without a cell on their other side.
fn boundary(cells: &OutlineCells) -> Vec<[usize; 2]> {
    let sides = |cell: &OutlineCell| {
        let count = cell.corners.len();
        (0..count).map(|nth| [cell.corners[nth], cell.corners[(nth + 1) % count]]).collect::<Vec<_>>()
    };
    let all: Vec<[usize; 2]> = cells.cells.iter().flat_map(sides).collect();
    all.iter().copied().filter(|&[from, to]| !all.contains(&[to, from])).collect()
}

fn distance_to([from, to]: [Vec2; 2], at: Vec2) -> f32 {
    let along = to - from;
    let share = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    (from + along * share).distance(at)
}
