//! Time to read a moment of a recorded run, as a drag over the bar of a run does.

use std::hint::black_box;

use navsmith::cli::measure::clock::{median, timed};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::run::recording::Recording;
use navsmith_formats::io::ron;

use crate::Sizes;
use crate::row::Row;

/// A document with 1,000 agents.
const STADIUM: &str = include_str!("../../assets/agents_stadium.ron");

/// Duration of the run, in seconds, and that of a quick test.
const SECONDS: f32 = 60.0;
const SECONDS_IN_A_TEST: f32 = 1.0;

/// Number of moments.
const MOMENTS: usize = 1000;

pub(crate) fn print_rows(sizes: Sizes) {
    let document = ron::read(STADIUM).expect("a document");
    let mut scenario = document.scenarios.first().expect("it has a scenario").clone();
    scenario.duration = if sizes.most == usize::MAX { SECONDS } else { SECONDS_IN_A_TEST };
    let derived = Derived::build(&document.mesh);
    let input = format!("{} agents, {} s", scenario.agent_count(), scenario.duration);
    let record = || Recording::run(&document.mesh, &derived, &scenario, &Progress::none());
    let (seconds, run) = timed(record);
    let (_, recording) = run.expect("it is not stopped").expect("its agents fit");
    Row::new("record a run", &input, seconds).print();
    let mut random = SplitMix64(1);
    let took: Vec<f64> = (0..MOMENTS)
        .map(|_| {
            let frame = random.below(recording.len() as u64) as usize;
            timed(|| recording.frame(frame).map(black_box).count()).0
        })
        .collect();
    Row::new("read a moment of a run, all agents", &input, median(&took)).print();
}
