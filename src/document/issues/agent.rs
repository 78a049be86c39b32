//! Issues of a mesh for one agent, and those between the mesh and the levels that it was made for.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    AgentLimits, Issue, MOST_LISTED, crack, island, link, near_wall, off_level, passage, size_contrast,
};
use crate::budget::{Budget, Exhausted};
use crate::document::thousands;
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

/// Steps of the search for links without return, as a multiple of the usual budget of an analysis.
const STEPS_OF_LINKS: u64 = 8;

/// Least height in metres up to which an agent with a stated climb steps over an obstacle.
const LEAST_STEP: f32 = 0.05;

/// Issues of a mesh for an agent, and those between the mesh and its levels.
///
/// They are searched as a whole, because they depend on more than the cells that they list. Without a radius of the
/// agent, no island is too small, no portal too narrow and no wall too near, and there are no cracks. Without a finite
/// climb, no height is an issue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentIssues {
    issues: Vec<Issue>,
    /// Each cell with the indices of its issues, in order.
    by_cell: Vec<(CellId, u32)>,
    /// Number of issues that each search found.
    found: BTreeMap<&'static str, usize>,
    /// Searches that stopped early.
    stopped: BTreeSet<&'static str>,
}

impl AgentIssues {
    /// Finds the issues of a mesh above the visible triangles of levels. Linear.
    ///
    /// Of an agent, the limits are those that follow from its sizes.
    /// Each search lists at most [`MOST_LISTED`] issues. A search of levels stops when it takes more work than the
    /// sizes of the mesh and the levels justify.
    pub fn build(
        mesh: &NavMesh,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        limits: impl Into<AgentLimits>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let limits = &limits.into();
        let mut found = Self::default();
        let parts = [0.0..0.2, 0.2..0.4, 0.4..0.5, 0.5..0.6, 0.6..0.8, 0.8..1.0];
        let parts = parts.map(|part| progress.part(part));
        for (cells, issue) in island::all(mesh, derived, limits, &parts[0])? {
            found.push(if cells { TINY } else { LONE }, issue);
        }
        passage::each_portal(mesh, derived, limits, &parts[1], |issue| found.push(PORTALS, issue))?;
        let lengths = size_contrast::lengths(mesh);
        let mut units = parts[2].units(mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, _) in mesh.cells() {
            units.step()?;
            found.extend(SLOPES, passage::steep(mesh, cell, limits));
            found.extend(CONTRASTS, size_contrast::at((mesh, derived), cell, &lengths, limits.size_contrast));
        }
        found.find_cracks((mesh, derived), limits, &parts[3])?;
        found.extend(LINKS, link::duplicates(mesh, derived));
        let mut of_links = Budget::of_elements(mesh.link_count()).with_more_steps(STEPS_OF_LINKS);
        for link in mesh.links() {
            found.note(RETURNS, link::no_return((mesh, derived), link, &mut of_links));
        }
        if let Some(surface) = surface {
            let [.., of_heights, of_walls] = parts;
            found.compare_heights((mesh, derived, surface), limits, &of_heights)?;
            found.compare_walls((mesh, derived, surface), limits, &of_walls)?;
        }
        found.by_cell.sort_unstable();
        Ok(found)
    }

    fn find_cracks(
        &mut self,
        (mesh, derived): (&NavMesh, &Derived),
        limits: &AgentLimits,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        if limits.crack <= limits.gap {
            return Ok(());
        }
        let mut budget = budget(mesh, None);
        let mut units = progress.units(mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, _) in mesh.cells() {
            units.step()?;
            let visit = |issue| self.push(CRACKS, issue);
            if crack::at_cell((mesh, derived), cell, limits, &mut budget, visit).is_err() {
                self.stopped.insert(CRACKS);
                break;
            }
        }
        Ok(())
    }

