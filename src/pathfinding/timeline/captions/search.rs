//! Captions and rules of the events of a search for the corridor.

use crate::pathfinding::search::event::{Rejection, SearchEvent};

impl SearchEvent {
    /// Describes the step and its reason in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        match *self {
            Self::Expanded { cell, from: None, .. } => {
                format!(
                    "The search begins in cell {}, which contains the start. It expands that cell.",
                    cell.0
                )
            }
            Self::Expanded { cell, from: Some((from, _)), .. } => format!(
                "Of all open nodes, the one from cell {} into cell {} has the least total. The search closes it and \
                 expands cell {1}.",
                from.0, cell.0
            ),
            Self::Relaxed { cell, from, is_first: true, .. } => {
                format!("From cell {}, cell {} is opened.", from.0, cell.0)
            }
            Self::Relaxed { cell, from, .. } => {
                format!("From cell {}, a cheaper path leads into cell {}.", from.0, cell.0)
            }
            Self::Rejected { cell, from, why, cost, .. } => {
                let why = match why {
                    Rejection::Closed if cost.is_finite() => "its best path is known already".into(),
                    Rejection::Closed => "it is the cell that the search came from".into(),
                    Rejection::NotShorter => "the known path costs the same or less".into(),
                    Rejection::Blocked(blocked) => format!("the agent may not enter: {blocked}"),
                };
                format!("From cell {}, cell {} is rejected: {why}.", from.0, cell.0)
            }
        }
    }

    /// Returns the numbers behind the step: cost so far, estimate of the rest, total.
    pub fn rule(&self) -> String {
        match *self {
            Self::Expanded { cost, estimate, .. } => {
                format!("{}; the least total of all open nodes", sum(cost, estimate))
            }
            Self::Relaxed { cost, estimate, .. } => sum(cost, estimate),
            Self::Rejected { cost, .. } if cost.is_finite() => {
                format!("its cost would be {cost:.2}")
            }
            Self::Rejected { .. } => "blocked cells and U-turns count as infinite cost".into(),
        }
    }
}

fn sum(cost: f64, estimate: f64) -> String {
    format!("cost so far {cost:.2} + estimate of the rest {:.2} = total {estimate:.2}", estimate - cost)
}
