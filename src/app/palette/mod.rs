//! The command palette: type a few letters of any command and run it.

pub mod fuzzy;

use egui::text::LayoutJob;
use egui::{Align2, Id, Key, Modifiers, RichText, TextEdit, Ui, vec2};

use self::fuzzy::Fit;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::edits::problems::{self, IssueInput};
use crate::editor::interaction::commands::TABLE;
use crate::editor::interaction::expression::evaluate;
use crate::editor::interaction::input::Input;
use crate::editor::queries::input::QueryInput;
use crate::samples::{self, Sample};
use navsmith_core::geometry::Vec2;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::check::{Fix, Issue};

#[derive(Debug, Default)]
pub(in crate::app) struct CommandPalette {
    pub(in crate::app) is_open: bool,
    /// Whether the palette has been drawn, so that it receives keys.
    is_drawn: bool,
    typed: String,
    cursor: usize,
}

const WIDTH: f32 = 560.0;
const ROW_HEIGHT: f32 = 28.0;
const MAX_ROWS: f32 = 12.0;

impl CommandPalette {
    pub(in crate::app) fn toggle(&mut self) {
        *self = Self { is_open: !self.is_open, ..Self::default() };
    }

    /// Whether the palette was opened and is not drawn yet, so that typed keys would not reach it.
    pub(in crate::app) fn is_opening(&self) -> bool {
        self.is_open && !self.is_drawn
    }

    /// Draws the palette; returns the sample that was chosen.
    pub(in crate::app) fn ui(
        &mut self,
        ctx: &egui::Context,
        state: &State,
        inputs: &mut Vec<Input>,
    ) -> Option<&'static Sample> {
        if !self.is_open {
            return None;
        }
        let area =
            egui::Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0));
        let modal = egui::Modal::new(Id::unique("palette")).area(area).show(ctx, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 32.0));
            self.contents_ui(ui, state)
        });
        self.is_drawn = true;
        self.is_open &= !modal.should_close();
        match modal.inner? {
            PaletteEffect::Input(input) => inputs.push(*input),
            PaletteEffect::Sample(sample) => return Some(sample),
        }
        None
    }

    /// Draws the field and the offers; returns what was chosen.
    fn contents_ui(&mut self, ui: &mut Ui, state: &State) -> Option<PaletteEffect> {
        let found_before = find(&self.typed, state).len();
        let is_accepted = self.take_keys(ui, found_before);
        let text = TextEdit::singleline(&mut self.typed)
            .hint_text("Type a few letters of a command, or start 3 4 for coordinates")
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 6))
            .show(ui);
        text.response.request_focus();
        if text.response.changed() {
            self.cursor = 0;
        }
        ui.add_space(4.0);
        let found = find(&self.typed, state);
        if found.is_empty() {
            parts::note(ui, "No command matches.");
        }
        let mut chosen = None;
        parts::scrolling("found", ROW_HEIGHT * MAX_ROWS).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, found) in found.iter().enumerate() {
                let is_chosen = self.row_ui(ui, i, found) || (is_accepted && i == self.cursor);
                if is_chosen && found.0.refused.is_none() {
                    chosen = Some(found.0.chosen.clone());
                    self.is_open = false;
                }
            }
        });
        chosen
    }

    /// Moves the cursor by the arrow keys; returns whether Enter was pressed.
    fn take_keys(&mut self, ui: &Ui, rows: usize) -> bool {
        let last = rows.saturating_sub(1);
        ui.input_mut(|input| {
            if input.consume_key(Modifiers::NONE, Key::ArrowDown) {
                self.cursor = if self.cursor >= last { 0 } else { self.cursor + 1 };
            }
            if input.consume_key(Modifiers::NONE, Key::ArrowUp) {
                self.cursor = if self.cursor == 0 { last } else { self.cursor - 1 };
            }
            input.consume_key(Modifiers::NONE, Key::Enter)
        })
    }

    fn row_ui(&self, ui: &mut Ui, index: usize, (offer, fit): &(PaletteOffer, Fit)) -> bool {
        let is_current = index == self.cursor;
        let button = egui::Button::selectable(is_current, title(ui, offer, fit))
            .right_text(RichText::new(&offer.keys).weak())
            .min_size(vec2(ui.available_width(), ROW_HEIGHT));
        let response = ui.add_enabled(offer.refused.is_none(), button);
        if is_current && !ui.clip_rect().contains_rect(response.rect) {
            response.scroll_to_me(None);
        }
        let description = &offer.description;
        match offer.refused {
            None => response.on_hover_text(description).clicked(),
            Some(why) => {
                response.on_disabled_hover_text(format!("{description}\n{why}"));
                false
            }
        }
    }
}

/// Returns the matching offers, best match first.
///
/// Equal matches keep the order of the table. Commands that cannot run come last.
pub fn find(typed: &str, state: &State) -> Vec<(PaletteOffer, Fit)> {
    let all = fixes(state).into_iter().chain(commands(state)).chain(samples());
    let fitting = all.filter_map(|offer| offer.fit(typed).map(|fit| (offer, fit)));
    let mut found: Vec<(PaletteOffer, Fit)> = fitting.collect();
    found.sort_by_key(|(offer, fit)| (offer.refused.is_some(), -fit.score));
    if let Some(offer) = placed_end(typed) {
        found.insert(0, (offer, Fit { score: 0, letters: Vec::new() }));
    }
    found
}

