//! Finds the corridor of a query by the algorithm of the query, or by a [`SelectedAlgorithm`].

use std::mem;
use std::sync::Arc;

use super::algorithm::{Algorithm, SearchResult};
use super::memory::PathMemory;
use super::optimality::unproven_length;
use super::relaxation::closed_cells;
use super::selected_algorithm::{SelectedAlgorithm, SelectionReason};
use super::settings::Settings;
use super::why::{Why, apart};
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::Polyanya;
use crate::pathfinding::search::footprint::SearchProgress;
use crate::pathfinding::search_mesh::SearchMesh;
use crate::pathfinding::timeline::{MOST_EVENTS, QueryEvent};
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

impl How<'_, '_> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        walkable: &Walkable<'_>,
        ends: [&Located; 2],
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
            Self::Watched(watch) => algorithm.search_watched(walkable, ends, Some(watch), observer, search),
            Self::Kept(_) | Self::Anew => algorithm.search_watched(walkable, ends, None, observer, search),
        }
    }

    fn is_stopped(&self) -> bool {
        matches!(self, Self::Watched(watch) if watch.progress.is_stopped())
    }
}

/// The corridor of a query, with the statistics of its search.
pub(in crate::pathfinding) struct Found {
    pub(in crate::pathfinding) corridor: Result<Corridor, Why>,
    pub(in crate::pathfinding) ground_optimum: Option<f64>,
    pub(in crate::pathfinding) expanded: usize,
    pub(in crate::pathfinding) by: SelectedAlgorithm,
}

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
    if let Some(why) = apart(walkable, start, target) {
        return Found { corridor: Err(why), ground_optimum: None, expanded: 0, by };
    }
    let mut searching = Searching { walkable, ends, how, is_recorded: observer.is_enabled(), memory };
    let mut attempt = if by.is_tentative() {
        searching.select(by)
    } else {
        let result = searching.how.search(by.algorithm, walkable, ends, observer, searching.memory);
        Attempt { by, result, events: Vec::new() }
    };
    let is_stopped = searching.how.is_stopped();
    let is_none = attempt.result.corridor.is_none() && !is_stopped;
    let cells = if is_none { closed_cells(walkable, start, target) } else { Vec::new() };
    if is_none && cells.is_empty() && by.is_tentative() {
        attempt = searching.attempt(SelectedAlgorithm::because(SelectionReason::NoneFound));
    }
    let Attempt { by, result, events } = attempt;
    for event in events {
        observer.observe(event);
    }
    let SearchResult { corridor, ground_optimum, expanded } = result;
    let why = match cells.is_empty() {
        _ if is_stopped || searching.how.is_stopped() => Why::Stopped,
        true => Why::OnlyByLinks,
        false => Why::Closed { cells },
    };
    Found { corridor: corridor.ok_or(why), ground_optimum, expanded, by }
}

/// A search whose events are buffered until it is selected as the answer.
struct Attempt {
    by: SelectedAlgorithm,
    result: SearchResult,
    events: Vec<QueryEvent>,
}

struct Searching<'a, 'k, 'b> {
    walkable: &'a Walkable<'a>,
    ends: [&'a Located; 2],
    how: How<'k, 'b>,
    is_recorded: bool,
    memory: &'a mut PathMemory,
}

impl Searching<'_, '_, '_> {
    /// Searches with a tentative algorithm, and along the surface if that result is not proven optimal.
    fn select(&mut self, by: SelectedAlgorithm) -> Attempt {
        let first = self.attempt(by);
        let corridor = first.result.corridor.as_ref().filter(|_| !self.how.is_stopped());
        let unproven =
            corridor.and_then(|corridor| unproven_length(self.walkable, corridor, self.ends, self.memory));
        let Some(length) = unproven else { return first };
        let mut second = self.attempt(SelectedAlgorithm::because(SelectionReason::Slopes));
        second.result.ground_optimum = first.result.ground_optimum;
        let (walkable, ends) = (self.walkable, self.ends);
        let corridor = second.result.corridor.as_ref();
        let is_shorter = corridor.map(|it| self.memory.string_through(walkable, it, ends).length < length);
        let (chosen, other) = if self.how.is_stopped() || is_shorter == Some(true) {
            (second, first)
        } else {
            let by = SelectedAlgorithm { because: SelectionReason::Slopes, ..first.by };
            (Attempt { by, ..first }, second)
        };
        self.memory.keep_corridor(other.by.algorithm, other.result.corridor);
        chosen
    }

    fn attempt(&mut self, by: SelectedAlgorithm) -> Attempt {
        let mut events = Vec::new();
        let (walkable, ends) = (self.walkable, self.ends);
        let result = if self.is_recorded {
            // A recorder keeps at most `MOST_EVENTS` per stage. One event more reports that the limit was exceeded.
            let mut record = |event: QueryEvent| {
                if events.len() <= MOST_EVENTS {
                    events.push(event);
                }
            };
            self.how.search(by.algorithm, walkable, ends, &mut record, self.memory)
        } else {
            self.how.search(by.algorithm, walkable, ends, &mut Silent, self.memory)
        };
        Attempt { by, result, events }
    }
}
