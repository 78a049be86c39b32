//! What Detour connects: polygons across a border, and the ends of off-mesh connections.

use std::collections::BTreeSet;

use crate::support::tiles::{
    AHEAD, BEHIND, EXTERNAL, SAME_TILE, Tile, connect, contents, joined, joined_by_navcat, read, rectangles,
    set_of,
};
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, CellId, Derived, IslandId, Link, LinkId, NavMesh, UnattachedReason};
use navsmith_core::pathfinding::query::{Outcome, Query, find_path};
use navsmith_formats::check::{Issues, Severity};
use navsmith_formats::document::Document;

/// Whether a path leads from one place on the ground to another.
fn leads(mesh: &NavMesh, from: [f32; 2], to: [f32; 2]) -> bool {
    let query = Query::new(Vec2::from(from), Vec2::from(to));
    matches!(find_path(mesh, &Derived::build(mesh), &query).outcome, Outcome::Path(_))
}

/// Returns a floor of 4 x 4 m in its own tile of that size.
fn floor(column: i32) -> Tile {
    rectangles([column, 0], 0, &[([4.0 * column as f32, 0.0, 4.0, 4.0], [0.0; 2], [0; 4])])
}

#[test]
fn a_side_leads_to_the_first_four_polygons_of_a_tile() {
    let hall = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 7.0], [0.0; 2], AHEAD)]);
    let fingers: Vec<_> = (0..7).map(|i| ([4.0, i as f32 + 0.1, 4.0, 0.8], [0.0; 2], BEHIND)).collect();
    let tiles = [hall, rectangles([1, 0], 0, &fingers)];
    let (Document { mesh, .. }, notes) = joined(&tiles);
    let at = |finger: usize| [6.0, finger as f32 + 0.5];
    let led: Vec<bool> = (0..7).map(|finger| leads(&mesh, [2.0, 3.0], at(finger))).collect();
    assert_eq!(led, [true, true, true, true, false, false, false], "from the hall");
    assert!((0..7).all(|finger| leads(&mesh, at(finger), [2.0, 3.0])), "each finger leads back");
    assert!(leads(&mesh, at(6), at(0)) && !leads(&mesh, at(0), at(6)), "over the hall");
    assert!(mesh.links().all(|(_, link)| link.is_one_way) && mesh.link_count() == 3, "one-way links");
    assert!(notes.join(" ").contains("3 connections between tiles lead in one direction only"), "{notes:?}");
    let (Document { mesh, .. }, notes) = joined_by_navcat(&tiles);
    assert_eq!((mesh.link_count(), notes), (0, Vec::new()), "navcat has no such limit");
    assert!((0..7).all(|finger| leads(&mesh, [2.0, 3.0], at(finger))), "all fingers");
}

#[test]
fn sides_that_detour_does_not_join_are_issues_but_no_errors() {
    let hall = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 7.0], [0.0; 2], AHEAD)]);
    let fingers: Vec<_> = (0..7).map(|i| ([4.0, i as f32 + 0.1, 4.0, 0.8], [0.0; 2], BEHIND)).collect();
    let (document, _) = joined(&[hall, rectangles([1, 0], 0, &fingers)]);
    let severities = |mesh: &NavMesh| -> BTreeSet<Severity> {
        let issues = Issues::build(mesh, &Derived::build(mesh), 0.05);
        issues.iter().map(|issue| issue.kind.severity()).collect()
    };
    assert!(severities(&document.mesh).contains(&Severity::Warning), "they are named");
    assert!(!severities(&document.mesh).contains(&Severity::Error), "they are as in the file");
    let copied = document.mesh.clone().with_vertices_apart([]);
    assert!(severities(&copied).contains(&Severity::Error), "of a mesh that no one keeps apart");
}

#[test]
fn the_limit_counts_neighbours_before_and_behind_the_start_of_a_side() {
    let hall = rectangles([0, 0], 0, &[([0.0, 0.5, 4.0, 6.5], [0.0; 2], AHEAD)]);
    let fingers: Vec<_> = (0..7).map(|i| ([4.0, i as f32 + 0.1, 4.0, 0.8], [0.0; 2], BEHIND)).collect();
    let tiles = [hall, rectangles([1, 0], 0, &fingers)];
    let (Document { mesh, .. }, _) = joined(&tiles);
    let led: Vec<bool> = (0..7).map(|finger| leads(&mesh, [2.0, 3.0], [6.0, finger as f32 + 0.5])).collect();
    assert_eq!(led, [true, true, true, true, false, false, false], "the first finger starts before the hall");
}

