//! Widgets shared by several panels.

use std::sync::Arc;

use egui::containers::menu::SubMenuButton;
use egui::style::StyleModifier;
use egui::{
    Align, AsIdSalt, Atom, AtomKind, AtomPaintArgs, Button, Color32, Frame, Grid, IntoSizedResult, Layout,
    Popup, PopupCloseBehavior, ProgressBar, Rect, Response, RichText, Role, ScrollArea, Sense, SizedAtomKind,
    Spinner, TextEdit, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, WidgetText, vec2,
};

use crate::app::jobs::Running;
use crate::app::theme::{self, Icon, icon_button};
use crate::app::widgets::number::edited;
use crate::editor::State;
use crate::editor::interaction::commands::Spec;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;

/// Returns the tooltip of a command: title, keys and description.
pub(in crate::app) fn describe(spec: &Spec) -> String {
    let keys: Vec<String> = spec.shortcuts.iter().map(ToString::to_string).collect();
    let title = spec.title.trim_end_matches('…');
    let heading = if keys.is_empty() { title.into() } else { format!("{title}  ({})", keys.join(", ")) };
    format!("{heading}\n{}", spec.tooltip)
}

pub(in crate::app) fn command_icon(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    command: Command,
    icon: Icon,
    is_on: bool,
) {
    let Some(spec) = command.spec() else { return };
    let enabled = command.enabled(state);
    let name = spec.title.trim_end_matches('…');
    let button = ui.add_enabled_ui(enabled.is_ok(), |ui| icon_button(ui, icon, name, is_on)).inner;
    run_if_clicked(&button, spec, enabled, inputs);
}

pub(in crate::app) fn command_button(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    command: Command,
    words: &str,
) {
    let Some(spec) = command.spec() else { return };
    let enabled = command.enabled(state);
    let button = ui.add_enabled(enabled.is_ok(), Button::new(words));
    run_if_clicked(&button, spec, enabled, inputs);
}

/// Space at both ends of a menu item, in points; the left one holds the check mark.
const CHECK_MARK: f32 = 22.0;

pub(in crate::app) fn menu_item(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, spec: &'static Spec) {
    let enabled = spec.command.enabled(state);
    let keys = spec.shortcuts.first().map(ToString::to_string).unwrap_or_default();
    ui.spacing_mut().button_padding.x = CHECK_MARK;
    let button = Button::new(spec.title).shortcut_text(keys);
    let button = ui.add_enabled(enabled.is_ok(), button);
    if spec.command.is_checked(state) == Some(true) {
        let left = button.rect.left_center() + vec2(CHECK_MARK * 0.5, 0.0);
        let place = Rect::from_center_size(left, Vec2::splat(12.0));
        theme::paint_icon(Icon::CHECK, ui.painter(), place, theme::accent(ui));
    }
    run_if_clicked(&button, spec, enabled, inputs);
}

/// Shows a tooltip of a widget, and sends an input if the widget is clicked.
pub(in crate::app) fn on_click(
    widget: Response,
    tooltip: impl Into<WidgetText>,
    inputs: &mut Vec<Input>,
    input: Input,
) {
    if widget.on_hover_text(tooltip).clicked() {
        inputs.push(input);
    }
}

fn run_if_clicked(
    button: &Response,
    spec: &Spec,
    enabled: Result<(), &'static str>,
    inputs: &mut Vec<Input>,
) {
    if button.clicked() {
        inputs.push(Input::Run(spec.command));
    }
    match enabled {
        Ok(()) => button.clone().on_hover_text(describe(spec)),
        Err(why) => button.clone().on_disabled_hover_text(format!("{}\n\n{why}", describe(spec))),
    };
}

/// Returns a small icon for the start of a button, in a colour or in that of the text.
pub(in crate::app) fn icon_atom(icon: Icon, color: Option<Color32>) -> Atom<'static> {
    AtomKind::closure(move |_, _| {
        let size = Vec2::splat(16.0);
        let paint = move |ui: &Ui, args: AtomPaintArgs| {
            theme::paint_icon(icon, ui.painter(), args.rect, color.unwrap_or(args.fallback_text_color));
        };
        IntoSizedResult { intrinsic_size: size, sized: SizedAtomKind::Paint { paint: Arc::new(paint), size } }
    })
    .into()
}

