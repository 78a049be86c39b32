//! The faces between paths that meet in common nodes only.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Face;
use crate::geometry::{Turn, Vec2, ground_area, turn};

/// Directed edges between nodes; the one at `i ^ 1` is the reverse of that at `i`.
struct Graph<'a> {
    nodes: &'a [Vec2],
    /// Start and end of each edge.
    ends: Vec<[usize; 2]>,
    /// How often the paths run along each edge, less how often against it.
    times: Vec<i32>,
    /// The following edge around the face on the left.
    next: Vec<usize>,
}

/// Returns the bounded faces with a winding number other than 0.
pub(super) fn faces(nodes: &[Vec2], paths: &[Vec<usize>]) -> Vec<Face> {
    let graph = Graph::of(nodes, paths);
    let (face_of, rings) = graph.rings();
    // The paths are connected, so the boundary of the unbounded face is one ring, and clockwise.
    let areas = rings.iter().map(|ring| graph.area(ring));
    let Some((outer, _)) = areas.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)) else { return Vec::new() };
    let mut windings: Vec<Option<i32>> = vec![None; rings.len()];
    windings[outer] = Some(0);
    let mut queue = vec![(outer, 0)];
    while let Some((face, winding)) = queue.pop() {
        for &edge in &rings[face] {
            let other = face_of[edge ^ 1];
            if windings[other].is_none() {
                let across = winding - graph.times[edge];
                windings[other] = Some(across);
                queue.push((other, across));
            }
        }
    }
    let faces = rings.iter().zip(windings).filter_map(|(ring, winding)| {
        let winding = winding.filter(|&winding| winding != 0)?;
        Some(Face { nodes: ring.iter().map(|&edge| graph.ends[edge][0]).collect(), winding })
    });
    faces.collect()
}

impl<'a> Graph<'a> {
    fn of(nodes: &'a [Vec2], paths: &[Vec<usize>]) -> Self {
        let mut edges: BTreeMap<[usize; 2], i32> = BTreeMap::new();
        for ends in paths.iter().flat_map(|path| path.windows(2)) {
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            *edges.entry([low, high]).or_default() += if ends[0] == low { 1 } else { -1 };
        }
        remove_spikes(&mut edges, nodes.len());
        let (mut ends, mut times) = (Vec::new(), Vec::new());
        for (&[low, high], &count) in &edges {
            ends.extend([[low, high], [high, low]]);
            times.extend([count, -count]);
        }
        let mut graph = Self { nodes, next: vec![0; ends.len()], ends, times };
        graph.connect();
        graph
    }

    /// Sets the following edges: at each node, the next one clockwise.
    fn connect(&mut self) {
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (edge, ends) in self.ends.iter().enumerate() {
            leaving[ends[0]].push(edge);
        }
        for (node, edges) in leaving.iter_mut().enumerate() {
            let at = self.nodes[node];
            let to = |edge: usize| self.nodes[self.ends[edge][1]];
            let is_ahead = |point: Vec2| (point.x, point.y) > (at.x, at.y);
            edges.sort_by(|&a, &b| {
                let (one, other) = (to(a), to(b));
                is_ahead(one).cmp(&is_ahead(other)).then_with(|| match turn(at, one, other) {
                    Turn::Left => Ordering::Less,
                    Turn::Straight => Ordering::Equal,
                    Turn::Right => Ordering::Greater,
                })
            });
            let mut before = edges.last().copied();
            for &edge in edges.iter() {
                self.next[edge ^ 1] = before.unwrap_or(edge);
                before = Some(edge);
            }
        }
    }

    /// Returns the face of each edge, and the edges around each face.
    fn rings(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let (mut face_of, mut rings) = (vec![usize::MAX; self.ends.len()], Vec::new());
        for first in 0..self.ends.len() {
            let (mut ring, mut edge) = (Vec::new(), first);
            while face_of[edge] == usize::MAX {
                face_of[edge] = rings.len();
                ring.push(edge);
                edge = self.next[edge];
            }
            rings.extend(Some(ring).filter(|ring| !ring.is_empty()));
        }
        (face_of, rings)
    }

    fn area(&self, ring: &[usize]) -> f64 {
        ground_area(&ring.iter().map(|&edge| self.nodes[self.ends[edge][0]]).collect::<Vec<_>>())
    }
}

/// Removes edges that end at a node without other edges, until there are none.
fn remove_spikes(edges: &mut BTreeMap<[usize; 2], i32>, nodes: usize) {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &[low, high] in edges.keys() {
        beside[low].push(high);
        beside[high].push(low);
    }
    let mut queue: Vec<usize> = (0..nodes).filter(|&node| beside[node].len() == 1).collect();
    while let Some(tip) = queue.pop() {
        let Some(other) = beside[tip].pop() else { continue };
        edges.remove(&[tip.min(other), tip.max(other)]);
        beside[other].retain(|&node| node != tip);
        if beside[other].len() == 1 {
            queue.push(other);
        }
    }
}
