//! Why the path is not the shortest: every algorithm in a table, where the ways part, what misled the search, what
//! would mend it.

use egui::{Align, Button, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, UiBuilder, vec2};

use crate::app::jobs::Jobs;
use crate::app::panels::parts;
use crate::app::theme::{self, Icon};
use crate::editor::{Command, DetourInput, Editor, Input, Role, WhyDetour};
use crate::pathfinding::{Parting, Row};

const ROW: f32 = 21.0;

/// Titles, where columns end as shares of the width, and what they say.
const COLUMNS: [(&str, f32, &str); 6] = [
    ("Algorithm", 0.34, "How the way was searched for"),
    (
        "Length",
        0.50,
        "Along the surface, from corner to corner; room that the agent keeps from walls is left out",
    ),
    ("Ratio", 0.65, "The length as a multiple of the shortest path in this table"),
    ("Cells", 0.75, "Cells, portals or intervals that the search expanded"),
    ("Events", 0.865, "Steps that the search has in the stepper"),
    ("ms", 1.0, "How long search and string pulling took, in milliseconds"),
];

/// Draws it in place of the steps.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let Some(why) = editor.why_detour() else {
        let text = "There is no path to compare. Close this to see what is in the way.";
        parts::empty(ui, Icon::Warning, "No path", text);
        ui.vertical_centered(|ui| parts::command_button(ui, editor, inputs, Command::WhyDetour, "Steps"));
        return;
    };
    ScrollArea::vertical().id_salt("detour").auto_shrink([false, false]).show(ui, |ui| {
        work_ui(ui, &why, jobs, inputs);
        if why.comparison.is_none() {
            return;
        }
        // What is not of now can be read, but not clicked.
        ui.add_enabled_ui(!why.is_outdated, |ui| {
            defect_ui(ui, editor, &why, inputs);
            if let Some(verdict) = why.verdict() {
                ui.add(Label::new(RichText::new(verdict).strong()).wrap());
            }
            table_ui(ui, &why, inputs);
            culprit_ui(ui, editor, &why, inputs);
            fixes_ui(ui, editor, &why, inputs);
            partings_ui(ui, &why, inputs);
        });
    });
}

/// How far the work is, or what begins it.
fn work_ui(ui: &mut Ui, why: &WhyDetour<'_>, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if let Some(number) = why.under_way {
        ui.horizontal(|ui| {
            if ui.button("Cancel").clicked() {
                inputs.push(Input::Detour(DetourInput::Stop));
            }
            parts::progress(ui, jobs.running_as(number));
        });
    } else if why.comparison.is_none() || why.is_outdated {
        if why.is_outdated {
            parts::note(ui, "This is about an earlier mesh or question.");
        }
        if ui.button("Compare").on_hover_text("Ask every algorithm this question").clicked() {
            inputs.push(Input::Detour(DetourInput::Compare));
        }
    }
}

/// Draws a contradiction between two algorithms, with the command that copies what a report needs.
fn defect_ui(ui: &mut Ui, editor: &Editor, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(defect) = why.defect() else { return };
    ui.add(Label::new(RichText::new(defect).color(ui.visuals().error_fg_color)).wrap());
    parts::command_button(ui, editor, inputs, Command::CopyReproduction, "Copy reproduction");
}

fn table_ui(ui: &mut Ui, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(comparison) = why.comparison else { return };
    ui.add_space(theme::SPACE_S);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        for ((title, _, says), place) in COLUMNS.into_iter().zip(places(rect)) {
            let words = RichText::new(title).small().weak();
            value_ui(ui, place, title == COLUMNS[0].0, words).on_hover_text(says);
        }
        for row in &comparison.rows {
            row_ui(ui, why, row, inputs);
        }
    });
}

/// The columns of a line.
fn places(rect: Rect) -> impl Iterator<Item = Rect> {
    let mut left = 0.0;
    COLUMNS.into_iter().map(move |(_, right, _)| {
        let from = rect.left() + rect.width() * left;
        left = right;
        Rect::from_x_y_ranges(from..=rect.left() + rect.width() * right, rect.y_range())
    })
}

fn value_ui(ui: &mut Ui, place: Rect, is_name: bool, words: RichText) -> egui::Response {
    let layout =
        if is_name { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    child.add(Label::new(words).truncate().selectable(false))
}

/// Which of the lines in the view the way of an algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// The path itself.
    Asked,
    /// The way beside it.
    Beside,
    /// None.
    No,
}

impl Drawn {
    fn of(why: &WhyDetour<'_>, row: &Row) -> Self {
        let is = |other: Option<&Row>| other.is_some_and(|other| other.algorithm == row.algorithm);
        if is(why.own) {
            Self::Asked
        } else if is(why.beside) {
            Self::Beside
        } else {
            Self::No
        }
    }
}

