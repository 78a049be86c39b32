//! Finds the corridor of a query by the algorithm of the query, or by a [`SelectedAlgorithm`].

use std::mem;
use std::sync::Arc;

use super::algorithm::{Algorithm, SearchResult};
use super::around::around_start_cell;
use super::memory::PathMemory;
use super::optimality::{AS_LONG, is_level, is_proven, lower_bound};
use super::pull::Pull;
use super::relaxation::closed_cells;
use super::selected_algorithm::{ComparisonEnd, SelectedAlgorithm, SelectionReason};
use super::settings::Settings;
use super::why::{Why, apart};
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::Polyanya;
use crate::pathfinding::search::footprint::SearchProgress;
use crate::pathfinding::search::method::Method;
use crate::pathfinding::search_mesh::SearchMesh;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::pathfinding::timeline::QueryEvent;
use crate::trace::{Observer, Silent};

/// Mode of the search for a corridor.
pub(in crate::pathfinding) enum How<'a, 'b> {
    /// For a single query.
    Anew,
    /// For a single query, by a search that can be stopped.
    Watched(&'a mut SearchProgress<'b>),
    /// With a search mesh that is reused between queries; emits no events.
    Kept(&'a mut Polyanya<Arc<SearchMesh>>),
}

impl<'b> How<'_, 'b> {
    /// Returns the mode of another search without a search mesh, which the same owner can stop.
    pub(super) fn anew(&mut self) -> How<'_, 'b> {
        match self {
            Self::Watched(watch) => How::Watched(watch),
            Self::Kept(_) | Self::Anew => How::Anew,
        }
    }

