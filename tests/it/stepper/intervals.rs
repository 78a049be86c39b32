//! The search for the optimum, interval by interval.

use std::collections::BTreeSet;

use navsmith::editor::Editor;
use navsmith::editor::analysis::legend;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::{Mark, Role, Searched, Tint};
use navsmith::editor::view::views::ViewId;
use navsmith_core::pathfinding::polyanya::event::IntervalEvent;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::timeline::interval_log::{Interval, Standing};
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::search_log::sort_window;
use navsmith_core::pathfinding::timeline::{QueryEvent, Stage};

use super::{line, put_cursor, run, school, school_by};

/// Opens the sample with an optimal search.
fn optimum_of_school() -> Editor {
    school_by(Algorithm::Polyanya)
}

#[test]
fn the_optimum_is_searched_interval_by_interval() {
    let mut editor = school();
    assert_eq!(editor.settings().algorithm, AlgorithmChoice::Automatic, "nothing keeps it from the optimum");
    let lane = editor.trace().range(Stage::Interval);
    assert!(editor.trace().search().is_empty() && lane.len() > 4, "intervals, no nodes");
    put_cursor(&mut editor, lane.start);
    let cell = editor.event().and_then(|event| event.cell()).unwrap();
    let mut fills = 0;
    for index in lane {
        put_cursor(&mut editor, index);
        let scene = editor.scene(ViewId::ABOVE);
        fills += scene.marks.iter().filter(|mark| matches!(mark, Mark::Fill(Role::Cone, ..))).count();
        assert_eq!(line(&scene, Role::Path), 0, "there is no string yet");
    }
    assert!(fills > 2, "the root and what it sees");
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    assert_eq!(editor.event().and_then(|event| event.cell()), Some(cell), "a cell leads to its interval");
}

#[test]
fn intervals_tint_cells_open_and_closed_and_a_cell_leads_to_when_by_whom() {
    let mut editor = optimum_of_school();
    let path = editor.answer().and_then(Answer::path).unwrap().corridor.clone();
    let (start, cell) = (path[0], path[2]);
    let kind = |editor: &Editor| editor.event().map(|event| (event.kind(), event.cell()));
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    assert_eq!(kind(&editor), Some((Kind::Pushed, Some(cell))), "an interval into it was kept");
    let caption = editor.event().unwrap().caption();
    let by_whom = format!("of cell {} into cell {}", path[1].0, cell.0);
    assert!(caption.contains(&by_whom), "by whom: {caption}");
    assert_eq!(legend::tint(&editor, cell), Tint::Searched(Searched::Open), "so it is open");
    assert_eq!(
        legend::tint(&editor, start),
        Tint::Searched(Searched::Closed),
        "the start was looked around in first"
    );
    run(&mut editor, Command::StepBack);
    assert_eq!(legend::tint(&editor, cell), Tint::Searched(Searched::Unseen), "before, it was not");
    run(&mut editor, Command::StepForward);
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    assert_eq!(kind(&editor), Some((Kind::Popped, Some(cell))), "one was looked behind");
    assert_eq!(legend::tint(&editor, cell), Tint::Searched(Searched::Closed), "so it is closed");
}

#[test]
fn the_table_of_intervals_adds_up_to_the_events_at_every_step() {
    let mut editor = optimum_of_school();
    let (mut kept, mut taken, mut dropped, mut roots) = (0, 0, 0, BTreeSet::new());
    for (step, index) in editor.trace().range(Stage::Interval).enumerate() {
        put_cursor(&mut editor, index);
        match editor.event() {
            Some(QueryEvent::Interval(IntervalEvent::Pushed { .. })) => kept += 1,
            Some(QueryEvent::Interval(
                IntervalEvent::Popped(_) | IntervalEvent::Followed(_) | IntervalEvent::Outdated(_),
            )) => taken += 1,
            Some(QueryEvent::Interval(IntervalEvent::Pruned { .. })) => dropped += 1,
            Some(QueryEvent::Interval(IntervalEvent::RootChanged { vertex, .. })) => _ = roots.insert(vertex),
            _ => {}
        }
        let log = editor.interval_log();
        let rows = log.at(step);
        let waits = rows.iter().filter(|(standing, _)| *standing == Standing::Waits);
        let waiting: Vec<f64> = waits.map(|(_, interval)| interval.cone.estimate).collect();
        assert_eq!((rows.len(), waiting.len()), (kept, kept - taken), "step {step}");
        assert!(waiting.is_sorted(), "the next to expand is first: {waiting:?}");
        assert_eq!(log.dropped_at(step).len(), dropped, "step {step}");
        assert_eq!(log.roots_at(step).collect::<BTreeSet<_>>(), roots, "step {step}");
        let open = editor.search_log().open_counts()[step];
        assert_eq!(open as usize, kept - taken, "as plotted");
        let event = editor.event();
        if let Some(QueryEvent::Interval(event)) = event
            && let Some(&cone) = event.taken()
        {
            let is_it =
                |(standing, it): &(Standing, &Interval)| *standing == Standing::Taken && it.cone == cone;
            assert!(rows.iter().any(is_it), "the interval taken at step {step} is in the table");
        }
    }
    assert!(taken > 2 && !roots.is_empty(), "there was something to see");
}

#[test]
fn the_rows_of_a_window_are_sorted_as_in_the_whole_table() {
    let list: Vec<u32> = (0..200).map(|i| i * 7919 % 211).collect();
    let mut sorted = list.clone();
    sorted.sort_unstable();
    for window in [0..0, 0..10, 5..50, 150..200, 190..900, 300..400] {
        let mut some = list.clone();
        sort_window(&mut some, window.clone(), u32::cmp);
        let seen = window.start.min(200)..window.end.min(200);
        assert_eq!(some[seen.clone()], sorted[seen], "{window:?}");
    }
}
