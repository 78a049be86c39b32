//! String pulling across wide links: as at a portal, with equal shares along both spans.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{AreaId, Derived, Draft, Link, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::Path;

fn path(mesh: &NavMesh, ends: [[f32; 2]; 2]) -> Path {
    let [start, target] = ends.map(|at| Endpoint { ground: Vec2::from(at), height: None });
    let query = Query { start, target, settings: Settings::default() };
    find_path(mesh, &Derived::build(mesh), &query).path().cloned().expect("over the links")
}

fn room(draft: &mut Draft, [west, east]: [f32; 2]) {
    let ring = [[west, 0.0], [west, 4.0], [east, 4.0], [east, 0.0]];
    let ids = ring.map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.0, z)));
    draft.add_cell(ids, AreaId(0));
}

fn span(x: f32, from: f32, to: f32) -> [Vec3; 2] {
    [from, to].map(|z| Vec3::new(x, 0.0, z))
}

fn link(from: [Vec3; 2], to: [Vec3; 2]) -> Link {
    Link { from, to, is_one_way: false, cost: 1.0 }
}

#[test]
fn a_string_crosses_a_wide_link_as_it_crosses_a_portal() {
    let mut draft = Draft::of(NavMesh::default());
    room(&mut draft, [0.0, 4.0]);
    room(&mut draft, [6.0, 10.0]);
    draft.add_link(link(span(4.0, 0.5, 3.5), span(6.0, 0.5, 3.5)));
    let path = path(&draft.into_mesh(), [[1.0, 2.0], [9.0, 3.0]]);
    // Without the link's 2 m, the rooms are adjacent: straight from (1, 2) to (7, 3).
    let expected = 6f64.hypot(1.0) + 2.0;
    assert!((path.length - expected).abs() < 1e-6, "{} for {expected}", path.length);
    let on = path.waypoints[1].point;
    assert!((on.z - 2.5).abs() < 1e-5, "half way: {on}");
    assert_eq!(path.waypoints[2].point.z, on.z, "it lands at the same share of the other span");
}

/// Builds rooms in a row, joined by links of random spans.
fn rooms(chance: &mut SplitMix64, count: usize) -> (NavMesh, Vec<Link>) {
    let mut draft = Draft::of(NavMesh::default());
    (0..count).for_each(|i| room(&mut draft, [6.0 * i as f32, 6.0 * i as f32 + 4.0]));
    let mut place = |west: f32| {
        let [x, z] = [0; 2].map(|_| 0.2 + 3.6 * chance.unit() as f32);
        Vec3::new(west + x, 0.0, z)
    };
    let links: Vec<Link> = (1..count)
        .map(|i| {
            let [west, east] = [i - 1, i].map(|i| 6.0 * i as f32);
            link([place(west), place(west)], [place(east), place(east)])
        })
        .collect();
    for &link in &links {
        draft.add_link(link);
    }
    (draft.into_mesh(), links)
}

/// Returns the length of the path over all links with the crossing at these shares of their spans.
fn length(links: &[Link], [from, to]: [[f32; 2]; 2], shares: &[f64]) -> f64 {
    let at = |[low, high]: [Vec3; 2], t: f64| low.as_dvec3().lerp(high.as_dvec3(), t);
    let mut points = vec![Vec3::new(from[0], 0.0, from[1]).as_dvec3()];
    for (link, &t) in links.iter().zip(shares) {
        points.extend([at(link.from, t), at(link.to, t)]);
    }
    points.push(Vec3::new(to[0], 0.0, to[1]).as_dvec3());
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

#[test]
fn no_other_crossing_of_one_wide_link_is_shorter() {
    let mut chance = SplitMix64(5);
    for _ in 0..200 {
        let (mesh, links) = rooms(&mut chance, 2);
        let ends = [[0.5, 2.0], [9.5, 3.0]];
        let found = path(&mesh, ends).length;
        let least =
            (0..=2000).map(|i| length(&links, ends, &[f64::from(i) / 2000.0])).fold(f64::INFINITY, f64::min);
        assert!(found <= least + 1e-5, "{found}, but {least} for {links:?}");
        assert!(found >= least - 1e-3, "{found} is shorter than all crossings: {least}");
    }
}

#[test]
fn no_small_move_of_any_crossing_shortens_a_path_over_several_wide_links() {
    let mut chance = SplitMix64(9);
    for _ in 0..60 {
        let (mesh, links) = rooms(&mut chance, 4);
        let ends = [[0.5, 2.0], [21.5, 3.0]];
        let path = path(&mesh, ends);
        let shares: Vec<f64> = links
            .iter()
            .zip(path.waypoints[1..].chunks(2))
            .map(|(link, pair)| {
                let along = (link.from[1] - link.from[0]).as_dvec3();
                (pair[0].point - link.from[0]).as_dvec3().dot(along) / along.length_squared()
            })
            .collect();
        assert!((length(&links, ends, &shares) - path.length).abs() < 1e-4, "{shares:?}");
        for _ in 0..300 {
            let moved: Vec<f64> =
                shares.iter().map(|t| (t + 0.2 * (chance.unit() - 0.5)).clamp(0.0, 1.0)).collect();
            assert!(length(&links, ends, &moved) >= path.length - 1e-4, "{moved:?} for {shares:?}");
        }
    }
}
