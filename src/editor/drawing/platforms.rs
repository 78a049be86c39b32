//! A side view: gravity, platforms, the reachable region, flights and jumps.

use glam::DVec2;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::platforms::flight::{self, Flight};
use crate::editor::platforms::found::{self, RegionStart};
use crate::editor::platforms::{gravity, jumps};
use crate::editor::view::scene::platforms::PlatformMark;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::geometry::{Bounds, Vec2, Vec3, at_height, ground};
use navsmith_core::navmesh::HalfEdge;
use navsmith_core::platformer::{Gravity, Platform, PlatformLink, ReachableRegion, ThrowEvent};

/// Maximum number of marks of each kind.
const MOST: usize = 10_000;

/// Number of platforms in the view up to which each has its number.
const MOST_NUMBERS: usize = 200;

/// Number of straight parts of a jump.
const PARTS: u32 = 16;

/// Draws the reachable region below the marks of the mesh; with the pointer, also that around it.
pub(super) fn draw_region(state: &State, scene: &mut Scene, has_pointer: bool) {
    let at_pointer: Option<ReachableRegion>;
    let region = match found::region_start(state) {
        RegionStart::Pointer => {
            at_pointer = if has_pointer { found::region_at_pointer(state) } else { None };
            at_pointer.as_ref()
        }
        RegionStart::Start | RegionStart::Nothing => found::region(state),
    };
    if let Some(region) = region {
        let role = Role::Platform(PlatformMark::Region);
        scene::draw_cells_in_view(state.mesh(), scene, role, region.cells.iter().copied(), MOST);
    }
}

/// Draws gravity, platforms, jumps and flights.
pub(super) fn draw_platforms(state: &State, scene: &mut Scene) {
    let Some(side_view) = state.document().side_view() else { return };
    let height = state.mesh().bounds().center().y;
    let height = if height.is_finite() { height } else { 0.0 };
    let at = |point: DVec2| at_height(point.as_vec2(), height);
    if let Some(found) = found::found(state) {
        let rest = found.surfaces.iter().filter(|surface| surface.test.is_rest);
        let camera = scene.camera;
        let is_seen = |points: &[DVec2]| camera.sees(&Bounds::of(points.iter().copied().map(at)));
        for surface in rest.filter(|surface| is_seen(&ends(state, surface.side))).take(MOST) {
            scene::draw_side(state.mesh(), scene, Role::Platform(PlatformMark::Surface), surface.side);
        }
        let seen = found.platforms.iter().enumerate().filter(|(_, platform)| is_seen(&platform.points));
        let has_numbers = seen.clone().count() <= MOST_NUMBERS;
        for (index, platform) in seen.take(MOST) {
            let is_framed = found::framed(state) == Some(index);
            let mark = if is_framed { PlatformMark::Framed } else { PlatformMark::Bounds };
            scene.polyline(Role::Platform(mark), bounds(&side_view.gravity, platform).map(at).into());
            if let [first, .., last] = *platform.points
                && has_numbers
            {
                scene.label(
                    Role::Platform(PlatformMark::Surface),
                    at(first.midpoint(last)),
                    index.to_string(),
                );
            }
        }
    }
    for jump in jumps::found(state).into_iter().flat_map(|found| &found.jumps).take(MOST) {
        draw_jump(scene, jump, &at);
    }
    draw_flights(state, scene, &|point: Vec2| at_height(point, height));
    if let Some([from, to]) = gravity::arrow(state) {
        let role = Role::Platform(PlatformMark::Gravity);
        scene.line(role, from, to);
        scene.arrow_head(role, from, to);
        scene.point(role, to);
        let pull = side_view.gravity.pull.length();
        scene.label(role, from, state.document().worded(format!("{pull:.2} m/s²")));
    }
}

/// Returns the ends of a side, as X and Z.
fn ends(state: &State, side: HalfEdge) -> SmallVec<[DVec2; 2]> {
    let ends = state.mesh().half_edge(side).into_iter().flatten();
    ends.map(|end| ground(state.mesh().position(end)).as_dvec2()).collect()
}

/// Returns the corners of the box of a platform, the first one twice.
fn bounds(gravity: &Gravity, platform: &Platform) -> [DVec2; 5] {
    let [low, high] = platform.bounds;
    let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y), low];
    corners.map(|corner| gravity.right() * corner.x - gravity.down() * corner.y)
}

fn draw_jump(scene: &mut Scene, jump: &PlatformLink, at: &dyn Fn(DVec2) -> Vec3) {
    let role = Role::Platform(PlatformMark::Jump);
    let [from, to] = jump.ends;
    let place = |part: u32| {
        let time = jump.time * f64::from(part) / f64::from(PARTS);
        from + jump.velocity * time + jump.acceleration * (0.5 * time * time)
    };
    let parts = if jump.acceleration == DVec2::ZERO { 0 } else { PARTS };
    let mut points: Vec<Vec3> = (0..parts).map(|part| at(place(part))).collect();
    if points.is_empty() {
        points.push(at(from));
    }
    points.push(at(to));
    if let [.., before, end] = *points {
        scene.arrow_head(role, before, end);
    }
    scene.polyline(role, points);
}

fn draw_flights(state: &State, scene: &mut Scene, at: &dyn Fn(Vec2) -> Vec3) {
    let (Some(body), Some(listed)) = (flight::thrown(state), flight::listed(state)) else { return };
    let line = |flight: &Flight| -> Vec<Vec3> { flight.curve.iter().map(|&point| at(point)).collect() };
    let others = flight::flights(state).unwrap_or_default().iter();
    for other in others.filter(|other| flight::differ(other, listed)) {
        scene.polyline(Role::Platform(PlatformMark::OtherFlight), line(other));
    }
    let role = Role::Platform(PlatformMark::Flight);
    scene.polyline(role, line(listed));
    for event in &listed.events {
        let mark = match event {
            ThrowEvent::Crossed { .. } => PlatformMark::Crossing,
            ThrowEvent::Reflected { .. } => PlatformMark::Reflection,
            ThrowEvent::Thrown { .. } | ThrowEvent::Ended(_) => PlatformMark::Flight,
            ThrowEvent::Inside { .. } => continue,
        };
        scene.point(Role::Platform(mark), at(event.at().as_vec2()));
    }
    let [from, tip] = [body.from, flight::tip(&body)].map(at);
    let role = Role::Platform(PlatformMark::Velocity);
    scene.line(role, from, tip);
    scene.arrow_head(role, from, tip);
}
