//! Budgets, progress, observers of algorithms, and graphs.

use std::convert::Infallible;

use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::graph::{LowLinks, PriorityQueue, TotalF64};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::{Observer, Recorder, Silent};
use proptest::prelude::*;

#[test]
fn a_budget_grows_with_the_input_and_not_faster() {
    let steps = |budget: &Budget| Budget::of_steps(0).steps_since(budget);
    let [mut small, mut large] = [1_000, 1_000_000].map(Budget::of_elements);
    assert_eq!(steps(&large) - steps(&small), 256 * 999_000, "by element");
    assert_eq!([small.keep(100 << 20), large.keep(100 << 20)], [Err(Exhausted), Ok(())], "by element");
    let mut joined = Budget::of_file(100);
    joined.add_file(23);
    assert_eq!(joined, Budget::of_file(123), "a second file counts by its bytes alone");
    assert_eq!(steps(&Budget::of_file(usize::MAX)), u64::MAX, "saturated");
}

#[test]
fn what_is_refused_once_stays_refused() {
    // The least that an input gets.
    let before = Budget::of_file(0);
    let (steps, bytes) = (4_000_000, 24 << 20);
    let mut budget = before;
    assert_eq!((budget.step(steps), budget.keep(bytes - 1)), (Ok(()), Ok(())), "covered");
    assert_eq!(budget.steps_since(&before), steps as u64);
    assert!(budget.is_exhausted(), "no step is left");
    let mut budget = before;
    assert_eq!((budget.keep(bytes + 1), budget.keep(1)), (Err(Exhausted), Err(Exhausted)), "not covered");
    assert!(budget.is_exhausted(), "no byte is left");
}

#[test]
fn a_stopped_computation_fails_at_its_next_report() {
    let progress = Progress::new();
    assert_eq!(progress.report(1, 10), Ok(()), "it runs");
    assert!(progress.clone().stop(), "a clone stops it");
    assert_eq!(progress.report(2, 10), Err(Stopped), "it is stopped");
    assert_eq!(progress.commit(), Err(Stopped), "it cannot be committed any more");
    assert!(!progress.can_stop() && !progress.stop(), "it is stopped once");
}

#[test]
fn a_committed_computation_is_not_stopped() {
    let progress = Progress::new();
    assert_eq!(progress.commit(), Ok(()), "it was not stopped");
    assert!(!progress.can_stop() && !progress.stop(), "too late");
    assert_eq!(progress.report(9, 10), Ok(()), "it runs on");
}

#[test]
fn parts_report_their_range_of_the_whole() {
    let progress = Progress::new();
    assert_eq!((progress.current_stage(), progress.completed()), ("", None), "before the first report");
    let second = progress.stage("welding", 0.5..1.0);
    assert_eq!(second.report(1, 2), Ok(()), "it runs");
    assert_eq!((progress.current_stage(), progress.completed()), ("welding", Some(0.75)), "of the whole");
    assert_eq!(second.part(0.0..0.5).report(0, 0), Ok(()), "without units");
    assert_eq!(progress.completed(), Some(0.5), "the start of the part of the part");
}

#[test]
fn a_limit_on_reports_stops_the_computation_there() {
    let progress = Progress::stopping_after(2);
    let reports = [(); 4].map(|()| progress.check());
    assert_eq!(reports, [Ok(()), Ok(()), Err(Stopped), Err(Stopped)], "at the third report");
    assert_eq!(Progress::stopping_after(0).check(), Err(Stopped), "at the first report");
}

#[test]
fn a_token_of_no_computation_ignores_reports() {
    let progress = Progress::none();
    assert_eq!((progress.report(1, 2), progress.stop(), progress.completed()), (Ok(()), false, None));
}

#[test]
fn units_are_reported_at_intervals() {
    let progress = Progress::stopping_after(2);
    let mut units = progress.units(8, 3);
    let steps = [(); 7].map(|()| units.step());
    assert_eq!(steps.map(|step| step.is_ok()), [true, true, true, true, true, true, false], "the seventh");
    assert_eq!(progress.completed(), Some(0.75), "6 of 8");
}