#[test]
fn polygons_over_each_other_at_a_border_are_all_connected() {
    let one = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], AHEAD)]);
    let others = [0.6, 0.1].map(|height| ([4.0, 0.0, 4.0, 4.0], [height; 2], BEHIND));
    let (document, notes) = joined(&[one, rectangles([1, 0], 0, &others)]);
    let (mesh, derived) = (&document.mesh, Derived::build(&document.mesh));
    let joined: Vec<CellId> = derived.adjacency.neighbors(CellId(0)).map(|(_, cell)| cell).collect();
    assert_eq!(joined, [CellId(2)], "the one at the same height is a neighbour");
    let steps: Vec<CellId> = derived.links.steps(CellId(0)).map(|step| step.cell).collect();
    assert_eq!(steps, [CellId(1)], "a link leads to the other");
    assert!(mesh.links().all(|(_, link)| !link.is_one_way), "both ways");
    assert!(notes.join(" ").contains("1 connection between tiles are links here"), "{notes:?}");
}

#[test]
fn a_connection_reaches_the_tiles_around_its_own_only() {
    let mut tiles: Vec<Tile> = (0..4).map(floor).collect();
    let from = [1.0, 0.0, 2.0];
    connect(&mut tiles[0], [from, [6.0, 0.0, 2.0]], 0);
    connect(&mut tiles[0], [from, [14.0, 0.0, 2.0]], 0);
    connect(&mut tiles[0], [from, [3.0, 0.0, 2.0]], SAME_TILE);
    let (Document { mesh, .. }, notes) = joined(&tiles);
    let links: Vec<bool> = mesh.links().map(|(_, link)| link.is_forbidden()).collect();
    assert_eq!(links, [false, true, false], "the second one leads over two tiles");
    let why = Derived::build(&mesh).links.failure(LinkId(1)).map(|(_, why)| why);
    assert_eq!(why, Some(UnattachedReason::Forbidden));
    assert!(leads(&mesh, [1.0, 1.0], [6.0, 1.0]) && !leads(&mesh, [1.0, 1.0], [14.0, 1.0]));
    assert!(notes.join(" ").contains("beyond the eight tiles around that of the beginning"), "{notes:?}");
    let (document, _) = joined_by_navcat(&tiles);
    assert!(leads(&document.mesh, [1.0, 1.0], [14.0, 1.0]), "navcat searches all tiles");
    let documents = [&Document::of_mesh(mesh), &document];
    let again = documents.map(|document| contents(&set_of(document)).0);
    for (document, again) in documents.into_iter().zip(again) {
        let links = |mesh: &NavMesh| mesh.links().map(|(_, link)| *link).collect::<Vec<Link>>();
        assert_eq!(links(&again), links(&document.mesh), "a written file has the same links");
    }
}

#[test]
fn a_one_way_connection_does_not_lead_back_where_both_ends_lie_on_two_polygons() {
    // Two floors with a common border that Detour does not connect, and a third one.
    let floors = [0.0, 4.0, 12.0].map(|x| ([x, 0.0, 4.0, 4.0], [0.0; 2], [0; 4]));
    let at = [[2.0, 2.0], [6.0, 2.0], [14.0, 2.0]];
    let led = |mesh: &NavMesh| {
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        pairs.map(|[from, to]| leads(mesh, at[from], at[to]))
    };
    let connections = [
        // Along the border: from the first floor to itself.
        ([[4.0, 0.0, 1.0], [4.0, 0.0, 3.0]], [false; 6]),
        // Detour attaches an end on both floors to the first one.
        ([[4.0, 0.0, 1.0], [14.0, 0.0, 3.0]], [false, false, true, false, false, false]),
        ([[14.0, 0.0, 1.0], [4.0, 0.0, 3.0]], [false, false, false, true, false, false]),
    ];
    for (ends, expected) in connections {
        let mut tile = rectangles([0, 0], 0, &floors);
        tile.bounds = [Vec3::ZERO, Vec3::new(16.0, 0.0, 4.0)];
        connect(&mut tile, ends, SAME_TILE);
        tile.connections[0].is_bidirectional = false;
        let (document, notes) = joined(&[tile]);
        assert_eq!(led(&document.mesh), expected, "{ends:?}: {notes:?}");
        let (again, _) = contents(&set_of(&document));
        assert_eq!(led(&again), expected, "{ends:?}: written and read");
    }
}

