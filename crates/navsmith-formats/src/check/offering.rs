//! The edits that close the gaps between start and target, each with the length of the resulting path.

use super::gap_closing::Site;
use super::joining::JoinKind;
use super::proposal::ProposalEffect;
use super::{Fix, Issues, Proposal};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::analysis::island_gaps::GapRoute;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// A method of closing the island gaps of a route, with the result of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The method.
    pub kind: JoinKind,
    /// The edits and the length of the resulting path, or an error as a sentence.
    pub proposal: Result<Proposal, String>,
}

impl Offer {
    /// Returns the edit in a few words, for a button.
    pub fn title(&self) -> String {
        match &self.proposal {
            Ok(Proposal { label, fixes, .. }) if matches!(fixes[..], [Fix::SplitContact { .. }, ..]) => {
                label.clone()
            }
            _ => self.kind.title().to_owned(),
        }
    }
}

/// Tries each method of closing the island gaps of a route, in the order of [`JoinKind::ALL`].
///
/// Methods that move vertices farther than the weld distance come last, and splits only if all gaps are contacts.
///
/// Welding closes all gaps listed by `issues` between the islands on both sides of an island gap. Without such gaps,
/// it welds the two nearest sides, if they are longer than the width of the island gap. Copies the mesh a few times.
pub fn offers(
    mesh: &NavMesh,
    derived: &Derived,
    issues: &Issues,
    query: &Query,
    route: &GapRoute,
    progress: &Progress,
) -> Result<Vec<Offer>, Stopped> {
    let site = Site { mesh, derived, issues, max_climb: query.settings.agent.max_climb };
    let length = |mesh: &NavMesh, derived: &Derived| length(mesh, derived, query, progress);
    let offer = |kind| {
        let closed = site.first(kind, route, progress, length)?;
        let effect = |after| ProposalEffect::Path { before: None, after };
        let proposal = closed.map(|(fixes, after)| site.proposal(fixes, effect(after)));
        Ok(Offer { kind, proposal })
    };
    let mut offers: Vec<Offer> = site.kinds(route).into_iter().map(offer).collect::<Result<_, Stopped>>()?;
    offers.sort_by_key(|offer| offer.proposal.as_ref().is_ok_and(|proposal| proposal.moves.is_some()));
    Ok(offers)
}

/// Returns the length of the path in metres, or the reason why there is none.
fn length(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    progress: &Progress,
) -> Result<Result<f64, String>, Stopped> {
    let (answer, _) = find_path_with_progress(mesh, derived, query, &mut Silent, progress)?;
    Ok(match (answer.path(), answer.why()) {
        (Some(path), _) => Ok(path.length),
        (None, Some(why)) => Err(format!("There is still no path: {why}.")),
        (None, None) => Err("There is still no path.".into()),
    })
}
