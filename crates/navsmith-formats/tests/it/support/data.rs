//! Data of other projects, which tests use where it is present.

#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

use navsmith_core::navmesh::NavMesh;
use navsmith_formats::io::{self, ImportDefaults, Opened, Placement};

/// Returns the folder of the data, which may be absent.
pub(crate) fn root() -> PathBuf {
    let beside = |folder: &Path| folder.join("shared/data");
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(beside);
    let found = std::env::var_os("NAVSMITH_DATA")
        .map(PathBuf::from)
        .into_iter()
        .chain(folders)
        .find(|it| it.is_dir());
    found.unwrap_or_else(|| beside(Path::new("..")))
}

/// Returns a folder of the data; prints a message and returns `None` if it is absent.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let folder = root().join(name);
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
