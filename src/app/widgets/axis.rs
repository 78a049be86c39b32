//! Numbers of the axes of plots.

use egui_plot::GridMark;

/// Maximum number of decimals.
const MOST_DECIMALS: usize = 9;

/// Difference from a whole number, relative to it, that rounding errors cause.
const ROUNDING: f64 = 1e-6;

/// Returns the number at a mark, with the decimals that the steps of the axis need.
///
/// The toolkit writes numbers at steps of 0.5 without decimals.
pub fn number_at(mark: GridMark) -> String {
    let decimals = decimals_of(mark.step_size);
    let text = format!("{:.decimals$}", mark.value);
    let is_zero = !text.contains(|digit: char| matches!(digit, '1'..='9'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Returns the number of decimals of a step.
fn decimals_of(step: f64) -> usize {
    let mut scaled = step.abs();
    let is_whole = |scaled: f64| (scaled - scaled.round()).abs() <= ROUNDING * scaled;
    (0..MOST_DECIMALS)
        .find(|_| {
            let has_found = is_whole(scaled);
            scaled *= 10.0;
            has_found
        })
        .unwrap_or(MOST_DECIMALS)
}
