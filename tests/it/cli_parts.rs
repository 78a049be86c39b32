//! Parts of the output of subcommands: lines, tables, URIs and percentiles.

use std::path::Path;

use navsmith::cli::compare::{defect_answer, defect_text};
use navsmith::cli::measure::clock::{median, percentile};
use navsmith::cli::output::{in_lines, json, one_of, printable};
use navsmith::cli::report::issues::{tables, with_picture};
use navsmith::cli::validate::sarif::{message, uri};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::compare::defect::Defect;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_formats::check::{Issue, IssueKind};
use navsmith_formats::document::Document;
use navsmith_formats::io::ron::reproduction;

#[test]
fn long_texts_and_lists_are_shortened() {
    assert_eq!(one_of(["mud", "sand"].into_iter(), "none"), "name one of mud, sand");
    assert_eq!(one_of(std::iter::empty(), "there is none"), "there is none");
    let long = "ä".repeat(100_000);
    let listed = one_of(std::iter::repeat_n(long.as_str(), 100), "none");
    assert!(listed.ends_with(", …") && listed.chars().count() < 2_000, "{} characters", listed.len());
}

#[test]
fn control_characters_of_names_are_printed_as_text() {
    assert_eq!(printable("two\nlines, \tone tab"), "two\nlines, \tone tab", "as it is");
    let hostile = printable("\u{1b}]0;title\u{7}\r\u{9b}2J");
    assert_eq!(hostile, r"\u{1b}]0;title\u{7}\r\u{9b}2J", "escaped");
    assert_eq!(printable("a\u{202e}b\u{2066}c"), r"a\u{202e}b\u{2066}c", "directions of text");
    let lines = ["one\ntwo".to_owned(), "three".into()];
    assert_eq!(in_lines(&lines), "one\\ntwo\nthree\n", "a name has no line of its own");
}

#[test]
fn names_in_json_are_escaped_as_json() {
    let name = "a\n\u{7f}\u{9b}\u{202e}b";
    let line = json(&name).expect("JSON");
    assert!(line.is_ascii() && line.lines().count() == 1, "{line}");
    assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), name, "the same name");
}

fn issue(kind: IssueKind, x: f32) -> Issue {
    Issue::new(kind, Vec::new(), Vec3::new(x, 0.0, 0.0))
}

#[test]
fn pictures_show_each_kind_and_distant_places() {
    let mut issues: Vec<Issue> = (0..50).map(|number| issue(IssueKind::Concave, number as f32)).collect();
    issues.extend([0.0, 1.0].map(|x| issue(IssueKind::Flat, x)));
    let places = |most| -> Vec<(&str, f32)> {
        let chosen = with_picture(&issues, most).into_iter().map(|index| &issues[index]);
        chosen.map(|issue| (issue.kind.name(), issue.at.x)).collect()
    };
    assert_eq!(places(2), [("concave", 0.0), ("no_area", 1.0)]);
    assert_eq!(
        places(5),
        [("concave", 0.0), ("concave", 25.0), ("concave", 49.0), ("no_area", 0.0), ("no_area", 1.0)]
    );
    assert_eq!((places(0).len(), places(1000).len()), (0, 52), "all");
}

#[test]
fn errors_have_pictures_before_warnings_and_hints() {
    let mut issues: Vec<Issue> = (0..4).map(|number| issue(IssueKind::Concave, number as f32)).collect();
    issues.extend([0.0, 1.0].map(|x| issue(IssueKind::TinyIsland, x)));
    issues.push(issue(IssueKind::FarFromOrigin, 9.0));
    issues.sort_by_key(|issue| (issue.kind.severity(), issue.kind.title()));
    let severities = |most| -> Vec<&str> {
        let chosen = with_picture(&issues, most).into_iter().map(|index| &issues[index]);
        chosen.map(|issue| issue.kind.severity().name()).collect()
    };
    assert_eq!(severities(3), ["error"; 3]);
    assert_eq!(severities(6)[..4], ["error"; 4], "all errors");
    assert_eq!(severities(6)[4..], ["warning"; 2], "then others");
}

