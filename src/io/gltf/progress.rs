//! How much of a file is read, and whether reading is to go on.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use super::{Fault, fault};

/// Number of elements of an accessor, or of nodes, between two questions whether to go on.
pub(super) const ELEMENTS: usize = 1 << 16;

/// Asks whether reading is to go on; once the answer is no, it stays so.
pub(super) struct Progress<'a> {
    goes_on: RefCell<&'a mut dyn FnMut(f32) -> ControlFlow<()>>,
    /// How much is read, from 0 to 1.
    done: Cell<f32>,
    is_stopped: Cell<bool>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(goes_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>) -> Self {
        Self { goes_on: RefCell::new(goes_on), done: Cell::new(0.0), is_stopped: Cell::new(false) }
    }

    /// Reports how much is read, from 0 to 1, and asks whether to go on.
    pub(super) fn reach(&self, done: f32) -> ControlFlow<()> {
        self.done.set(done);
        self.ask()
    }

    /// Asks whether to go on from where it is.
    pub(super) fn ask(&self) -> ControlFlow<()> {
        let is_stopped = self.is_stopped.get() || (self.goes_on.borrow_mut())(self.done.get()).is_break();
        self.is_stopped.set(is_stopped);
        if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The same, before element number `nth`: only once in [`ELEMENTS`].
    pub(super) fn ask_at(&self, nth: usize) -> ControlFlow<()> {
        if nth.is_multiple_of(ELEMENTS) { self.ask() } else { ControlFlow::Continue(()) }
    }

    /// Whether reading was stopped, so that all that follows from it is left.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// What is said of an element that was not read to its end.
    pub(super) fn stopped(element: impl Into<String>) -> Fault {
        fault(element, "was not read, for reading was stopped; read the file again")
    }
}
