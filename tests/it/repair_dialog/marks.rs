//! Marks of the places of a step.

use navsmith::editor::Editor;
use navsmith::editor::analysis::repair::settings::RepairSettings;
use navsmith::editor::analysis::repair::{self, RepairInput};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::check::repair::RepairStep;

use super::{broken, opened, preview, send};

fn marked(editor: &Editor) -> Vec<Vec3> {
    let marks = editor.scene(ViewId::ABOVE).marks;
    let place = |mark: &Mark| if let Mark::Point(Role::RepairPlace, at) = mark { Some(*at) } else { None };
    marks.iter().filter_map(place).collect()
}

#[test]
fn the_places_of_a_step_are_marked_and_framed() {
    let mut editor = broken();
    assert_eq!(marked(&editor), [], "none while the dialog is closed");
    preview(&mut editor);
    assert_eq!(marked(&editor).len(), 4, "all changes");
    send(&mut editor, RepairInput::Point(Some(RepairStep::Weld)));
    let at_gap = marked(&editor);
    assert!(
        at_gap.len() == 2 && at_gap.iter().all(|at| (at.x - 2.0).abs() < 0.01),
        "of the pointed step: {at_gap:?}"
    );
    send(&mut editor, RepairInput::Point(None));
    send(&mut editor, RepairInput::Select(RepairStep::Orient));
    let center = |editor: &Editor| editor.camera().center;
    assert!((center(&editor)[0] - 60.0).abs() < 1.0, "the view shows it: {:?}", center(&editor));
    assert!(matches!(*marked(&editor), [at] if (at.x - 60.0).abs() < 0.01), "it is marked");
    send(&mut editor, RepairInput::Select(RepairStep::Duplicates));
    send(&mut editor, RepairInput::Frame(0));
    assert!((center(&editor)[0] - 1.0).abs() < 0.1, "one place: {:?}", center(&editor));
    send(&mut editor, RepairInput::Frame(9));
    assert_eq!(repair::framed_place(&editor), Some(0), "there is no tenth place");
    send(&mut editor, RepairInput::Close);
    assert_eq!(marked(&editor), [], "closed");
}

#[test]
fn a_view_with_too_many_places_says_so() {
    let corners = (0..1_100).flat_map(|i| {
        let [x, z] = [i % 34, i / 34].map(|i: u32| i as f32 * 3.0);
        [[x, z], [x, z + 2.], [x + 2., z + 2.], [x + 2., z]].map(|[x, z]| Vec3::new(x, 0., z))
    });
    let cells = (0..1_100).map(|i| Cell::new([0, 1, 2, 3].map(|corner| VertexId(i * 4 + corner)), AreaId(0)));
    let mut editor = opened(NavMesh::from_parts(corners, cells).expect("a mesh"));
    let steps = RepairStep::ALL.map(|step| (step, step == RepairStep::Triangulate)).to_vec();
    send(&mut editor, RepairInput::Set(RepairSettings { steps, ..RepairSettings::default() }));
    preview(&mut editor);
    let places = repair::preview(&editor).and_then(|found| found.effect(RepairStep::Triangulate));
    assert_eq!(places.map(|effect| effect.places.len()), Some(2_200), "two triangles of each square");
    assert_eq!(marked(&editor).len(), 2_000, "the limit");
    let said = editor.scene(ViewId::ABOVE).left_out;
    assert!(said.starts_with("Only 2,000 repaired places are drawn."), "{said}");
    send(&mut editor, RepairInput::Close);
    assert_eq!(editor.scene(ViewId::ABOVE).left_out, "", "closed");
}
