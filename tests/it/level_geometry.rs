//! Level geometry in the editor: adding, reading, cutting, snapping and heights.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod pictures;
mod cutting;

use std::path::Path;
use std::sync::Arc;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Choice;
use navsmith::editor::files::file::{FileInput, changed};
use navsmith::editor::files::reply::{FileContent, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::files::{self, LevelFile};
use navsmith::editor::levels::input::LevelInput;
use navsmith::editor::levels::{outdated, surface};
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message};
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::request::{FilePurpose, FileRequest, ReadPurpose};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{FileRef, NotLocal, Opened, open};

use crate::support::files::{choose, reply, reply_of, scanned};

/// A floor of 10 m by 10 m at height 1, with a box of 2 m by 2 m in its middle that is 3 m high.
const HOUSE: &str = "o Floor\nv 0 1 0\nv 10 1 0\nv 10 1 10\nv 0 1 10\nf 1 4 3 2\n\
    o Box\nv 4 1 4\nv 6 1 4\nv 6 1 6\nv 4 1 6\nv 4 4 4\nv 6 4 4\nv 6 4 6\nv 4 4 6\n\
    f 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\nf 8 5 9 12\nf 9 12 11 10\n";

/// A folder with a level, and an editor of a document in it.
pub(crate) struct Desk {
    folder: tempfile::TempDir,
    pub(crate) editor: Editor,
}

impl Desk {
    /// Creates an editor of one cell of 2 m by 2 m at height 0.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("house.obj"), HOUSE).unwrap();
        let corners = [[0., 0.], [0., 2.], [2., 2.], [2., 0.]].map(|[x, z]| Vec3::new(x, 0.0, z));
        let cell = Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0));
        let document = Document::of_mesh(NavMesh::from_parts(corners, [cell]).unwrap());
        let mut desk = Self { folder, editor: Editor::new(Document::default()) };
        desk.open(document);
        desk
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Opens a document as `maps.ron` in the folder.
    pub(crate) fn open(&mut self, document: Document) {
        let (file, stamp) = (FileRef::from(self.path("map.ron")), Stamp::of(b""));
        self.input(Input::File(FileInput::Open(file)));
        let content = FileContent::Document(document.into(), Some(stamp));
        reply(&mut self.editor, |_| true, Ok(FileReply::Read(content)));
        self.read_levels();
    }

    /// Handles an input, then reads the levels that the editor asks for. Returns the other effects.
    pub(crate) fn input(&mut self, input: Input) -> Vec<Effect> {
        self.editor.handle(input);
        self.read_levels()
    }

    /// Reads the levels that the editor asks for. Returns the other effects.
    fn read_levels(&mut self) -> Vec<Effect> {
        let is_level =
            |effect: &Effect| matches!(effect, Effect::File(_, FileRequest::Read(_, ReadPurpose::Level(_))));
        let mut others = Vec::new();
        loop {
            let (reads, rest): (Vec<_>, Vec<_>) = self.editor.take_effects().into_iter().partition(is_level);
            others.extend(rest);
            if reads.is_empty() {
                return others;
            }
            for input in reads.iter().filter_map(reply_of) {
                self.editor.handle(input);
            }
        }
    }

    /// Chooses a file for the level with this index, or for a new one.
    fn choose(&mut self, of: Option<usize>, name: &str) -> Vec<Effect> {
        let file = self.path(name).into();
        choose(&mut self.editor, FilePurpose::Level(of), file);
        self.read_levels()
    }

    pub(crate) fn file(&mut self, input: FileInput) -> Vec<Effect> {
        self.input(Input::File(input))
    }

    pub(crate) fn add(&mut self, name: &str) -> Vec<Effect> {
        self.choose(None, name)
    }

    fn set(&mut self, change: impl FnOnce(&mut Options)) {
        let mut options = self.editor.options().clone();
        change(&mut options);
        self.input(Input::SetOptions(options));
    }

    fn state(&self) -> &LevelFile {
        files::state(&self.editor, 0).expect("a level").1
    }

    /// Draws a cell with corners at positions of the pointer; returns its corners.
    fn draw(&mut self, corners: &[[f32; 2]]) -> Vec<Vec3> {
        let before = self.editor.document().mesh.cell_count();
        self.input(Input::Run(Command::DrawTool));
        for &at in corners {
            self.input(Input::Click(pointer(at)));
        }
        self.input(Input::Accept);
        let mesh = &self.editor.document().mesh;
        assert_eq!(mesh.cell_count(), before + 1, "a cell");
        mesh.cells().last().unwrap().1.corners().iter().map(|&corner| mesh.position(corner)).collect()
    }
}

