//! Nodes and costs of the searches for a corridor.

/// A search over nodes; variants differ in nodes, costs and heuristic.
///
/// Every section of a path through a cell costs its length times the cost of a metre in that cell's area. A heuristic
/// is the straight line to the target times the least cost of a metre anywhere. In the target's own cell, the
/// remaining cost is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Dijkstra by steps: nodes are cells; no heuristic.
    ///
    /// Each step costs the cost of a metre in the cell that it enters. (Dijkstra, *A Note on Two Problems in
    /// Connexion with Graphs*, 1959; in the form of common tutorials.)
    Steps,
    /// Dijkstra by distance: nodes are the midpoints of portals, at their distance in metres; no heuristic.
    ///
    /// It finds the path of [`Method::Midpoints`], but expands more nodes. (Dijkstra, 1959.)
    Distance,
    /// A* over the centres of cells: nodes are cells; costs are metres from centre to centre.
    ///
    /// Half of each distance counts in either cell. The centres of the first and the last cell are the start and the
    /// target. (Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*,
    /// 1968.)
    Centers,
    /// A* over the midpoints of portals: nodes are portals, one for both directions; costs are metres.
    ///
    /// (Hart, Nilsson and Raphael, 1968. Detour, Mononen 2009, also uses the midpoint of a portal as the position of
    /// a step.)
    Midpoints,
    /// A* over entry points: nodes are cells; costs are metres between entry points.
    ///
    /// The entry point of a cell is the point of its entry side nearest to the entry point before. A node's position
    /// depends on the path to it, so the search does not always find the best path. (The navigation server of Godot
    /// uses this method. Detour also stores entries, but at the midpoint of the edge.)
    Entries,
    /// A* with the funnel cost: nodes are portals by direction; costs are metres along the surface.
    ///
    /// The cost is the length of the string pulled through the corridor so far. It ends where the string leaves the
    /// portal towards the target. Computing it again is linear in the portals since the last corner that cannot move.
    /// (After TA*: Demyen and Buro, *Efficient Triangulation-Based Pathfinding*, 2006. Unlike TA*, it stops at the
    /// first path found.)
    FunnelCost,
}
