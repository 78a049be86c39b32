//! What is found out of a snapshot of the mesh. The editor has a number for each, so that it takes no answer for another
//! one.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::{Jobs, Report};
use crate::editor::{
    AnalysisInput, ChokesJob, CompareJob, DetourInput, DistancesJob, Input, IssuesJob, PairsJob, RecordJob,
    StepInput, SurveyInput, SurveyJob,
};
use crate::pathfinding::Unfinished;

impl Jobs {
    /// Finds chokes.
    pub(in crate::app) fn find_chokes(&mut self, job: ChokesJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::ChokesFound { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered(("finding chokes", number), answer(None), failed, move |report| {
            Some(answer(Some(Arc::new(job.run(&mut progress(report))?))))
        });
    }

    /// Records what happens on the way to an answer.
    pub(in crate::app) fn record(&mut self, job: RecordJob) {
        let number = job.number;
        let answer = move |found| Input::Step(StepInput::Recorded { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered(("recording the search", number), answer(None), failed, move |report| {
            Some(answer(Some(Arc::new(job.run(|done| report.reach(done))?))))
        });
    }

    /// Finds all that is wrong.
    pub(in crate::app) fn find_issues(&mut self, job: IssuesJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::IssuesFound { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered(("looking for what is wrong", number), answer(None), failed, move |report| {
            Some(answer(Some(Arc::new(job.run(|done| report.reach(done))?))))
        });
    }

    /// Finds how far everything is from the start.
    pub(in crate::app) fn find_distances(&mut self, job: DistancesJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::DistancesFound { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered(("finding distances", number), answer(None), failed, move |report| {
            let found = job.run(&mut |stage, done| report.step(stage, done))?;
            Some(answer(Some(Arc::new(found))))
        });
    }

    /// Finds all pairs.
    pub(in crate::app) fn find_pairs(&mut self, job: PairsJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::Found { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        let when_stopped = answer(Err(Unfinished::Cancelled));
        self.start_numbered(("finding all pairs", number), when_stopped, failed, move |report| {
            Some(answer(job.run(progress(report)).map(Arc::new)))
        });
    }

    /// Compares every algorithm on one question.
    pub(in crate::app) fn compare(&mut self, job: CompareJob) {
        let number = job.number;
        let answer = move |found| Input::Detour(DetourInput::Found { job: number, found });
        let failed = move |why| Input::Detour(DetourInput::Failed { job: number, why });
        self.start_numbered(("comparing algorithms", number), answer(None), failed, move |report| {
            let began = Instant::now();
            let now = || began.elapsed().as_secs_f64();
            Some(answer(Some(Arc::new(job.run(&now, &mut progress(report))?))))
        });
    }

    /// Samples detours over the whole mesh.
    pub(in crate::app) fn survey(&mut self, job: SurveyJob) {
        let number = job.number;
        let answer = move |found| Input::Survey(SurveyInput::Found { job: number, found });
        let failed = move |why| Input::Survey(SurveyInput::Failed { job: number, why });
        self.start_numbered(("sampling detours", number), answer(None), failed, move |report| {
            Some(answer(Some(Arc::new(job.run(&mut progress(report))?))))
        });
    }
}

/// Hears how much of how much is done, and says whether to go on.
fn progress(report: &Report) -> impl FnMut(usize, usize) -> ControlFlow<()> {
    |done, of| report.reach(done as f32 / of.max(1) as f32)
}
