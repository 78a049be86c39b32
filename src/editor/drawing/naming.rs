//! Legend of the marks in a scene, and name of the mark under the pointer.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::analysis::legend;
use crate::editor::drawing::{detour, heat};
use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::session::sight::hit_of_ring;
use crate::editor::simulation::{compared, groups, playback};
use crate::editor::view::pointer::{PICK_PIXELS, Pointer};
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::meaning::LegendMark;
use crate::editor::view::scene::{Mark, Role, Scene};
use navsmith_core::geometry::{Bounds, Segment, Vec3, covers, ground, segments_touch};
use navsmith_formats::document::count;

/// Largest distance from the pointer to a point and to a line that it names, in pixels.
const NEAR_POINT: f32 = 9.0;
const NEAR_LINE: f32 = 5.0;

impl LegendMark {
    /// Whether it has no mark, such as a title above other entries.
    fn is_title(&self) -> bool {
        *self == Self { text: self.text.clone(), ..Self::default() }
    }

    fn has(&self, role: Role) -> bool {
        [self.line, self.fill, self.point].contains(&Some(role))
    }
}

/// Maximum number of groups of agents in a legend.
const MOST_GROUPS: usize = 6;

/// Returns an entry for each kind of mark in view, in the order of [`Role`].
///
/// Compared paths and the levels of a heat map come first. While a run is shown, its agents follow: their groups, their
/// states, and the marks of the selected one.
pub fn mark_legend(state: &State, scene: &Scene) -> Vec<LegendMark> {
    let (min, max) = (Vec2::ZERO, scene.camera.size);
    let view = [min, max].map(|screen| scene.camera.ground_from_screen(screen));
    let looks = looks(scene.marks.iter().filter(|mark| mark.is_in_view(view)));
    let mut legend = detour::detour_marks(state);
    legend.extend(heat::heat_marks(state));
    let has_heat = looks.keys().any(|role| matches!(role, Role::Agents(AgentMark::Heat(_))));
    // The only title is that of the heat map.
    legend.retain(|entry| (entry.is_title() && has_heat) || looks.keys().any(|&role| entry.has(role)));
    let groups = group_marks(state, &looks);
    let stage = state.stage().map(|(stage, _)| stage);
    let is_run_shown = playback::playback(state).is_shown();
    let (first, last) = if is_run_shown { (groups, Vec::new()) } else { (Vec::new(), groups) };
    legend.extend(first);
    let mut looks: Vec<(Role, LegendMark)> = looks.into_iter().collect();
    looks.sort_by_key(|(role, _)| if is_run_shown { rank(*role) } else { 0 });
    for (role, looks) in looks {
        let Some(meaning) = role.meaning(stage) else { continue };
        if matches!(role, Role::Agents(AgentMark::Body(_))) {
            continue;
        }
        if legend.iter().any(|entry| entry.has(role) || entry.text == meaning.name) {
            continue;
        }
        let other = compared::scenario(state).filter(|_| role == Role::Agents(AgentMark::Compared));
        let text = other.map_or_else(|| meaning.name.into(), |other| other.name.clone());
        legend.push(LegendMark { text, ..looks });
    }
    legend.extend(last);
    legend
}

/// Returns an entry for each group whose agents are in view.
///
/// After a number of groups, the others are counted.
fn group_marks(session: &Session, looks: &BTreeMap<Role, LegendMark>) -> Vec<LegendMark> {
    let colors = looks.keys().filter_map(|role| match role {
        Role::Agents(AgentMark::Body(color)) => Some(*color),
        _ => None,
    });
    let colors: BTreeSet<u8> = colors.collect();
    let groups = groups::shown(session).filter(|(id, _)| colors.contains(&groups::color(session, *id)));
    let mut marks: Vec<LegendMark> = groups
        .map(|(id, group)| {
            let body = Some(Role::Agents(AgentMark::Body(groups::color(session, id))));
            LegendMark { fill: body, line: body, point: None, text: group.name.clone() }
        })
        .collect();
    let more = marks.len().saturating_sub(MOST_GROUPS);
    if more > 0 {
        marks.truncate(MOST_GROUPS);
        let text = format!("and {}", count(more, "more group", "more groups"));
        marks.push(LegendMark { text, ..LegendMark::default() });
    }
    marks
}

/// Returns the rank of a mark in the legend of a run: states, the selected agent, agents, others.
fn rank(role: Role) -> u8 {
    use AgentMark::{Arrived, Compared, GivingWay, Goal, Heat, Route, Selected, Spawn, Stuck};
    match role {
        Role::Agents(Arrived | Stuck | GivingWay | Compared) => 0,
        Role::Agents(Spawn(_) | Goal(_) | Route(_) | Selected | Heat(_)) => 2,
        Role::Agents(_) => 1,
        _ => 3,
    }
}

