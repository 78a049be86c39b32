//! Reasons why two cells are not connected, and the edits that connect them.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, Edge, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
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
fn a_blocked_area_is_allowed_again() {
    let mut settings = Settings::default();
    settings.filter.set_cost(AreaId(1), f32::INFINITY);
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 0 to cell 1.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [0, 1]));
    // The cells in the row of three are apart because of the one between them.
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 0 to cell 2.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [0, 2]));
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 1 to cell 0.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [1, 0]));
}

#[test]
fn a_portal_that_is_too_narrow_is_named() {
    let narrow = notation::mesh("v 0 0, 0 2, 2 2, 2 0.5, 2 0, 4 0.5, 4 0; c 0 1 2 3 4, 4 3 5 6");
    let mut settings = Settings::default();
    settings.agent.radius = 0.3;
    expect![[r#"
        narrow_portal: Cell 1 is blocked: the clear width of the portal into it is only 0.50 m. No path leads from cell 0 to cell 1.
          Make the agent narrower: then a path exists.
    "#]].assert_eq(&described(&narrow, &settings, [0, 1]));
}

#[test]
fn a_one_way_link_is_named_although_a_path_leads_back() {
    let link = Link { is_one_way: true, ..Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(5.0, 0.0, 1.0)) };
    let linked = row().with_links([link]).unwrap();
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path over 1 other cell connects them.
          A path leads around the obstacle, so no edit is needed.
    "#]]
    .assert_eq(&plainly(&linked, [0, 2]));
}

#[test]
fn connected_cells_have_no_obstacle() {
    expect![[r#"
        none: Cells 0 and 1 are connected.
    "#]]
    .assert_eq(&plainly(&row(), [0, 1]));
    expect![[r#"
        none: A path over 1 other cell connects them.
    "#]]
    .assert_eq(&plainly(&row(), [0, 2]));
}

#[test]
fn an_obstacle_is_named_although_a_path_leads_around_it() {
    // Four squares around a centre, with a slit between the first and the last.
    let around = notation::mesh(
        "v 0 0, 0 2, 2 2, 2 0, 0 4, 2 4, 4 4, 4 2, 2.004 0, 4 0; c 0 1 2 3, 1 4 5 2, 2 5 6 7, 8 2 7 9",
    );
    expect![[r#"
        gap: A gap of 4.0 mm separates the borders of the cells 0 and 3. A path over 2 other cells connects them.
          Weld the borders: 1 island as before.
    "#]].assert_eq(&plainly(&around, [0, 3]));
}

#[test]
fn a_one_way_link_is_made_two_way() {
    let apart = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.5, 0.0, 4.5, 2.0, 0.0]]);
    let down = Link { is_one_way: true, ..Link::between(Vec3::new(1.9, 0.0, 1.0), Vec3::new(2.6, 0.0, 1.0)) };
    let linked = apart.clone().with_links([down]).unwrap();
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path leads from cell 0 to cell 1, but none back.
          Open links both ways: 2 islands as before.
    "#]].assert_eq(&plainly(&linked, [0, 1]));
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path leads from cell 0 to cell 1, but none back.
          Open links both ways: 2 islands as before.
    "#]].assert_eq(&plainly(&linked, [1, 0]));
    let both = apart.with_links([Link { is_one_way: false, ..down }]).unwrap();
    expect![[r#"
        none: Cells 0 and 1 are connected.
    "#]]
    .assert_eq(&plainly(&both, [0, 1]));
    let mut settings = Settings::default();
    settings.filter.ignores_links = true;
    expect![[r#"
        ignored_link: The agent cannot cross directly to cell 1: link 0 is ignored, as all links are. No path leads from cell 0 to cell 1.
          Allow links: then a path exists.
    "#]].assert_eq(&described(&both, &settings, [0, 1]));
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

#[test]
fn islands_that_nearly_touch_are_listed_the_nearest_first() {
    let list = |within| {
        let found = with_search(&archipelago(), &Settings::default(), |search| {
            search.near_islands(within, &Progress::none()).unwrap()
        });
        assert!(found.is_complete && found.note().is_none(), "all are listed");
        assert_eq!(found.total, found.pairs.len(), "all are listed");
        let line = |(width, pair): &(f64, Connection)| {
            let cells = pair.at.map(|cell| cell.0);
            let obstacle = pair.obstacle.as_ref().unwrap().headline();
            format!("{width:.3} {cells:?} {obstacle}; {}\n", pair.describe_edit().unwrap())
        };
        found.pairs.iter().map(line).collect::<String>()
    };
    expect![[r#"
        0.003 [0, 1] Gap of 3.0 mm; Weld the borders: 5 islands instead of 6.
        0.200 [0, 2] Gap of 0.20 m; Bridge the gap: 5 islands instead of 6.
        0.200 [1, 2] Gap of 0.20 m; Bridge the gap: 5 islands instead of 6.
        0.300 [1, 5] Height step of 0.30 m; Place a link: then a path exists.
    "#]]
    .assert_eq(&list(0.5));
    expect![[r#"
        0.003 [0, 1] Gap of 3.0 mm; Weld the borders: 5 islands instead of 6.
    "#]]
    .assert_eq(&list(0.01));
}

#[test]
fn a_pair_at_a_common_corner_is_listed_last_with_the_reason() {
    // Two squares meet in vertex 2, and a third one is 3 mm from the second.
    let square = |x: f32, z: f32| [[x, z], [x, z + 2.0], [x + 2.0, z + 2.0], [x + 2.0, z]];
    let places = [square(0.0, 0.0), square(2.0, 2.0), square(4.003, 2.0)].concat();
    let corners = places.into_iter().map(|[x, z]| Vec3::new(x, 0.0, z));
    let rings = [[0, 1, 2, 3], [2, 5, 6, 7], [8, 9, 10, 11]];
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(corners, cells).unwrap();
    let found = with_search(&mesh, &Settings::default(), |search| {
        search.near_islands(0.5, &Progress::none()).unwrap()
    });
    let line = |(width, pair): &(f64, Connection)| {
        let obstacle = pair.obstacle.as_ref().unwrap().headline();
        format!("{width:.3} {obstacle}; {}\n", pair.describe_edit().unwrap())
    };
    expect![[r#"
        0.003 Gap of 3.0 mm; Weld the borders: 2 islands instead of 3.
        0.000 Only vertex 2 in common; Bridge the gap: 2 islands instead of 3.
    "#]]
    .assert_eq(&found.pairs.iter().map(line).collect::<String>());
}

#[test]
fn the_list_is_that_of_all_pairs() {
    // Every pair of squares in a grid with gaps, by their distance.
    let squares: Vec<[f32; 5]> = (0..25)
        .map(|i| {
            let [x, z] = [i % 5, i / 5].map(|i| i as f32 * (2.0 + 0.01 * (1 + i) as f32));
            [x, z, x + 2.0, z + 2.0, 0.0]
        })
        .collect();
    let mesh = rectangles(&squares);
    let found = with_search(&mesh, &Settings::default(), |search| {
        search.near_islands(0.1, &Progress::none()).unwrap()
    });
    let apart = |one: &[f32; 5], other: &[f32; 5]| {
        let along = |low: usize, high: usize| (one[low] - other[high]).max(other[low] - one[high]).max(0.0);
        along(0, 2).hypot(along(1, 3))
    };
    let mut expected: Vec<f32> = Vec::new();
    for (i, one) in squares.iter().enumerate() {
        expected.extend(squares[..i].iter().map(|other| apart(one, other)).filter(|&width| width <= 0.1));
    }
    expected.sort_by(f32::total_cmp);
    assert_eq!(found.pairs.len(), expected.len(), "the same number of pairs");
    for ((width, _), expected) in found.pairs.iter().zip(expected) {
        assert!((width - f64::from(expected)).abs() < 1e-5, "{width} and {expected}");
    }
}

#[test]
fn a_search_can_be_stopped() {
    let mesh = archipelago();
    with_search(&mesh, &Settings::default(), |search| {
        let stopped = search.near_islands(0.5, &Progress::stopping_after(1));
        assert_eq!(stopped, Err(Stopped), "the list");
        let stopped = search.connection([CellId(0), CellId(3)], &Progress::stopping_after(1));
        assert_eq!(stopped, Err(Stopped), "the answer");
    });
}

/// Writes a document of a mesh.
fn file(mesh: NavMesh) -> (Folder, String) {
    let areas = vec![Area::default(), Area { name: "water".into(), ..Area::default() }].into();
    Folder::with("mesh.ron", &io::ron::write(&Document { areas, ..Document::of_mesh(mesh) }).unwrap())
}

#[test]
fn a_gap_beside_a_common_vertex_states_which_distance_is_which() {
    let (_folder, wedge) = file(notation::mesh("v 0 0, 2 0, 0 -2, 0 2, 2 0.03; c 0 1 2, 0 3 4"));
    let text = run(&["why", &wedge]).out;
    assert!(text.contains("islands 1 and 2, in contact at a point: Gap of 0.03 m, "), "{text}");
}

#[test]
fn cells_over_each_other_have_no_gap_beside_a_common_vertex() {
    // A steep cell over a level one; their sides lead away from the common vertex at a small angle.
    let steep =
        |rise: f32| [[0., 0., 0.], [60., 0., 0.], [60., 0., -30.], [60., rise, 5.], [60., rise, -25.]];
    for rise in [2., 5., 20.] {
        let (_folder, file) = file(mesh(&steep(rise), &[&[0, 1, 2], &[0, 3, 4]]));
        let text = run(&["why", &file]).out;
        assert!(!text.contains("Gap of") && text.contains("islands 1 and 2, 0 m apart: "), "{rise}: {text}");
    }
}

#[test]
fn the_command_line_answers_for_cells_edges_and_all_islands() {
    let (_folder, archipelago) = file(archipelago());
    check(
        &["why", &archipelago],
        0,
        &expect![[r#"
            4 pairs of islands are at most 0.5 m apart
              islands 1 and 2, 3.0 mm apart: Gap of 3.0 mm, cells 0 and 1, at (2.000, 0.000, 1.000)
                Weld the borders: 5 islands instead of 6.
                A repair with a tolerance of 0.003 m joins them.
              islands 1 and 3, 0.20 m apart: Gap of 0.20 m, cells 0 and 2, at (1.000, 0.000, 2.000)
                Bridge the gap: 5 islands instead of 6.
              islands 2 and 3, 0.20 m apart: Gap of 0.20 m, cells 1 and 2, at (2.003, 0.000, 2.000)
                Bridge the gap: 5 islands instead of 6.
              islands 2 and 6, 0.30 m apart: Height step of 0.30 m, cells 1 and 5, at (4.000, 0.000, 1.000)
                Place a link: then a path exists.
        "#]],
    );
    check(
        &["why", &archipelago, "--within", "0.001"],
        0,
        &expect![[r#"
        0 pairs of islands are at most 0.001 m apart
    "#]],
    );
    check(
        &["why", &archipelago, "--cells", "0", "1"],
        1,
        &expect![[r#"
        cells 0 and 1: Gap of 3.0 mm
          A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Weld the borders: 5 islands instead of 6.
          A repair with a tolerance of 0.003 m joins them.
    "#]],
    );
    check(
        &["why", &archipelago, "--edge", "2", "3"],
        1,
        &expect![[r#"
        cells 0 and 1: Gap of 3.0 mm
          A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Weld the borders: 5 islands instead of 6.
          A repair with a tolerance of 0.003 m joins them.
    "#]],
    );
    check(
        &["why", &archipelago, "--cells", "1", "5", "--max-climb", "0.2"],
        1,
        &expect![[r#"
            cells 1 and 5: Step of 0.30 m, too high
              Cell 5 lies 0.30 m above cell 1, more than the 0.20 m that the agent climbs. No path leads from cell 1 to cell 5.
              Place a link: agents that climb 0.30 m go up, and others only down; 6 islands as before.
        "#]],
    );
    let list = run(&["why", &archipelago, "--json"]).json();
    assert_eq!(list["total"], 4, "{list}");
    assert_eq!(list["pairs"][0]["islands"], serde_json::json!([1, 2]), "{list}");
    assert_eq!(list["pairs"][0]["edit"]["kind"], "weld", "{list}");
}

#[test]
fn the_command_line_answers_for_paths_over_other_cells_and_in_json() {
    let (_folder, archipelago) = file(archipelago());
    let (_other, row) = file(row());
    check(
        &["why", &row, "--cells", "0", "2"],
        0,
        &expect![[r#"
        cells 0 and 2: no obstacle
          A path over 1 other cell connects them.
    "#]],
    );
    check(
        &["why", &row, "--cells", "0", "2", "--block", "water"],
        1,
        &expect![[r#"
            cells 0 and 2: Cell 1 is blocked
              Cell 1 is blocked: area 'water' is forbidden. No path leads from cell 0 to cell 2.
              Allow the area: then a path exists.
        "#]],
    );
    check(
        &["why", &archipelago, "--cells", "0", "1", "--json"],
        1,
        &expect![[r#"
            {"unit":"m","cells":[0,1],"reach":"none","between":null,"obstacle":"gap","at":[0,1],"message":"A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.","distance":0.003000020980834961,"approach":[[2.0,0.0,1.0],[2.003,0.0,1.0]],"gaps":[],"edit":{"kind":"weld","label":"Weld the borders","islands_before":6,"islands_after":5},"no_edit":null,"tolerance":0.003}
        "#]],
    );
}

#[test]
fn the_command_line_states_which_cell_or_edge_is_missing() {
    let (_folder, row) = file(row());
    for (arguments, expected) in [
        (["--cells", "0", "3"], "there is no cell 3; the file has 3 cells, numbered from 0"),
        (["--cells", "1", "1"], "cell 1 is named twice; name two cells"),
        (["--edge", "0", "7"], "no cell has an edge 0–7; name both vertices of an edge of a cell"),
        (["--edge", "0", "1"], "no other cell lies over edge 0–1; name two cells with --cells"),
    ] {
        let ran = run(&[&["why", &row], arguments.as_slice()].concat());
        assert_eq!(
            (ran.code, ran.err.trim()),
            (Some(2), format!("navsmith: {expected}").as_str()),
            "{arguments:?}"
        );
    }
}
