//! Captions and rules of the events of a ray.

use super::RayEvent;

impl RayEvent {
    /// Describes the event and its reason in one or two sentences.
    pub fn caption(&self) -> String {
        self.caption_of("ray")
    }

    /// Like [`RayEvent::caption`], but with `line` as the name of the ray.
    pub(in crate::pathfinding::mesh_query) fn caption_of(&self, line: &str) -> String {
        match self {
            Self::Cast { cell, from, to } => format!(
                "A {line} is cast from ({:.2}, {:.2}) in cell {} towards ({:.2}, {:.2}).",
                from.x, from.y, cell.0, to.x, to.y
            ),
            Self::Entered { cell, through: None } => format!("The {line} is in cell {}.", cell.0),
            Self::Entered { cell, through: Some(side) } => {
                format!("{side:#} is open: the {line} continues in cell {}.", cell.0)
            }
            Self::AtCorner { at, cells, .. } => {
                let corner = format!("The {line} meets the corner ({:.2}, {:.2}) exactly", at.x, at.y);
                match cells {
                    1 => format!("{corner}, where no other cell is joined on."),
                    _ => format!(
                        "{corner}. It continues if it leads into one of the {cells} cells joined around it."
                    ),
                }
            }
            Self::Stopped(hit) => format!(
                "Side {} of cell {} stops the {line} after {:.0} % of its length: {}.",
                hit.wall.side,
                hit.wall.cell.0,
                hit.t * 100.0,
                hit.why
            ),
            Self::Arrived { cell } => format!("The {line} arrives, in cell {}.", cell.0),
        }
    }

    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Cast { from, to, .. } => format!(
                "{:.2} m on the ground; it goes from cell to cell until one contains its end, or a \
                 side that it would leave through is a wall",
                from.distance(*to)
            ),
            Self::Entered { through: None, .. } => {
                "of the cells joined around the place that it is at, the one that the line leads on in".into()
            }
            Self::Entered { .. } => {
                "one end of the side lies to the left of the line and one to the right, and the cell behind may be \
                 entered"
                    .into()
            }
            Self::AtCorner { .. } => {
                "a line through a corner crosses no side; it goes on in a cell joined around the corner whose inside \
                 it leads into"
                    .into()
            }
            Self::Stopped(hit) => {
                format!("t = {:.3}, where 0 is its start and 1 the place that it was to go to", hit.t)
            }
            Self::Arrived { .. } => {
                "the place that it was to go to lies to the right of no side of this cell".into()
            }
        }
    }
}
