//! A growable copy-on-write array. Copies share their pages until one of them is written to.

use std::array;
use std::sync::Arc;

/// Number of elements per page.
///
/// Larger pages copy more elements per edit, smaller ones a longer list of pages. This value minimizes the memory
/// that an edit keeps among a million elements.
pub(super) const PAGE: usize = 512;

type Page<T> = Arc<[T; PAGE]>;

/// A paged copy-on-write array. A clone costs nothing, and a write to a clone copies one page.
///
/// Comparisons of clones test the pages' pointers first, so finding changes takes time proportional to the changes.
#[derive(Clone, Debug)]
pub(super) struct PagedVec<T> {
    /// Pages of the array. Elements past `len` are defaults.
    pages: Arc<Vec<Page<T>>>,
    len: usize,
}

impl<T> Default for PagedVec<T> {
    fn default() -> Self {
        Self { pages: Arc::default(), len: 0 }
    }
}

impl<T> PagedVec<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the element at `index`; `None` past the end.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        (index < self.len).then(|| &self.pages[index / PAGE][index % PAGE])
    }

    /// Returns the pages, the last one truncated to the used elements.
    pub(super) fn pages(&self) -> impl Iterator<Item = &[T]> {
        self.pages.iter().enumerate().map(|(i, page)| &page[..(self.len - i * PAGE).min(PAGE)])
    }

    /// Returns `count` consecutive elements of one page; fewer at the end of the array.
    ///
    /// `start` is a multiple of `count`, and `count` divides [`PAGE`].
    pub(super) fn chunk(&self, start: usize, count: usize) -> &[T] {
        let page = self.pages.get(start / PAGE).map_or(&[][..], |page| &page[..]);
        let end = self.len.saturating_sub(start).min(count) + start % PAGE;
        page.get(start % PAGE..end).unwrap_or_default()
    }

    pub(super) fn view(&self) -> View<'_, T> {
        View { pages: &self.pages }
    }

    /// Creates an array of equal length by applying `make` to each element.
    pub(super) fn map<U: Default>(&self, mut make: impl FnMut(&T) -> U) -> PagedVec<U> {
        let mut pages = Vec::with_capacity(self.pages.len());
        for page in self.pages() {
            if page.len() == PAGE {
                pages.extend(page_of(page.iter().map(&mut make)));
            } else {
                let rest = (page.len()..PAGE).map(|_| U::default());
                pages.extend(page_of(page.iter().map(&mut make).chain(rest)));
            }
        }
        PagedVec { pages: Arc::new(pages), len: self.len }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages().flatten()
    }

    /// Returns the size in bytes, without the heap blocks of the elements.
    pub(super) fn bytes(&self) -> usize {
        self.pages.len() * (PAGE * size_of::<T>() + size_of::<Page<T>>())
    }

    /// Returns the number of bytes not shared with `other`: those of pages and of the list of pages.
    ///
    /// Excludes the heap blocks of the elements.
    pub(super) fn bytes_not_shared_with(&self, other: &Self) -> usize {
        if Arc::ptr_eq(&self.pages, &other.pages) {
            return 0;
        }
        let is_shared = |index: usize, page| other.pages.get(index).is_some_and(|own| Arc::ptr_eq(own, page));
        let own = self.pages.iter().enumerate().filter(|&(index, page)| !is_shared(index, page)).count();
        own * PAGE * size_of::<T>() + self.pages.len() * size_of::<Page<T>>()
    }
}

impl<T: Clone + Default> PagedVec<T> {
    /// Returns the element at `index`, mutably; `None` past the end. Copies a shared page.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        (index < self.len)
            .then(|| &mut Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[index / PAGE])[index % PAGE])
    }

    pub(super) fn push(&mut self, element: T) {
        if self.len == self.pages.len() * PAGE {
            Arc::make_mut(&mut self.pages).push(default_page());
        }
        self.len += 1;
        let last = self.len - 1;
        if let Some(slot) = self.get_mut(last) {
            *slot = element;
        }
    }

    /// Sets the length; new elements are defaults.
    pub(super) fn resize(&mut self, len: usize) {
        if len == self.len {
            return;
        }
        while self.len > len {
            self.len -= 1;
            let last = self.len;
            Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[last / PAGE])[last % PAGE] = T::default();
        }
        let pages = Arc::make_mut(&mut self.pages);
        pages.truncate(len.div_ceil(PAGE));
        pages.resize_with(len.div_ceil(PAGE), default_page);
        self.len = len;
    }

    /// Creates an array of `len` defaults that `fill` overwrites in any order.
    ///
    /// Skips the check for shared pages at every element.
    pub(super) fn filled(len: usize, fill: impl FnOnce(&mut OpenPages<'_, T>)) -> Self {
        let mut pages: Vec<Page<T>> = (0..len.div_ceil(PAGE)).map(|_| default_page()).collect();
        fill(&mut OpenPages { pages: pages.iter_mut().filter_map(Arc::get_mut).collect() });
        Self { pages: Arc::new(pages), len }
    }
}

