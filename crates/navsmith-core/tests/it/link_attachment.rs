//! Links attach to the cells at their ends and join islands in their direction.

use expect_test::expect;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{
    AreaId, Attachment, CellId, Derived, Draft, IslandId, Link, LinkEnd, LinkId, NavMesh, Surface,
};
use proptest::prelude::*;

/// Builds squares of 2 m with their north-west corners at (x, 0) and height y.
///
/// Each place is (x, y).
fn squares(places: &[(f32, f32)], links: &[Link]) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    for &(x, y) in places {
        let ring = [[x, 0.0], [x, 2.0], [x + 2.0, 2.0], [x + 2.0, 0.0]];
        let ids = ring.map(|[x, z]| draft.add_vertex(Vec3::new(x, y, z)));
        draft.add_cell(ids, AreaId(0));
    }
    for &link in links {
        draft.add_link(link);
    }
    draft.into_mesh()
}

fn at(x: f32, y: f32) -> Vec3 {
    Vec3::new(x, y, 1.0)
}

#[test]
fn a_link_joins_two_islands_the_way_that_it_leads() {
    let one_way = Link { is_one_way: true, ..Link::between(at(1.0, 0.0), at(6.0, 0.0)) };
    let both_ways = Link::between(at(6.0, 0.0), at(11.0, 0.0));
    let mesh = squares(&[(0.0, 0.0), (5.0, 0.0), (10.0, 0.0)], &[one_way, both_ways]);
    let links = Derived::build(&mesh).links;
    let lead = |from, to| links.lead(IslandId(from), IslandId(to));
    assert!(lead(0, 1) && lead(0, 2) && lead(1, 2) && lead(2, 1), "with the one way, and both ways");
    assert!(!lead(1, 0) && !lead(2, 0), "not against it");
    let steps: Vec<_> = links.steps(CellId(1)).map(|step| (step.link.0, step.end, step.cell.0)).collect();
    let expected = [(0, LinkEnd::To, 0), (1, LinkEnd::From, 2)];
    assert_eq!(steps, expected, "all ways out of the middle, the shut one too");
}

#[test]
fn an_end_beside_the_mesh_is_held_within_a_tenth_of_the_links_length() {
    let description = |x: f32, y: f32| {
        let link = Link::between(at(1.0, 0.0), at(x, y));
        let derived = Derived::build(&squares(&[(0.0, 0.0), (5.0, 0.0)], &[link]));
        match &derived.links.ends(LinkId(0)).expect("a link")[1] {
            Attachment::Attached { anchors, gap, .. } => format!("cell {} at {gap:.2} m", anchors[0].cell.0),
            Attachment::Unattached(why) => why.to_string(),
        }
    };
    expect!["cell 1 at 0.00 m"].assert_eq(&description(6.0, 0.0));
    expect!["cell 1 at 0.30 m"].assert_eq(&description(4.7, 0.0));
    expect!["the nearest cell, 1, is 0.40 m away, beyond its reach of 0.36 m"]
        .assert_eq(&description(4.6, 0.0));
    expect!["cell 1 at 0.00 m"].assert_eq(&description(6.0, 0.3));
    expect!["the nearest cell, 1, is 3.00 m away, beyond its reach of 0.50 m"]
        .assert_eq(&description(6.0, 3.0));
    let nowhere = squares(&[], &[Link::between(Vec3::ZERO, Vec3::X)]);
    let failure = Derived::build(&nowhere).links.failure(LinkId(0)).expect("a failure");
    expect!["the mesh has no cells"].assert_eq(&failure.1.to_string());
}

#[test]
fn of_two_floors_a_link_holds_the_one_that_it_is_on() {
    let ladder = Link::between(at(1.0, 0.0), at(1.0, 3.0));
    let links = Derived::build(&squares(&[(0.0, 0.0), (0.0, 3.0)], &[ladder])).links;
    let steps: Vec<_> = links.steps(CellId(0)).map(|step| step.cell).collect();
    assert_eq!(steps, [CellId(1)], "from the lower to the upper");
}

/// Builds five rows of five squares of 1 m, each whole or cut in two.
fn field(cuts: u32) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let mut vertex = |i: u32| draft.add_vertex(Vec3::new((i % 6) as f32, 0.0, (i / 6) as f32));
    let ids: Vec<_> = (0..36).map(&mut vertex).collect();
    for (i, x, z) in (0..25).map(|i: usize| (i, i % 5, i / 5)) {
        let [a, b, c, d] = [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]].map(|[x, z]| ids[z * 6 + x]);
        if cuts >> i & 1 == 1 {
            draft.add_cell([a, b, c], AreaId(0));
            draft.add_cell([a, c, d], AreaId(0));
        } else {
            draft.add_cell([a, b, c, d], AreaId(0));
        }
    }
    draft.into_mesh()
}

fn place() -> impl Strategy<Value = Vec3> {
    (-1.0..7.0f32, -0.2..0.2f32, -1.0..7.0f32).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

proptest! {
    #[test]
    fn a_stretch_is_where_the_span_is_over_its_cell(cuts in any::<u32>(), places in [place(), place(), place()]) {
        let [a, b, to] = places;
        let link = Link { from: [a, b], ..Link::between(a, to) };
        let reach = (link.length() * 0.1).min(0.5);
        let mesh = field(cuts).with_links([link]).expect("a sound link");
        let links = Derived::build(&mesh).links;
        let ends = links.ends(LinkId(0)).expect("a link");
        for t in (0..=16).map(|i| i as f32 / 16.0) {
            let point = link.at(LinkEnd::From, t);
            for (cell, _) in mesh.cells() {
                let is_held = ends[0].anchors().iter().any(|anchor| {
                    anchor.cell == cell && anchor.stretch[0] <= t && t <= anchor.stretch[1]
                });
                let is_over = Surface::of(&mesh, cell).covers(ground(point));
                let slack = 1e-3;
                if is_over && point.y.abs() < reach - slack && !ground_is_near_a_side(&mesh, cell, point, slack) {
                    prop_assert!(is_held, "{:?} lies under {} at {}", cell, point, t);
                }
                if Surface::of(&mesh, cell).nearest(point).distance(point) > reach + slack && ends[0].anchors().len() > 1 {
                    prop_assert!(!is_held, "{:?} is out of reach of {} at {}", cell, point, t);
                }
            }
        }
    }

    #[test]
    fn a_point_fails_when_every_cell_is_out_of_reach(cuts in any::<u32>(), from in place(), to in place()) {
        let link = Link::between(from, to);
        let reach = (link.length() * 0.1).min(0.5);
        let mesh = field(cuts).with_links([link]).expect("a sound link");
        let links = Derived::build(&mesh).links;
        for (end, attachment) in LinkEnd::BOTH.into_iter().zip(links.ends(LinkId(0)).expect("a link")) {
            let point = link.middle(end);
            let nearest = mesh.cells().map(|(cell, _)| Surface::of(&mesh, cell).nearest(point).distance(point));
            let nearest = nearest.fold(f32::INFINITY, f32::min);
            prop_assume!((nearest - reach).abs() > 1e-4);
            prop_assert_eq!(attachment.failure().is_some(), nearest > reach, "{} of {}", nearest, reach);
        }
    }
}

fn ground_is_near_a_side(mesh: &NavMesh, cell: CellId, point: Vec3, slack: f32) -> bool {
    let ring = mesh.ground_ring(cell);
    (0..ring.len()).any(|i| {
        navsmith_core::geometry::Segment::new(ring[i], ring[(i + 1) % ring.len()]).distance(ground(point))
            < slack
    })
}
