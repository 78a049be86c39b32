//! Dialogs, shown one after the other, and the handling of their answers.

use crate::editor::Editor;
use crate::editor::files::dialog::{AfterSave, Choice, Dialog};
use crate::editor::files::file::{export, leave, save, targets};
use crate::editor::files::importing;
use crate::editor::session::effect::Effect;
use crate::editor::session::request::{FilePurpose, FileRequest};
use navsmith_formats::io::file::RequiredState;
use navsmith_formats::io::{DOCUMENT, FileRef};

pub(in crate::editor) fn answer_dialog(editor: &mut Editor, choice: &Choice) {
    let Some(dialog) = editor.state.dialogs.pop_front() else { return };
    match (dialog, choice) {
        (Dialog::Import(dialog), Choice::Cancel) => {
            importing::close(editor);
            leave::cancel_import(editor, &dialog);
        }
        (Dialog::ConfirmExport { file, .. }, Choice::Cancel) => targets::declined(editor, file),
        (Dialog::ConfirmExport { file, concern }, Choice::Save) => {
            targets::confirmed(editor, &file, &concern);
        }
        (_, Choice::Cancel) => leave::stay(editor),
        (Dialog::Unsaved(then), Choice::Save) => {
            editor.file.then = Some(then);
            save::save(editor);
        }
        (Dialog::Unsaved(then), Choice::Discard) => {
            let_go(editor);
            leave::go_on(editor, then);
        }
        (Dialog::ChangedOnDisk(file) | Dialog::Exists(file), Choice::Save) => {
            save::write(editor, file, RequiredState::Anything, false);
        }
        (Dialog::Consent { file, expected, .. }, Choice::Save) => save::write(editor, file, expected, true),
        (Dialog::Export(dialog), Choice::Save) => export::accept(editor, dialog),
        (Dialog::Export(dialog), Choice::SaveElsewhere) => {
            save_elsewhere(editor, dialog.file.in_format(&DOCUMENT));
        }
        (
            Dialog::ChangedOnDisk(file) | Dialog::Exists(file) | Dialog::Consent { file, .. },
            Choice::SaveElsewhere,
        ) => save_elsewhere(editor, file),
        (Dialog::ChangedOnDisk(file), Choice::Discard) => {
            leave::stay(editor);
            let_go(editor);
            leave::go_on(editor, AfterSave::Reload(file));
        }
        (Dialog::Import(dialog), Choice::Import) => leave::import(editor, dialog),
        (Dialog::Recovery(found), Choice::Recover(index)) => {
            if let Some(file) = found.into_iter().nth(*index) {
                let weld_distance = editor.state.session.options.weld_distance;
                editor.outbox.request(FileRequest::ReadRecovery { file, weld_distance });
            }
        }
        (Dialog::Recovery(found), Choice::Discard) => {
            editor.outbox.extend(found.into_iter().map(Effect::DiscardRecovery));
        }
        // The answer belongs to another dialog than the one shown.
        (dialog, _) => editor.state.dialogs.push_front(dialog),
    }
}

fn save_elsewhere(editor: &mut Editor, suggested: FileRef) {
    editor.outbox.request(FileRequest::choose_near(FilePurpose::Save, suggested));
}

fn let_go(editor: &mut Editor) {
    editor.file.let_go = Some(editor.settled().document().clone());
}
