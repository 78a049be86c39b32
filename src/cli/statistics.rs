//! Histograms of a mesh, for `navsmith info --statistics`.

use serde::Serialize;

use super::output::in_lines;
use crate::document::noun;
use crate::document::statistics::Measure;
use crate::document::statistics::histogram::{MeasureStatistics, MeshStatistics};
use crate::navmesh::{Adjacency, NavMesh};
use crate::progress::Progress;

/// Length of the longest bar, in characters.
const LONGEST: usize = 40;

/// Statistics of a measure.
#[derive(Serialize)]
pub(super) struct MeasureRow {
    measure: &'static str,
    unit: &'static str,
    count: usize,
    /// Number of elements without a value, such as the slope of a cell without area.
    without_value: usize,
    least: Option<f64>,
    most: Option<f64>,
    mean: Option<f64>,
    median: Option<f64>,
    bars: Vec<BarRow>,
    #[serde(skip)]
    found: MeasureStatistics,
}

#[derive(Serialize)]
struct BarRow {
    from: f64,
    to: f64,
    count: usize,
}

/// Returns the statistics of a mesh by each measure.
pub(super) fn of(mesh: &NavMesh, adjacency: &Adjacency) -> Vec<MeasureRow> {
    let of_measure = |measure| MeasureStatistics::of(measure, &[(mesh, adjacency)], &Progress::none()).ok();
    Measure::ALL.into_iter().filter_map(of_measure).filter_map(MeasureRow::of).collect()
}

/// Returns the bars of all measures as comma-separated values.
pub(super) fn csv(mesh: &NavMesh) -> String {
    let mut lines = vec!["measure,unit,from,to,count".to_owned()];
    for row in of(mesh, &Adjacency::build(mesh)) {
        lines.extend(row.found.csv_lines());
    }
    in_lines(&lines)
}

impl MeasureRow {
    fn of(found: MeasureStatistics) -> Option<Self> {
        let MeshStatistics { count, without_value, summary, bars } = found.meshes.first()?.clone();
        let bar = |(index, count)| found.range_of(index).map(|[from, to]| BarRow { from, to, count });
        Some(Self {
            measure: found.measure.name(),
            unit: found.measure.unit(),
            count,
            without_value,
            least: summary.map(|summary| summary.least),
            most: summary.map(|summary| summary.most),
            mean: summary.map(|summary| summary.mean),
            median: summary.map(|summary| summary.median),
            bars: bars.into_iter().enumerate().filter_map(bar).collect(),
            found,
        })
    }

    /// Returns the summary and the bars as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let measure = self.found.measure;
        let [one, many] = measure.kind().nouns();
        let count =
            format!("{}: {} {}", measure.title().to_lowercase(), self.count, noun(self.count, one, many));
        let values =
            [("least", self.least), ("median", self.median), ("mean", self.mean), ("most", self.most)];
        let value = |(name, value): (&str, Option<f64>)| Some(format!("{name} {}", measure.format(value?)));
        let without = (self.without_value > 0).then(|| format!("without a value {}", self.without_value));
        let parts = std::iter::once(count).chain(values.into_iter().filter_map(value)).chain(without);
        let summary = parts.collect::<Vec<_>>().join(", ");
        let longest = self.bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
        let bars = self.bars.iter().enumerate().map(|(index, bar)| {
            let length = (bar.count * LONGEST).div_ceil(longest);
            let line =
                format!("  {:<20} {:>9} {}", self.found.describe_bar(index), bar.count, "#".repeat(length));
            line.trim_end().to_owned()
        });
        std::iter::once(summary).chain(bars).collect()
    }
}
