//! Repair of a mesh: steps that fix all issues of their kinds.
//!
//! A step tries the fixes of each issue and keeps the first one that is safe. A safe fix removes the issue, breaks no
//! cell or edge, disconnects nothing, detaches no link and moves no vertex farther than the tolerance. Issues without a
//! safe fix stay, and the effects count them.
//!
//! Points on sound ground stay connected: points inside of each changed cell, and of the ground that it lost, are
//! located again after each fix. Where more than 16 cells lie over each other, only cells stay connected.
//!
//! The steps are repeated until none changes the mesh, so a second repair changes nothing. A fix can cause errors that
//! a later pass fixes, such as T-junctions at a cut. Passes that leave more errors in the end are undone. The work is
//! limited in proportion to the number of cells.
//!
//! Copies of whole islands are removed first.
//!
//! Where cells overlap, an end of one that lies on another island is joined to it. Then the ground without headroom is
//! removed, the highest place first. If that would disconnect ground, the cells are joined. Where a join would be too steep to walk on, small dead ends are removed instead. Of two islands, the
//! smaller one loses ground.

mod step;
mod cover;
mod covered;
mod dead_end;
mod action;
mod effect;
mod contact;
mod copies;
mod plan;
mod harm;
mod kept_points;
mod left;
mod longer_paths;
pub(crate) mod work;

use std::sync::Arc;

use crate::check::{AgentLimits, IgnoredIssues, MeshLimits, WELD_DISTANCE};
use crate::document::{Document, enumeration};
use crate::level::surface::LevelSurface;
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Derived, IdCounts, NavMesh};
use navsmith_core::progress::{Progress, Stopped};
use work::Work;

pub use action::MOST_RISE;
pub use cover::{CoveredArea, covered_area};
use effect::limit_slopes;
pub use effect::{MeshFigures, RefusedWall, StepEffect, WideGaps, percent};
pub use left::{FixObstacle, LeftError};
pub use longer_paths::LongerPaths;
pub use step::RepairStep;

/// Powers of ten and maximum of the default tolerance, in metres, and its fraction of the diagonal.
const POWERS: [f32; 3] = [0.001, 0.01, 0.1];
const MOST_TOLERANCE: f32 = 0.05;
const PART_OF_DIAGONAL: f32 = 1e-4;

/// Factor on the tolerance, so that rounding does not exceed it.
const ROUNDING: f32 = 1.0 + 1e-4;

/// Maximum number of passes over all steps.
const MOST_PASSES: usize = 8;

/// The steps of a repair, and their limits.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairOptions {
    /// The steps, in order. Those that look from above do not run on a closed surface.
    pub steps: Vec<RepairStep>,
    /// Maximum distance of a vertex from its original position, and width of closed gaps, in metres.
    pub tolerance: f32,
    /// Area of an island in m² below which the step for islands removes it.
    pub min_island: f64,
    /// Issues that stay as they are.
    pub ignored: Arc<IgnoredIssues>,
    /// The length of a metre in units of the document.
    pub metre: f32,
    /// Height in metres up to which steps are welded: the highest step of the agent.
    pub max_climb: f32,
    /// Height in metres below other ground up to which ground has no headroom: the height of the agent.
    pub headroom: f32,
    /// The levels and the agent for the step for walls; it changes nothing without them.
    pub levels: Option<(Arc<LevelSurface>, AgentLimits)>,
}

impl RepairOptions {
    /// Returns the default options for a mesh; the tolerance depends on its size.
    pub fn of(mesh: &NavMesh) -> Self {
        Self {
            steps: RepairStep::DEFAULT.to_vec(),
            tolerance: default_tolerance(mesh, 1.0),
            min_island: 0.0,
            ignored: Arc::default(),
            metre: 1.0,
            max_climb: f32::INFINITY,
            headroom: 0.0,
            levels: None,
        }
    }

