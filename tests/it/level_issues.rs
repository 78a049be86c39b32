//! Issues between a mesh and its levels: heights off the level, boundaries near walls, and their fixes.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{agent_issues, all_issues};
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, Fix, GroupKey, Issue, IssueKind, groups};
use navsmith_formats::document::{Document, LevelReference, NamedQuery};
use navsmith_formats::io::{self, with_relative_files};
use navsmith_formats::level::surface::LevelSurface;
use serde_json::json;

use crate::level_geometry::Desk;
use crate::support::command_line::run;

/// An agent of 0.5 m that climbs 0.3 m.
const AGENT: Agent = Agent { radius: 0.5, height: 2.0, max_slope: 0.8, max_climb: 0.3 };

/// Returns a mesh of one cell with these corners.
fn cell(corners: &[[f32; 3]]) -> NavMesh {
    let ring = (0..corners.len() as u32).map(VertexId);
    let corners = corners.iter().map(|&corner| Vec3::from(corner));
    NavMesh::from_parts(corners, [Cell::new(ring, AreaId(0))]).unwrap()
}

/// Returns a document with a query for an agent, and the house as its level.
fn document(desk: &Desk, mesh: NavMesh, agent: Agent) -> Document {
    let mut query = NamedQuery::default();
    query.settings.agent = agent;
    let level = LevelReference::new(desk.path("house.obj").to_string_lossy());
    Document { queries: vec![query].into(), levels: vec![level].into(), ..Document::of_mesh(mesh) }
}

fn desk(corners: &[[f32; 3]], agent: Agent) -> Desk {
    let mut desk = Desk::new();
    let document = document(&desk, cell(corners), agent);
    desk.open(document);
    desk
}

fn headlines(editor: &Editor) -> Vec<String> {
    of_level(editor).map(Issue::headline).collect()
}

/// Returns the issues between the mesh and its level.
fn of_level(editor: &Editor) -> impl Iterator<Item = &Issue> {
    all_issues(editor).filter(|issue| matches!(issue.kind, IssueKind::OffLevel(_) | IssueKind::NearWall(_)))
}

fn group(editor: &Editor) -> GroupKey {
    groups(of_level(editor), &editor.derived().islands)[0].key()
}

fn corners(editor: &Editor) -> Vec<[f32; 3]> {
    editor.document().mesh.vertices().map(|(_, at)| at.to_array()).collect()
}

#[test]
fn heights_off_the_level_are_issues_that_taking_heights_fixes() {
    let mut desk = desk(&[[0., 0.8, 0.], [0., 0., 2.], [2., 1.9, 2.], [2., 1., 0.]], AGENT);
    let expected = ["Vertex 1 is 1.00 m below the level", "Vertex 2 is 0.90 m above the level"];
    assert_eq!(headlines(&desk.editor), expected, "the others are within the climb");
    let labels: Vec<String> =
        of_level(&desk.editor).map(|issue| issue.proposal(&issue.fixes()[0]).title()).collect();
    let by = ["which moves vertices by up to 1.00 m", "which moves vertices by up to 0.90 m"];
    assert!(labels.iter().zip(by).all(|(label, by)| label.ends_with(by)), "{labels:?}");
    assert!(of_level(&desk.editor).all(|issue| issue.fix().is_none()), "only the user can choose");
    let points = |desk: &Desk| {
        let is_point = |mark: &&Mark| matches!(mark, Mark::Point(Role::LevelIssue, _));
        desk.editor.scene(ViewId::ABOVE).marks.iter().filter(is_point).count()
    };
    desk.input(Input::Run(Command::FrameAll));
    assert_eq!(points(&desk), 2, "they are marked");
    let first = of_level(&desk.editor).next().unwrap().clone();
    desk.input(Input::Issue(IssueInput::Frame(first)));
    desk.input(Input::Run(Command::FrameAll));
    assert_eq!(points(&desk), 1, "a selected vertex has the colour of the selection");
    desk.input(Input::Run(Command::SelectNone));
    let group = group(&desk.editor);
    let effects = desk.input(Input::Issue(IssueInput::FixAll(group)));
    assert_eq!(headlines(&desk.editor), [""; 0], "fixed");
    let is_said = |effect: &Effect| matches!(effect, Effect::Say(it) if it.text.starts_with("2 fixes were applied: take heights, which moves vertices by up to 1.00 m. "));
    assert!(effects.iter().any(is_said), "a message: {effects:?}");
    assert_eq!(corners(&desk.editor)[1], [0., 1., 2.], "on the floor");
    assert_eq!(corners(&desk.editor)[0], [0., 0.8, 0.], "what is no issue stays");
    desk.editor.verify_analyses().unwrap();
    desk.input(Input::Run(Command::Undo));
    assert_eq!(headlines(&desk.editor), expected, "one step");
}

