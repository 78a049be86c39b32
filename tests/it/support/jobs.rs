//! Jobs that the editor starts.

use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::{Job, JobContext};
use navsmith_core::progress::{Progress, Stopped};

/// Takes the effects of the editor and returns the jobs with this title that it started.
pub(crate) fn jobs(editor: &mut Editor, title: &str) -> Vec<Job> {
    jobs_among(editor.take_effects(), title)
}

/// Returns the jobs with this title among effects.
pub(crate) fn jobs_among(effects: impl IntoIterator<Item = Effect>, title: &str) -> Vec<Job> {
    let job = |effect| if let Effect::Start(job) = effect { Some(job) } else { None };
    effects.into_iter().filter_map(job).filter(|job| job.title == title).collect()
}

/// Takes the effects of the editor and returns its only job with this title.
pub(crate) fn only_job(editor: &mut Editor, title: &str) -> Job {
    let jobs = jobs(editor, title);
    assert_eq!(jobs.len(), 1, "one job: {title}");
    jobs.into_iter().next().expect("counted")
}

/// Runs a job; returns the input with its result.
pub(crate) fn run(job: &Job, progress: &Progress) -> Result<Input, Stopped> {
    let done = job.run(JobContext { progress, now: &|| 0.0 });
    if done == job.stopped() { Err(Stopped) } else { Ok(Input::JobDone(done)) }
}

/// Runs a job to its end and gives the result to the editor.
pub(crate) fn finish(editor: &mut Editor, job: &Job) {
    editor.handle(run(job, &Progress::none()).expect("it was not stopped"));
}
