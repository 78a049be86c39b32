//! Commands that fix a query without a path.

use super::{Enabled, Spec};
use crate::document::JoinKind;
use crate::editor::Editor;
use crate::editor::analysis::why::{self, finding};
use crate::editor::session::command::Command;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::WeldGap,
        "Weld the nearest gap",
        "Join the boundaries between start and target where they are nearest",
        |editor| why::join(editor, 0, JoinKind::Weld),
    )
    .when(|editor| is_offered(editor, JoinKind::Weld, "Welding the nearest gap would not give a path")),
    Spec::new(
        Command::BridgeGap,
        "Bridge the nearest gap",
        "Draw a cell between the islands of start and target where they are nearest",
        |editor| why::join(editor, 0, JoinKind::Bridge),
    )
    .when(|editor| is_offered(editor, JoinKind::Bridge, "A cell over the nearest gap would not give a path")),
    Spec::new(
        Command::LinkGap,
        "Link the nearest gap",
        "Place a link between the islands of start and target where they are nearest",
        |editor| why::join(editor, 0, JoinKind::Link),
    )
    .when(|editor| is_offered(editor, JoinKind::Link, "A link over the nearest gap would not give a path")),
    Spec::new(
        Command::OpenWay,
        "Unblock the path",
        "Allow what blocks the path: areas, slopes, steps, a smaller agent, lower floors, or links both ways",
        why::open_way,
    )
    .when(|editor| {
        let why_not = "No setting of the agent, the areas or the links blocks the path";
        known(editor, why::opened(editor).is_some(), why_not)
    }),
    Spec::new(
        Command::TargetNearest,
        "Target at the nearest point",
        "Move the target to the nearest point that is reachable from the start",
        why::target_nearest,
    )
    .when(|editor| {
        let why_not = "The path leads to the very target, or there is none to begin with";
        known(editor, why::nearest_reachable(editor).is_some(), why_not)
    }),
];

fn is_offered(editor: &Editor, kind: JoinKind, why_not: &'static str) -> Enabled {
    known(editor, !why::gap_routes(editor).is_empty(), "No gap keeps start and target apart")?;
    let mut offers = why::offers(editor, 0).iter().filter(|offer| offer.kind == kind);
    known(editor, offers.any(|offer| offer.joining.is_ok()), why_not)
}

/// Returns `why_not` unless a condition is met, or the reason why fixes are not known yet.
fn known(editor: &Editor, is_met: bool, why_not: &'static str) -> Enabled {
    if is_met { Ok(()) } else { Err(finding::why_unknown(editor).unwrap_or(why_not)) }
}