fn pointer(at: [f32; 2]) -> Pointer {
    Pointer::above(Vec2::from(at), 0.2, Modifiers::default())
}

fn messages(effects: &[Effect]) -> Vec<&Message> {
    effects.iter().filter_map(|effect| if let Effect::Say(it) = effect { Some(it) } else { None }).collect()
}

#[test]
fn a_level_is_added_as_one_step_and_its_file_is_named() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    let levels = Arc::clone(&desk.editor.document().levels);
    assert_eq!((levels.len(), levels[0].name()), (1, "house.obj"));
    assert_eq!(Path::new(&levels[0].file), desk.path("house.obj"), "an absolute path");
    assert!(matches!(desk.state(), LevelFile::Read(content) if content.level.len() == 12), "triangles");
    assert_eq!(surface::surface(&desk.editor).unwrap().triangles().len(), 12, "visible");
    desk.input(Input::Run(Command::Undo));
    assert!(desk.editor.document().levels.is_empty() && surface::surface(&desk.editor).is_none(), "undone");
    desk.input(Input::Run(Command::Redo));
    assert!(surface::surface(&desk.editor).is_some(), "redone without reading the file again");
}

#[test]
fn hidden_parts_are_left_out() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    let level = desk.editor.document().levels[0].clone();
    let hidden = LevelReference { hidden_nodes: vec!["Box".into()], ..level.clone() };
    desk.input(Input::Level(LevelInput::Set(0, hidden)));
    assert_eq!(surface::surface(&desk.editor).unwrap().triangles().len(), 2, "the floor");
    desk.input(Input::Level(LevelInput::Set(0, LevelReference { is_visible: false, ..level })));
    assert!(surface::surface(&desk.editor).is_none(), "a hidden level");
    desk.input(Input::Level(LevelInput::Remove(0)));
    assert!(desk.editor.document().levels.is_empty(), "removed");
}

#[test]
fn a_missing_file_is_reported_and_can_be_found() {
    let mut desk = Desk::new();
    let effects = desk.add("gone.obj");
    assert!(messages(&effects)[0].text.contains("gone.obj cannot be read"), "{effects:?}");
    assert!(desk.editor.document().levels.is_empty(), "nothing was added");
    let mesh = desk.editor.document().mesh.clone();
    let gone = LevelReference::new(desk.path("gone.obj").to_string_lossy());
    desk.open(Document { levels: vec![gone].into(), ..Document::of_mesh(mesh.clone()) });
    assert!(
        matches!(desk.state(), LevelFile::Failed(why) if why.contains("cannot be read")),
        "{:?}",
        desk.state()
    );
    assert_eq!(desk.editor.document().mesh, mesh, "the mesh is unaffected");
    desk.input(Input::Level(LevelInput::Find(0)));
    let effects = desk.choose(Some(0), "house.obj");
    assert!(matches!(desk.state(), LevelFile::Read(_)), "found");
    assert_eq!(desk.editor.document().levels.len(), 1, "the same level");
    let is_retracted = |effect: &Effect| matches!(effect, Effect::Retract(message) if message.text.contains("gone.obj cannot be read"));
    assert!(effects.iter().any(is_retracted), "the message is removed: {effects:?}");
}

#[test]
fn a_file_outside_of_the_folder_is_read_on_request_only() {
    let mut desk = Desk::new();
    let other = tempfile::tempdir().unwrap();
    let path = other.path().join("house.obj");
    std::fs::write(&path, HOUSE).unwrap();
    let level = LevelReference::new(path.to_string_lossy());
    desk.open(Document { levels: vec![level].into(), ..Document::default() });
    assert_eq!(desk.state(), &LevelFile::Unread(Some(NotLocal::Outside)), "not read");
    desk.input(Input::Level(LevelInput::Reload(0)));
    assert!(matches!(desk.state(), LevelFile::Read(_)), "read on request");
}

