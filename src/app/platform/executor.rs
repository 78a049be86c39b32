//! Execution of jobs on named threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Runs a job on a thread of its own, and passes its result or the reason of a failure to `done`.
///
/// `title` says what the job does, such as "saving level.ron".
pub fn spawn<T>(
    title: &str,
    job: impl Future<Output = T> + Send + 'static,
    done: impl FnOnce(Result<T, String>) + Clone + Send + 'static,
) {
    // The name of a thread contains no zero, and a name in a document can.
    let name = format!("navsmith {}", title.replace('\0', "?"));
    let (title, done_there) = (title.to_owned(), done.clone());
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(|| pollster::block_on(job)));
        done_there(result.map_err(|_reported| {
            format!("An internal error occurred while {title}. Nothing was changed. Please report it.")
        }));
    };
    if let Err(error) = Builder::new().name(name).spawn(run) {
        done(Err(format!("No thread could be started ({error}). Close other programs and try again.")));
    }
}

/// Whether the thread of the caller is unwinding from a panic.
pub(in crate::app) fn is_panicking() -> bool {
    std::thread::panicking()
}

type Work = Box<dyn FnOnce() + Send>;

/// A thread that runs small writes in order. Queued writes finish before the program ends.
#[derive(Debug)]
pub struct WriteQueue {
    sender: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Default for WriteQueue {
    fn default() -> Self {
        let (sender, receiver) = channel::<Work>();
        let run = move || receiver.into_iter().for_each(finish);
        let thread = Builder::new().name("navsmith keeper".into()).spawn(run).ok();
        Self { sender: Some(sender), thread }
    }
}

impl WriteQueue {
    /// Queues a closure to run after all earlier ones; without a thread, runs it now.
    pub fn then(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(sender) = &self.sender
            && let Err(SendError(work)) = sender.send(Box::new(work))
        {
            finish(work);
        }
    }
}

/// Runs a closure; a panic in it ends neither the queue nor the program.
fn finish(work: Work) {
    // The panic hook has reported the panic already.
    let _ = catch_unwind(AssertUnwindSafe(work));
}

impl Drop for WriteQueue {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // Closures that panic do not end the thread.
            let _ = thread.join();
        }
    }
}
