//! Compares string pulling on curved surfaces with the same cells unrolled onto flat ground.

mod closed;

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_core::navmesh::edit::reverse_winding;
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_core::pathfinding::string_pulling::waypoint::WaypointKind;
use navsmith_formats::check::{IssueKind, Issues, MeshLimits};
use navsmith_formats::document::Document;
use navsmith_formats::io::ron;
use proptest::prelude::*;

use crate::support::command_line::{Folder, run};

const PIECES: usize = 16;
const RADIUS: f32 = 3.0;

/// Returns the profile of a track and the distance along it at each point.
///
/// The track is 5 m level, a full loop, and 5 m level again. The points are seen from the side.
fn track() -> Vec<(Vec2, f32)> {
    let on_loop = |i: usize| {
        let (sin, cos) = (TAU * i as f32 / PIECES as f32).sin_cos();
        Vec2::new(RADIUS * sin, RADIUS * (1.0 - cos))
    };
    let mut places = vec![Vec2::new(-5.0, 0.0)];
    places.extend((0..=PIECES).map(on_loop));
    places.push(Vec2::new(5.0, 0.0));
    let mut along = -5.0;
    let mut track = vec![(places[0], along)];
    for pair in places.windows(2) {
        along += pair[0].distance(pair[1]);
        track.push((pair[1], along));
    }
    track
}

/// Builds cells across the track, 1 m wide.
///
/// Each crossing is displaced sideways by an offset. With `is_flat`, the track is unrolled.
fn built(offsets: &[f32], is_flat: bool) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let crossings: Vec<_> = track()
        .into_iter()
        .zip(offsets)
        .map(|((place, along), aside)| {
            let [x, y] = if is_flat { [along, 0.0] } else { place.to_array() };
            [-0.5, 0.5].map(|z| draft.add_vertex(Vec3::new(x, y, z + aside)))
        })
        .collect();
    for pair in crossings.windows(2) {
        let [[a, b], [c, d]] = [pair[0], pair[1]];
        draft.add_cell([a, b, d, c], AreaId(0));
    }
    draft.into_mesh()
}

fn path(mesh: &NavMesh, pulling: Pulling, ends: [[f32; 2]; 2]) -> Path {
    let [start, target] = ends.map(|ground| Endpoint { ground: ground.into(), height: Some(0.0) });
    let settings = Settings { pulling, has_slope_waypoints: false, ..Settings::default() };
    let answer = find_path(mesh, &Derived::build(mesh), &Query { start, target, settings });
    answer.path().cloned().expect("one track")
}

/// Returns the vertices at which a path turns.
fn corners(path: &Path) -> Vec<u32> {
    let corner = |kind| match kind {
        WaypointKind::Corner(id) => Some(id.0),
        _ => None,
    };
    path.waypoints.iter().filter_map(|waypoint| corner(waypoint.kind)).collect()
}

/// Returns the ends 4 m before and 4 m behind the loop, on the track and unrolled.
///
/// The unrolled distance contains the length of the loop.
fn ends(offsets: &[f32]) -> ([[f32; 2]; 2], [[f32; 2]; 2]) {
    let around = track().last().map_or(0.0, |last| last.1) - 5.0;
    let [first, last] =
        [offsets[0] * 0.8 + offsets[1] * 0.2, offsets[PIECES + 1] * 0.2 + offsets[PIECES + 2] * 0.8];
    ([[-4.0, first], [4.0, last]], [[-4.0, first], [around + 4.0, last]])
}

#[test]
fn through_a_loop_a_path_is_pulled_as_if_it_were_rolled_out() {
    let offsets: Vec<f32> = (0..PIECES + 3).map(|i| if i % 8 < 4 { 0.45 } else { -0.45 }).collect();
    let (around, rolled_out) = ends(&offsets);
    let [curved, flat] = [built(&offsets, false), built(&offsets, true)];
    let pulled = path(&curved, Pulling::Curved, around);
    let expected = path(&flat, Pulling::Ground, rolled_out);
    assert_eq!(corners(&pulled), corners(&expected), "the same corners");
    assert!((pulled.length - expected.length).abs() < 1e-4, "{} and {}", pulled.length, expected.length);
    let seen_from_above = path(&curved, Pulling::Ground, around);
    assert_ne!(corners(&seen_from_above), corners(&expected), "from above, half the loop is upside down");
    assert!(seen_from_above.length_on_surface(&curved) > expected.length + 0.1, "which makes a detour");
}

