//! Pictures that the command line and the window write.

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::export::ExportSettings;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::picture::{PictureExtent, PictureSettings};
use navsmith::editor::session::request::{FilePurpose, FileRequest, WriteContent};
use navsmith::picture::drawing;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::{RequiredState, Stamp};
use tiny_skia::Pixmap;

use super::{PLAIN, camera, with_path};
use crate::support::command_line::{Folder, SQUARES, navsmith, run, sample};
use crate::support::files::{self, choose, reply_to_write, write_of};

#[test]
fn render_writes_the_step_that_trace_numbers() {
    let folder = Folder::new();
    let out = folder.path("step.svg").display().to_string();
    let file = sample("courtyard.ron");
    let ran = run(&["render", &file, "-o", &out, "--step", "5", "--legend"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "an SVG");
    for part in ["Funnel, step 5 of ", "id=\"legend\"", "<title>courtyard.ron</title>"] {
        assert!(text.contains(part), "{part}");
    }
    let ends = ["--from", "3.2,2.2", "--to", "6.5,19.5"];
    let traced = run(&[&["trace", &*file, "--stage", "funnel", "--json"][..], &ends].concat()).json();
    let rendered =
        run(&[&["render", &*file, "-o", &*out, "--step", "5", "--json"][..], &ends].concat()).json();
    assert_eq!(rendered["caption"], traced["events"][4]["caption"], "the same step");
    assert_eq!(rendered["steps"], traced["events"].as_array().unwrap().len(), "of as many");
}

#[test]
fn render_says_what_is_wrong() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let out = folder.path("a.png").display().to_string();
    let err = |arguments: &[&str]| {
        let ran = run(&[&["render", &*file][..], arguments].concat());
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.out);
        assert!(!folder.path("a.png").exists(), "nothing is written");
        ran.err
    };
    let wrong = folder.path("a.jpg").display().to_string();
    assert!(err(&["-o", &wrong]).contains("a.jpg does not end like a picture: SVG (.svg) or PNG (.png)"));
    assert!(err(&["-o", &out, "--step", "1"]).contains("give --from and --to, or --query"));
    assert!(err(&["-o", &out, "--query", "a"]).contains("there is no query named \"a\""));
    let ends = ["-o", &*out, "--from", "1,1", "--to", "3,1"];
    let step = err(&[&ends[..], &["--step", "99"]].concat());
    assert!(step.contains("the stage funnel has no step 99") && step.contains("locate"), "{step}");
    assert!(
        err(&[&ends[..], &["--stage", "polyanya", "--algorithm", "midpoints"]].concat()).contains("no steps")
    );
    assert!(err(&["-o", &out, "--frame", "path"]).contains("there is no path to show"));
    let ran =
        run(&["render", &file, "-o", &out, "--frame", "-1,-1,5,3", "--size", "200x100", "--theme", "dark"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let pixmap = Pixmap::decode_png(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!([pixmap.width(), pixmap.height()], [200, 100]);
}

#[test]
fn render_reads_the_levels_in_the_folder_of_the_document_only() {
    let folder = Folder::new();
    let last = "(corners: [6, 7, 8])]";
    let levels = "levels: [(file: \"inside.obj\"), (file: \"../outside.obj\")]";
    std::fs::create_dir(folder.path("maps")).unwrap();
    std::fs::write(folder.path("maps/a.ron"), SQUARES.replace(last, &format!("{last}, {levels}"))).unwrap();
    for name in ["maps/inside.obj", "outside.obj"] {
        std::fs::write(folder.path(name), "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n").unwrap();
    }
    for file in ["a.ron", "../maps/a.ron"] {
        let mut render = navsmith();
        render.args(["render", file, "-o", "out.svg", "--force"]).current_dir(folder.path("maps"));
        let text = String::from_utf8(render.output().unwrap().stdout).unwrap();
        let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("note: a level")).collect();
        assert_eq!(notes.len(), 1, "{text}");
        assert!(notes[0].contains("outside.obj is outside of the folder of the document; copy it"), "{text}");
    }
}

#[test]
fn convert_names_the_subcommand_for_pictures() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let ran = run(&["convert", &file, &folder.path("a.svg").display().to_string()]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("a.svg is a picture; write it with navsmith render"), "{}", ran.err);
}

/// Returns the only picture that the editor asks to write.
#[track_caller]
fn written(editor: &mut Editor) -> (PictureSettings, RequiredState) {
    let effects = editor.take_effects();
    let mut pictures = effects.iter().filter_map(|effect| match effect {
        Effect::File(_, FileRequest::Write(write)) => match write.content {
            WriteContent::Picture { settings, .. } => Some((settings, write.options.expected)),
            _ => None,
        },
        _ => None,
    });
    let picture = pictures.next().unwrap_or_else(|| panic!("{effects:?} write a picture"));
    assert!(pictures.next().is_none(), "one picture: {effects:?}");
    picture
}

#[test]
fn an_export_asks_for_the_contents_of_a_picture_and_repeats_them() {
    let mut editor = with_path(Vec3::ZERO);
    editor.take_effects();
    choose(&mut editor, FilePurpose::Export, "level.svg".into());
    let Some(Dialog::Export(dialog)) = editor.dialog() else { panic!("asked") };
    assert!(dialog.format.is_picture && dialog.losses.is_empty(), "{dialog:?}");
    let chosen =
        PictureSettings { extent: PictureExtent::Mesh, has_legend: false, ..PictureSettings::default() };
    let settings = ExportSettings { picture: chosen, ..dialog.settings() };
    editor.handle(Input::File(FileInput::SetExport(settings)));
    editor.handle(Input::File(FileInput::Answer(Choice::Save)));
    assert_eq!(written(&mut editor), (chosen, RequiredState::Anything), "the file dialog has asked");
    let stamp = Stamp::of(b"a picture");
    reply_to_write(&mut editor, files::written(stamp));
    let said = format!("{:?}", editor.take_effects());
    assert!(said.contains("Exported level.svg.") && !said.contains("does not store"), "{said}");
    assert!(editor.file_ref().is_none(), "the document is not in the picture");
    editor.handle(Input::Run(Command::ExportAgain));
    assert_eq!(written(&mut editor), (chosen, RequiredState::Unchanged(stamp)), "without a dialog");
}

#[test]
fn a_picture_shows_the_state_of_its_command() {
    let mut editor = with_path(Vec3::ZERO);
    let export = |editor: &mut Editor, file: &str| {
        choose(editor, FilePurpose::Export, file.into());
        editor.handle(Input::File(FileInput::Answer(Choice::Save)));
    };
    export(&mut editor, "level.obj");
    let before = drawing::draw(&editor, camera(), PLAIN);
    export(&mut editor, "level.svg");
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert_ne!(drawing::draw(&editor, camera(), PLAIN), before, "an edit changes the picture");
    editor.handle(Input::File(FileInput::OpenSample("empty", Document::default().into())));
    editor.handle(Input::File(FileInput::Answer(Choice::Discard)));
    assert!(editor.document().is_empty(), "another document is open");
    let earlier = editor.take_effects();
    assert!(write_of(&earlier).is_none(), "it waits");
    reply_to_write(&mut editor, files::written(Stamp::of(b"a mesh")));
    let effects = editor.take_effects();
    let content = write_of(&effects).map(|write| &write.content);
    let Some(WriteContent::Picture { state, .. }) = content else { panic!("{effects:?} write a picture") };
    assert_eq!(drawing::draw(state.state(), camera(), PLAIN), before, "as it was at the command");
}
