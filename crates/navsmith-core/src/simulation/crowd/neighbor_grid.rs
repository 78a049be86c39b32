//! The agents near a position, found in a grid over the ground.
//!
//! Its memory is kept between steps.

use glam::Vec3;

use crate::geometry::{Grid, GridLists, Span, Vec2, ground};

/// Maximum number of squares for each agent; a larger area gets larger squares.
const SQUARES_PER_AGENT: usize = 4;

/// Height difference up to which agents are always on one floor, in metres.
const SAME_FLOOR: f32 = 1.0;

/// Mark of an agent that is in no list; no index of an agent.
const UNMARKED: u32 = u32::MAX - 1;

/// Agents by squares of a grid.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct NeighborGrid {
    /// The positions of agents, with their indices.
    agents: GridLists<(Vec3, u32)>,
    positions: Vec<Option<Vec3>>,
    /// By agent, the last one that had it in its list of agents before, or [`UNMARKED`].
    marks: Vec<u32>,
    /// Number of comparisons of an agent with another one, or with the begin of a row of the grid.
    pub(in crate::simulation) comparisons: usize,
}

impl NeighborGrid {
    /// Fills the grid with the agents that have a position; `side` is the least side of a square. Linear.
    pub(in crate::simulation) fn fill(&mut self, positions: &[Option<Vec3>], side: f32) {
        let agents = positions.iter().enumerate();
        let present = agents.filter_map(|(agent, at)| Some(((*at)?, agent as u32)));
        let (count, min, max) = present
            .clone()
            .map(|(at, _)| ground(at))
            .fold((0, Vec2::INFINITY, Vec2::NEG_INFINITY), |(count, min, max), at| {
                (count + 1, min.min(at), max.max(at))
            });
        let grid = Grid::with_side([min, max], side, (SQUARES_PER_AGENT * count).max(64));
        let of_grid = grid.clone();
        self.agents
            .fill(grid, present.map(|(at, agent)| (Span::square(of_grid.place(ground(at))), (at, agent))));
        self.positions.clear();
        self.positions.extend_from_slice(positions);
        self.marks.clear();
        self.marks.resize(positions.len(), UNMARKED);
    }

    /// Writes the agents nearest to another one, nearest first.
    ///
    /// At most `most` of those within `range` metres are written. `before` are agents that are probably near, such as
    /// those found at an earlier time; they make the search faster and do not change its result.
    ///
    /// Agents on other floors are left out. Of equally near agents, the one with the lower index is first.
    pub(in crate::simulation) fn nearest(
        &mut self,
        (agent, at): (u32, Vec3),
        range: f32,
        most: usize,
        before: &[(f32, u32)],
        found: &mut Vec<(f32, u32)>,
    ) {
        found.clear();
        if most == 0 || self.agents.is_empty() {
            return;
        }
        let (center, mut limit) = (ground(at), range * range);
        self.comparisons += before.len();
        for &(_, other) in before {
            let Some(other_at) = self.positions[other as usize] else { continue };
            let squared = ground(other_at).distance_squared(center);
            if squared <= limit && other != agent && is_same_floor(at, other_at, squared) {
                insert(found, (squared, other), most);
                self.marks[other as usize] = agent;
            }
        }
        if found.len() == most {
            limit = found.last().map_or(limit, |last| last.0);
        }
        let range = limit.sqrt();
        let [min, max] = [center - range, center + range].map(|corner| self.agents.grid().place(corner));
        for row in min.1..=max.1 {
            let in_row = self.agents.in_row(row, [min.0, max.0]);
            self.comparisons += 1 + in_row.len();
            for &(other_at, other) in in_row {
                let squared = ground(other_at).distance_squared(center);
                let is_known = self.marks[other as usize] == agent;
                if squared > limit || is_known || other == agent || !is_same_floor(at, other_at, squared) {
                    continue;
                }
                insert(found, (squared, other), most);
                if let Some(last) = found.last().filter(|_| found.len() == most) {
                    limit = last.0;
                }
            }
        }
    }
}

/// Inserts an agent into a list in order, and removes the last one of more than `most`.
fn insert(found: &mut Vec<(f32, u32)>, entry: (f32, u32), most: usize) {
    let is_before = |known: &(f32, u32)| entry.0 < known.0 || (entry.0 == known.0 && entry.1 < known.1);
    if found.len() == most {
        if !found.last().is_some_and(is_before) {
            return;
        }
        found.pop();
    }
    let mut place = found.len();
    found.push(entry);
    while place > 0 && is_before(&found[place - 1]) {
        found[place] = found[place - 1];
        place -= 1;
    }
    found[place] = entry;
}

/// Whether two agents are on one floor: the slope between them is at most 45°, or the step is low.
fn is_same_floor(one: Vec3, other: Vec3, squared_distance: f32) -> bool {
    let step = (one.y - other.y).abs();
    step <= SAME_FLOOR || step * step <= squared_distance
}
