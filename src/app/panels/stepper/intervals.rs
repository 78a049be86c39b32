//! Table of the Polyanya search: all intervals, then those dropped before they entered the queue.

use egui::{Align, Label, Rect, RichText, Sense, Ui, vec2};
use glam::DVec2;

use crate::app::theme;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::polyanya::event::IntervalEvent::{Outdated, Pushed};
use navsmith_core::pathfinding::timeline::interval_log::{Dropped, Interval, Standing};
use navsmith_core::pathfinding::timeline::{QueryEvent, Stage};

const HEAD: f32 = 20.0;
const ROW: f32 = 34.0;
/// Right ends of the columns as fractions of the width, with their titles and tooltips.
const COLUMNS: [(f32, &str, &str); 6] = [
    (0.16, "Into", "The cell behind the interval"),
    (0.34, "Root", "The last turning point: a vertex, or the start"),
    (0.51, "So far", "Length of the path to the root"),
    (0.67, "Rest", "Lower bound from the root through the interval to the target"),
    (0.83, "Total", "So far plus rest: the open interval with the least total is expanded next"),
    (1.0, "State", "Open: in the queue. Closed: expanded. Dropped: not expanded"),
];

/// The kept and the dropped intervals, by revision of the document and step.
pub(super) type IntervalRows = Cached<(u64, usize), (Vec<(Standing, Interval)>, Vec<Dropped>)>;

/// Draws the table, or nothing outside the interval stage.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, height: f32, rows: &mut IntervalRows) {
    let Some((Stage::Interval, step)) = state.stage() else { return };
    let (kept, dropped) = rows.of((state.revision(), step), || {
        let log = state.interval_log();
        let kept = log.at(step).into_iter().map(|(standing, interval)| (standing, *interval));
        (kept.collect(), log.dropped_at(step).copied().collect())
    });
    ui.spacing_mut().item_spacing.y = 0.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    for ((_, title, description), place) in COLUMNS.into_iter().zip(columns_of(head)) {
        let words = RichText::new(title).small().weak();
        right_in(ui, place).add(Label::new(words).sense(Sense::hover())).on_hover_text(description);
    }
    let area = parts::list_area("intervals", height - HEAD);
    area.show_rows(ui, ROW, kept.len() + dropped.len(), |ui, rows| {
        for row in rows {
            match kept.get(row) {
                Some((standing, interval)) => kept_ui(ui, state, inputs, *standing, interval),
                None => dropped_ui(ui, state, inputs, &dropped[row - kept.len()]),
            }
        }
    });
}

fn columns_of(line: Rect) -> [Rect; COLUMNS.len()] {
    parts::columns(line, COLUMNS.map(|(right, ..)| right))
}

fn right_in(ui: &mut Ui, place: Rect) -> Ui {
    parts::within(ui, place, Align::RIGHT)
}

fn kept_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, standing: Standing, interval: &Interval) {
    let cone = &interval.cone;
    let here = match state.event() {
        Some(QueryEvent::Interval(Pushed { cone: at, .. } | Outdated(at))) => at == *cone,
        Some(QueryEvent::Interval(event)) => event.taken() == Some(cone),
        _ => false,
    };
    let word = match standing {
        Standing::Waits => "open",
        Standing::Taken => "closed",
        Standing::Outdated => "dropped",
    };
    let name = format!("Interval into cell {}, total {:.2}, {word}", cone.into.0, cone.estimate);
    let (rect, response) = parts::wide_row(ui, ROW, here, &name);
    let (first, second) = rect.split_top_bottom_at_fraction(0.52);
    let is_dark = ui.visuals().dark_mode;
    let root = cone.root_vertex.map_or_else(|| "start".into(), |vertex| format!("vertex {}", vertex.0));
    let number = |value: f64| RichText::new(format!("{value:.2}")).monospace();
    let word = match standing {
        Standing::Waits => RichText::new(word).color(theme::role(Role::WayFound, is_dark).color),
        Standing::Taken | Standing::Outdated => RichText::new(word).weak(),
    };
    let words = [
        RichText::new(cone.into.0.to_string()).monospace(),
        RichText::new(root).weak(),
        number(cone.cost),
        number(cone.estimate - cone.cost).weak(),
        number(cone.estimate).strong(),
        word,
    ];
    for (words, place) in words.into_iter().zip(columns_of(first)) {
        right_in(ui, place).label(words.size(theme::SMALL_SIZE));
    }
    let at = |DVec2 { x, y }: DVec2| format!("({x:.2}, {y:.2})");
    let side = format!(
        "{}, from {} to {}{}",
        cone.exit,
        at(cone.left),
        at(cone.right),
        if standing == Standing::Outdated { ": a shorter path is known" } else { "" }
    );
    below_ui(ui, second, &side);
    let description = "Click to go to the step that added it; click again for the step that removed it";
    if response.on_hover_text(description).clicked() {
        let first = state.trace().range(Stage::Interval).start;
        let kept = first + interval.kept;
        let left = interval.left.map_or(kept, |(left, _)| first + left);
        let to = if state.stepper().cursor() == Some(kept) { left } else { kept };
        inputs.push(Input::Step(StepInput::SetCursor(to)));
    }
}

fn dropped_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, dropped: &Dropped) {
    let step = state.trace().range(Stage::Interval).start + dropped.step;
    let is_here = state.stepper().cursor() == Some(step);
    let side = dropped.exit.to_string();
    let (rect, response) = parts::wide_row(ui, ROW, is_here, &format!("Dropped: {side}"));
    let (first, second) = rect.split_top_bottom_at_fraction(0.52);
    let [.., place] = columns_of(first);
    right_in(ui, place).label(RichText::new("dropped").weak().size(theme::SMALL_SIZE));
    below_ui(ui, first, &side);
    below_ui(ui, second, &dropped.why.to_string());
    let tooltip = "Dropped before it entered the queue. Click to go to that step";
    parts::on_click(response, tooltip, inputs, Input::Step(StepInput::SetCursor(step)));
}

/// Draws a text at the left, truncated to its space.
fn below_ui(ui: &mut Ui, place: Rect, words: &str) {
    let place = place.shrink2(vec2(theme::SPACE_M, 0.0));
    let mut line = parts::within(ui, place, Align::LEFT);
    line.add(Label::new(RichText::new(words).weak().size(theme::SMALL_SIZE)).truncate());
}
