//! Issues by search and key: the listed ones, and the keys of the others.
//!
//! The keys keep all numbers exact while edits change the issues.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use super::{Issue, Severity};
use crate::document::thousands;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::CellId;

/// Maximum number of issues that one search lists.
pub const MOST_LISTED: usize = 10_000;

/// Key of an issue, which identifies it among the issues of a mesh.
///
/// The order of keys is that of the list, so the keys of one search are adjacent.
pub(super) trait IssueKey: Copy + Ord + Debug {
    /// A search for issues.
    type Search: Copy + Ord + Debug;

    /// The smallest key.
    const LEAST: Self;

    /// Returns the search that finds the issue.
    fn search(self) -> Self::Search;

    /// Returns the maximum number of issues that a search finds before it stops.
    fn most_found(search: Self::Search) -> usize;
}

/// The issues of several searches.
///
/// Each search lists the worst ones, and of one severity those with the smallest keys. Of the others, only the keys and
/// the cells are stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IssueLists<K: IssueKey> {
    lists: BTreeMap<K::Search, IssueList<K>>,
    by_cell: BTreeSet<(CellId, K)>,
    /// Maximum number of issues that one search lists.
    most: usize,
}

/// The issues of one search.
#[derive(Clone, Debug, PartialEq)]
struct IssueList<K: Ord> {
    listed: BTreeMap<(Severity, K), Issue>,
    /// The cells of the issues after the listed ones.
    unlisted: BTreeMap<(Severity, K), Box<[CellId]>>,
    /// Whether the search stopped early, so that there may be more issues.
    is_stopped: bool,
    /// Number of cells that were edited since the search stopped.
    edited: usize,
}

impl<K: IssueKey> Default for IssueLists<K> {
    fn default() -> Self {
        Self { lists: BTreeMap::new(), by_cell: BTreeSet::new(), most: MOST_LISTED }
    }
}

impl<K: Ord> Default for IssueList<K> {
    fn default() -> Self {
        Self { listed: BTreeMap::new(), unlisted: BTreeMap::new(), is_stopped: false, edited: 0 }
    }
}

impl<K: IssueKey> IssueLists<K> {
    /// Returns lists that are truncated at another length.
    pub(super) fn listing(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Whether an issue is known, listed or not.
    pub(super) fn contains(&self, key: K) -> bool {
        let list = self.lists.get(&key.search());
        list.is_some_and(|list| {
            list.get(key).is_some() || keys_in_lists(key).any(|key| list.unlisted.contains_key(&key))
        })
    }

    /// Adds an issue that is not known yet.
    ///
    /// Uses up the budget if the search may find no more issues.
    pub(super) fn insert(&mut self, key: K, issue: Issue, budget: &mut Budget) -> Result<(), Exhausted> {
        let list = self.lists.entry(key.search()).or_default();
        if list.found() >= K::most_found(key.search()) {
            return budget.keep(usize::MAX);
        }
        budget.keep(size_of_val(&*issue.cells) + issue.cells.len() * size_of::<(CellId, K)>())?;
        self.by_cell.extend(issue.cells.iter().map(|&cell| (cell, key)));
        list.insert(key, issue, self.most);
        Ok(())
    }

    /// Returns empty lists that are truncated at the same length.
    pub(super) fn emptied(&self) -> Self {
        Self { most: self.most, ..Self::default() }
    }

    /// Removes an issue, if it is known. [`Self::fill`] lists another one for it.
    pub(super) fn forget(&mut self, key: K) {
        let Some(list) = self.lists.get_mut(&key.search()) else { return };
        let listed = keys_in_lists(key).find_map(|key| list.listed.remove(&key));
        let listed = listed.map(|issue| issue.cells.into_boxed_slice());
        let unlisted = || keys_in_lists(key).find_map(|key| list.unlisted.remove(&key));
        let Some(cells) = listed.or_else(unlisted) else { return };
        for cell in cells {
            self.by_cell.remove(&(cell, key));
        }
    }

    /// Lists the next issues in the place of those that were removed; `judge` returns a known issue.
    pub(super) fn fill(&mut self, mut judge: impl FnMut(K) -> Option<Issue>) {
        for list in self.lists.values_mut() {
            while list.listed.len() < self.most
                && let Some(((_, key), cells)) = list.unlisted.pop_first()
            {
                match judge(key) {
                    Some(issue) => drop(list.listed.insert((issue.kind.severity(), key), issue)),
                    None => self.by_cell.retain(|(cell, of)| *of != key || !cells.contains(cell)),
                }
            }
        }
        self.lists.retain(|_, list| list.is_stopped || !list.listed.is_empty());
    }

    /// Removes all issues of a search, which is then not stopped.
    pub(super) fn clear(&mut self, search: K::Search) {
        let Some(list) = self.lists.remove(&search) else { return };
        let listed = list.listed.into_iter().map(|(key, issue)| (key, issue.cells.into_boxed_slice()));
        for ((_, key), cells) in listed.chain(list.unlisted) {
            for cell in cells {
                self.by_cell.remove(&(cell, key));
            }
        }
    }

    /// Notes that a search stopped early.
    pub(super) fn stop(&mut self, search: K::Search) {
        self.lists.entry(search).or_default().is_stopped = true;
    }

    /// Whether a search stopped early.
    pub(super) fn is_stopped(&self, search: K::Search) -> bool {
        self.lists.get(&search).is_some_and(|list| list.is_stopped)
    }

    /// Adds a number of edited cells to those since a search stopped, and returns the sum.
    ///
    /// Returns 0 if the search did not stop.
    pub(super) fn edited(&mut self, search: K::Search, count: usize) -> usize {
        let Some(list) = self.lists.get_mut(&search).filter(|list| list.is_stopped) else { return 0 };
        list.edited += count;
        list.edited
    }

    /// Whether a search found more errors than it lists, or stopped.
    pub(super) fn may_lack_errors(&self, search: K::Search) -> bool {
        let has_more = |list: &IssueList<K>| {
            list.unlisted.first_key_value().is_some_and(|((severity, _), _)| *severity == Severity::Error)
        };
        self.lists.get(&search).is_some_and(|list| list.is_stopped || has_more(list))
    }

    /// Returns the keys of the issues of a cell, those that are not listed as well.
    pub(super) fn keys(&self, cell: CellId) -> impl Iterator<Item = K> {
        let from = self.by_cell.range((cell, K::LEAST)..);
        from.take_while(move |(of, _)| *of == cell).map(|&(_, key)| key)
    }

    /// Returns the keys of all issues of some searches, those that are not listed as well.
    pub(super) fn all_keys(&self, is_wanted: impl Fn(K::Search) -> bool) -> impl Iterator<Item = K> {
        let lists = self.lists.iter().filter(move |(search, _)| is_wanted(**search));
        lists.flat_map(|(_, list)| list.listed.keys().chain(list.unlisted.keys())).map(|&(_, key)| key)
    }

    /// Returns the listed issues by search, severity and key.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.lists.values().flat_map(|list| list.listed.values())
    }

