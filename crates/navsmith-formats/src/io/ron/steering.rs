//! Settings of steering in the form of the file: what differs from the defaults.

use serde::{Deserialize, Serialize};

use super::element::is_default;
use super::query::differing;
use navsmith_core::simulation::steer::steering::{SteeringSettings, Turning};

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Turning")]
enum TurningEntry {
    PerFrame,
    #[default]
    Exact,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Steering", deny_unknown_fields)]
pub(super) struct SteeringEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    turn_share: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    frame_rate: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    turning: TurningEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    turn_distance: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    stand_off: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    climb_slope: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    climb_factor: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    force: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    mass: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    drag: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    containment: Option<f64>,
}

/// Names of the fields of [`SteeringEntry`] whose values can be invalid.
pub(super) const STEERING: [&str; 10] = [
    "turn_share",
    "frame_rate",
    "turn_distance",
    "stand_off",
    "climb_slope",
    "climb_factor",
    "force",
    "mass",
    "drag",
    "containment",
];

impl SteeringEntry {
    pub(super) fn of(settings: SteeringSettings) -> Self {
        let plain = SteeringSettings::default();
        Self {
            turning: match settings.turning {
                Turning::PerFrame => TurningEntry::PerFrame,
                Turning::Exact => TurningEntry::Exact,
            },
            turn_share: differing(settings.turn_share, plain.turn_share),
            frame_rate: differing(settings.frame_rate, plain.frame_rate),
            turn_distance: differing(settings.turn_distance, plain.turn_distance),
            stand_off: differing(settings.stand_off, plain.stand_off),
            climb_slope: differing(settings.climb_slope, plain.climb_slope),
            climb_factor: differing(settings.climb_factor, plain.climb_factor),
            force: differing(settings.force, plain.force),
            mass: differing(settings.mass, plain.mass),
            drag: differing(settings.drag, plain.drag),
            containment: differing(settings.containment, plain.containment),
        }
    }

    pub(super) fn into_settings(self) -> SteeringSettings {
        let plain = SteeringSettings::default();
        SteeringSettings {
            turning: match self.turning {
                TurningEntry::PerFrame => Turning::PerFrame,
                TurningEntry::Exact => Turning::Exact,
            },
            turn_share: self.turn_share.unwrap_or(plain.turn_share),
            frame_rate: self.frame_rate.unwrap_or(plain.frame_rate),
            turn_distance: self.turn_distance.unwrap_or(plain.turn_distance),
            stand_off: self.stand_off.unwrap_or(plain.stand_off),
            climb_slope: self.climb_slope.unwrap_or(plain.climb_slope),
            climb_factor: self.climb_factor.unwrap_or(plain.climb_factor),
            force: self.force.unwrap_or(plain.force),
            mass: self.mass.unwrap_or(plain.mass),
            drag: self.drag.unwrap_or(plain.drag),
            containment: self.containment.unwrap_or(plain.containment),
        }
    }
}
