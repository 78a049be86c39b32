//! Time measurement and formatting of durations.
//!
//! The compared operations run alternately on one thread. The result is the median of their processor times. Other
//! load on the machine therefore has little effect, and affects all of them alike.

use std::hint::black_box;
use std::sync::LazyLock;

use cpu_time::ThreadTime;

/// Number of rounds; long operations run fewer.
const ROUNDS: usize = 5;
const ROUNDS_OF_LONG: usize = 3;

/// Duration in seconds of a first round of all operations from which they count as long.
const LONG: f64 = 0.1;

/// One of the compared operations: runs once and returns its duration in seconds.
pub(crate) type Pass<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Like [`Pass`], but runs a query for each element of a slice.
pub(crate) type Asked<'a, A> = Box<dyn FnMut(&[A]) -> f64 + 'a>;

/// Measures the processor time of `make` on this thread and returns it in seconds, with the result.
///
/// The time for reading the clock, about half a microsecond, is subtracted. The result is at least a nanosecond.
pub(crate) fn timed<T>(make: impl FnOnce() -> T) -> (f64, T) {
    let (took, made) = timed_with_clock(make);
    ((took - *CLOCK).max(1e-9), made)
}

static CLOCK: LazyLock<f64> =
    LazyLock::new(|| median((0..1000).map(|_| timed_with_clock(|| ()).0).collect()));

fn timed_with_clock<T>(make: impl FnOnce() -> T) -> (f64, T) {
    let begin = ThreadTime::now();
    let made = black_box(make());
    (begin.elapsed().as_secs_f64(), made)
}

/// Returns a pass that runs `make`, without the time for dropping the result.
pub(crate) fn making<'a, T>(mut make: impl FnMut() -> T + 'a) -> Pass<'a> {
    Box::new(move || timed(&mut make).0)
}

/// Like [`making`], but prepares an input before each run, outside the measured time.
pub(crate) fn making_of<'a, P, T>(prepare: impl Fn() -> P + 'a, make: impl Fn(P) -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let prepared = prepare();
        timed(|| make(prepared)).0
    })
}

/// Returns a pass that runs `ask` for each element.
pub(crate) fn asking<'a, A, T>(mut ask: impl FnMut(&A) -> T + 'a) -> Asked<'a, A> {
    Box::new(move |some| {
        let ask_each = || some.iter().for_each(|one| drop(black_box(ask(black_box(one)))));
        timed(ask_each).0
    })
}

/// Returns the median duration of each pass, in seconds.
pub(crate) fn compare<const N: usize>(mut passes: [Pass<'_>; N]) -> [f64; N] {
    in_turns(|which| passes[which]())
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
        let took = in_turns::<N>(|which| asked[which](some));
        sums.iter_mut().zip(took).for_each(|(sum, took)| *sum += took);
    }
    sums.map(|sum| sum / all.len() as f64)
}

fn in_turns<const N: usize>(mut run: impl FnMut(usize) -> f64) -> [f64; N] {
    let mut turns = vec![std::array::from_fn::<f64, N, _>(&mut run)];
    let rounds = if turns[0].iter().sum::<f64>() > LONG { ROUNDS_OF_LONG } else { ROUNDS };
    turns.extend((1..rounds).map(|_| std::array::from_fn::<f64, N, _>(&mut run)));
    std::array::from_fn(|which| median(turns.iter().map(|turn| turn[which]).collect()))
}

/// Returns the median, or NaN for an empty list.
pub(crate) fn median(took: Vec<f64>) -> f64 {
    share(took, 0.5)
}

/// Returns the quantile at `share`, or NaN for an empty list.
pub(crate) fn share(mut took: Vec<f64>, share: f64) -> f64 {
    took.sort_unstable_by(f64::total_cmp);
    let place = (share * took.len() as f64).ceil() as usize;
    took.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
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

/// Returns a pass that copies `bytes` bytes once.
pub(crate) fn copying<'a>(bytes: usize) -> Pass<'a> {
    let (from, mut to) = (vec![1_u8; bytes], vec![0_u8; bytes]);
    making(move || black_box(&mut to).copy_from_slice(&from))
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
