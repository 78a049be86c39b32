//! Data to write to the GPU, as bytes with positions; independent of the graphics API.

use std::collections::BTreeMap;

use bytemuck::{Pod, Zeroable};

/// Number of slots in a page of cells or vertices.
pub const PAGE: usize = 1024;

/// A corner of a triangle of a cell's fill.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FillCorner {
    /// Position in metres from the layer's origin.
    pub at: [f32; 2],
    /// Slot of the cell, by which the shader finds its colour.
    pub cell: u32,
    /// Height in metres.
    pub height: f32,
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LineVertex {
    /// Start in metres from the layer's origin.
    pub(super) from: [f32; 2],
    pub(super) to: [f32; 2],
    /// Number of the [`MeshStyle`](crate::editor::view::scene::style::MeshStyle).
    pub(super) style: u32,
    /// Heights of both ends, in metres.
    pub(super) heights: [f32; 2],
}

/// A vertex.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Dot {
    /// Position in metres from the layer's origin.
    pub at: [f32; 2],
    /// Distance to the nearest vertex along a side, in metres.
    pub room: f32,
    /// Number of the [`MeshStyle`](crate::editor::view::scene::style::MeshStyle).
    pub style: u32,
    /// Height in metres.
    pub height: f32,
}

/// A cell's colour in four bytes; then its hatch and the weight of its height colour, a byte each.
pub type Texel = [u32; 2];

/// A buffer of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PagePart {
    /// Triangles of cells.
    Fills,
    /// Edges between two cells.
    Inner,
    /// Other edges.
    Outer,
    /// Vertices.
    Dots,
}

impl PagePart {
    /// All buffers, in the order of drawing.
    pub const ALL: [Self; 4] = [Self::Fills, Self::Inner, Self::Outer, Self::Dots];

    /// Returns the size of an element in bytes.
    pub fn stride(self) -> usize {
        match self {
            Self::Fills => size_of::<FillCorner>(),
            Self::Inner | Self::Outer => size_of::<LineVertex>(),
            Self::Dots => size_of::<Dot>(),
        }
    }
}

/// Writes to do before the next frame.
///
/// A later write of a page replaces an earlier one. The pending bytes therefore never exceed the size of the buffers.
#[derive(Debug, Default)]
pub struct Pending {
    /// New sizes of the buffers, in the order of [`PagePart::ALL`], and of the colour table in rows.
    ///
    /// If set, all buffers are created again.
    pub sizes: Option<([usize; 4], usize)>,
    /// Bytes by buffer and first element.
    pub writes: BTreeMap<(PagePart, usize), Vec<u8>>,
    /// Rows of the colour table.
    pub rows: BTreeMap<usize, Vec<Texel>>,
}

impl Pending {
    /// Returns the number of pending bytes.
    pub fn bytes(&self) -> usize {
        let rows: usize = self.rows.values().map(|row| row.len() * size_of::<Texel>()).sum();
        self.writes.values().map(Vec::len).sum::<usize>() + rows
    }
}
