//! `navsmith convert`: conversion of any readable file to a format that can be written.

use std::path::Path;

use serde::Serialize;

use super::args::file::{ConvertArguments, SourceArguments, WriteArguments};
use super::input::is_standard;
use super::load::{DroppedContent, Loaded, load_added};
use super::output::{
    in_lines, json, named_cells, plain_count, print, print_bytes, say, say_note, unsaved, with_clauses,
};
use super::{Done, Exit, outlines};
use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::{ListedIssues, WELD_DISTANCE, add_document, offset_of_fix};
use navsmith_formats::document::{Document, enumeration};
use navsmith_formats::io::save::{SaveOptions, SavedContent, save};
use navsmith_formats::io::watch::{self, Watcher};
use navsmith_formats::io::{self, BAKED, DocumentContent, Format, WriteError};
use navsmith_formats::io::{export_errors, file};

#[derive(Serialize)]
struct Converted {
    /// Whether the file was written; not with `--strict` and errors.
    written: bool,
    /// Clauses about errors of the mesh, and about ground that was left out.
    errors: Vec<String>,
    vertices: usize,
    cells: usize,
    /// Size of a baked mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    welded_vertices: usize,
    /// Clause about the ground that was left out; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    dropped: DroppedContent,
    notes: Vec<String>,
}

/// File to write, and how.
pub(super) struct ConvertTarget<'a> {
    pub(super) out: &'a Path,
    pub(super) format: &'static Format,
    pub(super) coordinates: FileCoordinates,
    pub(super) how: WriteArguments,
}

pub(super) fn run(arguments: &ConvertArguments) -> Result<Done, String> {
    let out = &arguments.out;
    let format = match arguments.out_format {
        Some(format) if is_standard(out) => format,
        Some(_) => {
            return Err(format!("{}: --out-format is for standard output; leave it out", out.display()));
        }
        None => format_of(out)?,
    };
    let coordinates = arguments.axes.coordinates();
    let target = ConvertTarget { out, format, coordinates, how: arguments.writing };
    let convert = || target.write(load_all(arguments)?);
    if arguments.is_watching { watch(arguments, convert) } else { convert() }
}

/// Returns the format that the name of a file to write ends with.
pub(super) fn format_of(out: &Path) -> Result<&'static Format, String> {
    if is_standard(out) {
        let text =
            "- is standard output, to which bake writes, and convert with --out-format; name a file, or ./-";
        return Err(text.into());
    }
    if Format::of_name(out).is_some_and(|format| format.is_picture) {
        return Err(format!("{} is a picture; write it with navsmith render", out.display()));
    }
    Format::of_name(out).filter(|format| format.write.is_some()).ok_or_else(|| {
        let formats = io::list(Format::writable());
        format!("{} does not end like a format that navsmith writes: {formats}; rename it", out.display())
    })
}

/// Reads the file and those to add to it.
fn load_all(arguments: &ConvertArguments) -> Result<Loaded, String> {
    let mut loaded = outlines::load_with(&arguments.source, &arguments.outlines)?;
    let reading = &arguments.source.reading;
    for file in &arguments.added {
        let other = load_added(&SourceArguments { file: file.clone(), reading: reading.clone() })?;
        let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let welded = add_document(&mut loaded.document, &other.document, reading.welding.weld);
        let welded = welded.map_err(|why| in_file(&why))?;
        let queries = DocumentContent::Queries.amount(&other.document);
        loaded.protected.extend(other.protected);
        loaded.notes.extend(other.notes.iter().map(|note| in_file(note)));
        let ground =
            loaded.left_out.take().into_iter().chain(other.left_out.iter().map(|ground| in_file(ground)));
        loaded.left_out = Some(ground.collect::<Vec<_>>().join("; ")).filter(|ground| !ground.is_empty());
        loaded.lost.extend(other.lost.iter().map(|lost| in_file(lost)));
        loaded.notes.extend(queries.map(|queries| in_file(&format!("{queries} left out"))));
        loaded.notes.extend((welded > 0).then(|| in_file(&plain_count(welded, "gap welded", "gaps welded"))));
    }
    if arguments.is_recentered {
        recenter(&mut loaded)?;
    }
    outlines::of_level_cells(&mut loaded, &arguments.source, &arguments.outlines)?;
    Ok(loaded)
}

