//! Statistics of a mesh.

use super::html::table;
use crate::geometry::ground_area;
use crate::navmesh::NavMesh;

/// Returns a table with the least, median and largest value of each property.
pub(super) fn tables(mesh: &NavMesh) -> String {
    let (mut corners, mut lengths, mut areas) = (Vec::new(), Vec::new(), Vec::new());
    for (id, cell) in mesh.cells() {
        corners.push(cell.corners().len() as f64);
        areas.push(ground_area(&mesh.ground_ring(id)).abs());
        lengths.extend(
            cell.sides().map(|[from, to]| f64::from(mesh.position(from).distance(mesh.position(to)))),
        );
    }
    let heights = mesh.vertices().map(|(_, position)| f64::from(position.y)).collect();
    let rows = [
        ("Corners of a cell", "", corners),
        ("Length of a side", " m", lengths),
        ("Area of a cell", " m²", areas),
        ("Height of a vertex", " m", heights),
    ];
    let rows = rows.into_iter().filter_map(|(name, unit, values)| {
        let values = extremes(values)?.map(|value| format!("{}{unit}", rounded(value)));
        Some([name.to_owned()].into_iter().chain(values).collect())
    });
    table(&["Property", "Least", "Median", "Largest"], rows, "The mesh has no vertices.")
}

/// Returns the least, median and largest of these values; `None` without any.
fn extremes(mut values: Vec<f64>) -> Option<[f64; 3]> {
    values.sort_unstable_by(f64::total_cmp);
    Some([*values.first()?, *values.get(values.len() / 2)?, *values.last()?])
}

/// Formats a number with at most three decimals.
fn rounded(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}
