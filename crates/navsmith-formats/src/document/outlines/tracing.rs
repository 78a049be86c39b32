//! Outlines along boundaries of cells, along segments, and with fewer points.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{OutlineFloor, Outlines, PlacedOutline, observe_generation, regenerate, with_missing_floors};
use crate::document::Document;
use crate::level::surface::LevelSurface;
use navsmith_core::geometry::{Segment, Vec2, Vec3, covers, ground, ground_area};
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::navmesh::{Adjacency, AreaId, Cell, CellId, Draft, NavMesh, VertexId};
use navsmith_core::outlines::{Outline, OutlineRole};
use navsmith_core::trace::Silent;

/// Returns outlines along the boundary of cells of each area: outer ones, and holes.
pub fn outlines_along(
    mesh: &NavMesh,
    adjacency: &Adjacency,
    cells: impl IntoIterator<Item = CellId>,
    height: f32,
) -> Vec<PlacedOutline> {
    let mut by_area: BTreeMap<AreaId, Vec<CellId>> = BTreeMap::new();
    for cell in cells {
        if let Some(area) = mesh.cell(cell).map(Cell::area) {
            by_area.entry(area).or_default().push(cell);
        }
    }
    let mut found: Vec<PlacedOutline> = Vec::new();
    for (area, mut of_area) in by_area {
        of_area.sort_unstable();
        let is_inside = |cell: CellId| of_area.binary_search(&cell).is_ok();
        for ring in adjacency.boundary_rings(mesh, of_area.iter().copied(), is_inside) {
            let points: Vec<Vec2> = ring.into_iter().map(|corner| ground(mesh.position(corner))).collect();
            let role = if ground_area(&points) > 0.0 { OutlineRole::Ground(area) } else { OutlineRole::Hole };
            if points.len() >= 3 {
                found.push(PlacedOutline { points, role, height, name: String::new() });
            }
        }
    }
    sort_nested(&mut found);
    found
}

/// Replaces the cells at each height by outlines along their boundary, and returns their number.
///
/// The outlines generate the cells. Cells with corners at several heights stay as they are, and so do those of outlines.
/// Points are left out that are at most `simplification` metres from the rest; with 0, none are.
pub fn outline_level_cells(document: &mut Document, simplification: f32) -> usize {
    let mesh = &document.mesh;
    let mut by_height: BTreeMap<u32, Vec<CellId>> = BTreeMap::new();
    for (id, _) in mesh.cells().filter(|&(id, _)| !document.outlines.contains(id)) {
        let height = |corner: &VertexId| (mesh.position(*corner).y + 0.0).to_bits();
        let mut heights = mesh.corners(id).iter().map(height);
        let first = heights.next();
        if let Some(first) = first.filter(|first| heights.all(|other| other == *first)) {
            by_height.entry(first).or_default().push(id);
        }
    }
    let has_outlines = |height: u32| document.outlines.at(f32::from_bits(height)).next().is_some();
    by_height.retain(|&height, _| !has_outlines(height));
    let adjacency = Adjacency::build(mesh);
    let mut outlines = document.outlines.as_ref().clone();
    let number = outlines.list.len();
    for (height, cells) in by_height {
        let height = f32::from_bits(height);
        let along = outlines_along(mesh, &adjacency, cells.iter().copied(), height).into_iter();
        outlines.list.extend(along.filter_map(|outline| outline.simplified(simplification)));
        outlines.floors.push(OutlineFloor { height, cells, is_outdated: false });
    }
    let number = outlines.list.len() - number;
    if set_outlines(document, adjacency, outlines).is_ok() { number } else { 0 }
}

/// Adds outlines to a document, with the cells that they generate.
///
/// # Errors
/// As [`Outlines::settle`]; the document is as before.
pub fn add_outlines(document: &mut Document, added: Vec<PlacedOutline>) -> Result<(), Refusal> {
    let mut outlines = document.outlines.as_ref().clone();
    outlines.list.extend(added);
    let adjacency = Adjacency::build(&document.mesh);
    set_outlines(document, adjacency, outlines)
}

