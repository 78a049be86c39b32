//! Convex polygons of outlines, merged from triangles as in Recast.
//!
//! `rerecast` compares all pairs of polygons before each merge. This crate keeps the pairs that share an edge in a
//! queue, with the same result.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use navsmith_core::progress::{Progress, Stopped};
use rerecast::AreaType;

use crate::grid::{GridPoint, cross, on_ground};
use crate::heights::FieldRegion;
use crate::holes::RegionOutline;
use crate::triangles::triangles_of;

/// Largest difference of the heights of two corners that become one vertex, in voxels, as in Recast.
const SAME_HEIGHT: u32 = 2;

/// A convex polygon of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polygon {
    pub(crate) ring: Vec<u32>,
    pub(crate) area: AreaType,
    pub(crate) region: FieldRegion,
}

/// The vertices of polygons, shared by those at the same place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vertices {
    pub(crate) places: Vec<GridPoint>,
    by_column: HashMap<[i32; 2], Vec<u32>>,
}

impl Vertices {
    /// Returns the vertex at a point of the grid, or nearly at its height.
    fn at(&mut self, at: GridPoint) -> u32 {
        let column = self.by_column.entry([at[0], at[2]]).or_default();
        let is_same = |&&vertex: &&u32| self.places[vertex as usize][1].abs_diff(at[1]) <= SAME_HEIGHT;
        if let Some(&vertex) = column.iter().rev().find(is_same) {
            return vertex;
        }
        let vertex = self.places.len() as u32;
        self.places.push(at);
        column.push(vertex);
        vertex
    }
}

/// Adds the polygons of an outline of a field; returns `false` if it crosses itself.
pub(crate) fn divide(
    (outline, field): (&RegionOutline, u32),
    most_corners: u16,
    (vertices, polygons): (&mut Vertices, &mut Vec<Polygon>),
    progress: &Progress,
) -> Result<bool, Stopped> {
    let Some(triangles) = triangles_of(&outline.corners, progress)? else { return Ok(false) };
    let numbers: Vec<u32> = outline.corners.iter().map(|&at| vertices.at(at)).collect();
    let rings = triangles.iter().map(|triangle| triangle.map(|nth| numbers[nth as usize]));
    // Corners at one place become one vertex.
    let rings = rings.filter(|[a, b, c]| a != b && b != c && c != a).map(|ring| ring.to_vec()).collect();
    let rings = Merge::of(rings, &vertices.places, usize::from(most_corners)).merged(progress)?;
    let (area, region) = (outline.area, (field, outline.region));
    polygons.extend(rings.into_iter().map(|ring| Polygon { ring, area, region }));
    Ok(true)
}

/// A pair of polygons, the best one first: the longest common edge, then the first polygons.
type Pair = (i64, Reverse<[u32; 2]>, [u32; 2]);

/// Polygons of an outline while they are merged.
struct Merge<'a> {
    places: &'a [GridPoint],
    most_corners: usize,
    rings: Vec<Vec<u32>>,
    /// Number of changes of each polygon, so that outdated pairs are recognised.
    changes: Vec<u32>,
    /// Polygons at each edge.
    at_edge: HashMap<[u32; 2], Vec<u32>>,
    pairs: BinaryHeap<Pair>,
}

/// A common edge of two polygons.
struct CommonEdge {
    squared_length: i64,
    /// Index of the corner at which the edge begins, in each of them.
    starts: [usize; 2],
}

fn edges_of(ring: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let n = ring.len();
    (0..n).map(move |nth| {
        let (a, b) = (ring[nth], ring[(nth + 1) % n]);
        [a.min(b), a.max(b)]
    })
}

impl<'a> Merge<'a> {
    fn of(rings: Vec<Vec<u32>>, places: &'a [GridPoint], most_corners: usize) -> Self {
        let changes = vec![0; rings.len()];
        let (at_edge, pairs) = (HashMap::new(), BinaryHeap::new());
        let mut merge = Self { places, most_corners, rings, changes, at_edge, pairs };
        if most_corners > 3 {
            for number in 0..merge.rings.len() as u32 {
                merge.add(number);
            }
        }
        merge
    }

