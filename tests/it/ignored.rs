//! Ignored issues: kinds and single ones, as the window and the program treat them.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod going_through;

use std::fs;
use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::edits::ignoring::ignored;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::commands::TABLE;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith_core::geometry::{Axis, FileCoordinates};
use navsmith_core::navmesh::Link;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{IgnoredIssue, Issue, MOST_IGNORED};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{DiffOptions, DocumentDiff};
use navsmith_formats::io::{Format, Opened, open, ron};

use crate::support::command_line::{Folder, run};

/// Two concave cells and a gap of 3 cm between other cells.
const BROKEN: &str = "(version: 1, vertices: [
    (0, 0, 0), (0.5, 0, 0.5), (0, 0, 1), (1, 0, 0.5),
    (10, 0, 0), (10.5, 0, 0.5), (10, 0, 1), (11, 0, 0.5),
    (20, 0, 0), (20, 0, 2), (22, 0, 2), (22, 0, 0),
    (22.03, 0, 0), (22.03, 0, 2), (24, 0, 2), (24, 0, 0),
], cells: [
    (corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10, 11]), (corners: [12, 13, 14, 15]),
])";

fn document() -> Document {
    ron::read(BROKEN).unwrap()
}

fn names(editor: &Editor) -> Vec<&'static str> {
    let mut names: Vec<_> = all_issues(editor).map(|issue| issue.kind.name()).collect();
    names.retain(|name| ["concave", "gap"].contains(name));
    names.sort_unstable();
    names
}

fn first(editor: &Editor, name: &str) -> Issue {
    all_issues(editor).find(|issue| issue.kind.name() == name).unwrap().clone()
}

fn send(editor: &mut Editor, input: IssueInput) {
    editor.handle(Input::Issue(input));
}

#[test]
fn an_ignored_issue_is_not_listed_until_it_is_restored() {
    let mut editor = Editor::new(document());
    assert_eq!(names(&editor), ["concave", "concave", "gap", "gap"]);
    let issue = first(&editor, "concave");
    send(&mut editor, IssueInput::Ignore(issue.clone()));
    assert_eq!(names(&editor), ["concave", "gap", "gap"], "one of two");
    let kind = first(&editor, "gap").kind.of_type();
    send(&mut editor, IssueInput::IgnoreKind(kind));
    assert_eq!(names(&editor), ["concave"]);
    let listed: Vec<_> = ignored(&editor).iter().map(|(entry, count)| (entry.to_string(), *count)).collect();
    let single = IgnoredIssue::single(&issue);
    assert_eq!(listed, [(single.to_string(), 1), ("all of the kind Gap".to_owned(), 2)]);
    assert_eq!(editor.history().done().len(), 2, "an undo step each");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(names(&editor), ["concave", "gap", "gap"]);
    send(&mut editor, IssueInput::Restore(single));
    assert_eq!(names(&editor), ["concave", "concave", "gap", "gap"]);
    assert!(editor.document().ignored.is_empty());
}

#[test]
fn commands_leave_ignored_issues_as_they_are() {
    let mut editor = Editor::new(document());
    let [concave, gap] = ["concave", "gap"].map(|name| first(&editor, name));
    send(&mut editor, IssueInput::Ignore(concave));
    send(&mut editor, IssueInput::IgnoreKind(gap.kind.of_type()));
    for command in [Command::SplitConcave, Command::Weld] {
        editor.handle(Input::Run(command));
    }
    let mesh = &editor.document().mesh;
    assert_eq!(mesh.vertex_count(), 16, "the gap stays open");
    assert_eq!(mesh.cell_count(), 5, "one cell of two is split");
    editor.handle(Input::Run(Command::RestoreIssues));
    assert_eq!(names(&editor), ["concave", "gap", "gap"]);
    editor.handle(Input::Run(Command::SelectBroken));
    editor.handle(Input::Run(Command::IgnoreIssue));
    assert_eq!(names(&editor), ["gap", "gap"], "the issue of the selection");
    editor.handle(Input::Run(Command::RestoreIssues));
    editor.handle(Input::Run(Command::IgnoreKind));
    assert_eq!(names(&editor), ["gap", "gap"], "and its kind");
    editor.handle(Input::Run(Command::IgnoreKind));
    for command in [Command::IgnoreIssue, Command::IgnoreKind] {
        let spec = TABLE.iter().find(|spec| spec.command == command).unwrap();
        assert!(command.enabled(&editor).is_err(), "{}: no issue is left there", spec.title);
    }
}

