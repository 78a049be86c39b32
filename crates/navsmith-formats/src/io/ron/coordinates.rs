//! Coordinate systems of files in the form of the file.

use serde::{Deserialize, Serialize};

use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};

/// The up axis of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Up {
    #[default]
    Y,
    Z,
}

/// The axis along which a file is mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mirror {
    #[default]
    None,
    X,
    Y,
    Z,
}

/// Returns the default of the field `scale`.
pub(super) fn metre() -> f32 {
    1.0
}

/// Whether the field `scale` has its default.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_metre(scale: &f32) -> bool {
    scale.to_bits() == metre().to_bits()
}

/// Returns the fields `up`, `mirror` and `scale` of coordinates.
pub(super) fn fields_of(coordinates: FileCoordinates) -> (Up, Mirror, f32) {
    let up = match coordinates.up {
        UpAxis::Y => Up::Y,
        UpAxis::Z => Up::Z,
    };
    let mirror = match coordinates.mirror {
        None => Mirror::None,
        Some(Axis::X) => Mirror::X,
        Some(Axis::Y) => Mirror::Y,
        Some(Axis::Z) => Mirror::Z,
    };
    (up, mirror, coordinates.scale)
}

/// Returns the coordinates of the fields `up`, `mirror` and `scale`.
pub(super) fn coordinates_of(up: Up, mirror: Mirror, scale: f32) -> FileCoordinates {
    let up = match up {
        Up::Y => UpAxis::Y,
        Up::Z => UpAxis::Z,
    };
    let mirror = match mirror {
        Mirror::None => None,
        Mirror::X => Some(Axis::X),
        Mirror::Y => Some(Axis::Y),
        Mirror::Z => Some(Axis::Z),
    };
    FileCoordinates { up, mirror, scale }
}

/// Returns the fault of a scale that is not positive and finite; `None` if it is valid.
pub(super) fn scale_fault(scale: f32, owner: impl FnOnce() -> String) -> Option<String> {
    let is_valid = scale > 0.0 && scale.is_finite();
    (!is_valid).then(|| format!("the scale of {} is {scale}; give a positive number", owner()))
}
