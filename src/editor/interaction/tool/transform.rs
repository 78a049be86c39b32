//! Moving, rotating and scaling the selection, by a drag or by a key.
//!
//! Every input applies the whole change to the state before the gesture, so errors do not accumulate.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use super::amount::{ANGLE_STEP, Amount, FACTOR_STEP, Verb};
use super::gesture::Gesture;
use super::typed::Typed;
use super::{Cursor, ToolView, hint, landing, snap_hint};
use crate::document::count;
use crate::editor::Editor;
use crate::editor::elements::moving::{self, Moving};
use crate::editor::interaction::snap::{Guides, Snap, SnapTarget, Snapping, rounded};
use crate::editor::levels::surface;
use crate::editor::session::change::Snapshot;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::view::grid;
use crate::editor::view::pointer::{Pointer, PointerRay};
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::{Axis, Bounds, at_height, ground};
use crate::level::surface::LevelSurface;
use crate::navmesh::VertexId;
use crate::navmesh::edit::{EditResult, Refusal, extrude_edges, transform_vertices, turned};

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
    verb: Verb,
    by: By,
    before: Snapshot,
    moving: Moving,
    pivot: Vec3,
    /// Point that snaps, and its original position.
    ///
    /// This is the vertex or link place that was nearest to the pointer.
    grabbed: (Option<VertexId>, Vec3),
    from: Vec2,
    pressed: PointerRay,
    /// Effective pointer position, slowed while Shift is held.
    to: Vec2,
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
    pub(super) fn begin(editor: &mut Editor, verb: Verb, by: By, pointer: Pointer) -> Option<Self> {
        let moving = match &verb {
            Verb::Extrude(edges) => {
                let ends: BTreeSet<_> = edges.iter().flat_map(|edge| edge.ends()).collect();
                Moving { vertices: ends.into_iter().collect(), ..Moving::default() }
            }
            _ => moving::moving(editor),
        };
        let positions = || moving.places(&editor.document);
        let distance = |at: Vec3| ground(at).distance_squared(pointer.ground);
        let Some(grabbed) = positions().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))) else {
            let [_, verb] = verb.words();
            editor.warn(&format!("Nothing is selected to {verb}. Select something first."));
            return None;
        };
        let pivot = Bounds::of(positions().map(|(_, at)| at)).center();
        let title = match &verb {
            Verb::Extrude(edges) if edges.len() > 1 => format!("Extrude {} edges", edges.len()),
            Verb::Extrude(_) => "Extrude 1 edge".into(),
            _ => format!("{} {}", verb.words()[0], editor.selection.describe()),
        };
        // A move after a duplication belongs to the same undo step.
        let before = if editor.history.open().is_some() { editor.now() } else { editor.begin(&title) };
        Some(Self {
            amount: Amount::none(&verb),
            verb,
            by,
            before,
            moving,
            pivot,
            grabbed,
            from: pointer.ground,
            pressed: pointer.ray,
            to: pointer.ground,
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
        let is_extruding = matches!(self.verb, Verb::Extrude(_));
        if is_extruding && self.amount == Amount::none(&self.verb) {
            self.refusal = None;
            editor.show(&self.before);
            return;
        }
        let weld = self.weld_distance(editor);
        let follows = editor.options.follows_level && self.axis != Some(Axis::Y);
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
            (Verb::Extrude(edges), Amount::Delta(delta)) => {
                let edited = extrude_edges(draft, edges, delta, weld_distance)?;
                if levels.is_some() {
                    transform_vertices(draft, &edited.vertices, settled)?;
                }
                Ok(edited)
            }
            (_, Amount::Delta(delta)) => {
                transform_vertices(draft, &moving.vertices, |at| settled(at + delta))?;
                let landed = landing::merge(draft, &moving.vertices, &self.merges)?;
                moving.with_objects(draft, landed, |place| place + delta)
            }
            (_, Amount::Angle(angle)) => moving.transform(draft, turned(ground(pivot), angle)),
            (_, Amount::Factors(factors)) => moving.scale(draft, pivot, factors),
        }
    }

    /// Returns the vertices that would merge with others at their present positions.
    fn merges(&self, editor: &Editor) -> Vec<(VertexId, VertexId)> {
        let Amount::Delta(delta) = self.amount else { return Vec::new() };
        if self.verb != Verb::Move {
            return Vec::new();
        }
        let mut merges =
            landing::merges(self.before.pick_context(editor), self.pointer, &self.moving.vertices, delta);
        if let Some(Snap { to: SnapTarget::Vertex(onto), .. }) = self.snap
            && editor.options.merges_on_drop
            && self.axis.is_none()
            && let Some(grabbed) = self.grabbed.0
        {
            merges.retain(|&(dragged, _)| dragged != grabbed);
            merges.push((grabbed, onto));
        }
        merges
    }

    /// Returns the weld distance of new vertices; `None` while snapping to the mesh is off.
    fn weld_distance(&self, editor: &Editor) -> Option<f32> {
        let snapping = Snapping::of(editor, self.pointer);
        snapping.mesh.then(|| editor.options.weld_distance.min(self.pointer.pick_radius))
    }

    fn measure(&mut self, editor: &Editor) -> Amount {
        match self.verb {
            Verb::Move | Verb::Extrude(_) => Amount::Delta(self.delta(editor)),
            Verb::Rotate => Amount::Angle(self.angle(editor)),
            Verb::Scale => Amount::Factors(self.factors(editor)),
        }
    }

    fn delta(&mut self, editor: &Editor) -> Vec3 {
        match (self.typed.numbers(), self.axis) {
            ([None, None], Some(Axis::Y)) => {
                let rise = self.pointer.ray.rise_since(&self.pressed, ground(self.grabbed.1));
                let rise = rise.unwrap_or(self.from.y - self.to.y);
                let snapping = Snapping::of(editor, self.pointer);
                Vec3::Y * if snapping.grid { rounded(rise, grid::step(editor)) } else { rise }
            }
            ([None, None], axis) => self.snapped_delta(editor, axis),
            ([first, second], None) => Vec3::new(first.unwrap_or(0.0), 0.0, second.unwrap_or(0.0)),
            ([first, _], Some(axis)) => axis.unit() * first.unwrap_or(0.0),
        }
    }

    /// Returns the translation that moves the grabbed point to its snap target.
    fn snapped_delta(&mut self, editor: &Editor, axis: Option<Axis>) -> Vec3 {
        let lock = axis.map_or(Vec2::ONE, |axis| ground(axis.unit()));
        let wanted = ground(self.grabbed.1) + (self.to - self.from) * lock;
        let wanted = self.pointer.moved_to(wanted);
        let guides = Guides { moving: &self.moving.vertices, from: Some(ground(self.grabbed.1)) };
        let snap = self.before.pick_context(editor).snap(wanted, guides);
        let has_moved = self.to != self.from;
        if !has_moved {
            return Vec3::ZERO;
        }
        self.snap = Some(snap);
        let mut delta = snap.at - self.grabbed.1;
        if axis.is_some() || !snap.to.has_height() {
            delta.y = 0.0;
        }
        delta * Vec3::new(lock.x, 1.0, lock.y)
    }

    fn angle(&self, editor: &Editor) -> f32 {
        if let [Some(degrees), _] = self.typed.numbers() {
            return degrees.to_radians();
        }
        let pivot = ground(self.pivot);
        // Z points down in the view, so an angle that looks counter-clockwise has the opposite sign.
        let angle = -(self.from - pivot).angle_to(self.to - pivot);
        let snapping = Snapping::of(editor, self.pointer);
        let angle = if angle.is_finite() { angle } else { 0.0 };
        if snapping.grid { rounded(angle.to_degrees(), ANGLE_STEP).to_radians() } else { angle }
    }

    fn factors(&self, editor: &Editor) -> Vec3 {
        let pivot = ground(self.pivot);
        let [first, second] = self.typed.numbers();
        let by_hand = || {
            let (was, is) = (self.from.distance(pivot), self.to.distance(pivot));
            let factor = is / was.max(self.pointer.pick_radius).max(f32::MIN_POSITIVE);
            let snapping = Snapping::of(editor, self.pointer);
            if snapping.grid { rounded(factor, FACTOR_STEP) } else { factor }
        };
        let factor = first.unwrap_or_else(|| if second.is_some() { 1.0 } else { by_hand() });
        match self.axis {
            None => Vec3::new(factor, 1.0, second.unwrap_or(factor)),
            Some(axis) => Vec3::ONE + axis.unit() * (factor - 1.0),
        }
    }

    /// Marks the position of the refused transform.
    fn draw_refused(&self, scene: &mut Scene) {
        scene.point(Role::Refused, at_height(self.to, self.grabbed.1.y));
        if let (Verb::Extrude(edges), Amount::Delta(delta)) = (&self.verb, self.amount) {
            for &edge in edges {
                let [from, to] = self.before.document.mesh.edge_positions(edge).map(|end| end + delta);
                scene.line(Role::Refused, from, to);
            }
        }
    }

    fn readout(&self) -> String {
        let mut parts = vec![self.amount.to_string()];
        if let Some(axis) = self.axis {
            parts.push(format!("along {}", axis.describe()));
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
}

impl Gesture for Transform {
    fn takes_clicks(&self) -> bool {
        self.is_by_key()
    }

    fn is_by_key(&self) -> bool {
        self.by == By::Key
    }

    fn look(&self, editor: &Editor) -> ToolView {
        let verb = if self.merges.is_empty() { self.verb.words()[1] } else { "merge and move" };
        let what = match self.verb {
            Verb::Extrude(_) => verb.to_owned(),
            _ => format!("{verb} {}", editor.selection.describe()),
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
        hints.push(snap_hint(editor));
        if self.by == By::Key && self.verb != Verb::Rotate {
            hints.insert(
                3,
                hint("Y", if self.verb == Verb::Scale { "scale heights" } else { "change the height" }),
            );
        }
        ToolView {
            hints,
            readout: self.readout(),
            cursor: if self.refusal.is_some() { Cursor::Refused } else { Cursor::Grabbing },
            snap: self.snap,
        }
    }

    fn overlay(&self, _: &Editor, scene: &mut Scene) {
        let pivot = self.pivot;
        match (&self.verb, self.axis) {
            (_, Some(axis @ (Axis::X | Axis::Z))) => {
                let origin = if let Amount::Delta(_) = self.amount { self.grabbed.1 } else { pivot };
                let reach = axis.unit() * AXIS_REACH * self.pointer.pick_radius;
                scene.line(Role::AxisLock, origin - reach, origin + reach);
            }
            (Verb::Rotate | Verb::Scale, _) => {
                scene.line(Role::Draft, pivot, at_height(self.to, pivot.y));
                scene.point(Role::Draft, pivot);
            }
            (Verb::Move | Verb::Extrude(_), _) => {}
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
        self.to = match self.by {
            By::Drag => pointer.ground,
            By::Key => self.to + (pointer.ground - self.pointer.ground) * slow,
        };
        self.pointer = pointer;
        if self.by == By::Drag {
            self.axis = pointer.modifiers.shift.then(|| Axis::dominant(self.to - self.from));
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
        let axis = Axis::typed(typed);
        if axis.is_some() {
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

/// Length of the line of an axis lock, in pick radii; it extends beyond the view on both sides.
const AXIS_REACH: f32 = 1000.0;
