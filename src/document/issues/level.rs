//! Issues between a mesh and the levels that it was made for, for one agent.

use std::collections::{BTreeMap, BTreeSet};

use super::{Issue, MOST_LISTED, near_wall, off_level};
use crate::budget::{Budget, Exhausted};
use crate::level::surface::LevelSurface;
use crate::level::walls::WallLimits;
use crate::navmesh::{CellId, Derived, HalfEdge, NavMesh};
use crate::pathfinding::agent::Agent;
use crate::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 10;

/// Height in metres up to which an agent without a stated climb steps over an obstacle.
///
/// It is the default of Unity, and above the risers of stairs, which a navigation mesh often covers by a ramp.
const STEP: f32 = 0.4;

/// Least height in metres up to which an agent with a stated climb steps over an obstacle.
const LEAST_STEP: f32 = 0.05;

/// Issues of a mesh above levels: heights off the level, and boundaries near walls.
///
/// Without a finite climb, no height is an issue. Without a radius, no wall is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelIssues {
    issues: Vec<Issue>,
    /// Each cell with the indices of its issues, in order.
    by_cell: Vec<(CellId, u32)>,
    /// Number of issues of each search.
    listed: BTreeMap<&'static str, usize>,
    /// Searches that stopped early.
    stopped: BTreeSet<&'static str>,
}

impl LevelIssues {
    /// Whether an agent has a property that the issues depend on.
    pub fn depend_on(agent: &Agent) -> bool {
        agent.radius > 0.0 || agent.max_climb.is_finite()
    }

    /// Finds the issues of a mesh above the visible triangles of levels. Linear.
    ///
    /// Each search lists at most [`MOST_LISTED`] issues, and stops when it takes more work than the sizes of the mesh
    /// and the levels justify.
    pub fn build(
        mesh: &NavMesh,
        derived: &Derived,
        surface: &LevelSurface,
        agent: &Agent,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut found = Self::default();
        let corners = mesh.cells().map(|(_, cell)| cell.corners().len()).sum::<usize>();
        let budget = || Budget::of_elements(corners + surface.triangles().len());
        let of_heights = progress.part(0.0..0.5);
        if agent.max_climb.is_finite() {
            let mut budget = budget();
            let mut heights = off_level::Heights::new(mesh, derived, surface, agent.max_climb);
            let total = mesh.vertices().count() + mesh.cell_count();
            let mut units = of_heights.units(total, ELEMENTS_PER_REPORT);
            for (vertex, _) in mesh.vertices() {
                units.step()?;
                found.note(HEIGHTS, heights.vertex(vertex, &mut budget));
            }
            for (cell, _) in mesh.cells() {
                units.step()?;
                found.note(HEIGHTS, heights.cell(cell, &mut budget));
            }
        }
        if agent.radius > 0.0 {
            let mut budget = budget();
            let limits = limits(agent);
            let of_walls = progress.part(0.5..1.0);
            let mut units = of_walls.units(mesh.cell_count(), ELEMENTS_PER_REPORT);
            for (cell, corners) in mesh.cells() {
                units.step()?;
                for side in 0..corners.corners().len() as u32 {
                    let half_edge = HalfEdge { cell, side };
                    if derived.adjacency.twin(half_edge).is_none() {
                        let judged =
                            near_wall::judge(mesh, derived, surface, half_edge, &limits, &mut budget);
                        found.note(WALLS, judged);
                    }
                }
            }
        }
        found.by_cell.sort_unstable();
        Ok(found)
    }

    fn note(&mut self, search: &'static str, judged: Result<Option<Issue>, Exhausted>) {
        match judged {
            Err(Exhausted) => drop(self.stopped.insert(search)),
            Ok(None) => {}
            Ok(Some(issue)) => {
                let listed = self.listed.entry(search).or_default();
                if *listed == MOST_LISTED {
                    self.stopped.insert(search);
                    return;
                }
                *listed += 1;
                let index = self.issues.len() as u32;
                self.by_cell.extend(issue.cells.iter().map(|&cell| (cell, index)));
                self.issues.push(issue);
            }
        }
    }

    /// Returns all issues: heights by vertex and by cell, then walls by cell.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter()
    }

    /// Returns the issues of a cell.
    pub fn of_cell(&self, cell: CellId) -> impl Iterator<Item = &Issue> {
        let start = self.by_cell.partition_point(|&(other, _)| other < cell);
        let of_cell = self.by_cell[start..].iter().take_while(move |&&(other, _)| other == cell);
        of_cell.filter_map(|&(_, index)| self.issues.get(index as usize))
    }

    /// Returns the number of issues.
    pub fn len(&self) -> usize {
        self.issues.len()
    }

    /// Whether there are no issues.
    pub fn is_empty(&self) -> bool {
        self.issues.is_empty()
    }

    /// Returns a sentence for each search that stopped before its end.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        self.stopped.iter().map(|search| format!("and more: the search for {search} stopped early"))
    }
}

const HEIGHTS: &str = "heights off the level";
const WALLS: &str = "boundaries near walls";

/// Returns the sizes that determine which triangles are walls to an agent.
fn limits(agent: &Agent) -> WallLimits {
    let Agent { radius, height, max_slope, max_climb } = *agent;
    let step = if max_climb.is_finite() { max_climb.max(LEAST_STEP) } else { STEP };
    WallLimits { radius, step, height, max_slope }
}
