//! Shortest known paths to the roots of a search.

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    cost: f64,
    run: u32,
    from: u32,
}

/// Roots of a search, by corner number instead of coordinates.
#[derive(Clone, Debug, Default)]
pub(super) struct RootHistory {
    known: Vec<Known>,
    run: u32,
}

impl RootHistory {
    /// Forgets all paths.
    pub(super) fn start(&mut self) {
        self.run = self.run.checked_add(1).unwrap_or_else(|| {
            self.known.clear();
            1
        });
    }

    /// Records a path to a root; returns whether the search should follow it.
    ///
    /// Of equally long paths, only those from the first previous root are admitted. Their continuations are equally
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

    /// Whether a shorter path to a root was found since it was admitted.
    #[inline]
    pub(super) fn is_outdated(&self, corner: u32, cost: f64) -> bool {
        self.known.get(corner as usize).is_some_and(|known| known.cost < cost)
    }
}
