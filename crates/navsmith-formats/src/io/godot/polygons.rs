//! Polygons of a resource as cells.

use std::collections::BTreeSet;

use crate::document::{count, enumeration, noun};
use crate::io::MAX_CORNERS;
use crate::io::scene::SurfaceSoup;
use crate::io::text::TextError;
use navsmith_core::geometry::{Vec2, Vec3, ground, is_clockwise, surface_area};
use navsmith_core::navmesh::{AreaId, Soup, divide_repeated, repeated};

/// Polygons of a resource, as in the file.
#[derive(Debug, Default)]
pub(super) struct Polygons {
    pub(super) positions: Vec<Vec3>,
    /// Line of the positions, and of the polygons.
    pub(super) lines: [usize; 2],
    /// Corners of all polygons, one polygon after another.
    pub(super) corners: Vec<u32>,
    /// Number of corners of each polygon.
    pub(super) sizes: Vec<u32>,
    /// Outlines, from which Godot bakes the polygons.
    pub(super) outlines: Vec<Vec<Vec2>>,
    /// Length of a metre in units of the file.
    pub(super) metre: f32,
}

impl Polygons {
    /// Returns the polygons that can be cells, counter-clockwise; notes those that are left out.
    ///
    /// Vertices with equal positions become one, because Godot joins polygons by position. A polygon that visits a
    /// vertex twice is divided, such as an outline that surrounds a hole. If that takes too many steps, it is one cell.
    pub(super) fn into_surface(self, notes: &mut Vec<String>) -> Result<SurfaceSoup, TextError> {
        let [vertex_line, polygon_line] = self.lines;
        let fault = |line, description| Err(TextError { line, description });
        if let Some(vertex) = self.positions.iter().position(|position| !position.is_finite()) {
            return fault(vertex_line, format!("vertex {vertex} is not finite; give finite numbers"));
        }
        let (first_of, kept) = equal_positions(&self.positions);
        let joined = first_of.len() - kept.len();
        let (whole, numbers) = self.soup(&first_of, kept)?;
        let mut left_out = self.sizes.len() - numbers.len();
        let (soup, divided) = division(&whole);
        // A division keeps the order, and polygons that it does not divide.
        let mut originals = whole.polygons().zip(numbers);
        let mut number_of = |corners: &[u32]| {
            originals.find(|((ring, _), _)| *ring == corners).map_or(0, |(_, number)| number)
        };
        let mut undivided: Vec<usize> = Vec::new();
        let mut surface = SurfaceSoup { positions: soup.positions.clone(), ..SurfaceSoup::default() };
        let (mut ring, mut places): (Vec<u32>, Vec<Vec2>) = (Vec::new(), Vec::new());
        for (corners, _) in soup.polygons() {
            let positions = || corners.iter().map(|&corner| soup.positions[corner as usize]);
            let touches_itself = repeated(corners).is_some();
            if touches_itself && surface_area(&positions().collect::<Vec<_>>()) <= 0.0 {
                left_out += 1;
                continue;
            }
            if corners.len() > MAX_CORNERS {
                let (polygon, size) = (number_of(corners), corners.len());
                let what =
                    format!("polygon {polygon} has {size} corners, and at most {MAX_CORNERS}; cut it up");
                return fault(polygon_line, what);
            }
            ring.clear();
            ring.extend(corners);
            if touches_itself {
                undivided.push(number_of(corners));
                separate(&mut ring, &mut surface.positions);
            }
            places.clear();
            places.extend(positions().map(ground));
            if is_clockwise(&places) {
                ring[1..].reverse();
            }
            surface.sizes.push(ring.len() as u32);
            surface.corners.extend_from_slice(&ring);
        }
        note([left_out, divided, joined], notes);
        notes.extend(note_on_undivided(&undivided));
        Ok(surface)
    }

