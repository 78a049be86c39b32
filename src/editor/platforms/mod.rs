//! A mesh as a side view: rest surfaces, the reachable region, throws and jumps under gravity.
//!
//! The settings are a part of the document. Everything else follows from the mesh and is computed when it is shown.

pub mod found;
pub mod flight;
pub mod jumps;
pub mod gravity;
pub mod input;

use self::flight::ThrownBody;
use self::found::RegionStart;
use navsmith_core::platformer::ThrowMethod;

/// What the user looks at in a side view.
#[derive(Clone, Debug)]
pub(in crate::editor) struct PlatformsView {
    /// The body that was thrown last.
    thrown: Option<ThrownBody>,
    /// Method of the flight that is listed.
    method: ThrowMethod,
    region: RegionStart,
    /// Index of the platform that was framed.
    framed: Option<usize>,
    /// Platforms of the question why a body does not get from one to the other.
    asked: [usize; 2],
}

impl Default for PlatformsView {
    fn default() -> Self {
        Self {
            thrown: None,
            method: ThrowMethod::default(),
            region: RegionStart::default(),
            framed: None,
            asked: [0, 1],
        }
    }
}
