//! Cameras, orbits and the grid.

use std::f64::consts::FRAC_PI_2;

use glam::{DVec3, Vec2, Vec3};
use navsmith::editor::view::camera::{Camera, round_step};
use navsmith::editor::view::grid::{GridSize, length, ruler_steps, scale_text};
use navsmith::editor::view::orbit::{Direction, OrbitCamera};
use navsmith::editor::view::views::{ViewId, ViewInput, Views};
use navsmith_core::geometry::{Bounds, ground};

fn cameras() -> impl Iterator<Item = OrbitCamera> {
    let angles = [(0.0, 0.0), (0.6, 0.7), (2.5, 1.5), (4.0, -0.4), (0.0, FRAC_PI_2)];
    angles.into_iter().flat_map(|(yaw, pitch)| {
        let target = DVec3::new(3.0, 1.0, -7.0);
        [false, true].map(|is_parallel| OrbitCamera {
            target,
            yaw,
            pitch,
            is_parallel,
            direction: None,
            ..OrbitCamera::default()
        })
    })
}

#[test]
fn the_target_is_in_the_middle_and_rays_lead_back_to_what_they_show() {
    for camera in cameras() {
        let middle = camera.screen_from_world(camera.target.as_vec3()).expect("in front");
        assert!(middle.distance(camera.size * 0.5) < 0.01, "{camera:?}: {middle}");
        for at in [Vec3::new(3.5, 1.0, -6.0), Vec3::new(2.0, 3.0, -9.0)] {
            let ray = camera.ray(camera.screen_from_world(at).expect("in front"));
            let away = (at - ray.origin).cross(ray.direction).length();
            assert!(away < 1e-3, "{camera:?}: {at} is {away} m from its ray");
        }
    }
}

#[test]
fn the_view_from_above_is_that_of_the_plan() {
    let mut camera = OrbitCamera::default();
    camera.look(Direction::Top);
    let [at, right, below] =
        [Vec3::ZERO, Vec3::X, Vec3::Z].map(|at| camera.screen_from_world(at).expect("in front"));
    assert!(right.x > at.x && (right.y - at.y).abs() < 1e-3, "X to the right");
    assert!(below.y > at.y && (below.x - at.x).abs() < 1e-3, "Z downwards");
}

#[test]
fn a_segment_that_passes_the_eye_is_cut() {
    let camera = OrbitCamera::default();
    let (eye, target) = (camera.eye().as_vec3(), camera.target.as_vec3());
    let behind = eye + (eye - target);
    let cut = camera.in_front([target, behind]).expect("a part is in front");
    assert!(cut.iter().all(|&end| camera.screen_from_world(end).is_some()), "{cut:?}");
    assert_eq!(camera.in_front([behind, behind + Vec3::Y]), None, "all of it is behind");
}

#[test]
fn turning_keeps_the_pivot_and_looking_around_keeps_the_eye() {
    for mut camera in cameras().filter(|camera| camera.pitch.abs() < 1.0) {
        let pivot = Vec3::new(4.0, 1.5, -8.0);
        camera.set_pivot(Some(pivot));
        let before = camera.screen_from_world(pivot).expect("in front");
        camera.turn(Vec2::new(60.0, 15.0));
        let after = camera.screen_from_world(pivot).expect("in front");
        assert!(after.distance(before) < 0.05, "{camera:?}: {before} to {after}");
        let eye = camera.eye();
        camera.look_around(Vec2::new(-30.0, 10.0));
        assert!(camera.eye().distance(eye) < 1e-9, "{camera:?}");
    }
}

#[test]
fn zooming_keeps_the_point_under_the_pointer() {
    for mut camera in cameras() {
        let at = DVec3::new(4.0, 1.5, -8.0);
        let before = camera.screen_from_world(at.as_vec3()).expect("in front");
        camera.zoom(2.5, at);
        let after = camera.screen_from_world(at.as_vec3()).expect("in front");
        assert!(after.distance(before) < 0.1, "{camera:?}: {before} to {after}");
    }
}

