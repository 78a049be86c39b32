//! How an algorithm tells what it does.
//!
//! An algorithm exists once, generic over an [`Observer`] that hears its events and returns nothing, so watching
//! cannot change the run. This room knows no algorithm and no event.

mod timeline;

pub use timeline::Timeline;

/// Hears the events of one run.
pub trait Observer<E> {
    /// Hears one event.
    fn observe(&mut self, event: E);

    /// Whether anybody listens: what is found out only to be told need not be found out for nobody.
    #[inline]
    fn is_enabled(&self) -> bool {
        true
    }

    /// Hears an event that is made only if anybody listens.
    #[inline]
    fn observe_with(&mut self, event: impl FnOnce() -> E)
    where
        Self: Sized,
    {
        if self.is_enabled() {
            self.observe(event());
        }
    }

    /// An observer of other events, which are told to this one as what `retell` makes of them.
    ///
    /// A closure would do, but for one thing: a closure always listens, and this listens only if somebody does.
    #[inline]
    fn map_events<A, F: FnMut(A) -> E>(&mut self, retell: F) -> Retold<'_, Self, F>
    where
        Self: Sized,
    {
        Retold { to: self, retell }
    }
}

/// Tells what it hears to somebody else, as another kind of event; see [`Observer::map_events`].
#[derive(Debug)]
pub struct Retold<'a, O, F> {
    to: &'a mut O,
    retell: F,
}

impl<A, E, O: Observer<E>, F: FnMut(A) -> E> Observer<A> for Retold<'_, O, F> {
    #[inline]
    fn observe(&mut self, event: A) {
        self.to.observe((self.retell)(event));
    }

    #[inline]
    fn is_enabled(&self) -> bool {
        self.to.is_enabled()
    }
}

/// Hears nothing, and costs nothing.
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

/// Keeps the events it hears, up to a limit; past it, it stops recording and says so.
#[derive(Clone, Debug)]
pub struct Recorder<E> {
    events: Vec<E>,
    limit: usize,
    is_truncated: bool,
}

impl<E> Recorder<E> {
    /// A recorder that keeps at most `limit` events.
    pub fn with_limit(limit: usize) -> Self {
        Self { events: Vec::new(), limit, is_truncated: false }
    }

    /// What was heard, as a timeline to step through.
    pub fn into_timeline(self) -> Timeline<E> {
        Timeline::new(self.events, self.is_truncated)
    }
}

impl<E> Default for Recorder<E> {
    fn default() -> Self {
        Self::with_limit(usize::MAX)
    }
}

impl<E> Observer<E> for Recorder<E> {
    fn observe(&mut self, event: E) {
        if self.events.len() < self.limit {
            self.events.push(event);
        } else {
            self.is_truncated = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_retold_is_heard_by_whom_it_is_told_to() {
        let mut recorder = Recorder::default();
        let mut map_events = recorder.map_events(|event: u8| u32::from(event) + 1);
        (0..3).for_each(|event| map_events.observe_with(|| event));
        assert_eq!(recorder.into_timeline().events(), [1_u32, 2, 3], "each as another event");
    }

    #[test]
    fn what_is_retold_to_nobody_is_not_even_made() {
        let mut silent = Silent;
        let mut map_events = Observer::<u32>::map_events(&mut silent, |event: u8| u32::from(event));
        map_events.observe_with(|| panic!("nobody listens"));
    }

    #[test]
    fn a_full_recorder_says_so_and_keeps_what_it_has() {
        let mut recorder = Recorder::with_limit(2);
        (0..3).for_each(|event| recorder.observe(event));
        let timeline = recorder.into_timeline();
        assert_eq!(timeline.events(), [0, 1], "the first two");
        assert!(timeline.is_truncated(), "the third was not kept");
    }
}
