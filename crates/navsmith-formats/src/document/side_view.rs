//! A mesh that is read as a side view: gravity, and the body that moves under it.

use navsmith_core::geometry::Vec2;
use navsmith_core::platformer::{Gravity, Jumper, RestRule};

/// Greatest gravity in a document, in m/s².
///
/// Files in millimetres store a thousand times as much.
pub const MOST_GRAVITY: f32 = 10_000_000.0;

/// Gravity in the plane of the mesh, and the body that runs and jumps.
///
/// Cells are free space, and sides without a neighbour are solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideView {
    /// Gravity, and the criterion for sides on which a body rests.
    pub gravity: Gravity,
    /// The body.
    pub jumper: Jumper,
}

/// Gravity of 9.81 m/s² along Z, which leads down in the view from above.
impl Default for SideView {
    fn default() -> Self {
        Self { gravity: Gravity::new(Vec2::new(0.0, 9.81)), jumper: Jumper::default() }
    }
}

impl SideView {
    /// Returns what is wrong with it, as a clause; `None` if it is valid.
    pub fn problem(&self) -> Option<String> {
        let Self { gravity, jumper } = self;
        if !gravity.pull.is_finite() || gravity.pull.length() > MOST_GRAVITY {
            return Some(format!("gravity is {} m/s²; give at most {MOST_GRAVITY}", gravity.pull.length()));
        }
        let rest = match gravity.rule {
            RestRule::Absolute(most) => ("rest_rise", most),
            RestRule::Grade(most) => ("rest_grade", most),
        };
        let Jumper { run_speed, jump_speed, air_control, max_fall, step } = *jumper;
        let numbers = [
            rest,
            ("run_speed", run_speed),
            ("jump_speed", jump_speed),
            ("air_control", air_control),
            ("max_fall", max_fall),
            ("step", step),
        ];
        let (name, value) = numbers.into_iter().find(|(_, value)| !(value.is_finite() && *value >= 0.0))?;
        Some(format!("{name} is {value}; give a number of 0 or more"))
    }

    /// Returns it with lengths multiplied by a factor; times stay.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let Self { gravity, jumper } = *self;
        let by = f64::from(factor);
        let rule = match gravity.rule {
            RestRule::Absolute(most) => RestRule::Absolute(most * by),
            RestRule::Grade(most) => RestRule::Grade(most),
        };
        Self {
            gravity: Gravity { pull: gravity.pull * factor, rule },
            jumper: Jumper {
                run_speed: jumper.run_speed * by,
                jump_speed: jumper.jump_speed * by,
                air_control: jumper.air_control * by,
                max_fall: jumper.max_fall * by,
                step: jumper.step * by,
            },
        }
    }
}
