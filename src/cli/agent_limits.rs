//! Steps, doors and slopes near the limits of an agent, as text and JSON.

use serde::Serialize;

use super::output::{json, place, plain_count};
use super::{Done, Exit};
use navsmith_core::geometry::Vec3;
use navsmith_generation::{LimitCheck, LimitLine, LimitVerdict};

/// Number of places listed after a message.
const MOST_PLACES: usize = 3;

/// Number of messages in the notes of a generation.
const MOST_NOTES: usize = 5;

#[derive(Serialize)]
struct StepRow {
    place: [f32; 3],
    height: f32,
    is_blocked: bool,
    passing_climb: f32,
}

#[derive(Serialize)]
struct DoorRow {
    place: [f32; 3],
    width: f32,
    is_blocked: bool,
    passing_radius: f32,
    passing_cell_size: Option<f32>,
}

#[derive(Serialize)]
struct SlopeRow {
    place: [f32; 3],
    slope: f32,
    area: f32,
    is_blocked: bool,
}

#[derive(Serialize)]
struct Rows<'a> {
    contradictions: &'a [String],
    steps: Vec<StepRow>,
    doors: Vec<DoorRow>,
    slopes: Vec<SlopeRow>,
    left_out: usize,
}

/// Returns the answer to a check; its exit code is 1 if something is near a limit.
pub(super) fn done(check: &LimitCheck, is_json: bool) -> Result<Done, String> {
    let text = if is_json { json(&rows(check))? } else { text_of(check) };
    Ok(Done { exit: Exit::of(check.is_empty()), ..Done::found(text) })
}

/// Returns the first messages with places, for the notes of a generation.
pub(super) fn notes(check: &LimitCheck) -> Vec<String> {
    let mut lines: Vec<LimitLine> = check.lines();
    lines.retain(|line| !line.places.is_empty());
    // What is closed comes first.
    lines.sort_by_key(|line| !line.is_blocked);
    let rest = lines.len().saturating_sub(MOST_NOTES);
    let mut notes: Vec<String> = lines.iter().take(MOST_NOTES).map(line_of).collect();
    notes.extend((rest > 0).then(|| {
        format!("{} about limits; --check lists them", plain_count(rest, "more message", "more messages"))
    }));
    notes
}

fn text_of(check: &LimitCheck) -> String {
    let mut lines: Vec<String> = check.lines().iter().map(line_of).collect();
    if check.left_out > 0 {
        let places = plain_count(check.left_out, "more place is", "more places are");
        lines.push(format!("{places} left out"));
    }
    if lines.is_empty() {
        lines.push("no step, door or slope is near a limit".into());
    }
    lines.join("\n") + "\n"
}

/// Returns a message with its first places.
fn line_of(line: &LimitLine) -> String {
    let places: Vec<String> = line.places.iter().take(MOST_PLACES).map(|&at| place(at)).collect();
    let rest = line.places.len() - places.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    if places.is_empty() { line.text.clone() } else { format!("{}: {}{more}", line.text, places.join(", ")) }
}

fn rows(check: &LimitCheck) -> Rows<'_> {
    let place = |at: Vec3| at.to_array();
    let is_blocked = |verdict: LimitVerdict| verdict == LimitVerdict::Blocked;
    Rows {
        contradictions: &check.contradictions,
        steps: check
            .steps
            .iter()
            .map(|step| StepRow {
                place: place(step.place),
                height: step.height,
                is_blocked: is_blocked(step.verdict),
                passing_climb: step.passing_climb,
            })
            .collect(),
        doors: check
            .doors
            .iter()
            .map(|door| DoorRow {
                place: place(door.place),
                width: door.width,
                is_blocked: is_blocked(door.verdict),
                passing_radius: door.passing_radius,
                passing_cell_size: door.passing_cell_size,
            })
            .collect(),
        slopes: check
            .slopes
            .iter()
            .map(|slope| SlopeRow {
                place: place(slope.place),
                slope: slope.slope,
                area: slope.area,
                is_blocked: is_blocked(slope.verdict),
            })
            .collect(),
        left_out: check.left_out,
    }
}
