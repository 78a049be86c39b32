//! The mesh on which agents move, for each class of agents.

use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::simulation::agent_class::AgentClass;
use crate::simulation::scenario::AgentGroup;

/// A mesh, and the classes of the agents that move on it, without duplicates.
#[derive(Clone, Debug)]
pub(super) struct ClassMesh {
    pub(super) mesh: NavMesh,
    pub(super) derived: Derived,
    classes: Vec<AgentClass>,
}

impl ClassMesh {
    /// Creates a mesh without classes.
    pub(super) fn new(mesh: &NavMesh, derived: &Derived) -> Self {
        Self { mesh: mesh.clone(), derived: derived.clone(), classes: Vec::new() }
    }

    /// Returns the index of the class of a group, which is added if it is new.
    pub(super) fn add_class(&mut self, group: &AgentGroup) -> usize {
        let own = AgentClass::of(group);
        self.classes.iter().position(|known| *known == own).unwrap_or_else(|| {
            self.classes.push(own);
            self.classes.len() - 1
        })
    }

    /// Returns the number of classes.
    pub(super) fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// Returns the mesh with the constraints of a class.
    pub(super) fn walkable(&self, class: usize) -> Walkable<'_> {
        self.classes[class].on(&self.mesh, &self.derived)
    }
}
