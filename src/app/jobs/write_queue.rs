//! Queue of small writes: recovery files and settings. Queued writes finish before the program ends.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

type Work = Box<dyn FnOnce() + Send>;

/// A thread that runs closures in order.
#[derive(Debug)]
pub(in crate::app) struct WriteQueue {
    sender: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl WriteQueue {
    /// Starts an empty queue.
    pub(in crate::app) fn new() -> Self {
        let (sender, receiver) = channel::<Work>();
        let run = move || receiver.into_iter().for_each(|work| work());
        // Without a thread the queue drops all writes. Such a system cannot keep anything.
        let thread = std::thread::Builder::new().name("navsmith keeper".into()).spawn(run).ok();
        Self { sender: Some(sender), thread }
    }

    /// Queues a closure to run after all earlier ones.
    pub(in crate::app) fn then(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(sender) = &self.sender {
            // Sending fails only if a closure panicked; later writes are dropped then.
            let _ = sender.send(Box::new(work));
        }
    }
}

impl Drop for WriteQueue {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
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