/// Replaces the outlines of a document, and generates the cells of changed heights.
fn set_outlines(
    document: &mut Document,
    adjacency: Adjacency,
    mut outlines: Outlines,
) -> Result<(), Refusal> {
    outlines.settle()?;
    let mut draft = Draft::new(document.mesh.clone(), adjacency);
    regenerate(&mut draft, &document.outlines, &mut outlines);
    document.mesh = draft.into_mesh();
    document.outlines = Arc::new(outlines);
    Ok(())
}

/// Returns the outlines of the ground of a height without the ground near walls and chains.
///
/// It is where the centre of an agent with this radius can be. `None` if the outlines cannot be triangulated.
pub fn outlines_inside(outlines: &Outlines, height: f32, radius: f32) -> Option<Vec<PlacedOutline>> {
    let cells = observe_generation(outlines, height, &mut Silent)?;
    let margin = cells.margin(radius).into_iter();
    let margin =
        margin.map(|Outline { points, role }| PlacedOutline { points, role, height, name: String::new() });
    let ground = outlines.at(height).map(|(_, outline)| outline.clone());
    let list = ground.filter(PlacedOutline::is_ring).chain(margin).collect();
    let mut smaller = Outlines { list, floors: Vec::new() };
    let mesh = with_missing_floors(NavMesh::default(), &mut smaller);
    if smaller.floors.iter().any(|floor| floor.is_outdated) {
        return None;
    }
    let cells: Vec<CellId> = mesh.cells().map(|(id, _)| id).collect();
    Some(outlines_along(&mesh, &Adjacency::build(&mesh), cells, height))
}

/// Sorts rings so that each is after those around it, and a hole before what fills it; chains are last.
fn sort_nested(outlines: &mut [PlacedOutline]) {
    let rank = |outline: &PlacedOutline| match outline.role {
        OutlineRole::Hole => 0,
        OutlineRole::Ground(_) => 1,
        OutlineRole::Constraint => 2,
    };
    let size =
        |outline: &PlacedOutline| if outline.is_ring() { ground_area(&outline.points).abs() } else { 0.0 };
    outlines.sort_by(|a, b| size(b).total_cmp(&size(a)).then(rank(a).cmp(&rank(b))));
}

/// Returns the median height of the floor below a section, or the height of the section above no floor.
pub fn floor_below_section(surface: &LevelSurface, section: &[[Vec3; 2]]) -> Option<f32> {
    let floor = |[from, _]: &[Vec3; 2]| surface.floor_below(ground(*from), from.y);
    let mut floors: Vec<f32> = section.iter().filter_map(floor).collect();
    floors.sort_by(f32::total_cmp);
    floors.get(floors.len() / 2).copied().or_else(|| Some(section.first()?[0].y))
}

/// Returns outlines along segments that share ends, such as the section of a level.
///
/// Closed lines are ground and holes by turns, from outside to inside. Others are chains.
pub fn outlines_of_segments(segments: &[[Vec3; 2]], area: AreaId, height: f32) -> Vec<PlacedOutline> {
    let mut rings: Vec<Vec<Vec2>> = Vec::new();
    let mut chains: Vec<Vec<Vec2>> = Vec::new();
    for line in joined(segments) {
        match line.as_slice() {
            [first, .., last] if first == last && line.len() > 3 => rings.push(line[1..].to_vec()),
            [_, _, ..] => chains.push(line),
            _ => {}
        }
    }
    let depth = |ring: &[Vec2]| rings.iter().filter(|other| *other != ring && covers(other, ring[0])).count();
    let roles: Vec<OutlineRole> = rings
        .iter()
        .map(|ring| if depth(ring).is_multiple_of(2) { OutlineRole::Ground(area) } else { OutlineRole::Hole })
        .collect();
    let lines = rings.into_iter().zip(roles);
    let lines = lines.chain(chains.into_iter().map(|line| (line, OutlineRole::Constraint)));
    let outline = |(points, role)| PlacedOutline { points, role, height, name: String::new() };
    let mut outlines: Vec<PlacedOutline> = lines.map(outline).collect();
    sort_nested(&mut outlines);
    outlines
}

