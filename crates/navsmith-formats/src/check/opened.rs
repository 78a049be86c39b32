//! Finds the changes that open a blocked path: other query settings, and bidirectional links.
//!
//! The changes are verified on a copy. This module does not depend on what the user selected.

use super::proposal::ProposalEffect;
use super::{Fix, Proposal};
use navsmith_core::navmesh::edit::set_link;
use navsmith_core::navmesh::{Derived, Draft, Link, NavMesh};
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::query::relaxation::Relaxation;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// Finds the changes that open the path of a query without one.
///
/// Returns `None` if the path stays blocked, or if neither the agent, the filter nor a link blocks it. Opening one
/// cell may reveal another blocked cell, so the search runs several times.
pub fn opened(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    progress: &Progress,
) -> Result<Option<Proposal>, Stopped> {
    const ROUNDS: usize = 8;
    let (mut query, mut mesh, mut derived) = (query.clone(), mesh.clone(), derived.clone());
    let mut all = Relaxation::default();
    let (mut answer, _) = find_path_with_progress(&mesh, &derived, &query, &mut Silent, progress)?;
    for _ in 0..ROUNDS {
        let Some(relaxation) = answer.why().and_then(Why::relaxation) else { return Ok(None) };
        query.settings = relaxation.applied_to(&query.settings);
        if !relaxation.links.is_empty() {
            let mut draft = Draft::new(mesh, derived.adjacency.clone());
            for &id in &relaxation.links {
                if let Some(&link) = draft.mesh().link(id)
                    && set_link(&mut draft, id, Link { is_one_way: false, ..link }).is_err()
                {
                    return Ok(None);
                }
            }
            mesh = draft.into_mesh();
            derived.update(&mesh);
        }
        all = all.and(relaxation);
        (answer, _) = find_path_with_progress(&mesh, &derived, &query, &mut Silent, progress)?;
        if let Some(path) = answer.path() {
            let effect = Some(ProposalEffect::Path { before: None, after: path.length });
            return Ok(Some(Proposal { effect, ..Fix::Unblock(all).into() }));
        }
    }
    Ok(None)
}
