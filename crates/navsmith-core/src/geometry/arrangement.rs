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
