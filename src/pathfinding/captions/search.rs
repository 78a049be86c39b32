//! What a search for the corridor says.

use crate::pathfinding::{Rejection, SearchEvent};

impl SearchEvent {
    /// What was done and why, in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        match *self {
            Self::Expanded { cell, from: None, .. } => {
                format!(
                    "The search begins in cell {}, where the start stands. It looks around there.",
                    cell.0
                )
            }
            Self::Expanded { cell, from: Some((from, _)), .. } => format!(
                "Of all open ways, the one from cell {} into cell {} has the least total. It is closed, and the search \
                 looks around in cell {1}.",
                from.0, cell.0
            ),
            Self::Relaxed { cell, from, is_first: true, .. } => {
                format!("From cell {}, a way leads into cell {}. It is kept open.", from.0, cell.0)
            }
            Self::Relaxed { cell, from, .. } => {
                format!(
                    "From cell {}, a better way leads into cell {} than the one known so far.",
                    from.0, cell.0
                )
            }
            Self::Rejected { cell, from, why, .. } => {
                let why = match why {
                    Rejection::Closed => {
                        "the best way there is closed already, or this one leads straight back".into()
                    }
                    Rejection::NotShorter => "the way known so far costs as little or less".into(),
                    Rejection::Shut(shut) => format!("the agent may not enter: {shut}"),
                };
                format!("From cell {}, the way into cell {} is not taken: {why}.", from.0, cell.0)
            }
        }
    }

    /// The numbers that decided: cost so far, estimate of the rest, total.
    pub fn rule(&self) -> String {
        match *self {
            Self::Expanded { cost, estimate, .. } => {
                format!("{}; the least total of all open ways", sum(cost, estimate))
            }
            Self::Relaxed { cost, estimate, .. } => sum(cost, estimate),
            Self::Rejected { cost, .. } if cost.is_finite() => {
                format!("it would cost {cost:.2} to get there")
            }
            Self::Rejected { .. } => {
                "a way that is shut or leads straight back costs more than any other".into()
            }
        }
    }
}

fn sum(cost: f64, estimate: f64) -> String {
    format!("cost so far {cost:.2} + estimate of the rest {:.2} = total {estimate:.2}", estimate - cost)
}
