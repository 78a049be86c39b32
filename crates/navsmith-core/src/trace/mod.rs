//! Observers of algorithms, and recordings of their events.
//!
//! Each algorithm exists once, generic over an [`Observer`]. An observer receives events and returns nothing, so it
//! cannot change the run. This module does not depend on any algorithm or event type.

/// A receiver of the events of one run.
pub trait Observer<E> {
    /// Receives one event.
    fn observe(&mut self, event: E);

    /// Whether events have an effect; if not, algorithms can skip work that only produces events.
    #[inline]
    fn is_enabled(&self) -> bool {
        true
    }

    /// Receives the event that `event` returns; calls it only if the observer is enabled.
    #[inline]
    fn observe_with(&mut self, event: impl FnOnce() -> E)
    where
        Self: Sized,
    {
        if self.is_enabled() {
            self.observe(event());
        }
    }

    /// Returns an observer of another event type that converts events with `map` and forwards them.
    ///
    /// Unlike a closure, which is always enabled, it is enabled only if `self` is enabled.
    #[inline]
    fn map_events<A, F: FnMut(A) -> E>(&mut self, map: F) -> MappedEvents<'_, Self, F>
    where
        Self: Sized,
    {
        MappedEvents { to: self, map }
    }
}

/// An observer that converts events and forwards them; see [`Observer::map_events`].
#[derive(Debug)]
pub struct MappedEvents<'a, O, F> {
    to: &'a mut O,
    map: F,
}

impl<A, E, O: Observer<E>, F: FnMut(A) -> E> Observer<A> for MappedEvents<'_, O, F> {
    #[inline]
    fn observe(&mut self, event: A) {
        self.to.observe((self.map)(event));
    }

    #[inline]
    fn is_enabled(&self) -> bool {
        self.to.is_enabled()
    }
}

/// An observer that ignores all events, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Observer<E> for Silent {
    #[inline]
    fn observe(&mut self, _event: E) {}

    #[inline]
    fn is_enabled(&self) -> bool {
        false
    }
}

impl<E, F: FnMut(E)> Observer<E> for F {
    #[inline]
    fn observe(&mut self, event: E) {
        self(event);
    }
}

/// An observer that records events up to a limit, and whether more events followed.
#[derive(Clone, Debug)]
pub struct Recorder<E> {
    recorded: Timeline<E>,
    limit: usize,
}

impl<E> Recorder<E> {
    /// Creates a recorder of at most `limit` events.
    pub fn with_limit(limit: usize) -> Self {
        Self { recorded: Timeline::default(), limit }
    }

    /// Returns the recorded events as a timeline.
    pub fn into_timeline(self) -> Timeline<E> {
        self.recorded
    }
}

impl<E> Default for Recorder<E> {
    fn default() -> Self {
        Self::with_limit(usize::MAX)
    }
}

impl<E> Observer<E> for Recorder<E> {
    fn observe(&mut self, event: E) {
        if self.recorded.len() < self.limit {
            self.recorded.events.push(event);
        } else {
            self.recorded.is_truncated = true;
        }
    }
}

/// The events of one run, in order; immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline<E> {
    events: Vec<E>,
    is_truncated: bool,
}

impl<E> Default for Timeline<E> {
    fn default() -> Self {
        Self { events: Vec::new(), is_truncated: false }
    }
}

impl<E> Timeline<E> {
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
