//! How long things take, and how that is told.

use std::hint::black_box;
use std::time::Instant;

/// Everything that is compared runs in turns so often, and the median counts.
const ROUNDS: usize = 5;

/// One of the things that are compared: does it once, and says how many seconds that took.
pub(crate) type Pass<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Makes something; dropping it is not timed.
pub(crate) fn making<'a, T>(mut make: impl FnMut() -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let begin = Instant::now();
        let made = black_box(make());
        let took = begin.elapsed().as_secs_f64();
        drop(made);
        took
    })
}

/// The same of something that has to be prepared each time.
pub(crate) fn making_of<'a, P, T>(prepare: impl Fn() -> P + 'a, make: impl Fn(P) -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let prepared = prepare();
        let begin = Instant::now();
        let made = black_box(make(prepared));
        let took = begin.elapsed().as_secs_f64();
        drop(made);
        took
    })
}

/// Asks about each of many things; the seconds for one.
pub(crate) fn asking<'a, A, T>(all: &'a [A], mut ask: impl FnMut(&A) -> T + 'a) -> Pass<'a> {
    Box::new(move || {
        let begin = Instant::now();
        for one in all {
            black_box(ask(black_box(one)));
        }
        begin.elapsed().as_secs_f64() / all.len() as f64
    })
}

/// Each in turns; the median seconds of each.
pub(crate) fn compare<const N: usize>(mut passes: [Pass<'_>; N]) -> [f64; N] {
    let mut took = [(); N].map(|()| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        for (pass, took) in passes.iter_mut().zip(&mut took) {
            took.push(pass());
        }
    }
    took.map(|mut took| {
        took.sort_unstable_by(f64::total_cmp);
        took[ROUNDS / 2]
    })
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