#[test]
fn one_way_links_of_any_places_lead_one_way_when_written_and_read() {
    // Islands of squares that touch at corners and along borders, and links between corners, borders and insides.
    let places: Vec<f32> = (0..=8).map(|at| at as f32).collect();
    for round in 0..60 {
        let mut chance = SplitMix64(round);
        let mut squares = Vec::new();
        for (x, z) in (0..4_u8).flat_map(|x| (0..4_u8).map(move |z| (x, z))) {
            if chance.below(3) > 0 {
                squares.push(([2.0 * f32::from(x), 2.0 * f32::from(z), 2.0, 2.0], [0.0; 2], [0; 4]));
            }
        }
        let mut tile = rectangles([0, 0], 0, &squares);
        tile.bounds = [Vec3::ZERO, Vec3::new(8.0, 0.0, 8.0)];
        for _ in 0..4 {
            let mut at = || [places[chance.below(9) as usize], 0.0, places[chance.below(9) as usize]];
            let ends = [at(), at()];
            if ends[0] != ends[1] {
                connect(&mut tile, ends, SAME_TILE);
                tile.connections.last_mut().expect("one").is_bidirectional = false;
            }
        }
        let (document, _) = joined(&[tile]);
        let derived = Derived::build(&document.mesh);
        for (id, _) in document.mesh.links() {
            let Some([from, to]) = derived.links.ends(id) else { continue };
            let islands = [from, to].map(|end| {
                let mut all: Vec<_> = end.anchors().iter().map(|at| derived.islands.of(at.cell)).collect();
                all.dedup();
                all.len()
            });
            // A link with an unattached end leads nowhere.
            let is_usable = !islands.contains(&0);
            assert!(!is_usable || islands == [1; 2], "round {round}, link {}: {islands:?}", id.0);
        }
        let (again, _) = contents(&set_of(&document));
        let links = |mesh: &NavMesh| {
            let derived = Derived::build(mesh);
            let islands = derived.islands.all().len() as u32;
            let pairs = (0..islands).flat_map(|from| (0..islands).map(move |to| [from, to].map(IslandId)));
            pairs.map(|[from, to]| derived.links.lead(from, to)).collect::<Vec<bool>>()
        };
        assert_eq!(links(&again), links(&document.mesh), "round {round}");
    }
}

#[test]
fn a_connection_with_flags_0_is_a_forbidden_link() {
    let mut tiles = [floor(0), floor(1)];
    connect(&mut tiles[0], [[1.0, 0.0, 2.0], [6.0, 0.0, 2.0]], 0);
    tiles[0].polygons[1].flags = 0;
    let (document, notes) = joined(&tiles);
    assert!(document.mesh.links().all(|(_, link)| link.is_forbidden()), "{notes:?}");
}

#[test]
fn an_end_on_the_detail_mesh_is_on_its_cell() {
    // A hill of 2 m in the middle of a floor, and a connection from its top.
    let mut tiles = [floor(0), floor(1)];
    connect(&mut tiles[0], [[2.0, 2.0, 2.0], [6.0, 0.0, 2.0]], 0);
    tiles[0].bounds[1].y = 2.0;
    tiles[0].detail_meshes = vec![[0, 1, 0, 4]];
    tiles[0].detail_vertices = vec![Vec3::new(2.0, 2.0, 2.0)];
    tiles[0].detail_triangles = vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    let (Document { mesh, .. }, notes) = joined(&tiles);
    let link = mesh.links().next().expect("one link").1;
    assert_eq!(link.from, [Vec3::new(2.0, 2.0, 2.0); 2], "on top of the hill");
    assert!(leads(&mesh, [1.0, 1.0], [6.0, 1.0]), "it is attached");
    assert_eq!(notes, Vec::<String>::new());
    tiles[0].detail_meshes.clear();
    tiles[0].detail_vertices.clear();
    tiles[0].detail_triangles.clear();
    let (Document { mesh, .. }, notes) = joined(&tiles);
    assert!(!leads(&mesh, [1.0, 1.0], [6.0, 1.0]), "without the hill, its start is too high: {notes:?}");
}

