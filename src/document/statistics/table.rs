//! Tables of comma-separated values (RFC 4180).

use super::AreaSum;
use crate::navmesh::{AreaId, Island, IslandId};

/// Returns the table of islands, in the given order.
///
/// Areas are those on the ground in m², heights and sizes of bounding boxes are in metres.
pub fn of_islands<'a>(islands: impl IntoIterator<Item = (IslandId, &'a Island)>) -> String {
    let row = |(id, island): (IslandId, &Island)| {
        let (size, lowest) = (island.bounds.size(), island.bounds.min.y);
        let Island { cells, area, .. } = island;
        format!("{id},{cells},{area},{lowest},{},{},{}", size.x, size.y, size.z)
    };
    in_lines("island,cells,area,lowest,size_x,size_y,size_z", islands.into_iter().map(row))
}

/// Returns the table of areas, in the given order; sizes are those on the ground in m².
pub fn of_areas<'a>(areas: impl IntoIterator<Item = (AreaId, &'a str, AreaSum)>) -> String {
    let row = |(id, name, sum): (AreaId, &str, AreaSum)| {
        format!("{},{},{},{}", id.0, quoted(name), sum.cells, sum.size)
    };
    in_lines("area,name,cells,size", areas.into_iter().map(row))
}

/// Returns the header and the rows as lines.
pub fn in_lines(header: &str, rows: impl IntoIterator<Item = String>) -> String {
    std::iter::once(header.to_owned()).chain(rows).map(|line| line + "\n").collect()
}

/// Returns a text as a field.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
