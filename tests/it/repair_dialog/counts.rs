//! Numbers of issues before and after a repair.

use std::collections::BTreeSet;

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::analysis::repair::{self, RepairInput};
use navsmith::editor::interaction::input::Input;
use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::check::Severity;
use navsmith_formats::document::{Area, Document, ExportTarget, NamedQuery};
use navsmith_formats::io::ron;

use super::{opened_document, preview, send};
use crate::support::jobs::{finish, jobs};

/// Returns the numbers of errors, warnings and hints in the panel of issues.
fn listed(editor: &mut Editor) -> [usize; 3] {
    // The first use requests the issues that a job finds.
    let _ = all_issues(editor).count();
    editor.handle(Input::Tick(0.0));
    for title in ["searching for issues of the agent", "checking the exports"] {
        for job in jobs(editor, title) {
            finish(editor, &job);
        }
    }
    Severity::counts(all_issues(editor))
}

#[test]
fn narrow_portals_are_counted_as_in_the_panel() {
    let document = ron::read(include_str!("../../../assets/narrow_door.ron")).expect("a sample");
    let mut editor = opened_document(document);
    preview(&mut editor);
    let found = repair::preview(&editor).expect("just computed").clone();
    assert_eq!((found.before.issues, found.after.issues), ([0, 2, 0], [0, 2, 0]), "two warnings");
    assert_eq!(listed(&mut editor), [0, 2, 0], "in the panel too");
}

#[test]
fn all_kinds_of_issues_are_counted_before_and_after_a_repair() {
    // Two cells with a gap, a narrow portal, and a cell with more corners than Detour has.
    let square = |x: f32, z: f32, [width, depth]: [f32; 2]| {
        [[x, z], [x, z + depth], [x + width, z + depth], [x + width, z]].map(|[x, z]| Vec3::new(x, 0., z))
    };
    let round = (0..7).map(|i| {
        let angle = std::f32::consts::TAU * i as f32 / 7.0;
        Vec3::new(20.0 + 3.0 * angle.sin(), 0.0, 3.0 * angle.cos())
    });
    let squares = [
        square(0., 0., [4., 4.]),
        square(4.004, 0., [4., 4.]),
        square(40., 0., [4., 0.4]),
        square(44., 0., [4., 0.4]),
    ];
    let corners: Vec<Vec3> = squares.concat().into_iter().chain(round).collect();
    let rings: [&[u32]; 5] =
        [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[11, 10, 14, 15], &[16, 17, 18, 19, 20, 21, 22]];
    let cells = rings.map(|ring| Cell::new(ring.iter().map(|&corner| VertexId(corner)), AreaId(0)));
    let mesh = NavMesh::from_parts(corners, cells).expect("a mesh");
    let exports = vec![ExportTarget {
        file: "level.bin".into(),
        coordinates: FileCoordinates::default(),
        runs_on_save: false,
    }];
    let areas = vec![Area::default(), Area::default()];
    let mut query = NamedQuery::default();
    query.settings.agent.radius = 0.3;
    let document = Document {
        exports: exports.into(),
        areas: areas.into(),
        queries: vec![query].into(),
        ..Document::of_mesh(mesh)
    };
    let mut editor = opened_document(document);
    let before = listed(&mut editor);
    let names: BTreeSet<&str> = all_issues(&editor).map(|issue| issue.kind.name()).collect();
    for name in ["gap", "narrow_portal", "export_corners", "same_name"] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    preview(&mut editor);
    let found = repair::preview(&editor).expect("just computed").clone();
    assert_eq!(found.before.issues, before, "as in the panel");
    assert!(found.change_count() > 0, "the gap is welded");
    send(&mut editor, RepairInput::Apply);
    assert_eq!(found.after.issues, listed(&mut editor), "as in the panel after the repair");
    assert!(found.after.issues != before, "the repair changes them");
}
