//! Commands for the selection, its mode and the pointer tool.

use super::shortcut::{Key, Shortcut};
use super::{Action, Spec, needs};
use crate::editor::edits::problems;
use crate::editor::elements::{islands, selecting};
use crate::editor::interaction::tool::ToolKind;
use crate::editor::session::command::Command;
use crate::editor::session::selection::Mode;

pub(super) const ROWS: &[Spec] = &[
    Spec::of(Command::VertexMode, "Vertices", "Clicks select vertices", Action::Mode(Mode::Vertex))
        .keys(&[Shortcut::plain(Key::Num1)]),
    Spec::of(Command::EdgeMode, "Edges", "Clicks select edges", Action::Mode(Mode::Edge))
        .keys(&[Shortcut::plain(Key::Num2)]),
    Spec::of(Command::CellMode, "Cells", "Clicks select cells", Action::Mode(Mode::Cell))
        .keys(&[Shortcut::plain(Key::Num3)]),
    Spec::new(Command::SelectAll, "Select all", "Select all visible elements", |editor| {
        selecting::select_all(&mut editor.state);
    })
    .keys(&[Shortcut::plain(Key::A), Shortcut::command(Key::A)])
    .when(needs::mesh),
    Spec::new(Command::SelectNone, "Select nothing", "Clear the selection", |editor| editor.state.select([]))
        .keys(&[Shortcut::alt(Key::A)])
        .when(needs::selection),
    Spec::new(
        Command::SelectInverse,
        "Invert selection",
        "Select everything that is not selected, and deselect the rest",
        |editor| selecting::select_inverse(&mut editor.state),
    )
    .keys(&[Shortcut::command(Key::I)])
    .when(needs::mesh),
    Spec::new(
        Command::SelectLinked,
        "Select island under pointer",
        "Add the island under the pointer to the selection",
        |editor| selecting::select_linked(&mut editor.state),
    )
    .keys(&[Shortcut::plain(Key::L)])
    .when(needs::island),
    Spec::new(Command::SelectIslands, "Select linked", "Extend the selection to whole islands", |editor| {
        let islands = islands::selected_islands(editor);
        islands::select_islands(&mut editor.state, &islands);
    })
    .keys(&[Shortcut::command(Key::L)])
    .when(needs::selection),
    Spec::new(Command::GrowSelection, "Grow selection", "Add the neighbours of the selection", |editor| {
        selecting::grow_selection(&mut editor.state.session);
    })
    .keys(&[Shortcut::alt(Key::Plus)])
    .when(needs::selection),
    Spec::new(
        Command::ShrinkSelection,
        "Shrink selection",
        "Deselect the border of the selection",
        |editor| selecting::shrink_selection(&mut editor.state.session),
    )
    .keys(&[Shortcut::alt(Key::Minus)])
    .when(needs::selection),
    Spec::new(
        Command::SelectBroken,
        "Select broken cells",
        "Select cells that are not convex or overlap",
        problems::select_broken,
    )
    .keys(&[Shortcut::shift(Key::B)])
    .when(needs::cells_exist),
];

/// Commands that select the pointer tool.
#[rustfmt::skip]
pub(super) const TOOL_ROWS: &[Spec] = &[
    Spec::of(Command::SelectTool, "Select", "Click to select, drag to move, drag empty ground for a box", Action::Tool(ToolKind::Select)).keys(&[Shortcut::plain(Key::Q)]),
    Spec::of(Command::BoxTool, "Box select", "Drag a box to select what is inside", Action::Tool(ToolKind::Box)).keys(&[Shortcut::plain(Key::B)]),
    Spec::of(Command::VertexTool, "Add vertices", "Click to add a vertex; on an edge, to split it", Action::Tool(ToolKind::Vertex)).keys(&[Shortcut::plain(Key::V)]),
    Spec::of(Command::DrawTool, "Draw cells", "Click the corners of a cell in order", Action::Tool(ToolKind::Draw)).keys(&[Shortcut::plain(Key::P)]),
    Spec::of(Command::RectangleTool, "Draw rectangles", "Drag or click from corner to corner of a rectangular cell; Shift makes a square, Alt cuts a hole", Action::Tool(ToolKind::Rectangle)).keys(&[Shortcut::plain(Key::D)]),
    Spec::of(Command::HoleTool, "Cut hole", "Click the corners of a hole one after the other; it is cut into the topmost cells there", Action::Tool(ToolKind::Hole)).keys(&[Shortcut::plain(Key::O)]),
    Spec::of(Command::KnifeTool, "Knife", "Cut cells with a line from edge to edge or corner to corner", Action::Tool(ToolKind::Knife)).keys(&[Shortcut::plain(Key::K)]),
    Spec::of(Command::ExtrudeTool, "Extrude by dragging", "Drag boundary edges into new cells", Action::Tool(ToolKind::Extrude)).keys(&[Shortcut::shift(Key::X)]),
    Spec::of(Command::PaintTool, "Paint area", "Drag over cells to assign the current area", Action::Tool(ToolKind::Paint)).keys(&[Shortcut::shift(Key::P)]),
    Spec::of(Command::LinkTool, "Draw links", "Click or drag from one place to another to draw a link, a jump or a ladder; Shift makes it one-way", Action::Tool(ToolKind::Link)).keys(&[Shortcut::shift(Key::L)]),
    Spec::of(Command::StartTool, "Place start", "Click or drag to place the start of the path", Action::Tool(ToolKind::Start)).keys(&[Shortcut::shift(Key::S)]),
    Spec::of(Command::TargetTool, "Place target", "Click or drag to place the target of the path", Action::Tool(ToolKind::Target)).keys(&[Shortcut::shift(Key::T)]),
    Spec::of(Command::WalkTool, "Walk by hand", "Drag an agent along the surface and see it slide along walls", Action::Tool(ToolKind::Walk)).keys(&[Shortcut::shift(Key::W)]),
    Spec::of(Command::RayTool, "Cast a ray", "Drag a straight line and see which wall stops it", Action::Tool(ToolKind::Ray)).keys(&[Shortcut::shift(Key::R)]),
    Spec::of(Command::AgentsTool, "Place agents", "Click the start of agents, then their target; drag to start them in a disc, Shift adds the points of a route", Action::Tool(ToolKind::Agents)).keys(&[Shortcut::shift(Key::A)]),
    Spec::of(Command::ImageTool, "Place image", "Click a point of an image, then its true place, twice; or type X and Z", Action::Tool(ToolKind::Image)),
    Spec::of(Command::AskTool, "Why no mesh here?", "Click the ground to see which stage of the generation removed it, with numbers and the remedy", Action::Tool(ToolKind::Ask)).keys(&[Shortcut::shift(Key::Q)]),
    Spec::of(Command::VolumeTool, "Draw boxes", "Drag or click from corner to corner of a box that limits the generation, or changes the ground in it", Action::Tool(ToolKind::Volume)),
    Spec::of(Command::ThrowTool, "Throw a body", "In a side view, drag a body along its velocity and see where it lands", Action::Tool(ToolKind::Throw)).when(needs::side_view),
];