    /// Returns the rings of at least three corners, with the numbers of their polygons.
    ///
    /// They have no repeats in a row.
    fn soup(&self, first_of: &[u32], kept: Vec<Vec3>) -> Result<(Soup, Vec<usize>), TextError> {
        let (mut soup, mut numbers, mut rest) = (Soup::default(), Vec::new(), &*self.corners);
        soup.positions = kept;
        let mut ring: Vec<u32> = Vec::new();
        for (polygon, &size) in self.sizes.iter().enumerate() {
            let (corners, behind) = rest.split_at(size as usize);
            rest = behind;
            let last = first_of.len();
            if let Some(vertex) = corners.iter().find(|&&corner| corner as usize >= last) {
                let description = format!(
                    "polygon {polygon} names vertex {vertex}, but there are {last}, counted from 0; correct it"
                );
                return Err(TextError { line: self.lines[1], description });
            }
            ring.clear();
            ring.extend(corners.iter().map(|&corner| first_of[corner as usize]));
            ring.dedup();
            if ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() >= 3 {
                soup.push(&ring, AreaId(0));
                numbers.push(polygon);
            }
        }
        Ok((soup, numbers))
    }
}

/// Divides the polygons that visit a vertex twice; returns all polygons, and how many were divided.
fn division(soup: &Soup) -> (Soup, usize) {
    let number = |soup: &Soup| soup.polygons().filter(|(corners, _)| repeated(corners).is_some()).count();
    let before = number(soup);
    if before == 0 {
        return (soup.clone(), 0);
    }
    let divided = divide_repeated(soup);
    let after = number(&divided);
    (divided, before - after)
}

/// Gives each further visit of a vertex by a ring a position of its own.
///
/// The corners of a cell are different vertices.
fn separate(ring: &mut [u32], positions: &mut Vec<Vec3>) {
    let mut seen = BTreeSet::new();
    for corner in ring {
        if !seen.insert(*corner) {
            positions.push(positions[*corner as usize]);
            *corner = positions.len() as u32 - 1;
        }
    }
}

/// Maximum number of polygons that a note names.
const MOST_NAMED: usize = 5;

/// Returns a note about polygons that visit a vertex twice and are not divided.
///
/// `None` if there are none.
fn note_on_undivided(polygons: &[usize]) -> Option<String> {
    let named: Vec<String> = polygons.iter().take(MOST_NAMED).map(usize::to_string).collect();
    let more = polygons.len().saturating_sub(MOST_NAMED);
    let further = (more > 0).then(|| format!("{more} more"));
    let named = enumeration(&named.into_iter().chain(further).collect::<Vec<_>>());
    match polygons.len() {
        0 => None,
        1 => Some(format!(
            "polygon {named} visits a vertex twice, and its sides cross in too many places to divide it, so it is one cell \
             that crosses itself; cut it up in Godot"
        )),
        _ => Some(format!(
            "polygons {named} visit a vertex twice, and their sides cross in too many places to divide them, so each is \
             one cell that crosses itself; cut them up in Godot"
        )),
    }
}

/// Adds notes about polygons without area, divided ones and joined vertices.
fn note([left_out, divided, joined]: [usize; 3], notes: &mut Vec<String>) {
    if left_out > 0 {
        let was = noun(left_out, "was", "were");
        notes.push(format!("{} without area {was} left out", count(left_out, "polygon", "polygons")));
    }
    if divided > 0 {
        let (verb, was) = (noun(divided, "visits", "visit"), noun(divided, "was", "were"));
        let polygons = count(divided, "polygon", "polygons");
        notes.push(format!("{polygons} that {verb} a vertex twice {was} divided"));
    }
    if joined > 0 {
        let joined = count(joined, "vertex", "vertices");
        notes.push(format!("{joined} at the position of another became one with it, as in Godot"));
    }
}

/// Returns the number of each position among the different ones, and the different ones in their order.
fn equal_positions(positions: &[Vec3]) -> (Vec<u32>, Vec<Vec3>) {
    // Zero turns -0.0 into 0.0.
    let bits = |vertex: &u32| (positions[*vertex as usize] + 0.0).to_array().map(f32::to_bits);
    let mut by_position: Vec<u32> = (0..positions.len() as u32).collect();
    by_position.sort_by_key(bits);
    let mut number_of: Vec<u32> = (0..positions.len() as u32).collect();
    for equal in by_position.chunk_by(|one, other| bits(one) == bits(other)) {
        for &vertex in equal {
            number_of[vertex as usize] = equal[0];
        }
    }
    let mut kept = Vec::new();
    for vertex in 0..positions.len() {
        let first = number_of[vertex] as usize;
        number_of[vertex] = if first == vertex { kept.len() as u32 } else { number_of[first] };
        if first == vertex {
            kept.push(positions[vertex]);
        }
    }
    (number_of, kept)
}
