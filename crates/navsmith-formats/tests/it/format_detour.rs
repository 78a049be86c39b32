//! Tile sets of Detour: byte orders, sizes of references, tiles that are joined, and damage.

#![expect(clippy::unwrap_used, reason = "a test may")]

use crate::support::notation::{mesh, squares};
use crate::support::tiles::{
    AHEAD, BEHIND, Polygon, Tile, area, contents, is_tile, islands, joined, read, rectangles, set_of,
    tile_bytes, tile_of,
};
use expect_test::expect;
use navsmith_core::geometry::{Vec3, is_convex, is_convex_but_for_rounding};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Link, LinkId, NavMesh};
use navsmith_formats::document::Document;

/// Tiles that Recast built of a floor with a step and a pillar, and a ramp with a link down from it.
const RECAST: &[u8] = include_bytes!("../fixtures/recast_tiles.bin");

#[test]
fn a_mesh_that_recast_built_is_joined_along_its_tiles() {
    let (document, notes) = read(RECAST).expect("a valid file");
    let mesh = &document.mesh;
    assert_eq!((mesh.cell_count(), islands(mesh)), (22, 1), "the polygons, which Detour connects");
    assert_eq!(notes, ["areas and flags of off-mesh connections are left out"]);
    let points: usize = mesh.details().map(|(_, detail)| detail.points().len()).sum();
    assert_eq!(points, 3, "vertices of the detail mesh");
    let links: Vec<Link> = mesh.links().map(|(_, link)| *link).collect();
    assert!(matches!(links[..], [Link { is_one_way: true, .. }]), "{links:?}");
    assert!(mesh.cells().all(|(id, _)| is_convex_but_for_rounding(&mesh.ground_ring(id))), "convex cells");
    let end = Derived::build(mesh).links.ends(LinkId(0)).cloned();
    assert!(end.is_some_and(|ends| ends.iter().all(|end| end.failure().is_none())), "it is attached");
}

/// Returns a file in the other byte order. Written files contain no links, whose bytes differ.
fn big_endian(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    let mut swap = |rest: &mut &[u8], sizes: &[usize]| {
        for &size in sizes {
            let (word, behind) = rest.split_at(size);
            out.extend(word.iter().rev());
            *rest = behind;
        }
    };
    let word = |bytes: &[u8], at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    if !is_tile(rest) {
        swap(&mut rest, &[4; 10]);
    }
    while !rest.is_empty() {
        if !is_tile(rest) {
            swap(&mut rest, &[4; 2]);
        }
        let [polygons, vertices, links, meshes, details, triangles, nodes, connections] =
            std::array::from_fn(|i| word(rest, 24 + 4 * i));
        swap(&mut rest, &[4; 25]);
        (0..3 * vertices).for_each(|_| swap(&mut rest, &[4]));
        let polygon = [[4].as_slice(), &[2; 13], &[1; 2]].concat();
        (0..polygons).for_each(|_| swap(&mut rest, &polygon));
        (0..links).for_each(|_| swap(&mut rest, &[4, 4, 1, 1, 1, 1]));
        (0..meshes).for_each(|_| swap(&mut rest, &[4, 4, 1, 1, 1, 1]));
        (0..3 * details).for_each(|_| swap(&mut rest, &[4]));
        (0..triangles).for_each(|_| swap(&mut rest, &[1; 4]));
        (0..nodes).for_each(|_| swap(&mut rest, &[2, 2, 2, 2, 2, 2, 4]));
        (0..connections).for_each(|_| swap(&mut rest, &[4, 4, 4, 4, 4, 4, 4, 2, 1, 1, 4]));
    }
    out
}

