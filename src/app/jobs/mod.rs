//! Background jobs: files and their dialogs, and analyses of a whole mesh.
//!
//! Each job runs over a snapshot. It reports to a [`Progress`], which also stops it.

mod files;

use std::sync::mpsc::{Receiver, Sender, channel};

use super::platform::clock::Stopwatch;
use super::platform::executor;
use crate::editor::files::file::FileInput;
use crate::editor::files::reply::{FileFailure, FileReply};
use crate::editor::interaction::input::Input;
use crate::editor::session::job::{Job, JobContext};
use crate::editor::session::request::FileDialog;
use navsmith_core::progress::{Progress, Stopped};

#[derive(Debug)]
pub(in crate::app) enum JobResult {
    Input(Box<Input>),
    /// The system has no file dialog; the program opens its own.
    NoDialog(u64, FileDialog),
}

#[derive(Debug)]
struct Started {
    id: u64,
    description: String,
    progress: Progress,
    since: Stopwatch,
    /// Number that the editor assigned to the job, if any.
    number: Option<u64>,
    /// Input that the editor gets when the job is stopped; `None` for a job that cannot be stopped.
    when_stopped: Option<Input>,
}

#[derive(Debug)]
pub(in crate::app) struct Jobs {
    ctx: egui::Context,
    sender: Sender<(u64, Vec<JobResult>)>,
    receiver: Receiver<(u64, Vec<JobResult>)>,
    running: Vec<Started>,
    started: u64,
}

impl Started {
    fn shown(&self) -> Running {
        Running::of(&self.progress, &self.description, self.since.seconds(), self.when_stopped.is_some())
    }
}

impl Jobs {
    /// Creates an empty list of jobs; `ctx` is repainted when a job finishes.
    pub(in crate::app) fn new(ctx: &egui::Context) -> Self {
        let (sender, receiver) = channel();
        Self { ctx: ctx.clone(), sender, receiver, running: Vec::new(), started: 0 }
    }

    /// Returns the running job that started last; `None` if no job runs.
    pub(in crate::app) fn running(&self) -> Option<Running> {
        self.running.last().map(Started::shown)
    }

    /// Returns the running job with this number of the editor; `None` if it does not run.
    pub(in crate::app) fn running_as(&self, number: u64) -> Option<Running> {
        self.running.iter().find(|work| work.number == Some(number)).map(Started::shown)
    }

    /// Stops the last started job that can be stopped and returns the input for the editor.
    ///
    /// The result of a stopped job is dropped.
    pub(in crate::app) fn stop_last(&mut self) -> Option<Input> {
        let index = self.running.iter().rposition(|work| work.when_stopped.is_some())?;
        self.stop(index)
    }

    /// Stops the job with this number of the editor, which no longer needs the result.
    pub(in crate::app) fn stop_work(&mut self, number: u64) {
        if let Some(index) = self.running.iter().position(|work| work.number == Some(number)) {
            self.stop(index);
        }
    }

    fn stop(&mut self, index: usize) -> Option<Input> {
        if self.running[index].progress.stop() { self.running.remove(index).when_stopped } else { None }
    }

    /// Returns the results since the last call, without those of stopped jobs.
    pub(in crate::app) fn take_done(&mut self) -> Vec<JobResult> {
        let mut all = Vec::new();
        while let Ok((id, done)) = self.receiver.try_recv() {
            let is_begun = self.running.iter().any(|work| work.id == id);
            self.running.retain(|work| work.id != id);
            if is_begun || id == 0 {
                all.extend(done);
            }
        }
        all
    }

    /// Returns a function that sends an input to the editor from any thread.
    pub(in crate::app) fn teller(&self) -> impl Fn(FileInput) + Send + use<> {
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        move |input| {
            // No job has the number 0. Sending fails only once the window is closed.
            let _ = sender.send((0, answer(input)));
            ctx.request_repaint();
        }
    }

    /// Starts a job that cannot be stopped.
    ///
    /// `description` names it in messages; `failed` builds the input for the editor if it panics or cannot start.
    pub(in crate::app) fn start(
        &mut self,
        description: &str,
        failed: impl FnOnce(String) -> FileInput + Clone + Send + 'static,
        work: impl Future<Output = Vec<JobResult>> + Send + 'static,
    ) {
        let failed = move |why| Input::File(failed(why));
        self.begin(description, (None, None), failed, |_| async { Ok(work.await) });
    }

