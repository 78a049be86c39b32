//! Rest surfaces, platforms and the reachable region.

use crate::editor::State;
use crate::editor::session::effect::Effect;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::pick::Element;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::platformer::{
    FreeSpace, Gravity, Platform, ReachableRegion, TestedSurface, platforms, tested_surface,
};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::SideView;

/// Maximum number of cells for which platforms are found in the frame of a change.
pub(super) const LARGE: usize = 20_000;

/// Where the flood of the reachable region starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegionStart {
    /// No region is shown.
    Nothing,
    /// The start of the query.
    #[default]
    Start,
    /// The pointer.
    Pointer,
}

/// Key of the platforms of a side view.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct PlatformsKey {
    ground: MeshSnapshot,
    gravity: Gravity,
}

/// Rest surfaces and platforms of a side view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlatformsFound {
    /// Sides of solids, with the test whether a body rests on them.
    pub surfaces: Vec<TestedSurface>,
    /// Chains of those on which it does.
    pub platforms: Vec<Platform>,
}

impl Analysis for PlatformsKey {
    type Value = PlatformsFound;

    const TITLE: &'static str = "finding platforms";

    fn when(state: &State) -> When {
        if state.document().side_view().is_none() {
            return When::Never;
        }
        When::for_cells(state, LARGE, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        let SideView { gravity, .. } = state.document().side_view()?;
        Some(Self { ground: state.mesh_snapshot(), gravity })
    }

    fn outdated(state: &mut State) -> Option<Effect> {
        state.platforms.framed = None;
        None
    }

    fn compute(&self, _: JobContext<'_>) -> Result<PlatformsFound, Stopped> {
        let space = FreeSpace::new(&self.ground.mesh, &self.ground.derived);
        let tested = space.sides().iter().filter_map(|side| tested_surface(&self.gravity, side));
        Ok(PlatformsFound { surfaces: tested.collect(), platforms: platforms(&space, &self.gravity) })
    }
}

/// Key of the region that is connected with a cell.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct RegionKey {
    ground: MeshSnapshot,
    from: CellId,
}

impl Analysis for RegionKey {
    type Value = ReachableRegion;

    const TITLE: &'static str = "finding the reachable region";

    fn when(state: &State) -> When {
        if state.document().side_view().is_none() {
            return When::Never;
        }
        When::for_cells(state, LARGE, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        state.document().side_view()?;
        let from = match state.platforms.region {
            RegionStart::Start => state.located(End::Start).map(|at| at.cell),
            RegionStart::Nothing | RegionStart::Pointer => None,
        }?;
        Some(Self { ground: state.mesh_snapshot(), from })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<ReachableRegion, Stopped> {
        let space = FreeSpace::new(&self.ground.mesh, &self.ground.derived);
        Ok(ReachableRegion::of_cell(&space, self.from))
    }
}

/// Returns the platforms; `None` without a side view, and until they are computed.
pub fn found(state: &State) -> Option<&PlatformsFound> {
    state.value::<PlatformsKey>()
}

/// Returns the reachable region; `None` without a start, and until it is computed.
pub fn region(state: &State) -> Option<&ReachableRegion> {
    state.value::<RegionKey>()
}

/// Maximum number of cells for which the region follows the pointer.
pub const MOST_AT_POINTER: usize = 5_000;

/// Computes the region around the pointer; `None` for a larger mesh than [`MOST_AT_POINTER`].
pub(in crate::editor) fn region_at_pointer(state: &State) -> Option<ReachableRegion> {
    state.document().side_view()?;
    let at = state.pointer().filter(|_| state.mesh().cell_count() <= MOST_AT_POINTER)?;
    ReachableRegion::around(&FreeSpace::new(state.mesh(), state.derived()), at)
}

/// Returns where the flood of the region starts.
pub fn region_start(state: &State) -> RegionStart {
    state.platforms.region
}

/// Returns the index of the platform that was framed.
pub fn framed(state: &State) -> Option<usize> {
    state.platforms.framed
}

/// Returns the test of the side of a solid under the pointer.
pub fn tested_at_pointer(state: &State) -> Option<TestedSurface> {
    let Element::Edge(edge) = state.hover()?.element else { return None };
    let sides = state.derived().adjacency.sides_of(state.mesh(), edge);
    found(state)?.surfaces.iter().find(|surface| sides.contains(&surface.side)).copied()
}
