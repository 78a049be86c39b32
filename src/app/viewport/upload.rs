//! What the GPU is still to be given, as bytes and where they go; knows no GPU.

use std::collections::BTreeMap;

use bytemuck::{Pod, Zeroable};
use glam::Vec2;

/// Slots to a page, of cells and of vertices.
pub(super) const PAGE: usize = 1024;

/// A corner of a triangle of a cell's fill.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FillCorner {
    /// Metres from the layer's origin.
    pub(super) at: [f32; 2],
    /// The cell's slot, where the shader looks its colour up.
    pub(super) cell: u32,
    /// Metres.
    pub(super) height: f32,
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Line {
    /// Metres from the layer's origin.
    pub(super) from: [f32; 2],
    pub(super) to: [f32; 2],
    /// An index into the styles, 0 for nothing.
    pub(super) style: u32,
    /// The heights of both ends, in metres.
    pub(super) heights: [f32; 2],
}

/// A vertex.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Dot {
    /// Metres from the layer's origin.
    pub(super) at: [f32; 2],
    /// How far the nearest vertex along a side is, in metres.
    pub(super) room: f32,
    /// An index into the styles, 0 for nothing.
    pub(super) style: u32,
    /// Metres.
    pub(super) height: f32,
}

/// Something that a buffer holds many of.
pub(super) trait Element: Pod {
    /// The points that it reaches from and to, in metres from the layer's origin.
    fn places(&self) -> impl Iterator<Item = Vec2>;
}

impl Element for FillCorner {
    fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.at].map(Vec2::from).into_iter()
    }
}

impl Element for Line {
    fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.from, self.to].map(Vec2::from).into_iter()
    }
}

impl Element for Dot {
    fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.at].map(Vec2::from).into_iter()
    }
}

/// A cell's colour as four bytes, its hatch, and in the second byte how much the height colours it.
pub(super) type Texel = [u32; 2];

/// The styles of lines and dots; the numbers are the shader's.
pub(super) mod style {
    /// Drawn nowhere.
    pub(in super::super) const NONE: u32 = 0;
    /// An edge between two cells; fades out as it gets short on the screen.
    pub(in super::super) const INNER: u32 = 1;
    /// An edge where the mesh ends.
    pub(in super::super) const BOUNDARY: u32 = 2;
    /// An edge that nobody can tell the neighbours of.
    pub(in super::super) const TANGLED: u32 = 3;
    /// A selected edge.
    pub(in super::super) const SELECTED_EDGE: u32 = 4;
    /// A side of a selected cell.
    pub(in super::super) const SELECTED_CELL: u32 = 5;
    /// A vertex; fades out as its neighbours come near it on the screen.
    pub(in super::super) const VERTEX: u32 = 6;
    /// A selected vertex, or one that no cell uses.
    pub(in super::super) const LOUD_VERTEX: u32 = 7;
    /// A selected vertex.
    pub(in super::super) const SELECTED_VERTEX: u32 = 8;
    /// An edge between two selected cells; fades out as one between others does, for their fill tells them already.
    pub(in super::super) const SELECTED_INNER: u32 = 9;
    /// How many there are.
    pub(in super::super) const COUNT: usize = 10;
}

/// The buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// Triangles of cells.
    Fills,
    /// Edges between two cells.
    Inner,
    /// Other edges.
    Outer,
    /// Vertices.
    Dots,
}

impl Part {
    pub(super) const ALL: [Self; 4] = [Self::Fills, Self::Inner, Self::Outer, Self::Dots];

    /// The bytes of one element.
    pub(super) fn stride(self) -> usize {
        match self {
            Self::Fills => size_of::<FillCorner>(),
            Self::Inner | Self::Outer => size_of::<Line>(),
            Self::Dots => size_of::<Dot>(),
        }
    }
}

/// What is to be written before the next picture; a later writing of a page replaces an earlier one, so it never grows
/// past the size of the buffers, however long no picture is made.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// Elements that each buffer is to have room for, in the order of [`Part::ALL`], and rows of the colour table;
    /// when given, everything is made anew.
    pub(super) sizes: Option<([usize; 4], usize)>,
    /// Bytes by buffer and by the element that they begin at.
    pub(super) writes: BTreeMap<(Part, usize), Vec<u8>>,
    /// Rows of the colour table.
    pub(super) rows: BTreeMap<usize, Vec<Texel>>,
}

impl Pending {
    /// Bytes waiting.
    pub(super) fn bytes(&self) -> usize {
        let rows: usize = self.rows.values().map(|row| row.len() * size_of::<Texel>()).sum();
        self.writes.values().map(Vec::len).sum::<usize>() + rows
    }
}
