//! Outlines: drawing, painting and baking them, and outlines of cells, levels and images.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::editor::elements::selecting;
use crate::editor::levels::{images, surface};
use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::Message;
use crate::editor::session::pick::{Element, OutlinePoint};
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::edit::{EditResult, Edited, Refusal, paint};
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{
    OutlineFloor, PlacedOutline, count, floor_below_section, is_one_height, outlines_along, outlines_inside,
    outlines_of_segments,
};
use navsmith_formats::io::images::ImageOutlines;

/// Changes of an outline, given by its index, by numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlineInput {
    /// Selects all points of an outline.
    Select(usize),
    /// Sets the role; for ground, also the area.
    SetRole(usize, OutlineRole),
    /// Sets the height of the generated cells.
    SetHeight(usize, f32),
    /// Sets the name; it may be empty.
    Rename(usize, String),
    /// Moves an outline behind those that add or subtract ground before it.
    MoveLast(usize),
    /// Makes outlines along the ground of an image, given by its index in the list of levels.
    OfImage(usize, ImageOutlines),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: OutlineInput) {
    let selection = editor.state.session.selection.clone();
    match input {
        OutlineInput::Select(index) => {
            let points = editor.document().outlines.list.get(index).map_or(0, |outline| outline.points.len());
            let points = (0..points).map(|point| Element::Outline(OutlinePoint { outline: index, point }));
            return editor.state.select(points);
        }
        OutlineInput::SetRole(index, role) => {
            change(editor, "Change the role of an outline", index, |outline| outline.role = role);
        }
        OutlineInput::SetHeight(index, height) => {
            change(editor, "Change the height of an outline", index, |outline| outline.height = height);
        }
        OutlineInput::Rename(index, name) => {
            let name = name.trim().to_owned();
            change(editor, "Rename an outline", index, |outline| outline.name = name);
        }
        OutlineInput::OfImage(index, settings) => return of_image(editor, index, settings),
        OutlineInput::MoveLast(index) => {
            let is_done = editor.edit("Move an outline last", |draft| {
                let list = &mut draft.outlines_mut().list;
                if index >= list.len() {
                    return Err(Refusal::NoSuchOutline);
                }
                let outline = list.remove(index);
                list.push(outline);
                Ok(Edited::default())
            });
            let last = editor.document().outlines.list.len().saturating_sub(1);
            if is_done {
                handle(editor, OutlineInput::Select(last));
            }
            return;
        }
    }
    editor.state.session.selection = selection;
    editor.state.session.retain_existing();
}

fn change(editor: &mut Editor, title: &str, index: usize, change: impl FnOnce(&mut PlacedOutline)) -> bool {
    editor.edit(title, |draft| {
        let outline = draft.outlines_mut().list.get_mut(index).ok_or(Refusal::NoSuchOutline)?;
        change(outline);
        Ok(Edited::default())
    })
}

/// Adds an outline as one undo step and selects its points; returns `false` if it is refused.
pub(in crate::editor) fn add(editor: &mut Editor, title: &str, outline: PlacedOutline) -> bool {
    let is_hole = outline.role == OutlineRole::Hole;
    let before = editor.mesh().clone();
    let is_done = editor.edit(title, |draft| {
        let index = draft.rest.outlines.list.len();
        let points = 0..outline.points.len();
        draft.added.extend(points.map(|point| Element::Outline(OutlinePoint { outline: index, point })));
        draft.outlines_mut().list.push(outline);
        Ok(Edited::default())
    });
    if is_done && is_hole && *editor.mesh() == before {
        let text = "The hole is kept, but no ground of an outline is there. Outlines cut only outlines of their height.";
        editor.say(Message::info(text));
    }
    is_done
}

/// Appends outlines to those of a draft, and selects their points.
fn extend(draft: &mut DocumentDraft, outlines: Vec<PlacedOutline>) {
    let first = draft.rest.outlines.list.len();
    for (index, outline) in outlines.iter().enumerate() {
        let points = 0..outline.points.len();
        let point = |point| Element::Outline(OutlinePoint { outline: first + index, point });
        draft.added.extend(points.map(point));
    }
    draft.outlines_mut().list.extend(outlines);
}

/// Side of an outline at the pointer, and the point on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::editor) struct OutlineSidePlace {
    pub(in crate::editor) outline: usize,
    pub(in crate::editor) side: usize,
    pub(in crate::editor) at: Vec2,
}