#[test]
fn the_owner_can_estimate_the_number_of_units() {
    let progress = Progress::new();
    assert_eq!(progress.report_units(5), Ok(()), "it runs");
    assert_eq!(progress.completed(), None, "without an estimate");
    assert_eq!(progress.part(0.0..0.5).expecting(10).report_units(5), Ok(()), "it runs");
    assert_eq!(progress.completed(), Some(0.25), "half of the part");
}

#[test]
fn mapped_events_reach_the_receiver() {
    let mut recorder = Recorder::default();
    let mut map_events = recorder.map_events(|event: u8| u32::from(event) + 1);
    (0..3).for_each(|event| map_events.observe_with(|| event));
    assert_eq!(recorder.into_timeline().events(), [1_u32, 2, 3], "each as another event");
}

#[test]
fn events_for_a_silent_receiver_are_not_converted() {
    let mut silent = Silent;
    let mut map_events = Observer::<u32>::map_events(&mut silent, |event: u8| u32::from(event));
    map_events.observe_with(|| panic!("not enabled"));
}

/// Returns the number of components without a node and without an edge, by repeated relaxation.
fn components(edges: &[(u32, u32)], node: Option<u32>, edge: Option<usize>) -> usize {
    let mut of: Vec<u32> = (0..12).collect();
    for _ in 0..12 {
        for (i, &(a, b)) in edges.iter().enumerate() {
            if Some(i) != edge && Some(a) != node && Some(b) != node {
                let least = of[a as usize].min(of[b as usize]);
                (of[a as usize], of[b as usize]) = (least, least);
            }
        }
    }
    (0..12).filter(|&i| of[i as usize] == i && Some(i) != node).count()
}

proptest! {
    #[test]
    fn articulation_points_and_bridges_are_those_whose_removal_divides_the_graph(
        edges in prop::collection::vec((0u32..12, 0u32..12), 0..24),
    ) {
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let of = |node: u32| {
            let ends = edges.iter().enumerate().flat_map(|(i, &(a, b))| [(a, b, i), (b, a, i)]);
            ends.filter(move |&(from, ..)| from == node).map(|(_, to, i)| (to, i))
        };
        let links = LowLinks::find(12, 0..12, of, |_| Ok::<(), Infallible>(())).expect("no error");
        let whole = components(&edges, None, None);
        for (i, visit) in (0..).zip(&links.visits) {
            let mut below = links.visits.iter().filter(|v| v.entry.is_some_and(|(from, _)| from == i));
            let is_root = visit.entry.is_none();
            let is_articulation = if is_root { below.count() > 1 } else { below.any(|v| v.low >= i) };
            prop_assert_eq!(components(&edges, Some(visit.node), None) > whole, is_articulation);
            if let Some((from, edge)) = visit.entry {
                prop_assert_eq!(components(&edges, None, Some(edge)) > whole, visit.low > from);
            }
        }
    }
}

proptest! {
    #[test]
    fn entries_come_out_sorted(entries in prop::collection::vec(0u8..40, 0..200), kept in 0..100usize) {
        let mut queue: PriorityQueue<u8> = entries.iter().copied().collect();
        for _ in 0..kept {
            // Replaces the first entry by itself, which must not change the order.
            let Some(first) = queue.first() else { break };
            prop_assert_eq!(queue.replace_first(first), Some(first));
        }
        let mut sorted = entries;
        sorted.sort_unstable();
        prop_assert_eq!(std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>(), sorted);
    }

    #[test]
    fn numbers_are_ordered_by_total_cmp(one in any::<f64>(), other in any::<f64>()) {
        for (a, b) in [(one, other), (one, -one), (0.0, -0.0), (one, f64::INFINITY), (one, f64::NAN)] {
            prop_assert_eq!(TotalF64::from(a).cmp(&b.into()), a.total_cmp(&b));
            prop_assert_eq!(f64::from(TotalF64::from(a)).to_bits(), a.to_bits());
        }
    }
}
