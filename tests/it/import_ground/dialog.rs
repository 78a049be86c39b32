//! The import dialog decides between a mesh and a level.

use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::{ImportDialog, ImportSettings};
use navsmith::editor::interaction::input::Input;
use navsmith_core::geometry::UpAxis;
use navsmith_formats::document::Document;
use navsmith_formats::io::{self, Evidence, MAX_SLOPE, Opened, Placement};

use super::{PLATFORM, RAMP};
use crate::support::command_line::Folder;
use crate::support::files::scanned;

#[test]
fn the_dialog_states_the_decision_and_its_reason() {
    for (text, expected) in [(RAMP, Evidence::NoWalls), (PLATFORM, Evidence::Walls)] {
        let (_folder, file) = Folder::with("a.obj", text);
        let Ok(Opened::Scene { scene, .. }) = io::open(file.as_ref()) else { panic!("a scene") };
        let dialog = ImportDialog::new("a.obj".into(), Arc::new(scene));
        assert_eq!(dialog.evidence, Some(expected));
        assert_eq!(dialog.settings().max_slope.is_none(), expected.is_navmesh(), "{expected:?}");
    }
}

#[test]
fn the_dialog_decides_again_when_items_or_axes_change_but_keeps_a_slope_of_the_user() {
    // Flat ground as one object, and a box without a bottom as another one.
    let text = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\no ground\nf 1 2 3 4\nv 5 0 0\nv 5 0 1\nv 6 0 1\nv 6 0 0\n\
                v 5 1 0\nv 5 1 1\nv 6 1 1\nv 6 1 0\no box\nf 9 10 11 12\nf 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\n\
                f 8 5 9 12\n";
    let (_folder, file) = Folder::with("a.obj", text);
    let Ok(Opened::Scene { scene, .. }) = io::open(file.as_ref()) else { panic!("a scene") };
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::File(scanned(ImportDialog::new("a.obj".into(), Arc::new(scene)))));
    let decided = |editor: &Editor| {
        let Some(Dialog::Import(dialog)) = editor.dialog() else { panic!("the import is asked about") };
        (dialog.evidence, dialog.settings().clone())
    };
    let set = |editor: &mut Editor, settings: ImportSettings| {
        editor.handle(Input::File(FileInput::SetImport(settings)));
        decided(editor)
    };
    let (first, settings) = decided(&editor);
    assert_eq!((first, settings.chosen.len()), (Some(Evidence::Walls), 2), "both objects");
    assert_eq!(settings.max_slope, Some(MAX_SLOPE));
    let ground = ImportSettings { chosen: vec![0], ..settings.clone() };
    let (again, flat) = set(&mut editor, ground);
    assert_eq!((again, flat.max_slope), (Some(Evidence::NoWalls), None), "only the ground");
    // With Z up, the ground is a wall.
    let placement = Placement { up: Some(UpAxis::Z), ..flat.placement };
    let (turned, upright) = set(&mut editor, ImportSettings { placement, ..flat.clone() });
    assert_eq!((turned, upright.max_slope), (Some(Evidence::Walls), Some(MAX_SLOPE)), "other axes");
    let (_, own) = set(&mut editor, ImportSettings { max_slope: Some(1.0), ..flat });
    assert_eq!(own.max_slope, Some(1.0));
    let (last, kept) = set(&mut editor, ImportSettings { chosen: settings.chosen, ..own });
    assert_eq!((last, kept.max_slope), (Some(Evidence::Walls), Some(1.0)), "the slope of the user stays");
}
