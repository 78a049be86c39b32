//! The toolbar: tools and switches at the left edge.

use egui::{Panel, ScrollArea, Ui, Vec2};

use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;

/// Groups of buttons, from top to bottom.
const BUTTONS: &[&[(Command, Icon)]] = &[
    &[(Command::VertexMode, Icon::VERTEX), (Command::EdgeMode, Icon::EDGE), (Command::CellMode, Icon::CELL)],
    &[(Command::SelectTool, Icon::SELECT), (Command::BoxTool, Icon::BOX_SELECT)],
    &[
        (Command::VertexTool, Icon::ADD_VERTEX),
        (Command::DrawTool, Icon::DRAW),
        (Command::RectangleTool, Icon::RECTANGLE),
        (Command::HoleTool, Icon::HOLE),
        (Command::ExtrudeTool, Icon::EXTRUDE),
        (Command::KnifeTool, Icon::KNIFE),
        (Command::PaintTool, Icon::PAINT),
        (Command::LinkTool, Icon::LINK),
    ],
    &[(Command::StartTool, Icon::START), (Command::TargetTool, Icon::TARGET)],
    &[
        (Command::WalkTool, Icon::WALK),
        (Command::RayTool, Icon::RAY),
        (Command::AgentsTool, Icon::AGENTS),
        (Command::ImageTool, Icon::IMAGE),
        (Command::AskTool, Icon::ASK),
        (Command::VolumeTool, Icon::VOLUME),
    ],
    &[
        (Command::ToggleGridSnap, Icon::GRID),
        (Command::ToggleMeshSnap, Icon::MAGNET),
        (Command::ToggleMergeOnDrop, Icon::MERGE),
        (Command::ToggleKeepOutlines, Icon::OUTLINE),
    ],
    &[(Command::FrameAll, Icon::FRAME)],
];

/// Side length of a button, in points.
const SIDE: f32 = theme::ROW + 4.0;
const GAP: f32 = 2.0;

/// Draws the bar, in as many columns as the height of the window needs.
pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let room = ui.available_height() - theme::SPACE_L;
    let columns = (1..=3).find(|&columns| height(columns) <= room).unwrap_or(3);
    let width = columns as f32 * (SIDE + GAP) - GAP;
    Panel::left("toolbar").resizable(false).exact_size(width + 16.0).show(ui, |ui| {
        ScrollArea::vertical().show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            ui.add_space(theme::SPACE_S);
            for (number, group) in BUTTONS.iter().enumerate() {
                if number > 0 {
                    ui.add(egui::Separator::default().spacing(theme::SPACE_M));
                }
                group.chunks(columns).for_each(|line| line_ui(ui, state, inputs, line));
            }
        });
    });
}

fn line_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, line: &[(Command, Icon)]) {
    ui.horizontal(|ui| {
        for &(command, icon) in line {
            let is_on = command.is_checked(state) == Some(true);
            parts::command_icon(ui, state, inputs, command, icon, is_on);
        }
    });
}

/// Returns the height of all buttons in a number of columns, in points.
fn height(columns: usize) -> f32 {
    let lines: usize = BUTTONS.iter().map(|group| group.len().div_ceil(columns)).sum();
    let separators = (BUTTONS.len() - 1) as f32 * (theme::SPACE_M + GAP);
    lines as f32 * (SIDE + GAP) + separators + theme::SPACE_S
}
