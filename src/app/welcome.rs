//! The start screen: recent files, samples and a tour.

use egui::{
    Align, Area, Button, Color32, Id, Key, Layout, Order, Rect, RichText, Sense, Stroke, TextStyle,
    TextWrapMode, Ui, UiBuilder, WidgetText, vec2,
};

use super::dialogs::help::tour_ui;
use super::theme::{self, Icon};
use super::viewport;
use super::widgets::parts;
use crate::editor::State;
use crate::editor::files::file::FileInput;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::thumbnail::Thumbnail;
use crate::editor::session::command::Command;
use crate::samples::{self, Sample, SampleGroup};
use navsmith_formats::io::FileRef;

/// State of the start screen and its recent files.
#[derive(Debug, Default)]
pub(in crate::app) struct Welcome {
    pub(in crate::app) is_open: bool,
    /// Recently opened files, and whether each still exists.
    recent: Vec<(FileRef, bool)>,
    /// Thumbnails of all samples, computed when the gallery is first shown.
    thumbnails: Vec<Option<Thumbnail>>,
}

/// Maximum width of the contents, in points.
const WIDTH: f32 = 1080.0;

/// Width of the column of files beside the samples, in points.
const FILES: f32 = 300.0;

impl Welcome {
    /// Opens the start screen with these recent files.
    pub(in crate::app) fn open(&mut self, recent: Vec<(FileRef, bool)>) {
        (self.is_open, self.recent) = (true, recent);
    }

    /// Draws the start screen, if it is open, below the menu bar; returns the chosen sample.
    pub(in crate::app) fn ui(
        &mut self,
        ctx: &egui::Context,
        room: Rect,
        state: &State,
        inputs: &mut Vec<Input>,
    ) -> Option<&'static Sample> {
        if !self.is_open {
            return None;
        }
        let (mut chosen, before) = (None, inputs.len());
        let shade =
            Area::new(Id::unique("start")).order(Order::Middle).fixed_pos(room.min).sense(Sense::hover());
        let is_closed = shade.show(ctx, |ui| {
            let shade = ui.allocate_rect(room, Sense::click());
            ui.painter().rect_filled(room, 0.0, theme::shade());
            let width = WIDTH.min(room.width() - 64.0);
            let size = vec2(width, room.height() - 32.0);
            let place = Rect::from_center_size(room.center(), size);
            let layout = Layout::top_down(Align::Min);
            let mut window = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
            let frame = egui::Frame::window(window.style()).inner_margin(egui::Margin::same(24));
            let frame = frame.show(&mut window, |ui| {
                chosen = self.contents_ui(ui, room, state, inputs);
            });
            let clicked = shade.interact_pointer_pos().filter(|_| shade.clicked());
            clicked.is_some_and(|at| !frame.response.rect.contains(at))
        });
        let is_on_top = !ctx.any_popup_open() && ctx.memory(|memory| memory.top_modal_layer().is_none());
        let is_escaped = is_on_top && ctx.input(|i| i.key_pressed(Key::Escape));
        if is_closed.inner || is_escaped || chosen.is_some() || inputs.len() > before {
            self.is_open = false;
        }
        chosen
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        state: &State,
        inputs: &mut Vec<Input>,
    ) -> Option<&'static Sample> {
        ui.set_width(ui.available_width());
        heading_ui(ui);
        let area = parts::scrolling("start", room.height() - 150.0).show(ui, |ui| {
            let columns = ui.horizontal_top(|ui| {
                ui.allocate_ui(vec2(FILES, 0.0), |ui| self.left_ui(ui, state, inputs));
                ui.add_space(theme::SPACE_L);
                ui.vertical(|ui| gallery_ui(ui, &mut self.thumbnails)).inner
            });
            columns.inner
        });
        area.inner
    }

    /// Draws the commands, the recent files and the tour.
    fn left_ui(&self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        ui.vertical(|ui| {
            ui.set_width(FILES);
            self.files_ui(ui, state, inputs);
            parts::section(ui, "A tour in sixty seconds");
            tour_ui(ui);
        });
    }

    fn files_ui(&self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        parts::section(ui, "Start");
        for (command, icon) in [(Command::New, Icon::NEW), (Command::Open, Icon::OPEN)] {
            let Some(spec) = command.spec().filter(|_| command.enabled(state).is_ok()) else { continue };
            let keys = spec.shortcuts.first().map(ToString::to_string).unwrap_or_default();
            let button = Button::new((parts::icon_atom(icon, None), spec.title))
                .right_text(RichText::new(keys).small().weak());
            let button = ui.add(button.min_size(vec2(ui.available_width(), 30.0)));
            parts::on_click(button, parts::describe(spec), inputs, Input::Run(command));
        }
        parts::note(ui, "Or drop a document, a glTF or an OBJ on the window.");
        parts::section(ui, "Recent");
        if self.recent.is_empty() {
            parts::note(ui, "No recent files yet.");
        }
        for (file, exists) in &self.recent {
            if recent_ui(ui, file, *exists) {
                inputs.push(Input::File(FileInput::Open(file.clone())));
            }
        }
    }
}

fn heading_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(36.0, 36.0), egui::Sense::hover());
        theme::paint_icon(Icon::PATH, ui.painter(), rect, theme::accent(ui));
        ui.vertical(|ui| {
            ui.label(RichText::new("navsmith").heading().strong());
            parts::note(ui, "Draw navigation meshes, and see how a path is found.");
        });
    });
}

