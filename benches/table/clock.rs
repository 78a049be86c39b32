//! How long things take, and how that is told.
//!
//! What is compared runs in turns on one thread, its time on the processor is taken, and the median counts: so what else
//! the machine does hits little, and all alike.

use std::hint::black_box;
use std::sync::LazyLock;

use cpu_time::ThreadTime;

/// How many turns there are; of what takes long, fewer.
const ROUNDS: usize = 5;
const ROUNDS_OF_LONG: usize = 3;

/// A first turn of all that is compared is long from here on, in seconds.
const LONG: f64 = 0.1;

/// One of the things that are compared: does it once, and says how many seconds that took.
pub(crate) type Pass<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// The same of something that is asked about each of several things.
pub(crate) type Asked<'a, A> = Box<dyn FnMut(&[A]) -> f64 + 'a>;

/// The seconds that something takes on this thread, and what comes of it. What asking the clock takes, half a microsecond,
/// is taken off; a nanosecond is left at least.
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

/// Makes something; dropping it is not timed.
pub(crate) fn making<'a, T>(mut make: impl FnMut() -> T + 'a) -> Pass<'a> {
    Box::new(move || timed(&mut make).0)
}

/// The same of something that has to be prepared each time.
pub(crate) fn making_of<'a, P, T>(prepare: impl Fn() -> P + 'a, make: impl Fn(P) -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let prepared = prepare();
        timed(|| make(prepared)).0
    })
}

/// Asks about each.
pub(crate) fn asking<'a, A, T>(mut ask: impl FnMut(&A) -> T + 'a) -> Asked<'a, A> {
    Box::new(move |some| {
        let ask_each = || some.iter().for_each(|one| drop(black_box(ask(black_box(one)))));
        timed(ask_each).0
    })
}

/// The median seconds of each.
pub(crate) fn compare<const N: usize>(mut passes: [Pass<'_>; N]) -> [f64; N] {
    in_turns(|which| passes[which]())
}

/// The seconds for one of `all`, asked by each. So many of them are asked together, and then again in the next turn.
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

/// The one in the middle; NaN of none.
pub(crate) fn median(took: Vec<f64>) -> f64 {
    share(took, 0.5)
}

/// What so many of them do not exceed; NaN of none.
pub(crate) fn share(mut took: Vec<f64>, share: f64) -> f64 {
    took.sort_unstable_by(f64::total_cmp);
    let place = (share * took.len() as f64).ceil() as usize;
    took.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

/// The geometric mean.
pub(crate) fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().copied().map(f64::ln).sum::<f64>() / ratios.len() as f64).exp()
}

/// Adds up so many bytes, each read once.
pub(crate) fn reading<'a>(bytes: usize) -> Pass<'a> {
    let words = vec![1_u64; bytes / 8];
    making(move || black_box(&words).iter().fold(0_u64, |sum, word| sum.wrapping_add(*word)))
}

/// Copies so many bytes, each once.
pub(crate) fn copying<'a>(bytes: usize) -> Pass<'a> {
    let (from, mut to) = (vec![1_u8; bytes], vec![0_u8; bytes]);
    making(move || black_box(&mut to).copy_from_slice(&from))
}

/// Three digits, more or less, with a unit.
pub(crate) fn told(seconds: f64) -> String {
    let (number, unit) = match seconds {
        it if it < 1e-6 => (it * 1e9, "ns"),
        it if it < 1e-3 => (it * 1e6, "µs"),
        it if it < 1.0 => (it * 1e3, "ms"),
        it => (it, "s"),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {unit}")
}
