//! STL: separate triangles as text or binary, as level geometry.
//!
//! A binary file has a header of 80 bytes, the number of triangles, and 50 bytes for each. Its length identifies it,
//! because its header can begin with `solid` like a text. Normals and attributes are ignored: the order of the corners
//! determines the side of a triangle. Positions are in metres with Y up.

use glam::Vec3;

use super::bytes::{BinaryError, ContentError};
use super::scene::{ImportScene, MOST_ITEMS, Notes, SurfaceSoup, TooMuch, clipped};
use super::text::{TextError, quoted};
use crate::document::count;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::progress::{Progress, Stopped};

/// Number of bytes before the first triangle of a binary file.
const HEADER: usize = 84;

/// Number of bytes of a triangle in a binary file.
const TRIANGLE: usize = 50;

/// Number of bytes inspected to recognise a text.
const HEAD: usize = 4096;

/// Number of triangles or lines between two progress reports.
const UNITS_PER_REPORT: usize = 1 << 14;

/// Whether bytes are triangles of a binary file, or appear to be a text with facets.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    stated(bytes).is_some_and(|stated| stated > 0 && HEADER + stated * TRIANGLE == bytes.len())
        || is_text(bytes)
}

/// Returns the number of triangles that the header of a binary file states.
fn stated(bytes: &[u8]) -> Option<usize> {
    let number = bytes.get(HEADER - 4..)?.first_chunk()?;
    Some(u32::from_le_bytes(*number) as usize)
}

fn is_text(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    let mut words = head.trim_start_matches('\u{feff}').split_ascii_whitespace();
    words.next() == Some("solid") && words.any(|word| word == "facet" || word == "endsolid")
}