    fn compare_heights(
        &mut self,
        (mesh, derived, surface): (&NavMesh, &Derived, &LevelSurface),
        limits: &AgentLimits,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        if !limits.off_level.is_finite() {
            return Ok(());
        }
        let mut budget = budget(mesh, Some(surface));
        let mut heights = off_level::Heights::new(mesh, derived, surface, limits.off_level);
        let total = mesh.vertices().count() + mesh.cell_count();
        let mut units = progress.units(total, ELEMENTS_PER_REPORT);
        for (vertex, _) in mesh.vertices() {
            units.step()?;
            self.note(HEIGHTS, heights.vertex(vertex, &mut budget));
        }
        for (cell, _) in mesh.cells() {
            units.step()?;
            self.note(HEIGHTS, heights.cell(cell, &mut budget));
        }
        Ok(())
    }

    fn compare_walls(
        &mut self,
        (mesh, derived, surface): (&NavMesh, &Derived, &LevelSurface),
        limits: &AgentLimits,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        if limits.near_wall <= 0.0 {
            return Ok(());
        }
        let (mut budget, limits) = (budget(mesh, Some(surface)), wall_limits(limits));
        let mut units = progress.units(mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, corners) in mesh.cells() {
            units.step()?;
            for side in 0..corners.corners().len() as u32 {
                let half_edge = HalfEdge { cell, side };
                if derived.adjacency.twin(half_edge).is_none() {
                    let judged = near_wall::judge(mesh, derived, surface, half_edge, &limits, &mut budget);
                    self.note(WALLS, judged);
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, search: &'static str, judged: Result<Option<Issue>, Exhausted>) {
        match judged {
            Err(Exhausted) => drop(self.stopped.insert(search)),
            Ok(issue) => self.extend(search, issue),
        }
    }

    fn extend(&mut self, search: &'static str, issues: impl IntoIterator<Item = Issue>) {
        issues.into_iter().for_each(|issue| self.push(search, issue));
    }

    fn push(&mut self, search: &'static str, issue: Issue) {
        let count = self.found.entry(search).or_default();
        *count += 1;
        if *count <= MOST_LISTED {
            let index = self.issues.len() as u32;
            self.by_cell.extend(issue.cells.iter().map(|&cell| (cell, index)));
            self.issues.push(issue);
        }
    }

    /// Returns all issues, in the order of the searches.
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

    /// Returns a sentence for each search that stopped before its end, or that found more than are listed.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        let of_stopped =
            self.stopped.iter().map(|search| format!("and more: the search for {search} stopped early"));
        let unlisted = self.found.iter().filter(|(_, count)| **count > MOST_LISTED);
        of_stopped.chain(unlisted.map(|(search, &count)| {
            format!("{} of {} {search} are listed", thousands(MOST_LISTED), thousands(count))
        }))
    }
}

fn budget(mesh: &NavMesh, surface: Option<&LevelSurface>) -> Budget {
    let corners = mesh.cells().map(|(_, cell)| cell.corners().len()).sum::<usize>();
    Budget::of_elements(corners + surface.map_or(0, |surface| surface.triangles().len()))
}

const TINY: &str = "islands that are too small";
const LONE: &str = "lone cells";
const PORTALS: &str = "narrow portals";
const SLOPES: &str = "steep cells";
const CONTRASTS: &str = "neighbours of very different sizes";
const CRACKS: &str = "cracks";
const LINKS: &str = "duplicate links";
const RETURNS: &str = "links without return";
const HEIGHTS: &str = "heights off the level";
const WALLS: &str = "boundaries near walls";

/// Returns the sizes that determine which triangles are walls to an agent.
fn wall_limits(limits: &AgentLimits) -> WallLimits {
    let Agent { height, max_slope, max_climb, .. } = limits.agent;
    let radius = limits.near_wall;
    let step = if max_climb.is_finite() { max_climb.max(LEAST_STEP) } else { STEP };
    WallLimits { radius, step, height, max_slope }
}
