//! Targets of agents: where they are now, the search that agents share, and the places around them.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use super::places;
use super::scenario::Arrival;
use super::target_tree::TargetTree;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;

/// What a goal follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GoalKind {
    /// A position of the scenario.
    Fixed(Endpoint),
    /// The agent with this index.
    Agent(u32),
    /// The pointer in the window.
    Pointer,
}

/// Number of path searches, and of those that a shared one saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Searches that serve all agents with one target.
    pub shared: u32,
    /// Searches for one agent.
    pub own: u32,
    /// Paths from a shared search, each of which saved a search of its own.
    pub saved: u32,
    /// Cells that searches expanded, those of the corridors of new paths, and some for each path.
    pub cells: usize,
}

/// The shared search of a class of agents.
#[derive(Clone, Debug)]
pub(super) struct GoalTree {
    class: usize,
    /// Step of the last use.
    pub(super) used_at: u32,
    /// Whether an agent has a path from it.
    is_used: bool,
    /// Step in which the search was completed.
    completed_at: u32,
    pub(super) tree: Arc<TargetTree>,
}

/// A target of agents.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) kind: GoalKind,
    pub(super) arrival: Arrival,
    /// Position on the mesh; `None` without one.
    pub(super) at: Option<Located>,
    /// Number of agents that go there.
    pub(super) users: u32,
    /// Number of agents that arrived.
    pub(super) arrived: u32,
    /// Largest radius of these agents.
    pub(super) radius: f32,
    /// The shared search of each class of agents.
    trees: Vec<GoalTree>,
    /// The places around the target; `None` until the first agent comes near.
    places: Option<Vec<Located>>,
    taken: usize,
}

impl Goal {
    pub(super) fn new(kind: GoalKind, arrival: Arrival) -> Self {
        Self {
            kind,
            arrival,
            at: None,
            users: 0,
            arrived: 0,
            radius: 0.0,
            trees: Vec::new(),
            places: None,
            taken: 0,
        }
    }

    pub(super) fn is_moving(&self) -> bool {
        !matches!(self.kind, GoalKind::Fixed(_))
    }

    /// Moves a goal to an endpoint on the mesh.
    pub(super) fn locate(&mut self, mesh: &NavMesh, derived: &Derived, endpoint: Option<Endpoint>) {
        self.at = endpoint.and_then(|endpoint| places::located(mesh, derived, endpoint));
    }

    /// Forgets everything that depends on the mesh or the position.
    pub(super) fn forget(&mut self) {
        self.trees.clear();
        (self.places, self.taken, self.arrived) = (None, 0, 0);
    }

    /// Continues the shared search of a class of agents up to a number of cells.
    ///
    /// Returns whether it is complete. Begins another search if the target is in another cell than before. A search
    /// that paused is completed first, and serves in that step for where the target was when it began.
    pub(super) fn search(
        &mut self,
        (class, step): (usize, u32),
        walkable: &Walkable<'_>,
        counts: &mut SearchCounts,
        most_cells: usize,
    ) -> bool {
        let Some(at) = self.at else { return true };
        self.trees.retain(|known| {
            let is_due = !known.tree.is_complete() || known.completed_at == step;
            known.class != class || is_due || known.tree.target().cell == at.cell
        });
        let index = self.trees.iter().position(|known| known.class == class).unwrap_or_else(|| {
            counts.shared += 1;
            let tree = Arc::new(TargetTree::new(walkable, &at));
            self.trees.push(GoalTree { class, used_at: step, is_used: false, completed_at: step, tree });
            self.trees.len() - 1
        });
        let GoalTree { used_at, completed_at, tree, .. } = &mut self.trees[index];
        *used_at = step;
        if !tree.is_complete() {
            counts.cells += Arc::make_mut(tree).grow(walkable, most_cells.saturating_sub(counts.cells));
            *completed_at = step;
        }
        tree.is_complete()
    }

    /// Returns the shared search of a class of agents, for the path of one of them.
    pub(super) fn tree(&mut self, class: usize, counts: &mut SearchCounts) -> Option<&TargetTree> {
        let GoalTree { is_used, tree, .. } = self.trees.iter_mut().find(|known| known.class == class)?;
        counts.saved += u32::from(std::mem::replace(is_used, true));
        Some(tree)
    }

    /// Returns the classes whose shared search paused.
    pub(super) fn paused(&self) -> impl Iterator<Item = usize> {
        self.trees.iter().filter(|known| !known.tree.is_complete()).map(|known| known.class)
    }

    /// Returns the shared searches.
    pub(super) fn trees(&self) -> &[GoalTree] {
        &self.trees
    }

    /// Removes the shared searches that were not used after a step.
    pub(super) fn drop_trees(&mut self, step: u32) {
        self.trees.retain(|tree| tree.used_at > step);
    }

    /// Whether agents take places around the target.
    pub(super) fn has_places(&self) -> bool {
        matches!(self.arrival, Arrival::Formation | Arrival::Queue) && !self.is_moving() && self.users > 1
    }

    /// Whether all places are taken.
    pub(super) fn is_full(&self) -> bool {
        self.places.as_ref().is_some_and(|places| self.taken >= places.len())
    }

    /// Whether all places are taken, and a position is within a distance of a place of the queue.
    pub(super) fn is_in_queue(&self, at: Vec3, within: f32) -> bool {
        let is_near = |place: &Located| place.point.distance(at) <= within;
        self.arrival == Arrival::Queue && self.is_full() && self.places.iter().flatten().any(is_near)
    }

    /// Returns the number of places around the target; 0 if they are not known yet.
    pub(super) fn place_count(&self) -> u32 {
        self.places.as_ref().map_or(0, |places| places.len() as u32)
    }

    /// Returns the distance from the target, or from the next place, at which an agent takes a place.
    pub(super) fn place_reach(&self) -> f32 {
        match self.arrival {
            Arrival::Formation => 1.5 * self.radius * (self.users as f32).sqrt() + 3.0 * self.radius,
            _ => 4.0 * self.radius,
        }
    }

    /// Whether the places around the target are known.
    pub(super) fn knows_places(&self) -> bool {
        self.places.is_some()
    }

    /// Finds the places around the target.
    ///
    /// `approach` is the mean direction of the agents that come. `path` returns the way of one, along which a queue
    /// forms.
    pub(super) fn find_places(
        &mut self,
        walkable: &Walkable<'_>,
        approach: Vec2,
        path: impl FnOnce() -> Vec<Vec3>,
    ) {
        let Some(at) = self.at else { return };
        let (radius, users) = (self.radius, self.users as usize);
        self.places = Some(match self.arrival {
            Arrival::Queue => places::queue(walkable, &at, &path(), radius, users),
            _ => places::formation(walkable, &at, (approach, path), radius, users),
        });
    }

    /// Returns the place that is taken next; `None` if all are taken, or if they are not known yet.
    pub(super) fn next_place(&self) -> Option<Located> {
        self.places.as_ref()?.get(self.taken).copied()
    }

    /// Takes the next place.
    pub(super) fn take_place(&mut self) -> Option<Located> {
        let place = self.next_place()?;
        self.taken += 1;
        Some(place)
    }

    /// Returns the distance from the target at which the next agent arrives without a place.
    ///
    /// It grows so that the agents that arrived fit into the disc.
    pub(super) fn reach(&self, close: f32) -> f32 {
        close + 1.4 * self.radius * (self.arrived as f32).sqrt()
    }
}
