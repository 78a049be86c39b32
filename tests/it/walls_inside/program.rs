//! Cuts by the window and by the command line.

use std::fmt::Write as _;
use std::sync::Arc;

use glam::Vec3;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{RepairOptions, RepairStep, repair};
use navsmith_formats::check::{AgentLimits, Issue, IssueKind};
use navsmith_formats::document::{Document, LevelReference, NamedQuery};

use super::{AGENT, Triangles, area, assert_near, block, floor, surface};
use crate::level_geometry::Desk;
use crate::support::command_line::{Folder, run};

/// A document of one cell over the house, whose box is 2 m by 2 m.
fn desk() -> Desk {
    let mut desk = Desk::new();
    let mesh = floor(10.0);
    let raised = mesh.vertices().map(|(_, at)| at.with_y(1.0)).collect::<Vec<_>>();
    let mesh = NavMesh::from_parts(raised, mesh.cells().map(|(_, cell)| cell.clone())).unwrap();
    let mut query = NamedQuery::default();
    query.settings.agent = AGENT;
    let level = LevelReference::new(desk.path("house.obj").to_string_lossy());
    let document =
        Document { queries: vec![query].into(), levels: vec![level].into(), ..Document::of_mesh(mesh) };
    desk.open(document);
    desk
}

#[test]
fn the_fix_is_one_undo_step_and_issues_follow_it() {
    let mut desk = desk();
    let walls = |desk: &Desk| -> Vec<Issue> {
        let all = all_issues(&desk.editor);
        all.filter(|issue| issue.kind == IssueKind::WallInside).cloned().collect()
    };
    let issue = walls(&desk)[0].clone();
    let fix = issue.fix().unwrap();
    assert_eq!(fix.label(), "Cut the walls out of cell 0");
    desk.input(Input::Issue(IssueInput::Fix(issue, fix)));
    assert_near(area(&desk.editor.document().mesh), 100.0 - 2.8 * 2.8);
    assert_eq!(walls(&desk), []);
    desk.editor.verify_analyses().unwrap();
    desk.input(Input::Run(Command::Undo));
    assert_eq!((walls(&desk).len(), desk.editor.document().mesh.cell_count()), (1, 1), "one step");
    desk.editor.verify_analyses().unwrap();
}