    /// Returns the default options for a document, with its ignored issues, its unit and its agent.
    pub fn of_document(document: &Document) -> Self {
        Self {
            ignored: Arc::clone(&document.ignored),
            metre: document.metre,
            max_climb: document.checked_agent().max_climb,
            headroom: document.checked_agent().height,
            tolerance: default_tolerance(&document.mesh, document.metre),
            ..Self::of(&document.mesh)
        }
    }

    /// Returns the limits of the usual search for issues.
    pub fn usual_limits(&self) -> MeshLimits {
        MeshLimits::from(WELD_DISTANCE).for_metre(self.metre)
    }

    /// Returns the limits of the search for issues, up to a distance in units of the document.
    pub fn limits_up_to(&self, distance: f32) -> MeshLimits {
        MeshLimits::from(distance / self.metre).for_metre(self.metre)
    }

    /// Returns a clause about the steps that do not run on a mesh; `None` if all do.
    pub fn skipped_on(&self, mesh: &NavMesh) -> Option<String> {
        let skipped = self.steps.iter().filter(|step| !step.runs_on(mesh));
        let titles: Vec<String> = skipped.map(|step| step.title().to_owned()).collect();
        (!titles.is_empty()).then(|| {
            format!(
                "the ground is a closed surface, so steps that look from above do not run: {}",
                enumeration(&titles)
            )
        })
    }

    /// Whether a distance is within the tolerance.
    fn allows(&self, distance: f32) -> bool {
        distance <= self.tolerance * ROUNDING
    }

    /// Returns the highest step that a join may remove, in metres; the weld distance is no step.
    fn highest_step(&self) -> f32 {
        self.max_climb.max(WELD_DISTANCE * self.metre) * ROUNDING
    }

    /// Whether a gap may be closed: it is within the tolerance, and no step that the agent cannot climb.
    fn allows_weld(&self, mesh: &NavMesh, gap: BoundaryGap, width: Option<f32>) -> bool {
        width.is_none_or(|width| self.allows(width)) && gap.rise(mesh) <= self.highest_step()
    }
}

/// Returns 0.01 % of the diagonal of a mesh as a power of ten, from 1 mm to 5 cm.
///
/// For a mesh in pixels it is one pixel, because finer differences are not seen when the mesh is drawn.
fn default_tolerance(mesh: &NavMesh, metre: f32) -> f32 {
    if metre != 1.0 {
        return MOST_TOLERANCE * metre;
    }
    let bounds = mesh.bounds();
    let diagonal = bounds.min.distance(bounds.max);
    let part = if diagonal.is_finite() { diagonal * PART_OF_DIAGONAL } else { 0.0 };
    // A power of ten stays the same if the repair changes the bounds a little. The next begins at the geometric mean.
    let powers = POWERS.windows(2).take_while(|pair| part * part >= pair[0] * pair[1]).count();
    POWERS[powers].min(MOST_TOLERANCE)
}

/// The result of a repair: the new mesh, and the effect of each step.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The repaired mesh.
    pub mesh: NavMesh,
    /// The effects, in the order of the steps that run.
    pub effects: Vec<StepEffect>,
    /// The errors that are left and not ignored, each with the reason.
    pub errors: Vec<LeftError>,
    /// Number of ignored issues.
    pub ignored: usize,
    /// Whether each pass was completed, and the last one changed nothing after a search of the whole mesh.
    pub is_complete: bool,
    /// Whether the search for errors stopped early, so that more are left than are known.
    pub may_lack_errors: bool,
    /// The short paths at changed cells that became much longer.
    pub longer_paths: LongerPaths,
}

