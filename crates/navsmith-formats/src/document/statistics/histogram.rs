//! Histograms of the values of a measure, with a bounded number of bars.

use super::{Measure, MeasuredValues, measured};
use navsmith_core::navmesh::{Adjacency, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Number of bars between which a range is divided, at least; rounding the width of a bar gives fewer.
const BARS: f64 = 24.0;

/// Maximum number of bars of a histogram.
pub const MOST_BARS: usize = 32;

/// Share of the values that lie below the first bars, and of those above the last ones.
///
/// The first and the last bar contain them too, so that few distant values do not hide the others.
const TAIL: f64 = 0.005;

/// Statistics of a measure of a mesh, or of several meshes with common bars.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureStatistics {
    /// The measure.
    pub measure: Measure,
    /// Bounds between bars; one more than there are bars, and none without values.
    ///
    /// The first bar also contains the values below it, and the last bar those above it.
    pub bounds: Vec<f64>,
    /// Statistics of each mesh, in the given order.
    pub meshes: Vec<MeshStatistics>,
}

/// Statistics of a measure of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshStatistics {
    /// Number of elements with a value.
    pub count: usize,
    /// Number of elements without a value.
    pub without_value: usize,
    /// Properties of the values; `None` without values.
    pub summary: Option<ValueSummary>,
    /// Number of values in each bar.
    pub bars: Vec<usize>,
}

/// Properties of a list of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueSummary {
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub most: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Median; the mean of two values in the middle.
    pub median: f64,
    /// Value below which half a percent of the values lie.
    pub low: f64,
    /// Value above which half a percent of the values lie.
    pub high: f64,
}

impl MeasureStatistics {
    /// Measures meshes and counts their values in common bars.
    pub fn of(
        measure: Measure,
        meshes: &[(&NavMesh, &Adjacency)],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let share = 1.0 / meshes.len().max(1) as f32;
        let parts = (0..).map(|index: u8| f32::from(index) * share);
        let mut measured_of = Vec::new();
        for (&mesh, from) in meshes.iter().zip(parts) {
            let MeasuredValues { mut values, without_value } =
                measured(mesh, measure, &progress.part(from..from + share))?;
            let summary = ValueSummary::of(&mut values);
            measured_of.push((values, without_value, summary));
        }
        let summaries: Vec<ValueSummary> = measured_of.iter().filter_map(|(.., summary)| *summary).collect();
        let bounds = bounds(&summaries, measure.is_whole());
        let count = |(values, without_value, summary): (Vec<f64>, usize, Option<ValueSummary>)| {
            let mut bars = vec![0; bounds.len().saturating_sub(1)];
            for &value in &values {
                bars[bar_of(&bounds, value)] += 1;
            }
            MeshStatistics { count: values.len(), without_value, summary, bars }
        };
        let meshes = measured_of.into_iter().map(count).collect();
        Ok(Self { measure, bounds, meshes })
    }

    /// Returns the bar of a value; the first one if there are no bars.
    pub fn bar_of(&self, value: f64) -> usize {
        bar_of(&self.bounds, value)
    }

    /// Returns the least and the greatest value of a bar; `None` if there is no such bar.
    ///
    /// The greatest value belongs to the next bar, except that of the last bar and of whole numbers.
    pub fn range_of(&self, bar: usize) -> Option<[f64; 2]> {
        let [mut from, mut to] = [*self.bounds.get(bar)?, *self.bounds.get(bar + 1)?];
        let summaries = || self.meshes.iter().filter_map(|mesh| mesh.summary);
        if self.measure.is_whole() {
            to = (to - 1.0).max(from);
        }
        if bar == 0 {
            from = summaries().map(|summary| summary.least).fold(from, f64::min);
        }
        if bar + 2 == self.bounds.len() {
            to = summaries().map(|summary| summary.most).fold(to, f64::max);
        }
        Some([from, to])
    }

    /// Returns the bars as comma-separated values.
    ///
    /// The columns are measure, unit, least and greatest value, and the count of each mesh.
    pub fn csv_lines(&self) -> impl Iterator<Item = String> {
        (0..self.bounds.len().saturating_sub(1)).filter_map(|bar| {
            let [from, to] = self.range_of(bar)?;
            let counts: Vec<String> = self.meshes.iter().map(|mesh| mesh.bars[bar].to_string()).collect();
            let (name, unit) = (self.measure.name(), self.measure.unit());
            Some(format!("{name},{unit},{from},{to},{}", counts.join(",")))
        })
    }

    /// Describes the values of a bar, such as "10° to 20°".
    ///
    /// A first or last bar with values beyond its bounds is described by the inner bound and the farthest value.
    pub fn describe_bar(&self, bar: usize) -> String {
        let Some(range) = self.range_of(bar) else { return String::new() };
        let [least, greatest] = self.drawn_range_of(bar).unwrap_or(range);
        let [from, to] = range.map(|value| self.measure.format(value));
        if range[1] > greatest && range[0] >= least {
            format!("{from} or more, at most {to}")
        } else if range[0] < least && range[1] <= greatest {
            format!("{to} or less, at least {from}")
        } else if range[0] < range[1] {
            format!("{from} to {to}")
        } else {
            from
        }
    }

