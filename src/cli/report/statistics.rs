//! Statistics of a mesh.

use std::iter::once;

use super::html::table;
use navsmith_core::navmesh::{Adjacency, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::document::statistics::histogram::MeasureStatistics;

/// Returns a table with the least, median, mean and greatest value of each measure.
pub(super) fn measures(mesh: &NavMesh, adjacency: &Adjacency) -> String {
    let row = |measure: Measure| {
        let found = MeasureStatistics::of(measure, &[(mesh, adjacency)], &Progress::none()).ok()?;
        let summary = found.meshes.first()?.summary.as_ref()?;
        let values = [summary.least, summary.median, summary.mean, summary.most];
        let values = values.map(|value| measure.format(value));
        Some(once(measure.title().to_owned()).chain(values).collect())
    };
    let heads = ["Measure", "Least", "Median", "Mean", "Greatest"];
    table(&heads, Measure::ALL.into_iter().filter_map(row), "The mesh has no cells.")
}
