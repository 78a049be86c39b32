//! Values that several kinds of elements contain, and their checks.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::RonFault;
use super::place::PlaceStep::{self, Field, Index};

pub(super) trait RonElement {
    /// Returns the memory of the element and its converted form, in bytes.
    fn kept(&self) -> usize;
}

/// A position `(x, y, z)` as the writer emits it.
pub(super) type Position = [f32; 3];

/// A position `(x, y, z)` or `[x, y, z]`, as hand-written files may contain it; much slower to read.
#[derive(Debug)]
pub(super) struct AnyPosition(pub(super) Position);

impl RonElement for Position {
    fn kept(&self) -> usize {
        2 * size_of::<Self>()
    }
}

impl RonElement for AnyPosition {
    fn kept(&self) -> usize {
        self.0.kept()
    }
}

impl<'de> Deserialize<'de> for AnyPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Three;
        impl<'de> Visitor<'de> for Three {
            type Value = AnyPosition;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position `(x, y, z)`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<AnyPosition, A::Error> {
                let mut three = [0.0; 3];
                for (i, coordinate) in three.iter_mut().enumerate() {
                    *coordinate = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
                }
                Ok(AnyPosition(three))
            }
        }
        deserializer.deserialize_any(Three)
    }
}

/// Whether a field has its default, and is therefore not written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn check_name(name: &str, list: PlaceStep, i: usize, what: &str) -> Result<(), RonFault> {
    if name.trim().is_empty() {
        let description = format!("{what} {i} has no name; give it one");
        return Err(RonFault::new([list, Index(i), Field("name")], description));
    }
    Ok(())
}

pub(super) fn check_position(
    position: &Position,
    path: impl IntoIterator<Item = PlaceStep>,
    whose: impl Fn() -> String,
) -> Result<(), RonFault> {
    let Some(axis) = position.iter().position(|coordinate| !coordinate.is_finite()) else { return Ok(()) };
    let description = not_finite(&whose(), ["x", "y", "z"][axis], position[axis]);
    Err(RonFault::new([Index(axis)], description).within(path))
}

pub(super) fn not_finite(whose: &str, axis: &str, value: f32) -> String {
    format!("{axis} of {whose} is {value}: not a finite number, or too large for one; give metres")
}
