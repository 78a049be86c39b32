//! Statistics of islands, as a tree of sums.
//!
//! Leaves have 64 cells, nodes have 64 children, and there is one root. A change updates only the sums on its path to
//! the root. The order of summation equals that of a full build, so both results are bitwise equal.

use glam::{DVec2, Vec3, Vec3A};

use super::{Island, IslandLabel};
use crate::geometry::{Bounds, ground};
use crate::navmesh::paged_lists::{PagedLists, Sentinel};
use crate::navmesh::paged_vec::View;
use crate::navmesh::{Cell, CellId, NavMesh, PagedVec, VertexId};

/// Number of cells per leaf and of children per node.
const FAN: usize = 64;

/// The statistics of an island's cells under one node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IslandPart {
    pub(super) label: u32,
    /// Smallest of the cells.
    pub(super) first: CellId,
    pub(super) island: Island,
}

impl Sentinel for IslandPart {
    const FREE: Self = Self { label: u32::MAX, first: CellId(u32::MAX), island: Island::EMPTY };
}

impl IslandPart {
    fn of_none(label: u32) -> Self {
        Self { label, ..Self::FREE }
    }

    fn add(&mut self, other: &Self) {
        self.first = self.first.min(other.first);
        self.island.add(&other.island);
    }
}

/// The parts of each node, sorted by label; the leaves first, the root last.
#[derive(Clone, Debug, Default)]
pub(super) struct IslandStats {
    levels: Vec<PagedLists<IslandPart>>,
}

impl IslandStats {
    pub(super) fn build(mesh: &NavMesh, labels: &PagedVec<IslandLabel>) -> Self {
        let leaves = mesh.cell_slots().div_ceil(FAN);
        let mut sums = Self { levels: vec![level(leaves, |leaf, parts| measure(mesh, labels, leaf, parts))] };
        sums.add_up();
        sums
    }

    fn add_up(&mut self) {
        self.levels.truncate(1);
        while let Some(below) = self.levels.last().filter(|below| below.len() > 1) {
            let nodes = level(below.len().div_ceil(FAN), |node, parts| {
                parts.clear();
                children(below, node).for_each(|child| parts.extend_from_slice(child));
                fold(parts);
            });
            self.levels.push(nodes);
        }
    }

    pub(super) fn all(&self) -> &[IslandPart] {
        self.levels.last().map_or(&[], |root| root.get(0))
    }

    pub(super) fn of(&self, label: u32) -> Option<&IslandPart> {
        find(self.all(), label)
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(PagedLists::bytes).sum()
    }

