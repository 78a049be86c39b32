//! Times of queries, and formatting of durations.
//!
//! [`navsmith::cli::measure::clock`] defines the measurement.

use std::hint::black_box;

use navsmith::cli::measure::clock::{Pass, in_turns, making, timed};

/// Like [`Pass`], but runs a query for each element of a slice.
pub(crate) type Asked<'a, A> = Box<dyn FnMut(&[A]) -> f64 + 'a>;

/// Returns a pass that runs `ask` for each element.
pub(crate) fn asking<'a, A, T>(mut ask: impl FnMut(&A) -> T + 'a) -> Asked<'a, A> {
    Box::new(move |some| {
        let ask_each = || some.iter().for_each(|one| drop(black_box(ask(black_box(one)))));
        timed(ask_each).0
    })
}

/// Returns the mean duration per element of `all` for each pass, in seconds.
///
/// Each measurement covers `together` elements. The result is the sum of the medians over the number of elements.
pub(crate) fn ask_all<A, const N: usize>(
    all: &[A],
    together: usize,
    mut asked: [Asked<'_, A>; N],
) -> [f64; N] {
    let mut sums = [0.0; N];
    for some in all.chunks(together) {
        let took = in_turns::<N>(None, |which| asked[which](some));
        sums.iter_mut().zip(took).for_each(|(sum, took)| *sum += took);
    }
    sums.map(|sum| sum / all.len() as f64)
}

/// Returns the geometric mean.
pub(crate) fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().copied().map(f64::ln).sum::<f64>() / ratios.len() as f64).exp()
}

/// Returns a pass that reads and sums `bytes` bytes once.
pub(crate) fn reading<'a>(bytes: usize) -> Pass<'a> {
    let words = vec![1_u64; bytes / 8];
    making(move || black_box(&words).iter().fold(0_u64, |sum, word| sum.wrapping_add(*word)))
}

/// Formats a duration with about three digits and a unit.
pub(crate) fn formatted(seconds: f64) -> String {
    let (number, unit) = match seconds {
        it if it < 1e-6 => (it * 1e9, "ns"),
        it if it < 1e-3 => (it * 1e6, "µs"),
        it if it < 1.0 => (it * 1e3, "ms"),
        it => (it, "s"),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {unit}")
}
