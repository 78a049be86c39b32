//! Runs that continue while their targets, the mesh or the pointer move.
//!
//! A run on display continues from its frame, and its recording then contains what happened. *Run again* starts the
//! scenario from the beginning, as it is now.

use std::sync::Arc;

use crate::editor::session::effect::Message;
use crate::editor::session::job::MeshSnapshot;
use crate::editor::session::memo::When;
use crate::editor::simulation::runs::{Continued, RunKey, RunSource};
use crate::editor::simulation::{groups, playback, scenarios};
use crate::editor::{Editor, State};
use navsmith_core::geometry::at_height;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::run::recorded_run::RunChange;
use navsmith_core::simulation::scenario::{GroupTarget, Scenario};

/// Distance by which the pointer moves before agents follow it, in metres.
const POINTER_STEP: f32 = 0.1;

/// Continues the run on display if only its targets or the mesh changed; otherwise, another run starts.
///
/// At its start and at its end, a run starts again. So it does when an undo restores the document of its start.
pub(in crate::editor) fn follow(editor: &mut Editor) {
    if !playback::playback(editor).is_shown() {
        editor.state.simulation.continued = None;
        return;
    }
    let Some(scenario) = scenarios::active(editor) else {
        editor.state.simulation.continued = None;
        return;
    };
    let ground = editor.mesh_snapshot();
    if let Some(key) = &editor.state.simulation.continued {
        let last = key.continued.as_ref().and_then(|continued| continued.changes.last());
        if last.is_some_and(|last| last.scenario.has_same_run(scenario) && last.mesh == ground.mesh) {
            return;
        }
        if key.ground == ground && key.scenario.has_same_run(scenario) {
            editor.state.simulation.continued = None;
            return;
        }
    }
    let Some(source) = source(editor) else { return };
    let is_source = source.ground == ground && source.scenario.has_same_run(scenario);
    if is_source && editor.state.simulation.continued.is_none() {
        return;
    }
    let frame = frame(editor, &source);
    let is_within = 0 < frame && frame + 1 < source.recording.len();
    let continues = is_within && differs_only_in_targets(&source.scenario, scenario);
    let is_long = RunKey::when_for(scenario, frame) == When::OnRequest;
    let scenario = Arc::new(scenario.clone());
    let was_continued = editor.state.simulation.continued.is_some();
    let pointer = last_change(&source, frame).and_then(|last| last.pointer);
    editor.state.simulation.continued =
        continues.then(|| continued(&source, frame, ground, scenario, pointer));
    if continues && !was_continued {
        let seconds = frame as f32 * source.recording.time_step();
        let text = if is_long {
            format!(
                "The run from {seconds:.2} s on is computed with the change. The view shows the earlier run until it is done."
            )
        } else {
            format!(
                "The run continues from {seconds:.2} s with the change. Choose \"Run again\" to run it from the start."
            )
        };
        editor.say(Message::info(text));
    }
}

/// Lets the agents that go to the pointer follow it while the run plays.
pub(in crate::editor) fn follow_pointer(state: &mut State) {
    let Some(scenario) = scenarios::active(state) else { return };
    let is_target = scenario.groups.iter().any(|group| group.target == GroupTarget::Pointer);
    // The result of a job is shown before the next one starts.
    let is_playing = playback::playback(state).is_playing();
    if !is_playing || !is_target || state.analyses.run.running().is_some() {
        return;
    }
    let Some(at) = state.pointer() else { return };
    let height = state.pointer_height().unwrap_or(0.0);
    let at = groups::endpoint_at(state, at_height(at, height));
    let Some(source) = source(state) else { return };
    let frame = frame(state, &source);
    let last = last_change(&source, frame);
    let last_at = last.and_then(|last| last.pointer);
    let has_moved = last_at.is_none_or(|last| last.ground.distance(at.ground) > POINTER_STEP);
    if frame + 1 < source.recording.len() && has_moved && differs_only_in_targets(&source.scenario, scenario)
    {
        let scenario = match last {
            Some(last) if *last.scenario == *scenario => Arc::clone(&last.scenario),
            _ => Arc::new(scenario.clone()),
        };
        let key = continued(&source, frame, state.mesh_snapshot(), scenario, Some(at));
        state.simulation.continued = Some(key);
    }
}

/// Starts the scenario from the beginning, as it is now.
pub(in crate::editor) fn run_again(editor: &mut Editor) {
    editor.state.simulation.continued = None;
    editor.follow_analyses();
    playback::seek(editor, 0.0);
}

/// Returns the run on display; where its value was dropped, the one that it continues.
fn source(state: &State) -> Option<Arc<RunSource>> {
    let latest = state.analyses.run.latest().and_then(|run| run.as_ref().ok());
    let base = || {
        let key = state.simulation.continued.as_ref()?;
        key.continued.as_ref().map(|continued| Arc::clone(&continued.base))
    };
    latest.map(|run| Arc::clone(&run.source)).or_else(base)
}

/// Returns the frame of a run at the present time.
fn frame(state: &State, source: &RunSource) -> usize {
    let time_step = f64::from(source.recording.time_step());
    let frame = (playback::playback(state).time() / time_step).round().max(0.0) as usize;
    frame.min(source.recording.len().saturating_sub(1))
}

/// Returns the last change of a run up to a frame.
fn last_change(source: &RunSource, frame: usize) -> Option<&RunChange> {
    source.changes.iter().take_while(|change| change.step as usize <= frame).last()
}

fn continued(
    source: &Arc<RunSource>,
    frame: usize,
    ground: MeshSnapshot,
    scenario: Arc<Scenario>,
    pointer: Option<Endpoint>,
) -> RunKey {
    let earlier = source.changes.iter().filter(|change| (change.step as usize) < frame);
    let MeshSnapshot { mesh, derived } = ground;
    let change = RunChange { step: frame as u32, mesh, derived, scenario, pointer };
    RunKey {
        ground: source.ground.clone(),
        scenario: source.scenario.clone(),
        continued: Some(Continued {
            changes: Arc::new(earlier.cloned().chain([change]).collect()),
            base: Arc::clone(source),
            from: frame,
        }),
    }
}

/// Whether the runs of two scenarios differ in nothing but the positions of their targets.
fn differs_only_in_targets(from: &Scenario, to: &Scenario) -> bool {
    let mut moved = from.clone();
    for (group, to) in moved.groups.iter_mut().zip(&to.groups) {
        match (&mut group.target, &to.target) {
            (GroupTarget::Point(at), GroupTarget::Point(to)) => *at = *to,
            (GroupTarget::Route { points, .. }, GroupTarget::Route { points: to, .. })
                if points.len() == to.len() =>
            {
                points.clone_from(to);
            }
            _ => {}
        }
    }
    moved.has_same_run(to)
}
