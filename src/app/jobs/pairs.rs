//! Finding the shortest ways between all pairs of cells.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Done, Jobs};
use crate::editor::{AnalysisInput, Input, PairsJob};

/// So often in the course of the work its progress is told.
const REPORTS: usize = 100;

impl Jobs {
    /// Finds all pairs, and tells how far it is.
    pub(in crate::app) fn find_pairs(&mut self, job: PairsJob) {
        let (sender, ctx, number) = (self.sender.clone(), self.ctx.clone(), job.number);
        let stop = Arc::new(AtomicBool::new(false));
        self.pairs = Some((number, Arc::clone(&stop)));
        let progress = move |done: usize, rows: usize| {
            if done.is_multiple_of(rows / REPORTS + 1) {
                let input = Input::Analysis(AnalysisInput::Progress { job: number, done });
                // No work has this number, and nobody listens any more once the window is closed.
                let _ = sender.send((0, vec![Done::Input(input)]));
                ctx.request_repaint();
            }
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_work("finding all pairs", failed, move || {
            let found = job.run(progress).map(Arc::new);
            vec![Done::Input(Input::Analysis(AnalysisInput::Found { job: number, found }))]
        });
    }

    /// Breaks off the work with this number.
    pub(in crate::app) fn stop_pairs(&mut self, number: u64) {
        if let Some((_, stop)) = self.pairs.take_if(|(running, _)| *running == number) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
