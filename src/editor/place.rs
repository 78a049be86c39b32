//! Placing what is selected by numbers.

use glam::Vec3;

use super::Editor;
use crate::navmesh::edit::{move_vertices, transform_vertices};

/// What a user types for the place of the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceInput {
    /// Puts the selection at coordinates in metres; those that are `None` stay.
    ///
    /// On the ground the selection moves as a whole, so that its middle is there; a height is given to every vertex.
    SetCoordinates {
        /// To the right.
        x: Option<f32>,
        /// The height.
        y: Option<f32>,
        /// Downwards in the view.
        z: Option<f32>,
    },
    /// Lifts every selected vertex by so many metres.
    OffsetHeight(f32),
}

/// Where the selection is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The middle of the box around it.
    pub center: Vec3,
    /// The height that all its vertices have; `None` if they differ.
    pub height: Option<f32>,
}

impl Editor {
    /// Where the selection is; `None` if nothing is selected.
    pub fn selection_place(&self) -> Option<Place> {
        let vertices = self.selection.all_vertices(&self.document.mesh);
        let height = self.document.mesh.position(*vertices.first()?).y;
        let is_level = vertices.iter().all(|&vertex| self.document.mesh.position(vertex).y == height);
        Some(Place { center: self.selected_bounds().center(), height: is_level.then_some(height) })
    }

    pub(super) fn handle_place(&mut self, input: PlaceInput) {
        let Some(place) = self.selection_place() else { return };
        let selection = self.selection.clone();
        let vertices = selection.all_vertices(&self.document.mesh);
        match input {
            PlaceInput::SetCoordinates { x, y, z } => {
                let to = Vec3::new(x.unwrap_or(place.center.x), 0.0, z.unwrap_or(place.center.z));
                let delta = (to - place.center).with_y(0.0);
                self.edit("Set coordinates", |draft| {
                    transform_vertices(draft, &vertices, |at| (at + delta).with_y(y.unwrap_or(at.y)))
                });
            }
            PlaceInput::OffsetHeight(height) => {
                self.edit("Offset height", |draft| move_vertices(draft, &vertices, Vec3::Y * height));
            }
        }
        self.selection = selection;
    }
}