/// Writes a document of one cell with a box in the middle, and returns its folder and path.
fn written() -> (Folder, String) {
    let mut level = String::new();
    for triangle in block([4., 4.], [2., 2.], 2.0) {
        for at in triangle {
            writeln!(level, "v {} {} {}", at.x, at.y, at.z).unwrap();
        }
        level += "f -3 -2 -1\n";
    }
    let (folder, path) = Folder::with(
        "map.ron",
        "NavMesh(version: 1, vertices: [(0, 0, 0), (0, 0, 10), (10, 0, 10), (10, 0, 0)],
        cells: [(corners: [0, 1, 2, 3])], levels: [(file: \"box.obj\")],
        queries: [(name: \"q\", agent: (radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.4))])",
    );
    std::fs::write(folder.path("box.obj"), level).unwrap();
    (folder, path)
}

#[test]
fn the_command_line_names_walls_and_cuts_them_out() {
    let (folder, path) = written();
    let report = run(&["validate", "--json", "--level", "warning", &path]);
    let kind = &report.json()["files"][0]["kinds"][0];
    assert_eq!(
        (report.code, kind["kind"].as_str(), kind["count"].as_u64()),
        (Some(1), Some("wall_inside"), Some(1))
    );
    let out = folder.path("out.ron").display().to_string();
    let plain = run(&["repair", &path, "-o", &out]);
    assert!(plain.out.contains("walls are on 1 cell; --steps walls cuts them out"), "{}", plain.out);
    let cut = run(&["repair", &path, "-o", &out, "--steps", "walls"]);
    assert!(cut.out.contains("walls: 1 change"), "{}", cut.out);
    assert_eq!(run(&["validate", "--level", "warning", &out]).code, Some(0));
    let path = run(&["path", &out, "--from", "1,5", "--to", "9,5", "--radius", "0.4", "--json"]);
    assert!(path.json()["length"].as_f64().unwrap() > 9.0, "{}", path.out);
}

/// Returns a mesh after a repair cut the walls of a level out, and what it refused to cut.
fn repaired(mesh: &NavMesh, triangles: &[[Vec3; 3]]) -> (NavMesh, Vec<String>) {
    let levels = Some((Arc::new(surface(triangles)), AgentLimits::from(&AGENT)));
    let options = RepairOptions { steps: vec![RepairStep::Walls], levels, ..RepairOptions::of(mesh) };
    let done = repair(mesh, &options, mesh.id_counts(), &Progress::none()).unwrap();
    let refused = done.effects[0].refused.iter().map(|wall| wall.message.clone()).collect();
    (done.mesh, refused)
}

/// Returns a floor of one square cell with a corner at the origin.
fn square(side: f32) -> NavMesh {
    let corners = [[0., 0.], [0., side], [side, side], [side, 0.]].map(|[x, z]| Vec3::new(x, 0.0, z));
    NavMesh::from_parts(corners, [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))]).unwrap()
}

#[test]
fn many_separate_crates_are_cut_out_whole() {
    let crates = (0_u16..64).map(|index| [index % 8, index / 8].map(|at| 2.0 + 4.0 * f32::from(at)));
    let level: Triangles = crates.flat_map(|at| block(at, [1., 1.], 1.0)).collect();
    let (left, refused) = repaired(&square(34.0), &level);
    assert_eq!(refused, [""; 0]);
    // Rounding of positions adds up over the crates.
    assert!((area(&left) - (34.0 * 34.0 - 64.0 * 1.8 * 1.8)).abs() < 1e-3, "{}", area(&left));
    assert_eq!(Derived::build(&left).islands.len(), 1, "nothing is left inside of a crate");
}

/// Two floors with a common border but no common vertices, and a box whose cut ends on that border.
fn box_at_a_seam() -> (NavMesh, Triangles) {
    let square = |z: f32| [[0., z], [0., z + 5.], [10., z + 5.], [10., z]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let ring = |first: u32| Cell::new([0, 1, 2, 3].map(|corner| VertexId(first + corner)), AreaId(0));
    let corners = [square(0.0), square(5.0)].concat();
    let mesh = NavMesh::from_parts(corners, [ring(0), ring(4)]).unwrap();
    (mesh, block([4., 3.], [2., 1.6], 2.0))
}

#[test]
fn a_cut_that_causes_errors_is_undone_and_its_wall_is_named() {
    let (mesh, level) = box_at_a_seam();
    let (left, refused) = repaired(&mesh, &level);
    assert!(left == mesh, "two T-junctions would be added: {left:?}");
    assert_eq!(refused, ["not cut: A wall is inside cell 0: its cut caused errors, and was undone"]);
    // Without the other floor, nothing is beside the cut.
    let alone = square(10.0);
    let (left, refused) = repaired(&alone, &level);
    assert!(left != alone && refused.is_empty(), "{refused:?}");
}

#[test]
fn the_command_line_names_the_cell_of_a_cut_that_was_undone() {
    let (mesh, triangles) = box_at_a_seam();
    let (mut vertices, mut level) = (String::new(), String::new());
    for (_, at) in mesh.vertices() {
        write!(vertices, "({}, {}, {}), ", at.x, at.y, at.z).unwrap();
    }
    for at in triangles.iter().flatten() {
        writeln!(level, "v {} {} {}", at.x, at.y, at.z).unwrap();
    }
    for first in (1..=3 * triangles.len()).step_by(3) {
        writeln!(level, "f {first} {} {}", first + 1, first + 2).unwrap();
    }
    let text = format!(
        "NavMesh(version: 1, vertices: [{vertices}], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])],
        levels: [(file: \"box.obj\")],
        queries: [(name: \"q\", agent: (radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.4))])"
    );
    let (folder, path) = Folder::with("map.ron", &text);
    std::fs::write(folder.path("box.obj"), level).unwrap();
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&["repair", &path, "-o", &out, "--steps", "walls"]).out;
    let line =
        "not cut: A wall is inside cell 0: its cut caused errors, and was undone, at (5.100, 0.000, 3.000)";
    assert!(ran.contains("walls: 0 changes, 1 left") && ran.contains(line), "{ran}");
    let report = run(&["repair", &path, "-o", &out, "--force", "--steps", "walls", "--json"]).json();
    assert_eq!(report["steps"][0]["refused"][0]["cell"], 0, "{report}");
}
