//! Marks of outlines.

/// Mark of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutlineMark {
    /// An outline of ground, and its points.
    Ground,
    /// An outline of a hole, and its points.
    Hole,
    /// A chain that paths do not cross, and its points.
    Chain,
    /// A selected point.
    Selected,
}
