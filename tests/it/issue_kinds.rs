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

/// A mesh with one defect.
struct Fixture {
    kind: &'static str,
    vertices: &'static [[f32; 3]],
    cells: &'static [&'static [u32]],
}

const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 0.0, 0.0]];

/// Fixtures of the kinds that depend on the mesh alone. A kind with several forms has several.
const FIXTURES: [Fixture; 17] = [
    Fixture {
        kind: "concave",
        vertices: &[[0.0, 0.0, 0.0], [0.5, 0.0, 0.5], [0.0, 0.0, 1.0], [1.0, 0.0, 0.5]],
        cells: &[&[0, 1, 2, 3]],
    },
    Fixture { kind: "inside_out", vertices: &SQUARE, cells: &[&[3, 2, 1, 0]] },
    Fixture { kind: "self_crossing", vertices: &SQUARE, cells: &[&[0, 2, 1, 3]] },
    Fixture {
        kind: "no_area",
        vertices: &[[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [2.0, 1.0, 2.0]],
        cells: &[&[0, 1, 2]],
    },
    Fixture {
        kind: "overlap",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [1.0, 0.0, 0.5],
            [1.0, 0.0, 1.5],
            [3.0, 0.0, 1.5],
            [3.0, 0.0, 0.5],
        ],
        cells: &[&[0, 1, 2, 3], &[4, 5, 6, 7]],
    },
    Fixture { kind: "duplicate_cell", vertices: &SQUARE, cells: &[&[0, 1, 2, 3], &[1, 2, 3, 0]] },
    Fixture {
        kind: "t_junction",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.0, 0.0, 1.0],
            [4.0, 0.0, 2.0],
            [4.0, 0.0, 0.0],
            [4.0, 0.0, 1.0],
        ],
        cells: &[&[0, 1, 2, 3], &[4, 2, 5, 7], &[3, 4, 7, 6]],
    },
    Fixture {
        kind: "partial_overlap",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.0, 0.0, 1.0],
            [2.0, 0.0, 3.0],
            [4.0, 0.0, 3.0],
            [4.0, 0.0, 1.0],
        ],
        cells: &[&[0, 1, 2, 3], &[4, 5, 6, 7]],
    },
    Fixture {
        kind: "gap",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.03, 0.0, 1.0],
            [4.0, 0.0, 2.0],
            [4.0, 0.0, 0.0],
            [4.0, 0.0, 1.0],
        ],
        cells: &[&[0, 1, 2, 3], &[4, 2, 5, 7], &[3, 4, 7, 6]],
    },
    // An unwelded seam.
    Fixture {
        kind: "gap",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.0, 0.0, 0.0],
            [2.0, 0.0, 2.0],
            [4.0, 0.0, 2.0],
            [4.0, 0.0, 0.0],
        ],
        cells: &[&[0, 1, 2, 3], &[4, 5, 6, 7]],
    },
    Fixture {
        kind: "short_edge",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.000_005],
            [1.999_995, 0.0, 0.0],
        ],
        cells: &[&[0, 1, 2, 3, 4]],
    },
    // A needle, and a cap.
    Fixture {
        kind: "sliver",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.004, 0.0, 0.0],
            [4.0, 0.0, 2.0],
            [4.0, 0.0, 0.0],
        ],
        cells: &[&[0, 1, 2, 3], &[3, 2, 4], &[4, 2, 5, 6]],
    },
    Fixture {
        kind: "sliver",
        vertices: &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.005], [2.0, 0.0, 0.0], [1.0, 0.0, -2.0]],
        cells: &[&[0, 1, 2], &[0, 2, 3]],
    },
    Fixture {
        kind: "uneven",
        vertices: &[[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 1.0, 0.0]],
        cells: &[&[0, 1, 2, 3]],
    },
    Fixture {
        kind: "straight_corner",
        vertices: &[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 0.0, 0.0]],
        cells: &[&[0, 1, 2, 3, 4]],
    },
    Fixture {
        kind: "pinched_vertex",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [2.0, 0.0, 4.0],
            [4.0, 0.0, 4.0],
            [4.0, 0.0, 2.0],
        ],
        cells: &[&[0, 1, 2, 3], &[2, 4, 5, 6]],
    },
    Fixture {
        kind: "unused_vertex",
        vertices: &[[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 0.0, 0.0], [5.0, 0.0, 5.0]],
        cells: &[&[0, 1, 2, 3]],
    },
];

