//! Writer of the resources of Godot 4.

use std::fmt::Write as _;

use super::{GodotResource, outlines};
use crate::document::Document;
use crate::io::text::number;
use navsmith_core::geometry::{Vec2, is_clockwise};
use navsmith_core::progress::{Progress, Stopped};

/// Number of vertices and cells between two progress reports.
const PER_REPORT: usize = 1 << 14;

/// Writes the vertices and cells of a document; reports progress and can be stopped.
///
/// Polygons are counter-clockwise seen from above, and share vertices, as edges join only if their ends do.
pub(in crate::io) fn write(
    document: &Document,
    resource: GodotResource,
    progress: &Progress,
) -> Result<String, Stopped> {
    let mesh = &document.mesh;
    let mut units = progress.units(mesh.vertex_count() + mesh.cell_count(), PER_REPORT);
    let mut text = String::with_capacity(128 + 32 * (mesh.vertex_count() + mesh.cell_count()));
    let (vectors, polygons_start, polygons_end) = match resource {
        GodotResource::NavigationMesh => ("PackedVector3Array", "[", "]"),
        GodotResource::NavigationPolygon => ("PackedVector2Array", "Array[PackedInt32Array]([", "])"),
    };
    let name = resource.name();
    let mut add = |words: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _infallible = text.write_fmt(words);
    };
    add(format_args!("[gd_resource type=\"{name}\" format=3]\n\n[resource]\nvertices = {vectors}("));
    let mut numbers = vec![0_u32; mesh.vertex_slots()];
    for (next, (id, position)) in (0..).zip(mesh.vertices()) {
        units.step()?;
        numbers[id.0 as usize] = next;
        let (comma, [x, y, z]) = (if next == 0 { "" } else { ", " }, position.to_array().map(number));
        match resource {
            GodotResource::NavigationMesh => add(format_args!("{comma}{x}, {y}, {z}")),
            GodotResource::NavigationPolygon => add(format_args!("{comma}{x}, {z}")),
        }
    }
    add(format_args!(")\npolygons = {polygons_start}"));
    for (index, (id, cell)) in mesh.cells().enumerate() {
        units.step()?;
        let mut corners: Vec<u32> = cell.corners().iter().map(|corner| numbers[corner.0 as usize]).collect();
        if is_clockwise(&mesh.ground_ring(id)) {
            corners[1..].reverse();
        }
        add(format_args!("{}PackedInt32Array(", if index == 0 { "" } else { ", " }));
        for (corner, number) in corners.into_iter().enumerate() {
            add(format_args!("{}{number}", if corner == 0 { "" } else { ", " }));
        }
        add(format_args!(")"));
    }
    add(format_args!("{polygons_end}\n"));
    let outlines =
        if resource == GodotResource::NavigationPolygon { outlines::to_write(document) } else { Vec::new() };
    if !outlines.is_empty() {
        let ring = |ring: &Vec<Vec2>| {
            let numbers: Vec<String> = ring.iter().flat_map(|at| at.to_array().map(number)).collect();
            format!("PackedVector2Array({})", numbers.join(", "))
        };
        let rings: Vec<String> = outlines.iter().map(ring).collect();
        add(format_args!("outlines = Array[PackedVector2Array]([{}])\n", rings.join(", ")));
    }
    Ok(text)
}
