//! Writer of the text, with one line per vertex and cell, and the shortest round-trip form of numbers.

use std::fmt::{self, Write as _};

use super::VERSION;
use super::v2::File;

pub(super) fn text(file: &File) -> String {
    let mut text = String::with_capacity(32 + 32 * (file.vertices.len() + file.polygons.len()));
    // Writing to a string cannot fail.
    let _infallible = write(&mut text, file);
    text
}

fn write(text: &mut String, file: &File) -> fmt::Result {
    writeln!(text, "mesh\n{VERSION}\n{} {}", file.vertices.len(), file.polygons.len())?;
    for vertex in &file.vertices {
        write!(text, "{:?} {:?} {}", vertex.x, vertex.y, vertex.neighbors.len())?;
        numbers(text, &vertex.neighbors)?;
    }
    for polygon in &file.polygons {
        write!(text, "{}", polygon.corners.len())?;
        polygon.corners.iter().try_for_each(|corner| write!(text, " {corner}"))?;
        numbers(text, &polygon.neighbors)?;
    }
    Ok(())
}

fn numbers(text: &mut String, numbers: &[i64]) -> fmt::Result {
    numbers.iter().try_for_each(|number| write!(text, " {number}"))?;
    text.push('\n');
    Ok(())
}
