//! Data of other projects, which tests use where it is present.

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

/// Returns a folder of the data. Tests that need it are ignored unless they are included.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = root().join(name);
    assert!(folder.is_dir(), "there is no data at {}; set NAVSMITH_DATA", folder.display());
    folder
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
