//! Walking an agent by hand: it follows the pointer along the surface and slides along walls.
//!
//! The agent is independent of the start and of the document; it disappears when the tool changes.

use glam::{Vec2, Vec3};

use super::gesture::{Gesture, Started, dragged};
use super::{Cursor, Rest, ToolView, dragging, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::queries::recordings::{self, WalkRecording};
use crate::editor::queries::{query, stepper};
use crate::editor::session::Session;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{self, Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::constrained_walks::{clamped_walk, sector_walk};
use navsmith_core::pathfinding::mesh_query::distance_to_wall::{NearestWall, distance_to_wall};
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::timeline::run::TraceKind;

/// Largest number of trail points kept.
const MOST_TRAIL: usize = 4096;

/// Agent that is walked by hand.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    at: Located,
    /// Document revision in which its position was located.
    revision: u64,
    /// Position of the pointer.
    wanted: Vec2,
    trail: Vec<Vec3>,
    /// Cells crossed by the last step.
    cells: Vec<CellId>,
    /// Recording of the current or the last gesture.
    recording: WalkRecording,
    /// Agents that older methods move in the same gesture; `None` unless walks are compared.
    compared: Option<[ComparedWalk; 2]>,
}

/// An agent that another method moves.
#[derive(Clone, Debug)]
struct ComparedWalk {
    role: Role,
    at: Located,
    trail: Vec<Vec3>,
}

impl ComparedWalk {
    /// Returns the agents at the start of a gesture.
    fn begin(session: &Session, at: Located) -> Option<[Self; 2]> {
        let begin = |role| Self { role, at, trail: vec![at.point] };
        session.options.compares_walks.then(|| [Role::ClampedWalk, Role::SectorWalk].map(begin))
    }

    fn follow(&mut self, session: &Session, to: Vec2) {
        let method = if self.role == Role::ClampedWalk { clamped_walk } else { sector_walk };
        self.at = method(&query::walkable(session), &self.at, to).end;
        push_to_trail(&mut self.trail, self.at.point);
    }
}

/// Adds a point to a trail, unless it is there already; forgets the first ones of a long trail.
fn push_to_trail(trail: &mut Vec<Vec3>, point: Vec3) {
    if trail.last().is_none_or(|&last| ground(last) != ground(point)) {
        trail.push(point);
    }
    trail.drain(..trail.len().saturating_sub(MOST_TRAIL));
}

impl Walker {
    /// Places an agent under the pointer, or on the nearest point of the mesh.
    ///
    /// Of several floors, it takes the topmost one, or the one in sight. Returns `None` on a mesh without cells.
    fn put(state: &State, pointer: Pointer) -> Option<Self> {
        let asked = state.end_under(pointer);
        let located = query::stand(state, asked)?;
        let trail = vec![located.point];
        let cells = vec![located.cell];
        let (revision, recording) = (state.revision(), WalkRecording::new(located, state.revision()));
        Some(Self { at: located, revision, wanted: asked.ground, trail, cells, recording, compared: None })
    }

    /// Returns its position; locates it again if the document has changed.
    fn now(&self, session: &Session) -> Option<Located> {
        if self.revision == session.revision() {
            return Some(self.at);
        }
        query::stand(session, Endpoint { ground: ground(self.at.point), height: Some(self.at.point.y) })
    }

    fn is_under(&self, pointer: Pointer) -> bool {
        pointer.distance(self.at.point) <= pointer.pick_radius
    }

    /// Returns its position and the nearest wall; `None` without any wall.
    fn wall(&self, state: &State) -> Option<(Located, NearestWall)> {
        let at = self.now(state)?;
        Some((at, distance_to_wall(&query::walkable(state), &at, f32::INFINITY)?))
    }

    /// Returns the agents of the other methods; none after a change of the document.
    fn compared(&self, session: &Session) -> &[ComparedWalk] {
        let is_present = self.revision == session.revision();
        self.compared.as_ref().filter(|_| is_present).map_or(&[], |compared| compared)
    }

    fn readout(&self, state: &State) -> String {
        let Some(at) = self.now(state) else { return String::new() };
        let mut parts = vec![
            format!("x {:.2} m  y {:.2} m  z {:.2} m", at.point.x, at.point.y, at.point.z),
            format!("cell {}", at.cell.0),
        ];
        for (name, walk) in ["clamped walk", "sector walk"].into_iter().zip(self.compared(state)) {
            let apart = ground(walk.at.point).distance(ground(at.point));
            parts.push(format!("{name} {apart:.2} m away"));
        }
        if let Some((_, near)) = self.wall(state) {
            parts.push(format!("nearest wall {:.2} m away: {}", near.distance, near.why));
        }
        let short = ground(at.point).distance(self.wanted);
        if short > 0.0 {
            parts.push(format!("held back {short:.2} m"));
        }
        parts.join("  |  ")
    }
}

impl Gesture for Walker {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let Some(from) = self.now(editor) else { return };
        let pointer = editor.pointer_on_mesh(pointer);
        // A release at the last position is not a step.
        if self.revision == editor.revision() && self.recording.last() == Some(pointer.ground) {
            return;
        }
        self.wanted = pointer.ground;
        if self.revision != editor.revision() {
            self.compared = ComparedWalk::begin(editor, from);
        }
        self.recording.go(&from, editor.revision(), pointer.ground);
        let slide = move_along_surface(&query::walkable(editor), &from, pointer.ground);
        (self.at, self.cells, self.revision) = (slide.end, slide.cells, editor.revision());
        push_to_trail(&mut self.trail, self.at.point);
        for walk in self.compared.iter_mut().flatten() {
            walk.follow(editor, pointer.ground);
        }
    }

    fn look(&self, state: &State) -> ToolView {
        dragging("drag the agent along the surface", self.readout(state))
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        if stepper::is_stepping_through(state, TraceKind::Walk) {
            return;
        }
        for &cell in &self.cells {
            scene::draw_cell(state.mesh(), scene, Role::Crossed, cell);
        }
        scene.polyline(Role::Trail, self.trail.clone());
        for ComparedWalk { role, at, trail } in self.compared(state) {
            scene.polyline(*role, trail.clone());
            scene.point(*role, at.point);
        }
        if let Some((at, near)) = self.wall(state) {
            scene::draw_side(state.mesh(), scene, Role::Wall, near.wall);
            scene.polyline(Role::Clearance, scene::circle(at.point, near.distance as f32));
            scene.line(Role::Clearance, at.point, near.point);
        }
        if let Some(at) = self.now(state) {
            if ground(at.point) != self.wanted {
                scene.line(Role::OffMesh, at_height(self.wanted, at.point.y), at.point);
            }
            scene.point(Role::Agent, at.point);
        }
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        // At rest, the read-out must not report a distance to the pointer.
        self.wanted = ground(self.at.point);
        recordings::keep_walk(editor, self.recording.clone());
        false
    }

    fn rest(&self) -> Option<Rest> {
        Some(Rest::Agent(Box::new(self.clone())))
    }
}

