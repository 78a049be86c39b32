//! The effects of steps.

use std::fmt;

use glam::Vec3;

use super::cover::{CoveredArea, covered_area, total_area};
use super::{MOST_RISE, ROUNDING, RepairOptions, RepairStep};
use crate::check::{HAIR, Issue, IssueKind, MeshLimits};
use crate::document::count;
use navsmith_core::geometry::{ground, ground_area};
use navsmith_core::navmesh::{CellId, Changes, Derived, NavMesh, Surface};

/// Slope in radians above which a cell is too steep to walk on: the default of Detour and Unity.
const STEEP: f32 = std::f32::consts::FRAC_PI_4;

/// Numbers of a mesh that a repair changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshFigures {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of islands.
    pub islands: usize,
    /// Area of all cells on the ground in m², or along a closed surface; overlaps count twice.
    pub area: f64,
    /// Ground that cells cover.
    pub covered: CoveredArea,
}

impl MeshFigures {
    /// Returns the numbers of a mesh with its number of islands.
    pub fn of(mesh: &NavMesh, islands: usize, limits: MeshLimits) -> Self {
        Self {
            vertices: mesh.vertex_count(),
            cells: mesh.cell_count(),
            islands,
            area: total_area(mesh),
            covered: covered_area(mesh, limits),
        }
    }
}

/// Returns a part of a whole in percent; 0 of nothing.
pub fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole * 100.0 } else { 0.0 }
}

/// The effect of a step, over all passes.
#[derive(Clone, Debug, PartialEq)]
pub struct StepEffect {
    /// The step.
    pub step: RepairStep,
    /// Number of changes: fixed issues, or cells for steps without issues.
    pub changes: usize,
    /// Number of issues of the step that have no safe fix.
    pub left: usize,
    /// Those of them that are gaps wider than the tolerance.
    pub wide_gaps: WideGaps,
    /// Number of ignored issues of the step.
    pub ignored: usize,
    /// Number of islands below the smallest area that stay because links are attached to them.
    pub linked: usize,
    /// Change of the number of cells.
    pub cells: isize,
    /// Change of the number of islands.
    pub islands: isize,
    /// Change of the area of all cells on the ground in m²; overlaps count twice.
    pub area: f64,
    /// Largest height in metres by which the step raised or lowered ground to join cells.
    pub rise: f32,
    /// Slope in radians of the steepest cell that the step made too steep to walk on.
    ///
    /// Only slopes of the result count.
    ///
    /// 0 if there is none.
    pub slope: f32,
    /// Positions of the changes, in order.
    pub places: Vec<Vec3>,
    /// Walls of the levels that are left.
    pub refused: Vec<RefusedWall>,
}

/// A wall of a level that a repair did not cut out.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedWall {
    /// Its position.
    pub at: Vec3,
    /// Its cell; `None` for ground between walls.
    pub cell: Option<CellId>,
    /// The cell and the reason, after "not cut:".
    pub message: String,
}

impl StepEffect {
    pub(crate) fn none(step: RepairStep) -> Self {
        Self {
            step,
            changes: 0,
            left: 0,
            wide_gaps: WideGaps::default(),
            ignored: 0,
            linked: 0,
            cells: 0,
            islands: 0,
            area: 0.0,
            rise: 0.0,
            slope: 0.0,
            places: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Adds the changes at some places.
    pub(super) fn add(&mut self, sizes: Sizes, places: Vec<Vec3>) {
        self.changes += places.len();
        self.places.extend(places);
        self.cells += sizes.cells;
        self.islands += sizes.islands;
        self.area += sizes.area;
    }
}

/// Gaps that stay because they are wider than the tolerance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WideGaps {
    /// Number of gaps.
    pub count: usize,
    /// Width of the widest, in metres; at most the weld distance.
    pub widest: f32,
}

/// Number of tolerances in a metre that are suggested for gaps.
const TOLERANCES: f32 = 1e4;

impl WideGaps {
    /// Adds an issue that is left, if it is a gap wider than the tolerance.
    pub(super) fn add(&mut self, issue: &Issue, options: &RepairOptions) {
        let width = issue.distance.filter(|width| !options.allows(*width));
        if let (IssueKind::BoundaryGap(_), Some(width)) = (issue.kind, width) {
            self.count += 1;
            self.widest = self.widest.max(width);
        }
    }

