//! Gravity and the body; a drag becomes one undo step when it is released.

use egui::{ComboBox, Response, Ui};

use crate::app::widgets::choice;
use crate::app::widgets::form::{FormChange, HeldControls};
use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::platforms::input::PlatformInput;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use navsmith_core::geometry::Vec2;
use navsmith_core::platformer::RestRule;
use navsmith_formats::document::{MOST_GRAVITY, SideView};

/// Greatest acceleration along an axis that can be typed; its vector is below [`MOST_GRAVITY`].
const MOST_TYPED: f32 = 0.5 * MOST_GRAVITY;

/// Angle by which a button turns gravity, in degrees.
const TURN: f32 = 45.0;

/// Editable copy of the side view, and which of its controls are in use.
pub(super) struct SideViewForm {
    view: SideView,
    held: HeldControls,
}

/// Criterion for the sides on which a body rests.
#[derive(Clone, Copy, PartialEq)]
enum RestKind {
    Slope,
    Height,
}

impl SideViewForm {
    /// Returns the form of a side view; `None` for another document.
    pub(super) fn of(state: &State) -> Option<Self> {
        Some(Self { view: state.document().side_view()?, held: HeldControls::default() })
    }

    /// Sends the changes.
    pub(super) fn apply(self, ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
        let is_changed = Some(self.view) != state.document().side_view();
        inputs.extend(self.held.change(ctx, is_changed).map(|change| {
            Input::Platform(match change {
                FormChange::Set => PlatformInput::Set(self.view),
                FormChange::Drag => PlatformInput::Drag(self.view),
            })
        }));
    }
}

/// Draws gravity and the criterion for rest surfaces.
pub(super) fn gravity_ui(ui: &mut Ui, session: &Session, form: &mut SideViewForm, inputs: &mut Vec<Input>) {
    let unit = session.document().unit();
    parts::section_with(ui, "Gravity", |ui| {
        let tooltip = "Make the document an ordinary mesh; gravity and the body are removed";
        parts::on_click(ui.button("Off"), tooltip, inputs, Input::Run(Command::SideView));
    });
    let usual = SideView::default().scaled(session.document().metre);
    parts::facts(ui, "gravity", |facts| {
        facts.row_ui("Acceleration", |ui| {
            ui.horizontal(|ui| {
                let SideViewForm { view, held } = &mut *form;
                for (name, value) in [("x ", &mut view.gravity.pull.x), ("z ", &mut view.gravity.pull.y)] {
                    let field = NumberField::new(value).range(-MOST_TYPED..=MOST_TYPED).speed(0.05);
                    let tooltip = "Acceleration along X or Z; positive Z leads down in the view";
                    held.record(&ui.add(field.max_decimals(2).prefix(name)).on_hover_text(tooltip));
                }
                ui.label(format!("{unit}/s²"));
            });
        });
        facts.row_ui("Direction", |ui| {
            ui.horizontal(|ui| {
                let down = ui.button("Down").on_hover_text("Gravity of the Earth, down in the view");
                if down.clicked() {
                    form.view.gravity.pull = usual.gravity.pull;
                }
                let turn =
                    ui.button("Turn by 45°").on_hover_text("Turn gravity counter-clockwise in the view");
                if turn.clicked() {
                    let turned = Vec2::from_angle(-TURN.to_radians()).rotate(form.view.gravity.pull);
                    form.view.gravity.pull = (turned * 1000.0).round() / 1000.0;
                }
            });
        });
        rest_ui(facts, unit, form);
    });
    if form.view.gravity.pull == Vec2::ZERO {
        parts::note(ui, "Gravity is 0, so nothing falls. Type another acceleration.");
    }
}

fn rest_ui(facts: &mut Facts<'_>, unit: &str, form: &mut SideViewForm) {
    let rule = form.view.gravity.rule;
    let present = if matches!(rule, RestRule::Grade(_)) { RestKind::Slope } else { RestKind::Height };
    facts.row_ui("A body rests", |ui| {
        let mut chosen = present;
        let title = |kind: RestKind| match kind {
            RestKind::Slope => "up to a slope",
            RestKind::Height => "up to a height",
        };
        let describe = |kind: RestKind| match kind {
            RestKind::Slope => "The limit is relative to the length of a side",
            RestKind::Height => {
                "The heights of the ends of a side differ by at most this length; 0.001 m in the article"
            }
        };
        let combo = ComboBox::from_id_salt("rest rule").truncate();
        choice::of_values(ui, combo, &mut chosen, &[RestKind::Slope, RestKind::Height], title, describe);
        if chosen != present {
            form.view.gravity.rule =
                if chosen == RestKind::Slope { RestRule::default() } else { RestRule::ARTICLE };
        }
    });
    match form.view.gravity.rule {
        RestRule::Grade(grade) => facts.row_ui("Steepest slope", |ui| {
            let mut degrees = grade.atan().to_degrees();
            let field =
                NumberField::new(&mut degrees).range(0.0..=89.0).speed(0.5).max_decimals(1).suffix("°");
            let response = ui.add(field);
            if response.changed() {
                form.view.gravity.rule = RestRule::Grade(degrees.to_radians().tan());
            }
            form.held.record(&response);
        }),
        RestRule::Absolute(height) => facts.row_ui("Largest height", |ui| {
            let mut height = height;
            let field =
                NumberField::new(&mut height).range(0.0..=1000.0).speed(0.001).suffix(&format!(" {unit}"));
            let response = ui.add(field);
            if response.changed() {
                form.view.gravity.rule = RestRule::Absolute(height);
            }
            form.held.record(&response);
        }),
    }
}

/// Draws the numbers of the body.
pub(super) fn body_ui(ui: &mut Ui, session: &Session, form: &mut SideViewForm) {
    let unit = session.document().unit();
    parts::facts(ui, "body", |facts| {
        let SideViewForm { view, held } = form;
        let jumper = &mut view.jumper;
        let rows = [
            ("Run speed", "/s", "Greatest speed along a platform and in the air", &mut jumper.run_speed),
            ("Jump speed", "/s", "Greatest speed against gravity at the take-off", &mut jumper.jump_speed),
            (
                "Air control",
                "/s²",
                "Greatest acceleration across gravity in the air",
                &mut jumper.air_control,
            ),
            ("Greatest fall", "", "Greatest height of a fall from the highest point", &mut jumper.max_fall),
            ("Step", "", "Greatest height and length of a step that the body walks over", &mut jumper.step),
        ];
        for (name, time, tooltip, value) in rows {
            let unit = format!(" {unit}{time}");
            facts.row_ui(name, |ui| held.record(&number_ui(ui, value, &unit).on_hover_text(tooltip)));
        }
    });
}

fn number_ui(ui: &mut Ui, value: &mut f64, unit: &str) -> Response {
    ui.add(NumberField::new(value).range(0.0..=10_000.0).speed(0.05).suffix(unit))
}
