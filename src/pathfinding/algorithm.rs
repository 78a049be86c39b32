//! The search algorithms that a user can select.

use std::fmt;

use super::footprint::{EXPANSIONS_PER_REPORT, SearchProgress};
use super::polyanya::optimum_watched;
use super::{Located, QueryEvent, Search, SearchResult, Status, Walkable};
use crate::trace::Observer;

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

/// A search algorithm; [`super::SelectedAlgorithm`] contains the one that suits a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// A search over nodes for a corridor, followed by string pulling.
    Nodes(Method),
    /// The exact shortest path in the ground plan, from intervals instead of nodes.
    ///
    /// It ignores heights, links and area costs. (Cui, Harabor and Grastien, *Compromise-free Pathfinding on a
    /// Navigation Mesh*, 2017.)
    Polyanya,
}

impl Algorithm {
    /// All algorithms, from the simplest on.
    pub const ALL: [Self; 7] = [
        Self::Nodes(Method::Steps),
        Self::Nodes(Method::Distance),
        Self::Nodes(Method::Centers),
        Self::Nodes(Method::Midpoints),
        Self::Nodes(Method::Entries),
        Self::Nodes(Method::FunnelCost),
        Self::Polyanya,
    ];

    /// Returns the name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps) => "steps",
            Self::Nodes(Method::Distance) => "distance",
            Self::Nodes(Method::Centers) => "centers",
            Self::Nodes(Method::Midpoints) => "midpoints",
            Self::Nodes(Method::Entries) => "entries",
            Self::Nodes(Method::FunnelCost) => "taut",
            Self::Polyanya => "polyanya",
        }
    }

    /// Returns the title in the user interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps) => "Dijkstra by steps",
            Self::Nodes(Method::Distance) => "Dijkstra by distance",
            Self::Nodes(Method::Centers) => "A* over centres",
            Self::Nodes(Method::Midpoints) => "A* over midpoints",
            Self::Nodes(Method::Entries) => "A* over entries",
            Self::Nodes(Method::FunnelCost) => "A* with a taut string",
            Self::Polyanya => "Polyanya",
        }
    }

    /// Describes the algorithm in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps) => {
                "Every cell costs one step, so the corridor with the fewest cells is chosen."
            }
            Self::Nodes(Method::Distance) => {
                "Counts metres from portal to portal, middle to middle, and looks in all directions alike."
            }
            Self::Nodes(Method::Centers) => {
                "Counts metres from the centre of a cell to the next, and looks towards the target first."
            }
            Self::Nodes(Method::Midpoints) => {
                "Counts metres from portal to portal, middle to middle, and looks towards the target first."
            }
            Self::Nodes(Method::Entries) => {
                "Counts metres from the point where a cell is entered to the nearest point of each exit side."
            }
            Self::Nodes(Method::FunnelCost) => {
                "Pulls the string through every corridor that it tries, and counts its metres along the surface."
            }
            Self::Polyanya => {
                "Searches what can be seen through each portal. Finds the shortest path in the ground plan; ignores heights, links and area costs."
            }
        }
    }

    /// Returns the kind of elements that it expands, as a title.
    pub fn expands(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps | Method::Centers | Method::Entries) => "Cells",
            Self::Nodes(Method::Distance | Method::Midpoints | Method::FunnelCost) => "Portals",
            Self::Polyanya => "Intervals",
        }
    }

    /// Searches for a corridor between two positions.
    pub fn search(
        self,
        walkable: &Walkable<'_>,
        ends: [&Located; 2],
        observer: &mut impl Observer<QueryEvent>,
    ) -> SearchResult {
        self.search_watched(walkable, ends, None, observer)
    }

    /// Like [`Self::search`], but `watch` can stop the search; a stopped search finds no path.
    pub(super) fn search_watched(
        self,
        walkable: &Walkable<'_>,
        [start, target]: [&Located; 2],
        watch: Option<&mut SearchProgress<'_>>,
        observer: &mut impl Observer<QueryEvent>,
    ) -> SearchResult {
        match self {
            Self::Nodes(method) => {
                let mut search = Search::new(walkable, method, start, Some(target));
                let mut tell = observer.map_events(QueryEvent::from);
                let mut next_report = EXPANSIONS_PER_REPORT;
                while search.step(&mut tell) == Status::Searching {
                    if search.expanded() >= next_report {
                        next_report += EXPANSIONS_PER_REPORT;
                        let progress = watch.as_deref().map(|watch| watch.progress);
                        if progress.is_some_and(|it| it.report_units(search.expanded()).is_err()) {
                            break;
                        }
                    }
                }
                if let Some(watch) = watch {
                    search.mark(&mut watch.footprint);
                }
                SearchResult {
                    corridor: search.corridor(),
                    ground_optimum: None,
                    expanded: search.expanded(),
                }
            }
            Self::Polyanya => {
                let mut tell = observer.map_events(QueryEvent::from);
                let (best, expanded) = optimum_watched(walkable, [start, target], watch, &mut tell);
                SearchResult { expanded, ..best.map_or_else(SearchResult::default, SearchResult::from) }
            }
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