#[test]
fn all_issues_with_a_picture_are_listed_and_linked() {
    let issues: Vec<Issue> = (0..300).map(|number| issue(IssueKind::Concave, number as f32)).collect();
    let text = tables(&issues, &[0, 150, 299], false);
    for (number, x) in [(1, 0), (2, 150), (3, 299)] {
        let row = text.lines().find(|line| line.contains(&format!("id=\"issue-{number}\""))).expect("a row");
        assert!(row.contains(&format!("({x}.000, 0.000, 0.000)")), "{row}");
        assert!(row.contains(&format!("href=\"#picture-{number}\"")), "{row}");
    }
    let rows = text.lines().filter(|line| line.contains(", 0.000, 0.000)")).count();
    assert_eq!(rows, 100, "no more than others");
}

#[test]
fn a_place_that_is_no_number_ends_the_choice() {
    let issues = [f32::NAN, f32::INFINITY, 1.0].map(|x| issue(IssueKind::Concave, x));
    assert_eq!(with_picture(&issues, 9).len(), 3);
}

#[test]
fn every_kind_is_listed_with_its_total() {
    let mut issues: Vec<Issue> = (0..1_300).map(|_| issue(IssueKind::Concave, 0.0)).collect();
    issues.push(issue(IssueKind::Flat, 0.0));
    let text = tables(&issues, &[], false);
    assert!(text.contains("100 of 1,300 issues of the kind Concave cell are listed."), "{text}");
    assert_eq!(text.matches("has no area").count(), 1, "the other kind is listed");
}

#[test]
fn paths_become_uris() {
    assert_eq!(uri(Path::new("maps/old town.ron")), "maps/old%20town.ron");
    assert_eq!(uri(Path::new("./../a:b#?%ä.ron")), "../a%3Ab%23%3F%25%C3%A4.ron");
    assert_eq!(
        uri(Path::new("/maps/a.ron")),
        if cfg!(windows) { "/maps/a.ron" } else { "file:///maps/a.ron" }
    );
    if cfg!(windows) {
        assert_eq!(uri(Path::new(r"C:\maps\a.ron")), "file:///C:/maps/a.ron");
        assert_eq!(uri(Path::new(r"\\server\share\a.ron")), "file://server/share/a.ron");
    }
}

#[test]
fn messages_contain_no_placeholders_and_links() {
    assert_eq!(message("{0} [a](b) \\"), r"{{0}} \[a\](b) \\");
}

#[test]
fn a_defect_is_described_with_a_reproduction() {
    let corners = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let cell = Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts(corners, [cell]).expect("a square");
    let derived = Derived::build(&mesh);
    let end = |x: f32| Endpoint { ground: [x, 1.0].into(), height: None };
    let mut query = Query { start: end(0.5), target: end(1.5), settings: Settings::default() };
    query.settings.filter.ignores_links = true;
    let [algorithm, found_by] = [Algorithm::ALL[0], Algorithm::Polyanya];
    let defect = Defect::Missed { algorithm, found_by };
    let described =
        defect_answer(&defect, Document::of_mesh(mesh), &derived, &query).map(|it| defect_text(&it));
    let described = described.expect("both ends are given");
    assert!(
        described.starts_with(
            "defect in navsmith: Dijkstra by steps found no path, but Polyanya found one; report it"
        ),
        "{described}"
    );
    let (_, text) = described.split_once("\n\n").expect("a text of its own");
    let made = reproduction::read(text).expect("it reads back");
    assert_eq!(made.document.queries[0].question().expect("both ends"), query, "the query");
}

#[test]
fn a_percentile_is_one_of_the_numbers() {
    let numbers: Vec<f64> = (1..=200).rev().map(f64::from).collect();
    assert_eq!(median(&numbers), 100.0, "half are at most that");
    assert_eq!(percentile(&numbers, 0.99), 198.0, "two of 200 are more");
    assert_eq!(percentile(&[7.0], 0.99), 7.0, "of one, that one");
    assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0, "whatever the order");
    assert_eq!(median(&[]), 0.0, "of nothing");
}
