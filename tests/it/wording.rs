//! Wording of messages: counts with the right form of the noun, and one term for each kind of gap.

#![expect(clippy::unwrap_used, reason = "a test may")]

use navsmith::editor::files::import::ImportedDocument;
use navsmith::editor::interaction::commands::TABLE;
use navsmith::editor::view::scene::Role;
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId, WeldReport};
use navsmith_formats::check::{Fix, IssueKind};
use navsmith_formats::document::Document;
use navsmith_formats::io::{PassedOver, SceneFacing, UpEvidence};

use crate::architecture::{all_sources, root};
use crate::docs::pages;

fn triangle() -> Document {
    let corners =
        [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)].map(|(x, z)| navsmith_core::geometry::Vec3::new(x, 0.0, z));
    Document::of_mesh(NavMesh::from_parts(corners, [Cell::new((0..3).map(VertexId), AreaId(0))]).unwrap())
}

fn summary(n: usize) -> String {
    imported(n, SceneFacing::Right).summary()
}

fn imported(n: usize, facing: SceneFacing) -> ImportedDocument {
    let report = WeldReport {
        welded_vertices: n,
        degenerate: n,
        duplicates: n,
        non_finite: n,
        too_steep: n,
        undersides: n,
        unused_vertices: n,
        ..WeldReport::default()
    };
    let (name, notes) = (String::new(), Vec::new());
    let document = triangle().into();
    ImportedDocument {
        name,
        file: None,
        stamp: None,
        document,
        report,
        notes,
        up: UpEvidence::Plain,
        facing,
        passed_over: PassedOver::default(),
        import: None,
    }
}

#[test]
fn an_import_states_ground_that_faces_down_with_the_cure() {
    let says = |down: f64, up: f64| imported(1, SceneFacing::InsideOut { down, up }).facing_sentence();
    let sentence = says(90.0, 10.0).expect("much more faces down");
    assert!(
        sentence.starts_with("Ground under free height faces down (90.00 m²; 10.00 m² face up): "),
        "{sentence}"
    );
    assert!(sentence.ends_with("or turn all faces over."), "{sentence}");
    assert_eq!(says(19.0, 10.0), None, "not certain");
}

#[test]
fn an_import_counts_in_the_singular_and_in_the_plural() {
    assert_eq!(
        summary(1),
        "Imported 1 cell. 1 vertex was welded. 1 triangle without area was left out. 1 duplicate triangle was left \
         out. Ground was left out: 1 cell steeper than 45° (0.00 m²), 1 cell that faces down (0.00 m²) and 1 cell with \
         an invalid corner."
    );
    assert!(summary(2000).contains("2,000 triangles without area were left out."), "{}", summary(2000));
}

#[test]
fn what_almost_meets_is_called_a_gap_everywhere() {
    let near = Role::BoundaryGap.meaning(None).unwrap();
    assert_eq!(near.name, "gap", "in the legend");
    for role in [Role::Gap, Role::OtherGap] {
        let name = role.meaning(None).unwrap().name;
        assert!(name.contains("island"), "{name} is no gap of the mesh");
    }
    let gap = BoundaryGap::Vertices(VertexId(0), VertexId(1));
    let fix = Fix::Stitch(gap);
    assert_eq!(fix.label_of_many(IssueKind::BoundaryGap(gap)), "Weld gaps", "on the button of the issues");
    let old = |text: &str| text.to_lowercase().contains("near miss");
    assert!(!TABLE.iter().any(|spec| old(spec.title) || old(spec.tooltip)), "in commands");
}

#[test]
fn no_text_of_the_program_and_no_page_says_boundary_gap() {
    let mut found = Vec::new();
    let mut read = |path: &std::path::Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| line.to_lowercase().contains("near miss"));
        found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
    };
    // The changelog also names what earlier versions called it.
    let pages = pages().into_iter().filter(|page| !page.path.ends_with("CHANGELOG.md"));
    pages.for_each(|page| read(&root().join(page.path)));
    for path in all_sources() {
        read(&path);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
