//! Writer of the text, line by line, with the shortest round-trip form of numbers.

use std::fmt::{self, Write as _};

use super::element::Position;
use super::link::LinkEntry;
use super::query::{CostEntry, End, ExpectedEntry, QueryEntry};
use super::v1::{AreaEntry, CellEntry, File};
use crate::progress::{Progress, Stopped, Units};

const HEAD: &str = "// navsmith navigation mesh. One vertex, one cell a line, in metres, y up; cells counter-clockwise \
                    seen from above.\n";

/// Returns the text, and reports progress.
pub(super) fn document(file: &File, progress: &Progress) -> Result<String, Stopped> {
    let mut text = String::with_capacity(256 + 32 * file.vertices.len() + 48 * file.cells.len());
    let mut lines = progress.units(file.vertices.len() + file.cells.len(), LINES_PER_REPORT);
    // Writing to a string cannot fail, so an error means that writing was stopped.
    document_to(&mut text, file, &mut lines).map_err(|fmt::Error| Stopped)?;
    Ok(text)
}

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// Counts a line.
fn line(lines: &mut Units<'_>) -> fmt::Result {
    lines.step().map_err(|Stopped| fmt::Error)
}

fn document_to(text: &mut String, file: &File, lines: &mut Units<'_>) -> fmt::Result {
    text.push_str(HEAD);
    writeln!(text, "NavMesh(\n    version: {},", file.version)?;
    list(text, "areas", &file.areas, area)?;
    list(text, "vertices", &file.vertices, |text, one| vertex(text, one).and_then(|()| line(lines)))?;
    list(text, "cells", &file.cells, |text, one| cell(text, one).and_then(|()| line(lines)))?;
    if !file.links.is_empty() {
        list(text, "links", &file.links, link)?;
    }
    list(text, "queries", &file.queries, query)?;
    text.push_str(")\n");
    Ok(())
}

/// Writes a field that contains a list, with one element per line.
fn list<T>(
    text: &mut String,
    field: &str,
    elements: &[T],
    mut element: impl FnMut(&mut String, &T) -> fmt::Result,
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

fn link(text: &mut String, link: &LinkEntry) -> fmt::Result {
    for (start, ends) in [("(from: [", &link.from), ("], to: [", &link.to)] {
        text.push_str(start);
        for (i, end) in ends.iter().enumerate() {
            text.push_str(if i > 0 { ", " } else { "" });
            vertex(text, end)?;
        }
    }
    text.push(']');
    if link.one_way {
        text.push_str(", one_way: true");
    }
    if link.cost.to_bits() != 1.0_f32.to_bits() {
        write!(text, ", cost: {:?}", link.cost)?;
    }
    text.push(')');
    Ok(())
}

fn query(text: &mut String, query: &QueryEntry) -> fmt::Result {
    write!(text, "(name: {}", quoted(&query.name))?;
    for (field, end) in [("start", &query.start), ("target", &query.target)] {
        if let Some(End { x, y, z }) = end {
            let height = y.map_or_else(String::new, |y| format!("y: Some({y:?}), "));
            write!(text, ", {field}: Some((x: {x:?}, {height}z: {z:?}))")?;
        }
    }
    query_settings(text, query)?;
    if let Some(expected) = &query.expected {
        write!(text, ", expected: Some(")?;
        expectation(text, expected)?;
        text.push(')');
    }
    text.push(')');
    Ok(())
}

/// Writes the settings that differ from the defaults.
fn query_settings(text: &mut String, query: &QueryEntry) -> fmt::Result {
    if let Some(algorithm) = &query.algorithm {
        write!(text, ", algorithm: Some({})", quoted(algorithm))?;
    }
    if let Some(agent) = &query.agent {
        let fields = agent.fields().filter_map(|(name, value)| Some(format!("{name}: Some({:?})", value?)));
        write!(text, ", agent: Some(({}))", fields.collect::<Vec<_>>().join(", "))?;
    }
    if !query.costs.is_empty() {
        let costs =
            query.costs.iter().map(|CostEntry { area, cost }| format!("(area: {area}, cost: {cost:?})"));
        write!(text, ", costs: [{}]", costs.collect::<Vec<_>>().join(", "))?;
    }
    if let Some(has_none) = query.no_links {
        write!(text, ", no_links: Some({has_none})")?;
    }
    if let Some(height) = query.max_height {
        write!(text, ", max_height: Some({height:?})")?;
    }
    if let Some(has_some) = query.slope_waypoints {
        write!(text, ", slope_waypoints: Some({has_some})")?;
    }
    if let Some(is_curved) = query.curved {
        write!(text, ", curved: Some({is_curved})")?;
    }
    Ok(())
}

fn expectation(text: &mut String, expected: &ExpectedEntry) -> fmt::Result {
    let ExpectedEntry::Path { length, tolerance, cells } = expected else {
        return write!(text, "NoPath");
    };
    let length = length.map(|length| format!("length: Some({length:?})"));
    let tolerance = tolerance.map(|tolerance| format!("tolerance: Some({tolerance:?})"));
    let cells = cells.as_ref().map(|cells| {
        let cells: Vec<String> =
            cells.iter().map(|cell| cell.map_or_else(|| "None".into(), |cell| cell.to_string())).collect();
        format!("cells: Some([{}])", cells.join(", "))
    });
    let fields: Vec<String> = [length, tolerance, cells].into_iter().flatten().collect();
    write!(text, "Path({})", fields.join(", "))
}

/// Returns a string literal of RON.
fn quoted(name: &str) -> String {
    ::ron::to_string(name).unwrap_or_else(|_| "\"?\"".into())
}
