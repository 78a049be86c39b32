//! Icons, colours and texts of events, in the list of steps and on the card of a step.

use egui::{Align, Color32, Grid, Label, Layout, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2, vec2};
use glam::{Vec2, Vec3};

use crate::app::theme::{self, Icon};
use crate::app::viewport;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::Role;
use crate::picture::pen::Pen;
use crate::picture::points;
use crate::theme::role as looks;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::cells_in_circle::CircleEvent;
use navsmith_core::pathfinding::mesh_query::move_along_surface::WalkEvent;
use navsmith_core::pathfinding::mesh_query::raycast::RayEvent;
use navsmith_core::pathfinding::polyanya::event::IntervalEvent;
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::string_pulling::funnel::FunnelStep;
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::{QueryEvent, Stage};

fn icon_of(kind: Kind) -> Icon {
    match kind {
        Kind::RuledOut
        | Kind::Rejected
        | Kind::Pruned
        | Kind::Blocked
        | Kind::Stopped
        | Kind::Released
        | Kind::Removed
        | Kind::Cleared => Icon::CLOSE,
        Kind::Stands | Kind::Measured | Kind::Nearer => Icon::MAGNET,
        Kind::Chosen => Icon::TARGET,
        Kind::Expanded | Kind::Popped => Icon::SEARCH,
        Kind::Relaxed | Kind::Pushed | Kind::Grown | Kind::Inserted => Icon::ADD,
        Kind::Begun => Icon::WALK,
        Kind::Cast => Icon::RAY,
        Kind::Ahead | Kind::Entered => Icon::FORWARD,
        Kind::TracedBack => Icon::BACK,
        Kind::Listed | Kind::Kept => Icon::EDGE,
        Kind::Tightened => Icon::TIGHTENED,
        Kind::Outside | Kind::Beyond | Kind::Farther => Icon::OUTSIDE,
        Kind::Crossed | Kind::RootChanged | Kind::AtCorner | Kind::Flipped => Icon::CROSSED,
        Kind::Forced | Kind::Constrained => Icon::FORCED,
        Kind::Arrived | Kind::Reached | Kind::Ended | Kind::Landed => Icon::ARRIVED,
        Kind::Laid => Icon::PATH,
        Kind::Merged => Icon::CHECK,
    }
}

/// Returns the colour of a kind: that of its marks in the view.
pub(super) fn color_of(kind: Kind, ui: &Ui) -> Color32 {
    let role = |role| theme::role(role, ui.visuals().dark_mode).color;
    match kind {
        Kind::RuledOut
        | Kind::Rejected
        | Kind::Pruned
        | Kind::Outside
        | Kind::Measured
        | Kind::Beyond
        | Kind::Farther
        | Kind::Released
        | Kind::Removed
        | Kind::Cleared => theme::weak(ui),
        Kind::Stands | Kind::Tightened | Kind::TracedBack | Kind::Listed | Kind::Grown | Kind::Kept => {
            ui.visuals().text_color()
        }
        Kind::Chosen | Kind::Arrived | Kind::Reached | Kind::Ended | Kind::Merged => theme::accent(ui),
        Kind::Begun => role(Role::Agent),
        Kind::Cast | Kind::Ahead | Kind::Entered | Kind::AtCorner | Kind::Landed => role(Role::Ray),
        Kind::Blocked | Kind::Stopped | Kind::Constrained => role(Role::Wall),
        Kind::Expanded => role(Role::Expanded),
        Kind::Popped => role(Role::Cone),
        Kind::RootChanged => role(Role::Root),
        Kind::Relaxed | Kind::Pushed | Kind::Nearer | Kind::Inserted | Kind::Flipped => role(Role::WayFound),
        Kind::Crossed => role(Role::Emitted),
        Kind::Forced => role(Role::CurrentPortal),
        Kind::Laid => role(Role::Path),
    }
}