/// Returns the side of an outline nearest to the pointer, unless a point is as near.
pub(in crate::editor) fn side_at(state: &State, pointer: Pointer) -> Option<OutlineSidePlace> {
    let list = &state.document().outlines.list;
    let mut best: Option<(f32, OutlineSidePlace)> = None;
    for (outline, placed) in list.iter().enumerate() {
        let is_near = |at: &Vec2| pointer.distance(at_height(*at, placed.height)) <= pointer.pick_radius;
        for side in 0..placed.side_count() {
            let ends = placed.side(side);
            let at = pointer.nearest_on(ends.map(|end| at_height(end, placed.height)));
            let distance = pointer.distance(at);
            let is_better = best.is_none_or(|(nearest, _)| distance < nearest);
            if distance <= pointer.pick_radius && is_better && !ends.iter().any(is_near) {
                best = Some((distance, OutlineSidePlace { outline, side, at: ground(at) }));
            }
        }
    }
    best.map(|(_, side)| side)
}

/// Inserts a point into a side of an outline and selects it.
pub(in crate::editor) fn insert_point(editor: &mut Editor, side: OutlineSidePlace) {
    editor.edit("Insert a point", |draft| {
        let list = &mut draft.outlines_mut().list;
        let outline = list.get_mut(side.outline).ok_or(Refusal::NoSuchOutline)?;
        let point = side.side + 1;
        if point > outline.points.len() {
            return Err(Refusal::NoSuchOutline);
        }
        outline.points.insert(point, side.at);
        draft.added.push(Element::Outline(OutlinePoint { outline: side.outline, point }));
        Ok(Edited::default())
    });
}

/// Assigns an area to cells; for generated ones, to their outlines.
pub(in crate::editor) fn paint_cells(
    draft: &mut DocumentDraft,
    cells: &[CellId],
    area: AreaId,
) -> EditResult {
    let (generated, by_hand): (Vec<CellId>, Vec<CellId>) =
        cells.iter().partition(|&&cell| draft.rest.outlines.contains(cell));
    let outlines: BTreeSet<usize> =
        generated.iter().filter_map(|&cell| draft.rest.outlines.ground_of(draft.mesh(), cell)).collect();
    for outline in outlines {
        if let Some(outline) = draft.outlines_mut().list.get_mut(outline) {
            outline.role = OutlineRole::Ground(area);
        }
    }
    let painted = if by_hand.is_empty() && !generated.is_empty() {
        Edited::default()
    } else {
        paint(draft, &by_hand, area)?
    };
    let cells = painted.cells.into_iter().chain(generated).collect();
    Ok(Edited { cells, ..Edited::default() })
}

/// Makes ordinary cells of those that outlines generate: of the heights of selected points, or of all.
pub(in crate::editor) fn bake(editor: &mut Editor) {
    let list = &editor.document().outlines.list;
    let chosen = editor.selection().outline_points().filter_map(|point| list.get(point.outline));
    let heights: BTreeSet<u32> = chosen.map(|outline| (outline.height + 0.0).to_bits()).collect();
    let is_baked = |height: f32| heights.is_empty() || heights.contains(&(height + 0.0).to_bits());
    let baked = editor.document().outlines.baked(is_baked);
    let outlines = list.len() - baked.list.len();
    let cells = editor.document().outlines.cell_count() - baked.cell_count();
    let selection = editor.state.session.selection.clone();
    let is_done = editor.edit("Bake outlines", |draft| {
        draft.rest.outlines = baked.into();
        Ok(Edited::default())
    });
    if is_done {
        editor.state.session.selection = selection;
        editor.state.session.retain_existing();
        let (outlines, cells) = (count(outlines, "outline", "outlines"), count(cells, "cell", "cells"));
        editor.say(Message::info(format!("Baked {outlines}: {cells} can be edited now.")));
    }
}

/// Returns the only outline with selected points; `None` for several or none.
pub fn only_selected(session: &Session) -> Option<usize> {
    let outlines: BTreeSet<usize> = session.selection().outline_points().map(|point| point.outline).collect();
    let only = outlines.first().copied();
    only.filter(|_| outlines.len() == 1)
}

/// Replaces the selected cells, or the islands, by outlines along their boundary edges.
pub(in crate::editor) fn of_boundary(editor: &mut Editor) {
    let mut cells: BTreeSet<CellId> = selecting::cells_meant(editor).into_iter().collect();
    if cells.is_empty() {
        let islands = selecting::islands_meant(editor);
        let of = |cell: CellId| editor.derived().islands.of(cell);
        let all = editor.mesh().cells().map(|(id, _)| id);
        cells = all.filter(|&cell| of(cell).is_some_and(|island| islands.contains(&island))).collect();
    }
    cells.retain(|&cell| !editor.document().outlines.contains(cell));
    let heights = cells.iter().flat_map(|&cell| editor.mesh().ring(cell)).map(|at| (at.y + 0.0).to_bits());
    let heights: BTreeSet<u32> = heights.collect();
    let (Some(&height), 1) = (heights.first(), heights.len()) else {
        return editor.warn(if cells.is_empty() {
            "There are no cells to outline. Select cells that no outline generates."
        } else {
            "The cells are at several heights, and an outline has one. Select level cells."
        });
    };
    let height = f32::from_bits(height);
    let adjacency = &editor.derived().adjacency;
    let outlines = outlines_along(editor.mesh(), adjacency, cells.iter().copied(), height);
    let number = outlines.len();
    let is_done = editor.edit("Outline from boundary edges", |draft| {
        extend(draft, outlines);
        let all = draft.outlines_mut();
        // The cells become those of the floor, so that equal vertices and cells stay.
        match all.floors.iter_mut().find(|floor| is_one_height(floor.height, height)) {
            Some(floor) => {
                floor.cells.extend(cells);
                floor.cells.sort_unstable();
            }
            None => all.floors.push(OutlineFloor {
                height,
                cells: cells.into_iter().collect(),
                is_outdated: false,
            }),
        }
        Ok(Edited::default())
    });
    if is_done {
        editor.say(Message::info(format!("Made {}.", count(number, "outline", "outlines"))));
    }
}

