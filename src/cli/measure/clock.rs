//! Time measurement for `navsmith bench`, `cargo bench` and the plot of growth.
//!
//! The compared operations run in turns on one thread, and the median of their times counts. Other load on the machine
//! therefore has little effect, and affects all of them alike.

use std::hint::black_box;
use std::sync::LazyLock;

#[cfg(unix)]
use cpu_time::ThreadTime as Clock;
// Other systems count the processor time of a thread in steps of many milliseconds.
#[cfg(not(unix))]
use std::time::Instant as Clock;

/// Number of rounds; long operations run fewer.
const ROUNDS: usize = 5;
const ROUNDS_OF_LONG: usize = 3;

/// Duration in seconds of a first round of all operations from which they count as long.
const LONG: f64 = 0.1;

/// Time of reading the clock, in seconds.
pub static CLOCK: LazyLock<f64> = LazyLock::new(|| median(&[(); 1001].map(|()| timed_with_clock(|| ()).0)));

/// One of the compared operations: runs once and returns its duration in seconds.
pub type Pass<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Measures the processor time of `make` on this thread and returns it in seconds, with the result.
///
/// The time of reading the clock is subtracted. The result is at least a nanosecond.
pub fn timed<T>(make: impl FnOnce() -> T) -> (f64, T) {
    let (took, made) = timed_with_clock(make);
    ((took - *CLOCK).max(1e-9), made)
}

fn timed_with_clock<T>(make: impl FnOnce() -> T) -> (f64, T) {
    let begin = Clock::now();
    let made = black_box(make());
    (begin.elapsed().as_secs_f64(), made)
}

/// Returns a pass that runs `make`, without the time for dropping the result.
pub fn making<'a, T>(mut make: impl FnMut() -> T + 'a) -> Pass<'a> {
    Box::new(move || timed(&mut make).0)
}

/// Like [`making`], but prepares an input before each run, outside the measured time.
pub fn making_of<'a, P, T>(prepare: impl Fn() -> P + 'a, make: impl Fn(P) -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let prepared = prepare();
        timed(|| make(prepared)).0
    })
}

/// Returns a pass that copies `bytes` bytes once.
pub fn copying<'a>(bytes: usize) -> Pass<'a> {
    let (from, mut to) = (vec![1_u8; bytes], vec![0_u8; bytes]);
    making(move || black_box(&mut to).copy_from_slice(&from))
}

/// Returns the median duration of each pass, in seconds.
pub fn compare<const N: usize>(mut passes: [Pass<'_>; N]) -> [f64; N] {
    in_turns(None, |which| passes[which]())
}

/// Runs operations in turns and returns the median duration of each, in seconds.
///
/// Without a number of rounds, it depends on the duration of the first one.
pub fn in_turns<const N: usize>(rounds: Option<usize>, mut run: impl FnMut(usize) -> f64) -> [f64; N] {
    let mut turns = vec![std::array::from_fn::<f64, N, _>(&mut run)];
    let is_long = turns[0].iter().sum::<f64>() > LONG;
    let rounds = rounds.unwrap_or(if is_long { ROUNDS_OF_LONG } else { ROUNDS });
    turns.extend((1..rounds).map(|_| std::array::from_fn::<f64, N, _>(&mut run)));
    std::array::from_fn(|which| median(&turns.iter().map(|turn| turn[which]).collect::<Vec<_>>()))
}

/// Returns the median; 0 for an empty slice.
pub fn median(numbers: &[f64]) -> f64 {
    percentile(numbers, 0.5)
}

/// Returns a percentile by the nearest-rank method; 0 for an empty slice.
///
/// A `share` of 0.5 gives the median; 0.99 gives the value that 1 % of the numbers exceed.
pub fn percentile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}
