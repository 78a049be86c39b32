//! A growable array whose copies share their pages until one of them is written to.

use std::sync::Arc;

/// Elements to a page.
const PAGE: usize = 1024;

/// A copy-on-write array in pages: cloning it costs nothing, and writing to a clone copies one page.
///
/// Two clones are compared page by page, by pointer first, so finding what an edit changed costs what it changed.
#[derive(Clone, Debug)]
pub struct Column<T> {
    /// Every page has `PAGE` elements; those past `len` are defaults.
    pages: Arc<Vec<Arc<[T]>>>,
    len: usize,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self { pages: Arc::default(), len: 0 }
    }
}

impl<T> Column<T> {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<&T> {
        (index < self.len).then(|| &self.pages[index / PAGE][index % PAGE])
    }

    /// The pages, the last one cut to what is in use.
    pub fn pages(&self) -> impl Iterator<Item = &[T]> {
        self.pages.iter().enumerate().map(|(i, page)| &page[..(self.len - i * PAGE).min(PAGE)])
    }

    /// All elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages().flatten()
    }

    /// Bytes of the pages that `other` does not share, shallow.
    pub fn bytes_not_shared_with(&self, other: &Self) -> usize {
        let own = self.pages.iter().enumerate().filter(|(i, page)| !other.has_page(*i, page)).count();
        own * PAGE * size_of::<T>()
    }

    fn has_page(&self, index: usize, page: &Arc<[T]>) -> bool {
        self.pages.get(index).is_some_and(|own| Arc::ptr_eq(own, page))
    }
}

impl<T: Clone + Default> Column<T> {
    /// The element at `index`, to write to; copies its page if it is shared. `None` past the end.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        (index < self.len)
            .then(|| &mut Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[index / PAGE])[index % PAGE])
    }

    /// Appends an element.
    pub fn push(&mut self, element: T) {
        if self.len == self.pages.len() * PAGE {
            Arc::make_mut(&mut self.pages).push(std::iter::repeat_n(T::default(), PAGE).collect());
        }
        self.len += 1;
        let last = self.len - 1;
        if let Some(slot) = self.get_mut(last) {
            *slot = element;
        }
    }

    /// Makes it exactly `len` long, with defaults where it grows.
    pub fn resize(&mut self, len: usize) {
        while self.len > len {
            self.len -= 1;
            let last = self.len;
            Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[last / PAGE])[last % PAGE] = T::default();
        }
        Arc::make_mut(&mut self.pages).truncate(len.div_ceil(PAGE));
        while self.pages.len() * PAGE < len {
            Arc::make_mut(&mut self.pages).push(std::iter::repeat_n(T::default(), PAGE).collect());
        }
        self.len = len;
    }
}

impl<T: PartialEq> Column<T> {
    /// The indices at which this column differs from an older one, those that it gained or lost included.
    pub fn changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let pages = self.pages.len().max(older.pages.len());
        let differs = move |i: usize| match (self.pages.get(i), older.pages.get(i)) {
            (Some(new), Some(old)) => !Arc::ptr_eq(new, old),
            _ => true,
        };
        let end = self.len.max(older.len);
        (0..pages)
            .filter(move |&page| differs(page))
            .flat_map(move |page| page * PAGE..((page + 1) * PAGE).min(end))
            .filter(move |&i| self.get(i) != older.get(i))
    }
}

impl<T: PartialEq> PartialEq for Column<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.changed_since(other).next().is_none()
    }
}

impl<T: Clone + Default> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut elements = elements.into_iter().fuse();
        let (mut pages, mut len) = (Vec::new(), 0);
        loop {
            let mut page: Vec<T> = elements.by_ref().take(PAGE).collect();
            len += page.len();
            if page.is_empty() {
                return Self { pages: Arc::new(pages), len };
            }
            page.resize(PAGE, T::default());
            pages.push(page.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_its_value_and_shares_the_other_pages() {
        let before: Column<u32> = (0..3000).collect();
        let mut after = before.clone();
        *after.get_mut(1500).unwrap() = 7;
        assert_eq!(before.get(1500), Some(&1500), "the clone that was not written to");
        assert_eq!(after.changed_since(&before).collect::<Vec<_>>(), [1500], "the one change");
        assert_eq!(after.bytes_not_shared_with(&before), PAGE * 4, "one page of three");
    }

    #[test]
    fn growing_and_shrinking_are_changes() {
        let before: Column<u32> = (0..1024).collect();
        let mut after = before.clone();
        after.push(5);
        assert_eq!(after.changed_since(&before).collect::<Vec<_>>(), [1024], "the new element");
        assert_eq!(before.changed_since(&after).collect::<Vec<_>>(), [1024], "the lost element");
        after.resize(1024);
        assert_eq!(after, before, "back to the same value");
    }
}
