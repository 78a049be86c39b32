//! Requests about files, and jobs that open samples and find unsaved work.

use std::sync::Arc;

use super::{JobResult, Jobs, answer};
use crate::app::platform::file_dialog;
use crate::app::platform::files;
use crate::app::platform::storage::{self, Storage};
use crate::editor::files::file::FileInput;
use crate::editor::files::import::{ImportDialog, ImportedDocument};
use crate::editor::files::reply::{FileContent, FileFailure, FileReply};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::request::{FileDialog, FileRequest, FileWrite, ReadPurpose, WriteContent};
use crate::picture::{drawing, encode};
use crate::samples::Sample;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;
use navsmith_formats::io::export_errors;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::LevelError;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::SaveError;
use navsmith_formats::io::{self, DOCUMENT, FileRef, OpenError, Opened, Placement, TargetError};

/// Number of pixels of a PNG for each point of the window.
const PIXELS_PER_POINT: f32 = 2.0;

/// Share of an opening job that is complete once the file is parsed.
const TAKEN_IN: f32 = 0.5;

/// Share of a saving job that is complete once the text exists.
const WORDS: f32 = 0.5;

/// Share of a conversion that is complete once the bytes exist, before errors are searched in them.
const ENCODED: f32 = 0.5;

impl Jobs {
    /// Carries out the request with this number; dialogs open in the folder of the `newest` file.
    pub(in crate::app) fn request(
        &mut self,
        number: u64,
        request: FileRequest,
        (storage, newest): (&Storage, Option<&FileRef>),
    ) {
        match request {
            FileRequest::Choose(dialog) => self.choose(number, dialog, newest),
            FileRequest::Read(file, purpose) => {
                let description = format!("reading {}", file.name());
                self.start_request(number, &description, |progress| read(file, purpose, progress));
            }
            FileRequest::Write(write) => {
                let verb = match &write.content {
                    WriteContent::Document { format, .. } if **format != DOCUMENT => "exporting",
                    WriteContent::Picture { .. } => "exporting",
                    WriteContent::Document { .. } | WriteContent::Table(_) => "saving",
                };
                let description = format!("{verb} {}", write.file.name());
                self.start_request(number, &description, |progress| self::write(*write, progress));
            }
            FileRequest::ReadRecovery { file, weld_distance } => {
                self.start_request(number, "restoring unsaved work", move |progress| {
                    recover(file, weld_distance, progress)
                });
            }
            FileRequest::WriteRecovery { original, document } => {
                let report = self.teller();
                storage.keep(original, document, move |reply| report(FileInput::Reply(number, reply)));
            }
        }
    }

    /// Opens the file dialog of the system.
    fn choose(&mut self, number: u64, dialog: FileDialog, newest: Option<&FileRef>) {
        let of_read = dialog.suggested.as_ref().filter(|_| file_dialog::suggested(&dialog).is_none());
        let chosen = file_dialog::open(&dialog, of_read.or(newest));
        let chosen = async move {
            match chosen.await {
                Some(reply) => answer(FileInput::Reply(number, reply)),
                None => vec![JobResult::NoDialog(number, dialog)],
            }
        };
        let failed = move |why| FileInput::Reply(number, Err(FileFailure::Error(why)));
        self.start("waiting for the file dialog", failed, chosen);
    }

    pub(in crate::app) fn find_recovery(&mut self, storage: &Storage) {
        let found = storage.find_recovery();
        self.start("looking for unsaved work", FileInput::Failed, async { answer(found.await) });
    }

    pub(in crate::app) fn open_sample(&mut self, sample: &'static Sample) {
        self.start(&format!("opening {}", sample.name), FileInput::Failed, async {
            let content = match sample.open() {
                Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => document.into(),
                Ok(Opened::Reproduction(made)) => FileContent::Reproduction(made.into()),
                Ok(Opened::Scene { scene, .. }) => {
                    FileContent::Scene(ImportDialog::of_sample(sample.name, Arc::new(scene)))
                }
                Err(why) => return answer(FileInput::Failed(why)),
            };
            answer(FileInput::OpenSample(sample.name, content))
        });
    }
}

async fn read(file: FileRef, purpose: ReadPurpose, progress: Progress) -> Result<FileReply, FileFailure> {
    let (opened, stamp) = match &purpose {
        ReadPurpose::Level(document) => {
            let read = files::read_level(&file, document.as_ref(), &progress).await;
            progress.report(1, 1)?;
            return match read {
                Ok(content) => Ok(FileReply::Read(FileContent::Level(content))),
                Err(LevelError::NotLocal { why, .. }) => Err(FileFailure::NotLocal(why)),
                Err(why) => Err(FileFailure::Error(format!("{why}."))),
            };
        }
        ReadPurpose::Open { .. } | ReadPurpose::Reload => {
            let stage = progress.stage("taking it in", 0.0..TAKEN_IN);
            stage.report(0, 1)?;
            files::open(&file, &stage).await
        }
        ReadPurpose::Import | ReadPurpose::Compare => files::open(&file, &progress).await,
    }
    .map_err(|why| match why {
        OpenError::Stopped(stopped) => stopped.into(),
        why => FileFailure::Error(format!("{why}.")),
    })?;
    content(file, &purpose, (opened, stamp), &progress).map(FileReply::Read)
}

