//! The level panel: files with level geometry, their visibility, and the cut.

use egui::{
    Checkbox, CollapsingHeader, ComboBox, Label, Mesh, RichText, ScrollArea, Sense, TextStyle, Ui, pos2, vec2,
};

use super::{level_image, level_parts};
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::{NumberSlider, released};
use crate::app::widgets::{choice, coordinates, parts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::levels::files::{self, LevelFile};
use crate::editor::levels::input::LevelInput;
use crate::editor::levels::{cut, outdated, surface};
use crate::editor::session::command::Command;
use crate::editor::session::options::LevelShading;
use crate::theme::tint::level_stops;
use navsmith_core::geometry::Bounds;
use navsmith_formats::document::LevelReference;
use navsmith_formats::io::levels::LevelContent;

/// Maximum width of the bar that shows the colours of levels, in points.
const SHADING_WIDTH: f32 = 90.0;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let levels = &state.document().levels;
    if levels.is_empty() {
        let text = "Add the level that the mesh belongs to: a glTF, OBJ, PLY, STL or other file. The document \
                    refers to the file and does not change it.";
        parts::empty(ui, Icon::CELL, "No level geometry", text);
        ui.vertical_centered(|ui| {
            parts::command_button(ui, state, inputs, Command::AddLevel, "Add level geometry…");
            parts::command_button(ui, state, inputs, Command::AddImage, "Add image…");
        });
        return;
    }
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::TakeHeights, "Take heights");
        parts::command_button(ui, state, inputs, Command::AddImage, "Add image…");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, state, inputs, Command::AddLevel, Icon::ADD, false);
        });
    });
    view_ui(ui, state, inputs);
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for (index, level) in levels.iter().enumerate() {
            ui.push_id(index, |ui| parts::card(ui, |ui| level_ui(ui, state, inputs, index, level)));
            ui.add_space(theme::SPACE_S);
        }
    });
}

/// Draws the settings of all levels: shading, cut and snapping.
fn view_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let mut options = state.options().clone();
    parts::facts(ui, "levels", |facts| {
        facts.row_ui("Colour by", |ui| {
            let combo = ComboBox::from_id_salt("shading");
            choice::of_values(
                ui,
                combo,
                &mut options.level_shading,
                &LevelShading::ALL,
                LevelShading::title,
                |_| "",
            );
        });
        if let Some(surface) = surface::surface(state) {
            facts.row_ui("", |ui| shading_ui(ui, options.level_shading, &surface.bounds()));
        }
        facts.row_ui("Cut at height", |ui| cut_ui(ui, state, &mut options.cut_height));
        facts.row_ui("Snap points to it", |ui| {
            ui.checkbox(&mut options.snaps_to_level, "")
                .on_hover_text("Points snap to corners and edges of the level, and to its section");
        });
        facts.row_ui("Follow its height", |ui| {
            ui.checkbox(&mut options.follows_level, "")
                .on_hover_text("Moved vertices take the height of the level below or above them");
        });
    });
    if options != *state.options() {
        inputs.push(Input::SetOptions(options));
    }
}

/// Draws the colours of levels as a bar, with the meaning of its ends.
fn shading_ui(ui: &mut Ui, shading: LevelShading, bounds: &Bounds) {
    let [from, to] = match shading {
        LevelShading::Slope => ["level", "upright"].map(str::to_owned),
        LevelShading::Height => [bounds.min.y, bounds.max.y].map(|height| format!("{height:.2} m")),
    };
    let stops = level_stops(shading, ui.visuals().dark_mode).map(theme::color32);
    ui.horizontal(|ui| {
        // In a narrow panel, the bar is shorter.
        let texts: f32 = [&from, &to].map(|text| parts::text_width(ui, text, &TextStyle::Small)).iter().sum();
        let room = ui.available_width() - texts - 3.0 * ui.spacing().item_spacing.x;
        ui.label(RichText::new(from).small().weak());
        let size = vec2(room.clamp(theme::SPACE_L, SHADING_WIDTH), theme::SPACE_L);
        let (bar, _) = ui.allocate_exact_size(size, Sense::hover());
        let mut mesh = Mesh::default();
        for (index, color) in (0_u32..).zip(stops) {
            let x = bar.left() + bar.width() * index as f32 / (stops.len() - 1) as f32;
            mesh.colored_vertex(pos2(x, bar.top()), color);
            mesh.colored_vertex(pos2(x, bar.bottom()), color);
            if index > 0 {
                let first = 2 * index - 2;
                mesh.add_triangle(first, first + 1, first + 2);
                mesh.add_triangle(first + 1, first + 2, first + 3);
            }
        }
        ui.painter().add(mesh);
        ui.label(RichText::new(to).small().weak());
    });
}