#[test]
fn the_rule_names_the_up_that_a_turn_was_judged_by() {
    let offsets = vec![0.0; PIECES + 3];
    let mesh = built(&offsets, false);
    let [start, target] =
        ends(&offsets).0.map(|ground| Endpoint { ground: ground.into(), height: Some(0.0) });
    let settings = Settings { pulling: Pulling::Curved, has_slope_waypoints: false, ..Settings::default() };
    let query = Query { start, target, settings };
    let (_, timeline) =
        navsmith_core::pathfinding::query::find_path_traced(&mesh, &Derived::build(&mesh), &query);
    let at_the_top = timeline
        .funnel()
        .events()
        .iter()
        .find(|step| step.portal == 1 + PIECES / 2)
        .expect("it goes over the top");
    let rule = at_the_top.rule();
    assert!(rule.ends_with("-1.00, 0.00) here"), "down is up there: {rule}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_track_through_a_loop_is_as_long_as_rolled_out(offsets in prop::collection::vec(-0.49f32..0.49, PIECES + 3)) {
        let (around, rolled_out) = ends(&offsets);
        let curved = built(&offsets, false);
        let pulled = path(&curved, Pulling::Curved, around);
        let expected = path(&built(&offsets, true), Pulling::Ground, rolled_out);
        prop_assert!((pulled.length - expected.length).abs() < 2e-4, "{} and {}", pulled.length, expected.length);
        prop_assert!((pulled.length - pulled.length_on_surface(&curved)).abs() < 1e-9, "measured on the surface");
    }

    #[test]
    fn on_flat_ground_a_path_is_pulled_just_so(offsets in prop::collection::vec(-0.49f32..0.49, PIECES + 3)) {
        let mesh = built(&offsets, true);
        let ends = ends(&offsets).1;
        let [curved, flat] = [Pulling::Curved, Pulling::Ground].map(|pulling| path(&mesh, pulling, ends));
        prop_assert_eq!(&curved.waypoints, &flat.waypoints);
        prop_assert!((curved.length - flat.length).abs() < 1e-6, "{} and {}", curved.length, flat.length);
    }
}

/// A sphere of radius 10 m with its centre at a height of 20 m.
///
/// It consists of latitude bands of quads, with triangles at the poles.
struct Sphere {
    mesh: NavMesh,
}

impl Sphere {
    const RADIUS: f32 = 10.0;
    const CENTER: Vec3 = Vec3::new(0.0, 20.0, 0.0);

    /// Returns the direction of a latitude and a longitude in radians.
    fn direction(latitude: f32, longitude: f32) -> Vec3 {
        let (sin, cos) = latitude.sin_cos();
        Vec3::new(cos * longitude.cos(), sin, -cos * longitude.sin())
    }

    fn new(bands: usize, around: usize) -> Self {
        let mut draft = Draft::of(NavMesh::default());
        let mut vertex = |at: Vec3| draft.add_vertex(Self::CENTER + at * Self::RADIUS);
        let poles = [-1.0, 1.0].map(|y| vertex(Vec3::Y * y));
        let rings: Vec<Vec<_>> = (1..bands)
            .map(|band| {
                let latitude = TAU * 0.5 * band as f32 / bands as f32 - TAU * 0.25;
                (0..around)
                    .map(|i| vertex(Self::direction(latitude, TAU * i as f32 / around as f32)))
                    .collect()
            })
            .collect();
        for i in 0..around {
            let next = (i + 1) % around;
            for pair in rings.windows(2) {
                draft.add_cell([pair[0][i], pair[0][next], pair[1][next], pair[1][i]], AreaId(0));
            }
            draft.add_cell([poles[0], rings[0][next], rings[0][i]], AreaId(0));
            draft.add_cell([rings[bands - 2][i], rings[bands - 2][next], poles[1]], AreaId(0));
        }
        Self { mesh: draft.into_mesh() }
    }

