//! Tables of comma-separated values (RFC 4180).

use super::histogram::MeasureStatistics;
use super::{AreaSum, Measure};
use navsmith_core::navmesh::{Adjacency, AreaId, Island, IslandId, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

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

/// Returns the table of areas, in the given order; the column `area` is on the ground in m².
pub fn of_areas<'a>(areas: impl IntoIterator<Item = (AreaId, &'a str, AreaSum)>) -> String {
    let row = |(id, name, sum): (AreaId, &str, AreaSum)| {
        format!("{},{},{},{}", id.0, quoted(name), sum.cells, sum.size)
    };
    in_lines("area_id,name,cells,area", areas.into_iter().map(row))
}

/// Returns the table of the histograms of all measures of a mesh.
///
/// With a second mesh, it has another column, whose name contains `other`.
pub fn of_all_measures(
    meshes: &[(&NavMesh, &Adjacency)],
    other: Option<&str>,
    progress: &Progress,
) -> Result<String, Stopped> {
    let share = 1.0 / Measure::ALL.len() as f32;
    let parts = (0..).map(|index: u8| f32::from(index) * share);
    let of_measure =
        |(measure, from)| MeasureStatistics::of(measure, meshes, &progress.part(from..from + share));
    let found = Measure::ALL.into_iter().zip(parts).map(of_measure).collect::<Result<Vec<_>, _>>()?;
    Ok(of_histograms(&found, other))
}

/// Returns the table of histograms; `other` is the name of the second mesh, if there is one.
pub fn of_histograms<'a>(
    found: impl IntoIterator<Item = &'a MeasureStatistics>,
    other: Option<&str>,
) -> String {
    let count_of = |other| format!(",{}", quoted(&format!("count of {other}")));
    let header = format!("measure,unit,from,to,count{}", other.map(count_of).unwrap_or_default());
    in_lines(&header, found.into_iter().flat_map(MeasureStatistics::csv_lines))
}

/// Returns the header and the rows as lines.
fn in_lines(header: &str, rows: impl IntoIterator<Item = String>) -> String {
    std::iter::once(header.to_owned()).chain(rows).map(|line| line + "\n").collect()
}

/// Returns a text as a field.
///
/// An apostrophe goes before a text that a spreadsheet would compute as a formula (OWASP, CSV injection).
fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}
