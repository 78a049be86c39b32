//! After any inputs, the mesh is valid, its derived data are right, and undo restores every state.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::gestures;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::scales;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::Scene;
use navsmith_core::navmesh::{AreaId, Cell, Derived, EdgeKind, NavMesh, VertexId};
use navsmith_formats::document::Document;
use proptest::prelude::*;

/// One action of the user.
#[derive(Clone, Debug)]
enum Act {
    Input(fn(Pointer) -> Input),
    Drag([Pointer; 3], bool),
    Text(char),
    Plain(Box<Input>),
    Take(Command),
    Mode(Mode),
    Start(fn(&mut Editor)),
    Nudge(f32),
}

/// Generates positions on a coarse lattice and between its points, so that elements coincide.
fn pointer() -> impl Strategy<Value = Pointer> {
    let coordinate = || prop_oneof![(-2..14i8).prop_map(|i| f32::from(i) * 0.5), -1.0..7.0f32];
    let modifiers = (prop::bool::weighted(0.2), prop::bool::weighted(0.2), prop::bool::weighted(0.1));
    (coordinate(), coordinate(), modifiers).prop_map(|(x, z, (shift, command, alt))| {
        Pointer::above(Vec2::new(x, z), 0.2, Modifiers { shift, command, alt })
    })
}

fn act() -> impl Strategy<Value = (Act, Pointer)> {
    let of_pointer = prop::sample::select(vec![
        Input::Click as fn(Pointer) -> Input,
        Input::Click,
        Input::Click,
        Input::DoubleClick,
        Input::ContextClick,
        Input::Hover,
        Input::Hover,
        Input::Drag,
        Input::DragEnd,
    ]);
    let plain = [
        Input::Accept,
        Input::Cancel,
        Input::Erase,
        Input::Leave,
        Input::Run(Command::Undo),
        Input::Run(Command::Redo),
        Input::Run(Command::SubtractSelection),
        Input::Run(Command::CutOutSelection),
        Input::Run(Command::FixIssue),
        Input::Run(Command::CoarserGrid),
        Input::Run(Command::FinerGrid),
    ];
    let starts: [fn(&mut Editor); 4] =
        [gestures::start_move, gestures::start_rotate, gestures::start_scale, gestures::start_extrude];
    let tools = TABLE.iter().filter(|row| row.group == CommandGroup::Tool).map(|row| row.command);
    let act = prop_oneof![
        8 => of_pointer.prop_map(Act::Input),
        6 => ([pointer(), pointer(), pointer()], any::<bool>()).prop_map(|(places, ends)| Act::Drag(places, ends)),
        2 => prop::sample::select(vec!['1', '.', '-', ',', 'x', 'y', 'z', '5', 'q', '=', '/', '*', '+', '('])
            .prop_map(Act::Text),
        3 => prop::sample::select(plain.to_vec()).prop_map(|input| Act::Plain(input.into())),
        3 => prop::sample::select(tools.collect::<Vec<_>>()).prop_map(Act::Take),
        2 => prop::sample::select(vec![Mode::Vertex, Mode::Edge, Mode::Cell]).prop_map(Act::Mode),
        3 => prop::sample::select(starts.to_vec()).prop_map(Act::Start),
        1 => prop::sample::select(vec![-1.0f32, 1.0]).prop_map(Act::Nudge),
    ];
    (act, pointer())
}

fn inputs(editor: &mut Editor, act: Act, at: Pointer) -> Vec<Input> {
    match act {
        Act::Input(of) => return vec![of(at)],
        Act::Drag([from, to, last], ends) => {
            let mut inputs = vec![Input::DragStart { from, to }, Input::Drag(last)];
            inputs.extend(ends.then_some(Input::DragEnd(last)));
            return inputs;
        }
        Act::Text(typed) => return vec![Input::Text(typed)],
        Act::Plain(input) => return vec![*input],
        Act::Take(tool) => tool.run(editor),
        Act::Mode(mode) => {
            editor.handle(Input::Cancel);
            editor.set_mode(mode);
        }
        Act::Start(start) => start(editor),
        Act::Nudge(by) => gestures::nudge(editor, Vec3::new(by, 0.0, 0.0)),
    }
    Vec::new()
}

/// Builds two squares with a common edge, a third apart from them, and a floor above the first.
fn document() -> Document {
    let square = |x: f32, y: f32| [[x, y, 0.], [x, y, 2.], [x + 2., y, 2.], [x + 2., y, 0.]];
    let vertices = [square(0., 0.), square(2., 0.), square(5., 0.), square(0., 3.)].concat();
    let cells: [[u32; 4]; 4] = [[0, 1, 2, 3], [3, 2, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]];
    let cells = cells.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices.into_iter().map(Vec3::from), cells);
    Document::of_mesh(mesh.expect("every corner is a vertex"))
}

fn check(editor: &Editor) {
    let mesh = &editor.document().mesh;
    assert_eq!(mesh.check(), Ok(()), "the mesh is whole");
    let rebuilt = Derived::build(mesh);
    assert_eq!(editor.derived().islands, rebuilt.islands, "islands are those of the mesh");
    let mut counts = vec![0; editor.document().areas.len()];
    mesh.cells().for_each(|(_, cell)| counts[usize::from(cell.area().0)] += 1);
    assert_eq!(scales::area_counts(editor), counts, "cells of each area are counted on");
    let selection = editor.selection();
    assert!(selection.vertices().iter().all(|&id| mesh.vertex(id).is_some()), "selected vertices exist");
    assert!(selection.cells().iter().all(|&id| mesh.cell(id).is_some()), "selected cells exist");
    assert!(selection.links().all(|id| mesh.link(id).is_some()), "selected links exist");
    let is_edge = |&edge| rebuilt.adjacency.kind(mesh, edge) != EdgeKind::None;
    assert!(selection.edges().iter().all(is_edge), "selected edges exist");
    let kinds =
        [!selection.vertices().is_empty(), !selection.edges().is_empty(), !selection.cells().is_empty()];
    let of_mode = match editor.mode() {
        Mode::Vertex => kinds[0],
        Mode::Edge => kinds[1],
        Mode::Cell => kinds[2],
    };
    assert!(kinds.iter().filter(|&&some| some).count() <= usize::from(of_mode), "only elements of the mode");
    assert!(editor.history().open().is_none() || editor.is_gesture_running(), "no step stays open");
    editor.draw_tool(&mut Scene::default());
    assert!(!editor.hints().is_empty(), "the status bar says something");
}

proptest! {
    #[test]
    fn anything_can_be_done_and_taken_back(acts in prop::collection::vec(act(), 1..60)) {
        let opened = document();
        let mut editor = Editor::new(opened.clone());
        for (act, at) in acts {
            for input in inputs(&mut editor, act, at) {
                editor.handle(input);
                check(&editor);
            }
            check(&editor);
        }
        editor.handle(Input::Cancel);
        while editor.undo() {
            check(&editor);
        }
        assert_eq!(*editor.document(), opened, "undoing everything gives what was opened");
    }
}