impl Fixture {
    fn mesh(&self) -> NavMesh {
        let cells = self.cells.iter().map(|ring| Cell::new(ring.iter().map(|&v| VertexId(v)), AreaId(0)));
        NavMesh::from_parts(self.vertices.iter().copied().map(Vec3::from), cells).unwrap()
    }

    fn editor(&self) -> Editor {
        Editor::new(Document::of_mesh(self.mesh()))
    }
}

fn names<'a>(issues: impl Iterator<Item = &'a Issue>) -> BTreeSet<&'static str> {
    issues.map(|issue| issue.kind.name()).collect()
}

fn issues_of(mesh: &NavMesh) -> Issues {
    Issues::build(mesh, &Derived::build(mesh), 0.05)
}

#[test]
fn a_fixture_has_its_kind_of_issue_and_no_other() {
    for fixture in &FIXTURES {
        let issues = issues_of(&fixture.mesh());
        assert_eq!(names(issues.iter()), BTreeSet::from([fixture.kind]), "{:?}", headlines(&issues));
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
        "export_refused",
        "export_corners",
        "export_collapse",
        "export_coarse",
        "export_merge",
        "export_margin",
        "export_error",
    ];
    let for_agents = for_agents();
    let own =
        FIXTURES.iter().map(|fixture| fixture.kind).chain(for_agents.iter().map(|(fixture, _)| fixture.kind));
    let all: BTreeSet<&str> = own.chain(others).collect();
    assert_eq!(all, ISSUE_TYPES.iter().map(|of| of.name).collect(), "others have tests of their own");
}

fn headlines(issues: &Issues) -> Vec<String> {
    issues.iter().map(Issue::headline).collect()
}

#[test]
fn each_fix_removes_its_issue_as_one_step_and_adds_none() {
    for fixture in &FIXTURES {
        let first = fixture.editor().issues().iter().next().cloned().unwrap();
        for fix in first.fixes() {
            let (mut editor, mut issue) = (fixture.editor(), first.clone());
            let is_as_severe = |issue: &&Issue| issue.kind.severity() <= first.kind.severity();
            let mut count = editor.issues().iter().filter(is_as_severe).count();
            editor.handle(Input::Issue(IssueInput::Frame(issue.clone())));
            assert!(!editor.selection().is_empty(), "{}: it is selected", fixture.kind);
            let mut fix = fix;
            loop {
                editor.handle(Input::Issue(IssueInput::Fix(issue, fix.clone())));
                let left: Vec<Issue> = editor.issues().iter().filter(is_as_severe).cloned().collect();
                assert!(left.len() < count, "{}, {}: {left:?}", fixture.kind, fix.label());
                count = left.len();
                let Some(next) = left.first().cloned() else { break };
                assert_eq!(next.kind.name(), fixture.kind, "{}: {}", fix.label(), next.headline());
                fix = next.fixes()[0].clone();
                issue = next;
            }
            assert!(editor.history().done().len() <= fixture.cells.len(), "{}: one step each", fixture.kind);
        }
    }
}

#[test]
fn cells_are_separated_from_an_edge_until_it_has_two() {
    // Two ramps at the common edge of two squares, the smaller one with the smaller id.
    let fixture = Fixture {
        kind: "non_manifold_edge",
        vertices: &[
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, 0.0],
            [4.0, 0.0, 2.0],
            [4.0, 0.0, 0.0],
            [3.0, 9.0, 1.0],
            [4.0, 9.0, 1.0],
        ],
        cells: &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[3, 2, 6], &[3, 2, 7]],
    };
    let of_kind = |editor: &Editor| -> Vec<Issue> {
        editor.issues().iter().filter(|issue| issue.kind.name() == fixture.kind).cloned().collect()
    };
    let mut editor = fixture.editor();
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

