//! Detail heights in files: what each format keeps, and damaged lists.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::{SplitMix64, ground};
use navsmith_core::navmesh::{Adjacency, CellDetail, CellId, Derived, Link, LinkId, NavMesh, Surface};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, Issues, MeshLimits};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{Aspect, DiffOptions, DocumentDiff};
use navsmith_formats::for_tests::{TileLimits, write_tiles_within};
use navsmith_formats::io::{DocumentContent, ron};

use crate::support::data;
use crate::support::formats::{read, text, written};
use crate::support::notation::mesh;
use crate::support::tiles::read as read_tiles;

/// Heights of the hill, in metres.
const TOP: f32 = 2.75;

/// Builds a square hill beside a level floor, and a link from its top.
///
/// The hill is one cell of 8 m, with points in a grid of 2 m; its sides are level.
fn hill() -> NavMesh {
    let mesh = mesh("v 0 0 0, 0 0 8, 8 0 8, 8 0 0, 16 0 8, 16 0 0; c 0 1 2 3, 3 2 4 5");
    let [x, z] = [|i: usize| (i % 5) as f32 * 2.0, |i: usize| (i / 5) as f32 * 2.0];
    let inside = |i: &usize| (1..4).contains(&(i % 5)) && (1..4).contains(&(i / 5));
    let points: Vec<usize> = (0..25).filter(inside).collect();
    let height = |i: usize| TOP * (1.0 - ((x(i) - 4.0).abs().max((z(i) - 4.0).abs()) / 4.0));
    let ring = mesh.ring(CellId(0));
    let number = |i: usize| match i {
        0 => Some(0),
        20 => Some(1),
        24 => Some(2),
        4 => Some(3),
        _ => Some(4 + points.iter().position(|&other| other == i)? as u16),
    };
    // Triangles between points of the grid, and fans to the corners.
    let mut triangles: Vec<[u16; 3]> = Vec::new();
    let mut add = |corners: [usize; 3]| {
        triangles.extend(
            corners.map(number).into_iter().collect::<Option<Vec<_>>>().map(|it| [it[0], it[1], it[2]]),
        );
    };
    for (column, row) in (1..3).flat_map(|column| (1..3).map(move |row| (column, row))) {
        let [a, b, c, d] = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(x, z)| column + x + 5 * (row + z));
        add([a, b, c]);
        add([a, c, d]);
    }
    let sides = [[0, 20], [20, 24], [24, 4], [4, 0]];
    let inner = [[6, 11, 16], [16, 17, 18], [18, 13, 8], [8, 7, 6]];
    for ([from, to], [a, b, c]) in sides.into_iter().zip(inner) {
        add([from, b, a]);
        add([from, to, b]);
        add([to, c, b]);
    }
    let points = points.iter().map(|&i| Vec3::new(x(i), height(i), z(i)));
    let detail = CellDetail::new(&ring, points, triangles).expect("a hill");
    let link = Link::between(Vec3::new(4.0, TOP, 4.0), Vec3::new(12.0, 0.0, 4.0));
    let mesh = mesh.with_details([(CellId(0), detail)]).expect("a cell");
    mesh.with_links([link]).expect("a link")
}

fn top_of(mesh: &NavMesh) -> f32 {
    let floors = mesh.cells().filter_map(|(cell, _)| Surface::floor(mesh, cell, Vec2::new(4.0, 4.0)));
    floors.fold(f32::NEG_INFINITY, f32::max)
}

fn is_attached(mesh: &NavMesh) -> bool {
    Derived::build(mesh).links.failure(LinkId(0)).is_none()
}

#[test]
fn a_hill_keeps_its_height_through_export_and_import() {
    let document = Document::of_mesh(hill());
    for name in ["navsmith document", "JSON", "glTF", "GLB", "Detour tile", "Detour tile set", "navcat mesh"]
    {
        let bytes = written(name, &document).expect(name);
        let (again, _) = read(name, &bytes).expect(name);
        assert_eq!(again.mesh.detail(CellId(0)), document.mesh.detail(CellId(0)), "{name}");
        assert_eq!((top_of(&again.mesh), is_attached(&again.mesh)), (TOP, true), "{name}");
        assert_eq!(written(name, &again).expect(name), bytes, "{name}, written again");
    }
}

#[test]
fn a_format_without_detail_heights_says_so() {
    let document = Document::of_mesh(hill());
    let amount = DocumentContent::DetailHeights.amount(&document);
    assert_eq!(amount.as_deref(), Some("the detail heights of 1 cell"));
    let losses = DocumentContent::losses(&[DocumentContent::Heights], &document);
    assert!(losses.contains(&"the detail heights of 1 cell".to_owned()), "{losses:?}");
}

