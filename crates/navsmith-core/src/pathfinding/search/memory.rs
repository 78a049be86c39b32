//! Memory of searches, kept between queries.

use std::collections::HashMap;
use std::mem;

use super::funnel_cost::{StringAnchor, StringMemory};
use super::method::Method;
use super::{Node, owner};
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, Pieces};
use crate::pathfinding::agent::corridor::Corridor;

/// Memory of searches of one mesh, kept between queries.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct SearchMemory {
    /// Corridor of the last result.
    pub(in crate::pathfinding) corridor: Corridor,
    /// Method of the last search; `None` before the first one.
    pub(super) method: Option<Method>,
    /// Nodes of the last search, to which `first_node` refers.
    pub(super) nodes: Vec<Node>,
    pub(super) anchors: Vec<StringAnchor>,
    pub(super) first_node: Vec<u32>,
    pub(super) pieces: HashMap<CellId, Pieces>,
    pub(super) open: PriorityQueue<(TotalF64, u32)>,
    pub(super) string: StringMemory,
}

impl SearchMemory {
    /// Removes the last search; returns a list of zeros for the first node of each cell.
    pub(super) fn cleared(&mut self, cells: usize) -> Vec<u32> {
        let mut first_node = mem::take(&mut self.first_node);
        if first_node.len() == cells {
            // A search may have reached few cells of a large mesh.
            if let Some(method) = self.method {
                let owners = self.nodes.iter().map(|node| owner(method, node.exit, node.cell));
                owners.for_each(|owner| first_node[owner.0 as usize] = 0);
            }
        } else {
            first_node = vec![0; cells];
        }
        self.nodes.clear();
        self.anchors.clear();
        self.open.clear();
        first_node
    }
}
