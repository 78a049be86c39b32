//! Small writes one after the other: unsaved work and settings. What was begun is finished before the program ends.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

type Work = Box<dyn FnOnce() + Send>;

/// A thread that does things in order.
#[derive(Debug)]
pub(in crate::app) struct WriteQueue {
    sender: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl WriteQueue {
    /// Nothing to do yet.
    pub(in crate::app) fn new() -> Self {
        let (sender, receiver) = channel::<Work>();
        let run = move || receiver.into_iter().for_each(|work| work());
        // Without a thread nothing is kept, which is what such a system allows.
        let thread = std::thread::Builder::new().name("navsmith keeper".into()).spawn(run).ok();
        Self { sender: Some(sender), thread }
    }

    /// Does something once everything before it is done.
    pub(in crate::app) fn then(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(sender) = &self.sender {
            // The thread is gone only if something in it panicked; then nothing more is kept.
            let _ = sender.send(Box::new(work));
        }
    }
}

impl Drop for WriteQueue {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been told of where it happened.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn everything_is_done_in_order_before_it_is_dropped() {
        let done = Arc::new(Mutex::new(Vec::new()));
        let keeper = WriteQueue::new();
        for number in 0..20 {
            let done = Arc::clone(&done);
            keeper.then(move || done.lock().expect("no panic").push(number));
        }
        drop(keeper);
        assert_eq!(*done.lock().expect("no panic"), (0..20).collect::<Vec<_>>(), "all, in order");
    }
}