#[test]
fn a_level_of_a_hidden_folder_is_read_on_request_only() {
    let mut desk = Desk::new();
    std::fs::create_dir(desk.path(".tool")).unwrap();
    std::fs::write(desk.path(".tool/house.obj"), HOUSE).unwrap();
    let named = |path: std::path::PathBuf| {
        let level = LevelReference::new(path.to_string_lossy());
        Document { levels: vec![level].into(), ..Document::default() }
    };
    desk.open(named(desk.path(".tool/house.obj")));
    assert_eq!(desk.state(), &LevelFile::Unread(Some(NotLocal::Hidden)), "not read");
    assert!(
        changed::watched(&desk.editor).all(|(file, _)| file == desk.path("map.ron").as_os_str()),
        "nor watched"
    );
    desk.input(Input::Level(LevelInput::Reload(0)));
    assert!(matches!(desk.state(), LevelFile::Read(_)), "read on request");
}

#[cfg(unix)]
#[test]
fn a_level_is_not_read_through_a_link_out_of_the_folder() {
    let mut desk = Desk::new();
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("house.obj"), HOUSE).unwrap();
    std::os::unix::fs::symlink(other.path().join("house.obj"), desk.path("ln.obj")).unwrap();
    std::os::unix::fs::symlink(other.path(), desk.path("folder")).unwrap();
    for name in ["ln.obj", "folder/house.obj"] {
        let level = LevelReference::new(desk.path(name).to_string_lossy());
        desk.open(Document { levels: vec![level].into(), ..Document::default() });
        let linked = NotLocal::LinkedOutside(other.path().join("house.obj"));
        assert_eq!(desk.state(), &LevelFile::Unread(Some(linked)), "{name}");
    }
}

#[test]
fn a_changed_file_is_outdated_until_it_is_accepted() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    assert!(!files::is_outdated(&desk.editor, 0), "made for this file");
    std::fs::write(desk.path("house.obj"), HOUSE.replace("v 0 1 0", "v 0 2 0")).unwrap();
    desk.input(Input::Level(LevelInput::Reload(0)));
    assert!(files::is_outdated(&desk.editor, 0), "the file changed");
    desk.input(Input::Level(LevelInput::Accept(0)));
    assert!(!files::is_outdated(&desk.editor, 0), "accepted");
    desk.input(Input::Run(Command::Undo));
    assert!(files::is_outdated(&desk.editor, 0), "accepting can be undone");
}

#[test]
fn the_places_of_a_change_are_shown_one_after_another() {
    let mut desk = Desk::new();
    let corner = |x: u32, z: u32| [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]];
    // Squares near the corners of the floor, of which the level changes at the first two.
    let squares = [corner(0, 0), corner(9, 9), corner(9, 0)];
    let corners = squares.iter().flatten().map(|&[x, z]| Vec3::new(x as f32, 1.0, z as f32));
    let cells = (0..3).map(|i| Cell::new([0, 1, 2, 3].map(|nth| VertexId(4 * i + nth)), AreaId(0)));
    desk.open(Document::of_mesh(NavMesh::from_parts(corners, cells).unwrap()));
    desk.add("house.obj");
    let crates = "v 0.1 1 0.1\nv 0.1 2 0.3\nv 0.3 1 0.3\nf -3 -2 -1\nv 9.5 1 9.5\nv 9.5 2 9.6\nv 9.7 1 9.6\nf -3 -2 -1\n";
    std::fs::write(desk.path("house.obj"), [HOUSE, crates].concat()).unwrap();
    desk.input(Input::Level(LevelInput::Reload(0)));
    let places = |desk: &Desk| -> Vec<Vec<u32>> {
        let places = outdated::places(&desk.editor).into_iter().flat_map(|places| places.iter());
        places.map(|place| place.cells.iter().map(|cell| cell.0).collect()).collect()
    };
    assert_eq!(places(&desk), [[0], [1]], "where something new is");
    let outdated_marks = |desk: &Desk| {
        let scene = desk.editor.scene(ViewId::ABOVE);
        scene.marks.iter().filter(|mark| matches!(mark, Mark::Fill(Role::Outdated, _))).count()
    };
    desk.input(Input::Run(Command::FrameAll));
    assert_eq!(outdated_marks(&desk), 2, "both are marked");
    for expected in [0, 1, 0] {
        desk.input(Input::Run(Command::NextOutdated));
        let selected: Vec<Element> = desk.editor.selection().elements().collect();
        assert_eq!(selected, [Element::Cell(CellId(expected))], "one after another");
    }
    desk.editor.verify_analyses().unwrap();
    desk.input(Input::Level(LevelInput::Accept(0)));
    assert_eq!(places(&desk), [[0; 0]; 0], "accepted");
    desk.input(Input::Run(Command::Undo));
    assert_eq!(places(&desk).len(), 2, "accepting can be undone");
}

