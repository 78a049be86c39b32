//! Polygons as rings of points, counter-clockwise seen from above.

use std::borrow::Cow;

use glam::{DVec2, DVec3, Vec2, Vec3};
use smallvec::SmallVec;

use super::{Segment, Turn, doubled_area, ground, segments_touch, turn};

/// Shape of a ring on the ground, from valid to degenerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Counter-clockwise, and every corner turns left or is straight.
    Convex,
    /// Counter-clockwise and simple, with a corner that turns right.
    Concave,
    /// Clockwise: seen from below, or inside out.
    InsideOut,
    /// Two of its sides cross or touch, or its winding number exceeds 1.
    SelfCrossing,
    /// It encloses no area.
    Flat,
}

/// Returns the shape of a ring; exact.
///
/// Linear for rings that turn only one way; otherwise as [`crossing_sides`]. Consecutive duplicate points count once.
/// A ring classified as concave or inside out is simple.
pub fn shape(ring: &[Vec2]) -> Shape {
    match convex_winding(ring) {
        1 => return Shape::Convex,
        -1 => return Shape::InsideOut,
        _ => {}
    }
    let ring = without_repeats(ring);
    match turns(&ring) {
        (false, false) => Shape::Flat,
        _ if crossing_sides(&ring).is_some() => Shape::SelfCrossing,
        _ if winds_left(&ring) => Shape::Concave,
        _ => Shape::InsideOut,
    }
}

/// Returns the winding of a convex ring; linear.
///
/// The result is 1 for counter-clockwise, -1 for clockwise and 0 for a ring that is not convex. Corners may be
/// straight. Consecutive duplicate points count once.
pub fn convex_winding(ring: &[Vec2]) -> i8 {
    if let &[a, b, c] = ring {
        let area = doubled_area(a, b, c);
        return i8::from(area > 0.0) - i8::from(area < 0.0);
    }
    let ring = without_repeats(ring);
    match turns(&ring) {
        (true, false) if winds_once(&ring) => 1,
        (false, true) if winds_once(&ring) => -1,
        _ => 0,
    }
}

/// Returns whether any corner of a ring turns left, and whether any turns right.
fn turns(ring: &[Vec2]) -> (bool, bool) {
    let (mut left, mut right) = (false, false);
    for [a, b, c] in corners(ring) {
        match turn(a, b, c) {
            Turn::Left => left = true,
            Turn::Right => right = true,
            Turn::Straight => {}
        }
        if left && right {
            break;
        }
    }
    (left, right)
}

fn without_repeats(ring: &[Vec2]) -> Cow<'_, [Vec2]> {
    if sides(ring).all(|s| s.from != s.to) {
        return ring.into();
    }
    sides(ring).filter(|s| s.from != s.to).map(|s| s.from).collect()
}

/// Whether a simple ring is counter-clockwise; exact.
///
/// The turn at the leftmost corner decides, because no other side can enclose that corner.
fn winds_left(ring: &[Vec2]) -> bool {
    // The sum turns a negative zero, which would come first, into a positive one.
    let order = |a: f32, b: f32| (a + 0.0).total_cmp(&(b + 0.0));
    let leftmost = corners(ring).min_by(|[_, a, _], [_, b, _]| order(a.x, b.x).then(order(a.y, b.y)));
    leftmost.is_some_and(|[a, b, c]| turn(a, b, c) == Turn::Left)
}

/// Whether a ring is clockwise; exact and linear.
///
/// The turns at its leftmost corner decide. A ring that is not simple may have both windings; it is not clockwise if
/// these turns differ. The reverse of a clockwise ring never is.
pub fn is_clockwise(ring: &[Vec2]) -> bool {
    let ring = without_repeats(ring);
    let leftmost = ring.iter().copied().reduce(|a, b| if (b.x, b.y) < (a.x, a.y) { b } else { a });
    let turns =
        corners(&ring).filter(|[_, corner, _]| Some(*corner) == leftmost).map(|[a, b, c]| turn(a, b, c));
    let (mut has_left, mut has_right) = (false, false);
    for turn in turns {
        has_left |= turn == Turn::Left;
        has_right |= turn == Turn::Right;
    }
    has_right && !has_left
}

/// Whether a ring is counter-clockwise and convex, collinear corners allowed. Linear.
pub fn is_convex(ring: &[Vec2]) -> bool {
    convex_winding(ring) > 0
}

