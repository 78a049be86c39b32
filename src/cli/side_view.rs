//! `navsmith platforms`, `throw` and `jumps`: a mesh that is seen from the side, under gravity.

use glam::{DVec2, Vec2};
use serde::Serialize;

use super::args::file::WriteArguments;
use super::args::side_view::{
    JumpsArguments, PlatformsArguments, SideViewArguments, ThrowArguments, ThrowMethodName,
};
use super::convert::{ConvertTarget, format_of};
use super::load::{Loaded, load};
use super::output::{in_lines, json_worded, plain_count};
use super::progress::shown;
use super::{Done, Exit};

use navsmith_core::navmesh::{Derived, HalfEdge, Link};
use navsmith_core::platformer::{
    FreeSpace, Gravity, Jumper, Platform, PlatformLink, ReachableRegion, Throw, ThrowEvent, ThrowMethod,
    ThrowOutcome, platform_links, platforms as find_platforms, throw_observed, why_unreachable,
};

/// Maximum number of steps of a flight.
const MOST_STEPS: f64 = 1e6;

/// A point or a vector as X and Z.
type Pair = [f64; 2];

#[derive(Serialize)]
struct SideAnswer {
    cell: u32,
    side: u32,
}

#[derive(Serialize)]
struct PlatformAnswer {
    /// Length of all sides, in metres.
    length: f64,
    /// The ends of the sides, in order.
    points: Vec<Pair>,
    sides: Vec<SideAnswer>,
}

#[derive(Serialize)]
struct PlatformsAnswer {
    platforms: Vec<PlatformAnswer>,
    /// Number of cells that are connected with the point; absent without a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached_cells: Option<usize>,
    /// Number of sides at which constraints stop the flood; absent without a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    constraints: Option<usize>,
}

#[derive(Serialize)]
struct EventAnswer {
    /// `thrown`, `inside`, `crossed`, `reflected`, or how the flight ends.
    ///
    /// The last event is `landed`, `slope`, `constraint`, `reflection_limit`, `time_limit` or `step_limit`.
    event: &'static str,
    /// Seconds since the start.
    time: f64,
    at: Pair,
    /// The side that is crossed or hit; `null` for others, and for diagonals of concave cells.
    side: Option<SideAnswer>,
}

#[derive(Serialize)]
struct ThrowAnswer {
    has_landed: bool,
    events: Vec<EventAnswer>,
    /// Velocity at the end, in m/s.
    velocity: Pair,
}

#[derive(Serialize)]
struct LinkAnswer {
    /// Platforms by number, from 0.
    platforms: [usize; 2],
    /// `walk`, `drop` or `jump`.
    kind: &'static str,
    from: Pair,
    to: Pair,
    /// Velocity at the take-off, in m/s.
    velocity: Pair,
    /// Acceleration in the air with gravity, in m/s².
    acceleration: Pair,
    seconds: f64,
}

#[derive(Serialize)]
struct LinksAnswer {
    platforms: usize,
    links: Vec<LinkAnswer>,
}

#[derive(Serialize)]
struct BetweenAnswer {
    is_reachable: bool,
    /// What is missing; `null` if a way leads there.
    why: Option<String>,
}

/// A file as a side view.
struct LoadedSideView {
    loaded: Loaded,
    derived: Derived,
    gravity: Gravity,
}

impl LoadedSideView {
    fn load(view: &SideViewArguments) -> Result<Self, String> {
        let loaded = load(&view.source)?;
        let gravity = view.gravity(&loaded.document.side_view_or_usual());
        if gravity.pull == Vec2::ZERO {
            return Err("gravity is 0, so nothing falls; give --gravity X,Z in m/s², as in 0,9.81".into());
        }
        let derived = Derived::build(&loaded.document.mesh);
        Ok(Self { loaded, derived, gravity })
    }

    fn space(&self) -> FreeSpace<'_> {
        FreeSpace::new(&self.loaded.document.mesh, &self.derived)
    }

    /// Returns an answer as JSON, or as a line and its list.
    fn done(
        &self,
        answer: Option<&impl Serialize>,
        line: String,
        list: &[String],
        exit: Exit,
    ) -> Result<Done, String> {
        let text = match answer {
            Some(answer) => json_worded(&self.loaded.document, answer)?,
            None => line + "\n" + &in_lines(list),
        };
        let done = Done { exit, ..Done::found(text) }.with_aside(self.loaded.left_out_line());
        Ok(if answer.is_some() { done } else { done.worded_by(&self.loaded.document) })
    }
}

