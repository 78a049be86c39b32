//! The built-in file dialog for systems without one: a text field and the files of a folder.

use std::sync::mpsc::{Receiver, channel};

use egui::{ComboBox, Label, RichText, ScrollArea, TextEdit, Ui};

use super::frame;
use crate::app::jobs::Jobs;
use crate::app::platform::file_dialog as system;
use crate::app::platform::files::{self, Entry};
use crate::app::theme::{self, Icon};
use crate::app::widgets::choice;
use crate::app::widgets::parts;
use crate::editor::files::file::FileInput;
use crate::editor::files::reply::{FileFailure, FileReply};
use crate::editor::interaction::input::Input;
use crate::editor::session::request::{FileDialog, FilePurpose};
use navsmith_formats::io::{self, FileRef, Format};

type Listing = Result<Vec<Entry>, String>;

/// Height of the list of formats, in points.
const FORMATS_HEIGHT: f32 = 360.0;

#[derive(Debug)]
pub(super) struct PathDialog {
    /// Number of the request.
    number: u64,
    request: FileDialog,
    folder: FileRef,
    /// Text of the field: a name in the folder, or a full path.
    typed: String,
    shows_all: bool,
    listing: Listing,
    awaited: Option<Receiver<Listing>>,
    is_new: bool,
}

impl PathDialog {
    /// Opens the dialog in the folder of the suggested file, or of the recent one.
    pub(super) fn new(number: u64, request: FileDialog, recent: Option<&FileRef>, jobs: &mut Jobs) -> Self {
        let suggested = system::suggested(&request);
        let folder = files::initial_folder(suggested, recent);
        let mut dialog = Self {
            typed: suggested.map_or_else(String::new, FileRef::name),
            number,
            request,
            folder: folder.clone(),
            shows_all: false,
            listing: Ok(Vec::new()),
            awaited: None,
            is_new: true,
        };
        dialog.go_to(folder, jobs);
        dialog
    }

    /// Draws the dialog; returns whether it stays open.
    pub(super) fn ui(&mut self, ctx: &egui::Context, jobs: &mut Jobs, inputs: &mut Vec<Input>) -> bool {
        if let Some(listing) = self.awaited.as_ref().and_then(|receiver| receiver.try_recv().ok()) {
            self.listing = listing;
            self.awaited = None;
        }
        let [title, verb] = system::words(&self.request);
        let mut entered = None;
        let answer = frame::show(ctx, title, 560.0, false, |ui| {
            entered = self.folder_ui(ui);
            self.listing_ui(ui, &mut entered);
            self.format_ui(ui);
            self.name_ui(ui, verb)
        });
        if let Some(folder) = entered {
            self.go_to(folder, jobs);
        }
        match answer {
            None => true,
            Some(true) => !self.accept(jobs, inputs),
            Some(false) => {
                inputs.push(Input::File(FileInput::Reply(self.number, Err(FileFailure::Cancelled))));
                false
            }
        }
    }

    /// Draws the path of the folder and a button for its parent; returns the parent if it was clicked.
    fn folder_ui(&self, ui: &mut Ui) -> Option<FileRef> {
        ui.horizontal(|ui| {
            let parent = self.folder.folder();
            let up = ui.add_enabled_ui(parent.is_some(), |ui| {
                theme::icon_button(ui, Icon::UP, "Parent folder", false)
            });
            let folder = self.folder.to_string();
            ui.add(Label::new(RichText::new(&folder).monospace()).truncate()).on_hover_text(folder);
            let is_up = up.inner.on_hover_text("Go to the parent folder").clicked();
            parent.filter(|_| is_up)
        })
        .inner
    }