#[test]
fn a_hill_cut_at_the_borders_of_tiles_keeps_its_heights() {
    let document = Document::of_mesh(hill());
    let limits = TileLimits { vertices: 7, polygons: 4, bits: 22 };
    for is_navcat in [false, true] {
        let bytes = write_tiles_within(&document, limits, is_navcat, &Progress::none());
        let bytes = bytes.expect("not stopped").expect("written");
        let name = if is_navcat { "navcat mesh" } else { "Detour tile set" };
        let (again, _) = read(name, &bytes).expect(name);
        assert!(again.mesh.cell_count() > 2, "cut");
        let (mut chance, derived) = (SplitMix64(3), Derived::build(&again.mesh));
        for _ in 0..500 {
            let at = Vec2::from([0; 2].map(|_| chance.below(1_000) as f32 * 0.008));
            let was = Surface::floor(&document.mesh, CellId(0), at).expect("on the hill");
            let asked = Endpoint { ground: at, height: Some(was + 0.01) };
            let now = locate(&again.mesh, &derived, asked, 0.5).expect("a mesh");
            assert!(now.off_mesh.is_none() && (now.point.y - was).abs() < 1e-3, "{at}: {was}, {now:?}");
        }
    }
}

#[test]
fn a_text_has_one_line_for_the_detail_of_a_cell() {
    let written = text("navsmith document", &Document::of_mesh(hill()));
    let lines: Vec<&str> = written.lines().filter(|line| line.contains("triangles")).collect();
    assert_eq!(lines.len(), 1, "{written}");
    assert!(lines[0].trim().starts_with("(cell: 0, points: [(2.0, 1.375, 2.0), "), "{}", lines[0]);
}

#[test]
fn a_damaged_detail_is_an_error_of_its_place() {
    let written = text("navsmith document", &Document::of_mesh(hill()));
    let error = |from: &str, to: &str| {
        let changed = written.replacen(from, to, 1);
        assert_ne!(changed, written, "{from}");
        ron::read(&changed).expect_err(to).to_string()
    };
    assert!(error("(cell: 0,", "(cell: 9,").contains("names cell 9, which does not exist"));
    assert!(error("triangles: [(", "triangles: [(0, 1, 99), (").contains("names point 99"));
    assert!(error("points: [(2.0, 1.375,", "points: [(2.0, inf,").contains("not finite"));
    let line = written.lines().find(|line| line.contains("triangles")).expect("a detail");
    assert!(error(line, &format!("{line}\n{line}")).contains("another one of cell 0"));
}

#[test]
fn a_hill_has_no_issues() {
    let mesh = hill();
    let derived = Derived::build(&mesh);
    let of_mesh = Issues::build(&mesh, &derived, MeshLimits::default());
    let of_agent = AgentIssues::build(&mesh, &derived, None, &Agent::PERSON, &Progress::none());
    let of_agent = of_agent.expect("not stopped");
    let all: Vec<_> = of_mesh.iter().chain(of_agent.iter()).collect();
    assert!(all.is_empty(), "{all:?}");
}

#[test]
#[ignore = "needs the data of other projects"]
fn positions_on_the_surface_of_a_file_of_detour_are_on_the_mesh() {
    let bytes = std::fs::read(data::folder("review").join("hill.bin")).expect("a file");
    let (document, notes) = read_tiles(&bytes).expect("a tile set");
    let mesh = &document.mesh;
    let derived = Derived::build(mesh);
    assert!(mesh.links().all(|(id, _)| derived.links.failure(id).is_none()), "{notes:?}");
    let mut chance = SplitMix64(7);
    let triangles: Vec<[Vec3; 3]> =
        mesh.cells().flat_map(|(cell, _)| Surface::of(mesh, cell).triangles().collect::<Vec<_>>()).collect();
    let asked = Endpoint { ground: Vec2::splat(12.0), height: Some(3.0) };
    let top = locate(mesh, &derived, asked, 1.7).expect("a mesh").point.y;
    assert!((top - 2.746).abs() < 1e-3, "the height that Detour finds at the top: {top}");
    let mut moved = 0;
    for _ in 0..500 {
        let [a, b, c] = triangles[chance.below(triangles.len() as u64) as usize];
        let [mut u, mut v] = [0; 2].map(|_| chance.below(1_000) as f32 / 1_000.0);
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let recorded = a + (b - a) * u + (c - a) * v;
        let asked = Endpoint { ground: ground(recorded), height: Some(recorded.y) };
        let found = locate(mesh, &derived, asked, 1.7).expect("a mesh");
        moved += usize::from(found.off_mesh.is_some() || found.point.distance(recorded) > 0.1);
    }
    assert_eq!(moved, 0, "of 500 recorded positions");
}

#[test]
fn a_comparison_names_cells_with_other_heights_and_a_reload_takes_them_over() {
    let [flat, hilly] = [hill().without_details(), hill()].map(Document::of_mesh);
    for (before, after) in [(&flat, &hilly), (&hilly, &flat)] {
        let diff = DocumentDiff::between([before, after], DiffOptions::default(), &Progress::none());
        let diff = diff.expect("not stopped");
        let changed: Vec<CellId> = diff.cells.changed_in(Aspect::Height).map(|cell| cell.before).collect();
        assert_eq!((changed, diff.cells.len()), (vec![CellId(0)], 1));
        let adjacency = Adjacency::build(&before.mesh);
        let adopted = diff.with_ids_of_first([before, after], adjacency, before.mesh.id_counts());
        assert_eq!(adopted.mesh, after.mesh);
    }
}
