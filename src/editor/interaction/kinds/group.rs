//! Groups of agents of the active scenario: where they start, and where they go.

use std::collections::BTreeSet;

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::edits::area::name_of_copy;
use crate::editor::elements::entity::{EntityKind, Object, ObjectEdit};
use crate::editor::session::command::Command as C;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::{Element, GroupId, Hit, hit, sorted};
use crate::editor::simulation::{groups, scenarios};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene, circle};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::AreaId;
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::simulation::scenario::{
    AgentGroup, GroupTarget, MOST_AGENTS, MOST_GROUPS, Scenario, Spawn,
};
use navsmith_formats::document::{Document, count};

pub(in crate::editor) static GROUPS: EntityKind = EntityKind {
    nouns: ["agent group", "agent groups"],
    commands: &[&[C::Move, C::FrameSelection], &[C::Duplicate, C::Delete], &[C::NewScenario]],
    mode: None,
    pick: |context, pointer| {
        let hits =
            groups::shown(context.state).filter_map(|(id, group)| nearest(context.state, id, group, pointer));
        sorted(hits.filter(|hit| hit.distance <= pointer.pick_radius))
    },
    within: |context, area, touching| {
        let is_taken = |group: &AgentGroup| {
            let places = groups::places(context.state, group);
            let is_inside = |at: &Vec3| area.contains(*at);
            let is_in = if touching { places.iter().any(is_inside) } else { places.iter().all(is_inside) };
            is_in && !places.is_empty()
        };
        let groups = groups::shown(context.state).filter(|(_, group)| is_taken(group));
        groups.map(|(id, _)| Element::Group(id)).collect()
    },
    all: |document| {
        let scenarios = document.scenarios.iter().enumerate();
        let ids = scenarios.flat_map(|(scenario, it)| {
            (0..it.groups.len()).map(move |group| Element::Group(GroupId { scenario, group }))
        });
        ids.collect()
    },
    cells: |_, _| SmallVec::new(),
    draw_hover: |state, scene, element| {
        if let Element::Group(id) = element
            && let Some(group) = groups::group(state, id)
        {
            let places = groups::places(state, group);
            draw_lines(scene, Role::Hover, group, &places);
            if let Some(&at) = places.first() {
                scene.label(Role::Agents(AgentMark::Spawn(groups::color(state, id))), at, describe(group));
            }
        }
    },
    object: Some(Object {
        draw: draw_groups,
        is_shown: |state, element| matches!(element, Element::Group(id) if id.scenario == scenarios::active_index(state)),
        positions: |document, object| {
            let group = id_of(object).and_then(|id| group_of(document, id));
            let positions = group.into_iter().flat_map(AgentGroup::positions);
            positions.map(|at| at_height(at.ground, at.height.unwrap_or_default())).collect()
        },
        transform: |draft, object, f| {
            transform(draft, object, f);
            Ok(())
        },
        delete: |draft, object| {
            if let Some(id) = id_of(object) {
                change(draft, id.scenario, |scenario| scenario.remove_group(id.group));
            }
            Ok(())
        },
        paste,
    }),
};

fn id_of(element: Element) -> Option<GroupId> {
    if let Element::Group(id) = element { Some(id) } else { None }
}

fn group_of(document: &Document, id: GroupId) -> Option<&AgentGroup> {
    document.scenarios.get(id.scenario)?.groups.get(id.group)
}

/// Changes a scenario of the draft, if it exists.
fn change(draft: &mut DocumentDraft, scenario: usize, change: impl FnOnce(&mut Scenario)) {
    let mut scenarios = draft.rest.scenarios.as_ref().clone();
    if let Some(scenario) = scenarios.get_mut(scenario) {
        change(scenario);
    }
    draft.rest.scenarios = scenarios.into();
}

