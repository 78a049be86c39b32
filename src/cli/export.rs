//! `navsmith export`: export of a document to the targets that it stores.

use std::path::Path;

use serde::Serialize;

use super::args::file::ExportArguments;
use super::convert::refused;
use super::output::{in_lines, json, unsaved};
use super::{Done, Exit};
use crate::document::{Document, ExportTarget};
use crate::io::file::RequiredState;
use crate::io::save::{SaveError, SaveOptions, SavedContent};
use crate::io::{self, FileRef, Format, Opened, ProtectedFiles, TargetChecks, TargetError, open};
use crate::progress::{Progress, Stopped};

/// Result of an export to a target.
#[derive(Serialize)]
struct Exported {
    file: String,
    /// Reason why the file was not written; `None` if it was.
    why: Option<String>,
}

pub(super) fn run(arguments: &ExportArguments) -> Result<Done, String> {
    let own = &arguments.file;
    let document = match open(own).map_err(|error| error.to_string())? {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
        Opened::Scene { .. } | Opened::Reproduction(_) => {
            return Err(format!("{}: it is no document; use navsmith convert", own.display()));
        }
    };
    let exported: Vec<Exported> = document
        .exports
        .iter()
        .enumerate()
        .map(|(index, target)| {
            let exported =
                check_repeated(&document, index).and_then(|()| export(arguments, &document, target));
            Exported { file: target.file.clone(), why: exported.err() }
        })
        .collect();
    let failed = exported.iter().filter_map(|exported| exported.why.clone());
    let none = exported.is_empty().then(|| {
        format!("{} has no export targets; store one in the export dialog of the window", own.display())
    });
    let asides: Vec<String> = failed.chain(none).collect();
    let written = exported.iter().filter(|exported| exported.why.is_none());
    let text = if arguments.json {
        json(&exported)?
    } else {
        in_lines(&written.clone().map(|exported| format!("wrote {}", exported.file)).collect::<Vec<_>>())
    };
    let is_written = written.count() > 0;
    Ok(Done { text, exit: Exit::of(asides.is_empty()), asides, is_written })
}

/// Refuses a target whose file is that of an earlier one, which it would replace.
fn check_repeated(document: &Document, index: usize) -> Result<(), String> {
    let file = Path::new(&document.exports[index].file);
    let mut earlier = document.exports[..index].iter();
    if earlier.any(|other| io::is_same_file(Path::new(&other.file), file)) {
        return Err(format!(
            "{}: another export target has the same file; remove one of them",
            file.display()
        ));
    }
    Ok(())
}

/// Exports to a target; `Err` is the reason why the file was not written.
fn export(arguments: &ExportArguments, document: &Document, target: &ExportTarget) -> Result<(), String> {
    let (own, out) = (&arguments.file, Path::new(&target.file));
    let in_out = |why: &dyn std::fmt::Display| format!("{}: {why}", out.display());
    if Format::of_name(out).is_some_and(|format| format.is_picture) {
        return Err(in_out(&"pictures are no export targets; write them with navsmith render"));
    }
    let Some(format) = Format::of_name(out).filter(|format| format.write.is_some()) else {
        let formats = io::list(Format::writable());
        return Err(in_out(&format!("the name does not end like a format that navsmith writes: {formats}")));
    };
    let own = FileRef::from(own.clone());
    let mut protected = ProtectedFiles::levels_of(document);
    protected.files.push(own.clone());
    protected.check(out).map_err(|error| error.to_string())?;
    let relative = io::with_relative_files(document, out);
    let written = format.encode(&relative, target.coordinates, &Progress::none());
    let written = written.map_err(|Stopped| in_out(&Stopped))?.map_err(|error| in_out(&refused(&error)))?;
    let (is_forced, content) = (arguments.is_forced, SavedContent::of(document));
    let expected = if is_forced { RequiredState::Anything } else { RequiredState::Nothing };
    let options = SaveOptions { expected, is_forced, content, ..SaveOptions::default() };
    let checks = TargetChecks { within: (!is_forced).then_some(own), replaceable: Some(document.clone()) };
    let form = (format, target.coordinates);
    match io::write_target(out, form, &written, (&options, &checks), &Progress::none()) {
        Ok(_saved) => Ok(()),
        Err(TargetError::Save(SaveError::Unexpected(_))) => {
            Err(in_out(&"it exists and differs from this export; --force replaces it"))
        }
        Err(TargetError::Save(error)) => Err(unsaved(&error)),
        Err(TargetError::Outside) => Err(in_out(&format!("{}; --force exports there", TargetError::Outside))),
    }
}
