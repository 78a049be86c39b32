//! A recorded run, to be stepped through in both directions.

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
    /// A timeline of these events; `is_truncated` when more happened than were kept.
    pub fn new(events: Vec<E>, is_truncated: bool) -> Self {
        Self { events, is_truncated }
    }

    /// All events, in order.
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether recording stopped before the run did.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The event at `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<&E> {
        self.events.get(index)
    }
}
