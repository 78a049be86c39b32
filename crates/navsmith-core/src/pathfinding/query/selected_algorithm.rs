//! Selection of the algorithm that answers a query, and the reason for it.

use std::fmt;

use super::algorithm::{Algorithm, AlgorithmChoice};
use super::settings::Settings;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::string_pulling::plane::Pulling;

/// The algorithm that answers a query, and the reason for it; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedAlgorithm {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason for it.
    pub because: SelectionReason,
    /// The reason why not all other algorithms finished their searches; `None` if they did or need not.
    pub unfinished: Option<ComparisonEnd>,
}

/// Reason why a comparison of the algorithms ended early; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonEnd {
    /// A search without a heuristic reached its limit of expansions, as on large meshes.
    AtLimit,
    /// The owner stopped the searches.
    Stopped,
}

/// The reason why an algorithm was selected; prints as a part of a sentence.
///
/// From [`Self::Radius`] on, all algorithms searched, and the answer is the best of their paths: the shortest along the
/// surface, or the cheapest with costs. They stop once a path is proven optimal. Searches without a heuristic stop early
/// on large meshes, which [`SelectedAlgorithm::unfinished`] states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionReason {
    /// The settings name it.
    Asked,
    /// Polyanya ignores links, costs and heights, and none of them makes another path better here.
    NothingMatters,
    /// Round corners can make a path shorter than that of Polyanya, which counts the metres of a point.
    Radius,
    /// Heights can make a path shorter than that of Polyanya.
    Slopes,
    /// A link can be taken from the island of the start, and Polyanya takes no links.
    Links,
    /// The cost of an area or a link differs from that of plain ground, and Polyanya counts metres.
    Costs,
    /// The string is pulled on the surface, and Polyanya measures in the ground plan.
    Curved,
    /// Polyanya found no path although one exists.
    ///
    /// This happens with cells that cross themselves or have different windings.
    NoneFound,
}

impl SelectedAlgorithm {
    /// Selects the algorithm that searches first, and the reason why others may have to search too.
    ///
    /// This is the algorithm that the settings name, else Polyanya. Examines links until it finds one that can be
    /// taken.
    pub(in crate::pathfinding) fn of(settings: &Settings, walkable: &Walkable<'_>, start: &Located) -> Self {
        let because = match settings.algorithm {
            AlgorithmChoice::Named(algorithm) => {
                return Self { algorithm, because: SelectionReason::Asked, unfinished: None };
            }
            AlgorithmChoice::Automatic if settings.pulling.on(walkable.derived) != Pulling::Ground => {
                SelectionReason::Curved
            }
            AlgorithmChoice::Automatic if walkable.has_costs() => SelectionReason::Costs,
            AlgorithmChoice::Automatic if walkable.leaves_by_link(start.cell) => SelectionReason::Links,
            AlgorithmChoice::Automatic => SelectionReason::NothingMatters,
        };
        Self { algorithm: Algorithm::Polyanya, because, unfinished: None }
    }

    /// Whether several algorithms searched, and this one found the best path.
    pub(super) fn is_best_of_several(self) -> bool {
        !matches!(self.because, SelectionReason::Asked | SelectionReason::NothingMatters)
    }

    /// Returns whether an answer by this algorithm can follow from the first selection.
    ///
    /// This assumes that the searches take the same course as before, and that the settings are the same.
    pub(in crate::pathfinding) fn can_follow(self, first: Self) -> bool {
        match (self.because, first.because) {
            (SelectionReason::Asked, _) => self == first,
            (SelectionReason::Radius | SelectionReason::Slopes, SelectionReason::NothingMatters) => true,
            (because, first) => because == first,
        }
    }

    /// Returns the reason, and whether the comparison of the algorithms was not finished, as clauses.
    pub fn reason(self) -> String {
        let unfinished = self.unfinished.map_or_else(String::new, |why| format!("; {why}"));
        format!("{}{unfinished}", self.because)
    }

    /// Returns whether it was selected automatically, not by name.
    pub fn is_automatic(self) -> bool {
        self.because != SelectionReason::Asked
    }
}

impl fmt::Display for SelectedAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, because {}", self.algorithm.title(), self.reason())
    }
}

impl fmt::Display for ComparisonEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLimit => {
                "the comparison is unfinished, because searches without a heuristic end early on large meshes"
            }
            Self::Stopped => "the comparison is unfinished, because the search was stopped",
        })
    }
}

impl fmt::Display for SelectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "it was selected",
            Self::NothingMatters => "links, area costs and slopes do not matter",
            Self::Radius => "corners are rounded and no other algorithm found a shorter path",
            Self::Slopes => "slopes matter and no other algorithm found a shorter path",
            Self::Links => "links can be taken and no other algorithm found a shorter path",
            Self::Costs => "costs differ and no other algorithm found a cheaper path",
            Self::Curved => "the surface is curved and no other algorithm found a shorter path",
            Self::NoneFound => "Polyanya found no path and no other algorithm found a shorter one",
        })
    }
}
