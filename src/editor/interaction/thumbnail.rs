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
