//! Offers of the palette: commands, fixes, and query ends at typed coordinates.

use crate::app::widgets::parts;
use crate::document::issues::{Fix, Issue};
use crate::editor::{Editor, Input, IssueInput, QueryInput, TABLE, evaluate};
use crate::geometry::Vec2;
use crate::pathfinding::mesh_query::{End, Endpoint};

/// A command or another input that the palette offers.
#[derive(Debug)]
pub(super) struct Offer {
    pub(super) title: String,
    /// Keys of a command; empty for another input.
    pub(super) keys: String,
    pub(super) description: String,
    pub(super) input: Input,
    /// Reason why it cannot run now.
    pub(super) refused: Option<&'static str>,
}

impl Offer {
    fn new(title: String, description: String, input: Input) -> Self {
        Self { title, keys: String::new(), description, input, refused: None }
    }
}

/// Returns the commands of the table.
pub(super) fn commands(editor: &Editor) -> impl Iterator<Item = Offer> {
    TABLE.iter().map(|spec| Offer {
        keys: spec.shortcuts.first().map(ToString::to_string).unwrap_or_default(),
        refused: spec.command.enabled(editor).err(),
        ..Offer::new(
            format!("{}: {}", spec.group.title(), spec.title),
            parts::describe(spec),
            Input::Run(spec.command),
        )
    })
}

/// Returns the fixes of the selection or of the element under the pointer.
pub(super) fn fixes(editor: &Editor) -> Vec<Offer> {
    let fixes = editor.offered_fixes().into_iter();
    let offer = |(issue, fix): (Issue, Fix)| {
        let title = format!("Fix: {}", fix.label());
        Offer::new(title, issue.describe(), Input::Issue(IssueInput::Fix(issue, fix)))
    };
    fixes.map(offer).collect()
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
    Some(Offer::new(
        format!("Place {end} at x {x}, z {z}, {floor}"),
        format!("Place the {end} of the path at these coordinates"),
        Input::Query(QueryInput::SetEnd(end, Some(endpoint))),
    ))
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
