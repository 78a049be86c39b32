//! Issues of exports: of stored targets, and of the format of the export dialog.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{all_issues, issues_of_cell};
use navsmith::editor::analysis::export_issues;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::files::export::ExportSettings;
use navsmith::editor::files::file::{FileInput, export_check};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::request::FilePurpose;
use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::check::{Fix, Issue};
use navsmith_formats::document::{Area, Document, ExportTarget};
use navsmith_formats::io::{FileRef, ron};

use crate::support::command_line::{Folder, run};
use crate::support::files::choose;
use crate::support::jobs;
use crate::support::notation;

const CENTIMETRES: FileCoordinates =
    FileCoordinates { scale: 0.01, up: navsmith_core::geometry::UpAxis::Y, mirror: None };

/// Returns a document with an export target.
fn exported(mesh: NavMesh, file: &str, coordinates: FileCoordinates) -> Document {
    let target = ExportTarget { file: file.into(), coordinates, runs_on_save: false };
    Document { exports: vec![target].into(), ..Document::of_mesh(mesh) }
}

fn mesh(corners: &[[f32; 3]], cells: &[&[u32]], area: u8) -> NavMesh {
    let cells = cells.iter().map(|ring| Cell::new(ring.iter().map(|&v| VertexId(v)), AreaId(area)));
    NavMesh::from_parts(corners.iter().copied().map(Vec3::from), cells).unwrap()
}

/// A regular cell of a number of corners.
fn round(count: u32) -> NavMesh {
    let corner = |i: u32| {
        let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
        [(angle.sin() * 5.0) as f32, 0.0, (angle.cos() * 5.0) as f32]
    };
    let corners: Vec<[f32; 3]> = (0..count).map(corner).collect();
    mesh(&corners, &[&(0..count).collect::<Vec<_>>()], 0)
}

/// Two squares whose vertices are one number apart, and have one position in centimetres.
fn split_at(from: f32, size: f32) -> NavMesh {
    let stored = |x: f32| CENTIMETRES.to_file(Vec3::new(x, 0.0, 0.0));
    let mut a = from;
    while stored(a) != stored(a.next_up()) {
        a = a.next_up();
    }
    let b = a.next_up();
    let square = |x: f32, far: f32| [[x, 0.0, 0.0], [x, 0.0, size], [far, 0.0, size], [far, 0.0, 0.0]];
    let corners = [square(a - size, a), square(b, b + size)].concat();
    mesh(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7]], 0)
}

fn names(editor: &Editor) -> BTreeSet<&'static str> {
    all_issues(editor).map(|issue| issue.kind.name()).collect()
}

fn first(editor: &Editor, name: &str) -> Issue {
    all_issues(editor).find(|issue| issue.kind.name() == name).unwrap().clone()
}

fn send(editor: &mut Editor, input: IssueInput) {
    editor.handle(Input::Issue(input));
}

#[test]
fn a_cell_with_too_many_corners_for_a_target_is_split() {
    for (count, file, has_issue) in
        [(9, "a.bin", true), (7, "a.navcat.json", true), (6, "a.bin", false), (9, "a.glb", false)]
    {
        let mut editor = Editor::new(exported(round(count), file, FileCoordinates::default()));
        let expected: BTreeSet<&str> = has_issue.then_some("export_corners").into_iter().collect();
        assert_eq!(names(&editor), expected, "{count} corners, {file}");
        if !has_issue {
            continue;
        }
        let issue = first(&editor, "export_corners");
        assert!(
            issue.describe().ends_with("at most 6, so the export cuts it up. Split it."),
            "{}",
            issue.describe()
        );
        assert!(issues_of_cell(&editor, CellId(0)).any(|other| other.is_same(&issue)), "it is of its cell");
        send(&mut editor, IssueInput::Fix(issue.clone(), issue.fix().unwrap()));
        assert_eq!((names(&editor), editor.history().done().len()), (BTreeSet::new(), 1));
        let largest = editor.document().mesh.cells().map(|(_, cell)| cell.corners().len()).max();
        assert!(largest.is_some_and(|corners| corners <= 6), "{largest:?}");
    }
}