    /// Returns the ends of a bar on an axis; `None` if there is no such bar.
    ///
    /// Bars of whole numbers are centred on them. A bar of a single value has the width 1.
    pub fn drawn_range_of(&self, bar: usize) -> Option<[f64; 2]> {
        let [from, to] = [*self.bounds.get(bar)?, *self.bounds.get(bar + 1)?];
        Some(if from == to {
            [from - 0.5, from + 0.5]
        } else if self.measure.is_whole() {
            [from - 0.5, to - 0.5]
        } else {
            [from, to]
        })
    }
}

impl ValueSummary {
    /// Returns the properties of values, and reorders them; `None` without values.
    pub fn of(values: &mut [f64]) -> Option<Self> {
        let count = values.len();
        let tail = (count as f64 * TAIL) as usize;
        let least = values.iter().copied().reduce(f64::min)?;
        let most = values.iter().copied().reduce(f64::max)?;
        let mean = values.iter().sum::<f64>() / count as f64;
        let middle = count / 2;
        let (below, &mut upper, above) = values.select_nth_unstable_by(middle, f64::total_cmp);
        let lower =
            below.iter().copied().reduce(f64::max).filter(|_| count.is_multiple_of(2)).unwrap_or(upper);
        let low = if tail < middle { *below.select_nth_unstable_by(tail, f64::total_cmp).1 } else { upper };
        let from_high = count - 1 - tail;
        let high = if from_high > middle {
            *above.select_nth_unstable_by(from_high - middle - 1, f64::total_cmp).1
        } else {
            upper
        };
        let median = lower.midpoint(upper);
        Some(Self { least, most, mean: mean.clamp(least, most), median, low, high })
    }
}

/// Returns the bar of a value.
fn bar_of(bounds: &[f64], value: f64) -> usize {
    let inner = bounds.get(1..bounds.len().saturating_sub(1)).unwrap_or_default();
    inner.partition_point(|&bound| bound <= value)
}

/// Returns round bounds of bars that cover all but the tails of the values.
pub(crate) fn bounds(summaries: &[ValueSummary], is_whole: bool) -> Vec<f64> {
    let range = |of: fn(&ValueSummary) -> [f64; 2]| {
        let ranges = summaries.iter().map(of);
        ranges.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])
    };
    let Some([mut low, mut high]) = range(|summary| [summary.low, summary.high]) else { return Vec::new() };
    if low == high {
        // Nearly all values are equal, so the others decide on the bars.
        [low, high] = range(|summary| [summary.least, summary.most]).unwrap_or([low, high]);
    }
    let step = if is_whole { ((high - low) / BARS).max(1.0) } else { (high - low) / BARS };
    let Some((factor, exponent)) = round_step(step) else { return vec![low, high] };
    let step = scaled(factor, exponent);
    // A whole number belongs to the bar that it begins, other bounds also to the bar before.
    let last_of = |value: f64| if is_whole { (value / step).floor() + 1.0 } else { (value / step).ceil() };
    let mut first = (low / step).floor();
    let mut last = last_of(high).max(first + 1.0);
    // The tails have bars of their own, if these are not too many.
    let [least, most] = range(|summary| [summary.least, summary.most]).unwrap_or([low, high]);
    let [least, most] = [(least / step).floor(), last_of(most)];
    if most - first <= MOST_BARS as f64 {
        last = last.max(most);
    }
    if last - least <= MOST_BARS as f64 {
        first = first.min(least);
    }
    let bars = (last - first) as usize;
    (0..=bars.min(MOST_BARS)).map(|bar| scaled((first + bar as f64) * factor, exponent)).collect()
}

/// Returns the smallest round step with which a range has at most this number of steps.
pub fn round_step_of(range: f64, most: f64) -> Option<f64> {
    round_step(range / most).map(|(factor, exponent)| scaled(factor, exponent))
}

/// Returns the smallest step of 1, 2 or 5 times a power of ten that is at least `least`.
///
/// The result is the factor and the exponent. `None` if `least` is not a usual number, such as 0.
fn round_step(least: f64) -> Option<(f64, i32)> {
    if !least.is_normal() {
        return None;
    }
    let text = format!("{least:e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let (mantissa, exponent): (f64, i32) = (mantissa.parse().ok()?, exponent.parse().ok()?);
    match mantissa {
        _ if mantissa <= 1.0 => Some((1.0, exponent)),
        _ if mantissa <= 2.0 => Some((2.0, exponent)),
        _ if mantissa <= 5.0 => Some((5.0, exponent)),
        _ => Some((1.0, exponent + 1)),
    }
}

/// Returns a number times a power of ten, rounded once for usual exponents.
fn scaled(number: f64, exponent: i32) -> f64 {
    let power = 10.0_f64.powi(exponent.abs());
    if exponent < 0 { number / power } else { number * power }
}
