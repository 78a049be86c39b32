//! Levels of a document, as far as a subcommand may read them.

use std::path::Path;

use crate::document::Document;
use crate::io::is_below_folder_of;
use crate::io::levels::read_level;
use crate::level::surface::LevelSurface;
use crate::progress::Progress;

/// Returns the visible triangles of the levels of a document; `None` for a document without levels.
///
/// Also returns a note for each level that was not read: one outside of the folder of the document, or a damaged one.
pub(super) fn surface(document: &Document, file: &Path) -> (Option<LevelSurface>, Vec<String>) {
    let (mut triangles, mut notes) = (Vec::new(), Vec::new());
    if document.levels.is_empty() {
        return (None, notes);
    }
    for level in document.levels.iter().filter(|level| level.is_visible && level.image.is_none()) {
        let path = Path::new(&level.file);
        if !is_below_folder_of(path, file) {
            notes.push(format!(
                "{} is outside of the folder of the document, so it was not read",
                level.name()
            ));
            continue;
        }
        match read_level(path, &Progress::none()) {
            Ok(content) => {
                triangles.extend(level.shown_triangles(&content.level).map(|triangle| (0, triangle)));
            }
            Err(why) => notes.push(why.to_string()),
        }
    }
    let surface = LevelSurface::build(triangles, &Progress::none()).unwrap_or_default();
    (Some(surface), notes)
}
