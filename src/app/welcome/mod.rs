//! The start screen: what to begin with.

mod gallery;

use std::path::{Path, PathBuf};

use egui::{self, Button, RichText, Ui, vec2};

use super::dialogs::about::tour_ui;
use super::keys;
use super::panels::parts;
use super::theme::{self, Icon};
use crate::editor::{Command, Editor, FileInput, Input};
use crate::io::samples::Sample;
use gallery::Gallery;

/// Whether the start screen shows, and the recent files on it.
#[derive(Debug, Default)]
pub(in crate::app) struct Welcome {
    is_open: bool,
    recent: Vec<Recent>,
    gallery: Gallery,
}

/// A file that was open once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Recent {
    /// The file.
    pub(in crate::app) path: PathBuf,
    /// Whether it is still there.
    pub(in crate::app) exists: bool,
}

/// What was chosen.
pub(in crate::app) enum Chosen {
    /// Something for the editor.
    Input(Input),
    /// A mesh that comes with the program.
    Sample(&'static Sample),
}

/// Most of the screen's width.
const WIDTH: f32 = 1080.0;

/// The width of the column of files, beside the samples.
const FILES: f32 = 300.0;

impl Welcome {
    /// Shows it, with these recent files.
    pub(in crate::app) fn open(&mut self, recent: Vec<Recent>) {
        (self.is_open, self.recent) = (true, recent);
    }

    /// Closes it.
    pub(in crate::app) fn close(&mut self) {
        self.is_open = false;
    }

    /// Draws it, if it is open.
    pub(in crate::app) fn ui(&mut self, ctx: &egui::Context, editor: &Editor) -> Option<Chosen> {
        if !self.is_open {
            return None;
        }
        let mut chosen = None;
        let frame = egui::Frame::window(&ctx.global_style()).inner_margin(egui::Margin::same(24));
        let modal = egui::Modal::new(egui::Id::unique("start")).frame(frame).show(ctx, |ui| {
            let screen = ui.ctx().content_rect();
            ui.set_width(WIDTH.min(screen.width() - 96.0));
            heading_ui(ui);
            let height = screen.height() - 190.0;
            parts::scrolling("start", height).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    ui.allocate_ui(vec2(FILES, 0.0), |ui| self.left_ui(ui, editor, &mut chosen));
                    ui.add_space(theme::SPACE_L);
                    let sample = ui.vertical(|ui| self.gallery.ui(ui)).inner;
                    if let Some(sample) = sample {
                        chosen = Some(Chosen::Sample(sample));
                    }
                });
            });
        });
        chosen = chosen.or_else(|| pressed(ctx, editor));
        if modal.should_close() || chosen.is_some() {
            self.is_open = false;
        }
        chosen
    }

    /// What to begin with, and the tour.
    fn left_ui(&self, ui: &mut Ui, editor: &Editor, chosen: &mut Option<Chosen>) {
        ui.vertical(|ui| {
            ui.set_width(FILES);
            self.files_ui(ui, editor, chosen);
            parts::section(ui, "A tour in sixty seconds");
            tour_ui(ui);
        });
    }

    fn files_ui(&self, ui: &mut Ui, editor: &Editor, chosen: &mut Option<Chosen>) {
        parts::section(ui, "Begin");
        for (command, icon) in BEGINNINGS {
            let Some(spec) = command.spec().filter(|_| command.enabled(editor).is_ok()) else { continue };
            let keys = spec.shortcuts.first().map(ToString::to_string).unwrap_or_default();
            let button = Button::new((parts::icon_atom(icon), spec.title))
                .right_text(RichText::new(keys).small().weak());
            let button = ui.add(button.min_size(vec2(ui.available_width(), 30.0)));
            if button.on_hover_text(parts::says(spec)).clicked() {
                *chosen = Some(Chosen::Input(Input::Run(command)));
            }
        }
        parts::note(ui, "Or drop a document, a glTF or a GLB on the window.");
        parts::section(ui, "Recent");
        if self.recent.is_empty() {
            parts::note(ui, "Files that you open or save are listed here.");
        }
        for recent in &self.recent {
            if recent_ui(ui, recent) {
                *chosen = Some(Chosen::Input(Input::File(FileInput::Open(recent.path.clone()))));
            }
        }
    }
}

/// What may be begun with here, each with its key beside it.
const BEGINNINGS: [(Command, Icon); 2] = [(Command::New, Icon::New), (Command::Open, Icon::Open)];

/// Which of it has its key pressed: no other verb has one while this screen is open.
fn pressed(ctx: &egui::Context, editor: &Editor) -> Option<Chosen> {
    let may_begin = |command: &Command| {
        let is_beginning = BEGINNINGS.iter().any(|(beginning, _)| beginning == command);
        is_beginning && editor.dialog().is_none() && command.enabled(editor).is_ok()
    };
    let command = ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            &egui::Event::Key { key, pressed: true, modifiers, .. } => {
                keys::command(key, modifiers).filter(may_begin)
            }
            _ => None,
        })
    });
    command.map(|command| Chosen::Input(Input::Run(command)))
}

fn heading_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(36.0, 36.0), egui::Sense::hover());
        theme::paint_icon(Icon::Path, ui.painter(), rect, theme::accent(ui));
        ui.vertical(|ui| {
            ui.label(RichText::new("navsmith").heading().strong());
            parts::note(ui, "Draw navigation meshes, and see why a path goes where it goes.");
        });
    });
}

fn recent_ui(ui: &mut Ui, recent: &Recent) -> bool {
    let name = recent.path.file_name().unwrap_or_default().to_string_lossy();
    let folder = recent.path.parent().unwrap_or_else(|| Path::new("")).display().to_string();
    let width = ui.available_width();
    let button = Button::selectable(false, name.as_ref())
        .right_text(RichText::new(shortened(&folder)).small().weak())
        .min_size(vec2(width, theme::ROW))
        .truncate();
    let says = recent.path.display().to_string();
    let row = ui.add_enabled(recent.exists, button).on_hover_text(&says);
    row.on_disabled_hover_text(format!("{says}\nThis file is not there any more")).clicked()
}

/// The end of a long folder name, which tells more than its beginning.
fn shortened(folder: &str) -> String {
    const MOST: usize = 28;
    let letters: Vec<char> = folder.chars().collect();
    match letters.len().checked_sub(MOST) {
        Some(cut) if cut > 0 => format!("…{}", letters[cut..].iter().collect::<String>()),
        _ => folder.into(),
    }
}
