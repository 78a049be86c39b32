//! Kinds of issues: each is found alone in its fixture, and each fix removes it without adding others.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use allocation_counter::measure;
use expect_test::expect;
use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{all_issues, issues_of_cell};
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith_core::navmesh::synthetic::WorstCase;
use navsmith_core::navmesh::{AreaId, Cell, Derived, Draft, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, ISSUE_TYPES, Issue, Issues, ListedIssues, MOST_LISTED};
use navsmith_formats::document::Document;
use navsmith_formats::io::ron;

use crate::architecture::root;
use crate::support::memory::most_bytes;
use crate::support::notation::mesh;

/// Meshes with one defect, each with the name of its kind. They are those that depend on the mesh alone.
///
/// A kind with several forms has several.
const FIXTURES: [(&str, &str); 17] = [
    ("concave", "v 0 0, 0.5 0.5, 0 1, 1 0.5; c 0 1 2 3"),
    ("inside_out", "v 0 0, 0 2, 2 2, 2 0; c 3 2 1 0"),
    ("self_crossing", "v 0 0, 0 2, 2 2, 2 0; c 0 2 1 3"),
    ("no_area", "v 0 0, 1 1, 2 1 2; c 0 1 2"),
    ("overlap", "v 0 0, 0 2, 2 2, 2 0, 1 0.5, 1 1.5, 3 1.5, 3 0.5; c 0 1 2 3, 4 5 6 7"),
    ("duplicate_cell", "v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3, 1 2 3 0"),
    ("t_junction", "v 0 0, 0 2, 2 2, 2 0, 2 1, 4 2, 4 0, 4 1; c 0 1 2 3, 4 2 5 7, 3 4 7 6"),
    ("partial_overlap", "v 0 0, 0 2, 2 2, 2 0, 2 1, 2 3, 4 3, 4 1; c 0 1 2 3, 4 5 6 7"),
    ("gap", "v 0 0, 0 2, 2 2, 2 0, 2.03 1, 4 2, 4 0, 4 1; c 0 1 2 3, 4 2 5 7, 3 4 7 6"),
    // An unwelded seam.
    ("gap", "v 0 0, 0 2, 2 2, 2 0, 2 0, 2 2, 4 2, 4 0; c 0 1 2 3, 4 5 6 7"),
    ("short_edge", "v 0 0, 0 2, 2 2, 2 0.000005, 1.999995 0; c 0 1 2 3 4"),
    // A needle, and a cap.
    ("sliver", "v 0 0, 0 2, 2 2, 2 0, 2.004 0, 4 2, 4 0; c 0 1 2 3, 3 2 4, 4 2 5 6"),
    ("sliver", "v 0 0, 1 0.005, 2 0, 1 -2; c 0 1 2, 0 2 3"),
    ("uneven", "v 0 0, 0 2, 2 2, 2 1 0; c 0 1 2 3"),
    ("straight_corner", "v 0 0, 0 1, 0 2, 2 2, 2 0; c 0 1 2 3 4"),
    ("pinched_vertex", "v 0 0, 0 2, 2 2, 2 0, 2 4, 4 4, 4 2; c 0 1 2 3, 2 4 5 6"),
    ("unused_vertex", "v 0 0, 0 2, 2 2, 2 0, 5 5; c 0 1 2 3"),
];

fn names<'a>(issues: impl Iterator<Item = &'a Issue>) -> BTreeSet<&'static str> {
    issues.map(|issue| issue.kind.name()).collect()
}

fn issues_of(mesh: &NavMesh) -> Issues {
    Issues::build(mesh, &Derived::build(mesh), 0.05)
}

