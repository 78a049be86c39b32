//! Meshes generated from a seed are valid, have the requested size and are equal on every machine.

use expect_test::{Expect, expect};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Turn, ground, interiors_overlap, turn};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe, loosen};
use navsmith_core::navmesh::{Adjacency, Derived, EdgeKind, NavMesh, WeldOptions, WeldReport, weld};
use navsmith_formats::check::Issues;

fn made(landscape: Landscape, triangles: usize, seed: u64) -> NavMesh {
    Recipe { landscape, triangles, seed }.mesh()
}

/// Returns the number of edges.
fn edges(mesh: &NavMesh, adjacency: &Adjacency) -> usize {
    let mut edges: Vec<_> = mesh
        .cells()
        .flat_map(|(_, cell)| {
            cell.sides().map(|[from, to]| navsmith_core::navmesh::Edge::new(from, to)).collect::<Vec<_>>()
        })
        .collect();
    edges.sort_unstable();
    edges.dedup();
    assert!(edges.iter().all(|&edge| adjacency.kind(mesh, edge) != EdgeKind::Tangled), "no edge is tangled");
    edges.len()
}

#[test]
fn every_landscape_is_one_sound_island_without_issues() {
    for landscape in Landscape::ALL {
        for (triangles, seed) in [(100, 3), (1000, 1), (1000, 2), (10_000, 1)] {
            let mesh = made(landscape, triangles, seed);
            let derived = Derived::build(&mesh);
            let name = format!("{landscape}:{triangles}:{seed}");
            assert_eq!(mesh.check(), Ok(()), "{name}");
            assert_eq!(derived.islands.all().len(), 1, "{name} is one island");
            let issues = Issues::build(&mesh, &derived, 0.05);
            assert_eq!(issues.iter().count(), 0, "{name}: {:?}", issues.iter().next());
            for (id, _) in mesh.cells() {
                let ring = mesh.ground_ring(id);
                assert_eq!(turn(ring[0], ring[1], ring[2]), Turn::Left, "{name}: cell {} faces up", id.0);
            }
        }
    }
}

#[test]
fn no_two_cells_overlap_on_the_ground() {
    for landscape in Landscape::ALL {
        let mesh = made(landscape, 1000, 5);
        let derived = Derived::build(&mesh);
        let judged =
            derived.locator.for_each_pair(&mesh, &mut Budget::of_elements(1 << 20), |one, other, _| {
                let rings = [one, other].map(|id| mesh.ground_ring(id));
                assert!(
                    !interiors_overlap(&rings[0], &rings[1]),
                    "{landscape}: cells {} and {}",
                    one.0,
                    other.0
                );
                Ok(())
            });
        assert_eq!(judged, Ok(()), "all pairs");
    }
}

#[test]
fn as_many_triangles_are_made_as_were_asked_for() {
    for landscape in Landscape::ALL {
        for triangles in [1000, 3000, 10_000, 100_000, 1_000_000] {
            let count = made(landscape, triangles, 1).cell_count();
            assert!(count.abs_diff(triangles) * 20 <= triangles, "{landscape}:{triangles} has {count}");
        }
    }
}

