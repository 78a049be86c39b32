//! Writer of the vertices and cells of a document.

use std::fmt::{self, Write as _};

use super::{AREA, SIGNATURE, material_names};
use crate::io::placing::Export;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::{Derived, IslandId};
use navsmith_core::progress::Stopped;

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// Writes the vertices and cells of a document; reports progress and can be stopped.
///
/// Cells keep their order. An island is a group, and an area is a material. Numbers have their shortest round-trip
/// form.
pub(crate) fn write(export: &Export<'_>) -> Result<String, Stopped> {
    let &Export { document, coordinates, progress } = export;
    let mesh = &document.mesh;
    let mut writer = Writer { text: String::with_capacity(64 * (mesh.vertex_count() + mesh.cell_count())) };
    let mut units = progress.units(mesh.vertex_count() + mesh.cell_count(), LINES_PER_REPORT);
    let names = material_names(&document.areas);
    writer.line(format_args!(
        "{SIGNATURE}, {}; faces counter-clockwise seen from above",
        described(coordinates)
    ));
    for (number, area) in document.areas.iter().enumerate() {
        let ([red, green, blue], name) = (area.color, serde_json::Value::from(&*area.name));
        writer.line(format_args!("{AREA} {number} {red} {green} {blue} {name}"));
    }
    writer.line(format_args!("o navmesh"));
    let mut numbers = vec![0_u32; mesh.vertex_slots()];
    for (number, (id, position)) in (1..).zip(mesh.vertices()) {
        units.step()?;
        numbers[id.0 as usize] = number;
        writer.line(format_args!("v {:?} {:?} {:?}", position.x, position.y, position.z));
    }
    let islands = Derived::build(mesh).islands;
    let mut before: (Option<IslandId>, Option<&String>) = (None, None);
    for (id, cell) in mesh.cells() {
        units.step()?;
        let now = (islands.of(id), names.get(usize::from(cell.area().0)));
        if let (Some(IslandId(island)), true) = (now.0, now.0 != before.0) {
            writer.line(format_args!("g island {}", island + 1));
        }
        if let (Some(name), true) = (now.1, now.1 != before.1) {
            writer.line(format_args!("usemtl {name}"));
        }
        before = now;
        writer.text.push('f');
        for corner in cell.corners() {
            writer.part(format_args!(" {}", numbers[corner.0 as usize]));
        }
        writer.text.push('\n');
    }
    Ok(writer.text)
}

/// Describes the coordinates of a file for its first comment.
fn described(FileCoordinates { up, mirror, scale }: FileCoordinates) -> String {
    let unit = if scale == 1.0 { "in metres".to_owned() } else { format!("in units of {scale} m") };
    let mirrored = mirror.map_or_else(String::new, |axis| format!(", mirrored along {}", axis.name()));
    format!("{unit}, {} up{mirrored}", up.name())
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, words: fmt::Arguments<'_>) {
        self.part(words);
        self.text.push('\n');
    }

    fn part(&mut self, words: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _infallible = self.text.write_fmt(words);
    }
}