/// Maximum number of corners for which quadratic work is acceptable.
const FEW: usize = 64;

/// Whether a ring is counter-clockwise and convex, except for reflex corners within f32 rounding.
///
/// A point placed on a slanted edge rarely lies on it exactly. Use this check for rings built by splitting edges.
/// Linear.
pub fn is_convex_but_for_rounding(ring: &[Vec2]) -> bool {
    // A corner that turns left by a rounding can hide that the one beside it is straight too, so both go then.
    is_convex(ring)
        || is_convex_without(ring, |off_line| off_line <= 0.0)
        || is_convex_without(ring, |_| true)
}

/// Whether a ring is convex without chosen corners that are straight up to rounding.
///
/// The choice gets the distance from the line between the neighbours, positive where the ring turns left.
fn is_convex_without(ring: &[Vec2], is_chosen: impl Fn(f64) -> bool) -> bool {
    let is_straight = |path: [Vec2; 3]| {
        off_straight_line(path)
            .is_some_and(|off_line| is_chosen(off_line) && off_line.abs() <= f64::from(rounding(&path)))
    };
    let mut kept: Vec<Vec2> = ring.to_vec();
    // Quadratic: removes one corner at a time, but only for few corners.
    while kept.len() <= FEW && !is_convex(&kept) {
        let Some(straight) = corners(&kept).position(is_straight) else { return false };
        kept.remove(straight);
    }
    // The second round checks the corners next to the position at which the first round began.
    let rounds = if kept.len() > FEW { 2 } else { 0 };
    for _ in 0..rounds {
        let mut next: Vec<Vec2> = Vec::with_capacity(kept.len());
        for corner in kept {
            while let [.., before, last] = next[..]
                && is_straight([before, last, corner])
            {
                next.pop();
            }
            next.push(corner);
        }
        let half = next.len() / 2;
        next.rotate_left(half);
        kept = next;
    }
    is_convex(&kept)
}

/// Returns the distance of the middle point from the line between the others.
///
/// It is positive where the path turns left, and `None` where it turns back.
fn off_straight_line([a, b, c]: [Vec2; 3]) -> Option<f64> {
    let goes_on = (b - a).as_dvec2().dot((c - b).as_dvec2()) > 0.0;
    goes_on.then(|| doubled_area(a, b, c) / (c - a).as_dvec2().length())
}

/// Returns a bound of the rounding error of a point computed from these points, in metres.
///
/// The bound allows for a few roundings of f32.
pub fn rounding(points: &[Vec2]) -> f32 {
    4.0 * f32::EPSILON * points.iter().fold(0.0, |largest: f32, point| largest.max(point.abs().max_element()))
}

/// Whether a point lies strictly between two others on their line in space, up to rounding.
pub fn lies_between(at: Vec3, [from, to]: [Vec3; 2]) -> bool {
    let (along, arm) = ((to - from).as_dvec3(), (at - from).as_dvec3());
    let t = arm.dot(along) / along.length_squared();
    let height = from.y.abs().max(at.y.abs()).max(to.y.abs());
    let slack = rounding(&[ground(from), ground(at), ground(to)]).max(4.0 * f32::EPSILON * height);
    t > 0.0 && t < 1.0 && arm.distance(along * t) <= f64::from(slack)
}

/// Whether the winding number of a ring that always turns left, or always right, is 1.
///
/// Such a ring may wind twice, as a pentagram does. It then changes between up and down in the view more than twice.
fn winds_once(ring: &[Vec2]) -> bool {
    let mut directions = sides(ring).map(|s| s.to.y < s.from.y || (s.to.y == s.from.y && s.to.x > s.from.x));
    let Some(first) = directions.next() else { return false };
    let (last, changes) =
        directions.fold((first, 0), |(previous, n), next| (next, n + usize::from(previous != next)));
    changes + usize::from(last != first) <= 2
}

/// Maximum number of compared pairs of sides of a ring, in addition to a few per side.
const MOST_COMPARED: usize = 4_000_000;

