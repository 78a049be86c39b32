//! Work that would make the window wait: files and their dialogs, on threads of their own.

mod ask;
mod block_on;
mod files;
mod keeper;
mod long;
mod report;

pub(in crate::app) use ask::{Ask, extensions, is_readable};
pub(in crate::app) use keeper::Keeper;
use report::Report;
pub(in crate::app) use report::Running;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui;

use crate::editor::{FileInput, Input};

/// What came of some work.
#[derive(Debug)]
pub(in crate::app) enum Done {
    /// Something for the editor.
    Input(Input),
    /// The system has no dialog to ask with, so the program asks itself.
    NoDialog(Ask),
}

/// Work that was begun.
#[derive(Debug)]
struct Started {
    id: u64,
    says: String,
    report: Arc<Report>,
    can_stop: bool,
}

/// Work under way, and what came of work that is done.
#[derive(Debug)]
pub(in crate::app) struct Jobs {
    ctx: egui::Context,
    sender: Sender<(u64, Vec<Done>)>,
    receiver: Receiver<(u64, Vec<Done>)>,
    running: Vec<Started>,
    started: u64,
    /// Long works by their numbers, and what breaks each off.
    long: Vec<(u64, Arc<AtomicBool>)>,
}

impl Jobs {
    /// Nothing under way; `ctx` is woken when something is done.
    pub(in crate::app) fn new(ctx: &egui::Context) -> Self {
        let (sender, receiver) = channel();
        Self { ctx: ctx.clone(), sender, receiver, running: Vec::new(), started: 0, long: Vec::new() }
    }

    /// What was begun last and is being done; `None` if nothing is.
    pub(in crate::app) fn running(&self) -> Option<Running> {
        self.running.last().map(|work| work.report.running(&work.says, work.can_stop))
    }

    /// Stops what was begun last and can be stopped; nothing comes of it.
    pub(in crate::app) fn stop_last(&mut self) {
        let Some(index) = self.running.iter().rposition(|work| work.can_stop) else { return };
        self.running.remove(index).report.stop();
    }

    /// What came of work since this was last asked; nothing of work that was stopped.
    pub(in crate::app) fn take_done(&mut self) -> Vec<Done> {
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
            let _ = sender.send((0, vec![Done::Input(Input::File(input))]));
            ctx.request_repaint();
        }
    }

    /// Does something on a thread of its own; `says` is what it is, in words, and `failed` tells the editor that nothing
    /// came of it.
    pub(in crate::app) fn start(
        &mut self,
        says: &str,
        failed: fn(String) -> FileInput,
        work: impl FnOnce() -> Vec<Done> + Send + 'static,
    ) {
        self.start_work(says, move |why| Input::File(failed(why)), work);
    }

    /// The same for work that tells how far it is, and can be stopped: it gives `None` once it was.
    fn start_reading(
        &mut self,
        says: &str,
        failed: fn(String) -> FileInput,
        work: impl FnOnce(&Report) -> Option<FileInput> + Send + 'static,
    ) {
        let report = Arc::new(Report::new());
        let told = Arc::clone(&report);
        let work = move || work(&told).map(|input| Done::Input(Input::File(input))).into_iter().collect();
        self.start_reporting(says, report, true, move |why| Input::File(failed(why)), work);
    }

    /// The same for work that is not about files.
    fn start_work(
        &mut self,
        says: &str,
        failed: impl Fn(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce() -> Vec<Done> + Send + 'static,
    ) {
        self.start_reporting(says, Arc::new(Report::new()), false, failed, work);
    }

    fn start_reporting(
        &mut self,
        says: &str,
        report: Arc<Report>,
        can_stop: bool,
        failed: impl Fn(String) -> Input + Clone + Send + 'static,
        work: impl FnOnce() -> Vec<Done> + Send + 'static,
    ) {
        self.started += 1;
        let told = |failed: &dyn Fn(String) -> Input, why| vec![Done::Input(failed(why))];
        let failed_here = failed.clone();
        let (id, sender, ctx, what) = (self.started, self.sender.clone(), self.ctx.clone(), says.to_owned());
        let run = move || {
            let done =
                catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| told(&failed, stumbled(&what)));
            // Nobody listens any more once the window is closed.
            let _ = sender.send((id, done));
            ctx.request_repaint();
        };
        match std::thread::Builder::new().name(format!("navsmith {says}")).spawn(run) {
            Ok(_) => self.running.push(Started { id, says: says.to_owned(), report, can_stop }),
            Err(error) => {
                let why =
                    format!("The system gives no thread to do this with ({error}). Close other programs.");
                // The receiver lives as long as this sender.
                let _ = self.sender.send((0, told(&failed_here, why)));
            }
        }
    }
}

fn stumbled(what: &str) -> String {
    format!(
        "navsmith stumbled over a mistake of its own while {what}; nothing was changed. Please report it."
    )
}

/// Nothing could be read; `why` is a sentence.
pub(in crate::app) fn unread(why: String) -> FileInput {
    FileInput::ReadFailed { why }
}
