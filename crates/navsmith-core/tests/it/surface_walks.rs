//! Steps along the surface, and rays: where they end, and what they say.

use expect_test::expect;
use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{CellId, Derived, NavMesh, Pieces, Surface};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::constrained_walks::{WalkComparison, compare_walks};
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{
    Slide, WalkEvent, move_along_surface_observed,
};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::{RayEvent, raycast, raycast_observed};

use crate::support::notation::mesh;

fn compared(mesh: &NavMesh, from: [f32; 2], to: [f32; 2]) -> WalkComparison {
    let (derived, agent, filter) = (Derived::build(mesh), Agent::default(), Filter::default());
    let from = locate(mesh, &derived, Vec2::from(from).into(), 2.0).expect("there are cells");
    compare_walks(&Walkable::new(mesh, &derived, &agent, &filter), &from, to.into())
}

/// Returns the case of Mononen's figure: a target that is visible, behind a wall that is nearer.
///
/// A doorway leads from the north-east corner of a room to a room that begins farther in the south.
fn figure() -> NavMesh {
    mesh(
        "v 0 0, 0 4, 4 4, 4 1, 4 0, 6 0, 6 1, 6 4, 9 4, 9 0; \
         c 0 1 2 3 4, 4 3 6 5, 5 6 7 8 9",
    )
}

#[test]
fn clamping_stops_at_a_wall_before_a_visible_target_and_sectors_do_not() {
    let (from, to) = ([3.5, 0.4], [8.0, 1.4]);
    let WalkComparison { clamped, sector, exact } = compared(&figure(), from, to);
    assert_eq!(ground(clamped.end.point), Vec2::new(4.0, 1.4), "on the wall beside the doorway");
    assert_eq!(clamped.cells, [CellId(0)], "stuck in its room");
    for slide in [sector, exact] {
        assert!(slide.has_arrived, "the target is visible: {slide:?}");
        assert_eq!(slide.cells, [0, 1, 2].map(CellId), "through the doorway");
    }
}

#[test]
fn all_methods_slide_along_a_wall() {
    let WalkComparison { clamped, sector, exact } = compared(&figure(), [1.0, 3.0], [2.0, 7.0]);
    for slide in [clamped, sector, exact] {
        assert_eq!(ground(slide.end.point), Vec2::new(2.0, 4.0), "along the south wall");
    }
}

#[test]
fn a_start_beside_the_mesh_is_clamped_first() {
    let WalkComparison { clamped, sector, exact } = compared(&figure(), [-2.0, 2.0], [1.0, 2.0]);
    for slide in [clamped, sector, exact] {
        assert_eq!(ground(slide.end.point), Vec2::new(1.0, 2.0));
    }
}

/// Moves along places on three squares of 2 m: north-west, north-east and south-east.
///
/// The south-eastern square slopes down.
fn steps(places: &[[f32; 2]]) -> Vec<(String, Slide)> {
    let grid = "v 0 0, 2 0, 4 0, 0 2, 2 2, 4 2, 0 -1 4, 2 -1 4, 4 -1 4";
    let mesh = mesh(&format!("{grid}; c 0 3 4 1, 1 4 5 2, 4 7 8 5"));
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let start = Endpoint { ground: places[0].into(), height: None };
    let mut at = locate(&mesh, &derived, start, 2.0).expect("there are cells");
    let mut walked = Vec::new();
    for &to in &places[1..] {
        let mut described = String::new();
        let mut emit = |event: WalkEvent| described.push_str(&(event.caption() + "\n"));
        let slide = move_along_surface_observed(&walkable, &at, to.into(), &mut emit);
        at = slide.end;
        walked.push((described, slide));
    }
    walked
}

fn ends(places: &[[f32; 2]]) -> Vec<[f32; 3]> {
    steps(places).iter().map(|(_, slide)| slide.end.point.into()).collect()
}

#[test]
fn a_step_into_a_wall_slides_along_it() {
    assert_eq!(ends(&[[0.5, 1.5], [1.5, 2.5]]), [[1.5, 0.0, 2.0]], "along the south wall");
    assert_eq!(
        ends(&[[0.5, 0.5], [-1.0, -1.0], [-1.0, 1.0]]),
        [[0.0; 3], [0.0, 0.0, 1.0]],
        "out of a corner"
    );
    assert_eq!(ends(&[[-3.0, 1.0], [0.5, 1.0]]), [[0.5, 0.0, 1.0]], "from beside the mesh");
}

