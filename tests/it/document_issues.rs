//! Issues of a document as a whole: its distance from the origin, and equal names.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{all_issues, issues_of_cell};
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_formats::check::{ISSUE_TYPES, IgnoredIssue, Issue, ListedIssues, MeshLimits};
use navsmith_formats::document::{Area, Document, ImagePlacement, LevelReference, NamedQuery};
use navsmith_formats::io::ron;

use crate::support::command_line::{Folder, run};

const FAR: Vec3 = Vec3::new(1_000_000.0, 0.0, -3_000_000.0);

/// Two squares with a link between them, at a place.
fn squares(at: Vec3) -> NavMesh {
    let square = |x: f32| [[x, 0.0], [x, 8.0], [x + 8.0, 8.0], [x + 8.0, 0.0]];
    let corners = [square(0.0), square(16.0)].concat();
    let cells = [0, 4].map(|first| Cell::new((first..first + 4).map(VertexId), AreaId(0)));
    let corners = corners.into_iter().map(|[x, z]| at + Vec3::new(x, 0.0, z));
    let link = Link::between(at + Vec3::new(4.0, 0.0, 4.0), at + Vec3::new(20.0, 0.0, 4.0));
    NavMesh::from_parts(corners, cells).unwrap().with_links([link]).unwrap()
}

/// A document with everything that has a position.
fn document(at: Vec3) -> Document {
    let end = |x: f32| Endpoint { ground: Vec2::new(at.x + x, at.z + 4.0), height: Some(at.y) };
    let query = NamedQuery { start: Some(end(4.0)), target: Some(end(20.0)), ..NamedQuery::default() };
    let group = AgentGroup::new("agents", Spawn::Point(end(4.0)), GroupTarget::Point(end(20.0)));
    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
    let points = [Vec2::ZERO, Vec2::new(8.0, 0.0)];
    let ground = points.map(|point| point + Vec2::new(at.x, at.z));
    let image = Some(ImagePlacement { pixels: points, ground });
    let levels = vec![
        LevelReference { offset: at, ..LevelReference::new("a.obj") },
        LevelReference { image, ..LevelReference::new("a.png") },
    ];
    let kind = ISSUE_TYPES.into_iter().find(|kind| kind.name == "sliver").unwrap();
    let ignored = [IgnoredIssue { kind, at: Some(at) }].into_iter().collect();
    Document {
        queries: vec![query].into(),
        scenarios: vec![scenario].into(),
        levels: levels.into(),
        ignored: Arc::new(ignored),
        ..Document::of_mesh(squares(at))
    }
}

fn issues(editor: &Editor) -> Vec<Issue> {
    all_issues(editor).cloned().collect()
}

fn names(editor: &Editor) -> BTreeSet<&'static str> {
    all_issues(editor).map(|issue| issue.kind.name()).collect()
}

fn send(editor: &mut Editor, input: IssueInput) {
    editor.handle(Input::Issue(input));
}