/// Returns the subject of an event in a few words.
fn place_of(event: &QueryEvent) -> String {
    match event {
        QueryEvent::Locate(located) => {
            let end = if located.end == End::Start { "start" } else { "target" };
            event.cell().map_or_else(|| end.into(), |cell| format!("{end}, cell {}", cell.0))
        }
        QueryEvent::Search(SearchEvent::Expanded { cell, estimate, .. }) => {
            format!("cell {}, total {estimate:.2}", cell.0)
        }
        QueryEvent::Search(event) => {
            event.parent().map_or_else(String::new, |from| format!("cell {} to {}", from.0, event.cell().0))
        }
        QueryEvent::Interval(event) => match event {
            IntervalEvent::Popped(cone)
            | IntervalEvent::Followed(cone)
            | IntervalEvent::Outdated(cone)
            | IntervalEvent::Pushed { cone, .. } => {
                format!("into cell {}, {:.2} m", cone.into.0, cone.estimate)
            }
            IntervalEvent::Pruned { exit, .. } => exit.to_string(),
            IntervalEvent::RootChanged { vertex, cost } => format!("vertex {}, {cost:.2} m", vertex.0),
            IntervalEvent::Reached { length, .. } => format!("{length:.2} m"),
        },
        QueryEvent::Corridor(event) => format!("cell {}", event.cell.0),
        QueryEvent::Portals(event) => format!("portal {}, {:.2} m", event.number, event.portal.width()),
        QueryEvent::Funnel(step) => format!("portal {}, {}", step.portal, step.side.name()),
        QueryEvent::Surface(event) => {
            format!("portal {}, {:.2} m high", event.passing.portal, event.passing.point.y)
        }
        QueryEvent::Walk(walk) => place_of_walk(walk),
        QueryEvent::Ray(ray) => place_of_ray(ray),
        QueryEvent::Triangulation(event) => match event.ends() {
            [from, to] if from == to => from.to_string(),
            [from, to] => format!("{from} to {to}"),
        },
    }
}

fn place_of_walk(event: &WalkEvent) -> String {
    match event {
        WalkEvent::Straight(event) => place_of_ray(event),
        WalkEvent::Circle(CircleEvent::Entered(entered)) => {
            format!("cell {}, {:.2} m", entered.cell.0, entered.reach)
        }
        WalkEvent::Circle(CircleEvent::Outside { half_edge, distance })
        | WalkEvent::Measured { half_edge, distance, .. } => {
            format!("{half_edge}, {distance:.2} m")
        }
        WalkEvent::Ended { cell, .. } => format!("cell {}", cell.0),
    }
}

fn place_of_ray(event: &RayEvent) -> String {
    match event {
        RayEvent::Cast { cell, .. } | RayEvent::Entered { cell, .. } | RayEvent::Arrived { cell } => {
            format!("cell {}", cell.0)
        }
        RayEvent::AtCorner { cells, .. } => format!("{cells} cells"),
        RayEvent::Stopped(hit) => format!("side {} of cell {}", hit.wall.side, hit.wall.cell.0),
    }
}

pub(super) fn ui(ui: &mut Ui, state: &State) {
    let Some((event, (stage, local))) = state.event().zip(state.stage()) else {
        parts::card(ui, |ui| {
            let title = match state.shown_trace() {
                TraceKind::Query if state.answer().is_none_or(|answer| answer.path().is_none()) => {
                    "No path was found"
                }
                TraceKind::Query => "The finished path",
                TraceKind::Walk => "The finished walk",
                TraceKind::Ray => "The finished ray",
                TraceKind::Triangulation => "The finished cells",
            };
            ui.label(RichText::new(title).strong());
            parts::note(ui, "Press Play, drag along a track or click a step to see how it was found.");
        });
        return;
    };
    parts::card(ui, |ui| {
        heading_ui(ui, event.kind(), local, state.trace().count(stage));
        ui.add(Label::new(state.document().worded(event.caption())).wrap());
        ui.add_space(theme::SPACE_M);
        match state.step() {
            Some(step) => decision_ui(ui, state, step),
            None => {
                ui.add(Label::new(RichText::new(event.rule()).small().weak()).wrap())
                    .on_hover_text("The rule of this step");
            }
        }
    });
    if stage == Stage::Triangulation {
        let why = state.why_this_edge();
        parts::note(
            ui,
            &why.map_or_else(
                || "Point at an edge to see why it is there.".to_owned(),
                |why| format!("The edge under the pointer: {why}"),
            ),
        );
    }
}

