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
            for &(other_at, other) in self.agents.in_row(row, [min.0, max.0]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::SplitMix64;

    #[test]
    fn agents_farther_apart_than_the_largest_number_are_in_the_grid() {
        let mut grid = NeighborGrid::default();
        let far = Vec3::new(3e38, 0.0, 3e38);
        grid.fill(&[Some(far), Some(-far), Some(-far)], 1.0);
        let mut found = Vec::new();
        grid.nearest((1, -far), 1.0, 8, &[], &mut found);
        assert_eq!(found, [(0.0, 2)]);
    }

    #[test]
    fn the_nearest_agents_are_those_of_a_linear_scan() {
        let mut chance = SplitMix64(4);
        let mut grid = NeighborGrid::default();
        for (count, extent) in [(1, 1.0), (300, 10.0), (300, 5000.0), (0, 1.0)] {
            let mut place = || chance.unit() as f32 * extent;
            let positions: Vec<Option<Vec3>> = (0..count)
                .map(|i| {
                    (i % 7 != 3).then(|| Vec3::new(place(), if i % 5 == 0 { 8.0 } else { 0.0 }, place()))
                })
                .collect();
            grid.fill(&positions, 1.5);
            let mut found = Vec::new();
            for (agent, at) in positions.iter().enumerate() {
                let Some(at) = at else { continue };
                grid.nearest((agent as u32, *at), 1.5, 6, &[], &mut found);
                let mut all: Vec<(f32, u32)> = (0..)
                    .zip(&positions)
                    .filter_map(|(other, it)| Some((other, (*it)?)))
                    .map(|(other, it)| (ground(it).distance_squared(ground(*at)), other, it))
                    .filter(|(squared, other, it)| {
                        *squared <= 2.25 && *other != agent as u32 && is_same_floor(*at, *it, *squared)
                    })
                    .map(|(squared, other, _)| (squared, other))
                    .collect();
                all.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
                all.truncate(6);
                assert_eq!(found, all, "agent {agent} of {count}");
            }
        }
    }

    #[test]
    fn agents_found_before_do_not_change_the_result() {
        let mut chance = SplitMix64(9);
        let mut place = |extent: f64| (chance.unit() * extent) as f32;
        let mut positions: Vec<Option<Vec3>> =
            (0..400).map(|_| Some(Vec3::new(place(12.0), 0.0, place(12.0)))).collect();
        let (mut grid, mut before) = (NeighborGrid::default(), vec![Vec::new(); 400]);
        let (mut expected, mut found, mut changed) = (Vec::new(), Vec::new(), 0);
        for step in 0..6 {
            for at in positions.iter_mut().flatten() {
                *at += Vec3::new(place(0.3), place(0.3), place(0.3));
            }
            if step == 3 {
                positions[7] = None;
            }
            grid.fill(&positions, 1.5);
            for (agent, at) in positions.iter().enumerate().filter_map(|(agent, at)| Some((agent, (*at)?))) {
                let agent_at = (agent as u32, at);
                grid.nearest(agent_at, 2.0, 8, &[], &mut expected);
                grid.nearest(agent_at, 2.0, 8, &before[agent], &mut found);
                assert_eq!(found, expected, "agent {agent} in step {step}");
                let is_known = |entry: &(f32, u32)| before[agent].iter().any(|&(_, known)| known == entry.1);
                changed += usize::from(!found.iter().all(is_known));
                before[agent].clone_from(&found);
            }
        }
        assert!(changed > 800, "{changed} lists have other agents than before");
    }

    #[test]
    fn agents_on_a_bridge_do_not_avoid_those_below() {
        let positions = [Vec3::ZERO, Vec3::new(0.5, 4.0, 0.0), Vec3::new(2.0, 0.5, 0.0)].map(Some);
        let mut grid = NeighborGrid::default();
        grid.fill(&positions, 3.0);
        let mut found = Vec::new();
        grid.nearest((0, Vec3::ZERO), 3.0, 10, &[], &mut found);
        assert_eq!(found, [(4.0, 2)], "only the one on the same floor");
    }
}