/// Handles input of the idle walk tool; `rest` is the agent that it shows.
pub(super) fn begin(editor: &mut Editor, rest: &mut Rest, input: &Input) -> Started {
    match *input {
        Input::DragStart { from, to } => {
            let held = shown(rest).filter(|walker| walker.is_under(from)).cloned();
            let Some(mut walker) = held.or_else(|| Walker::put(editor, from)) else {
                *rest = Rest::Nothing;
                return None;
            };
            walker.recording = WalkRecording::new(walker.at, walker.revision);
            walker.compared = walker.now(editor).and_then(|at| ComparedWalk::begin(editor, at));
            dragged(walker, editor, to)
        }
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            let walker = Walker::put(editor, pointer);
            *rest = walker.map_or(Rest::Nothing, |walker| Rest::Agent(Box::new(walker)));
            None
        }
        _ => None,
    }
}

fn shown(rest: &Rest) -> Option<&Walker> {
    if let Rest::Agent(walker) = rest { Some(walker) } else { None }
}

pub(super) fn look(state: &State, rest: &Rest) -> ToolView {
    let walker = shown(rest);
    let is_over = state.pointing.pointer.zip(walker).is_some_and(|(at, walker)| walker.is_under(at));
    let (drag, cursor) = if is_over {
        ("drag the agent", Cursor::Grab)
    } else {
        ("place the agent here and drag it", Cursor::Crosshair)
    };
    let readout = walker.map(|walker| walker.readout(state)).unwrap_or_default();
    ToolView { readout, cursor, ..idle([hint("Left drag", drag), hint("Click", "put the agent here")]) }
}
