//! The union of polygons, as outlines.

use std::collections::{BTreeMap, BTreeSet};

use super::{Arrangement, Vec2};

/// Returns the outlines of the union of counter-clockwise polygons.
///
/// They are simple rings, and those of holes are clockwise. Nodes where sides cross are rounded. `None` if it takes more steps than are left.
pub fn union(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Vec<Vec<Vec2>>> {
    let arrangement = Arrangement::of(&connected(polygons), steps)?;
    let mut border: BTreeSet<[usize; 2]> = BTreeSet::new();
    for face in arrangement.faces.iter().filter(|face| face.winding > 0) {
        let next = face.nodes.iter().skip(1).chain(face.nodes.first());
        for (&from, &to) in face.nodes.iter().zip(next) {
            // A side of two faces lies inside of the union.
            if !border.remove(&[to, from]) {
                border.insert([from, to]);
            }
        }
    }
    let outlines = rings(&border).into_iter();
    Some(outlines.map(|ring| ring.into_iter().map(|node| arrangement.nodes[node]).collect()).collect())
}

/// Returns one ring around all polygons; it runs from each to the next, and back over the same points.
fn connected(polygons: &[Vec<Vec2>]) -> Vec<Vec2> {
    let starts = || polygons.iter().filter_map(|polygon| polygon.first());
    let around = polygons.iter().flat_map(|polygon| polygon.iter().chain(polygon.first()));
    around.chain(starts().rev().skip(1)).copied().collect()
}

/// Returns the rings without repeated nodes that directed sides form.
fn rings(sides: &BTreeSet<[usize; 2]>) -> Vec<Vec<usize>> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &[from, to] in sides {
        next.entry(from).or_default().push(to);
    }
    let (mut rings, starts) = (Vec::new(), next.keys().copied().collect::<Vec<_>>());
    for start in starts {
        let (mut walk, mut places) = (vec![start], BTreeMap::from([(start, 0)]));
        while let Some(to) = walk.last().and_then(|at| next.get_mut(at)?.pop()) {
            if let Some(&place) = places.get(&to) {
                let ring = walk.split_off(place);
                for node in &ring {
                    places.remove(node);
                }
                rings.push(ring);
            }
            places.insert(to, walk.len());
            walk.push(to);
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{SplitMix64, covers, ground_area};

    fn square(x: f32, z: f32, size: f32) -> Vec<Vec2> {
        [[0.0, 0.0], [0.0, size], [size, size], [size, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
    }

    fn areas(polygons: &[Vec<Vec2>]) -> Vec<f64> {
        let outlines = union(polygons, &mut 1_000_000).expect("few steps");
        let mut areas: Vec<f64> = outlines.iter().map(|ring| ground_area(ring)).collect();
        areas.sort_by(f64::total_cmp);
        areas
    }

    #[test]
    fn polygons_that_overlap_have_one_outline_and_holes_run_clockwise() {
        assert_eq!(areas(&[square(0., 0., 2.), square(1., 1., 2.)]), [7.0]);
        assert_eq!(areas(&[square(0., 0., 2.), square(5., 0., 1.)]), [1.0, 4.0], "apart");
        assert_eq!(areas(&[square(0., 0., 2.), square(0., 0., 2.)]), [4.0], "the same twice");
        assert_eq!(areas(&[square(0., 0., 2.), square(2., 0., 2.)]), [8.0], "a common side");
        assert_eq!(areas(&[square(0., 0., 1.), square(1., 1., 1.)]), [1.0, 1.0], "a common corner");
        let bar = |x: f32, z: f32, w: f32, h: f32| -> Vec<Vec2> {
            [[0.0, 0.0], [0.0, h], [w, h], [w, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
        };
        let frame = [bar(0., 0., 6., 1.), bar(0., 5., 6., 1.), bar(0., 0., 1., 6.), bar(5., 0., 1., 6.)];
        assert_eq!(areas(&frame), [-16.0, 36.0]);
        assert_eq!(union(&[], &mut 10), Some(Vec::new()), "nothing");
    }

    #[test]
    fn a_point_is_in_the_union_exactly_if_a_polygon_covers_it() {
        let mut chance = SplitMix64(11);
        let mut number = |scale: f64| (chance.unit() * scale) as f32;
        for _ in 0..100 {
            let squares: Vec<_> =
                (0..8).map(|_| square(number(8.0), number(8.0), 0.5 + number(3.0))).collect();
            let outlines = union(&squares, &mut 1_000_000).expect("few steps");
            for _ in 0..50 {
                let at = Vec2::new(number(12.0), number(12.0));
                let winding: i32 = outlines
                    .iter()
                    .filter(|ring| covers(ring, at))
                    .map(|ring| if ground_area(ring) > 0.0 { 1 } else { -1 })
                    .sum();
                assert_eq!(winding, i32::from(squares.iter().any(|square| covers(square, at))), "{at}");
            }
        }
    }
}
