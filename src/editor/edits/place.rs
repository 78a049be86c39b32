//! Placing the selection by numbers.

use glam::Vec3;

use crate::editor::Editor;
use crate::editor::elements::{moving, selecting};
use crate::editor::session::Session;

/// Typed placement of the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceInput {
    /// Moves the selection to coordinates in metres; those that are `None` stay unchanged.
    ///
    /// On the ground, the selection moves as a whole so that its middle is at `x` and `z`. Every vertex and every end
    /// of a link gets the height `y`.
    SetCoordinates {
        /// Coordinate to the right.
        x: Option<f32>,
        /// Height.
        y: Option<f32>,
        /// Coordinate downwards in the view.
        z: Option<f32>,
    },
    /// Raises the selection by a number of metres.
    OffsetHeight(f32),
}

/// Position of the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Centre of its bounding box.
    pub center: Vec3,
    /// Common height of all its positions; `None` if heights differ.
    pub height: Option<f32>,
}

/// Returns the position of the selection; `None` if nothing is selected.
pub fn of_selection(session: &Session) -> Option<Place> {
    let moving = moving::moving(session);
    let mut places = moving.places(session.document()).map(|(_, at)| at);
    let height = places.next()?.y;
    let is_level = places.all(|at| at.y == height);
    Some(Place { center: selecting::selected_bounds(session).center(), height: is_level.then_some(height) })
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: PlaceInput) {
    let Some(place) = of_selection(editor) else { return };
    let selection = editor.state.session.selection.clone();
    let moving = moving::moving(editor);
    match input {
        PlaceInput::SetCoordinates { x, y, z } => {
            let to = Vec3::new(x.unwrap_or(place.center.x), 0.0, z.unwrap_or(place.center.z));
            let delta = (to - place.center).with_y(0.0);
            editor.edit("Set coordinates", |draft| {
                moving.transform(draft, |at| (at + delta).with_y(y.unwrap_or(at.y)))
            });
        }
        PlaceInput::OffsetHeight(height) => {
            editor.edit("Offset height", |draft| moving.transform(draft, |at| at + Vec3::Y * height));
        }
    }
    editor.state.session.selection = selection;
}
