//! Parser of the text, word by word, which counts lines and does not trust stated counts.

use std::collections::{BTreeSet, HashSet};

use crate::document::{count, noun};
use crate::io::MAX_CORNERS;
use crate::io::text::{TextError, quoted, utf8};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};

struct Words<'a> {
    text: &'a str,
    /// Line of the previous word, counted from 1.
    line: usize,
    version: u32,
}

/// Memory of a vertex while it is read and converted, in bytes.
const VERTEX_BYTES: usize = 44;

/// Memory of a cell while it is read and converted, in bytes, without its corners.
const CELL_BYTES: usize = 72;

/// Reads a mesh, with notes in sentences.
pub(super) fn mesh(bytes: &[u8], budget: &mut Budget) -> Result<(NavMesh, Vec<String>), TextError> {
    let mut words = Words { text: utf8(bytes)?, line: 1, version: 0 };
    words.head()?;
    let counts = [words.count("the number of vertices")?, words.count("the number of cells")?];
    let first = words.first();
    let mut file = File::default();
    for index in 0..counts[0] {
        file.vertices.push(words.vertex(first + index, counts[1])?);
        words.take(budget, "vertices", VERTEX_BYTES)?;
    }
    for index in 0..counts[1] {
        let (is_traversable, blocked) = (words.is_traversable(first + index)?, file.blocked.len());
        let corners = words.corners(first + index, counts, is_traversable.then_some(&mut file.blocked))?;
        let blocked = (file.blocked.len() - blocked) * size_of::<BlockedSide>();
        words.take(budget, "cells", CELL_BYTES + 2 * (size_of_val(&*corners) + blocked))?;
        file.cells.push(corners);
        file.is_traversable.push(is_traversable);
    }
    if let Some(word) = words.next() {
        return Err(words.error(format!(
            "there is more after the last cell, beginning with {}; remove it, or correct the counts in the head",
            quoted(word)
        )));
    }
    file.into_mesh().map_err(|description| TextError { line: 1, description })
}

/// Contents of a file, numbered from 0.
#[derive(Default)]
struct File {
    vertices: Vec<Vec3>,
    cells: Vec<Vec<VertexId>>,
    /// Whether each cell is traversable.
    is_traversable: Vec<bool>,
    blocked: Vec<BlockedSide>,
}

/// A side of a traversable cell that cannot be crossed to its neighbour.
struct BlockedSide {
    neighbor: u32,
    /// Ends of the side, the smaller one first.
    edge: [VertexId; 2],
}

impl File {
    /// Returns the mesh of the traversable cells, with notes in sentences.
    fn into_mesh(self) -> Result<(NavMesh, Vec<String>), String> {
        let Self { mut vertices, mut cells, is_traversable, blocked } = self;
        let mut notes = Vec::new();
        let left_out = is_traversable.iter().filter(|is_traversable| !**is_traversable).count();
        if left_out > 0 {
            let verb = noun(left_out, "is not traversable and was", "are not traversable and were");
            notes.push(format!("{} {verb} left out.", count(left_out, "cell", "cells")));
            let mut is_kept = is_traversable.iter();
            let mut lone = vec![false; vertices.len()];
            for (corners, _) in cells.iter().zip(&is_traversable).filter(|(_, is_kept)| !**is_kept) {
                mark(&mut lone, corners, true);
            }
            cells.retain(|_| is_kept.next().copied().unwrap_or_default());
            for corners in &cells {
                mark(&mut lone, corners, false);
            }
            remove(&lone, &mut vertices, &mut cells);
        }
        let is_between = |side: &&BlockedSide| is_traversable.get(side.neighbor as usize) == Some(&true);
        let edges: BTreeSet<_> = blocked.iter().filter(is_between).map(|side| side.edge).collect();
        if !edges.is_empty() {
            let edges = edges.len();
            let verb = noun(edges, "is", "are");
            let edges = count(edges, "edge", "edges");
            notes.push(format!(
                "{edges} between two traversable cells {verb} blocked in the file, but not here."
            ));
        }
        let cells = cells.into_iter().map(|corners| Cell::new(corners, AreaId(0)));
        Ok((NavMesh::from_parts(vertices, cells)?, notes))
    }
}

fn mark(is_marked: &mut [bool], corners: &[VertexId], value: bool) {
    for corner in corners {
        is_marked[corner.0 as usize] = value;
    }
}

