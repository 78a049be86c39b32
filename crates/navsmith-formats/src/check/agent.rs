//! Issues of a mesh for one agent, and those between the mesh and the levels that it was made for.

use std::f32::consts::FRAC_PI_2;

use super::agent_follow::{self, Edit};
use super::agent_look::AgentLook;
use super::agent_search::{AgentKey, AgentSearch};
use super::list::{IssueKey as _, IssueLists};
use super::touched::{Touched, are_few, is_small_part};
use super::{AgentLimits, Issue, MOST_COUNTED, crack, island, link, passage, size_contrast};
use crate::level::surface::LevelSurface;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{CellId, Changes, Derived, HalfEdge, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 10;

/// Steps of the search for links without return, as a multiple of the usual budget of an analysis.
const STEPS_OF_LINKS: u64 = 8;

/// Steps of the search for walls inside of cells, as a multiple of the usual budget of an analysis.
const STEPS_OF_WALLS: u64 = 8;

/// Issues of a mesh for an agent, and those between the mesh and its levels.
///
/// Without a radius of the agent, no island is too small, no portal too narrow and no wall too near, and there are no
/// cracks. Without a finite climb, no height is an issue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentIssues {
    limits: Option<AgentLimits>,
    /// The only search; `None` for all.
    only: Option<AgentSearch>,
    lists: IssueLists<AgentKey>,
}

impl AgentIssues {
    /// Finds the issues of a mesh above the visible triangles of levels. Linear.
    ///
    /// Of an agent, the limits are those that follow from its sizes.
    /// Each search lists at most [`MOST_LISTED`](super::MOST_LISTED) issues, and stops when it takes more work than
    /// the sizes of the mesh and the levels justify.
    pub fn build(
        mesh: &NavMesh,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        limits: impl Into<AgentLimits>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        Self::default().searched((mesh, derived, surface), limits.into(), progress)
    }

    /// Finds only the issues of one search, like [`AgentIssues::build`]; updates follow that search only.
    pub fn of_search(
        search: AgentSearch,
        mesh: &NavMesh,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        limits: impl Into<AgentLimits>,
    ) -> Self {
        let issues = Self { only: Some(search), ..Self::default() };
        // The token never stops the search.
        issues.searched((mesh, derived, surface), limits.into(), &Progress::none()).unwrap_or_default()
    }

    /// Like [`AgentIssues::build`], with lists that are truncated at another length.
    pub(crate) fn listing(
        most: usize,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        limits: AgentLimits,
    ) -> Self {
        let issues = Self { lists: IssueLists::listing(most), ..Self::default() };
        issues.searched((derived.mesh(), derived, surface), limits, &Progress::none()).unwrap_or_default()
    }

    fn searched(
        mut self,
        (mesh, derived, surface): (&NavMesh, &Derived, Option<&LevelSurface>),
        limits: AgentLimits,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let look = AgentLook { mesh, derived, surface, limits };
        self.limits = Some(limits);
        let count = self.searches(&look).count() as f32;
        for (index, search) in (0_u16..).zip(self.searches(&look).collect::<Vec<_>>()) {
            let share = f32::from(index) / count..f32::from(index + 1) / count;
            self.search(search, &look, &progress.part(share))?;
        }
        Ok(self)
    }

    /// Returns the searches that the limits and the surface permit.
    fn searches(&self, look: &AgentLook<'_>) -> impl Iterator<Item = AgentSearch> + use<> {
        let (only, limits, has_level) = (self.only, look.limits, look.surface.is_some());
        let is_limited = move |search| match search {
            AgentSearch::TinyIslands => limits.tiny_island > 0.0,
            AgentSearch::Portals => limits.narrow_portal > 0.0,
            AgentSearch::Slopes => limits.steep < FRAC_PI_2,
            AgentSearch::Cracks => limits.crack > limits.gap,
            AgentSearch::Heights => limits.off_level.is_finite(),
            AgentSearch::Walls => limits.near_wall > 0.0,
            AgentSearch::LoneCells
            | AgentSearch::Contrasts
            | AgentSearch::DuplicateLinks
            | AgentSearch::Returns
            | AgentSearch::WallsInside => true,
        };
        let is_possible = move |search: &AgentSearch| {
            only.is_none_or(|only| only == *search)
                && (has_level || !search.needs_level())
                && is_limited(*search)
        };
        AgentSearch::ALL.into_iter().filter(is_possible)
    }

