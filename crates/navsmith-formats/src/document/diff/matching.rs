//! Correspondence of elements by id.

/// Slot without a partner.
const NONE: u32 = u32::MAX;

/// Pairs of corresponding elements of two documents, by slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::document) struct Matching {
    to: Vec<u32>,
    from: Vec<u32>,
}

impl Matching {
    /// Creates an empty matching of tables with these lengths.
    pub(super) fn new(lengths: [usize; 2]) -> Self {
        let [to, from] = lengths.map(|length| vec![NONE; length]);
        Self { to, from }
    }

    /// Returns the partner in the second document.
    pub(super) fn to(&self, first: u32) -> Option<u32> {
        self.to.get(first as usize).copied().filter(|&second| second != NONE)
    }

    /// Returns the partner in the first document.
    pub(super) fn from(&self, second: u32) -> Option<u32> {
        self.from.get(second as usize).copied().filter(|&first| first != NONE)
    }

    /// Whether an element of the first or of the second document has a partner.
    pub(super) fn has(&self, side: usize, slot: u32) -> bool {
        if side == 0 { self.to(slot).is_some() } else { self.from(slot).is_some() }
    }

    /// Returns all pairs, by the first element.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        (0..).zip(&self.to).filter(|(_, to)| **to != NONE).map(|(from, &to)| [from, to])
    }

    /// Joins two elements, unless one of them has a partner; returns whether it did.
    pub(super) fn join(&mut self, first: u32, second: u32) -> bool {
        let is_free = !self.has(0, first) && !self.has(1, second);
        if is_free
            && let (Some(to), Some(from)) =
                (self.to.get_mut(first as usize), self.from.get_mut(second as usize))
        {
            (*to, *from) = (second, first);
        }
        is_free
    }

    /// Joins elements with equal keys that `accepts` agrees to; ignores elements with a partner.
    ///
    /// Among several with one key, those with the same slot are joined first, then the others in order. With
    /// `is_unique`, a key is ignored if several elements of a document have it. Near-linear.
    pub(super) fn join_by_key<K: Ord + Copy>(
        &mut self,
        keys: [impl Iterator<Item = (K, u32)>; 2],
        is_unique: bool,
        mut accepts: impl FnMut(u32, u32) -> bool,
    ) {
        let [first, second] = keys;
        let mut first: Vec<(K, u32)> = first.filter(|&(_, slot)| !self.has(0, slot)).collect();
        let mut second: Vec<(K, u32)> = second.filter(|&(_, slot)| !self.has(1, slot)).collect();
        first.sort_unstable();
        second.sort_unstable();
        let mut seconds = second.chunk_by(|a, b| a.0 == b.0).peekable();
        for ones in first.chunk_by(|a, b| a.0 == b.0) {
            let key = ones[0].0;
            while seconds.next_if(|others| others[0].0 < key).is_some() {}
            let Some(others) = seconds.next_if(|others| others[0].0 == key) else { continue };
            match (ones, others) {
                ([one], [other]) => {
                    if accepts(one.1, other.1) {
                        self.join(one.1, other.1);
                    }
                }
                _ if is_unique => {}
                _ => self.join_group(ones, others, &mut accepts),
            }
        }
    }

    /// Joins elements of two groups with one key, sorted by slot.
    fn join_group<K>(
        &mut self,
        ones: &[(K, u32)],
        others: &[(K, u32)],
        accepts: &mut impl FnMut(u32, u32) -> bool,
    ) {
        for (_, slot) in ones {
            if others.binary_search_by_key(slot, |other| other.1).is_ok() && accepts(*slot, *slot) {
                self.join(*slot, *slot);
            }
        }
        let left: Vec<u32> = ones.iter().map(|one| one.1).filter(|&slot| !self.has(0, slot)).collect();
        let right: Vec<u32> = others.iter().map(|one| one.1).filter(|&slot| !self.has(1, slot)).collect();
        for (one, other) in left.into_iter().zip(right) {
            if accepts(one, other) {
                self.join(one, other);
            }
        }
    }
}
