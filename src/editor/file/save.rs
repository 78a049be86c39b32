//! Saving the document.

use crate::document::Document;
use crate::editor::{AfterSave, Dialog, Editor, Effect, Message};
use crate::io::file::{RequiredState, Stamp};
use crate::io::save::{Caution, SaveOptions, refusal};
use crate::io::{self, DOCUMENT, FileRef, Format};

/// Document that is being written to a file.
#[derive(Debug)]
pub(super) struct Writing {
    path: FileRef,
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
        match self.file.path.clone() {
            Some(path) => {
                let expected = self.file.stamp.map_or(RequiredState::Anything, RequiredState::Unchanged);
                self.write(path, expected, false);
            }
            None => self.ask_where_to_save(),
        }
    }

    pub(in crate::editor) fn ask_where_to_save(&mut self) {
        let original = self.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.clone());
        let suggested = self.file.path.clone().or(original);
        let suggested = suggested.unwrap_or_else(|| FileRef::from(&*self.file.name).in_format(&DOCUMENT));
        self.effects.push(Effect::AskSaveAs { suggested });
    }

    /// Saves to a chosen file, or exports if its extension names another format.
    pub(in crate::editor) fn save_to(&mut self, path: FileRef) {
        let is_open = self.file.path.as_ref() == Some(&path);
        let is_completed = !is_open && !path.has_extension();
        let path = if is_completed { path.in_format(&DOCUMENT) } else { path };
        match path.format() {
            _ if is_open => {}
            Some(format) if *format == DOCUMENT => {}
            Some(format) if format.write.is_some() => {
                let losses = (format.losses)(self.without_gesture());
                return self.question(Dialog::Export { path, format, losses });
            }
            _ => return self.refuse_format(&path),
        }
        let expected = match self.file.stamp.filter(|_| is_open) {
            Some(stamp) => RequiredState::Unchanged(stamp),
            None if is_completed => RequiredState::Nothing,
            // The file dialog has already confirmed overwriting.
            None => RequiredState::Anything,
        };
        self.write(path, expected, false);
    }

    /// Refuses a file name with an extension that cannot be written, and reopens the file dialog.
    fn refuse_format(&mut self, path: &FileRef) {
        let name = path.name();
        let formats = io::list(Format::writable());
        let text =
            format!("Not saved: {name} does not end like a format that navsmith writes. Choose a {formats}.");
        self.say(Message::warning(text));
        self.effects.push(Effect::AskSaveAs { suggested: path.in_format(&DOCUMENT) });
    }

    /// Queues a write of the document in another format; the document stays as unsaved as it is.
    pub(super) fn export(&mut self, path: FileRef, format: &'static Format) {
        let document = self.without_gesture().clone();
        let expected = RequiredState::Anything;
        self.queue(Writing { path, format, document, expected, is_forced: false, is_open: false });
    }

    /// Queues a save of the document without the preview of a gesture under way.
    pub(in crate::editor) fn write(&mut self, path: FileRef, expected: RequiredState, is_forced: bool) {
        let document = self.without_gesture().clone();
        let writes = &self.file.writes;
        if writes.back().is_some_and(|last| last.is_open && last.path == path && last.document == document) {
            return;
        }
        self.queue(Writing { path, format: &DOCUMENT, document, expected, is_forced, is_open: true });
    }

    fn queue(&mut self, write: Writing) {
        self.file.writes.push_back(write);
        if self.file.writes.len() == 1 {
            self.write_next();
        }
    }

    fn write_next(&mut self) {
        if let Some(Writing { path, format, document, expected, is_forced, .. }) = self.file.writes.front() {
            let options = SaveOptions {
                expected: *expected,
                is_forced: *is_forced,
                is_empty: document.is_empty(),
                keeps_previous: self.options.keeps_previous,
            };
            let (path, document) = (path.clone(), document.clone());
            self.effects.push(Effect::Write { path, format, document, options });
        }
    }

    pub(in crate::editor) fn saved(&mut self, path: FileRef, stamp: Stamp, warning: Option<String>) {
        let write = self.file.writes.pop_front();
        let is_export = write.as_ref().is_some_and(|write| *write.format != DOCUMENT);
        let saved = || self.saved_message(&path, is_export);
        let message = warning.map_or_else(saved, Message::warning);
        self.say(message);
        if !is_export {
            self.effects.push(Effect::Remember(path.clone()));
        }
        for next in self.file.writes.iter_mut().filter(|next| next.path == path) {
            next.expected = RequiredState::Unchanged(stamp);
        }
        if let Some(Writing { document, .. }) = write.filter(|write| write.is_open) {
            self.file.saved = Some(document);
            (self.file.path, self.file.stamp) = (Some(path), Some(stamp));
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

    fn saved_message(&self, path: &FileRef, is_export: bool) -> Message {
        Message::info(match is_export {
            true if self.is_dirty() => format!("Exported {path}. The document still has unsaved changes."),
            true => format!("Exported {path}."),
            false => format!("Saved {path}."),
        })
    }

    /// Handles a failed save: the file differs from the expected one.
    pub(in crate::editor) fn unexpected(&mut self, path: FileRef) {
        let write = self.file.writes.pop_front();
        self.file.writes.retain(|next| next.path != path);
        match write {
            Some(Writing { is_open: false, .. }) => {
                let why = format!("{path} was changed elsewhere, so it was not saved.");
                self.say(Message::warning(why));
            }
            Some(Writing { expected: RequiredState::Nothing, .. }) => self.question(Dialog::Exists { path }),
            _ => self.question(Dialog::ChangedOnDisk { path }),
        }
        self.write_next();
    }

    /// Handles a refused save: opens a dialog about replacing the file.
    pub(in crate::editor) fn needs_consent(&mut self, path: FileRef, cautions: Vec<Caution>) {
        let write = self.file.writes.pop_front();
        self.file.writes.retain(|next| next.path != path);
        match write {
            Some(Writing { is_open: true, expected, .. }) => {
                self.question(Dialog::Consent { path, cautions, expected });
            }
            _ => self.say(Message::warning(refusal(&path, cautions))),
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
        if let Some(path) = self.file.path.clone() {
            self.leave(AfterSave::Open(path));
        }
    }
}
