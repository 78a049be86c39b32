//! Settings of pictures, and the state that a picture shows.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::editor::State;
use crate::editor::session::pointing::Pointing;

/// Part of the ground that a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureExtent {
    /// The part that the view from above shows.
    #[default]
    View,
    /// The whole mesh.
    Mesh,
}

/// Contents of a picture besides the mesh and its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSettings {
    /// Part of the ground.
    pub extent: PictureExtent,
    /// Whether the grid and the scale bar are drawn.
    pub has_grid: bool,
    /// Whether the legend is drawn.
    pub has_legend: bool,
    /// Whether the caption of the stepper's step is drawn, if there is one.
    pub has_caption: bool,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self { extent: PictureExtent::default(), has_grid: true, has_legend: true, has_caption: true }
    }
}

/// State that a picture shows, independent of later changes.
#[derive(Clone, Debug)]
pub struct PictureState(Arc<State>);

impl PictureState {
    /// Returns the present state.
    pub fn of(state: &State) -> Self {
        Self(Arc::new(State { pointing: Pointing::default(), writes: VecDeque::new(), ..state.clone() }))
    }

    /// Returns the state to draw.
    pub fn state(&self) -> &State {
        &self.0
    }
}

impl PartialEq for PictureState {
    /// Compares by identity.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
