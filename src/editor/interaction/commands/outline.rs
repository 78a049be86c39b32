//! Commands for outlines.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::edits::outlines;
use crate::editor::queries::recordings::triangulation::step_triangulation;
use crate::editor::session::command::Command;
use crate::editor::session::pick::{Element, OutlinePoint};
use crate::editor::{Editor, State};
use navsmith_formats::io::images::ImageOutlines;

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
    .when(|state| needs::need(state.selection().outline_points().next().is_some(), "Select a point of an outline first")),
    Spec::new(
        Command::OutlineFromBoundary,
        "Outline from boundary edges",
        "Replace the selected cells, or the island, by outlines along their boundary edges",
        outlines::of_boundary,
    )
    .when(needs::island),
    Spec::new(
        Command::OutlinesFromSection,
        "Outlines from level section",
        "Make outlines of the lines in which the levels cross the cut height, on the floor below",
        outlines::of_section,
    )
    .when(|state| {
        needs::level(state)?;
        needs::need(state.options().cut_height.is_some(), "Cut the levels first")
    }),
    Spec::new(
        Command::OutlinesFromImage,
        "Outlines from image",
        "Make outlines along the light ground of the uppermost image; the panel Level has its brightness",
        |editor| {
            if let Some(index) = outlines::uppermost_image(editor) {
                outlines::of_image(editor, index, ImageOutlines::default());
            }
        },
    )
    .when(|state| needs::need(outlines::uppermost_image(state).is_some(), "No image is visible; add one first")),
    Spec::new(
        Command::OffsetOutlines,
        "Offset outlines by radius",
        "Replace outlines by those of the ground where the centre of the agent can be, at selected heights or all",
        outlines::offset_by_radius,
    )
    .when(has_outlines),
    Spec::new(
        Command::StepTriangulation,
        "Step the triangulation",
        "Step through the triangulation of outlines; with a selected edge, show the step that decided about it",
        step_triangulation,
    )
    .when(has_outlines),
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
    let mut chosen: Vec<usize> = editor.selection().outline_points().map(|point| point.outline).collect();
    chosen.dedup();
    for outline in chosen {
        let points = editor.document().outlines.list.get(outline).map_or(0, |it| it.points.len());
        all.extend((0..points).map(|point| Element::Outline(OutlinePoint { outline, point })));
    }
    editor.state.select(all);
}
