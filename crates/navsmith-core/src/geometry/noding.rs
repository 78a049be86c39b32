//! Lines as paths that meet in common nodes only.
//!
//! A node is rounded, which bends the paths a little, so the search is repeated until no two of them cross.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use glam::{DVec2, Vec2};

use super::{Bounds, BoxTree, Segment, at_height, rounding, segments_cross};

/// Maximum number of searches for crossings.
const MOST_ROUNDS: usize = 24;

/// Distance below which nodes become one, as a multiple of the rounding error.
const SNAP: f32 = 2.0;

/// Steps needed to compare two parts whose boxes overlap.
const STEPS_PER_PAIR: usize = 8;

/// Steps needed to insert a node, and later to triangulate it.
const STEPS_PER_NODE: usize = 64;

/// Lines as paths that meet in common nodes only.
#[derive(Clone, Debug)]
pub struct Noded {
    /// Positions of the nodes, all different.
    pub nodes: Vec<Vec2>,
    /// For each line, the nodes on it from its start to its end; one for a line without length.
    pub paths: Vec<Vec<usize>>,
}

/// Returns lines as paths over common nodes, wherever they cross, touch or overlap.
///
/// `None` if it takes more steps than are left, or if roundings cause crossings without end. A step is about as much
/// work as comparing two boxes.
pub fn noded(lines: impl IntoIterator<Item = [Vec2; 2]>, steps: &mut usize) -> Option<Noded> {
    let Noding { nodes, paths, .. } = Noding::of(lines, steps)?.complete(steps)?;
    Some(Noded { nodes, paths })
}