#[test]
fn an_ignored_issue_keeps_its_place_through_edits_and_a_new_numbering() {
    let mut editor = Editor::new(document());
    let issue = first(&editor, "concave");
    send(&mut editor, IssueInput::Ignore(issue));
    let text = BROKEN.replacen(
        "(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]),",
        "(corners: [5, 6, 7, 4]), (corners: [1, 2, 3, 0]),",
        1,
    );
    assert_ne!(text, BROKEN);
    let ignored = Arc::clone(&editor.document().ignored);
    let renumbered = Editor::new(Document { ignored, ..ron::read(&text).unwrap() });
    assert_eq!(names(&renumbered), ["concave", "gap", "gap"]);
    assert_eq!(first(&renumbered, "concave").at, first(&editor, "concave").at, "the other one is left");
}

#[test]
fn the_list_has_a_limit_and_a_kind_is_described() {
    let kind = first(&Editor::new(document()), "gap").kind.of_type();
    let entry = |i: usize| IgnoredIssue { kind, at: Some([i as f32, 50.0, 0.0].into()) };
    let full = Document { ignored: Arc::new((0..MOST_IGNORED).map(entry).collect()), ..document() };
    assert!(ron::read(&ron::write(&full).unwrap()).is_ok());
    let mut editor = Editor::new(full);
    editor.take_effects();
    let issue = first(&editor, "concave");
    send(&mut editor, IssueInput::Ignore(issue));
    assert_eq!(editor.document().ignored.len(), MOST_IGNORED);
    let effects = editor.take_effects();
    let says =
        |effect: &Effect| matches!(effect, Effect::Say(message) if message.text.contains("Ignore a kind"));
    assert!(effects.iter().any(says), "{effects:?}");
    send(&mut editor, IssueInput::Explain(kind));
    assert_eq!(editor.take_effects(), [Effect::ExplainIssue(kind)]);
}

/// The document with all gaps and one concave cell ignored.
fn with_ignored() -> Document {
    let mut editor = Editor::new(document());
    let [concave, gap] = ["concave", "gap"].map(|name| first(&editor, name));
    send(&mut editor, IssueInput::Ignore(concave));
    send(&mut editor, IssueInput::IgnoreKind(gap.kind.of_type()));
    editor.document().clone()
}

#[test]
fn ignored_issues_survive_every_format_that_stores_them() {
    let document = with_ignored();
    for format in Format::writable() {
        for (mirror, scale) in [(None, 1.0), (Some(Axis::X), 0.5)] {
            let folder = Folder::new();
            let name = format!("a.{}", format.extensions[0]);
            let coordinates = FileCoordinates { mirror, scale, ..FileCoordinates::default() };
            let written = format.encode(&document, coordinates, &Progress::none());
            let Ok(Ok(written)) = written else { continue };
            fs::write(folder.path(&name), written).unwrap();
            let read = match open(&folder.path(&name)).unwrap() {
                Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
                other => panic!("{name}: {other:?}"),
            };
            let losses = format.losses(&document, coordinates);
            let is_lost = losses.contains(&"2 ignored issues".to_owned());
            assert_eq!(
                is_lost,
                !["ron", "json", "gltf", "glb", "areas.gltf", "areas.glb"].contains(&format.extensions[0]),
                "{format}"
            );
            if is_lost {
                assert!(read.ignored.is_empty(), "{format}");
                continue;
            }
            assert_eq!(read.ignored.len(), 2, "{format}");
            let found = names(&Editor::new(read));
            assert_eq!(found, ["concave"], "{format}: the position has the coordinates of the file");
        }
    }
    assert!(!ron::write(&self::document()).unwrap().contains("ignored"), "optional");
}

#[test]
fn entries_that_are_none_are_refused_with_their_place() {
    let refusal = |entries: &str| {
        let error = ron::read(&format!("{}, ignored: [\n{entries}\n])", &BROKEN[..BROKEN.len() - 1]));
        let error = error.unwrap_err();
        (error.line, error.description)
    };
    let (line, why) = refusal("(kind: \"gap\"),\n(kind: \"gapp\")");
    assert_eq!(
        (line, &*why),
        (10, "ignored issue 1 has the kind \"gapp\", which is unknown; correct the name, or update navsmith")
    );
    let (line, why) = refusal("(kind: \"gap\", at: (1, inf, 3))");
    assert!(line == 9 && why.starts_with("y of ignored issue 0 is inf"), "{line}: {why}");
    let (_, why) = refusal(&"(kind: \"gap\"),".repeat(MOST_IGNORED + 1));
    assert_eq!(why, "there are 1001 ignored issues, and at most 1000; ignore a kind instead");
}

