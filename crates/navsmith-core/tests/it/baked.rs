//! Baked meshes: their bytes, what is refused, and damaged files.

mod damage;

use expect_test::expect;
use navsmith_core::baked::{BakeError, BakedArea, BakedMesh, checksum, looks_like_it, read, write};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellDetail, CellId, Draft, Link, LinkEnd, NavMesh, VertexId};

use crate::support::notation::mesh;

/// Number of bytes before the vertices.
const HEADER_BYTES: usize = 36;

/// Number of bytes of the checksum at the end.
const CHECKSUM_BYTES: usize = 8;

/// Returns two cells with different areas, an isolated vertex and a one-way link.
fn small() -> BakedMesh {
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0.5 0, 4 2, 9 9; c 0 1 2 3, 3 2 4 @1");
    let (from, to) = ([Vec3::ZERO, Vec3::Z], [Vec3::X * 3.0; 2]);
    let mesh = mesh.with_links([Link { from, to, is_one_way: true, cost: 2.5 }]).expect("a sound link");
    let area = |name: &str, color| BakedArea { name: name.into(), color };
    BakedMesh { mesh, areas: vec![area("walkable", [120, 144, 156]), area("mud", [121, 85, 72])] }
}

/// Returns the bytes of a mesh that can be stored.
fn stored(baked: &BakedMesh) -> Vec<u8> {
    write(baked).expect("it can be stored")
}

/// Returns the bytes with the checksum that they require.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let (sum, end) = (checksum(&bytes), bytes.len() - CHECKSUM_BYTES);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_written_mesh_reads_back_the_same() {
    let generated = |landscape| Recipe { landscape, triangles: 700, seed: 3 }.mesh();
    let of_mesh = |mesh| BakedMesh { mesh, areas: Vec::new() };
    let ring: Vec<String> = (0..40_i32).map(|i| format!("{} {}", i * i, i)).collect();
    let corners: Vec<String> = (0..40).map(|i| i.to_string()).collect();
    let large = mesh(&format!("v {}; c {} @255", ring.join(", "), corners.join(" ")));
    for baked in [
        small(),
        BakedMesh::default(),
        of_mesh(large),
        of_mesh(generated(Landscape::Terrain)),
        of_mesh(generated(Landscape::Rooms)),
        of_mesh(generated(Landscape::Rooms).with_closed_surface(true)),
        detailed(),
        BakedMesh { mesh: detailed().mesh.with_closed_surface(true), ..detailed() },
    ] {
        let bytes = stored(&baked);
        assert!(looks_like_it(&bytes), "by its first bytes");
        assert_eq!(read(&bytes).as_ref(), Ok(&baked), "all of it");
    }
    assert_eq!(small().area("mud"), Some(AreaId(1)), "by name");
    assert_eq!(small().area("water"), None, "no such area");
}

/// The small mesh, part by part in hexadecimal digits, as `docs/formats.md` describes it.
const LAYOUT: &str = "\
magic and version
89 4e 41 56 0d 0a 1a 0a 01 00 00 00
counts
06 00 00 00
07 00 00 00
01 00 00 00
02 00 00 00
02 00 00 00
15 00 00 00
vertices
00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00 00 00 00 40
00 00 00 40 00 00 00 00 00 00 00 40
00 00 00 40 00 00 00 3f 00 00 00 00
00 00 80 40 00 00 00 00 00 00 00 40
00 00 10 41 00 00 00 00 00 00 10 41
corners
00 00 00 00
01 00 00 00
02 00 00 00
03 00 00 00
03 00 00 00
02 00 00 00
04 00 00 00
link
00 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00 00 00 80 3f
00 00 40 40 00 00 00 00 00 00 00 00
00 00 40 40 00 00 00 00 00 00 00 00
00 00 20 40 01 00 00 00
sizes
04 00
03 00
areas of cells
00
01
areas
78 90 9c 08 00 77 61 6c 6b 61 62 6c 65
79 55 48 03 00 6d 75 64
checksum
5f b2 14 72 8d 09 08 25
";

