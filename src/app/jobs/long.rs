//! Long work on a snapshot: it tells how far it is, and can be broken off.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{Done, Jobs};
use crate::editor::{AnalysisInput, CompareJob, DetourInput, Input, PairsJob, SurveyInput, SurveyJob};

/// So often in the course of the work its progress is told.
const REPORTS: usize = 100;

/// Hears how much of how much is done, and says whether to go on.
type Progress = dyn FnMut(usize, usize) -> ControlFlow<()>;

impl Jobs {
    /// Finds all pairs.
    pub(in crate::app) fn find_pairs(&mut self, job: PairsJob) {
        let number = job.number;
        let tell = move |done, _| Input::Analysis(AnalysisInput::Progress { job: number, done });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.long("finding all pairs", number, tell, failed, move |progress| {
            let found = job.run(progress).map(Arc::new);
            Input::Analysis(AnalysisInput::Found { job: number, found })
        });
    }

    /// Compares every algorithm on one question.
    pub(in crate::app) fn compare(&mut self, job: CompareJob) {
        let number = job.number;
        let tell = move |done, of| Input::Detour(DetourInput::Progress { job: number, done: [done, of] });
        let failed = move |why| Input::Detour(DetourInput::Failed { job: number, why });
        self.long("comparing algorithms", number, tell, failed, move |progress| {
            let began = Instant::now();
            let found = job.run(&|| began.elapsed().as_secs_f64(), progress).map(Arc::new);
            Input::Detour(DetourInput::Found { job: number, found })
        });
    }

    /// Samples detours over the whole mesh.
    pub(in crate::app) fn survey(&mut self, job: SurveyJob) {
        let number = job.number;
        let tell = move |done, _| Input::Survey(SurveyInput::Progress { job: number, done });
        let failed = move |why| Input::Survey(SurveyInput::Failed { job: number, why });
        self.long("sampling detours", number, tell, failed, move |progress| {
            let found = job.run(progress).map(Arc::new);
            Input::Survey(SurveyInput::Found { job: number, found })
        });
    }

    /// Does the work with this number, and tells how far it is.
    fn long(
        &mut self,
        says: &str,
        number: u64,
        tell: impl Fn(usize, usize) -> Input + Send + 'static,
        failed: impl Fn(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce(&mut Progress) -> Input + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        let stop = Arc::new(AtomicBool::new(false));
        self.long.retain(|(_, stop)| Arc::strong_count(stop) > 1);
        self.long.push((number, Arc::clone(&stop)));
        let mut progress = move |done: usize, of: usize| {
            if done.is_multiple_of(of / REPORTS + 1) {
                // No work has this number, and nobody listens any more once the window is closed.
                let _ = sender.send((0, vec![Done::Input(tell(done, of))]));
                ctx.request_repaint();
            }
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.start_work(says, failed, move || vec![Done::Input(work(&mut progress))]);
    }

    /// Breaks off the work with this number.
    pub(in crate::app) fn stop_work(&mut self, number: u64) {
        for (_, stop) in self.long.extract_if(.., |(running, _)| *running == number) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
