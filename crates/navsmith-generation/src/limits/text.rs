//! A check of limits as lines of text.

use std::collections::BTreeMap;

use navsmith_core::geometry::Vec3;

use super::{DoorLimit, LimitCheck, LimitVerdict, StepLimit};

/// Places with one message.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitLine {
    /// The message, without places, as a clause.
    pub text: String,
    /// Whether an agent does not pass.
    pub is_blocked: bool,
    /// The places; empty for a contradiction of the settings.
    pub places: Vec<Vec3>,
}

/// Returns a length in metres with the digits that a reader needs.
fn metres(length: f32) -> String {
    let rounded = (length * 100.0).round() / 100.0;
    if rounded == 0.0 && length > 0.0 { format!("{length:.4} m") } else { format!("{rounded} m") }
}

fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

impl LimitCheck {
    /// Returns the lines: contradictions, then steps of equal height, doors and slopes.
    pub fn lines(&self) -> Vec<LimitLine> {
        let contradiction =
            |text: &String| LimitLine { text: text.clone(), is_blocked: false, places: Vec::new() };
        let mut lines: Vec<LimitLine> = self.contradictions.iter().map(contradiction).collect();
        lines.extend(self.lines_of_steps());
        lines.extend(self.doors.iter().map(|door| self.line_of_door(door)));
        lines.extend(self.lines_of_slopes());
        lines
    }

    fn lines_of_steps(&self) -> impl Iterator<Item = LimitLine> {
        let mut groups: BTreeMap<(LimitVerdict, i32), Vec<&StepLimit>> = BTreeMap::new();
        for step in &self.steps {
            let centimetres = (step.height * 100.0).round() as i32;
            groups.entry((step.verdict, centimetres)).or_default().push(step);
        }
        let climb = self.settings.agent.max_climb;
        groups.into_iter().map(move |((verdict, centimetres), steps)| {
            let height = metres(centimetres as f32 / 100.0);
            let n = steps.len();
            let what = count(n, "step", "steps");
            let passing = steps.iter().map(|step| step.passing_climb).fold(0.0, f32::max);
            let is_equal = centimetres == (climb * 100.0).round() as i32;
            let verb = |one: &'static str, many: &'static str| if n == 1 { one } else { many };
            let relation = match verdict {
                LimitVerdict::AtLimit if is_equal => {
                    format!("{} the climb of {}", verb("equals", "equal"), metres(climb))
                }
                LimitVerdict::AtLimit => {
                    format!("{} within a voxel of the climb of {}", verb("is", "are"), metres(climb))
                }
                LimitVerdict::Blocked => {
                    format!("{} above the climb of {}", verb("is", "are"), metres(climb))
                }
            };
            LimitLine {
                text: format!("{what} of {height} {relation}; a climb of {} passes", metres(passing)),
                is_blocked: verdict == LimitVerdict::Blocked,
                places: steps.iter().map(|step| step.place).collect(),
            }
        })
    }

    fn line_of_door(&self, door: &DoorLimit) -> LimitLine {
        let needed = 2.0 * self.settings.agent.radius;
        let [width, needs] = [door.width, needed].map(metres);
        let at = "a door is";
        let text = match (door.verdict, door.passing_cell_size) {
            (LimitVerdict::AtLimit, _) => {
                format!("{at} {width} wide, and the agent needs {needs}; it is open by less than two voxels")
            }
            (LimitVerdict::Blocked, Some(size)) => format!(
                "{at} {width} wide, and the agent needs {needs}, but voxels of {} close it; a cell size of {size:.3} m or a \
                 radius of {} passes",
                metres(self.settings.cell_size()),
                metres(door.passing_radius)
            ),
            (LimitVerdict::Blocked, None) => format!(
                "{at} {width} wide, and the agent needs {needs}; a radius of {} passes",
                metres(door.passing_radius)
            ),
        };
        LimitLine { text, is_blocked: door.verdict == LimitVerdict::Blocked, places: vec![door.place] }
    }

    fn lines_of_slopes(&self) -> impl Iterator<Item = LimitLine> {
        let limit = self.settings.agent.max_slope.to_degrees();
        [LimitVerdict::Blocked, LimitVerdict::AtLimit].into_iter().filter_map(move |verdict| {
            let slopes: Vec<_> = self.slopes.iter().filter(|slope| slope.verdict == verdict).collect();
            let first = slopes.first()?;
            let steepest = slopes.iter().map(|slope| slope.slope).fold(0.0, f32::max);
            let what = count(slopes.len(), "slope", "slopes");
            let passing = (steepest * 10.0).ceil() / 10.0;
            let area: f32 = slopes.iter().map(|slope| slope.area).sum();
            let text = match verdict {
                LimitVerdict::AtLimit => format!(
                    "{what} with {area:.1} m² at the limit, {:.1}° of {limit:.1}°; a slope of {:.1}° passes",
                    first.slope,
                    passing.max(limit) + 0.5
                ),
                LimitVerdict::Blocked => format!(
                    "{what} with {area:.1} m² above the limit, up to {steepest:.1}° of {limit:.1}°; a slope of {passing:.1}° passes"
                ),
            };
            let is_blocked = verdict == LimitVerdict::Blocked;
            Some(LimitLine { text, is_blocked, places: slopes.iter().map(|slope| slope.place).collect() })
        })
    }
}
