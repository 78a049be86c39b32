//! Outlines of a resource in the plane, from which Godot bakes its polygons.
//!
//! A point is ground if an odd number of outlines surround it. The polygons can differ from that, because Godot makes
//! them smaller by the radius of the agent. Outlines are read and written only if the polygons cover their ground.

use crate::document::{Document, OutlineFloor, Outlines, PlacedOutline, count, noun};
use navsmith_core::geometry::{Vec2, covers, ground_area};
use navsmith_core::navmesh::{AreaId, CellId, NavMesh};
use navsmith_core::outlines::OutlineRole;

/// Maximum number of comparisons of rings with points.
const MOST_STEPS: usize = 50_000_000;

/// Largest difference of areas, relative to the larger one.
const SAME_AREA: f64 = 1e-5;

/// Adds outlines to a document of the polygons, with a note if that is not possible.
pub(super) fn add(document: Document, rings: &[Vec<Vec2>], notes: &mut Vec<String>) -> Document {
    let count_of = rings.len();
    if rings.is_empty() {
        return document;
    }
    let Some(list) = nested(rings).filter(|list| covers_ground(list, &document.mesh, |_| true)) else {
        let outlines = count(count_of, "outline", "outlines");
        notes.push(format!(
            "{outlines} left out, because the polygons do not cover their ground; Godot makes polygons smaller by the \
             radius of the agent."
        ));
        return document;
    };
    let cells: Vec<CellId> = document.mesh.cells().map(|(id, _)| id).collect();
    let verb = noun(list.len(), "generates", "generate");
    let outlines = count(list.len(), "outline", "outlines");
    notes.push(format!("{outlines} {verb} the cells; choose Bake outlines to edit single cells."));
    let floors = vec![OutlineFloor { height: 0.0, cells, is_outdated: false }];
    Document { outlines: Outlines { list, floors }.into(), ..document }
}

/// Returns rings that Godot can bake to the generated cells; none if there are none.
pub(super) fn to_write(document: &Document) -> Vec<Vec<Vec2>> {
    let is_ring = |outline: &&PlacedOutline| outline.is_ring();
    let rings: Vec<_> =
        document.outlines.list.iter().filter(is_ring).map(|outline| outline.points.clone()).collect();
    let is_generated = |cell| document.outlines.contains(cell);
    let is_same = nested(&rings).is_some_and(|list| covers_ground(&list, &document.mesh, is_generated));
    if is_same { rings } else { Vec::new() }
}

/// Returns rings as ground and holes, by the number of rings around them; `None` if there are too many.
fn nested(rings: &[Vec<Vec2>]) -> Option<Vec<PlacedOutline>> {
    let points: usize = rings.iter().map(Vec::len).sum();
    let is_possible = |ring: &Vec<Vec2>| ring.len() >= 3 && ring.iter().all(|at| at.is_finite());
    if rings.len() * points > MOST_STEPS || !rings.iter().all(is_possible) {
        return None;
    }
    let depth = |own: usize| {
        let around = |other: &usize| *other != own && covers(&rings[*other], rings[own][0]);
        (0..rings.len()).filter(around).count()
    };
    let mut order: Vec<(usize, usize)> = (0..rings.len()).map(|ring| (depth(ring), ring)).collect();
    order.sort_unstable();
    let outline = |(depth, ring): (usize, usize)| PlacedOutline {
        points: rings[ring].clone(),
        role: if depth % 2 == 0 { OutlineRole::Ground(AreaId(0)) } else { OutlineRole::Hole },
        height: 0.0,
        name: String::new(),
    };
    Some(order.into_iter().map(outline).collect())
}

/// Whether the area of nested rings is that of cells.
fn covers_ground(list: &[PlacedOutline], mesh: &NavMesh, is_counted: impl Fn(CellId) -> bool) -> bool {
    let signed = |outline: &PlacedOutline| {
        let area = ground_area(&outline.points).abs();
        if outline.role == OutlineRole::Hole { -area } else { area }
    };
    let outlines: f64 = list.iter().map(signed).sum();
    let counted = mesh.cells().filter(|(id, _)| is_counted(*id));
    let cells: f64 = counted.map(|(id, _)| ground_area(&mesh.ground_ring(id)).abs()).sum();
    (outlines - cells).abs() <= SAME_AREA * outlines.max(cells)
}
