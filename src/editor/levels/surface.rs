//! The visible triangles of all levels, and their section at the cut height.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::levels::files::{self, LevelFile};
use crate::editor::session::Session;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::geometry::Vec3;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::LevelReference;
use navsmith_formats::level::Level;
use navsmith_formats::level::section::section as cut;
use navsmith_formats::level::surface::LevelSurface;

/// Number of triangles above which a job collects them.
const MOST_AT_ONCE: usize = 50_000;

/// Key of the visible triangles.
#[derive(Clone, Debug)]
pub(in crate::editor) struct SurfaceKey(Vec<ShownLevel>);

/// A visible level.
#[derive(Clone, Debug)]
struct ShownLevel {
    /// Index in the list of the document.
    index: u16,
    level: Arc<Level>,
    reference: LevelReference,
}

impl PartialEq for SurfaceKey {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&ShownLevel, &ShownLevel)| {
            // Opacity and lock change no triangle.
            let plain = |level: &LevelReference| LevelReference {
                opacity: 0,
                is_locked: false,
                content: None,
                tiles: None,
                ..level.clone()
            };
            one.index == other.index
                && Arc::ptr_eq(&one.level, &other.level)
                && plain(&one.reference) == plain(&other.reference)
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(is_same)
    }
}

impl SurfaceKey {
    /// Returns the visible levels.
    pub(in crate::editor) fn levels(&self) -> impl Iterator<Item = (&LevelReference, &Level)> {
        self.0.iter().map(|shown| (&shown.reference, &*shown.level))
    }

    /// Returns the number of triangles of the levels, with those of hidden parts.
    pub(in crate::editor) fn triangles(&self) -> usize {
        self.0.iter().map(|shown| shown.level.len()).sum()
    }
}

impl Analysis for SurfaceKey {
    type Value = Arc<LevelSurface>;

    const TITLE: &'static str = "collecting the triangles of the levels";

    fn when(state: &State) -> When {
        let triangles: usize = shown(state).map(|level| level.level.len()).sum();
        if triangles > MOST_AT_ONCE { When::Always } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        let levels: Vec<ShownLevel> = shown(state).collect();
        (!levels.is_empty()).then_some(Self(levels))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Arc<LevelSurface>, Stopped> {
        let triangles = self.0.iter().flat_map(|ShownLevel { index, level, reference }| {
            reference.shown_triangles(level).map(|triangle| (*index, triangle))
        });
        LevelSurface::build(triangles, progress).map(Arc::new)
    }
}

fn shown(state: &State) -> impl Iterator<Item = ShownLevel> {
    let levels = (0..).zip(state.document().levels.iter());
    levels.filter(|(_, reference)| reference.is_visible).filter_map(|(index, reference)| match files::state(
        state,
        usize::from(index),
    )?
    .1
    {
        LevelFile::Read(content) if content.image.is_none() => {
            Some(ShownLevel { index, level: Arc::clone(&content.level), reference: reference.clone() })
        }
        _ => None,
    })
}

/// Key of the section at the cut height.
#[derive(Clone, Debug)]
pub(in crate::editor) struct SectionKey {
    surface: Arc<LevelSurface>,
    height: f32,
}

impl PartialEq for SectionKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.surface, &other.surface) && self.height.to_bits() == other.height.to_bits()
    }
}

impl Analysis for SectionKey {
    type Value = Arc<Vec<[Vec3; 2]>>;

    const TITLE: &'static str = "cutting the levels";

    fn when(state: &State) -> When {
        let is_large = surface(state).is_some_and(|surface| surface.triangles().len() > MOST_AT_ONCE);
        if is_large { When::AfterFirstUse } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { surface: Arc::clone(surface(state)?), height: state.options().cut_height? })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Self::Value, Stopped> {
        Ok(Arc::new(cut(&self.surface, self.height)))
    }
}

/// Returns the visible triangles of all levels; `None` until they are collected, and without levels.
pub fn surface(state: &State) -> Option<&Arc<LevelSurface>> {
    state.value::<SurfaceKey>()
}

/// Returns the segments in which the levels cross the cut height.
///
/// Returns `None` without a cut, and until they are found.
pub fn section(state: &State) -> Option<&Arc<Vec<[Vec3; 2]>>> {
    state.value::<SectionKey>()
}

/// Returns the height above which levels are hidden; infinite without a cut.
pub fn top(session: &Session) -> f32 {
    session.options.cut_height.unwrap_or(f32::INFINITY)
}

/// Whether points snap to a level.
pub(in crate::editor) fn is_snap_target(session: &Session, index: u16) -> bool {
    session.document().levels.get(usize::from(index)).is_some_and(|level| !level.is_locked)
}

/// Returns the height of the level under a new point that is visible from above.
pub(in crate::editor) fn floor_at(state: &State, at: glam::Vec2) -> Option<f32> {
    surface(state)?.floor_below(at, top(state))
}
