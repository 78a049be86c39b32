//! Documents as JSON, for programs that read no RON: the same lists, and the neighbours of each cell.
//!
//! The neighbours are for other programs. Reading ignores them, because adjacency follows from the corners.

use std::fmt::{self, Write as _};
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::element::{Position, RonElement};
use super::link::LinkEntry;
use super::parts::{DocumentParts, OptionalPart as _, with_parts};
use super::place::PlaceStep;
use super::query::QueryEntry;
use super::reading::{Pace, fields, list, value};
use super::v1::{self, AreaEntry, CellEntry, default_areas, default_queries};
use super::{RonError, RonFault, VERSION, WriteError, unknown_version, utf8, without_bom};
use crate::document::Document;
use crate::io::text::number;
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::{Adjacency, HalfEdge};
use navsmith_core::progress::{Progress, Stopped, Units};

/// Value of the field `format`.
const FORMAT: &str = "navsmith";

/// Number of bytes inspected to recognise the format.
const HEAD: usize = 256;

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// Reason why a text is not a document.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// The text is not JSON, or has other fields or types.
    #[error(", {0}")]
    Syntax(#[from] RonError),
    /// A value is invalid; its path, the reason and a remedy.
    #[error(": {0}")]
    Value(String),
}

#[derive(Debug)]
struct File<P> {
    format: String,
    version: u32,
    closed_surface: bool,
    areas: Vec<AreaEntry>,
    vertices: Vec<P>,
    cells: Vec<CellEntry>,
    neighbors: IgnoredAny,
    links: Vec<LinkEntry<P>>,
    queries: Vec<QueryEntry>,
    parts: DocumentParts,
}

with_parts! {
    fields! {
        JsonFields reads File, "navsmith":
            format by value,
            version by value,
            closed_surface by value or false,
            areas by list or default_areas(),
            vertices by list,
            cells by list,
            neighbors by value or IgnoredAny,
            links by list or Vec::new(),
            queries by list or default_queries()
    }
}

/// Returns whether bytes begin like a document as JSON.
pub(in crate::io) fn looks_like_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let plain: String = without_bom(&head).chars().filter(|c| !c.is_whitespace()).collect();
    plain.starts_with('{') && plain.contains(&format!("\"format\":\"{FORMAT}\""))
}

/// Reads a document within a budget; reports progress and can be stopped.
pub(in crate::io) fn read_within(
    bytes: &[u8],
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Result<(Document, Vec<String>), JsonError>, Stopped> {
    let text = match utf8(bytes) {
        Ok(text) => without_bom(text),
        Err(error) => return Ok(Err(error.into())),
    };
    let mut pace = Pace::of(text, b'[', budget, progress);
    let mut json = serde_json::Deserializer::from_str(text);
    let file = JsonFields::<Position>::at(&mut pace).deserialize(&mut json);
    let file = file.and_then(|file| json.end().map(|()| file)).map_err(|error| in_text(&error));
    Ok(pace.finished(file)?.map_err(JsonError::from).and_then(File::into_document))
}

/// Returns an error of the parser; it ends with the position, which is a part of its own here.
pub(in crate::io) fn in_text(error: &serde_json::Error) -> RonError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let what = text.strip_suffix(&place).unwrap_or(&text);
    let description = format!("{what}; correct the text there");
    RonError { line: error.line().max(1), column: error.column().max(1), description }
}

impl File<Position> {
    fn into_document(self) -> Result<(Document, Vec<String>), JsonError> {
        let Self {
            format,
            version,
            closed_surface,
            areas,
            vertices,
            cells,
            neighbors: IgnoredAny,
            links,
            queries,
            parts,
        } = self;
        if format != FORMAT {
            return Err(JsonError::Value(format!("format: it is \"{format}\"; write \"{FORMAT}\"")));
        }
        let file = v1::File { version, closed_surface, areas, vertices, cells, links, queries, parts };
        let notes = file.notes();
        let document =
            if version == VERSION { file.into_document() } else { Err(unknown_version(version, VERSION)) };
        document.map(|document| (document, notes)).map_err(|fault| JsonError::Value(located(&fault)))
    }
}

