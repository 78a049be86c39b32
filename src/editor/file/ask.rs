//! Dialogs, shown one after the other, and the handling of their answers.

use std::mem::discriminant;

use crate::editor::{Choice, Dialog, Editor, Effect};
use crate::io::DOCUMENT;
use crate::io::file::RequiredState;

impl Editor {
    /// Queues a dialog.
    ///
    /// Dialogs about unsaved work go to the front of the queue; imports and recovery go to the end.
    pub(in crate::editor) fn question(&mut self, dialog: Dialog) {
        let dialogs = &mut self.file.dialogs;
        if matches!(dialog, Dialog::Import(_)) {
            dialogs.push_back(dialog);
            return;
        }
        dialogs.retain(|waiting| discriminant(waiting) != discriminant(&dialog));
        if matches!(dialog, Dialog::Recovery(_)) {
            dialogs.push_back(dialog);
        } else {
            dialogs.push_front(dialog);
        }
    }

    pub(in crate::editor) fn answer_dialog(&mut self, choice: &Choice) {
        let Some(dialog) = self.file.dialogs.pop_front() else { return };
        match (dialog, choice) {
            (Dialog::Import(dialog), Choice::Cancel) => {
                self.stop_import(&dialog);
                self.stay();
            }
            (_, Choice::Cancel) => self.stay(),
            (Dialog::Unsaved { then }, Choice::Save) => {
                self.file.then = Some(then);
                self.save();
            }
            (Dialog::Unsaved { then }, Choice::Discard) => {
                self.let_go();
                self.go_on(then);
            }
            (Dialog::ChangedOnDisk { file } | Dialog::Exists { file }, Choice::Save) => {
                self.write(file, RequiredState::Anything, false);
            }
            (Dialog::Consent { file, expected, .. }, Choice::Save) => self.write(file, expected, true),
            (Dialog::Export { file, format, .. }, Choice::Save) => self.export(file, format),
            (Dialog::Export { file, .. }, Choice::SaveElsewhere) => {
                self.effects.push(Effect::AskSaveAs { suggested: file.in_format(&DOCUMENT) });
            }
            (
                Dialog::ChangedOnDisk { file } | Dialog::Exists { file } | Dialog::Consent { file, .. },
                Choice::SaveElsewhere,
            ) => {
                self.effects.push(Effect::AskSaveAs { suggested: file });
            }
            (Dialog::ChangedOnDisk { file }, Choice::Discard) => {
                self.stay();
                self.let_go();
                self.effects.push(Effect::Read(file));
            }
            (Dialog::Import(dialog), Choice::Import) => self.import(dialog),
            (Dialog::Recovery(found), Choice::Recover(index)) => {
                self.effects.extend(found.into_iter().nth(*index).map(Effect::ReadRecovery));
            }
            (Dialog::Recovery(found), Choice::Discard) => {
                self.effects.extend(found.into_iter().map(Effect::DiscardRecovery));
            }
            // The answer belongs to another dialog than the one shown.
            (dialog, _) => self.file.dialogs.push_front(dialog),
        }
    }

    fn let_go(&mut self) {
        self.file.let_go = Some(self.settled().document.clone());
    }
}
