//! Analyses of a snapshot of the mesh.
//!
//! The editor numbers each job, so that it does not mistake the result of one job for that of another.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::{Jobs, Report};
use crate::editor::{
    AnalysisInput, ChecksJob, ChokepointsJob, CompareJob, DetourInput, DistancesJob, Input, IssuesJob,
    PairsJob, RecordJob, SearchJob, StepInput, SurveyInput, SurveyJob, WhyJob, WidestJob, WidthsJob,
};
use crate::pathfinding::analysis::all_pairs::Unfinished;

impl Jobs {
    /// Finds chokepoints.
    pub(in crate::app) fn find_chokes(&mut self, job: ChokepointsJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::ChokesFound { job, found });
        self.find("finding chokepoints", job.number, answer, move |report| job.run(&mut progress(report)));
    }

    /// Checks queries.
    pub(in crate::app) fn check(&mut self, job: ChecksJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::ChecksFound { job, found });
        self.find("checking queries", job.number, answer, move |report| job.run(progress(report)));
    }

    /// Searches for the answer of a query.
    pub(in crate::app) fn search(&mut self, job: SearchJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::AnswerFound { job, found });
        self.find("searching for the path", job.number, answer, move |report| job.run(|_| report.goes_on()));
    }

    /// Searches for the reasons why there is no path, and for fixes.
    pub(in crate::app) fn find_why(&mut self, job: WhyJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WhyFound { job, found });
        self.find("searching for fixes", job.number, answer, move |report| {
            job.run(|stage, done| report.step(stage, done))
        });
    }

    /// Measures the width of every portal.
    pub(in crate::app) fn measure_widths(&mut self, job: WidthsJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WidthsFound { job, found });
        self.find("measuring portals", job.number, answer, move |report| job.run(|| report.goes_on()));
    }

    /// Finds the widest agent that has a path.
    pub(in crate::app) fn find_widest(&mut self, job: WidestJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WidestFound { job, found });
        self.find("finding the widest agent", job.number, answer, move |report| {
            job.run(|stage, done| report.step(stage, done)).continue_value()
        });
    }

    /// Records the events of a search.
    pub(in crate::app) fn record(&mut self, job: RecordJob) {
        let answer = |job, found| Input::Step(StepInput::Recorded { job, found });
        self.find("recording the search", job.number, answer, move |report| {
            job.run(|done| report.reach(done))
        });
    }

    /// Finds all issues of the mesh.
    pub(in crate::app) fn find_issues(&mut self, job: IssuesJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::IssuesFound { job, found });
        self.find("searching for issues", job.number, answer, move |report| {
            job.run(|done| report.reach(done))
        });
    }

    /// Computes the distance field from the start.
    pub(in crate::app) fn find_distances(&mut self, job: DistancesJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::DistancesFound { job, found });
        self.find("finding distances", job.number, answer, move |report| {
            job.run(&mut |stage, done| report.step(stage, done))
        });
    }

    /// Starts a job whose result is `None` if it is stopped, and sends that result to the editor.
    fn find<T: Send + Sync + 'static>(
        &mut self,
        description: &str,
        number: u64,
        answer: fn(u64, Option<Arc<T>>) -> Input,
        run: impl FnOnce(&Report) -> Option<T> + Send + 'static,
    ) {
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered((description, number), answer(number, None), failed, move |report| {
            Some(answer(number, Some(Arc::new(run(report)?))))
        });
    }

    /// Computes all pairs of cells.
    pub(in crate::app) fn find_pairs(&mut self, job: PairsJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::Found { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        let when_stopped = answer(Err(Unfinished::Cancelled));
        self.start_numbered(("finding all pairs", number), when_stopped, failed, move |report| {
            Some(answer(job.run(progress(report)).map(Arc::new)))
        });
    }

    /// Compares all algorithms on one query.
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

/// Returns a progress callback that takes the completed and the total amount.
///
/// It breaks once the job is stopped.
fn progress(report: &Report) -> impl FnMut(usize, usize) -> ControlFlow<()> {
    |done, of| report.reach(done as f32 / of.max(1) as f32)
}
