//! Repairs that keep links and small islands.

use std::collections::BTreeMap;

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Derived, Draft, Link, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{FixObstacle, RepairOptions, RepairStep, repair};

use super::{cells_at, check_repair, mesh_of, repaired};
use crate::support::notation;

#[test]
fn islands_below_the_area_are_removed() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 9 0, 9 1, 10 1; c 0 1 2, 3 4 5");
    let cells = |min_island: f64| {
        repaired(&mesh, &RepairOptions { min_island, ..RepairOptions::of(&mesh) }).cell_count()
    };
    assert_eq!([0.0, 0.6, 3.0].map(cells), [2, 1, 0]);
}

/// Returns a mesh of rectangles with their lowest and highest corners, and links from point to point.
fn linked(squares: &[[[f32; 3]; 2]], links: &[[[f32; 3]; 2]]) -> NavMesh {
    let ring = |&[low, high]: &[[f32; 3]; 2]| {
        let y = low[1];
        [low, [low[0], y, high[2]], high, [high[0], y, low[2]]]
    };
    let corners: Vec<[f32; 3]> = squares.iter().flat_map(ring).collect();
    let rings: Vec<[u32; 4]> =
        (0..squares.len() as u32).map(|i| [0, 1, 2, 3].map(|side| 4 * i + side)).collect();
    let mesh = mesh_of(&corners, &rings.iter().map(<[u32; 4]>::as_slice).collect::<Vec<_>>());
    let mut draft = Draft::of(mesh);
    for &[from, to] in links {
        draft.add_link(Link::between(from.into(), to.into()));
    }
    draft.into_mesh()
}

/// Returns the number of attached links, and whether links lead from the island at one point to that at another one.
fn reached(mesh: &NavMesh, from: [f32; 3], to: [f32; 3]) -> (usize, bool) {
    let derived = Derived::build(mesh);
    let attached = mesh.links().filter(|&(link, _)| derived.links.failure(link).is_none()).count();
    let island = |at: [f32; 3]| {
        let at = Vec3::from_array(at);
        derived.islands.of(cells_at(mesh, &derived, at, 0.3)[0]).expect("each cell is in an island")
    };
    (attached, derived.links.lead(island(from), island(to)))
}

#[test]
fn links_stay_attached_to_their_islands() {
    let floor = [[0., 0., 0.], [8., 0., 4.]];
    let plate = [[3., 0.2, 1.], [5., 0.2, 2.]];
    // Of the first link, the floor is out of reach. The second one would be attached to it.
    let beside = [[3., 0.8, 0.], [5., 0.8, 0.6]];
    let away = [[4., 1.2, -3.], [6., 1.2, -1.]];
    for (other, link) in
        [(beside, [[4.5, 0.2, 1.05], [4.5, 0.8, 0.55]]), (away, [[4.5, 0.2, 1.05], [4.5, 1.2, -1.05]])]
    {
        let mesh = linked(&[floor, plate, other], &[link]);
        assert_eq!(reached(&mesh, [4., 0.2, 1.5], link[1]), (1, true));
        assert_eq!(check_repair("a link", &mesh), BTreeMap::new());
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert_eq!(reached(&after, [4., 0.2, 1.5], link[1]), (1, true), "{link:?}");
    }
}

#[test]
fn an_overlap_that_needs_the_cell_of_a_link_is_left() {
    let squares = [
        [[0., 0., 0.], [8., 0., 4.]],
        [[3., 0.2, 1.], [5., 0.2, 2.]],
        [[3., 0.8, 0.], [5., 0.8, 0.6]],
        [[3., -0.6, 0.], [5., -0.6, 0.6]],
    ];
    // Both cells of the overlap have a link on the ground that they share.
    let links = [[[4.5, 0.2, 1.05], [4.5, 0.8, 0.55]], [[4.5, 0., 1.5], [4.5, -0.6, 0.55]]];
    let mesh = linked(&squares, &links);
    let options = RepairOptions { steps: vec![RepairStep::Overlaps], ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    let left: Vec<FixObstacle> = done.errors.iter().map(|error| error.obstacle).collect();
    assert_eq!(left, [FixObstacle::DetachesLink]);
    assert_eq!(reached(&done.mesh, [4., 0.2, 1.5], [4.5, 0.8, 0.55]), (2, true));
}

#[test]
fn small_islands_with_links_stay() {
    let squares = [
        [[0., 0., 0.], [4., 0., 4.]],
        [[5., 0., 1.], [5.5, 0., 1.5]],
        [[6.5, 0., 0.], [10.5, 0., 4.]],
        [[20., 0., 0.], [20.5, 0., 0.5]],
    ];
    let links = [[[3.8, 0., 1.2], [5.1, 0., 1.2]], [[5.4, 0., 1.2], [6.6, 0., 1.2]]];
    let mesh = linked(&squares, &links);
    let options = RepairOptions { min_island: 0.5, ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert_eq!(done.mesh.cell_count(), 3, "the island without links is removed");
    assert_eq!(reached(&done.mesh, [1., 0., 1.], [8., 0., 1.]), (2, true));
    let islands = done.effects.iter().find(|effect| effect.step == RepairStep::Islands).expect("it runs");
    assert_eq!((islands.changes, islands.linked), (1, 1));
}
