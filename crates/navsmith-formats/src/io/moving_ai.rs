//! Grid maps of the Moving AI Lab, `.map`: squares that are ground, swamp or blocked.
//!
//! A square is one unit wide. The column is X, and the row is Z, so the map is seen from above as in the file. Two squares
//! that touch at a corner only are not connected, because paths of the benchmarks do not pass between blocked squares.
//! The borders of the areas are traced as outlines, whose interior becomes convex cells.
//!
//! Source: Sturtevant, *Benchmarks for Grid-Based Pathfinding*, 2012.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::document::{Area, Document, count, noun};
use crate::io::text::{TextError, quoted, utf8};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Vec2, at_height, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::outlines::{Outline, OutlineRole, OutlineTriangulation};
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
    let grid = Grid::read(utf8(bytes)?)?;
    let failed = |description: &str| TextError { line: 1, description: description.into() };
    let too_much = "the borders of the map are too long for its size; divide it into several files";
    budget.keep(grid.border().saturating_mul(SIDE_BYTES)).map_err(|Exhausted| failed(too_much))?;
    let outlines = grid.outlines();
    let sides: usize = outlines.iter().map(Outline::side_count).sum();
    let triangulation = OutlineTriangulation::new(outlines, &mut (sides * STEPS_PER_SIDE), &mut Silent)
        .ok_or_else(|| failed(too_much))?;
    let cells = triangulation.cells();
    let corners = cells.points.iter().map(|&at| at_height(at, 0.0));
    let rings = cells
        .cells
        .iter()
        .map(|cell| Cell::new(cell.corners.iter().map(|&corner| VertexId(corner as u32)), cell.area));
    let mesh = NavMesh::from_parts(corners, rings).map_err(|why| failed(&why))?;
    let mut document = Document::of_mesh(mesh);
    if document.mesh.cells().any(|(_, cell)| cell.area() != AreaId(0)) {
        let named = |(number, name): (usize, &&str)| Area { name: (*name).into(), ..Area::numbered(number) };
        document.areas = Arc::new(AREAS.iter().enumerate().map(named).collect());
    }
    Ok((document, grid.notes()))
}

/// The squares of a map.
struct Grid {
    width: usize,
    /// By row and column: the number of the area; `None` for a blocked square.
    squares: Vec<Option<u8>>,
    /// Number of squares of water, which are blocked.
    water: usize,
}

impl Grid {
    fn read(text: &str) -> Result<Self, TextError> {
        let mut lines = (1..).zip(text.lines());
        let [width, height] = size(&mut lines)?;
        if width.max(height) > MOST_SQUARES {
            let description =
                format!("the map is longer than {MOST_SQUARES} squares; divide it into several files");
            return Err(TextError { line: 1, description });
        }
        let mut grid = Self { width, squares: Vec::new(), water: 0 };
        let mut last = 1;
        for (line, row) in lines.by_ref().take(height) {
            last = line;
            grid.add_row(row).map_err(|description| TextError { line, description })?;
        }
        let rows = grid.squares.len() / width.max(1);
        if rows < height {
            let rows = count(rows, "row", "rows");
            let description =
                format!("the map ends after {rows}, and the height is {height}; correct one of them");
            return Err(TextError { line: last, description });
        }
        match lines.find(|(_, row)| !row.trim().is_empty()) {
            None => Ok(grid),
            Some((line, _)) => {
                let rows = count(height, "row", "rows");
                let description = format!("there is more after {rows}; remove it, or correct the height");
                Err(TextError { line, description })
            }
        }
    }

    /// Returns the number of sides of squares between areas, or between ground and what is no ground.
    fn border(&self) -> usize {
        let width = self.width.max(1);
        let along = self.squares.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let across = self.squares.iter().zip(self.squares.iter().skip(width)).filter(|(a, b)| a != b).count();
        let is_ground = |square: &&Option<u8>| square.is_some();
        let rows = self.squares.len() / width;
        let [first, last] = [0, self.squares.len().saturating_sub(width)]
            .map(|start| self.squares[start..].iter().take(width).filter(is_ground).count());
        // Ends of rows follow each other in the list.
        along + across + first + last + 2 * rows
    }

