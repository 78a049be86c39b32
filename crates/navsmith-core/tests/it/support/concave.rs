//! Grounds of mostly concave cells, made by randomly joining triangles of a grid.
//!
//! Each ground contains the triangles for comparison.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::grounds::{Ground, WIDTH};

/// A ground as triangles and as simple cells of any shape, some of them clockwise.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    pub(crate) triangles: Ground,
    pub(crate) cells: Ground,
    /// Cell of each triangle.
    pub(crate) cell_of: Vec<usize>,
}

const ACROSS: usize = WIDTH + 1;

/// Joins triangles over shared sides in a random order.
///
/// Every corner of a ring occurs only once, and a ring has at most `most` corners.
fn join(places: Vec<[f32; 2]>, triangles: Vec<Vec<u32>>, order: &[u16], most: usize) -> Joined {
    let mut rings: Vec<Option<Vec<u32>>> = triangles.iter().cloned().map(Some).collect();
    let mut cell_of: Vec<usize> = (0..triangles.len()).collect();
    let sides =
        |ring: &[u32]| (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect::<Vec<_>>();
    let by_side: BTreeMap<(u32, u32), usize> = triangles
        .iter()
        .enumerate()
        .flat_map(|(i, ring)| sides(ring).into_iter().map(move |side| (side, i)))
        .collect();
    let mut shared: Vec<_> =
        by_side.keys().copied().filter(|&(a, b)| a < b && by_side.contains_key(&(b, a))).collect();
    shared.sort_by_key(|&(a, _)| order.get(a as usize % order.len().max(1)).copied());
    for (a, b) in shared {
        let [one, other] = [by_side[&(a, b)], by_side[&(b, a)]].map(|triangle| cell_of[triangle]);
        let (Some(mut first), Some(mut second)) = (rings[one].clone(), rings[other].clone()) else {
            continue;
        };
        if one == other || first.len() + second.len() > most {
            continue;
        }
        // The joined ring runs from b around to a, then from a around to b.
        let turned = |ring: &mut Vec<u32>, from: u32| {
            let at = ring.iter().position(|&v| v == from).expect("a corner of the ring");
            ring.rotate_left(at);
        };
        turned(&mut first, b);
        turned(&mut second, a);
        first.extend(&second[1..second.len() - 1]);
        let mut distinct = first.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() == first.len() {
            rings[one] = Some(first);
            rings[other] = None;
            cell_of.iter_mut().filter(|cell| **cell == other).for_each(|cell| *cell = one);
        }
    }
    let kept: Vec<usize> = (0..rings.len()).filter(|&i| rings[i].is_some()).collect();
    let cell_of = cell_of.iter().map(|cell| kept.binary_search(cell).expect("a ring that is kept")).collect();
    let cells = Ground { places: places.clone(), rings: rings.into_iter().flatten().collect() };
    Joined { triangles: Ground { places, rings: triangles }, cells, cell_of }
}

/// Generates grounds whose vertices lie on a raster of 1/64 m.
///
/// A third of the grounds have no displaced vertices.
pub(crate) fn joined() -> impl Strategy<Value = Joined> {
    let pushes = prop::collection::vec([-15i8..=15, -15..=15], ACROSS * ACROSS);
    let holes = prop::collection::vec(prop::bool::weighted(0.2), WIDTH * WIDTH * 2);
    let order = prop::collection::vec(any::<u16>(), 1..ACROSS * ACROSS);
    (pushes, holes, order, 0..3u8, 4..30usize).prop_map(|(pushes, holes, order, pushed, most)| {
        let share = if pushed == 0 { 0.0 } else { 1.0 / 64.0 };
        let place = |(i, push): (usize, &[i8; 2])| {
            let [x, z] = push.map(|by| f32::from(by) * share);
            [(i % ACROSS) as f32 + x, (i / ACROSS) as f32 + z]
        };
        let places = pushes.iter().enumerate().map(place).collect();
        let triangles = holes.iter().enumerate().filter(|(_, is_hole)| !**is_hole).map(|(i, _)| {
            let corner = i / 2 / WIDTH * ACROSS + i / 2 % WIDTH;
            let [a, b, c, d] = [corner, corner + ACROSS, corner + ACROSS + 1, corner + 1].map(|v| v as u32);
            if i % 2 == 0 { vec![a, b, c] } else { vec![a, c, d] }
        });
        join(places, triangles.collect(), &order, most)
    })
}
