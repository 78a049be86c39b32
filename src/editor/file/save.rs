//! Saving the document.

use crate::document::Document;
use crate::editor::{AfterSave, Dialog, Editor, Effect, Message};
use crate::io::file::{RequiredState, Stamp};
use crate::io::save::{Caution, SaveOptions, refusal};
use crate::io::{self, DOCUMENT, FileRef, Format};

/// Document that is being written to a file.
#[derive(Debug)]
pub(super) struct Writing {
    file: FileRef,
    format: &'static Format,
    document: Document,
    expected: RequiredState,
    /// Whether the user agreed to every [`Caution`].
    is_forced: bool,
    /// Whether it saves the open document; an export does not.
    pub(super) is_open: bool,
}

impl Editor {
    /// Saves to the open file; without one, opens a file dialog.
    pub(in crate::editor) fn save(&mut self) {
        match self.file.file.clone() {
            Some(file) => {
                let expected = self.file.stamp.map_or(RequiredState::Anything, RequiredState::Unchanged);
                self.write(file, expected, false);
            }
            None => self.ask_where_to_save(),
        }
    }

    pub(in crate::editor) fn ask_where_to_save(&mut self) {
        let original = self.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.clone());
        let suggested = self.file.file.clone().or(original);
        let suggested = suggested.unwrap_or_else(|| FileRef::from(&*self.file.name).in_format(&DOCUMENT));
        self.effects.push(Effect::AskSaveAs { suggested });
    }

    /// Saves to a chosen file, or exports if its extension names another format.
    pub(in crate::editor) fn save_to(&mut self, file: FileRef) {
        let is_open = self.file.file.as_ref() == Some(&file);
        let is_completed = !is_open && !file.has_extension();
        let file = if is_completed { file.in_format(&DOCUMENT) } else { file };
        match file.format() {
            _ if is_open => {}
            Some(format) if *format == DOCUMENT => {}
            Some(format) if format.write.is_some() => {
                let losses = (format.losses)(self.without_gesture());
                return self.question(Dialog::Export { file, format, losses });
            }
            _ => return self.refuse_format(&file),
        }
        let expected = match self.file.stamp.filter(|_| is_open) {
            Some(stamp) => RequiredState::Unchanged(stamp),
            None if is_completed => RequiredState::Nothing,
            // The file dialog has already confirmed overwriting.
            None => RequiredState::Anything,
        };
        self.write(file, expected, false);
    }

    /// Refuses a file name with an extension that cannot be written, and reopens the file dialog.
    fn refuse_format(&mut self, file: &FileRef) {
        let name = file.name();
        let formats = io::list(Format::writable());
        let text =
            format!("Not saved: {name} does not end like a format that navsmith writes. Choose a {formats}.");
        self.say(Message::warning(text));
        self.effects.push(Effect::AskSaveAs { suggested: file.in_format(&DOCUMENT) });
    }

    /// Queues a write of the document in another format; the document stays as unsaved as it is.
    pub(super) fn export(&mut self, file: FileRef, format: &'static Format) {
        let document = self.without_gesture().clone();
        let expected = RequiredState::Anything;
        self.queue(Writing { file, format, document, expected, is_forced: false, is_open: false });
    }

    /// Queues a save of the document without the preview of a gesture under way.
    pub(in crate::editor) fn write(&mut self, file: FileRef, expected: RequiredState, is_forced: bool) {
        let document = self.without_gesture().clone();
        let writes = &self.file.writes;
        if writes.back().is_some_and(|last| last.is_open && last.file == file && last.document == document) {
            return;
        }
        self.queue(Writing { file, format: &DOCUMENT, document, expected, is_forced, is_open: true });
    }

    fn queue(&mut self, write: Writing) {
        self.file.writes.push_back(write);
        if self.file.writes.len() == 1 {
            self.write_next();
        }
    }

    fn write_next(&mut self) {
        if let Some(Writing { file, format, document, expected, is_forced, .. }) = self.file.writes.front() {
            let options = SaveOptions {
                expected: *expected,
                is_forced: *is_forced,
                is_empty: document.is_empty(),
                keeps_previous: self.options.keeps_previous,
            };
            let (file, document) = (file.clone(), document.clone());
            self.effects.push(Effect::Write { file, format, document, options });
        }
    }

    pub(in crate::editor) fn saved(&mut self, file: FileRef, stamp: Stamp, warning: Option<String>) {
        let write = self.file.writes.pop_front();
        let is_export = write.as_ref().is_some_and(|write| *write.format != DOCUMENT);
        let saved = || self.saved_message(&file, is_export);
        let message = warning.map_or_else(saved, Message::warning);
        self.say(message);
        if !is_export {
            self.effects.push(Effect::Remember(file.clone()));
        }
        for next in self.file.writes.iter_mut().filter(|next| next.file == file) {
            next.expected = RequiredState::Unchanged(stamp);
        }
        if let Some(Writing { document, .. }) = write.filter(|write| write.is_open) {
            self.file.saved = Some(document);
            (self.file.file, self.file.stamp) = (Some(file), Some(stamp));
            if !self.is_dirty() {
                self.forget_work();
            }
        }
        self.write_next();
        if self.file.writes.is_empty()
            && let Some(then) = self.file.then.take()
        {
            self.leave(then);
        }
    }

    fn saved_message(&self, file: &FileRef, is_export: bool) -> Message {
        Message::info(match is_export {
            true if self.is_dirty() => format!("Exported {file}. The document still has unsaved changes."),
            true => format!("Exported {file}."),
            false => format!("Saved {file}."),
        })
    }

    /// Handles a failed save: the file differs from the expected one.
    pub(in crate::editor) fn unexpected(&mut self, file: FileRef) {
        let write = self.file.writes.pop_front();
        self.file.writes.retain(|next| next.file != file);
        match write {
            Some(Writing { is_open: false, .. }) => {
                let why = format!("{file} was changed elsewhere, so it was not saved.");
                self.say(Message::warning(why));
            }
            Some(Writing { expected: RequiredState::Nothing, .. }) => self.question(Dialog::Exists { file }),
            _ => self.question(Dialog::ChangedOnDisk { file }),
        }
        self.write_next();
    }

    /// Handles a refused save: opens a dialog about replacing the file.
    pub(in crate::editor) fn needs_consent(&mut self, file: FileRef, cautions: Vec<Caution>) {
        let write = self.file.writes.pop_front();
        self.file.writes.retain(|next| next.file != file);
        match write {
            Some(Writing { is_open: true, expected, .. }) => {
                self.question(Dialog::Consent { file, cautions, expected });
            }
            _ => self.say(Message::warning(refusal(&file, cautions))),
        }
        self.write_next();
    }

    pub(in crate::editor) fn save_failed(&mut self, why: String) {
        self.file.writes.pop_front();
        if self.file.writes.is_empty() {
            self.stay();
        }
        self.say(Message::error(why));
        self.write_next();
    }

    /// Reads the file again; first offers to save unsaved changes.
    pub(in crate::editor) fn revert(&mut self) {
        if let Some(file) = self.file.file.clone() {
            self.leave(AfterSave::Open(file));
        }
    }
}