#[test]
fn a_mesh_far_from_the_origin_is_moved_there_with_all_that_has_a_position() {
    let mut editor = Editor::new(document(FAR));
    assert_eq!(names(&editor), BTreeSet::from(["far_from_origin"]));
    let issue = issues(&editor)[0].clone();
    assert_eq!(issue.headline(), "Coordinates are 0.25 m apart");
    assert_eq!(issues_of_cell(&editor, CellId(0)).count(), 0, "it concerns no cell");
    send(&mut editor, IssueInput::Frame(issue.clone()));
    assert_eq!(editor.selection().cells().len(), 2, "all cells are selected");
    editor.take_effects();
    send(&mut editor, IssueInput::Fix(issue.clone(), issue.fix().unwrap()));
    let said = editor.take_effects();
    let said: Vec<String> = said
        .iter()
        .filter_map(|effect| match effect {
            Effect::Say(message) if message.text.contains("moved") => Some(message.text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(
        said,
        [
            "The document was moved by (-1000012, 0, 2999996) m. Place its exports at (1000012, 0, -2999996) m in the game."
        ]
    );
    assert_eq!(*editor.document(), document(Vec3::new(-12.0, 0.0, -4.0)), "everything moved");
    assert_eq!((names(&editor), editor.history().done().len()), (BTreeSet::new(), 1));
    assert!(editor.undo());
    assert_eq!(*editor.document(), document(FAR), "one undo step");
}

#[test]
fn a_command_recentres_a_document_that_is_far_from_the_origin() {
    let mut editor = Editor::new(document(FAR));
    assert_eq!(Command::Recenter.enabled(&editor), Ok(()));
    editor.handle(Input::Run(Command::Recenter));
    assert_eq!(names(&editor), BTreeSet::new());
    assert_eq!(Command::Recenter.enabled(&editor), Err("The document is near the origin"));
}

#[test]
fn distance_alone_is_no_issue() {
    for at in [Vec3::ZERO, Vec3::new(4000.0, 0.0, 0.0), Vec3::new(0.0, -8000.0, 8000.0)] {
        assert_eq!(names(&Editor::new(document(at))), BTreeSet::new(), "{at}");
    }
    // Cells of 8 cm are small beside numbers that are half a millimetre apart.
    let near = Vec3::new(8000.0, 0.0, 0.0);
    let small = squares(Vec3::ZERO).converted(|at| near + at * 0.005, false).unwrap();
    assert_eq!(names(&Editor::new(Document::of_mesh(small))), BTreeSet::from(["far_from_origin"]));
    // The cells are 8 m large.
    let (far, limits) = (document(FAR), MeshLimits { spacing: 1.0, ..MeshLimits::from(0.05) });
    let found = ListedIssues::of_document(&far, &Derived::build(&far.mesh), &limits);
    assert_eq!(found.issues.len(), 1, "1 % of a cell is the most");
}

#[test]
fn a_document_stores_the_offsets_of_its_levels() {
    let document = document(FAR);
    let text = ron::write(&document).unwrap();
    assert!(text.contains("offset: (1000000.0, 0.0, -3000000.0)"), "{text}");
    assert_eq!(ron::read(&text).unwrap().levels, document.levels);
    let why = ron::read(&text.replace("offset: (1000000.0", "offset: (inf")).unwrap_err().to_string();
    assert!(why.ends_with("the offset of level 0 is not finite; give three numbers in metres"), "{why}");
}

#[test]
fn the_command_line_lists_and_recentres() {
    let (folder, far) = Folder::with("far.ron", &ron::write(&document(FAR)).unwrap());
    let near = folder.path("near.ron").display().to_string();
    let listed = run(&["validate", &far, "--level", "warning"]);
    assert!(listed.code == Some(1) && listed.out.contains("Far from the origin"), "{}", listed.out);
    let made = run(&["convert", &far, &near, "--recenter"]);
    let moved = "moved by (-1000012, 0, 2999996) m; place the file at (1000012, 0, -2999996) m in the game";
    assert!(made.code == Some(0) && made.out.contains(moved), "{} {}", made.out, made.err);
    let listed = run(&["validate", &near, "--level", "warning"]);
    assert!(!listed.out.contains("Far from the origin"), "{}", listed.out);
    let again = run(&["convert", &near, &near, "--recenter"]);
    assert!(
        again.out.contains("the mesh is near the origin compared with its size, and was not moved"),
        "{} {}",
        again.out,
        again.err
    );
}

#[test]
fn equal_names_are_listed_and_renamed() {
    let named = |name: &str| NamedQuery { name: name.into(), ..NamedQuery::default() };
    let group = || AgentGroup::new("agents", Spawn::Area(AreaId(0)), GroupTarget::Pointer);
    let scenario = |name: &str, groups| Scenario { name: name.into(), groups, ..Scenario::default() };
    let document = Document {
        areas: Arc::new(vec![Area::default(), Area::default()]),
        queries: vec![named("door"), named("gate"), named("door"), named("door 2"), named("door")].into(),
        scenarios: vec![scenario("run", vec![group(), group()]), scenario("run", vec![group()])].into(),
        ..Document::of_mesh(squares(Vec3::ZERO))
    };
    let mut editor = Editor::new(document.clone());
    let headlines: Vec<String> = all_issues(&editor).map(Issue::headline).collect();
    assert_eq!(
        headlines,
        [
            "The area 2 has the name of area 1: walkable",
            "The query 3 has the name of query 1: door",
            "The query 5 has the name of query 1: door",
            "The scenario 2 has the name of scenario 1: run",
            "The group 2 of scenario 1 has the name of group 1: agents",
        ]
    );
    for (issue, panel) in issues(&editor).into_iter().zip([
        Panel::Areas,
        Panel::Queries,
        Panel::Queries,
        Panel::Simulation,
        Panel::Simulation,
    ]) {
        let mut editor = Editor::new(document.clone());
        send(&mut editor, IssueInput::Frame(issue.clone()));
        assert!(editor.take_effects().contains(&Effect::Show(panel)), "{}", issue.headline());
        let before = issues(&editor).len();
        send(&mut editor, IssueInput::Fix(issue.clone(), issue.fix().unwrap()));
        assert_eq!((issues(&editor).len(), editor.history().done().len()), (before - 1, 1));
    }
    while let Some(issue) = issues(&editor).first() {
        let fix = issue.fix().unwrap();
        send(&mut editor, IssueInput::Fix(issue.clone(), fix));
    }
    let queries: Vec<&str> = editor.document().queries.iter().map(|query| &*query.name).collect();
    assert_eq!(queries, ["door", "gate", "door 3", "door 2", "door 4"]);
}

#[test]
fn a_long_list_of_equal_names_states_its_total() {
    let count = 20_000;
    let queries: Vec<NamedQuery> = (0..count).map(|_| NamedQuery::default()).collect();
    let editor = Editor::new(Document { queries: queries.into(), ..Document::default() });
    let found = navsmith::editor::analysis::document_issues::document_issues(&editor).unwrap();
    assert_eq!(found.issues.len(), 10_000);
    assert_eq!(found.notes, ["10,000 of 19,999 equal names are listed"]);
}

/// Two squares, the second one of an area with this name, and queries of which these forbid it.
fn with_area(name: &str, forbidden: &[bool]) -> Document {
    let cells = squares(Vec3::ZERO);
    let cells = cells.cells().map(|(id, cell)| Cell::new(cell.corners().iter().copied(), AreaId(id.0 as u8)));
    let mesh = NavMesh::from_parts(squares(Vec3::ZERO).vertices().map(|(_, at)| at), cells);
    let queries = forbidden.iter().map(|&is_forbidden| {
        let mut query = NamedQuery { name: format!("query {is_forbidden}"), ..NamedQuery::default() };
        query.settings.filter.set_cost(AreaId(1), if is_forbidden { f32::INFINITY } else { 3.0 });
        query
    });
    let areas = vec![Area::default(), Area { name: name.into(), ..Area::numbered(1) }];
    Document {
        areas: areas.into(),
        queries: queries.collect::<Vec<_>>().into(),
        ..Document::of_mesh(mesh.unwrap())
    }
}

#[test]
fn an_area_that_all_queries_forbid_is_an_issue_whose_fix_allows_it_and_its_export() {
    let document = with_area("flags 0", &[true]);
    let mut editor = Editor::new(document.clone());
    let is_forbidden = |issue: &&Issue| issue.kind.name() == "forbidden_area";
    let issue = all_issues(&editor).find(is_forbidden).unwrap().clone();
    assert_eq!(issue.headline(), r#"The area "flags 0" is forbidden"#);
    assert!(issue.describe().contains("(64.00 m²)"), "{}", issue.describe());
    send(&mut editor, IssueInput::Frame(issue.clone()));
    assert_eq!(*editor.selection().cells(), BTreeSet::from([CellId(1)]), "its cells are selected");
    let has_flags_0 = |document: &Document| {
        let (folder, from) = Folder::with("level.ron", &ron::write(document).unwrap());
        let to = folder.path("level.bin").display().to_string();
        assert_eq!(run(&["convert", &from, &to]).code, Some(0));
        run(&["validate", &to]).out.contains(r#"The area "flags 0" is forbidden"#)
    };
    assert!(has_flags_0(&document), "and in an export");
    send(&mut editor, IssueInput::Fix(issue.clone(), issue.fix().unwrap()));
    assert!(!names(&editor).contains("forbidden_area"), "{:?}", names(&editor));
    assert!(!has_flags_0(editor.document()), "nor in an export");
    assert!(editor.undo());
    assert_eq!(*editor.document(), document, "one undo step");
}

#[test]
fn an_area_is_no_issue_if_a_query_allows_it_or_no_cell_has_it() {
    for forbidden in [&[true, false][..], &[false], &[]] {
        assert!(
            !names(&Editor::new(with_area("water", forbidden))).contains("forbidden_area"),
            "{forbidden:?}"
        );
    }
    let unused = Document { mesh: squares(Vec3::ZERO), ..with_area("water", &[true]) };
    assert!(!names(&Editor::new(unused)).contains("forbidden_area"));
    assert!(names(&Editor::new(with_area("water", &[true, true]))).contains("forbidden_area"));
}
