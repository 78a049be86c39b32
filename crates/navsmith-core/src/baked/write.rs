//! Writer.

use super::layout::{BakedCounts, CHECKSUM_BYTES, CLOSED_SURFACE, MAGIC, ONE_WAY};
use super::{BakeError, BakedArea, BakedMesh, MOST_AREAS, MOST_CORNERS, checksum};
use crate::geometry::Vec3;
use crate::navmesh::NavMesh;

pub(super) fn write(BakedMesh { mesh, areas }: &BakedMesh) -> Result<Vec<u8>, BakeError> {
    let counts = counts(mesh, areas)?;
    let mut bytes = Vec::with_capacity(counts.file_bytes() as usize);
    bytes.extend(MAGIC);
    bytes.extend([counts.version()].into_iter().chain(counts.numbers()).flat_map(u32::to_le_bytes));
    let mut numbers = vec![0_u32; mesh.vertex_slots()];
    for (number, (id, position)) in (0..).zip(mesh.vertices()) {
        numbers[id.0 as usize] = number;
        extend(&mut bytes, position);
    }
    let corners = mesh.cells().flat_map(|(_, cell)| cell.corners());
    bytes.extend(corners.flat_map(|corner| numbers[corner.0 as usize].to_le_bytes()));
    for (_, link) in mesh.links() {
        link.from.iter().chain(&link.to).for_each(|&place| extend(&mut bytes, place));
        bytes.extend(link.cost.to_le_bytes());
        bytes.extend(if link.is_one_way { ONE_WAY } else { 0 }.to_le_bytes());
    }
    bytes.extend(mesh.cells().flat_map(|(_, cell)| (cell.len() as u16).to_le_bytes()));
    bytes.extend(mesh.cells().map(|(_, cell)| cell.area().0));
    for BakedArea { name, color } in areas {
        bytes.extend(color);
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name.as_bytes());
    }
    let mut numbers: Vec<u32> = Vec::new();
    if mesh.has_details() {
        numbers.resize(mesh.cell_slots(), 0);
        (0..).zip(mesh.cells()).for_each(|(number, (id, _))| numbers[id.0 as usize] = number);
    }
    for (cell, detail) in mesh.details() {
        bytes.extend(numbers[cell.0 as usize].to_le_bytes());
        let counts = [detail.points().len(), detail.triangles().len()];
        bytes.extend(counts.into_iter().flat_map(|count| (count as u16).to_le_bytes()));
    }
    mesh.details().flat_map(|(_, detail)| detail.points()).for_each(|&point| extend(&mut bytes, point));
    let triangles = mesh.details().flat_map(|(_, detail)| detail.triangles().as_flattened());
    bytes.extend(triangles.flat_map(|corner| corner.to_le_bytes()));
    bytes.extend([0; CHECKSUM_BYTES]);
    let (sum, end) = (checksum(&bytes), bytes.len() - CHECKSUM_BYTES);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

fn extend(bytes: &mut Vec<u8>, place: Vec3) {
    bytes.extend(place.to_array().into_iter().flat_map(f32::to_le_bytes));
}

fn counts(mesh: &NavMesh, areas: &[BakedArea]) -> Result<BakedCounts, BakeError> {
    if let Some((cell, corners)) =
        mesh.cells().map(|(id, cell)| (id, cell.len())).find(|(_, corners)| *corners > MOST_CORNERS)
    {
        return Err(BakeError::TooManyCorners { cell, corners });
    }
    if areas.len() > MOST_AREAS {
        return Err(BakeError::TooMany(format!(
            "{} areas, and at most {MOST_AREAS} are stored",
            areas.len()
        )));
    }
    let is_valid = |area: &BakedArea| !area.name.trim().is_empty() && u16::try_from(area.name.len()).is_ok();
    if let Some(number) = areas.iter().position(|area| !is_valid(area)) {
        return Err(BakeError::AreaName(number));
    }
    let count = |number: usize, what: &str| {
        u32::try_from(number).map_err(|_too_large| BakeError::TooMany(format!("{number} {what}")))
    };
    // Color, length and name.
    let area_bytes = areas.iter().map(|area| 3 + 2 + area.name.len()).sum();
    Ok(BakedCounts {
        vertices: count(mesh.vertex_count(), "vertices")?,
        corners: count(mesh.cells().map(|(_, cell)| cell.len()).sum(), "corners")?,
        links: count(mesh.link_count(), "links")?,
        cells: count(mesh.cell_count(), "cells")?,
        areas: count(areas.len(), "areas")?,
        area_bytes: count(area_bytes, "bytes of areas")?,
        // Earlier readers read all other meshes.
        flags: if mesh.has_details() {
            Some(if mesh.is_closed_surface() { CLOSED_SURFACE } else { 0 })
        } else {
            mesh.is_closed_surface().then_some(CLOSED_SURFACE)
        },
        details: if mesh.has_details() {
            let points = mesh.details().map(|(_, detail)| detail.points().len()).sum();
            let triangles = mesh.details().map(|(_, detail)| detail.triangles().len()).sum();
            Some([
                count(mesh.details().count(), "details")?,
                count(points, "points of details")?,
                count(triangles, "triangles of details")?,
            ])
        } else {
            None
        },
    })
}
