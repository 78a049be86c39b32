//! Random steps and random places.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::{ground, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Wall;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::random_points::{random_points, random_points_in_circle};
use navsmith_core::pathfinding::mesh_query::raycast::raycast;

use super::{FORBIDDEN, Floor, Ground, WIDTH, build, field_of_two};

/// Linear congruential random number generator, sufficient for tests.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn floor(&mut self) -> Floor {
        let push = (0..(WIDTH + 1) * (WIDTH + 1)).map(|_| [(); 2].map(|()| self.below(25) as i8 - 12));
        (push.collect(), (0..WIDTH * WIDTH * 2).map(|_| self.below(8) as u8).collect())
    }

    /// Returns a random position.
    ///
    /// Coarse positions lie along edges and in corners, fine positions anywhere.
    fn place(&mut self) -> Vec2 {
        let fine = if self.below(2) == 0 { 2 } else { 1 << 16 };
        Vec2::from([(); 2].map(|()| self.below(9 * fine) as f32 / fine as f32 - 1.0))
    }
}

/// Runs 300,000 steps over all meshes, or a million with `NAVSMITH_FULL=1`.
#[test]
fn random_steps_never_leave_the_mesh() {
    let steps = if std::env::var_os("NAVSMITH_FULL").is_some() { 1_000_000 } else { 300_000 };
    let mut chance = Chance(2010);
    let grounds = 10;
    for number in 0..grounds {
        let mut floor = chance.floor();
        if number % 2 == 0 {
            floor.0.fill([0; 2]);
        }
        // Positions far from the origin have coarse coordinates.
        let floor = build(&floor, Vec2::splat([0.0, 1000.0, 50_000.0][number % 3]));
        let origin = Vec2::splat([0.0, 1000.0, 50_000.0][number % 3]);
        for _ in 0..steps / grounds / 100 {
            let mut agent = floor.at(chance.place() + origin).expect("the floor has cells");
            for _ in 0..100 {
                let near = ground(agent.point) + (chance.place() - Vec2::splat(3.5)) * 0.25;
                let to = if chance.below(4) == 0 { chance.place() + origin } else { near };
                let slide = move_along_surface(&floor.walkable(), &agent, to);
                let at = ground(slide.end.point);
                assert!(floor.is_on(slide.end.cell, at), "from {agent:?} to {to}: {slide:?}");
                let is_same =
                    floor.derived.islands.of(agent.cell) == floor.derived.islands.of(slide.end.cell);
                assert!(is_same, "from {agent:?} to {to}: {slide:?}");
                let [before, after] =
                    [ground(agent.point), at].map(|at| at.as_dvec2().distance(to.as_dvec2()));
                let was_on = floor.is_on(agent.cell, ground(agent.point));
                assert!(after <= before || !was_on, "from {agent:?} to {to}: {slide:?}");
                agent = slide.end;
            }
        }
    }
}

#[test]
fn random_places_are_as_many_as_the_area_of_their_cells() {
    let floor = build(&Chance(7).floor(), Vec2::ZERO);
    let walkable = floor.walkable();
    let area = |cell: CellId| ground_area(&floor.mesh.ground_ring(cell)).abs();
    let allowed: Vec<CellId> =
        floor.mesh.cells().map(|(id, _)| id).filter(|&id| walkable.allows(id)).collect();
    assert!(allowed.len() < floor.mesh.cell_count(), "some cells are shut");
    let whole: f64 = allowed.iter().map(|&cell| area(cell)).sum();
    const COUNT: usize = 40_000;
    let points = random_points(&walkable, 42, COUNT);
    assert_eq!(points.len(), COUNT, "as many as asked");
    let mut drawn = vec![0usize; floor.mesh.cell_slots()];
    for point in &points {
        assert!(floor.is_on(point.cell, ground(point.point)), "{point:?}");
        drawn[point.cell.0 as usize] += 1;
    }
    // Pearson's chi-squared test: the mean is about the number of cells, the standard deviation the root of twice
    // that.
    let surprise: f64 = allowed
        .iter()
        .map(|&cell| {
            let expected = COUNT as f64 * area(cell) / whole;
            (drawn[cell.0 as usize] as f64 - expected).powi(2) / expected
        })
        .sum();
    let cells = allowed.len() as f64;
    assert!((surprise - cells).abs() < 4.0 * (2.0 * cells).sqrt(), "{surprise} for {cells} cells");
    assert_eq!(
        drawn.iter().sum::<usize>(),
        allowed.iter().map(|c| drawn[c.0 as usize]).sum::<usize>(),
        "none shut"
    );
    assert_ne!(points[..5], random_points(&walkable, 43, 5)[..], "another seed, other places");
}

#[test]
fn random_places_in_a_circle_fill_it_evenly() {
    let square = [[0., 0.], [0., 8.], [8., 8.], [8., 0.]].map(|[x, z]: [f32; 2]| Vec3::new(x, 1.0, z));
    let cell = Cell::new((0..4).map(VertexId), AreaId(0));
    let floor = Ground::new(NavMesh::from_parts(square, [cell]).expect("a square"));
    let from = floor.at(Vec2::new(1.0, 4.0)).expect("on it");
    let points = random_points_in_circle(&floor.walkable(), &from, 2.0, 5, 10_000);
    let far = |point: &Located| ground(point.point).distance(Vec2::new(1.0, 4.0));
    assert!(points.iter().all(|point| far(point) <= 2.0 && point.point.y == 1.0), "inside");
    // The wall is a metre away, so the circle of radius 2 lacks a segment of 120°.
    let segment = 4.0 * (std::f64::consts::PI / 3.0 - 3f64.sqrt() / 4.0);
    let share = std::f64::consts::PI / (4.0 * std::f64::consts::PI - segment);
    let inner = points.iter().filter(|point| far(point) <= 1.0).count() as f64 / 10_000.0;
    assert!((inner - share).abs() < 0.02, "{inner} for {share}");
}

#[test]
fn a_wall_is_a_boundary_or_the_cell_behind_it_is_shut() {
    let mesh = field_of_two();
    let painted = mesh
        .cells()
        .map(|(id, cell)| Cell::new(cell.corners().iter().copied(), [AreaId(0), FORBIDDEN][id.0 as usize]));
    let floor =
        Ground::new(NavMesh::from_parts(mesh.vertices().map(|(_, at)| at), painted).expect("two squares"));
    let from = floor.at(Vec2::new(1.0, 1.0)).expect("on the first");
    let [east, west] = [3.0, -3.0].map(|x| raycast(&floor.walkable(), &from, Vec2::new(x, 1.0)).hit);
    assert_eq!(west.map(|hit| (hit.t, hit.why)), Some((0.25, Wall::Boundary)));
    assert_eq!(
        east.map(|hit| hit.why.to_string()).as_deref(),
        Some("the cell behind is blocked: area 3 is forbidden")
    );
}
