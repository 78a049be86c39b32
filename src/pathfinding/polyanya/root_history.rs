//! What a search knows about the corners that ways turn at.

/// What is known of a corner.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The length of the shortest way there so far.
    cost: f64,
    /// The run in which `cost` and `from` were set.
    run: u32,
    /// The root that it came from.
    from: u32,
}

/// The roots of a search, by the numbers of corners and not by their coordinates.
#[derive(Clone, Debug, Default)]
pub(super) struct RootHistory {
    known: Vec<Known>,
    run: u32,
}

impl RootHistory {
    /// Forgets all ways.
    pub(super) fn start(&mut self) {
        self.run = self.run.checked_add(1).unwrap_or_else(|| {
            self.known.clear();
            1
        });
    }

    /// Takes note of a way to a root; whether it is worth following.
    ///
    /// Of ways that are equally long, only those from the root that came first are: their continuations are equally
    /// long too, and following all would double the work at every tie.
    pub(super) fn admit(&mut self, corner: u32, cost: f64, from: u32) -> bool {
        let run = self.run;
        if corner as usize >= self.known.len() {
            self.known.resize(corner as usize + 1, Known::default());
        }
        let known = &mut self.known[corner as usize];
        if known.run != run || cost < known.cost {
            *known = Known { cost, run, from };
            return true;
        }
        cost == known.cost && from == known.from
    }

    /// Whether a shorter way to a root was found since it was admitted.
    #[inline]
    pub(super) fn is_outdated(&self, corner: u32, cost: f64) -> bool {
        self.known.get(corner as usize).is_some_and(|known| known.cost < cost)
    }
}
