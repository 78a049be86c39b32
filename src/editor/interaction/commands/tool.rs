//! Commands that select the pointer tool.

use super::shortcut::{Key, Shortcut};
use super::{Action, Spec};
use crate::editor::interaction::tool::ToolKind;
use crate::editor::session::command::Command;

#[rustfmt::skip]
pub(super) const ROWS: &[Spec] = &[
    Spec::row(Command::SelectTool, Action::Tool(ToolKind::Select), &[Shortcut::plain(Key::Q)], "Select", "Click to select, drag to move, drag empty ground for a box"),
    Spec::row(Command::BoxTool, Action::Tool(ToolKind::Box), &[Shortcut::plain(Key::B)], "Box select", "Drag a box to select what is inside"),
    Spec::row(Command::VertexTool, Action::Tool(ToolKind::Vertex), &[Shortcut::plain(Key::V)], "Add vertices", "Click to add a vertex; on an edge, to split it"),
    Spec::row(Command::DrawTool, Action::Tool(ToolKind::Draw), &[Shortcut::plain(Key::P)], "Draw cells", "Click the corners of a cell in order"),
    Spec::row(Command::RectangleTool, Action::Tool(ToolKind::Rectangle), &[Shortcut::plain(Key::D)], "Draw rectangles", "Drag or click from corner to corner of a rectangular cell; Shift makes a square, Alt cuts a hole"),
    Spec::row(Command::HoleTool, Action::Tool(ToolKind::Hole), &[Shortcut::plain(Key::O)], "Cut hole", "Click the corners of a hole one after the other; it is cut into the topmost cells there"),
    Spec::row(Command::KnifeTool, Action::Tool(ToolKind::Knife), &[Shortcut::plain(Key::K)], "Knife", "Cut cells with a line from edge to edge or corner to corner"),
    Spec::row(Command::ExtrudeTool, Action::Tool(ToolKind::Extrude), &[Shortcut::shift(Key::X)], "Extrude by dragging", "Drag boundary edges into new cells"),
    Spec::row(Command::PaintTool, Action::Tool(ToolKind::Paint), &[Shortcut::shift(Key::P)], "Paint area", "Drag over cells to assign the current area"),
    Spec::row(Command::LinkTool, Action::Tool(ToolKind::Link), &[Shortcut::shift(Key::L)], "Draw links", "Click or drag from one place to another to draw a link, a jump or a ladder; Shift makes it one-way"),
    Spec::row(Command::StartTool, Action::Tool(ToolKind::Start), &[Shortcut::shift(Key::S)], "Place start", "Click or drag to place the start of the path"),
    Spec::row(Command::TargetTool, Action::Tool(ToolKind::Target), &[Shortcut::shift(Key::T)], "Place target", "Click or drag to place the target of the path"),
    Spec::row(Command::WalkTool, Action::Tool(ToolKind::Walk), &[Shortcut::shift(Key::W)], "Walk by hand", "Drag an agent along the surface and see it slide along walls"),
    Spec::row(Command::RayTool, Action::Tool(ToolKind::Ray), &[Shortcut::shift(Key::R)], "Cast a ray", "Drag a straight line and see which wall stops it"),
];
