//! Reading, importing and saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Done, Jobs, Report, unread};
use crate::document::Document;
use crate::editor::{FileInput, ImportDialog, ImportJob, Imported, Input, Prepared};
use crate::io::file::{self, Expected, Stamp};
use crate::io::recovery::Orphan;
use crate::io::samples::Sample;
use crate::io::{self, Opened};

impl Jobs {
    /// Reads a document or a scene; `weld_distance` is what issues are told by.
    pub(in crate::app) fn read(&mut self, path: PathBuf, weld_distance: f32) {
        self.start_reading(&format!("reading {}", name_of(&path)), unread, move |report| {
            report.step("taking it in", 0.0).continue_value()?;
            let opened = match io::open(&path) {
                Ok(opened) => opened,
                Err(why) => return Some(FileInput::ReadFailed { why: format!("{why}.") }),
            };
            Some(match opened {
                Opened::Document { document, stamp } => {
                    let document = prepared(document, weld_distance, report, 0.5)?;
                    FileInput::Opened { path, stamp, document }
                }
                Opened::Gltf(scene) => FileInput::Scanned(ImportDialog::new(path, Arc::new(scene))),
                Opened::Polyanya(document) => {
                    let document = prepared(document, weld_distance, report, 0.5)?;
                    FileInput::Imported(Ok(Imported::whole(&path, document)))
                }
                Opened::Reproduction(made) => FileInput::OpenedReproduction(name_of(&path), Box::new(made)),
            })
        });
    }

    /// Saves a document if what is there is what was expected.
    pub(in crate::app) fn write(&mut self, path: PathBuf, document: Document, expected: Expected) {
        let failed = |why| FileInput::SaveFailed { why };
        self.start(&format!("saving {}", name_of(&path)), failed, move || {
            if !expected.is_met(&path) {
                return answer(FileInput::ChangedOnDisk { path });
            }
            answer(match written(&path, &document) {
                Ok(stamp) => FileInput::Saved { path, stamp },
                Err(why) => FileInput::SaveFailed { why },
            })
        });
    }

    /// Makes a document of a scene.
    pub(in crate::app) fn import(&mut self, job: ImportJob, weld_distance: f32) {
        let failed = |why| FileInput::Imported(Err(why));
        self.start_reading("importing", failed, move |report| {
            report.step("welding", 0.0).continue_value()?;
            let imported = match job.run() {
                Ok(imported) => imported,
                Err(why) => return Some(FileInput::Imported(Err(why))),
            };
            let document = prepared(imported.document.document, weld_distance, report, 0.3)?;
            Some(FileInput::Imported(Ok(Imported { document, ..imported })))
        });
    }

    /// Reads unsaved work of an earlier run.
    pub(in crate::app) fn recover(&mut self, orphan: Orphan, weld_distance: f32) {
        self.start_reading("bringing back unsaved work", unread, move |report| {
            report.step("taking it in", 0.0).continue_value()?;
            Some(match orphan.read() {
                Ok(document) => FileInput::Recovered(orphan, prepared(document, weld_distance, report, 0.5)?),
                Err(why) => FileInput::ReadFailed { why: format!("{why}.") },
            })
        });
    }

    /// Opens a mesh that comes with the program.
    pub(in crate::app) fn open_sample(&mut self, sample: &'static Sample) {
        self.start(&format!("opening {}", sample.name), unread, move || {
            answer(match sample.open() {
                Ok(Opened::Document { document, .. } | Opened::Polyanya(document)) => {
                    FileInput::OpenSample(sample.name, document.into())
                }
                Ok(Opened::Reproduction(made)) => {
                    FileInput::OpenedReproduction(sample.name.into(), Box::new(made))
                }
                Ok(Opened::Gltf(scene)) => {
                    FileInput::Scanned(ImportDialog::new(PathBuf::from(sample.name), Arc::new(scene)))
                }
                Err(why) => FileInput::ReadFailed { why },
            })
        });
    }
}

/// Derives what the editor needs of a document, of which so much is done; `None` once the work was stopped.
fn prepared(document: Document, weld_distance: f32, report: &Report, done: f32) -> Option<Prepared> {
    let steps = [done, done + (1.0 - done) * 0.5];
    let mut step = 0;
    Prepared::new(document, weld_distance, |stage| {
        step += 1;
        report.step(stage, steps[(step - 1).min(1)])
    })
}

fn written(path: &Path, document: &Document) -> Result<Stamp, String> {
    let text = io::ron::write(document).map_err(|why| format!("The document cannot be written: {why}."))?;
    file::save(path, text.as_bytes()).map_err(|why| format!("{why}."))
}

fn answer(input: FileInput) -> Vec<Done> {
    vec![Done::Input(Input::File(input))]
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
