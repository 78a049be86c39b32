//! Reading and writing of bytes by the functions in the table of formats.

use std::path::Path;

use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::scene::ImportScene;
use navsmith_formats::io::{
    Export, FORMATS, FileBytes, Format, FormatError, ImportDefaults, Imported, Opened, Placement, WriteError,
    import,
};

/// Returns the format with a name.
pub(crate) fn format(name: &str) -> &'static Format {
    FORMATS.into_iter().find(|format| format.name == name).expect(name)
}

/// Reads bytes in a format, whatever they appear to be.
pub(crate) fn opened(name: &str, bytes: &[u8], progress: &Progress) -> Result<Opened, FormatError> {
    let read = format(name).read.expect("a format that is read");
    read(&FileBytes { bytes, path: Path::new("file"), stamp: Stamp::of(bytes), progress })
}

/// Returns an error as it follows the path of the file, without the separator.
pub(crate) fn reason(error: &FormatError) -> String {
    let text = error.to_string();
    text.strip_prefix(", ").or_else(|| text.strip_prefix(": ")).unwrap_or(&text).to_owned()
}

/// Reads a document in a format, with its notes.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<(Document, Vec<String>), String> {
    match opened(name, bytes, &Progress::none()).map_err(|error| reason(&error))? {
        Opened::Document { document, notes, .. } | Opened::Mesh { document, notes, .. } => {
            Ok((document, notes))
        }
        other => panic!("no document: {other:?}"),
    }
}

/// Reads a scene in a format.
pub(crate) fn scene(name: &str, bytes: &[u8]) -> Result<ImportScene, String> {
    match opened(name, bytes, &Progress::none()).map_err(|error| reason(&error))? {
        Opened::Scene { scene, .. } => Ok(scene),
        other => panic!("no scene: {other:?}"),
    }
}

/// Imports a scene with the default settings.
pub(crate) fn imported(scene: &ImportScene) -> Imported {
    let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(scene);
    import(scene, &chosen, &Placement::default(), &weld).expect("a mesh")
}

/// Imports the mesh of a scene with the default settings.
pub(crate) fn imported_mesh(scene: &ImportScene) -> NavMesh {
    imported(scene).document.mesh
}

/// Writes a document in a format, in the coordinates of the document; can be stopped.
pub(crate) fn write(
    name: &str,
    document: &Document,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let write = format(name).write.expect("a format that is written");
    write(&Export { document, coordinates: FileCoordinates::default(), progress })
}

/// Writes a document in a format.
pub(crate) fn written(name: &str, document: &Document) -> Result<Vec<u8>, WriteError> {
    write(name, document, &Progress::none()).expect("not stopped")
}

/// Writes a document as text in a format.
pub(crate) fn text(name: &str, document: &Document) -> String {
    String::from_utf8(written(name, document).expect("the format holds it")).expect("a text")
}
