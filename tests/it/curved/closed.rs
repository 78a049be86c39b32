//! Paths on closed surfaces: spheres and a torus.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::geometry::{SplitMix64, ground};
use navsmith_core::navmesh::edit::reverse_winding;
use navsmith_core::navmesh::{AreaId, Derived, Draft, NavMesh, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_formats::document::{Document, NamedQuery};

use super::{PIECES, Sphere, built, corners, ends};

#[test]
fn around_a_sphere_a_path_keeps_close_to_the_great_circle_where_one_pulled_flat_does_not() {
    let sphere = Sphere::new(12, 24);
    for (from, to, across) in [(0.6, 0.6, 1.0), (-0.3, 0.3, 2.5), (0.8, -0.2, 1.5), (-0.9, 0.9, 2.8)] {
        let ends = [Sphere::direction(from, 0.1), Sphere::direction(to, 0.1 + across)];
        let (curved, great_circle) = sphere.around(Pulling::Curved, ends);
        let (flat, _) = sphere.around(Pulling::Ground, ends);
        assert!((curved / great_circle - 1.0).abs() < 0.01, "{from} to {to}: {curved} for {great_circle}");
        assert!(flat > curved * 1.02, "{from} to {to}: {flat} and {curved}");
    }
}

#[test]
fn along_great_circles_a_path_is_as_long_as_on_the_unfolded_sphere_or_shorter() {
    let Sphere { mesh } = Sphere::new(24, 48);
    let sphere = Sphere { mesh: mesh.with_closed_surface(true) };
    let mut chance = SplitMix64(7);
    let mut direction = || {
        let [up, around] = [chance.unit(), chance.unit()];
        Sphere::direction((up as f32 * 1.9 - 0.95).asin(), TAU * around as f32)
    };
    let (mut sums, count) = ([0.0; 2], 100);
    for _ in 0..count {
        let ends = [direction(), direction()];
        for (sum, pulling) in sums.iter_mut().zip([Pulling::Curved, Pulling::Sphere]) {
            let (length, great_circle) = sphere.around(pulling, ends);
            assert!(length > great_circle * 0.98, "{pulling}: {length} for {great_circle}");
            *sum += length / great_circle - 1.0;
        }
    }
    let [curved, round] = sums.map(|sum| sum / f64::from(count));
    assert!(round < curved + 1e-3, "on the mean {round} on the sphere, {curved} unfolded");
}

#[test]
fn on_a_closed_surface_every_corridor_leads_from_the_start_to_the_target() {
    let mesh = Sphere::new(24, 48).mesh.with_closed_surface(true);
    let derived = Derived::build(&mesh);
    let mut chance = SplitMix64(11);
    let mut end = || {
        let [up, around] = [chance.unit(), chance.unit()];
        let at = Sphere::CENTER
            + Sphere::direction((up as f32 * 1.9 - 0.95).asin(), TAU * around as f32) * Sphere::RADIUS;
        Endpoint { ground: Vec2::new(at.x, at.z), height: Some(at.y) }
    };
    let mut count = 0;
    for _ in 0..60 {
        let (start, target) = (end(), end());
        for pulling in [Pulling::Ground, Pulling::Curved, Pulling::Sphere] {
            for algorithm in [AlgorithmChoice::Automatic, Algorithm::Polyanya.into()] {
                let settings = Settings { algorithm, pulling, max_height: 0.5, ..Settings::default() };
                let answer = find_path(&mesh, &derived, &Query { start, target, settings });
                let Some(path) = answer.path() else { continue };
                let ends = [path.waypoints.first(), path.waypoints.last()];
                let cells = [path.corridor.first(), path.corridor.last()];
                for (at, cell) in ends.into_iter().flatten().zip(cells.into_iter().flatten()) {
                    let nearest = Surface::of(&mesh, *cell).nearest_to(ground(at.point), Some(at.point.y));
                    let away = nearest.as_vec3().distance(at.point);
                    assert!(away < 1e-3, "{pulling}, {algorithm:?}: {away} m from cell {}", cell.0);
                }
                count += 1;
            }
        }
    }
    assert!(count >= 180, "automatic selection finds all paths: {count}");
}

#[test]
fn the_default_on_a_sphere_is_at_most_0_3_percent_above_the_great_circle() {
    let mesh = Sphere::new(24, 48).mesh.with_closed_surface(true);
    let derived = Derived::build(&mesh);
    let mut chance = SplitMix64(5);
    let mut direction = || {
        let [up, around] = [chance.unit(), chance.unit()];
        Sphere::direction((up as f32 * 2.0 - 1.0).asin(), TAU * around as f32)
    };
    let (mut sum, count) = (0.0, 200);
    for _ in 0..count {
        let ends = [direction(), direction()];
        let [start, target] = ends.map(|end| {
            let at = Sphere::CENTER + end * Sphere::RADIUS;
            Endpoint { ground: Vec2::new(at.x, at.z), height: Some(at.y) }
        });
        let query = Query { start, target, settings: Settings { max_height: 0.5, ..Settings::default() } };
        let answer = find_path(&mesh, &derived, &query);
        let path = answer.path().expect("all is connected");
        let great_circle = f64::from(ends[0].angle_between(ends[1]) * Sphere::RADIUS);
        assert!(path.length > great_circle * 0.985, "{} for {great_circle}", path.length);
        sum += path.length / great_circle;
    }
    let mean = sum / f64::from(count);
    assert!(mean <= 1.003, "{mean}");
}

#[test]
fn the_default_on_a_torus_is_the_unfolded_surface() {
    let mesh = torus(24, 12).with_closed_surface(true);
    let derived = Derived::build(&mesh);
    assert!(!derived.is_sphere() && Pulling::Ground.on(&derived) == Pulling::Curved);
    let top = |x: f32, z: f32, y: f32| Endpoint { ground: Vec2::new(x, z), height: Some(y) };
    let ends = [top(10.0, 0.1, 3.0), top(-10.0, 0.1, -3.0)];
    let paths = [Pulling::Ground, Pulling::Curved].map(|pulling| {
        let settings = Settings { pulling, ..Settings::default() };
        let answer = find_path(&mesh, &derived, &Query { start: ends[0], target: ends[1], settings });
        answer.path().expect("all is connected").clone()
    });
    assert_eq!(paths[0].waypoints, paths[1].waypoints);
}

/// Returns a torus around the Y axis with radii of 10 m and 3 m.
fn torus(around: usize, across: usize) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let angle = |nth: usize, of: usize| TAU * nth as f32 / of as f32;
    let corners: Vec<Vec<_>> = (0..around)
        .map(|i| {
            let (sin, cos) = angle(i, around).sin_cos();
            let corner = |j| {
                let (up, out) = angle(j, across).sin_cos();
                let radius = 10.0 + 3.0 * out;
                draft.add_vertex(Vec3::new(radius * cos, 3.0 * up, -radius * sin))
            };
            (0..across).map(corner).collect()
        })
        .collect();
    for i in 0..around {
        for j in 0..across {
            let (next, above) = (&corners[(i + 1) % around], (j + 1) % across);
            draft.add_cell([corners[i][j], next[j], next[above], corners[i][above]], AreaId(0));
        }
    }
    draft.into_mesh()
}