    fn search(
        &mut self,
        search: AgentSearch,
        look: &AgentLook<'_>,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let (mesh, cells) = (look.mesh, || look.mesh.cells().map(|(cell, _)| cell));
        let count = mesh.cell_count();
        let mut work = Work { search, look, budget: &mut whole_budget(look), progress, issues: self };
        match search {
            AgentSearch::TinyIslands => work.judge(island::tiny(look).map(AgentKey::Tiny), 0),
            AgentSearch::LoneCells => work.judge(island::single(look).map(AgentKey::Lone), 0),
            AgentSearch::Slopes => work.judge(cells().map(AgentKey::Slope), count),
            AgentSearch::Heights => {
                let vertices = mesh.vertices().map(|(vertex, _)| AgentKey::VertexHeight(vertex));
                let of_cells = cells().map(AgentKey::CellHeight);
                work.judge(vertices.chain(of_cells), mesh.vertex_count() + count)
            }
            AgentSearch::Walls => {
                let sides = cells().flat_map(|cell| look.sides(cell)).filter(|&side| is_open(look, side));
                work.judge(sides.map(AgentKey::Wall), count)
            }
            AgentSearch::WallsInside => {
                // Large cells of a small mesh lie under many walls of a detailed level.
                let budget = whole_budget(look).with_more_steps(STEPS_OF_WALLS);
                work.budget.clone_from(&budget);
                work.judge(cells().map(AgentKey::WallInside), count)
            }
            AgentSearch::DuplicateLinks => {
                let all = link::duplicates(mesh).into_iter();
                work.judge(all.map(|[first, again]| AgentKey::Duplicate(first, again)), 0)
            }
            AgentSearch::Returns => {
                let budget = Budget::of_elements(mesh.link_count()).with_more_steps(STEPS_OF_LINKS);
                work.budget.clone_from(&budget);
                work.judge(mesh.links().map(|(link, _)| AgentKey::Return(link)), 0)
            }
            AgentSearch::Portals => work.search_portals(),
            AgentSearch::Contrasts => work.search_contrasts(),
            AgentSearch::Cracks => work.search_cracks(),
        }
    }

    /// Updates the lists after an edit by checking the changed elements and their neighbourhood.
    ///
    /// Returns `false`, and changes nothing, if many cells changed, so that a new search is due. Otherwise the result
    /// equals that of [`AgentIssues::build`], except for searches that stopped, as for
    /// [`Issues::update`](super::Issues::update). Links are searched as a whole if islands or links changed.
    pub fn update(
        &mut self,
        before: &Derived,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        changes: &Changes,
    ) -> bool {
        let (mesh, Some(limits)) = (derived.mesh(), self.limits) else { return false };
        if changes.vertices.is_empty() && changes.cells.is_empty() && changes.links.is_empty() {
            return true;
        }
        if !are_few(changes, mesh) {
            return false;
        }
        let look = AgentLook { mesh, derived, surface, limits };
        let touched = Touched::of(before.mesh(), mesh, changes);
        let cells = touched.cells_at_edges(mesh, &derived.adjacency);
        let edit = Edit { look: &look, before, touched: &touched, cells: &cells };
        for search in self.searches(&look) {
            let edited = self.lists.edited(search, changes.cells.len());
            let is_due = search.is_of_links() && edit.affects_links() || !is_small_part(edited, mesh);
            if is_due || !self.follow(search, &edit) {
                self.lists.clear(search);
                self.search(search, &look, &Progress::none()).ok();
            }
        }
        let unlimited = &mut Budget::UNLIMITED.clone();
        self.lists.fill(|key| look.judge(key, unlimited).ok().flatten());
        true
    }

    /// Checks what an edit touches; returns `false` if that takes as much work as a new search.
    fn follow(&mut self, search: AgentSearch, edit: &Edit<'_>) -> bool {
        if search.is_of_links() {
            return true;
        }
        let is_stopped = self.lists.is_stopped(search);
        let mut budget = if is_stopped {
            Budget::of_elements(edit.touched.changes.cells.len())
        } else {
            let triangles = edit.look.surface.map_or(0, |surface| surface.triangles().len());
            Budget::of_elements(3 * edit.look.mesh.cell_count() + triangles)
        };
        let mut of_keys = budget;
        let known = edit.cells.iter().flat_map(|&cell| self.lists.keys(cell));
        let mut keys: Vec<AgentKey> = known.filter(|key| key.search() == search).collect();
        let found = agent_follow::keys(search, edit, &self.lists, &mut keys, &mut budget);
        keys.sort_unstable();
        keys.dedup();
        for &key in &keys {
            self.lists.forget(key);
        }
        // If the budget was used up by finding keys, those found are judged within one of their own.
        let judged = keys.into_iter().try_for_each(|key| self.judge(edit.look, key, &mut of_keys));
        is_stopped || found.and(judged).is_ok()
    }

