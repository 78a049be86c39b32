//! Commands for the path and its ends.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::analysis::clearance::widest;
use crate::editor::analysis::detour;
use crate::editor::analysis::why::{self, finding};
use crate::editor::edits::proposals::{self, ProposalSource};
use crate::editor::files::reproduction;
use crate::editor::queries::query::{self, searching};
use crate::editor::queries::{checks, input};
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::query::algorithm::AlgorithmChoice;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_formats::check::JoinKind;
use navsmith_formats::document::{NamedQuery, Verdict, free_name};

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::StartHere, "Start here", "Place the start under the pointer", |editor| {
        input::place_at_pointer(editor, End::Start);
    })
    .keys(&[Shortcut::command(Key::Num1)])
    .when(has_pointer),
    Spec::new(Command::TargetHere, "Target here", "Place the target under the pointer", |editor| {
        input::place_at_pointer(editor, End::Target);
    })
    .keys(&[Shortcut::command(Key::Num2)])
    .when(has_pointer),
    Spec::new(
        Command::RandomEnds,
        "Random start and target",
        "Place start and target at random, uniformly by area",
        input::place_ends_at_random,
    )
    .keys(&[Shortcut::alt(Key::R)])
    .when(needs::cells_exist),
    Spec::new(Command::SwapEnds, "Swap start and target", "Swap the two ends of the path", |editor| {
        query::edit_query(editor, "Swap start and target", |query| {
            (query.start, query.target) = (query.target, query.start);
        });
    })
    .keys(&[Shortcut::alt(Key::S)])
    .when(has_ends),
    Spec::new(Command::ClearEnds, "Clear start and target", "Remove both ends of the path", |editor| {
        query::edit_query(editor, "Clear start and target", |query| {
            (query.start, query.target) = (None, None);
        });
    })
    .keys(&[Shortcut::alt(Key::X).and_shift()])
    .when(has_ends),
    Spec::new(Command::NextQuery, "Next query", "Show the next saved query", |editor| {
        query::activate_query(editor, (editor.active_query_index() + 1) % query_count(editor));
    })
    .keys(&[Shortcut::plain(Key::CloseBracket)])
    .when(has_queries),
    Spec::new(Command::PreviousQuery, "Previous query", "Show the previous saved query", |editor| {
        let count = query_count(editor);
        query::activate_query(editor, (editor.active_query_index() + count - 1) % count);
    })
    .keys(&[Shortcut::plain(Key::OpenBracket)])
    .when(has_queries),
    Spec::new(Command::NewQuery, "New query", "Save this query and start a new one", |editor| {
        let count = query_count(editor);
        let taken: Vec<&str> = editor.document().queries.iter().map(|query| &*query.name).collect();
        let name = free_name("query", count + 1, &taken);
        let query = NamedQuery { name, settings: editor.settings().clone(), ..NamedQuery::default() };
        query::edit_queries(editor, "New query", |queries| queries.push(query), count);
    })
    .keys(&[Shortcut::command(Key::N).and_shift()]),
    Spec::new(Command::RemoveQuery, "Remove query", "Delete this query", |editor| {
        let index = editor.active_query_index();
        let before = index.saturating_sub(1);
        query::edit_queries(editor, "Remove query", |queries| drop(queries.remove(index)), before);
    })
    .when(has_queries),
    Spec::new(
        Command::NextAlgorithm,
        "Next algorithm",
        "Search with the next algorithm: automatic, then from Dijkstra by steps to Polyanya",
        |editor| {
            let (all, now) = (AlgorithmChoice::ALL, editor.settings().algorithm);
            let now = all.iter().position(|&choice| choice == now).unwrap_or_default();
            let algorithm = all[(now + 1) % all.len()];
            change(editor, "Change the algorithm", |settings| settings.algorithm = algorithm);
            editor.say(Message::info(format!("{}. {}", algorithm.title(), algorithm.describe())));
        },
    )
    .keys(&[Shortcut::alt(Key::D)]),
    Spec::new(
        Command::WidestAgent,
        "Widest agent",
        "Find the widest agent that gets to the target, and show what stops a wider one",
        widest::show_widest,
    )
    .when(|state| match widest::under_way(state) {
        Some(_) => Err("The widest agent is being found already"),
        None => needs::need(
            [End::Start, End::Target].iter().all(|&end| state.located(end).is_some()),
            "Place a start and a target on the mesh first",
        ),
    }),
    Spec::new(
        Command::ToggleSlopeWaypoints,
        "Waypoints at slopes",
        "Force the path through the middle of portals where the slope changes",
        |editor| {
            change(editor, "Change waypoints at slopes", |settings| settings.has_slope_waypoints ^= true);
        },
    )
    .keys(&[Shortcut::alt(Key::W)])
    .checked(|state| state.settings().has_slope_waypoints),
    Spec::new(
        Command::ToggleCurved,
        "Pull on the curved surface",
        "Pull the string on unfolded cells: for planets, loops and walls, where no direction is up",
        |editor| toggle_pulling(editor, Pulling::Curved),
    )
    .checked(|state| state.settings().pulling == Pulling::Curved),
    Spec::new(
        Command::ToggleSphere,
        "Pull on a sphere",
        "Pull the string along great circles of the sphere fitted to the mesh: for planets",
        |editor| toggle_pulling(editor, Pulling::Sphere),
    )
    .checked(|state| state.settings().pulling == Pulling::Sphere),
];

