//! A body that is thrown by hand, moved by all methods.

use glam::DVec2;

use super::found::LARGE;
use crate::editor::State;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::geometry::Vec2;
use navsmith_core::platformer::{
    FlightEnd, FreeSpace, Gravity, Throw, ThrowEvent, ThrowMethod, throw_observed,
};
use navsmith_core::progress::Stopped;

/// Time of a step of the methods that move in steps, in seconds.
const TIME_STEP: f64 = 0.016;

/// Distance between the ends of two flights from which they differ, in metres.
const APART: f64 = 0.01;

/// Maximum number of events that are kept of a flight.
const MOST_EVENTS: usize = 10_000;

/// Speed of a body for each metre that it is dragged, in m/s.
const SPEED: f32 = 3.0;

/// Velocity of the first body that is thrown by a click, in m/s: up to the right in the view.
const FIRST: Vec2 = Vec2::new(3.0, -5.0);

/// Number of straight parts of the curve between two events.
const PARTS: u32 = 12;

/// The methods whose flights are beside each other, in the order of lists.
pub const METHODS: [ThrowMethod; 3] = [
    ThrowMethod::Exact,
    ThrowMethod::SmallestTime { step: TIME_STEP },
    ThrowMethod::Signs { step: TIME_STEP },
];

/// The start of a body and its velocity, as X and Z in m and m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrownBody {
    /// The start.
    pub from: Vec2,
    /// The velocity.
    pub velocity: Vec2,
}

/// A flight by one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// Its events; the last ones of a long flight are left out.
    pub events: Vec<ThrowEvent>,
    /// Its end.
    pub end: FlightEnd,
    /// Points along the flight.
    pub curve: Vec<Vec2>,
}

/// Key of the flights of a thrown body.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct FlightsKey {
    ground: MeshSnapshot,
    gravity: Gravity,
    body: ThrownBody,
}

impl Analysis for FlightsKey {
    /// One for each of [`METHODS`]; empty if the start is in a solid.
    type Value = Vec<Flight>;

    const TITLE: &'static str = "throwing a body";

    fn when(state: &State) -> When {
        if state.document().side_view().is_none() {
            return When::Never;
        }
        When::for_cells(state, LARGE, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        let (view, body) = (state.document().side_view()?, state.platforms.thrown?);
        Some(Self { ground: state.mesh_snapshot(), gravity: view.gravity, body })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Vec<Flight>, Stopped> {
        let space = FreeSpace::new(&self.ground.mesh, &self.ground.derived);
        let [from, velocity] = [self.body.from, self.body.velocity].map(Vec2::as_dvec2);
        let throw = Throw::new(from, velocity, &self.gravity);
        let flight = |method: ThrowMethod| {
            let mut events = Vec::new();
            let mut observe = |event: ThrowEvent| {
                if events.len() < MOST_EVENTS {
                    events.push(event);
                }
            };
            let end = throw_observed(&space, &self.gravity, &throw, method, &mut observe)?;
            let curve = curve(&throw, &events);
            Some(Flight { events, end, curve })
        };
        Ok(METHODS.into_iter().filter_map(flight).collect())
    }
}

/// Returns points along the parabolas between the events.
fn curve(throw: &Throw, events: &[ThrowEvent]) -> Vec<Vec2> {
    let (mut from, mut velocity, mut time) = (throw.from, throw.velocity, 0.0);
    let mut points = vec![from.as_vec2()];
    for event in events {
        let passed = event.time() - time;
        let at = |share: f64| -> DVec2 {
            let t = passed * share;
            from + velocity * t + throw.acceleration * (0.5 * t * t)
        };
        points.extend((1..PARTS).map(|part| at(f64::from(part) / f64::from(PARTS)).as_vec2()));
        points.push(event.at().as_vec2());
        velocity += throw.acceleration * passed;
        (from, time) = (event.at(), event.time());
        if let ThrowEvent::Reflected { velocity: reflected, .. } = *event {
            velocity = reflected;
        }
    }
    points
}

/// Returns the flights of the thrown body by each of [`METHODS`].
///
/// `None` without a body, and until they are computed; empty if the start is in a solid.
pub fn flights(state: &State) -> Option<&[Flight]> {
    state.value::<FlightsKey>().map(Vec::as_slice)
}

/// Returns the flight by the method that is listed.
pub fn listed(state: &State) -> Option<&Flight> {
    let index = METHODS.iter().position(|&method| method == state.platforms.method)?;
    flights(state)?.get(index)
}

/// Whether two flights end in different places.
pub fn differ(one: &Flight, other: &Flight) -> bool {
    one.end.at.distance(other.end.at) > APART
}

/// Returns the body that was thrown last.
pub fn thrown(state: &State) -> Option<ThrownBody> {
    state.platforms.thrown
}

/// Returns the method of the flight that is listed.
pub fn method(state: &State) -> ThrowMethod {
    state.platforms.method
}

/// Returns a body that is thrown from a point towards a tip.
pub(in crate::editor) fn aimed(from: Vec2, tip: Vec2) -> ThrownBody {
    ThrownBody { from, velocity: (tip - from) * SPEED }
}

/// Returns the tip of the arrow of the velocity.
pub(in crate::editor) fn tip(body: &ThrownBody) -> Vec2 {
    body.from + body.velocity / SPEED
}

/// Returns a body that is thrown from a point like the last one.
pub(in crate::editor) fn from_here(state: &State, from: Vec2) -> ThrownBody {
    ThrownBody { from, velocity: state.platforms.thrown.map_or(FIRST, |body| body.velocity) }
}

/// Returns the text about the flight beside the pointer.
pub(in crate::editor) fn readout(state: &State) -> String {
    let Some(body) = thrown(state) else { return String::new() };
    let speed = format!("{:.2} m/s", body.velocity.length());
    match (flights(state), listed(state)) {
        (_, Some(Flight { end, .. })) => {
            let what = ThrowEvent::Ended(*end).caption();
            format!("{speed}  |  {:.2} s  |  {}", end.time, what.trim_end_matches('.'))
        }
        (Some(_), None) => format!("{speed}  |  the start is in a solid"),
        (None, None) => speed,
    }
}
