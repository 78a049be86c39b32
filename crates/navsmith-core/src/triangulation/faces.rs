//! Faces between given points, divided into triangles or convex pieces.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{PointId, TriangleSide, Triangulation};
use crate::geometry::{ConvexRings, Noded, Vec2};
use crate::trace::Silent;

/// The ground around which sides wind, in a constrained Delaunay triangulation of their ends.
///
/// Ends are indices of given places; none are added.
#[derive(Clone, Debug)]
pub struct Faces {
    triangulation: Triangulation,
    /// By triangle: how often the sides wind around it counter-clockwise, less how often clockwise.
    windings: Vec<i32>,
    /// By point: the index of its place.
    places: Vec<usize>,
}

impl Faces {
    /// Triangulates the ends of sides that form closed walks, in `n log n` on average.
    ///
    /// `None` if sides cross, if an end lies on another side, if two ends have one position, or if a coordinate is not
    /// finite or farther from the origin than 10³⁰ m.
    pub fn around(places: &[Vec2], sides: &[[usize; 2]]) -> Option<Self> {
        let mut used: Vec<usize> = sides.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let mut triangulation = Triangulation::new();
        let positions: Vec<Vec2> = used.iter().map(|&place| places[place]).collect();
        let mut points = vec![PointId(0); places.len()];
        let mut place_of = vec![usize::MAX; PointId::OUTER as usize + used.len()];
        for (&place, point) in used.iter().zip(triangulation.insert_all(&positions, &mut Silent)) {
            points[place] = point?;
            if std::mem::replace(&mut place_of[points[place].0 as usize], place) != usize::MAX {
                return None;
            }
        }
        let mut times: BTreeMap<[PointId; 2], i32> = BTreeMap::new();
        for ends in sides {
            let [from, to] = ends.map(|end| points[end]);
            if triangulation.add_constraint([from, to], &mut Silent).ok()? != [to] {
                return None;
            }
            *times.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
        }
        let windings = windings(&triangulation, &times);
        Some(Self { triangulation, windings, places: place_of })
    }

    /// Triangulates the ground around which closed paths wind; `None` as for [`Self::around`].
    pub fn of_paths(noded: &Noded) -> Option<Self> {
        let sides = noded.paths.iter().flat_map(|path| path.windows(2)).map(|ends| [ends[0], ends[1]]);
        Self::around(&noded.nodes, &sides.collect::<Vec<_>>())
    }

    /// Triangulates the ground on the left of rings of indices of places.
    ///
    /// A ring around ground is counter-clockwise, one around a hole clockwise. Rings may touch at corners, and may use an
    /// edge in both directions. `None` as for [`Self::around`], or if rings are clockwise or around each other.
    pub fn of_rings(places: &[Vec2], rings: &[Vec<usize>]) -> Option<Self> {
        let sides = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().skip(1).chain(ring.first())));
        let faces = Self::around(places, &sides.map(|(&from, &to)| [from, to]).collect::<Vec<_>>())?;
        let is_simple = faces.windings.iter().all(|winding| (0..=1).contains(winding));
        (is_simple && faces.windings.contains(&1)).then_some(faces)
    }

    /// Triangulates the inside of one counter-clockwise ring; its corners are the places.
    pub fn of_ring(ring: &[Vec2]) -> Option<Self> {
        Self::of_rings(ring, &[(0..ring.len()).collect()])
    }

    /// Returns the corners of the triangles around which the sides wind counter-clockwise.
    pub fn triangles(&self) -> Vec<Vec<usize>> {
        self.pieces(|winding| winding > 0, 3)
    }

    /// Returns convex pieces of the ground with chosen windings, of at most `most` corners.
    ///
    /// They are counter-clockwise, and corners may be straight. Each begins with its smallest corner, and they are sorted.
    pub fn pieces(&self, is_chosen: impl Fn(i32) -> bool, most: usize) -> Vec<Vec<usize>> {
        let winding = |side: TriangleSide| self.windings[side.triangle()];
        let is_chosen = |triangle: usize| is_chosen(self.windings[triangle]);
        let is_between = |side, twin| winding(side) == winding(twin);
        let rings = self.triangulation.merged(is_chosen, is_between, most);
        let corner = |side| self.place(self.triangulation.origin(side));
        let mut pieces: Vec<Vec<usize>> =
            rings.into_iter().map(|ring| ring.into_iter().map(corner).collect()).collect();
        for piece in &mut pieces {
            let least = (0..piece.len()).min_by_key(|&nth| piece[nth]).unwrap_or_default();
            piece.rotate_left(least);
        }
        pieces.sort_unstable();
        pieces
    }

    /// Returns the sides between ground with a positive winding, on their left, and other ground.
    pub(super) fn border(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let is_inside = |side: TriangleSide| self.windings[side.triangle()] > 0;
        let all = (0..3 * self.windings.len() as u32).map(TriangleSide).filter(move |&side| is_inside(side));
        let border =
            all.filter(move |&side| self.triangulation.twin(side).is_none_or(|twin| !is_inside(twin)));
        border.map(|side| [side, side.next()].map(|side| self.place(self.triangulation.origin(side))))
    }

    fn place(&self, point: PointId) -> usize {
        self.places[point.0 as usize]
    }
}

