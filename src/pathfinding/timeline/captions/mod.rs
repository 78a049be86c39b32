//! Captions of events in plain words and the rules behind them with numbers, for learners.
//!
//! One file for each family of stages. Every function here depends on an event alone.

mod locate;
mod search;
mod interval;
mod funnel;
mod corridor;
mod walk;

use glam::Vec3;

use super::QueryEvent;

impl QueryEvent {
    /// Describes the event and its reason in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        match self {
            Self::Locate(event) => event.caption(),
            Self::Search(event) => event.caption(),
            Self::Interval(event) => event.caption(),
            Self::Corridor(event) => event.caption(),
            Self::Portals(event) => event.caption(),
            Self::Funnel(step) => step.caption(),
            Self::Surface(event) => event.caption(),
            Self::Walk(event) => event.caption(),
            Self::Ray(event) => event.caption(),
        }
    }

    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Locate(event) => event.rule(),
            Self::Search(event) => event.rule(),
            Self::Interval(event) => event.rule(),
            Self::Corridor(event) => event.rule(),
            Self::Portals(event) => event.rule(),
            Self::Funnel(step) => step.rule(),
            Self::Surface(event) => event.rule(),
            Self::Walk(event) => event.rule(),
            Self::Ray(event) => event.rule(),
        }
    }
}

/// Formats the position of a point on the ground, in metres.
fn place(point: Vec3) -> String {
    format!("({:.2}, {:.2})", point.x, point.z)
}
