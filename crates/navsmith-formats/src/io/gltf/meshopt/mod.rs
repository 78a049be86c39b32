//! Decoder of buffer views that `EXT_meshopt_compression` or `KHR_meshopt_compression` compresses.
//!
//! The codecs for vertices, triangles and sequences of indices are those that Kapoulkine specifies in these extensions.
//! The data is untrusted. Every read is bounded by it, and the number of decoded bytes is known before decoding.

mod bytes;
mod vertices;
mod indices;

use self::bytes::MeshoptBytes;
use super::schema::Meshopt;
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of bytes of a vertex.
const MOST_VERTEX_BYTES: usize = 256;

/// Reason why a view cannot be decoded.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshoptError {
    /// The data ends too early, has bytes left over, or contains an invalid code.
    #[error("its data is damaged")]
    Damaged,
    /// The properties contradict each other or the extension.
    #[error("its {0} is invalid")]
    Invalid(&'static str),
    /// The data has a version that the extensions do not define.
    #[error("its data has an unknown version")]
    Version,
    /// The filter is for normals, rotations or colours.
    #[error("its filter is not for positions or indices")]
    Filter,
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Codec of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Attributes,
    Triangles,
    Indices,
}

/// A view with checked properties.
#[derive(Clone, Copy, Debug)]
pub struct MeshoptLayout {
    mode: Mode,
    count: usize,
    stride: usize,
    is_exponential: bool,
}

impl MeshoptLayout {
    /// Checks the properties of a view.
    pub fn of(view: &Meshopt) -> Result<Self, MeshoptError> {
        let (count, stride) = (view.count.get(), view.byte_stride.get());
        let mode = match &*view.mode {
            "ATTRIBUTES" => Mode::Attributes,
            "TRIANGLES" => Mode::Triangles,
            "INDICES" => Mode::Indices,
            _ => return Err(MeshoptError::Invalid("mode")),
        };
        let is_exponential = match view.filter.as_deref() {
            None | Some("NONE") => false,
            Some("EXPONENTIAL") if mode == Mode::Attributes => true,
            Some(_) => return Err(MeshoptError::Filter),
        };
        let has_stride = match mode {
            Mode::Attributes => (4..=MOST_VERTEX_BYTES).contains(&stride) && stride.is_multiple_of(4),
            Mode::Triangles | Mode::Indices => stride == 2 || stride == 4,
        };
        if !has_stride {
            return Err(MeshoptError::Invalid("byteStride"));
        }
        if (mode == Mode::Triangles && !count.is_multiple_of(3)) || count.checked_mul(stride).is_none() {
            return Err(MeshoptError::Invalid("count"));
        }
        Ok(Self { mode, count, stride, is_exponential })
    }

    /// Returns the number of decoded bytes.
    pub fn byte_length(self) -> usize {
        self.count * self.stride
    }

    /// Decodes the elements of a view.
    pub fn decode(self, data: &[u8], progress: &Progress) -> Result<Vec<u8>, MeshoptError> {
        let Self { mode, count, stride, is_exponential } = self;
        let mut decoded = match mode {
            Mode::Attributes => vertices::decode(data, count, stride, progress)?,
            Mode::Triangles => packed(&indices::triangles(data, count / 3, progress)?, stride),
            Mode::Indices => packed(&indices::sequence(data, count, progress)?, stride),
        };
        if is_exponential {
            vertices::expand_exponents(&mut decoded);
        }
        Ok(decoded)
    }
}

/// Returns indices in little-endian bytes, without the higher two if `stride` is 2.
fn packed(indices: &[u32], stride: usize) -> Vec<u8> {
    indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(stride)).collect()
}