impl<T: Default> PagedVec<T> {
    /// Creates an array of `len` elements, made in order.
    pub(super) fn of(len: usize, mut make: impl FnMut(usize) -> T) -> Self {
        let mut pages = Vec::with_capacity(len.div_ceil(PAGE));
        for start in (0..len).step_by(PAGE) {
            let element = |index| if index < len { make(index) } else { T::default() };
            pages.extend(page_of((start..start + PAGE).map(element)));
        }
        Self { pages: Arc::new(pages), len }
    }
}

fn default_page<T: Default>() -> Page<T> {
    page_of((0..PAGE).map(|_| T::default())).unwrap_or_else(|| Arc::new(array::from_fn(|_| T::default())))
}

/// Collects elements directly into a page; `None` unless there are [`PAGE`] of them.
fn page_of<T>(elements: impl Iterator<Item = T>) -> Option<Page<T>> {
    elements.collect::<Arc<[T]>>().try_into().ok()
}

/// The pages of an array, for fast lookups.
pub(super) struct View<'a, T> {
    pages: &'a [Page<T>],
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// Returns the element at `index`. There may be defaults past the last element.
    #[inline]
    pub(super) fn get(self, index: usize) -> Option<&'a T> {
        self.pages.get(index / PAGE).map(|page| &page[index % PAGE])
    }
}

/// An array with unshared pages.
pub(super) struct OpenPages<'a, T> {
    pages: Vec<&'a mut [T; PAGE]>,
}

impl<T> OpenPages<'_, T> {
    /// Returns an element within the length of the array, mutably.
    #[inline]
    pub(super) fn slot(&mut self, index: usize) -> &mut T {
        &mut self.pages[index / PAGE][index % PAGE]
    }
}

pub(super) struct Builder<T> {
    pages: Vec<Page<T>>,
    open: Vec<T>,
}

impl<T> Default for Builder<T> {
    fn default() -> Self {
        Self { pages: Vec::new(), open: Vec::with_capacity(PAGE) }
    }
}

impl<T: Default> Builder<T> {
    pub(super) fn len(&self) -> usize {
        self.pages.len() * PAGE + self.open.len()
    }

    #[inline]
    pub(super) fn push(&mut self, element: T) {
        self.open.push(element);
        if self.open.len() == PAGE {
            self.close_page();
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&T> {
        match self.pages.get(index / PAGE) {
            Some(page) => Some(&page[index % PAGE]),
            None => self.open.get(index - self.pages.len() * PAGE),
        }
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let closed = self.pages.len() * PAGE;
        match self.pages.get_mut(index / PAGE) {
            Some(page) => Arc::get_mut(page).map(|page| &mut page[index % PAGE]),
            None => self.open.get_mut(index - closed),
        }
    }

    #[inline(never)]
    fn close_page(&mut self) {
        self.open.resize_with(PAGE, T::default);
        self.pages.extend(page_of(self.open.drain(..)));
    }

    pub(super) fn finish(mut self) -> PagedVec<T> {
        let len = self.len();
        if !self.open.is_empty() {
            self.close_page();
        }
        PagedVec { pages: Arc::new(self.pages), len }
    }
}

impl<T: PartialEq> PagedVec<T> {
    /// Returns the indices at which the array differs from an older one.
    ///
    /// Includes indices that only one of the arrays has.
    pub(super) fn changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let is_same = Arc::ptr_eq(&self.pages, &older.pages) && self.len == older.len;
        let pages = if is_same { 0 } else { self.pages.len().max(older.pages.len()) };
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

impl<T: PartialEq> PartialEq for PagedVec<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.changed_since(other).next().is_none()
    }
}

impl<T: Default> FromIterator<T> for PagedVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut builder = Builder::default();
        elements.into_iter().for_each(|element| builder.push(element));
        builder.finish()
    }
}
