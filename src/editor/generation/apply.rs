//! The command *Generate*, which replaces the mesh by the generated one.

use std::sync::Arc;

use crate::editor::Editor;
use crate::editor::generation::GenerationView;
use crate::editor::generation::found::{GenerationFound, GenerationKey};
use crate::editor::generation::update::{UpdateDecisions, UpdateKey};
use crate::editor::generation::within::replace_within;
use crate::editor::levels::files;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::{Effect, Message, Panel};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{EditResult, Edited, copy, paste};
use navsmith_core::navmesh::{AreaId, CellId, Link, LinkEnd, NavMesh, VertexId};
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::document::{Area, LevelReference, count};
use navsmith_formats::update::merge_links;
use navsmith_generation::{Generation, Volume, VolumeEffect};

/// Replaces the mesh by the generated one, as soon as that is ready.
pub(in crate::editor) fn generate(editor: &mut Editor) {
    editor.state.generation.keeps_edits = false;
    editor.state.generation.decisions = None;
    editor.ask_outside(Effect::Show(Panel::Generation));
    begin(editor);
}

/// Merges the mesh with the generated one as soon as that is ready, and keeps what was done by hand.
pub(in crate::editor) fn regenerate(editor: &mut Editor) {
    editor.ask_outside(Effect::Show(Panel::Generation));
    editor.state.generation.keeps_edits = true;
    begin(editor);
}

/// Does so after a level was read again, without showing the panel.
pub(in crate::editor) fn regenerate_for_level(editor: &mut Editor) {
    let GenerationView { is_awaited, keeps_edits, .. } = editor.state.generation;
    if is_awaited && !keeps_edits {
        return;
    }
    editor.state.generation.keeps_edits = true;
    begin(editor);
}

fn begin(editor: &mut Editor) {
    if editor.state.analyses.generation.current().is_some() {
        return apply(editor);
    }
    editor.state.generation.is_awaited = true;
    editor.request::<GenerationKey>();
}

/// Replaces the mesh by the generated one, as one undo step.
pub(in crate::editor) fn apply(editor: &mut Editor) {
    editor.state.generation.is_awaited = false;
    let Some(found) = editor.state.analyses.generation.current().cloned() else { return };
    let generation = match &found.outcome {
        Ok(generation) => Arc::clone(generation),
        Err(why) => return editor.say(Message::error(format!("Not generated: {why}."))),
    };
    if generation.mesh.cell_count() == 0 {
        return editor.warn(
            "Not generated: no ground is left. Choose Why no mesh here, and click the ground to see what removed it.",
        );
    }
    if editor.state.generation.keeps_edits {
        return merge(editor);
    }
    let was_empty = editor.mesh().cell_count() == 0;
    let outlines = editor.document().outlines.list.len();
    let mut volumes = editor.document().generation.volumes.iter();
    let is_limited = !was_empty && volumes.any(|volume| volume.effect == VolumeEffect::Limit);
    let levels = levels(editor);
    let is_done = editor.settled().edit("Generate mesh", |draft| {
        draft.rest.levels = levels;
        replace(draft, &generation)
    });
    if !is_done {
        return;
    }
    editor.state.session.selection.clear();
    editor.state.generation.hide();
    editor.follow_analyses();
    if was_empty {
        let bounds = editor.mesh().bounds();
        editor.state.frame(&bounds);
    }
    editor.say(Message::info(describe(&found, &generation, (outlines, is_limited))));
}

/// Returns the references to the levels as they are now.
fn levels(editor: &Editor) -> Arc<Vec<LevelReference>> {
    let indices = 0..editor.document().levels.len();
    Arc::new(indices.filter_map(|index| files::accepted(editor, index)).collect())
}

/// Merges the mesh with the generated one, as soon as that is computed.
fn merge(editor: &mut Editor) {
    if editor.document().generated.is_empty() {
        return editor.warn("Not regenerated: the mesh is not generated. Choose Generate first.");
    }
    editor.forget::<UpdateKey>();
    let before = editor.state.generation.decisions.take();
    editor.state.generation.decisions = Some(UpdateDecisions::of(editor.document(), before));
    editor.follow_analyses();
}