/// Joins segments at equal ends to lines; the first point of a closed one is also its last.
fn joined(segments: &[[Vec3; 2]]) -> Vec<Vec<Vec2>> {
    let key = |at: Vec2| (at + 0.0).to_array().map(f32::to_bits);
    let mut at_end: BTreeMap<[u32; 2], Vec<usize>> = BTreeMap::new();
    let segments: Vec<[Vec2; 2]> = segments.iter().map(|ends| ends.map(ground)).collect();
    for (index, ends) in segments.iter().enumerate() {
        for &end in ends {
            at_end.entry(key(end)).or_default().push(index);
        }
    }
    let mut is_used: Vec<bool> = segments.iter().map(|[from, to]| from == to).collect();
    let follow = |line: &mut Vec<Vec2>, is_used: &mut Vec<bool>| {
        while let Some(&end) = line.last() {
            let next = at_end[&key(end)].iter().copied().find(|&index| !is_used[index]);
            let Some(next) = next else { break };
            is_used[next] = true;
            let [from, to] = segments[next];
            line.push(if from == end { to } else { from });
            if line.first() == line.last() {
                break;
            }
        }
    };
    let mut lines = Vec::new();
    for index in 0..segments.len() {
        if std::mem::replace(&mut is_used[index], true) {
            continue;
        }
        let mut line = segments[index].to_vec();
        follow(&mut line, &mut is_used);
        if line.first() != line.last() {
            line.reverse();
            follow(&mut line, &mut is_used);
        }
        lines.push(line);
    }
    lines
}

/// Returns a line with fewer points, of which none of the given ones is farther away than a distance.
///
/// `None` for a ring that would have less than three points. Source: Douglas and Peucker, *Algorithms for the Reduction
/// of the Number of Points Required to Represent a Digitized Line or Its Caricature*, 1973.
pub fn simplified(points: &[Vec2], is_ring: bool, distance: f32) -> Option<Vec<Vec2>> {
    let &first = points.first()?;
    if !is_ring {
        return Some(simplified_line(points, distance));
    }
    // A ring is divided at the point that is farthest from its first one.
    let far = (0..points.len()).max_by(|&a, &b| {
        first.distance_squared(points[a]).total_cmp(&first.distance_squared(points[b])).then(b.cmp(&a))
    })?;
    let mut ring = simplified_line(&points[..=far], distance);
    ring.pop();
    let back: Vec<Vec2> = points[far..].iter().copied().chain([first]).collect();
    ring.extend(simplified_line(&back, distance));
    ring.pop();
    (ring.len() >= 3).then_some(ring)
}

/// Returns a line with both ends and the points that it needs between them.
fn simplified_line(points: &[Vec2], distance: f32) -> Vec<Vec2> {
    let mut is_kept = vec![false; points.len()];
    let mut open = vec![(0, points.len().saturating_sub(1))];
    while let Some((from, to)) = open.pop() {
        is_kept[from] = true;
        is_kept[to] = true;
        let side = Segment::new(points[from], points[to]);
        let offset = |nth: usize| side.distance(points[nth]);
        let farthest = (from + 1..to).max_by(|&a, &b| offset(a).total_cmp(&offset(b)).then(b.cmp(&a)));
        if let Some(farthest) = farthest.filter(|&nth| offset(nth) > distance) {
            open.extend([(from, farthest), (farthest, to)]);
        }
    }
    points.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(&at, _)| at).collect()
}