#[test]
fn a_boundary_near_a_wall_moves_to_the_radius_of_the_agent() {
    // The box begins at x = 4; its walls are 3 m high.
    let mut desk = desk(&[[1., 1., 3.], [1., 1., 7.], [3.8, 1., 7.], [3.8, 1., 3.]], AGENT);
    assert_eq!(headlines(&desk.editor), ["Edge 2–3 is 0.20 m from a wall"]);
    let issue = of_level(&desk.editor).next().unwrap().clone();
    desk.input(Input::Issue(IssueInput::Frame(issue.clone())));
    assert_eq!(issue.fix(), None, "only the user can choose an edit that moves vertices far");
    let fix = issue.fixes()[0].clone();
    assert_eq!(
        issue.proposal(&fix).title(),
        "Move edge 2–3 away from the wall, which moves vertices by up to 0.30 m"
    );
    assert!(matches!(fix, Fix::MoveFromWall(_)) && matches!(issue.kind, IssueKind::NearWall(_)));
    desk.input(Input::Issue(IssueInput::Fix(issue, fix)));
    assert_eq!(headlines(&desk.editor), [""; 0], "fixed");
    let moved = corners(&desk.editor);
    assert!((moved[2][0] - 3.5).abs() < 1e-5 && (moved[3][0] - 3.5).abs() < 1e-5, "{moved:?}");
    assert_eq!([moved[2][2], moved[3][2]], [7., 3.], "along the other edges");
    desk.input(Input::Run(Command::Undo));
    assert_eq!(corners(&desk.editor)[2], [3.8, 1., 7.], "one step");
    desk.editor.verify_analyses().unwrap();
}

#[test]
fn a_move_that_would_break_a_cell_is_refused() {
    let mut desk = desk(&[[3.7, 1., 3.], [3.7, 1., 7.], [3.8, 1., 7.], [3.8, 1., 3.]], AGENT);
    let before = corners(&desk.editor);
    let issue = of_level(&desk.editor).next().unwrap().clone();
    let fix = issue.fixes()[0].clone();
    let effects = desk.input(Input::Issue(IssueInput::Fix(issue, fix)));
    let is_said =
        |effect: &Effect| matches!(effect, Effect::Say(it) if it.text.contains("would not stay convex"));
    assert!(effects.iter().any(is_said), "{effects:?}");
    assert_eq!(corners(&desk.editor), before, "nothing moved");
}

#[test]
fn the_agent_of_the_active_query_decides() {
    let mut desk = desk(&[[1., 0.4, 3.], [1., 0.4, 7.], [3.8, 0.4, 7.], [3.8, 0.4, 3.]], Agent::default());
    assert_eq!(headlines(&desk.editor), [""; 0], "a point that climbs everything");
    assert!(agent_issues(&desk.editor).is_some_and(|issues| issues.is_empty()), "no limit");
    let mut settings = desk.editor.settings().clone();
    (settings.agent.radius, settings.agent.height) = (0.5, 2.0);
    desk.input(Input::Query(QueryInput::SetSettings(settings.clone())));
    assert_eq!(headlines(&desk.editor).len(), 1, "a wall: {:?}", headlines(&desk.editor));
    settings.agent.max_climb = 0.5;
    desk.input(Input::Query(QueryInput::SetSettings(settings)));
    assert_eq!(headlines(&desk.editor).len(), 5, "and four corners: {:?}", headlines(&desk.editor));
}