#[test]
fn the_bytes_are_those_of_the_documented_layout() {
    let bytes = stored(&small());
    let lines = |part: &[u8], width: usize| -> String {
        let hex = |line: &[u8]| line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        part.chunks(width).map(|line| hex(line) + "\n").collect()
    };
    let mut rest = &*bytes;
    let mut text = String::new();
    for (title, length, width) in [
        ("magic and version", 12, 12),
        ("counts", 24, 4),
        ("vertices", 72, 12),
        ("corners", 28, 4),
        ("link", 56, 12),
        ("sizes", 4, 2),
        ("areas of cells", 2, 1),
        ("areas", 21, 13),
        ("checksum", 8, 8),
    ] {
        let (part, behind) = rest.split_at(length);
        text.extend([title, "\n", &lines(part, width)]);
        rest = behind;
    }
    assert!(rest.is_empty(), "nothing else");
    assert_eq!(text, LAYOUT);
}

/// Returns the small mesh as a closed surface.
fn closed() -> BakedMesh {
    let BakedMesh { mesh, areas } = small();
    BakedMesh { mesh: mesh.with_closed_surface(true), areas }
}

#[test]
fn a_closed_surface_has_version_2_with_one_flag_after_the_counts() {
    let (bytes, flat) = (stored(&closed()), stored(&small()));
    assert_eq!((bytes[8], flat[8], bytes.len()), (2, 1, flat.len() + 4), "all others stay in version 1");
    assert_eq!(&bytes[12..HEADER_BYTES], &flat[12..HEADER_BYTES]);
    assert_eq!(bytes[HEADER_BYTES..HEADER_BYTES + 4], [1, 0, 0, 0]);
    assert_eq!(bytes[HEADER_BYTES + 4..bytes.len() - 8], flat[HEADER_BYTES..flat.len() - 8]);
    assert_eq!(read(&bytes), Ok(closed()));
    assert!(read(&flat).is_ok_and(|baked| !baked.mesh.is_closed_surface()));
    for flags in [0, 3] {
        let mut other = bytes.clone();
        other[HEADER_BYTES] = flags;
        let why = read(&sealed(other)).expect_err("refused").to_string();
        assert!(why.contains(&format!("its flags are {flags:#x}, and only 0x1 is defined")), "{why}");
    }
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
}

/// Returns the small mesh with a point in its first cell.
fn detailed() -> BakedMesh {
    let BakedMesh { mesh, areas } = small();
    let fan = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    let detail = CellDetail::new(&mesh.ring(CellId(0)), [Vec3::new(1.0, 0.75, 1.0)], fan).expect("a fan");
    BakedMesh { mesh: mesh.with_details([(CellId(0), detail)]).expect("a cell"), areas }
}

