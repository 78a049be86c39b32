//! Import of files into the open document and on the command line, and conversion after each change.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::sync::Arc;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::{Destination, ImportDialog, ImportSettings};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::request::{FilePurpose, ReadPurpose};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, Link, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, FORMATS, FileRef, Format, Opened, Placement, ron};

use crate::support::command_line::{Folder, SQUARES, navsmith, run};
use crate::support::files::{self, choose, opening, reading, scanned, unnumbered};
use crate::support::jobs::{finish, jobs_among};

/// Returns a square of 2 m from a corner, with a link to a point beside it.
fn square(x: f32, area: &str) -> Document {
    let corners = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]].map(|[dx, z]| Vec3::new(x + dx, 0.0, z));
    let mesh = NavMesh::from_parts(corners, [Cell::new((0..4).map(VertexId), AreaId(0))]).expect("a square");
    let link = Link::between(Vec3::new(x + 1.0, 0.0, 1.0), Vec3::new(x + 9.0, 0.0, 1.0));
    let areas = vec![Area { name: area.into(), ..Area::default() }].into();
    Document { areas, ..Document::of_mesh(mesh.with_links([link]).expect("a good link")) }
}

/// Answers the import dialog about a file for the open document.
fn import_into(editor: &mut Editor, mut dialog: ImportDialog, welds: bool) {
    dialog.destination = Destination::OpenDocument { welds };
    editor.handle(Input::File(scanned(dialog)));
    for job in jobs_among(editor.take_effects(), "importing") {
        finish(editor, &job);
    }
    editor.handle(Input::File(FileInput::Answer(Choice::Import)));
}

fn dialog(document: Document) -> ImportDialog {
    ImportDialog::of_mesh("other.ron".into(), document, Vec::new(), true)
}

#[test]
fn a_mesh_is_added_as_one_step_and_selected() {
    let mut editor = Editor::new(square(0.0, "grass"));
    let before = editor.document().clone();
    import_into(&mut editor, dialog(square(10.0, "mud")), false);
    let added = editor.document();
    assert_eq!((added.mesh.cell_count(), added.mesh.link_count()), (2, 2));
    let names: Vec<&str> = added.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(names, ["grass", "mud"], "merged by name");
    let selected = editor.selection();
    assert_eq!(selected.cells().len(), 1, "the added cell");
    let positions: Vec<Vec3> =
        selected.cells().iter().flat_map(|&cell| added.mesh.ring(cell).into_iter()).collect();
    assert!(positions.iter().all(|at| at.x >= 10.0), "{positions:?}");
    assert_eq!(selected.describe(), "1 cell, 1 link", "with its link, to move both");
    assert!(editor.undo(), "one step");
    assert_eq!(*editor.document(), before);
    assert!(!editor.undo(), "and no other");
}

#[test]
fn borders_that_almost_touch_are_welded_on_request() {
    for (welds, islands) in [(false, 2), (true, 1)] {
        let mut editor = Editor::new(square(0.0, "grass"));
        import_into(&mut editor, dialog(square(2.02, "grass")), welds);
        assert_eq!(editor.derived().islands.len(), islands, "welds: {welds}");
        assert_eq!(editor.document().areas.len(), 1, "the same area");
        assert!(editor.undo() && !editor.undo(), "one step");
    }
}

#[test]
fn every_readable_format_can_be_added_with_a_placement() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    for format in Format::writable().filter(|format| format.read.is_some()) {
        let path = folder.path().join(format!("a.{}", format.extensions[0]));
        let bytes = format.encode(&square(10.0, "walkable"), FileCoordinates::default(), &Progress::none());
        let bytes = bytes.expect("not stopped").expect("valid");
        let file = FileRef::from(path.as_path());
        let dialog = match io::open_bytes((&path, Stamp::of(&bytes)), &bytes) {
            Ok(Opened::Scene { scene, .. }) => ImportDialog::new(file, Arc::new(scene)),
            Ok(Opened::Document { document, .. }) => ImportDialog::of_mesh(file, document, Vec::new(), true),
            Ok(Opened::Mesh { document, notes, .. }) => ImportDialog::of_mesh(file, document, notes, false),
            other => panic!("{format}: {other:?}"),
        };
        let mut editor = Editor::new(square(0.0, "walkable"));
        editor.handle(Input::File(scanned(dialog.clone())));
        let placement = Placement { scale: 0.5, ..dialog.settings().placement };
        let settings = ImportSettings { placement, ..dialog.settings().clone() };
        editor.handle(Input::File(FileInput::SetImport(settings)));
        let destination = Destination::OpenDocument { welds: false };
        editor.handle(Input::File(FileInput::SetDestination(destination)));
        editor.handle(Input::File(FileInput::Answer(Choice::Import)));
        for _ in 0..2 {
            for job in jobs_among(editor.take_effects(), "importing") {
                finish(&mut editor, &job);
            }
        }
        let mesh = &editor.document().mesh;
        assert_eq!(mesh.cell_count(), 2, "{format}");
        assert!((mesh.bounds().max.x - 6.0).abs() < 1e-5, "{format} is placed: {:?}", mesh.bounds());
    }
}