/// Returns how often sides wind around each triangle, from outside to inside.
///
/// `times` counts the sides from the smaller to the larger point of an edge, less those in the other direction.
fn windings(triangulation: &Triangulation, times: &BTreeMap<[PointId; 2], i32>) -> Vec<i32> {
    let mut windings: Vec<Option<i32>> = vec![None; triangulation.triangle_slots()];
    let mut open = vec![(triangulation.outer_triangle(), 0)];
    while let Some((triangle, winding)) = open.pop() {
        if windings[triangle].replace(winding).is_some() {
            continue;
        }
        for side in TriangleSide::of_triangle(triangle) {
            let Some(twin) = triangulation.twin(side) else { continue };
            let [from, to] = [side, twin].map(|side| triangulation.origin(side));
            let along = times.get(&[from.min(to), from.max(to)]).copied().unwrap_or_default();
            // The sides wind once more around what is on their left, where this triangle is.
            open.push((twin.triangle(), if from < to { winding - along } else { winding + along }));
        }
    }
    windings.into_iter().map(Option::unwrap_or_default).collect()
}

impl Triangulation {
    /// Returns triangles, merged while they stay convex and have at most `most` corners, as rings of sides.
    ///
    /// Removes edges between two triangles for which `is_between` of both sides, the longest first.
    pub(crate) fn merged(
        &self,
        is_chosen: impl Fn(usize) -> bool,
        is_between: impl Fn(TriangleSide, TriangleSide) -> bool,
        most: usize,
    ) -> Vec<Vec<TriangleSide>> {
        let all = || (0..3 * self.triangle_slots() as u32).map(TriangleSide);
        let mut rings = ConvexRings::new(all().map(|side| self.origin(side).0 as usize));
        for triangle in (0..self.triangle_slots()).filter(|&triangle| is_chosen(triangle)) {
            rings.connect(&TriangleSide::of_triangle(triangle).map(TriangleSide::slot));
        }
        let between = |side: TriangleSide| {
            let twin = self.twin(side).filter(|&twin| side < twin)?;
            let is_inner = [side, twin].iter().all(|side| is_chosen(side.triangle()));
            (is_inner && is_between(side, twin)).then_some([side, twin])
        };
        let mut pairs: Vec<[TriangleSide; 2]> = all().filter_map(between).collect();
        // Equal lengths in the order of their sides.
        pairs.sort_by_cached_key(|&[side, twin]| {
            let [from, to] = [side, twin].map(|side| self.place(self.origin(side)).as_dvec2());
            Reverse(from.distance_squared(to).to_bits())
        });
        for pair in pairs {
            let place = |point: usize| self.place(PointId(point as u32));
            rings.remove_if_convex(pair.map(TriangleSide::slot), place, most);
        }
        let of_slots = |ring: Vec<usize>| ring.into_iter().map(|slot| TriangleSide(slot as u32)).collect();
        rings.rings().into_iter().map(of_slots).collect()
    }
}