#[test]
fn the_middle_of_a_cell_over_a_hill_is_an_issue() {
    let hill = [[[0., 0., 0.], [5., 4., 5.], [10., 0., 0.]], [[0., 0., 0.], [0., 0., 10.], [5., 4., 5.]]];
    let triangles = hill.map(|corners| (0, corners.map(Vec3::from)));
    let surface = LevelSurface::build(triangles, &Progress::none()).unwrap();
    let mesh = cell(&[[0., 0., 0.], [0., 0., 10.], [10., 0., 10.], [10., 0., 0.]]);
    let derived = Derived::build(&mesh);
    let issues = AgentIssues::build(&mesh, &derived, Some(&surface), &AGENT, &Progress::none()).unwrap();
    let headlines: Vec<String> = issues.iter().map(Issue::headline).collect();
    assert_eq!(headlines, ["The middle of cell 0 is 4.00 m below the level"]);
    let issue = issues.iter().next().unwrap();
    assert!(
        issue.fix().is_none() && issue.describe().contains("Split the cell there"),
        "{}",
        issue.describe()
    );
}

#[test]
fn validate_reads_the_levels_in_the_folder_of_the_document() {
    let desk = Desk::new();
    let mesh = cell(&[[1., 1., 3.], [1., 1., 7.], [3.8, 0., 7.], [3.8, 1., 3.]]);
    let mut document = document(&desk, mesh, AGENT);
    let write = |document: &Document| {
        let path = desk.path("map.ron");
        let document = with_relative_files(document, &path);
        std::fs::write(&path, io::ron::write(&document).unwrap()).unwrap();
        run(&["validate", "--json", &path.display().to_string()])
    };
    let ran = write(&document);
    let report = &ran.json()["files"][0];
    assert_eq!((ran.code, &report["warnings"]), (Some(0), &json!(3)), "{}", ran.out);
    let kinds: Vec<&str> =
        report["kinds"].as_array().unwrap().iter().filter_map(|kind| kind["kind"].as_str()).collect();
    assert_eq!(kinds, ["near_wall", "off_level", "uneven"]);
    let other = tempfile::tempdir().unwrap();
    std::fs::copy(desk.path("house.obj"), other.path().join("house.obj")).unwrap();
    let outside = LevelReference::new(other.path().join("house.obj").to_string_lossy());
    document.levels = vec![outside].into();
    let report = write(&document).json();
    let notes = report["files"][0]["notes"].to_string();
    assert!(notes.contains("house.obj is outside of the folder of the document"), "{notes}");
    assert_eq!(report["warnings"], 1, "the cell is uneven");
}

/// Triangles that overlap in one place, under a mesh with many boundary edges there.
#[test]
fn the_search_ends_early_where_very_many_triangles_overlap() {
    let wall = [[0., 0., 0.], [400., 0., 400.], [400., 3., 400.]].map(Vec3::from);
    let surface = LevelSurface::build(std::iter::repeat_n((0, wall), 20_000), &Progress::none()).unwrap();
    let corner = |i: u32| {
        Vec3::new((i / 3) as f32 + (i % 3 / 2) as f32 * 0.5, 0.0, (i / 3) as f32 + (i % 3 % 2) as f32)
    };
    let cells = (0..4_000).map(|i| Cell::new([3 * i, 3 * i + 1, 3 * i + 2].map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts((0..12_000).map(corner), cells).unwrap();
    let derived = Derived::build(&mesh);
    let issues = AgentIssues::build(&mesh, &derived, Some(&surface), &AGENT, &Progress::none()).unwrap();
    let stopped: Vec<String> = issues.stopped().collect();
    assert!(stopped.iter().any(|why| why.contains("boundaries near walls")), "{stopped:?}");
}
