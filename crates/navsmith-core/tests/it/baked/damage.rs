//! Files that are cut short, changed or damaged, and those with invalid content.

use expect_test::expect;
use navsmith_core::baked::{BakedError, BakedMesh, read, write};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};

use super::{CHECKSUM_BYTES, HEADER_BYTES, closed, sealed, small, stored};

#[test]
fn every_shortened_file_is_refused() {
    let bytes = stored(&small());
    for length in 0..bytes.len() {
        let error = read(&bytes[..length]).expect_err("a part is missing");
        let is_length = matches!(error, BakedError::Length { found, .. } if found == length as u64);
        assert!(is_length || length == 0, "{length} bytes: {error}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    expect!["it has 228 bytes, but its header requires 227; it is too long, so copy it again"]
        .assert_eq(&read(&longer).expect_err("refused").to_string());
    expect!["it has 200 bytes, but its header requires 227; it is cut short, so copy it again"]
        .assert_eq(&read(&bytes[..200]).expect_err("refused").to_string());
}

#[test]
fn every_changed_bit_is_found() {
    let bytes = stored(&small());
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&changed).is_err(), "bit {} of byte {}", bit % 8, bit / 8);
    }
}

#[test]
fn other_files_are_refused_with_advice() {
    let bytes = stored(&small());
    let refusal = |bytes: &[u8]| read(bytes).expect_err("refused").to_string();
    expect!["it is no baked mesh; write one with `navsmith bake FILE -o mesh.nav`"].assert_eq(&refusal(b""));
    assert_eq!(refusal(b"mesh\n2\n"), refusal(b""), "another format");
    let unix: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != b'\r').collect();
    expect!["a program that transferred it changed its line ends; transfer it again as binary data"]
        .assert_eq(&refusal(&unix));
    let mut newer = bytes.clone();
    newer[8] = 4;
    expect!["its version is 4, and this program reads 1 to 3; update navsmith, or bake the mesh again"]
        .assert_eq(&refusal(&newer));
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    let error = read(&damaged).expect_err("refused");
    assert!(matches!(error, BakedError::Checksum { .. }), "{error}");
    assert!(error.to_string().ends_with("it is damaged, so copy it again"), "{error}");
}

/// Replaces bytes at a position, with a valid checksum, and returns the error of reading them.
fn forged(at: usize, by: &[u8]) -> String {
    let mut bytes = stored(&small());
    bytes[at..at + by.len()].copy_from_slice(by);
    read(&sealed(bytes)).expect_err("refused").to_string()
}