#[test]
fn a_fixture_has_its_kind_of_issue_and_no_other() {
    for (kind, text) in FIXTURES {
        let issues = issues_of(&mesh(text));
        assert_eq!(names(issues.iter()), BTreeSet::from([kind]), "{:?}", headlines(&issues));
    }
    // Edges with too many cells have overlapping cells, too.
    let others = [
        "tangled_edge",
        "non_manifold_edge",
        "unattached_link",
        "crowded_link",
        "off_level",
        "near_wall",
        "wall_inside",
        "far_from_origin",
        "same_name",
        "forbidden_area",
        "unusable_outline",
        "export_refused",
        "export_corners",
        "export_collapse",
        "export_coarse",
        "export_merge",
        "export_margin",
        "export_error",
    ];
    let for_agents = for_agents();
    let own = FIXTURES.map(|(kind, _)| kind).into_iter().chain(for_agents.iter().map(|(kind, _)| *kind));
    let all: BTreeSet<&str> = own.chain(others).collect();
    assert_eq!(all, ISSUE_TYPES.iter().map(|of| of.name).collect(), "others have tests of their own");
}

fn headlines(issues: &Issues) -> Vec<String> {
    issues.iter().map(Issue::headline).collect()
}

#[test]
fn each_fix_removes_its_issue_as_one_step_and_adds_none() {
    for (kind, text) in FIXTURES {
        let mesh = mesh(text);
        let fixture = || Editor::new(Document::of_mesh(mesh.clone()));
        let first = fixture().issues().iter().next().cloned().unwrap();
        for fix in first.fixes() {
            let (mut editor, mut issue) = (fixture(), first.clone());
            let is_as_severe = |issue: &&Issue| issue.kind.severity() <= first.kind.severity();
            let mut count = editor.issues().iter().filter(is_as_severe).count();
            editor.handle(Input::Issue(IssueInput::Frame(issue.clone())));
            assert!(!editor.selection().is_empty(), "{kind}: it is selected");
            let mut fix = fix;
            loop {
                editor.handle(Input::Issue(IssueInput::Fix(issue, fix.clone())));
                let left: Vec<Issue> = editor.issues().iter().filter(is_as_severe).cloned().collect();
                assert!(left.len() < count, "{}, {}: {left:?}", kind, fix.label());
                count = left.len();
                let Some(next) = left.first().cloned() else { break };
                assert_eq!(next.kind.name(), kind, "{}: {}", fix.label(), next.headline());
                fix = next.fixes()[0].clone();
                issue = next;
            }
            assert!(editor.history().done().len() <= mesh.cell_count(), "{kind}: one step each");
        }
    }
}

#[test]
fn cells_are_separated_from_an_edge_until_it_has_two() {
    // Two ramps at the common edge of two squares, the smaller one with the smaller id.
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 3 9 1, 4 9 1; c 0 1 2 3, 3 2 4 5, 3 2 6, 3 2 7");
    let of_kind = |editor: &Editor| -> Vec<Issue> {
        editor.issues().iter().filter(|issue| issue.kind.name() == "non_manifold_edge").cloned().collect()
    };
    let mut editor = Editor::new(Document::of_mesh(mesh));
    let others = |editor: &Editor| editor.issues().len() - of_kind(editor).len();
    let (before, islands) = (others(&editor), editor.derived().islands.len());
    for (cell, left) in [(2, 3), (3, 0)] {
        let issue = of_kind(&editor)[0].clone();
        assert_eq!(issue.headline(), format!("Edge 2–3 has {} cells", issue.cells.len()));
        let fix = issue.fix().unwrap();
        assert_eq!(fix.label(), format!("Separate cell {cell} from edge 2–3"));
        editor.handle(Input::Issue(IssueInput::Fix(issue, fix)));
        assert_eq!(of_kind(&editor).iter().map(|issue| issue.cells.len()).sum::<usize>(), left);
        assert_eq!(others(&editor), before, "{:?}", headlines(editor.issues()));
    }
    assert_eq!((editor.derived().islands.len(), editor.history().done().len()), (islands, 2));
}

