//! Polygons of the grid as cells of a mesh.

use std::collections::HashMap;

use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_core::graph::union_find::{join, root};
use navsmith_core::navmesh::{Cell, NavMesh, VertexId};

use crate::details::CellPolygon;
use crate::grid::{doubled_area, place_of};
use crate::polygons::{Polygon, Vertices};
use crate::settings::GenerationSettings;
use crate::source::area_id;

/// Returns the mesh of polygons in a grid, and the polygon of each cell.
///
/// The lowest corner of the grid is at `low`. Polygons without area are left out.
///
/// # Errors
/// If a polygon has a corner twice; the reason is a clause.
pub(crate) fn mesh_of<'a>(
    polygons: &'a [Polygon],
    vertices: &Vertices,
    low: Vec3,
    settings: &GenerationSettings,
) -> Result<(NavMesh, Vec<CellPolygon<'a>>), String> {
    let voxel = [settings.cell_size(), settings.cell_height()];
    let places: Vec<Vec3> = vertices.places.iter().map(|&at| place_of(low, voxel, at)).collect();
    let (mut numbers, mut corners) = (vec![None; places.len()], Vec::new());
    let (mut cells, mut of_cells) = (Vec::new(), Vec::new());
    for polygon in polygons {
        let mut ring: Vec<usize> = polygon.ring.iter().map(|&at| at as usize).collect();
        let area_of = ground_area(&ring.iter().map(|&at| ground(places[at])).collect::<Vec<_>>());
        if area_of == 0.0 {
            continue;
        }
        if area_of < 0.0 {
            ring.reverse();
        }
        of_cells.push(CellPolygon { polygon, corners: ring.iter().map(|&at| at as u32).collect() });
        let ring = ring.into_iter().map(|at| {
            *numbers[at].get_or_insert_with(|| {
                corners.push(places[at]);
                VertexId(corners.len() as u32 - 1)
            })
        });
        cells.push(Cell::new(ring.collect::<Vec<_>>(), area_id(polygon.area)));
    }
    Ok((NavMesh::from_parts(corners, cells)?, of_cells))
}

/// Removes islands that are smaller than a number of columns and have a corner at a seam.
///
/// The stages of a tile keep small ground at its border, because it can continue in the next tile.
pub(crate) fn remove_small_islands(
    polygons: &mut Vec<Polygon>,
    vertices: &Vertices,
    least: u64,
    is_at_seam: impl Fn([i32; 3]) -> bool,
) {
    let mut parents: Vec<u32> = (0..polygons.len() as u32).collect();
    let mut at_edge: HashMap<[u32; 2], u32> = HashMap::new();
    for (number, polygon) in (0..).zip(polygons.iter()) {
        for (nth, &a) in polygon.ring.iter().enumerate() {
            let b = polygon.ring[(nth + 1) % polygon.ring.len()];
            let other = *at_edge.entry([a.min(b), a.max(b)]).or_insert(number);
            join(&mut parents, number, other);
        }
    }
    let mut islands = vec![(0, false); polygons.len()];
    for (number, polygon) in (0..).zip(polygons.iter()) {
        let places: Vec<[i32; 3]> = polygon.ring.iter().map(|&at| vertices.places[at as usize]).collect();
        let (area, has_seam) = &mut islands[root(&mut parents, number) as usize];
        *area += doubled_area(&places).unsigned_abs();
        *has_seam |= places.into_iter().any(&is_at_seam);
    }
    let mut number = 0;
    polygons.retain(|_| {
        let (area, has_seam) = islands[root(&mut parents, number) as usize];
        number += 1;
        area >= 2 * least || !has_seam
    });
}
