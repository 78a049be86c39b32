//! The present way from one cell to another.

use std::collections::{BTreeMap, VecDeque};

use super::ConnectionSearch;
use crate::document::count;
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Blocked;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Outcome, Query};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// How an agent gets from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Across an edge or a link that both cells have in common.
    Direct,
    /// Over this number of other cells; `None` if it was not determined.
    Around(Option<usize>),
    /// From the first of these cells to the second, and not back.
    OneWay([CellId; 2]),
    /// Not at all.
    None,
}

impl Reach {
    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Around(_) => "around",
            Self::OneWay(_) => "one_way",
            Self::None => "none",
        }
    }

    /// Returns the way between these cells as a sentence.
    pub fn describe(self, [one, other]: [CellId; 2]) -> String {
        match self {
            Self::Direct => format!("Cells {} and {} are connected.", one.0, other.0),
            Self::Around(None) => "A path over other cells connects them.".to_owned(),
            Self::Around(Some(between)) => {
                format!("A path over {} connects them.", count(between, "other cell", "other cells"))
            }
            Self::OneWay([from, to]) => {
                format!("A path leads from cell {} to cell {}, but none back.", from.0, to.0)
            }
            Self::None => format!("No path leads from cell {} to cell {}.", one.0, other.0),
        }
    }
}

/// Maximum number of cells among which the nearest path is searched before one of any length.
const MOST_VISITED: usize = 2_000;

/// The cell that blocks a path, and why.
type Block = (CellId, Blocked);

impl ConnectionSearch<'_> {
    /// Returns the way from one cell to another, and what blocks the agent on it.
    pub(super) fn reach(
        &self,
        [one, other]: [CellId; 2],
        progress: &Progress,
    ) -> Result<(Reach, Option<Block>), Stopped> {
        if let Some(blocked) = self.walkable().blocked(one) {
            return Ok((Reach::None, Some((one, blocked))));
        }
        let (there, back) = (self.crossing([one, other]), self.crossing([other, one]));
        if let (true, Some(blocked)) = (there.is_some(), self.walkable().blocked(other)) {
            return Ok((Reach::None, Some((other, blocked))));
        }
        match (there, back) {
            (Some(Ok(())), Some(Err(blocked))) => {
                let is_around = self.path([other, one], progress)?;
                let reach = is_around.map_or(Reach::OneWay([one, other]), Reach::Around);
                Ok((reach, Some((one, blocked))))
            }
            (Some(Err(blocked)), Some(Ok(()))) => {
                let is_around = self.path([one, other], progress)?;
                let reach = is_around.map_or(Reach::OneWay([other, one]), Reach::Around);
                Ok((reach, Some((other, blocked))))
            }
            (Some(Ok(())), _) => Ok((Reach::Direct, None)),
            (Some(Err(blocked)), _) => Ok((self.around([one, other], progress)?.0, Some((other, blocked)))),
            (None, _) => self.around([one, other], progress),
        }
    }

    /// Returns the way from one cell to another over other cells, and what blocks the agent on it.
    fn around(
        &self,
        [one, other]: [CellId; 2],
        progress: &Progress,
    ) -> Result<(Reach, Option<Block>), Stopped> {
        let [from, to] = self.islands_of([one, other]).map(Option::unwrap_or_default);
        let may_take_links = !self.settings.filter.ignores_links && self.derived.links.join(from, to);
        if from != to && !may_take_links {
            return Ok((Reach::None, None));
        }
        if from == to
            && let Some(reach) = self.on_island([one, other])
        {
            return Ok((reach, None));
        }
        let there = self.path([one, other], &progress.part(0.0..0.5))?;
        if from == to {
            return Ok(match there {
                Ok(between) => (Reach::Around(between), None),
                Err(block) => (Reach::None, block),
            });
        }
        Ok(match (there, self.path([other, one], &progress.part(0.5..1.0))?) {
            (Ok(between), Ok(_)) => (Reach::Around(between), None),
            (Ok(_), Err(block)) => (Reach::OneWay([one, other]), block),
            (Err(block), Ok(_)) => (Reach::OneWay([other, one]), block),
            (Err(block), Err(_)) => (Reach::None, block),
        })
    }

    /// Returns whether an agent can cross directly from one cell into another, or what blocks it there.
    ///
    /// `None` if they have no edge and no link in common.
    pub(super) fn crossing(&self, [from, into]: [CellId; 2]) -> Option<Result<(), Blocked>> {
        let walkable = self.walkable();
        let ways = walkable.ways(from).filter(|&(_, next)| next == into);
        let mut first = None;
        for (way, _) in ways {
            match walkable.blocked_traversal(from, way, into) {
                None => return Some(Ok(())),
                Some(blocked) => first = first.or(Some(Err(blocked))),
            }
        }
        first
    }

    /// Returns the way between two cells of an island, if it is known without a search for a path.
    ///
    /// `None` if the agent may be blocked.
    fn on_island(&self, [from, to]: [CellId; 2]) -> Option<Reach> {
        let walkable = self.walkable();
        let (mut steps, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(cell) = queue.pop_front().filter(|_| steps.len() < MOST_VISITED) {
            let step = steps.get(&cell).map_or(1, |step| step + 1);
            for (_, next) in walkable.neighbors(cell) {
                if next == to {
                    return Some(Reach::Around(Some(step - 1)));
                }
                steps.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    step
                });
            }
        }
        let Settings { agent, filter, .. } = self.settings;
        let is_free = Agent { max_climb: agent.max_climb, ..Agent::default() } == *agent
            && filter.set_areas().all(|(_, cost)| cost.is_finite());
        is_free.then_some(Reach::Around(None))
    }

    /// Returns the number of cells between two cells on a path, or what blocks it.
    fn path(
        &self,
        [from, to]: [CellId; 2],
        progress: &Progress,
    ) -> Result<Result<Option<usize>, Option<Block>>, Stopped> {
        let query = self.query([from, to]);
        let (answer, _) = find_path_with_progress(self.mesh, self.derived, &query, &mut Silent, progress)?;
        let is_at = |end: Option<CellId>, cell| end == Some(cell);
        let Answer { start, target, outcome, .. } = &answer;
        let is_asked = is_at(start.map(|it| it.cell), from) && is_at(target.map(|it| it.cell), to);
        Ok(match outcome {
            Outcome::Path(path) if is_asked => Ok(Some(path.corridor.len().saturating_sub(2))),
            Outcome::NoPath { why: Why::Closed { cells } } => Err(cells.first().copied()),
            Outcome::NoPath { why: Why::ShutEnds(ends) } => {
                Err(ends.first().map(|&(_, cell, blocked)| (cell, blocked)))
            }
            // Another cell covers one of these, so the path is between other cells.
            _ => Ok(None),
        })
    }

    /// Returns the query for a path between two cells.
    pub(super) fn query(&self, cells: [CellId; 2]) -> Query {
        let [start, target] = cells.map(|cell| {
            let at = self.mesh.centroid(cell);
            Endpoint { ground: ground(at), height: Some(at.y) }
        });
        let algorithm = AlgorithmChoice::Named(Algorithm::Nodes(Method::Midpoints));
        Query { start, target, settings: Settings { algorithm, ..self.settings.clone() } }
    }
}
