//! An unaffected answer is kept without a new search and stays correct.
//!
//! The editor repeats a search only after changes to data that the search used.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::algorithm::AlgorithmChoice;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path_traced};
use navsmith_formats::document::{Document, NamedQuery};
use proptest::prelude::*;

use crate::support::edits;

/// Builds `side` by `side` squares of 1 m without the squares in `holes`.
fn field(side: u32, holes: &[u32]) -> NavMesh {
    let width = side + 1;
    let vertices = (0..width * width).map(|i| Vec3::new((i % width) as f32, 0.0, (i / width) as f32));
    let cells = (0..side * side).filter(|i| !holes.contains(i)).map(|i| {
        let corner = i / side * width + i % side;
        let ring = [corner, corner + width, corner + width + 1, corner + 1];
        Cell::new(ring.map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(vertices, cells).expect("a field is sound")
}

fn editor(mesh: NavMesh, from: [f32; 2], to: [f32; 2], settings: Settings) -> Editor {
    let end = |ground: [f32; 2]| Some(Endpoint { ground: ground.into(), height: None });
    let query = NamedQuery { start: end(from), target: end(to), settings, ..NamedQuery::default() };
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

/// Checks that the displayed answer, located ends and trace equal those of a new search.
fn equals_a_new_search(editor: &Editor) -> Result<(), TestCaseError> {
    let (Some(start), Some(target)) = (editor.endpoint(End::Start), editor.endpoint(End::Target)) else {
        prop_assert_eq!(editor.answer(), None);
        return Ok(());
    };
    let query = Query { start, target, settings: editor.settings().clone() };
    let (answer, trace) = find_path_traced(&editor.document().mesh, editor.derived(), &query);
    // NaN positions compare unequal even to themselves, so compare the debug text too.
    if editor.answer() != Some(&answer) {
        prop_assert_eq!(format!("{:?}", editor.answer()), format!("{:?}", Some(&answer)));
    }
    prop_assert_eq!(
        [End::Start, End::Target].map(|end| editor.located(end).copied()),
        [answer.start, answer.target]
    );
    if editor.query_trace() != &trace {
        prop_assert_eq!(format!("{:?}", editor.query_trace()), format!("{trace:?}"));
    }
    Ok(())
}

/// One step between two checks of the answer.
#[derive(Clone, Debug)]
enum Act {
    Edit(edits::Edit),
    Undo,
    Redo,
    SetEnd(End, Option<[f32; 2]>),
}

fn act() -> impl Strategy<Value = Act> {
    let end = prop::sample::select(vec![End::Start, End::Target]);
    prop_oneof![
        12 => edits::edit().prop_map(Act::Edit),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
        1 => (end, prop::option::weighted(0.9, prop::array::uniform2(-1.0..13.0f32)))
            .prop_map(|(end, to)| Act::SetEnd(end, to)),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let algorithm = prop::sample::select(AlgorithmChoice::ALL.to_vec());
    let radius = prop_oneof![Just(0.0f32), 0.05..0.6f32];
    let height = prop_oneof![Just(0.0f32), 0.2..3.0f32];
    let slope = prop_oneof![Just(std::f32::consts::FRAC_PI_2), 0.2..1.5f32];
    let costs = prop::array::uniform2(prop_oneof![Just(1.0f32), Just(3.0), Just(f32::INFINITY)]);
    (algorithm, radius, height, slope, costs).prop_map(|(algorithm, radius, height, max_slope, costs)| {
        let agent = Agent { radius, height, max_slope, ..Agent::default() };
        let mut settings = Settings { algorithm, agent, ..Settings::default() };
        for (area, cost) in (1..).zip(costs) {
            settings.filter.set_cost(AreaId(area), cost);
        }
        settings
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(75))]

    #[test]
    fn after_any_edits_the_answer_equals_that_of_a_new_search(
        holes in prop::collection::vec(0..144u32, 0..30),
        ends in prop::array::uniform4(-0.5..12.5f32),
        settings in settings(),
        acts in prop::collection::vec((act(), any::<bool>()), 1..12),
    ) {
        let [x, z, to_x, to_z] = ends;
        let mut editor = editor(field(12, &holes), [x, z], [to_x, to_z], settings);
        for (act, is_looked_at) in acts {
            match act {
                Act::Edit(edit) => {
                    editor.edit("Edit", |draft| {
                        edits::apply(&edit, draft);
                        Ok(Edited::default())
                    });
                }
                Act::Undo => drop(editor.undo()),
                Act::Redo => drop(editor.redo()),
                Act::SetEnd(end, to) => {
                    let to = to.map(|to| Endpoint { ground: to.into(), height: None });
                    editor.handle(Input::Query(QueryInput::SetEnd(end, to)));
                }
            }
            if is_looked_at {
                equals_a_new_search(&editor)?;
            }
        }
        equals_a_new_search(&editor)?;
    }
}

fn pointer(x: f32, z: f32) -> Pointer {
    Pointer::above(Vec2::new(x, z), 0.1, Modifiers::default())
}

/// Drags the element at a position; returns the numbers of revisions and of searches.
///
/// Checks the answer after every input. Counts at most one search for each input.
fn drag(editor: &mut Editor, [x, z]: [f32; 2]) -> (u64, u64) {
    let mut searches = 0;
    let (first, mut searched_at) = (editor.revision(), editor.searched_at());
    let at = |i: u8| pointer(x + 0.05 * f32::from(i), z + 0.03 * f32::from(i));
    let moves = [Input::DragStart { from: at(0), to: at(1) }];
    for input in moves.into_iter().chain((2..8).map(|i| Input::Drag(at(i)))).chain([Input::DragEnd(at(8))]) {
        editor.handle(input);
        searches += u64::from(editor.searched_at() != searched_at);
        searched_at = editor.searched_at();
        equals_a_new_search(editor).expect("the answer is right");
    }
    (editor.revision() - first, searches)
}

#[test]
fn a_path_is_searched_again_only_after_edits_of_visited_cells() {
    let mut editor = editor(field(20, &[]), [1.5, 1.5], [6.5, 1.5], Settings::default());
    let options = Options { snaps_to_grid: false, snaps_to_mesh: false, ..Options::default() };
    editor.handle(Input::SetOptions(options));
    let (revisions, searches) = drag(&mut editor, [15.0, 15.0]);
    assert!(revisions > 5, "a vertex was dragged");
    assert_eq!(searches, 0, "far from the path");
    let (_, searches) = drag(&mut editor, [4.0, 1.0]);
    assert!(searches > 5, "a corner of cells that the path crosses: {searches}");
    let searched_at = editor.searched_at();
    editor.handle(Input::Run(Command::Undo));
    assert!(editor.searched_at() > searched_at, "it is put back");
    let searched_at = editor.searched_at();
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.searched_at(), searched_at, "and so is the one far away");
}

#[test]
fn a_ceiling_over_the_path_is_a_change_of_its_ground() {
    let agent = Agent { height: 2.0, ..Agent::default() };
    let mut editor =
        editor(field(20, &[]), [1.5, 1.5], [6.5, 1.5], Settings { agent, ..Settings::default() });
    let crossed = |editor: &Editor| editor.answer().and_then(Answer::path).map(|path| path.corridor.len());
    assert_eq!(crossed(&editor), Some(6), "straight on");
    let raise = |editor: &mut Editor, y: f32| {
        editor.edit("Roof", |draft| {
            let corners = [[3.2, 1.2], [3.2, 1.8], [3.8, 1.8], [3.8, 1.2]];
            let corners = corners.map(|[x, z]| draft.add_vertex(Vec3::new(x, y, z)));
            draft.add_cell(corners, AreaId(0));
            Ok(Edited::default())
        });
    };
    raise(&mut editor, 1.0);
    assert!(crossed(&editor) > Some(6), "round what is too low: {:?}", editor.answer());
    equals_a_new_search(&editor).expect("the answer is right");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(crossed(&editor), Some(6), "straight on again");
}