#[test]
fn invalid_content_is_refused_whatever_the_checksum() {
    let [vertices, corners] = [HEADER_BYTES, HEADER_BYTES + 72];
    let [link, sizes] = [corners + 28, corners + 28 + 56];
    let [cell_areas, areas] = [sizes + 4, sizes + 6];
    let mut errors = String::new();
    for (at, by) in [
        (vertices + 4, &f32::NAN.to_le_bytes()[..]),
        (vertices + 20, &f32::INFINITY.to_le_bytes()),
        (corners, &6_u32.to_le_bytes()),
        (corners + 4, &u32::MAX.to_le_bytes()),
        (corners + 4, &0_u32.to_le_bytes()),
        (link + 12, &f32::NEG_INFINITY.to_le_bytes()),
        (link + 48, &(-1.0_f32).to_le_bytes()),
        (link + 48, &f32::NAN.to_le_bytes()),
        (link + 52, &3_u32.to_le_bytes()),
        (sizes, &2_u16.to_le_bytes()),
        (sizes, &[0xff, 0xff]),
        (sizes, &[5, 0, 3, 0]),
        (sizes, &[3, 0, 3, 0]),
        (areas + 3, &[9, 0]),
        (areas + 3, &[0xff, 0xff]),
        (areas + 5, &[0xff]),
        (areas + 5, b"        "),
        (24 - 8, &[0, 0, 0, 0]),
    ] {
        assert!(at != cell_areas, "every area of a cell is valid");
        errors += &(forged(at, by) + "\n");
    }
    expect![[r#"
        vertex 0 is at [0, NaN, 0]; positions must be finite; bake the mesh again, with navsmith
        vertex 1 is at [0, 0, inf]; positions must be finite; bake the mesh again, with navsmith
        cell 0 names vertex 6, but vertices end at 5; bake the mesh again, with navsmith
        cell 0 names vertex 4294967295, but vertices end at 5; bake the mesh again, with navsmith
        cell 0 names vertex 0 twice; bake the mesh again, with navsmith
        link 0: its places must be finite; bake the mesh again, with navsmith
        link 0: its cost is -1; a cost must be positive; bake the mesh again, with navsmith
        link 0: its cost is NaN; a cost must be positive; bake the mesh again, with navsmith
        link 0 has the flags 0x3, and only 0x1 is defined; bake the mesh again, with navsmith
        cell 0 has 2 corners; a cell has 3 to 4096; bake the mesh again, with navsmith
        cell 0 has 65535 corners; a cell has 3 to 4096; bake the mesh again, with navsmith
        the cells have 8 corners, but the file stores 7; bake the mesh again, with navsmith
        the cells have 6 corners, but the file stores 7; bake the mesh again, with navsmith
        the name of area 1 is not stored; bake the mesh again, with navsmith
        the name of area 0 is not stored; bake the mesh again, with navsmith
        the name of area 0 is no UTF-8; bake the mesh again, with navsmith
        area 0 has no name; bake the mesh again, with navsmith
        it has 227 bytes, but its header requires 199; it is too long, so copy it again
    "#]]
    .assert_eq(&errors);
}

#[test]
fn counts_that_no_file_has_allocate_nothing() {
    for count in 0..6 {
        let error = forged(12 + 4 * count, &u32::MAX.to_le_bytes());
        let is_refused = error.contains("but its header requires") || error.contains("at most 256");
        assert!(is_refused, "{error}");
    }
    let mut bytes = stored(&BakedMesh::default());
    bytes[12..36].fill(0xff);
    let error = read(&sealed(bytes)).expect_err("refused");
    assert!(matches!(error, BakedError::Length { expected, .. } if expected > 1 << 32), "{error}");
}

/// Damages bytes at random, and gives them a valid checksum in most cases.
fn damaged(bytes: &[u8], chance: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u64) as usize;
        match chance.below(8) {
            0 => bytes.truncate(at.max(CHECKSUM_BYTES)),
            1 => bytes.insert(at, chance.draw() as u8),
            2..4 => {
                // Another number of the file.
                let from = chance.below(bytes.len() as u64 / 4) as usize * 4;
                let word: Vec<u8> = bytes[from..].iter().copied().take(4).collect();
                let at = (at / 4 * 4).min(bytes.len() - word.len());
                bytes[at..at + word.len()].copy_from_slice(&word);
            }
            4 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][chance.below(5) as usize],
            _ => bytes[at] ^= 1 << chance.below(8),
        }
    }
    if chance.below(8) == 0 { bytes } else { sealed(bytes) }
}

#[test]
fn a_damaged_file_is_refused_or_reads_as_a_valid_mesh() {
    let seeds = [
        small(),
        BakedMesh {
            mesh: Recipe { landscape: Landscape::Rooms, triangles: 60, seed: 1 }.mesh(),
            areas: Vec::new(),
        },
        closed(),
    ];
    let seeds = seeds.map(|baked| stored(&baked));
    let cases = 50_000;
    let mut read_count = 0;
    for case in 0..cases {
        let mut chance = SplitMix64(case);
        let seed = &seeds[chance.below(seeds.len() as u64) as usize];
        let bytes = damaged(seed, &mut chance);
        let Ok(baked) = read(&bytes) else { continue };
        assert_eq!(baked.mesh.check(), Ok(()), "case {case}");
        assert_eq!(write(&baked).as_deref(), Ok(&*bytes), "case {case}: one file for each mesh");
        read_count += u64::from(bytes != *seed);
    }
    assert!(read_count > cases / 20, "{read_count} of {cases} damaged files are meshes");
}
