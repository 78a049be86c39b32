//! Offers of the palette beside the commands: fixes, and query ends at typed coordinates.

use crate::editor::Editor;
use crate::editor::edits::problems::{self, IssueInput};
use crate::editor::interaction::expression::evaluate;
use crate::editor::interaction::input::Input;
use crate::editor::queries::input::QueryInput;
use crate::geometry::Vec2;
use crate::pathfinding::mesh_query::{End, Endpoint};

/// An input with its title and description.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) input: Input,
}

/// Returns the fixes of the selection or of the element under the pointer.
pub(super) fn fixes(editor: &Editor) -> Vec<Offer> {
    let offer = |(issue, fix): (crate::document::issues::Issue, crate::document::issues::Fix)| Offer {
        title: format!("Fix: {}", fix.label()),
        description: issue.describe(),
        input: Input::Issue(IssueInput::Fix(issue, fix)),
    };
    problems::offered_fixes(editor).into_iter().map(offer).collect()
}

/// Parses a query end at typed coordinates: X and Z, or X, height and Z.
///
/// Examples are `start 3 4` and `target 1.5, 0.2, =1/3`.
pub(super) fn placed_end(typed: &str) -> Option<Offer> {
    let typed = typed.trim().to_lowercase();
    let (end, numbers) = [End::Start, End::Target]
        .into_iter()
        .find_map(|end| Some((end, typed.strip_prefix(&end.to_string())?.to_owned())))?;
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers: Vec<f32> = numbers
        .split(separator)
        .filter(|number| !number.is_empty())
        .map(|number| evaluate(number).ok().map(|value| value as f32))
        .collect::<Option<_>>()?;
    let (x, height, z) = match *numbers.as_slice() {
        [x, z] => (x, None, z),
        [x, height, z] => (x, Some(height), z),
        _ => return None,
    };
    let floor =
        height.map_or_else(|| "on the topmost floor".into(), |height| format!("at height {height} m"));
    let endpoint = Endpoint { ground: Vec2::new(x, z), height };
    Some(Offer {
        title: format!("Place {end} at x {x}, z {z}, {floor}"),
        description: format!("Place the {end} of the path at these coordinates"),
        input: Input::Query(QueryInput::SetEnd(end, Some(endpoint))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_placed_by_two_or_three_numbers() {
        let ends = |typed: &str| placed_end(typed).map(|offer| offer.input);
        let at = |end, x, height, z| {
            let endpoint = Endpoint { ground: Vec2::new(x, z), height };
            Some(Input::Query(QueryInput::SetEnd(end, Some(endpoint))))
        };
        assert_eq!(ends("start 3 4"), at(End::Start, 3.0, None, 4.0), "x and z");
        assert_eq!(ends(" Target 1.5, 0.25, =1/4 "), at(End::Target, 1.5, Some(0.25), 0.25), "with a height");
        assert_eq!(ends("start -3,4"), at(End::Start, -3.0, None, 4.0), "a sign");
        assert_eq!(ends("start"), None, "no numbers");
        assert_eq!(ends("start 1 2 3 4"), None, "too many");
        assert_eq!(ends("start x y"), None, "letters");
        assert_eq!(ends("starting 1 2"), None, "another word");
    }
}
