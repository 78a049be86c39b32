//! The ways of searching that a user chooses from.

use std::fmt;

use super::footprint::{PATIENCE, SearchProgress};
use super::polyanya::optimum_watched;
use super::{Located, QueryEvent, Search, SearchResult, Status, Walkable};
use crate::trace::Observer;

/// A search over nodes: what a node is, what it costs to get there, and how much more is expected.
///
/// Every stretch through a cell costs its length times what a metre costs in that cell's area. A heuristic is the
/// straight line to the target at the least that a metre costs anywhere; in the target's own cell the stretch that is
/// left is known, so there it is no guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Dijkstra by steps: nodes are cells, each step costs what a metre costs in the cell that it enters, no heuristic.
    ///
    /// (Dijkstra, *A Note on Two Problems in Connexion with Graphs*, 1959; as tutorials have it.)
    Steps,
    /// Dijkstra by distance: nodes are the midpoints of portals, in metres from one to the next, no heuristic.
    ///
    /// (Dijkstra, 1959.) It finds what [`Method::Midpoints`] finds, and looks at more.
    Distance,
    /// A* over the centres of cells: nodes are cells, in metres from centre to centre, half of them in either cell.
    ///
    /// (Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968.) The
    /// centres of the first and the last cell are the start and the target.
    Centers,
    /// A* over the midpoints of portals: nodes are portals, each one node for both directions, in metres.
    ///
    /// (Hart, Nilsson and Raphael, 1968; a portal's midpoint as the place of a step is Detour's, Mononen 2009.)
    Midpoints,
    /// A* over the points where the path enters: nodes are cells, each at the point of its entry that is nearest to
    /// where the path entered the cell before; in metres.
    ///
    /// (As the navigation server of Godot does. Detour keeps its entries too, but in the middle of the edge.) The
    /// place of a node depends on the way that leads there, so the best way is not always found.
    Entries,
    /// A* whose cost is the string pulled taut through the corridor so far: nodes are portals by direction; the cost
    /// goes to where the string leaves the portal for the target, in metres along the surface.
    ///
    /// (After Demyen and Buro, *Efficient Triangulation-Based Pathfinding*, 2006; unlike theirs, it stops at the first
    /// way found.) Pulling anew costs as much as there are portals since the last corner that nothing can move.
    FunnelCost,
}

/// How a path is found. Which one suits a question says [`super::SelectedAlgorithm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// A search over nodes for a corridor, and the string pulled through it.
    Nodes(Method),
    /// The shortest path in the ground plan, exactly: intervals instead of nodes. It ignores heights, links and area
    /// costs.
    ///
    /// (Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation Mesh*, 2017.)
    Polyanya,
}

impl Algorithm {
    /// All of them, from the plainest on.
    pub const ALL: [Self; 7] = [
        Self::Nodes(Method::Steps),
        Self::Nodes(Method::Distance),
        Self::Nodes(Method::Centers),
        Self::Nodes(Method::Midpoints),
        Self::Nodes(Method::Entries),
        Self::Nodes(Method::FunnelCost),
        Self::Polyanya,
    ];

    /// What files and the command line call it.
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

    /// What the window calls it.
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

    /// What it does, in a sentence.
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

    /// What it expands one by one, as a title.
    pub fn expands(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps | Method::Centers | Method::Entries) => "Cells",
            Self::Nodes(Method::Distance | Method::Midpoints | Method::FunnelCost) => "Portals",
            Self::Polyanya => "Intervals",
        }
    }

    /// Searches for a corridor between two places.
    pub fn search(
        self,
        walkable: &Walkable<'_>,
        ends: [&Located; 2],
        observer: &mut impl Observer<QueryEvent>,
    ) -> SearchResult {
        self.search_watched(walkable, ends, None, observer)
    }

    /// The same with a search that can be stopped; a stopped search finds no path.
    pub(super) fn search_watched(
        self,
        walkable: &Walkable<'_>,
        [start, target]: [&Located; 2],
        mut watch: Option<&mut SearchProgress<'_>>,
        observer: &mut impl Observer<QueryEvent>,
    ) -> SearchResult {
        match self {
            Self::Nodes(method) => {
                let mut search = Search::new(walkable, method, start, Some(target));
                let mut tell = observer.map_events(QueryEvent::from);
                while search.step(&mut tell) == Status::Searching {
                    let is_due = search.expanded().is_multiple_of(PATIENCE);
                    let watch = watch.as_deref_mut().filter(|_| is_due);
                    if watch.is_some_and(|watch| watch.look(search.expanded()).is_break()) {
                        break;
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
