//! Writing of tiles of Detour.

use crate::support::formats::{format, written};
use crate::support::notation::{mesh, squares};
use crate::support::tiles::{area, contents, islands, read, set_of, tile_of};
use allocation_counter::measure;
use expect_test::expect;
use navsmith_core::geometry::{
    SplitMix64, Turn, Vec2, Vec3, ground, is_convex, is_convex_but_for_rounding, turn,
};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::query::{Answer, Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document};
use navsmith_formats::for_tests::{TileLimits, write_tiles_within};

/// Returns what an export lists as changed by cutting.
fn changes(document: &Document) -> Vec<String> {
    (format("Detour tile set").cutting.expect("Detour cuts cells").changes)(document)
}

/// Returns the refusal of a mesh, and its cells.
fn refusal(mesh: NavMesh) -> (String, Vec<CellId>) {
    let error = written("Detour tile set", &Document::of_mesh(mesh)).expect_err("refused");
    (error.description, error.cells)
}

#[test]
fn a_mesh_reads_back_with_areas_links_heights_and_isolated_vertices() {
    let square = mesh("v 9 1 9, 0 0, 0 2, 2 2.5 2, 2 0, 4 2, 4 0, -5 -5; c 1 2 3 4 @3, 4 3 5 6");
    let (low, high) = (Vec3::new(0.5, 0.6, 0.5), Vec3::new(3.5, 0.1, 1.0));
    let link = Link { is_one_way: true, ..Link::between(low, high) };
    let square = square.with_links([link, Link::between(high, low)]).unwrap();
    let document = Document::of_mesh(square.clone());
    for bytes in [set_of(&document), tile_of(&document)] {
        let (document, notes) = read(&bytes).expect("just written");
        assert_eq!(document.mesh, square, "everything");
        assert_eq!(notes, [""; 0], "nothing is left out");
        assert_eq!(*document.areas, [0, 1, 2, 3].map(Area::numbered), "an area for each number");
    }
}

#[test]
fn a_document_without_cells_is_a_file() {
    for document in [Document::default(), Document::of_mesh(mesh("v 1 2, 3 4; c"))] {
        for bytes in [set_of(&document), tile_of(&document)] {
            assert_eq!(contents(&bytes), (document.mesh.clone(), String::new()));
        }
    }
}

