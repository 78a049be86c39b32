//! Truncated lists that follow edits equal new ones, for all kinds of issues of a mesh and an agent.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::support::notation::squares;
use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, AgentLimits, Issue, IssueKind, IssueSearch, Issues, MeshLimits};
use navsmith_formats::for_tests::{agent_issues_listing, issues_listing};
use navsmith_formats::level::surface::LevelSurface;

/// Number of issues that each search lists.
const MOST: usize = 4;

/// Number of elements between two reports of a search for an agent.
const ELEMENTS: usize = 1 << 10;

/// Columns and rows of the field.
const SIDE: u32 = 9;

/// Returns squares of 1 m in three strips, with cracks and gaps between them.
///
/// Every second square consists of two triangles.
fn field() -> NavMesh {
    let width = SIDE + 3;
    let x = |column: u32| {
        column as f32 - 0.8 * f32::from(u8::from(column > 3)) - 0.97 * f32::from(u8::from(column > 7))
    };
    let vertices = (0..=SIDE).flat_map(|z| (0..width).map(move |column| Vec3::new(x(column), 0.0, z as f32)));
    let squares =
        (0..SIDE).flat_map(|z| (0..width - 1).filter(|x| ![3, 7].contains(x)).map(move |x| z * width + x));
    let rings = squares.flat_map(|first| {
        let [a, b, c, d] = [first, first + width, first + width + 1, first + 1].map(VertexId);
        if first % 2 == 0 { vec![vec![a, b, c, d]] } else { vec![vec![a, b, c], vec![a, c, d]] }
    });
    let links = (0..6u8).map(|at| {
        let z = f32::from(at) + 0.5;
        Link { is_one_way: at % 2 == 0, ..Link::between(Vec3::new(1.5, 0.0, z), Vec3::new(5.0, 0.0, z)) }
    });
    let mesh = NavMesh::from_parts(vertices, rings.map(|ring| Cell::new(ring, AreaId(0)))).expect("a field");
    mesh.with_links(links).expect("sound links")
}

/// Returns a floor above a part of the field, and walls.
fn level() -> LevelSurface {
    let quad = |[a, b, c, d]: [[f32; 3]; 4]| [[a, b, c], [a, c, d]];
    let walls = [1.1, 4.1, 7.1].map(|z| [[0., 0., z], [9., 0., z], [9., 3., z], [0., 3., z]]);
    let floor = [[-2., 0.4, -2.], [-2., 0.4, 12.], [4., 0.4, 12.], [4., 0.4, -2.]];
    let triangles = walls.into_iter().chain([floor]).flat_map(quad);
    let triangles = triangles.map(|corners| (0, corners.map(Vec3::from)));
    LevelSurface::build(triangles, &Progress::none()).expect("not stopped")
}

/// Makes up to three random changes, half of which break something.
fn edit(draft: &mut Draft, draw: &mut impl FnMut(u32) -> u32) {
    for _ in 0..=draw(3) {
        let vertices: Vec<VertexId> = draft.mesh().vertices().map(|(id, _)| id).collect();
        let cells: Vec<CellId> = draft.mesh().cells().map(|(id, _)| id).collect();
        let (vertex, cell) =
            (vertices[draw(vertices.len() as u32) as usize], cells[draw(cells.len() as u32) as usize]);
        match draw(8) {
            0 => {
                let other = vertices[draw(vertices.len() as u32) as usize];
                draft.move_vertex(vertex, draft.mesh().position(other));
            }
            1..=3 => {
                let by = Vec3::new(draw(13) as f32 - 6.0, draw(5) as f32 * 0.4, draw(13) as f32 - 6.0);
                draft.move_vertex(vertex, draft.mesh().position(vertex) + by * 0.1);
            }
            4 => draft.remove_cell(cell),
            5 => {
                draft.add_cell(draft.mesh().corners(cell).to_vec(), AreaId(0));
            }
            6 => {
                let ring: Vec<VertexId> = draft.mesh().corners(cell).iter().rev().copied().collect();
                draft.set_corners(cell, ring);
            }
            _ => {
                let corners: BTreeSet<VertexId> =
                    draft.mesh().corners(cell).iter().copied().skip(1).chain([vertex]).collect();
                if corners.len() > 2 {
                    draft.add_cell(corners, AreaId(0));
                }
            }
        }
    }
}