#[test]
fn files_are_chosen_or_dropped_to_be_added() {
    let mut editor = Editor::new(square(0.0, "grass"));
    editor.handle(Input::Run(Command::ImportInto));
    let asked = unnumbered(editor.take_effects());
    assert_eq!(asked, [files::asking(FilePurpose::Import, None)]);
    choose(&mut editor, FilePurpose::Import, "a.glb".into());
    assert_eq!(unnumbered(editor.take_effects()), [reading("a.glb".into(), ReadPurpose::Import)]);
    let files: Vec<FileRef> = vec!["a.glb".into(), "b.ron".into()];
    editor.handle(Input::Dropped { files: files.clone(), is_added: true });
    let reads: Vec<Effect> = files.into_iter().map(|file| reading(file, ReadPurpose::Import)).collect();
    assert_eq!(unnumbered(editor.take_effects()), reads, "all of them");
    let dialogs = [square(10.0, "a"), square(20.0, "b")].map(dialog);
    for dialog in dialogs {
        editor.handle(Input::File(scanned(dialog)));
    }
    assert!(matches!(editor.dialog(), Some(Dialog::Import(_))), "one after the other");
}

#[test]
fn too_many_areas_are_refused_and_change_nothing() {
    let mut full = square(0.0, "area 1");
    full.areas = (0..256).map(Area::numbered).collect::<Vec<_>>().into();
    let mut editor = Editor::new(full.clone());
    import_into(&mut editor, dialog(square(10.0, "mud")), true);
    assert_eq!(*editor.document(), full);
    let texts: Vec<String> = editor
        .take_effects()
        .into_iter()
        .filter_map(|effect| if let Effect::Say(message) = effect { Some(message.text) } else { None })
        .collect();
    assert!(texts.iter().any(|text| text.contains("more than 256 areas")), "{texts:?}");
    let mut draft = navsmith_core::navmesh::Draft::of(full.mesh);
    assert!(
        delete_cells(&mut draft, &[navsmith_core::navmesh::CellId(0)]).is_ok(),
        "the mesh is still sound"
    );
}

#[test]
fn the_command_line_adds_files_and_welds_their_borders() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let other = folder.path("other.json");
    let beside = square(4.01, "mud");
    let json =
        Format::of_name(&other).expect("JSON").encode(&beside, FileCoordinates::default(), &Progress::none());
    std::fs::write(&other, json.expect("not stopped").expect("valid")).expect("a file for tests");
    let (other, out) = (other.to_str().expect("valid UTF-8"), folder.path("out.ron"));
    let out = out.to_str().expect("valid UTF-8");
    let converted = |weld: &[&str]| {
        let ran = run(&[&["convert", &file, out, "--add", other], weld].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let document = ron::read(&std::fs::read_to_string(out).expect("written")).expect("a document");
        (run(&["info", out, "--json"]).json()["islands"].as_array().map(Vec::len), document)
    };
    let (islands, document) = converted(&[]);
    assert_eq!(islands, Some(3));
    assert_eq!((document.mesh.cell_count(), document.mesh.link_count()), (4, 1), "links are kept");
    let names: Vec<&str> = document.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(names, ["walkable", "mud"]);
    let (islands, document) = converted(&["--weld", "0.05"]);
    assert_eq!(islands, Some(2), "welded");
    assert_eq!(document.mesh.link_count(), 1, "welding keeps links too");
}

#[test]
fn a_file_is_converted_again_after_each_change() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let out = folder.path("out.obj");
    let mut command = navsmith();
    command.args(["convert", &file]).arg(&out).arg("--watch").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut errors = BufReader::new(child.stderr.take().expect("piped")).lines();
    let mut line = || lines.next().expect("a line").expect("valid UTF-8");
    assert!(line().ends_with("9 vertices (0 welded), 3 cells"), "converted at the start");
    std::fs::write(&file, &SQUARES[..SQUARES.len() / 2]).expect("half of a file");
    let why = errors.next().expect("a line").expect("valid UTF-8");
    assert!(why.starts_with("navsmith: ") && why.contains("squares.ron"), "{why}");
    assert!(std::fs::read_to_string(&out).expect("written").contains("f 1 2 3 4"), "the last one stays");
    std::fs::write(&file, SQUARES.replace(", (corners: [6, 7, 8])", "")).expect("a file for tests");
    assert!(line().ends_with("9 vertices (0 welded), 2 cells"), "converted again");
    std::fs::remove_file(&file).expect("a file for tests");
    let why = errors.next().expect("a line").expect("valid UTF-8");
    assert!(
        why.contains("squares.ron cannot be read") && why.ends_with("waiting for its next change"),
        "{why}"
    );
    std::fs::write(&file, SQUARES).expect("a file for tests");
    assert!(line().ends_with("9 vertices (0 welded), 3 cells"), "it exists again");
    child.kill().expect("running until now");
    child.wait().expect("ended");
}

