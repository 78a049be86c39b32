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

/// Formats the position of a point on the ground, in metres.
fn place(point: Vec3) -> String {
    format!("({:.2}, {:.2})", point.x, point.z)
}