/// Returns a file as a build with 64-bit references writes it, with heads of tiles of a size.
fn wide(bytes: &[u8], head: usize) -> Vec<u8> {
    let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let (mut out, mut at) = (Vec::new(), 0);
    if !is_tile(bytes) {
        out.extend(&bytes[..40]);
        at = 40;
    }
    while at < bytes.len() {
        let start = if is_tile(&bytes[at..]) { at } else { at + 8 };
        let [polygons, vertices, links] = [24, 28, 32].map(|offset| word(start + offset));
        let size = if start == at { bytes.len() } else { word(start - 4) };
        if start > at {
            out.extend([&bytes[at..at + 4], &[0; 4], &((size + 4 * links) as i32).to_le_bytes()].concat());
            out.extend(vec![0; head - 12]);
        }
        let links_end = start + 100 + 12 * vertices + 32 * polygons + 12 * links;
        out.extend(&bytes[start..links_end]);
        out.extend(vec![0; 4 * links]);
        out.extend(&bytes[links_end..start + size]);
        at = start + size;
    }
    out
}

#[test]
fn both_byte_orders_and_both_sizes_of_references_read_alike() {
    let document = Document::of_mesh(
        squares(&["0101", "1 10"]).with_links([Link::between(Vec3::ZERO, Vec3::ONE)]).unwrap(),
    );
    for bytes in [RECAST.to_vec(), set_of(&document), tile_of(&document)] {
        let expected = contents(&bytes);
        assert_eq!(contents(&big_endian(&bytes)), expected, "big-endian");
        for head in [12, 16] {
            assert_eq!(contents(&wide(&bytes, head)), expected, "64-bit references");
        }
    }
}

/// Reads a tile set of tiles, and returns the mesh with the notes.
fn joined_mesh(tiles: &[Tile]) -> (NavMesh, String) {
    let (document, notes) = joined(tiles);
    (document.mesh, notes.join("; "))
}

#[test]
fn a_long_portal_gets_the_ends_of_short_ones() {
    let long = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], AHEAD)]);
    let short = [([4.0, -1.0, 2.0, 2.0], [0.0; 2], BEHIND), ([4.0, 2.0, 2.0, 1.5], [0.3; 2], BEHIND)];
    let (mesh, notes) = joined_mesh(&[long, rectangles([1, 0], 0, &short)]);
    assert_eq!((mesh.cell_count(), islands(&mesh), &*notes), (3, 1, ""), "both are joined");
    let sizes: Vec<usize> = mesh.cells().map(|(_, cell)| cell.len()).collect();
    assert_eq!(sizes, [7, 5, 4], "three ends of short portals, and one of the long one");
    assert!(mesh.cells().all(|(id, _)| is_convex(&mesh.ground_ring(id))), "still convex");
    let heights: Vec<f32> = mesh.vertices().map(|(_, at)| at.y).filter(|&y| y != 0.0).collect();
    assert_eq!(heights.iter().filter(|&&y| y == 0.15).count(), 2, "heights in the middle: {heights:?}");
}

#[test]
fn portals_are_joined_as_detour_connects_them() {
    let count = |offset: [f32; 3], at: [i32; 2], layer: i32| {
        let [x, y, z] = offset;
        let one = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], AHEAD)]);
        let other = rectangles(at, layer, &[([4.0 + x, z, 4.0, 4.0], [y; 2], BEHIND)]);
        islands(&joined_mesh(&[one, other]).0)
    };
    assert_eq!(count([0.0; 3], [1, 0], 0), 1, "neighbours");
    assert_eq!(count([0.0; 3], [0, 0], 1), 1, "layers at the same place");
    assert_eq!(count([0.0; 3], [2, 0], 0), 2, "a tile lies between them");
    assert_eq!(count([0.009, 0.0, 0.0], [1, 0], 0), 1, "rounded");
    assert_eq!(count([0.02, 0.0, 0.0], [1, 0], 0), 2, "apart");
    assert_eq!(count([0.0, 1.0, 0.0], [1, 0], 0), 1, "a step of twice the climb");
    assert_eq!(count([0.0, 1.01, 0.0], [1, 0], 0), 2, "a higher step");
    assert_eq!(count([0.0, 0.0, 3.9], [1, 0], 0), 1, "a part of the border");
    assert_eq!(count([0.0, 0.0, 3.99], [1, 0], 0), 2, "a corner");
}

