//! Work that would make the window wait: files and their dialogs, and what is found out of a whole mesh.
//!
//! Each is done on a named thread of its own over a snapshot. It tells its [`Report`] how far it is, and asks there
//! whether it is to go on.

mod ask;
mod block_on;
mod files;
mod write_queue;
mod numbered;
mod report;

pub(in crate::app) use ask::{Ask, extensions, is_readable};
use report::Report;
pub(in crate::app) use report::Running;
pub(in crate::app) use write_queue::WriteQueue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::editor::{FileInput, Input};

/// What came of some work.
#[derive(Debug)]
pub(in crate::app) enum JobResult {
    /// Something for the editor.
    Input(Input),
    /// The system has no dialog to ask with, so the program asks itself.
    NoDialog(Ask),
}

/// Work that was begun.
#[derive(Debug)]
struct Started {
    id: u64,
    description: String,
    report: Arc<Report>,
    /// The editor's number for it, if it has one.
    number: Option<u64>,
    /// What the editor is told when it is stopped; `None` for what cannot be.
    when_stopped: Option<Input>,
}

/// Work that is to be begun.
struct Work<'a> {
    /// What it is, in words.
    description: &'a str,
    number: Option<u64>,
    when_stopped: Option<Input>,
}

/// Work under way, and what came of work that is done.
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
        self.report.running(&self.description, self.when_stopped.is_some())
    }
}

impl Jobs {
    /// Nothing under way; `ctx` is woken when something is done.
    pub(in crate::app) fn new(ctx: &egui::Context) -> Self {
        let (sender, receiver) = channel();
        Self { ctx: ctx.clone(), sender, receiver, running: Vec::new(), started: 0 }
    }

    /// What was begun last and is being done; `None` if nothing is.
    pub(in crate::app) fn running(&self) -> Option<Running> {
        self.running.last().map(Started::shown)
    }

    /// The work that has this number of the editor's; `None` if it is not under way.
    pub(in crate::app) fn running_as(&self, number: u64) -> Option<Running> {
        self.running.iter().find(|work| work.number == Some(number)).map(Started::shown)
    }

    /// Stops what was begun last and can be stopped: nothing comes of it but what the editor is to be told.
    pub(in crate::app) fn stop_last(&mut self) -> Option<Input> {
        let index = self.running.iter().rposition(|work| work.when_stopped.is_some())?;
        self.stop(index)
    }

    /// Stops the work that has this number of the editor's, which does not wait for it any more.
    pub(in crate::app) fn stop_work(&mut self, number: u64) {
        if let Some(index) = self.running.iter().position(|work| work.number == Some(number)) {
            self.stop(index);
        }
    }

    fn stop(&mut self, index: usize) -> Option<Input> {
        if self.running[index].report.stop() { self.running.remove(index).when_stopped } else { None }
    }

    /// What came of work since this was last asked; nothing of work that was stopped.
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

    /// Tells the editor something from any thread.
    pub(in crate::app) fn teller(&self) -> impl FnOnce(FileInput) + Send + use<> {
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        move |input| {
            // No work has this number, and nobody listens any more once the window is closed.
            let _ = sender.send((0, vec![JobResult::Input(Input::File(input))]));
            ctx.request_repaint();
        }
    }

    /// Does something that cannot be stopped on a thread of its own; `says` is what it is, in words, and `failed` tells
    /// the editor that nothing came of it.
    pub(in crate::app) fn start(
        &mut self,
        description: &str,
        failed: fn(String) -> FileInput,
        work: impl FnOnce() -> Vec<JobResult> + Send + 'static,
    ) {
        let what = Work { description, number: None, when_stopped: None };
        self.begin(what, move |why| Input::File(failed(why)), move |_| Some(work()));
    }

    /// The same for work that tells how far it is, and can be stopped: it gives `None` once it was, and then the editor is
    /// told `when_stopped`.
    fn start_reporting(
        &mut self,
        description: &str,
        when_stopped: FileInput,
        failed: fn(String) -> FileInput,
        work: impl FnOnce(&Report) -> Option<FileInput> + Send + 'static,
    ) {
        let what = Work { description, number: None, when_stopped: Some(Input::File(when_stopped)) };
        let work = move |report: &Report| Some(vec![JobResult::Input(Input::File(work(report)?))]);
        self.begin(what, move |why| Input::File(failed(why)), work);
    }

    /// The same for what has a number of the editor's.
    fn start_numbered(
        &mut self,
        (description, number): (&str, u64),
        when_stopped: Input,
        failed: impl Fn(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce(&Report) -> Option<Input> + Send + 'static,
    ) {
        let what = Work { description, number: Some(number), when_stopped: Some(when_stopped) };
        self.begin(what, failed, move |report| Some(vec![JobResult::Input(work(report)?)]));
    }

    fn begin(
        &mut self,
        what: Work<'_>,
        failed: impl Fn(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce(&Report) -> Option<Vec<JobResult>> + Send + 'static,
    ) {
        self.started += 1;
        let (id, sender, ctx) = (self.started, self.sender.clone(), self.ctx.clone());
        let report = Arc::new(Report::new());
        let Work { description, number, when_stopped } = what;
        let (told, failed_here, says_there) = (Arc::clone(&report), failed.clone(), description.to_owned());
        let run = move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&told)));
            let done = done.unwrap_or_else(|_| Some(vec![JobResult::Input(failed(stumbled(&says_there)))]));
            // Nobody listens any more once the window is closed.
            let _ = sender.send((id, done.unwrap_or_default()));
            ctx.request_repaint();
        };
        match std::thread::Builder::new().name(format!("navsmith {description}")).spawn(run) {
            Ok(_) => self.running.push(Started {
                id,
                description: description.to_owned(),
                report,
                number,
                when_stopped,
            }),
            Err(error) => {
                let why =
                    format!("No thread could be started ({error}). Close other programs and try again.");
                // The receiver lives as long as this sender.
                let _ = self.sender.send((0, vec![JobResult::Input(failed_here(why))]));
            }
        }
    }
}

fn stumbled(what: &str) -> String {
    format!("An internal error occurred while {what}. Nothing was changed. Please report it.")
}

/// Nothing could be read; `why` is a sentence.
pub(in crate::app) fn unread(why: String) -> FileInput {
    FileInput::ReadFailed { why }
}
