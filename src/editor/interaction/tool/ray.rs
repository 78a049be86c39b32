//! Casting a ray between two points.

use glam::Vec2;

use super::gesture::{Gesture, Started, dragged};
use super::{Cursor, Rest, ToolView, dragging, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::queries::{query, recordings, stepper};
use crate::editor::session::Session;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{self, Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::at_height;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::ends::farthest_start;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_formats::document::count;

/// Ends of a ray.
///
/// The ray is cast every time it is needed, so that it matches the current mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RayLine {
    from: Endpoint,
    to: Vec2,
}

impl RayLine {
    /// Casts the ray; `None` on a mesh without cells.
    fn cast(&self, session: &Session) -> Option<Ray> {
        let from = query::stand(session, self.from)?;
        let walkable = query::walkable(session);
        Some(raycast(&walkable, &farthest_start(&walkable, &from, self.to), self.to))
    }

    /// Returns the end under the pointer; prefers the target.
    fn held(&self, state: &State, pointer: Pointer) -> Option<End> {
        let pointer = state.pointer_on_mesh(pointer);
        let is_under = |end: Vec2| end.distance(pointer.ground) <= pointer.pick_radius;
        let target = is_under(self.to).then_some(End::Target);
        target.or_else(|| is_under(self.from.ground).then_some(End::Start))
    }

    fn with(self, end: End, at: Endpoint) -> Self {
        match end {
            End::Start => Self { from: at, ..self },
            End::Target => Self { to: at.ground, ..self },
        }
    }

    fn readout(&self, state: &State) -> String {
        let Some(ray) = self.cast(state) else { return String::new() };
        let length = ray.segment().length();
        let cells = count(ray.cells.len(), "cell", "cells");
        let end = match ray.hit {
            None => format!("arrives in cell {}", ray.end.cell.0),
            Some(hit) => format!(
                "stopped at t = {:.3} by side {} of cell {}: {}",
                hit.t, hit.wall.side, hit.wall.cell.0, hit.why
            ),
        };
        format!("{length:.2} m  |  {cells}  |  {end}")
    }

    pub(super) fn overlay(&self, state: &State, scene: &mut Scene) {
        let Some(ray) = self.cast(state).filter(|_| !stepper::is_stepping_through(state, TraceKind::Ray))
        else {
            return;
        };
        for &cell in &ray.cells {
            scene::draw_cell(state.mesh(), scene, Role::Crossed, cell);
        }
        let [start, end] = [ray.start.point, ray.end.point];
        let to = scene::raised(state, self.to, end.y);
        if ray.start.off_mesh.is_some() {
            scene.line(Role::OffMesh, at_height(self.from.ground, start.y), start);
        }
        scene.line(Role::Ray, start, end);
        scene.point(Role::Agent, start);
        if let Some(hit) = ray.hit {
            scene.line(Role::RayRest, end, to);
            scene::draw_side(state.mesh(), scene, Role::Wall, hit.wall);
            scene.point(Role::Hit, end);
        }
        scene.point(Role::Ray, to);
    }
}

/// Drag of an end of a ray.
#[derive(Debug)]
struct Aiming {
    line: RayLine,
    held: End,
}

impl Gesture for Aiming {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.line = self.line.with(self.held, editor.end_under(pointer));
    }

    fn look(&self, state: &State) -> ToolView {
        dragging(format!("move the ray's {}", self.held), self.line.readout(state))
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        self.line.overlay(state, scene);
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        keep(editor, self.line);
        false
    }

    fn rest(&self) -> Option<Rest> {
        Some(Rest::Ray(self.line))
    }
}

/// Records the events of a ray, unless it has no length.
fn keep(editor: &mut Editor, line: RayLine) {
    if line.from.ground != line.to {
        recordings::keep_ray(editor, line.from, line.to);
    }
}

/// Handles input of the idle ray tool; `rest` is the ray that it shows.
pub(super) fn begin(editor: &mut Editor, rest: &mut Rest, input: &Input) -> Started {
    let shown = shown(rest);
    match *input {
        Input::DragStart { from, to } => {
            let grabbed = shown.and_then(|line| Some((line, line.held(editor, from)?)));
            let from = editor.end_under(from);
            let new = RayLine { from, to: from.ground };
            let (line, held) = grabbed.unwrap_or((new, End::Target));
            dragged(Aiming { line, held }, editor, to)
        }
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            let at = editor.end_under(pointer);
            let new = RayLine { from: at, to: at.ground };
            let line = shown.map_or(new, |line| line.with(End::Target, at));
            keep(editor, line);
            *rest = Rest::Ray(line);
            None
        }
        _ => None,
    }
}

fn shown(rest: &Rest) -> Option<RayLine> {
    if let Rest::Ray(line) = rest { Some(*line) } else { None }
}

pub(super) fn look(state: &State, rest: &Rest) -> ToolView {
    let line = shown(rest);
    let (drag, cursor) = match state.pointing.pointer.zip(line).and_then(|(at, line)| line.held(state, at)) {
        Some(end) => (format!("move the ray's {end}"), Cursor::Grab),
        None => ("cast a ray from here".into(), Cursor::Crosshair),
    };
    let click = if line.is_some() { "cast the ray to here" } else { "start a ray here" };
    let readout = line.map(|line| line.readout(state)).unwrap_or_default();
    ToolView { readout, cursor, ..idle([hint("Left drag", drag), hint("Click", click)]) }
}