/// Moves a document to the origin if its mesh is far from it, and notes the offset.
fn recenter(loaded: &mut Loaded) -> Result<(), String> {
    let document = &loaded.document;
    let limits = document.mesh_limits(WELD_DISTANCE);
    let Some(by) = offset_of_fix(&Derived::build(&document.mesh), &limits) else {
        loaded.notes.push("the mesh is near the origin compared with its size, and was not moved".into());
        return Ok(());
    };
    loaded.document = document.moved(by)?;
    let [there, back] = [by, Vec3::ZERO - by].map(|Vec3 { x, y, z }| format!("({x}, {y}, {z}) m"));
    loaded.notes.push(format!("moved by {there}; place the file at {back} in the game"));
    Ok(())
}

/// Converts now, and again after each change of a file that is read; prints a line each time.
///
/// Files that cannot be read, such as removed or half-written ones, are tried again after the next change. Returns if
/// nothing reads the output.
fn watch(arguments: &ConvertArguments, convert: impl Fn() -> Result<Done, String>) -> Result<Done, String> {
    let (mut watcher, out) = (Watcher::default(), &arguments.out);
    let files = || arguments.added.iter().chain([&arguments.source.file]);
    let stamp = |path: &Path| file::read_stamped(path, file::CAP).ok().map(|(_, stamp)| stamp);
    if is_standard(&arguments.source.file) || is_standard(out) {
        return Err("--watch follows a file and writes one; - is neither".into());
    }
    loop {
        // A change while the file is converted differs from these stamps, so it is not missed.
        let read = files().flat_map(|file| watch::with_referenced(file));
        let read: Vec<_> = read.map(|path| (path.clone(), stamp(&path))).collect();
        if read.iter().any(|(path, _)| io::is_same_file(path, out)) {
            let shown = out.display();
            return Err(format!("{shown} is a file that is read, so --watch never ends; give another OUT"));
        }
        watcher.watch(read);
        let (line, asides) = match convert() {
            Ok(Done { text, asides, .. }) => (text, asides),
            Err(why) => (String::new(), vec![format!("{why}; waiting for its next change")]),
        };
        for aside in &asides {
            if line.is_empty() { say(aside) } else { say_note(aside) }
        }
        let first = line.split_inclusive('\n').next().unwrap_or_default();
        if print(first)?.is_break() {
            return Ok(Done::found(String::new()));
        }
        watcher.wait();
    }
}

