//! Outlines along the borders of squares of a grid, such as a grid map or the pixels of an image.

use std::collections::{BTreeMap, BTreeSet};

use navsmith_core::geometry::{Vec2, ground_area};
use navsmith_core::navmesh::AreaId;
use navsmith_core::outlines::{Outline, OutlineRole};

/// Squares of a grid; the column is X, and the row is Z.
#[derive(Clone, Debug, Default)]
pub struct SquareGrid {
    /// Number of columns.
    pub width: usize,
    /// By row and column: the area; `None` for a square that is no ground.
    pub squares: Vec<Option<AreaId>>,
}

impl SquareGrid {
    fn height(&self) -> usize {
        self.squares.len() / self.width.max(1)
    }

    fn at(&self, x: i32, z: i32) -> Option<AreaId> {
        let column = usize::try_from(x).ok().filter(|&x| x < self.width)?;
        *self.squares.get(usize::try_from(z).ok()? * self.width + column)?
    }

    /// Returns the approximate number of sides between areas, or between ground and what is no ground.
    ///
    /// It is at least the number of points of all outlines.
    pub fn border(&self) -> usize {
        let width = self.width.max(1);
        let along = self.squares.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let across = self.squares.iter().zip(self.squares.iter().skip(width)).filter(|(a, b)| a != b).count();
        let is_ground = |square: &&Option<AreaId>| square.is_some();
        let [first, last] = [0, self.squares.len().saturating_sub(width)]
            .map(|start| self.squares[start..].iter().take(width).filter(is_ground).count());
        // Ends of rows follow each other in the list.
        along + across + first + last + 2 * self.height()
    }

    /// Returns the borders of the areas, each after those around it.
    ///
    /// Two squares that touch at a corner only are not connected.
    pub fn outlines(&self) -> Vec<Outline> {
        let areas: BTreeSet<AreaId> = self.squares.iter().flatten().copied().collect();
        let mut outlines: Vec<(f64, Outline)> = Vec::new();
        for area in areas {
            for ring in self.borders(area) {
                let signed = ground_area(&ring);
                let role = if signed > 0.0 { OutlineRole::Ground(area) } else { OutlineRole::Hole };
                outlines.push((signed, Outline { points: ring, role }));
            }
        }
        // A hole precedes the ground that fills it.
        outlines.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()).then(a.total_cmp(b)));
        outlines.into_iter().map(|(_, outline)| outline).collect()
    }

    /// Returns rings with the squares of an area on their left, seen from above.
    fn borders(&self, area: AreaId) -> Vec<Vec<Vec2>> {
        let mut sides = Sides::new();
        for z in 0..self.height() as i32 {
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

/// Directions of sides, each to the left of the one before, seen from above with Z down.
const DIRECTIONS: [[i32; 2]; 4] = [[1, 0], [0, -1], [-1, 0], [0, 1]];

/// Sides by their start: a bit for each direction in which one begins there.
type Sides = BTreeMap<[i32; 2], u8>;

/// Removes the side at a point that turns left most, or any for no direction; returns its direction.
fn take_leftmost(sides: &mut Sides, at: [i32; 2], before: Option<usize>) -> Option<usize> {
    let here = sides.get_mut(&at)?;
    let left = before.map(|before| (before + 1) % DIRECTIONS.len()).filter(|left| *here >> left & 1 == 1);
    let direction = left.unwrap_or_else(|| here.trailing_zeros() as usize);
    *here &= !(1 << direction);
    if *here == 0 {
        sides.remove(&at);
    }
    Some(direction)
}
