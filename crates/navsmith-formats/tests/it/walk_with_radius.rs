//! Random steps of agents with a radius, on generated meshes and on those of other projects.
//!
//! `NAVSMITH_FUZZ_CASES` sets the number of steps.

use std::f64::consts::TAU;

use allocation_counter::measure;
use glam::{Vec2, Vec3};
use navsmith_core::geometry::{SplitMix64, covers, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::move_with_radius::{
    CircleSlide, move_with_radius, move_with_radius_into,
};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::Ray;
use navsmith_core::simulation::steer::steering::{SteeredBody, SteeringSettings, containment, steer};

use crate::support::data;

/// Number of steps on all meshes together.
const STEPS: usize = 100_000;

/// Largest distance by which an agent may be nearer to a wall than its radius, in metres.
const NEARER: f64 = 1e-3;

pub(crate) fn steps() -> usize {
    std::env::var("NAVSMITH_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(STEPS)
}

/// Returns generated meshes, and those of other projects where they are present, with a name.
pub(crate) fn meshes() -> Vec<(String, NavMesh)> {
    let recipe = |landscape, triangles| Recipe { landscape, triangles, seed: 3 };
    let recipes =
        [recipe(Landscape::Rooms, 1000), recipe(Landscape::Terrain, 1000), recipe(Landscape::Maze, 1000)];
    let mut meshes: Vec<_> =
        recipes.into_iter().map(|recipe| (recipe.landscape.name().to_owned(), recipe.mesh())).collect();
    let folder = Some(data::root().join("navmeshes")).filter(|folder| folder.is_dir());
    let files = [
        "tut3d/navmesh.gltf",
        "landmass/nav_mesh.glb",
        "maps/arena-cdt.mesh",
        "three-pathfinding/level.nav.glb",
    ];
    for (folder, file) in folder.iter().flat_map(|folder| files.map(|file| (folder, file))) {
        meshes.push((file.to_owned(), data::mesh(&folder.join(file))));
    }
    meshes
}

/// Random walks of an agent over one mesh.
struct Walks<'a> {
    walkable: Walkable<'a>,
    /// The walkable parts for a point: their walls are those of the circle.
    point: Walkable<'a>,
    chance: SplitMix64,
}

impl Walks<'_> {
    fn clearance(&self, at: &Located) -> f64 {
        let radius = self.walkable.agent.radius;
        distance_to_wall(&self.point, at, radius).map_or(f64::INFINITY, |wall| wall.distance)
    }

    /// Returns a target in any direction; one step in eight is as long as several cells.
    fn target(&mut self, at: Vec2) -> Vec2 {
        let angle = self.chance.unit() * TAU;
        let longest = if self.chance.below(8) == 0 { 20.0 } else { 0.5 };
        let length = self.chance.unit() * longest;
        at + Vec2::new((angle.cos() * length) as f32, (angle.sin() * length) as f32)
    }

    fn check(&self, from: &Located, before: f64, to: Vec2, moved: &CircleSlide) -> Result<f64, String> {
        let (radius, end) = (f64::from(self.walkable.agent.radius), &moved.slide.end);
        let (mesh, at) = (self.point.mesh, ground(end.point));
        let place = format!("from {} in cell {} to {to}: {}", from.point, from.cell.0, end.point);
        if !covers(&mesh.ground_ring(end.cell), at) {
            return Err(format!("off its cell {place}"));
        }
        if end.point.y != Surface::of(mesh, end.cell).height_at(at) {
            return Err(format!("not at the height of its cell {place}"));
        }
        let clearance = self.clearance(end);
        if clearance < radius.min(before) - NEARER {
            return Err(format!("{clearance} m from a wall, {before} m before {place}"));
        }
        if before >= radius && at.distance(to) > ground(from.point).distance(to) + 2.0 * NEARER as f32 {
            return Err(format!("away from the target {place}"));
        }
        let joined = |pair: &[CellId]| {
            let star = |cell| mesh.corners(cell);
            star(pair[0]).iter().any(|corner| star(pair[1]).contains(corner))
        };
        if moved.slide.cells.first() != Some(&from.cell) || !moved.slide.cells.windows(2).all(joined) {
            return Err(format!("cells {:?} {place}", moved.slide.cells));
        }
        Ok(clearance)
    }
}

#[test]
fn random_steps_never_leave_the_mesh_or_come_nearer_to_a_wall_than_the_radius() {
    let meshes = meshes();
    let (filter, count) = (Filter::default(), steps() / meshes.len());
    for (name, mesh) in &meshes {
        let derived = Derived::build(mesh);
        let (mut memory, mut moved) = (SurfaceMemory::default(), CircleSlide::default());
        let (mut contacts, mut arrived, mut narrow) = (0, 0, 0);
        for (number, radius) in [0.05f32, 0.3, 0.8].into_iter().enumerate() {
            let agent = Agent { radius, ..Agent::default() };
            let (walkable, none) = (Walkable::new(mesh, &derived, &agent, &filter), Agent::default());
            let point = Walkable { agent: &none, ..walkable };
            let mut walks = Walks { walkable, point, chance: SplitMix64(number as u64) };
            for start in random_points(&point, number as u64, count.div_ceil(3 * 200)) {
                let (mut at, mut clearance) = (start, walks.clearance(&start));
                for _ in 0..200 {
                    let to = walks.target(ground(at.point));
                    move_with_radius_into(&walkable, &at, to, &mut memory, &mut moved);
                    let checked = walks.check(&at, clearance, to, &moved);
                    clearance = checked.unwrap_or_else(|why| panic!("{name}, radius {radius}: {why}"));
                    at = moved.slide.end;
                    contacts += moved.contacts.len();
                    arrived += usize::from(moved.slide.has_arrived);
                    narrow += usize::from(clearance < f64::from(radius) - NEARER);
                }
            }
        }
        println!("{name}: {count} steps, {arrived} arrived, {contacts} contacts, {narrow} in narrow places");
        assert!(arrived > count / 100 && contacts > count / 100, "{name}: steps are free, or end at walls");
    }
}