/// Repairs a mesh. New elements receive ids after those in `given`.
///
/// The mesh of the result replaces the given one as one edit; ids of other elements stay.
pub fn repair(
    mesh: &NavMesh,
    options: &RepairOptions,
    given: IdCounts,
    progress: &Progress,
) -> Result<Repair, Stopped> {
    let mut work = Work::new(mesh, options, given);
    let steps = options.steps.iter().filter(|step| step.runs_on(mesh));
    let mut effects: Vec<StepEffect> = steps.map(|&step| StepEffect::none(step)).collect();
    work.add_copies(&mut effects);
    let (mut is_complete, mut has_fixed) = (false, true);
    let mut best = (work.state(), effects.clone());
    let (mut is_best, mut is_searched) = (true, true);
    for pass in 0..MOST_PASSES {
        // Each pass finds fewer issues than the one before.
        let done = |passes: usize| 1.0 - 0.5_f32.powi(passes as i32);
        let part = progress.part(done(pass)..done(pass + 1));
        let has_changed = run_all(&mut work, &mut effects, &mut has_fixed, &part)?;
        // A later pass often fixes what a fix has caused, so only the last mesh that is not worse is kept.
        work.search_further();
        is_best = !work.is_worse_than(&best.0);
        if is_best && has_changed {
            best = (work.state(), effects.clone());
        }
        if work.is_limited() {
            break;
        }
        if !has_changed && (is_searched || !work.is_stopped()) {
            is_complete = true;
            break;
        }
        // A search that stopped can find others on the changed mesh.
        is_searched = !has_changed;
        if is_searched {
            work.search();
        }
    }
    if !is_best {
        work.restore(best.0);
        effects = best.1;
        if let Some(effect) = effects.iter_mut().find(|effect| effect.step == RepairStep::Walls) {
            work.note_undone_walls(effect);
        }
    }
    work.search_again();
    let ignored = count_left(&work, &mut effects, options);
    let may_lack_errors = work.may_lack_errors();
    let errors = work.errors().map(|issue| work.left(&issue)).collect();
    let now = work.into_derived();
    let mut longer_paths = LongerPaths::default();
    if now.mesh() != mesh {
        let before = Derived::build(mesh);
        limit_slopes(&mut effects, [&before, &now]);
        longer_paths = LongerPaths::of([&before, &now], options.metre, progress)?;
    }
    let mesh = now.mesh().clone();
    Ok(Repair { mesh, effects, errors, ignored, is_complete, may_lack_errors, longer_paths })
}

/// Counts the issues that are left, each for the first step that concerns it.
///
/// Returns the number of ignored ones.
fn count_left(work: &Work<'_>, effects: &mut [StepEffect], options: &RepairOptions) -> usize {
    let mut ignored = 0;
    for (issue, is_ignored) in work.issues() {
        ignored += usize::from(is_ignored);
        if let Some(effect) = effects.iter_mut().find(|effect| effect.step.concerns(&issue)) {
            if is_ignored {
                effect.ignored += 1;
            } else {
                effect.left += 1;
                effect.wide_gaps.add(&issue, options);
            }
        }
    }
    ignored
}

/// Runs all steps; returns whether the mesh changed so that another pass may change more.
///
/// Steps that change all cells run only if another step has changed the mesh since the previous pass began, because the
/// division into triangles and the merge undo each other. `has_fixed` states that for the previous pass, then for this.
fn run_all(
    work: &mut Work<'_>,
    effects: &mut [StepEffect],
    has_fixed: &mut bool,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let (count, was_fixed) = (effects.len(), std::mem::take(has_fixed));
    work.forget_new_vertices();
    let mut has_changed = false;
    for done in 0..count {
        progress.report(done, count)?;
        let Some((effect, later)) = effects[done..].split_first_mut() else { break };
        // What removing ground cannot fix is joined at once, before other cuts divide the cells there.
        let crossings = later.iter_mut().find(|effect| effect.step == RepairStep::Crossings);
        let changes_all = effect.step.changes_all();
        if changes_all && !was_fixed && !*has_fixed {
            continue;
        }
        let part = progress.part(done as f32 / count as f32..(done + 1) as f32 / count as f32);
        let changed = work.run(effect, crossings, &part)?;
        has_changed |= changed;
        *has_fixed |= changed && !changes_all;
    }
    Ok(has_changed)
}
