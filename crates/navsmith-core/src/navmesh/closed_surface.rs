//! Closed surfaces, such as a planet or a torus, on which no direction is up everywhere.

use super::NavMesh;

impl NavMesh {
    /// Whether the ground is a closed surface, such as a planet or a torus.
    ///
    /// Points with a height are then located by the nearest point of the surface, instead of the floor below. The
    /// winding of a cell is compared with its neighbours, instead of the view from above.
    pub fn is_closed_surface(&self) -> bool {
        self.is_closed_surface
    }

    /// Sets whether the ground is a [closed surface](Self::is_closed_surface).
    #[must_use]
    pub fn with_closed_surface(self, is_closed_surface: bool) -> Self {
        Self { is_closed_surface, ..self }
    }
}