/// Applies `f` to the positions of a group; a disc gets the radius that its image has along X.
fn transform(draft: &mut DocumentDraft, object: Element, f: &dyn Fn(Vec3) -> Vec3) {
    let Some(id) = id_of(object) else { return };
    change(draft, id.scenario, |scenario| {
        let Some(group) = scenario.groups.get_mut(id.group) else { return };
        if let Spawn::Disc { center, radius } = &mut group.spawn {
            let middle = at_height(center.ground, center.height.unwrap_or_default());
            let moved = ground(f(middle + Vec3::X * *radius)).distance(ground(f(middle)));
            *radius = if moved > 0.0 && moved.is_finite() { moved } else { *radius };
        }
        for at in group.positions_mut() {
            let before = at.height.unwrap_or_default();
            let moved = f(at_height(at.ground, before));
            // A position on the topmost floor stays there, unless its height changes.
            let height = if moved.y == before { at.height } else { Some(moved.y) };
            (at.ground, at.height) = (ground(moved), height);
        }
    });
}

/// Adds a copy of a group to the scenario of added groups; a document without scenarios gets one.
fn paste(draft: &mut DocumentDraft, from: &Document, object: Element, offset: Vec3) -> ObjectEdit {
    let Some(id) = id_of(object) else { return Ok(()) };
    let Some(mut group) = group_of(from, id).cloned() else { return Ok(()) };
    for at in group.positions_mut() {
        at.ground += ground(offset);
        at.height = at.height.map(|height| height + offset.y);
    }
    let here = |area: AreaId| {
        let name = from.area(area).map(|area| area.name.as_str());
        let index = draft.rest.areas.iter().position(|area| Some(area.name.as_str()) == name);
        index.and_then(|index| u8::try_from(index).ok()).map(AreaId)
    };
    if let Spawn::Area(area) = &mut group.spawn {
        *area = here(*area).unwrap_or_default();
    }
    group.filter = group.filter.mapped(here);
    let mut scenarios = draft.rest.scenarios.as_ref().clone();
    if scenarios.is_empty() {
        scenarios.push(Scenario { groups: Vec::new(), ..from.scenarios[id.scenario].clone() });
    }
    let index = draft.scenario.min(scenarios.len() - 1);
    let scenario = &mut scenarios[index];
    let taken: Vec<&str> = scenario.groups.iter().map(|group| &*group.name).collect();
    group.name = name_of_copy(&group.name, &taken);
    group.color = scenario.next_color();
    scenario.groups.push(group);
    if scenario.groups.len() > MOST_GROUPS {
        return Err(Refusal::TooMany { most: MOST_GROUPS, of: "groups of agents in the scenario" });
    }
    if scenario.agent_count() > MOST_AGENTS {
        return Err(Refusal::TooMany { most: MOST_AGENTS as usize, of: "agents in the scenario" });
    }
    let added = GroupId { scenario: index, group: scenario.groups.len() - 1 };
    draft.rest.scenarios = scenarios.into();
    draft.added.push(Element::Group(added));
    Ok(())
}

/// Lets copies of groups go to the copies of agents that they go to.
///
/// `groups` contains pairs of a group and its copy. A copy whose target is an agent of another group keeps it within
/// a document, and goes to the pointer in another one.
pub(in crate::editor) fn join_targets(
    draft: &mut DocumentDraft,
    groups: &[(Element, Element)],
    is_same: bool,
) {
    let pairs = || groups.iter().filter_map(|&(from, to)| id_of(from).zip(id_of(to)));
    for (from, to) in pairs() {
        change(draft, to.scenario, |scenario| {
            let Some(GroupTarget::Agent { group, .. }) =
                scenario.groups.get_mut(to.group).map(|it| &mut it.target)
            else {
                return;
            };
            let goes_to = GroupId { group: *group, ..from };
            match pairs().find(|&(from, _)| from == goes_to) {
                Some((_, copy)) => *group = copy.group,
                None if is_same => {}
                None => scenario.groups[to.group].target = GroupTarget::Pointer,
            }
        });
    }
}

