//! The search algorithms that a user can select.

use std::fmt;
use std::str::FromStr;

use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::answer::Optimum;
use crate::pathfinding::polyanya::once::optimum_watched;
use crate::pathfinding::search::footprint::{EXPANSIONS_PER_REPORT, SearchProgress};
use crate::pathfinding::search::memory::SearchMemory;
use crate::pathfinding::search::method::Method;
use crate::pathfinding::search::{Search, Status};
use crate::pathfinding::timeline::QueryEvent;
use crate::trace::Observer;

/// A search algorithm; [`SelectedAlgorithm`] contains the one that suits a query.
///
/// [`SelectedAlgorithm`]: super::selected_algorithm::SelectedAlgorithm
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

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The cells and the traversals between them; `None` if there is no path.
    pub corridor: Option<Corridor>,
    /// Length of the shortest path without links in the ground plan, in metres.
    ///
    /// `None` if the search does not compute it.
    pub ground_optimum: Option<f64>,
    /// Number of expanded nodes or intervals.
    pub expanded: usize,
}

impl From<Optimum> for SearchResult {
    fn from(best: Optimum) -> Self {
        Self { corridor: Some(best.corridor), ground_optimum: Some(best.length), expanded: best.expanded }
    }
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
            Self::Nodes(Method::FunnelCost) => "funnel",
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
            Self::Nodes(Method::FunnelCost) => "A* with funnel costs",
            Self::Polyanya => "Polyanya",
        }
    }

    /// Describes the algorithm in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nodes(Method::Steps) => {
                "Counts each cell as one step, without a heuristic. Finds the corridor with the fewest cells."
            }
            Self::Nodes(Method::Distance) => {
                "Counts metres between the midpoints of portals, without a heuristic."
            }
            Self::Nodes(Method::Centers) => {
                "Counts metres between the centres of cells. The heuristic is the straight line to the target."
            }
            Self::Nodes(Method::Midpoints) => {
                "Counts metres between the midpoints of portals. The heuristic is the straight line to the target."
            }
            Self::Nodes(Method::Entries) => {
                "Counts metres from the point where a cell is entered to the nearest point of each exit side."
            }
            Self::Nodes(Method::FunnelCost) => {
                "Pulls the string through every corridor that it searches (TA*). Counts metres along the surface."
            }
            Self::Polyanya => {
                "Searches the intervals that are visible through each portal. Finds the shortest path in the ground plan; ignores heights, links and area costs."
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
        self.search_watched(walkable, ends, (None, usize::MAX), observer, &mut SearchMemory::default())
    }

    /// Like [`Self::search`], but `watch` can stop the search; a stopped search finds no path.
    ///
    /// A search over nodes uses the memory of an earlier one, and stops after `most` expansions.
    pub(super) fn search_watched(
        self,
        walkable: &Walkable<'_>,
        [start, target]: [&Located; 2],
        (watch, most): (Option<&mut SearchProgress<'_>>, usize),
        observer: &mut impl Observer<QueryEvent>,
        memory: &mut SearchMemory,
    ) -> SearchResult {
        match self {
            Self::Nodes(method) => {
                let mut search = Search::in_memory(walkable, method, start, Some(target), memory);
                let mut emit = observer.map_events(QueryEvent::from);
                let mut next_report = EXPANSIONS_PER_REPORT;
                while search.expanded() < most && search.step(&mut emit) == Status::Searching {
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
                let expanded = search.expanded();
                SearchResult { corridor: search.finish(memory), ground_optimum: None, expanded }
            }
            Self::Polyanya => {
                let mut emit = observer.map_events(QueryEvent::from);
                let (best, expanded) = optimum_watched(walkable, [start, target], watch, &mut emit);
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

/// The algorithm setting of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AlgorithmChoice {
    /// The algorithm whose path is the best, as `SelectedAlgorithm` describes it.
    #[default]
    Automatic,
    /// This algorithm, regardless of the query.
    Named(Algorithm),
}

impl AlgorithmChoice {
    /// All choices: automatic, then every algorithm from the simplest on.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::Automatic; 8];
        let mut index = 0;
        while index < Algorithm::ALL.len() {
            all[index + 1] = Self::Named(Algorithm::ALL[index]);
            index += 1;
        }
        all
    };

    /// Returns the name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Automatic => "auto",
            Self::Named(algorithm) => algorithm.name(),
        }
    }

    /// Returns the title in the user interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Automatic => "Automatic",
            Self::Named(algorithm) => algorithm.title(),
        }
    }

    /// Describes the choice in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Automatic => {
                "Polyanya where its path is proven to be the shortest. Where slopes, links, costs, a radius or a curved surface matter, all algorithms search, and the shortest path is the answer; with costs, the cheapest."
            }
            Self::Named(algorithm) => algorithm.describe(),
        }
    }
}

impl From<Algorithm> for AlgorithmChoice {
    fn from(algorithm: Algorithm) -> Self {
        Self::Named(algorithm)
    }
}

impl fmt::Display for AlgorithmChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AlgorithmChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        // Older files and scripts contain the former name of A* with funnel costs.
        let name = if text == "taut" { "funnel" } else { text };
        let found = Self::ALL.into_iter().find(|preference| preference.name() == name);
        found.ok_or_else(|| format!("\"{text}\" is no algorithm; give one of {}", names()))
    }
}