#[test]
fn a_sphere_that_faces_its_centre_is_walked_like_one_that_faces_outwards() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let mut draft = Draft::of(mesh.clone());
    let turned: Vec<_> = mesh.cells().map(|(id, _)| id).collect();
    reverse_winding(&mut draft, &turned).expect("all cells can be turned");
    let hollow = Sphere { mesh: draft.into_mesh() };
    let ends = [Sphere::direction(0.6, 0.1), Sphere::direction(0.4, 1.1)];
    let [(outer, _), (inner, _)] = [Sphere { mesh }, hollow].map(|it| it.around(Pulling::Sphere, ends));
    assert!((outer - inner).abs() < 1e-3, "{outer} and {inner}");
}

#[test]
fn on_a_closed_surface_a_point_is_located_at_the_nearest_ground_also_below() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let below = Sphere::CENTER + Sphere::direction(-1.2, 0.4) * (Sphere::RADIUS + 0.3);
    let below = Endpoint { ground: Vec2::new(below.x, below.z), height: Some(below.y) };
    let located = |mesh: &NavMesh| locate(mesh, &Derived::build(mesh), below, 2.0).expect("there are cells");
    let off = located(&mesh);
    assert!(off.off_mesh.is_some(), "no floor lies below: {off:?}");
    let closed = mesh.with_closed_surface(true);
    let on = located(&closed);
    assert_eq!(on.off_mesh, None);
    let foot = Vec3::new(below.ground.x, below.height.unwrap_or_default(), below.ground.y);
    assert!(on.point.distance(foot) < 0.5, "the point of the ground across, not far away: {on:?}");
    assert_eq!(PointLocator::build(&closed).locate(below, 2.0), Some(on), "prepared");
    let far = locate(&closed, &Derived::build(&closed), below, 0.1).expect("there are cells");
    assert!(far.off_mesh.is_some(), "0.3 m are more than 0.1 m");
}

