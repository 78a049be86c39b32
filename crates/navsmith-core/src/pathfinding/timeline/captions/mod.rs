//! Captions of events in plain words and the rules behind them with numbers, for learners.
//!
//! Every function here depends on an event alone. Captions of searches, walks and rays are next to their events.

mod locate;
mod funnel;
mod portals;

use glam::Vec3;

/// Formats the position of a point on the ground, in metres.
fn place(point: Vec3) -> String {
    format!("({:.2}, {:.2})", point.x, point.z)
}