    /// Returns the surface length of a path and the great-circle distance of its ends.
    ///
    /// The ends are directions from the centre.
    fn around(&self, pulling: Pulling, ends: [Vec3; 2]) -> (f64, f64) {
        let [start, target] = ends.map(|end| {
            let at = Self::CENTER + end * Self::RADIUS;
            Endpoint { ground: Vec2::new(at.x, at.z), height: Some(at.y) }
        });
        // Midpoints select the same corridors for every kind of string pulling.
        let algorithm = Algorithm::Nodes(Method::Midpoints).into();
        let settings = Settings {
            algorithm,
            pulling,
            has_slope_waypoints: false,
            max_height: 0.5,
            ..Settings::default()
        };
        let query = Query { start, target, settings };
        let answer = find_path(&self.mesh, &Derived::build(&self.mesh), &query);
        let great_circle = f64::from(ends[0].angle_between(ends[1]) * Self::RADIUS);
        (answer.path().expect("one sphere").length_on_surface(&self.mesh), great_circle)
    }
}

#[test]
fn on_a_closed_surface_only_cells_against_their_neighbours_are_inside_out() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let inside_out = |mesh: &NavMesh| {
        let limits = MeshLimits::from(1e-3);
        let issues = Issues::build(mesh, &Derived::build(mesh), limits);
        let list = issues.iter().filter(|issue| issue.kind == IssueKind::InsideOut);
        list.map(|issue| issue.cells[0]).collect::<Vec<_>>()
    };
    assert!(inside_out(&mesh).len() > 100, "seen from above, the southern half is");
    let closed = mesh.with_closed_surface(true);
    assert_eq!(inside_out(&closed), []);
    let issues = Issues::build(&closed, &Derived::build(&closed), MeshLimits::from(1e-3));
    assert!(issues.iter().all(|issue| issue.kind != IssueKind::Overlap), "its halves lie over each other");
    let mut draft = Draft::of(closed);
    reverse_winding(&mut draft, &[CellId(30)]).expect("a cell can be turned");
    assert_eq!(inside_out(draft.mesh()), [CellId(30)]);
}

#[test]
fn a_closed_surface_is_recognised_stored_and_undone() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let mut editor = Editor::new(Document::of_mesh(mesh));
    editor.handle(Input::Run(Command::ClosedSurface));
    assert_eq!(Command::ClosedSurface.is_checked(&editor), Some(true));
    let text = ron::write(editor.document()).expect("a document is written");
    assert!(text.contains("closed_surface: true"), "{}", &text[..200]);
    assert_eq!(ron::read(&text).as_ref(), Ok(editor.document()));
    editor.handle(Input::Run(Command::Undo));
    assert!(!editor.document().mesh.is_closed_surface());
}

#[test]
fn on_a_closed_surface_a_repair_skips_steps_that_look_from_above_and_no_cell_is_steep() {
    let Sphere { mesh } = Sphere::new(12, 24);
    let sphere = Document::of_mesh(mesh).for_person();
    let steep = |document: &Document| {
        let (folder, file) = Folder::with("planet.ron", &ron::write(document).expect("it is written"));
        let listed = run(&["validate", &file]).out;
        let repaired = run(&["repair", &file, "--dry-run"]).out;
        drop(folder);
        (listed.contains("Steep cell"), repaired)
    };
    let (is_steep, repaired) = steep(&sphere);
    assert!(is_steep && repaired.contains("shapes: ") && !repaired.contains("closed surface"), "{repaired}");
    let closed = Document { mesh: sphere.mesh.with_closed_surface(true), ..sphere };
    let (is_steep, repaired) = steep(&closed);
    assert!(!is_steep && !repaired.contains("  shapes: "), "{repaired}");
    assert!(
        repaired.contains("steps that look from above do not run: Divide broken cells, Resolve"),
        "{repaired}"
    );
    assert!(repaired.contains("0 errors, 0 warnings, 0 hints after"), "{repaired}");
    let area = 4.0 * PI * Sphere::RADIUS * Sphere::RADIUS;
    let covered = repaired
        .split("covered ground: ")
        .nth(1)
        .and_then(|text| text.split(' ').next()?.parse::<f32>().ok());
    assert!(covered.is_some_and(|covered| (covered / area - 1.0).abs() < 0.05), "{covered:?} of {area} m²");
}

#[test]
fn flat_ground_has_no_sphere_and_is_walked_flat() {
    let mesh = built(&[0.0; PIECES + 3], true);
    let path = path(&mesh, Pulling::Sphere, [[-4.0, 0.0], [4.0, 0.0]]);
    assert_eq!((path.great_circle(), path.length), (None, 8.0));
}
