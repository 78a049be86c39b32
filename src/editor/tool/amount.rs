//! What a transform does, along what and by how much, and how these read.

use std::fmt;

use glam::{Vec2, Vec3};

use crate::navmesh::Edge;

/// What is done to the vertices.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) enum Verb {
    /// They move.
    Move,
    /// They turn about their middle.
    Rotate,
    /// They move away from their middle, or towards it.
    Scale,
    /// Boundary edges are pulled into new cells.
    Extrude(Vec<Edge>),
}

/// What a transform keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum Axis {
    X,
    Z,
    /// The height.
    Y,
}

/// By how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::editor) enum Amount {
    Delta(Vec3),
    /// Counter-clockwise as seen, in radians.
    Angle(f32),
    Factors(Vec3),
}

impl Axis {
    /// The axis of the ground that something runs along more than along the other.
    pub(super) fn dominant(along: Vec2) -> Self {
        if along.x.abs() >= along.y.abs() { Self::X } else { Self::Z }
    }

    /// The axis that a key stands for.
    pub(super) fn typed(key: char) -> Option<Self> {
        match key.to_ascii_lowercase() {
            'x' => Some(Self::X),
            'y' => Some(Self::Y),
            'z' => Some(Self::Z),
            _ => None,
        }
    }

    pub(super) fn unit(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "height",
            Self::Z => "Z",
        }
    }
}

impl Verb {
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Rotate => "Rotate",
            Self::Scale => "Scale",
            Self::Extrude(_) => "Extrude",
        }
    }

    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Rotate => "rotate",
            Self::Scale => "scale",
            Self::Extrude(_) => "extrude",
        }
    }
}

impl Amount {
    pub(super) fn none(verb: &Verb) -> Self {
        match verb {
            Verb::Move | Verb::Extrude(_) => Self::Delta(Vec3::ZERO),
            Verb::Rotate => Self::Angle(0.0),
            Verb::Scale => Self::Factors(Vec3::ONE),
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

/// Rounded to hundredths, without a minus before nothing.
fn readable(value: f32) -> f32 {
    (value * 100.0).round() / 100.0 + 0.0
}