fn toggle_pulling(editor: &mut Editor, pulling: Pulling) {
    change(editor, "Change how the string is pulled", |settings| {
        let is_set = settings.pulling == pulling;
        settings.pulling = if is_set { Pulling::Ground } else { pulling };
    });
}

/// Changes settings of the active query.
fn change(editor: &mut Editor, title: &str, change: impl FnOnce(&mut Settings)) {
    let mut settings = editor.settings().clone();
    change(&mut settings);
    query::set_settings(editor, title, &settings);
}

fn query_count(session: &Session) -> usize {
    session.document().queries.len()
}

fn has_pointer(state: &State) -> Enabled {
    needs::need(state.pointer().is_some(), "Move the pointer over the mesh first")
}

fn has_ends(state: &State) -> Enabled {
    let is_placed = |query: &NamedQuery| query.start.is_some() || query.target.is_some();
    needs::need(state.active_query().is_some_and(is_placed), "Neither start nor target is placed")
}

fn has_queries(state: &State) -> Enabled {
    needs::need(query_count(state) > 1, "There is only one query")
}

/// Commands for the expectations of saved queries.
pub(super) const EXPECTATION_ROWS: &[Spec] = &[
    Spec::new(
        Command::ExpectAnswer,
        "Expect this answer",
        "Save the present length as expected; mark the query when it changes",
        checks::expect_answer,
    )
    .keys(&[Shortcut::alt(Key::Q)])
    .when(has_answer),
    Spec::new(
        Command::ExpectCells,
        "Expect these cells",
        "Save the present length and cells as expected; mark the query when they change",
        checks::expect_cells,
    )
    .keys(&[Shortcut::alt(Key::Q).and_shift()])
    .when(has_answer),
    Spec::new(Command::ExpectNothing, "Expect nothing", "Remove the expectation of this query", |editor| {
        checks::expect(editor, None);
    })
    .when(|state| {
        let has_some = state.active_query().is_some_and(|query| query.expected.is_some());
        needs::need(has_some, "This query has no expected result")
    }),
    Spec::new(
        Command::NextDiffering,
        "Next query that differs",
        "Show the next query whose answer differs from the expected one",
        checks::activate_next_differing,
    )
    .keys(&[Shortcut::alt(Key::CloseBracket)])
    .when(|state| {
        let is_awaited = checks::verdicts(state).contains(&Verdict::Awaited);
        let why_not = if is_awaited {
            "Not all queries are checked yet"
        } else {
            "Every query has its expected result"
        };
        needs::need(checks::differing_queries(state) > 0, why_not)
    }),
    Spec::new(
        Command::CopyReproduction,
        "Copy as reproduction",
        "Copy this query, the part of the mesh that it depends on and the step shown, as text",
        reproduction::copy_reproduction,
    )
    .keys(&[Shortcut::command(Key::C).and_shift()])
    .when(has_answer),
];