    /// Returns the least tolerance in metres that allows all of them, in steps of 0.1 mm.
    pub fn tolerance(self) -> f32 {
        let nearest = (self.widest * TOLERANCES).round();
        let is_enough = self.widest <= nearest / TOLERANCES * ROUNDING;
        (if is_enough { nearest } else { nearest + 1.0 }) / TOLERANCES
    }
}

/// Formats a clause, such as "3 gaps up to 0.02 m wide are wider than the tolerance".
impl fmt::Display for WideGaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (gaps, width) = (count(self.count, "gap", "gaps"), self.tolerance());
        match self.count {
            1 => write!(f, "{gaps} of {width} m is wider than the tolerance"),
            _ => write!(f, "{gaps} up to {width} m wide are wider than the tolerance"),
        }
    }
}

/// Differences of the sizes of a mesh before and after an edit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sizes {
    cells: isize,
    islands: isize,
    /// Area of all cells on the ground in m²; overlaps count twice.
    area: f64,
}

impl Sizes {
    /// Returns the differences that changes made.
    pub(super) fn of(before: &Derived, now: &Derived, changes: &Changes) -> Self {
        let less = |now: usize, then: usize| now as isize - then as isize;
        let area = |mesh: &NavMesh| -> f64 {
            existing(mesh, changes).map(|cell| ground_area(&mesh.ground_ring(cell)).abs()).sum()
        };
        Self {
            cells: less(now.mesh().cell_count(), before.mesh().cell_count()),
            islands: less(now.islands.len(), before.islands.len()),
            area: area(now.mesh()) - area(before.mesh()),
        }
    }
}

/// Returns the slope of the steepest changed cell, in radians, if it is too steep to walk on.
///
/// Returns `None` if a cell there was as steep before.
pub(super) fn too_steep(before: &NavMesh, now: &NavMesh, changes: &Changes) -> Option<f32> {
    let steepest = |mesh: &NavMesh| {
        existing(mesh, changes).map(|cell| Surface::of(mesh, cell).steepest(HAIR)).fold(0.0, f32::max)
    };
    // Rounding makes a piece of a cell steeper by less.
    let limit = STEEP.max(steepest(before)) + 1e-3;
    Some(steepest(now)).filter(|&slope| slope > limit)
}

/// Limits the slopes of effects to that of the steepest new cell of the result.
///
/// Later edits can divide or remove a cell that a step made steep.
pub(super) fn limit_slopes(effects: &mut [StepEffect], [before, now]: [&Derived; 2]) {
    if effects.iter().all(|effect| effect.slope == 0.0) {
        return;
    }
    let slope = |mesh: &NavMesh, cell| Surface::of(mesh, cell).steepest(HAIR);
    let mesh = now.mesh();
    let was_steep = |cell: CellId, now: f32| {
        let at = mesh.centroid(cell);
        let is_near = |other: &CellId| {
            let height = Surface::floor(before.mesh(), *other, ground(at));
            height.is_some_and(|height| (height - at.y).abs() <= MOST_RISE)
        };
        before.locator.near(ground(at)).filter(is_near).any(|cell| slope(before.mesh(), cell) + 1e-3 > now)
    };
    let all = mesh.cells().map(|(cell, _)| (cell, slope(mesh, cell)));
    let new = all.filter(|&(cell, slope)| slope > STEEP && !was_steep(cell, slope));
    let steepest = new.map(|(_, slope)| slope).fold(0.0, f32::max);
    for effect in effects {
        effect.slope = effect.slope.min(steepest);
    }
}

fn existing<'a>(mesh: &'a NavMesh, changes: &'a Changes) -> impl Iterator<Item = CellId> + 'a {
    changes.cells.iter().copied().filter(|&cell| mesh.cell(cell).is_some())
}