fn recent_ui(ui: &mut Ui, file: &FileRef, exists: bool) -> bool {
    let folder = file.folder().map_or_else(String::new, |folder| folder.to_string());
    let width = ui.available_width();
    let button = Button::selectable(false, file.name())
        .right_text(RichText::new(shortened(&folder)).small().weak())
        .min_size(vec2(width, theme::ROW))
        .truncate();
    let description = file.to_string();
    let row = ui.add_enabled(exists, button).on_hover_text(&description);
    row.on_disabled_hover_text(format!("{description}\nThis file does not exist any more")).clicked()
}

/// Returns the end of a long folder name, which is more specific than its beginning.
fn shortened(folder: &str) -> String {
    const MOST: usize = 28;
    let letters: Vec<char> = folder.chars().collect();
    match letters.len().checked_sub(MOST) {
        Some(cut) if cut > 0 => format!("…{}", letters[cut..].iter().collect::<String>()),
        _ => folder.into(),
    }
}

/// Size of a thumbnail, in points.
const PICTURE: egui::Vec2 = egui::Vec2::new(224.0, 104.0);

/// Minimum width of a card, in points.
const LEAST_WIDTH: f32 = 216.0;

/// Maximum number of cards in a row.
const MOST_COLUMNS: usize = 3;

/// Draws the samples by group; returns the clicked one.
fn gallery_ui(ui: &mut Ui, thumbnails: &mut Vec<Option<Thumbnail>>) -> Option<&'static Sample> {
    if thumbnails.is_empty() {
        let size = glam::Vec2::new(PICTURE.x, PICTURE.y);
        *thumbnails = samples::all().iter().map(|sample| Thumbnail::of_sample(sample, size)).collect();
    }
    let columns = ((ui.available_width() / LEAST_WIDTH) as usize).clamp(1, MOST_COLUMNS);
    let mut chosen = None;
    let groups = [
        (SampleGroup::Basics, "Samples"),
        (SampleGroup::Failures, "When a path looks wrong"),
        (SampleGroup::Agents, "Agents that move"),
        (SampleGroup::Generation, "Meshes from levels"),
    ];
    // The last groups are below the visible part in most windows.
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        for (group, title) in groups {
            if ui.link(title).on_hover_text("Scroll to these samples").clicked() {
                wanted = Some(group);
            }
        }
    });
    for (group, title) in groups {
        if wanted == Some(group) {
            ui.scroll_to_cursor(Some(Align::TOP));
        }
        parts::section(ui, title);
        let all = samples::all().iter().zip(&*thumbnails);
        let shelved: Vec<_> = all.filter(|(sample, _)| sample.group == group).collect();
        for row in shelved.chunks(columns) {
            chosen = ui.columns(columns, |columns| row_ui(columns, row)).or(chosen);
            ui.add_space(theme::SPACE_S);
        }
    }
    chosen
}

/// Draws one card per column; returns the clicked sample.
fn row_ui(columns: &mut [Ui], row: &[(&'static Sample, &Option<Thumbnail>)]) -> Option<&'static Sample> {
    // Draws every card, also those after a clicked one.
    columns.iter_mut().zip(row).fold(None, |chosen, (ui, (sample, thumbnail))| {
        card_ui(ui, sample, thumbnail.as_ref()).then_some(*sample).or(chosen)
    })
}

/// Draws a sample as a button with its thumbnail, name and description.
fn card_ui(ui: &mut Ui, sample: &Sample, thumbnail: Option<&Thumbnail>) -> bool {
    let description = format!("Open the sample {}", sample.name);
    let builder = UiBuilder::new().id_salt(sample.name).sense(Sense::click());
    let response = ui.scope_builder(builder, |ui| {
        let palette = theme::palette(ui.visuals().dark_mode);
        let response = ui.response();
        let is_lit = response.hovered() || response.has_focus();
        let fill = if is_lit { palette.control_hovered } else { palette.control.gamma_multiply(0.5) };
        let frame = egui::Frame::new().fill(fill).corner_radius(theme::CORNER).inner_margin(theme::SPACE_M);
        let outline = if response.has_focus() { palette.accent } else { Color32::TRANSPARENT };
        frame.stroke(Stroke::new(1.5, outline)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let size = vec2(ui.available_width(), PICTURE.y);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            match thumbnail {
                Some(thumbnail) => viewport::paint_thumbnail(ui, rect, thumbnail),
                None => drop(ui.painter().rect_filled(rect, theme::CORNER, palette.canvas.background)),
            }
            ui.add_space(theme::SPACE_S);
            words_ui(ui, RichText::new(sample.name).strong());
            words_ui(ui, RichText::new(sample.about).small().weak());
        });
    });
    let response = response.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &description));
    response.on_hover_text(description).clicked()
}

/// Draws wrapped text of a card without a label, because a screen reader reads the card's name alone.
fn words_ui(ui: &mut Ui, words: RichText) {
    let words = WidgetText::from(words);
    let galley = words.into_galley(ui, Some(TextWrapMode::Wrap), ui.available_width(), TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
    ui.painter().galley(rect.min, galley, ui.visuals().text_color());
}
