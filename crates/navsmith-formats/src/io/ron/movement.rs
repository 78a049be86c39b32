//! Movement and differences of agents in the form of the file: what differs from the defaults.

use serde::{Deserialize, Serialize};

use super::element::is_default;
use super::query::differing;
use navsmith_core::simulation::scenario::MovementSettings;
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::steer::nav_actor::Replanning;

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Movement", deny_unknown_fields)]
pub(super) struct MovementEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    close: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    margin: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    horizon: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    wall_horizon: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    neighbors: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    patience: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    look_ahead: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    braking: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    progress: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    stuck_after: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    gives_up_after: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    replanning: ReplanningEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    smoothing: Option<f32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Replanning")]
enum ReplanningEntry {
    #[default]
    Target,
    Axis,
    Corridor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Spread", deny_unknown_fields)]
pub(super) struct SpreadEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    radius: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    speed: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    priority: Option<f32>,
}

/// Names of the fields of [`MovementEntry`] whose values can be invalid.
pub(super) const MOVEMENT: [&str; 12] = [
    "close",
    "margin",
    "horizon",
    "wall_horizon",
    "neighbors",
    "patience",
    "look_ahead",
    "braking",
    "progress",
    "stuck_after",
    "gives_up_after",
    "smoothing",
];

impl MovementEntry {
    pub(super) fn of(settings: MovementSettings) -> Self {
        let plain = MovementSettings::default();
        Self {
            close: differing(settings.close, plain.close),
            margin: differing(settings.margin, plain.margin),
            horizon: differing(settings.horizon, plain.horizon),
            wall_horizon: differing(settings.wall_horizon, plain.wall_horizon),
            neighbors: differing(settings.neighbors, plain.neighbors),
            patience: differing(settings.patience, plain.patience),
            look_ahead: differing(settings.look_ahead, plain.look_ahead),
            braking: differing(settings.braking, plain.braking),
            progress: differing(settings.progress, plain.progress),
            stuck_after: differing(settings.stuck_after, plain.stuck_after),
            gives_up_after: differing(settings.gives_up_after, plain.gives_up_after),
            replanning: match settings.replanning {
                Replanning::TargetMoved => ReplanningEntry::Target,
                Replanning::TargetMovedOnAxis => ReplanningEntry::Axis,
                Replanning::CheckCorridor => ReplanningEntry::Corridor,
            },
            smoothing: differing(settings.smoothing, plain.smoothing),
        }
    }

    pub(super) fn into_settings(self) -> MovementSettings {
        let plain = MovementSettings::default();
        MovementSettings {
            close: self.close.unwrap_or(plain.close),
            margin: self.margin.unwrap_or(plain.margin),
            horizon: self.horizon.unwrap_or(plain.horizon),
            wall_horizon: self.wall_horizon.unwrap_or(plain.wall_horizon),
            neighbors: self.neighbors.unwrap_or(plain.neighbors),
            patience: self.patience.unwrap_or(plain.patience),
            look_ahead: self.look_ahead.unwrap_or(plain.look_ahead),
            braking: self.braking.unwrap_or(plain.braking),
            progress: self.progress.unwrap_or(plain.progress),
            stuck_after: self.stuck_after.unwrap_or(plain.stuck_after),
            gives_up_after: self.gives_up_after.unwrap_or(plain.gives_up_after),
            replanning: match self.replanning {
                ReplanningEntry::Target => Replanning::TargetMoved,
                ReplanningEntry::Axis => Replanning::TargetMovedOnAxis,
                ReplanningEntry::Corridor => Replanning::CheckCorridor,
            },
            smoothing: self.smoothing.unwrap_or(plain.smoothing),
        }
    }
}

impl SpreadEntry {
    pub(super) fn of(spread: AgentSpread) -> Self {
        let AgentSpread { radius, speed, priority } = spread;
        let [radius, speed, priority] = [radius, speed, priority].map(|spread| differing(spread, 0.0));
        Self { radius, speed, priority }
    }

    pub(super) fn into_spread(self) -> AgentSpread {
        let Self { radius, speed, priority } = self;
        let [radius, speed, priority] = [radius, speed, priority].map(Option::unwrap_or_default);
        AgentSpread { radius, speed, priority }
    }
}