/// Removes vertices, which no cell has, and numbers the others without gaps.
fn remove(removed: &[bool], vertices: &mut Vec<Vec3>, cells: &mut [Vec<VertexId>]) {
    let mut next = 0..;
    let mut number = |is_removed: &bool| if *is_removed { None } else { next.next() };
    let numbers: Vec<u32> = removed.iter().map(|is_removed| number(is_removed).unwrap_or_default()).collect();
    let mut each = removed.iter();
    vertices.retain(|_| each.next() == Some(&false));
    for corner in cells.iter_mut().flatten() {
        corner.0 = numbers[corner.0 as usize];
    }
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let trimmed = self.text.trim_start();
        let skipped = &self.text.as_bytes()[..self.text.len() - trimmed.len()];
        self.line += breaks(skipped);
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, rest) = trimmed.split_at(end);
        self.text = rest;
        (!word.is_empty()).then_some(word)
    }

    /// Takes the memory of an element of kind `what` from a budget.
    fn take(&self, budget: &mut Budget, what: &str, bytes: usize) -> Result<(), TextError> {
        budget.step(1).and_then(|()| budget.keep(bytes)).map_err(|Exhausted| {
            self.error(format!(
                "the {what} up to here take more memory than a text of this size justifies; remove some, or split the file"
            ))
        })
    }

    fn error(&self, description: String) -> TextError {
        TextError { line: self.line, description }
    }

    fn head(&mut self) -> Result<(), TextError> {
        match self.next() {
            Some("mesh") => {}
            None => return Err(self.error("the file begins with \"mesh\", but this one is empty".into())),
            Some(word) => {
                return Err(self.error(format!("the file begins with \"mesh\", not {}", quoted(word))));
            }
        }
        self.version = self.count("the version")?;
        match self.version {
            1..=3 => Ok(()),
            version => Err(self.error(format!("its version is {version}; 1, 2 and 3 can be read"))),
        }
    }

    /// Returns the number of the first vertex and of the first cell.
    fn first(&self) -> u32 {
        u32::from(self.version == 3)
    }

    fn word(&mut self, what: impl Fn() -> String) -> Result<&'a str, TextError> {
        self.next().ok_or_else(|| {
            self.error(format!("the file ends where {} should be; it is cut short, so copy it again", what()))
        })
    }

    fn count(&mut self, what: &str) -> Result<u32, TextError> {
        let word = self.word(|| what.into())?;
        word.parse()
            .map_err(|_ignored| self.error(format!("{what} is {}; give a whole number", quoted(word))))
    }

    fn coordinate(&mut self, axis: char, index: u32) -> Result<f32, TextError> {
        let what = || format!("the {axis} of vertex {index}");
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number: &f32| number.is_finite());
        number.ok_or_else(|| self.error(format!("{} is {}; give a finite number", what(), quoted(word))))
    }

    /// Parses a neighbour: the number of a cell, negative behind a blocked side of version 3, or none.
    ///
    /// Returns the index of the cell behind a blocked side.
    fn neighbor(&mut self, of: impl Fn() -> String, cells: u32) -> Result<Option<u32>, TextError> {
        let word = self.word(|| format!("a neighbour of {}", of()))?;
        let first = i64::from(self.first());
        let (none, last) = (first - 1, i64::from(cells) + first - 1);
        let lowest = if first == 0 { none } else { -last };
        match word.parse::<i64>() {
            Ok(number) if number < none && number >= lowest => Ok(u32::try_from(-number - first).ok()),
            Ok(number) if (none..=last).contains(&number) => Ok(None),
            Ok(_) => {
                let of = of();
                Err(self.error(format!(
                    "a neighbour of {of} is {word}, but cells end at {last}; {none} is for none"
                )))
            }
            Err(_) => Err(self.error(format!(
                "a neighbour of {} is {}; give the number of a cell, or {none} for none",
                of(),
                quoted(word)
            ))),
        }
    }

    fn vertex(&mut self, index: u32, cells: u32) -> Result<Vec3, TextError> {
        let [x, y] = [self.coordinate('x', index)?, self.coordinate('y', index)?];
        let neighbors = match self.version {
            3 => 0,
            _ => self.count(&format!("the number of neighbours of vertex {index}"))?,
        };
        for _ in 0..neighbors {
            self.neighbor(|| format!("vertex {index}"), cells)?;
        }
        // The subtraction from zero avoids -0.0.
        Ok(Vec3::new(x, 0.0, 0.0 - y))
    }

    /// Parses whether a cell is traversable, which only version 3 states.
    fn is_traversable(&mut self, index: u32) -> Result<bool, TextError> {
        if self.version != 3 {
            return Ok(true);
        }
        let what = || format!("whether cell {index} is traversable");
        match self.word(what)? {
            "0" => Ok(false),
            "1" => Ok(true),
            word => Err(self.error(format!("{} is {}; give 1 or 0", what(), quoted(word)))),
        }
    }

    /// Parses the corners and the neighbours of a cell, and collects its blocked sides.
    fn corners(
        &mut self,
        index: u32,
        [vertices, cells]: [u32; 2],
        mut blocked: Option<&mut Vec<BlockedSide>>,
    ) -> Result<Vec<VertexId>, TextError> {
        let first = self.first();
        let sides = self.count(&format!("the number of corners of cell {index}"))?;
        if sides < 3 {
            return Err(self.error(format!(
                "cell {index} has {}; a cell needs at least 3",
                count(sides as usize, "corner", "corners")
            )));
        }
        if sides as usize > MAX_CORNERS {
            return Err(
                self.error(format!("cell {index} has {sides} corners, and at most {MAX_CORNERS}; cut it up"))
            );
        }
        let (mut corners, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..sides {
            let corner = self.count(&format!("a corner of cell {index}"))?;
            let known = corner.checked_sub(first).filter(|&vertex| vertex < vertices);
            let Some(vertex) = known else {
                let last = i64::from(vertices) + i64::from(first) - 1;
                let range = if corner < first { "begin at 1".into() } else { format!("end at {last}") };
                return Err(self
                    .error(format!("cell {index} names vertex {corner}, but vertices {range}; correct it")));
            };
            if !seen.insert(corner) {
                return Err(self.error(format!("cell {index} names vertex {corner} twice; name it once")));
            }
            corners.push(VertexId(vertex));
        }
        for corner in 0..sides as usize {
            let neighbor = self.neighbor(|| format!("cell {index}"), cells)?;
            if let (Some(neighbor), Some(blocked)) = (neighbor, &mut blocked) {
                let (from, to) = (corners[(corner + corners.len() - 1) % corners.len()], corners[corner]);
                blocked.push(BlockedSide { neighbor, edge: [from.min(to), from.max(to)] });
            }
        }
        Ok(corners)
    }
}

fn breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}
