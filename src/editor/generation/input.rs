//! User input about the generation.

use crate::editor::generation::found::{self, GenerationKey};
use crate::editor::generation::stage::GenerationStage;
use crate::editor::generation::update::{self, UpdateKey};
use crate::editor::generation::{plan, shapes};
use crate::editor::levels::surface;
use crate::editor::session::effect::{Effect, Panel};
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Vec3, at_height};
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_formats::update::ConflictSubject;
use navsmith_generation::VolumeEffect;

/// Ground shown around a place near a limit, in metres.
const AROUND: f32 = 3.0;

/// User input about the generation, besides commands and tools.
#[derive(Clone, Debug, PartialEq)]
pub enum GenerationInput {
    /// Replaces the plan, as one undo step; invalid numbers change nothing.
    Set(GenerationPlan),
    /// Shows the result of a plan while a number is dragged.
    ///
    /// All such changes become one undo step at the next input that does more than look. Escape undoes them.
    Drag(GenerationPlan),
    /// Stops the generation.
    Stop,
    /// Starts the generation, also after it was stopped.
    Start,
    /// Draws a stage, or none.
    ShowStage(Option<GenerationStage>),
    /// Draws the jump links of the result and the samples without one, or hides them.
    ShowJumps(bool),
    /// Draws a figure of the agent where the view is, or removes it.
    ShowAgent(bool),
    /// Frames a place near a limit, by the indices of its line and of the place.
    FrameLimit(usize, usize),
    /// States the reason at a point, or none.
    Ask(Option<Vec3>),
    /// Frames the point whose reason is stated.
    FrameAsked,
    /// Sets the effect of drawn volumes.
    DrawVolumes(VolumeEffect),
    /// Selects and frames a volume.
    FrameVolume(usize),
    /// Takes the new generation at a conflict, or keeps what was done by hand.
    Decide(ConflictSubject, bool),
    /// Takes the new generation at all conflicts, or keeps what was done by hand.
    DecideAll(bool),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: GenerationInput) {
    let view = &mut editor.state.generation;
    match input {
        GenerationInput::Set(plan) => plan::set(editor, "Change generation settings", plan),
        GenerationInput::Drag(plan) => plan::drag(editor, plan),
        GenerationInput::Stop => {
            view.is_awaited = false;
            editor.cancel::<GenerationKey>();
            editor.cancel::<UpdateKey>();
            editor.state.generation.decisions.take_if(|decisions| !decisions.is_shown);
        }
        GenerationInput::Start => editor.request::<GenerationKey>(),
        GenerationInput::ShowStage(stage) => view.stage = stage,
        GenerationInput::ShowJumps(is_shown) => view.shows_jumps = is_shown,
        GenerationInput::ShowAgent(is_shown) => {
            let place = is_shown.then(|| place_in_view(&editor.state));
            let view = &mut editor.state.generation;
            view.figure = place.filter(|_| is_shown).map(|place| view.figure.unwrap_or(place));
        }
        GenerationInput::FrameLimit(line, place) => frame_limit(&mut editor.state, line, place),
        GenerationInput::Ask(at) => view.asked = at.filter(|at| at.is_finite()),
        GenerationInput::FrameAsked => {
            if let Some(at) = view.asked {
                editor.state.frame(&shapes::around(at, AROUND));
            }
        }
        GenerationInput::DrawVolumes(effect) => view.effect = effect,
        GenerationInput::FrameVolume(index) => frame_volume(&mut editor.state, index),
        GenerationInput::Decide(subject, takes_theirs) => {
            update::decide(&mut editor.state, subject, takes_theirs);
        }
        GenerationInput::DecideAll(takes_theirs) => update::decide_all(&mut editor.state, takes_theirs),
    }
}

/// Whether an input leaves a drag of a number running.
pub(in crate::editor) fn is_looking(input: &GenerationInput) -> bool {
    matches!(input, GenerationInput::Drag(_) | GenerationInput::ShowAgent(_))
}

fn frame_limit(state: &mut State, line: usize, place: usize) {
    let found = found::latest(state).and_then(|found| found.limits.get(line)?.places.get(place).copied());
    if let Some(at) = found {
        state.generation.limit = Some([line, place]);
        state.frame(&shapes::around(at, AROUND));
    }
}

fn frame_volume(state: &mut State, index: usize) {
    if let Some(volume) = state.document().generation.volumes.get(index) {
        let [low, high] = volume.heights;
        let corners = volume.corners.iter().flat_map(|&at| [low, high].map(|height| at_height(at, height)));
        let bounds = Bounds::of(corners);
        state.frame(&bounds);
        state.select([Element::Volume(index)]);
    }
}

/// Returns the index of the selected limit, and of its framed place.
pub fn framed_limit(state: &State) -> Option<[usize; 2]> {
    state.generation.limit
}

/// Returns the effect of drawn volumes.
pub fn drawn_effect(state: &State) -> VolumeEffect {
    state.generation.effect
}

/// Whether the mesh is replaced when the result is ready.
pub fn is_awaited(state: &State) -> bool {
    state.generation.is_awaited
}

/// Returns the place of the figure of the agent; `None` while it is not drawn.
pub fn figure(state: &State) -> Option<Vec3> {
    state.generation.figure
}

/// Returns the asked point, or the ground in the middle of the view from above.
fn place_in_view(state: &State) -> Vec3 {
    let middle = state.camera_above().center.as_vec2();
    let floor = || surface::floor_at(state, middle).unwrap_or_default();
    state.generation.asked.unwrap_or_else(|| at_height(middle, floor()))
}

/// States the reason at a point, and shows the panel.
pub(in crate::editor) fn ask(editor: &mut Editor, at: Vec3) {
    editor.state.generation.asked = Some(at);
    editor.ask_outside(Effect::Show(Panel::Generation));
}
