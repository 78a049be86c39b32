//! Shapes of a recorded stage, computed by a job.

mod merge;

use std::sync::Arc;

use smallvec::SmallVec;

use self::merge::{ColumnTile, merged};
use crate::editor::State;
use crate::editor::generation::found;
use crate::editor::generation::stage::GenerationStage;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::view::scene::generation::{DISTANCE_LEVELS, GenerationMark, REGION_COLORS};
use navsmith_core::geometry::{Bounds, Vec3, at_height, ground};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::Stopped;
use navsmith_generation::{
    Generation, GenerationError, OpenGround, OpenState, SolidVoxels, SpanState, Stages,
};

/// Numbers of columns along a side of the samples at each coarseness.
const EVERY: [usize; 5] = [1, 2, 4, 8, 16];

/// Maximum number of fills that are drawn in a view.
const MOST_FILLS: usize = 4000;

/// Maximum number of lines that are drawn in a view.
const MOST_LINES: usize = 4000;

/// A filled polygon of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageFill {
    /// Its mark.
    pub mark: GenerationMark,
    /// Its corners.
    pub corners: SmallVec<[Vec3; 4]>,
}

/// Shapes of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageShapes {
    /// Fills at each coarseness, the finest first.
    fills: Vec<Vec<StageFill>>,
    /// Closed lines.
    lines: Vec<(GenerationMark, Vec<Vec3>)>,
}

/// Shapes of a stage in a view.
#[derive(Clone, Debug)]
pub(in crate::editor) struct VisibleShapes<'a> {
    pub(in crate::editor) fills: Vec<&'a StageFill>,
    pub(in crate::editor) lines: Vec<&'a (GenerationMark, Vec<Vec3>)>,
    /// Number of columns along a side of a drawn sample.
    pub(in crate::editor) every: usize,
    pub(in crate::editor) is_any_left_out: bool,
}

/// Key of the shapes.
#[derive(Clone, Debug)]
pub(in crate::editor) struct ShapesKey {
    generation: Arc<Generation>,
    stage: GenerationStage,
    /// Number of the part of the level whose stages are shown.
    part: usize,
}

impl PartialEq for ShapesKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.generation, &other.generation)
            && (self.stage, self.part) == (other.stage, other.part)
    }
}

impl Analysis for ShapesKey {
    type Value = StageShapes;

    const TITLE: &'static str = "drawing a stage of the generation";

    const RUNS_DURING_GESTURES: bool = true;