#[test]
fn framing_shows_every_corner_of_a_box_and_little_more() {
    let bounds = Bounds { min: Vec3::new(-30.0, 2.0, 5.0), max: Vec3::new(10.0, 6.0, 25.0) };
    let corners = (0..8).map(|i: u8| {
        let pick = |axis: u8, low: f32, high: f32| if i >> axis & 1 == 1 { high } else { low };
        Vec3::new(
            pick(0, bounds.min.x, bounds.max.x),
            pick(1, bounds.min.y, bounds.max.y),
            pick(2, bounds.min.z, bounds.max.z),
        )
    });
    for mut camera in cameras() {
        camera.frame(&bounds);
        let places = corners.clone().map(|at| camera.screen_from_world(at).expect("in front"));
        let [min, max] =
            places.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[min, max], at| [min.min(at), max.max(at)]);
        assert!(min.min_element() >= 0.0 && max.cmple(camera.size).all(), "{camera:?}: {min} to {max}");
        let share = ((max - min) / camera.size).max_element();
        assert!(share > 0.5, "{camera:?}: {share} of the view");
    }
}

#[test]
fn the_visible_ground_contains_what_is_on_the_screen() {
    for camera in cameras() {
        let above = camera.camera_over([0.0, 2.0]);
        let [min, max] = above.visible();
        for at in [Vec3::new(3.5, 0.0, -6.0), Vec3::new(2.0, 2.0, -9.0), Vec3::new(9.0, 1.0, -2.0)] {
            let screen = camera.screen_from_world(at).expect("in front");
            let is_seen = screen.cmpge(Vec2::ZERO).all() && screen.cmple(camera.size).all();
            let at = ground(at);
            let is_inside = at.cmpge(min).all() && at.cmple(max).all();
            assert!(is_inside || !is_seen, "{camera:?}: {at}");
        }
    }
    let mut camera = OrbitCamera::default();
    camera.look(Direction::Top);
    assert!(camera.camera_over([0.0, 2.0]).size.x < 2000.0, "from above, little more than the screen");
}

#[test]
fn flying_goes_where_the_view_looks() {
    let mut camera = OrbitCamera { pitch: 0.0, yaw: 0.0, speed: 4.0, ..OrbitCamera::default() };
    let eye = camera.eye();
    camera.fly(Vec3::Z, 0.5);
    assert!(camera.eye().distance(eye - DVec3::Z * 2.0) < 1e-9, "2 m along -Z in half a second");
    camera.change_speed(0.0);
    camera.fly(Vec3::new(1.0, 1.0, 0.0), 1.0);
    assert!(camera.eye().x > 0.0 && camera.eye().y > 0.0, "right and up, at least slowly");
}

#[test]
fn fixed_views_are_parallel_until_the_view_is_turned() {
    let mut camera = OrbitCamera::default();
    for direction in [Direction::Front, Direction::Left, Direction::Bottom] {
        camera.look(direction);
        assert!(camera.has_parallel_lines(), "{direction:?}");
        camera.look_back();
        camera.look_back();
        assert_eq!(camera.direction, Some(direction), "there and back");
    }
    camera.turn(Vec2::new(5.0, 0.0));
    assert!(!camera.has_parallel_lines(), "in perspective again");
}

#[test]
fn panning_moves_what_is_in_the_middle_with_the_pointer() {
    for mut camera in cameras() {
        let at = camera.target.as_vec3();
        let before = camera.screen_from_world(at).expect("in front");
        camera.pan(Vec2::new(30.0, -20.0));
        let after = camera.screen_from_world(at).expect("in front");
        assert!((after - before - Vec2::new(30.0, -20.0)).length() < 0.05, "{camera:?}");
    }
}

#[test]
fn steps_between_lines_are_round() {
    let steps = [0.013, 0.4, 1.0, 3.7, 80.0].map(round_step);
    assert_eq!(steps, [0.02, 0.5, 1.0, 5.0, 100.0], "the next longer");
    assert_eq!(round_step(0.0), 0.0, "nothing to draw");
}

#[test]
fn zooming_keeps_the_ground_under_the_pointer() {
    let mut camera = Camera::default();
    let pointer = Vec2::new(700.0, 100.0);
    let before = camera.ground_from_screen(pointer);
    camera.zoom(pointer, 3.0);
    assert!(camera.ground_from_screen(pointer).distance(before) < 1e-5, "the same place");
}

#[test]
fn grid_lines_are_ones_twos_and_fives_and_never_crowd() {
    let step = |meters_per_pixel| Camera { meters_per_pixel, ..Camera::default() }.grid_step();
    assert_eq!(
        [step(0.001), step(0.01), step(0.02), step(0.04), step(1.0)],
        [0.02, 0.2, 0.5, 0.5, 20.0],
        "metres"
    );
}

