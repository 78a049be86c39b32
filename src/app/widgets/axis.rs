//! Numbers of the axes of plots.

use egui_plot::GridMark;

/// Maximum number of decimals.
const MOST_DECIMALS: usize = 9;

/// Difference from a whole number, relative to it, that rounding errors cause.
const ROUNDING: f64 = 1e-6;

/// Returns the number at a mark, with the decimals that the steps of the axis need.
///
/// The toolkit writes numbers at steps of 0.5 without decimals.
pub(in crate::app) fn number_at(mark: GridMark) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_decimals_of_their_steps() {
        let numbers = |step_size: f64| -> Vec<String> {
            (-1..4).map(|nth| number_at(GridMark { value: f64::from(nth) * step_size, step_size })).collect()
        };
        assert_eq!(numbers(0.5), ["-0.5", "0.0", "0.5", "1.0", "1.5"]);
        assert_eq!(numbers(0.05), ["-0.05", "0.00", "0.05", "0.10", "0.15"]);
        assert_eq!(numbers(0.2), ["-0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(numbers(0.001), ["-0.001", "0.000", "0.001", "0.002", "0.003"]);
        assert_eq!(numbers(50.0), ["-50", "0", "50", "100", "150"]);
    }

    #[test]
    fn a_zero_has_no_minus() {
        assert_eq!(number_at(GridMark { value: -1e-17, step_size: 0.5 }), "0.0");
        assert_eq!(number_at(GridMark { value: -0.0, step_size: 1.0 }), "0");
    }
}