    fn when(state: &State) -> When {
        if state.generation.stage.is_some() { When::AfterFirstUse } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        let stage = state.generation.stage?;
        let generation = Arc::clone(found::generation(state)?);
        let middle = at_height(state.camera_above().center.as_vec2(), 0.0);
        let at = state.generation.asked.unwrap_or(middle);
        let part = if stage == GenerationStage::Polygons { None } else { generation.part_at(at) };
        Some(Self { stage, part: part.unwrap_or(0), generation })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<StageShapes, Stopped> {
        if self.stage == GenerationStage::Polygons {
            return Ok(polygons(&self.generation.mesh));
        }
        let stages = match self.generation.stages_of(self.part, progress) {
            Err(GenerationError::Stopped(stopped)) => return Err(stopped),
            Err(_) => return Ok(StageShapes::default()),
            Ok(stages) => stages,
        };
        let settings = &self.generation.settings;
        let voxel = [settings.cell_size(), settings.cell_height()];
        let tiles = tiles(&stages, self.stage);
        let mut shapes = StageShapes { fills: Vec::new(), lines: lines(&stages, self.stage) };
        for (nth, every) in EVERY.into_iter().enumerate() {
            progress.report(nth, EVERY.len())?;
            shapes.fills.push(merged(&tiles, every, voxel));
        }
        Ok(shapes)
    }
}

/// Returns the ground of each column with its mark.
fn tiles(stages: &Stages<'_>, stage: GenerationStage) -> Vec<ColumnTile> {
    let solid = |mark: fn(SpanState) -> Option<GenerationMark>| {
        let tile = |SolidVoxels { column, low, height, state, .. }| {
            Some(ColumnTile { column, low: low + Vec3::Y * height, mark: mark(state)? })
        };
        stages.solid().filter_map(tile).collect()
    };
    let open = |mark: &dyn Fn(&OpenGround) -> Option<GenerationMark>| {
        let tile = |at: OpenGround| Some(ColumnTile { column: at.column, low: at.low, mark: mark(&at)? });
        stages.open().filter_map(tile).collect()
    };
    match stage {
        GenerationStage::Voxels => solid(of_voxels),
        GenerationStage::Filters => solid(of_filters),
        GenerationStage::Open => open(&|at| is_own(at).then_some(GenerationMark::Walkable)),
        GenerationStage::Erosion => open(&of_erosion),
        GenerationStage::Distances => {
            let farthest = stages.open().map(|at| at.distance).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
            open(&|at| {
                let level = (at.distance / farthest * f32::from(DISTANCE_LEVELS)) as u8;
                let is_left = matches!(at.state, OpenState::Small | OpenState::Region(_));
                is_left.then(|| GenerationMark::Distance(level.min(DISTANCE_LEVELS - 1)))
            })
        }
        GenerationStage::Regions => open(&|at| match at.state {
            OpenState::Small => Some(GenerationMark::Small),
            OpenState::Region(number) => {
                Some(GenerationMark::Region((number % u16::from(REGION_COLORS)) as u8))
            }
            _ => None,
        }),
        GenerationStage::RawContours | GenerationStage::Contours | GenerationStage::Polygons => Vec::new(),
    }
}

/// Whether ground belongs to this part of the level.
fn is_own(at: &OpenGround) -> bool {
    at.state != OpenState::OtherTile
}

#[expect(clippy::unnecessary_wraps, reason = "as the marks of other stages")]
fn of_voxels(state: SpanState) -> Option<GenerationMark> {
    Some(match state {
        SpanState::Steep => GenerationMark::Steep,
        SpanState::Obstacle => GenerationMark::Obstacle,
        _ => GenerationMark::Walkable,
    })
}

fn of_filters(state: SpanState) -> Option<GenerationMark> {
    Some(match state {
        SpanState::Steep => return None,
        SpanState::Walkable => GenerationMark::Walkable,
        SpanState::LowObstacle => GenerationMark::LowObstacle,
        SpanState::Obstacle => GenerationMark::Obstacle,
        SpanState::Inside => GenerationMark::Inside,
        SpanState::Ledge => GenerationMark::Ledge,
        SpanState::LowCeiling => GenerationMark::LowCeiling,
    })
}

fn of_erosion(at: &OpenGround) -> Option<GenerationMark> {
    Some(match at.state {
        OpenState::OtherTile => return None,
        OpenState::Carved => GenerationMark::Carved,
        OpenState::Eroded => GenerationMark::Eroded,
        OpenState::OutsideLimits => GenerationMark::OutsideLimits,
        OpenState::Small | OpenState::Region(_) => GenerationMark::Walkable,
    })
}

/// Returns the contours of a stage.
fn lines(stages: &Stages<'_>, stage: GenerationStage) -> Vec<(GenerationMark, Vec<Vec3>)> {
    let closed = |mut ring: Vec<Vec3>| {
        ring.extend(ring.first().copied());
        ring
    };
    match stage {
        GenerationStage::RawContours => {
            stages.contours().map(|contour| (GenerationMark::RawContour, closed(contour.raw))).collect()
        }
        GenerationStage::Contours => {
            stages.contours().map(|contour| (GenerationMark::Contour, closed(contour.simplified))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the cells of the new mesh.
fn polygons(mesh: &NavMesh) -> StageShapes {
    let mark = GenerationMark::Polygon;
    let rings = || mesh.cells().map(|(cell, _)| mesh.ring(cell));
    let fills = rings().map(|ring| StageFill { mark, corners: ring.iter().copied().collect() }).collect();
    let line = |ring: &[Vec3]| (mark, ring.iter().chain(ring.first()).copied().collect());
    StageShapes { fills: vec![fills], lines: rings().map(|ring| line(&ring)).collect() }
}

impl StageShapes {
    /// Returns the shapes that a view shows, in the finest form with few enough fills.
    pub(in crate::editor) fn visible(&self, sees: impl Fn(&Bounds) -> bool) -> VisibleShapes<'_> {
        let mut lines: Vec<_> =
            self.lines.iter().filter(|(_, line)| sees(&Bounds::of(line.iter().copied()))).collect();
        let mut is_any_left_out = lines.len() > MOST_LINES;
        lines.truncate(MOST_LINES);
        let mut fills = Vec::new();
        let mut every = 1;
        for (all, of) in self.fills.iter().zip(EVERY) {
            every = of;
            let seen = all.iter().filter(|fill| sees(&Bounds::of(fill.corners.iter().copied())));
            fills = seen.take(MOST_FILLS + 1).collect();
            if fills.len() <= MOST_FILLS {
                break;
            }
        }
        is_any_left_out |= fills.len() > MOST_FILLS;
        fills.truncate(MOST_FILLS);
        VisibleShapes { fills, lines, every, is_any_left_out }
    }

    /// Returns the fills at the finest form.
    pub fn fills(&self) -> &[StageFill] {
        self.fills.first().map_or(&[], Vec::as_slice)
    }

    /// Returns the marks of closed lines, with their points.
    pub fn lines(&self) -> &[(GenerationMark, Vec<Vec3>)] {
        &self.lines
    }
}

/// Returns the shapes of the shown stage; while they are computed, those of the last one.
pub fn shapes(state: &State) -> Option<&StageShapes> {
    state.generation.stage?;
    state.value::<ShapesKey>().or_else(|| state.analyses.generation_shapes.latest())
}

/// Returns the box around the ground that a point on it is in the middle of, to show the point.
pub(in crate::editor) fn around(at: Vec3, reach: f32) -> Bounds {
    let corner = |sign: f32| at_height(ground(at) + sign * reach, at.y);
    Bounds::of([corner(-1.0), corner(1.0)])
}
