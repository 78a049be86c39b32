//! Numbers behind the header, as text or binary.

use std::fmt;

use super::header::{Property, PropertyKind, Scalar};
use crate::io::bytes::{BinaryError, Bytes, ContentError};
use crate::io::text::{TextError, quoted};
use navsmith_core::budget::{Budget, Exhausted};

/// Numbers that are read from the first to the last.
pub(super) enum Values<'a> {
    Text(Words<'a>),
    Binary(Bytes<'a>),
}

/// Words between spaces.
pub(super) struct Words<'a> {
    rest: &'a [u8],
    /// Line of the last word, counted from 1.
    line: usize,
}

/// Position of a number in the file, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberPosition<'a> {
    pub(super) property: &'a str,
    pub(super) element: &'a str,
    pub(super) row: usize,
}

/// Formats the place: `x of vertex 3`.
impl fmt::Display for NumberPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &str| name.chars().take(24).collect::<String>();
        write!(f, "{} of {} {}", plain(self.property), plain(self.element), self.row)
    }
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        self.line += self.rest[..start].split(|&byte| byte == b'\n').count() - 1;
        let rest = &self.rest[start..];
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        Some(word)
    }

    fn number(&mut self, place: NumberPosition<'_>) -> Result<f64, TextError> {
        let Some(word) = self.next() else {
            let description =
                format!("the file ends where {place} should be; it is cut short, so copy it again");
            return Err(TextError { line: self.line, description });
        };
        let text = std::str::from_utf8(word).ok();
        text.and_then(|text| text.parse().ok()).ok_or_else(|| {
            let word = quoted(&String::from_utf8_lossy(&word[..word.len().min(100)]));
            TextError { line: self.line, description: format!("{place} is {word}; give a number") }
        })
    }
}

impl<'a> Values<'a> {
    /// Returns the numbers of a text whose first line has this number.
    pub(super) fn text(text: &'a [u8], line: usize) -> Self {
        Self::Text(Words { rest: text, line })
    }

    /// Returns the numbers of a binary file from a position on.
    pub(super) fn binary(file: &'a [u8], from: usize, is_big_endian: bool) -> Self {
        Self::Binary(Bytes::from(file, from, is_big_endian))
    }

    /// Reads a number. An `f64` represents all types exactly.
    pub(super) fn number(&mut self, scalar: Scalar, place: NumberPosition<'_>) -> Result<f64, ContentError> {
        let bytes = match self {
            Self::Text(words) => return Ok(words.number(place)?),
            Self::Binary(bytes) => bytes,
        };
        let what = || place.to_string();
        Ok(match scalar {
            Scalar::I8 => i8::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::U8 => u8::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::I16 => i16::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::U16 => u16::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::I32 => i32::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::U32 => u32::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::F32 => f32::from_le_bytes(bytes.scalar(what)?).into(),
            Scalar::F64 => f64::from_le_bytes(bytes.scalar(what)?),
        })
    }

    /// Reads the size of a list; a binary file contains as many items.
    pub(super) fn list_size(
        &mut self,
        size: Scalar,
        item: Scalar,
        place: NumberPosition<'_>,
    ) -> Result<usize, ContentError> {
        let number = self.number(size, place)?;
        let count = number as usize;
        let is_whole = number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX);
        let is_there = match self {
            // Each item takes a character and a space at least.
            Self::Text(words) => count.saturating_mul(2) <= words.rest.len(),
            Self::Binary(bytes) => count.saturating_mul(item.len()) <= bytes.left(),
        };
        if !is_whole || !is_there {
            let description = format!("the list {place} has {number} items, more than the file; correct it");
            return Err(self.error(description));
        }
        Ok(count)
    }

    /// Skips the value of a property.
    pub(super) fn skip(
        &mut self,
        property: &Property,
        place: NumberPosition<'_>,
    ) -> Result<(), ContentError> {
        let (count, scalar) = match property.kind {
            PropertyKind::Scalar(scalar) => (1, scalar),
            PropertyKind::List { size, item } => (self.list_size(size, item, place)?, item),
        };
        for _ in 0..count {
            self.number(scalar, place)?;
        }
        Ok(())
    }

    /// Returns an error at the current position.
    pub(super) fn error(&self, description: String) -> ContentError {
        match self {
            Self::Text(words) => TextError { line: words.line, description }.into(),
            Self::Binary(bytes) => BinaryError { offset: bytes.offset(), description }.into(),
        }
    }

    /// Takes the memory of an element from a budget.
    pub(super) fn keep(&self, budget: &mut Budget, bytes: usize) -> Result<(), ContentError> {
        budget.step(1).and_then(|()| budget.keep(bytes)).map_err(|Exhausted| {
            let what = "the file up to here takes more memory than its size justifies";
            self.error(format!("{what}; split it"))
        })
    }
}
