//! Detection of islands that split or merged, by floods from cells whose neighbours changed.
//!
//! Floods advance in turns, by one cell each, and merge where they meet. The last unexhausted flood of an old island
//! covers the rest of it and stops. A split thus costs the size of its smaller part.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::{IslandLabel, Islands};
use crate::graph::union_find;
use crate::navmesh::{Adjacency, CellId};

/// A hasher for ids, which one multiplication distributes evenly enough.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_u32(&mut self, id: u32) {
        self.0 = (self.0 ^ u64::from(id)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

type ById<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

#[derive(Default)]
struct Group {
    cells: Vec<CellId>,
    /// Cells whose neighbours have not been visited.
    queue: VecDeque<CellId>,
    /// Labels of the islands of the group's seeds, sorted.
    labels: SmallVec<[IslandLabel; 2]>,
    is_dry: bool,
}

pub(super) struct Flood<'a> {
    islands: &'a mut Islands,
    adjacency: &'a Adjacency,
    groups: Vec<Group>,
    /// For each group, the group that it was merged into, or itself.
    parents: Vec<u32>,
    group_of: ById<CellId, usize>,
    /// Number of unexhausted groups with seeds in each old island.
    holders: ById<IslandLabel, usize>,
}

impl<'a> Flood<'a> {
    /// Creates a flood from the cells whose neighbours may have changed.
    ///
    /// Removed cells have lost their label already, and added cells have none yet.
    pub(super) fn of(islands: &'a mut Islands, adjacency: &'a Adjacency, seeds: &[CellId]) -> Self {
        let group = |&seed: &CellId| {
            let labels = Some(islands.label(seed)).filter(|label| *label != IslandLabel::NONE);
            Group {
                cells: vec![seed],
                queue: VecDeque::from([seed]),
                labels: labels.into_iter().collect(),
                is_dry: false,
            }
        };
        let groups: Vec<Group> = seeds.iter().map(group).collect();
        let mut holders = ById::default();
        for label in groups.iter().flat_map(|group| &group.labels) {
            *holders.entry(*label).or_default() += 1;
        }
        let parents = (0..groups.len() as u32).collect();
        let group_of = seeds.iter().copied().zip(0..).collect();
        let mut flood = Self { islands, adjacency, groups, parents, group_of, holders };
        for (group, &seed) in seeds.iter().enumerate() {
            for (_, neighbor) in adjacency.neighbors(seed) {
                if let Some(&other) = flood.group_of.get(&neighbor) {
                    flood.join(group, other);
                }
            }
        }
        flood
    }

    pub(super) fn run(mut self, changed: &mut Vec<CellId>) {
        let mut turns: Vec<usize> = (0..self.groups.len()).collect();
        while !turns.is_empty() {
            turns.retain(|&group| {
                let is_due = self.parents[group] as usize == group && self.is_contended(group);
                if is_due {
                    self.advance(group);
                }
                is_due
            });
        }
        self.give_labels(changed);
    }

    fn root(&mut self, group: usize) -> usize {
        union_find::root(&mut self.parents, group as u32) as usize
    }

    /// Whether another group may belong to the same island, so that this one must continue.
    fn is_contended(&self, group: usize) -> bool {
        let group = &self.groups[group];
        !group.is_dry && group.labels.iter().any(|label| self.holders.get(label).is_some_and(|&n| n > 1))
    }

    /// Visits the neighbours of one cell.
    fn advance(&mut self, mut group: usize) {
        let Some(cell) = self.groups[group].queue.pop_front() else {
            self.groups[group].is_dry = true;
            for label in &self.groups[group].labels {
                self.holders.entry(*label).and_modify(|n| *n -= 1);
            }
            return;
        };
        for (_, neighbor) in self.adjacency.neighbors(cell) {
            if let Some(&other) = self.group_of.get(&neighbor) {
                group = self.join(group, other);
            } else {
                self.group_of.insert(neighbor, group);
                self.groups[group].cells.push(neighbor);
                self.groups[group].queue.push_back(neighbor);
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) -> usize {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return one;
        }
        let is_larger = self.groups[one].cells.len() >= self.groups[other].cells.len();
        let (kept, gone) = if is_larger { (one, other) } else { (other, one) };
        let Group { cells, queue, labels, .. } = std::mem::take(&mut self.groups[gone]);
        self.parents[gone] = kept as u32;
        let group = &mut self.groups[kept];
        group.cells.extend(cells);
        group.queue.extend(queue);
        for label in labels {
            match group.labels.binary_search(&label) {
                Ok(_) => {
                    self.holders.entry(label).and_modify(|n| *n -= 1);
                }
                Err(at) => group.labels.insert(at, label),
            }
        }
        kept
    }

    /// Assigns the labels. Unexhausted groups come first: the rest of an island keeps its label.
    fn give_labels(mut self, changed: &mut Vec<CellId>) {
        let mut taken: HashSet<IslandLabel> = HashSet::new();
        let groups = std::mem::take(&mut self.groups);
        let is_root = |(i, _): &(usize, Group)| self.parents[*i] as usize == *i;
        // A group without labels contains added cells only, and so do its neighbours.
        let (dry, wet): (Vec<Group>, Vec<Group>) = groups
            .into_iter()
            .enumerate()
            .filter(is_root)
            .map(|(_, group)| group)
            .partition(|group| group.is_dry || group.labels.is_empty());
        for group in wet {
            let Some(&kept) = group.labels.iter().max_by_key(|label| self.islands.count(**label)) else {
                continue;
            };
            taken.insert(kept);
            self.join_islands(&group, kept, changed);
        }
        for group in dry {
            let own = group.labels.iter().copied().find(|label| !taken.contains(label));
            let label = own.unwrap_or_else(|| self.islands.new_label());
            taken.insert(label);
            group.cells.iter().for_each(|&cell| self.give(cell, label, changed));
        }
    }

    /// Assigns the label `kept` to all cells of a group.
    ///
    /// Includes the cells of its other islands that the group has not reached.
    fn join_islands(&mut self, group: &Group, kept: IslandLabel, changed: &mut Vec<CellId>) {
        let mut queue: Vec<CellId> = group.cells.clone();
        while let Some(cell) = queue.pop() {
            let label = self.islands.label(cell);
            if label == kept {
                continue;
            }
            self.give(cell, kept, changed);
            if label != IslandLabel::NONE {
                queue.extend(self.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor));
            }
        }
    }

    fn give(&mut self, cell: CellId, label: IslandLabel, changed: &mut Vec<CellId>) {
        if self.islands.label(cell) != label {
            self.islands.give(cell, label);
            changed.push(cell);
        }
    }
}
