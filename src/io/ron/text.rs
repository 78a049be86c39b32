//! Writes the text, line by line; a number as the shortest text that reads back as the same number.

use std::fmt::{self, Write as _};

use super::v1::{AreaEntry, CellEntry, End, File, Position, QueryEntry};

const HEAD: &str = "// navsmith navigation mesh. One vertex, one cell a line, in metres, y up; cells counter-clockwise \
                    seen from above.\n";

pub(super) fn document(file: &File) -> String {
    let mut text = String::with_capacity(256 + 32 * file.vertices.len() + 48 * file.cells.len());
    // Writing to a string cannot fail.
    let _infallible = document_to(&mut text, file);
    text
}

fn document_to(text: &mut String, file: &File) -> fmt::Result {
    text.push_str(HEAD);
    writeln!(text, "NavMesh(\n    version: {},", file.version)?;
    list(text, "areas", &file.areas, area)?;
    list(text, "vertices", &file.vertices, vertex)?;
    list(text, "cells", &file.cells, cell)?;
    list(text, "queries", &file.queries, query)?;
    text.push_str(")\n");
    Ok(())
}

/// A field that holds a list, an element a line.
fn list<T>(
    text: &mut String,
    field: &str,
    elements: &[T],
    element: impl Fn(&mut String, &T) -> fmt::Result,
) -> fmt::Result {
    if elements.is_empty() {
        return writeln!(text, "    {field}: [],");
    }
    writeln!(text, "    {field}: [")?;
    for one in elements {
        text.push_str("        ");
        element(text, one)?;
        text.push_str(",\n");
    }
    text.push_str("    ],\n");
    Ok(())
}

fn area(text: &mut String, area: &AreaEntry) -> fmt::Result {
    let (red, green, blue) = area.color;
    write!(text, "(name: {}, color: ({red}, {green}, {blue}))", quoted(&area.name))
}

fn vertex(text: &mut String, [x, y, z]: &Position) -> fmt::Result {
    write!(text, "({x:?}, {y:?}, {z:?})")
}

fn cell(text: &mut String, cell: &CellEntry) -> fmt::Result {
    text.push('(');
    if cell.area != 0 {
        write!(text, "area: {}, ", cell.area)?;
    }
    write!(text, "corners: {:?})", cell.corners)
}

fn query(text: &mut String, query: &QueryEntry) -> fmt::Result {
    write!(text, "(name: {}", quoted(&query.name))?;
    for (field, end) in [("start", &query.start), ("target", &query.target)] {
        if let Some(End { x, y, z }) = end {
            let height = y.map_or_else(String::new, |y| format!("y: Some({y:?}), "));
            write!(text, ", {field}: Some((x: {x:?}, {height}z: {z:?}))")?;
        }
    }
    text.push(')');
    Ok(())
}

/// A string as RON escapes it.
fn quoted(name: &str) -> String {
    ::ron::to_string(name).unwrap_or_else(|_| "\"?\"".into())
}
