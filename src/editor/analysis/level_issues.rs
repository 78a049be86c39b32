//! Issues between the mesh and its levels, for the agent of the active query.

use std::sync::Arc;

use crate::document::issues::{Issue, LevelIssues};
use crate::editor::Editor;
use crate::editor::levels::surface;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When, memo_at};
use crate::level::surface::LevelSurface;
use crate::navmesh::CellId;
use crate::pathfinding::agent::Agent;
use crate::progress::Stopped;

/// Numbers of cells and triangles above which a job finds the issues.
const MOST_CELLS: usize = 1_000;
const MOST_TRIANGLES: usize = 20_000;

/// Key of the issues.
#[derive(Clone, Debug)]
pub(in crate::editor) struct LevelIssuesKey {
    ground: MeshSnapshot,
    surface: Arc<LevelSurface>,
    agent: Agent,
}

impl PartialEq for LevelIssuesKey {
    /// Compares surfaces by pointer, because a surface is collected once for the same levels.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.surface, &other.surface) && self.agent == other.agent && self.ground == other.ground
    }
}

impl Analysis for LevelIssuesKey {
    type Value = Arc<LevelIssues>;

    const TITLE: &'static str = "comparing the mesh with its levels";

    memo_at!(level_issues);

    fn when(editor: &Editor) -> When {
        if editor.document.levels.is_empty() || !LevelIssues::depend_on(&editor.settings().agent) {
            return When::Never;
        }
        let triangles = surface::surface(editor).map_or(0, |surface| surface.triangles().len());
        let larger = When::AfterFirstUse;
        if triangles > MOST_TRIANGLES { larger } else { When::for_cells(editor, MOST_CELLS, larger) }
    }

    fn key(editor: &Editor) -> Option<Self> {
        let surface = Arc::clone(surface::surface(editor)?);
        Some(Self { ground: editor.mesh_snapshot(), surface, agent: editor.settings().agent })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        LevelIssues::build(mesh, derived, &self.surface, &self.agent, progress).map(Arc::new)
    }
}

/// Returns the issues with the levels.
///
/// `None` without levels or limits of the agent, and until they are found.
pub fn level_issues(editor: &Editor) -> Option<&Arc<LevelIssues>> {
    editor.value::<LevelIssuesKey>()
}

/// Returns the number of the job that finds them.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.level_issues.running()
}

/// Returns the issues of the mesh, then those with the levels.
pub fn all_issues(editor: &Editor) -> impl Iterator<Item = &Issue> {
    let of_levels = level_issues(editor).into_iter().flat_map(|issues| issues.iter());
    editor.issues.iter().chain(of_levels)
}

/// Returns the issues of a cell, as [`all_issues`] does.
pub fn issues_of_cell(editor: &Editor, cell: CellId) -> impl Iterator<Item = &Issue> {
    let of_levels = level_issues(editor).into_iter().flat_map(move |issues| issues.of_cell(cell));
    editor.issues.of_cell(cell).chain(of_levels)
}
