//! Copy-on-write storage of many short lists in few allocations.
//!
//! Copies share their pages until one of the copies is written to.

use std::sync::Arc;

use super::paged_vec::PAGE;

/// An element type with one reserved value that marks unused slots.
pub(super) trait Sentinel: Copy + PartialEq {
    /// The reserved value, which no list contains.
    const FREE: Self;
}

/// A copy-on-write array of lists, in pages of [`PAGE`] lists.
///
/// A page stores its lists in a pool of its own. A list that grows uses the free slots behind it. Otherwise it moves
/// to the end of the pool and receives spare slots, so growing costs the length of the list. Pools are packed when
/// half of them is waste.
#[derive(Clone, Debug)]
pub(super) struct PagedLists<T> {
    pages: Arc<Vec<Arc<Page<T>>>>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Page<T> {
    heads: [Head; PAGE],
    pool: Vec<T>,
    /// Total number of elements in the lists.
    held: usize,
}

/// The range of a list in its page's pool.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    start: u32,
    len: u32,
}

impl Head {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// Number of spare slots behind a list that moved.
const SPARE: usize = 2;

impl<T> Default for PagedLists<T> {
    fn default() -> Self {
        Self { pages: Arc::default(), len: 0 }
    }
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Self { heads: [Head::default(); PAGE], pool: Vec::new(), held: 0 }
    }
}

impl<T> PagedLists<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns a list; empty past the end.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        match self.pages.get(index / PAGE) {
            Some(page) => &page.pool[page.heads[index % PAGE].range()],
            None => &[],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let of_page = |page: &Arc<Page<T>>| {
            size_of::<Page<T>>() + page.pool.capacity() * size_of::<T>() + size_of::<Arc<Page<T>>>()
        };
        self.pages.iter().map(of_page).sum()
    }
}

impl<T: Sentinel> PagedLists<T> {
    /// Creates the lists that end at `ends` in `all`, with `element` applied to every element.
    pub(super) fn of<S: Copy>(all: &[S], ends: &[u32], element: impl Fn(S) -> T) -> Self {
        let mut start = 0;
        let page = |ends: &[u32]| Arc::new(Page::cut(all, &mut start, ends, &element));
        Self { pages: Arc::new(ends.chunks(PAGE).map(page).collect()), len: ends.len() }
    }

    /// Sets the number of lists. New lists are empty; removed lists must be empty.
    pub(super) fn resize(&mut self, len: usize) {
        if len.div_ceil(PAGE) != self.pages.len() {
            Arc::make_mut(&mut self.pages).resize_with(len.div_ceil(PAGE), Arc::default);
        }
        self.len = len;
    }

    /// Appends an element to a list; does nothing past the end.
    pub(super) fn push(&mut self, index: usize, element: T) {
        if let Some(page) = self.page_mut(index) {
            page.push(index % PAGE, element);
        }
    }

    /// Removes an element from a list, if present; the last element replaces it.
    pub(super) fn remove(&mut self, index: usize, element: T) {
        let at = self.get(index).iter().position(|&held| held == element);
        if let (Some(at), Some(page)) = (at, self.page_mut(index)) {
            page.swap_remove(index % PAGE, at);
        }
    }

    /// Replaces a list; an equal list stays shared.
    pub(super) fn set(&mut self, index: usize, elements: &[T]) {
        if self.get(index) == elements {
            return;
        }
        if let Some(page) = self.page_mut(index) {
            page.set(index % PAGE, elements);
        }
    }

    fn page_mut(&mut self, index: usize) -> Option<&mut Page<T>> {
        (index < self.len).then(|| Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[index / PAGE]))
    }
}

impl<T: Sentinel> Page<T> {
    /// Creates a page from the lists that end at `ends` in `all`.
    ///
    /// The first list starts at `start`, which is advanced to the end of the last list.
    fn cut<S: Copy>(all: &[S], start: &mut u32, ends: &[u32], element: impl Fn(S) -> T) -> Self {
        let (mut heads, first) = ([Head::default(); PAGE], *start);
        for (head, &end) in heads.iter_mut().zip(ends) {
            *head = Head { start: *start - first, len: end - *start };
            *start = end;
        }
        let pool: Vec<T> = all[first as usize..*start as usize].iter().map(|&put| element(put)).collect();
        Self { heads, held: pool.len(), pool }
    }

