//! Reading, importing and saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Done, Jobs, unread};
use crate::document::Document;
use crate::editor::{FileInput, ImportDialog, ImportJob, Imported, Input};
use crate::io::file::{self, Expected, Stamp};
use crate::io::recovery::Orphan;
use crate::io::samples::Sample;
use crate::io::{self, Opened};

impl Jobs {
    /// Reads a document or a scene.
    pub(in crate::app) fn read(&mut self, path: PathBuf) {
        self.start(&format!("reading {}", name_of(&path)), unread, move || {
            answer(match io::open(&path) {
                Ok(Opened::Document { document, stamp }) => FileInput::Opened { path, stamp, document },
                Ok(Opened::Gltf(scene)) => FileInput::Scanned(ImportDialog::new(path, Arc::new(scene))),
                Ok(Opened::Polyanya(document)) => FileInput::Imported(Ok(Imported::whole(&path, document))),
                Ok(Opened::Reproduction(made)) => {
                    FileInput::OpenedReproduction(name_of(&path), Box::new(made))
                }
                Err(why) => FileInput::ReadFailed { why: format!("{why}.") },
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
    pub(in crate::app) fn import(&mut self, job: ImportJob) {
        let failed = |why| FileInput::Imported(Err(why));
        self.start("importing", failed, move || answer(FileInput::Imported(job.run())));
    }

    /// Reads unsaved work of an earlier run.
    pub(in crate::app) fn recover(&mut self, orphan: Orphan) {
        self.start("bringing back unsaved work", unread, move || {
            answer(match orphan.read() {
                Ok(document) => FileInput::Recovered(orphan, document),
                Err(why) => FileInput::ReadFailed { why: format!("{why}.") },
            })
        });
    }

    /// Opens a mesh that comes with the program.
    pub(in crate::app) fn open_sample(&mut self, sample: &'static Sample) {
        self.start(&format!("opening {}", sample.name), unread, move || {
            answer(match sample.open() {
                Ok(Opened::Document { document, .. } | Opened::Polyanya(document)) => {
                    FileInput::OpenSample(sample.name, document)
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