fn cut_ui(ui: &mut Ui, state: &State, cut_height: &mut Option<f32>) {
    let bounds = surface::surface(state).map(|surface| surface.bounds());
    let Some((bounds, start)) = bounds.zip(cut::start(state)) else {
        ui.label(RichText::new("no level is visible").weak());
        return;
    };
    ui.horizontal(|ui| {
        let mut is_cut = cut_height.is_some();
        let switch = ui.name_inputs("Cut the level", |ui| ui.add(Checkbox::without_text(&mut is_cut)));
        if switch.on_hover_text("Hide the level above a height\nCtrl+wheel moves the cut").changed() {
            *cut_height = is_cut.then_some(start);
        }
        let mut height = cut_height.unwrap_or(start);
        let slider = NumberSlider::new(&mut height, bounds.min.y..=bounds.max.y.max(bounds.min.y + 0.01));
        let slider = ui.add_enabled(is_cut, slider.beyond().decimals(2).suffix(" m"));
        if slider.on_hover_text("Height of the cut in metres").changed() {
            *cut_height = Some(height);
        }
    });
}

fn level_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, index: usize, level: &LevelReference) {
    let mut changed = level.clone();
    let file = files::state(state, index).map(|(_, file)| file);
    ui.horizontal(|ui| {
        let (eye, verb) = if level.is_visible { (Icon::EYE, "Hide") } else { (Icon::EYE_OFF, "Show") };
        let name = level.name().to_owned();
        if theme::icon_button(ui, eye, &format!("{verb} {name}"), false)
            .on_hover_text(format!("{verb} this level"))
            .clicked()
        {
            changed.is_visible = !level.is_visible;
        }
        parts::at_right(ui, |ui| {
            let remove = theme::icon_button(ui, Icon::TRASH, &format!("Remove {name}"), false);
            let tooltip = "Remove this level from the document; the file stays";
            parts::on_click(remove, tooltip, inputs, Input::Level(LevelInput::Remove(index)));
            let frame = theme::icon_button(ui, Icon::FRAME, &format!("Show all of {name}"), false);
            parts::on_click(frame, "Show the whole level", inputs, Input::Level(LevelInput::Frame(index)));
            let label = Label::new(RichText::new(&name).strong()).truncate();
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(label).on_hover_text(&level.file);
            });
        });
    });
    state_ui(ui, state, inputs, (index, level), file);
    let is_only = state.document().levels.len() == 1;
    let settings = CollapsingHeader::new("Settings").default_open(is_only || level.image.is_some());
    settings.show(ui, |ui| settings_ui(ui, state, inputs, (index, level), &mut changed));
    if let Some(LevelFile::Read(content)) = file {
        level_parts::ui(ui, content, &mut changed);
    }
    if changed != *level {
        inputs.push(Input::Level(LevelInput::Set(index, changed)));
    }
}

