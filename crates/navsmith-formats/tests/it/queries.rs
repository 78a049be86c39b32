//! Saved queries and reproductions.

use std::sync::Arc;

use crate::support::notation::{mesh, squares};
use expect_test::expect;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{CellId, Derived, Draft, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::{Answer, find_path, find_path_traced};
use navsmith_core::pathfinding::timeline::QueryTrace;
use navsmith_formats::document::{
    Difference, Document, Expected, ExpectedLength, NamedQuery, Verdict, check_answer, reproduce,
};

/// Returns three squares of 2 m in a row, and a separate one.
fn document() -> Document {
    let row = "v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2, 6 0, 6 2, 18 0, 18 2, 20 2, 20 0";
    Document::of_mesh(mesh(&format!("{row}; c 0 1 3 2, 2 3 5 4, 4 5 7 6, 8 9 10 11")))
}

fn end(x: f32) -> Endpoint {
    Endpoint { ground: [x, 1.0].into(), height: None }
}

fn describe(to: f32, expected: Option<Expected>) -> String {
    let document = document();
    let query =
        NamedQuery { start: Some(end(1.0)), target: Some(end(to)), expected, ..NamedQuery::default() };
    let derived = Derived::build(&document.mesh);
    let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
    match check_answer(&query, Some(&answer)) {
        Verdict::Unchecked => "unchecked".into(),
        Verdict::Awaited => unreachable!("it was asked"),
        Verdict::Holds => "holds".into(),
        Verdict::Differs { reasons } => {
            reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
    }
}

fn about(length: f64) -> ExpectedLength {
    ExpectedLength { length, tolerance: 0.5 }
}

#[test]
fn what_differs_is_said_with_what_was_expected() {
    let path = |length, cells: &[u32]| {
        let cells = (!cells.is_empty()).then(|| cells.iter().copied().map(CellId).collect());
        Some(Expected::Path { length, cells })
    };
    let lines = [
        describe(5.0, None),
        describe(5.0, path(None, &[])),
        describe(5.0, path(Some(about(4.5)), &[0, 1, 2])),
        describe(5.0, path(Some(about(3.25)), &[0, 3, 2])),
        describe(5.0, path(None, &[0, 1])),
        describe(5.0, path(None, &[0, 1, 2, u32::MAX])),
        describe(5.0, Some(Expected::NoPath)),
        describe(19.0, Some(Expected::NoPath)),
        describe(19.0, path(Some(about(18.0)), &[])),
    ];
    expect![[r#"
        unchecked
        holds
        holds
        expected 3.250 ± 0.5 m, and it is 4.000 m; after 1 cell as expected, it crosses cell 1 instead of cell 3
        after 2 cells as expected, it goes on through cell 2
        after 3 cells as expected, it ends instead of crossing a cell that is gone
        expected no path, and there is one of 4.000 m
        holds
        expected a path, and there is none: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
    "#]].assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn what_came_out_is_what_is_expected_from_then_on() {
    let mut document = document();
    let derived = Derived::build(&document.mesh);
    for to in [1.0, 3.0, 5.0, 19.0] {
        let mut query = NamedQuery { start: Some(end(1.0)), target: Some(end(to)), ..NamedQuery::default() };
        let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
        for expected in [Expected::length_of(&answer), Expected::cells_of(&answer)] {
            assert_eq!(expected.renewed(&answer), expected, "nothing to renew");
            query.expected = Some(expected);
            assert_eq!(check_answer(&query, Some(&answer)), Verdict::Holds, "to {to}");
        }
    }
    document.mesh = NavMesh::default();
    let derived = Derived::build(&document.mesh);
    let query = NamedQuery { start: Some(end(1.0)), target: Some(end(3.0)), ..NamedQuery::default() };
    let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
    assert_eq!(Expected::cells_of(&answer), Expected::NoPath, "nothing to walk on");
}

#[test]
fn a_query_without_ends_cannot_hold() {
    let query = NamedQuery { expected: Some(Expected::NoPath), ..NamedQuery::default() };
    let reasons = vec![Difference::NotAsked];
    assert_eq!(check_answer(&query, None), Verdict::Differs { reasons }, "not asked");
}

#[test]
fn a_tolerance_is_relative_to_the_length_and_short_to_write() {
    let tolerance = |length| ExpectedLength::of(length).tolerance;
    for (length, tolerance_of) in [(17.37, 0.01), (120.0, 0.1), (4000.0, 1.0), (25_000.0, 10.0)] {
        assert!((tolerance(length) / tolerance_of - 1.0).abs() < 1e-9, "{length}: {}", tolerance(length));
    }
    assert!(tolerance(0.0) < 1e-8, "a path of no length has none to spare");
}

/// Returns a document of `n` by `n` squares of 1 m, without the cells in `missing`.
///
/// The cell at (x, z) has the number `n z + x`.
fn grid(n: u32, missing: &[u32], [from, to]: [[f32; 2]; 2]) -> Document {
    let row = "0".repeat(n as usize);
    let mut draft = Draft::of(squares(&vec![&*row; n as usize]));
    let missing: Vec<CellId> = missing.iter().copied().map(CellId).collect();
    if !missing.is_empty() {
        delete_cells(&mut draft, &missing).expect("they are there");
    }
    let end = |[x, z]: [f32; 2]| Some(Endpoint { ground: [x, z].into(), height: None });
    let query = NamedQuery { start: end(from), target: end(to), ..NamedQuery::default() };
    Document { queries: Arc::new(vec![query]), ..Document::of_mesh(draft.into_mesh()) }
}

fn trace_of(document: &Document) -> (Answer, QueryTrace) {
    let question = document.queries[0].question().expect("both ends");
    find_path_traced(&document.mesh, &Derived::build(&document.mesh), &question)
}

#[test]
fn a_part_gives_the_same_answer_and_every_step_is_found_again() {
    let document = grid(12, &[26, 27, 28], [[1.5, 1.5], [5.5, 3.5]]);
    let derived = Derived::build(&document.mesh);
    let (answer, trace) = trace_of(&document);
    for step in 0..trace.len() {
        let made = reproduce(&document, &derived, 0, Some(step)).expect("both ends are placed");
        assert!(!made.is_whole && made.document.mesh.cell_count() < 100, "a part is enough");
        let (part_answer, part_trace) = trace_of(&made.document);
        assert_eq!(
            part_answer.path().map(|path| path.length),
            answer.path().map(|path| path.length),
            "as long"
        );
        let (stage, local) = made.step.expect("there is such a step");
        let (here, there) = (trace.get(step).unwrap(), part_trace.get_in(stage, local).unwrap());
        assert_eq!((here.kind(), here.stage()), (there.kind(), stage), "the same step");
    }
}

#[test]
fn two_islands_without_a_way_come_along_whole() {
    let wall: Vec<u32> = (0..6).map(|z| 6 * z + 3).collect();
    let document = grid(6, &wall, [[0.5, 0.5], [5.5, 0.5]]);
    let made = reproduce(&document, &Derived::build(&document.mesh), 0, None).expect("both ends are placed");
    assert_eq!(made.document.mesh.cell_count(), 30, "both islands");
    assert!(trace_of(&made.document).0.path().is_none(), "no path either");
}

#[test]
fn expected_cells_are_renumbered() {
    let mut document = grid(12, &[], [[8.5, 8.5], [9.5, 8.5]]);
    let (answer, _) = trace_of(&document);
    Arc::make_mut(&mut document.queries)[0].expected = Some(Expected::cells_of(&answer));
    let derived = Derived::build(&document.mesh);
    let made = reproduce(&document, &derived, 0, None).expect("both ends are placed");
    assert!(!made.is_whole, "a part is enough");
    let (answer, _) = trace_of(&made.document);
    let verdict = navsmith_formats::document::check_answer(&made.document.queries[0], Some(&answer));
    assert_eq!(verdict, navsmith_formats::document::Verdict::Holds, "as in the whole mesh");
}

#[test]
fn without_both_ends_there_is_nothing_to_reproduce() {
    let document = Document::default();
    assert_eq!(reproduce(&document, &Derived::default(), 0, None), None, "no ends");
    assert_eq!(reproduce(&document, &Derived::default(), 1, None), None, "no query");
}
