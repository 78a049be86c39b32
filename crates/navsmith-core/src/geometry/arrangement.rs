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

pub(crate) use noding::crossing;
pub use union::{touching_groups, union};

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

/// Lines as paths that meet in common nodes only.
#[derive(Clone, Debug)]
pub struct Noded {
    /// Positions of the nodes, all different.
    pub nodes: Vec<Vec2>,
    /// For each line, the nodes on it from its start to its end; one for a line without length.
    pub paths: Vec<Vec<usize>>,
}

/// Returns lines as paths over common nodes, wherever they cross, touch or overlap.
///
/// `None` if it takes more steps than are left, or if roundings cause crossings without end.
pub fn noded(lines: impl IntoIterator<Item = [Vec2; 2]>, steps: &mut usize) -> Option<Noded> {
    let Noding { nodes, paths, .. } = Noding::of(lines).complete(steps)?;
    Some(Noded { nodes, paths })
}

/// Returns the sides of a ring, from each corner to the next one.
pub fn sides(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| [from, to])
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
        let Noded { nodes, paths } = noded(sides(ring), steps)?;
        let faces = graph::faces(&nodes, &paths);
        Some(Self { nodes, paths, faces })
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
