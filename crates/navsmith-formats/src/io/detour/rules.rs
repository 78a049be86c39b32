//! Rules by which Detour and navcat connect tiles and attach off-mesh connections.

/// The engine that connects the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Detour connects a portal with few polygons, and an off-mesh connection with neighbouring tiles only.
    Detour,
    /// navcat connects a portal with all polygons, and an off-mesh connection with all tiles.
    Navcat,
}

impl Rules {
    pub(super) fn engine(self) -> &'static str {
        match self {
            Self::Detour => "Detour",
            Self::Navcat => "navcat",
        }
    }

    /// Returns the reasons why a direction of connections is missing, for the end of a sentence.
    ///
    /// They are the limit of polygons that a side leads to, and a climb that differs between tiles.
    pub(super) fn clause_of([is_limited, is_too_high]: [bool; 2]) -> &'static str {
        match [is_limited, is_too_high] {
            [true, true] => {
                ": it connects a side with at most 4 polygons of a tile, and a step with at most twice the climb of the tile above or below"
            }
            [true, false] => ": it connects a side with at most 4 polygons of a tile",
            [false, true] => ": their heights differ by more than twice the climb of one of the two tiles",
            [false, false] => "",
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
