//! Tools and switches at the left edge.

use egui::{Panel, ScrollArea, Ui, scroll_area::ScrollBarVisibility};

use super::parts;
use crate::app::theme::{self, Icon};
use crate::editor::{Command, Editor, Input};

/// Groups of buttons, from top to bottom.
const BUTTONS: &[&[(Command, Icon)]] = &[
    &[(Command::VertexMode, Icon::Vertex), (Command::EdgeMode, Icon::Edge), (Command::CellMode, Icon::Cell)],
    &[(Command::SelectTool, Icon::Select), (Command::BoxTool, Icon::BoxSelect)],
    &[
        (Command::VertexTool, Icon::AddVertex),
        (Command::DrawTool, Icon::Draw),
        (Command::RectangleTool, Icon::Rectangle),
        (Command::HoleTool, Icon::Hole),
        (Command::ExtrudeTool, Icon::Extrude),
        (Command::KnifeTool, Icon::Knife),
        (Command::PaintTool, Icon::Paint),
        (Command::LinkTool, Icon::Link),
    ],
    &[(Command::StartTool, Icon::Start), (Command::TargetTool, Icon::Target)],
    &[(Command::WalkTool, Icon::Walk), (Command::RayTool, Icon::Ray)],
    &[
        (Command::ToggleGridSnap, Icon::Grid),
        (Command::ToggleMeshSnap, Icon::Magnet),
        (Command::ToggleMergeOnDrop, Icon::Merge),
    ],
    &[(Command::FrameAll, Icon::Frame)],
];

/// Draws the bar.
pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    Panel::left("toolbar").resizable(false).exact_size(theme::ROW + 20.0).show(ui, |ui| {
        // At the least height of the window the bar scrolls rather than cutting tools off.
        let area = ScrollArea::vertical().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add_space(theme::SPACE_S);
            ui.vertical_centered(|ui| {
                for (number, group) in BUTTONS.iter().enumerate() {
                    if number > 0 {
                        ui.add(egui::Separator::default().spacing(theme::SPACE_S));
                    }
                    for &(command, icon) in *group {
                        let is_on = command.is_checked(editor) == Some(true);
                        parts::command_icon(ui, editor, inputs, command, icon, is_on);
                    }
                }
            });
        });
    });
}
