//! Steps, doors and slopes of a level that are near the limits of the agent.

mod surfaces;
mod steps;
mod doors;
mod slopes;
mod text;

pub use text::LimitLine;

use navsmith_core::geometry::{Bounds, BoxTree, Vec3};
use navsmith_core::progress::Progress;

use crate::error::GenerationError;
use crate::field::{ColumnRange, GridLevel, OpenField};
use crate::generate::{Fields, Generation, MOST_COLUMNS_OF_FIELD, grid_of};
use crate::settings::GenerationSettings;
use crate::source::LevelSource;
use crate::tiles::tiles_of;

/// Maximum number of places of a kind. Others are only counted.
const MOST_PLACES: usize = 1000;

/// Whether an agent passes a place near a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitVerdict {
    /// It does not pass.
    Blocked,
    /// It passes or not by less than a voxel.
    AtLimit,
}

/// A step whose height is near the climb of the agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLimit {
    /// The middle of its edge.
    pub place: Vec3,
    /// Height in metres.
    pub height: f32,
    /// Whether the agent climbs it.
    pub verdict: LimitVerdict,
    /// Climb with which every agent passes, in metres.
    pub passing_climb: f32,
}

/// A narrow passage whose width is near the diameter of the agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoorLimit {
    /// The middle.
    pub place: Vec3,
    /// Width in metres.
    pub width: f32,
    /// Whether the agent passes.
    pub verdict: LimitVerdict,
    /// Radius with which the agent passes, in metres.
    pub passing_radius: f32,
    /// Cell size with which the agent passes; `None` if the door is too narrow for every cell size.
    pub passing_cell_size: Option<f32>,
}

/// Ground whose slope is near the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeLimit {
    /// The middle of its largest triangle.
    pub place: Vec3,
    /// Slope in degrees.
    pub slope: f32,
    /// Area in m².
    pub area: f32,
    /// Whether the agent passes.
    pub verdict: LimitVerdict,
}

/// What is at the limits of an agent, or beyond them but near, in a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitCheck {
    /// The settings.
    pub settings: GenerationSettings,
    /// Contradictions of the settings, each with a remedy.
    pub contradictions: Vec<String>,
    /// Steps, in order of their places.
    pub steps: Vec<StepLimit>,
    /// Doors and other narrow passages.
    pub doors: Vec<DoorLimit>,
    /// Slopes.
    pub slopes: Vec<SlopeLimit>,
    /// Number of places that are left out.
    pub left_out: usize,
}

/// Finds the steps, doors and slopes of a level near the limits, before a mesh is generated.
///
/// It makes the voxels of the level and applies the filters, but builds no regions. Ground is found near a limit if a
/// voxel decides, and beyond it up to half as much again. Doors across a seam of two tiles are not found.
///
/// # Errors
/// As for a generation.
pub fn check_limits(
    source: LevelSource,
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<LimitCheck, GenerationError> {
    let (mut level, whole) = grid_of(source, settings)?;
    level.tree = BoxTree::of(level.source.surfaces.iter().map(|surface| Bounds::of(surface.corners)));
    let is_one = whole.size.iter().product::<usize>() as u64 <= MOST_COLUMNS_OF_FIELD;
    let ranges = if is_one { vec![whole] } else { tiles_of(whole, settings.radius_voxels()) };
    let mut check = LimitCheck::of_surfaces(&level, settings);
    for (nth, &range) in ranges.iter().enumerate() {
        progress.report(nth, ranges.len())?;
        let field = level.open_field(range, settings, &progress.part(0.0..1.0))?;
        check.add_field(&level, range, &field);
    }
    Ok(check)
}

impl Generation {
    /// Returns what is near the limits in a level without tiles; `None` if there are tiles.
    pub fn limits(&self) -> Option<LimitCheck> {
        let Fields::One(stages) = &self.fields else { return None };
        let tree = BoxTree::of(self.level.source.surfaces.iter().map(|surface| Bounds::of(surface.corners)));
        let level = GridLevel { tree, ..self.level.clone() };
        let mut check = LimitCheck::of_surfaces(&level, &self.settings);
        let field =
            OpenField { solid: stages.solid.clone(), open: stages.open.clone(), insides: stages.insides };
        check.add_field(&level, stages.range, &field);
        Some(check)
    }
}

impl LimitCheck {
    /// Finds contradictions and slopes.
    fn of_surfaces(level: &GridLevel, settings: &GenerationSettings) -> Self {
        let mut check = Self {
            settings: *settings,
            contradictions: settings.warnings(),
            steps: Vec::new(),
            doors: Vec::new(),
            slopes: Vec::new(),
            left_out: 0,
        };
        let slopes = slopes::find(level, settings);
        check.slopes = kept(slopes, &mut check.left_out);
        check
    }

    /// Adds the steps and doors of a field.
    fn add_field(&mut self, level: &GridLevel, range: ColumnRange, field: &OpenField) {
        let steps = steps::find(level, range, &field.solid, &self.settings);
        self.steps.extend(steps);
        self.steps = kept(std::mem::take(&mut self.steps), &mut self.left_out);
        let doors = doors::find(level, range, &field.open, &self.settings);
        self.doors.extend(doors);
        self.doors = kept(std::mem::take(&mut self.doors), &mut self.left_out);
    }

    /// Whether nothing is near a limit and the settings have no contradiction.
    pub fn is_empty(&self) -> bool {
        self.contradictions.is_empty()
            && self.steps.is_empty()
            && self.doors.is_empty()
            && self.slopes.is_empty()
    }
}

/// Returns at most [`MOST_PLACES`] places, and counts the others.
fn kept<T>(mut places: Vec<T>, left_out: &mut usize) -> Vec<T> {
    *left_out += places.len().saturating_sub(MOST_PLACES);
    places.truncate(MOST_PLACES);
    places
}
