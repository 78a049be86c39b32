//! The point locator equals `locate` bit for bit, and `locate` agrees with a scan of all cells.
//!
//! The tests use arbitrarily defective meshes, and benchmark maps if they are available.

use crate::support::grounds;
use glam::{DVec3, Vec2, Vec3};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use proptest::prelude::*;

const MAX_HEIGHT: f32 = 2.0;

/// Generates corners on a small lattice, so that they coincide, and cells with arbitrary rings of them.
///
/// The cells may overlap, lie above each other, be concave, be inverted, have no area or cross themselves.
fn jumble() -> impl Strategy<Value = NavMesh> {
    let places = prop::collection::vec((0..9i8, 0..5i8, 0..9i8), 3..40);
    let rings = prop::collection::vec(prop::collection::btree_set(0..40usize, 3..7), 0..30);
    let scale = prop_oneof![Just(1.0f32), Just(0.1), Just(1e-3), Just(700.0)];
    let shift = prop_oneof![Just(0.0f32), Just(-4.0), Just(3e4)];
    (places, rings, scale, shift, any::<u64>()).prop_map(|(places, rings, scale, shift, seed)| {
        let mut chance = SplitMix64(seed);
        let position = |&(x, y, z): &(i8, i8, i8)| {
            Vec3::new(f32::from(x), f32::from(y) * 0.6, f32::from(z)) * scale + Vec3::new(shift, 0.0, shift)
        };
        let cells = rings.into_iter().filter_map(|ring| {
            let mut ring: Vec<u32> =
                ring.into_iter().filter(|&i| i < places.len()).map(|i| i as u32).collect();
            for i in (1..ring.len()).rev() {
                ring.swap(i, chance.below(i as u64 + 1) as usize);
            }
            (ring.len() > 2).then(|| Cell::new(ring.into_iter().map(VertexId), AreaId(0)))
        });
        NavMesh::from_parts(places.iter().map(position), cells.collect::<Vec<_>>())
            .expect("rings of three and more")
    })
}

/// Generates up to two storeys of a valid ground, with heights at which cells slope and bend.
fn storeys() -> impl Strategy<Value = NavMesh> {
    (grounds::ground(), 1..3u32, any::<u64>(), any::<bool>()).prop_map(|(ground, storeys, seed, is_level)| {
        let ground = ground.reordered(|place| place, seed as u32).build();
        let mut chance = SplitMix64(seed);
        let (mut places, mut cells) = (Vec::new(), Vec::new());
        for storey in 0..storeys {
            let first = places.len() as u32;
            let aside = Vec3::new(0.5, 3.0, 0.0) * storey as f32;
            for (_, position) in ground.vertices() {
                let rise = if is_level { 0.0 } else { chance.unit() as f32 * 0.8 };
                places.push(position + aside + Vec3::Y * rise);
            }
            let raised = |corner: &VertexId| VertexId(first + corner.0);
            cells.extend(
                ground.cells().map(|(_, cell)| Cell::new(cell.corners().iter().map(raised), AreaId(0))),
            );
        }
        NavMesh::from_parts(places, cells).expect("a ground keeps the invariants")
    })
}

/// Adds a distant cell to a mesh, so that the size of the grid squares does not match the mesh.
fn with_a_far_cell(mesh: &NavMesh, distance: f32) -> NavMesh {
    let n = mesh.vertex_slots() as u32;
    let places: Vec<Vec3> = mesh.vertices().map(|(_, position)| position).collect();
    let far = [Vec3::ZERO, Vec3::Z, Vec3::X].map(|corner| corner + Vec3::new(distance, 0.0, -2.0 * distance));
    let cells = mesh.cells().map(|(_, cell)| cell.clone());
    let far_cell = Cell::new([n, n + 1, n + 2].map(VertexId), AreaId(0));
    NavMesh::from_parts(places.into_iter().chain(far), cells.chain([far_cell]).collect::<Vec<_>>())
        .expect("one more triangle")
}

/// Returns positions in a mesh, on its corners and sides, and around it; some have a height.
fn questions(mesh: &NavMesh, count: usize, seed: u64) -> Vec<Endpoint> {
    let mut chance = SplitMix64(seed);
    let bounds = mesh.bounds();
    let (low, size) =
        if mesh.vertex_count() == 0 { (Vec3::ZERO, Vec3::ONE) } else { (bounds.min, bounds.size()) };
    let corners: Vec<Vec3> = mesh.vertices().map(|(_, position)| position).collect();
    let mut asked = Vec::new();
    for i in 0..count {
        let corner =
            |chance: &mut SplitMix64| corners.get(chance.below(corners.len() as u64) as usize).copied();
        let [one, other] = [corner(&mut chance), corner(&mut chance)].map(Option::unwrap_or_default);
        let random = |reach: f32, chance: &mut SplitMix64| {
            let share = [(); 3].map(|()| chance.unit() as f32 * (1.0 + 2.0 * reach) - reach);
            low + size * Vec3::from(share)
        };
        let at = match i % 6 {
            0 => one,
            1 => one.midpoint(other),
            2 => random(3.0, &mut chance),
            _ => random(0.05, &mut chance),
        };
        let height = [None, Some(at.y), Some(at.y + 1.5 * size.y), Some(low.y + 0.5 * size.y)];
        asked.push(Endpoint { ground: Vec2::new(at.x, at.z), height: height[chance.below(4) as usize] });
    }
    asked
}