/// Returns fixtures of the kinds that depend on the agent or on links, each as a document.
fn for_agents() -> Vec<(&'static str, Document)> {
    let (plain, round) = (Agent::default(), Agent { radius: 0.3, ..Agent::default() });
    let steep = Agent { max_slope: 0.5, ..plain };
    let of = |kind, text, agent, links: Vec<Link>| {
        let mut document = Document::of_mesh(mesh(text).with_links(links).unwrap());
        Arc::make_mut(&mut document.queries)[0].settings.agent = agent;
        (kind, document)
    };
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(9.2, 0.0, 9.4));
    let one_way = Link { is_one_way: true, ..link };
    vec![
        of(
            "tiny_island",
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 9 9, 9 9.5, 9.5 9.5; c 0 1 2 \
                                       3, 3 2 4 5, 6 7 8",
            round,
            vec![],
        ),
        of(
            "lone_cell",
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 9 9, 9 11, 11 11; c 0 1 2 3, 3 2 \
                                     4 5, 6 7 8",
            round,
            vec![],
        ),
        of("narrow_portal", "v 0 0, 0 2, 2 1.2, 2 0.8, 4 2, 4 0; c 0 1 2 3, 3 2 4 5", round, vec![]),
        of("steep_cell", "v 0 0, 0 2, 2 3 2, 2 3 0; c 0 1 2 3", steep, vec![]),
        of(
            "size_contrast",
            "v 0 0, 0 1, 0.2 0.5, -1000 -1500, -2000 0.5, -1000 1500; c 0 \
                                         1 2, 1 0 3 4 5",
            plain,
            vec![],
        ),
        of(
            "no_return",
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 9 9, 9 9.5, 9.5 9.5, 9.5 \
                                            10; c 0 1 2 3, 3 2 4 5, 6 7 8, 7 9 8",
            plain,
            vec![one_way],
        ),
        of("crack", "v 0 0, 0 6, 6 6, 6 0, 6.2 0, 6.2 6, 12 6, 12 0; c 0 1 2 3, 4 5 6 7", round, vec![]),
        of(
            "duplicate_link",
            "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 9 9, 9 9.5, 9.5 \
                                                    9.5; c 0 1 2 3, 3 2 4 5, 6 7 8",
            plain,
            vec![link, link],
        ),
    ]
}

/// Returns a document for each fixture.
pub(crate) fn documents() -> Vec<Document> {
    let of_mesh = FIXTURES.into_iter().map(|(_, text)| Document::of_mesh(mesh(text)));
    of_mesh.chain(for_agents().into_iter().map(|(_, document)| document)).collect()
}

#[test]
fn issues_of_an_agent_are_found_alone_and_fixed() {
    for (kind, document) in for_agents() {
        let issue = {
            let editor = Editor::new(document.clone());
            assert_eq!(names(all_issues(&editor)), BTreeSet::from([kind]), "{kind}");
            let issue = all_issues(&editor).next().cloned().unwrap();
            let of_cell = issues_of_cell(&editor, issue.cells[0]).any(|other| other.is_same(&issue));
            assert!(of_cell && issue.describe().ends_with('.'), "{}", issue.describe());
            issue
        };
        assert!(!issue.fixes().is_empty(), "{kind} has a fix");
        for fix in issue.fixes() {
            let mut editor = Editor::new(document.clone());
            editor.handle(Input::Issue(IssueInput::Frame(issue.clone())));
            assert!(!editor.selection().is_empty(), "{kind}: it is selected");
            editor.handle(Input::Issue(IssueInput::Fix(issue.clone(), fix.clone())));
            let left: Vec<String> = all_issues(&editor).map(Issue::headline).collect();
            assert_eq!(left, [""; 0], "{kind}, {}", fix.label());
            assert_eq!(editor.history().done().len(), 1, "{kind}: one step");
        }
        // The limits are those of the agent.
        if ["tiny_island", "narrow_portal", "steep_cell", "crack"].contains(&kind) {
            let mut document = document.clone();
            Arc::make_mut(&mut document.queries)[0].settings.agent = Agent::default();
            let editor = Editor::new(document);
            assert!(!names(all_issues(&editor)).contains(kind), "{kind}: a point has no limits");
        }
    }
}

