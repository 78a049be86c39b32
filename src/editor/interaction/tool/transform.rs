//! Moving, rotating and scaling the selection, by a drag or by a key.
//!
//! Every input applies the whole change to the state before the gesture, so errors do not accumulate.

mod measure;
mod plane;

use std::collections::BTreeSet;

use glam::Vec3;

use self::plane::MovePlane;
use super::amount::{Amount, AmountVerb, axis_name};
use super::gesture::Gesture;
use super::typed::Typed;
use super::{Cursor, ToolView, hint, merging, snap_hint};
use crate::editor::analysis::recheck;
use crate::editor::elements::moving::{self, Moving};
use crate::editor::interaction::snap::{Snap, SnapTarget, Snapping};
use crate::editor::levels::surface;
use crate::editor::session::change::Snapshot;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::Element;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Axis, Bounds, at_height, ground};
use navsmith_core::navmesh::VertexId;
use navsmith_core::navmesh::edit::{EditResult, Refusal, extrude_edges, transform_vertices, turned};
use navsmith_formats::document::count;
use navsmith_formats::level::surface::LevelSurface;

/// Trigger of a transform, which also determines how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A drag: ends when the button is released.
    Drag,
    /// A key: follows the pointer, takes typed numbers, and ends with Enter or a click.
    Key,
}

/// Transform under way.
#[derive(Debug)]
pub(super) struct Transform {
    verb: AmountVerb,
    by: By,
    before: Snapshot,
    moving: Moving,
    /// Vertices that move, also those at moved points of outlines, by id.
    own: Vec<VertexId>,
    pivot: Vec3,
    /// Point that snaps, and its original position.
    ///
    /// This is the vertex or link place that was nearest to the pointer.
    grabbed: (Option<VertexId>, Vec3),
    /// Plane in which the pointer moves.
    plane: MovePlane,
    /// Position of the pointer in the plane at the start.
    from: Vec3,
    /// Effective position of the pointer in the plane, slowed while Shift is held.
    to: Vec3,
    pressed: Pointer,
    pointer: Pointer,
    axis: Option<Axis>,
    typed: Typed,
    amount: Amount,
    snap: Option<Snap>,
    /// Vertices that merge with others on release.
    merges: Vec<(VertexId, VertexId)>,
    refusal: Option<Refusal>,
}