#[test]
fn an_import_shows_the_rest_of_its_file_as_level() {
    let mut desk = Desk::new();
    let text = format!("{HOUSE}o NavMesh\nv 1 1 1\nv 1 1 3\nv 3 1 3\nf 13 14 15\n");
    std::fs::write(desk.path("level.obj"), text).unwrap();
    let Ok(Opened::Scene { scene, .. }) = open(&desk.path("level.obj")) else { panic!("a scene") };
    let dialog =
        navsmith::editor::files::import::ImportDialog::new(desk.path("level.obj").into(), scene.into());
    let mut jobs = desk.file(scanned(dialog));
    jobs.extend(desk.file(FileInput::Answer(Choice::Import)));
    for job in crate::support::jobs::jobs_among(jobs, "importing") {
        let done = crate::support::jobs::run(&job, &Progress::none()).unwrap();
        desk.input(done);
    }
    let level = desk.editor.document().levels[0].clone();
    assert_eq!(level.hidden_nodes, ["NavMesh"], "the navmesh is not part of the level");
    assert!(level.content.is_some(), "the content that the mesh was made for");
    assert_eq!(desk.editor.document().mesh.cell_count(), 1, "the navmesh");
    assert_eq!(surface::surface(&desk.editor).unwrap().triangles().len(), 12, "the level");
}

#[test]
fn a_level_that_arrives_after_its_document_was_closed_changes_nothing() {
    let mut desk = Desk::new();
    let file = desk.path("house.obj").into();
    choose(&mut desk.editor, FilePurpose::Level(None), file);
    let reading = desk.editor.take_effects();
    desk.open(Document::default());
    desk.input(reading.iter().find_map(reply_of).unwrap());
    assert!(
        desk.editor.document().levels.is_empty() && !desk.editor.is_dirty(),
        "the new document is unchanged"
    );
}

/// Returns the area of the level of an OBJ, in m².
fn level_area(text: &str) -> f32 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.obj");
    std::fs::write(&path, text).unwrap();
    let Ok(Opened::Scene { scene, .. }) = open(&path) else { panic!("a scene") };
    let level = scene.level().unwrap();
    let triangles = level.parts().iter().flat_map(|part| level.triangles_of(part));
    triangles.map(|[a, b, c]| (b - a).cross(c - a).length() * 0.5).sum()
}

#[test]
fn a_level_covers_the_ground_of_its_faces_and_no_notches_or_holes() {
    let arrow = "v 0 0 0\nv 4 0 4\nv 8 0 0\nv 4 0 8\nf 1 4 3 2\n";
    assert_eq!(level_area(arrow), 16.0, "a notch");
    let upright = "v 0 0 0\nv 4 4 0\nv 8 0 0\nv 4 8 0\nf 2 3 4 1\n";
    assert_eq!(level_area(upright), 16.0, "a notch in a wall");
    let keyhole =
        "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nv 3 0 3\nv 5 0 3\nv 5 0 5\nv 3 0 5\nf 1 2 3 4 1 5 6 7 8 5\n";
    assert_eq!(level_area(keyhole), 60.0, "a hole");
}