#[test]
fn nodes_are_chosen_in_added_levels_only() {
    let (folder, added) = Folder::with("squares.ron", SQUARES);
    let (level, out) = (folder.path("level.obj"), folder.path("out.ron"));
    let text = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 5 0 0\nv 6 0 0\nv 5 0 1\no Floor\nf 1 3 2\no Roof\nf 4 6 5\n";
    std::fs::write(&level, text).expect("a file for tests");
    let (level, out) = (level.to_str().expect("valid UTF-8"), out.to_str().expect("valid UTF-8"));
    let ran = run(&["convert", level, out, "--node", "Floor", "--add", &added]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let document = ron::read(&std::fs::read_to_string(out).expect("written")).expect("a document");
    assert_eq!(document.mesh.cell_count(), 4, "the floor and the squares");
    let ran = run(&["convert", &added, out, "--node", "Floor", "--add", level]);
    assert!(ran.err.contains("--node applies to levels only"), "{}", ran.err);
}

#[test]
fn a_watched_conversion_does_not_write_what_it_reads() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let other = folder.path("other.ron");
    std::fs::write(&other, SQUARES).expect("a file for tests");
    let other = other.to_str().expect("valid UTF-8");
    for out in [&*file, other] {
        let ran = run(&["convert", &file, out, "--add", other, "--watch"]);
        assert_eq!(ran.code, Some(2), "{}", ran.out);
        assert!(ran.err.contains("is a file that is read, so --watch never ends"), "{}", ran.err);
    }
}

#[test]
fn every_format_of_the_table_is_opened_whatever_its_way_in() {
    let extensions = || FORMATS.iter().filter(|format| format.read.is_some()).flat_map(|it| it.extensions);
    for extension in extensions() {
        let file = FileRef::from(format!("a.{extension}"));
        for input in [
            Input::File(FileInput::Open(file.clone())),
            Input::Dropped { files: vec![file.clone()], is_added: false },
        ] {
            let mut editor = Editor::new(Document::default());
            editor.handle(input);
            assert_eq!(unnumbered(editor.take_effects()), [opening(file.clone())], "{extension}");
        }
    }
    let mut editor = Editor::new(Document::default());
    import_as_new(&mut editor, dialog(square(0.0, "grass")));
    let recent = editor.take_effects().into_iter().find(|effect| matches!(effect, Effect::Remember(_)));
    assert_eq!(recent, Some(Effect::Remember("other.ron".into())), "a recent file");
}

fn import_as_new(editor: &mut Editor, dialog: ImportDialog) {
    editor.handle(Input::File(scanned(dialog)));
    for job in jobs_among(editor.take_effects(), "importing") {
        finish(editor, &job);
    }
    editor.handle(Input::File(FileInput::Answer(Choice::Import)));
}

/// A level with a triangle, whose buffer is a file of its own.
fn level_with_buffer() -> (Folder, String, std::path::PathBuf) {
    let json = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"uri":"level.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]}"#;
    let (folder, file) = Folder::with("level.gltf", json);
    let corners = [[0.0_f32, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let bytes: Vec<u8> = corners.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let buffer = folder.path("level.bin");
    std::fs::write(&buffer, bytes).expect("a file for tests");
    (folder, file, buffer)
}

#[test]
fn no_file_that_the_input_refers_to_is_overwritten() {
    let (folder, level, buffer) = level_with_buffer();
    let before = std::fs::read(&buffer).expect("there");
    let out = buffer.to_str().expect("valid UTF-8");
    let squares = folder.path("squares.ron").display().to_string();
    std::fs::write(&squares, SQUARES).expect("a file for tests");
    let last = "(corners: [6, 7, 8])]";
    let map = folder.path("map.ron").display().to_string();
    let text = SQUARES.replace(last, &format!("{last}, levels: [(file: \"level.gltf\")]"));
    std::fs::write(&map, text).expect("a file for tests");
    let (other, other_buffer) = (level.replace("level.gltf", "other.gltf"), buffer.with_extension("dat"));
    let text = std::fs::read_to_string(&level).expect("there");
    std::fs::write(&other, text.replace("level.bin", "level.dat")).expect("a file for tests");
    std::fs::copy(&buffer, &other_buffer).expect("a file for tests");
    let other_buffer = other_buffer.to_str().expect("valid UTF-8");
    for arguments in [
        &["convert", &level, out][..],
        &["convert", &squares, out, "--add", &level],
        &["convert", &map, out, "--force"],
        &["convert", &map, &level],
        &["convert", &squares, &map, "--add", &map],
        &["bake", &other, "-o", other_buffer],
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains("is read from it; write to another file"), "{}", ran.err);
    }
    assert_eq!(std::fs::read(&buffer).expect("there"), before, "as before");
    let ran = run(&["convert", &squares, &squares]);
    assert_eq!(ran.code, Some(0), "a document is converted in place: {}", ran.err);
}