fn row_ui(ui: &mut Ui, why: &WhyDetour<'_>, row: &Row, inputs: &mut Vec<Input>) {
    let drawn = Drawn::of(why, row);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let name = row.algorithm.title();
    let length = if row.path.is_some() { parts::meters(row.length) } else { "no path".into() };
    parts::paint_row(ui, rect, &response, drawn == Drawn::Beside, &format!("{name}, {length}"));
    let is_dark = ui.visuals().dark_mode;
    let role = match drawn {
        Drawn::Asked => Some(Role::Path),
        Drawn::Beside => Some(why.beside_role(row)),
        Drawn::No => None,
    };
    if let Some(role) = role {
        let look = theme::role(role, is_dark);
        let x = rect.left() + 2.0;
        ui.painter().vline(x, rect.shrink(3.0).y_range(), Stroke::new(3.0, look.color));
    }
    let ratio = row.ratio.filter(|ratio| ratio.is_finite()).map(|ratio| format!("{ratio:.4}"));
    let numbers = [
        length,
        ratio.unwrap_or_default(),
        parts::compact(row.expanded),
        parts::compact(row.events),
        milliseconds(row.seconds),
    ];
    for (i, (words, mut place)) in
        std::iter::once(name.to_owned()).chain(numbers).zip(places(rect)).enumerate()
    {
        let mut words = RichText::new(words).size(theme::SMALL_SIZE);
        if i == 0 {
            place.min.x += theme::SPACE_M;
        } else {
            words = words.monospace();
        }
        value_ui(ui, place, i == 0, if drawn == Drawn::Asked { words.strong() } else { words });
    }
    let can_draw = drawn != Drawn::Asked && row.path.is_some();
    if response.on_hover_text(row_says(row, drawn)).clicked() && can_draw {
        let beside = Some(row.algorithm).filter(|_| drawn == Drawn::No);
        inputs.push(Input::Detour(DetourInput::Show(beside)));
    }
}

fn row_says(row: &Row, drawn: Drawn) -> String {
    let click = match drawn {
        _ if row.path.is_none() => "It found no way",
        Drawn::Asked => "This is the path that is asked for",
        Drawn::Beside => "Click to draw it no more",
        Drawn::No => "Click to draw its way beside the path",
    };
    format!("{}\n{}\n\n{click}", row.algorithm.title(), row.algorithm.about())
}

fn milliseconds(seconds: f64) -> String {
    match seconds * 1e3 {
        ms if ms < 10.0 => format!("{ms:.3}"),
        ms if ms < 100.0 => format!("{ms:.2}"),
        ms => format!("{ms:.0}"),
    }
}

fn culprit_ui(ui: &mut Ui, editor: &Editor, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(says) = why.misled_by() else { return };
    parts::section_with(ui, "What misled the search", |ui| {
        if editor.has_misleading_node() {
            let show = ui.small_button("Show").on_hover_text("Move the view to what misled the search");
            if show.clicked() {
                inputs.push(Input::Detour(DetourInput::FrameCulprit));
            }
        }
    });
    ui.add(Label::new(says).wrap());
}

fn fixes_ui(ui: &mut Ui, editor: &Editor, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(own) = why.own.filter(|_| why.comparison.is_some_and(|found| found.detour.is_some())) else {
        return;
    };
    parts::section(ui, "What would help");
    if why.fixes().is_empty() {
        return parts::note(
            ui,
            "No single edge flip, split or merge helps here. Choose a shorter algorithm from the table.",
        );
    }
    for (index, fix) in why.fixes().iter().enumerate() {
        let [then, now] = [fix.length, own.length].map(parts::meters);
        let words = format!("{}: {then} instead of {now}", editor.order(fix.mend));
        let button = Button::new(words).wrap().min_size(vec2(ui.available_width(), 0.0));
        let saves = parts::meters(fix.saves);
        let says = format!("Tried on a copy: the path is {saves} shorter then. One step that can be undone");
        if ui.add(button).on_hover_text(says).clicked() {
            inputs.push(Input::Detour(DetourInput::Mend(index)));
        }
    }
}

fn partings_ui(ui: &mut Ui, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(beside) = why.beside else { return };
    parts::section(ui, "Where the two ways part");
    if why.partings.is_empty() {
        return parts::note(ui, "Nowhere: both lead through the same cells.");
    }
    for (index, parting) in why.partings.iter().enumerate() {
        let row = parts::list_row(ui, why.chosen == Some(index), stretch(parting));
        let says = format!("{}\n\nClick to see it", details(parting, beside.algorithm.title()));
        if row.on_hover_text(says).clicked() {
            inputs.push(Input::Detour(DetourInput::Frame(index)));
        }
    }
}

fn stretch(parting: &Parting) -> String {
    let parts =
        parting.parts.map_or_else(|| "From the start".into(), |cell| format!("After cell {}", cell.0));
    let joins = parting.joins.map_or_else(|| "the target".into(), |cell| format!("cell {}", cell.0));
    let cells = parts::count(parting.one.len(), "cell", "cells");
    format!("{parts} to {joins}: {cells}, beside {}", parting.other.len())
}

fn details(parting: &Parting, other: &str) -> String {
    let list = |cells: &[crate::navmesh::CellId]| match cells {
        [] => "none".to_owned(),
        cells => {
            let names: Vec<String> = cells.iter().take(24).map(|cell| cell.0.to_string()).collect();
            names.join(", ") + if cells.len() > 24 { " …" } else { "" }
        }
    };
    format!(
        "Cells of the path alone: {}\nCells of {other} alone: {}",
        list(&parting.one),
        list(&parting.other)
    )
}
