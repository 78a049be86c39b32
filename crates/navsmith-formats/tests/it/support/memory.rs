//! Limits of the memory of readers.

/// Returns the maximum memory for a file of `len` bytes, in bytes at a time.
pub(crate) fn most_bytes(len: usize) -> u64 {
    (64 << 20) + 24 * len as u64
}
