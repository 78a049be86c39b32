//! The free width of all portals.

use std::ops::ControlFlow;

use glam::Vec2;

use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::ground::Ground;
use crate::pathfinding::agent::walkable::Walkable;

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
pub fn clear_widths(walkable: &Walkable<'_>) -> Vec<ClearWidth> {
    clear_widths_while(walkable, &mut || ControlFlow::Continue(())).continue_value().unwrap_or_default()
}

/// Like [`clear_widths`], but calls `goes_on` at every wall and every portal and stops if it breaks.
pub fn clear_widths_while(
    walkable: &Walkable<'_>,
    goes_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<ClearWidth>> {
    let ground = Ground::new(walkable);
    let mesh = ground.mesh();
    let mut has_wall = vec![false; mesh.vertex_slots()];
    let open = || mesh.cells().map(|(id, _)| id).filter(|&id| ground.is_open(id));
    for side in open().flat_map(|cell| ground.sides(cell)).filter(|&side| ground.beyond(side).is_none()) {
        goes_on()?;
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
        goes_on()?;
        all.push(found);
    }
    all.sort_by(|a, b| a.width.total_cmp(&b.width).then(a.portal.cmp(&b.portal)));
    ControlFlow::Continue(all)
}

/// Returns the free width between two ends, of which `walls` have a wall.
pub(super) fn width_between([from, to]: [Vec2; 2], walls: usize) -> f32 {
    match walls {
        0 => f32::INFINITY,
        1 => 2.0 * from.distance(to),
        _ => from.distance(to),
    }
}