/// Returns the sides of a ring, from each corner to the next one.
pub fn sides(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Takes steps of those that are left; `None` if there are fewer.
pub(crate) fn take(steps: &mut usize, count: usize) -> Option<()> {
    *steps = steps.checked_sub(count)?;
    Some(())
}

/// Paths over nodes that begin as lines.
struct Noding {
    nodes: Vec<Vec2>,
    /// The nodes in the order of their coordinates.
    by_place: BTreeSet<([i32; 2], usize)>,
    /// For each line, the nodes from its start to its end.
    paths: Vec<Vec<usize>>,
}

/// A part of a side between two nodes.
#[derive(Clone, Copy)]
struct Part {
    side: u32,
    /// Position of its first node on the path.
    place: u32,
    ends: [u32; 2],
}

impl Part {
    /// Returns the key of its insertions.
    fn key(self) -> (usize, usize) {
        (self.side as usize, self.place as usize)
    }

    fn ends(self) -> [usize; 2] {
        self.ends.map(|end| end as usize)
    }
}

/// Nodes to insert, by the side and the position of a part.
type Insertions = BTreeMap<(usize, usize), BTreeSet<usize>>;

impl Noding {
    /// Returns the given lines without common nodes other than their ends.
    ///
    /// Ends at a distance below rounding become one: paths would insert each other's ends without end. `None` if it takes
    /// more steps than are left.
    fn of(lines: impl IntoIterator<Item = [Vec2; 2]>, steps: &mut usize) -> Option<Self> {
        let mut noding = Self { nodes: Vec::new(), by_place: BTreeSet::new(), paths: Vec::new() };
        for [from, to] in lines {
            let mut path = vec![noding.near(from, steps)?, noding.near(to, steps)?];
            path.dedup();
            noding.paths.push(path);
        }
        Some(noding)
    }

    /// Inserts nodes until no two paths cross, touch or overlap between them.
    ///
    /// `None` if it takes more steps than are left, or if roundings cause crossings without end.
    fn complete(mut self, steps: &mut usize) -> Option<Self> {
        for _ in 0..MOST_ROUNDS {
            let insertions = self.insertions(steps)?;
            if insertions.is_empty() {
                return Some(self);
            }
            self.insert(insertions);
        }
        None
    }

    fn add(&mut self, at: Vec2) -> usize {
        let node = self.nodes.len();
        self.nodes.push(at);
        self.by_place.insert((ordered(at), node));
        node
    }

    /// Returns the nodes that the paths must get where they cross, touch or overlap.
    ///
    /// Adds the nodes of crossings. `None` if it takes more steps than are left.
    fn insertions(&mut self, steps: &mut usize) -> Option<Insertions> {
        let mut parts = self.parts();
        let left = |part: &Part| self.bounds(*part).min.x;
        parts.sort_by(|one, other| left(one).total_cmp(&left(other)));
        let tree = BoxTree::of(parts.iter().map(|part| self.bounds(*part)));
        let (mut insertions, mut near) = (Insertions::new(), Vec::new());
        for (nth, &one) in parts.iter().enumerate() {
            near.clear();
            let bounds = self.bounds(one);
            tree.visit(
                |other| other.overlaps_on_ground(&bounds),
                |other| {
                    near.push(other as usize);
                    ControlFlow::Continue(())
                },
            );
            take(steps, near.len())?;
            near.retain(|&other| other > nth);
            near.sort_unstable();
            for &other in &near {
                let count = self.nodes.len();
                self.compare(one, parts[other], &mut insertions, steps)?;
                take(steps, STEPS_PER_PAIR + STEPS_PER_NODE * (self.nodes.len() - count))?;
            }
        }
        Some(insertions)
    }

    fn parts(&self) -> Vec<Part> {
        let count = self.paths.iter().map(|path| path.len().saturating_sub(1)).sum();
        let mut parts = Vec::with_capacity(count);
        for (side, path) in (0..).zip(&self.paths) {
            let part =
                |(place, ends): (u32, &[usize])| Part { side, place, ends: [ends[0] as u32, ends[1] as u32] };
            parts.extend((0..).zip(path.windows(2)).map(part));
        }
        parts
    }

    fn segment(&self, part: Part) -> Segment {
        let [from, to] = part.ends().map(|end| self.nodes[end]);
        Segment::new(from, to)
    }

    /// Returns the box of a part, larger by the distance below which nodes become one.
    fn bounds(&self, part: Part) -> Bounds {
        let Segment { from, to } = self.segment(part);
        let slack = Vec2::splat(SNAP * rounding(&[from, to]));
        let [min, max] = [from.min(to) - slack, from.max(to) + slack].map(|corner| at_height(corner, 0.0));
        Bounds { min, max }
    }

    fn compare(
        &mut self,
        one: Part,
        other: Part,
        insertions: &mut Insertions,
        steps: &mut usize,
    ) -> Option<()> {
        let mut is_touched = false;
        for (part, ends) in [(one, other.ends()), (other, one.ends())] {
            for end in ends {
                if !part.ends().contains(&end) && is_on(&self.segment(part), self.nodes[end]) {
                    insertions.entry(part.key()).or_default().insert(end);
                    is_touched = true;
                }
            }
        }
        let [segment, across] = [one, other].map(|part| self.segment(part));
        if is_touched || !segments_cross(&segment, &across) {
            return Some(());
        }
        let at = self.near(crossing(&segment, &across), steps)?;
        for part in [one, other] {
            if !part.ends().contains(&at) {
                insertions.entry(part.key()).or_default().insert(at);
            }
        }
        Some(())
    }

    /// Returns the nearest node at a position, up to rounding, or a new one.
    ///
    /// Takes at most three steps for each different first coordinate of nodes beside the position.
    fn near(&mut self, at: Vec2, steps: &mut usize) -> Option<usize> {
        let reach = SNAP * rounding(&[at]);
        let limit = f64::from(reach) * f64::from(reach);
        let [least, most] = [at - reach, at + reach].map(ordered);
        let mut nearest = (limit, None);
        let mut from = (least, 0);
        while let Some(&([x, y], node)) = self.by_place.range(from..).next() {
            if x > most[0] {
                break;
            }
            from = match y {
                y if y < least[1] => ([x, least[1]], 0),
                y if y > most[1] => ([x + 1, least[1]], 0),
                _ => ([x, y], node + 1),
            };
            take(steps, 1)?;
            let distance = self.nodes[node].as_dvec2().distance_squared(at.as_dvec2());
            // Of equal ones, the first.
            if distance < nearest.0 || distance == nearest.0 && nearest.1.is_none_or(|first| node < first) {
                nearest = (distance, Some(node));
            }
        }
        Some(nearest.1.unwrap_or_else(|| self.add(at)))
    }

    /// Inserts nodes into the paths.
    fn insert(&mut self, insertions: Insertions) {
        // From the last one, so that the positions of the others stay.
        for ((side, place), nodes) in insertions.into_iter().rev() {
            let path = &mut self.paths[side];
            let [from, to] = [path[place], path[place + 1]].map(|end| self.nodes[end].as_dvec2());
            let along = |node: usize| (self.nodes[node].as_dvec2() - from).dot(to - from);
            let mut nodes: Vec<usize> = nodes.into_iter().collect();
            nodes.sort_by(|&a, &b| along(a).total_cmp(&along(b)));
            let after = place + 1;
            path.splice(after..after, nodes);
        }
    }
}

/// Returns numbers with the order of finite coordinates.
fn ordered(at: Vec2) -> [i32; 2] {
    at.to_array().map(|coordinate| {
        // The sum turns a negative zero into a positive one.
        let bits = (coordinate + 0.0).to_bits() as i32;
        if bits < 0 { i32::MIN ^ !bits } else { bits }
    })
}

/// Whether a point lies on a segment, up to rounding, and not at or beyond its ends.
fn is_on(segment: &Segment, point: Vec2) -> bool {
    let at = point.as_dvec2();
    let [from, to] = from_nearest(segment, at);
    let (along, arm) = (to - from, at - from);
    let (ahead, length) = (arm.dot(along), along.length());
    let reach = f64::from(SNAP * rounding(&[point]));
    ahead > 0.0 && ahead < length * length && along.perp_dot(arm).abs() <= reach * length
}

/// Returns the ends of a segment, the one nearer to a point first.
///
/// Differences from that end are more precise.
fn from_nearest(segment: &Segment, at: DVec2) -> [DVec2; 2] {
    let [from, to] = [segment.from, segment.to].map(Vec2::as_dvec2);
    if at.distance_squared(from) <= at.distance_squared(to) { [from, to] } else { [to, from] }
}

/// Returns the point at which two segments cross, rounded.
///
/// Keeps a coordinate that is constant along one of them.
pub(crate) fn crossing(one: &Segment, other: &Segment) -> Vec2 {
    let mut at = one.from.as_dvec2();
    // The second time, differences from the ends next to the crossing are precise.
    for _ in 0..2 {
        let ([from, to], [start, end]) = (from_nearest(one, at), from_nearest(other, at));
        let (along, across) = (to - from, end - start);
        let t = (start - from).perp_dot(across) / along.perp_dot(across);
        at = from + along * t.clamp(0.0, 1.0);
    }
    let mut at = at.as_vec2();
    for axis in [0, 1] {
        for segment in [one, other] {
            if segment.from[axis] == segment.to[axis] {
                at[axis] = segment.from[axis];
            }
        }
    }
    at
}
