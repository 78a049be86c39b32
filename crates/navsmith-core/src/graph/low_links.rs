//! Depth-first search that finds how a graph holds together.

/// Number of no visit.
const NONE: u32 = u32::MAX;

/// Visit of a node.
#[derive(Clone, Copy, Debug)]
pub struct Discovery<E> {
    /// The node.
    pub node: u32,
    /// The visit from which the node was discovered and the edge from there; `None` where a search began.
    pub entry: Option<(u32, E)>,
    /// Least visit among this one, its descendants and their neighbours (the low link).
    ///
    /// The edge of the entry does not count, but a second edge to the same node does. If this is not less than the
    /// visit of the entry, the node of the entry is an articulation point. If it is greater, the edge is a bridge.
    pub low: u32,
}

/// Depth-first forest of an undirected graph, with low links.
///
/// Low links give articulation points, bridges and biconnected components (Hopcroft and Tarjan, *Algorithm 447:
/// Efficient Algorithms for Graph Manipulation*, 1973).
#[derive(Clone, Debug)]
pub struct LowLinks<E> {
    /// The visits in order of discovery, so parents come before their children.
    pub visits: Vec<Discovery<E>>,
    /// By node, its visit.
    order: Vec<u32>,
}

/// Visit on the stack, whose edges are being followed.
struct Open<I> {
    visit: u32,
    /// Whether the edge back to the entry was met.
    has_met_entry: bool,
    edges: I,
}

impl<E: Copy> LowLinks<E> {
    /// Searches a graph from each root that was not discovered before. Linear, with an explicit stack.
    ///
    /// `edges` returns the neighbours of a node. Each edge belongs to both of its nodes. `progress` is called with
    /// the number of visits before each visit, and stops the search with an error.
    pub fn find<I: Iterator<Item = (u32, E)>, S>(
        nodes: usize,
        roots: impl IntoIterator<Item = u32>,
        edges: impl Fn(u32) -> I,
        mut progress: impl FnMut(usize) -> Result<(), S>,
    ) -> Result<Self, S> {
        let mut links = Self { visits: Vec::new(), order: vec![NONE; nodes] };
        let mut open: Vec<Open<I>> = Vec::new();
        let mut enter = |links: &mut Self, node: u32, entry| {
            progress(links.visits.len())?;
            let visit = links.visits.len() as u32;
            links.visits.push(Discovery { node, entry, low: visit });
            links.order[node as usize] = visit;
            Ok(Open { visit, has_met_entry: false, edges: edges(node) })
        };
        for root in roots {
            if links.visit(root) != NONE {
                continue;
            }
            open.push(enter(&mut links, root, None)?);
            while let Some(Open { visit, has_met_entry, edges }) = open.last_mut() {
                let (visit, before) = (*visit, links.visits[*visit as usize].entry.map(|(before, _)| before));
                let Some((node, edge)) = edges.next() else {
                    open.pop();
                    if let Some(before) = before {
                        links.lower(before, links.visits[visit as usize].low);
                    }
                    continue;
                };
                match links.visit(node) {
                    NONE => open.push(enter(&mut links, node, Some((visit, edge)))?),
                    known if before == Some(known) && !*has_met_entry => *has_met_entry = true,
                    known => links.lower(visit, known),
                }
            }
        }
        Ok(links)
    }

    fn lower(&mut self, visit: u32, low: u32) {
        let slot = &mut self.visits[visit as usize].low;
        *slot = low.min(*slot);
    }

    /// Returns the visit of a discovered node.
    pub fn visit(&self, node: u32) -> u32 {
        self.order[node as usize]
    }
}