/// Returns the number of groups among `objects` that go to an agent of a group that is not among them.
pub(in crate::editor) fn with_other_targets(document: &Document, objects: &BTreeSet<Element>) -> usize {
    let ids = objects.iter().filter_map(|&object| id_of(object));
    let is_other = |id: &GroupId| match group_of(document, *id).map(|group| &group.target) {
        Some(GroupTarget::Agent { group, .. }) => {
            !objects.contains(&Element::Group(GroupId { group: *group, ..*id }))
        }
        _ => false,
    };
    ids.filter(is_other).count()
}

/// Returns the number of groups that are not among `objects` and go to an agent of one that is.
pub(in crate::editor) fn going_to(document: &Document, objects: &BTreeSet<Element>) -> usize {
    let scenarios = document.scenarios.iter().enumerate();
    let groups = scenarios.flat_map(|(scenario, it)| {
        it.groups.iter().enumerate().map(move |(group, it)| (GroupId { scenario, group }, it))
    });
    let is_going = |(id, group): &(GroupId, &AgentGroup)| match group.target {
        GroupTarget::Agent { group, .. } => {
            let target = Element::Group(GroupId { group, ..*id });
            objects.contains(&target) && !objects.contains(&Element::Group(*id))
        }
        _ => false,
    };
    groups.filter(is_going).count()
}

/// Returns the point of a group that is nearest to the pointer.
fn nearest(state: &State, id: GroupId, group: &AgentGroup, pointer: &Pointer) -> Option<Hit> {
    let places = groups::places(state, group);
    let rim = groups::disc_radius(group).zip(places.first()).map(|(radius, &at)| circle(at, radius));
    let lines = groups::lines(group, &places).into_iter().chain(rim);
    let on_lines = lines.flat_map(|line| {
        line.windows(2).map(|ends| pointer.nearest_on([ends[0], ends[1]])).collect::<Vec<_>>()
    });
    let points = places.iter().copied().chain(on_lines);
    points.map(|at| hit(Element::Group(id), at, pointer)).min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// Draws the groups of the active scenario; a selected one lies on wider lines.
fn draw_groups(state: &State, scene: &mut Scene) {
    for (id, group) in groups::shown(state) {
        let (places, of) = (groups::places(state, group), groups::color(state, id));
        if state.selection().contains(Element::Group(id)) {
            draw_lines(scene, Role::Agents(AgentMark::Selected), group, &places);
        }
        let starts = group.start_count();
        let [line, way] = groups::lines(group, &places);
        if let (Some(radius), Some(&at)) = (groups::disc_radius(group), places.first()) {
            scene.fill(Role::Agents(AgentMark::Spawn(of)), circle(at, radius));
            scene.polyline(Role::Agents(AgentMark::Spawn(of)), circle(at, radius));
        }
        if line.len() > 1 {
            scene.polyline(Role::Agents(AgentMark::Spawn(of)), line);
        }
        if let [.., from, to] = *way.as_slice() {
            scene.arrow_head(Role::Agents(AgentMark::Route(of)), from, to);
            scene.polyline(Role::Agents(AgentMark::Route(of)), way);
        }
        for (_, at, on_mesh) in groups::off_mesh(state, group) {
            scene.line(Role::OffMesh, at, on_mesh.point);
        }
        for (index, &at) in places.iter().enumerate() {
            let mark = if index < starts { AgentMark::Spawn(of) } else { AgentMark::Goal(of) };
            scene.point(Role::Agents(mark), at);
        }
    }
}

fn draw_lines(scene: &mut Scene, role: Role, group: &AgentGroup, places: &[Vec3]) {
    let rim = groups::disc_radius(group).zip(places.first()).map(|(radius, &at)| circle(at, radius));
    for line in groups::lines(group, places).into_iter().chain(rim).filter(|line| line.len() > 1) {
        scene.polyline(role, line);
    }
    for &at in places {
        scene.point(role, at);
    }
}

fn describe(group: &AgentGroup) -> String {
    let agents = count(group.count as usize, "agent", "agents");
    format!("{}: {agents}, radius {:.2} m, {:.2} m/s", group.name, group.radius, group.speed)
}
