//! Jobs that read, import and save files.

use std::sync::Arc;

use super::{JobResult, Jobs, answer};
use crate::app::platform::file_dialog::{self, Ask};
use crate::app::platform::files;
use crate::app::platform::storage::{self, Storage};
use crate::editor::files::file::FileInput;
use crate::editor::files::import::{Destination, ImportDialog, ImportedDocument};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::picture::{PictureSettings, PictureState};
use crate::editor::session::table::TableContent;
use crate::picture::{drawing, encode};
use crate::samples::Sample;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;
use navsmith_formats::io::export_errors;
use navsmith_formats::io::levels::LevelError;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::{SaveError, SaveOptions, Saved};
use navsmith_formats::io::{
    self, DOCUMENT, FileRef, Format, OpenError, Opened, Placement, ProtectedFiles, TargetChecks, TargetError,
    WriteError,
};

impl Jobs {
    /// Opens the file dialog of the system, in the folder of the `recent` file.
    pub(in crate::app) fn ask(&mut self, ask: Ask, recent: Option<&FileRef>) {
        let chosen = file_dialog::open(&ask, recent);
        let chosen = async { chosen.await.map_or_else(|| vec![JobResult::NoDialog(ask)], answer) };
        self.start("waiting for the file dialog", |_| FileInput::Dismissed, chosen);
    }

    /// Reads a document or a scene; `weld_distance` is the threshold of the issues, in metres.
    pub(in crate::app) fn read(&mut self, file: FileRef, weld_distance: f32) {
        self.read_for(file, Some(weld_distance), |result| result);
    }

    /// Reads a file like [`Self::read`], for the reload with this number.
    ///
    /// No data are derived, because a reload changes the ids of the elements.
    pub(in crate::app) fn read_again(&mut self, file: FileRef, number: u64) {
        self.read_for(file, None, move |result| FileInput::ReadAgain(number, Box::new(result)));
    }

    /// Reads a document or a scene; `input` makes the input for the editor from the result.
    ///
    /// With a weld distance, derives the data of a document.
    fn read_for(
        &mut self,
        file: FileRef,
        weld_distance: Option<f32>,
        input: impl Fn(FileInput) -> FileInput + Clone + Send + 'static,
    ) {
        let description = format!("reading {}", file.name());
        let failed = input.clone();
        self.start_reporting(
            &description,
            input(FileInput::Dismissed),
            move |why| failed(FileInput::ReadFailed(why)),
            move |progress| async move {
                let result = read(file, weld_distance, &progress).await?;
                Ok(input(result))
            },
        );
    }

    /// Reads a file to import into the open document.
    pub(in crate::app) fn read_import(&mut self, file: FileRef) {
        let description = format!("reading {}", file.name());
        self.start_reporting(
            &description,
            FileInput::Dismissed,
            FileInput::ReadFailed,
            move |progress| async move {
                let (opened, stamp) = match files::open(&file, &progress).await {
                    Ok(opened) => opened,
                    Err(OpenError::Stopped(stopped)) => return Err(stopped),
                    Err(why) => return Ok(FileInput::ReadFailed(format!("{why}."))),
                };
                let mut dialog = match opened {
                    Opened::Scene { scene, .. } => ImportDialog::new(file, Arc::new(scene)),
                    Opened::Document { document, .. } => {
                        ImportDialog::of_mesh(file, document, Vec::new(), true)
                    }
                    Opened::Mesh { document, notes, .. } => {
                        ImportDialog::of_mesh(file, document, notes, false)
                    }
                    Opened::Reproduction(made) => {
                        ImportDialog::of_mesh(file, made.document, Vec::new(), true)
                    }
                };
                dialog.stamp = Some(stamp);
                dialog.destination = Destination::OpenDocument { welds: false };
                Ok(FileInput::Scanned(dialog))
            },
        );
    }

