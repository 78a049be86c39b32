//! Commands that select the pointer tool.

use super::{Command, Key, Shortcut, Spec};
use crate::editor::ToolKind;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::SelectTool,
        "Select",
        "Click to select, drag to move, drag empty ground for a box",
        |editor| {
            editor.set_tool(ToolKind::Select);
        },
    )
    .keys(&[Shortcut::plain(Key::Q)])
    .checked(|editor| editor.tool_kind() == ToolKind::Select),
    Spec::new(Command::BoxTool, "Box select", "Drag a box to select what is inside", |editor| {
        editor.set_tool(ToolKind::Box);
    })
    .keys(&[Shortcut::plain(Key::B)])
    .checked(|editor| editor.tool_kind() == ToolKind::Box),
    Spec::new(
        Command::VertexTool,
        "Add vertices",
        "Click to add a vertex; on an edge, to split it",
        |editor| {
            editor.set_tool(ToolKind::Vertex);
        },
    )
    .keys(&[Shortcut::plain(Key::V)])
    .checked(|editor| editor.tool_kind() == ToolKind::Vertex),
    Spec::new(Command::DrawTool, "Draw cells", "Click the corners of a cell in order", |editor| {
        editor.set_tool(ToolKind::Draw);
    })
    .keys(&[Shortcut::plain(Key::P)])
    .checked(|editor| editor.tool_kind() == ToolKind::Draw),
    Spec::new(
        Command::RectangleTool,
        "Draw rectangles",
        "Drag or click from corner to corner of a rectangular cell; Shift makes a square, Alt cuts a hole",
        |editor| {
            editor.set_tool(ToolKind::Rectangle);
        },
    )
    .keys(&[Shortcut::plain(Key::D)])
    .checked(|editor| editor.tool_kind() == ToolKind::Rectangle),
    Spec::new(
        Command::HoleTool,
        "Cut hole",
        "Click the corners of a hole one after the other; it is cut into the topmost cells there",
        |editor| {
            editor.set_tool(ToolKind::Hole);
        },
    )
    .keys(&[Shortcut::plain(Key::O)])
    .checked(|editor| editor.tool_kind() == ToolKind::Hole),
    Spec::new(
        Command::KnifeTool,
        "Knife",
        "Cut cells with a line from edge to edge or corner to corner",
        |editor| {
            editor.set_tool(ToolKind::Knife);
        },
    )
    .keys(&[Shortcut::plain(Key::K)])
    .checked(|editor| editor.tool_kind() == ToolKind::Knife),
    Spec::new(Command::ExtrudeTool, "Extrude by dragging", "Drag boundary edges into new cells", |editor| {
        editor.set_tool(ToolKind::Extrude);
    })
    .keys(&[Shortcut::shift(Key::X)])
    .checked(|editor| editor.tool_kind() == ToolKind::Extrude),
    Spec::new(Command::PaintTool, "Paint area", "Drag over cells to assign the current area", |editor| {
        editor.set_tool(ToolKind::Paint);
    })
    .keys(&[Shortcut::shift(Key::P)])
    .checked(|editor| editor.tool_kind() == ToolKind::Paint),
    Spec::new(
        Command::LinkTool,
        "Draw links",
        "Click or drag from one place to another to draw a link, a jump or a ladder; Shift makes it one-way",
        |editor| {
            editor.set_tool(ToolKind::Link);
        },
    )
    .keys(&[Shortcut::shift(Key::L)])
    .checked(|editor| editor.tool_kind() == ToolKind::Link),
    Spec::new(Command::StartTool, "Place start", "Click or drag to place the start of the path", |editor| {
        editor.set_tool(ToolKind::Start);
    })
    .keys(&[Shortcut::shift(Key::S)])
    .checked(|editor| editor.tool_kind() == ToolKind::Start),
    Spec::new(
        Command::TargetTool,
        "Place target",
        "Click or drag to place the target of the path",
        |editor| {
            editor.set_tool(ToolKind::Target);
        },
    )
    .keys(&[Shortcut::shift(Key::T)])
    .checked(|editor| editor.tool_kind() == ToolKind::Target),
    Spec::new(
        Command::WalkTool,
        "Walk by hand",
        "Drag an agent along the surface and see it slide along walls",
        |editor| {
            editor.set_tool(ToolKind::Walk);
        },
    )
    .keys(&[Shortcut::shift(Key::W)])
    .checked(|editor| editor.tool_kind() == ToolKind::Walk),
    Spec::new(Command::RayTool, "Cast a ray", "Drag a straight line and see which wall stops it", |editor| {
        editor.set_tool(ToolKind::Ray);
    })
    .keys(&[Shortcut::shift(Key::R)])
    .checked(|editor| editor.tool_kind() == ToolKind::Ray),
];
