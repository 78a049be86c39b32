//! Levels of a document, as far as a subcommand may read them.

use std::path::Path;

use crate::document::Document;
use crate::document::issues::{AgentIssues, WELD_DISTANCE};
use crate::io::is_below_folder_of;
use crate::io::levels::read_level;
use crate::level::surface::LevelSurface;
use crate::navmesh::Derived;
use crate::pathfinding::agent::Agent;
use crate::progress::Progress;

/// Returns the issues for the agent of the first query, with the visible levels of the document.
///
/// Also returns a note for each level that was not read: one outside of the folder of the document, or a damaged one.
pub(super) fn agent_issues(
    document: &Document,
    derived: &Derived,
    file: &Path,
) -> (AgentIssues, Vec<String>) {
    let agent = document.queries.first().map(|query| query.settings.agent).unwrap_or_default();
    if document.levels.is_empty() {
        return (found(document, derived, None, &agent), Vec::new());
    }
    let (surface, notes) = surface(document, file);
    (found(document, derived, Some(&surface), &agent), notes)
}

fn found(
    document: &Document,
    derived: &Derived,
    surface: Option<&LevelSurface>,
    agent: &Agent,
) -> AgentIssues {
    // The token never stops the search.
    let limits = document.thresholds.agent_limits(agent, WELD_DISTANCE);
    AgentIssues::build(&document.mesh, derived, surface, limits, &Progress::none()).unwrap_or_default()
}

/// Returns the visible triangles of the levels in the folder of a document.
fn surface(document: &Document, file: &Path) -> (LevelSurface, Vec<String>) {
    let (mut triangles, mut notes) = (Vec::new(), Vec::new());
    for level in document.levels.iter().filter(|level| level.is_visible && level.image.is_none()) {
        let path = Path::new(&level.file);
        if !is_below_folder_of(path, file) {
            notes.push(format!(
                "{} is outside of the folder of the document, so it was not read",
                level.name()
            ));
            continue;
        }
        match read_level(path, &Progress::none()) {
            Ok(content) => {
                triangles.extend(level.shown_triangles(&content.level).map(|triangle| (0, triangle)));
            }
            Err(why) => notes.push(why.to_string()),
        }
    }
    (LevelSurface::build(triangles, &Progress::none()).unwrap_or_default(), notes)
}
