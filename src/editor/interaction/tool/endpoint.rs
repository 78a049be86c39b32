//! Placing the start and the target of a path.

use glam::Vec2;

use super::gesture::{Gesture, Started, dragged};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::queries::query::with_query;
use crate::editor::session::change::Snapshot;
use crate::editor::session::pick::ONE_FLOOR;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};

/// End being placed.
#[derive(Debug)]
pub(super) struct EndpointPlacement {
    before: Snapshot,
    end: End,
    /// Vector from the pointer to the end.
    offset: Vec2,
    /// Height of the floor that the end stays on; `None` for the topmost floor.
    floor: Option<f32>,
    at: Vec2,
}

impl EndpointPlacement {
    /// Starts to drag an end by its marker.
    pub(super) fn grab(editor: &mut Editor, end: End, from: Pointer, to: Pointer) -> Started {
        let placed = editor.endpoint(end).unwrap_or(Endpoint { ground: from.ground, height: None });
        let before = editor.begin(&format!("Place the {end}"));
        let offset = placed.ground - from.ground;
        let placement = Self { before, end, offset, floor: placed.height, at: placed.ground };
        dragged(placement, editor, to)
    }

    /// Places an end at the pointer, on the floor whose height is nearest to `floor`.
    fn put(editor: &mut Editor, end: End, pointer: Pointer, floor: Option<f32>) -> Self {
        let before = editor.begin(&format!("Place the {end}"));
        let mut placement = Self { before, end, offset: Vec2::ZERO, floor, at: pointer.ground };
        placement.follow(editor, pointer);
        placement
    }
}

impl Gesture for EndpointPlacement {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        // In space, an offset on the ground would move the end off the line of sight.
        let pointer = editor.pointer_on_mesh(pointer);
        self.at = if pointer.height.is_some() { pointer.ground } else { pointer.ground + self.offset };
        self.floor = pointer.height.or(self.floor);
        let floors = editor.pick_context().floors_at(self.at);
        let nearest = |wanted: f32| {
            floors.iter().copied().min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()))
        };
        let floor = self.floor.map_or_else(|| floors.first().copied(), nearest);
        let height = floor.filter(|_| floors.len() > 1);
        let placed = Some(Endpoint { ground: self.at, height });
        let document =
            with_query(&self.before.document, editor.active_query_index(), |query| match self.end {
                End::Start => query.start = placed,
                End::Target => query.target = placed,
            });
        editor.replace_document(document);
    }

    fn look(&self, _: &State) -> ToolView {
        ToolView {
            hints: vec![hint("Let go", format!("put the {} here", self.end)), hint("Esc", "cancel")],
            readout: format!("x {:.2} m  z {:.2} m", self.at.x, self.at.y),
            cursor: Cursor::Grabbing,
            ..ToolView::default()
        }
    }
}

/// Handles input of an idle tool that places an end.
pub(super) fn begin(editor: &mut Editor, end: End, input: &Input) -> Started {
    match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            let floor = floor_below(editor, end, pointer).filter(|_| pointer.height.is_none());
            EndpointPlacement::put(editor, end, pointer, floor);
            editor.commit();
            None
        }
        Input::DragStart { from, to } => dragged(EndpointPlacement::put(editor, end, from, None), editor, to),
        _ => None,
    }
}

pub(super) fn look(state: &State, end: End) -> ToolView {
    let above = state.pointing.pointer.filter(|pointer| pointer.height.is_none());
    let floors = above.map_or(0, |pointer| state.pick_context().floors_at(pointer.ground).len());
    let next = (floors > 1).then(|| hint("Click again", format!("the next of {floors} floors")));
    let put = hint("Click", format!("put the {end} here"));
    idle([put, hint("Left drag", "put it and see the path follow")].into_iter().chain(next))
}

/// Returns the floor below the one that the end is on, if the click is at the end's present position.
///
/// Returns `None` below the lowest floor, so that the end moves to the highest one.
fn floor_below(state: &State, end: End, pointer: Pointer) -> Option<f32> {
    let placed = state.endpoint(end).filter(|e| e.ground.distance(pointer.ground) <= pointer.pick_radius)?;
    let on = placed.height?;
    state.pick_context().floors_at(pointer.ground).into_iter().find(|&floor| floor < on - ONE_FLOOR)
}
