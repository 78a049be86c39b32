//! Styles of the edges and vertices of the mesh.

/// Meaning of an edge or a vertex of the mesh; the theme alone defines its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeshStyle {
    /// Invisible.
    Hidden,
    /// An edge between two cells; fades out when it is short on the screen.
    Inner,
    /// An edge of one cell.
    Boundary,
    /// An edge whose neighbours are ambiguous.
    ///
    /// See [`EdgeKind::Tangled`](navsmith_core::navmesh::EdgeKind::Tangled).
    Tangled,
    /// A selected edge.
    SelectedEdge,
    /// A side of a selected cell.
    SelectedCell,
    /// A vertex; fades out when its neighbours are close on the screen.
    Vertex,
    /// An isolated vertex, which is highlighted.
    LoudVertex,
    /// A selected vertex.
    SelectedVertex,
    /// An edge between two selected cells; fades out like [`Self::Inner`].
    ///
    /// The fills of the cells show the selection.
    SelectedInner,
}

impl MeshStyle {
    /// All styles, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Hidden,
        Self::Inner,
        Self::Boundary,
        Self::Tangled,
        Self::SelectedEdge,
        Self::SelectedCell,
        Self::Vertex,
        Self::LoudVertex,
        Self::SelectedVertex,
        Self::SelectedInner,
    ];

    /// Whether fills do not cover it: a selected or defective element.
    pub fn is_in_front(self) -> bool {
        match self {
            Self::Hidden | Self::Inner | Self::Boundary | Self::Vertex => false,
            Self::Tangled
            | Self::SelectedEdge
            | Self::SelectedCell
            | Self::LoudVertex
            | Self::SelectedVertex
            | Self::SelectedInner => true,
        }
    }
}
