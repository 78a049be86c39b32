//! Commands for outlines.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::edits::outlines;
use crate::editor::session::command::Command;
use crate::editor::session::pick::{Element, OutlinePoint};
use crate::editor::{Editor, State};

pub(super) const ROWS: &[Spec] = &[
    Spec::toggle(
        Command::ToggleKeepOutlines,
        "Keep outlines",
        "Keep what Draw cell, Rectangle and Cut hole draw as outlines, which generate cells and can be edited later",
        |options| &mut options.keeps_outlines,
    )
    .keys(&[Shortcut::shift(Key::K)]),
    Spec::new(
        Command::SelectOutline,
        "Select outline",
        "Select all points of the outlines with selected points",
        select_outlines,
    )
    .when(|state| needs::need(outlines::selected(state).next().is_some(), "Select a point of an outline first")),
    Spec::new(
        Command::OutlineFromBoundary,
        "Outline from boundary edges",
        "Replace the selected cells, or the island, by outlines along their boundary edges",
        outlines::of_boundary,
    )
    .when(needs::island),
    Spec::new(
        Command::BakeOutlines,
        "Bake outlines",
        "Make the generated cells ordinary ones and remove their outlines: at the heights of selected points, or all",
        outlines::bake,
    )
    .when(has_outlines),
];

fn has_outlines(state: &State) -> Enabled {
    needs::need(
        !state.document().outlines.is_empty(),
        "There are no outlines; turn on Keep outlines and draw some",
    )
}

fn select_outlines(editor: &mut Editor) {
    let mut all: Vec<Element> = Vec::new();
    let mut chosen: Vec<usize> = outlines::selected(editor).map(|point| point.outline).collect();
    chosen.dedup();
    for outline in chosen {
        let points = editor.document().outlines.list.get(outline).map_or(0, |it| it.points.len());
        all.extend((0..points).map(|point| Element::Outline(OutlinePoint { outline, point })));
    }
    editor.state.select(all);
}
