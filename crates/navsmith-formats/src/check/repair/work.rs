//! The mesh during a repair.

mod keeping;
mod searching;
mod walls;
mod whole;

use std::borrow::Cow;
use std::collections::BTreeMap;

use glam::Vec3;

use super::action::{Action, Context};
use super::copies::{RemovedCopies, remove_copies};
use super::dead_end;
use super::effect::{Sizes, too_steep};
use super::harm::Harm;
use super::kept_points::RemovedGround;
use super::left::{FixObstacle, LeftError};
use super::plan::{Plan, parts, plans};
use super::{ROUNDING, RepairOptions, RepairStep, StepEffect};
use crate::check::{Fix, Issue, IssueKind, IssueSearch, Issues, Severity, WELD_DISTANCE};
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::edit::{Edited, merge_convex, storable, triangulate};
use navsmith_core::navmesh::{CellId, Changes, Derived, Draft, IdCounts, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of rounds of a step.
const MOST_ROUNDS: usize = 16;

/// Step budget of a repair, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 256;

/// Steps of trying an edit, and for each cell and each issue that it concerns.
const STEPS_PER_EDIT: usize = 256;
const STEPS_PER_ELEMENT: usize = 16;

pub(crate) struct Work<'a> {
    options: &'a RepairOptions,
    given: IdCounts,
    derived: Derived,
    issues: Issues,
    /// Original positions of the vertices that a vertex replaces, with its own.
    origins: BTreeMap<VertexId, Vec<Vec3>>,
    original: &'a NavMesh,
    /// Whether the search of the original mesh found all errors.
    were_known: bool,
    obstacles: Obstacles,
    /// Areas of a small and of the largest dead end that are removed, in m².
    dead_ends: [f64; 2],
    removed: RemovedGround,
    copies: Option<RemovedCopies>,
    budget: Budget,
}

/// Reasons why issues stayed, by kind and cells.
type Obstacles = BTreeMap<(IssueKind, Vec<CellId>), FixObstacle>;

/// The result of an edit that was applied.
struct Done {
    edited: Edited,
    sizes: Sizes,
    /// Slope in radians of the steepest cell that the edit made too steep to walk on, or 0.
    slope: f32,
}

/// The mesh at a time of a repair.
pub(super) struct RepairState {
    derived: Derived,
    issues: Issues,
    origins: BTreeMap<VertexId, Vec<Vec3>>,
    obstacles: Obstacles,
    removed: RemovedGround,
    /// Number of known errors that are not ignored.
    errors: usize,
}

impl<'a> Work<'a> {
    pub(crate) fn new(mesh: &'a NavMesh, options: &'a RepairOptions, given: IdCounts) -> Self {
        let mut derived = Derived::build(mesh);
        let has_step = options.steps.contains(&RepairStep::Duplicates);
        let copies = has_step.then(|| remove_copies(&mut derived, &options.ignored, given)).flatten();
        // A gap exactly as wide as the tolerance is found too.
        let most = options.tolerance.max(WELD_DISTANCE * options.metre) * ROUNDING;
        let limits = options.limits_up_to(most);
        let issues = Issues::build(derived.mesh(), &derived, limits);
        let (origins, obstacles) = (BTreeMap::new(), BTreeMap::new());
        let budget = Budget::of_elements(mesh.cell_count()).with_more_steps(STEPS);
        let dead_ends = dead_end::areas(&derived);
        let were_known = !IssueSearch::OF_ERRORS.iter().any(|&search| issues.is_stopped(search));
        Self {
            options,
            given,
            derived,
            issues,
            origins,
            original: mesh,
            were_known,
            obstacles,
            dead_ends,
            removed: RemovedGround::default(),
            copies,
            budget,
        }
    }

    /// Adds the copies of cells that were removed before the first step to the effect of their step.
    pub(super) fn add_copies(&mut self, effects: &mut [StepEffect]) {
        let effect = effects.iter_mut().find(|effect| effect.step == RepairStep::Duplicates);
        if let (Some(effect), Some(copies)) = (effect, self.copies.take()) {
            effect.add(copies.sizes, copies.places);
        }
    }

    /// Returns the mesh as it is now.
    pub(super) fn state(&self) -> RepairState {
        RepairState {
            derived: self.derived.clone(),
            issues: self.issues.clone(),
            origins: self.origins.clone(),
            obstacles: self.obstacles.clone(),
            removed: self.removed.clone(),
            errors: self.errors().count(),
        }
    }

    /// Whether there are more errors than in another mesh.
    ///
    /// Returns `false` if those of the other mesh are not all known.
    pub(super) fn is_worse_than(&self, other: &RepairState) -> bool {
        let is_stopped = |search: &IssueSearch| other.issues.is_stopped(*search);
        let are_known = !IssueSearch::OF_ERRORS.iter().any(is_stopped);
        are_known && (self.may_lack_errors() || self.errors().count() > other.errors)
    }

