//! Outlines: drawing, painting and baking them, changes by numbers, and outlines of cells.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use crate::editor::elements::selecting;
use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::Message;
use crate::editor::session::pick::{Element, OutlinePoint};
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground, ground_area};
use navsmith_core::navmesh::edit::{EditResult, Edited, Refusal, paint};
use navsmith_core::navmesh::{AreaId, Cell, CellId};
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{OutlineFloor, PlacedOutline, count};

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
    let chosen = selected(editor).filter_map(|point| list.get(point.outline));
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

/// Returns the selected points of outlines.
pub fn selected(session: &Session) -> impl Iterator<Item = OutlinePoint> {
    let objects = session.selection().objects().iter();
    objects.filter_map(|object| if let Element::Outline(point) = *object { Some(point) } else { None })
}

/// Returns the only outline with selected points; `None` for several or none.
pub fn only_selected(session: &Session) -> Option<usize> {
    let outlines: BTreeSet<usize> = selected(session).map(|point| point.outline).collect();
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
    let outlines = loops(editor, &cells, height);
    let title = "Outline from boundary edges";
    let number = outlines.len();
    let is_done = editor.edit(title, |draft| {
        let first = draft.rest.outlines.list.len();
        for (index, outline) in outlines.iter().enumerate() {
            let points = 0..outline.points.len();
            let point = |point| Element::Outline(OutlinePoint { outline: first + index, point });
            draft.added.extend(points.map(point));
        }
        let all = draft.outlines_mut();
        all.list.extend(outlines);
        // The cells become those of the floor, so that equal vertices and cells stay.
        match all.floors.iter_mut().find(|floor| (floor.height + 0.0).to_bits() == height.to_bits()) {
            Some(floor) => {
                floor.cells.extend(cells);
                floor.cells.sort_unstable();
            }
            None => all.floors.push(OutlineFloor { height, cells: cells.into_iter().collect() }),
        }
        Ok(Edited::default())
    });
    if is_done {
        editor.say(Message::info(format!("Made {}.", count(number, "outline", "outlines"))));
    }
}

/// Returns outlines along the boundary of cells of each area: outer ones, and holes.
fn loops(session: &Session, cells: &BTreeSet<CellId>, height: f32) -> Vec<PlacedOutline> {
    let mesh = session.mesh();
    let mut by_area: BTreeMap<AreaId, Vec<CellId>> = BTreeMap::new();
    for &cell in cells {
        if let Some(area) = mesh.cell(cell).map(Cell::area) {
            by_area.entry(area).or_default().push(cell);
        }
    }
    let adjacency = &session.derived().adjacency;
    let mut found: Vec<(f64, PlacedOutline)> = Vec::new();
    for (area, of_area) in by_area {
        let is_inside = |cell: CellId| of_area.binary_search(&cell).is_ok();
        for ring in adjacency.boundary_rings(mesh, of_area.iter().copied(), is_inside) {
            let points: Vec<Vec2> = ring.into_iter().map(|corner| ground(mesh.position(corner))).collect();
            let size = ground_area(&points);
            let role = if size > 0.0 { OutlineRole::Ground(area) } else { OutlineRole::Hole };
            if points.len() >= 3 {
                found.push((size, PlacedOutline { points, role, height, name: String::new() }));
            }
        }
    }
    // Larger ones first, because later ones are within earlier ones; a hole before what fills it.
    found.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()).then(a.0.total_cmp(&b.0)));
    found.into_iter().map(|(_, outline)| outline).collect()
}
