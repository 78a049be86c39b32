//! Commands for the generation of the mesh from the levels.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::State;
use crate::editor::files::review;
use crate::editor::generation::stage::{self, GenerationStage};
use crate::editor::generation::{apply, found, jumps};
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Panel};

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::Generate,
        "Generate",
        "Replace the mesh by one generated from the visible levels, with the settings of the panel Generate",
        apply::generate,
    )
    .keys(&[Shortcut::command(Key::G)])
    .when(has_level),
    Spec::new(
        Command::Regenerate,
        "Regenerate",
        "Generate the mesh again, and keep the cells and links that were changed, added or deleted by hand",
        apply::regenerate,
    )
    .when(is_generated),
    Spec::new(
        Command::ApplyUpdate,
        "Apply new generation",
        "Replace the mesh by the one that Regenerate lists in the panel Compare, with the decisions about conflicts",
        review::apply,
    )
    .when(|state| needs::need(review::is_ready(state), "No new generation awaits decisions; choose Regenerate")),
    Spec::new(
        Command::ShowGeneration,
        "Generation settings",
        "Show the panel Generate with the agent, the voxels, and what is near the limits of the agent",
        |editor| editor.ask_outside(Effect::Show(Panel::Generation)),
    ),
    Spec::new(
        Command::ToggleJumpLinks,
        "Generate jump links",
        "Also generate jump and drop links from the borders of the mesh, with the numbers of the panel Generate",
        |editor| {
            editor.ask_outside(Effect::Show(Panel::Generation));
            jumps::toggle(editor);
        },
    )
    .checked(jumps::is_on)
    .when(has_level),
];

/// Commands for the recorded stages.
pub(super) const STAGE_ROWS: &[Spec] = &[
    Spec::new(
        Command::NextGenerationStage,
        "Next generation stage",
        "Draw the next stage of the generation, from voxels to polygons",
        |editor| {
            let next = stage::shown(editor).map_or(Some(GenerationStage::Voxels), |shown| shown.next(false));
            editor.state.generation.show(next);
        },
    )
    .when(has_stages),
    Spec::new(
        Command::PreviousGenerationStage,
        "Previous generation stage",
        "Draw the stage of the generation before the present one",
        |editor| {
            let next = stage::shown(editor).map_or(Some(GenerationStage::Polygons), |shown| shown.next(true));
            editor.state.generation.show(next);
        },
    )
    .when(has_stages),
];

fn has_level(state: &State) -> Enabled {
    needs::need(found::has_level(state), "No level is visible; add level geometry first")
}

fn is_generated(state: &State) -> Enabled {
    has_level(state)?;
    needs::need(!state.document().generated.is_empty(), "The mesh is not generated; choose Generate first")
}

fn has_stages(state: &State) -> Enabled {
    needs::need(found::generation(state).is_some(), "No mesh has been generated; open the panel Generate")
}
