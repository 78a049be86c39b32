//! Messages of the editor: a note over the view, and the log behind the status bar.
//!
//! A note stays within the view, above the scale bar and beside the legend. Errors stay until they are dismissed.

use std::collections::VecDeque;
use std::time::Duration;

use egui::{Align, Align2, Area, Color32, Frame, Id, Label, Layout, Order, Rect, RichText, Sense, Ui, vec2};

use super::theme::{self, Icon, SPACE_L, SPACE_S};
use crate::editor::session::effect::{Message, MessageSeverity};

/// Number of messages that the log keeps.
const LOG: usize = 200;
/// Number of notes shown at once; the log has the others.
pub const MOST_NOTES: usize = 3;
/// Maximum width of a note, in points.
const WIDTH: f32 = 420.0;
/// Height of the scale bar with its margins, in points.
pub const SCALE_BAR: f32 = 40.0;
/// Width of the legend with its margins, in points.
pub const LEGEND: f32 = 200.0;

/// All messages since the start, and the notes on display.
#[derive(Debug, Default)]
pub struct Messages {
    /// Messages, newest last.
    log: VecDeque<Logged>,
    notes: Vec<Note>,
    /// Revision of the document that the last message is about; `None` if it was retracted.
    last_revision: Option<u64>,
    /// Number of all messages, which numbers the notes.
    count: u64,
}

/// A message in the log.
#[derive(Debug)]
struct Logged {
    message: Message,
    /// Whether it is an error that still applies, and the log was not read since.
    is_unread_error: bool,
}

/// A message over the view.
#[derive(Debug)]
struct Note {
    number: u64,
    message: Message,
    /// Time at which it disappears; `None` for a note that must be dismissed.
    until: Option<f64>,
}

impl Messages {
    /// Returns the number of notes on display.
    pub fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// Returns the number of messages in the log.
    pub fn log_count(&self) -> usize {
        self.log.len()
    }

    /// Adds a message at a time, in seconds, about a revision of the document.
    ///
    /// A repeated message replaces the note that still shows it.
    pub fn add(&mut self, message: Message, now: f64, revision: u64) {
        let until = seconds_to_read(&message).map(|seconds| now + seconds);
        let is_unread_error = message.severity == MessageSeverity::Error;
        self.count += 1;
        self.notes.retain(|note| note.message != message);
        self.notes.push(Note { number: self.count, message: message.clone(), until });
        self.log.push_back(Logged { message, is_unread_error });
        self.last_revision = Some(revision);
        if self.log.len() > LOG {
            self.log.pop_front();
        }
    }

    /// Hides a message that no longer applies; the log keeps it.
    pub fn retract(&mut self, message: &Message) {
        self.retract_all(|other| other == message);
    }

    /// Hides the errors about a document that was closed; the log keeps them.
    pub fn retract_errors(&mut self) {
        self.retract_all(|message| message.severity == MessageSeverity::Error);
    }

    fn retract_all(&mut self, is_gone: impl Fn(&Message) -> bool) {
        self.notes.retain(|note| !is_gone(&note.message));
        self.log.iter_mut().filter(|it| is_gone(&it.message)).for_each(|it| it.is_unread_error = false);
        if self.log.back().is_some_and(|last| is_gone(&last.message)) {
            self.last_revision = None;
        }
    }

    /// Returns the number of errors that still apply, and that came after the log was last read.
    pub fn unread_errors(&self) -> usize {
        self.log.iter().filter(|logged| logged.is_unread_error).count()
    }

    /// Returns the last message if it is about this revision of the document.
    pub fn current(&self, revision: u64) -> Option<&Message> {
        self.log.back().filter(|_| self.last_revision == Some(revision)).map(|last| &last.message)
    }

    /// Draws the log, the newest message first, and counts its errors as read.
    pub(super) fn log_ui(&mut self, ui: &mut Ui) {
        self.log.iter_mut().for_each(|logged| logged.is_unread_error = false);
        self.notes.retain(|note| note.until.is_some());
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for logged in self.log.iter().rev() {
                line_ui(ui, &logged.message);
            }
        });
    }

    /// Draws the notes over a view.
    pub fn ui(&mut self, ctx: &egui::Context, view: Rect) {
        let now = ctx.input(|i| i.time);
        self.notes.retain(|note| note.until.is_none_or(|until| until > now));
        let room = (view.width() - LEGEND - SPACE_L).max(view.width() * 0.5 - SPACE_L);
        let mut corner = view.left_bottom() + vec2(SPACE_L, -SCALE_BAR);
        let mut dismissed = None;
        for note in self.notes.iter().rev().take(MOST_NOTES) {
            let area = Area::new(Id::unique(("message", note.number))).order(Order::Middle);
            let area = area.pivot(Align2::LEFT_BOTTOM).fixed_pos(corner).constrain_to(view);
            let is_closable = note.message.severity != MessageSeverity::Info;
            let shown = area.interactable(is_closable).show(ctx, |ui| {
                ui.set_max_width(room.min(WIDTH));
                note_ui(ui, &note.message, is_closable)
            });
            corner.y = shown.response.rect.min.y - SPACE_S;
            if shown.inner {
                dismissed = Some(note.number);
            }
        }
        self.notes.retain(|note| Some(note.number) != dismissed);
        if let Some(next) = self.notes.iter().filter_map(|note| note.until).reduce(f64::min) {
            ctx.request_repaint_after(Duration::from_secs_f64(next - now));
        }
    }
}

/// Returns the time that a message is shown, in seconds; `None` for an error, which must be dismissed.
pub fn seconds_to_read(message: &Message) -> Option<f64> {
    let least = match message.severity {
        MessageSeverity::Info => 3.0,
        MessageSeverity::Warning => 8.0,
        MessageSeverity::Error => return None,
    };
    Some(least + message.text.chars().count() as f64 * 0.04)
}

/// Draws a note; returns whether its button was clicked.
fn note_ui(ui: &mut Ui, message: &Message, is_closable: bool) -> bool {
    let color = color(ui, message.severity);
    let frame = Frame::popup(ui.style()).stroke(egui::Stroke::new(theme::HAIRLINE, color));
    frame
        .show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let close = is_closable
                    && theme::icon_button(ui, Icon::CLOSE, "Dismiss", false)
                        .on_hover_text("Dismiss this message")
                        .clicked();
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| line_ui(ui, message));
                close
            })
            .inner
        })
        .inner
}

fn line_ui(ui: &mut Ui, message: &Message) {
    let color = color(ui, message.severity);
    let icon = if message.severity == MessageSeverity::Info { Icon::CHECK } else { Icon::WARNING };
    ui.horizontal_top(|ui| {
        let (rect, _) =
            ui.allocate_exact_size(vec2(theme::ROW - SPACE_S, theme::ROW - SPACE_S), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect.shrink(2.0), color);
        ui.add(Label::new(RichText::new(&message.text)).wrap().selectable(true));
    });
}

pub(super) fn color(ui: &Ui, severity: MessageSeverity) -> Color32 {
    let palette = theme::palette(ui.visuals().dark_mode);
    match severity {
        MessageSeverity::Info => palette.success,
        MessageSeverity::Warning => palette.warning,
        MessageSeverity::Error => palette.error,
    }
}
