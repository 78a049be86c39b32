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
            (Dialog::ChangedOnDisk { path } | Dialog::Exists { path }, Choice::Save) => {
                self.write(path, RequiredState::Anything, false);
            }
            (Dialog::Consent { path, expected, .. }, Choice::Save) => self.write(path, expected, true),
            (Dialog::Export { path, format, .. }, Choice::Save) => self.export(path, format),
            (Dialog::Export { path, .. }, Choice::SaveElsewhere) => {
                self.effects.push(Effect::AskSaveAs { suggested: path.in_format(&DOCUMENT) });
            }
            (
                Dialog::ChangedOnDisk { path } | Dialog::Exists { path } | Dialog::Consent { path, .. },
                Choice::SaveElsewhere,
            ) => {
                self.effects.push(Effect::AskSaveAs { suggested: path });
            }
            (Dialog::ChangedOnDisk { path }, Choice::Discard) => {
                self.stay();
                self.let_go();
                self.effects.push(Effect::Read(path));
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
