//! Division of rings that visit a place twice.
//!
//! Such a ring surrounds a hole and returns to itself, or touches itself.

use super::clusters::Clusters;
use super::sets::KnownPlaces;
use super::{Soup, WeldOptions};
use crate::geometry::{Noded, Vec2, Vec3, noded, normal, sides};
use crate::navmesh::{AreaId, Cell};
use crate::triangulation::Faces;

/// Maximum number of steps of all divisions: at least, and for each corner.
const LEAST_STEPS: usize = 4_000_000;
const STEPS_PER_CORNER: usize = 2_000;

/// Returns a soup in which convex pieces replace the polygons that are not convex.
pub(super) fn convex(soup: &Soup) -> Soup {
    let is_concave = |corners: &[u32]| soup.finite_ring(corners).is_some_and(|ring| !is_convex(&ring));
    let polygons = (0..).zip(soup.polygons()).filter(|(_, (corners, _))| is_concave(corners));
    let polygons: Vec<u32> = polygons.map(|(index, _)| index).collect();
    if polygons.is_empty() {
        return soup.clone();
    }
    let options = WeldOptions { distance: 0.0, max_slope: None };
    let (clusters, _) = Clusters::of(soup, &options);
    divided(soup, clusters.known(), &polygons)
}

/// Whether a ring turns around once, and only to one side.
fn is_convex(ring: &[Vec3]) -> bool {
    if ring.len() <= 3 {
        return true;
    }
    let Some(up) = normal(ring) else { return false };
    let at = |i: usize| ring[i % ring.len()];
    let is_left = |[a, b, c]: [Vec3; 3]| (b - a).cross(c - b).dot(up) >= 0.0;
    // A ring that turns around twice has a triangle to the right in its fan.
    (0..ring.len()).all(|i| is_left([at(i), at(i + 1), at(i + 2)]) && is_left([at(0), at(i), at(i + 1)]))
}

/// Returns a soup in which convex pieces replace polygons, given by their indices in increasing order.
///
/// A polygon stays as it is if it has no area, or if its division takes too many steps.
pub(super) fn divided(soup: &Soup, known: KnownPlaces<'_>, polygons: &[u32]) -> Soup {
    let mut divided = Soup { positions: soup.positions.clone(), ..Soup::default() };
    let corners_of = |index: u32| soup.polygons_in(index as usize..index as usize + 1).map(|it| it.0.len());
    let corners: usize = polygons.iter().flat_map(|&index| corners_of(index)).sum();
    let mut steps = LEAST_STEPS + STEPS_PER_CORNER * corners;
    let mut next = polygons.iter().peekable();
    for (index, (corners, area)) in (0..).zip(soup.polygons()) {
        let is_repeated = next.next_if(|&&next| next == index).is_some();
        if !is_repeated || divide(&mut divided, known, (corners, area), &mut steps).is_none() {
            divided.push(corners, area);
        }
    }
    divided
}

/// Adds the convex pieces of a polygon to a soup; `None` if it has none, or if it takes too many steps.
fn divide(
    soup: &mut Soup,
    known: KnownPlaces<'_>,
    (corners, area): (&[u32], AreaId),
    steps: &mut usize,
) -> Option<()> {
    let mut corners = corners.to_vec();
    corners.dedup_by_key(|corner| known.of_position(*corner));
    while corners.len() > 1 && known.of_position(corners[0]) == known.of_position(corners[corners.len() - 1])
    {
        corners.pop();
    }
    let places: Option<Vec<Vec3>> =
        corners.iter().map(|&corner| Some(known.at(known.of_position(corner)?).into())).collect();
    let places = places?;
    let flat = projection(&places);
    let ring: Vec<Vec2> = places.iter().map(|&at| flat(at)).collect();
    let noded = noded(sides(&ring), steps)?;
    let faces = Faces::of_paths(&noded)?;
    let of_winding = |is_chosen: fn(i32) -> bool| faces.pieces(is_chosen, Cell::MOST_CORNERS);
    let reversed = of_winding(|winding| winding < 0).into_iter().map(|piece| (true, piece));
    let pieces = of_winding(|winding| winding > 0).into_iter().map(|piece| (false, piece));
    let pieces: Vec<(bool, Vec<usize>)> = pieces.chain(reversed).collect();
    let positions = positions_of_nodes(soup, &noded, &corners, &places, flat);
    for (is_reversed, piece) in &pieces {
        let mut ring: Vec<u32> = piece.iter().filter_map(|&node| positions[node]).collect();
        if *is_reversed {
            ring.reverse();
        }
        soup.push(&ring, area);
    }
    (!pieces.is_empty()).then_some(())
}

/// Returns the position of each node: a corner, or a new position where sides cross.
fn positions_of_nodes(
    soup: &mut Soup,
    noded: &Noded,
    corners: &[u32],
    places: &[Vec3],
    flat: fn(Vec3) -> Vec2,
) -> Vec<Option<u32>> {
    let mut positions = vec![None; noded.nodes.len()];
    for (path, &corner) in noded.paths.iter().zip(corners) {
        positions[path[0]].get_or_insert(corner);
    }
    for (side, path) in noded.paths.iter().enumerate() {
        let [from, to] = [places[side], places[(side + 1) % places.len()]];
        let along = (flat(to) - flat(from)).as_dvec2();
        for &node in path {
            let at = (noded.nodes[node] - flat(from)).as_dvec2();
            positions[node].get_or_insert_with(|| {
                let share = at.dot(along) / along.length_squared();
                soup.positions.push(from.as_dvec3().lerp(to.as_dvec3(), share).as_vec3());
                soup.positions.len() as u32 - 1
            });
        }
    }
    positions
}

/// Returns the projection of a ring onto a plane of two axes in which it has most area.
fn projection(ring: &[Vec3]) -> fn(Vec3) -> Vec2 {
    // The parts of a ring that crosses itself can cancel each other. Then its least extent is across it.
    let extent = || {
        let (low, high) =
            ring.iter().fold((ring[0], ring[0]), |(low, high), &at| (low.min(at), high.max(at)));
        (high - low).recip()
    };
    let across = normal(ring).unwrap_or_else(extent).abs();
    if across.y >= across.x && across.y >= across.z {
        crate::geometry::ground
    } else if across.z >= across.x {
        Vec3::truncate
    } else {
        |at| Vec2::new(at.y, at.z)
    }
}