    fn push(&mut self, list: usize, element: T) {
        let head = self.heads[list];
        let end = head.range().end;
        // The slots behind a list may belong to another list, unless they are free.
        match self.pool.get_mut(end) {
            Some(slot) if *slot == T::FREE => *slot = element,
            None => self.pool.push(element),
            Some(_) => self.move_to_end(list, element),
        }
        self.heads[list].len += 1;
        self.held += 1;
    }

    fn move_to_end(&mut self, list: usize, element: T) {
        if self.pool.len() > 2 * self.held + PAGE {
            self.pack();
        }
        let old = self.heads[list].range();
        self.heads[list].start = self.pool.len() as u32;
        self.pool.extend_from_within(old.clone());
        self.pool[old].fill(T::FREE);
        self.pool.push(element);
        self.pool.extend([T::FREE; SPARE]);
    }

    fn swap_remove(&mut self, list: usize, at: usize) {
        let held = self.heads[list].range();
        self.pool.swap(held.start + at, held.end - 1);
        self.pool[held.end - 1] = T::FREE;
        self.heads[list].len -= 1;
        self.held -= 1;
    }

    fn set(&mut self, list: usize, elements: &[T]) {
        let old = self.heads[list].range();
        self.pool[old.clone()].fill(T::FREE);
        self.held -= old.len();
        self.heads[list].len = 0;
        if elements.len() > old.len() {
            if self.pool.len() > 2 * self.held + PAGE {
                self.pack();
            }
            self.heads[list].start = self.pool.len() as u32;
            self.pool.extend_from_slice(elements);
            self.pool.extend([T::FREE; SPARE]);
        } else {
            self.pool[old.start..old.start + elements.len()].copy_from_slice(elements);
        }
        self.heads[list].len = elements.len() as u32;
        self.held += elements.len();
    }

    /// Stores the lists consecutively, without waste.
    fn pack(&mut self) {
        let mut pool = Vec::with_capacity(self.held + PAGE);
        for head in &mut self.heads {
            let start = pool.len() as u32;
            pool.extend_from_slice(&self.pool[head.range()]);
            head.start = start;
        }
        self.pool = pool;
    }
}

/// The number of elements that each list will have.
pub(super) struct Counts(Vec<u32>);

impl Counts {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0; len])
    }

    #[inline]
    pub(super) fn add(&mut self, list: usize, count: u32) {
        self.0[list] += count;
    }

    pub(super) fn into_room<S: Copy + Default>(self) -> Room<S> {
        let (mut ends, mut held) = (self.0, 0);
        for count in &mut ends {
            held += std::mem::replace(count, held);
        }
        // Zeroed memory costs nothing until it is written to.
        Room { ends, all: vec![S::default(); held as usize + 1] }
    }
}

/// Lists being filled in any order, stored consecutively.
pub(super) struct Room<S> {
    /// Index of each list's next element.
    ends: Vec<u32>,
    /// Elements of all lists, followed by one slot that belongs to no list.
    pub(super) all: Vec<S>,
}

impl<S: Copy> Room<S> {
    /// Appends an element to a list and returns its index in [`Self::all`].
    ///
    /// Valid at most as often as the list was counted.
    #[inline]
    pub(super) fn put(&mut self, list: usize, element: S) -> usize {
        let end = &mut self.ends[list];
        let at = *end as usize;
        *end += 1;
        self.all[at] = element;
        at
    }

    /// Like [`Self::put`], but only if `is_due`. Branchless, for unpredictable conditions.
    #[inline]
    pub(super) fn put_if(&mut self, list: usize, element: S, is_due: bool) {
        let (end, nowhere) = (&mut self.ends[list], self.all.len() - 1);
        let at = if is_due { *end as usize } else { nowhere };
        self.all[at] = element;
        *end += u32::from(is_due);
    }

    /// Returns the filled lists, in order.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[S]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.all[std::mem::replace(&mut start, end) as usize..end as usize])
    }

    /// Returns the first `len` lists, with `element` applied to every element.
    pub(super) fn finish<T: Sentinel>(self, len: usize, element: impl Fn(S) -> T) -> PagedLists<T> {
        PagedLists::of(&self.all, &self.ends[..len], element)
    }
}
