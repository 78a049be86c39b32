//! Rules by which Detour and navcat connect tiles and attach off-mesh connections.

/// The library that connects the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Detour connects a portal with few polygons, and an off-mesh connection with neighbouring tiles only.
    Detour,
    /// navcat connects a portal with all polygons, and an off-mesh connection with all tiles.
    Navcat,
}

impl Rules {
    pub(super) fn library(self) -> &'static str {
        match self {
            Self::Detour => "Detour",
            Self::Navcat => "navcat",
        }
    }

    /// Returns the reason why a connection may be missing, for the end of a sentence.
    pub(super) fn limit_clause(self) -> &'static str {
        match self {
            Self::Detour => ": it connects a side with at most 4 polygons of a tile",
            Self::Navcat => "",
        }
    }

    /// Returns the maximum number of polygons of a tile with which a portal is connected.
    pub(super) fn most_neighbors(self) -> usize {
        match self {
            Self::Detour => 4,
            Self::Navcat => usize::MAX,
        }
    }
}
