//! PLY, the polygon format of Stanford: text and binary, as level geometry.
//!
//! The header lists elements and their properties. The elements `vertex` and `face` are read, with the properties `x`,
//! `y`, `z` and `vertex_indices` or `vertex_index`; all others are skipped. Indices count from 0. Positions are in
//! metres with Y up.

mod header;
mod values;

use super::bytes::ContentError;
use super::scene::{ImportScene, Notes, SurfaceSoup};
use super::text::TextError;
use header::{Encoding, PlyElement, PlyHeader, PropertyKind};
use navsmith_core::budget::Budget;
use navsmith_core::progress::{Progress, Stopped};
use values::{NumberPosition, Values};

pub(super) use header::looks_like_it;

/// Number of rows between two progress reports.
const ROWS_PER_REPORT: usize = 1 << 14;

/// Reads a file within a budget; reports progress and can be stopped.
pub(super) fn read_within(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<ImportScene, ContentError>, Stopped> {
    let mut budget = budget;
    let header = match PlyHeader::parse(bytes, &mut budget) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error.into())),
    };
    let values = match header.encoding {
        Encoding::Text => Values::text(&bytes[header.end..], header.lines + 1),
        Encoding::Binary { is_big_endian } => Values::binary(bytes, header.end, is_big_endian),
    };
    let vertices = header.elements.iter().find(|element| element.name == "vertex");
    let vertex_count = vertices.map_or(0, |element| element.count);
    let mut reader =
        Reader { values, vertex_count, surface: SurfaceSoup::default(), notes: Notes::default(), budget };
    for element in &header.elements {
        let read = match element.name.as_str() {
            "vertex" => reader.vertices(element, progress)?,
            "face" => reader.faces(element, progress)?,
            _ => reader.skip(element, progress)?,
        };
        if let Err(error) = read {
            return Ok(Err(error));
        }
    }
    Ok(reader.into_scene())
}

struct Reader<'a> {
    values: Values<'a>,
    /// Number of vertices that the header states.
    vertex_count: usize,
    surface: SurfaceSoup,
    notes: Notes,
    budget: Budget,
}

impl Reader<'_> {
    fn vertices(
        &mut self,
        element: &PlyElement,
        progress: &Progress,
    ) -> Result<Result<(), ContentError>, Stopped> {
        let mut axes = [None; 3];
        for (axis, name) in axes.iter_mut().zip(["x", "y", "z"]) {
            *axis = element.properties.iter().position(|property| property.name == name);
            let kind = axis.map(|index| element.properties[index].kind);
            if !matches!(kind, Some(PropertyKind::Scalar(_))) {
                let description = format!("the vertices have no number {name}; give x, y and z");
                return Ok(Err(TextError { line: element.line, description }.into()));
            }
        }
        let mut units = progress.units(element.count, ROWS_PER_REPORT);
        for row in 0..element.count {
            units.step()?;
            if let Err(error) = self.vertex(element, row, axes) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    fn vertex(
        &mut self,
        element: &PlyElement,
        row: usize,
        axes: [Option<usize>; 3],
    ) -> Result<(), ContentError> {
        let mut position = [0.0_f32; 3];
        for (index, property) in element.properties.iter().enumerate() {
            let place = NumberPosition { property: &property.name, element: &element.name, row };
            let Some(axis) = axes.iter().position(|&axis| axis == Some(index)) else {
                self.values.skip(property, place)?;
                continue;
            };
            let PropertyKind::Scalar(scalar) = property.kind else { continue };
            position[axis] = self.values.number(scalar, place)? as f32;
            if !position[axis].is_finite() {
                let description = format!("{place} is {}; give a finite number", position[axis]);
                return Err(self.values.error(description));
            }
        }
        self.values.keep(&mut self.budget, size_of::<[f32; 3]>())?;
        self.surface.positions.push(position.into());
        Ok(())
    }

    fn faces(
        &mut self,
        element: &PlyElement,
        progress: &Progress,
    ) -> Result<Result<(), ContentError>, Stopped> {
        let is_ring = |name: &str| name == "vertex_indices" || name == "vertex_index";
        let ring = element.properties.iter().position(|property| {
            is_ring(&property.name) && matches!(property.kind, PropertyKind::List { .. })
        });
        let Some(ring) = ring else {
            let description = "the faces have no list \"vertex_indices\"; export the corners of the faces";
            return Ok(Err(TextError { line: element.line, description: description.into() }.into()));
        };
        let mut units = progress.units(element.count, ROWS_PER_REPORT);
        for row in 0..element.count {
            units.step()?;
            for (index, property) in element.properties.iter().enumerate() {
                let place = NumberPosition { property: &property.name, element: &element.name, row };
                let read = match property.kind {
                    PropertyKind::List { .. } if index == ring => self.face(property.kind, place),
                    _ => self.values.skip(property, place),
                };
                if let Err(error) = read {
                    return Ok(Err(error));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Reads the corners of a face.
    fn face(&mut self, kind: PropertyKind, place: NumberPosition<'_>) -> Result<(), ContentError> {
        let PropertyKind::List { size, item } = kind else { return Ok(()) };
        let count = self.values.list_size(size, item, place)?;
        let first = self.surface.corners.len();
        for _ in 0..count {
            let index = self.values.number(item, place)?;
            if !(index >= 0.0 && index < self.vertex_count as f64 && index.fract() == 0.0) {
                let description = format!(
                    "{place} names vertex {index}, but there are {} vertices, counted from 0; correct it",
                    self.vertex_count
                );
                return Err(self.values.error(description));
            }
            self.values.keep(&mut self.budget, size_of::<u32>())?;
            self.surface.corners.push(index as u32);
        }
        if count < 3 {
            self.surface.corners.truncate(first);
            self.notes.add("faces with fewer than three corners are left out");
            return Ok(());
        }
        self.values.keep(&mut self.budget, size_of::<u32>())?;
        self.surface.sizes.push(count as u32);
        Ok(())
    }

    fn skip(
        &mut self,
        element: &PlyElement,
        progress: &Progress,
    ) -> Result<Result<(), ContentError>, Stopped> {
        if element.name == "tristrips" && element.count > 0 {
            self.notes.add("triangle strips are left out; export faces");
        }
        // Rows without properties take no bytes, however many the header states.
        if element.properties.is_empty() {
            return Ok(Ok(()));
        }
        let mut units = progress.units(element.count, ROWS_PER_REPORT);
        for row in 0..element.count {
            units.step()?;
            for property in &element.properties {
                let place = NumberPosition { property: &property.name, element: &element.name, row };
                if let Err(error) = self.values.skip(property, place) {
                    return Ok(Err(error));
                }
            }
        }
        Ok(Ok(()))
    }

    fn into_scene(mut self) -> Result<ImportScene, ContentError> {
        if self.surface.sizes.iter().all(|&size| size == 3) {
            self.surface.sizes = Vec::new();
        }
        let named = vec![(String::new(), self.surface)];
        Ok(ImportScene::of_surfaces(named, self.notes, self.budget)?)
    }
}