/// Returns queries that have no answer, or only one from very far away.
fn odd_questions() -> Vec<Endpoint> {
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e20, 0.5];
    let mut asked = Vec::new();
    for x in numbers {
        for z in numbers {
            for height in [None, Some(0.0), Some(f32::NAN), Some(f32::INFINITY), Some(-1e20)] {
                asked.push(Endpoint { ground: Vec2::new(x, z), height });
            }
        }
    }
    asked
}

fn bits(located: Option<Located>) -> Option<(CellId, [u32; 3], Option<u32>)> {
    located.map(|it| (it.cell, it.point.to_array().map(f32::to_bits), it.off_mesh.map(f32::to_bits)))
}

/// Returns the nearest cell of all, by a scan of each.
fn slow_nearest(mesh: &NavMesh, asked: Endpoint) -> Option<(CellId, f64)> {
    let distance = |cell: CellId| {
        let point = Surface::of(mesh, cell).nearest_to(asked.ground, asked.height);
        let height = asked.height.map_or(point.y, f64::from);
        point.distance(DVec3::new(f64::from(asked.ground.x), height, f64::from(asked.ground.y)))
    };
    let all = mesh.cells().map(|(cell, _)| (cell, distance(cell))).filter(|(_, away)| away.is_finite());
    all.min_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)))
}

fn check(mesh: &NavMesh, asked: &[Endpoint]) -> Result<(), TestCaseError> {
    let (derived, squares) = (Derived::build(mesh), PointLocator::build(mesh));
    for &endpoint in asked {
        let located = locate(mesh, &derived, endpoint, MAX_HEIGHT);
        prop_assert_eq!(bits(squares.locate(endpoint, MAX_HEIGHT)), bits(located), "asked {:?}", endpoint);
        if located.is_none_or(|located| located.off_mesh.is_some()) {
            let slow = slow_nearest(mesh, endpoint);
            prop_assert_eq!(
                located.map(|it| it.cell),
                slow.map(|(cell, _)| cell),
                "{:?} {:?}",
                endpoint,
                slow
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn squares_of_a_jumble_answer_as_locate_does(mesh in jumble(), seed in any::<u64>()) {
        check(&mesh, &questions(&mesh, 60, seed))?;
    }

    #[test]
    fn on_closed_surfaces_squares_answer_as_locate_does(mesh in storeys(), seed in any::<u64>()) {
        let mesh = mesh.with_closed_surface(true);
        check(&mesh, &questions(&mesh, 60, seed))?;
    }

    #[test]
    fn squares_of_storeys_answer_as_locate_does(mesh in storeys(), seed in any::<u64>()) {
        check(&mesh, &questions(&mesh, 60, seed))?;
    }

    #[test]
    fn a_cell_far_away_does_no_harm(mesh in storeys(), distance in 10.0..1e9f32, seed in any::<u64>()) {
        let mesh = with_a_far_cell(&mesh, distance);
        let mut asked = questions(&mesh, 20, seed);
        asked.extend(questions(&mesh, 200, seed).into_iter().filter(|asked| asked.ground.abs().max_element() < 10.0));
        check(&mesh, &asked)?;
    }
}

#[test]
fn what_is_no_place_is_nowhere() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 300, seed: 5 }.mesh();
    check(&mesh, &odd_questions()).expect("the same answers");
    check(&NavMesh::default(), &odd_questions()).expect("none from no mesh");
}

#[test]
fn squares_of_made_meshes_answer_as_locate_does() {
    for landscape in Landscape::ALL {
        let mesh = Recipe { landscape, triangles: 3000, seed: 5 }.mesh();
        check(&mesh, &questions(&mesh, 1000, 11)).expect("the same answers");
    }
}

#[test]
#[ignore = "needs the data of other projects"]
fn squares_of_benchmark_maps_answer_as_locate_does() {
    let folder = crate::support::data::folder("navmeshes/maps");
    for map in ["arena-cdt", "arena-merged", "aurora-cdt", "aurora-merged"] {
        let bytes = std::fs::read(folder.join(format!("{map}.mesh"))).expect("a map");
        let mesh = navsmith_formats::io::polyanya::read(&bytes).expect("a map of the format").mesh;
        let (derived, squares) = (Derived::build(&mesh), PointLocator::build(&mesh));
        let wrong: Vec<_> = questions(&mesh, 20_000, 3)
            .into_iter()
            .filter(|&asked| {
                bits(squares.locate(asked, MAX_HEIGHT)) != bits(locate(&mesh, &derived, asked, MAX_HEIGHT))
            })
            .collect();
        assert_eq!(wrong, [], "{map}");
    }
}