    fn search(
        &mut self,
        algorithm: Algorithm,
        most: usize,
        (walkable, ends): (&Walkable<'_>, [&Located; 2]),
        observer: &mut impl Observer<QueryEvent>,
        memory: &mut PathMemory,
    ) -> SearchResult {
        let search = &mut memory.search;
        match self {
            Self::Kept(kept) if algorithm == Algorithm::Polyanya => {
                let ([start, target], optimum) = (ends, &mut memory.optimum);
                if kept.solve_into(start, target, &mut Silent, optimum) {
                    let (corridor, length) = (mem::take(&mut optimum.corridor), Some(optimum.length));
                    let expanded = optimum.expanded;
                    SearchResult { corridor: Some(corridor), ground_optimum: length, expanded }
                } else {
                    SearchResult::default()
                }
            }
            Self::Watched(watch) => {
                algorithm.search_watched(walkable, ends, (Some(watch), most), observer, search)
            }
            Self::Kept(_) | Self::Anew => {
                algorithm.search_watched(walkable, ends, (None, most), observer, search)
            }
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, Self::Watched(watch) if watch.progress.is_stopped())
    }
}

/// The corridor of a query, with the statistics of its search.
pub(in crate::pathfinding) struct Found {
    pub(in crate::pathfinding) corridor: Result<Corridor, Why>,
    pub(in crate::pathfinding) ground_optimum: Option<f64>,
    /// Expansions of the search that answers.
    pub(in crate::pathfinding) expanded: usize,
    /// Expansions of all searches.
    pub(in crate::pathfinding) total_expanded: usize,
    pub(in crate::pathfinding) by: SelectedAlgorithm,
}

/// Algorithms that search if the path of Polyanya is not proven optimal, the fastest first.
const OTHERS: [Algorithm; 6] = [
    Algorithm::Nodes(Method::Midpoints),
    Algorithm::Nodes(Method::Entries),
    Algorithm::Nodes(Method::FunnelCost),
    Algorithm::Nodes(Method::Centers),
    Algorithm::Nodes(Method::Distance),
    Algorithm::Nodes(Method::Steps),
];

/// Expansions after which a search without a heuristic stops, unless the others had more.
const LEAST_EXPANSIONS: usize = 4096;

/// Finds the corridor between two positions.
///
/// The observer receives only the events of the search that provides the answer.
pub(super) fn find_corridor(
    walkable: &Walkable<'_>,
    settings: &Settings,
    ends: [&Located; 2],
    how: How<'_, '_>,
    observer: &mut impl Observer<QueryEvent>,
    memory: &mut PathMemory,
) -> Found {
    let [start, target] = ends;
    let by = SelectedAlgorithm::of(settings, walkable, start);
    if let Some((why, total_expanded)) = apart(walkable, start, target) {
        return Found { corridor: Err(why), ground_optimum: None, expanded: 0, total_expanded, by };
    }
    let mut searching = Searching { walkable, settings, ends, how, memory, closed: None, total_expanded: 0 };
    let (by, result) = if by.is_automatic() {
        let (by, result) = searching.select(by);
        if observer.is_enabled() && !searching.how.is_stopped() {
            let total_expanded = searching.total_expanded;
            let again = searching.search(by.algorithm, usize::MAX, observer);
            searching.memory.keep_result(by.algorithm, again.corridor);
            searching.total_expanded = total_expanded;
        }
        (by, result)
    } else {
        (by, searching.search(by.algorithm, usize::MAX, observer))
    };
    let SearchResult { corridor, ground_optimum, expanded } = result;
    let is_none = corridor.is_none() && !searching.how.is_stopped();
    let cells = if is_none { mem::take(searching.closed()) } else { Vec::new() };
    let why = match cells.is_empty() {
        _ if searching.how.is_stopped() => Why::Stopped,
        true => Why::OnlyByLinks,
        false => Why::Closed { cells },
    };
    let total_expanded = searching.total_expanded;
    Found { corridor: corridor.ok_or(why), ground_optimum, expanded, total_expanded, by }
}

struct Searching<'a, 'k, 'b> {
    walkable: &'a Walkable<'a>,
    settings: &'a Settings,
    ends: [&'a Located; 2],
    how: How<'k, 'b>,
    memory: &'a mut PathMemory,
    /// Blocked cells that every path crosses; `None` before they are searched.
    closed: Option<Vec<(CellId, Blocked)>>,
    /// Expansions of all searches so far.
    total_expanded: usize,
}

impl Searching<'_, '_, '_> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        most: usize,
        observer: &mut impl Observer<QueryEvent>,
    ) -> SearchResult {
        let (walkable, ends) = (self.walkable, self.ends);
        let result = self.how.search(algorithm, most, (walkable, ends), observer, self.memory);
        self.total_expanded += result.expanded;
        let by = (algorithm, self.settings.pulling);
        let corridor = result.corridor.map(|found| around_start_cell(walkable, by, found, ends));
        SearchResult { corridor, ..result }
    }

    fn closed(&mut self) -> &mut Vec<(CellId, Blocked)> {
        let (walkable, [start, target]) = (self.walkable, self.ends);
        let total_expanded = &mut self.total_expanded;
        self.closed.get_or_insert_with(|| {
            let (cells, expanded) = closed_cells(walkable, start, target);
            *total_expanded += expanded;
            cells
        })
    }

    /// Searches with Polyanya, and with all other algorithms if its path is not proven optimal.
    fn select(&mut self, by: SelectedAlgorithm) -> (SelectedAlgorithm, SearchResult) {
        let proven = SelectedAlgorithm { because: SelectionReason::NothingMatters, ..by };
        let mut first = self.search(by.algorithm, usize::MAX, &mut Silent);
        let is_flat = self.settings.pulling.on(self.walkable.derived) == Pulling::Ground;
        first.ground_optimum = first.ground_optimum.filter(|_| is_flat);
        if self.how.is_stopped() {
            return (SelectedAlgorithm { unfinished: Some(ComparisonEnd::Stopped), ..by }, first);
        }
        let because = match (&first.corridor, by.because) {
            (Some(corridor), _) if is_flat && self.is_proven(corridor, first.ground_optimum) => {
                return (proven, first);
            }
            (Some(corridor), SelectionReason::NothingMatters)
                if is_level(self.walkable, corridor, self.ends) =>
            {
                SelectionReason::Radius
            }
            (Some(_), SelectionReason::NothingMatters) => SelectionReason::Slopes,
            (None, SelectionReason::NothingMatters) if !self.closed().is_empty() => return (by, first),
            (None, SelectionReason::NothingMatters) => SelectionReason::NoneFound,
            (_, because) => because,
        };
        self.select_best(SelectedAlgorithm { because, ..by }, first)
    }

    fn is_proven(&mut self, corridor: &Corridor, ground_optimum: Option<f64>) -> bool {
        is_proven(self.walkable, (corridor, ground_optimum), self.ends, self.memory)
    }

    /// Searches with all other algorithms until a path is proven optimal, and returns the best result.
    ///
    /// Once the searches are stopped, this is the best one until then.
    fn select_best(
        &mut self,
        mut by: SelectedAlgorithm,
        mut first: SearchResult,
    ) -> (SelectedAlgorithm, SearchResult) {
        let bound = lower_bound(self.walkable, self.ends, first.ground_optimum);
        let mut best = mem::take(&mut self.memory.best);
        let mut least = f64::INFINITY;
        if let Some(corridor) = first.corridor.take() {
            least = self.measure(by.algorithm, &corridor);
            best.copy(&corridor);
            self.memory.keep_result(by.algorithm, Some(corridor));
        }
        for algorithm in OTHERS {
            if least <= bound * (1.0 + AS_LONG) {
                by.unfinished = None;
                break;
            }
            let most = match algorithm {
                Algorithm::Nodes(Method::Steps | Method::Distance) => {
                    self.total_expanded.max(LEAST_EXPANSIONS)
                }
                _ => usize::MAX,
            };
            let result = self.search(algorithm, most, &mut Silent);
            let is_stopped = self.how.is_stopped();
            if is_stopped {
                by.unfinished = Some(ComparisonEnd::Stopped);
            }
            let Some(corridor) = result.corridor else {
                if is_stopped {
                    break;
                }
                if result.expanded >= most {
                    by.unfinished = Some(ComparisonEnd::AtLimit);
                }
                if least == f64::INFINITY && !self.closed().is_empty() {
                    break;
                }
                continue;
            };
            let measure = self.measure(algorithm, &corridor);
            if measure < least * (1.0 - AS_LONG) {
                least = measure;
                (by.algorithm, first.expanded) = (algorithm, result.expanded);
                best.copy(&corridor);
            }
            self.memory.keep_result(algorithm, Some(corridor));
            if is_stopped {
                break;
            }
        }
        let is_found = least < f64::INFINITY;
        if !is_found {
            self.memory.best = mem::take(&mut best);
        }
        (by, SearchResult { corridor: is_found.then_some(best), ..first })
    }

    /// Returns the length of the path through a corridor, or its cost if costs differ.
    fn measure(&mut self, algorithm: Algorithm, corridor: &Corridor) -> f64 {
        let how = Pull::of(algorithm, self.settings);
        self.memory.pull(self.walkable, how, corridor, self.ends).measure()
    }
}
