//! Writer of the text, with one element per line and the shortest round-trip form of numbers.

use std::fmt::{self, Write};

use ::ron::Options;
use ::ron::ser::PrettyConfig;

use super::v1::File;
use crate::progress::{Progress, Stopped, Units};

const HEAD: &str = "// navsmith navigation mesh. One vertex, one cell a line, in metres, y up; cells counter-clockwise \
                    seen from above.\nNavMesh";

/// Depth of the elements of a list in the file. Deeper values stay on the line of their element.
const ELEMENT_DEPTH: usize = 2;

pub(super) fn document(file: &File, progress: &Progress) -> Result<String, Stopped> {
    let mut text = String::with_capacity(256 + 32 * file.vertices.len() + 48 * file.cells.len());
    text.push_str(HEAD);
    let lines = progress.units(file.vertices.len() + file.cells.len(), LINES_PER_REPORT);
    let config = PrettyConfig::new().depth_limit(ELEMENT_DEPTH).new_line("\n");
    let mut lines = Lines { text, lines };
    // Writing to a string cannot fail, so an error means that writing was stopped.
    let Ok(()) = Options::default().to_writer_pretty(&mut lines, file, config) else { return Err(Stopped) };
    lines.text.push('\n');
    Ok(lines.text)
}

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// A text that counts its lines; writing fails once it was stopped.
struct Lines<'a> {
    text: String,
    lines: Units<'a>,
}

impl Write for Lines<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if part == "\n" {
            self.lines.step().map_err(|Stopped| fmt::Error)?;
        }
        self.text.push_str(part);
        Ok(())
    }
}
