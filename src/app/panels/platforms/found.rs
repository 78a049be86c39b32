//! The platforms, the edge under the pointer, and the reachable region.

use egui::{ComboBox, Label, RichText, Ui};

use crate::app::widgets::choice;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::platforms::found::{self, RegionStart};
use crate::editor::platforms::input::PlatformInput;
use navsmith_core::pathfinding::mesh_query::End;

/// Height of the list in points.
const LIST_HEIGHT: f32 = 130.0;

/// Maximum number of listed platforms.
const MOST_LISTED: usize = 500;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let Some(found) = found::found(state) else { return parts::note(ui, "The platforms are being found.") };
    parts::section(ui, &parts::count(found.platforms.len(), "platform", "platforms"));
    if found.platforms.is_empty() {
        let text = "A body rests nowhere under this gravity: no side of a solid faces up and is flat enough.";
        parts::note(ui, text);
    } else {
        parts::list_area("platforms", LIST_HEIGHT).show(ui, |ui| {
            for (index, platform) in found.platforms.iter().enumerate().take(MOST_LISTED) {
                let sides = parts::count(platform.sides.len(), "side", "sides");
                let words = format!("{index}  {}, {sides}", parts::meters(platform.length));
                let row = parts::list_row(ui, found::framed(state) == Some(index), words);
                let input = Input::Platform(PlatformInput::Frame(index));
                parts::on_click(row, "Show the platform", inputs, input);
            }
            more_ui(ui, found.platforms.len(), MOST_LISTED);
        });
    }
    tested_ui(ui, state);
    region_ui(ui, state, inputs);
}

/// States how many rows of a list are left out.
pub(super) fn more_ui(ui: &mut Ui, all: usize, most: usize) {
    if all > most {
        parts::note(ui, &format!("{} more are not listed.", parts::thousands(all - most)));
    }
}

/// Draws the numbers that decide whether a body rests on the edge under the pointer.
fn tested_ui(ui: &mut Ui, state: &State) {
    let words = found::tested_at_pointer(state).map(|tested| {
        let test = tested.test;
        let verdict = match (test.is_rest, test.is_facing_up) {
            (true, _) => "a body rests on it",
            (false, true) => "too steep",
            (false, false) => "it does not face up",
        };
        format!(
            "{:#}: d1 - d2 = {:.4} m, product {:.3}: {verdict}",
            tested.side, test.difference, test.facing
        )
    });
    let words = words.unwrap_or_else(|| "Point at a border in edge mode to see its test.".to_owned());
    let tooltip = "d1 and d2 are the depths of the ends along gravity. The product is that of gravity and the normal \
                   of the side into the free space: -1 for a floor, 0 for a wall, 1 for a ceiling.";
    ui.add(Label::new(RichText::new(words).small()).wrap()).on_hover_text(tooltip);
}

fn region_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section(ui, "Reachable region");
    parts::facts(ui, "region", |facts| {
        facts.row_ui("From", |ui| {
            let (present, mut chosen) = (found::region_start(state), found::region_start(state));
            let all = [
                (RegionStart::Nothing, "nowhere", "Show no region"),
                (RegionStart::Start, "the start", "The region around the start of the query"),
                (RegionStart::Pointer, "the pointer", "The region around the pointer"),
            ];
            let title = all.iter().find(|row| row.0 == present).map_or("", |row| row.1);
            let combo = ComboBox::from_id_salt("region").selected_text(title);
            choice::of_items(ui, combo, &mut chosen, all);
            if chosen != present {
                inputs.push(Input::Platform(PlatformInput::ShowRegion(chosen)));
            }
        });
        if let Some(region) = found::region(state) {
            facts.row("Cells", parts::thousands(region.cells.len()));
            facts.row("Constraints", parts::count(region.constraints.len(), "side", "sides"));
        }
    });
    match found::region_start(state) {
        RegionStart::Start if found::region(state).is_some() => {}
        RegionStart::Start if state.located(End::Start).is_some() => {
            parts::note(ui, "The region is being found.");
        }
        RegionStart::Start => parts::note(ui, "Place the start of the query on a cell to see its region."),
        RegionStart::Pointer if state.mesh().cell_count() > found::MOST_AT_POINTER => {
            parts::note(ui, "The mesh is too large for a region that follows the pointer. Use the start.");
        }
        RegionStart::Pointer | RegionStart::Nothing => {}
    }
}