/// Draws a button that opens a popup of settings below it.
///
/// The popup stays open while its widgets are used, including lists.
pub(in crate::app) fn drop_down(ui: &mut Ui, words: &str, description: &str, contents: impl FnOnce(&mut Ui)) {
    let button = ui.add(Button::new((words, SubMenuButton::arrow_atom(None))));
    let id = Popup::default_response_id(&button);
    // The toolkit remembers one open popup: a list that opens in here would close its own parent.
    let was_open = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let mut is_open = was_open != button.clicked();
    let is_list_open = was_open && Popup::is_any_open(ui.ctx());
    let close_behavior =
        if is_list_open { PopupCloseBehavior::IgnoreClicks } else { PopupCloseBehavior::CloseOnClickOutside };
    let popup = Popup::menu(&button).open_bool(&mut is_open).close_behavior(close_behavior);
    // Widgets in here look as they do in a panel, not like menu items.
    popup.style(StyleModifier::default()).show(|ui| {
        ui.set_min_width(300.0);
        contents(ui);
    });
    if is_open != was_open {
        ui.data_mut(|data| data.insert_temp(id, is_open));
    }
    button.on_hover_text(description);
}

/// Returns a part of a dialog that is as high as its contents and scrolls beyond `height`.
pub(in crate::app) fn scrolling(id: &str, height: f32) -> ScrollArea {
    // Without a minimum height, an area in a dialog without a height of its own would stay low.
    let area = ScrollArea::vertical().id_salt(id).max_height(height).min_scrolled_height(height);
    area.auto_shrink([false, true])
}

/// Returns a part of a panel that is as high as its contents, and scrolls beyond `height`.
pub(in crate::app) fn list_area(id: impl AsIdSalt, height: f32) -> ScrollArea {
    ScrollArea::vertical().id_salt(id).max_height(height).auto_shrink([false, true])
}

pub(in crate::app) fn section(ui: &mut Ui, title: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(title).small().strong().color(ui.visuals().weak_text_color()));
    ui.add_space(2.0);
}

/// Draws the title of a section with `contents` at the right end of its line; returns the title.
pub(in crate::app) fn section_with(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) -> Response {
    ui.add_space(8.0);
    let line = ui.horizontal(|ui| {
        let title = ui.label(RichText::new(title).small().strong().color(ui.visuals().weak_text_color()));
        at_right(ui, contents);
        title
    });
    ui.add_space(2.0);
    line.inner
}

pub(in crate::app) fn error(ui: &mut Ui, text: &str) {
    let words = RichText::new(text).color(ui.visuals().error_fg_color);
    ui.add(egui::Label::new(words).wrap());
}

/// Draws what a user should know before a decision.
pub(in crate::app) fn warning(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(ui.visuals().warn_fg_color)).wrap());
}

/// Draws an explanation in weak text.
pub(in crate::app) fn note(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).weak()).wrap());
}

/// Draws the placeholder of an empty panel: its purpose and instructions.
pub(in crate::app) fn empty(ui: &mut Ui, icon: Icon, title: &str, text: &str) {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(28.0), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect, ui.visuals().weak_text_color());
        ui.add_space(4.0);
        ui.label(RichText::new(title).strong());
        ui.set_max_width(ui.available_width().min(300.0));
        ui.add(egui::Label::new(RichText::new(text).weak()).wrap());
    });
    ui.add_space(12.0);
}

/// Draws a table of names and values.
pub(in crate::app) fn facts(ui: &mut Ui, id: &str, rows: impl FnOnce(&mut Facts<'_>)) {
    Grid::new(id).num_columns(2).spacing(vec2(12.0, 4.0)).show(ui, |ui| rows(&mut Facts { ui }));
}

pub(in crate::app) struct Facts<'a> {
    ui: &'a mut Ui,
}

impl Facts<'_> {
    /// Adds a read-only value.
    pub(in crate::app) fn row(&mut self, name: &str, value: impl Into<egui::WidgetText>) {
        self.ui.label(RichText::new(name).weak());
        self.ui.add(egui::Label::new(value.into()).wrap());
        self.ui.end_row();
    }

    /// Adds a value that is drawn by `value_ui`; its input widgets get the name of the row.
    pub(in crate::app) fn row_ui(&mut self, name: &str, value_ui: impl FnOnce(&mut Ui)) {
        let label = self.ui.label(RichText::new(name).weak());
        self.ui.label_inputs_by(label.id, value_ui);
        self.ui.end_row();
    }
}

pub(in crate::app) fn card<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let visuals = ui.visuals();
    Frame::new()
        .fill(visuals.faint_bg_color)
        .stroke(visuals.widgets.noninteractive.bg_stroke)
        .corner_radius(visuals.widgets.noninteractive.corner_radius)
        .inner_margin(egui::Margin::same(8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            contents(ui)
        })
        .inner
}

/// Draws a small square of colour.
pub(in crate::app) fn swatch(ui: &mut Ui, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
    let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().rect(rect, 3.0, color, stroke, egui::StrokeKind::Inside);
    response
}

/// Draws a clickable entry of a list, as wide as the panel.
pub(in crate::app) fn list_row<'a>(ui: &mut Ui, is_on: bool, words: impl egui::IntoAtoms<'a>) -> Response {
    let button = Button::selectable(is_on, words).min_size(vec2(ui.available_width(), 24.0)).truncate();
    ui.add(button)
}

