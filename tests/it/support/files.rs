//! Requests about files, answered without a window.

use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::files::file::{FileInput, unanswered};
use navsmith::editor::files::import::{ImportDialog, ImportedDocument};
use navsmith::editor::files::reply::{FileContent, FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::loaded::LoadedDocument;
use navsmith::editor::session::request::{
    FileDialog, FilePurpose, FileRequest, FileWrite, ReadPurpose, WriteContent,
};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::{LevelError, read_level_of};
use navsmith_formats::io::save::{SaveError, save};
use navsmith_formats::io::{self, FileRef, Format, Opened, TargetError, UpEvidence, open_with_progress};

/// Result of a request.
pub(crate) type Answer = Result<FileReply, FileFailure>;

/// Returns effects in which each request about a file has the number 0, to compare them.
pub(crate) fn unnumbered(effects: Vec<Effect>) -> Vec<Effect> {
    let unnumbered = |effect| match effect {
        Effect::File(_, request) => Effect::File(0, request),
        other => other,
    };
    effects.into_iter().map(unnumbered).collect()
}

/// Returns the request for a dialog, without its number.
pub(crate) fn asking(purpose: FilePurpose, suggested: Option<FileRef>) -> Effect {
    Effect::File(0, FileRequest::Choose(FileDialog { purpose, suggested }))
}

/// Returns the request to read a file, without its number.
pub(crate) fn reading(file: FileRef, purpose: ReadPurpose) -> Effect {
    Effect::File(0, FileRequest::Read(file, purpose))
}

/// Returns the request to open a file, without its number.
pub(crate) fn opening(file: FileRef) -> Effect {
    reading(file, ReadPurpose::Open { weld_distance: 0.05 })
}

/// Returns the first write among effects.
pub(crate) fn write_of(effects: &[Effect]) -> Option<&FileWrite> {
    effects.iter().find_map(|effect| match effect {
        Effect::File(_, FileRequest::Write(write)) => Some(&**write),
        _ => None,
    })
}

/// Returns the document of a write, with its format and its coordinates.
pub(crate) fn document_of(write: &FileWrite) -> (&Document, &'static Format, FileCoordinates) {
    match &write.content {
        WriteContent::Document { document, format, coordinates, .. } => (document, format, *coordinates),
        other => panic!("{other:?} is a document"),
    }
}

/// Replies to the newest request that is of a kind.
#[track_caller]
pub(crate) fn reply(editor: &mut Editor, is_of_kind: impl Fn(&FileRequest) -> bool, answer: Answer) {
    let request = unanswered(editor).rev().find(|(_, request)| is_of_kind(request));
    let (number, _) = request.expect("a request of this kind");
    editor.handle(Input::File(FileInput::Reply(number, answer)));
}

/// Replies to the newest write.
#[track_caller]
pub(crate) fn reply_to_write(editor: &mut Editor, answer: Answer) {
    reply(editor, |request| matches!(request, FileRequest::Write(_)), answer);
}

/// Replies that a file was written.
#[expect(clippy::unnecessary_wraps, reason = "an answer is a result")]
pub(crate) fn written(stamp: Stamp) -> Answer {
    Ok(FileReply::Written { stamp, warning: None })
}

/// Chooses a file in the dialog for a purpose; opens the dialog first, unless it is open.
#[track_caller]
pub(crate) fn choose(editor: &mut Editor, purpose: FilePurpose, file: FileRef) {
    let is_dialog =
        |request: &FileRequest| matches!(request, FileRequest::Choose(it) if it.purpose == purpose);
    if !unanswered(editor).any(|(_, request)| is_dialog(request)) {
        editor.handle(Input::Run(match purpose {
            FilePurpose::Open => Command::Open,
            FilePurpose::Import => Command::ImportInto,
            FilePurpose::Compare => Command::CompareWithFile,
            FilePurpose::Level(_) => Command::AddLevel,
            FilePurpose::Image => Command::AddImage,
            FilePurpose::Save => Command::SaveAs,
            FilePurpose::Export => Command::Export,
            FilePurpose::Table(_) => panic!("a panel opens this dialog"),
        }));
        editor.take_effects();
    }
    reply(editor, is_dialog, Ok(FileReply::Chosen(file)));
}

/// Compares the document with a file, for which this is the reply.
#[track_caller]
pub(crate) fn compare_as(editor: &mut Editor, file: FileRef, answer: Answer) {
    choose(editor, FilePurpose::Compare, file);
    editor.take_effects();
    reply(editor, |request| matches!(request, FileRequest::Read(..)), answer);
}

/// Opens a file with a content that is not read from it.
#[track_caller]
pub(crate) fn open_as(editor: &mut Editor, file: FileRef, content: FileContent) {
    editor.handle(Input::File(FileInput::Open(file)));
    editor.take_effects();
    reply(editor, |request| matches!(request, FileRequest::Read(..)), Ok(FileReply::Read(content)));
}

/// Carries out a request like the window; `None` for a dialog or a recovery file.
pub(crate) fn carried_out(request: &FileRequest) -> Option<Answer> {
    match request {
        FileRequest::Read(file, purpose) => Some(read(file, purpose)),
        FileRequest::Write(write) => Some(self::write(write)),
        _ => None,
    }
}

/// Carries out an effect, if it is a request that [`carried_out`] answers; returns the input with the reply.
pub(crate) fn reply_of(effect: &Effect) -> Option<Input> {
    let Effect::File(number, request) = effect else { return None };
    Some(Input::File(FileInput::Reply(*number, carried_out(request)?)))
}

fn error(why: impl std::fmt::Display) -> FileFailure {
    FileFailure::Error(format!("{why}."))
}

fn read(file: &FileRef, purpose: &ReadPurpose) -> Answer {
    if let ReadPurpose::Level(document) = purpose {
        let document = document.as_ref().map(FileRef::path);
        return match read_level_of(document, file.path(), &Progress::none()) {
            Ok(level) => Ok(FileReply::Read(FileContent::Level(level))),
            Err(LevelError::NotLocal { why, .. }) => Err(FileFailure::NotLocal(why)),
            Err(why) => Err(error(why)),
        };
    }
    let (opened, stamp) = open_with_progress(file.path(), &Progress::none()).map_err(error)?;
    Ok(FileReply::Read(match opened {
        opened if *purpose == ReadPurpose::Compare => {
            FileContent::Document(opened.into_document().map_err(error)?.into(), Some(stamp))
        }
        Opened::Document { document, notes, .. } => {
            FileContent::Document(LoadedDocument::from(document).with_notes(notes), Some(stamp))
        }
        Opened::Mesh { document, notes, .. } => {
            let imported = ImportedDocument::whole(file, document.into(), (notes, UpEvidence::Plain));
            FileContent::Imported(ImportedDocument { stamp: Some(stamp), ..imported }.into())
        }
        Opened::Scene { scene, .. } => {
            let mut dialog = ImportDialog::new(file.clone(), Arc::new(scene));
            dialog.import.stamp = Some(stamp);
            FileContent::Scene(dialog)
        }
        Opened::Reproduction(made) => FileContent::Reproduction(made.into()),
    }))
}

fn write(write: &FileWrite) -> Answer {
    let FileWrite { file, content, options, protected } = write;
    protected.check(file.path()).map_err(error)?;
    let WriteContent::Document { document, format, coordinates, checks } = content else {
        panic!("{content:?} is a document")
    };
    let (form, progress) = ((*format, *coordinates), Progress::none());
    let relative = io::with_relative_files(document, file.path());
    let bytes = format.encode(&relative, *coordinates, &progress)?.map_err(FileFailure::Refused)?;
    let warning = io::export_errors::warning(file, document, form, &bytes, &progress)?;
    let saved = match checks {
        None => save(file.path(), &bytes, options).map_err(TargetError::from),
        Some(checks) => io::write_target(file.path(), form, &bytes, (options, checks), &progress),
    };
    match saved {
        Ok(saved) => {
            let warning = saved.warning(file.path()).or(warning);
            Ok(FileReply::Written { stamp: saved.stamp, warning })
        }
        Err(TargetError::NotLocal(why)) => Err(FileFailure::NotLocal(why)),
        Err(TargetError::Save(SaveError::Unexpected { .. })) => Err(FileFailure::ChangedOnDisk),
        Err(TargetError::Save(SaveError::Confirm { cautions, .. })) => {
            Err(FileFailure::NeedsConsent(cautions))
        }
        Err(why) => Err(error(why)),
    }
}

/// Returns the input that shows the dialog of an import.
pub(crate) fn scanned(dialog: ImportDialog) -> FileInput {
    FileInput::OpenSample("scene", FileContent::Scene(dialog))
}
