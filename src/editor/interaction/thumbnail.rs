//! Thumbnails of samples.

use std::sync::Arc;

use crate::editor::Editor;
use crate::editor::analysis::legend;
use crate::editor::files::import::ImportDialog;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::options::Options;
use crate::editor::view::scene::{Mark, Role, Scene, Tint};
use crate::editor::view::views::{ViewId, ViewInput};
use crate::samples::Sample;
use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::{CellId, HalfEdge};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

/// Thumbnail of a document, framed for a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Thumbnail {
    /// The document, which contains the colours of areas.
    pub document: Document,
    /// Outline and fill of each cell.
    pub cells: Vec<(Vec<Vec2>, Tint)>,
    /// Sides without a neighbour.
    pub boundary: Vec<[Vec2; 2]>,
    /// The path and its ends, without labels; its camera shows the whole document.
    pub scene: Scene,
}

impl Thumbnail {
    /// Draws a sample for a size in pixels; `None` if it contains no mesh.
    ///
    /// It takes linear time, so samples should be small.
    pub fn of_sample(sample: &Sample, size: Vec2) -> Option<Self> {
        let document = match sample.open().ok()? {
            Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
            Opened::Reproduction(_) => return None,
            Opened::Scene { scene, .. } => {
                let dialog = ImportDialog::of_sample(sample.name, Arc::new(scene));
                let imported = dialog.run(0.0, &Progress::none()).ok()?;
                imported.ok()?.document.document
            }
        };
        Some(Self::new(document, size))
    }

    fn new(document: Document, size: Vec2) -> Self {
        let mut editor = Editor::new(document);
        // Marks of issues and gaps would cover a mesh of this size.
        let options = Options {
            shows_issues: false,
            shows_corridor: false,
            shows_portals: false,
            ..editor.options().clone()
        };
        editor.handle(Input::SetOptions(options));
        editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(size)));
        editor.handle(Input::Run(Command::FrameAll));
        let mesh = editor.mesh();
        let cells = mesh.cells().map(|(id, _)| (mesh.ground_ring(id).to_vec(), legend::tint(&editor, id)));
        Self {
            cells: cells.collect(),
            boundary: boundary(&editor),
            scene: path_only(editor.scene(ViewId::ABOVE)),
            document: editor.document().clone(),
        }
    }
}

/// Keeps the marks of the path and its ends; others would overlap in such a small picture.
fn path_only(scene: Scene) -> Scene {
    use Role::{Link, LinkOneWay, Path, Start, Target, Waypoint};
    let is_kept = |mark: &Mark| {
        !matches!(mark, Mark::Label(..))
            && matches!(mark.role(), Path | Waypoint | Start | Target | Link | LinkOneWay)
    };
    Scene { marks: scene.marks.into_iter().filter(is_kept).collect(), ..scene }
}

fn boundary(session: &Session) -> Vec<[Vec2; 2]> {
    let mesh = session.mesh();
    let sides = |id: CellId| (0..mesh.corners(id).len() as u32).map(move |side| HalfEdge { cell: id, side });
    let all = mesh.cells().flat_map(|(id, _)| sides(id));
    let walls = all.filter(|&side| session.derived().adjacency.twin(side).is_none());
    let ends = walls.filter_map(|side| mesh.half_edge(side));
    ends.map(|ends| ends.map(|vertex| ground(mesh.position(vertex)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn every_sample_has_a_picture_of_all_its_cells() {
        for sample in samples::all() {
            let thumbnail = Thumbnail::of_sample(sample, Vec2::new(240.0, 100.0));
            let Some(thumbnail) = thumbnail else { panic!("{} has none", sample.name) };
            assert_eq!(thumbnail.cells.len(), thumbnail.document.mesh.cell_count(), "{}", sample.name);
            assert!(!thumbnail.boundary.is_empty(), "{} has walls", sample.name);
            let is_in_view = |at: &Vec2| {
                let at = thumbnail.scene.camera.screen_from_ground(*at);
                at.cmpge(Vec2::ZERO).all() && at.cmple(thumbnail.scene.camera.size).all()
            };
            assert!(thumbnail.boundary.iter().flatten().all(is_in_view), "all of {} is in it", sample.name);
        }
    }

    #[test]
    fn a_picture_has_no_words_and_its_ends_do_not_overlap() {
        for sample in samples::all() {
            let Some(Thumbnail { scene, .. }) = Thumbnail::of_sample(sample, Vec2::new(224.0, 104.0)) else {
                panic!("{} has none", sample.name)
            };
            let has_words = scene.marks.iter().any(|mark| matches!(mark, Mark::Label(..)));
            assert!(!has_words, "{} has words", sample.name);
            let ends: Vec<Vec2> = scene
                .marks
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Point(Role::Start | Role::Target, at) => {
                        Some(scene.camera.screen_from_ground(ground(*at)))
                    }
                    _ => None,
                })
                .collect();
            for (i, one) in ends.iter().enumerate() {
                let is_apart = ends[i + 1..].iter().all(|other| one.distance(*other) > 12.0);
                assert!(is_apart, "the ends in {} are apart: {ends:?}", sample.name);
            }
        }
    }
}
