//! A selected link: its ends, direction, cost and anchors.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Checkbox, RichText, Ui};
use glam::Vec3;

use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::edits::links::LinkInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_core::navmesh::{Attachment, Link, LinkEnd, LinkId};

pub(super) fn ui(ui: &mut Ui, state: &State, id: LinkId, inputs: &mut Vec<Input>) {
    let Some(link) = state.document().mesh.link(id) else { return };
    parts::section(ui, &format!("Link {}", id.0));
    parts::facts(ui, "link", |facts| {
        for end in LinkEnd::BOTH {
            end_ui(facts, (id, link), end, inputs);
        }
        facts.row_ui("Cost", |ui| cost_ui(ui, (id, link), inputs));
        let mut is_one_way = link.is_one_way;
        facts.row_ui("One way", |ui| {
            let description = "Whether it leads from its start to its end only";
            if ui.add(Checkbox::without_text(&mut is_one_way)).on_hover_text(description).changed() {
                inputs.push(Input::Link(LinkInput::SetOneWay(id, is_one_way)));
            }
        });
        facts.row("Length", parts::meters(f64::from(link.length())));
        for (end, i) in LinkEnd::BOTH.into_iter().zip(0..) {
            if let Some(ends) = state.derived().links.ends(id) {
                attachment_row(facts, end, &ends[i]);
            }
        }
    });
    ui.add_space(4.0);
    parts::command_button(ui, state, inputs, Command::ReverseLink, "Reverse");
}

/// Draws the middle of the span at one end and its two points, or the button that widens a point.
fn end_ui(facts: &mut Facts<'_>, (id, link): (LinkId, &Link), end: LinkEnd, inputs: &mut Vec<Input>) {
    let at = link.middle(end).to_array();
    for (axis, name) in ["X", "height (Y)", "Z"].into_iter().enumerate() {
        facts.row_ui(&format!("{} {name}", capitalized(end)), |ui| {
            let typed = number_ui(ui, (end, axis), at[axis], "Centre of this end", |number| {
                number.max_decimals(3).suffix(" m")
            });
            if let Some(typed) = typed {
                let mut to = at;
                to[axis] = typed;
                inputs.push(Input::Link(LinkInput::MoveEnd(id, end, Vec3::from(to))));
            }
        });
    }
    let (span, is_point) = (link.span(end), link.is_point(end));
    for place in (0..2).filter(|_| !is_point) {
        let side = ["one side", "other side"][place];
        facts.row_ui(&format!("{} {side}", capitalized(end)), |ui| {
            if let Some(to) = place_ui(ui, (end, place), span[place]) {
                let mut span = span;
                span[place] = to;
                inputs.push(Input::Link(LinkInput::SetSpan(id, end, span)));
            }
        });
    }
    facts.row_ui(&format!("{} width", capitalized(end)), |ui| {
        let (words, description, span) = if is_point {
            let description = "Make this end 1 m wide, across the link";
            ("Widen", description, link.widened(end, 1.0))
        } else {
            ("Make a point", "Shrink this end to its centre", [link.middle(end); 2])
        };
        ui.horizontal(|ui| {
            let button = ui.button(words);
            parts::on_click(button, description, inputs, Input::Link(LinkInput::SetSpan(id, end, span)));
            let [one, other] = link.span(end);
            let width = if is_point { "a point".into() } else { parts::meters(one.distance(other).into()) };
            ui.label(RichText::new(width).weak());
        });
    });
}

/// Draws the coordinates of a point of a span; returns its new position when a number is released.
fn place_ui(ui: &mut Ui, (end, place): (LinkEnd, usize), at: Vec3) -> Option<Vec3> {
    let mut to = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (axis, name) in ["X", "Height (Y)", "Z"].into_iter().enumerate() {
            let description = format!("{name} of this side, in metres");
            let key = (end, place, axis);
            let typed = number_ui(ui, key, at[axis], &description, |number| number.max_decimals(2));
            if let Some(typed) = typed {
                to.get_or_insert(at)[axis] = typed;
            }
        }
    });
    to
}

fn cost_ui(ui: &mut Ui, (id, link): (LinkId, &Link), inputs: &mut Vec<Input>) {
    let description = "Cost of a metre of the link, as a multiple of plain ground";
    let mut is_allowed = !link.is_forbidden();
    ui.horizontal(|ui| {
        let allow = ui.add(Checkbox::new(&mut is_allowed, "Allowed"));
        if allow.on_hover_text("Whether agents may take the link").changed() {
            let cost = if is_allowed { 1.0 } else { f32::INFINITY };
            inputs.push(Input::Link(LinkInput::SetCost(id, cost)));
        }
        if !link.is_forbidden() {
            let cost = number_ui(ui, "cost", link.cost, description, |number| {
                number.range(0.01..=1000.0).prefix("× ")
            });
            inputs.extend(cost.map(|cost| Input::Link(LinkInput::SetCost(id, cost))));
        }
    });
}

/// Draws a number; returns it when it is released, so that a drag is one undo step.
fn number_ui(
    ui: &mut Ui,
    key: impl Hash + Debug,
    value: f32,
    description: &str,
    format: impl FnOnce(NumberField<'_>) -> NumberField<'_>,
) -> Option<f32> {
    released(ui, ("link", key), value, |ui, shown| {
        let number = format(NumberField::new(shown).speed(0.02));
        ui.add(number).on_hover_text(format!("{description}\nDrag, or click and type"))
    })
}

fn attachment_row(facts: &mut Facts<'_>, end: LinkEnd, attachment: &Attachment) {
    let name = format!("{} attached to", capitalized(end));
    match attachment {
        Attachment::Unattached(why) => {
            facts.row_ui(&name, |ui| parts::error(ui, &format!("nothing: {why}")));
        }
        Attachment::Attached { anchors, is_partial, gap } => {
            let cells: Vec<String> = anchors.iter().map(|anchor| anchor.cell.0.to_string()).collect();
            let cells = format!("{} {}", parts::noun(cells.len(), "cell", "cells"), cells.join(", "));
            let apart = if *gap == 0.0 { String::new() } else { format!(", {gap:.3} m away") };
            let more = if *is_partial { "; it lies on more cells" } else { "" };
            facts.row(&name, format!("{cells}{apart}{more}"));
        }
    }
}

fn capitalized(end: LinkEnd) -> &'static str {
    match end {
        LinkEnd::From => "Start",
        LinkEnd::To => "End",
    }
}
