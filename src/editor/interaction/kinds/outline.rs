//! Points of outlines.

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::elements::entity::{EntityKind, Object, ObjectEdit};
use crate::editor::session::command::Command as C;
use crate::editor::session::draft::{CopiedOutline, DocumentDraft};
use crate::editor::session::pick::{Element, OutlinePoint, hit, sorted};
use crate::editor::view::scene::outlines::{OutlineMark, draw_outline};
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::AreaId;
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{Document, PlacedOutline, count};

/// Number of points in view up to which each is drawn.
const MOST_POINTS: usize = 2_000;

pub(in crate::editor) static OUTLINES: EntityKind = EntityKind {
    nouns: ["outline point", "outline points"],
    commands: &[
        &[C::SelectOutline, C::StepTriangulation, C::BakeOutlines],
        &[C::Move, C::FrameSelection],
        &[C::Copy, C::Duplicate, C::Delete],
    ],
    mode: None,
    pick: |context, pointer| {
        let points = points(context.state.document());
        let hits = points.map(|(point, at)| hit(Element::Outline(point), at, pointer));
        sorted(hits.filter(|hit| hit.distance <= pointer.pick_radius))
    },
    within: |context, area, _| {
        let inside = points(context.state.document()).filter(|(_, at)| area.contains(*at));
        inside.map(|(point, _)| Element::Outline(point)).collect()
    },
    all: |document| points(document).map(|(point, _)| Element::Outline(point)).collect(),
    cells: |_, _| SmallVec::new(),
    draw_hover: |state, scene, element| {
        if let Element::Outline(point) = element
            && let Some(outline) = state.document().outlines.list.get(point.outline)
            && let Some(at) = outline.points.get(point.point)
        {
            draw_outline(scene, Role::Hover, outline);
            let at = at_height(*at, outline.height);
            scene.point(Role::Hover, at);
            scene.label(role(outline), at, describe(state.document(), outline, point.outline));
        }
    },
    object: Some(Object {
        draw: draw_outlines,
        is_shown: |_, _| true,
        positions: |document, object| match object {
            Element::Outline(point) => place(document, point).into_iter().collect(),
            _ => SmallVec::new(),
        },
        transform,
        delete,
        paste,
    }),
};

fn points(document: &Document) -> impl Iterator<Item = (OutlinePoint, Vec3)> {
    let outlines = document.outlines.list.iter().enumerate();
    outlines.flat_map(|(outline, placed)| {
        let points = placed.points.iter().enumerate();
        points.map(move |(point, at)| (OutlinePoint { outline, point }, at_height(*at, placed.height)))
    })
}

fn place(document: &Document, OutlinePoint { outline, point }: OutlinePoint) -> Option<Vec3> {
    let outline = document.outlines.list.get(outline)?;
    outline.points.get(point).map(|&at| at_height(at, outline.height))
}

fn transform(draft: &mut DocumentDraft, object: Element, f: &dyn Fn(Vec3) -> Vec3) -> ObjectEdit {
    let Element::Outline(id) = object else { return Ok(()) };
    // All points of an outline have one height, and each is moved from that at the start.
    let height = draft.rest.outlines.list.get(id.outline).ok_or(Refusal::NoSuchOutline)?.height;
    let height = *draft.outline_heights.entry(id.outline).or_insert(height);
    let outline = draft.outlines_mut().list.get_mut(id.outline).ok_or(Refusal::NoSuchOutline)?;
    let point = outline.points.get_mut(id.point).ok_or(Refusal::NoSuchOutline)?;
    let moved = f(at_height(*point, height));
    if !moved.is_finite() {
        return Err(Refusal::NotFinite);
    }
    *point = ground(moved);
    outline.height = moved.y;
    Ok(())
}

/// Removes a point; an outline with too few points loses all of them, and is removed with the edit.
fn delete(draft: &mut DocumentDraft, object: Element) -> ObjectEdit {
    let Element::Outline(id) = object else { return Ok(()) };
    let outline = draft.outlines_mut().list.get_mut(id.outline).ok_or(Refusal::NoSuchOutline)?;
    if id.point < outline.points.len() {
        outline.points.remove(id.point);
    }
    if outline.points.len() < outline.least_points() {
        outline.points.clear();
    }
    Ok(())
}

/// Adds a copy of a point to the copy of its outline, which the first point of each outline begins.
fn paste(draft: &mut DocumentDraft, from: &Document, object: Element, offset: Vec3) -> ObjectEdit {
    let Element::Outline(id) = object else { return Ok(()) };
    let outline = from.outlines.list.get(id.outline).ok_or(Refusal::NoSuchOutline)?;
    let at = place(from, id).ok_or(Refusal::NoSuchOutline)?;
    let begun = draft.copied_outline.filter(|copied| copied.from == id.outline);
    let copy = begun.unwrap_or_else(|| {
        let role = match outline.role {
            OutlineRole::Ground(area) => {
                let name = from.area(area).map(|area| &area.name);
                let known = draft.rest.areas.iter().position(|area| Some(&area.name) == name);
                OutlineRole::Ground(
                    known.and_then(|index| u8::try_from(index).ok()).map_or(AreaId(0), AreaId),
                )
            }
            role => role,
        };
        let (points, height) = (Vec::new(), outline.height + offset.y);
        let list = &mut draft.outlines_mut().list;
        list.push(PlacedOutline { points, role, height, name: String::new() });
        CopiedOutline { from: id.outline, to: list.len() - 1 }
    });
    draft.copied_outline = Some(copy);
    let points = &mut draft.outlines_mut().list[copy.to].points;
    points.push(ground(at + offset));
    let point = OutlinePoint { outline: copy.to, point: points.len() - 1 };
    draft.added.push(Element::Outline(point));
    Ok(())
}

/// Returns the role of the marks of an outline.
fn role(outline: &PlacedOutline) -> Role {
    match outline.role {
        OutlineRole::Ground(_) => Role::Outline(OutlineMark::Ground),
        OutlineRole::Hole => Role::Outline(OutlineMark::Hole),
        OutlineRole::Constraint => Role::Outline(OutlineMark::Chain),
    }
}

/// Draws the outlines in the view, and their points unless there are too many.
///
/// A selected point is larger.
fn draw_outlines(state: &State, scene: &mut Scene) {
    let document = state.document();
    let places = |outline: &PlacedOutline| {
        let height = outline.height;
        outline.points.iter().map(move |&at| at_height(at, height)).collect::<Vec<_>>()
    };
    let seen: Vec<&PlacedOutline> =
        document.outlines.list.iter().filter(|it| scene.camera.sees(&Bounds::of(places(it)))).collect();
    let has_points = seen.iter().map(|outline| outline.points.len()).sum::<usize>() <= MOST_POINTS;
    for outline in seen {
        draw_outline(scene, role(outline), outline);
        for at in places(outline).into_iter().filter(|_| has_points) {
            scene.point(role(outline), at);
        }
    }
    for object in state.selection().objects() {
        if let Element::Outline(point) = *object
            && let Some(at) = place(document, point)
        {
            scene.point(Role::Outline(OutlineMark::Selected), at);
        }
    }
}

fn describe(document: &Document, outline: &PlacedOutline, index: usize) -> String {
    let points = count(outline.points.len(), "point", "points");
    let noun = match outline.role {
        OutlineRole::Ground(area) => format!("outline of {}", document.area_text(area)),
        _ => outline.noun().to_owned(),
    };
    let name = if outline.name.is_empty() { (index + 1).to_string() } else { outline.name.clone() };
    format!("{name}: {noun}, {points}")
}