#[test]
fn framing_shows_the_whole_box_in_the_middle() {
    let mut camera = Camera::default();
    camera.frame(&Bounds { min: Vec3::new(10.0, 0.0, 0.0), max: Vec3::new(30.0, 0.0, 1.0) });
    assert_eq!(camera.screen_from_ground(Vec2::new(20.0, 0.5)), Vec2::new(400.0, 300.0), "centred");
    assert!(camera.screen_from_ground(Vec2::new(10.0, 0.5)).x > 0.0, "its left end is on the screen");
}

fn at(meters_per_pixel: f64) -> Camera {
    Camera { meters_per_pixel, ..Camera::default() }
}

#[test]
fn a_fixed_grid_does_not_follow_the_zoom_and_an_adaptive_one_does() {
    let steps = |size: GridSize| [0.001, 0.02, 1.0].map(|scale| size.step(&at(scale)));
    assert_eq!(steps(GridSize::Fixed(0.25)), [0.25; 3], "fixed");
    assert_eq!(steps(GridSize::Adaptive), [0.02, 0.5, 20.0], "adaptive");
}

#[test]
fn lines_that_are_drawn_lie_on_the_grid_and_never_crowd() {
    for step in GridSize::PRESETS {
        for scale in [0.0005, 0.003, 0.02, 0.04, 0.07, 0.3, 1.0, 7.0] {
            let drawn = GridSize::Fixed(step).drawn_step(&at(scale));
            let ratio = drawn / step;
            assert!((ratio - ratio.round()).abs() < 1e-3, "{drawn} is no multiple of {step}");
            assert!(f64::from(drawn) / scale >= 12.0, "{drawn} m at {scale} m a pixel crowd");
        }
    }
}

#[test]
fn presets_follow_each_other() {
    let camera = at(0.02);
    let half = GridSize::Fixed(0.5);
    assert_eq!(half.next(&camera, true), GridSize::Fixed(1.0), "coarser");
    assert_eq!(half.next(&camera, false), GridSize::Fixed(0.25), "finer");
    assert_eq!(GridSize::Adaptive.next(&camera, true), GridSize::Fixed(1.0), "from what it is now");
    assert_eq!(GridSize::Fixed(100.0).next(&camera, true), GridSize::Fixed(100.0), "the coarsest");
    assert_eq!(GridSize::Fixed(0.05).next(&camera, false), GridSize::Fixed(0.05), "the finest");
}

#[test]
fn coarse_lines_are_round_numbers_too() {
    let of = |scale| ruler_steps(&at(scale)).map(|step| length(step, step));
    assert_eq!(of(0.01), ["0.2", "1"], "fifths of a metre");
    assert_eq!(of(0.02), ["0.5", "2"], "halves");
    assert_eq!(of(0.08), ["1", "5"], "metres");
}

#[test]
fn zero_has_no_sign_and_no_decimals() {
    assert_eq!(length(-0.0, 0.5), "0", "the origin");
    assert_eq!(length(1.5, 0.5), "1.5", "a half");
    assert_eq!([0.5, 20.0, 2000.0].map(scale_text), ["0.5 m", "20 m", "2 km"], "scale bars");
}

#[test]
fn a_framed_box_is_in_the_part_that_is_not_covered() {
    let mut views = Views::default();
    let size = Vec2::new(800.0, 600.0);
    views.handle(ViewId::ABOVE, ViewInput::Resize(size));
    let bounds = Bounds { min: Vec3::new(3.0, 0.0, 4.0), max: Vec3::new(9.0, 0.0, 6.0) };
    views.frame(&bounds, 300.0);
    let x = |views: &Views, at: Vec3| views.camera(ViewId::ABOVE).screen_from_ground(ground(at)).x;
    let [left, right] = [bounds.min, bounds.max].map(|at| x(&views, at));
    assert!(left > 0.0 && right < 500.0 && right - left > 400.0, "from {left} to {right}");
    assert_eq!(views.camera(ViewId::ABOVE).size, size);
    views.frame(&Bounds::of([Vec3::ONE]), 1e6);
    assert!((0.0..200.0).contains(&x(&views, Vec3::ONE)), "a covered view still shows it");
}
