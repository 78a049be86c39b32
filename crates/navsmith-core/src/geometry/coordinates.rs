//! Coordinate systems of files, and their conversion to that of documents.

use glam::{Vec2, Vec3};

/// Axis of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// To the right in the view from above.
    X,
    /// Height.
    Y,
    /// Downwards in the view from above.
    Z,
}

/// Up axis of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UpAxis {
    /// Y, as glTF prescribes.
    #[default]
    Y,
    /// Z, as in many modelling programs; it becomes Y, and Y becomes -Z.
    Z,
}

/// Coordinate system of a file.
///
/// A position of the file is turned, then mirrored, then scaled to become a position of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileCoordinates {
    /// Up axis of the file.
    pub up: UpAxis,
    /// Axis of the document along which positions are mirrored.
    pub mirror: Option<Axis>,
    /// Number of metres in a unit of the file; positive and finite.
    pub scale: f32,
}

/// Unit of length in files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthUnit {
    /// Name in lists, in the plural.
    pub name: &'static str,
    /// Abbreviation, as in arguments.
    pub symbol: &'static str,
    /// Number of metres in the unit.
    pub metres: f32,
}

impl Axis {
    /// Returns the axis of the ground along which a vector is longer.
    pub fn dominant(along: Vec2) -> Self {
        if along.x.abs() >= along.y.abs() { Self::X } else { Self::Z }
    }

    /// Returns the axis that a letter names.
    pub fn of_letter(letter: char) -> Option<Self> {
        let at = ['x', 'y', 'z'].iter().position(|&axis| axis == letter.to_ascii_lowercase())?;
        Some(Self::ALL[at])
    }

    /// Returns the unit vector along the axis.
    pub fn unit(self) -> Vec3 {
        Vec3::AXES[self as usize]
    }

    /// All axes.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Returns the name of the axis.
    pub fn name(self) -> &'static str {
        ["X", "Y", "Z"][self as usize]
    }
}

impl UpAxis {
    /// All up axes.
    pub const ALL: [Self; 2] = [Self::Y, Self::Z];

    /// Returns the name of the axis.
    pub fn name(self) -> &'static str {
        match self {
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// Converts a position with this axis up to one with Y up.
    pub fn turned(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self {
            Self::Y => Vec3::new(x, y, z),
            Self::Z => Vec3::new(x, z, 0.0 - y),
        }
    }

    /// Converts a position with Y up to one with this axis up; the inverse of [`Self::turned`].
    pub fn turned_back(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self {
            Self::Y => Vec3::new(x, y, z),
            Self::Z => Vec3::new(x, 0.0 - z, y),
        }
    }
}

impl Default for FileCoordinates {
    fn default() -> Self {
        Self { up: UpAxis::Y, mirror: None, scale: 1.0 }
    }
}

impl FileCoordinates {
    /// Whether they are those of documents: Y up, not mirrored, in metres.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Whether positions keep their directions, and differ only in scale.
    pub fn is_scale_only(&self) -> bool {
        self.up == UpAxis::Y && self.mirror.is_none()
    }

    /// Whether the conversion reverses windings.
    pub fn is_mirrored(&self) -> bool {
        self.mirror.is_some()
    }

    /// Converts a position of the file to one of a document.
    pub fn to_document(self, position: Vec3) -> Vec3 {
        self.mirrored(self.up.turned(position)) * self.scale
    }

    /// Converts a position of a document to one of the file; the inverse of [`Self::to_document`].
    pub fn to_file(self, position: Vec3) -> Vec3 {
        self.up.turned_back(self.mirrored(position * self.units_per_metre()))
    }

    /// Returns the number of units of the file in a metre.
    pub fn units_per_metre(self) -> f32 {
        self.scale.recip()
    }

    fn mirrored(self, mut position: Vec3) -> Vec3 {
        if let Some(axis) = self.mirror {
            let along = &mut position[axis as usize];
            *along = 0.0 - *along;
        }
        position
    }
}

impl LengthUnit {
    /// Units that other programs use.
    pub const ALL: [Self; 5] = [
        Self { name: "Metres", symbol: "m", metres: 1.0 },
        Self { name: "Centimetres (Unreal)", symbol: "cm", metres: 0.01 },
        Self { name: "Millimetres", symbol: "mm", metres: 0.001 },
        Self { name: "Feet", symbol: "ft", metres: 0.3048 },
        Self { name: "Inches", symbol: "in", metres: 0.0254 },
    ];

    /// Returns the unit with this number of metres; `None` if it is none of the listed ones.
    pub fn of_metres(metres: f32) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.metres.to_bits() == metres.to_bits())
    }
}