/// Returns the first two sides, by number, that share a point illegally; `None` for a simple ring.
///
/// Exact. Sides of zero length are skipped. Takes about n log n time if sides are short relative to the ring. In a
/// ring of thousands of sides that run beside each other, not all pairs are compared.
pub fn crossing_sides(ring: &[Vec2]) -> Option<[usize; 2]> {
    let real: Vec<usize> = (0..ring.len()).filter(|&i| ring[i] != ring[(i + 1) % ring.len()]).collect();
    let n = real.len();
    let range = |i: usize| {
        let Segment { from, to } = side(ring, real[i]);
        (from.min(to), from.max(to), i)
    };
    let offends = |i: usize, j: usize| {
        let (one, other) = (side(ring, real[i]), side(ring, real[j]));
        if j == i + 1 {
            folds_back(one, other)
        } else if i == 0 && j == n - 1 {
            folds_back(other, one)
        } else {
            segments_touch(&one, &other)
        }
    };
    // Fewer pairs are compared along the axis on which the sides are shorter.
    let axis = usize::from(overlap_along(ring, 1) < overlap_along(ring, 0));
    let mut boxes: Vec<(Vec2, Vec2, usize)> = (0..n).map(range).collect();
    boxes.sort_by(|(one, _, _), (other, _, _)| one[axis].total_cmp(&other[axis]));
    let (mut first, mut left) = (None, MOST_COMPARED + 16 * n);
    for (nth, &(low, high, one)) in boxes.iter().enumerate() {
        for &(other_low, other_high, other) in
            boxes[nth + 1..].iter().take_while(|it| it.0[axis] <= high[axis])
        {
            left -= 1;
            if left == 0 {
                return first.map(|(j, i)| [real[i], real[j]]);
            }
            if other_low[1 - axis] > high[1 - axis] || low[1 - axis] > other_high[1 - axis] {
                continue;
            }
            let (i, j) = (one.min(other), one.max(other));
            if first.is_none_or(|found| (j, i) < found) && offends(i, j) {
                first = Some((j, i));
            }
        }
    }
    first.map(|(j, i)| [real[i], real[j]])
}

/// Returns the approximate number of pairs of sides that [`crossing_sides`] compares.
pub fn compared_sides(ring: &[Vec2]) -> usize {
    let least = overlap_along(ring, 0).min(overlap_along(ring, 1));
    // Half of the pairs come from either side.
    ((least * ring.len() as f32 * 0.5) as usize).min(MOST_COMPARED)
}

/// Returns the length of the sides along an axis relative to the extent of the ring.
fn overlap_along(ring: &[Vec2], axis: usize) -> f32 {
    let values = || ring.iter().map(|point| point[axis]);
    let extent = values().fold(f32::MIN, f32::max) - values().fold(f32::MAX, f32::min);
    let lengths: f32 = sides(ring).map(|side| (side.to[axis] - side.from[axis]).abs()).sum();
    if extent > 0.0 { lengths / extent } else { ring.len() as f32 }
}

/// Whether the second of two consecutive sides overlaps the first.
fn folds_back(one: Segment, next: Segment) -> bool {
    let (back, on) = (one.from - one.to, next.to - next.from);
    let goes_back = |back: f32, on: f32| back != 0.0 && on != 0.0 && (back > 0.0) == (on > 0.0);
    turn(one.from, one.to, next.to) == Turn::Straight && (goes_back(back.x, on.x) || goes_back(back.y, on.y))
}

fn side(ring: &[Vec2], i: usize) -> Segment {
    Segment::new(ring[i], ring[(i + 1) % ring.len()])
}

fn sides(ring: &[Vec2]) -> impl Iterator<Item = Segment> + '_ {
    (0..ring.len()).map(|i| side(ring, i))
}

fn corners(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 3]> + '_ {
    let n = ring.len();
    (0..n).map(move |i| [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]])
}

/// Returns the signed area on the ground in m²; negative if the ring is clockwise.
///
/// Not exact; use [`shape`] for the orientation.
pub fn ground_area(ring: &[Vec2]) -> f64 {
    let Some(origin) = ring.first().map(|p| p.as_dvec2()) else { return 0.0 };
    let pairs = ring[1..].iter().zip(ring.iter().skip(2));
    // Z points down in the view, so the cross product of a counter-clockwise ring is negative.
    -0.5 * pairs.map(|(a, b)| (a.as_dvec2() - origin).perp_dot(b.as_dvec2() - origin)).sum::<f64>()
}

/// Returns the area of a ring of any direction, in m².
pub fn area(ring: &[DVec2]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    let doubled: f64 = ring.windows(2).map(|pair| (pair[0] - origin).perp_dot(pair[1] - origin)).sum();
    doubled.abs() / 2.0
}

