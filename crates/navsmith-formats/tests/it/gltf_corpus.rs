//! A corpus of valid, sloppy and hostile glTF files.
//!
//! The corpus is not part of the project; the tests are ignored unless they are included.

use std::path::{Path, PathBuf};

use allocation_counter::measure;
use navsmith_core::navmesh::WeldOptions;
use navsmith_formats::io::gltf::{self, GltfError};
use navsmith_formats::io::scene::ImportScene;

/// Maximum memory that reading one file may hold at a time, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Returns the files of one class.
fn files(class: &str) -> Vec<PathBuf> {
    let folder = crate::support::data::folder("gltf-corpus").join(class);
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the corpus") {
            let path = entry.expect("an entry of the corpus").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "gltf" || extension == "glb") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Reads a file and imports all its items.
///
/// Panics with the file's name if reading panics or exceeds [`MOST_BYTES`].
fn read(path: &Path) -> Result<ImportScene, GltfError> {
    let mut result = None;
    let memory = measure(|| {
        result = std::panic::catch_unwind(|| {
            let bytes = std::fs::read(path).expect("a file of the corpus");
            let scene = gltf::parse(&bytes, path.parent())?;
            let everything: Vec<usize> = (0..scene.items.len()).collect();
            let options = WeldOptions { distance: 0.001, max_slope: None };
            navsmith_formats::io::import(
                &scene,
                &everything,
                &navsmith_formats::io::Placement::default(),
                &options,
            )?;
            Ok(scene)
        })
        .ok();
    });
    assert!(memory.bytes_max < MOST_BYTES, "{} takes {} bytes", path.display(), memory.bytes_max);
    result.unwrap_or_else(|| panic!("{} makes reading panic", path.display()))
}

#[test]
#[ignore = "needs the data of other projects"]
fn every_valid_file_reads_but_compressed_ones_and_later_versions() {
    let files = files("valid");
    let mut refused = 0;
    for path in &files {
        match read(path) {
            Ok(_) => {}
            Err(GltfError::Compressed { .. } | GltfError::Version { .. }) => refused += 1,
            Err(error) => panic!("{} is refused: {error}", path.display()),
        }
    }
    assert!(refused * 20 <= files.len(), "{refused} of {} are compressed or of another version", files.len());
}

#[test]
#[ignore = "needs the data of other projects"]
fn most_sloppy_files_read() {
    let files = files("lenient");
    let refused: Vec<_> =
        files.iter().filter_map(|path| Some((path, read(path).err()?.to_string()))).collect();
    assert!(
        refused.len() * 8 <= files.len(),
        "{} of {} are refused: {refused:#?}",
        refused.len(),
        files.len()
    );
}

#[test]
#[ignore = "needs the data of other projects"]
fn no_malformed_file_panics_hangs_or_fills_the_memory() {
    for path in files("malformed") {
        if let Err(error) = read(&path) {
            assert!(error.to_string().len() < 500, "{}: {error}", path.display());
        }
    }
}

#[test]
#[ignore = "needs the data of other projects"]
fn known_levels_have_the_triangles_that_they_should() {
    let known = [("dungeon", 10_133), ("nav_test", 1_612)];
    for path in files("valid") {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if let Some((_, triangles)) = known.iter().find(|(name, _)| *name == stem) {
            let scene = read(&path).expect("valid");
            assert_eq!(scene.items.iter().map(|found| found.triangles).sum::<usize>(), *triangles, "{stem}");
        }
    }
}
