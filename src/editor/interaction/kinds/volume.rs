//! Volumes of the generation, such as drawn boxes.

use std::sync::Arc;

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::elements::entity::{EntityKind, Object, ObjectEdit};
use crate::editor::generation::plan;
use crate::editor::session::command::Command as C;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::{Element, hit, sorted};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::generation::GenerationMark;
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::edit::Refusal;
use navsmith_formats::document::Document;
use navsmith_formats::document::generation::MOST_RULES;
use navsmith_generation::{Volume, VolumeEffect};

pub(in crate::editor) static VOLUMES: EntityKind = EntityKind {
    nouns: ["box", "boxes"],
    commands: &[&[C::Move, C::FrameSelection], &[C::Duplicate, C::Delete], &[C::Generate, C::ShowGeneration]],
    mode: None,
    pick: |context, pointer| {
        let hits = volumes(context.state.document())
            .map(|(index, volume)| hit(Element::Volume(index), nearest(volume, pointer), pointer));
        sorted(hits.filter(|hit| hit.distance <= pointer.pick_radius))
    },
    within: |context, area, touching| {
        let is_taken = |volume: &Volume| {
            let mut places = corners(volume, volume.heights[0]);
            if touching { places.any(|at| area.contains(at)) } else { places.all(|at| area.contains(at)) }
        };
        let taken = volumes(context.state.document()).filter(|(_, volume)| is_taken(volume));
        taken.map(|(index, _)| Element::Volume(index)).collect()
    },
    all: |document| volumes(document).map(|(index, _)| Element::Volume(index)).collect(),
    cells: |_, _| SmallVec::new(),
    draw_hover: |state, scene, element| {
        if let Some(volume) = volume_of(state.document(), element) {
            for [from, to] in lines(volume) {
                scene.line(Role::Hover, from, to);
            }
            let mark = Role::Generation(GenerationMark::of_effect(volume.effect));
            let text = format!("box: {}", plan::effect_text(state, volume.effect));
            if let Some(at) = corners(volume, volume.heights[1]).next() {
                scene.label(mark, at, text);
            }
        }
    },
    object: Some(Object {
        draw: draw_volumes,
        is_shown: |_, _| true,
        positions: |document, object| {
            let volume = volume_of(document, object);
            volume.into_iter().flat_map(|volume| corners(volume, volume.heights[0])).collect()
        },
        transform,
        delete: |draft, object| {
            let Element::Volume(index) = object else { return Ok(()) };
            let plan = Arc::make_mut(&mut draft.rest.generation);
            if index < plan.volumes.len() {
                plan.volumes.remove(index);
            }
            Ok(())
        },
        paste,
    }),
};

fn volumes(document: &Document) -> impl Iterator<Item = (usize, &Volume)> {
    document.generation.volumes.iter().enumerate()
}

fn volume_of(document: &Document, element: Element) -> Option<&Volume> {
    let Element::Volume(index) = element else { return None };
    document.generation.volumes.get(index)
}

fn corners(volume: &Volume, height: f32) -> impl Iterator<Item = Vec3> + Clone {
    volume.corners.iter().map(move |&corner| at_height(corner, height))
}

/// Returns the edges: those around its bottom and its top, and the upright ones.
fn lines(volume: &Volume) -> impl Iterator<Item = [Vec3; 2]> {
    let [low, high] = volume.heights;
    let around = move |height: f32| {
        let next = corners(volume, height).cycle().skip(1);
        corners(volume, height).zip(next).map(|(from, to)| [from, to])
    };
    let upright = corners(volume, low).zip(corners(volume, high)).map(|(from, to)| [from, to]);
    around(low).chain(around(high)).chain(upright)
}

/// Returns the point of its edges that is nearest to a pointer.
fn nearest(volume: &Volume, pointer: &Pointer) -> Vec3 {
    let places = lines(volume).map(|line| pointer.nearest_on(line));
    places.min_by(|a, b| pointer.distance(*a).total_cmp(&pointer.distance(*b))).unwrap_or(Vec3::INFINITY)
}

/// Applies `f` to its corners; the heights change with the first corner.
fn transform(draft: &mut DocumentDraft, object: Element, f: &dyn Fn(Vec3) -> Vec3) -> ObjectEdit {
    let Element::Volume(index) = object else { return Ok(()) };
    let Some(volume) = Arc::make_mut(&mut draft.rest.generation).volumes.get_mut(index) else {
        return Ok(());
    };
    let low = volume.heights[0];
    let heights = volume.heights.map(|height| corners(volume, height).next().map_or(height, |at| f(at).y));
    let moved: Vec<Vec3> = corners(volume, low).map(f).collect();
    let changed = Volume {
        corners: moved.iter().copied().map(ground).collect(),
        heights: [heights[0].min(heights[1]), heights[0].max(heights[1])],
        effect: volume.effect,
    };
    if changed.problem().is_some() {
        return Err(Refusal::NotFinite);
    }
    *volume = changed;
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "as those of other objects")]
fn paste(draft: &mut DocumentDraft, from: &Document, object: Element, offset: Vec3) -> ObjectEdit {
    let Some(volume) = volume_of(from, object) else { return Ok(()) };
    let plan = Arc::make_mut(&mut draft.rest.generation);
    let effect = match volume.effect {
        VolumeEffect::Area(area) if draft.rest.areas.get(usize::from(area.0)).is_none() => {
            VolumeEffect::Limit
        }
        effect => effect,
    };
    if plan.volumes.len() < MOST_RULES {
        plan.volumes.push(Volume {
            corners: volume.corners.iter().map(|&corner| corner + ground(offset)).collect(),
            heights: volume.heights.map(|height| height + offset.y),
            effect,
        });
        draft.added.push(Element::Volume(plan.volumes.len() - 1));
    }
    Ok(())
}

/// Draws the volumes in the view.
fn draw_volumes(state: &State, scene: &mut Scene) {
    for (index, volume) in volumes(state.document()) {
        let bounds = Bounds::of(volume.heights.into_iter().flat_map(|height| corners(volume, height)));
        if !scene.camera.sees(&bounds) {
            continue;
        }
        let is_selected = state.selection().contains(Element::Volume(index));
        let own = GenerationMark::of_effect(volume.effect);
        let role = Role::Generation(if is_selected { GenerationMark::Selected } else { own });
        scene.fill(Role::Generation(own), corners(volume, volume.heights[0]).collect());
        for [from, to] in lines(volume) {
            scene.line(role, from, to);
        }
    }
}