    fn listing_ui(&mut self, ui: &mut Ui, entered: &mut Option<FileRef>) {
        let entries = match &self.listing {
            Ok(entries) => entries,
            Err(why) => return parts::error(ui, why),
        };
        let formats = system::formats(&self.request);
        let others = system::other_extensions(&self.request);
        let is_offered = |name: &str| {
            let file = FileRef::from(name);
            file.format().is_some_and(|it| formats.contains(&it)) || file.has_extension_of(others)
        };
        let is_shown = |entry: &&Entry| !entry.is_file || self.shows_all || is_offered(&entry.name);
        let shown: Vec<&Entry> = entries.iter().filter(is_shown).collect();
        let mut picked = None;
        egui::Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(theme::CORNER).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::vertical().id_salt("files").max_height(frame::room(ui).min(320.0));
            area.auto_shrink([false, false]).show_rows(ui, theme::ROW, shown.len(), |ui, rows| {
                for &entry in &shown[rows] {
                    let words = if entry.is_file { entry.name.clone() } else { format!("{}/", entry.name) };
                    let row = parts::list_row(ui, entry.is_file && entry.name == self.typed, words);
                    if row.clicked() && !entry.is_file {
                        *entered = Some(self.folder.join(&entry.name));
                    } else if row.clicked() {
                        picked = Some(entry.name.clone());
                    }
                }
                if shown.is_empty() {
                    parts::note(
                        ui,
                        match self.request.purpose {
                            FilePurpose::Open
                            | FilePurpose::Import
                            | FilePurpose::Compare
                            | FilePurpose::Level(_) => "No file in this folder can be opened.",
                            FilePurpose::Image => "No image is in this folder.",
                            FilePurpose::Save => "No navsmith files in this folder.",
                            FilePurpose::Export => "No files of these formats in this folder.",
                            FilePurpose::Table(_) => "No CSV files in this folder.",
                        },
                    );
                }
            });
        });
        self.typed = picked.unwrap_or_else(|| std::mem::take(&mut self.typed));
        ui.checkbox(&mut self.shows_all, "Show all files").on_hover_text(match self.request.purpose {
            FilePurpose::Image => "Show more files than PNG and JPEG images".to_owned(),
            FilePurpose::Table(_) => "Show more files than CSV files".to_owned(),
            _ => format!("Show more files than each {}", io::list(formats.into_iter())),
        });
    }

    /// Draws the list of formats of a file to write; a choice changes the extension of its name.
    fn format_ui(&mut self, ui: &mut Ui) {
        let Some(suggested) = system::suggested(&self.request).map(FileRef::name) else { return };
        let formats = system::formats(&self.request);
        if formats.is_empty() {
            return;
        }
        let named = FileRef::from(self.typed.trim()).format().filter(|format| formats.contains(format));
        let (mut chosen, all) = (named, formats.into_iter().map(Some).collect::<Vec<_>>());
        ui.horizontal(|ui| {
            let label = ui.label(RichText::new("Format").weak());
            let list = ComboBox::from_id_salt("format").width(240.0).height(FORMATS_HEIGHT);
            let title = |format: Option<&'static Format>| format.map_or("Choose…", |format| format.name);
            ui.label_inputs_by(label.id, |ui| choice::of_values(ui, list, &mut chosen, &all, title, |_| ""))
                .on_hover_text("The extension of the name decides the format");
        });
        if let Some(format) = chosen.filter(|_| chosen != named) {
            self.typed = renamed(&self.typed, &suggested, format);
        }
    }

    /// Draws the text field and the buttons: `Some(true)` accepts, `Some(false)` cancels.
    fn name_ui(&mut self, ui: &mut Ui, verb: &str) -> Option<bool> {
        let field = TextEdit::singleline(&mut self.typed)
            .hint_text("File name or full path")
            .desired_width(f32::INFINITY)
            .show(ui)
            .response;
        if std::mem::take(&mut self.is_new) {
            field.request_focus();
        }
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let choices =
            [(verb, "Choose this file\nEnter", true), ("Cancel", "Close this dialog\nEscape", false)];
        frame::buttons(ui, &choices).or_else(|| is_entered.then_some(true))
    }

    /// Enters the typed folder, or reports the typed file. Returns whether the dialog closes.
    fn accept(&mut self, jobs: &mut Jobs, inputs: &mut Vec<Input>) -> bool {
        let typed = self.typed.trim();
        if typed.is_empty() {
            return false;
        }
        let file = self.folder.join(typed);
        if files::is_folder(&file) {
            self.typed.clear();
            self.go_to(file, jobs);
            self.is_new = true;
            return false;
        }
        inputs.push(Input::File(FileInput::Reply(self.number, Ok(FileReply::Chosen(file)))));
        true
    }

    fn go_to(&mut self, folder: FileRef, jobs: &mut Jobs) {
        let (sender, receiver) = channel();
        self.awaited = Some(receiver);
        self.folder.clone_from(&folder);
        jobs.start("listing a folder", FileInput::Failed, async move {
            // The receiver is gone if the dialog was closed.
            let _ = sender.send(files::list(&folder).await);
            Vec::new()
        });
    }
}

/// Returns a typed name with the extension of a format; the suggested name if nothing is typed.
pub fn renamed(typed: &str, suggested: &str, format: &Format) -> String {
    let typed = typed.trim();
    let name = if typed.is_empty() { suggested } else { typed };
    FileRef::from(name).in_format(format).to_string()
}
