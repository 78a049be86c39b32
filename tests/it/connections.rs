//! Reasons why two cells are not connected, and the edits that connect them.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod blocked;
mod lists;
mod program;

use expect_test::expect;
use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, Edge, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Progress;
use navsmith_formats::check::connection::{Connection, ConnectionSearch, Obstacle, Reach, cells_over};
use navsmith_formats::check::{FixContext, Issues, ProposalEffect, WELD_DISTANCE};
use navsmith_formats::document::{Area, Document, NamedQuery};
use navsmith_formats::io;

use crate::support::command_line::{Folder, check, run};
use crate::support::notation;

/// Maximum width of a gap of the issues, in metres.
const TOLERANCE: f32 = 0.05;

/// Builds a mesh of vertices and cells in which no area but the first is used.
fn mesh(vertices: &[[f32; 3]], cells: &[&[u32]]) -> NavMesh {
    let cell = |ring: &&[u32]| Cell::new(ring.iter().copied().map(VertexId), AreaId(0));
    NavMesh::from_parts(vertices.iter().copied().map(Vec3::from), cells.iter().map(cell)).unwrap()
}

/// Builds rectangles that share no vertices, each from its west, north, east, south and height.
fn rectangles(all: &[[f32; 5]]) -> NavMesh {
    let vertices: Vec<[f32; 3]> =
        all.iter().flat_map(|&[w, n, e, s, y]| [[w, y, n], [w, y, s], [e, y, s], [e, y, n]]).collect();
    let rings: Vec<[u32; 4]> =
        (0..all.len() as u32).map(|i| [0, 1, 2, 3].map(|corner| i * 4 + corner)).collect();
    mesh(&vertices, &rings.iter().map(<[u32; 4]>::as_slice).collect::<Vec<_>>())
}

/// Three squares in a row that share their sides, the one in the middle with its own area.
fn row() -> NavMesh {
    let vertices = (0..4).flat_map(|x| [0.0, 2.0].map(|z| Vec3::new(x as f32 * 2.0, 0.0, z)));
    let cell = |i: u32| {
        let ring = [2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2];
        Cell::new(ring.map(VertexId), AreaId(u8::from(i == 1)))
    };
    NavMesh::from_parts(vertices, (0..3).map(cell)).unwrap()
}

