//! The free width of all portals.

use glam::Vec2;

use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::ground::Ground;
use crate::pathfinding::agent::walkable::Walkable;
use crate::progress::{Progress, Stopped};

const SIDES_PER_REPORT: usize = 4096;

/// The free width of a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClearWidth {
    /// The portal, as the lesser of its two sides.
    pub portal: HalfEdge,
    /// The width in metres, as in [`Walkable::free_width`]; infinite if no end has a wall.
    pub width: f32,
}

/// Returns every portal between two open cells, the narrowest first.
///
/// Portals of equal width are ordered by cell and side. Linear in the mesh, apart from the sorting.
pub fn clear_widths(walkable: &Walkable<'_>, progress: &Progress) -> Result<Vec<ClearWidth>, Stopped> {
    let ground = Ground::new(walkable);
    let mesh = ground.mesh();
    let mut has_wall = vec![false; mesh.vertex_slots()];
    let sides = mesh.cells().map(|(_, cell)| cell.len()).sum();
    let mut units = progress.units(sides, SIDES_PER_REPORT);
    let open = || mesh.cells().map(|(id, _)| id).filter(|&id| ground.is_open(id));
    for side in open().flat_map(|cell| ground.sides(cell)).filter(|&side| ground.beyond(side).is_none()) {
        units.step()?;
        for end in mesh.half_edge(side).into_iter().flatten() {
            has_wall[end.0 as usize] = true;
        }
    }
    let width = |portal: HalfEdge| {
        ground.beyond(portal).filter(|twin| portal < *twin)?;
        let walls = mesh.half_edge(portal)?.iter().filter(|end| has_wall[end.0 as usize]).count();
        Some(ClearWidth { portal, width: width_between(ground.ends(portal), walls) })
    };
    let mut all = Vec::new();
    for found in open().flat_map(|cell| ground.sides(cell)).filter_map(width) {
        units.step()?;
        all.push(found);
    }
    all.sort_by(|a, b| a.width.total_cmp(&b.width).then(a.portal.cmp(&b.portal)));
    Ok(all)
}

/// Returns the free width between two ends, of which `walls` have a wall.
pub fn width_between([from, to]: [Vec2; 2], walls: usize) -> f32 {
    match walls {
        0 => f32::INFINITY,
        1 => 2.0 * from.distance(to),
        _ => from.distance(to),
    }
}
