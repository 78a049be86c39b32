//! Access for the tests of this crate to what no file and no document reaches.
//!
//! These are faults of the disk, small limits, and compressed views without a glTF around them. The items are no part
//! of the interface.

use std::io;
use std::path::{Path, PathBuf};

use crate::check::repair::work::Work;
use crate::check::repair::{FixObstacle, RepairOptions, RepairStep, StepEffect};
use crate::check::{AgentIssues, AgentLimits, Issues, MeshLimits};
use crate::document::Document;
use crate::document::statistics::histogram::{self, ValueSummary};
use crate::io::WriteError;
use crate::io::detour::{navcat, write};
use crate::io::disk::Disk;
use crate::io::recovery::{KeepError, Recovery};
use crate::io::save::{SaveError, SaveOptions, Saved, save_on};
use crate::level::surface::LevelSurface;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

pub use crate::io::detour::pieces::TileLimits;
pub use crate::io::disk::DiskCall;
pub use crate::io::gltf::meshopt::MeshoptLayout;

/// Saves a file as [`save`](crate::io::save::save) does; `before` can refuse each call of the system.
pub fn save_with_faults(
    before: &dyn Fn(DiskCall) -> io::Result<()>,
    path: &Path,
    bytes: &[u8],
    options: &SaveOptions,
) -> Result<Saved, SaveError> {
    save_on(Disk::with(before), path, bytes, options)
}

/// Keeps unsaved work as [`Recovery::keep`] does; `before` can refuse each call of the system.
pub fn keep_with_faults(
    before: &dyn Fn(DiskCall) -> io::Result<()>,
    recovery: &Recovery,
    document: &Document,
    seconds: u64,
) -> Result<PathBuf, KeepError> {
    recovery.keep_on(Disk::with(before), None, document, seconds)
}

/// Writes tiles of Detour, or those of navcat, within limits.
pub fn write_tiles_within(
    document: &Document,
    limits: TileLimits,
    is_navcat: bool,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    if is_navcat {
        navcat::write_within(document, limits, progress)
    } else {
        write::write_set_within(document, limits, progress)
    }
}

/// Finds issues as [`Issues::build`] does; each search lists at most a number of them.
pub fn issues_listing(most: usize, mesh: &NavMesh, derived: &Derived, limits: MeshLimits) -> Issues {
    Issues::listing(most, mesh, derived, limits)
}

/// Finds issues as [`AgentIssues::build`] does; each search lists at most a number of them.
pub fn agent_issues_listing(
    most: usize,
    derived: &Derived,
    surface: Option<&LevelSurface>,
    limits: AgentLimits,
) -> AgentIssues {
    AgentIssues::listing(most, derived, surface, limits)
}

/// Runs the step of a repair for broken cells after some work.
///
/// Returns the number of changes, and the reasons why errors are left.
pub fn repair_shapes_after(
    work: usize,
    mesh: &NavMesh,
    options: &RepairOptions,
) -> Result<(usize, Vec<FixObstacle>), Stopped> {
    let mut repair = Work::new(mesh, options, mesh.id_counts());
    repair.take(work);
    let mut effect = StepEffect::none(RepairStep::Shapes);
    repair.run(&mut effect, None, &Progress::none())?;
    let left = repair.errors().map(|issue| repair.left(&issue).obstacle).collect();
    Ok((effect.changes, left))
}

/// Returns the bounds of the bars of a histogram.
pub fn histogram_bounds(summaries: &[ValueSummary], is_whole: bool) -> Vec<f64> {
    histogram::bounds(summaries, is_whole)
}
