//! Histograms of a mesh, or of two side by side, for `navsmith info --statistics`.

use serde::Serialize;

use navsmith_core::navmesh::{Adjacency, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::document::noun;
use navsmith_formats::document::statistics::histogram::{MeasureStatistics, MeshStatistics, ValueSummary};
use navsmith_formats::document::statistics::{Measure, MeasuredKind};

/// Length of the longest bar of a mesh, and of those of two meshes, in characters.
const LONGEST: [usize; 2] = [40, 20];

/// Statistics of a measure.
#[derive(Serialize)]
pub(super) struct MeasureRow {
    measure: &'static str,
    unit: &'static str,
    #[serde(flatten)]
    summary: SummaryRow,
    /// Summary of the other file; only with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<SummaryRow>,
    bars: Vec<BarRow>,
    #[serde(skip)]
    found: MeasureStatistics,
}

#[derive(Serialize)]
struct SummaryRow {
    count: usize,
    /// Number of elements without a value, such as the slope of a cell without area.
    without_value: usize,
    least: Option<f64>,
    most: Option<f64>,
    mean: Option<f64>,
    median: Option<f64>,
}

#[derive(Serialize)]
struct BarRow {
    from: f64,
    to: f64,
    count: usize,
    /// Count in the other file; only with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_count: Option<usize>,
}

/// Returns the statistics by each measure of a mesh, or of two with common bars.
pub(super) fn of(meshes: &[(&NavMesh, &Adjacency)]) -> Vec<MeasureRow> {
    let of_measure = |measure| MeasureStatistics::of(measure, meshes, &Progress::none()).ok();
    Measure::ALL.into_iter().filter_map(of_measure).filter_map(MeasureRow::of).collect()
}

impl SummaryRow {
    fn of(mesh: &MeshStatistics) -> Self {
        let value = |of: fn(&ValueSummary) -> f64| mesh.summary.as_ref().map(of);
        Self {
            count: mesh.count,
            without_value: mesh.without_value,
            least: value(|summary| summary.least),
            most: value(|summary| summary.most),
            mean: value(|summary| summary.mean),
            median: value(|summary| summary.median),
        }
    }

    fn describe(&self, measure: Measure) -> String {
        let [one, many] = MeasuredKind::nouns(measure.kind());
        let count = format!("{} {}", self.count, noun(self.count, one, many));
        let values =
            [("least", self.least), ("median", self.median), ("mean", self.mean), ("greatest", self.most)];
        let value = |(name, value): (&str, Option<f64>)| Some(format!("{name} {}", measure.format(value?)));
        let without = (self.without_value > 0).then(|| format!("without a value {}", self.without_value));
        let parts = std::iter::once(count).chain(values.into_iter().filter_map(value)).chain(without);
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl MeasureRow {
    fn of(found: MeasureStatistics) -> Option<Self> {
        let (mesh, other) = (found.meshes.first()?, found.meshes.get(1));
        let bar = |index: usize| {
            let [from, to] = found.range_of(index)?;
            let other_count = other.map(|other| other.bars[index]);
            Some(BarRow { from, to, count: mesh.bars[index], other_count })
        };
        Some(Self {
            measure: found.measure.name(),
            unit: found.measure.unit(),
            summary: SummaryRow::of(mesh),
            other: other.map(SummaryRow::of),
            bars: (0..mesh.bars.len()).filter_map(bar).collect(),
            found,
        })
    }

    /// Returns the summaries and the bars as lines; `other` is the name of the other file.
    pub(super) fn lines(&self, other: &str) -> Vec<String> {
        let measure = self.found.measure;
        let mut lines =
            vec![format!("{}: {}", measure.title().to_lowercase(), self.summary.describe(measure))];
        lines.extend(self.other.as_ref().map(|it| format!("  {other}: {}", it.describe(measure))));
        let bars = self.bars.iter().enumerate().map(|(index, bar)| {
            let (range, own) = (self.found.describe_bar(index), self.marks(0, bar.count));
            let other = bar.other_count.map(|count| self.marks(1, count)).unwrap_or_default();
            format!("  {range:<20} {own} {other}").trim_end().to_owned()
        });
        lines.extend(bars);
        lines
    }

    /// Returns the count of a bar and its marks; the longest bar of each mesh has the same length.
    fn marks(&self, mesh: usize, count: usize) -> String {
        let width = LONGEST[usize::from(self.other.is_some())];
        let longest = self.found.meshes[mesh].bars.iter().copied().max().unwrap_or(0).max(1);
        let marks = "#".repeat((count * width).div_ceil(longest));
        format!("{count:>9} {marks:<width$}")
    }
}