#[test]
fn of_overlapping_portals_the_one_at_the_same_height_is_joined() {
    let one = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], AHEAD)]);
    let others =
        [0.6, 0.1].map(|height| rectangles([1, 0], 0, &[([4.0, 0.0, 4.0, 4.0], [height; 2], BEHIND)]));
    let [high, low] = others;
    let (mesh, notes) = joined_mesh(&[one, high, Tile { layer: 1, ..low }]);
    assert_eq!(islands(&mesh), 2, "one is joined");
    assert_eq!(mesh.ring(CellId(1)).iter().map(|at| at.y).fold(9.0, f32::min), 0.6, "the other is not moved");
    expect!["1 connection between tiles are links here, because polygons overlap there and a side has one neighbour"]
        .assert_eq(&notes);
}

#[test]
fn a_portal_beside_a_narrow_polygon_joins_no_corners_of_one_polygon() {
    // The tile beyond has a vertex in the middle of a side that is shorter than the tolerance.
    let one = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 0.015], [0.0; 2], AHEAD)]);
    let other = rectangles([1, 0], 0, &[([4.0, 0.0, 4.0, 4.0], [0.0; 2], BEHIND)]);
    let (mesh, _) = joined_mesh(&[one, other]);
    assert_eq!((mesh.check(), islands(&mesh)), (Ok(()), 2), "too short for Detour");
}

#[test]
fn polygons_without_flags_have_their_own_area() {
    let mut tile = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], [0; 4]); 3]);
    for (polygon, area) in tile.polygons.iter_mut().zip([0, 5, 0]) {
        polygon.area = area;
    }
    tile.polygons[2].flags = 0;
    let file = |tile: &Tile| read(&tile_bytes(tile)).expect("a valid file");
    let (document, notes) = file(&tile);
    let areas: Vec<u8> = document.mesh.cells().map(|(_, cell)| cell.area().0).collect();
    assert_eq!((areas, &*document.areas[6].name), (vec![0, 5, 6], "flags 0"));
    expect![[
        r#"1 polygon has flags 0, so no query of Detour enters them; their area "flags 0" is forbidden"#
    ]]
    .assert_eq(&notes.join("; "));
    tile.polygons[1].area = 63;
    assert_eq!(file(&tile).0.mesh.cells().last().map(|(_, cell)| cell.area()), Some(AreaId(62)), "free");
    tile.polygons.iter_mut().for_each(|polygon| polygon.flags = 0);
    let (document, notes) = file(&tile);
    assert_eq!(document.mesh.cells().last().map(|(_, cell)| cell.area()), Some(AreaId(0)), "all are alike");
    expect!["all polygons have flags 0, so no query of Detour enters them; they are walkable here"]
        .assert_eq(&notes.join("; "));
}

#[test]
fn neighbours_that_differ_from_shared_sides_are_noted() {
    let mut tile = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], [0, 0, 2, 0])]);
    tile.vertices.extend([Vec3::new(9.0, 0.0, 4.0), Vec3::new(9.0, 0.0, 0.0)]);
    tile.polygons.push(Polygon::new(&[[3, 0], [2, 0], [4, 0], [5, 1]]));
    let (_, notes) = contents(&tile_bytes(&tile));
    expect!["1 side is a wall in the file, but not here, because its cells share both corners; 1 side leads to a polygon that does not share the side alone, and is a wall here"].assert_eq(&notes);
}

#[test]
fn polygons_that_are_all_clockwise_are_reversed() {
    let mut tile = rectangles([0, 0], 0, &[([0.0, 0.0, 4.0, 4.0], [0.0; 2], [0; 4])]);
    tile.polygons[0] = Polygon::new(&[[3, 0], [2, 0], [1, 0], [0, 0]]);
    let (mesh, notes) = contents(&tile_bytes(&tile));
    assert_eq!((area(&mesh), &*notes), (16.0, ""), "counter-clockwise");
    tile.vertices.extend([[9.0, 0.0], [9.0, 4.0], [13.0, 4.0]].map(|[x, z]| Vec3::new(x, 0.0, z)));
    tile.polygons.push(Polygon::new(&[[4, 0], [5, 0], [6, 0]]));
    let (mesh, notes) = contents(&tile_bytes(&tile));
    assert_eq!(
        (area(&mesh), &*notes),
        (8.0 - 16.0, "1 polygon is clockwise, unlike the others"),
        "as in the file"
    );
}