    /// Restores a mesh; the errors that are thereby added again have been fixed with too much harm.
    pub(super) fn restore(&mut self, state: RepairState) {
        let later = std::mem::replace(&mut self.issues, state.issues);
        let derived = std::mem::replace(&mut self.derived, state.derived);
        (self.origins, self.obstacles) = (state.origins, state.obstacles);
        self.removed = state.removed;
        let undone = self.errors().filter(|issue| !later.contains(&derived, issue));
        let undone: Obstacles =
            undone.map(|issue| ((issue.kind, issue.cells.clone()), FixObstacle::Undone)).collect();
        self.obstacles.extend(undone);
    }

    /// Whether the limit of work is reached.
    pub(super) fn is_limited(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// Returns all known issues, and whether each of them is ignored.
    pub(super) fn issues(&self) -> impl Iterator<Item = (Cow<'_, Issue>, bool)> {
        let issues = self.issues.known(&self.derived, &IssueSearch::ALL);
        issues.map(|issue| {
            let is_ignored = self.options.ignored.contains(&issue);
            (issue, is_ignored)
        })
    }

    /// Returns the known errors that are not ignored.
    pub(crate) fn errors(&self) -> impl Iterator<Item = Cow<'_, Issue>> {
        let known = self.issues.known(&self.derived, &IssueSearch::OF_ERRORS);
        let errors = known.filter(|issue| issue.kind.severity() == Severity::Error);
        errors.filter(|issue| !self.options.ignored.contains(issue))
    }