    /// Registers a polygon, and its pairs with those that are registered.
    fn add(&mut self, number: u32) {
        let ring = std::mem::take(&mut self.rings[number as usize]);
        let mut others = Vec::new();
        for edge in edges_of(&ring) {
            let polygons = self.at_edge.entry(edge).or_default();
            others.extend(polygons.iter().copied().filter(|&other| other != number));
            if !polygons.contains(&number) {
                polygons.push(number);
            }
        }
        self.rings[number as usize] = ring;
        others.sort_unstable();
        others.dedup();
        for other in others {
            let pair = [number.min(other), number.max(other)];
            if let Some(edge) = self.common_edge(pair) {
                let changes = pair.map(|number| self.changes[number as usize]);
                self.pairs.push((edge.squared_length, Reverse(pair), changes));
            }
        }
    }

    /// Removes a polygon from its edges.
    fn remove(&mut self, number: u32) {
        self.changes[number as usize] += 1;
        for edge in edges_of(&self.rings[number as usize]) {
            if let Some(polygons) = self.at_edge.get_mut(&edge) {
                polygons.retain(|&other| other != number);
            }
        }
    }

    /// Merges pairs until none is left; returns the polygons.
    fn merged(mut self, progress: &Progress) -> Result<Vec<Vec<u32>>, Stopped> {
        while let Some((_, Reverse(pair), changes)) = self.pairs.pop() {
            if pair.map(|number| self.changes.get(number as usize).copied().unwrap_or_default()) != changes {
                continue;
            }
            progress.check()?;
            let Some(edge) = self.common_edge(pair) else { continue };
            let [into, from] = pair.map(|number| number as usize);
            let kept = |ring: &[u32], start: usize| {
                let n = ring.len();
                (0..n - 1).map(|nth| ring[(start + 1 + nth) % n]).collect::<Vec<_>>()
            };
            let mut ring = kept(&self.rings[into], edge.starts[0]);
            ring.extend(kept(&self.rings[from], edge.starts[1]));
            for number in pair {
                self.remove(number);
            }
            self.rings[into] = ring;
            // The last polygon gets the free number, as in Recast.
            let last = self.rings.len() - 1;
            if from != last {
                self.remove(last as u32);
            }
            self.rings.swap_remove(from);
            self.add(into as u32);
            if from != last {
                self.add(from as u32);
            }
        }
        Ok(self.rings)
    }

    /// Returns the common edge of two polygons that are convex together and have few corners.
    fn common_edge(&self, pair: [u32; 2]) -> Option<CommonEdge> {
        let [one, other] = pair.map(|number| &self.rings[number as usize]);
        let (na, nb) = (one.len(), other.len());
        if na + nb - 2 > self.most_corners {
            return None;
        }
        // The last common edge, as in Recast.
        let starts = edges_of(one)
            .enumerate()
            .filter_map(|(at, edge)| Some([at, edges_of(other).position(|other| other == edge)?]));
        let [ea, eb] = starts.last()?;
        let is_left = |a: u32, b: u32, c: u32| {
            let [a, b, c] = [a, b, c].map(|vertex| on_ground(self.places[vertex as usize]));
            cross(a, b, c) < 0
        };
        let is_convex = is_left(one[(ea + na - 1) % na], one[ea], other[(eb + 2) % nb])
            && is_left(other[(eb + nb - 1) % nb], other[eb], one[(ea + 2) % na]);
        let [a, b] = [ea, ea + 1].map(|nth| on_ground(self.places[one[nth % na] as usize]));
        let squared_length = (b[0] - a[0]).pow(2) + (b[1] - a[1]).pow(2);
        (is_convex && squared_length > 0).then_some(CommonEdge { squared_length, starts: [ea, eb] })
    }
}
