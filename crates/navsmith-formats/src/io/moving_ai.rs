//! Grid maps of the Moving AI Lab, `.map`: squares that are ground, swamp or blocked.
//!
//! A square is one unit wide. The column is X, and the row is Z, so the map is seen from above as in the file. Two squares
//! that touch at a corner only are not connected, because paths of the benchmarks do not pass between blocked squares.
//! The borders of the areas are traced as outlines, whose interior becomes convex cells.
//!
//! Source: Sturtevant, *Benchmarks for Grid-Based Pathfinding*, 2012.

use std::sync::Arc;

use crate::document::{Area, Document, SquareGrid, count, noun};
use crate::io::text::{TextError, quoted, utf8};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::at_height;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::outlines::{Outline, OutlineCells, OutlineTriangulation};
use navsmith_core::trace::Silent;

/// Names of the areas, by number.
const AREAS: [&str; 2] = ["ground", "swamp"];

/// Memory for a side of a square at a border, with its part of the mesh, in bytes.
const SIDE_BYTES: usize = 24;

/// Maximum number of squares along an axis; beyond it, coordinates of neighbours become equal.
const MOST_SQUARES: usize = 1 << 19;

/// Maximum number of comparisons of sides for each side.
const STEPS_PER_SIDE: usize = 1 << 10;

/// Returns whether bytes begin with the word `type` and the name of a grid.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
    let mut words = head.split_whitespace();
    words.next() == Some("type") && words.next().is_some() && matches!(words.next(), Some("height" | "width"))
}

/// Reads a map as a document within a budget, with notes in sentences.
pub(super) fn read_within(bytes: &[u8], budget: &mut Budget) -> Result<(Document, Vec<String>), TextError> {
    let map = GridMap::read(utf8(bytes)?)?;
    let failed = |description: &str| TextError { line: 1, description: description.into() };
    let too_much = "the borders of the map are too long for its size; divide it into several files";
    budget.keep(map.grid.border().saturating_mul(SIDE_BYTES)).map_err(|Exhausted| failed(too_much))?;
    let outlines = map.grid.outlines();
    let sides: usize = outlines.iter().map(Outline::side_count).sum();
    let triangulation = OutlineTriangulation::new(outlines, &mut (sides * STEPS_PER_SIDE), &mut Silent)
        .ok_or_else(|| failed(too_much))?;
    let OutlineCells { points, cells, .. } = triangulation.into_cells();
    let corners = points.into_iter().map(|at| at_height(at, 0.0));
    let rings = cells
        .into_iter()
        .map(|cell| Cell::new(cell.corners.iter().map(|&corner| VertexId(corner as u32)), cell.area));
    let mesh = NavMesh::from_parts(corners, rings).map_err(|why| failed(&why))?;
    let mut document = Document::of_mesh(mesh);
    if document.mesh.cells().any(|(_, cell)| cell.area() != AreaId(0)) {
        let named = |(number, name): (usize, &&str)| Area { name: (*name).into(), ..Area::numbered(number) };
        document.areas = Arc::new(AREAS.iter().enumerate().map(named).collect());
    }
    Ok((document, map.notes()))
}

/// A map.
struct GridMap {
    grid: SquareGrid,
    /// Number of squares of water, which are blocked.
    water: usize,
}

impl GridMap {
    fn read(text: &str) -> Result<Self, TextError> {
        let mut lines = (1..).zip(text.lines());
        let [width, height] = size(&mut lines)?;
        if width.max(height) > MOST_SQUARES {
            let description =
                format!("the map is longer than {MOST_SQUARES} squares; divide it into several files");
            return Err(TextError { line: 1, description });
        }
        let mut map = Self { grid: SquareGrid { width, squares: Vec::new() }, water: 0 };
        let mut last = 1;
        for (line, row) in lines.by_ref().take(height) {
            last = line;
            map.add_row(row).map_err(|description| TextError { line, description })?;
        }
        let rows = map.grid.squares.len() / width.max(1);
        if rows < height {
            let rows = count(rows, "row", "rows");
            let description =
                format!("the map ends after {rows}, and the height is {height}; correct one of them");
            return Err(TextError { line: last, description });
        }
        match lines.find(|(_, row)| !row.trim().is_empty()) {
            None => Ok(map),
            Some((line, _)) => {
                let rows = count(height, "row", "rows");
                let description = format!("there is more after {rows}; remove it, or correct the height");
                Err(TextError { line, description })
            }
        }
    }

    /// Adds a row of squares; `Err` is a clause.
    fn add_row(&mut self, row: &str) -> Result<(), String> {
        let squares = row.chars().count();
        if squares != self.grid.width {
            let squares = count(squares, "square", "squares");
            return Err(format!(
                "the row has {squares}, and the width is {}; correct one of them",
                self.grid.width
            ));
        }
        for square in row.chars() {
            let area = match square {
                '.' | 'G' => Some(AreaId(0)),
                'S' => Some(AreaId(1)),
                '@' | 'O' | 'T' | 'W' => None,
                other => {
                    let other = quoted(&other.to_string());
                    return Err(format!("{other} is no square; use one of . G S W @ O T"));
                }
            };
            self.water += usize::from(square == 'W');
            self.grid.squares.push(area);
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        let note = || {
            let (squares, verb) = (count(self.water, "square", "squares"), noun(self.water, "was", "were"));
            format!("{squares} of water {verb} left out, because ground does not lead into water.")
        };
        (self.water > 0).then(note).into_iter().collect()
    }
}

/// Reads width and height, up to the line before the first row.
fn size<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<[usize; 2], TextError> {
    let (mut width, mut height) = (None, None);
    for (line, content) in lines {
        let error = |description: String| TextError { line, description };
        let mut words = content.split_whitespace();
        let size = match words.next() {
            Some("map") => break,
            Some("width") => &mut width,
            Some("height") => &mut height,
            Some("type") | None => continue,
            Some(other) => {
                let other = quoted(other);
                return Err(error(format!(
                    "{other} is no word of a map; expected type, height, width or map"
                )));
            }
        };
        let number = words.next().and_then(|word| word.parse::<usize>().ok());
        *size = Some(number.ok_or_else(|| error("there is no number; write the number of squares".into()))?);
    }
    let missing = |name: &str| {
        let description = format!("the {name} is missing; add a line such as \"{name} 64\"");
        TextError { line: 1, description }
    };
    Ok([width.ok_or_else(|| missing("width"))?, height.ok_or_else(|| missing("height"))?])
}
