//! Issues updated after edits equal issues found from scratch.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::edits;
use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::{all_issues, found_issues};
use navsmith_core::geometry::{Shape, interiors_overlap, shape};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, AgentLimits, ISSUE_TYPES, IgnoredIssue, IssueKind, Issues};
use navsmith_formats::document::Document;
use navsmith_formats::level::surface::LevelSurface;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_update_equals_a_build(
        field in edits::field(),
        acts in edits::acts(),
        tolerance in prop_oneof![Just(0.05f32), Just(0.6)],
    ) {
        let mut seen = vec![field];
        let mut derived = Derived::build(&seen[0]);
        let mut issues = Issues::build(&seen[0], &derived, tolerance);
        for act in &acts {
            let mesh = edits::run(act, &seen);
            let changes = derived.update(&mesh);
            issues.update(&mesh, &derived, &changes);
            let built = Issues::build(&mesh, &derived, tolerance);
            prop_assert_eq!(issues.iter().collect::<Vec<_>>(), built.iter().collect::<Vec<_>>());
            prop_assert_eq!(&issues, &built, "and what they are found by");
            says_what_is_wrong(&mesh, &issues);
            seen.push(mesh);
        }
    }
}

/// Agents of several sizes, in metres.
fn limits() -> impl Strategy<Value = AgentLimits> {
    let agent =
        (prop::sample::select(vec![0.0f32, 0.3, 0.8]), prop::sample::select(vec![0.3f32, f32::INFINITY]));
    let agent =
        agent.prop_map(|(radius, max_climb)| Agent { radius, max_climb, height: 1.8, max_slope: 0.6 });
    let factor = prop::sample::select(vec![1.5f32, 1000.0]);
    (agent, factor, prop::sample::select(vec![0.0f32, 0.05])).prop_map(|(agent, size_contrast, gap)| {
        AgentLimits { size_contrast, gap, ..AgentLimits::from(&agent) }
    })
}

/// A level with a floor and walls.
fn level() -> LevelSurface {
    let quad = |a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]| [[a, b, c], [a, c, d]];
    let quads = [
        quad([-2., 0., -2.], [-2., 0., 8.], [8., 0., 8.], [8., 0., -2.]),
        quad([2.2, 0., 0.], [2.2, 0., 5.], [2.2, 3., 5.], [2.2, 3., 0.]),
        quad([0., 0., 3.1], [6., 0., 3.1], [6., 3., 3.1], [0., 3., 3.1]),
    ];
    let triangles = quads.into_iter().flatten().map(|corners| (0, corners.map(Vec3::from)));
    LevelSurface::build(triangles, &Progress::none()).expect("not stopped")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_update_for_an_agent_equals_a_build(
        field in edits::field(),
        acts in edits::acts(),
        limits in limits(),
        has_level in any::<bool>(),
    ) {
        let level = has_level.then(level);
        let found = |derived: &Derived| {
            AgentIssues::build(derived.mesh(), derived, level.as_ref(), limits, &Progress::none()).expect("not stopped")
        };
        let mut seen = vec![field];
        let mut derived = Derived::build(&seen[0]);
        let mut issues = found(&derived);
        for act in &acts {
            let mesh = edits::run(act, &seen);
            let before = derived.clone();
            let changes = derived.update(&mesh);
            let is_followed = issues.update(&before, &derived, level.as_ref(), &changes);
            prop_assert!(is_followed || changes.cells.len() > 16, "{} cells", changes.cells.len());
            let built = found(&derived);
            if !is_followed {
                issues = built.clone();
            }
            prop_assert_eq!(issues.iter().collect::<Vec<_>>(), built.iter().collect::<Vec<_>>());
            prop_assert_eq!(&issues, &built, "and what they are found by");
            seen.push(mesh);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_issues_of_an_editor_follow_edits_with_ignored_issues_in_any_unit(
        field in edits::field(),
        edits in prop::collection::vec(edits::edit(), 1..8),
        metre in prop::sample::select(vec![1.0f32, 0.1, 20.0]),
        ignored in prop::collection::vec(0..ISSUE_TYPES.len(), 0..3),
    ) {
        let mut document = Document { metre, ..Document::of_mesh(field) };
        for kind in ignored {
            Arc::make_mut(&mut document.ignored).add(IgnoredIssue { kind: ISSUE_TYPES[kind], at: None });
        }
        let agent = Agent { radius: 0.3, max_climb: 0.3, height: 1.8, max_slope: 0.6 };
        Arc::make_mut(&mut document.queries)[0].settings.agent = agent;
        let mut editor = Editor::new(document);
        // The issues are searched at the first use.
        prop_assert!(all_issues(&editor).all(|issue| !editor.document().ignored.contains(issue)));
        for edit in edits {
            editor.edit("Edit", |draft| {
                edits::apply(&edit, draft);
                Ok(Edited::default())
            });
            let other = Editor::new(editor.document().clone());
            prop_assert_eq!(all_issues(&editor).collect::<Vec<_>>(), all_issues(&other).collect::<Vec<_>>());
            prop_assert_eq!(found_issues(&editor).count(), found_issues(&other).count());
        }
    }
}

fn says_what_is_wrong(mesh: &NavMesh, issues: &Issues) {
    let of_kind = |cell: CellId, kind| issues.of_cell(cell).any(|issue| issue.kind == kind);
    for (cell, _) in mesh.cells() {
        let shape = shape(&mesh.ground_ring(cell));
        assert_eq!(of_kind(cell, IssueKind::InsideOut), shape == Shape::InsideOut, "{cell:?} inside out");
        assert_eq!(of_kind(cell, IssueKind::Flat), shape == Shape::Flat, "{cell:?} flat");
        assert_eq!(of_kind(cell, IssueKind::SelfCrossing), shape == Shape::SelfCrossing, "{cell:?} crossing");
        assert!(!of_kind(cell, IssueKind::Concave) || shape == Shape::Concave, "{cell:?} concave");
    }
    let overlapping: BTreeSet<&[CellId]> = issues
        .iter()
        .filter(|issue| issue.kind == IssueKind::Overlap)
        .map(|issue| &issue.cells[..])
        .collect();
    for (one, _) in mesh.cells() {
        for (other, _) in mesh.cells().filter(|(other, _)| *other > one) {
            let rings = [one, other].map(|cell| {
                let mut ring = mesh.ground_ring(cell);
                if shape(&ring) == Shape::InsideOut {
                    ring.reverse();
                }
                ring
            });
            let overlap = interiors_overlap(&rings[0], &rings[1]);
            assert!(overlap || !overlapping.contains(&[one, other][..]), "{one:?} and {other:?}");
        }
    }
    for issue in issues.iter() {
        assert!(
            issue.describe().ends_with('.') && !issue.describe().contains("  "),
            "a sentence: {}",
            issue.describe()
        );
        assert!(
            issue.at.is_finite() && !(issue.cells.is_empty() && issue.vertices.is_empty()),
            "a place to look at: {issue:?}"
        );
        assert!(!issue.fixes().is_empty(), "a way to mend it: {issue:?}");
    }
}
