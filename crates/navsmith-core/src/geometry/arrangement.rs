//! The faces into which the sides of a ring divide the ground.
//!
//! Sides that cross, touch or overlap become paths over common nodes. A node is rounded, which bends the paths a
//! little, so the search is repeated until no two of them cross. The faces are exact for the bent paths.

mod noding;
mod graph;
mod rings;
mod union;

use super::Vec2;
use noding::Noding;

pub use union::{touching_groups, union};

/// Maximum number of searches for crossings.
const MOST_ROUNDS: usize = 24;

/// The faces of a ring, and the nodes between which its sides run.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// Positions of the nodes, all different.
    pub nodes: Vec<Vec2>,
    /// For each side of the ring, the nodes on it from its start to its end.
    pub paths: Vec<Vec<usize>>,
    /// The bounded faces with a winding number other than 0.
    pub faces: Vec<Face>,
}

/// A bounded face of an arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The nodes around it, counter-clockwise; a node repeats where the face touches itself.
    pub nodes: Vec<usize>,
    /// How often the ring winds around it counter-clockwise, less how often clockwise.
    pub winding: i32,
}

impl Arrangement {
    /// Returns the arrangement of the sides of a ring.
    ///
    /// `None` if it takes more steps than are left, or if roundings cause crossings without end. A step is about as much
    /// work as comparing two boxes.
    pub fn of(ring: &[Vec2], steps: &mut usize) -> Option<Self> {
        let mut noding = Noding::of(ring);
        for _ in 0..MOST_ROUNDS {
            let insertions = noding.insertions(steps)?;
            if insertions.is_empty() {
                let faces = graph::faces(&noding);
                return Some(Self { nodes: noding.nodes, paths: noding.paths, faces });
            }
            noding.insert(insertions);
        }
        None
    }

    /// Returns convex pieces of a face, as counter-clockwise rings of nodes.
    ///
    /// `None` if it takes more steps than are left.
    pub fn convex_pieces(&self, face: &Face, steps: &mut usize) -> Option<Vec<Vec<usize>>> {
        rings::convex_pieces(&self.nodes, face, steps)
    }
}

/// Takes steps of those that are left; `None` if there are fewer.
fn take(steps: &mut usize, count: usize) -> Option<()> {
    *steps = steps.checked_sub(count)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{SplitMix64, contains, covers, ground_area, is_convex};

    fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
        points.iter().copied().map(Vec2::from).collect()
    }

    /// Maximum number of steps.
    const STEPS: usize = 10_000_000;

    fn pieces(ring: &[Vec2]) -> Vec<Vec<Vec2>> {
        let mut steps = STEPS;
        let arrangement = Arrangement::of(ring, &mut steps).expect("faces");
        let of_face = |face| arrangement.convex_pieces(face, &mut steps).expect("pieces");
        let pieces: Vec<Vec<usize>> = arrangement.faces.iter().flat_map(of_face).collect();
        let at = |piece: Vec<usize>| piece.into_iter().map(|node| arrangement.nodes[node]).collect();
        pieces.into_iter().map(at).collect()
    }

    fn windings(points: &[[f32; 2]]) -> Vec<i32> {
        let mut steps = STEPS;
        let arrangement = Arrangement::of(&ring(points), &mut steps).expect("faces");
        let mut windings: Vec<i32> = arrangement.faces.iter().map(|face| face.winding).collect();
        windings.sort_unstable();
        windings
    }

    #[test]
    fn faces_have_the_winding_number_of_the_ring() {
        assert_eq!(windings(&[[0., 0.], [0., 2.], [2., 2.], [2., 0.]]), [1], "a square");
        assert_eq!(windings(&[[0., 0.], [2., 2.], [2., 0.], [0., 2.]]), [-1, 1], "a bow tie");
        assert_eq!(windings(&[[0., 0.], [0., 2.], [2., 2.], [1., 1.], [2., 2.], [2., 0.]]), [1], "a spike");
        assert_eq!(windings(&[[0., 0.], [2., 2.], [4., 0.], [2., 2.]]), Vec::<i32>::new(), "no area");
        let star = [[4., 8.], [7., 0.], [0., 5.], [8., 5.], [1., 0.]];
        let mut reversed = star;
        reversed.reverse();
        assert_eq!(windings(&star), [1, 1, 1, 1, 1, 2], "a pentagram");
        assert_eq!(windings(&reversed), [-2, -1, -1, -1, -1, -1], "a reversed one");
        // The ring winds around the inner square twice, and touches the outer face in a point.
        let curl = [[0., 0.], [0., 9.], [9., 9.], [9., 0.], [0., 0.], [3., 4.], [3., 6.], [6., 6.], [6., 4.]];
        assert_eq!(windings(&curl), [1, 2], "a curl");
        let far = [[18., 1.8e19], [18., 13.], [18., 16.], [19., 16.], [19., 10.]];
        assert_eq!(windings(&far), [-1], "sides that overlap, one of which is long");
        assert!(Arrangement::of(&ring(&star), &mut 40).is_none(), "too few steps");
        let area: f64 = pieces(&ring(&curl)).iter().map(|piece| ground_area(piece)).sum();
        assert!((area - 81.0).abs() < 1e-9, "{area} m²");
    }

    #[test]
    fn pieces_cover_the_ground_around_which_a_ring_winds() {
        let mut chance = SplitMix64(7);
        for count in (4..40).chain([120]) {
            // Some corners on a grid, so that sides touch and overlap.
            let step = if count % 3 == 0 { 2.0 } else { 0.001 };
            let mut draw = || ((chance.unit() * 10.0 / step).floor() * step) as f32;
            let ring: Vec<Vec2> = (0..count).map(|_| Vec2::new(draw(), draw())).collect();
            let pieces = pieces(&ring);
            assert!(pieces.iter().all(|piece| is_convex(piece)), "{ring:?}");
            for _ in 0..200 {
                let at = Vec2::new((chance.unit() * 10.0) as f32, (chance.unit() * 10.0) as f32);
                let holding = pieces.iter().filter(|piece| contains(piece, at)).count();
                assert_eq!(holding, usize::from(covers(&ring, at)), "{at} in {ring:?}");
            }
        }
    }
}