#[test]
fn the_head_of_a_tile_counts_its_records() {
    let bytes = tile_of(&Document::of_mesh(mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5")));
    let words = bytes[..100].chunks(4).map(|word| i32::from_le_bytes(word.try_into().unwrap()));
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    expect!["1145979222 7 0 0 0 0 2 6 8 2 0 4 3 0 2"].assert_eq(&words[..15].join(" "));
    let sizes = 6 * 12 + 2 * 32 + 8 * 12 + 2 * 12 + 4 * 4 + 3 * 16;
    assert_eq!(bytes.len(), 100 + sizes, "vertices, polygons, links, detail meshes and triangles, nodes");
    let floats = bytes[60..100].chunks(4).map(|word| f32::from_le_bytes(word.try_into().unwrap()));
    let floats: Vec<String> = floats.map(|float| float.to_string()).collect();
    expect!["2 0.6 0.1 0 0 0 4 0 2 10000"].assert_eq(&floats.join(" "));
}

#[test]
fn cells_that_are_concave_or_large_are_cut_into_convex_pieces() {
    let ring = |count: usize| {
        let at = |i: usize| std::f32::consts::TAU * i as f32 / count as f32;
        let vertices = (0..count).map(|i| Vec3::new(at(i).cos(), 0.0, -at(i).sin()));
        NavMesh::from_parts(vertices, [Cell::new((0..count as u32).map(VertexId), AreaId(7))]).unwrap()
    };
    let ell = "v 0 0, 0 2, 2 2, 2 1, 1 1, 1 0; c 0 1 2 3 4 5";
    for cell in [ring(7), ring(50), mesh(ell)] {
        let document = Document::of_mesh(cell.clone());
        let outlines = "the outlines of 1 cell with concave or straight corners, or more than 6".to_owned();
        assert_eq!(changes(&document), [outlines], "it is listed");
        let (pieces, _) = contents(&set_of(&document));
        assert!((area(&pieces) - area(&cell)).abs() < 1e-6 && islands(&pieces) == 1, "the same surface");
        for (id, piece) in pieces.cells() {
            assert!(piece.len() <= 6 && piece.area() == cell.cells().next().unwrap().1.area(), "{piece:?}");
            assert!(is_convex(&pieces.ground_ring(id)), "convex, with area");
        }
    }
    let hexagon = Document::of_mesh(ring(6));
    assert_eq!(changes(&hexagon), [""; 0], "nothing is listed");
    assert_eq!(contents(&set_of(&hexagon)).0, hexagon.mesh, "six corners stay");
}

#[test]
fn polygons_have_no_straight_corners() {
    // The first cell has corners on its sides where no neighbour ends, and one that two cells share.
    let alone = mesh("v 0 0, 0 1, 0 2, 0 4, 4 4, 4 2, 4 0, 8 4, 8 0; c 0 1 2 3 4 5 6, 6 5 4 7 8");
    let document = Document::of_mesh(alone);
    assert_eq!(changes(&document), [""; 0], "they are left out");
    let (read, notes) = contents(&set_of(&document));
    let corners: Vec<usize> = read.cells().map(|(_, cell)| cell.len()).collect();
    assert_eq!((corners, read.vertex_count(), islands(&read), &*notes), (vec![4, 4], 6, 1, ""));
    // Neighbours end at corners of both long sides.
    let between = mesh(
        "v 0 0, 0 3, 9 3, 9 0, 3 3, 6 3, 0 6, 3 6, 6 6, 9 6, 4 0, 0 -3, 4 -3, 9 -3; \
         c 0 1 4 5 2 3 10, 1 6 7 4, 4 7 8 5, 5 8 9 2, 11 0 10 12, 12 10 3 13",
    );
    let document = Document::of_mesh(between.clone());
    let outlines = "the outlines of 1 cell with concave or straight corners, or more than 6".to_owned();
    assert_eq!(changes(&document), [outlines], "the one that is cut");
    let (read, notes) = contents(&set_of(&document));
    assert!((area(&read) - area(&between)).abs() < 1e-6 && islands(&read) == 1, "{notes}");
    for (id, _) in read.cells() {
        let ring = read.ground_ring(id);
        let at = |i: usize| ring[i % ring.len()];
        let is_left = |i: usize| turn(at(i), at(i + 1), at(i + 2)) == Turn::Left;
        assert!((0..ring.len()).all(is_left), "cell {id:?}: {ring:?}");
    }
    // A corner that bends the surface stays.
    let bent = mesh("v 0 0, 0 1 2, 0 4, 4 4, 4 1 2, 4 0; c 0 1 2 3 4 5");
    let (read, _) = contents(&set_of(&Document::of_mesh(bent.clone())));
    assert_eq!((read.vertex_count(), read.cell_count()), (6, 2), "cut across the bend");
}

#[test]
fn what_detour_cannot_hold_is_refused_with_its_cells() {
    let (text, cells) = refusal(mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 1, 0 3 2, 0 2 1 3"));
    expect!["3 cells have no area, or sides that cross or run clockwise; Detour holds no such polygons, so fix them first"].assert_eq(&text);
    assert_eq!(cells, [1, 2, 3].map(CellId), "all of them");
    let (text, cells) = refusal(mesh("v 0 0, 0 2, 2 2; c 0 1 2 @64, 0 1 2 @63"));
    expect!["1 cell has an area beyond the first 64, and Detour has 64; assign others"].assert_eq(&text);
    assert_eq!(cells, [CellId(0)]);
    let (text, _) = refusal(mesh("v 0 0, 0 2, 2e9 2; c 0 1 2"));
    expect!["vertex 2 is at [2000000000, 0, 2], and Detour cannot tell positions apart beyond 1000000000 m; move it"].assert_eq(&text);
}

#[test]
fn a_tile_that_is_too_large_is_refused_with_the_advice_to_write_a_set() {
    let row = "0".repeat(200);
    let document = Document::of_mesh(squares(&vec![&*row; 200]));
    let error = written("Detour tile", &document).expect_err("refused");
    expect!["there are 40,401 vertices and 40,000 polygons, and a tile has at most 65534 and 32767; export a tile set (.bin)"].assert_eq(&error.description);
    let lost = "the outlines of cells at the borders of tiles".to_owned();
    assert_eq!(changes(&document), [lost], "cells may be cut");
    let (mesh, _) = contents(&set_of(&document));
    assert_eq!((mesh.cell_count(), mesh.vertex_count(), islands(&mesh)), (40_000, 40_401, 1), "two tiles");
}

const SMALL: TileLimits = TileLimits { vertices: 60, polygons: 40, bits: 22 };

fn split(document: &Document, limits: TileLimits) -> Vec<u8> {
    let written = write_tiles_within(document, limits, false, &Progress::none()).expect("not stopped");
    written.expect("Detour holds it")
}

#[test]
fn a_mesh_in_many_tiles_has_the_same_surface_islands_and_paths() {
    let mut chance = SplitMix64(3);
    for (case, landscape) in Landscape::ALL.into_iter().cycle().take(9).enumerate() {
        let text = format!("{}:1500:{case}", landscape.name());
        let whole = text.parse::<Recipe>().expect("a valid text").mesh();
        // Coordinates that no line of a grid meets.
        let vertices = whole.vertices().map(|(_, at)| at * 0.731 + Vec3::new(17.3, 0.0, -5.1));
        let cells = whole.cells().map(|(_, cell)| cell.clone());
        let whole = NavMesh::from_parts(vertices, cells).unwrap();
        let bytes = split(&Document::of_mesh(whole.clone()), SMALL);
        assert!(bytes[8] > 20, "many tiles");
        let (parts, notes) = contents(&bytes);
        let (before, after) = (Derived::build(&whole), Derived::build(&parts));
        assert_eq!(notes, "", "{text}: nothing is left out");
        assert_eq!(before.islands.len(), after.islands.len(), "{text}: as many islands");
        assert!((area(&whole) / area(&parts) - 1.0).abs() < 1e-5, "{text}: the same area");
        assert!(parts.cells().all(|(id, _)| is_convex_but_for_rounding(&parts.ground_ring(id))), "{text}");
        for _ in 0..20 {
            let size = ground(whole.bounds().max - whole.bounds().min);
            let mut end =
                || ground(whole.bounds().min) + size * Vec2::new(chance.unit() as f32, chance.unit() as f32);
            let query = Query::new(end(), end());
            let [one, other] = [find_path(&whole, &before, &query), find_path(&parts, &after, &query)];
            let length = |answer: &Answer| answer.path().map(|path| path.length);
            match (length(&one), length(&other)) {
                (Some(one), Some(other)) => {
                    assert!((one - other).abs() < 1e-3 * (1.0 + one), "{text}: {one} {other}");
                }
                (one, other) => assert_eq!(one, other, "{text}: both or none"),
            }
        }
    }
}

#[test]
fn links_between_tiles_are_attached_and_longer_ones_are_refused() {
    let row = "0".repeat(40);
    let mesh = squares(&[&*row; 4]);
    let between = |from: f32, to: f32| Link::between(Vec3::new(from, 0.0, 1.5), Vec3::new(to, 0.05, 2.5));
    let near = [between(1.5, 3.5), between(9.5, 13.5), between(13.5, 9.5)];
    let document = Document::of_mesh(mesh.clone().with_links(near).unwrap());
    let (again, notes) = contents(&split(&document, SMALL));
    let mut links: Vec<Link> = again.links().map(|(_, link)| *link).collect();
    links.sort_by(|a, b| a.from[0].x.total_cmp(&b.from[0].x));
    assert_eq!((links, &*notes), (near.to_vec(), ""), "the same links");
    let far = Document::of_mesh(mesh.with_links([between(1.5, 38.5)]).unwrap());
    let error =
        write_tiles_within(&far, SMALL, false, &Progress::none()).expect("not stopped").expect_err("refused");
    expect!["link 0 leads over a whole tile, and Detour connects only neighbouring tiles; remove it or export the mesh in parts"].assert_eq(&error.description);
}

#[test]
fn more_links_than_a_tile_has_vertices_are_refused_before_any_grid_is_tried() {
    let ends = [Vec3::new(0.5, 0.0, 0.5), Vec3::new(5.5, 0.0, 5.5)];
    let many = vec![Link::between(ends[0], ends[1]); SMALL.vertices];
    let row = "0".repeat(30);
    let document = Document::of_mesh(squares(&vec![&*row; 30]).with_links(many).unwrap());
    let (limits, progress) = (TileLimits { bits: 22, ..SMALL }, Progress::none());
    let memory = measure(|| {
        assert!(
            write_tiles_within(&document, limits, false, &progress).expect("not stopped").is_err(),
            "refused"
        );
    });
    assert!(memory.bytes_max < 4_000_000, "{} bytes", memory.bytes_max);
}

#[test]
fn a_mesh_beyond_the_limits_is_refused() {
    let row = "0".repeat(30);
    let document = Document::of_mesh(squares(&vec![&*row; 30]));
    let few_bits = TileLimits { bits: 8, ..SMALL };
    let error = write_tiles_within(&document, few_bits, false, &Progress::none())
        .expect("not stopped")
        .expect_err("refused");
    expect!["no grid of tiles is within the limits of Detour, because the mesh is too large or too dense in one place; export it in parts"].assert_eq(&error.description);
    let tiny = squares(&vec![&*row; 30]);
    let tiny = NavMesh::from_parts(
        tiny.vertices().map(|(_, at)| at * 0.01),
        tiny.cells().map(|(_, cell)| cell.clone()),
    );
    let tiny = Document::of_mesh(tiny.unwrap());
    let error = write_tiles_within(&tiny, SMALL, false, &Progress::none())
        .expect("not stopped")
        .expect_err("refused");
    assert!(
        error.description.contains("less than 2 cm, which Detour ignores") && !error.cells.is_empty(),
        "{error}"
    );
    let stopped = write_tiles_within(&document, SMALL, false, &Progress::stopping_after(1));
    assert!(stopped.is_err(), "it can be stopped");
}