#[test]
fn every_kind_is_described_in_sentences() {
    let is_sentence = |text: &str| text.ends_with('.') && !text.contains("  ");
    let mut known = BTreeSet::new();
    for of in ISSUE_TYPES {
        for text in [of.definition, of.effect, of.remedy] {
            assert!(is_sentence(text), "{}: {text}", of.name);
        }
        assert!(known.insert(of.name) && known.insert(of.title), "{} is unique", of.name);
    }
}

#[test]
fn the_samples_have_the_issues_that_they_show_and_no_others() {
    let mut found = String::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(root().join("assets")).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "ron")) {
        let document = ron::read(&std::fs::read_to_string(path).unwrap()).unwrap();
        let derived = Derived::build(&document.mesh);
        let of_document = ListedIssues::of_document(&document, &derived, &0.05.into());
        let names = names(issues_of(&document.mesh).iter().chain(&of_document.issues));
        if !names.is_empty() {
            writeln!(found, "{}: {names:?}", path.file_name().unwrap().display()).unwrap();
        }
    }
    expect![[r#"
        inside_out.ron: {"inside_out"}
        t_junction.ron: {"t_junction"}
        two_islands.ron: {"gap"}
    "#]]
    .assert_eq(&found);
}

#[test]
fn every_row_of_the_catalogue_names_kinds_that_exist() {
    let text = std::fs::read_to_string(root().join("docs/issues.md")).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| L")).collect();
    let numbers: Vec<String> = rows.iter().map(|row| row[2..5].to_owned()).collect();
    assert_eq!(numbers, (1..=40).map(|number| format!("L{number:02}")).collect::<Vec<_>>());
    let mut named = BTreeSet::new();
    for row in rows {
        let cell = row.split('|').nth(3).unwrap();
        let kinds: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!kinds.is_empty() || cell.contains('.'), "it has a kind or a reason: {row}");
        named.extend(kinds);
    }
    let known: BTreeSet<&str> = ISSUE_TYPES.iter().map(|of| of.name).collect();
    assert!(named.is_subset(&known), "{:?}", named.difference(&known));
    let own = [
        "crowded_link",
        "export_coarse",
        "export_error",
        "forbidden_area",
        "near_wall",
        "off_level",
        "unusable_outline",
        "wall_inside",
    ];
    assert_eq!(known.difference(&named).copied().collect::<Vec<_>>(), own, "kinds beyond the catalogue");
}

#[test]
fn worst_cases_take_memory_in_proportion_and_state_what_is_missing() {
    for case in WorstCase::ALL {
        let (name, mesh) = (case.name(), case.mesh(3000));
        let mut derived = Derived::build(&mesh);
        let mut issues = Issues::default();
        let memory = measure(|| issues = Issues::build(&mesh, &derived, 0.05));
        assert!(memory.bytes_max < most_bytes(36_000), "{name}: {} bytes", memory.bytes_max);
        assert!(!issues.is_empty(), "{name}: it has issues");
        let listed =
            ISSUE_TYPES.iter().map(|of| issues.iter().filter(|issue| issue.kind.name() == of.name).count());
        assert!(listed.max().unwrap() <= MOST_LISTED, "{name}");
        let mut draft = Draft::of(mesh);
        draft.move_vertex(VertexId(2), Vec3::new(3.0, 0.0, 1.5));
        let moved = draft.into_mesh();
        let changes = derived.update(&moved);
        let memory = measure(|| {
            issues.update(&moved, &derived, &changes);
        });
        assert!(memory.bytes_max < most_bytes(36_000), "{name}: {} bytes by an update", memory.bytes_max);
        let built = Issues::build(&moved, &derived, 0.05);
        let stopped = built.stopped().chain(issues.stopped()).any(|note| note.starts_with("and more"));
        assert!(stopped || issues == built, "{name}: as found from nothing");
        assert!(!stopped || case != WorstCase::Distant, "{name}: {:?}", issues.stopped().collect::<Vec<_>>());
    }
}