    fn judge(&mut self, look: &AgentLook<'_>, key: AgentKey, budget: &mut Budget) -> Result<(), Exhausted> {
        if let AgentKey::CellHeight(cell) = key {
            let is_off = |&corner| self.lists.contains(AgentKey::VertexHeight(corner));
            if look.mesh.corners(cell).iter().any(is_off) {
                return Ok(());
            }
        }
        let Some(issue) = look.judge(key, budget)? else { return Ok(()) };
        // The order of portals depends on their widths, which edits change.
        let key = match (key, issue.distance) {
            (AgentKey::Portal(_, side), Some(width)) => AgentKey::Portal(width.to_bits(), side),
            _ => key,
        };
        if self.lists.contains(key) { Ok(()) } else { self.lists.insert(key, issue, budget) }
    }

    /// Returns all issues, in the order of the searches.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.lists.iter()
    }

    /// Returns the issues of a cell.
    pub fn of_cell(&self, cell: CellId) -> impl Iterator<Item = &Issue> {
        self.lists.keys(cell).filter_map(|key| self.lists.get(key))
    }

    /// Returns the number of issues.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there are no issues.
    pub fn is_empty(&self) -> bool {
        self.lists.len() == 0
    }

    /// Returns a sentence for each search that stopped before its end, or that found more than are listed.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        self.lists.notes(AgentSearch::name)
    }
}

/// A search of a whole mesh.
struct Work<'a> {
    search: AgentSearch,
    look: &'a AgentLook<'a>,
    budget: &'a mut Budget,
    progress: &'a Progress,
    issues: &'a mut AgentIssues,
}

impl Work<'_> {
    /// Judges all keys; `count` is their approximate number.
    fn judge(&mut self, keys: impl Iterator<Item = AgentKey>, count: usize) -> Result<(), Stopped> {
        let mut units = self.progress.units(count, ELEMENTS_PER_REPORT);
        for key in keys {
            units.step()?;
            let judged = self.issues.judge(self.look, key, self.budget);
            self.note(judged);
        }
        Ok(())
    }

    fn search_portals(&mut self) -> Result<(), Stopped> {
        let look = self.look;
        let [first, second] = [self.progress.part(0.0..0.5), self.progress.part(0.5..1.0)];
        let has_wall = passage::walls(look, &first)?;
        let has_wall = |vertex| has_wall.get(vertex).copied().unwrap_or_default();
        let mut units = second.units(look.mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, _) in look.mesh.cells() {
            units.step()?;
            for side in look.sides(cell) {
                let issue = passage::judge_portal(look, side, |vertex| has_wall(vertex.0 as usize));
                self.add(issue, |issue| AgentKey::Portal(issue.distance.unwrap_or_default().to_bits(), side));
            }
        }
        Ok(())
    }

    fn search_contrasts(&mut self) -> Result<(), Stopped> {
        let look = self.look;
        let lengths: Vec<f32> = (0..look.mesh.cell_slots() as u32)
            .map(|id| size_contrast::length(look.mesh, CellId(id)))
            .collect();
        let mut units = self.progress.units(look.mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, _) in look.mesh.cells() {
            units.step()?;
            for side in look.sides(cell) {
                let length = |cell: CellId| lengths.get(cell.0 as usize).copied().unwrap_or_default();
                self.add(size_contrast::judge(look, side, length), |_| AgentKey::Contrast(side));
            }
        }
        Ok(())
    }

    fn search_cracks(&mut self) -> Result<(), Stopped> {
        let look = self.look;
        let mut units = self.progress.units(look.mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, _) in look.mesh.cells() {
            units.step()?;
            let found = crack::candidates(
                look,
                cell,
                |other| other > cell,
                self.budget,
                |sides, budget| self.issues.judge(look, AgentKey::Crack(sides), budget),
            );
            self.note(found);
        }
        Ok(())
    }

    fn add(&mut self, issue: Option<Issue>, key: impl FnOnce(&Issue) -> AgentKey) {
        if let Some(issue) = issue {
            let added = self.issues.lists.insert(key(&issue), issue, self.budget);
            self.note(added);
        }
    }

    fn note(&mut self, found: Result<(), Exhausted>) {
        if found.is_err() {
            self.issues.lists.stop(self.search);
        }
    }
}

/// Whether no cell is behind a side.
pub(super) fn is_open(look: &AgentLook<'_>, side: HalfEdge) -> bool {
    look.derived.adjacency.twin(side).is_none()
}

/// Returns the budget of one search of a whole mesh.
fn whole_budget(look: &AgentLook<'_>) -> Budget {
    let corners = look.mesh.cells().map(|(_, cell)| cell.corners().len().min(MOST_COUNTED)).sum::<usize>();
    Budget::of_elements(corners + look.surface.map_or(0, |surface| surface.triangles().len()))
}