    /// Adds a row of squares; `Err` is a clause.
    fn add_row(&mut self, row: &str) -> Result<(), String> {
        let squares = row.chars().count();
        if squares != self.width {
            let squares = count(squares, "square", "squares");
            return Err(format!(
                "the row has {squares}, and the width is {}; correct one of them",
                self.width
            ));
        }
        for square in row.chars() {
            let area = match square {
                '.' | 'G' => Some(0),
                'S' => Some(1),
                '@' | 'O' | 'T' | 'W' => None,
                other => {
                    let other = quoted(&other.to_string());
                    return Err(format!("{other} is no square; use one of . G S W @ O T"));
                }
            };
            self.water += usize::from(square == 'W');
            self.squares.push(area);
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

    fn at(&self, x: i32, z: i32) -> Option<u8> {
        let column = usize::try_from(x).ok().filter(|&x| x < self.width)?;
        *self.squares.get(usize::try_from(z).ok()? * self.width + column)?
    }

    /// Returns the borders of the areas, each after those around it.
    fn outlines(&self) -> Vec<Outline> {
        let mut outlines: Vec<(f64, Outline)> = Vec::new();
        for area in 0..AREAS.len() as u8 {
            for ring in self.borders(area) {
                let signed = ground_area(&ring);
                let role = if signed > 0.0 { OutlineRole::Ground(AreaId(area)) } else { OutlineRole::Hole };
                outlines.push((signed, Outline { points: ring, role }));
            }
        }
        // A hole precedes the ground that fills it.
        outlines.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()).then(a.total_cmp(b)));
        outlines.into_iter().map(|(_, outline)| outline).collect()
    }

    /// Returns rings with the squares of an area on their left, seen from above.
    fn borders(&self, area: u8) -> Vec<Vec<Vec2>> {
        let mut sides = Sides::new();
        let height = (self.squares.len() / self.width.max(1)) as i32;
        for z in 0..height {
            for x in (0..self.width as i32).filter(|&x| self.at(x, z) == Some(area)) {
                // The square beside each side, its start, and its direction.
                let around =
                    [([0, -1], [1, 0], 2), ([-1, 0], [0, 0], 3), ([0, 1], [0, 1], 0), ([1, 0], [1, 1], 1)];
                for ([dx, dz], [from_x, from_z], direction) in around {
                    if self.at(x + dx, z + dz) != Some(area) {
                        *sides.entry([x + from_x, z + from_z]).or_default() |= 1 << direction;
                    }
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = sides.first_key_value() {
            let (mut at, mut ring, mut before) = (start, Vec::new(), None);
            while let Some(direction) = take_leftmost(&mut sides, at, before) {
                if Some(direction) != before {
                    ring.push(Vec2::new(at[0] as f32, at[1] as f32));
                }
                let along = DIRECTIONS[direction];
                at = [at[0] + along[0], at[1] + along[1]];
                before = Some(direction);
            }
            ring.shrink_to_fit();
            rings.push(ring);
        }
        rings
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

/// Directions of sides, each to the left of the one before, seen from above with Z down.
const DIRECTIONS: [[i32; 2]; 4] = [[1, 0], [0, -1], [-1, 0], [0, 1]];

/// Sides by their start: a bit for each direction in which one begins there.
type Sides = BTreeMap<[i32; 2], u8>;

/// Removes the side at a point that turns left most, or any for no direction; returns its direction.
fn take_leftmost(sides: &mut Sides, at: [i32; 2], before: Option<usize>) -> Option<usize> {
    let here = sides.get_mut(&at)?;
    let left = before.map(|before| (before + 1) % DIRECTIONS.len()).filter(|left| *here >> left & 1 == 1);
    let direction = left.unwrap_or(here.trailing_zeros() as usize);
    *here &= !(1 << direction);
    if *here == 0 {
        sides.remove(&at);
    }
    Some(direction)
}
