//! Issues updated after edits equal issues found from scratch.

use std::collections::BTreeSet;

use crate::support::edits;
use navsmith::document::issues::{IssueKind, Issues};
use navsmith::geometry::{Shape, interiors_overlap, shape};
use navsmith::navmesh::{CellId, Derived, NavMesh};
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
            let rings = [one, other].map(|cell| mesh.ground_ring(cell));
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
        assert!(issue.fix().is_some(), "a way to mend it: {issue:?}");
    }
}