/// Reads a file within a budget; reports progress and can be stopped.
pub(super) fn read_within(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<ImportScene, ContentError>, Stopped> {
    let is_binary = stated(bytes).is_some_and(|stated| HEADER + stated * TRIANGLE == bytes.len());
    if is_text(bytes) && !is_binary {
        read_text(bytes, budget, progress)
    } else {
        read_binary(bytes, budget, progress)
    }
}

fn read_binary(
    bytes: &[u8],
    mut budget: Budget,
    progress: &Progress,
) -> Result<Result<ImportScene, ContentError>, Stopped> {
    let fault = |offset, description| Ok(Err(BinaryError { offset, description }.into()));
    let Some(stated) = stated(bytes) else {
        return fault(
            bytes.len(),
            "the file ends inside of its header; it is cut short, so copy it again".into(),
        );
    };
    let (triangles, _) = bytes[HEADER..].as_chunks::<TRIANGLE>();
    let Some(triangles) = triangles.get(..stated) else {
        let found = count(triangles.len(), "triangle", "triangles");
        let description =
            format!("the header states {stated} triangles, but the file has {found}; export it again");
        return fault(HEADER - 4, description);
    };
    let mut notes = Notes::default();
    let rest = bytes.len() - HEADER - stated * TRIANGLE;
    if rest > 0 {
        notes.add(format!("{} after the last triangle are ignored", count(rest, "byte", "bytes")));
    }
    if budget.keep(stated * 3 * (size_of::<Vec3>() + size_of::<u32>())).is_err() {
        return Ok(Err(too_large().into()));
    }
    let mut surface = SurfaceSoup::default();
    let mut units = progress.units(stated, UNITS_PER_REPORT);
    for (index, triangle) in triangles.iter().enumerate() {
        units.step()?;
        // The normal comes first.
        let (numbers, _) = triangle[12..].as_chunks::<4>();
        let numbers =
            numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect::<smallvec::SmallVec<[f32; 12]>>();
        for corner in numbers.chunks_exact(3).map(Vec3::from_slice) {
            if !corner.is_finite() {
                let description = format!("triangle {index} has the corner {corner}; give finite numbers");
                return fault(HEADER + index * TRIANGLE, description);
            }
            surface.corners.push(surface.positions.len() as u32);
            surface.positions.push(corner);
        }
    }
    let scene = ImportScene::of_surfaces(vec![(String::new(), surface)], notes, budget);
    Ok(scene.map_err(ContentError::from))
}

fn too_large() -> TooMuch {
    TooMuch("it has more triangles than a file of this size justifies".into())
}

fn read_text(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<ImportScene, ContentError>, Stopped> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut parser = Parser { solids: Vec::new(), ring: Vec::new(), budget };
    let mut units = progress.units(text.split('\n').count(), UNITS_PER_REPORT);
    let mut last = 1;
    for (line, words) in (1..).zip(text.split('\n')) {
        units.step()?;
        if let Err(error) = parser.line(line, words.trim()) {
            return Ok(Err(error));
        }
        last = line;
    }
    if !parser.ring.is_empty() {
        let description = "the file ends inside of a facet; it is cut short, so copy it again".into();
        return Ok(Err(TextError { line: last, description }.into()));
    }
    let scene = ImportScene::of_surfaces(parser.solids, Notes::default(), parser.budget);
    Ok(scene.map_err(ContentError::from))
}

struct Parser {
    /// Solids with their names.
    solids: Vec<(String, SurfaceSoup)>,
    /// Corners of the current facet.
    ring: Vec<Vec3>,
    budget: Budget,
}

impl Parser {
    fn line(&mut self, line: usize, text: &str) -> Result<(), ContentError> {
        let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "vertex" => self.vertex(line, rest),
            "endloop" => self.end_loop(line),
            "solid" => {
                let name = clipped(rest.trim());
                self.keep(line, size_of::<(String, SurfaceSoup)>() + name.len())?;
                self.solids.push((name, SurfaceSoup::default()));
                if self.solids.len() > MOST_ITEMS {
                    return Err(TooMuch(format!("there are over {MOST_ITEMS} solids")).into());
                }
                Ok(())
            }
            "" | "facet" | "outer" | "endfacet" | "endsolid" => Ok(()),
            _ => {
                let word = quoted(keyword);
                let description =
                    format!("{word} is no keyword of STL; correct it, or export the file again");
                Err(TextError { line, description }.into())
            }
        }
    }

    fn vertex(&mut self, line: usize, text: &str) -> Result<(), ContentError> {
        let mut words = text.split_whitespace();
        let mut position = [0.0_f32; 3];
        for (axis, coordinate) in ["x", "y", "z"].into_iter().zip(&mut position) {
            let word = words.next().unwrap_or_default();
            let parsed = word.parse().ok().filter(|number: &f32| number.is_finite());
            let Some(parsed) = parsed else {
                let description = format!("{axis} of the vertex is {}; give a finite number", quoted(word));
                return Err(TextError { line, description }.into());
            };
            *coordinate = parsed;
        }
        self.keep(line, size_of::<Vec3>() + size_of::<u32>())?;
        self.ring.push(position.into());
        Ok(())
    }

    fn end_loop(&mut self, line: usize) -> Result<(), ContentError> {
        if self.ring.len() != 3 {
            let found = count(self.ring.len(), "vertex", "vertices");
            let description = format!("the facet has {found}; give three");
            return Err(TextError { line, description }.into());
        }
        let Some((_, surface)) = self.solids.last_mut() else {
            let description = "the facet is before the first \"solid\"; move it behind one".into();
            return Err(TextError { line, description }.into());
        };
        let first = surface.positions.len() as u32;
        surface.corners.extend([first, first + 1, first + 2]);
        surface.positions.append(&mut self.ring);
        Ok(())
    }

    fn keep(&mut self, line: usize, bytes: usize) -> Result<(), TextError> {
        self.budget.step(1).and_then(|()| self.budget.keep(bytes)).map_err(|Exhausted| {
            let what = "the file up to here takes more memory than a text of this size justifies";
            TextError { line, description: format!("{what}; split it") }
        })
    }
}