#[test]
fn bodies_with_containment_never_leave_the_mesh_or_come_nearer_to_a_wall_than_the_radius() {
    const PER_BODY: usize = 600;
    let (meshes, filter) = (meshes(), Filter::default());
    let (count, seconds) = (steps() / meshes.len(), 1.0 / 60.0);
    let settings = SteeringSettings { stand_off: 0.0, ..SteeringSettings::default() };
    let (agent, none) = (Agent { radius: 0.3, ..Agent::default() }, Agent::default());
    for (name, mesh) in &meshes {
        let derived = Derived::build(mesh);
        let walkable = Walkable::new(mesh, &derived, &agent, &filter);
        let point = Walkable { agent: &none, ..walkable };
        let mut walks = Walks { walkable, point, chance: SplitMix64(9) };
        let (mut memory, mut moved, mut ray) =
            (SurfaceMemory::default(), CircleSlide::default(), Ray::default());
        let mut contained = 0;
        for start in random_points(&point, 9, count.div_ceil(PER_BODY)) {
            let (mut body, mut clearance) = (SteeredBody::new(start, 3.0), walks.clearance(&start));
            let mut waypoint = start.point;
            for step in 0..PER_BODY {
                if step % 40 == 0 {
                    let at = ground(body.at.point);
                    let to = at + (walks.target(at) - at) * 8.0;
                    waypoint = Vec3::new(to.x, body.at.point.y, to.y);
                }
                let wall = containment(0.5, &walkable, &body, waypoint, &mut memory, &mut ray);
                let steering = steer(&settings, &body, [waypoint; 2], 0.0, wall.as_ref(), seconds);
                body.advance(&settings, &walkable, &steering, seconds, &mut memory, &mut moved);
                contained += usize::from(wall.is_some());
                let (at, now) = (body.at, walks.clearance(&body.at));
                assert!(covers(&mesh.ground_ring(at.cell), ground(at.point)), "{name}: off the mesh: {at:?}");
                let least = f64::from(agent.radius).min(clearance) - NEARER;
                assert!(now >= least, "{name}: {now} m from a wall, {clearance} m before: {at:?}");
                clearance = now;
            }
        }
        println!("{name}: {count} steps, {contained} with a wall ahead");
        assert!(contained > count / 100, "{name}: no wall was ahead");
    }
}

#[test]
fn a_step_without_a_radius_is_that_of_a_point() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 500, seed: 1 }.mesh();
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    for pair in random_points(&walkable, 1, 200).windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let point = move_along_surface(&walkable, &from, ground(to.point));
        assert_eq!(move_with_radius(&walkable, &from, ground(to.point)).slide, point, "bit for bit");
    }
}

#[test]
fn steps_written_into_an_earlier_one_allocate_no_memory_and_are_those_of_one_step() {
    let mesh = Recipe { landscape: Landscape::Maze, triangles: 500, seed: 1 }.mesh();
    let (derived, filter) = (Derived::build(&mesh), Filter::default());
    let agent = Agent { radius: 0.3, ..Agent::default() };
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let places = random_points(&walkable, 1, 200);
    let (mut memory, mut moved, mut contacts) = (SurfaceMemory::default(), CircleSlide::default(), 0);
    let to = |pair: &[Located]| {
        let [from, to] = [0, 1].map(|nth| ground(pair[nth].point));
        from + (to - from).clamp_length_max(4.0)
    };
    let mut run = || {
        for pair in places.windows(2) {
            move_with_radius_into(&walkable, &pair[0], to(pair), &mut memory, &mut moved);
            contacts += moved.contacts.len();
        }
    };
    run();
    assert_eq!(measure(&mut run).count_total, 0, "all memory is reused");
    assert!(contacts > 100, "{contacts} contacts");
    for pair in places.windows(2) {
        move_with_radius_into(&walkable, &pair[0], to(pair), &mut memory, &mut moved);
        assert_eq!(moved, move_with_radius(&walkable, &pair[0], to(pair)), "the same step");
    }
}

#[test]
fn a_forbidden_cell_is_a_wall_and_can_be_left() {
    let corners = [[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 0.0], [8.0, 4.0], [8.0, 0.0]];
    let corners = corners.map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = [([0, 1, 2, 3], 0), ([3, 2, 4, 5], 1)];
    let cells = cells.map(|(ring, area)| Cell::new(ring.map(VertexId), AreaId(area)));
    let mesh = NavMesh::from_parts(corners, cells).expect("two squares");
    let (derived, mut filter) = (Derived::build(&mesh), Filter::default());
    filter.set_cost(AreaId(1), f32::INFINITY);
    let agent = Agent { radius: 0.5, ..Agent::default() };
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let at =
        |cell, point: [f32; 3]| Located { cell: CellId(cell), point: point.into(), ..Located::default() };
    let stopped = move_with_radius(&walkable, &at(0, [2.0, 0.0, 2.0]), Vec2::new(6.0, 2.0));
    assert!((stopped.slide.end.point.x - 3.5).abs() < 1e-3, "held: {stopped:?}");
    let left = move_with_radius(&walkable, &at(1, [6.0, 0.0, 2.0]), Vec2::new(2.0, 2.0));
    assert_eq!(ground(left.slide.end.point), Vec2::new(2.0, 2.0), "the agent may leave its blocked cell");
}
