//! Placing groups of agents, and dragging their starts and targets.

use glam::{Vec2, Vec3};

use super::gesture::{self, Gesture, Started, dragged};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Guides, Snap};
use crate::editor::session::change::Snapshot;
use crate::editor::session::pick::Element;
use crate::editor::simulation::groups::{self, GroupHandle, GroupPart};
use crate::editor::simulation::scenarios;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene, circle};
use crate::editor::{Editor, State};
use navsmith_core::geometry::ground;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, MOST_POINTS, Spawn};
use navsmith_formats::document::free_name;

/// Maximum number of agents of a group that starts in a disc.
const AGENTS_IN_DISC: u32 = 10;

/// Ratio of the area in which agents find random starts without overlaps to that of their own discs.
const SPARSE: f32 = 1.85 * 1.85;

/// Drag of a part of a group.
#[derive(Debug)]
pub(super) struct GroupDrag {
    before: Snapshot,
    handle: GroupHandle,
    /// Vector from the pointer to the position.
    offset: Vec2,
    snap: Option<Snap>,
}

impl GroupDrag {
    /// Starts to drag the part under the pointer; `None` if there is none.
    pub(super) fn grab(editor: &mut Editor, input: &Input) -> Started {
        let &Input::DragStart { from, to } = input else { return None };
        let handle = groups::handle_at(editor, from)?;
        let group = groups::group(editor, handle.id)?;
        let at = match handle.part {
            GroupPart::Position(index) => ground(*groups::places(editor, group).get(index)?),
            GroupPart::Rim => from.ground,
        };
        let title = format!("Move the {} of {}", handle.describe(group), group.name);
        let before = editor.begin(&title);
        editor.state.session.selection = std::iter::once(Element::Group(handle.id)).collect();
        dragged(Self { before, handle, offset: at - from.ground, snap: None }, editor, to)
    }
}

impl Gesture for GroupDrag {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let wanted = pointer.moved_to(pointer.ground + self.offset);
        let snap = self.before.pick_context(editor).snap(wanted, Guides::default());
        let to = groups::endpoint_at(editor, snap.at);
        let GroupHandle { id, part } = self.handle;
        let moved = scenarios::changed(&self.before.document, id.scenario, |scenario| {
            let Some(group) = scenario.groups.get_mut(id.group) else { return };
            match (part, &mut group.spawn) {
                (GroupPart::Rim, Spawn::Disc { center, radius }) => {
                    let far = center.ground.distance(to.ground);
                    *radius = if far > 0.0 && far.is_finite() { far } else { *radius };
                }
                (GroupPart::Position(index), _) if to.ground.is_finite() => {
                    group.positions_mut().into_iter().nth(index).into_iter().for_each(|at| *at = to);
                }
                _ => {}
            }
        });
        if let Some(document) = moved {
            editor.replace_document(document);
            self.snap = Some(snap);
        }
    }

    fn look(&self, state: &State) -> ToolView {
        let group = groups::group(state, self.handle.id);
        let name = group.map(|group| self.handle.describe(group)).unwrap_or_default();
        let radius = group.and_then(groups::disc_radius).filter(|_| self.handle.part == GroupPart::Rim);
        let at = self.snap.map(|snap| snap.at).unwrap_or_default();
        ToolView {
            hints: vec![
                hint("Let go", format!("leave the {name} here")),
                hint("Esc", "cancel"),
                hint("Ctrl", "invert snapping"),
            ],
            readout: match radius {
                Some(radius) => format!("radius {radius:.2} m"),
                None => format!("x {:.2} m  z {:.2} m", at.x, at.z),
            },
            cursor: Cursor::Grabbing,
            snap: self.snap,
        }
    }
}

/// Group being placed.
#[derive(Debug)]
struct ImagePlacing {
    start: Snap,
    /// Radius of the disc in which the agents start; `None` for a point.
    radius: Option<f32>,
    /// Whether the disc is being dragged.
    is_disc_open: bool,
    /// Targets placed so far.
    route: Vec<Snap>,
    to: Snap,
    /// Whether the next click adds a point of a route.
    is_route: bool,
}

/// Handles input of the idle tool: a drag at a part of a group moves that part.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    let is_drag = matches!(input, Input::DragStart { .. });
    let held = GroupDrag::grab(editor, input);
    held.or_else(|| {
        gesture::between_points(editor, input, |editor, from| {
            Some(ImagePlacing::begin(editor, from, is_drag))
        })
    })
}

