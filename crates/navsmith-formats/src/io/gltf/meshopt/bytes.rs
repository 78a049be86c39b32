//! Bounded reads from compressed data.

use super::MeshoptError;

/// Compressed data that is still to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshoptBytes<'a>(&'a [u8]);

impl<'a> MeshoptBytes<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Removes and returns the next bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], MeshoptError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(MeshoptError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Removes and returns the last bytes.
    pub(super) fn take_last(&mut self, count: usize) -> Result<&'a [u8], MeshoptError> {
        let length = self.0.len().checked_sub(count).ok_or(MeshoptError::Damaged)?;
        let (rest, taken) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, MeshoptError> {
        let (&byte, rest) = self.0.split_first().ok_or(MeshoptError::Damaged)?;
        self.0 = rest;
        Ok(byte)
    }

    /// Reads an integer of at most five bytes with seven bits each, the lowest first.
    pub(super) fn varint(&mut self) -> Result<u32, MeshoptError> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Ok(value)
    }

    /// Checks that all data was read.
    pub(super) fn end(self) -> Result<(), MeshoptError> {
        if self.0.is_empty() { Ok(()) } else { Err(MeshoptError::Damaged) }
    }
}