/// Derives from an opened file what its purpose needs.
fn content(
    file: FileRef,
    purpose: &ReadPurpose,
    (opened, stamp): (Opened, Stamp),
    progress: &Progress,
) -> Result<FileContent, FileFailure> {
    if *purpose == ReadPurpose::Compare {
        progress.report(1, 1)?;
        let document = opened.into_document();
        let document = document.map_err(|why| FileFailure::Error(format!("{}: {why}.", file.name())))?;
        return Ok(FileContent::Document(document.into(), Some(stamp)));
    }
    let is_import = *purpose == ReadPurpose::Import;
    let dialog = |mut dialog: ImportDialog| {
        dialog.import.stamp = Some(stamp);
        FileContent::Scene(dialog)
    };
    Ok(match opened {
        Opened::Scene { scene, .. } => dialog(ImportDialog::new(file, Arc::new(scene))),
        Opened::Document { document, notes, .. } if is_import => {
            dialog(ImportDialog::of_mesh(file, document, notes, true))
        }
        Opened::Reproduction(made) if is_import => {
            dialog(ImportDialog::of_mesh(file, made.document, Vec::new(), true))
        }
        Opened::Mesh { document, notes, .. } if is_import => {
            dialog(ImportDialog::of_mesh(file, document, notes, false))
        }
        Opened::Document { document, notes, .. } => {
            FileContent::Document(prepared(document, purpose, progress)?.with_notes(notes), Some(stamp))
        }
        Opened::Reproduction(made) => FileContent::Reproduction(made.into()),
        Opened::Mesh { document, notes, .. } => {
            let placed = io::place(&document, &Placement::default());
            let placed = placed.map_err(|why| FileFailure::Error(format!("{file}: {why}.")))?;
            let document = prepared(placed.document.for_person(), purpose, progress)?;
            let notes = notes.into_iter().chain(placed.notes).collect();
            let imported = ImportedDocument::whole(&file, document, (notes, placed.up));
            FileContent::Imported(ImportedDocument { stamp: Some(stamp), ..imported }.into())
        }
    })
}

/// Derives the data of a document that is opened, after the file was parsed.
fn prepared(
    document: Document,
    purpose: &ReadPurpose,
    progress: &Progress,
) -> Result<LoadedDocument, Stopped> {
    let ReadPurpose::Open { weld_distance } = *purpose else { return Ok(document.into()) };
    LoadedDocument::new(document, weld_distance, &progress.part(TAKEN_IN..1.0))
}

async fn recover(
    recovery_file: RecoveryFile,
    weld_distance: f32,
    progress: Progress,
) -> Result<FileReply, FileFailure> {
    progress.stage("taking it in", 0.0..TAKEN_IN).report(0, 1)?;
    let document = storage::read_recovery(&recovery_file).await;
    let document = document.map_err(|why| FileFailure::Error(format!("{why}.")))?;
    let document = prepared(document, &ReadPurpose::Open { weld_distance }, &progress)?;
    Ok(FileReply::Read(document.into()))
}

/// Writes a file; if the job is stopped, the file is unchanged.
async fn write(write: FileWrite, progress: Progress) -> Result<FileReply, FileFailure> {
    let FileWrite { file, content, options, protected } = write;
    let target = match &content {
        WriteContent::Document { format, coordinates, checks: Some(checks), .. } => {
            Some(((*format, *coordinates), (**checks).clone()))
        }
        _ => None,
    };
    if let Some((_, checks)) = &target {
        checks.check_place(file.path()).map_err(FileFailure::NotLocal)?;
    }
    let is_free = files::check_protected(&file, &protected).await;
    is_free.map_err(|why| FileFailure::Error(format!("{why}.")))?;
    let stage = progress.stage("converting", 0.0..WORDS);
    stage.report(0, 1)?;
    let (bytes, warning) = bytes(&file, content, &stage)?;
    let stage = progress.stage("writing", WORDS..1.0);
    stage.report(0, 1)?;
    let saved = match &target {
        None => files::save(&file, &bytes, &options, &stage).await.map_err(TargetError::from),
        Some((form, checks)) => files::write_target(&file, *form, &bytes, (&options, checks), &stage).await,
    };
    let saved = saved.map_err(|why| match why {
        TargetError::NotLocal(why) => FileFailure::NotLocal(why),
        TargetError::Save(SaveError::Unexpected { .. }) => FileFailure::ChangedOnDisk,
        TargetError::Save(SaveError::Confirm { cautions, .. }) => FileFailure::NeedsConsent(cautions),
        TargetError::Save(SaveError::Stopped(stopped)) => stopped.into(),
        TargetError::Save(why) => FileFailure::Error(format!("{why}.")),
    })?;
    let warnings: Vec<String> = saved.warning(file.path()).into_iter().chain(warning).collect();
    let warning = (!warnings.is_empty()).then(|| warnings.join(" "));
    Ok(FileReply::Written { stamp: saved.stamp, warning })
}

/// Returns the bytes of a file, with a sentence to show once it is written.
fn bytes(
    file: &FileRef,
    content: WriteContent,
    progress: &Progress,
) -> Result<(Vec<u8>, Option<String>), FileFailure> {
    match content {
        WriteContent::Document { document, format, coordinates, .. } => {
            let relative = io::with_relative_files(&document, file.path());
            let bytes = format.encode(&relative, coordinates, &progress.part(0.0..ENCODED))?;
            let bytes = bytes.map_err(FileFailure::Refused)?;
            let (form, stage) = ((format, coordinates), progress.part(ENCODED..1.0));
            let warning = export_errors::warning(file, &document, form, &bytes, &stage)?;
            Ok((bytes, warning))
        }
        WriteContent::Picture { state, format, settings } => {
            let camera = drawing::camera(state.state(), settings.extent);
            let picture = drawing::draw(state.state(), camera, settings);
            let bytes = encode(&picture, format, PIXELS_PER_POINT);
            Ok((bytes.map_err(|why| FileFailure::Refused(why.to_string().into()))?, None))
        }
        WriteContent::Table(content) => Ok((content.text(progress)?.into_bytes(), None)),
    }
}
