//! Answers that are kept while the mesh changes elsewhere.

use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::query::ends::has_choice;
use crate::pathfinding::query::selected_algorithm::SelectedAlgorithm;
use crate::pathfinding::query::selection::How;
use crate::pathfinding::query::why::{Why, apart, off_mesh};
use crate::pathfinding::query::{Answer, Outcome, Query, answer_between, located_ends};
use crate::pathfinding::search::footprint::{SearchFootprint, SearchProgress};
use crate::pathfinding::timeline::QueryEvent;
use crate::progress::{Progress, Stopped};
use crate::trace::{Observer, Silent};

/// Answers a query and returns the footprint of the answer.
///
/// The footprint is `None` if changes anywhere may affect the answer, e.g. if there is no path. Reports all events to
/// `observer`, like [`find_path_observed`]. The units of `progress` are expanded nodes or intervals.
///
/// # Errors
///
/// Fails if the searches were stopped, even if one of several algorithms found a path before.
///
/// [`find_path_observed`]: crate::pathfinding::query::find_path_observed
pub fn find_path_with_progress(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    observer: &mut impl Observer<QueryEvent>,
    progress: &Progress,
) -> Result<(Answer, Option<SearchFootprint>), Stopped> {
    let found = find_path_until_stopped(mesh, derived, query, observer, progress)?;
    if found.0.is_cut_short() { Err(Stopped) } else { Ok(found) }
}

/// Like [`find_path_with_progress`], but returns the best path found until a stop.
///
/// [`SelectedAlgorithm::unfinished`] states then that the algorithms were not all compared.
///
/// # Errors
///
/// Fails if the searches were stopped before one found a path.
pub fn find_path_until_stopped(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    observer: &mut impl Observer<QueryEvent>,
    progress: &Progress,
) -> Result<(Answer, Option<SearchFootprint>), Stopped> {
    let mut watch = SearchProgress { footprint: SearchFootprint::default(), progress };
    let ends = located_ends((mesh, derived), query, observer);
    let answer = answer_between((mesh, derived), query, ends, How::Watched(&mut watch), observer);
    if answer.is_stopped() {
        return Err(Stopped);
    }
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    // The searches from other cells at an end are not in the footprint.
    let has_choice = ends.iter().flatten().any(|end| has_choice(&walkable, end));
    let is_found = answer.path().is_some() && !watch.footprint.is_everything && !has_choice;
    let is_found = is_found && !answer.is_cut_short();
    Ok((answer, is_found.then_some(watch.footprint)))
}

/// Whether an answer with an unaffected footprint is what a new search would return.
///
/// Locates the endpoints on the mesh, but does not search.
pub fn still_answers(mesh: &NavMesh, derived: &Derived, query: &Query, answer: &Answer) -> bool {
    let ends = located_ends((mesh, derived), query, &mut Silent);
    let [Some(start), Some(target)] = ends else { return false };
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    let moved = || off_mesh(&walkable, &start, &target);
    ends == [answer.start, answer.target]
        && ![start, target].iter().any(|end| has_choice(&walkable, end))
        && answer
            .by
            .is_some_and(|by| by.can_follow(SelectedAlgorithm::of(&query.settings, &walkable, &start)))
        && apart(&walkable, &start, &target).is_none()
        && match &answer.outcome {
            Outcome::Path(_) => moved().is_empty(),
            Outcome::Partial { why: Why::OffMesh(found), .. } => *found == moved(),
            Outcome::Partial { .. } | Outcome::NoPath { .. } => false,
        }
}
