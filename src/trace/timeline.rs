//! Recorded events of a run, with random access.

/// The events of one run, in order; immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline<E> {
    events: Vec<E>,
    is_truncated: bool,
}

impl<E> Default for Timeline<E> {
    fn default() -> Self {
        Self::new(Vec::new(), false)
    }
}

impl<E> Timeline<E> {
    /// Creates a timeline of these events; `is_truncated` if the run had more.
    pub fn new(events: Vec<E>, is_truncated: bool) -> Self {
        Self { events, is_truncated }
    }

    /// Returns all events, in order.
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// Returns the number of events.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether the timeline has no events.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether the recording stopped before the end of the run.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the event at `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<&E> {
        self.events.get(index)
    }
}