/// Returns the path and the description of a fault, as in `cells[5].corners[1]: …`.
fn located(fault: &RonFault) -> String {
    let mut path = String::new();
    for step in &fault.steps {
        match step {
            PlaceStep::Field(name) if path.is_empty() => path.push_str(name),
            PlaceStep::Field(name) => path.extend([".", name]),
            PlaceStep::Index(index) => path.extend(["[", &index.to_string(), "]"]),
        }
    }
    if path.is_empty() { fault.description.clone() } else { format!("{path}: {}", fault.description) }
}

/// Writes a document, with one vertex or cell on a line; reports progress and can be stopped.
pub(in crate::io) fn write(
    document: &Document,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let file = v1::File::of(document);
    if let Err(fault) = file.check() {
        return Ok(Err(fault.in_document()));
    }
    let lines = file.vertices.len() + 2 * file.cells.len();
    let text = format!("{{\n\"format\": \"{FORMAT}\",\n\"version\": {VERSION}");
    let text = if file.closed_surface { text + ",\n\"closed_surface\": true" } else { text };
    let mut writer = Writer { text, units: progress.units(lines, LINES_PER_REPORT) };
    writer.list("areas", file.areas.iter().map(json))?;
    writer.list("vertices", file.vertices.iter().map(|position| numbers(position.map(number))))?;
    writer.list("cells", file.cells.iter().map(json))?;
    writer.list("neighbors", neighbors(document))?;
    writer.list("links", file.links.iter().map(json))?;
    writer.list("queries", file.queries.iter().map(json))?;
    write_parts(&file.parts, &mut writer)?;
    writer.text.push_str("\n}\n");
    Ok(Ok(writer.text.into_bytes()))
}

macro_rules! part_writer {
    (; $($part:ident by $read:ident: $type:ty),+) => {
        /// Writes a field for each part that the document has.
        fn write_parts(parts: &DocumentParts, writer: &mut Writer<'_>) -> Result<(), Stopped> {
            $(if !parts.$part.is_absent() {
                parts.$part.write(stringify!($part), writer)?;
            })+
            Ok(())
        }
    };
}

with_parts! { part_writer! {} }

/// A part of a document that is written as a field.
trait JsonPart {
    fn write(&self, name: &str, writer: &mut Writer<'_>) -> Result<(), Stopped>;
}

impl<T: Serialize> JsonPart for Vec<T> {
    fn write(&self, name: &str, writer: &mut Writer<'_>) -> Result<(), Stopped> {
        writer.list(name, self.iter().map(json))
    }
}

impl<T: Serialize> JsonPart for Option<T> {
    fn write(&self, name: &str, writer: &mut Writer<'_>) -> Result<(), Stopped> {
        writer.text.extend([",\n\"", name, "\": ", &json(self)]);
        Ok(())
    }
}

struct Writer<'a> {
    text: String,
    units: Units<'a>,
}

impl Writer<'_> {
    /// Writes a field with a list, with one element on a line.
    fn list(&mut self, name: &str, elements: impl Iterator<Item = String>) -> Result<(), Stopped> {
        // Writing to a string cannot fail.
        let _infallible = write!(self.text, ",\n\"{name}\": [");
        for (number, element) in elements.enumerate() {
            self.units.step()?;
            self.text.push_str(if number == 0 { "\n" } else { ",\n" });
            self.text.push_str(&element);
        }
        self.text.push_str("\n]");
        Ok(())
    }
}

/// Returns the index of the cell across each side of each cell, or `null`.
fn neighbors(document: &Document) -> impl Iterator<Item = String> {
    let mesh = &document.mesh;
    let adjacency = Adjacency::build(mesh);
    let mut index_of = vec![0_u32; mesh.cell_slots()];
    (0..).zip(mesh.cells()).for_each(|(index, (id, _))| index_of[id.0 as usize] = index);
    mesh.cells().map(move |(cell, corners)| {
        let across = |side| adjacency.twin(HalfEdge { cell, side });
        let index = |side| match across(side) {
            Some(twin) => index_of[twin.cell.0 as usize].to_string(),
            None => "null".to_owned(),
        };
        numbers((0..corners.len() as u32).map(index))
    })
}

fn numbers(numbers: impl IntoIterator<Item = String>) -> String {
    let numbers: Vec<String> = numbers.into_iter().collect();
    format!("[{}]", numbers.join(","))
}

/// Returns an entry as JSON; entries have only string keys, so this cannot fail.
fn json(entry: &impl Serialize) -> String {
    serde_json::to_string(entry).unwrap_or_default()
}
