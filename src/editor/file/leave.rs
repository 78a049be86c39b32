//! Replacing the document by another one, and closing the program.

use std::sync::Arc;

use super::{FileState, UNTITLED};
use crate::document::{Document, History};
use crate::editor::detour::DetourView;
use crate::editor::{
    AfterSave, Camera, Dialog, Editor, Effect, ImportDialog, ImportedDocument, IncomingDocument, JobDone,
    Message, Origin,
};
use crate::io::samples;

impl Editor {
    /// Does `then`, which discards the document; first offers to save unsaved changes.
    pub(in crate::editor) fn leave(&mut self, then: AfterSave) {
        if self.settled().is_dirty() {
            self.question(Dialog::Unsaved { then });
        } else {
            self.go_on(then);
        }
    }

    pub(in crate::editor) fn go_on(&mut self, then: AfterSave) {
        match then {
            AfterSave::New => {
                let (name, document) = (UNTITLED.into(), Document::default().into());
                self.show_arrival(IncomingDocument { name, document, origin: Origin::New });
                *self.views.active_mut() = Camera { size: self.camera().size, ..Camera::default() };
            }
            AfterSave::AskOpen => self.effects.push(Effect::AskOpen),
            AfterSave::Open(file) => self.effects.push(Effect::Read(file)),
            AfterSave::Show(arrival) => self.show_arrival(*arrival),
            AfterSave::Close => {
                self.forget_work();
                self.effects.push(Effect::Close);
            }
        }
    }

    /// Cancels the replacement of the document.
    pub(in crate::editor) fn stay(&mut self) {
        (self.file.then, self.file.let_go) = (None, None);
    }

    /// Imports the scene of a dialog; waits for the result if it is not ready.
    pub(in crate::editor) fn import(&mut self, mut dialog: ImportDialog) {
        if let Some(result) = dialog.result().filter(|_| dialog.is_ready()).cloned() {
            self.imported(result);
        } else {
            self.start_import(&mut dialog);
            self.file.importing = Some(dialog);
        }
    }

    /// Stores the result of an import; ignores the result of any other job.
    pub(in crate::editor) fn import_ready(&mut self, done: &JobDone) {
        let failed = || done.failure().map(|why| Arc::new(Err(why.into())));
        let found = done.value::<Result<ImportedDocument, String>>().or_else(failed);
        let found = found.as_deref();
        if let Some(mut dialog) = self.file.importing.take() {
            if !self.take_import(&mut dialog, done.number(), found) {
                self.file.importing = Some(dialog);
            } else if found.is_some() {
                return self.import(dialog);
            } else {
                return self.stay();
            }
        }
        let mut dialogs = std::mem::take(&mut self.file.dialogs);
        for dialog in &mut dialogs {
            if let Dialog::Import(dialog) = dialog {
                self.take_import(dialog, done.number(), found);
            }
        }
        self.file.dialogs = dialogs;
    }

    pub(in crate::editor) fn imported(&mut self, result: Result<ImportedDocument, String>) {
        match result {
            Ok(imported) => {
                let description = imported.summary();
                let ImportedDocument { name, file, document, .. } = imported;
                self.arrive(IncomingDocument {
                    name,
                    document,
                    origin: Origin::Import { file, description },
                });
            }
            Err(why) => {
                self.stay();
                self.say(Message::error(why));
            }
        }
    }

    /// Whether the user has agreed to discard the document in its current state.
    pub(in crate::editor) fn is_let_go(&mut self) -> bool {
        let here = self.settled();
        here.file.let_go.as_ref() == Some(&here.document)
    }

    /// Shows an incoming document.
    ///
    /// First offers to save unsaved changes, unless the user has agreed to discard them.
    pub(in crate::editor) fn arrive(&mut self, arrival: IncomingDocument) {
        if self.is_let_go() {
            self.show_arrival(arrival);
        } else {
            self.leave(AfterSave::Show(Box::new(arrival)));
        }
    }

    /// Replaces the document: clears undo history and selection, and shows all of the new one.
    pub(in crate::editor) fn show_arrival(&mut self, arrival: IncomingDocument) {
        let IncomingDocument { name, document, origin } = arrival;
        self.settled().forget_work();
        self.history = History::default();
        self.show_all_islands();
        self.effects.extend(self.file.is_explained.then_some(Effect::EndExplanation));
        self.file = FileState::new(&document.document).following(name, &mut self.file);
        let step = if let Origin::Reproduction(step) = origin { step } else { None };
        self.note_origin(origin);
        self.query.turn_away();
        self.detour = DetourView::default();
        self.stepper.forget_elements();
        self.show_prepared(document);
        self.selection.clear();
        self.activate_query(0);
        self.step_to_place(step);
        let bounds = self.visible_bounds();
        self.frame(&bounds);
    }

    pub(in crate::editor) fn note_origin(&mut self, origin: Origin) {
        match origin {
            Origin::File(file, stamp) => {
                self.effects.push(Effect::Remember(file.clone()));
                (self.file.file, self.file.stamp) = (Some(file), Some(stamp));
            }
            Origin::Sample => {
                if let Some(sample) = samples::named(&self.file.name) {
                    self.say(Message::info(sample.about));
                    if let Some(stage) = sample.lesson {
                        self.explain(stage);
                    }
                }
            }
            Origin::New | Origin::Reproduction(_) => {}
            Origin::Import { file, description } => {
                self.file.saved = None;
                self.effects.extend(file.map(Effect::Remember));
                self.say(Message::info(description));
            }
            Origin::Recovery(recovery_file) => {
                self.file.saved = None;
                self.file.recovered = Some(recovery_file);
            }
        }
    }
}

impl FileState {
    /// Takes over state of the previous document: imports, recovery dialogs and pending writes.
    fn following(mut self, name: String, old: &mut Self) -> Self {
        self.name = name;
        (self.kept_at, self.now) = (old.kept_at, old.now);
        self.importing = old.importing.take();
        self.keep_failure = old.keep_failure.take();
        self.dialogs = std::mem::take(&mut old.dialogs);
        self.dialogs.retain(|dialog| matches!(dialog, Dialog::Import(_) | Dialog::Recovery(_)));
        self.writes = std::mem::take(&mut old.writes);
        self.writes.iter_mut().for_each(|write| write.is_open = false);
        self
    }
}