#[test]
fn damaged_files_are_refused_with_position_and_reason() {
    let tile = tile_of(&Document::of_mesh(mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5")));
    let set = set_of(&Document::of_mesh(mesh("v 0 0, 0 2, 2 2; c 0 1 2")));
    let with = |bytes: &[u8], at: usize, word: i32| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        read(&bytes).expect_err("refused")
    };
    expect!["byte 4: the version is 6, and navsmith reads version 7; export the file again"]
        .assert_eq(&with(&tile, 4, 6));
    expect![
        "byte 4: the file has the layout of recast4j or DotRecast; write it with their option cCompatibility"
    ]
    .assert_eq(&with(&tile, 4, 0x8807));
    expect!["byte 28: the number of vertices is -1; the file is damaged, export it again"]
        .assert_eq(&with(&tile, 28, -1));
    expect!["byte 0: the counts in the head of tile 0 need 25769804112 bytes, but it has 420; the file is cut short, or is of another build of Detour, so export it again"].assert_eq(&with(&tile, 28, i32::MAX));
    expect!["byte 0: the counts in the head of tile 0 need 452 bytes, but it has 420; the file is cut short, or is of another build of Detour, so export it again"].assert_eq(&with(&tile, 24, 3));
    expect!["byte 100: vertex 0 of tile 0 is at [NaN, 0, 0]; positions are finite, so export the file again"]
        .assert_eq(&with(&tile, 100, f32::NAN.to_bits() as i32));
    expect!["byte 172: polygon 0 of tile 0 names vertex 9, but vertices end at 5; export the file again"]
        .assert_eq(&with(&tile, 100 + 72 + 4, 9));
    expect!["byte 172: polygon 0 of tile 0 names vertex 1 twice; export the file again"].assert_eq(&with(
        &tile,
        100 + 72 + 4,
        0x0001_0001,
    ));
    expect!["byte 172: polygon 0 of tile 0 has 2 corners, not 3 to 6; the file is damaged, export it again"]
        .assert_eq(&with(&tile, 100 + 72 + 28, 2 << 16));
    expect![
        "byte 172: polygon 0 of tile 0 has type 2; the types are 0 for ground and 1 for off-mesh connections, so export the file again"
    ]
    .assert_eq(&with(&tile, 100 + 72 + 28, 0x8004_0000_u32 as i32));
    expect![
        "byte 96: the file ends where the quantisation factor should be; it is cut short, so copy it again"
    ]
    .assert_eq(&read(&tile[..99]).expect_err("refused"));
    expect!["byte 0: the counts in the head of tile 0 need 420 bytes, but it has 419; the file is cut short, or is of another build of Detour, so export it again"].assert_eq(&read(&tile[..tile.len() - 1]).expect_err("refused"));
    expect![
        "byte 4: the file ends where the version of the tile should be; it is cut short, so copy it again"
    ]
    .assert_eq(&read(b"VAND").expect_err("refused"));
    expect![
        "byte 4: the file ends where the version of the set should be; it is cut short, so copy it again"
    ]
    .assert_eq(&read(b"TESM").expect_err("refused"));
    expect!["byte 4: the version is 2, and navsmith reads version 1; export the file again"]
        .assert_eq(&with(&set, 4, 2));
    expect!["byte 284: the file ends where tile 1 should be; it is cut short, so copy it again"]
        .assert_eq(&with(&set, 8, i32::MAX));
    expect!["byte 40: tile 0 has 2147483647 bytes, but 236 follow; the file is cut short, export it again"]
        .assert_eq(&with(&set, 44, i32::MAX));
    expect!["byte 40: no tile begins after the head of the set; the file is cut short, or is of another build of Detour, so export it again"].assert_eq(&with(&set, 48, 0));
    expect!["byte 0: this is a tile cache (TSET), which stores compressed heights instead of polygons; save the navigation mesh itself"].assert_eq(&read(b"TEST\x01\0\0\0").expect_err("refused"));
    let longer = [&*set, &[0; 3]].concat();
    expect!["3 bytes after the last tile are ignored"].assert_eq(&contents(&longer).1);
}