/// Two squares side by side.
const PAIR: [[f32; 3]; 6] =
    [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 2.0], [2.0, 0.0, 0.0], [4.0, 0.0, 2.0], [4.0, 0.0, 0.0]];

const TINY: [[f32; 3]; 9] = with(PAIR, [[9.0, 0.0, 9.0], [9.0, 0.0, 9.5], [9.5, 0.0, 9.5]]);
const LONE: [[f32; 3]; 9] = with(PAIR, [[9.0, 0.0, 9.0], [9.0, 0.0, 11.0], [11.0, 0.0, 11.0]]);
const APART: [[f32; 3]; 10] = {
    let [a, b, c, d, e, f, g, h, i] = TINY;
    [a, b, c, d, e, f, g, h, i, [9.5, 0.0, 10.0]]
};

const CRACK: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.0, 6.0],
    [6.0, 0.0, 6.0],
    [6.0, 0.0, 0.0],
    [6.2, 0.0, 0.0],
    [6.2, 0.0, 6.0],
    [12.0, 0.0, 6.0],
    [12.0, 0.0, 0.0],
];

const CONTRAST: [[f32; 3]; 6] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.2, 0.0, 0.5],
    [-1000.0, 0.0, -1500.0],
    [-2000.0, 0.0, 0.5],
    [-1000.0, 0.0, 1500.0],
];

const NARROW: [[f32; 3]; 6] =
    [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 0.0, 1.2], [2.0, 0.0, 0.8], [4.0, 0.0, 2.0], [4.0, 0.0, 0.0]];

/// Returns fixtures of the kinds that depend on the agent or on links, each as a document.
fn for_agents() -> Vec<(Fixture, Document)> {
    let (plain, round) = (Agent::default(), Agent { radius: 0.3, ..Agent::default() });
    let steep = Agent { max_slope: 0.5, ..plain };
    let of = |kind, vertices, cells, agent, links: Vec<Link>| {
        let fixture = Fixture { kind, vertices, cells };
        let mut document = Document::of_mesh(fixture.mesh().with_links(links).unwrap());
        Arc::make_mut(&mut document.queries)[0].settings.agent = agent;
        (fixture, document)
    };
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(9.2, 0.0, 9.4));
    let one_way = Link { is_one_way: true, ..link };
    vec![
        of("tiny_island", &TINY, &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8]], round, vec![]),
        of("lone_cell", &LONE, &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8]], round, vec![]),
        of("narrow_portal", &NARROW, &[&[0, 1, 2, 3], &[3, 2, 4, 5]], round, vec![]),
        of(
            "steep_cell",
            &[[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [2.0, 3.0, 2.0], [2.0, 3.0, 0.0]],
            &[&[0, 1, 2, 3]],
            steep,
            vec![],
        ),
        of("size_contrast", &CONTRAST, &[&[0, 1, 2], &[1, 0, 3, 4, 5]], plain, vec![]),
        of(
            "no_return",
            &APART,
            &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8], &[7, 9, 8]],
            plain,
            vec![one_way],
        ),
        of("crack", &CRACK, &[&[0, 1, 2, 3], &[4, 5, 6, 7]], round, vec![]),
        of("duplicate_link", &TINY, &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8]], plain, vec![link, link]),
    ]
}

/// Returns a document for each fixture.
pub(crate) fn documents() -> Vec<Document> {
    let of_mesh = FIXTURES.iter().map(|fixture| Document::of_mesh(fixture.mesh()));
    of_mesh.chain(for_agents().into_iter().map(|(_, document)| document)).collect()
}

const fn with(six: [[f32; 3]; 6], three: [[f32; 3]; 3]) -> [[f32; 3]; 9] {
    let ([a, b, c, d, e, f], [g, h, i]) = (six, three);
    [a, b, c, d, e, f, g, h, i]
}

#[test]
fn issues_of_an_agent_are_found_alone_and_fixed() {
    for (Fixture { kind, .. }, document) in for_agents() {
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
