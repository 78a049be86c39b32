//! Analyses of a snapshot of the mesh.
//!
//! The editor numbers each job, so that it does not mistake the result of one job for that of another.

use std::sync::Arc;
use std::time::Instant;

use super::Jobs;
use crate::editor::{
    AnalysisInput, ChecksJob, ChokepointsJob, CompareJob, DetourInput, DistancesJob, Input, IssuesJob,
    PairsJob, RecordJob, SearchJob, StepInput, SurveyInput, SurveyJob, WhyJob, WidestJob, WidthsJob,
};
use crate::pathfinding::analysis::all_pairs::Unfinished;
use crate::progress::{Progress, Stopped};

impl Jobs {
    /// Finds chokepoints.
    pub(in crate::app) fn find_chokes(&mut self, job: ChokepointsJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::ChokesFound { job, found });
        self.find("finding chokepoints", job.number, answer, move |progress| job.run(progress));
    }

    /// Checks queries.
    pub(in crate::app) fn check(&mut self, job: ChecksJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::ChecksFound { job, found });
        self.find("checking queries", job.number, answer, move |progress| job.run(progress));
    }

    /// Searches for the answer of a query.
    pub(in crate::app) fn search(&mut self, job: SearchJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::AnswerFound { job, found });
        self.find("searching for the path", job.number, answer, move |progress| job.run(progress));
    }

    /// Searches for the reasons why there is no path, and for fixes.
    pub(in crate::app) fn find_why(&mut self, job: WhyJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WhyFound { job, found });
        self.find("searching for fixes", job.number, answer, move |progress| job.run(progress));
    }

    /// Measures the width of every portal.
    pub(in crate::app) fn measure_widths(&mut self, job: WidthsJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WidthsFound { job, found });
        self.find("measuring portals", job.number, answer, move |progress| job.run(progress));
    }

    /// Finds the widest agent that has a path.
    pub(in crate::app) fn find_widest(&mut self, job: WidestJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::WidestFound { job, found });
        self.find("finding the widest agent", job.number, answer, move |progress| job.run(progress));
    }

    /// Records the events of a search.
    pub(in crate::app) fn record(&mut self, job: RecordJob) {
        let answer = |job, found| Input::Step(StepInput::Recorded { job, found });
        self.find("recording the search", job.number, answer, move |progress| job.run(progress));
    }

    /// Finds all issues of the mesh.
    pub(in crate::app) fn find_issues(&mut self, job: IssuesJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::IssuesFound { job, found });
        self.find("searching for issues", job.number, answer, move |progress| job.run(progress));
    }

    /// Computes the distance field from the start.
    pub(in crate::app) fn find_distances(&mut self, job: DistancesJob) {
        let answer = |job, found| Input::Analysis(AnalysisInput::DistancesFound { job, found });
        self.find("finding distances", job.number, answer, move |progress| job.run(progress));
    }

    /// Starts a job and sends its result to the editor, or `None` if it is stopped.
    fn find<T: Send + Sync + 'static>(
        &mut self,
        description: &str,
        number: u64,
        answer: fn(u64, Option<Arc<T>>) -> Input,
        run: impl FnOnce(&Progress) -> Result<T, Stopped> + Send + 'static,
    ) {
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        self.start_numbered((description, number), answer(number, None), failed, move |progress| {
            Ok(answer(number, Some(Arc::new(run(progress)?))))
        });
    }

    /// Computes all pairs of cells.
    pub(in crate::app) fn find_pairs(&mut self, job: PairsJob) {
        let number = job.number;
        let answer = move |found| Input::Analysis(AnalysisInput::Found { job: number, found });
        let failed = move |why| Input::Analysis(AnalysisInput::Failed { job: number, why });
        let when_stopped = answer(Err(Unfinished::Stopped));
        self.start_numbered(("finding all pairs", number), when_stopped, failed, move |progress| {
            Ok(answer(job.run(progress).map(Arc::new)))
        });
    }

    /// Compares all algorithms on one query.
    pub(in crate::app) fn compare(&mut self, job: CompareJob) {
        let number = job.number;
        let answer = move |found| Input::Detour(DetourInput::Found { job: number, found });
        let failed = move |why| Input::Detour(DetourInput::Failed { job: number, why });
        self.start_numbered(("comparing algorithms", number), answer(None), failed, move |progress| {
            let began = Instant::now();
            let now = || began.elapsed().as_secs_f64();
            Ok(answer(Some(Arc::new(job.run(&now, progress)?))))
        });
    }

    /// Samples detours over the whole mesh.
    pub(in crate::app) fn survey(&mut self, job: SurveyJob) {
        let number = job.number;
        let answer = move |found| Input::Survey(SurveyInput::Found { job: number, found });
        let failed = move |why| Input::Survey(SurveyInput::Failed { job: number, why });
        self.start_numbered(("sampling detours", number), answer(None), failed, move |progress| {
            Ok(answer(Some(Arc::new(job.run(progress)?))))
        });
    }
}