pub(super) fn look(state: &State) -> ToolView {
    let pointer = state.pointing.pointer;
    let start = hint("Click", "start agents here");
    let handle = pointer.and_then(|pointer| groups::handle_at(state, pointer));
    if let Some((handle, group)) = handle.and_then(|it| Some((it, groups::group(state, it.id)?))) {
        let drag = hint("Left drag", format!("move the {} of {}", handle.describe(group), group.name));
        return ToolView { cursor: Cursor::Grab, ..idle([drag, start]) };
    }
    let drag = hint("Left drag", "start agents in a disc");
    let snap = pointer.map(|pointer| snap::snap(state, pointer));
    ToolView { snap, ..idle([start, drag, hint("Ctrl", "invert snapping")]) }
}

impl ImagePlacing {
    fn begin(state: &State, pointer: Pointer, is_disc_open: bool) -> Self {
        let start = snap::snap(state, pointer);
        Self { start, radius: None, is_disc_open, route: Vec::new(), to: start, is_route: false }
    }

    fn target(&self, state: &State) -> GroupTarget {
        let points: Vec<Endpoint> =
            self.route.iter().map(|snap| groups::endpoint_at(state, snap.at)).collect();
        match *points.as_slice() {
            [] => GroupTarget::Pointer,
            [only] => GroupTarget::Point(only),
            _ => GroupTarget::Route { points, is_loop: false },
        }
    }

    /// Adds the group to the active scenario.
    fn add(&self, editor: &mut Editor) {
        let start = groups::endpoint_at(editor, self.start.at);
        let spawn = match self.radius {
            Some(radius) => Spawn::Disc { center: start, radius },
            None => Spawn::Point(start),
        };
        let names: Vec<&str> = groups::shown(editor).map(|(_, group)| &*group.name).collect();
        let name = free_name("agents", names.len() + 1, &names);
        let group = AgentGroup::new(&name, spawn, self.target(editor));
        let count = self.radius.map_or(1, |radius| agents_in_disc(radius, group.radius));
        groups::add(editor, AgentGroup { count, ..group });
    }
}

/// Returns how many agents start in a disc without overlaps, at most a default.
fn agents_in_disc(disc: f32, radius: f32) -> u32 {
    let radii = disc / radius + 1.0;
    ((radii * radii / SPARSE) as u32).clamp(1, AGENTS_IN_DISC)
}

impl Gesture for ImagePlacing {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.to = snap::snap(editor, pointer);
        self.is_route = pointer.modifiers.shift;
        if self.is_disc_open {
            let radius = ground(self.start.at).distance(ground(self.to.at));
            self.radius = Some(radius).filter(|&radius| radius > pointer.pick_radius);
        }
    }

    /// Ends the disc, or adds a target; the last target adds the group.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        if std::mem::take(&mut self.is_disc_open) {
            return true;
        }
        if self.route.len() < MOST_POINTS {
            self.route.push(self.to);
        }
        if !self.is_route {
            self.add(editor);
        }
        self.is_route
    }

    /// Adds the group with the targets placed so far; without one, its agents go to the pointer.
    fn accept(&mut self, editor: &mut Editor) -> bool {
        self.add(editor);
        false
    }

    /// Continues: the first of the two clicks placed the start.
    fn double_click(&mut self, _: &mut Editor, _: Pointer) -> bool {
        true
    }

    fn look(&self, _: &State) -> ToolView {
        let away = ground(self.start.at).distance(ground(self.to.at));
        if self.is_disc_open {
            let hints = vec![hint("Let go", "start the agents in this disc"), hint("Esc", "cancel")];
            let readout = format!("radius {away:.2} m");
            return ToolView { hints, readout, cursor: Cursor::Crosshair, snap: Some(self.to) };
        }
        ToolView {
            hints: vec![
                hint("Click", "put their target here"),
                hint("Shift+click", "put a point of a route here"),
                hint(
                    "Enter",
                    if self.route.is_empty() { "let them follow the pointer" } else { "finish the route" },
                ),
                hint("Right click/Esc", "cancel"),
                hint("Ctrl", "invert snapping"),
            ],
            readout: format!("{away:.2} m from the start"),
            cursor: Cursor::Crosshair,
            snap: Some(self.to),
        }
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        let of = groups::next_color(state);
        if let Some(radius) = self.radius {
            scene.polyline(Role::Draft, circle(self.start.at, radius));
        }
        scene.point(Role::Agents(AgentMark::Spawn(of)), self.start.at);
        if !self.is_disc_open {
            let placed = self.route.iter().map(|snap| snap.at);
            let way: Vec<Vec3> =
                std::iter::once(self.start.at).chain(placed).chain(std::iter::once(self.to.at)).collect();
            for &at in &way[1..] {
                scene.point(Role::Agents(AgentMark::Goal(of)), at);
            }
            scene.polyline(Role::Draft, way);
        }
    }
}
