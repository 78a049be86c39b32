//! Places at which a level has changed since the mesh was made for it.

use std::sync::Arc;

use crate::editor::levels::files::{self, LevelFile};
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::CellId;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::{LevelReference, OutdatedPlace, changed_ground, count, outdated_places};
use navsmith_formats::io::levels::LevelContent;

/// Numbers of triangles and cells above which a job compares them.
const MOST_TRIANGLES: usize = 50_000;
const MOST_CELLS: usize = 20_000;

/// Key of the changed ground of levels.
#[derive(Clone, Debug)]
pub(in crate::editor) struct ChangedGroundKey(Vec<ChangedLevel>);

/// A level whose file has changed.
#[derive(Clone, Debug)]
struct ChangedLevel {
    /// Index in the list of the document.
    index: usize,
    content: LevelContent,
    reference: LevelReference,
}

impl PartialEq for ChangedGroundKey {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&ChangedLevel, &ChangedLevel)| {
            one.index == other.index
                && Arc::ptr_eq(&one.content.level, &other.content.level)
                && one.reference.coordinates == other.reference.coordinates
                && one.reference.offset == other.reference.offset
                && one.reference.tiles == other.reference.tiles
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(is_same)
    }
}

impl Analysis for ChangedGroundKey {
    /// Index of each level, with rectangles in the coordinates of the document.
    type Value = Arc<Vec<(usize, Vec<[Vec2; 2]>)>>;

    const TITLE: &'static str = "comparing the levels with their earlier states";

    fn when(state: &State) -> When {
        let triangles: usize = changed(state).map(|level| level.content.level.len()).sum();
        if triangles > MOST_TRIANGLES { When::AfterFirstUse } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        let levels: Vec<ChangedLevel> = changed(state).collect();
        (!levels.is_empty()).then_some(Self(levels))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let mut all = Vec::new();
        for (done, ChangedLevel { index, content, reference }) in self.0.iter().enumerate() {
            progress.report(done, self.0.len())?;
            let triangles = content.compared_triangles(reference.coordinates.up);
            all.push((*index, changed_ground(reference, triangles)));
        }
        Ok(Arc::new(all))
    }
}

/// Returns the levels whose files have changed and whose earlier states are known by tile.
fn changed(state: &State) -> impl Iterator<Item = ChangedLevel> {
    let indices = 0..state.document().levels.len();
    indices.filter(|&index| files::is_outdated(state, index)).filter_map(|index| {
        match files::state(state, index)? {
            (reference, LevelFile::Read(content)) if reference.tiles.is_some() => {
                Some(ChangedLevel { index, content: content.clone(), reference: reference.clone() })
            }
            _ => None,
        }
    })
}

/// Key of the outdated places.
#[derive(Clone, Debug)]
pub(in crate::editor) struct OutdatedKey {
    ground: MeshSnapshot,
    changed: <ChangedGroundKey as Analysis>::Value,
}

impl PartialEq for OutdatedKey {
    fn eq(&self, other: &Self) -> bool {
        self.ground == other.ground && self.changed == other.changed
    }
}

impl Analysis for OutdatedKey {
    type Value = Arc<Vec<OutdatedPlace>>;

    const TITLE: &'static str = "finding outdated cells";

    fn when(state: &State) -> When {
        When::for_cells(state, MOST_CELLS, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        let changed = Arc::clone(state.value::<ChangedGroundKey>()?);
        Some(Self { ground: state.mesh_snapshot(), changed })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let mut places = Vec::new();
        for (level, rectangles) in self.changed.iter() {
            progress.check()?;
            places.extend(outdated_places(*level, rectangles, mesh, derived));
        }
        Ok(Arc::new(places))
    }
}

/// Returns the places at which levels have changed below or above cells.
///
/// `None` if no level has changed, and until they are found.
pub fn places(state: &State) -> Option<&Arc<Vec<OutdatedPlace>>> {
    state.value::<OutdatedKey>()
}

/// Shows the next outdated place, of one level or of all, and selects its cells.
pub(in crate::editor) fn frame_next(editor: &mut Editor, of: Option<usize>) {
    let Some(all) = places(editor).cloned() else { return };
    let places: Vec<&OutdatedPlace> =
        all.iter().filter(|place| of.is_none_or(|level| place.level == level)).collect();
    if places.is_empty() {
        return editor.say(Message::info("No cell lies where a level has changed."));
    }
    let is_shown = |place: &&OutdatedPlace| {
        let mut selected: Vec<CellId> = editor
            .selection
            .elements()
            .filter_map(|element| if let Element::Cell(cell) = element { Some(cell) } else { None })
            .collect();
        selected.sort_unstable();
        selected == place.cells
    };
    let next = places.iter().position(is_shown).map_or(0, |shown| (shown + 1) % places.len());
    let place = places[next].clone();
    let cells = count(place.cells.len(), "cell", "cells");
    editor.say(Message::info(format!("Place {} of {}: {cells}.", next + 1, places.len())));
    let bounds = editor.bounds_of_cells(&place.cells);
    editor.state.frame(&bounds);
    editor.state.select(place.cells.into_iter().map(Element::Cell));
}
