//! The first fix of an issue removes no ground, and moves no vertex farther than the weld distance.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::sync::Arc;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::options::Options;
use navsmith_core::geometry::{ground, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::repair::covered_area;
use navsmith_formats::check::{Fix, Issue, WELD_DISTANCE};
use navsmith_formats::document::Document;
use navsmith_formats::io::ron;

use crate::architecture::root;
use crate::issue_kinds;
use crate::support::command_line::{Folder, run};
use crate::support::notation;

/// Maximum number of issues of a document whose fixes are tried.
const MOST_TRIED: usize = 24;

fn mesh(vertices: &[[f32; 3]], cells: &[&[u32]]) -> NavMesh {
    let cells = cells.iter().map(|ring| Cell::new(ring.iter().map(|&corner| VertexId(corner)), AreaId(0)));
    NavMesh::from_parts(vertices.iter().copied().map(Vec3::from), cells).unwrap()
}

/// Returns the distance of the farthest move of a vertex; one that was merged moved to the nearest vertex.
fn farthest(before: &NavMesh, after: &NavMesh, merges: bool) -> f32 {
    let moved = before.vertices().filter_map(|(vertex, at)| match after.vertex(vertex) {
        Some(to) => Some(at.distance(to)),
        None => merges.then(|| after.vertices().map(|(_, to)| at.distance(to)).fold(f32::INFINITY, f32::min)),
    });
    moved.fold(0.0, f32::max)
}

/// Returns two floors, of which the second is this far away and higher.
fn step(apart: f32, rise: f32) -> NavMesh {
    let x = 4.0 + apart;
    let low = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
    let high = [[x, rise, 0.0], [x, rise, 4.0], [x + 4.0, rise, 4.0], [x + 4.0, rise, 0.0]];
    mesh(&[low, high].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]])
}

/// Returns a document for an agent that climbs 0.3 m.
fn for_agent(mesh: NavMesh) -> Document {
    let mut document = Document::of_mesh(mesh);
    let agent = Agent { radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.3 };
    document.agent = Some(agent);
    Arc::make_mut(&mut document.queries)[0].settings.agent = agent;
    document
}

/// Returns the samples, a document for each kind of issue, and some with large distances.
fn documents() -> Vec<Document> {
    let paths = std::fs::read_dir(root().join("assets")).unwrap().map(|it| it.unwrap().path());
    let samples = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
    let samples = samples.map(|path| ron::read(&std::fs::read_to_string(path).unwrap()).unwrap());
    // Its short edge is 1 m long.
    let needle = notation::mesh("v 0 0, 0 100, 400 1, 400 0, 0 -100; c 0 2 3, 0 1 2, 4 0 3");
    let wide = [for_agent(step(0.2, 0.0)), for_agent(step(0.02, 0.0)), Document::of_mesh(needle)];
    samples.chain(issue_kinds::documents()).chain(wide).collect()
}

/// Returns the cells with an area that an edit deleted.
///
/// A cell that was cut or joined leaves others on its ground.
fn deleted(before: &NavMesh, after: &NavMesh) -> Vec<CellId> {
    let derived = Derived::build(after);
    let is_covered = |at| derived.locator.near(at).any(|cell| Surface::floor(after, cell, at).is_some());
    let is_gone = |cell: &CellId| {
        let middle = before.centroid(*cell);
        let has_area = ground_area(&before.ground_ring(*cell)).abs() > 1e-9;
        after.cell(*cell).is_none() && has_area && !is_covered(ground(middle))
    };
    before.cells().map(|(cell, _)| cell).filter(is_gone).collect()
}