impl Transform {
    /// Starts to transform the selection; `None`, with a message, if nothing is selected.
    pub(super) fn begin(editor: &mut Editor, verb: AmountVerb, by: By, pointer: Pointer) -> Option<Self> {
        let moving = match &verb {
            AmountVerb::Extrude(edges) => {
                let ends: BTreeSet<_> = edges.iter().flat_map(|edge| edge.ends()).collect();
                Moving { vertices: ends.into_iter().collect(), ..Moving::default() }
            }
            _ => moving::moving(editor),
        };
        let positions = || moving.places(editor.document());
        let distance = |at: Vec3| pointer.distance(at);
        let Some(grabbed) = positions().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))) else {
            let [_, verb] = verb.words();
            editor.warn(&format!("Nothing is selected to {verb}. Select something first."));
            return None;
        };
        let pivot = Bounds::of(positions().map(|(_, at)| at)).center();
        let title = match &verb {
            AmountVerb::Extrude(edges) if edges.len() > 1 => format!("Extrude {} edges", edges.len()),
            AmountVerb::Extrude(_) => "Extrude 1 edge".into(),
            _ => format!("{} {}", verb.words()[0], editor.state.session.selection.describe()),
        };
        // A move after a duplication belongs to the same undo step.
        let before = if editor.history().open().is_some() { editor.now() } else { editor.begin(&title) };
        let own = own_vertices(editor, &moving);
        let plane = MovePlane::usual(editor, &verb, &pointer, grabbed.1);
        let from = plane.place(&pointer);
        Some(Self {
            amount: Amount::none(&verb),
            verb,
            by,
            before,
            moving,
            own,
            pivot,
            grabbed,
            plane,
            from,
            to: from,
            pressed: pointer,
            pointer,
            axis: None,
            typed: Typed::default(),
            snap: None,
            merges: Vec::new(),
            refusal: None,
        })
    }

    /// Updates the preview.
    fn apply(&mut self, editor: &mut Editor) {
        self.snap = None;
        self.amount = self.measure(editor);
        self.merges = self.merges(editor);
        let is_extruding = matches!(self.verb, AmountVerb::Extrude(_));
        if is_extruding && self.amount == Amount::none(&self.verb) {
            self.refusal = None;
            editor.show(&self.before);
            return;
        }
        let weld = self.weld_distance(editor);
        let follows = editor.state.session.options.follows_level && self.axis != Some(Axis::Y);
        let levels = surface::surface(editor).filter(|_| follows).cloned();
        let result = if is_extruding {
            editor.preview(&self.before, |draft| self.edit(draft, weld, levels.as_deref()))
        } else {
            editor.preview_keeping(&self.before, |draft| self.edit(draft, weld, levels.as_deref()))
        };
        self.refusal = result.err();
    }

    /// Applies the transform; moved and extruded vertices take their heights from `levels`.
    fn edit(
        &self,
        draft: &mut DocumentDraft,
        weld_distance: Option<f32>,
        levels: Option<&LevelSurface>,
    ) -> EditResult {
        let (moving, pivot) = (&self.moving, self.pivot);
        let settled = |at: Vec3| {
            let height = levels.and_then(|levels| levels.nearest_height(at, f32::INFINITY));
            height.map_or(at, |height| at.with_y(height))
        };
        match (&self.verb, self.amount) {
            (AmountVerb::Extrude(edges), Amount::Delta(delta)) => {
                let edited = extrude_edges(draft, edges, delta, weld_distance)?;
                if levels.is_some() {
                    transform_vertices(draft, &edited.vertices, settled)?;
                }
                Ok(edited)
            }
            (_, Amount::Delta(delta)) => {
                transform_vertices(draft, &moving.vertices, |at| settled(at + delta))?;
                let landed = merging::merge(draft, &moving.vertices, &self.merges)?;
                moving.with_objects(draft, landed, |place| place + delta)
            }
            (_, Amount::Angle(angle)) => moving.transform(draft, turned(ground(pivot), angle)),
            (_, Amount::Factors(factors)) => moving.scale(draft, pivot, factors),
        }
    }

    /// Returns the vertices that would merge with others at their present positions.
    fn merges(&self, state: &State) -> Vec<(VertexId, VertexId)> {
        let Amount::Delta(delta) = self.amount else { return Vec::new() };
        if self.verb != AmountVerb::Move {
            return Vec::new();
        }
        let mut merges =
            merging::merges(self.before.pick_context(state), self.pointer, &self.moving.vertices, delta);
        if let Some(Snap { to: SnapTarget::Vertex(onto), .. }) = self.snap
            && state.options().merges_on_drop
            && self.axis.is_none()
            && let Some(grabbed) = self.grabbed.0
        {
            merges.retain(|&(dragged, _)| dragged != grabbed);
            merges.push((grabbed, onto));
        }
        merges
    }

    /// Returns the weld distance of new vertices; `None` while snapping to the mesh is off.
    fn weld_distance(&self, state: &State) -> Option<f32> {
        let snapping = Snapping::of(state, self.pointer);
        snapping.mesh.then(|| recheck::weld_distance(state).min(self.pointer.pick_radius))
    }

    /// Marks the position of the refused transform.
    fn draw_refused(&self, scene: &mut Scene) {
        scene.point(Role::Refused, self.to);
        if let (AmountVerb::Extrude(edges), Amount::Delta(delta)) = (&self.verb, self.amount) {
            for &edge in edges {
                let [from, to] = self.before.document.mesh.edge_positions(edge).map(|end| end + delta);
                scene.line(Role::Refused, from, to);
            }
        }
    }

    fn readout(&self) -> String {
        let mut parts = vec![self.amount.to_string()];
        if let Some(axis) = self.axis {
            parts.push(format!("along {}", axis_name(axis)));
        }
        if !self.typed.text().is_empty() {
            parts.push(format!("typed: {}", self.typed.text()));
            parts.extend(self.typed.error().map(|error| error.to_string()));
        }
        match self.merges.len() {
            0 => {}
            n => parts.push(format!("merges {}", count(n, "vertex", "vertices"))),
        }
        if let Some(refusal) = self.refusal {
            parts.push(refusal.to_string());
        }
        parts.join("  |  ")
    }

    /// Whether the elements can move in the plane that faces the view.
    fn is_movable_in_view(&self) -> bool {
        self.pointer.height.is_some() && matches!(self.verb, AmountVerb::Move | AmountVerb::Extrude(_))
    }
}

impl Gesture for Transform {
    fn takes_clicks(&self) -> bool {
        self.is_by_key()
    }

    fn is_by_key(&self) -> bool {
        self.by == By::Key
    }