    /// Starts a job that answers the request with this number; it reports progress and can be stopped.
    fn start_request<W: Future<Output = Result<FileReply, FileFailure>> + Send + 'static>(
        &mut self,
        number: u64,
        description: &str,
        work: impl FnOnce(Progress) -> W,
    ) {
        let reply = move |reply| Input::File(FileInput::Reply(number, reply));
        let stopping = (Some(number), Some(reply(Err(FileFailure::Cancelled))));
        let work = |progress| {
            let work = work(progress);
            async move { Ok(vec![JobResult::Input(Box::new(reply(work.await)))]) }
        };
        self.begin(description, stopping, move |why| reply(Err(FileFailure::Error(why))), work);
    }

    pub(in crate::app) fn start_job(&mut self, job: Job) {
        let (title, of_failed) = (job.title, job.clone());
        let stopping = (Some(job.number), Some(Input::JobDone(job.stopped())));
        let work = |progress| async move {
            let began = Stopwatch::start();
            let context = JobContext { progress: &progress, now: &|| began.seconds() };
            Ok(vec![JobResult::Input(Box::new(Input::JobDone(job.run(context))))])
        };
        self.begin(title, stopping, move |why| Input::JobDone(of_failed.failed(why)), work);
    }

    /// Starts a job, with its number and the input for the editor when it is stopped.
    fn begin<W: Future<Output = Result<Vec<JobResult>, Stopped>> + Send + 'static>(
        &mut self,
        description: &str,
        (number, when_stopped): (Option<u64>, Option<Input>),
        failed: impl FnOnce(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce(Progress) -> W,
    ) {
        self.started += 1;
        let (id, sender, ctx) = (self.started, self.sender.clone(), self.ctx.clone());
        let (progress, since) = (Progress::new(), Stopwatch::start());
        let work = work(progress.clone());
        let description = description.to_owned();
        executor::spawn(&description, work, move |done| {
            let done = done.unwrap_or_else(|why| Ok(vec![JobResult::Input(Box::new(failed(why)))]));
            // Sending fails only once the window is closed.
            let _ = sender.send((id, done.unwrap_or_default()));
            ctx.request_repaint();
        });
        self.running.push(Started { id, description, progress, since, number, when_stopped });
    }
}

fn answer(input: FileInput) -> Vec<JobResult> {
    vec![JobResult::Input(Box::new(Input::File(input)))]
}

/// Displayed state of a running job.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Description of the job and its stage.
    pub description: String,
    /// Completed share from 0 to 1; `None` if unknown.
    pub done: Option<f32>,
    /// Estimated remaining time in seconds; `None` until it can be estimated.
    pub seconds_left: Option<f32>,
    /// Whether the job can be stopped without loss.
    pub can_stop: bool,
}

impl Running {
    /// Returns the state of a job that has run for some seconds.
    ///
    /// `description` names the whole job, and `can_stop` is whether jobs of its kind can be stopped.
    pub fn of(progress: &Progress, description: &str, seconds: f64, can_stop: bool) -> Self {
        let stage = progress.current_stage();
        let description =
            if stage.is_empty() { description.to_owned() } else { format!("{description}: {stage}") };
        let (done, seconds) = (progress.completed(), seconds as f32);
        let seconds_left = done
            .filter(|&done| done >= TELLING.0 && seconds >= TELLING.1)
            .map(|done| seconds * (1.0 - done) / done);
        Self { description, done, seconds_left, can_stop: can_stop && progress.can_stop() }
    }

    /// Returns the remaining time in words; `None` if it is unknown or less than a second.
    pub fn left(&self) -> Option<String> {
        let seconds = self.seconds_left.filter(|left| *left >= 1.0)?;
        let description =
            if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) };
        Some(format!("about {description} left"))
    }
}

/// Completed share and seconds below which the remaining time is not estimated.
const TELLING: (f32, f32) = (0.02, 1.0);