#[test]
fn the_first_fix_moves_no_vertex_far_and_removes_no_ground() {
    let (mut firsts, mut choices) = (0, 0);
    for document in documents() {
        let editor = Editor::new(document.clone());
        let issues: Vec<Issue> = all_issues(&editor).take(MOST_TRIED).cloned().collect();
        let weld = WELD_DISTANCE * document.metre * 1.001;
        for issue in issues {
            for fix in issue.fixes() {
                let mut edited = Editor::new(document.clone());
                edited.handle(Input::Issue(IssueInput::Fix(issue.clone(), fix.clone())));
                let (before, after) = (&document.mesh, &edited.document().mesh);
                let label = issue.proposal(&fix).title();
                let deletes = matches!(fix, Fix::Delete(_) | Fix::DeleteSmaller(_) | Fix::DeleteIsland(_));
                let is_moved_whole = matches!(fix, Fix::Recenter);
                let merges =
                    matches!(fix, Fix::Stitch(_) | Fix::StitchBoth(_) | Fix::Collapse(_) | Fix::WeldCrack(_));
                let moved = if is_moved_whole { 0.0 } else { farthest(before, after, merges) };
                if moved > weld {
                    let stated = format!("moves vertices by up to {moved:.2} m");
                    assert!(label.ends_with(&stated), "{}: {label}, but {moved} m", issue.headline());
                }
                choices += usize::from(deletes || moved > weld);
                let gone = deleted(before, after);
                if !gone.is_empty() {
                    assert!(label.starts_with("Delete "), "{}: {label} deletes {gone:?}", issue.headline());
                }
                let is_only = issue.fixes().len() == 1;
                if issue.fixes()[0] == fix && !is_only {
                    assert!(gone.is_empty(), "{}: {label} comes first", issue.headline());
                    assert!(moved <= weld, "{}: {label} comes first", issue.headline());
                }
                if issue.fix() != Some(fix) {
                    continue;
                }
                firsts += 1;
                assert!(moved <= weld, "{}: {label} moves vertices by {moved} m", issue.headline());
                let area = |mesh: &NavMesh| covered_area(mesh, 0.05).area;
                let (old, new) = (area(before), area(after));
                assert!(new >= old * 0.99, "{}: {label} leaves {new} m² of {old} m²", issue.headline());
            }
        }
    }
    assert!(firsts > 20 && choices > 10, "{firsts} first fixes, {choices} choices");
}

#[test]
fn a_step_above_the_climb_is_never_welded() {
    let input = |editor: &mut Editor, input: Input| {
        editor.handle(input);
        editor.take_effects()
    };
    let says = |effects: &[Effect], part: &str| {
        effects.iter().any(|effect| matches!(effect, Effect::Say(it) if it.text.contains(part)))
    };
    let editor_of = |rise| {
        let mut editor = Editor::new(for_agent(step(0.0, rise)));
        editor.handle(Input::SetOptions(Options { weld_distance: 0.5, ..editor.options().clone() }));
        editor
    };
    let mut editor = editor_of(0.4);
    let document = editor.document().clone();
    let issue = all_issues(&editor).find(|issue| issue.kind.name() == "gap").cloned().unwrap();
    let fix = IssueInput::Fix(issue.clone(), issue.fixes()[0].clone());
    let effects = input(&mut editor, Input::Issue(fix));
    assert!(says(&effects, "a step of 0.40 m"), "{effects:?}");
    let effects = input(&mut editor, Input::Run(Command::Weld));
    assert!(says(&effects, "are steps that the agent cannot climb"), "{effects:?}");
    assert_eq!(editor.document().mesh, document.mesh, "nothing was welded");
    editor.handle(Input::Run(Command::SelectAll));
    let effects = input(&mut editor, Input::Run(Command::Weld));
    assert!(says(&effects, "are steps that the agent cannot climb"), "{effects:?}");
    assert_eq!(editor.document().mesh, document.mesh, "nor the selected vertices");
    // A step that the agent climbs is a gap like others.
    let mut editor = editor_of(0.2);
    editor.handle(Input::Run(Command::Weld));
    assert_eq!(editor.derived().islands.len(), 1);
}

/// Writes a document with this step, for an agent that climbs 0.3 m.
fn file(apart: f32, rise: f32) -> (Folder, String) {
    Folder::with("step.ron", &ron::write(&for_agent(step(apart, rise))).unwrap())
}

#[test]
fn repair_welds_no_step_above_the_climb() {
    for (rise, islands) in [(0.2, 1), (0.4, 2)] {
        let (_folder, file) = file(0.0, rise);
        let report = run(&["repair", &file, "--tolerance", "0.5", "--dry-run", "--json"]).json();
        assert_eq!(report["after"]["islands"], islands, "{rise} m: {report}");
    }
    let (_folder, file) = file(0.0, 0.4);
    let text = run(&["repair", &file, "--tolerance", "0.5", "--dry-run"]).out;
    assert!(text.contains("Step of 0.40 m, too high") && text.contains("Place a link"), "{text}");
}

#[test]
fn a_step_with_room_for_a_ramp_is_bridged_and_others_are_linked() {
    let edit = |apart: f32, rise: f32| {
        let (_folder, file) = file(apart, rise);
        run(&["why", &file, "--cells", "0", "1"]).out
    };
    assert!(edit(1.5, 1.0).contains("Bridge the gap: 1 island instead of 2."), "{}", edit(1.5, 1.0));
    assert!(edit(0.5, 1.0).contains("Place a link"), "{}", edit(0.5, 1.0));
    assert!(edit(0.0, 1.0).contains("Place a link"), "{}", edit(0.0, 1.0));
}
