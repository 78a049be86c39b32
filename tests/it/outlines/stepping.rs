//! Steps of the triangulation of outlines.

use std::collections::BTreeSet;

use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::Edge;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;

use super::{Hand, pointer};

#[test]
fn the_triangulation_of_outlines_is_stepped_through_from_points_to_cells() {
    let mut hand = Hand::with_square();
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    hand.input(Input::Run(Command::StepTriangulation));
    assert!(hand.0.take_effects().iter().any(|effect| matches!(effect, Effect::Show(Panel::Stepper))));
    assert_eq!(hand.0.shown_trace(), TraceKind::Triangulation);
    assert_eq!(hand.0.stage(), Some((Stage::Triangulation, 0)));
    let kinds = |hand: &Hand| {
        let trace = hand.0.trace();
        (0..trace.len()).map(|step| trace.get(step).expect("an event").kind()).collect::<Vec<_>>()
    };
    let count = |hand: &Hand, kind: Kind| kinds(hand).into_iter().filter(|it| *it == kind).count();
    assert_eq!(count(&hand, Kind::Inserted), 8);
    assert_eq!(count(&hand, Kind::Constrained), 8);
    assert_eq!(count(&hand, Kind::Cleared), 1, "the diagonal of the hole");
    assert_eq!(count(&hand, Kind::Kept), hand.0.mesh().cell_count(), "a ring of cells");
    hand.input(Input::Run(Command::LastStep));
    let last = hand.0.stage().expect("a step").1;
    assert_eq!(last + 1, hand.0.trace().len());
    hand.input(Input::Run(Command::FrameAll));
    let scene = hand.0.scene(ViewId::ABOVE);
    let edges = scene.marks.iter().filter(|mark| matches!(mark, Mark::Line(Role::Wall | Role::Branch, _)));
    let mesh = hand.0.mesh();
    let sides = mesh.cells().flat_map(|(_, cell)| {
        let corners = cell.corners();
        (0..corners.len()).map(move |nth| Edge::new(corners[nth], corners[(nth + 1) % corners.len()]))
    });
    let edges_of_mesh = sides.collect::<BTreeSet<_>>().len();
    let drawn = edges.count();
    assert!(
        (edges_of_mesh - 1..=edges_of_mesh).contains(&drawn),
        "{drawn} of {edges_of_mesh} edges of cells"
    );
    hand.input(Input::Hover(pointer([0., 1.])));
    assert_eq!(
        hand.0.why_this_edge().as_deref(),
        Some("It is a constraint: side 1 of outline 1 runs along it.")
    );
    hand.input(Input::Run(Command::StepBack));
    hand.drag_over(&[[8., 8.], [9., 9.], [10., 9.]]);
    hand.let_go([10., 9.]);
    assert!(hand.0.stage().is_some(), "the stepper follows an edit");
    hand.input(Input::Run(Command::Undo));
    hand.input(Input::Run(Command::Undo));
    hand.input(Input::Run(Command::Undo));
    assert!(hand.outlines().is_empty() && !hand.0.has_trace(TraceKind::Triangulation));
}

#[test]
fn a_selected_edge_opens_the_step_that_decided_about_it() {
    let mut hand = Hand::with_square();
    hand.draw(ToolKind::Hole, &[[2., 2.], [2., 4.], [4., 4.], [4., 2.]]);
    hand.input(Input::Run(Command::EdgeMode));
    hand.input(Input::Click(pointer([3., 2.])));
    hand.input(Input::Run(Command::StepTriangulation));
    let caption = hand.0.event().expect("a step").caption();
    assert!(
        caption.ends_with("it is part of side 4 of outline 2.") || caption.contains("outline 2"),
        "{caption}"
    );
}