    /// Reads a file as a document to compare with; a scene is imported with the default settings.
    pub(in crate::app) fn read_for_comparison(&mut self, file: FileRef) {
        let description = format!("reading {}", file.name());
        self.start_reporting(
            &description,
            FileInput::Dismissed,
            FileInput::ReadFailed,
            move |progress| async move {
                let (opened, _) = match files::open(&file, &progress).await {
                    Err(OpenError::Stopped(stopped)) => return Err(stopped),
                    Err(why) => return Ok(FileInput::ReadForComparison(file, Err(format!("{why}.")))),
                    Ok(opened) => opened,
                };
                progress.report(1, 1)?;
                let document = opened.into_document().map_err(|why| format!("{}: {why}.", file.name()));
                Ok(FileInput::ReadForComparison(file, document))
            },
        );
    }

    /// Reads level geometry.
    pub(in crate::app) fn read_level(&mut self, file: FileRef, document: Option<FileRef>) {
        let description = format!("reading {}", file.name());
        let stopped =
            |file| FileInput::LevelRead(file, Err("Reading the level was stopped. Reload it.".into()));
        self.start_reporting(
            &description,
            stopped(file.clone()),
            FileInput::ReadFailed,
            move |progress| async move {
                let read = files::read_level(&file, document.as_ref(), &progress).await;
                progress.report(1, 1)?;
                Ok(match read {
                    Err(LevelError::NotLocal { why, .. }) => FileInput::LevelNotLocal(file, why),
                    read => FileInput::LevelRead(file, read.map_err(|why| format!("{why}."))),
                })
            },
        );
    }

