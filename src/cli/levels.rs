//! Levels of a document, as far as a subcommand may read them.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::output::{place, plain_count, xyz};
use navsmith_core::geometry::{Bounds, FileCoordinates, Vec2, Vec3};
use navsmith_core::navmesh::{CellId, Derived};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, LevelReference, changed_ground, outdated_places};
use navsmith_formats::io::levels::{LevelContent, LevelError, check_image_of, read_level_of};
use navsmith_formats::level::surface::LevelSurface;

/// The levels of a document that were read.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// The visible triangles; `None` for a document without levels.
    pub(super) surface: Option<Arc<LevelSurface>>,
    /// A note for each level that was not read, because the document alone does not decide on it.
    refused: Vec<String>,
    /// The levels whose files are missing or damaged.
    pub(super) unread: Vec<UnreadLevel>,
    /// Index and changed ground of each level whose file differs from that which the mesh was made for.
    changed: Vec<(usize, Vec<[Vec2; 2]>)>,
}

/// A place at which a level has changed since the mesh was made for it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LevelChange {
    /// Name of the file.
    pub(super) level: String,
    /// Middle of the cells below and above the change; `null` if the place is unknown.
    at: Option<[f32; 3]>,
    /// Cells by their index in the file; empty if the place is unknown.
    cells: Vec<u32>,
}

/// A level whose file is missing or damaged.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UnreadLevel {
    /// Name of the file.
    pub(super) level: String,
    /// The file and the reason, a clause.
    pub(super) why: String,
}

impl Levels {
    /// Reads the visible levels of a document.
    pub(super) fn of(document: &Document, file: &Path) -> Self {
        let (mut triangles, mut levels) = (Vec::new(), Self::default());
        if document.levels.is_empty() {
            return levels;
        }
        for (index, level) in document.levels.iter().enumerate().filter(|(_, level)| level.is_visible) {
            let path = Path::new(&level.file);
            let content = match level.image {
                Some(_) => check_image_of(file, path).map(|()| None),
                None => read_level_of(Some(file), path, &Progress::none()).map(Some),
            };
            match content {
                Ok(None) => {}
                Ok(Some(content)) => {
                    if level.content.is_some_and(|hash| hash != content.stamp.hash) {
                        let compared = content.compared_triangles(level.coordinates.up);
                        levels.changed.push((index, changed_ground(level, compared)));
                    }
                    triangles.extend(level.shown_triangles(&content.level).map(|triangle| (0, triangle)));
                }
                Err(LevelError::NotLocal { why, .. }) => {
                    levels.refused.push(format!("{} {why}, so it was not read", level.name()));
                }
                Err(why) => {
                    let (level, why) = (level.name().to_owned(), why.to_string());
                    levels.unread.push(UnreadLevel { level, why });
                }
            }
        }
        levels.surface = Some(LevelSurface::build(triangles, &Progress::none()).unwrap_or_default().into());
        levels
    }

    /// Returns a note for each level that was not read.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        let unread = self.unread.iter().map(|unread| unread.why.clone());
        self.refused.iter().cloned().chain(unread)
    }

    /// Returns the notes on levels of which no finding states that they were not read.
    pub(super) fn refused(&self) -> impl Iterator<Item = String> {
        self.refused.iter().cloned()
    }

    /// Returns the places at which levels have changed below or above cells.
    pub(super) fn changes(&self, document: &Document, derived: &Derived) -> Vec<LevelChange> {
        let of_level = |(index, rectangles): &(usize, Vec<[Vec2; 2]>)| {
            let level = &document.levels[*index];
            let change = |cells: &[CellId]| LevelChange {
                level: level.name().to_owned(),
                at: (!cells.is_empty()).then(|| xyz(middle(document, cells))),
                cells: cells.iter().map(|cell| cell.0).collect(),
            };
            if level.tiles.is_none() {
                return vec![change(&[])];
            }
            let places = outdated_places(*index, rectangles, &document.mesh, derived);
            places.iter().map(|place| change(&place.cells)).collect()
        };
        self.changed.iter().flat_map(of_level).collect()
    }
}

fn middle(document: &Document, cells: &[CellId]) -> Vec3 {
    Bounds::of(cells.iter().flat_map(|&cell| document.mesh.ring(cell))).center()
}

/// Returns the reference to a level that was read from a file, as a part of a document.
pub(super) fn reference(file: &Path, content: &LevelContent, coordinates: FileCoordinates) -> LevelReference {
    let absolute = std::path::absolute(file).unwrap_or_else(|_error| file.to_owned());
    LevelReference {
        content: Some(content.stamp.hash),
        tiles: content.tiles(coordinates.up).cloned(),
        coordinates,
        // A mesh of the file is the result, not a part of the level.
        hidden_nodes: content.navmesh_nodes.clone(),
        ..LevelReference::new(absolute.to_string_lossy())
    }
}

impl LevelChange {
    /// Returns the position of the place; `None` if it is unknown.
    pub(super) fn position(&self) -> Option<Vec3> {
        self.at.map(Vec3::from_array)
    }

    pub(super) fn cells(&self) -> Vec<CellId> {
        self.cells.iter().copied().map(CellId).collect()
    }

    /// Returns the change as a clause.
    pub(super) fn headline(&self) -> String {
        let text = format!("{} has changed since the mesh was made for it", self.level);
        match self.cells.len() {
            0 => text,
            count => format!("{text}, at {}", plain_count(count, "cell", "cells")),
        }
    }

    /// Returns the change with its position, as a clause.
    pub(super) fn line(&self) -> String {
        let at = self.position().map_or_else(String::new, |at| format!(", around {}", place(at)));
        self.headline() + &at
    }
}
