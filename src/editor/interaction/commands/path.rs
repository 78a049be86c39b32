//! Commands for the path and its ends.

use super::{Enabled, Key, Shortcut, Spec, needs};
use crate::document::NamedQuery;
use crate::editor::Editor;
use crate::editor::analysis::clearance::widest;
use crate::editor::edits::area::free_name;
use crate::editor::queries::{input, query};
use crate::editor::session::command::Command;
use crate::editor::session::effect::Message;
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::query::algorithm::AlgorithmChoice;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::string_pulling::plane::Pulling;

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
        query::activate_query(editor, (editor.active_query_index() + 1) % query_count(editor).max(1));
    })
    .keys(&[Shortcut::plain(Key::CloseBracket)])
    .when(has_queries),
    Spec::new(Command::PreviousQuery, "Previous query", "Show the previous saved query", |editor| {
        let count = query_count(editor).max(1);
        query::activate_query(editor, (editor.active_query_index() + count - 1) % count);
    })
    .keys(&[Shortcut::plain(Key::OpenBracket)])
    .when(has_queries),
    Spec::new(Command::NewQuery, "New query", "Save this query and start a new one", |editor| {
        let count = query_count(editor);
        let taken: Vec<&str> = editor.document.queries.iter().map(|query| &*query.name).collect();
        let name = free_name("query", count + 1, &taken);
        let settings = editor.settings().clone();
        query::edit_queries(
            editor,
            "New query",
            |queries| queries.push(NamedQuery { name, settings, ..NamedQuery::default() }),
            count,
        );
    })
    .keys(&[Shortcut::command(Key::N).and_shift()]),
    Spec::new(Command::RemoveQuery, "Remove query", "Delete this query", |editor| {
        let index = editor.active_query_index();
        query::edit_queries(
            editor,
            "Remove query",
            |queries| drop(queries.remove(index)),
            index.saturating_sub(1),
        );
    })
    .when(has_queries),
    Spec::new(
        Command::NextAlgorithm,
        "Next algorithm",
        "Search with the next algorithm: automatic, then from Dijkstra by steps to Polyanya",
        |editor| {
            let settings = editor.settings().clone();
            let all = AlgorithmChoice::ALL;
            let now = all.iter().position(|preference| *preference == settings.algorithm).unwrap_or_default();
            let algorithm = all[(now + 1) % all.len()];
            query::set_settings(editor, "Change the algorithm", &Settings { algorithm, ..settings });
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
    .when(|editor| match widest::under_way(editor) {
        Some(_) => Err("The widest agent is being found already"),
        None => has_both_ends(editor),
    }),
    Spec::new(
        Command::ToggleSlopeWaypoints,
        "Waypoints at slopes",
        "Force the path through the middle of portals where the slope changes",
        |editor| {
            let settings = editor.settings().clone();
            let has_slope_waypoints = !settings.has_slope_waypoints;
            query::set_settings(
                editor,
                "Change waypoints at slopes",
                &Settings { has_slope_waypoints, ..settings },
            );
        },
    )
    .keys(&[Shortcut::alt(Key::W)])
    .checked(|editor| editor.settings().has_slope_waypoints),
    Spec::new(
        Command::ToggleCurved,
        "Pull on the curved surface",
        "Pull the string on unfolded cells: for planets, loops and walls, where no direction is up",
        |editor| {
            let settings = editor.settings().clone();
            let pulling = match settings.pulling {
                Pulling::Ground => Pulling::Curved,
                Pulling::Curved => Pulling::Ground,
            };
            query::set_settings(editor, "Change how the string is pulled", &Settings { pulling, ..settings });
        },
    )
    .checked(|editor| editor.settings().pulling == Pulling::Curved),
];

fn query_count(editor: &Editor) -> usize {
    editor.document().queries.len()
}

fn has_pointer(editor: &Editor) -> Enabled {
    needs::need(editor.pointer().is_some(), "Move the pointer over the mesh first")
}

fn has_ends(editor: &Editor) -> Enabled {
    let is_placed = |query: &NamedQuery| query.start.is_some() || query.target.is_some();
    needs::need(editor.active_query().is_some_and(is_placed), "Neither start nor target is placed")
}

fn has_both_ends(editor: &Editor) -> Enabled {
    let are_placed = [End::Start, End::Target].iter().all(|&end| editor.located(end).is_some());
    needs::need(are_placed, "Place a start and a target on the mesh first")
}

fn has_queries(editor: &Editor) -> Enabled {
    needs::need(query_count(editor) > 1, "There is only one query")
}
