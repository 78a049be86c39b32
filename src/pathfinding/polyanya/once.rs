//! One question, for which the mesh is laid out as the search comes to it.

use std::ops::ControlFlow;

use super::{IntervalEvent, Optimum, Polyanya};
use crate::pathfinding::footprint::SearchProgress;
use crate::pathfinding::search_mesh::SearchMeshSource as _;
use crate::pathfinding::{LazySearchMesh, Located, Walkable};
use crate::trace::Observer;

/// The shortest way from one place on the mesh to another; `None` where there is no way.
///
/// For many queries of one mesh keep a [`Polyanya`].
pub fn optimum(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
    observer: &mut impl Observer<IntervalEvent>,
) -> Option<Optimum> {
    optimum_watched(walkable, [start, target], None, observer).0
}

/// The same while somebody watches, and how many intervals were expanded; `None` too where that is broken off.
pub(in crate::pathfinding) fn optimum_watched(
    walkable: &Walkable<'_>,
    [start, target]: [&Located; 2],
    mut watch: Option<&mut SearchProgress<'_>>,
    observer: &mut impl Observer<IntervalEvent>,
) -> (Option<Optimum>, usize) {
    let mut polyanya = Polyanya::new(LazySearchMesh::new(walkable));
    let mut goes_on =
        |expanded| watch.as_deref_mut().map_or(ControlFlow::Continue(()), |it| it.look(expanded));
    let length = polyanya.length_while(start, target, observer, &mut goes_on);
    let mut best = Optimum::default();
    let is_told = length.is_some() && polyanya.tell(start, target, &mut best).is_some();
    if let Some(watch) = watch {
        let floor = polyanya.layout.floor();
        watch.footprint.add(floor.vertices());
        // Through others it goes on for a number of steps that the size of the mesh decides.
        if !floor.is_sound() {
            watch.footprint.tread_everything();
        }
    }
    (is_told.then_some(best), polyanya.run.expanded)
}