    /// Returns a listed issue.
    pub(super) fn get(&self, key: K) -> Option<&Issue> {
        self.lists.get(&key.search())?.get(key)
    }

    /// Returns the number of listed issues.
    pub(super) fn len(&self) -> usize {
        self.lists.values().map(|list| list.listed.len()).sum()
    }

    /// Returns a sentence for each search that stopped early, or that found more than are listed.
    pub(super) fn notes(&self, name: impl Fn(K::Search) -> &'static str) -> impl Iterator<Item = String> {
        self.lists.iter().filter_map(move |(&search, list)| {
            let (name, found) = (name(search), list.found());
            if list.is_stopped {
                return Some(format!("and more: the search for {name} stopped after {found}"));
            }
            let listed = list.listed.len();
            let is_truncated = listed < found;
            is_truncated.then(|| format!("{} of {} {name} are listed", thousands(listed), thousands(found)))
        })
    }
}

/// Returns the possible keys in the lists of an issue, of which the severity is not known.
fn keys_in_lists<K: Copy>(key: K) -> impl Iterator<Item = (Severity, K)> {
    Severity::ALL.into_iter().map(move |severity| (severity, key))
}

impl<K: Copy + Ord> IssueList<K> {
    /// Returns a listed issue.
    fn get(&self, key: K) -> Option<&Issue> {
        keys_in_lists(key).find_map(|key| self.listed.get(&key))
    }

    fn found(&self) -> usize {
        self.listed.len() + self.unlisted.len()
    }

    fn insert(&mut self, key: K, issue: Issue, most: usize) {
        let key = (issue.kind.severity(), key);
        let is_after = |other: Option<&(Severity, K)>| other.is_some_and(|other| *other < key);
        let is_full = self.listed.len() >= most;
        let is_last = is_full && is_after(self.listed.last_key_value().map(|(last, _)| last));
        if is_last || is_after(self.unlisted.first_key_value().map(|(first, _)| first)) {
            self.unlisted.insert(key, issue.cells.into_boxed_slice());
            return;
        }
        self.listed.insert(key, issue);
        if is_full && let Some((key, issue)) = self.listed.pop_last() {
            self.unlisted.insert(key, issue.cells.into_boxed_slice());
        }
    }
}