/// Describes a result, with what was left out.
fn describe(
    found: &GenerationFound,
    generation: &Generation,
    (outlines, is_limited): (usize, bool),
) -> String {
    let cells = count(generation.mesh.cell_count(), "cell", "cells");
    let mut sentences =
        vec![format!("Generated {cells} with {:.1} m² in {:.2} s.", found.area, found.seconds)];
    if let Some(jumps) = &found.jumps {
        let links = count(jumps.links.len(), "jump or drop link", "jump and drop links");
        sentences.push(format!("The result has {links}."));
    }
    if !generation.lost.is_empty() {
        let contours = count(generation.lost.len(), "contour", "contours");
        sentences.push(format!("{contours} could not be divided and left out; choose another cell size."));
    }
    if is_limited {
        sentences.push("Cells outside of the boxes that limit it stay.".into());
    }
    if outlines > 0 {
        let outlines = count(outlines, "outline was", "outlines were");
        sentences.push(format!("{outlines} removed; undo brings them back."));
    }
    sentences.join(" ")
}

/// Replaces the cells and generated links in the limits, or all, by those of a generated mesh.
fn replace(draft: &mut DocumentDraft, generation: &Generation) -> EditResult {
    let last = Arc::clone(&draft.rest.generated);
    draft.rest.outlines = Arc::default();
    draft.rest.agent = Some(generation.settings.agent);
    draft.rest.areas = areas(&draft.rest.areas, &generation.mesh);
    let volumes = draft.rest.generation.volumes.iter();
    let mut limits: Vec<Volume> =
        volumes.filter(|volume| volume.effect == VolumeEffect::Limit).cloned().collect();
    if draft.mesh().cell_count() == 0 {
        limits.clear();
    }
    let links = replace_links(draft, &last, generation, &limits);
    draft.rest.generated = Arc::new(GeneratedElements::of(&generation.mesh).with_links(links));
    if !limits.is_empty() {
        let cell_size = generation.settings.cell_size();
        return replace_within(draft, &whole(&generation.mesh), (&limits, cell_size));
    }
    let cells: Vec<CellId> = draft.mesh().cells().map(|(cell, _)| cell).collect();
    let vertices: Vec<VertexId> = draft.mesh().vertices().map(|(vertex, _)| vertex).collect();
    draft.remove_cells(&cells);
    for vertex in vertices {
        draft.remove_vertex(vertex);
    }
    paste(draft, &whole(&generation.mesh), Vec3::ZERO).map(|_| Edited::default())
}

/// Replaces the generated links that begin in the limits, or all; returns the generated ones.
///
/// Links by hand stay. Links that were deleted by hand come back.
fn replace_links(
    draft: &mut DocumentDraft,
    last: &GeneratedElements,
    generation: &Generation,
    limits: &[Volume],
) -> Vec<Link> {
    let is_in_limits = |link: &Link| {
        limits.is_empty() || limits.iter().any(|limit| limit.contains(link.middle(LinkEnd::From)))
    };
    let links = draft.mesh().links().map(|(_, link)| *link);
    let (replaced, others): (Vec<Link>, Vec<Link>) =
        links.filter(|link| last.has_link(link)).partition(is_in_limits);
    let new: Vec<Link> = generation.mesh.links().map(|(_, link)| *link).collect();
    let mut links = merge_links(draft, &replaced, &new, 2.0 * generation.settings.agent.radius).generated;
    links.extend(others);
    links
}

fn whole(mesh: &NavMesh) -> navsmith_core::navmesh::edit::Fragment {
    let cells: Vec<CellId> = mesh.cells().map(|(cell, _)| cell).collect();
    copy(mesh, &[], &cells)
}

/// Returns areas for all cells of a mesh.
fn areas(areas: &Arc<Vec<Area>>, mesh: &NavMesh) -> Arc<Vec<Area>> {
    let last = mesh.cells().map(|(_, cell)| cell.area()).max().unwrap_or(AreaId(0));
    let missing = areas.len()..usize::from(last.0) + 1;
    if missing.is_empty() {
        return Arc::clone(areas);
    }
    Arc::new(areas.iter().cloned().chain(missing.map(Area::numbered)).collect())
}