#[test]
fn a_comparison_lists_added_and_removed_entries() {
    let documents = [document(), with_ignored()];
    let diff =
        DocumentDiff::between([&documents[0], &documents[1]], DiffOptions::default(), &Progress::none());
    let diff = diff.unwrap();
    assert_eq!((diff.ignored.added.len(), diff.ignored.len(), diff.is_empty()), (2, 2, false));
    let folder = Folder::new();
    let files = documents.map(|document| ron::write(&document).unwrap());
    let names = ["a.ron", "b.ron"].map(|name| folder.path(name).display().to_string());
    for (name, text) in names.iter().zip(files) {
        fs::write(name, text).unwrap();
    }
    let ran = run(&["diff", &names[0], &names[1]]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("ignored issues: 0 unchanged, 0 changed, 0 removed, 2 added"), "{}", ran.out);
    assert!(ran.out.contains("  added ignored issue all of the kind Gap"), "{}", ran.out);
}

#[test]
fn ignored_issues_do_not_fail_a_validation() {
    let (folder, file) = Folder::with("level.ron", &ron::write(&with_ignored()).unwrap());
    let ran = run(&["validate", &file]);
    assert_eq!(ran.code, Some(1), "one concave cell is left: {}", ran.out);
    assert!(ran.out.contains("level.ron: 1 error, 2 warnings"), "{}", ran.out);
    assert!(ran.out.contains("; 3 ignored\n"), "{}", ran.out);
    assert!(ran.out.contains("  ignored: Gap: 2\n    "), "{}", ran.out);
    let info = run(&["info", &file]).out;
    assert!(info.contains("\nignored: 3 issues\n"), "{info}");
    assert_eq!(run(&["info", &file, "--json"]).json()["ignored"], 3);
    let json = run(&["validate", &file, "--json"]).json();
    assert_eq!(
        (&json["errors"], &json["ignored"], &json["files"][0]["ignored"]),
        (&1.into(), &3.into(), &3.into())
    );
    let sarif = run(&["validate", &file, "--sarif"]).json();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let ignored: Vec<_> = results.iter().filter(|it| it["suppressions"][0]["kind"] == "inSource").collect();
    assert_eq!(ignored.len(), 3, "{sarif}");
    let junit = run(&["validate", &file, "--junit"]).out;
    assert!(junit.contains("2 ignored issues"), "{junit}");

    let baseline = folder.path("known.json").display().to_string();
    assert_eq!(run(&["validate", &file, "--baseline", &baseline, "--write-baseline"]).code, Some(0));
    assert!(!fs::read_to_string(&baseline).unwrap().contains("gap"), "the document lists them already");

    let mut all = with_ignored();
    let kind = all.ignored.iter().next().unwrap().kind;
    let lone =
        all_issues(&Editor::new(document())).find(|it| it.kind.name() == "lone_cell").unwrap().kind.of_type();
    let kinds = [kind, lone].map(|kind| IgnoredIssue { kind, at: None });
    for entry in kinds {
        Arc::make_mut(&mut all.ignored).add(entry);
    }
    fs::write(&file, ron::write(&all).unwrap()).unwrap();
    let ran = run(&["validate", &file, "--level", "warning"]);
    assert_eq!(ran.code, Some(0), "all are ignored: {}", ran.out);
}

#[test]
fn issues_of_links_are_ignored_too() {
    let mut ground = document();
    let far = Link::between([1.0, 0.0, 90.0].into(), [2.0, 0.0, 90.0].into());
    ground.mesh = ground.mesh.with_links([far]).unwrap();
    let mut editor = Editor::new(ground);
    let issue = first(&editor, "unattached_link");
    send(&mut editor, IssueInput::Ignore(issue));
    assert!(all_issues(&editor).all(|issue| issue.kind.name() != "unattached_link"));
}

fn messages(editor: &mut Editor) -> String {
    let texts = editor.take_effects().into_iter().filter_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn messages_state_how_many_issues_are_ignored() {
    let mut editor = Editor::new(document());
    let gap = first(&editor, "gap");
    messages(&mut editor);
    send(&mut editor, IssueInput::IgnoreKind(gap.kind.of_type()));
    let said = messages(&mut editor);
    assert!(said.starts_with("Ignored 2 issues of the kind Gap."), "{said}");
    editor.handle(Input::Run(Command::Weld));
    let said = messages(&mut editor);
    assert!(said.starts_with("2 gaps are ignored, and there are no others here."), "{said}");
    editor.handle(Input::Run(Command::RestoreIssues));
    editor.handle(Input::Run(Command::Weld));
    editor.handle(Input::Run(Command::Weld));
    let said = messages(&mut editor);
    assert!(said.ends_with("No boundaries are nearer than 0.05 m to each other."), "{said}");
}
