//! Places at which a computation can be stopped.

use navsmith_core::progress::{Progress, Stopped};

/// Stops a computation at reports 0, 1, 2, 4, 8 and so on, until it ends.
///
/// Returns the stage and the completed share at each stop, and the result.
pub(crate) fn stops<T>(
    run: impl Fn(&Progress) -> Result<T, Stopped>,
) -> (Vec<(&'static str, Option<f32>)>, T) {
    let mut stops = Vec::new();
    for report in [0].into_iter().chain((0..20).map(|power| 1 << power)) {
        let progress = Progress::stopping_after(report);
        match run(&progress) {
            Ok(result) => return (stops, result),
            Err(Stopped) => stops.push((progress.current_stage(), progress.completed())),
        }
    }
    panic!("it ends after a million reports: {stops:?}");
}