#[test]
fn terrain_has_lakes_rooms_have_ways_round_and_a_maze_hardly_any() {
    let holes = |landscape| {
        let mesh = made(landscape, 10_000, 1);
        // The Euler characteristic of one island is one minus its number of holes.
        let edges = edges(&mesh, &Adjacency::build(&mesh));
        edges + 1 - mesh.vertex_count() - mesh.cell_count()
    };
    expect![[r#"
        terrain: 14 holes
        rooms: 366 holes
        maze: 199 holes
    "#]]
    .assert_eq(&Landscape::ALL.map(|it| format!("{it}: {} holes\n", holes(it))).concat());
}

/// Returns the FNV-1a hash of every coordinate and every corner.
fn digest(mesh: &NavMesh) -> u64 {
    let places = mesh.vertices().flat_map(|(_, place)| place.to_array().map(f32::to_bits));
    let corners = mesh.cells().flat_map(|(id, _)| mesh.corners(id).iter().map(|corner| corner.0));
    places.chain(corners).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn check(recipe: &str, expected: &Expect) {
    let recipe: Recipe = recipe.parse().expect("a recipe");
    let mesh = recipe.mesh();
    let (vertices, cells) = (mesh.vertex_count(), mesh.cell_count());
    expected.assert_eq(&format!("{vertices} vertices, {cells} cells, {:016x}", digest(&mesh)));
    assert_eq!(recipe.mesh(), mesh, "the same again");
    let other = Recipe { seed: recipe.seed + 1, ..recipe }.mesh();
    assert_ne!(digest(&other), digest(&mesh), "another seed makes another mesh");
}

#[test]
fn the_same_seed_makes_the_same_mesh_on_every_machine() {
    check("terrain:1000", &expect!["552 vertices, 1012 cells, ec8931a452b7e9f6"]);
    check("terrain:20000:7", &expect!["10804 vertices, 20078 cells, a5b1c3a5643c42f5"]);
    check("rooms:1000", &expect!["880 vertices, 1006 cells, a995f03ff7fbf696"]);
    check("rooms:20000:7", &expect!["17667 vertices, 20004 cells, 273adda015a96d39"]);
    check("maze:1000", &expect!["960 vertices, 1000 cells, 34eb1f0e4c198d3d"]);
    check("maze:20000:7", &expect!["19320 vertices, 20000 cells, e5f85d707f71fba9"]);
}

#[test]
fn places_are_whole_sixty_fourths_of_a_metre() {
    for landscape in Landscape::ALL {
        let mesh = made(landscape, 10_000, 1);
        let are_whole = mesh.vertices().all(|(_, place)| (place * 64.0).fract() == glam::Vec3::ZERO);
        assert!(are_whole, "{landscape}");
        let apart = mesh.vertices().map(|(_, place)| ground(place)).fold(0.0, |far, at| at.length().max(far));
        assert!(apart > 50.0, "{landscape} is no speck: {apart}");
    }
}

#[test]
fn what_was_loosened_welds_to_the_same_mesh() {
    for landscape in Landscape::ALL {
        let mesh = made(landscape, 2000, 1);
        let soup = loosen(&mesh);
        assert_eq!(
            (soup.len(), soup.positions.len()),
            (mesh.cell_count(), mesh.cell_count() * 3),
            "{landscape}"
        );
        let (welded, report) = weld(&soup, &WeldOptions::default());
        let nothing_dropped = WeldReport { welded_vertices: report.welded_vertices, ..WeldReport::default() };
        assert_eq!(report, nothing_dropped, "{landscape}");
        let counts = |mesh: &NavMesh| (mesh.vertex_count(), mesh.cell_count());
        assert_eq!(counts(&welded), counts(&mesh), "{landscape}");
    }
}

#[test]
fn a_recipe_is_read_as_it_is_written() {
    for text in ["terrain:100:0", "rooms:100000:18446744073709551615", "maze:10000000:7"] {
        let recipe: Recipe = text.parse().expect("a recipe");
        assert_eq!(recipe.to_string(), text, "the same text");
    }
    assert_eq!("rooms:1000".parse::<Recipe>().map(|recipe| recipe.seed), Ok(1), "1 by default");
    let wrong = [
        "",
        "rooms",
        "caves:1000",
        "rooms:99",
        "rooms:10000001",
        "rooms:x",
        "rooms:1000:-1",
        "maze:1000:1:2",
    ];
    let description =
        wrong.map(|text| format!("{text}: {}\n", text.parse::<Recipe>().expect_err("no recipe")));
    expect![[r#"
        : "" cannot be made; give terrain, rooms or maze
        rooms: say how many triangles, 100 to 10000000, as in rooms:1000
        caves:1000: "caves" cannot be made; give terrain, rooms or maze
        rooms:99: say how many triangles, 100 to 10000000, as in rooms:1000
        rooms:10000001: say how many triangles, 100 to 10000000, as in rooms:1000
        rooms:x: say how many triangles, 100 to 10000000, as in rooms:1000
        rooms:1000:-1: a seed is a whole number, as in rooms:1000:7
        maze:1000:1:2: nothing comes after the seed, as in maze:1000:1
    "#]]
    .assert_eq(&description.concat());
}
