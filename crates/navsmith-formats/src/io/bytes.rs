//! Scalars of a binary file in either byte order, and its errors with positions.

use super::scene::TooMuch;
use super::text::TextError;
use navsmith_core::budget::{Budget, Exhausted};

/// Error of an invalid binary file, with its position and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {description}")]
pub struct BinaryError {
    /// Position in the file, counted from 0.
    pub offset: usize,
    /// Reason and remedy.
    pub description: String,
}

/// Error of an invalid file of a format that is either text or binary.
#[derive(Debug)]
pub(super) enum ContentError {
    /// The text is invalid.
    Text(TextError),
    /// The binary content is invalid.
    Binary(BinaryError),
    /// The file contains too much.
    TooMuch(TooMuch),
}

impl From<TextError> for ContentError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<BinaryError> for ContentError {
    fn from(error: BinaryError) -> Self {
        Self::Binary(error)
    }
}

impl From<TooMuch> for ContentError {
    fn from(error: TooMuch) -> Self {
        Self::TooMuch(error)
    }
}

/// A file that is read from its start to its end.
#[derive(Debug)]
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    is_big_endian: bool,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0, is_big_endian: false }
    }

    /// Returns the bytes from a position on, in a byte order.
    pub(super) fn from(all: &'a [u8], at: usize, is_big_endian: bool) -> Self {
        Self { all, at: at.min(all.len()), is_big_endian }
    }

    /// Reads a magic number, which also determines the byte order.
    ///
    /// `magic` is the number in big-endian order; little-endian files contain it in reverse.
    pub(super) fn magic(&mut self, magic: [u8; 4], what: &str) -> Result<(), BinaryError> {
        let found = self.array(|| what.into())?;
        let mut reversed = magic;
        reversed.reverse();
        if found != magic && found != reversed {
            let (name, found) = (String::from_utf8_lossy(&magic), String::from_utf8_lossy(&found));
            let description = format!(
                "{what} begins with \"{name}\", not {found:?}; if this is a buffer of a .gltf file, open that file"
            );
            return Err(BinaryError { offset: self.at - 4, description });
        }
        self.is_big_endian = found == magic;
        Ok(())
    }

    /// Returns the position, counted from 0.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the number of bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// Returns the bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.all[self.at..]
    }

    /// Skips bytes, at most those that are left.
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count.min(self.left());
    }

    /// Returns an error at the current position.
    pub(super) fn error(&self, description: String) -> BinaryError {
        BinaryError { offset: self.at, description }
    }

    fn array<const N: usize>(&mut self, what: impl Fn() -> String) -> Result<[u8; N], BinaryError> {
        let taken = self.rest().first_chunk().copied();
        let taken = taken.ok_or_else(|| {
            self.error(format!("the file ends where {} should be; it is cut short, so copy it again", what()))
        })?;
        self.at += N;
        Ok(taken)
    }

    /// Reads the bytes of a scalar in little-endian order.
    pub(super) fn scalar<const N: usize>(
        &mut self,
        what: impl Fn() -> String,
    ) -> Result<[u8; N], BinaryError> {
        let mut bytes = self.array(what)?;
        if self.is_big_endian {
            bytes.reverse();
        }
        Ok(bytes)
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, BinaryError> {
        Ok(self.array::<1>(|| what.into())?[0])
    }

    pub(super) fn u16(&mut self, what: &str) -> Result<u16, BinaryError> {
        Ok(u16::from_le_bytes(self.scalar(|| what.into())?))
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, BinaryError> {
        Ok(u32::from_le_bytes(self.scalar(|| what.into())?))
    }

    pub(super) fn i32(&mut self, what: &str) -> Result<i32, BinaryError> {
        Ok(self.u32(what)? as i32)
    }

    pub(super) fn f32(&mut self, what: &str) -> Result<f32, BinaryError> {
        Ok(f32::from_bits(self.u32(what)?))
    }

    /// Reads a number of elements, which must not be negative.
    pub(super) fn count(&mut self, what: &str) -> Result<usize, BinaryError> {
        let count = self.i32(what)?;
        usize::try_from(count).map_err(|_negative| {
            let description = format!("{what} is {count}; the file is damaged, export it again");
            BinaryError { offset: self.at - 4, description }
        })
    }

    /// Takes the memory of an element from a budget.
    pub(super) fn keep(&self, budget: &mut Budget, bytes: usize) -> Result<(), BinaryError> {
        budget.step(1).and_then(|()| budget.keep(bytes)).map_err(|Exhausted| {
            let what = "the file up to here takes more memory than its size justifies";
            self.error(format!("{what}; split it"))
        })
    }
}
