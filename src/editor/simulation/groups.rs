//! Groups of agents: their marks, handles and edits.

use glam::Vec3;

use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::session::pick::{Element, GroupId, ONE_FLOOR};
use crate::editor::simulation::scenarios;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::agents::GROUP_COLORS;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::simulation::places::located;
use navsmith_core::simulation::scenario::{
    AgentGroup, GroupTarget, MOST_AGENTS, MOST_GROUPS, Scenario, Spawn,
};
use navsmith_formats::document::count;

/// Part of a group that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum GroupPart {
    /// A position, by its index in [`AgentGroup::positions`].
    Position(usize),
    /// The circle around a disc, which changes its radius.
    Rim,
}

/// Part of a group under the pointer, for dragging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) struct GroupHandle {
    pub(in crate::editor) id: GroupId,
    pub(in crate::editor) part: GroupPart,
}

impl GroupHandle {
    /// Describes the part, such as "start" or "target".
    pub(in crate::editor) fn describe(self, group: &AgentGroup) -> String {
        let starts = group.start_count();
        match self.part {
            GroupPart::Rim => "disc".into(),
            GroupPart::Position(at) if at < starts && starts > 1 => format!("end {} of the line", at + 1),
            GroupPart::Position(at) if at < starts => "start".into(),
            GroupPart::Position(at) => match &group.target {
                GroupTarget::Route { .. } => format!("point {} of the route", at + 1 - starts),
                _ => "target".into(),
            },
        }
    }
}

/// Returns a group of the document.
pub fn group(session: &Session, id: GroupId) -> Option<&AgentGroup> {
    session.document().scenarios.get(id.scenario)?.groups.get(id.group)
}

/// Returns the number of the marks of a group of a scenario, which determines their colour.
pub fn color_of(scenario: &Scenario, group: usize) -> u8 {
    (scenario.color_of(group) % GROUP_COLORS) as u8
}

/// Returns the number of the marks of a group of the document.
pub fn color(session: &Session, id: GroupId) -> u8 {
    session.document().scenarios.get(id.scenario).map_or(0, |scenario| color_of(scenario, id.group))
}

/// Returns the number of the marks of a group that is added to the active scenario.
pub(in crate::editor) fn next_color(session: &Session) -> u8 {
    scenarios::active(session).map_or(0, |scenario| match scenario.next_color() {
        Some(color) => color % GROUP_COLORS as u8,
        None => color_of(scenario, scenario.groups.len()),
    })
}

/// Returns the groups of the active scenario.
pub fn shown(session: &Session) -> impl Iterator<Item = (GroupId, &AgentGroup)> {
    let scenario = scenarios::active_index(session);
    let groups = scenarios::active(session).into_iter().flat_map(|active| active.groups.iter().enumerate());
    groups.map(move |(group, it)| (GroupId { scenario, group }, it))
}

/// Returns the selected groups.
pub fn selected(session: &Session) -> impl Iterator<Item = GroupId> {
    let objects = session.selection.objects().iter();
    objects.filter_map(|object| if let Element::Group(id) = *object { Some(id) } else { None })
}

/// Returns the positions of a group on the mesh, in the order of [`AgentGroup::positions`].
pub(in crate::editor) fn places(state: &State, group: &AgentGroup) -> Vec<Vec3> {
    group.positions().map(|at| place(state, at)).collect()
}

/// Returns the positions of a group beside the mesh, each with the nearest one on the mesh.
///
/// The first part states whether it is a start.
pub(in crate::editor) fn off_mesh(
    session: &Session,
    group: &AgentGroup,
) -> impl Iterator<Item = (bool, Vec3, Located)> {
    let starts = group.start_count();
    let positions: Vec<Endpoint> = group.positions().collect();
    positions.into_iter().enumerate().filter_map(move |(index, at)| {
        let located = located(session.mesh(), session.derived(), at)?;
        located.off_mesh?;
        Some((index < starts, at_height(at.ground, at.height.unwrap_or(located.point.y)), located))
    })
}

/// Returns a sentence for the starts and one for the targets of a group that are beside the mesh.
pub fn off_mesh_notes(session: &Session, group: &AgentGroup) -> Vec<String> {
    [(true, "start"), (false, "target")]
        .into_iter()
        .filter_map(|(is_start, part)| {
            let off = off_mesh(session, group).filter(|(start, ..)| *start == is_start);
            let farthest = off.map(|(_, at, on)| at.distance(on.point)).reduce(f32::max)?;
            Some(format!("The {part} is off the mesh; it was moved {farthest:.2} m to the nearest point."))
        })
        .collect()
}

/// Returns the box around the starts and the targets of a group, with the disc in which it starts.
pub(in crate::editor) fn bounds(state: &State, group: &AgentGroup) -> Bounds {
    let places = places(state, group);
    let reach = Vec3::splat(disc_radius(group).unwrap_or(group.radius));
    let disc = places.first().map(|&at| Bounds { min: at - reach, max: at + reach });
    disc.into_iter().fold(Bounds::of(places), Bounds::union)
}

/// Returns an endpoint on the mesh; without a height, on the topmost floor.
fn place(state: &State, at: Endpoint) -> Vec3 {
    let topmost = || state.pick_context().height_at(at.ground, 0.0).unwrap_or_default();
    at_height(at.ground, at.height.unwrap_or_else(topmost))
}

/// Returns the endpoint at a position, with a height if several floors are there.
pub(in crate::editor) fn endpoint_at(state: &State, at: Vec3) -> Endpoint {
    let floors = state.pick_context().floors_at(ground(at));
    let nearest = floors.iter().copied().min_by(|a, b| (a - at.y).abs().total_cmp(&(b - at.y).abs()));
    let is_stacked = floors.len() > 1 && floors.iter().any(|floor| (floor - floors[0]).abs() > ONE_FLOOR);
    Endpoint { ground: ground(at), height: nearest.filter(|_| is_stacked) }
}