    /// Returns the known issues of a step that are not ignored.
    fn of_step(&self, step: RepairStep) -> impl Iterator<Item = Cow<'_, Issue>> {
        let known = self.issues.known(&self.derived, step.searches());
        known.filter(move |issue| step.concerns(issue) && !self.options.ignored.contains(issue))
    }

    /// Returns an issue with the reason why it is left.
    pub(crate) fn left(&self, issue: &Issue) -> LeftError {
        let obstacle = self.obstacles.get(&(issue.kind, issue.cells.clone()));
        let unknown = if self.is_limited() { FixObstacle::Unfinished } else { FixObstacle::NoFix };
        LeftError { issue: issue.clone(), obstacle: obstacle.copied().unwrap_or(unknown) }
    }

    pub(super) fn into_derived(self) -> Derived {
        self.derived
    }

    /// Runs a step and adds its effect; returns whether it changed the mesh.
    ///
    /// The step for overlaps also joins crossing cells if the effect of that step is given.
    pub(crate) fn run(
        &mut self,
        effect: &mut StepEffect,
        crossings: Option<&mut StepEffect>,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        let before = self.derived.mesh().clone();
        match effect.step {
            RepairStep::Islands => self.remove_islands(effect),
            RepairStep::Walls => self.cut_walls(effect),
            RepairStep::Triangulate => self.change_all(effect, triangulate),
            RepairStep::Merge => self.change_all(effect, merge_convex),
            _ => self.fix(effect, crossings, progress)?,
        }
        Ok(*self.derived.mesh() != before)
    }

    /// Fixes all issues of a step, in rounds because a fix can cause others.
    fn fix(
        &mut self,
        effect: &mut StepEffect,
        mut crossings: Option<&mut StepEffect>,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        match effect.step {
            RepairStep::Orient => self.fix_together(effect, IssueKind::InsideOut),
            RepairStep::Duplicates => self.fix_together(effect, IssueKind::Duplicate),
            _ => {}
        }
        for round in 0..MOST_ROUNDS {
            let mut issues: Vec<Issue> = self.of_step(effect.step).map(Cow::into_owned).collect();
            // A cell that is joined to a higher one rises, so the highest overlaps are first.
            let height = |issue: &Issue| if issue.kind == IssueKind::Overlap { issue.at.y } else { 0.0 };
            issues.sort_by(|a, b| height(b).total_cmp(&height(a)));
            let mut has_changed = false;
            for (done, issue) in issues.iter().enumerate() {
                // Later rounds concern few issues.
                if round == 0 {
                    progress.report(done, issues.len())?;
                } else {
                    progress.check()?;
                }
                if self.issues.contains(&self.derived, issue) {
                    has_changed |= self.fix_issue(effect, crossings.as_deref_mut(), issue);
                }
                if self.is_limited() {
                    return Ok(());
                }
            }
            if !has_changed {
                break;
            }
        }
        Ok(())
    }

    /// Fixes all issues of a kind at once.
    ///
    /// Adjacent cells that are inside out stay connected only together, and copies of a cell can be many.
    fn fix_together(&mut self, effect: &mut StepEffect, kind: IssueKind) {
        let of_kind = self.of_step(effect.step).filter(|issue| issue.kind == kind);
        let (fixes, places): (Vec<Fix>, Vec<Vec3>) =
            of_kind.filter_map(|issue| Some((issue.fix()?, issue.at))).unzip();
        if !fixes.is_empty()
            && let Ok(Done { sizes, .. }) = self.attempt(&Action::Fix(fixes), None, false)
        {
            effect.add(sizes, places);
        }
    }

    /// Applies the first edit for an issue that is safe, and adds it to the effect of its step.
    fn fix_issue(
        &mut self,
        effect: &mut StepEffect,
        crossings: Option<&mut StepEffect>,
        issue: &Issue,
    ) -> bool {
        let mesh = self.derived.mesh().clone();
        self.take(self.concerned(&issue.cells));
        for part in parts(effect.step, issue) {
            let context = Context {
                derived: &self.derived,
                issues: &self.issues,
                options: self.options,
                dead_ends: self.dead_ends,
                with_crossings: crossings.is_some(),
            };
            for Plan { step, action, is_gentle } in plans(&context, effect.step, issue, part) {
                match self.attempt(&action, Some(issue), is_gentle) {
                    Ok(Done { edited, sizes, slope }) => {
                        let effect = crossings.filter(|effect| effect.step == step).unwrap_or(effect);
                        effect.add(sizes, action.places(&mesh, issue, &edited));
                        effect.rise = effect.rise.max(action.rise(&mesh));
                        effect.slope = effect.slope.max(slope);
                        return true;
                    }
                    Err(obstacle) => self.note_obstacle(issue, obstacle),
                }
            }
        }
        false
    }

    /// Stores the greatest reason why an issue stays.
    fn note_obstacle(&mut self, issue: &Issue, obstacle: FixObstacle) {
        let greatest = self.obstacles.entry((issue.kind, issue.cells.clone())).or_insert(obstacle);
        *greatest = obstacle.max(*greatest);
    }

    /// Returns the steps for cells and their issues.
    fn concerned(&self, cells: &[CellId]) -> usize {
        cells.iter().map(|&cell| (1 + self.issues.count_of_cell(cell)) * STEPS_PER_ELEMENT).sum()
    }

    pub(crate) fn take(&mut self, steps: usize) {
        // Whether it is used up is checked before the next edit.
        self.budget.step(steps).ok();
    }

    /// Applies an edit if it is safe and removes an issue; otherwise the mesh stays.
    ///
    /// An edit that must be gentle is not safe if it makes a cell too steep to walk on.
    fn attempt(
        &mut self,
        action: &Action,
        issue: Option<&Issue>,
        is_gentle: bool,
    ) -> Result<Done, FixObstacle> {
        if self.is_limited() {
            return Err(FixObstacle::Unfinished);
        }
        self.take(STEPS_PER_EDIT);
        let before = self.derived.clone();
        let mut draft =
            Draft::new(before.mesh().clone(), before.adjacency.clone()).with_ids_after(self.given);
        let edited = action.apply(&mut draft, &before).map_err(FixObstacle::of)?;
        storable(&draft).map_err(FixObstacle::of)?;
        let changes = self.derived.update(&draft.into_mesh());
        if changes == Changes::default() {
            return Err(FixObstacle::Refused);
        }
        self.take(self.concerned(&changes.cells));
        let slope =
            action.joins_heights().then(|| too_steep(before.mesh(), self.derived.mesh(), &changes)).flatten();
        let origins = match slope {
            Some(_) if is_gentle => Err(FixObstacle::Refused),
            _ => self.judge(&before, &changes, action, issue),
        };
        let sizes = Sizes::of(&before, &self.derived, &changes);
        if origins.is_err() {
            self.derived = before;
        }
        self.origins.extend(origins?);
        Ok(Done { edited, sizes, slope: slope.unwrap_or(0.0) })
    }

    /// Updates the issues after an edit, unless it is unsafe; returns the new origins of vertices.
    fn judge(
        &mut self,
        before: &Derived,
        changes: &Changes,
        action: &Action,
        issue: Option<&Issue>,
    ) -> Result<Vec<(VertexId, Vec<Vec3>)>, FixObstacle> {
        // The update of the issues takes the most time, so it comes last.
        let replaced = issue.map(|issue| action.replaced(before, &self.issues, issue)).unwrap_or_default();
        let islands = self.kept_islands(before, changes, action.divided(), &replaced);
        let islands = islands.ok_or(FixObstacle::Disconnects)?;
        if !self.keeps_links(before, changes, &islands) {
            return Err(FixObstacle::DetachesLink);
        }
        let origins = self.moved(before, changes, action.joins_vertices()).ok_or(FixObstacle::TooFar)?;
        let harm = Harm::of(before, &self.issues, changes, self.options);
        let steps = self.issues.update(self.derived.mesh(), &self.derived, changes);
        self.take(steps as usize);
        let now = Harm::of(&self.derived, &self.issues, changes, self.options);
        let obstacle = if issue.is_some_and(|issue| self.issues.contains(&self.derived, issue)) {
            FixObstacle::Stays
        } else if !now.is_acceptable(&harm, issue) {
            FixObstacle::OtherIssue
        } else if !self.keeps_heights(before, changes, &islands) {
            FixObstacle::MovesGround
        } else if !self.keeps_points(before, changes, &islands) {
            FixObstacle::Disconnects
        } else {
            return Ok(origins);
        };
        let steps = self.issues.update(before.mesh(), before, changes);
        self.take(steps as usize);
        Err(obstacle)
    }
}