fn heading_ui(ui: &mut Ui, kind: Kind, local: usize, steps: usize) {
    let color = color_of(kind, ui);
    let words = format!("step {} of {}", parts::thousands(local + 1), parts::thousands(steps));
    let is_in_line = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        theme::paint_icon(icon_of(kind), ui.painter(), rect, color);
        ui.label(RichText::new(kind.title()).strong().size(theme::BODY_SIZE + 2.0).color(color));
        let is_in_line = parts::has_room(ui, &words);
        if is_in_line {
            parts::at_right(ui, |ui| ui.label(RichText::new(&words).weak()));
        }
        is_in_line
    });
    if !is_in_line.inner {
        ui.label(RichText::new(words).weak());
    }
    ui.add_space(theme::SPACE_S);
}

/// Height of a step in the list, in points.
const ROW: f32 = 22.0;

/// Draws the list of a stage; it scrolls only if the cursor differs from `shown`, its last cursor.
pub(super) fn list_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    stage: Stage,
    height: f32,
    shown: &mut Option<usize>,
) {
    let cursor = state.stepper().cursor();
    let range = state.trace().range(stage);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = parts::list_area(("steps", stage), height);
    if *shown != cursor {
        *shown = cursor;
        let local = cursor.unwrap_or(0).saturating_sub(range.start);
        let middle = local as f32 * ROW - (height - ROW) * 0.5;
        area = area.vertical_scroll_offset(middle.max(0.0));
    }
    area.show_rows(ui, ROW, range.len(), |ui, rows| {
        for local in rows {
            let Some(event) = state.trace().get_in(stage, local) else { continue };
            if row_ui(ui, local, &event, cursor == Some(range.start + local)) {
                inputs.push(Input::Step(StepInput::SetCursor(range.start + local)));
            }
        }
    });
}

fn row_ui(ui: &mut Ui, local: usize, event: &QueryEvent, is_current: bool) -> bool {
    let kind = event.kind();
    let place = place_of(event);
    let number = parts::thousands(local + 1);
    let name = format!("Step {}: {}, {place}", local + 1, kind.title());
    let (rect, response) = parts::wide_row(ui, ROW, is_current, &name);
    let color = if is_current { ui.visuals().selection.stroke.color } else { color_of(kind, ui) };
    let mut line = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 0.0))));
    line.horizontal_centered(|ui| {
        let width = 34.0_f32.max(7.0 * number.len() as f32);
        ui.allocate_ui_with_layout(vec2(width, ROW), Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(number).monospace().small().weak())
        });
        let (icon, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        theme::paint_icon(icon_of(kind), ui.painter(), icon, color);
        ui.label(RichText::new(kind.title()).color(color));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(place).weak());
        });
    });
    response.on_hover_text("Click to go to this step").clicked()
}

/// Minimum width for a test and its number in one line, in points.
const ONE_LINE: f32 = 320.0;

/// Draws the two tests of the decision, and the funnel before it.
fn decision_ui(ui: &mut Ui, state: &State, step: &FunnelStep) {
    areas_ui(ui, state, step);
    ui.add_space(theme::SPACE_S);
    funnel_ui(ui, step);
}

/// Draws both tests: the question, its answer, the number and a bar around zero.
fn areas_ui(ui: &mut Ui, state: &State, step: &FunnelStep) {
    let events = state.timeline().events().iter();
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
    let look = looks::role(role, is_dark);
    let look = looks::Look { radius: look.radius.min(5.0), ..look };
    let mut pen = Pen::new(Camera::default(), is_dark);
    pen.begin("mark");
    points::draw(&mut pen, Vec2::ZERO, &look);
    viewport::paint(ui.painter(), rect.center(), pen);
}