/// Adds outlines as one undo step, selects their points and shows their number.
fn add_all(editor: &mut Editor, title: &str, outlines: Vec<PlacedOutline>) {
    let number = outlines.len();
    let is_done = editor.edit(title, |draft| {
        extend(draft, outlines);
        Ok(Edited::default())
    });
    if is_done {
        editor.say(Message::info(format!("Made {}.", count(number, "outline", "outlines"))));
    }
}

/// Makes outlines of the lines in which the levels cross the cut height, on the floor below.
pub(in crate::editor) fn of_section(editor: &mut Editor) {
    let Some(section) = surface::section(editor).cloned() else {
        return editor.warn("The section is not ready. Wait until the levels are cut.");
    };
    if section.is_empty() {
        return editor.warn("The levels do not cross the cut height. Move the cut.");
    }
    let floor = surface::surface(editor).and_then(|surface| floor_below_section(surface, &section));
    let height = floor.unwrap_or_else(|| surface::top(editor));
    let outlines = outlines_of_segments(&section, editor.options().area, height);
    add_all(editor, "Outlines from the section", outlines);
}

/// Makes outlines along the ground of an image, given by its index in the list of levels.
pub(in crate::editor) fn of_image(editor: &mut Editor, index: usize, settings: ImageOutlines) {
    let shown = images::shown(editor).find(|shown| shown.index == index);
    let Some((placement, image)) = shown.map(|shown| (shown.placement, shown.image.clone())) else {
        return editor.warn("The image is hidden, or not read yet. Show it first.");
    };
    let (area, height) = (editor.options().area, editor.options().draw_height);
    match image.outlines(settings, &placement, (area, height)) {
        Ok(outlines) if outlines.is_empty() => {
            editor.warn("No pixel is ground. Choose another brightness, or swap light and dark.");
        }
        Ok(outlines) => add_all(editor, "Outlines from an image", outlines),
        Err(why) => editor.warn(&format!("No outlines were made: {why}.")),
    }
}

/// Returns the index of the uppermost visible image.
pub(in crate::editor) fn uppermost_image(state: &State) -> Option<usize> {
    images::shown(state).last().map(|shown| shown.index)
}

/// Replaces outlines by those of the ground on which the centre of the agent can be.
///
/// These are the outlines of the heights of selected points, or all.
pub(in crate::editor) fn offset_by_radius(editor: &mut Editor) {
    let document = editor.document().clone();
    let radius = editor.active_query().map_or(0.0, |query| query.settings.agent.radius);
    if radius <= 0.0 {
        return editor.warn("The agent has no radius. Set one in the settings of the query.");
    }
    let list = &document.outlines.list;
    let chosen: BTreeSet<u32> = editor
        .selection()
        .outline_points()
        .filter_map(|point| list.get(point.outline))
        .map(|outline| (outline.height + 0.0).to_bits())
        .collect();
    let mut heights: BTreeSet<u32> = list.iter().map(|outline| (outline.height + 0.0).to_bits()).collect();
    heights.retain(|height| chosen.is_empty() || chosen.contains(height));
    let mut inside = Vec::new();
    for &height in &heights {
        let Some(outlines) = outlines_inside(&document.outlines, f32::from_bits(height), radius) else {
            return editor.warn("The outlines cross in too many places. Draw simpler ones.");
        };
        inside.extend(outlines);
    }
    if inside.is_empty() {
        return editor.warn("No ground is left: the agent is too wide. Choose a smaller radius.");
    }
    let number = inside.len();
    let is_done = editor.edit("Offset outlines by the radius", |draft| {
        let list = &mut draft.outlines_mut().list;
        list.retain(|outline| !heights.iter().any(|&it| is_one_height(f32::from_bits(it), outline.height)));
        extend(draft, inside);
        Ok(Edited::default())
    });
    if is_done {
        let outlines = count(number, "outline", "outlines");
        editor.say(Message::info(format!("The ground is {radius} m smaller on each side: {outlines}.")));
    }
}