pub(super) fn platforms(arguments: &PlatformsArguments) -> Result<Done, String> {
    let view = LoadedSideView::load(&arguments.view)?;
    let space = view.space();
    let found = find_platforms(&space, &view.gravity);
    let region = arguments.from.map(|from| {
        ReachableRegion::around(&space, from)
            .ok_or_else(|| format!("{} is in a solid; choose a point on a cell", place(from.as_dvec2())))
    });
    let region = region.transpose()?;
    let answer = PlatformsAnswer {
        platforms: found.iter().map(PlatformAnswer::of).collect(),
        reached_cells: region.as_ref().map(|region| region.cells.len()),
        constraints: region.as_ref().map(|region| region.constraints.len()),
    };
    let count = plain_count(found.len(), "platform", "platforms");
    let reached = region.map_or_else(String::new, |region| {
        let cells = plain_count(region.cells.len(), "cell", "cells");
        format!(", {cells} connected with the point")
    });
    let list = found.iter().enumerate().map(|(number, platform)| {
        let mut ends = [platform.points[0], platform.points[platform.points.len() - 1]];
        ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let [from, to] = ends.map(place);
        let sides = plain_count(platform.sides.len(), "side", "sides");
        format!("  platform {number}: {:.3} m from {from} to {to}, {sides}", platform.length)
    });
    let exit = Exit::of(!found.is_empty());
    view.done(arguments.json.then_some(&answer), count + &reached, &list.collect::<Vec<_>>(), exit)
}

pub(super) fn throw(arguments: &ThrowArguments) -> Result<Done, String> {
    let view = LoadedSideView::load(&arguments.view)?;
    let [from, velocity] = [arguments.from, arguments.velocity].map(Vec2::as_dvec2);
    let most_time = f64::from(arguments.seconds);
    let thrown = Throw { most_time, ..Throw::new(from, velocity, &view.gravity) };
    let step = f64::from(arguments.time_step);
    if arguments.method != ThrowMethodName::Exact && most_time / step > MOST_STEPS {
        return Err(format!(
            "{most_time} s have more than {MOST_STEPS} steps; give a longer --time-step or fewer --seconds"
        ));
    }
    let method = match arguments.method {
        ThrowMethodName::Exact => ThrowMethod::Exact,
        ThrowMethodName::Steps => ThrowMethod::SmallestTime { step },
        ThrowMethodName::Signs => ThrowMethod::Signs { step },
    };
    let mut events = Vec::new();
    let mut observe = |event: ThrowEvent| events.push(event);
    let end = throw_observed(&view.space(), &view.gravity, &thrown, method, &mut observe);
    let end = end.ok_or_else(|| format!("{} is in a solid; choose a start on a cell", place(from)))?;
    let has_landed = matches!(end.outcome, ThrowOutcome::Landed(_));
    let answers: Vec<EventAnswer> = events.iter().map(EventAnswer::of).collect();
    let list = events.iter().zip(&answers).map(|(event, answer)| {
        let side = event.side().map_or_else(String::new, |side| format!(", {side}"));
        let name = answer.event.replace('_', " ");
        format!("  {:.4} s {name} at {}{side}", event.time(), place(event.at()))
    });
    let list: Vec<String> = list.collect();
    let name = end.outcome.name().replace('_', " ");
    let line = format!("{name} at {} after {:.4} s", place(end.at), end.time);
    let answer = ThrowAnswer { has_landed, events: answers, velocity: end.velocity.to_array() };
    view.done(arguments.json.then_some(&answer), line, &list, Exit::of(has_landed))
}

