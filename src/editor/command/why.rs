//! Commands that fix a query without a path.

use super::{Command, Enabled, Spec};
use crate::document::JoinKind;
use crate::editor::Editor;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::WeldGap,
        "Weld the nearest gap",
        "Join the boundaries between start and target where they are nearest",
        |editor| editor.join(0, JoinKind::Weld),
    )
    .when(|editor| is_offered(editor, JoinKind::Weld, "Welding the nearest gap would not give a path")),
    Spec::new(
        Command::BridgeGap,
        "Bridge the nearest gap",
        "Draw a cell between the islands of start and target where they are nearest",
        |editor| editor.join(0, JoinKind::Bridge),
    )
    .when(|editor| is_offered(editor, JoinKind::Bridge, "A cell over the nearest gap would not give a path")),
    Spec::new(
        Command::LinkGap,
        "Link the nearest gap",
        "Place a link between the islands of start and target where they are nearest",
        |editor| editor.join(0, JoinKind::Link),
    )
    .when(|editor| is_offered(editor, JoinKind::Link, "A link over the nearest gap would not give a path")),
    Spec::new(
        Command::OpenWay,
        "Unblock the path",
        "Allow what blocks the path: areas, slopes, steps, a smaller agent, lower floors, or links both ways",
        Editor::open_way,
    )
    .when(|editor| {
        if editor.opened().is_some() {
            Ok(())
        } else {
            unless_unknown(editor, "No setting of the agent, the areas or the links blocks the path")
        }
    }),
    Spec::new(
        Command::TargetNearest,
        "Target at the nearest point",
        "Move the target to the nearest point that is reachable from the start",
        Editor::target_nearest,
    )
    .when(|editor| {
        if editor.nearest_reachable().is_some() {
            Ok(())
        } else {
            unless_unknown(editor, "The path leads to the very target, or there is none to begin with")
        }
    }),
];

fn is_offered(editor: &Editor, kind: JoinKind, why_not: &'static str) -> Enabled {
    if editor.gap_routes().is_empty() {
        return unless_unknown(editor, "No gap keeps start and target apart");
    }
    let mut offers = editor.offers(0).iter().filter(|offer| offer.kind == kind);
    if offers.any(|offer| offer.joining.is_ok()) { Ok(()) } else { unless_unknown(editor, why_not) }
}

/// Returns `why_not`, or the reason why fixes are not known yet.
fn unless_unknown(editor: &Editor, why_not: &'static str) -> Enabled {
    Err(editor.why_unknown().unwrap_or(why_not))
}
