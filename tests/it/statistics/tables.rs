//! Tables that are copied and saved.

use std::path::Path;

use navsmith::editor::Editor;
use navsmith::editor::elements::islands::{IslandColumn, IslandInput};
use navsmith::editor::files::reply::{FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::request::{FilePurpose, FileRequest, FileWrite, WriteContent};
use navsmith::editor::session::table::Table;
use navsmith_core::progress::Progress;
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::save::{Caution, SaveOptions};
use navsmith_formats::io::{self, FileRef};

use super::{copied, editor, show};
use crate::support::command_line::{Folder, SQUARES, run};
use crate::support::files::{self, asking, choose, compare_as, reply_to_write, unnumbered, write_of};

#[test]
fn histograms_islands_and_areas_are_copied_as_tables() {
    let mut editor = editor();
    show(&mut editor, Measure::Corners);
    let text = copied(&mut editor, Command::CopyStatistics);
    assert_eq!(text, "measure,unit,from,to,count\ncorners,,3,3,1\ncorners,,4,4,2\n");
    let islands = copied(&mut editor, Command::CopyIslands);
    let header = "island,cells,area,lowest,size_x,size_y,size_z\n";
    assert_eq!(islands, format!("{header}1,2,6,0,3,0,2\n2,1,2,0,2,0,2\n"));
    editor.handle(Input::Island(IslandInput::SortBy(IslandColumn::Cells)));
    let sorted = copied(&mut editor, Command::CopyIslands);
    assert_eq!(sorted, format!("{header}2,1,2,0,2,0,2\n1,2,6,0,3,0,2\n"), "as they are listed");
    let areas = copied(&mut editor, Command::CopyAreas);
    assert_eq!(areas, "area_id,name,cells,area\n0,\"walkable\",3,8\n");
}

/// Runs a command that saves a table, chooses a file, and returns the effects.
fn saved(editor: &mut Editor, command: Command, file: &str) -> Vec<Effect> {
    editor.handle(Input::Run(command));
    let asked = editor.take_effects();
    let [Effect::File(_, FileRequest::Choose(dialog))] = &asked[..] else { panic!("{asked:?}") };
    let suggested = dialog.suggested.as_ref().unwrap();
    assert_eq!(suggested.path().extension().unwrap(), "csv", "{suggested}");
    choose(editor, dialog.purpose, file.into());
    editor.take_effects()
}

/// Returns the file, the text and the options of the table that is written.
#[expect(clippy::needless_pass_by_value, reason = "the effects are those of one input")]
fn written(effects: Vec<Effect>) -> (FileRef, String, SaveOptions) {
    let FileWrite { file, content, options, .. } = write_of(&effects).unwrap().clone();
    let WriteContent::Table(content) = content else { panic!("{content:?} is a table") };
    (file, content.text(&Progress::none()).unwrap(), options)
}

#[test]
fn saved_tables_equal_those_of_the_command_line() {
    let (_folder, file) = Folder::with("mesh.ron", SQUARES);
    let document = io::open(Path::new(&file)).unwrap().into_document().unwrap();
    let mut editor = Editor::new(document);
    for (command, name) in [
        (Command::SaveStatistics, "statistics"),
        (Command::SaveIslands, "islands"),
        (Command::SaveAreas, "areas"),
    ] {
        let effects = saved(&mut editor, command, &format!("table of {name}.CSV"));
        let (_, text, options) = written(effects);
        assert_eq!(text, run(&["info", &file, "--csv", name]).out, "{name}");
        assert_eq!(options.expected, RequiredState::Anything, "the dialog asked before replacing it");
    }
    let (completed, _, options) = written(saved(&mut editor, Command::SaveAreas, "areas"));
    assert_eq!((completed, options.expected), ("areas.csv".into(), RequiredState::Nothing), "not asked");
}

#[test]
fn a_table_is_saved_with_the_compared_document() {
    let (mut editor, other) = (editor(), editor().document().clone());
    compare_as(&mut editor, "other.ron".into(), Ok(FileReply::Read(other.into())));
    editor.take_effects();
    let (_, text, _) = written(saved(&mut editor, Command::SaveStatistics, "both.csv"));
    assert!(text.starts_with("measure,unit,from,to,count,\"count of other.ron\"\nangle,"), "{text}");
    assert!(text.contains("\ncorners,,3,3,1,1\n"), "{text}");
}

#[test]
fn a_table_is_not_saved_with_the_extension_of_another_format() {
    let mut editor = editor();
    let effects = saved(&mut editor, Command::SaveIslands, "level.ron");
    let [Effect::Say(message), ask] = &unnumbered(effects)[..] else { panic!("two effects") };
    assert!(message.text.contains(".csv"), "{}", message.text);
    assert_eq!(*ask, asking(FilePurpose::Table(Table::Islands), Some("level.ron.csv".into())));
}

#[test]
fn the_result_of_saving_a_table_is_a_message_and_no_save_of_the_document() {
    let mut editor = editor();
    let why = "The disk is full. Free some space.".to_owned();
    for (result, expected) in [
        (Err(FileFailure::ChangedOnDisk), "Not saved: a.csv exists already. Choose another name."),
        (Err(FileFailure::Error(why.clone())), &*why),
        (Err(FileFailure::NeedsConsent(vec![Caution::ReadOnly])), "a.csv was not replaced: it is read-only."),
        (Err(FileFailure::Cancelled), "Stopped saving a.csv. The file is unchanged."),
        (files::written(Stamp::of(b"")), "Saved a.csv."),
    ] {
        saved(&mut editor, Command::SaveAreas, "a.csv");
        reply_to_write(&mut editor, result);
        let effects = editor.take_effects();
        let [Effect::Say(message)] = &effects[..] else { panic!("{effects:?}") };
        assert_eq!(message.text, expected);
    }
    assert_eq!(editor.file_ref(), None, "the document has no file");
}