#[test]
fn detail_heights_follow_the_areas_in_version_3() {
    let (bytes, flat) = (stored(&detailed()), stored(&small()));
    assert_eq!((bytes[8], bytes.len()), (3, flat.len() + 16 + 8 + 12 + 4 * 6), "a part for each list");
    let numbers = [0, 1, 1, 4].into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    assert_eq!(bytes[HEADER_BYTES..HEADER_BYTES + 16], numbers, "flags and counts");
    assert_eq!(bytes[HEADER_BYTES + 16..flat.len() + 8], flat[HEADER_BYTES..flat.len() - 8]);
    let details = flat.len() + 8;
    assert_eq!(bytes[details..details + 8], [0, 0, 0, 0, 1, 0, 4, 0], "the cell, its points and triangles");
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for (at, by, why) in [
        (details, [9, 0, 0, 0, 1, 0, 4, 0], "cell 9, which does not exist"),
        (details, [0, 0, 0, 0, 2, 0, 4, 0], "points of details are missing"),
        (details, [0, 0, 0, 0, 1, 0, 5, 0], "triangles of details are missing"),
        (details, [0, 0, 0, 0, 1, 0, 3, 0], "more points or triangles"),
        (details + 20, [0, 0, 1, 0, 5, 0, 1, 0], "names point 5"),
    ] {
        let mut forged = bytes.clone();
        forged[at..at + 8].copy_from_slice(&by);
        let error = read(&sealed(forged)).expect_err("refused").to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
}

#[test]
fn elements_are_numbered_without_gaps() {
    let mut draft = Draft::of(small().mesh);
    let added = draft.add_vertex(Vec3::new(4.0, 0.0, 0.0));
    draft.add_cell([VertexId(3), VertexId(4), added], AreaId(0));
    draft.remove_cell(CellId(0));
    draft.remove_vertex(VertexId(5));
    let edited = BakedMesh { mesh: draft.into_mesh(), areas: Vec::new() };
    let again = read(&stored(&edited)).expect("it can be read").mesh;
    assert_eq!((again.cell_count(), again.cell_slots()), (2, 2), "cells");
    assert_eq!((again.vertex_count(), again.vertex_slots()), (6, 6), "vertices");
    let rings =
        |mesh: &NavMesh| -> Vec<Vec<Vec3>> { mesh.cells().map(|(id, _)| mesh.ring(id).to_vec()).collect() };
    assert_eq!(rings(&again), rings(&edited.mesh), "the same cells in the same order");
}

#[test]
fn a_mesh_that_no_file_can_store_is_refused_with_advice() {
    let corners = |count: u32| {
        let places = (0..count).map(|i| Vec3::new(i as f32, 0.0, i as f32 * i as f32));
        let cell = Cell::new((0..count).map(VertexId), AreaId(0));
        BakedMesh { mesh: NavMesh::from_parts(places, [cell]).expect("a sound mesh"), areas: Vec::new() }
    };
    assert!(read(&stored(&corners(4096))).is_ok(), "the most that is stored");
    expect!["cell 0 has 4097 corners, and a baked mesh stores at most 4096; cut it up"]
        .assert_eq(&write(&corners(4097)).expect_err("refused").to_string());
    let named = |name: String, count: usize| {
        write(&BakedMesh { areas: vec![BakedArea { name, color: [0; 3] }; count], ..small() })
    };
    assert!(named("a".repeat(65_535), 256).is_ok(), "the longest names");
    expect!["the name of area 0 is empty or longer than 65535 bytes; change it"]
        .assert_eq(&named("a".repeat(65_536), 1).expect_err("refused").to_string());
    assert_eq!(named(" ".into(), 1), Err(BakeError::AreaName(0)), "an empty name");
    expect!["there are 257 areas, and at most 256 are stored; split the mesh"]
        .assert_eq(&named("a".into(), 257).expect_err("refused").to_string());
}

#[test]
fn a_link_keeps_its_direction() {
    let baked = read(&stored(&small())).expect("it can be read");
    let (_, link) = baked.mesh.links().next().expect("a link");
    assert!(link.is_one_way, "as before");
    assert_eq!(link.span(LinkEnd::To), [Vec3::X * 3.0; 2], "its end");
}

#[test]
fn checksums_are_xxh64_hashes_of_other_implementations() {
    let counted: Vec<u8> = (0..101).collect();
    for (bytes, expected) in [
        (&b""[..], 0xEF46_DB37_51D8_E999),
        (b"a", 0xD24E_C4F1_A98C_6E5B),
        (b"abc", 0x44BC_2CF5_AD77_0999),
        (b"The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
        (&counted, 0xE990_3849_5F85_381E),
    ] {
        let file = [bytes, &[0; CHECKSUM_BYTES]].concat();
        assert_eq!(checksum(&file), expected, "of {} bytes", bytes.len());
    }
}
