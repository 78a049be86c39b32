//! Proposed edits of a document, each with its label and its effect.

use super::fix::label_of_contacts;
use super::{Fix, Issue};
use crate::document::{count, length};
use navsmith_core::pathfinding::analysis::compare::fix::{DetourEdit, DetourFix};
use navsmith_core::pathfinding::query::relaxation::Relaxation;

/// Edits of one kind that the program proposes; applying them is one undo step.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Label of a button.
    pub label: String,
    /// The edits; never empty.
    pub fixes: Vec<Fix>,
    /// Largest distance in metres by which they move vertices; `None` up to the weld distance.
    pub moves: Option<f32>,
    /// The effect; `None` if it was not tried on a copy.
    pub effect: Option<ProposalEffect>,
}

/// Effect of a proposal that was tried on a copy of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum ProposalEffect {
    /// Two cells are connected.
    Islands {
        /// The number of islands before and after the edit.
        count: [usize; 2],
        /// The number of other islands on the path that the edit opens; `None` if there was a path before.
        over: Option<usize>,
        /// A further effect, as a clause.
        note: Option<String>,
    },
    /// There is a path, or a better one.
    Path {
        /// Length of the path before, in metres along the surface, or its cost; `None` without a path.
        before: Option<f64>,
        /// Length of the path after the edit, or its cost.
        after: f64,
    },
}

impl From<Fix> for Proposal {
    fn from(fix: Fix) -> Self {
        Self { label: fix.label(), fixes: vec![fix], moves: None, effect: None }
    }
}

impl Proposal {
    /// Creates a proposal of edits that connect cells.
    pub(super) fn connecting(fixes: Vec<Fix>, moves: Option<f32>, effect: ProposalEffect) -> Self {
        Self { label: label_of_connecting(&fixes), fixes, moves, effect: Some(effect) }
    }

    /// Creates the proposal of an edit of the mesh that makes a path shorter or cheaper.
    pub fn of_detour(&DetourFix { edit, measure, saves }: &DetourFix) -> Self {
        let fix = match edit {
            DetourEdit::Flip(edge) => Fix::Flip(edge),
            DetourEdit::Split(edge) => Fix::SplitEdge(edge),
            DetourEdit::Merge(edge) => Fix::Dissolve(edge),
        };
        let effect = ProposalEffect::Path { before: Some(measure + saves), after: measure };
        Self { effect: Some(effect), ..fix.into() }
    }

    /// Creates the proposal that fixes several issues.
    ///
    /// Its kind of fix is the best for the first issue with a fix. It removes no ground. It moves vertices farther
    /// than the weld distance only if no issue has another fix. `None` if no issue has a fix.
    pub fn of_issues<'a>(issues: impl IntoIterator<Item = &'a Issue>) -> Option<Self> {
        let mut all: [Option<Self>; 2] = [None, None];
        for issue in issues {
            let Some(fix) = issue.fix_that_keeps_ground() else { continue };
            let (label, moves) = (fix.label_of_many(issue.kind), issue.move_of(&fix));
            let of_kind = &mut all[usize::from(moves.is_some())];
            let none = || Self { label: label.to_owned(), fixes: Vec::new(), moves, effect: None };
            let of_kind = of_kind.get_or_insert_with(none);
            if of_kind.label == label {
                of_kind.fixes.push(fix);
                of_kind.moves = of_kind.moves.into_iter().chain(moves).reduce(f32::max);
            }
        }
        let [near, far] = all;
        near.or(far)
    }

    /// Returns the name of the undo step: the label with the distance by which vertices move.
    pub fn title(&self) -> String {
        match self.moves {
            Some(by) => format!("{}, which moves vertices by up to {by:.2} m", self.label),
            None => self.label.clone(),
        }
    }

    /// Returns the label of a button for several issues, with the distance by which vertices move.
    pub fn title_of_many(&self) -> String {
        match self.moves {
            Some(by) => format!("{} by up to {by:.2} m", self.label),
            None => self.label.clone(),
        }
    }

    /// Returns the label with the effect on islands, as a sentence.
    pub fn describe(&self) -> String {
        format!("{}: {}.", self.label, self.describe_effect())
    }

    /// Returns the changes of settings and links that unblock a path; `None` for other proposals.
    pub fn relaxation(&self) -> Option<&Relaxation> {
        self.fixes
            .iter()
            .find_map(|fix| if let Fix::Unblock(relaxation) = fix { Some(relaxation) } else { None })
    }

    /// Returns the length of the path after the edit, or its cost; `None` for other effects.
    pub fn path(&self) -> Option<f64> {
        match self.effect {
            Some(ProposalEffect::Path { after, .. }) => Some(after),
            _ => None,
        }
    }

    /// Returns the effect on islands, or that a path exists then, as a clause; empty for other effects.
    pub fn describe_effect(&self) -> String {
        let Some(ProposalEffect::Islands { count: [before, after], over, note }) = &self.effect else {
            return String::new();
        };
        let moves = self.moves.map(|by| format!("vertices move by up to {}; ", length(f64::from(by))));
        let note = note.as_ref().map(|note| format!("{note}; "));
        let islands = count(*after, "island", "islands");
        let effect = match *over {
            _ if before != after => format!("{islands} instead of {before}"),
            None => format!("{islands} as before"),
            Some(0) => "then a path exists".to_owned(),
            Some(others) => {
                format!("then a path over {} exists", count(others, "other island", "other islands"))
            }
        };
        moves.into_iter().chain(note).chain([effect]).collect()
    }
}

/// Returns the label of edits that connect cells.
fn label_of_connecting(fixes: &[Fix]) -> String {
    match fixes {
        [] => String::new(),
        [Fix::Stitch(_), ..] => "Weld the borders".to_owned(),
        [Fix::Bridge(_)] => "Bridge the gap".to_owned(),
        [Fix::Bridge(_), ..] => format!("Bridge {} gaps", fixes.len()),
        [Fix::Link(_), _, ..] => format!("Place {} links", fixes.len()),
        [Fix::Separate { edge, .. }, _, ..] => format!("Separate {} cells from edge {edge}", fixes.len()),
        [Fix::SplitContact { .. }, ..] => label_of_contacts(fixes),
        [fix, ..] => fix.label(),
    }
}
