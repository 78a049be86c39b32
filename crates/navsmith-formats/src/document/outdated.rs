//! Places at which a level has changed since the mesh was made for it.

use super::LevelReference;
use navsmith_core::geometry::{Vec2, Vec3, at_height, ground};
use navsmith_core::navmesh::{CellId, Derived, NavMesh};

/// Part of the size of a tile at its border in which cells do not count, because they touch it only.
const BORDER: f32 = 1e-3;

/// Cells at adjacent tiles in which a level has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct OutdatedPlace {
    /// Index of the level in the list of the document.
    pub level: usize,
    /// The cells, by id; never empty.
    pub cells: Vec<CellId>,
}

/// Returns the ground on which a level differs from its stored tiles, as rectangles of the document.
///
/// `triangles` are those of the file with its up axis turned to Y. Empty for a level without tiles.
pub fn changed_ground(level: &LevelReference, triangles: impl Iterator<Item = [Vec3; 3]>) -> Vec<[Vec2; 2]> {
    let rectangles = level.tiles.as_ref().map(|tiles| tiles.changed(triangles)).unwrap_or_default();
    rectangles.iter().map(|ends| in_document(level, ends)).collect()
}

/// Converts a rectangle of the turned file to the coordinates of the document.
fn in_document(level: &LevelReference, ends: &[Vec2; 2]) -> [Vec2; 2] {
    let turned = |end: Vec2| level.coordinates.up.turned_back(at_height(end, 0.0));
    let [one, other] = ends.map(|end| ground(level.to_document(turned(end))));
    [one.min(other), one.max(other)]
}

/// Returns the cells below or above changed ground of a level.
///
/// Each group of adjacent rectangles is a place.
pub fn outdated_places(
    level: usize,
    rectangles: &[[Vec2; 2]],
    mesh: &NavMesh,
    derived: &Derived,
) -> Vec<OutdatedPlace> {
    let cells_in = |[low, high]: [Vec2; 2]| {
        let border = (high - low) * BORDER;
        derived.locator.within(mesh, low + border, high - border)
    };
    let place = |group: Vec<[Vec2; 2]>| {
        let mut cells: Vec<CellId> = group.into_iter().flat_map(cells_in).collect();
        cells.sort_unstable();
        cells.dedup();
        OutdatedPlace { level, cells }
    };
    adjacent(rectangles).into_iter().map(place).filter(|place| !place.cells.is_empty()).collect()
}

/// Returns groups of rectangles that touch each other, in the order of their first ones. Quadratic.
///
/// There are at most 256 tiles and four rectangles around them.
fn adjacent(rectangles: &[[Vec2; 2]]) -> Vec<Vec<[Vec2; 2]>> {
    let (mut groups, mut rest) = (Vec::new(), rectangles.to_vec());
    while !rest.is_empty() {
        let mut group = vec![rest.remove(0)];
        let mut next = 0;
        while let Some(&[low, high]) = group.get(next) {
            let reach = (high - low) * BORDER;
            let touches =
                |other: &[Vec2; 2]| other[0].cmple(high + reach).all() && other[1].cmpge(low - reach).all();
            let (beside, others) = rest.iter().partition(|other| touches(other));
            (group, rest) = ([group, beside].concat(), others);
            next += 1;
        }
        groups.push(group);
    }
    groups
}
