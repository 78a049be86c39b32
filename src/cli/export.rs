//! `navsmith export`: export of a document to the targets that it stores.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::args::file::ExportArguments;
use super::convert::{errors_in, notes_of, refused};
use super::output::{in_lines, json, unsaved};
use super::{Done, Exit};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, ExportTarget};
use navsmith_formats::io::file::RequiredState;
use navsmith_formats::io::save::{SaveError, SaveOptions, SavedContent};
use navsmith_formats::io::{
    self, FileRef, Format, NotLocal, Opened, ProtectedFiles, TargetChecks, TargetError, open,
};

/// Result of an export to a target.
#[derive(Serialize)]
struct Exported {
    file: String,
    /// Reason why the file was not written; `None` if it was.
    why: Option<String>,
    /// Clauses about the errors of the mesh in the file.
    errors: Vec<String>,
    /// What the file does not store, and what programs change when they read it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
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
            let mut exported =
                Exported { file: target.file.clone(), why: None, errors: Vec::new(), notes: Vec::new() };
            let done = check_place(arguments, target)
                .and_then(|()| check_repeated(arguments, &document, index))
                .and_then(|()| export(arguments, &document, target, &mut exported));
            exported.why = done.err();
            exported
        })
        .collect();
    let failed = exported.iter().filter_map(|exported| exported.why.clone());
    let none = exported.is_empty().then(|| {
        format!("{} has no export targets; store one in the export dialog of the window", own.display())
    });
    let failures: Vec<String> = failed.chain(none).collect();
    let errors = exported.iter().flat_map(|exported| {
        // The reason why a file was not written contains its errors.
        let errors = exported.errors.iter().filter(|_| exported.why.is_none());
        let clauses = errors.chain(&exported.notes);
        clauses.map(|clause| format!("{}: {clause}", exported.file))
    });
    let written = exported.iter().filter(|exported| exported.why.is_none());
    let text = if arguments.json {
        json(&exported)?
    } else {
        in_lines(&written.clone().map(|exported| format!("wrote {}", exported.file)).collect::<Vec<_>>())
    };
    let is_written = written.count() > 0;
    let exit = Exit::of(failures.is_empty());
    Ok(Done { text, exit, asides: failures.into_iter().chain(errors).collect(), is_written })
}

/// Returns the checks of the place of all targets.
fn checks(arguments: &ExportArguments) -> TargetChecks {
    let within = (!arguments.is_forced).then(|| FileRef::from(arguments.file.clone()));
    TargetChecks { within, replaceable: None }
}

/// Refuses a target that the document alone does not decide to write.
fn check_place(arguments: &ExportArguments, target: &ExportTarget) -> Result<(), String> {
    let place = checks(arguments).check_place(Path::new(&target.file));
    place.map_err(|why| format!("{}: {}", target.file, outside(&why)))
}

fn outside(why: &NotLocal) -> String {
    format!("it {why}; --force exports there")
}

/// Refuses a target whose file is that of an earlier one, which it would replace.
fn check_repeated(arguments: &ExportArguments, document: &Document, index: usize) -> Result<(), String> {
    let file = Path::new(&document.exports[index].file);
    let mut earlier = document.exports[..index].iter().filter(|other| check_place(arguments, other).is_ok());
    if earlier.any(|other| io::is_same_file(Path::new(&other.file), file)) {
        return Err(format!(
            "{}: another export target has the same file; remove one of them",
            file.display()
        ));
    }
    Ok(())
}

/// Exports to a target, and adds the errors of the mesh in the file and notes to the result.
///
/// `Err` is the reason why the file was not written.
fn export(
    arguments: &ExportArguments,
    document: &Document,
    target: &ExportTarget,
    exported: &mut Exported,
) -> Result<(), String> {
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
    let mut protected = ProtectedFiles::levels_of(document, Some(&own));
    protected.files.push(own);
    protected.check(out).map_err(|error| error.to_string())?;
    let relative = io::with_relative_files(document, out);
    let written = format.encode(&relative, target.coordinates, &Progress::none());
    let written = written.map_err(|Stopped| in_out(&Stopped))?.map_err(|error| in_out(&refused(&error)))?;
    let form = (format, target.coordinates);
    exported.errors = errors_in(document, form, &written).into_iter().collect();
    if let Some(errors) = exported.errors.first().filter(|_| arguments.is_strict) {
        return Err(in_out(&format!("{errors}; it was not written because of --strict")));
    }
    let (is_forced, content) = (arguments.is_forced, SavedContent::of(document));
    let expected = if is_forced { RequiredState::Anything } else { RequiredState::Nothing };
    let options = SaveOptions { expected, is_forced, content, ..SaveOptions::default() };
    let checks = TargetChecks { replaceable: Some(document.clone()), ..checks(arguments) };
    match io::write_target(out, form, &written, (&options, &checks), &Progress::none()) {
        Ok(_saved) => {
            // No target stores the list of targets.
            let document = Document { exports: Arc::default(), ..document.clone() };
            exported.notes = notes_of(&document, form);
            Ok(())
        }
        Err(TargetError::Save(SaveError::Unexpected(_))) => {
            Err(in_out(&"it exists and differs from this export; --force replaces it"))
        }
        Err(TargetError::Save(error)) => Err(unsaved(&error)),
        Err(TargetError::NotLocal(why)) => Err(in_out(&outside(&why))),
    }
}