/// Returns the name and the meaning of the mark under the pointer.
///
/// Points come before lines, and lines before filled polygons, which have names only in the stepper.
pub fn hovered_mark(state: &State, scene: &Scene) -> Option<(String, &'static str)> {
    let pointer = state.pointing.pointer.filter(|_| !state.is_gesture_running())?;
    let stage = state.stage().map(|(stage, _)| stage);
    let [point, line] = [NEAR_POINT, NEAR_LINE].map(|pixels| pointer.pick_radius * pixels / PICK_PIXELS);
    let is_met = |ring: &[Vec3]| match pointer.height {
        None => covers(&flat(ring), pointer.ground),
        Some(_) => hit_of_ring(ring, &pointer.ray).is_some(),
    };
    let tests: [&dyn Fn(&Mark) -> bool; 3] = [
        &|mark| matches!(mark, Mark::Point(_, place) if pointer.distance(*place) <= point),
        &|mark| matches!(mark, Mark::Line(_, points) if distance(points, &pointer) <= line),
        &|mark| matches!(mark, Mark::Fill(_, ring) if stage.is_some() && is_met(ring)),
    ];
    let meaning = |mark: &Mark| Some((mark.role(), mark.role().meaning(stage)?));
    let mut found =
        tests.iter().filter_map(|test| scene.marks.iter().rev().filter(|mark| test(mark)).find_map(meaning));
    match found.next() {
        Some((role, meaning)) => {
            // Compared paths are named after their algorithms.
            let compared = detour::detour_marks(state).into_iter().find(|entry| entry.has(role));
            Some((compared.map_or_else(|| meaning.name.into(), |entry| entry.text), meaning.text))
        }
        None => hovered_state(state, &pointer),
    }
}

/// Returns the search state of the cell under the pointer; `None` outside a search stage.
fn hovered_state(state: &State, pointer: &Pointer) -> Option<(String, &'static str)> {
    state.search_step()?;
    let Element::Cell(cell) = state.pick_context().cells_under(pointer).first()?.element else {
        return None;
    };
    let meaning = legend::searched(state, cell)?.meaning();
    Some((meaning.name.into(), meaning.text))
}

impl Scene {
    /// Returns the box around the marks.
    pub fn bounds(&self) -> Bounds {
        let places = self.marks.iter().flat_map(Mark::places);
        Bounds::of(places.copied())
    }
}

impl Mark {
    /// Returns its role.
    pub fn role(&self) -> Role {
        match *self {
            Self::Line(role, _) | Self::Fill(role, _) | Self::Point(role, _) | Self::Label(role, ..) => role,
        }
    }

    /// Whether any of it lies in a rectangle of the ground, given by two opposite corners.
    fn is_in_view(&self, view: [Vec2; 2]) -> bool {
        match self {
            Self::Line(_, points) => {
                points.windows(2).any(|pair| crosses(ground(pair[0]), ground(pair[1]), view))
            }
            Self::Fill(_, ring) => {
                let ring = flat(ring);
                let next = ring.iter().cycle().skip(1);
                let has_side = ring.iter().zip(next).any(|(&from, &to)| crosses(from, to, view));
                has_side || covers(&ring, (view[0] + view[1]) * 0.5)
            }
            Self::Point(_, at) | Self::Label(_, at, _) => contains(view, ground(*at)),
        }
    }

    fn places(&self) -> &[Vec3] {
        match self {
            Self::Line(_, points) | Self::Fill(_, points) => points,
            Self::Point(_, at) | Self::Label(_, at, _) => std::slice::from_ref(at),
        }
    }
}

/// Returns the ground positions of points; without an allocation for a few points.
fn flat(points: &[Vec3]) -> SmallVec<[Vec2; 8]> {
    points.iter().copied().map(ground).collect()
}

fn contains(view: [Vec2; 2], at: Vec2) -> bool {
    let (min, max) = (view[0].min(view[1]), view[0].max(view[1]));
    at.cmpge(min).all() && at.cmple(max).all()
}

/// Whether a segment intersects a rectangle: it has an end inside or crosses a diagonal.
fn crosses(from: Vec2, to: Vec2, view: [Vec2; 2]) -> bool {
    let segment = Segment::new(from, to);
    let [one, other] = view;
    let diagonals =
        [Segment::new(one, other), Segment::new(Vec2::new(one.x, other.y), Vec2::new(other.x, one.y))];
    contains(view, from) || diagonals.iter().any(|diagonal| segments_touch(&segment, diagonal))
}

/// Returns the forms in which each role is drawn; labels need no legend.
fn looks<'a>(marks: impl Iterator<Item = &'a Mark>) -> BTreeMap<Role, LegendMark> {
    let mut looks: BTreeMap<Role, LegendMark> = BTreeMap::new();
    for mark in marks {
        let role = mark.role();
        match mark {
            Mark::Line(..) => looks.entry(role).or_default().line = Some(role),
            Mark::Fill(..) => looks.entry(role).or_default().fill = Some(role),
            Mark::Point(..) => looks.entry(role).or_default().point = Some(role),
            Mark::Label(..) => {}
        }
    }
    looks
}

/// Returns the distance from a pointer to a line through points; infinite for fewer than two points.
fn distance(points: &[Vec3], pointer: &Pointer) -> f32 {
    let nearest = points.windows(2).map(|pair| pointer.nearest_on([pair[0], pair[1]]));
    nearest.map(|at| pointer.distance(at)).fold(f32::INFINITY, f32::min)
}
