//! Single query on a mesh that is built lazily during the search.

use super::Polyanya;
use super::answer::Optimum;
use super::event::IntervalEvent;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search::footprint::SearchProgress;
use crate::pathfinding::search_mesh::SearchMeshSource as _;
use crate::pathfinding::search_mesh::lazy::LazySearchMesh;
use crate::progress::Progress;
use crate::trace::Observer;

/// Returns the shortest path between two places on the mesh; `None` if there is none.
///
/// For many queries of one mesh, keep a [`Polyanya`].
pub fn optimum(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
    observer: &mut impl Observer<IntervalEvent>,
) -> Option<Optimum> {
    optimum_watched(walkable, [start, target], None, observer).0
}

/// Like [`optimum`], but reports progress and records the footprint in `watch`.
///
/// Also returns the number of expanded intervals. The path is `None` too if the search is stopped.
pub(in crate::pathfinding) fn optimum_watched(
    walkable: &Walkable<'_>,
    [start, target]: [&Located; 2],
    watch: Option<&mut SearchProgress<'_>>,
    observer: &mut impl Observer<IntervalEvent>,
) -> (Option<Optimum>, usize) {
    let mut polyanya = Polyanya::new(LazySearchMesh::new(walkable));
    let none = Progress::none();
    let progress = watch.as_deref().map_or(&none, |watch| watch.progress);
    let length = polyanya.search(start, target, observer, progress);
    let mut best = Optimum::default();
    let is_found = length.is_ok_and(|length| length.is_some())
        && polyanya.write_answer(start, target, &mut best).is_some();
    if let Some(watch) = watch {
        let floor = polyanya.layout.floor();
        watch.footprint.add(floor.vertices());
        // In other meshes the limit of expansions depends on the size of the whole mesh.
        if !floor.is_sound() || polyanya.run.budget.is_some() {
            watch.footprint.is_everything = true;
        }
    }
    (is_found.then_some(best), polyanya.run.expanded)
}