/// Returns the lines of a group: its line of start, and its route from the start on.
pub(in crate::editor) fn lines(group: &AgentGroup, places: &[Vec3]) -> [Vec<Vec3>; 2] {
    let starts = group.start_count();
    let (start, route) = places.split_at(starts.min(places.len()));
    let middle = match start {
        [] => None,
        [at] => Some(*at),
        [from, .., to] => Some(from.midpoint(*to)),
    };
    let mut way: Vec<Vec3> = middle.into_iter().chain(route.iter().copied()).collect();
    if let (GroupTarget::Route { is_loop: true, .. }, [first, _, ..]) = (&group.target, route) {
        way.push(*first);
    }
    if route.is_empty() {
        way.clear();
    }
    [start.to_vec(), way]
}

/// Greatest spread of a value of a group, relative to the value.
pub const MOST_SPREAD: f32 = 0.9;

/// Limits the spreads of values that differ from those before.
///
/// Returns the names of the values and the limited spreads.
pub(in crate::editor) fn limit_spread(
    group: &mut AgentGroup,
    before: &AgentGroup,
) -> Vec<(&'static str, f32)> {
    let AgentGroup { radius, speed, priority, spread, .. } = group;
    let values = [
        ("radius", *radius, before.radius, &mut spread.radius),
        ("speed", *speed, before.speed, &mut spread.speed),
        ("priority", *priority, before.priority, &mut spread.priority),
    ];
    let mut limited = Vec::new();
    for (name, value, before, spread) in values {
        let most = MOST_SPREAD * value;
        if value != before && *spread > most {
            *spread = most;
            limited.push((name, most));
        }
    }
    limited
}

/// Returns the radius of the disc in which a group starts.
pub(in crate::editor) fn disc_radius(group: &AgentGroup) -> Option<f32> {
    if let Spawn::Disc { radius, .. } = group.spawn { Some(radius) } else { None }
}

/// Returns the nearest part under the pointer; parts of selected groups come first.
pub(in crate::editor) fn handle_at(state: &State, pointer: Pointer) -> Option<GroupHandle> {
    let near = shown(state).flat_map(|(id, group)| {
        let places = places(state, group);
        let rim = disc_radius(group).map(|radius| {
            (GroupHandle { id, part: GroupPart::Rim }, (pointer.distance(places[0]) - radius).abs())
        });
        let position = |(index, &at): (usize, &Vec3)| {
            (GroupHandle { id, part: GroupPart::Position(index) }, pointer.distance(at))
        };
        places.iter().enumerate().map(position).chain(rim).collect::<Vec<_>>()
    });
    let near = near.filter(|(_, distance)| *distance <= pointer.pick_radius);
    let is_other = |handle: &GroupHandle| !state.selection().contains(Element::Group(handle.id));
    let rank = |handle: &GroupHandle| (is_other(handle), handle.part == GroupPart::Rim);
    near.min_by(|a, b| rank(&a.0).cmp(&rank(&b.0)).then(a.1.total_cmp(&b.1))).map(|(handle, _)| handle)
}

/// Whether a start or a target of a group is under the pointer.
pub(in crate::editor) fn is_position_at(state: &State, pointer: Pointer) -> bool {
    let is_near = |at: Vec3| pointer.distance(at) <= pointer.pick_radius;
    shown(state).any(|(_, group)| places(state, group).into_iter().any(is_near))
}

/// Deletes a group as one undo step; agents that go to one of its agents then go to the pointer.
pub(in crate::editor) fn remove(editor: &mut Editor, id: GroupId) {
    let Some(name) = group(editor, id).map(|group| group.name.clone()) else { return };
    let goes_there = |(_, group): &(GroupId, &AgentGroup)| matches!(group.target, GroupTarget::Agent { group, .. } if group == id.group);
    let others = shown(editor).filter(|other| other.0 != id && goes_there(other)).count();
    scenarios::edit(editor, id.scenario, "Delete agent group", |scenario| scenario.remove_group(id.group));
    // The groups behind it have other indices.
    let is_other = |element: &Element| !matches!(element, Element::Group(_));
    editor.state.session.selection = editor.state.session.selection.elements().filter(is_other).collect();
    let mut text = format!("The group {name} was deleted. Undo brings it back.");
    if others > 0 {
        let groups = count(others, "group", "groups");
        text = format!("{text} Its agents were the target of {groups}, which now go to the pointer.");
    }
    editor.say(Message::info(text));
}

/// Adds a group to the active scenario as one undo step, and selects it.
///
/// A document without scenarios gets one first.
pub(in crate::editor) fn add(editor: &mut Editor, group: AgentGroup) {
    let active = scenarios::active(editor);
    let (groups, agents) = active.map_or((0, 0), |active| (active.groups.len(), active.agent_count()));
    if groups >= MOST_GROUPS || agents.saturating_add(group.count) > MOST_AGENTS {
        let text = format!(
            "A scenario has at most {MOST_GROUPS} groups and {MOST_AGENTS} agents. Add a scenario, or delete a group."
        );
        return editor.warn(&text);
    }
    let scenario = scenarios::active_index(editor);
    let put = |scenarios: &mut Vec<Scenario>| {
        if scenarios.is_empty() {
            scenarios.push(Scenario { name: "scenario 1".into(), ..Scenario::default() });
        }
        let color = scenarios[scenario].next_color();
        scenarios[scenario].groups.push(AgentGroup { color, ..group });
    };
    scenarios::edit_list(editor, "Add agents", put, scenario);
    editor.state.session.selection =
        std::iter::once(Element::Group(GroupId { scenario, group: groups })).collect();
}