#[test]
fn vertices_that_become_one_in_the_file_are_found() {
    let far = split_at(1_000_000.0, 8.0);
    let mut editor = Editor::new(exported(far.clone(), "a.obj", CENTIMETRES));
    assert_eq!(names(&editor), BTreeSet::from(["export_collapse", "far_from_origin"]));
    let issue = first(&editor, "export_collapse");
    assert_eq!(issue.headline(), "Vertices 3 and 4 have one position in the OBJ");
    send(&mut editor, IssueInput::Frame(issue.clone()));
    assert_eq!(editor.selection().vertices().len(), 2);
    for fix in issue.fixes() {
        let mut editor = Editor::new(exported(far.clone(), "a.obj", CENTIMETRES));
        send(&mut editor, IssueInput::Fix(issue.clone(), fix.clone()));
        assert!(!all_issues(&editor).any(|other| other.is_same(&issue)), "{}", fix.label());
        if fix == Fix::Recenter {
            assert_eq!(names(&editor), BTreeSet::new());
        }
        assert_eq!(editor.history().done().len(), 1, "{}", fix.label());
    }
    let in_metres = Editor::new(exported(far, "a.obj", FileCoordinates::default()));
    assert_eq!(
        names(&in_metres),
        BTreeSet::from(["far_from_origin"]),
        "the numbers are those of the document"
    );
    // A large mesh around such a place is not far from the origin.
    let large = Editor::new(exported(split_at(1_000_000.0, 900_000.0), "a.obj", CENTIMETRES));
    assert_eq!(names(&large), BTreeSet::from(["export_collapse"]));
    let issue = first(&large, "export_collapse");
    assert_eq!(issue.fixes().len(), 1, "a move does not help");
    assert!(issue.describe().ends_with("Weld the vertices."), "{}", issue.describe());
}

#[test]
fn a_target_that_refuses_the_document_is_an_error() {
    let mut document = exported(
        mesh(&[[0.0; 3], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0]], &[&[0, 1, 2]], 69),
        "a.bin",
        FileCoordinates::default(),
    );
    document.areas = std::sync::Arc::new((0..70).map(Area::numbered).collect());
    let mut editor = Editor::new(document.clone());
    assert_eq!(names(&editor), BTreeSet::from(["export_refused"]));
    let issue = first(&editor, "export_refused");
    assert!(
        issue.fixes().is_empty() && issue.headline().starts_with("As Detour tile set: "),
        "{}",
        issue.headline()
    );
    send(&mut editor, IssueInput::Frame(issue.clone()));
    assert_eq!(editor.selection().cells().len(), 1);
    send(&mut editor, IssueInput::Ignore(issue));
    assert_eq!(names(&editor), BTreeSet::new(), "it can be ignored");
}

#[test]
fn errors_that_only_the_file_has_are_found() {
    let floors = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 0 5 0, 0 5 2, 2 5 2, 2 5 0; c 0 1 2 3, 4 5 6 7");
    let editor = Editor::new(exported(floors.clone(), "a.mesh", FileCoordinates::default()));
    assert_eq!(names(&editor), BTreeSet::from(["export_error"]));
    let issue = first(&editor, "export_error");
    assert!(issue.headline().starts_with("In the Polyanya mesh: "), "{}", issue.headline());
    assert_eq!(names(&Editor::new(exported(floors, "a.glb", FileCoordinates::default()))), BTreeSet::new());
}

#[test]
fn the_export_dialog_checks_its_format() {
    let mut editor = Editor::new(Document::of_mesh(round(9)));
    assert_eq!(names(&editor), BTreeSet::new(), "without a target");
    let folder = Folder::new();
    let file = FileRef::from(folder.path("a.bin"));
    choose(&mut editor, FilePurpose::Export, file);
    let found = export_check::export_check(&editor).unwrap();
    assert_eq!(found.issues.len(), 1, "{:?}", found.issues);
    assert_eq!(
        found.issues[0].headline(),
        "Cell 0 has 9 corners, and a polygon of a Detour tile set at most 6"
    );
    assert_eq!(names(&editor), BTreeSet::new(), "the target is not stored");
    let settings = ExportSettings { coordinates: CENTIMETRES, ..ExportSettings::default() };
    editor.handle(Input::File(FileInput::SetExport(settings)));
    assert_eq!(export_check::export_check(&editor).unwrap().issues.len(), 1, "in other coordinates");
    editor.handle(Input::File(FileInput::Answer(navsmith::editor::files::dialog::Choice::Cancel)));
    assert!(export_check::export_check(&editor).is_none(), "without a dialog");
}

