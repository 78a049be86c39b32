//! Triangles of outlines, by cutting off ears as in Recast.

use navsmith_core::progress::{Progress, Stopped};

use crate::grid::{GridCorner, GridPoint, cross, do_cross, do_touch, is_in_cone, on_ground};

/// Sign of the area of an outline, as `rerecast` orders corners.
const SIGN: i64 = -1;

/// The corners of an outline that are left, in order.
struct Ears {
    /// Indices of corners.
    numbers: Vec<u32>,
    /// Their positions.
    places: Vec<GridCorner>,
    /// Squared length of the line that cuts each corner off; `None` if none can.
    cuts: Vec<Option<i64>>,
}

/// Returns the triangles of an outline as indices of its corners.
///
/// `None` if it crosses itself. Quadratic.
pub(crate) fn triangles_of(
    outline: &[GridPoint],
    progress: &Progress,
) -> Result<Option<Vec<[u32; 3]>>, Stopped> {
    let places: Vec<GridCorner> = outline.iter().map(|&at| on_ground(at)).collect();
    let numbers: Vec<u32> = (0..places.len() as u32).collect();
    let mut ears = Ears { cuts: vec![None; places.len()], numbers, places };
    for nth in 0..ears.places.len() {
        if nth.is_multiple_of(64) {
            progress.check()?;
        }
        ears.update(nth);
    }
    let mut triangles = Vec::with_capacity(outline.len().saturating_sub(2));
    while ears.places.len() > 3 {
        progress.check()?;
        let Some(ear) = ears.shortest().or_else(|| ears.shortest_loose()) else { return Ok(None) };
        let n = ears.places.len();
        triangles.push([(ear + n - 1) % n, ear, (ear + 1) % n].map(|nth| ears.numbers[nth]));
        ears.numbers.remove(ear);
        ears.places.remove(ear);
        ears.cuts.remove(ear);
        let after = if ear == n - 1 { 0 } else { ear };
        ears.update((after + n - 2) % (n - 1));
        ears.update(after);
    }
    if let &[a, b, c] = &ears.numbers[..] {
        triangles.push([a, b, c]);
    }
    Ok(Some(triangles))
}

impl Ears {
    /// Returns the positions of a corner and its neighbours.
    fn around(&self, nth: usize) -> [GridCorner; 3] {
        let n = self.places.len();
        [nth + n - 1, nth, nth + 1].map(|nth| self.places[nth % n])
    }

    /// Computes again whether a corner can be cut off.
    fn update(&mut self, ear: usize) {
        let n = self.places.len();
        let [from, to] = [(ear + n - 1) % n, (ear + 1) % n];
        let is_cut =
            is_in_cone(self.around(from), self.places[to], SIGN) && !self.is_crossed([from, to], do_touch);
        self.cuts[ear] = is_cut.then(|| squared(self.places[from], self.places[to]));
    }

    /// Whether a line between two corners meets a side that begins and ends elsewhere.
    fn is_crossed(&self, ends: [usize; 2], meets: impl Fn([GridCorner; 2], [GridCorner; 2]) -> bool) -> bool {
        let line = ends.map(|nth| self.places[nth]);
        let n = self.places.len();
        (0..n).any(|nth| {
            let side = [self.places[nth], self.places[if nth + 1 == n { 0 } else { nth + 1 }]];
            meets(line, side) && !side.iter().any(|end| line.contains(end))
        })
    }

    /// Returns the corner with the shortest cut.
    ///
    /// The first of equal ones is that whose neighbour before it is first.
    fn shortest(&self) -> Option<usize> {
        let n = self.places.len();
        let cuts = (0..n).map(|before| (before + 1) % n).filter_map(|ear| Some((self.cuts[ear]?, ear)));
        let shortest = cuts.reduce(|best, cut| if cut.0 < best.0 { cut } else { best });
        shortest.map(|(_, ear)| ear)
    }

    /// Returns the corner to cut off where sides overlap each other.
    fn shortest_loose(&self) -> Option<usize> {
        let n = self.places.len();
        let cuts = (0..n).filter_map(|from| {
            let [ear, to] = [(from + 1) % n, (from + 2) % n];
            let is_cut = is_in_loose_cone(self.around(from), self.places[to])
                && !self.is_crossed([from, to], do_cross);
            // Recast measures to the corner after the cut.
            is_cut.then(|| (squared(self.places[from], self.places[(to + 1) % n]), ear))
        });
        let shortest = cuts.reduce(|best, cut| if cut.0 < best.0 { cut } else { best });
        shortest.map(|(_, ear)| ear)
    }
}

fn squared(a: GridCorner, b: GridCorner) -> i64 {
    (b[0] - a[0]).pow(2) + (b[1] - a[1]).pow(2)
}

/// Whether the line from a corner to a point begins inside of an outline or along its sides.
fn is_in_loose_cone([before, at, after]: [GridCorner; 3], point: GridCorner) -> bool {
    let left = |a, b, c| SIGN * cross(a, b, c) >= 0;
    if left(before, at, after) {
        left(at, point, before) && left(point, at, after)
    } else {
        !(left(at, point, after) && left(point, at, before))
    }
}
