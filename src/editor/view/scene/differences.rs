//! Marks of differences between two documents.

/// Mark of a difference from the document that the present one is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceMark {
    /// A place at which an edit by hand and a new generation meet.
    Conflict,
    /// A cell by hand that a new generation keeps.
    Kept,
    /// An element that only the earlier document has.
    Removed,
    /// An element that only the later document has.
    Added,
    /// An element at another position than in the earlier document.
    Moved,
    /// The position of an element in the earlier document.
    EarlierPosition,
    /// A cell of another area than in the earlier document.
    OtherArea,
    /// A cell that is welded to other cells than in the earlier document.
    OtherNeighbors,
    /// The path of the selected query in the earlier document.
    EarlierPath,
    /// The path of the selected query in the present document.
    PresentPath,
}