/// Allocates a custom entry of a list and draws its background; `name` is for screen readers.
pub(in crate::app) fn row(ui: &mut Ui, size: Vec2, is_on: bool, name: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_on, name));
    let fill = if is_on {
        ui.visuals().selection.bg_fill
    } else if response.hovered() || response.has_focus() {
        ui.visuals().widgets.hovered.weak_bg_fill
    } else {
        return (rect, response);
    };
    ui.painter().rect_filled(rect, theme::CORNER, fill);
    (rect, response)
}

/// Like [`row`], as wide as the panel.
pub(in crate::app) fn wide_row(ui: &mut Ui, height: f32, is_on: bool, name: &str) -> (Rect, Response) {
    row(ui, vec2(ui.available_width(), height), is_on, name)
}

/// Returns the columns of a line, by their right ends as fractions of its width.
pub(in crate::app) fn columns<const N: usize>(line: Rect, right_ends: [f32; N]) -> [Rect; N] {
    let mut left = 0.0;
    right_ends.map(|right| {
        let xs = line.left() + line.width() * left..=line.left() + line.width() * right;
        left = right;
        Rect::from_x_y_ranges(xs, line.y_range())
    })
}

/// Returns a part that lays out its contents in a rectangle, from its right or its left end.
pub(in crate::app) fn within(ui: &mut Ui, rect: Rect, end: Align) -> Ui {
    let layout = if end == Align::RIGHT {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.new_child(UiBuilder::new().max_rect(rect).layout(layout))
}

/// Draws the name of the element at an index as a field; returns a new name when it loses the focus.
pub(in crate::app) fn name_field(
    ui: &mut Ui,
    index: usize,
    name: &str,
    width: f32,
    hint: &str,
) -> Option<String> {
    let typed = edited(ui, (hint, index), name.to_owned(), |ui, shown| {
        let field = TextEdit::singleline(shown).desired_width(width).hint_text(hint);
        let field = ui.name_inputs(format!("Name of {name}"), |ui| ui.add(field));
        (field.changed(), field.lost_focus())
    });
    typed.filter(|typed| typed != name)
}

/// Lays out `contents` at the right end of the line, from right to left.
pub(in crate::app) fn at_right<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), contents).inner
}

/// Returns whether a label fits into the line.
pub(in crate::app) fn has_room(ui: &Ui, words: &str) -> bool {
    text_width(ui, words, &TextStyle::Body) <= ui.available_width()
}

/// Returns the width of a text in one line, in points.
pub(in crate::app) fn text_width(ui: &Ui, words: &str, style: &TextStyle) -> f32 {
    let font = style.resolve(ui.style());
    ui.painter().layout_no_wrap(words.to_owned(), font, Color32::PLACEHOLDER).size().x
}

pub(in crate::app) use navsmith_formats::document::{count, noun, thousands};

/// Returns a number for a narrow column: "936 k" or "1.94 M" from 100 000 on.
pub(in crate::app) fn compact(n: usize) -> String {
    match n {
        ..100_000 => thousands(n),
        100_000..1_000_000 => format!("{} k", n / 1000),
        _ => format!("{:.2} M", n as f64 / 1e6),
    }
}

/// Draws the completed share of a job and its remaining time, if known.
pub(in crate::app) fn progress(ui: &mut Ui, work: Option<Running>) {
    let Some(share) = work.as_ref().and_then(|work| work.done) else {
        ui.add(Spinner::new());
        return;
    };
    let description = format!("{:.0} %", share * 100.0);
    let description = match work.and_then(|work| work.left()) {
        Some(left) => format!("{description}, {left}"),
        None => description,
    };
    ui.add(ProgressBar::new(share).text(description));
}

pub(in crate::app) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a text as a sentence with a capital letter and a full stop.
pub(in crate::app) fn sentence(text: &str) -> String {
    if text.is_empty() { String::new() } else { capitalized(text) + "." }
}

/// Returns a length in km, m or mm, whichever suits it.
pub fn meters(length: f64) -> String {
    match length.abs() {
        l if l >= 10_000.0 => format!("{:.2} km", length / 1000.0),
        l if l >= 0.01 || l == 0.0 => format!("{length:.2} m"),
        _ => format!("{:.2} mm", length * 1000.0),
    }
}

/// Margin on the left and right of the text on a keycap, in points.
pub(in crate::app) const KEYCAP_MARGIN: f32 = 4.0;

pub(in crate::app) fn keycap(ui: &mut Ui, keys: &str) {
    let visuals = ui.visuals();
    egui::Frame::new()
        .fill(visuals.widgets.inactive.weak_bg_fill)
        .corner_radius(3)
        .inner_margin(egui::Margin::symmetric(KEYCAP_MARGIN as i8, 0))
        .show(ui, |ui| ui.add(egui::Label::new(RichText::new(keys).small()).extend()));
}