fn has_answer(state: &State) -> Enabled {
    match (state.answer(), searching::under_way(state)) {
        (Some(_), _) => Ok(()),
        (None, Some(_)) => Err("The search is still running"),
        (None, None) => Err("Place start and target first"),
    }
}

/// Commands that fix a query without a path.
pub(super) const FIX_ROWS: &[Spec] = &[
    Spec::new(
        Command::WeldGap,
        "Weld the nearest gap",
        "Join the boundaries between start and target where they are nearest",
        |editor| proposals::apply(editor, ProposalSource::Gaps(0, JoinKind::Weld)),
    )
    .when(|state| is_offered(state, JoinKind::Weld, "Welding the nearest gap would not give a path")),
    Spec::new(
        Command::BridgeGap,
        "Bridge the nearest gap",
        "Draw a cell between the islands of start and target where they are nearest",
        |editor| proposals::apply(editor, ProposalSource::Gaps(0, JoinKind::Bridge)),
    )
    .when(|state| is_offered(state, JoinKind::Bridge, "A cell over the nearest gap would not give a path")),
    Spec::new(
        Command::LinkGap,
        "Link the nearest gap",
        "Place a link between the islands of start and target where they are nearest",
        |editor| proposals::apply(editor, ProposalSource::Gaps(0, JoinKind::Link)),
    )
    .when(|state| is_offered(state, JoinKind::Link, "A link over the nearest gap would not give a path")),
    Spec::new(
        Command::OpenWay,
        "Unblock the path",
        "Allow what blocks the path: areas, slopes, steps, a smaller agent, lower floors, or links both ways",
        |editor| proposals::apply(editor, ProposalSource::Unblock),
    )
    .when(|state| {
        let why_not = "No setting of the agent, the areas or the links blocks the path";
        known(state, why::opened(state).is_some(), why_not)
    }),
    Spec::new(
        Command::TargetNearest,
        "Target at the nearest point",
        "Move the target to the nearest point that is reachable from the start",
        why::target_nearest,
    )
    .when(|state| {
        let why_not = "The path leads to the very target, or there is none to begin with";
        known(state, why::nearest_reachable(state).is_some(), why_not)
    }),
];

fn is_offered(state: &State, kind: JoinKind, why_not: &'static str) -> Enabled {
    known(state, !why::gap_routes(state).is_empty(), "No gap keeps start and target apart")?;
    let mut offers = why::offers(state, 0).iter().filter(|offer| offer.kind == kind);
    known(state, offers.any(|offer| offer.proposal.is_ok()), why_not)
}

/// Returns `why_not` unless a condition is met, or the reason why fixes are not known yet.
fn known(state: &State, is_met: bool, why_not: &'static str) -> Enabled {
    if is_met { Ok(()) } else { Err(finding::why_unknown(state).unwrap_or(why_not)) }
}

/// Commands that explain why a path is not the shortest, and fix it.
pub(super) const DETOUR_ROWS: &[Spec] = &[
    Spec::new(
        Command::WhyDetour,
        "Why this detour?",
        "Compare every algorithm on this query: what misled the search, and which edit helps. Without a path: why there is none",
        detour::explain_answer,
    )
    .keys(&[Shortcut::plain(Key::Y)])
    .when(|state| {
        let is_placed = [End::Start, End::Target].iter().all(|&end| state.endpoint(end).is_some());
        needs::need(is_placed || detour::is_open(state), "Place a start and a target first")
    })
    .checked(detour::is_open),
    Spec::new(Command::FixDetour, "Fix the detour", "Apply the edit that shortens the path most", |editor| {
        proposals::apply(editor, ProposalSource::Detour(0));
    })
    .when(|state| match detour::present_detour(state) {
        None => Err("Ask \"Why this detour?\" first"),
        Some(why) if why.fixes().is_empty() => Err("No single edit makes this path shorter"),
        Some(_) => Ok(()),
    }),
];