#[test]
fn a_job_checks_the_targets_of_a_large_mesh() {
    let side = 40;
    let id = |x: u32, z: u32| z * (side + 1) + x;
    let corners: Vec<[f32; 3]> =
        (0..=side).flat_map(|z| (0..=side).map(move |x| [x as f32, 0.0, z as f32])).collect();
    let rings: Vec<[u32; 4]> = (0..side)
        .flat_map(|z| (0..side).map(move |x| [id(x, z), id(x, z + 1), id(x + 1, z + 1), id(x + 1, z)]))
        .collect();
    let cells: Vec<&[u32]> = rings.iter().map(|ring| &ring[..]).collect();
    let mut document = exported(mesh(&corners, &cells, 69), "a.bin", FileCoordinates::default());
    document.areas = std::sync::Arc::new((0..70).map(Area::numbered).collect());
    let mut editor = Editor::new(document);
    assert!(export_issues::export_issues(&editor).is_none(), "a job finds them");
    editor.handle(Input::Tick(1.0));
    let job = jobs::only_job(&mut editor, "checking the exports");
    jobs::finish(&mut editor, &job);
    assert_eq!(names(&editor), BTreeSet::from(["export_refused"]));
}

#[test]
fn the_command_line_checks_the_targets_of_a_document() {
    let folder = Folder::new();
    let path = folder.path("level.ron");
    let target = ExportTarget {
        file: folder.path("level.bin").display().to_string(),
        coordinates: FileCoordinates::default(),
        runs_on_save: false,
    };
    let document = Document { exports: vec![target].into(), ..Document::of_mesh(round(9)) };
    let document = navsmith_formats::io::with_relative_files(&document, &path);
    std::fs::write(&path, ron::write(&document).unwrap()).unwrap();
    let file = path.display().to_string();
    let ran = run(&["validate", &file]);
    assert!(ran.out.contains("Too many corners for export: 1"), "{} {}", ran.out, ran.err);
    assert!(!ran.out.contains("by export"), "{}", ran.out);
    let other = run(&["validate", &file, "--as", "glb"]);
    assert!(!other.out.contains("Too many corners"), "{}", other.out);
}

#[test]
fn coordinates_beyond_the_tolerance_of_detour_are_a_warning_that_strict_refuses() {
    let at = |far: f32| {
        mesh(
            &[[far, 0.0, 0.0], [far, 0.0, 8.0], [far + 8.0, 0.0, 8.0], [far + 8.0, 0.0, 0.0]],
            &[&[0, 1, 2, 3]],
            0,
        )
    };
    let found = |far: f32, scale: f32| {
        let coordinates = FileCoordinates { scale, ..FileCoordinates::default() };
        let editor = Editor::new(exported(at(far), "/level.bin", coordinates));
        all_issues(&editor).find(|issue| issue.kind.name() == "export_coarse").cloned()
    };
    assert_eq!(
        (found(131_000.0, 1.0), found(200_000.0, 10.0)),
        (None, None),
        "near enough, also in the file"
    );
    let issue = found(200_000.0, 1.0).unwrap();
    assert!(issue.headline().contains("coordinates are up to 200,008"), "{}", issue.headline());
    assert_eq!(issue.fix(), Some(Fix::Recenter));
    let (folder, far) = Folder::with("far.ron", &ron::write(&Document::of_mesh(at(200_000.0))).unwrap());
    let out = folder.path("far.bin").display().to_string();
    let made = run(&["convert", &far, &out, "--strict"]);
    assert_eq!(
        (made.code, made.err.contains("coordinates are up to 200,008")),
        (Some(1), true),
        "{}",
        made.err
    );
    assert!(!folder.path("far.bin").exists());
    let made = run(&["convert", &far, &out]);
    assert_eq!(
        (made.code, made.err.contains("coordinates are up to 200,008")),
        (Some(0), true),
        "{}",
        made.err
    );
    let listed = run(&["validate", &out, "--level", "error"]);
    assert_eq!(listed.code, Some(0), "no false error when it is read back: {}", listed.out);
    let listed = run(&["validate", &far, "--as", "detour"]).out;
    assert!(listed.contains("warning: Coordinates too large for export: 1"), "{listed}");
}
