//! Kind, axis and amount of a transform, and their text.

use std::fmt;

use glam::Vec3;
use navsmith_core::geometry::Axis;
use navsmith_core::navmesh::Edge;

/// Step of an angle that snaps, in degrees.
pub(super) const ANGLE_STEP: f32 = 5.0;

/// Step of a factor that snaps.
pub(super) const FACTOR_STEP: f32 = 0.1;

/// Kind of a transform.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) enum AmountVerb {
    /// Moves the vertices.
    Move,
    /// Rotates the vertices about their centre.
    Rotate,
    /// Scales the vertices about their centre.
    Scale,
    /// Extrudes boundary edges into new cells.
    Extrude(Vec<Edge>),
}

/// Amount of a transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::editor) enum Amount {
    Delta(Vec3),
    /// Counter-clockwise as seen in the view, in radians.
    Angle(f32),
    Factors(Vec3),
}

/// Returns the name of an axis within a sentence.
pub(super) fn axis_name(axis: Axis) -> &'static str {
    ["X", "height", "Z"][axis as usize]
}

impl AmountVerb {
    /// Returns its word in a title and inside a sentence.
    pub(super) fn words(&self) -> [&'static str; 2] {
        match self {
            Self::Move => ["Move", "move"],
            Self::Rotate => ["Rotate", "rotate"],
            Self::Scale => ["Scale", "scale"],
            Self::Extrude(_) => ["Extrude", "extrude"],
        }
    }
}

impl Amount {
    pub(super) fn none(verb: &AmountVerb) -> Self {
        match verb {
            AmountVerb::Move | AmountVerb::Extrude(_) => Self::Delta(Vec3::ZERO),
            AmountVerb::Rotate => Self::Angle(0.0),
            AmountVerb::Scale => Self::Factors(Vec3::ONE),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Delta(delta) => {
                write!(f, "dx {:.2} m  dz {:.2} m", readable(delta.x), readable(delta.z))?;
                if delta.y == 0.0 { Ok(()) } else { write!(f, "  dy {:.2} m", readable(delta.y)) }
            }
            Self::Angle(angle) => write!(f, "{:.1}°", angle.to_degrees()),
            Self::Factors(factors) => {
                write!(f, "x × {:.2}  z × {:.2}", factors.x, factors.z)?;
                if factors.y == 1.0 { Ok(()) } else { write!(f, "  y × {:.2}", factors.y) }
            }
        }
    }
}

/// Rounds to hundredths and removes a negative zero.
fn readable(value: f32) -> f32 {
    (value * 100.0).round() / 100.0 + 0.0
}
