//! Views of one scene: marks in space, rays of the pointer, and a camera for each view.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::elements::entity;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::{Coloring, Options};
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::{Modifiers, Pointer, PointerRay};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_formats::document::{Document, NamedQuery};

const SECOND: ViewId = ViewId(2);

/// Returns the height of the sloped mesh over a ground position.
fn height(at: Vec2) -> f32 {
    3.0 + at.x * 0.25 - at.y * 0.5
}

/// Opens rooms on a slope, with a path through them.
fn slope() -> Editor {
    let flat = Recipe { landscape: Landscape::Maze, triangles: 120, seed: 5 }.mesh();
    let vertices = flat.vertices().map(|(_, at)| at_height(ground(at), height(ground(at))));
    let cells = flat.cells().map(|(_, cell)| cell.clone());
    let mesh = NavMesh::from_parts(vertices, cells).expect("a mesh");
    let end = |cell: u32| Some(Endpoint { ground: ground(mesh.centroid(CellId(cell))), height: None });
    let query =
        NamedQuery { start: end(0), target: end(mesh.cell_count() as u32 - 1), ..NamedQuery::default() };
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

fn places(mark: &Mark) -> Vec<Vec3> {
    match mark {
        Mark::Line(_, points) | Mark::Fill(_, points) => points.clone(),
        Mark::Point(_, at) | Mark::Label(_, at, _) => vec![*at],
    }
}

fn check_heights(editor: &Editor) -> usize {
    let marks = editor.scene(ViewId::ABOVE).marks;
    // The circle around an agent is level.
    for mark in marks.iter().filter(|mark| mark.role() != Role::Clearance) {
        for at in places(mark) {
            assert!((at.y - height(ground(at))).abs() < 1e-2, "{mark:?} leaves the surface at {at}");
        }
    }
    marks.len()
}

#[test]
fn marks_lie_on_the_surface() {
    let mut editor = slope();
    editor.handle(Input::Run(Command::FrameAll));
    let shown = Options {
        shows_corridor: true,
        shows_portals: true,
        shows_numbers: true,
        shows_chokepoints: true,
        coloring: Coloring::TrueDistance,
        ..editor.options().clone()
    };
    editor.handle(Input::SetOptions(shown));
    assert!(check_heights(&editor) > 100, "there is much to see");
    for algorithm in [Algorithm::Polyanya, Algorithm::ALL[1]] {
        let settings = Settings { algorithm: algorithm.into(), ..editor.settings().clone() };
        editor.handle(Input::Query(QueryInput::SetSettings(settings)));
        editor.handle(Input::Run(Command::FirstStep));
        while Command::StepForward.enabled(&editor).is_ok() {
            check_heights(&editor);
            editor.handle(Input::Run(Command::StepForward));
        }
    }
    let from = editor.document().mesh.centroid(CellId(0));
    let pointer = |at: Vec3| Pointer::above(ground(at), 0.1, Modifiers::default());
    for tool in [ToolKind::Walk, ToolKind::Ray] {
        editor.set_tool(tool);
        let to = editor.document().mesh.centroid(CellId(7));
        editor.handle(Input::DragStart { from: pointer(from), to: pointer(to) });
        check_heights(&editor);
        editor.handle(Input::DragEnd(pointer(to)));
        check_heights(&editor);
    }
}

#[test]
fn each_view_has_its_own_camera() {
    let mut editor = slope();
    let above = editor.camera_of(ViewId::ABOVE);
    editor.handle(Input::View(SECOND, ViewInput::Resize(Vec2::splat(300.0))));
    assert_eq!(editor.camera(), above, "a resize does not make a view the active one");
    editor.handle(Input::View(SECOND, ViewInput::Pan(Vec2::splat(40.0))));
    assert_eq!(editor.camera(), editor.camera_of(SECOND), "the view that was panned is active");
    editor.handle(Input::Run(Command::FrameAll));
    assert_eq!(editor.camera_of(ViewId::ABOVE), above, "the other one stays as it was");
    let scene = editor.scene(SECOND);
    assert_eq!((scene.camera, scene.camera.size), (editor.camera_of(SECOND), Vec2::splat(300.0)));
}

#[test]
fn a_click_takes_what_its_ray_meets_first() {
    let floor = |y: f32| [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]].map(|[x, z]| Vec3::new(x, y, z));
    let cell = |first: u32| Cell::new((first..first + 4).map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts(floor(0.0).into_iter().chain(floor(3.0)), [cell(0), cell(4)]);
    let editor = Editor::new(Document::of_mesh(mesh.expect("two storeys")));
    let down = Pointer::above(Vec2::ONE, 0.1, Modifiers::default());
    let up = Pointer { ray: PointerRay { direction: Vec3::Y, ..down.ray }, ..down };
    let first = |pointer: Pointer| entity::pick(&editor, pointer).first().map(|hit| hit.element);
    assert_eq!(first(down), Some(Element::Cell(CellId(1))), "from above, the upper storey");
    assert_eq!(first(up), Some(Element::Cell(CellId(0))), "from below, the lower one");
}