#[test]
fn where_the_string_is_pulled_is_one_step_of_the_query() {
    let offsets: Vec<f32> = (0..PIECES + 3).map(|i| if i % 8 < 4 { 0.45 } else { -0.45 }).collect();
    let [start, target] = ends(&offsets).0.map(|at| Some(Endpoint { ground: at.into(), height: Some(0.0) }));
    let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
    let query = NamedQuery { start, target, settings, ..NamedQuery::default() };
    let document = Document { queries: vec![query].into(), ..Document::of_mesh(built(&offsets, false)) };
    let mut editor = Editor::new(document);
    let corners =
        |editor: &Editor| corners(editor.answer().and_then(|answer| answer.path()).expect("a path"));
    let flat = corners(&editor);
    editor.handle(Input::Run(Command::ToggleCurved));
    assert_eq!(Command::ToggleCurved.is_checked(&editor), Some(true), "the menu has a mark");
    let curved = corners(&editor);
    assert_ne!(curved, flat, "another path");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!((editor.settings().pulling, corners(&editor)), (Pulling::Ground, flat), "one step");
    let settings = Settings { pulling: Pulling::Curved, ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    assert_eq!(corners(&editor), curved, "by the panel too");
}

#[test]
fn a_path_on_a_sphere_is_drawn_along_its_cells_and_not_as_chords() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let [start, target] = [Sphere::direction(0.6, 0.1), Sphere::direction(0.4, 1.6)].map(|end| {
        let at = Sphere::CENTER + end * Sphere::RADIUS;
        Some(Endpoint { ground: Vec2::new(at.x, at.z), height: Some(at.y) })
    });
    let settings = Settings {
        pulling: Pulling::Sphere,
        has_slope_waypoints: false,
        max_height: 0.5,
        ..Settings::default()
    };
    let query = NamedQuery { start, target, settings, ..NamedQuery::default() };
    let document = Document { queries: vec![query].into(), ..Document::of_mesh(mesh) };
    let mut editor = Editor::new(document);
    editor.handle(Input::Run(Command::FrameAll));
    let path = editor.answer().and_then(|answer| answer.path()).expect("one sphere").clone();
    let on_surface = path.on_surface(editor.mesh());
    assert!(on_surface.len() > path.waypoints.len(), "it crosses portals between its corners");
    let marks = editor.scene(ViewId::ABOVE).marks;
    let is_drawn =
        marks.iter().any(|mark| matches!(mark, Mark::Line(Role::Path, line) if *line == on_surface));
    assert!(is_drawn, "through each portal");
}