/// Returns two squares of 6 m, the second at a place beside the first.
fn beside(at: Vec3) -> Document {
    let square = [[0.0, 0.0], [0.0, 6.0], [6.0, 6.0], [6.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = [0, 4].map(|first| Cell::new((first..first + 4).map(VertexId), AreaId(0)));
    let corners = square.into_iter().chain(square.map(|corner| corner + at));
    let mut document = Document::of_mesh(NavMesh::from_parts(corners, cells).unwrap());
    Arc::make_mut(&mut document.queries)[0].settings.agent = Agent { radius: 0.3, ..Agent::default() };
    document
}

#[test]
fn only_edges_that_face_each_other_within_the_radius_are_a_crack() {
    for (at, is_crack, why) in [
        ([6.29, 0.0, 0.0], true, "almost as wide as the radius"),
        ([6.31, 0.0, 0.0], false, "wider than the radius"),
        ([6.04, 0.0, 0.0], false, "a gap"),
        ([6.2, 0.0, 5.3], true, "edges that share 0.7 m"),
        ([6.2, 0.0, 5.5], false, "edges that share less than the diameter"),
        ([6.2, 0.4, 0.0], false, "wider than the radius in space"),
        ([6.2, 3.0, 0.0], false, "another storey"),
        ([-6.2, 0.0, 0.0], true, "on the other side"),
        ([5.8, 0.0, 0.0], false, "overlapping cells"),
    ] {
        let found = names(all_issues(&Editor::new(beside(at.into()))));
        assert_eq!(found.contains("crack"), is_crack, "{why}: {found:?}");
    }
    let mut stepped = beside(Vec3::new(6.1, 0.2, 0.0));
    assert!(names(all_issues(&Editor::new(stepped.clone()))).contains("crack"), "a low step");
    Arc::make_mut(&mut stepped.queries)[0].settings.agent.max_climb = 0.1;
    assert!(!names(all_issues(&Editor::new(stepped))).contains("crack"), "the agent does not climb it");
}

#[test]
fn shifted_edges_of_a_crack_are_welded_where_they_face_each_other() {
    let mut editor = Editor::new(beside(Vec3::new(6.2, 0.0, 2.0)));
    let issue = all_issues(&editor).find(|issue| issue.kind.name() == "crack").unwrap().clone();
    assert_eq!(issue.headline(), "Edges 2–3 and 4–5 are 0.200 m apart");
    editor.handle(Input::Issue(IssueInput::Fix(issue.clone(), issue.fix().unwrap())));
    assert_eq!(names(all_issues(&editor)), BTreeSet::new());
    assert_eq!((editor.derived().islands.all().len(), editor.history().done().len()), (1, 1));
}

#[test]
fn cracks_of_worst_cases_take_memory_in_proportion_and_state_what_is_missing() {
    let agent = Agent { radius: 0.3, ..Agent::default() };
    for case in WorstCase::ALL {
        let mesh = case.mesh(3000);
        let derived = Derived::build(&mesh);
        let mut issues = AgentIssues::default();
        let memory = measure(|| {
            issues = AgentIssues::build(&mesh, &derived, None, &agent, &Progress::none()).unwrap();
        });
        assert!(memory.bytes_max < most_bytes(36_000), "{}: {} bytes", case.name(), memory.bytes_max);
        let cracks = issues.iter().filter(|issue| issue.kind.name() == "crack").count();
        assert!(cracks <= MOST_LISTED, "{}", case.name());
        let is_cut = issues.stopped().any(|note| note.contains("cracks"));
        let takes_long = matches!(case, WorstCase::Stacked | WorstCase::Slivers);
        assert!(is_cut || !takes_long, "{}: {:?}", case.name(), issues.stopped().collect::<Vec<_>>());
    }
}