    pub(in crate::app) fn write(
        &mut self,
        (file, format, coordinates): (FileRef, &'static Format, FileCoordinates),
        document: Document,
        (options, protected, checks): (SaveOptions, ProtectedFiles, Option<Box<TargetChecks>>),
    ) {
        let path = file.clone();
        let target = checks.map(|checks| Target { format, coordinates, checks });
        let verb = if *format == DOCUMENT { "saving" } else { "exporting" };
        let bytes = move |progress: &Progress| {
            let relative = io::with_relative_files(&document, path.path());
            let bytes = match format.encode(&relative, coordinates, &progress.part(0.0..ENCODED))? {
                Ok(bytes) => bytes,
                Err(why) => return Ok(Err(why)),
            };
            let (form, stage) = ((format, coordinates), progress.part(ENCODED..1.0));
            let warning = export_errors::warning(&path, &document, form, &bytes, &stage)?;
            Ok(Ok(Content { bytes, warning }))
        };
        self.write_bytes((verb, file), (options, protected, target), bytes, |result| result);
    }

    /// Draws a picture and writes it; a PNG has two pixels for each point of the window.
    pub(in crate::app) fn write_picture(
        &mut self,
        (file, format): (FileRef, &'static Format),
        (state, settings): (PictureState, PictureSettings),
        (options, protected): (SaveOptions, ProtectedFiles),
    ) {
        const PIXELS_PER_POINT: f32 = 2.0;
        let bytes = move |_: &Progress| {
            let camera = drawing::camera(state.state(), settings.extent);
            let picture = drawing::draw(state.state(), camera, settings);
            let bytes = encode(&picture, format, PIXELS_PER_POINT);
            Ok(bytes.map(Content::from).map_err(|why| why.to_string().into()))
        };
        self.write_bytes(("exporting", file), (options, protected, None), bytes, |result| result);
    }

    /// Writes a table.
    pub(in crate::app) fn write_table(&mut self, file: FileRef, content: TableContent, options: SaveOptions) {
        let bytes = move |progress: &Progress| Ok(Ok(content.text(progress)?.into_bytes().into()));
        let options = (options, ProtectedFiles::default(), None);
        self.write_bytes(("saving", file), options, bytes, |result| {
            FileInput::TableWritten(Box::new(result))
        });
    }

    /// Saves the content that a function returns; `verb` describes that.
    ///
    /// `input` makes the input for the editor from the result.
    fn write_bytes(
        &mut self,
        (verb, file): (&str, FileRef),
        (options, protected, target): (SaveOptions, ProtectedFiles, Option<Target>),
        bytes: impl FnOnce(&Progress) -> Result<Result<Content, WriteError>, Stopped> + Send + 'static,
        input: fn(FileInput) -> FileInput,
    ) {
        let description = format!("{verb} {}", file.name());
        let why = format!("Stopped {verb} {}. The file is unchanged.", file.name());
        self.start_reporting(
            &description,
            input(FileInput::SaveFailed(why)),
            move |why| input(FileInput::SaveFailed(why)),
            move |progress| async move {
                if target.as_ref().is_some_and(|target| target.checks.check_place(file.path()).is_err()) {
                    return Ok(input(FileInput::OutsideFolder(file)));
                }
                if let Err(why) = files::check_protected(&file, &protected).await {
                    return Ok(input(FileInput::SaveFailed(format!("{why}."))));
                }
                Ok(input(match written(&file, bytes, (&options, target.as_ref()), &progress).await? {
                    Ok((saved, warning)) => {
                        let warnings: Vec<String> =
                            saved.warning(file.path()).into_iter().chain(warning).collect();
                        let warning = (!warnings.is_empty()).then(|| warnings.join(" "));
                        FileInput::Saved { file, stamp: saved.stamp, warning }
                    }
                    Err(NotWritten::Save(SaveError::Unexpected { .. })) => FileInput::ChangedOnDisk(file),
                    Err(NotWritten::Save(SaveError::Confirm { cautions, .. })) => {
                        FileInput::NeedsConsent { file, cautions }
                    }
                    Err(NotWritten::Refused(why)) => FileInput::WriteRefused(why),
                    Err(NotWritten::Outside) => FileInput::OutsideFolder(file),
                    Err(why) => FileInput::SaveFailed(format!("{why}.")),
                }))
            },
        );
    }

    pub(in crate::app) fn recover(&mut self, recovery_file: RecoveryFile, weld_distance: f32) {
        self.start_reporting(
            "restoring unsaved work",
            FileInput::Dismissed,
            FileInput::ReadFailed,
            move |progress| async move {
                progress.stage("taking it in", 0.0..TAKEN_IN).report(0, 1)?;
                Ok(match storage::read_recovery(&recovery_file).await {
                    Ok(document) => {
                        let document = prepared(document, Some(weld_distance), &progress)?;
                        FileInput::Recovered(recovery_file, document)
                    }
                    Err(why) => FileInput::ReadFailed(format!("{why}.")),
                })
            },
        );
    }

    pub(in crate::app) fn find_recovery(&mut self, storage: &Storage) {
        let found = storage.find_recovery();
        self.start("looking for unsaved work", FileInput::ReadFailed, async { answer(found.await) });
    }

    pub(in crate::app) fn open_sample(&mut self, sample: &'static Sample) {
        self.start(&format!("opening {}", sample.name), FileInput::ReadFailed, async {
            answer(match sample.open() {
                Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => {
                    FileInput::OpenSample(sample.name, document.into())
                }
                Ok(Opened::Reproduction(made)) => {
                    FileInput::OpenedReproduction(sample.name.into(), Box::new(made))
                }
                Ok(Opened::Scene { scene, .. }) => {
                    FileInput::Scanned(ImportDialog::of_sample(sample.name, Arc::new(scene)))
                }
                Err(why) => FileInput::ReadFailed(why),
            })
        });
    }
}

/// Reads a document or a scene.
///
/// With a weld distance, derives the data of a document.
async fn read(file: FileRef, weld_distance: Option<f32>, progress: &Progress) -> Result<FileInput, Stopped> {
    let stage = progress.stage("taking it in", 0.0..TAKEN_IN);
    stage.report(0, 1)?;
    let (opened, stamp) = match files::open(&file, &stage).await {
        Ok(opened) => opened,
        Err(OpenError::Stopped(stopped)) => return Err(stopped),
        Err(why) => return Ok(FileInput::ReadFailed(format!("{why}."))),
    };
    Ok(match opened {
        Opened::Document { document, .. } => {
            let document = prepared(document, weld_distance, progress)?;
            FileInput::Opened { file, stamp, document }
        }
        Opened::Scene { scene, .. } => {
            let mut dialog = ImportDialog::new(file, Arc::new(scene));
            dialog.stamp = Some(stamp);
            FileInput::Scanned(dialog)
        }
        Opened::Mesh { document, notes, .. } => {
            FileInput::ImportedDocument(match io::place(&document, &Placement::default()) {
                Ok((document, _, placed)) => {
                    let document = prepared(document.for_person(), weld_distance, progress)?;
                    let notes = notes.into_iter().chain(placed).collect();
                    let imported = ImportedDocument::whole(&file, document, notes);
                    Ok(Box::new(ImportedDocument { stamp: Some(stamp), ..imported }))
                }
                Err(why) => Err(format!("{file}: {why}.")),
            })
        }
        Opened::Reproduction(made) => FileInput::OpenedReproduction(file.name(), Box::new(made)),
    })
}

/// Derives the data that the editor needs of a document after the file was parsed.
///
/// Without a weld distance, derives none.
fn prepared(
    document: Document,
    weld_distance: Option<f32>,
    progress: &Progress,
) -> Result<LoadedDocument, Stopped> {
    let Some(weld_distance) = weld_distance else { return Ok(document.into()) };
    LoadedDocument::new(document, weld_distance, &progress.part(TAKEN_IN..1.0))
}

/// Share of a conversion that is complete once the bytes exist, before errors are searched in them.
const ENCODED: f32 = 0.5;

/// Content of a file to write.
struct Content {
    bytes: Vec<u8>,
    /// Sentence to show once it is written.
    warning: Option<String>,
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, warning: None }
    }
}