fn with_search<T>(mesh: &NavMesh, settings: &Settings, ask: impl Fn(&ConnectionSearch<'_>) -> T) -> T {
    let derived = Derived::build(mesh);
    let issues = Issues::build(mesh, &derived, TOLERANCE);
    ask(&ConnectionSearch { mesh, derived: &derived, issues: &issues, settings })
}

fn connection(mesh: &NavMesh, settings: &Settings, cells: [u32; 2]) -> Connection {
    with_search(mesh, settings, |search| search.connection(cells.map(CellId), &Progress::none()).unwrap())
}

/// Applies the edit of an answer.
fn applied(mesh: &NavMesh, settings: &Settings, found: &Connection) -> (NavMesh, Settings) {
    let derived = Derived::build(mesh);
    let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
    let query = NamedQuery { settings: settings.clone(), ..NamedQuery::default() };
    let mut rest = Document { queries: vec![query].into(), ..Document::default() };
    let context = FixContext {
        derived: &derived,
        surface: None,
        mesh_limits: rest.mesh_limits(WELD_DISTANCE),
        agent_limits: rest.agent_limits(&settings.agent, WELD_DISTANCE),
        query: 0,
    };
    let edit = found.edit.as_ref().unwrap().as_ref().unwrap();
    edit.apply(&mut draft, &mut rest, &context).unwrap();
    (draft.into_mesh(), rest.queries[0].settings.clone())
}

/// Returns the answer as text, after checking that its edit connects the cells and has the stated effect.
fn described(mesh: &NavMesh, settings: &Settings, cells: [u32; 2]) -> String {
    let found = connection(mesh, settings, cells);
    let kind = found.obstacle.as_ref().map_or("none", Obstacle::name);
    let text = format!("{kind}: {}\n", found.describe());
    let Some(edit) = &found.edit else { return text };
    if let Ok(edit) = edit {
        let (after, settings) = applied(mesh, settings, &found);
        after.check().unwrap();
        let derived = Derived::build(&after);
        let Some(ProposalEffect::Islands { count, note, .. }) = &edit.effect else { panic!("{edit:?}") };
        assert_eq!(derived.islands.len(), count[1], "the stated number of islands");
        assert_eq!(Derived::build(mesh).islands.len(), count[0], "the number before");
        let [one, other] = found.at.map(|cell| derived.islands.of(cell));
        let reach = connection(&after, &settings, cells).reach;
        // Only other agents climb a link that is higher than this one climbs.
        if note.as_ref().is_some_and(|note| note.starts_with("agents that climb")) {
            return text + &format!("  {}\n", edit.describe());
        }
        assert!(one == other || reach == Reach::Direct, "the edit connects: {reach:?}, {text}");
        if found.at == found.cells {
            assert!(
                matches!(reach, Reach::Direct | Reach::Around(_)),
                "a path afterwards: {reach:?}, {text}"
            );
        }
    }
    format!("{text}  {}\n", found.describe_edit().unwrap())
}

fn plainly(mesh: &NavMesh, cells: [u32; 2]) -> String {
    described(mesh, &Settings::default(), cells)
}

#[test]
fn a_gap_of_millimetres_is_named_and_welded() {
    let slit = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.003, 0.0, 4.0, 2.0, 0.0]]);
    expect![[r#"
        gap: A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Weld the borders: 1 island instead of 2.
    "#]]
    .assert_eq(&plainly(&slit, [0, 1]));
    // Wider than gaps that are issues.
    let wide = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [3.0, 0.0, 4.0, 2.0, 0.0]]);
    expect![[r#"
        gap: A gap of 1.00 m separates the borders of the cells 1 and 0. No path leads from cell 1 to cell 0.
          Bridge the gap: 1 island instead of 2.
    "#]]
    .assert_eq(&plainly(&wide, [1, 0]));
    let far = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [7.0, 0.0, 9.0, 2.0, 0.0]]);
    expect![[r#"
        gap: A gap of 5.00 m separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Bridge the gap: 1 island instead of 2.
    "#]]
    .assert_eq(&plainly(&far, [0, 1]));
}

#[test]
fn borders_in_one_place_without_common_vertices_are_a_seam() {
    let seam = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.0, 0.0, 4.0, 2.0, 0.0]]);
    expect![[r#"
        seam: The borders of the cells 0 and 1 are in one place, but share no vertices. No path leads from cell 0 to cell 1.
          Weld the borders: 1 island instead of 2.
    "#]].assert_eq(&plainly(&seam, [0, 1]));
}

#[test]
fn a_t_junction_and_a_partial_overlap_are_welded_into_the_edges() {
    let junction = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 2 1, 4 2, 4 0; c 0 1 2 3, 4 5 6");
    expect![[r#"
        t_junction: Vertex 4 lies on edge 2–3, but is not a corner of the cell on that edge, so the cells 0 and 1 share no edge. No path leads from cell 0 to cell 1.
          Place a link: then a path exists.
    "#]].assert_eq(&plainly(&junction, [0, 1]));
    let sides = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 2 1, 4 1, 4 0; c 0 1 2 3, 3 4 5 6");
    expect![[r#"
        t_junction: Vertex 4 lies on edge 2–3, but is not a corner of the cell on that edge, so the cells 0 and 1 share no edge. No path leads from cell 0 to cell 1.
          Weld the borders: 1 island instead of 2.
    "#]].assert_eq(&plainly(&sides, [0, 1]));
    let partial = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.0, 1.0, 4.0, 3.0, 0.0]]);
    expect![[r#"
        partial_overlap: Edges 4–5 and 2–3 lie on one line and share only a part, so the cells 0 and 1 share no edge. No path leads from cell 0 to cell 1.
          Weld the borders: 1 island instead of 2.
    "#]].assert_eq(&plainly(&partial, [0, 1]));
}

#[test]
fn a_cell_with_the_opposite_winding_is_reversed() {
    let flipped = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 5 4 2 3");
    expect![[r#"
        opposite_winding: Edge 2–3 runs the same way around the cells 0 and 1, because cell 1 is wound the other way. No path leads from cell 0 to cell 1.
          Reverse the winding of cell 1: 1 island instead of 2.
    "#]].assert_eq(&plainly(&flipped, [0, 1]));
}

#[test]
fn a_step_states_whether_the_agent_could_climb_it() {
    let step = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.0, 0.0, 4.0, 2.0, 0.6]]);
    let mut settings = Settings::default();
    expect![[r#"
        height_step: Cell 1 lies 0.60 m above cell 0, and shares no edge with it. No path leads from cell 0 to cell 1.
          Place a link: then a path exists.
    "#]].assert_eq(&described(&step, &settings, [0, 1]));
    settings.agent.max_climb = 0.4;
    expect![[r#"
        height_step: Cell 0 lies 0.60 m below cell 1, more than the 0.40 m that the agent climbs. No path leads from cell 1 to cell 0.
          Place a link: agents that climb 0.60 m go up, and others only down; 2 islands as before.
    "#]].assert_eq(&described(&step, &settings, [1, 0]));
    settings.agent.max_climb = 1.0;
    expect![[r#"
        height_step: Cell 1 lies 0.60 m above cell 0, which the agent climbs (1.00 m), but they share no edge. No path leads from cell 0 to cell 1.
          Place a link: then a path exists.
    "#]].assert_eq(&described(&step, &settings, [0, 1]));
    (settings.agent.max_climb, settings.agent.max_slope) = (0.4, 5_f32.to_radians());
    expect![[r#"
        height_step: Cell 1 lies 0.60 m above cell 0, more than the 0.40 m that the agent climbs. No path leads from cell 0 to cell 1.
          Place a link: agents that climb 0.60 m go up, and others only down; 2 islands as before.
    "#]].assert_eq(&described(&step, &settings, [0, 1]));
}

#[test]
fn a_third_cell_on_the_edge_is_separated() {
    let ramp = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 4 2 2, 4 2 0; c 0 1 2 3, 3 2 4 5, 3 2 6 7");
    expect![[r#"
        third_cell: On edge 2–3 of the cells 0 and 2 lies cell 1 too, and an edge connects only the two cells that continue each other. No path leads from cell 0 to cell 2.
          Separate cell 1 from edge 2–3: then a path exists.
    "#]].assert_eq(&plainly(&ramp, [0, 2]));
    // Both lie on one side of the edge, so no edit of the edge joins them.
    expect![[r#"
        third_cell: On edge 2–3 of the cells 1 and 2 lies cell 0 too, and an edge connects only the two cells that continue each other. No path leads from cell 1 to cell 2.
          The cells would still not be connected.
    "#]].assert_eq(&plainly(&ramp, [1, 2]));
}

#[test]
fn overlapping_cells_and_those_with_one_common_corner_are_named() {
    let over = rectangles(&[[0.0, 0.0, 4.0, 4.0, 0.0], [3.0, 1.0, 6.0, 3.0, 0.0]]);
    expect![[r#"
        overlap: The cells 0 and 1 lie over each other, so they share no edge. No path leads from cell 0 to cell 1.
          Cut cell 1 out of cell 0: 1 island instead of 2.
    "#]].assert_eq(&plainly(&over, [0, 1]));
    let twice = notation::mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3, 1 2 3 0");
    expect![[r#"
        duplicate: The cells 0 and 1 have the same corners; one of them is superfluous. No path leads from cell 0 to cell 1.
          Delete one of the two cells.
    "#]].assert_eq(&plainly(&twice, [0, 1]));
    let corner = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 2 4, 4 4, 4 2; c 0 1 2 3, 2 4 5 6");
    expect![[r#"
        corner: The cells 0 and 1 have only vertex 2 in common, and no edge. No path leads from cell 0 to cell 1.
          Bridge the gap: 1 island instead of 2.
    "#]].assert_eq(&plainly(&corner, [0, 1]));
}

#[test]
fn cells_that_touch_in_a_point_have_no_seam() {
    // Two triangles with their own vertices at the common point.
    let [west, east] =
        [[[0., 0., 0.], [0., 0., -2.], [-2., 0., 0.]], [[0., 0., 0.], [0., 0., 2.], [2., 0., 0.]]];
    let at_corner = mesh(&[east, west].concat(), &[&[0, 1, 2], &[3, 4, 5]]);
    expect![[r#"
        corner: The cells 0 and 1 have only the point of the vertices 0 and 3 in common, and no edge. No path leads from cell 0 to cell 1.
          Place a link: then a path exists.
    "#]].assert_eq(&plainly(&at_corner, [0, 1]));
    // A corner on a side.
    let on_side = notation::mesh("v -4 0, 0 2, 0 -2, 0 0, 3 3, 3 -3; c 0 1 2, 3 4 5");
    expect![[r#"
        t_junction: Vertex 3 lies on edge 1–2, but is not a corner of the cell on that edge, so the cells 0 and 1 share no edge. No path leads from cell 0 to cell 1.
          Place a link: then a path exists.
    "#]].assert_eq(&plainly(&on_side, [0, 1]));
    let found = with_search(&at_corner, &Settings::default(), |search| {
        search.near_islands(0.5, &Progress::none()).unwrap()
    });
    let names: Vec<_> = found.pairs.iter().map(|(_, pair)| pair.obstacle.as_ref().unwrap().name()).collect();
    assert_eq!(names, ["corner"]);
}

#[test]
fn few_cells_are_separated_from_an_edge_at_once() {
    let on_edge = |count: u32| {
        let tips = (0..count).map(|i| [1.0, i as f32, 0.5]);
        let vertices: Vec<[f32; 3]> = [[0., 0., 0.], [0., 0., 1.]].into_iter().chain(tips).collect();
        let rings: Vec<[u32; 3]> = (0..count).map(|i| [0, 1, i + 2]).collect();
        let mesh = mesh(&vertices, &rings.iter().map(<[u32; 3]>::as_slice).collect::<Vec<_>>());
        let found = connection(&mesh, &Settings::default(), [0, 1]);
        (found.obstacle.unwrap().name(), found.edit.unwrap().map(|edit| edit.label))
    };
    assert_eq!(on_edge(3), ("third_cell", Err("The cells would still not be connected.".to_owned())));
    expect!["Edge 0–1 has 300 cells, too many to separate. Delete some of them first."]
        .assert_eq(&on_edge(300).1.unwrap_err());
}

#[test]
fn borders_that_meet_at_an_angle_are_not_welded() {
    // Two thin triangles with a common point, with sides at an angle of 45°.
    let wedge = notation::mesh("v 0 0, -2 2, -2 0, 0 0, -2 -2, 0 -3; c 0 2 1, 3 5 4");
    let text = plainly(&wedge, [0, 1]);
    assert!(!text.contains("Weld"), "{text}");
}

#[test]
fn cells_far_apart_name_the_obstacle_between_their_islands() {
    let all: Vec<[f32; 5]> =
        (0..3).map(|x| [x as f32 * 2.005, 0.0, x as f32 * 2.005 + 2.0, 2.0, 0.0]).collect();
    expect![[r#"
        gap: The nearest way between their islands crosses 2 gaps over 1 other island. At the first gap: A gap of 5.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 2.
          Weld the borders: 1 island instead of 3.
    "#]].assert_eq(&plainly(&rectangles(&all), [0, 2]));
}

/// Four squares in a row, each 2.5 m above the one before.
fn stairs() -> NavMesh {
    let all: Vec<[f32; 5]> =
        (0..4).map(|x| [x as f32 * 2.0, 0.0, x as f32 * 2.0 + 2.0, 2.0, x as f32 * 2.5]).collect();
    rectangles(&all)
}

#[test]
fn a_way_over_other_islands_lists_every_gap_and_what_the_edit_places() {
    let found = connection(&stairs(), &Settings::default(), [0, 3]);
    let islands = Derived::build(&stairs()).islands;
    let gaps = found.describe_gaps(&islands).join("\n");
    expect![[r#"
        islands 1 and 2, 2.50 m apart, cells 0 and 1
        islands 2 and 3, 2.50 m apart, cells 1 and 2
        islands 3 and 4, 2.50 m apart, cells 2 and 3"#]]
    .assert_eq(&gaps);
    let (_folder, stairs) = file(stairs());
    check(
        &["why", &stairs, "--cells", "0", "3"],
        1,
        &expect![[r#"
        cells 0 and 3: Height step of 2.50 m
          The nearest way between their islands crosses 3 gaps over 2 other islands. At the first gap: Cell 1 lies 2.50 m above cell 0, and shares no edge with it. No path leads from cell 0 to cell 3.
            islands 1 and 2, 2.50 m apart, cells 0 and 1
            islands 2 and 3, 2.50 m apart, cells 1 and 2
            islands 3 and 4, 2.50 m apart, cells 2 and 3
          Place 3 links: then a path over 2 other islands exists.
    "#]],
    );
    let answer = run(&["why", &stairs, "--cells", "0", "3", "--json"]).json();
    assert_eq!(answer["gaps"][2]["cells"], serde_json::json!([2, 3]), "{answer}");
    assert_eq!(answer["gaps"][2]["islands"], serde_json::json!([3, 4]), "{answer}");
}

#[test]
fn an_edge_asks_for_the_cell_over_it() {
    let over = |mesh: &NavMesh, ends: [u32; 2]| {
        let edge = Edge::new(VertexId(ends[0]), VertexId(ends[1]));
        cells_over(mesh, &Derived::build(mesh), edge).map(|cells| cells.map(|cell| cell.0))
    };
    let slit =
        rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.003, 0.0, 4.0, 2.0, 0.0], [0.0, 4.0, 2.0, 6.0, 0.0]]);
    assert_eq!(over(&slit, [2, 3]), Some([0, 1]), "over the slit");
    assert_eq!(over(&slit, [4, 5]), Some([1, 0]), "from the other side");
    assert_eq!(over(&slit, [1, 2]), Some([0, 2]), "two metres away");
    assert_eq!(over(&slit, [0, 1]), None, "nothing in the west");
    assert_eq!(over(&slit, [0, 2]), None, "no edge");
    assert_eq!(over(&row(), [2, 3]), Some([0, 1]), "the cells of an inner edge");
    let ramp = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 4 2 2, 4 2 0; c 0 1 2 3, 3 2 4 5, 3 2 6 7");
    assert_eq!(over(&ramp, [2, 3]).map(|cells| cells[0]), Some(2), "the cell that is not joined");
}

/// Islands at different distances, two of them linked in both directions.
fn archipelago() -> NavMesh {
    let all = rectangles(&[
        [0.0, 0.0, 2.0, 2.0, 0.0],
        [2.003, 0.0, 4.0, 2.0, 0.0],
        [0.0, 2.2, 2.0, 4.0, 0.0],
        [10.0, 0.0, 12.0, 2.0, 0.0],
        [12.1, 0.0, 14.0, 2.0, 0.0],
        [4.0, 0.0, 6.0, 2.0, 0.3],
    ]);
    let link = Link::between(Vec3::new(11.9, 0.0, 1.0), Vec3::new(12.2, 0.0, 1.0));
    all.with_links([link]).unwrap()
}

/// Writes a document of a mesh.
fn file(mesh: NavMesh) -> (Folder, String) {
    let areas = vec![Area::default(), Area { name: "water".into(), ..Area::default() }].into();
    Folder::with("mesh.ron", &io::ron::write(&Document { areas, ..Document::of_mesh(mesh) }).unwrap())
}
