//! Sentences about a detour.

use super::{WhyDetour, is_ground_unclear};
use crate::editor::session::Session;
use navsmith_core::pathfinding::query::optimality::OptimalityGap;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_formats::check::Proposal;

/// A clause about the paths of a mesh with errors.
const UNPROVEN: &str = "the mesh has errors, so no path is proven to be the shortest";

impl WhyDetour<'_> {
    /// Returns how the path compares with those of the other algorithms, in sentences.
    ///
    /// The sentences include whether the path is proven to be the best. Returns `None` until the comparison is
    /// done.
    pub fn verdict(&self) -> Option<String> {
        let comparison = self.comparison.filter(|_| self.own.is_some())?;
        let best = comparison.best()?;
        let gap = comparison.optimality_gap(best);
        let is_proven = gap.is_some_and(OptimalityGap::is_optimal);
        let known = gap.map_or_else(String::new, |gap| gap.to_string());
        let has_costs = best.cost.is_some();
        let better = if has_costs { "cheaper" } else { "shorter" };
        let unproven = if comparison.has_bounds { "" } else { " The mesh has errors; Issues lists them." };
        Some(match &comparison.detour {
            None if is_proven => format!("No path is {better}."),
            None if known.is_empty() => format!("No algorithm found a {better} path.{unproven}"),
            None => format!("No algorithm found a {better} path. This one is {known}."),
            Some(detour) => {
                let percent = 100.0 * detour.extra / best.measure();
                let percent = if percent.is_finite() { format!(" ({percent:.1} %)") } else { String::new() };
                let found = if is_proven { "" } else { " found" };
                let worse = if has_costs {
                    let (extra, cost) = (detour.extra, best.measure());
                    format!(
                        "This path costs {extra:.2}{percent} more than the cheapest path{found}, which costs {cost:.2}."
                    )
                } else {
                    let (extra, length) = (detour.extra, best.length);
                    format!(
                        "This path is {extra:.2} m{percent} longer than the shortest path{found}, which is {length:.2} m."
                    )
                };
                if is_proven || known.is_empty() {
                    worse + unproven
                } else {
                    format!("{worse} That one is {known}.")
                }
            }
        })
    }

    /// Returns a sentence about two contradictory results; `None` without any.
    ///
    /// A contradiction is a defect in navsmith.
    pub fn defect(&self) -> Option<String> {
        let defect = self.comparison?.defect?;
        Some(format!("Defect in navsmith: {defect}. Copy the reproduction and report it."))
    }

    /// Returns the node that misled the search, as a sentence.
    ///
    /// Returns `None` without a detour, or until the comparison is done.
    pub fn misled_by(&self) -> Option<String> {
        let detour = self.comparison?.detour.as_ref()?;
        let Some(culprit) = &detour.culprit else {
            return Some("No single node explains the detour.".into());
        };
        let description = culprit.to_string();
        let mut letters = description.chars();
        letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
    }

    /// Returns the edits that shorten the path, the best first.
    pub fn fixes(&self) -> Vec<Proposal> {
        let detour = self.comparison.and_then(|found| found.detour.as_ref());
        detour.into_iter().flat_map(|detour| &detour.fixes).map(Proposal::of_detour).collect()
    }
}

/// Returns whether a path is proven to be the shortest, as a clause.
pub fn optimality(session: &Session, path: &Path) -> String {
    if is_ground_unclear(session) { UNPROVEN.to_owned() } else { path.optimality_gap().to_string() }
}