/// Lays out the title with the matched letters highlighted.
fn title(ui: &Ui, offer: &PaletteOffer, fit: &Fit) -> LayoutJob {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let visuals = ui.visuals();
    let plain = if offer.refused.is_some() { visuals.weak_text_color() } else { visuals.text_color() };
    let mut job = LayoutJob::default();
    for (i, letter) in offer.title.chars().enumerate() {
        let is_typed = fit.letters.binary_search(&i).is_ok();
        let color = if is_typed { visuals.hyperlink_color } else { plain };
        job.append(letter.encode_utf8(&mut [0; 4]), 0.0, egui::TextFormat::simple(font.clone(), color));
    }
    job
}

/// A command or another input that the palette offers.
#[derive(Debug)]
pub struct PaletteOffer {
    /// Title in the list.
    pub title: String,
    /// Keys of a command; empty for another input.
    keys: String,
    description: String,
    /// Effect of choosing it.
    pub chosen: PaletteEffect,
    /// Reason why it cannot run now.
    refused: Option<&'static str>,
}

/// What an offer does when it is chosen.
#[derive(Clone, Debug)]
pub enum PaletteEffect {
    /// Passes an input to the editor.
    Input(Box<Input>),
    /// Opens a sample.
    Sample(&'static Sample),
}

impl PaletteOffer {
    fn new(title: String, description: String, input: Input) -> Self {
        let chosen = PaletteEffect::Input(Box::new(input));
        Self { title, keys: String::new(), description, chosen, refused: None }
    }

    /// Returns how well typed letters fit the title; at last, whether the description contains them.
    fn fit(&self, typed: &str) -> Option<Fit> {
        let is_described = || self.description.to_lowercase().contains(&typed.trim().to_lowercase());
        let described = || is_described().then(|| Fit { score: DESCRIBED, letters: Vec::new() });
        fuzzy::fit(typed, &self.title).or_else(described)
    }
}

/// Score of an offer whose description contains the typed letters, which is less than that of a title.
const DESCRIBED: i32 = i32::MIN / 2;

/// Returns the samples.
fn samples() -> impl Iterator<Item = PaletteOffer> {
    samples::all().iter().map(|sample| PaletteOffer {
        title: format!("Samples: {}", sample.name),
        keys: String::new(),
        description: sample.about.into(),
        chosen: PaletteEffect::Sample(sample),
        refused: None,
    })
}

/// Returns the commands of the table.
fn commands(state: &State) -> impl Iterator<Item = PaletteOffer> {
    TABLE.iter().map(|spec| PaletteOffer {
        keys: spec.shortcuts.first().map(ToString::to_string).unwrap_or_default(),
        refused: spec.command.enabled(state).err(),
        ..PaletteOffer::new(
            format!("{}: {}", spec.group.title(), spec.title),
            parts::describe(spec),
            Input::Run(spec.command),
        )
    })
}

/// Returns the fixes of the selection or of the element under the pointer.
fn fixes(state: &State) -> Vec<PaletteOffer> {
    let fixes = problems::offered_fixes(state).into_iter();
    let offer = |(issue, fix): (Issue, Fix)| {
        let worded = |text: String| state.document().worded(text);
        let title = worded(format!("Fix: {}", issue.proposal(&fix).title()));
        PaletteOffer::new(title, worded(issue.describe()), Input::Issue(IssueInput::Fix(issue, fix)))
    };
    fixes.map(offer).collect()
}

/// Parses a query end at typed coordinates: X and Z, or X, height and Z.
///
/// Examples are `start 3 4` and `target 1.5, 0.2, =1/3`.
pub fn placed_end(typed: &str) -> Option<PaletteOffer> {
    let typed = typed.trim().to_lowercase();
    let (end, numbers) = [End::Start, End::Target]
        .into_iter()
        .find_map(|end| Some((end, typed.strip_prefix(&end.to_string())?.to_owned())))?;
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers: Vec<f32> = numbers
        .split(separator)
        .filter(|number| !number.is_empty())
        .map(|number| evaluate(number).ok().map(|value| value as f32))
        .collect::<Option<_>>()?;
    let (x, height, z) = match *numbers.as_slice() {
        [x, z] => (x, None, z),
        [x, height, z] => (x, Some(height), z),
        _ => return None,
    };
    let floor =
        height.map_or_else(|| "on the topmost floor".into(), |height| format!("at height {height} m"));
    let endpoint = Endpoint { ground: Vec2::new(x, z), height };
    Some(PaletteOffer::new(
        format!("Place {end} at x {x}, z {z}, {floor}"),
        format!("Place the {end} of the path at these coordinates"),
        Input::Query(QueryInput::SetEnd(end, Some(endpoint))),
    ))
}