/// Draws the opacity and the coordinates or the placement of a level, and whether it is locked.
fn settings_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    (index, level): (usize, &LevelReference),
    changed: &mut LevelReference,
) {
    parts::facts(ui, "level", |facts| {
        facts.row_ui("Opacity", |ui| {
            let opacity =
                released(ui, ("opacity", index), f32::from(level.opacity) / 100.0, |ui, opacity| {
                    ui.add(NumberSlider::percent(opacity, 0.0..=1.0))
                });
            if let Some(opacity) = opacity {
                changed.opacity = (opacity * 100.0).round().clamp(0.0, 100.0) as u8;
            }
        });
        if let Some(placement) = &mut changed.image {
            level_image::rows(facts, placement);
        } else {
            coordinates::rows(facts, &mut changed.coordinates, false);
            coordinates::offset_row(facts, index, &mut changed.offset);
        }
        facts.row_ui("Locked", |ui| {
            let text = match level.image {
                Some(_) => "The tool that places images leaves out a locked image",
                None => "Points do not snap to a locked level",
            };
            ui.checkbox(&mut changed.is_locked, "").on_hover_text(text);
        });
    });
    if level.image.is_some() {
        parts::command_button(ui, state, inputs, Command::ImageTool, "Place by two points");
        parts::note(
            ui,
            "In the view, click a point of the image and then its true place. Do the same with a second point. \
             Or type both points above.",
        );
        level_image::outlines_ui(ui, index, inputs);
    }
}

/// Draws the state of the file, with what can be done about it.
fn state_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    (index, level): (usize, &LevelReference),
    file: Option<&LevelFile>,
) {
    let mut offers: Vec<(&str, &str, LevelInput)> = Vec::new();
    let reload = |name| (name, "Read the file", LevelInput::Reload(index));
    let find = ("Find…", "Choose where the file is now", LevelInput::Find(index));
    match file {
        Some(LevelFile::Read(content)) => {
            let size = match &content.image {
                Some(image) => format!("{} × {} pixels", image.size[0], image.size[1]),
                None if !level.is_visible => "Hidden".to_owned(),
                None => parts::count(shown_triangles(level, content), "triangle", "triangles"),
            };
            ui.label(RichText::new(size).weak());
            if files::is_outdated(state, index) {
                let text = outdated_text(state, index, level);
                parts::warning(ui, &text);
                if outdated_cells(state, index) > 0 {
                    let next = "Show the next place that has changed, and select its cells";
                    offers.push(("Next place", next, LevelInput::NextPlace(index)));
                }
                let accept = "Accept the new level; the mesh counts as made for it";
                offers.push(("Accept", accept, LevelInput::Accept(index)));
            }
            offers.push(reload("Reload"));
        }
        Some(LevelFile::Reading) => {
            ui.label(RichText::new("Reading the file…").weak());
        }
        Some(LevelFile::Failed(why)) => {
            parts::error(ui, why);
            offers.extend([find, reload("Reload")]);
        }
        Some(LevelFile::Unread(why)) if level.is_visible => {
            let text = match why {
                Some(why) => format!("The file {why}, so it is read on request only."),
                None => "The document is not saved yet, so the file is read on request only.".to_owned(),
            };
            parts::note(ui, &text);
            offers.extend([reload("Read"), find]);
        }
        Some(LevelFile::Unread(_)) | None => {}
    }
    ui.horizontal(|ui| {
        for (name, tooltip, input) in offers {
            parts::on_click(ui.button(name), tooltip, inputs, Input::Level(input));
        }
    });
}

/// Returns the number of cells at which a level has changed.
fn outdated_cells(state: &State, index: usize) -> usize {
    let places = outdated::places(state).into_iter().flat_map(|places| places.iter());
    places.filter(|place| place.level == index).map(|place| place.cells.len()).sum()
}

/// States that a file has changed, and where.
fn outdated_text(state: &State, index: usize, level: &LevelReference) -> String {
    let text = "The file has changed since the mesh was made for it";
    let (Some(places), true) = (outdated::places(state), level.tiles.is_some()) else {
        return format!("{text}.");
    };
    let count = places.iter().filter(|place| place.level == index).count();
    if count == 0 {
        return format!("{text}, but not below or above its cells.");
    }
    let cells = parts::count(outdated_cells(state, index), "cell", "cells");
    format!("{text}: {cells} in {}.", parts::count(count, "place", "places"))
}

fn shown_triangles(level: &LevelReference, content: &LevelContent) -> usize {
    let parts = content.level.parts().iter().filter(|part| level.shows(part));
    parts.map(|part| part.triangles.len()).sum()
}
