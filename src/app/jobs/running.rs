//! Displayed state of a running job.

use crate::progress::Progress;

/// Displayed state of a running job.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Running {
    /// Description of the job and its stage.
    pub(in crate::app) description: String,
    /// Completed share from 0 to 1; `None` if unknown.
    pub(in crate::app) done: Option<f32>,
    /// Estimated remaining time in seconds; `None` until it can be estimated.
    pub(in crate::app) seconds_left: Option<f32>,
    /// Whether the job can be stopped without loss.
    pub(in crate::app) can_stop: bool,
}

impl Running {
    /// Returns the state of a job that has run for some seconds.
    ///
    /// `description` names the whole job, and `can_stop` is whether jobs of its kind can be stopped.
    pub(super) fn of(progress: &Progress, description: &str, seconds: f64, can_stop: bool) -> Self {
        let stage = progress.current_stage();
        let description =
            if stage.is_empty() { description.to_owned() } else { format!("{description}: {stage}") };
        let (done, seconds) = (progress.completed(), seconds as f32);
        let seconds_left = done
            .filter(|&done| done >= TELLING.0 && seconds >= TELLING.1)
            .map(|done| seconds * (1.0 - done) / done);
        Self { description, done, seconds_left, can_stop: can_stop && progress.can_stop() }
    }

    /// Returns the remaining time in words; `None` if it is unknown or less than a second.
    pub(in crate::app) fn left(&self) -> Option<String> {
        let seconds = self.seconds_left.filter(|left| *left >= 1.0)?;
        let description =
            if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) };
        Some(format!("about {description} left"))
    }
}

/// Completed share and seconds below which the remaining time is not estimated.
const TELLING: (f32, f32) = (0.02, 1.0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_job_shows_its_stage_and_share() {
        let (progress, seconds) = (Progress::new(), 2.0);
        let before = Running::of(&progress, "reading big.ron", seconds, true);
        assert_eq!(
            (before.description.as_str(), before.done, before.left()),
            ("reading big.ron", None, None),
            "before the first stage"
        );
        assert!(progress.stage("finding neighbours", 0.5..1.0).report(0, 1).is_ok(), "it runs");
        let now = Running::of(&progress, "reading big.ron", seconds, true);
        assert_eq!(
            (now.description.as_str(), now.done, now.left().as_deref()),
            ("reading big.ron: finding neighbours", Some(0.5), Some("about 2 s left")),
            "half"
        );
    }

    #[test]
    fn a_committed_job_cannot_be_stopped() {
        let progress = Progress::new();
        let can_stop = |progress| Running::of(progress, "saving", 0.0, true).can_stop;
        assert!(can_stop(&progress), "it runs");
        assert!(progress.commit().is_ok() && !can_stop(&progress), "too late");
    }
}
