//! Parser of the text, word by word, which counts lines and does not trust stated counts.

use std::collections::HashSet;

use super::NONE;
use crate::budget::{Budget, Exhausted};
use crate::document::count;
use crate::geometry::Vec3;
use crate::io::MAX_CORNERS;
use crate::io::text::{TextError, quoted, utf8};
use crate::navmesh::{AreaId, Cell, NavMesh, VertexId};

struct Words<'a> {
    text: &'a str,
    /// Line of the previous word, counted from 1.
    line: usize,
}

/// Memory of a vertex while it is read and converted, in bytes.
const VERTEX_BYTES: usize = 44;

/// Memory of a cell while it is read and converted, in bytes, without its corners.
const CELL_BYTES: usize = 72;

pub(super) fn mesh(bytes: &[u8], budget: &mut Budget) -> Result<NavMesh, TextError> {
    let mut words = Words { text: utf8(bytes)?, line: 1 };
    words.head()?;
    let counts = [words.count("the number of vertices")?, words.count("the number of cells")?];
    let (mut vertices, mut cells) = (Vec::new(), Vec::new());
    for index in 0..counts[0] {
        vertices.push(words.vertex(index, counts[1])?);
        words.take(budget, "vertices", VERTEX_BYTES)?;
    }
    for index in 0..counts[1] {
        let corners = words.corners(index, counts)?;
        cells.push(Cell::new(corners.iter().copied(), AreaId(0)));
        words.take(budget, "cells", CELL_BYTES + 2 * size_of_val(&*corners))?;
    }
    if let Some(word) = words.next() {
        return Err(words.error(format!(
            "there is more after the last cell, beginning with {}; remove it, or correct the counts in the head",
            quoted(word)
        )));
    }
    NavMesh::from_parts(vertices, cells).map_err(|description| TextError { line: 1, description })
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
        match self.count("the version")? {
            1 | 2 => Ok(()),
            version => Err(self.error(format!("its version is {version}; 1 and 2 can be read"))),
        }
    }

    fn word(&mut self, what: impl Fn() -> String) -> Result<&'a str, TextError> {
        self.next()
            .ok_or_else(|| self.error(format!("the file ends where {} should be; it is cut short", what())))
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

    /// Parses a neighbour: the number of a cell, or -1.
    fn neighbor(&mut self, of: impl Fn() -> String, cells: u32) -> Result<(), TextError> {
        let word = self.word(|| format!("a neighbour of {}", of()))?;
        let is_good = word.parse().is_ok_and(|number: i64| (NONE..i64::from(cells)).contains(&number));
        if is_good {
            return Ok(());
        }
        let last = i64::from(cells) - 1;
        let description = if word.parse::<i64>().is_ok() {
            format!("a neighbour of {} is {word}, but cells end at {last}; -1 is for none", of())
        } else {
            format!("a neighbour of {} is {}; give the number of a cell, or -1 for none", of(), quoted(word))
        };
        Err(self.error(description))
    }

    fn vertex(&mut self, index: u32, cells: u32) -> Result<Vec3, TextError> {
        let [x, y] = [self.coordinate('x', index)?, self.coordinate('y', index)?];
        let neighbors = self.count(&format!("the number of neighbours of vertex {index}"))?;
        for _ in 0..neighbors {
            self.neighbor(|| format!("vertex {index}"), cells)?;
        }
        // The subtraction from zero avoids -0.0.
        Ok(Vec3::new(x, 0.0, 0.0 - y))
    }

    fn corners(&mut self, index: u32, [vertices, cells]: [u32; 2]) -> Result<Vec<VertexId>, TextError> {
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
            if corner >= vertices {
                let last = i64::from(vertices) - 1;
                return Err(
                    self.error(format!("cell {index} names vertex {corner}, but vertices end at {last}"))
                );
            }
            if !seen.insert(corner) {
                return Err(self.error(format!("cell {index} names vertex {corner} twice")));
            }
            corners.push(VertexId(corner));
        }
        for _ in 0..sides {
            self.neighbor(|| format!("cell {index}"), cells)?;
        }
        Ok(corners)
    }
}

fn breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}
