//! The side view of a document in the form of the file.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::query::differing;
use crate::document::SideView;
use navsmith_core::platformer::{Gravity, Jumper, RestRule};

/// Gravity and body; what is absent has its default.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename = "SideView", deny_unknown_fields)]
pub(in crate::io) struct SideViewEntry {
    gravity: (f32, f32),
    /// Greatest difference in height of a rest surface, instead of a slope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest_rise: Option<f64>,
    /// Greatest slope of a rest surface, as rise over run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest_grade: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run_speed: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    jump_speed: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    air_control: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_fall: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<f64>,
}

impl SideViewEntry {
    pub(super) fn of(view: &SideView) -> Self {
        let SideView { gravity, jumper } = view;
        let plain = Jumper::default();
        let (rest_rise, rest_grade) = match gravity.rule {
            rule if rule == RestRule::default() => (None, None),
            RestRule::Absolute(most) => (Some(most), None),
            RestRule::Grade(most) => (None, Some(most)),
        };
        Self {
            gravity: gravity.pull.into(),
            rest_rise,
            rest_grade,
            run_speed: differing(jumper.run_speed, plain.run_speed),
            jump_speed: differing(jumper.jump_speed, plain.jump_speed),
            air_control: differing(jumper.air_control, plain.air_control),
            max_fall: differing(jumper.max_fall, plain.max_fall),
            step: differing(jumper.step, plain.step),
        }
    }

    pub(super) fn into_view(self) -> SideView {
        let plain = Jumper::default();
        let rule = match (self.rest_rise, self.rest_grade) {
            (Some(rise), _) => RestRule::Absolute(rise),
            (None, Some(grade)) => RestRule::Grade(grade),
            (None, None) => RestRule::default(),
        };
        SideView {
            gravity: Gravity { pull: self.gravity.into(), rule },
            jumper: Jumper {
                run_speed: self.run_speed.unwrap_or(plain.run_speed),
                jump_speed: self.jump_speed.unwrap_or(plain.jump_speed),
                air_control: self.air_control.unwrap_or(plain.air_control),
                max_fall: self.max_fall.unwrap_or(plain.max_fall),
                step: self.step.unwrap_or(plain.step),
            },
        }
    }

    /// Returns the first fault.
    pub(super) fn check(&self) -> Result<(), RonFault> {
        if self.rest_rise.is_some() && self.rest_grade.is_some() {
            let description = "the side view has both rest_rise and rest_grade; drop one of them".into();
            return Err(RonFault::new([], description));
        }
        let problem = self.clone().into_view().problem();
        problem.map_or(Ok(()), |problem| Err(RonFault::new([], format!("the side view's {problem}"))))
    }
}