impl ConvertTarget<'_> {
    pub(super) fn write(&self, mut loaded: Loaded) -> Result<Done, String> {
        let &Self { out, format, coordinates, how } = self;
        let in_out = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
        let part =
            if loaded.is_whole { "" } else { ". A part of the file was not read, such as steep cells" };
        if is_standard(out) && how.json {
            return Err("--json and the file would both be on standard output; leave --json out".into());
        }
        if !is_standard(out) {
            loaded.protected.check(out).map_err(|error| format!("{error}{part}"))?;
        }
        let document = io::with_relative_files(&loaded.document, out);
        let written = format.encode(&document, coordinates, &Progress::none());
        let written =
            written.map_err(|Stopped| in_out(&Stopped))?.map_err(|error| in_out(&refused(&error)))?;
        let missing: Vec<String> = loaded.missing().collect();
        let errors = || errors_in(&loaded.document, (format, coordinates), &written);
        let errors = if loaded.document.mesh.cell_count() == 0 { None } else { errors() };
        let errors: Vec<String> = missing.into_iter().chain(errors).collect();
        let is_written = !how.is_strict || errors.is_empty();
        let nothing = "nothing was written because of --strict".to_owned();
        let mut asides: Vec<String> =
            errors.iter().cloned().chain((!is_written).then_some(nothing)).collect();
        loaded.notes.extend(notes_of(&loaded.document, (format, coordinates)));
        if is_written {
            asides.splice(0..0, self.put(&loaded.document, &written)?);
        }
        let mesh = &loaded.document.mesh;
        let worded = |text| loaded.document.worded(text);
        let converted = Converted {
            written: is_written,
            errors,
            vertices: mesh.vertex_count(),
            cells: mesh.cell_count(),
            bytes: (*format == BAKED).then_some(written.len()),
            welded_vertices: loaded.report.welded_vertices,
            left_out: loaded.left_out.map(worded),
            dropped: loaded.report.into(),
            notes: loaded.notes.into_iter().map(worded).collect(),
        };
        let shown = out.display().to_string();
        let text = match (how.json, is_written) {
            _ if is_standard(out) => {
                asides.extend(with_notes(&converted.dropped, &converted.notes));
                String::new()
            }
            (true, _) => json(&converted)?,
            (false, true) => converted.text(&shown),
            (false, false) => String::new(),
        };
        Ok(Done { text, asides, exit: Exit::of(is_written), is_written })
    }

    /// Saves the bytes of a file, or prints them; returns a warning, if any.
    fn put(&self, document: &Document, written: &[u8]) -> Result<Option<String>, String> {
        if is_standard(self.out) {
            return print_bytes(written).map(|_| None);
        }
        let (is_forced, content) = (self.how.is_forced, SavedContent::of(document));
        let options = SaveOptions { is_forced, content, ..SaveOptions::default() };
        let saved = save(self.out, written, &options).map_err(|error| unsaved(&error))?;
        Ok(saved.warning(self.out))
    }
}

/// Returns clauses about what a file loses of the document.
///
/// The format does not store it, or programs change it when they read the file.
pub(super) fn notes_of(
    document: &Document,
    (format, coordinates): (&Format, FileCoordinates),
) -> Vec<String> {
    let losses = format.losses(document, coordinates);
    let lost = (!losses.is_empty()).then(|| format!("the file does not store {}", enumeration(&losses)));
    let clauses = ListedIssues::of_engine(document, (format, coordinates)).clauses(document).into_iter();
    let extension = format.extensions.first().copied().unwrap_or_default();
    let clauses = clauses.map(|clause| format!("{clause}; validate --as {extension} lists all"));
    lost.into_iter().chain(clauses).chain(format.crossed_chains(document)).collect()
}

/// Returns a clause about the errors of a file that was written from a document.
pub(super) fn errors_in(
    document: &Document,
    form: (&Format, FileCoordinates),
    written: &[u8],
) -> Option<String> {
    let errors = export_errors::find(document, form, written, &Progress::none()).unwrap_or_default();
    let hint = if document.mesh.cell_count() > 0 { "; validate lists them" } else { "" };
    errors.map(|errors| format!("{errors}{hint}"))
}

/// Returns the reason why a format cannot hold a document, with the cells that prevent it.
pub(super) fn refused(WriteError { description, cells }: &WriteError) -> String {
    match named_cells(cells) {
        None => description.clone(),
        Some(cells) => format!("{description}: {cells}"),
    }
}

impl Converted {
    fn text(&self, out: &str) -> String {
        let Self { welded_vertices, .. } = self;
        let vertices = plain_count(self.vertices, "vertex", "vertices");
        let cells = plain_count(self.cells, "cell", "cells");
        let bytes =
            self.bytes.map_or_else(String::new, |bytes| format!(", {}", plain_count(bytes, "byte", "bytes")));
        let written = format!("wrote {out}: {vertices} ({welded_vertices} welded), {cells}{bytes}");
        let mut lines = vec![with_clauses(written, &self.left_out)];
        lines.extend(with_notes(&self.dropped, &self.notes));
        in_lines(&lines)
    }
}

/// Returns lines about the cells that reading left out, and about other losses.
pub(super) fn with_notes(dropped: &DroppedContent, notes: &[String]) -> Vec<String> {
    let dropped = dropped.describe().map(|dropped| format!("dropped: {dropped}"));
    dropped.into_iter().chain(notes.iter().map(|note| format!("note: {note}"))).collect()
}