/// Whether a point lies in a convex counter-clockwise ring, its boundary included; exact.
pub fn contains(ring: &[Vec2], point: Vec2) -> bool {
    sides(ring).all(|s| turn(s.from, s.to, point) != Turn::Right)
}

/// Whether a point lies in any ring, even an invalid one, or on its boundary; exact.
///
/// A point lies in the ring if its winding number is not 0.
pub fn covers(ring: &[Vec2], point: Vec2) -> bool {
    let mut winding = 0;
    for side in sides(ring) {
        let turn = turn(side.from, side.to, point);
        let (low, high) = (side.from.min(side.to), side.from.max(side.to));
        if turn == Turn::Straight && point.cmpge(low).all() && point.cmple(high).all() {
            return true;
        }
        match (side.from.y <= point.y, side.to.y <= point.y) {
            (true, false) if turn == Turn::Left => winding += 1,
            (false, true) if turn == Turn::Right => winding -= 1,
            _ => {}
        }
    }
    winding != 0
}

/// Returns the mean of the corners; the origin for an empty ring.
pub fn centroid(ring: &[Vec3]) -> Vec3 {
    let sum: DVec3 = ring.iter().map(|p| p.as_dvec3()).sum();
    (sum / ring.len().max(1) as f64).as_vec3()
}

/// Returns the vector area by Newell's method, in m²: the normal, as long as the area.
///
/// It points upwards for a ring that is counter-clockwise from above. The vectors of a closed surface add up to zero.
pub fn area_vector(ring: &[Vec3]) -> DVec3 {
    let Some(origin) = ring.first().map(|at| at.as_dvec3()) else { return DVec3::ZERO };
    let cross = |pair: &[Vec3]| (pair[0].as_dvec3() - origin).cross(pair[1].as_dvec3() - origin);
    ring.windows(2).map(cross).sum::<DVec3>() / 2.0
}

/// Returns the unit normal, upwards for a counter-clockwise ring; `None` if the ring has no area.
pub fn normal(ring: &[Vec3]) -> Option<Vec3> {
    area_vector(ring).try_normalize().map(DVec3::as_vec3)
}

/// Returns the area of a ring in space, in m².
pub fn surface_area(ring: &[Vec3]) -> f64 {
    area_vector(ring).length()
}

/// Returns the angle of a ring from level, in radians; over π/2 if it faces down, 0 without a normal.
pub fn slope(ring: &[Vec3]) -> f32 {
    normal(ring).map_or(0.0, |up| f32::hypot(up.x, up.z).atan2(up.y))
}

/// Whether the interiors of two convex counter-clockwise rings share a point; exact.
///
/// Two convex polygons are disjoint exactly if a side of one of them separates them.
pub fn interiors_overlap(one: &[Vec2], other: &[Vec2]) -> bool {
    let separates = |a: &[Vec2], b: &[Vec2]| {
        sides(a).filter(|s| s.from != s.to).any(|s| b.iter().all(|&p| turn(s.from, s.to, p) != Turn::Left))
    };
    !separates(one, other) && !separates(other, one)
}

/// Returns the intersection of two convex counter-clockwise rings.
///
/// An empty intersection yields fewer than three points. Not exact: the corners are rounded to f64. Clips one ring by
/// each side of the other (Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974).
pub fn intersection(one: &[Vec2], other: &[Vec2]) -> SmallVec<[DVec2; 16]> {
    let mut left: SmallVec<[DVec2; 16]> = one.iter().map(|p| p.as_dvec2()).collect();
    for side in sides(other) {
        left = cut(&left, side.from.as_dvec2(), side.to.as_dvec2());
    }
    left
}

/// Returns the part of a ring to the left of a line.
fn cut(ring: &[DVec2], from: DVec2, to: DVec2) -> SmallVec<[DVec2; 16]> {
    // Z points down in the view, so left is where the cross product is negative.
    clip(ring, |p| -(to - from).perp_dot(p - from))
}

/// Returns the part of a convex ring where a linear function is not negative.
pub fn clip(ring: &[DVec2], value: impl Fn(DVec2) -> f64) -> SmallVec<[DVec2; 16]> {
    let mut kept = SmallVec::new();
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (at_a, at_b) = (value(a), value(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            kept.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    kept
}
