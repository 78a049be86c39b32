//! Chokepoints: cells and portals whose removal divides the mesh.

use expect_test::expect;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Derived, HalfEdge, Link, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::chokepoints::{ChokepointPortal, Extent, chokepoints};
use navsmith_core::progress::{Progress, Stopped};

use crate::support::notation::{mesh, squares};

/// Returns the cells, then the portals as cell and side, each with the cells of its parts.
fn described(mesh: &NavMesh, filter: &Filter) -> String {
    let derived = Derived::build(mesh);
    let agent = Agent::default();
    let walkable = Walkable::new(mesh, &derived, &agent, filter);
    let found = chokepoints(&walkable, &Progress::none()).expect("not stopped");
    let parts = |parts: &[Extent]| {
        assert!(parts.iter().all(|part| part.area == part.cells as f64), "squares of 1 m²");
        parts.iter().map(|part| part.cells.to_string()).collect::<Vec<_>>().join("+")
    };
    let cells = found.cells.iter().map(|it| format!("{}: {}", it.cell.0, parts(&it.parts)));
    let portals =
        found.portals.iter().map(|ChokepointPortal { half_edge: HalfEdge { cell, side }, parts: of }| {
            format!("{}/{side}: {}", cell.0, parts(of))
        });
    cells.chain(portals).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_corridor_between_two_rooms_has_only_chokepoints() {
    expect!["5: 8+5, 6: 7+6, 7: 7+6, 8: 8+5, 6/0: 8+6, 6/2: 7+7, 7/2: 8+6"]
        .assert_eq(&described(&squares(&["00  00", "000000", "00  00"]), &Filter::default()));
}

#[test]
fn a_ring_has_no_chokepoint_until_the_filter_opens_it() {
    let ring = squares(&["000", "0 0", "010"]);
    expect![""].assert_eq(&described(&ring, &Filter::default()));
    let mut filter = Filter::default();
    filter.set_cost(AreaId(1), f32::INFINITY);
    expect![
        "0: 4+2, 1: 3+3, 2: 4+2, 3: 5+1, 4: 5+1, 0/1: 5+2, 1/0: 4+3, 1/2: 4+3, 2/1: 5+2, 3/1: 6+1, 4/1: 6+1"
    ]
    .assert_eq(&described(&ring, &filter));
}

/// Builds two rows of four squares, 1 m apart, with links between these positions.
fn two_rows(links: &[[[f32; 2]; 2]]) -> NavMesh {
    let rows = squares(&["0000", "    ", "0000"]);
    let at = |[x, z]: [f32; 2]| Vec3::new(x, 0.0, z);
    let links = links.iter().map(|&[from, to]| Link { is_one_way: true, ..Link::between(at(from), at(to)) });
    rows.with_links(links).expect("sound links")
}

#[test]
fn a_link_makes_chokepoints_of_what_it_hangs_on_and_a_second_one_unmakes_them() {
    let over = |x: f32| [[x, 0.5], [x, 2.5]];
    expect!["0: 4+3, 1: 5+2, 2: 6+1, 4: 4+3, 5: 5+2, 6: 6+1, 0/2: 5+3, 1/2: 6+2, 2/2: 7+1, 4/2: 5+3, 5/2: 6+2, 6/2: 7+1"]
    .assert_eq(&described(&two_rows(&[over(0.5)]), &Filter::default()));
    expect![""].assert_eq(&described(&two_rows(&[over(0.5), over(3.5)]), &Filter::default()));
}

#[test]
fn two_cells_that_share_two_sides_have_no_portal_as_chokepoint() {
    // A square in two parts, joined above and below a hole without area.
    let split = mesh("v 0 0, 0 2, 2 2, 2 0, 1 0, 1 2, 1 1; c 0 1 5 6 4, 4 6 5 2 3");
    expect![""].assert_eq(&described(&split, &Filter::default()));
}

#[test]
fn the_walk_reports_its_progress_and_can_be_stopped() {
    let row = "0".repeat(100);
    let mesh = squares(&[&*row; 90]);
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let progress = Progress::stopping_after(3);
    assert_eq!(chokepoints(&walkable, &progress), chokepoints(&walkable, &Progress::none()), "the same");
    assert_eq!(progress.completed(), Some(8192.0 / 9000.0), "reported three times");
    assert_eq!(chokepoints(&walkable, &Progress::stopping_after(1)), Err(Stopped), "at the second report");
}