/// An export target, and the checks before it is written.
struct Target {
    format: &'static Format,
    coordinates: FileCoordinates,
    checks: Box<TargetChecks>,
}

#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error(transparent)]
    Refused(#[from] WriteError),
    #[error("The file is outside of the folder of the document")]
    Outside,
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Saves a content, and returns its warning; if the job is stopped, the file is unchanged.
async fn written(
    file: &FileRef,
    bytes: impl FnOnce(&Progress) -> Result<Result<Content, WriteError>, Stopped>,
    (options, target): (&SaveOptions, Option<&Target>),
    progress: &Progress,
) -> Result<Result<(Saved, Option<String>), NotWritten>, Stopped> {
    let stage = progress.stage("converting", 0.0..WORDS);
    stage.report(0, 1)?;
    let Content { bytes, warning } = match bytes(&stage)? {
        Ok(content) => content,
        Err(why) => return Ok(Err(why.into())),
    };
    let stage = progress.stage("writing", WORDS..1.0);
    stage.report(0, 1)?;
    let saved = match target {
        None => files::save(file, &bytes, options, &stage).await.map_err(NotWritten::from),
        Some(Target { format, coordinates, checks }) => {
            files::write_target(file, (format, *coordinates), &bytes, (options, checks), &stage)
                .await
                .map_err(|why| match why {
                    TargetError::NotLocal(_) => NotWritten::Outside,
                    TargetError::Save(why) => why.into(),
                })
        }
    };
    match saved {
        Err(NotWritten::Save(SaveError::Stopped(stopped))) => Err(stopped),
        saved => Ok(saved.map(|saved| (saved, warning))),
    }
}

/// Share of an opening job that is complete once the file is parsed.
const TAKEN_IN: f32 = 0.5;

/// Share of a saving job that is complete once the text exists.
const WORDS: f32 = 0.5;
