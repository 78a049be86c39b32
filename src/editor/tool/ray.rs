//! Casting a ray between two points.

use glam::Vec2;

use super::{Cursor, ToolView, hint};
use crate::document::count;
use crate::editor::{Editor, Input, Pointer, Role, Scene};
use crate::geometry::at_height;
use crate::navmesh::Edge;
use crate::pathfinding::mesh_query::raycast::{Ray, raycast};
use crate::pathfinding::mesh_query::{End, Endpoint};
use crate::pathfinding::timeline::run::TraceKind;

/// Ends of a ray.
///
/// The ray is cast every time it is needed, so that it matches the current mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::editor) struct Line {
    from: Vec2,
    to: Vec2,
}

impl Line {
    /// Casts the ray; `None` on a mesh without cells.
    fn cast(&self, editor: &Editor) -> Option<Ray> {
        let from = editor.stand(Endpoint { ground: self.from, height: None })?;
        Some(raycast(&editor.walkable(), &from, self.to))
    }

    /// Returns the end under the pointer; prefers the target.
    fn held(&self, pointer: Pointer) -> Option<End> {
        let is_under = |end: Vec2| end.distance(pointer.ground) <= pointer.pick_radius;
        let target = is_under(self.to).then_some(End::Target);
        target.or_else(|| is_under(self.from).then_some(End::Start))
    }

    fn with(self, end: End, at: Vec2) -> Self {
        match end {
            End::Start => Self { from: at, ..self },
            End::Target => Self { to: at, ..self },
        }
    }

    fn readout(&self, editor: &Editor) -> String {
        let Some(ray) = self.cast(editor) else { return String::new() };
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

    fn overlay(&self, editor: &Editor, scene: &mut Scene) {
        let Some(ray) = self.cast(editor).filter(|_| !editor.is_stepping_through(TraceKind::Ray)) else {
            return;
        };
        for &cell in &ray.cells {
            editor.draw_cell(scene, Role::Crossed, cell);
        }
        let [start, end] = [ray.start.point, ray.end.point];
        let to = editor.raised(self.to, end.y);
        if ray.start.off_mesh.is_some() {
            scene.line(Role::OffMesh, at_height(self.from, start.y), start);
        }
        scene.line(Role::Ray, start, end);
        scene.point(Role::Agent, start);
        if let Some(hit) = ray.hit {
            scene.line(Role::RayRest, end, to);
            if let Some([from, to]) = editor.document.mesh.half_edge(hit.wall) {
                editor.draw_edge(scene, Role::Wall, Edge::new(from, to));
            }
            scene.point(Role::Hit, end);
        }
        scene.point(Role::Ray, to);
    }
}

/// State of the ray tool.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::editor) enum State {
    /// No ray.
    #[default]
    Idle,
    /// A ray is shown.
    Cast(Line),
    /// An end is being dragged.
    Aiming {
        /// The ray.
        line: Line,
        /// The end that follows the pointer.
        held: End,
        /// The previous ray, restored on cancel.
        before: Option<Line>,
    },
}

impl State {
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        let next = self.next(input);
        let is_over = matches!(input, Input::DragEnd(_) | Input::Click(_) | Input::DoubleClick(_));
        if let Self::Cast(line) = next
            && is_over
            && line.from != line.to
        {
            editor.keep_ray([line.from, line.to]);
        }
        next
    }

    fn next(self, input: &Input) -> Self {
        match (self, input) {
            (Self::Aiming { line, held, .. }, Input::DragEnd(pointer)) => {
                Self::Cast(line.with(held, pointer.ground))
            }
            (Self::Aiming { line, held, before }, Input::Drag(pointer)) => {
                Self::Aiming { line: line.with(held, pointer.ground), held, before }
            }
            (Self::Aiming { before, .. }, Input::Cancel) => before.map_or(Self::Idle, Self::Cast),
            (Self::Aiming { .. }, _) => self,
            (state, Input::DragStart { from, to }) => {
                let before = state.line();
                let grabbed = before.and_then(|line| Some((line, line.held(*from)?)));
                let new = Line { from: from.ground, to: from.ground };
                let (line, held) = grabbed.unwrap_or((new, End::Target));
                Self::Aiming { line: line.with(held, to.ground), held, before }
            }
            (Self::Cast(line), Input::Click(pointer) | Input::DoubleClick(pointer)) => {
                Self::Cast(line.with(End::Target, pointer.ground))
            }
            (Self::Idle, Input::Click(pointer) | Input::DoubleClick(pointer)) => {
                Self::Cast(Line { from: pointer.ground, to: pointer.ground })
            }
            (state, _) => state,
        }
    }

    fn line(&self) -> Option<Line> {
        match *self {
            Self::Idle => None,
            Self::Cast(line) | Self::Aiming { line, .. } => Some(line),
        }
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        let held = editor.hand_pointer().zip(self.line()).and_then(|(at, line)| line.held(at));
        let menu = || [hint("Right click", "menu"), hint("Esc", "back to the Select tool")];
        let (mut hints, cursor) = match (self, held) {
            (Self::Aiming { held, .. }, _) => (
                vec![
                    hint("Left drag", format!("move the ray's {held}")),
                    hint("Let go", "leave it here"),
                    hint("Esc", "cancel"),
                ],
                Cursor::Grabbing,
            ),
            (_, Some(end)) => (vec![hint("Left drag", format!("move the ray's {end}"))], Cursor::Grab),
            _ => (vec![hint("Left drag", "cast a ray from here")], Cursor::Crosshair),
        };
        match self {
            Self::Idle => hints.extend([hint("Click", "start a ray here")].into_iter().chain(menu())),
            Self::Cast(_) => hints.extend([hint("Click", "cast the ray to here")].into_iter().chain(menu())),
            Self::Aiming { .. } => {}
        }
        let readout = self.line().map(|line| line.readout(editor)).unwrap_or_default();
        ToolView { hints, readout, cursor, ..ToolView::default() }
    }

    pub(super) fn overlay(&self, editor: &Editor, scene: &mut Scene) {
        if let Some(line) = self.line() {
            line.overlay(editor, scene);
        }
    }
}
