//! Blocks a thread on a future.

use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Waker of the future.
///
/// Parking the thread would suffice only if no other code parked it: a lost token would block for ever.
#[derive(Default)]
struct Bell {
    has_rung: Mutex<bool>,
    ringing: Condvar,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        *self.has_rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ringing.notify_one();
    }
}

impl Bell {
    fn wait(&self) {
        let has_rung = self.has_rung.lock().unwrap_or_else(PoisonError::into_inner);
        let rung = self.ringing.wait_while(has_rung, |has_rung| !*has_rung);
        *rung.unwrap_or_else(PoisonError::into_inner) = false;
    }
}

/// Blocks the thread until a future is ready.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let bell = Arc::new(Bell::default());
    let waker = Waker::from(Arc::clone(&bell));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => bell.wait(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_future_that_another_thread_finishes_is_waited_for() {
        let mut is_ready = false;
        let value = block_on(std::future::poll_fn(|context| {
            if is_ready {
                return Poll::Ready(7);
            }
            is_ready = true;
            let waker = context.waker().clone();
            std::thread::scope(|scope| drop(scope.spawn(move || waker.wake())));
            Poll::Pending
        }));
        assert_eq!(value, 7, "what the future came to");
    }
}