pub(super) fn jumps(arguments: &JumpsArguments) -> Result<Done, String> {
    let WriteArguments { is_forced, is_strict, json } = arguments.writing;
    if arguments.out.is_none() && (is_forced || is_strict) {
        return Err("--force and --strict are about the file to write; give -o OUT".into());
    }
    let format =
        arguments.out.as_deref().map(|out| format_of(out).map(|format| (out, format))).transpose()?;
    let view = LoadedSideView::load(&arguments.view)?;
    let (space, jumper) = (view.space(), arguments.jumper(&view.loaded.document.side_view_or_usual()));
    let found = find_platforms(&space, &view.gravity);
    let links =
        shown("searching jumps", |progress| platform_links(&space, &view.gravity, &found, &jumper, progress));
    let links = links.map_err(|stopped| stopped.to_string())?;
    if let Some(&[from, to]) = arguments.between.as_deref() {
        return between(&view, (&found, &links), &jumper, [from, to], json);
    }
    let count = plain_count(links.len(), "link", "links");
    let line = format!("{count} between {}", plain_count(found.len(), "platform", "platforms"));
    let Some((out, format)) = format else {
        let answer =
            LinksAnswer { platforms: found.len(), links: links.iter().map(LinkAnswer::of).collect() };
        let list: Vec<String> = links.iter().map(|link| format!("  {}", sentence(link))).collect();
        let exit = Exit::of(!links.is_empty());
        return view.done(json.then_some(&answer), line, &list, exit);
    };
    let mesh = &view.loaded.document.mesh;
    let known: Vec<Link> = mesh.links().map(|(_, link)| *link).collect();
    let proposed = links.iter().map(|link| link.proposed(&space, &jumper));
    let added: Vec<Link> = proposed.filter(|link| !known.contains(link)).collect();
    let note = format!("{} between platforms were added", plain_count(added.len(), "link", "links"));
    let mesh = mesh.clone().with_links(known.into_iter().chain(added))?;
    let mut loaded = view.loaded;
    loaded.document = loaded.document.with_mesh(mesh);
    loaded.notes.push(note);
    let coordinates = arguments.axes.coordinates();
    ConvertTarget { out, format, coordinates, how: arguments.writing }.write(loaded)
}

/// States whether a way leads from one platform to another one, and what is missing.
fn between(
    view: &LoadedSideView,
    (platforms, links): (&[Platform], &[PlatformLink]),
    jumper: &Jumper,
    pair: [usize; 2],
    is_json: bool,
) -> Result<Done, String> {
    if let Some(missing) = pair.into_iter().find(|&number| number >= platforms.len()) {
        let count = plain_count(platforms.len(), "platform", "platforms");
        return Err(format!("there is no platform {missing}; there are {count}, numbered from 0"));
    }
    let space = view.space();
    let why = why_unreachable(&space, &view.gravity, platforms, (jumper, links), pair);
    let why = why.map(|why| why.to_string());
    let line = why
        .clone()
        .unwrap_or_else(|| format!("A way leads from platform {} to platform {}.", pair[0], pair[1]));
    let answer = BetweenAnswer { is_reachable: why.is_none(), why };
    let exit = Exit::of(answer.is_reachable);
    view.done(is_json.then_some(&answer), line, &[], exit)
}

impl SideAnswer {
    fn of(side: HalfEdge) -> Self {
        Self { cell: side.cell.0, side: side.side }
    }
}

impl PlatformAnswer {
    fn of(platform: &Platform) -> Self {
        Self {
            length: platform.length,
            points: platform.points.iter().map(DVec2::to_array).collect(),
            sides: platform.sides.iter().map(|&side| SideAnswer::of(side)).collect(),
        }
    }
}

impl EventAnswer {
    fn of(event: &ThrowEvent) -> Self {
        let name = match event {
            ThrowEvent::Thrown { .. } => "thrown",
            ThrowEvent::Inside { .. } => "inside",
            ThrowEvent::Crossed { .. } => "crossed",
            ThrowEvent::Reflected { .. } => "reflected",
            ThrowEvent::Ended(end) => end.outcome.name(),
        };
        let side = event.side().filter(|side| !side.is_diagonal()).map(SideAnswer::of);
        Self { event: name, time: event.time(), at: event.at().to_array(), side }
    }
}

impl LinkAnswer {
    fn of(link: &PlatformLink) -> Self {
        Self {
            platforms: link.platforms,
            kind: link.kind.name(),
            from: link.ends[0].to_array(),
            to: link.ends[1].to_array(),
            velocity: link.velocity.to_array(),
            acceleration: link.acceleration.to_array(),
            seconds: link.time,
        }
    }
}

/// Describes a link in a line.
fn sentence(link: &PlatformLink) -> String {
    let [from, to] = link.platforms;
    let [takeoff, landing] = link.ends.map(place);
    let name = link.kind.name();
    format!("{name} from platform {from} to platform {to}: {takeoff} to {landing}, {:.3} s", link.time)
}

fn place(at: DVec2) -> String {
    format!("({:.3}, {:.3})", at.x, at.y)
}