#[test]
fn without_a_tree_a_height_is_not_rounded_to_quantisation_steps() {
    let mut tiles = [floor(0), floor(1)];
    tiles[0].walkable_climb = 0.9;
    tiles[0].bounds[1].y = 2.0;
    connect(&mut tiles[0], [[2.0, 0.95, 2.0], [6.0, 0.0, 2.0]], 0);
    let (Document { mesh, .. }, notes) = joined(&tiles);
    assert!(leads(&mesh, [1.0, 1.0], [6.0, 1.0]), "a step of 0.1 m below: {notes:?}");
    tiles[0].has_no_tree = true;
    let (Document { mesh, .. }, notes) = joined(&tiles);
    assert!(!leads(&mesh, [1.0, 1.0], [6.0, 1.0]), "0.05 m above the climb: {notes:?}");
}

#[test]
fn indices_beyond_the_detail_mesh_are_ignored() {
    let mut tile = floor(0);
    connect(&mut tile, [[1.0, 0.0, 2.0], [3.0, 0.0, 2.0]], SAME_TILE);
    tile.detail_meshes = vec![[u32::MAX, 7, 0, 2]];
    tile.detail_triangles = vec![[0, 1, 200]; 2];
    let (document, notes) = joined(&[tile]);
    assert!(document.mesh.links().all(|(_, link)| !link.is_forbidden()), "{notes:?}");
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn polygons_with_flags_0_are_forbidden_even_if_all_areas_are_used() {
    let all: Vec<_> = (0..65).map(|i| ([4.0 * i as f32, 0.0, 4.0, 4.0], [0.0; 2], [0; 4])).collect();
    let mut tile = rectangles([0, 0], 0, &all);
    for (polygon, area) in tile.polygons.iter_mut().zip((0..64).chain([7])) {
        polygon.area = area;
    }
    tile.polygons[64].flags = 0;
    let (document, notes) = joined(&[tile]);
    let area = document.mesh.cells().last().map(|(_, cell)| cell.area());
    assert_eq!(area, Some(AreaId(64)), "{notes:?}");
    assert!(document.forbidden_areas().eq([AreaId(64)]), "no query enters it");
    let (again, _) = read(&set_of(&document)).expect("just written");
    assert_eq!((&again.areas, &again.queries), (&document.areas, &document.queries), "flags 0 are written");
}

#[test]
fn far_from_the_origin_a_corner_is_no_border() {
    // Four tiles around a corner, where a coordinate is a multiple of 1/32 m.
    let far = 400_000.0;
    let tile = |x: i32, z: i32| {
        let place = [4.0 * x as f32 + far, 4.0 * z as f32 + far, 4.0, 4.0];
        let along = |at: i32, low: u16| EXTERNAL | if at == 0 { low } else { low + 4 };
        let (ahead, beside) = (along(x, 0), along(z, 2));
        let neighbors = [if x == 0 { 0 } else { ahead }, if z == 0 { beside } else { 0 }];
        let others = [if x == 0 { ahead } else { 0 }, if z == 0 { 0 } else { beside }];
        rectangles([x, z], 0, &[(place, [0.0; 2], [neighbors[0], neighbors[1], others[0], others[1]])])
    };
    let tiles = [tile(0, 0), tile(1, 0), tile(0, 1), tile(1, 1)];
    let (Document { mesh, .. }, notes) = joined(&tiles);
    assert_eq!((mesh.link_count(), notes), (0, Vec::new()), "four sides");
    let adjacency = Derived::build(&mesh).adjacency;
    assert!(mesh.cells().all(|(cell, _)| adjacency.neighbors(cell).count() == 2), "two neighbours each");
}

#[test]
fn a_connection_in_one_direction_names_the_climb_where_it_is_the_reason() {
    let one = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], AHEAD)]);
    let other = rectangles([1, 0], 0, &[([4.0, 0.0, 4.0, 4.0], [0.9; 2], BEHIND)]);
    let tiles = [Tile { walkable_climb: 0.1, ..one }, other];
    let (Document { mesh, .. }, notes) = joined(&tiles);
    assert!(mesh.link_count() == 1 && mesh.links().all(|(_, link)| link.is_one_way), "up only");
    let notes = notes.join(" ");
    assert!(notes.contains("differ by more than twice the climb of one of the two tiles"), "{notes}");
    assert!(!notes.contains("4 polygons"), "{notes}");
}