#[test]
fn a_step_carries_the_agent_up_and_down() {
    assert_eq!(
        ends(&[[3.0, 1.0], [3.0, 3.0], [3.0, 1.0]]),
        [[3.0, -0.5, 3.0], [3.0, 0.0, 1.0]],
        "down and up"
    );
}

#[test]
fn a_step_round_the_end_of_a_wall_is_described_in_words() {
    let (described, slide) = steps(&[[1.5, 1.75], [2.25, 3.5]]).remove(0);
    assert_eq!(slide.cells, [0, 1, 2].map(CellId), "round the corner: {slide:?}");
    expect![[r#"
        A step begins at (1.50, 1.75) in cell 0. The agent's goal is (2.25, 3.50). The straight line is tried first.
        The line is in cell 0.
        Side 1 of cell 0 stops the line after 14 % of its length: the mesh ends here.
        The circle starts in cell 0.
        Side 1 of cell 0 comes within 1.52 m of the agent's goal, nearer than any side before.
        Side 2 of cell 0 comes within 1.52 m of the agent's goal.
        At 0.64 m the circle reaches cell 1.
        Side 1 of cell 1 comes within 1.50 m of the agent's goal, nearer than any side before.
        At 0.64 m the circle reaches cell 2.
        The step ends at (2.25, 3.50) in cell 2, 0.00 m from the agent's goal.
    "#]]
    .assert_eq(&described);
}

/// Casts a ray over up to four squares of 2 m around the corner (2, 2), numbered in the given order.
fn cast(squares: &[[usize; 2]], from: [f32; 2], to: [f32; 2], event: &mut impl FnMut(RayEvent)) {
    let ring = |&[x, z]: &[usize; 2]| [0, 3, 4, 1].map(|corner| (z * 3 + x + corner).to_string()).join(" ");
    let rings: Vec<String> = squares.iter().map(ring).collect();
    let grid = "v 0 0, 2 0, 4 0, 0 2, 2 2, 4 2, 0 4, 2 4, 4 4";
    let mesh = mesh(&format!("{grid}; c {}", rings.join(", ")));
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let from = locate(&mesh, &derived, Vec2::from(from).into(), 2.0).expect("there are cells");
    raycast_observed(&walkable, &from, to.into(), event);
}

fn short(event: RayEvent) -> String {
    match event {
        RayEvent::Cast { from, to, .. } => format!("{} {} to {} {}", from.x, from.y, to.x, to.y),
        RayEvent::Entered { cell, through: None } => format!("{}", cell.0),
        RayEvent::Entered { cell, through: Some(side) } => {
            format!("over side {} to {}", side.side, cell.0)
        }
        RayEvent::AtCorner { at, cells, .. } => format!("corner {} {} of {cells}", at.x, at.y),
        RayEvent::Stopped(hit) => format!("side {} of {} at {}", hit.wall.side, hit.wall.cell.0, hit.t),
        RayEvent::Arrived { cell } => format!("ends in {}", cell.0),
    }
}

#[test]
fn a_ray_goes_on_where_cells_are_joined() {
    let (one, beside, below) = (vec![[0, 0]], vec![[0, 0], [1, 0]], vec![[0, 0], [0, 1]]);
    let (around, diagonal) = (vec![[0, 0], [1, 0], [1, 1]], vec![[0, 0], [1, 1]]);
    for (squares, from, to, expected) in [
        (&beside, [1., 1.], [3., 1.5], "1 1 to 3 1.5, 0, over side 2 to 1, ends in 1"),
        (&beside, [1., 1.], [5., 1.], "1 1 to 5 1, 0, over side 2 to 1, side 2 of 1 at 0.75"),
        // Through a corner, and along a wall, which does not stop the ray.
        (&around, [1., 1.], [3., 3.], "1 1 to 3 3, 0, corner 2 2 of 3, 2, ends in 2"),
        (&diagonal, [1., 1.], [3., 3.], "1 1 to 3 3, 0, corner 2 2 of 1, side 1 of 0 at 0.5"),
        (&below, [2., 1.], [2., 4.], "2 1 to 2 4, 0, corner 2 2 of 2, 1, ends in 1"),
        (
            &below,
            [2., 1.],
            [2., 5.],
            "2 1 to 2 5, 0, corner 2 2 of 2, 1, corner 2 4 of 1, side 1 of 1 at 0.75",
        ),
        // From beside the mesh, the ray begins on it.
        (&one, [-1., 1.], [1., 1.], "0 1 to 1 1, 0, ends in 0"),
        (&one, [-1., 1.], [-2., 1.], "0 1 to -2 1, side 0 of 0 at 0"),
        (&one, [1., 1.], [f32::NAN, 1.], "1 1 to 1 1, 0, ends in 0"),
    ] {
        let mut events = Vec::new();
        cast(squares, from, to, &mut |event| events.push(short(event)));
        assert_eq!(events.join(", "), expected);
    }
}

#[test]
fn every_event_has_a_caption() {
    let mut captions = String::new();
    let squares = [[0, 0], [1, 0], [1, 1]];
    for to in [[3., 3.], [4., 0.5], [-1., -1.]] {
        cast(&squares, [1., 1.], to, &mut |event| captions.push_str(&(event.caption() + "\n")));
    }
    expect![[r#"
        A ray is cast from (1.00, 1.00) in cell 0 towards (3.00, 3.00).
        The ray is in cell 0.
        The ray meets the corner (2.00, 2.00) exactly. It continues if it leads into one of the 3 cells joined around it.
        The ray is in cell 2.
        The ray arrives, in cell 2.
        A ray is cast from (1.00, 1.00) in cell 0 towards (4.00, 0.50).
        The ray is in cell 0.
        Side 2 of cell 0 is open: the ray continues in cell 1.
        The ray arrives, in cell 1.
        A ray is cast from (1.00, 1.00) in cell 0 towards (-1.00, -1.00).
        The ray is in cell 0.
        The ray meets the corner (0.00, 0.00) exactly, where no other cell is joined on.
        Side 0 of cell 0 stops the ray after 50 % of its length: the mesh ends here.
    "#]].assert_eq(&captions);
}

#[test]
fn the_ends_of_rays_are_on_the_surface_of_their_cells() {
    let twisted =
        "v 0 0, 2 1 0, 4 0, 0 2, 2 -1 2, 4 3 2, 0 -1 4, 2 4, 4 -1 4; c 0 3 4 1, 1 4 5 2, 4 7 8 5, 3 6 7 4";
    let concave = "v 0 0, 0 1 4, 4 4, 4 2 0, 2 3, 4 1 8, 0 8; c 0 1 2 3 4, 1 6 5 2";
    let terrain = Recipe { landscape: Landscape::Terrain, triangles: 1000, seed: 4 }.mesh();
    for mesh in [mesh(twisted), mesh(concave), terrain] {
        let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let places = random_points(&walkable, 3, 200);
        for ends in places.windows(2) {
            let ray = raycast(&walkable, &ends[0], ground(ends[1].point));
            for end in [ray.start, ray.end] {
                let (surface, at) = (Surface::of(&mesh, end.cell), ground(end.point));
                assert!(surface.covers(at), "{end:?}");
                assert_eq!(end.point.y, surface.height_at(at), "{end:?}");
            }
        }
    }
}

#[test]
fn the_pieces_of_cells_are_those_of_their_corners() {
    let mesh = mesh("v 0 0, 0 4, 4 4, 4 0, 2 3, 4 8, 0 8; c 0 1 2 3 4, 1 6 5 2");
    let derived = Derived::build(&mesh);
    for (cell, _) in mesh.cells() {
        assert_eq!(derived.pieces(cell), Pieces::of(&mesh, cell).as_ref(), "cell {}", cell.0);
        assert_eq!(derived.clone().pieces(cell), derived.pieces(cell), "in a copy");
    }
    assert!(derived.pieces(CellId(0)).is_some_and(|pieces| pieces.len() > 1), "the first is concave");
    assert_eq!(derived.pieces(CellId(7)), None, "there is no such cell");
}