    fn look(&self, state: &State) -> ToolView {
        let verb = if self.merges.is_empty() { self.verb.words()[1] } else { "merge and move" };
        let what = match self.verb {
            AmountVerb::Extrude(_) => verb.to_owned(),
            _ => format!("{verb} {}", state.selection().describe()),
        };
        let mut hints = match self.by {
            By::Drag => vec![
                hint("Let go", what),
                hint("Right click/Esc", "cancel"),
                hint("Shift", "keep to one axis"),
            ],
            By::Key => vec![
                hint("Click/Enter", what),
                hint("Right click/Esc", "cancel"),
                hint("X/Z", "keep to one axis"),
                hint("0–9 , =", "type numbers, as 1.5 or =1/3"),
                hint("Shift", "slowly"),
            ],
        };
        hints.push(snap_hint(state));
        if self.is_movable_in_view() {
            let other = if self.plane.faces_view { "move on the level" } else { "move in the view plane" };
            hints.insert(
                2,
                if self.by == By::Key { hint("V", other) } else { hint("Alt", "move in the view plane") },
            );
        }
        if self.by == By::Key && self.verb != AmountVerb::Rotate {
            hints.insert(
                3,
                hint("Y", if self.verb == AmountVerb::Scale { "scale heights" } else { "change the height" }),
            );
        }
        ToolView {
            hints,
            readout: self.readout(),
            cursor: if self.refusal.is_some() { Cursor::Refused } else { Cursor::Grabbing },
            snap: self.snap,
        }
    }

    fn overlay(&self, _: &State, scene: &mut Scene) {
        let pivot = self.pivot;
        match (&self.verb, self.axis) {
            // From above, the line of the heights is a point.
            (_, Some(axis)) if axis != Axis::Y || self.pointer.height.is_some() => {
                let origin = if let Amount::Delta(_) = self.amount { self.grabbed.1 } else { pivot };
                let reach = axis.unit() * AXIS_REACH * self.pointer.pick_radius;
                scene.line(Role::AxisLock, origin - reach, origin + reach);
            }
            (AmountVerb::Rotate | AmountVerb::Scale, _) => {
                scene.line(Role::Draft, pivot, at_height(ground(self.to), pivot.y));
                scene.point(Role::Draft, pivot);
            }
            (AmountVerb::Move | AmountVerb::Extrude(_), _) => {}
        }
        for &(_, onto) in &self.merges {
            scene.point(Role::Snap, self.before.document.mesh.position(onto));
        }
        if self.refusal.is_some() {
            self.draw_refused(scene);
        }
    }

    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let slow = if self.by == By::Key && pointer.modifiers.shift { 0.1 } else { 1.0 };
        let place = self.plane.place(&pointer);
        self.to = match self.by {
            By::Drag => place,
            By::Key => self.to + (place - self.plane.place(&self.pointer)) * slow,
        };
        self.pointer = pointer;
        if self.by == By::Drag {
            if pointer.height.is_some() && self.verb == AmountVerb::Move {
                self.face_view(editor, pointer.modifiers.alt);
            }
            self.axis = pointer.modifiers.shift.then(|| self.dragged_axis(editor));
        }
        self.apply(editor);
    }

    /// Commits it; it continues if the typed amount is refused.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        if let Some(refusal) = self.refusal {
            editor.warn(&refusal.to_string());
            // The preview does not show the typed amount.
            if !self.typed.text().is_empty() {
                return true;
            }
        }
        if let Some(error) = self.typed.error() {
            editor.warn(&format!("{} is no number: {error}.", self.typed.text()));
            return true;
        }
        editor.commit();
        false
    }

    fn type_in(&mut self, editor: &mut Editor, typed: char) {
        let axis = Axis::of_letter(typed);
        if typed.eq_ignore_ascii_case(&'v') && self.is_movable_in_view() {
            self.face_view(editor, !self.plane.faces_view);
            self.axis = None;
        } else if axis.is_some() {
            self.axis = if self.axis == axis { None } else { axis };
        } else if !self.typed.push(typed) {
            return;
        }
        self.apply(editor);
    }

    fn erase(&mut self, editor: &mut Editor) -> bool {
        if self.typed.erase() {
            self.apply(editor);
        }
        true
    }
}

/// Returns the vertices that move with elements, also those that outlines generate at their points.
fn own_vertices(state: &State, moving: &Moving) -> Vec<VertexId> {
    let points = moving.objects.iter().filter(|object| matches!(object, Element::Outline(_)));
    let places = points.flat_map(|point| point.positions(state.document()));
    let at = |place: Vec3| state.pick_context().vertices_near(ground(place), 0.0);
    let hits = places.flat_map(at).filter_map(|hit| match hit.element {
        Element::Vertex(vertex) => Some(vertex),
        _ => None,
    });
    let mut own: Vec<VertexId> = moving.vertices.iter().copied().chain(hits).collect();
    own.sort_unstable();
    own.dedup();
    own
}

/// Length of the line of an axis lock, in pick radii; it extends beyond the view on both sides.
const AXIS_REACH: f32 = 1000.0;
