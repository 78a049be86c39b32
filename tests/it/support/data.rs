//! Data of other projects, which tests use where it is present.

#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

use navsmith::io::{self, ImportDefaults, Opened, Placement};
use navsmith::navmesh::NavMesh;

/// Returns a folder of the data; prints a message and returns `None` if it is absent.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join(name);
    if !folder.is_dir() {
        println!("skipped: there is no data at {}", folder.display());
    }
    folder.is_dir().then_some(folder)
}

/// Reads the mesh of a file, as the program opens it without options.
pub(crate) fn mesh(path: &Path) -> NavMesh {
    match io::open(path).expect("a file with a mesh") {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => document.mesh,
        Opened::Scene { scene, .. } => {
            let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
            io::import(&scene, &chosen, &Placement::default(), &weld).expect("a mesh").document.mesh
        }
        Opened::Reproduction(made) => made.document.mesh,
    }
}