    /// Updates the statistics after cells moved or changed their label.
    ///
    /// Returns the labels whose statistics changed, sorted.
    pub(super) fn update(
        &mut self,
        mesh: &NavMesh,
        labels: &PagedVec<IslandLabel>,
        mut stale: Vec<CellId>,
    ) -> Vec<u32> {
        let count = mesh.cell_slots().div_ceil(FAN);
        if self.levels.is_empty() {
            self.levels.push(PagedLists::default());
        }
        let is_as_deep = depth(count) == self.levels.len();
        let old = if is_as_deep { Vec::new() } else { self.all().to_vec() };
        stale.sort_unstable();
        let mut touched = self.measure_anew(mesh, labels, &stale, count);
        if is_as_deep {
            for level in 1..self.levels.len() {
                touched = self.add_up_anew(level, touched, count);
            }
        } else {
            self.add_up();
            let labels = old.iter().chain(self.all()).map(|part| (0, part.label));
            touched = labels.collect();
        }
        let mut labels: Vec<u32> = touched.into_iter().map(|(_, label)| label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// Measures the leaves of these cells again; returns the parent and the label of each change.
    fn measure_anew(
        &mut self,
        mesh: &NavMesh,
        labels: &PagedVec<IslandLabel>,
        stale: &[CellId],
        count: usize,
    ) -> Vec<(usize, u32)> {
        let leaves = &mut self.levels[0];
        leaves.resize(count.max(leaves.len()));
        let (mut touched, mut parts) = (Vec::new(), Vec::new());
        for cells in stale.chunk_by(|a, b| a.0 as usize / FAN == b.0 as usize / FAN) {
            let leaf = cells[0].0 as usize / FAN;
            measure(mesh, labels, leaf, &mut parts);
            let old = leaves.get(leaf);
            let one_way = old.iter().filter(|part| find(&parts, part.label) != Some(part));
            let other_way = parts.iter().filter(|part| find(old, part.label).is_none());
            touched.extend(one_way.chain(other_way).map(|part| (leaf / FAN, part.label)));
            leaves.set(leaf, &parts);
        }
        leaves.resize(count);
        touched
    }

    /// Sums the parts of these labels in these nodes of a level from the level below.
    ///
    /// Returns the parents and labels like [`Self::measure_anew`].
    fn add_up_anew(
        &mut self,
        level: usize,
        mut stale: Vec<(usize, u32)>,
        leaves: usize,
    ) -> Vec<(usize, u32)> {
        stale.sort_unstable();
        stale.dedup();
        let count = leaves.div_ceil(FAN.pow(level as u32));
        let (below, above) = self.levels.split_at_mut(level);
        let (below, nodes) = (&below[level - 1], &mut above[0]);
        nodes.resize(count.max(nodes.len()));
        let mut touched = Vec::new();
        for of_node in stale.chunk_by(|a, b| a.0 == b.0) {
            let node = of_node[0].0;
            let is_stale = |part: &IslandPart| of_node.binary_search(&(node, part.label)).is_ok();
            let mut parts: Vec<IslandPart> =
                nodes.get(node).iter().filter(|part| !is_stale(part)).copied().collect();
            for &(_, label) in of_node {
                let mut part = IslandPart::of_none(label);
                children(below, node)
                    .filter_map(|child| find(child, label))
                    .for_each(|child| part.add(child));
                if part.island.cells > 0 {
                    parts.push(part);
                }
                touched.push((node / FAN, label));
            }
            // Two sorted runs are merged in linear time.
            parts.sort_by_key(|part| part.label);
            nodes.set(node, &parts);
        }
        nodes.resize(count);
        touched
    }
}

/// Returns a level of `count` nodes, whose parts `make` writes into a list.
fn level(count: usize, mut make: impl FnMut(usize, &mut Vec<IslandPart>)) -> PagedLists<IslandPart> {
    let (mut all, mut ends, mut parts) = (Vec::new(), Vec::with_capacity(count), Vec::new());
    for node in 0..count {
        make(node, &mut parts);
        all.extend_from_slice(&parts);
        ends.push(all.len() as u32);
    }
    PagedLists::of(&all, &ends, |part| part)
}

/// Returns the number of levels of a tree with `leaves` leaves.
fn depth(leaves: usize) -> usize {
    1 + std::iter::successors(Some(leaves), |&n| (n > 1).then(|| n.div_ceil(FAN))).skip(1).count()
}

fn children(below: &PagedLists<IslandPart>, node: usize) -> impl Iterator<Item = &[IslandPart]> {
    (node * FAN..((node + 1) * FAN).min(below.len())).map(|child| below.get(child))
}

fn find(parts: &[IslandPart], label: u32) -> Option<&IslandPart> {
    parts.binary_search_by_key(&label, |part| part.label).ok().map(|at| &parts[at])
}

fn fold(parts: &mut Vec<IslandPart>) {
    parts.sort_by_key(|part| part.label);
    let mut sums: Vec<IslandPart> = Vec::new();
    for part in parts.iter() {
        match sums.last_mut().filter(|last| last.label == part.label) {
            Some(last) => last.add(part),
            None => sums.push(*part),
        }
    }
    *parts = sums;
}

fn measure(mesh: &NavMesh, labels: &PagedVec<IslandLabel>, leaf: usize, parts: &mut Vec<IslandPart>) {
    parts.clear();
    let first = leaf * FAN;
    let (labels, vertices) = (labels.chunk(first, FAN), mesh.vertices.view());
    // Most leaves contain one island only.
    let mut sum = Sum::from(&IslandPart::FREE);
    for ((slot, cell), label) in (first as u32..).zip(mesh.cells.chunk(first, FAN)).zip(labels) {
        if cell.is_empty() {
            continue;
        }
        if sum.label != label.0 {
            put_away(&sum, parts);
            let before = parts.iter().position(|part| part.label == label.0);
            let part = before.map_or_else(|| IslandPart::of_none(label.0), |at| parts.swap_remove(at));
            sum = Sum::from(&part);
        }
        let (area, [low, high]) = measured(vertices, cell);
        sum.first = sum.first.min(CellId(slot));
        sum.cells += 1;
        sum.area += area;
        (sum.low, sum.high) = (sum.low.min(low), sum.high.max(high));
    }
    put_away(&sum, parts);
    parts.sort_unstable_by_key(|part| part.label);
}

struct Sum {
    label: u32,
    first: CellId,
    cells: usize,
    area: f64,
    low: Vec3A,
    high: Vec3A,
}

impl From<&IslandPart> for Sum {
    fn from(&IslandPart { label, first, island: Island { cells, area, bounds } }: &IslandPart) -> Self {
        Self { label, first, cells, area, low: bounds.min.into(), high: bounds.max.into() }
    }
}

fn put_away(&Sum { label, first, cells, area, low, high }: &Sum, parts: &mut Vec<IslandPart>) {
    if cells > 0 {
        let bounds = Bounds { min: low.into(), max: high.into() };
        parts.push(IslandPart { label, first, island: Island { cells, area, bounds } });
    }
}

/// Returns the area of a cell on the ground and the corners of its bounding box.
#[inline]
fn measured(vertices: View<'_, Option<Vec3>>, cell: &Cell) -> (f64, [Vec3A; 2]) {
    let at = |corner: VertexId| match vertices.get(corner.0 as usize) {
        Some(&Some(position)) => Vec3A::from(position),
        _ => Vec3A::NAN,
    };
    let arm = |from: Vec3A, to: Vec3A| ground(to.into()).as_dvec2() - ground(from.into()).as_dvec2();
    if let Some([a, b, c]) = cell.triangle().map(|corners| corners.map(at)) {
        let doubled = arm(a, b).perp_dot(arm(a, c));
        return ((doubled * 0.5).abs(), [a.min(b).min(c), a.max(b).max(c)]);
    }
    let mut corners = cell.corners().iter().map(|&corner| at(corner));
    let origin = corners.next().unwrap_or(Vec3A::NAN);
    let (mut low, mut high, mut doubled, mut last) = (origin, origin, 0.0, DVec2::ZERO);
    for place in corners {
        (low, high) = (low.min(place), high.max(place));
        let next = arm(origin, place);
        doubled += last.perp_dot(next);
        last = next;
    }
    ((doubled * 0.5).abs(), [low, high])
}
