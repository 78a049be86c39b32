//! The decision at the cursor, and the two signed areas behind it.

use egui::{Color32, Grid, Label, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};
use glam::Vec3;

use crate::app::theme;
use crate::app::viewport::paint_point;
use crate::app::widgets::parts;
use crate::editor::{Editor, Role};
use crate::pathfinding::string_pulling::funnel::FunnelStep;
use crate::pathfinding::string_pulling::portal::Side;

/// Minimum width for a test and its number in one line, in points.
const ONE_LINE: f32 = 320.0;

/// Draws the two tests of the decision, and the funnel before it.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, step: &FunnelStep) {
    areas_ui(ui, editor, step);
    ui.add_space(theme::SPACE_S);
    funnel_ui(ui, step);
}

/// Draws both tests: the question, its answer, the number and a bar around zero.
fn areas_ui(ui: &mut Ui, editor: &Editor, step: &FunnelStep) {
    let events = editor.timeline().events().iter();
    let largest = events.flat_map(|step| step.areas).fold(0.0_f64, |largest, area| largest.max(area.abs()));
    // Turns a negative zero into a positive one.
    let [own, other] = step.areas.map(|area| area + 0.0);
    test_ui(ui, "Outside", step.side, own, largest);
    test_ui(ui, "Beyond", step.side.other(), other, largest);
    let meaning = "Twice the signed area of the triangle apex, end of the leg, candidate. Its sign gives the side of \
                   the leg on which the candidate lies, as seen from the apex.";
    ui.add(
        Label::new(RichText::new("+ left of the leg    − right of the leg").small().weak())
            .sense(Sense::hover()),
    )
    .on_hover_text(format!("{meaning}\n\n{}", step.rule()));
}

fn test_ui(ui: &mut Ui, word: &str, leg: Side, area: f64, largest: f64) {
    let color = theme::side_color(ui, leg);
    let answer = if is_past(leg, area) { "yes" } else { "no" };
    let number = RichText::new(format!("{area:+.3} m²")).monospace().color(color);
    let words_ui = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE_S;
        ui.label(RichText::new(format!("{word} the {} leg?", leg.name())).strong());
        ui.label(format!("{answer},"));
        let place = match area {
            0.0 => "on its line",
            area if area > 0.0 => "left of it",
            _ => "right of it",
        };
        ui.label(RichText::new(place).weak());
    };
    if ui.available_width() < ONE_LINE {
        ui.horizontal_wrapped(|ui| {
            words_ui(ui);
            ui.label(number);
        });
    } else {
        ui.horizontal(|ui| {
            words_ui(ui);
            parts::at_right(ui, |ui| ui.label(number));
        });
    }
    bar_ui(ui, area, largest, color);
    ui.add_space(theme::SPACE_S);
}

/// Whether a candidate with this signed area lies outside the funnel, past the leg of a side.
fn is_past(leg: Side, area: f64) -> bool {
    match leg {
        Side::Left => area > 0.0,
        Side::Right => area < 0.0,
    }
}

/// Draws a bar from zero in the middle; positive values extend to the left, the side they mean.
fn bar_ui(ui: &mut Ui, area: f64, largest: f64, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let middle = rect.center().x;
    // The square root keeps small areas visible beside large ones.
    let t = if largest > 0.0 { (area.abs() / largest).sqrt() as f32 } else { 0.0 };
    let end = middle - area.signum() as f32 * t * rect.width() * 0.5;
    let bar = Rect::from_two_pos(pos2(middle, rect.top() + 1.0), pos2(end, rect.bottom() - 1.0));
    painter.rect_filled(bar, 2.0, color);
    painter.vline(middle, rect.y_range(), Stroke::new(1.0, ui.visuals().text_color()));
}

fn funnel_ui(ui: &mut Ui, step: &FunnelStep) {
    let funnel = &step.funnel;
    let rows = [
        ("Candidate", Role::Candidate, step.candidate, step.portal),
        ("Apex", Role::Apex, funnel.apex, funnel.apex_portal),
        ("Left leg", Role::PortalLeft, funnel.left, funnel.left_portal),
        ("Right leg", Role::PortalRight, funnel.right, funnel.right_portal),
    ];
    ui.spacing_mut().interact_size.y = 16.0;
    Grid::new("funnel").num_columns(3).spacing(vec2(theme::SPACE_L, 3.0)).show(ui, |ui| {
        for (name, role, point, portal) in rows {
            ui.horizontal(|ui| {
                ui.set_height(16.0);
                mark_ui(ui, role);
                ui.label(RichText::new(name).weak());
            });
            ui.label(RichText::new(place(point)).monospace());
            ui.label(RichText::new(format!("portal {portal}")).weak());
            ui.end_row();
        }
    });
}

/// Returns coordinates as "x, y, z" in metres.
fn place(Vec3 { x, y, z }: Vec3) -> String {
    format!("{x:.2}, {y:.2}, {z:.2}")
}

fn mark_ui(ui: &mut Ui, role: Role) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let is_dark = ui.visuals().dark_mode;
    let look = theme::role(role, is_dark);
    let look = theme::Look { radius: look.radius.min(5.0), ..look };
    paint_point(ui.painter(), rect.center(), &look, &theme::palette(is_dark).canvas);
}