#[test]
fn truncated_lists_follow_edits_with_exact_totals() {
    let agent = Agent { radius: 0.3, height: 1.8, max_slope: 0.4, max_climb: 0.3 };
    let of_agent =
        AgentLimits { size_contrast: 1.2, narrow_portal: 1.3, gap: 0.05, ..AgentLimits::from(&agent) };
    let of_mesh = MeshLimits { sliver: 30.0, uneven: 0.05, ..MeshLimits::from(0.05) };
    let mut chance = SplitMix64(11);
    let mut draw = |below: u32| (chance.unit() * f64::from(below)) as u32;
    let (mut names, mut notes) = (BTreeSet::new(), BTreeSet::new());
    let level = level();
    for _ in 0..12 {
        let mut mesh = field();
        let mut derived = Derived::build(&mesh);
        let mut issues = issues_listing(MOST, &mesh, &derived, of_mesh);
        let mut for_agent = agent_issues_listing(MOST, &derived, Some(&level), of_agent);
        for step in 0..25 {
            let mut draft = Draft::of(mesh.clone());
            edit(&mut draft, &mut draw);
            mesh = draft.into_mesh();
            let before = derived.clone();
            let changes = derived.update(&mesh);
            issues.update(&mesh, &derived, &changes);
            assert_eq!(issues, issues_listing(MOST, &mesh, &derived, of_mesh), "step {step}");
            let all = issues_listing(usize::MAX, &mesh, &derived, of_mesh);
            assert!(
                issues.known(&derived, &IssueSearch::ALL).map(Cow::into_owned).eq(all.iter().cloned()),
                "listed or not"
            );
            for (cell, _) in mesh.cells() {
                let known = issues.of_cells(&derived, &[cell]).map(Cow::into_owned);
                assert!(known.eq(all.of_cell(cell).cloned()), "cell {cell:?} at step {step}");
            }
            assert!(all.iter().all(|issue| issues.contains(&derived, issue)), "step {step}");
            let less =
                all.iter().next().map(|first| Issue { kind: IssueKind::FarFromOrigin, ..first.clone() });
            assert!(!less.is_some_and(|other| issues.contains(&derived, &other)), "another kind");
            assert!(for_agent.update(&before, &derived, Some(&level), &changes), "few cells change");
            let built = agent_issues_listing(MOST, &derived, Some(&level), of_agent);
            assert_eq!(for_agent, built, "step {step}");
            names.extend(issues.iter().chain(for_agent.iter()).map(|issue: &Issue| issue.kind.name()));
            let all = issues.stopped().chain(for_agent.stopped());
            notes.extend(
                all.filter_map(|note| Some(note.split_once(" of ")?.1.split_once(' ')?.1.to_owned())),
            );
        }
    }
    assert!(names.len() > 20, "most kinds occur: {names:?}");
    assert!(notes.len() > 8, "most lists are truncated: {notes:?}");
    let of_level = ["heights off the level are listed", "boundaries near walls are listed"];
    assert!(of_level.iter().all(|note| notes.contains(*note)), "{notes:?}");
}

#[test]
fn a_stopped_search_keeps_true_issues_and_is_repeated_after_many_edits() {
    // All pairs overlap, which takes more work than the search may do.
    let count = 200_u32;
    let corners = [[0., 0.], [0., 4.], [4., 4.], [4., 0.]];
    let vertices = (0..count).flat_map(|square| {
        let by = 0.003 * square as f32;
        corners.map(|[x, z]| Vec3::new(x + by, 0.0, z))
    });
    let rings = (0..count).map(|square| Cell::new((4 * square..4 * square + 4).map(VertexId), AreaId(0)));
    let mut mesh = NavMesh::from_parts(vertices, rings).expect("a pile");
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.is_stopped(IssueSearch::Overlaps) && issues.may_lack_errors());
    let overlaps_of = |issues: &Issues, cell| issues.overlaps_of(CellId(cell)).count();
    let mut lift = |squares: std::ops::Range<u32>, issues: &mut Issues| {
        let mut draft = Draft::of(mesh.clone());
        for vertex in (4 * squares.start..4 * squares.end).map(VertexId) {
            draft.move_vertex(vertex, draft.mesh().position(vertex) + Vec3::new(0.0, 5.0, 0.0));
        }
        mesh = draft.into_mesh();
        let changes = derived.update(&mesh);
        issues.update(&mesh, &derived, &changes);
        let known = issues.known(&derived, &IssueSearch::ALL).map(|issue| issue.cells.len()).sum::<usize>();
        let stored = mesh.cells().map(|(cell, _)| issues.count_of_cell(cell)).sum::<usize>();
        assert_eq!(known, stored, "each known issue exists");
        *issues == Issues::build(&mesh, &derived, 0.05)
    };
    lift(0..1, &mut issues);
    assert!(overlaps_of(&issues, 0) == 0 && overlaps_of(&issues, 1) > 0, "a small edit");
    lift(1..50, &mut issues);
    assert!(issues.is_stopped(IssueSearch::Overlaps), "fewer than all may be known");
    assert!(lift(50..100, &mut issues), "more than a quarter of the cells was edited");
    assert!(!issues.is_stopped(IssueSearch::Overlaps) && overlaps_of(&issues, 199) == 99);
}

#[test]
fn each_search_reports_its_cells() {
    let side = 48;
    let mesh = squares(&vec!["0".repeat(side).as_str(); side]);
    let derived = Derived::build(&mesh);
    let agent = Agent { radius: 0.0, height: 1.8, max_slope: 0.4, max_climb: 0.3 };
    let limits = AgentLimits::from(&agent);
    let reports = |narrow_portal: f32| {
        let limits = AgentLimits { narrow_portal, ..limits };
        let build =
            |reports| AgentIssues::build(&mesh, &derived, None, limits, &Progress::stopping_after(reports));
        (0..10_000).find(|&reports| build(reports).is_ok())
    };
    let [without, with] = [0.0, 0.5].map(|width| reports(width).expect("enough reports"));
    // Both the walls and the portals are searched.
    assert!(with >= without + 1 + (side * side / ELEMENTS) as u32, "{without} and {with}");
}
