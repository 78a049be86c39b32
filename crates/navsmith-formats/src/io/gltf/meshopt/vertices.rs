//! Codec of vertices: each byte of a vertex is a column, stored as differences in blocks.

use super::{MeshoptBytes, MeshoptError};
use navsmith_core::progress::Progress;

/// Maximum number of vertices of a block.
const MOST_BLOCK_VERTICES: usize = 256;

/// Maximum number of bytes of a block.
const MOST_BLOCK_BYTES: usize = 8192;

/// Number of differences in a group.
const GROUP: usize = 16;

/// Numbers of bits of a difference in version 0.
const BITS: [u32; 4] = [0, 2, 4, 8];

/// Numbers of bits of a difference in version 1, by the control mode of the column.
const BITS_BY_CONTROL: [[u32; 4]; 2] = [[0, 1, 2, 4], [1, 2, 4, 8]];

/// Decodes `count` vertices of `stride` bytes, which is a multiple of 4.
pub(super) fn decode(
    data: &[u8],
    count: usize,
    stride: usize,
    progress: &Progress,
) -> Result<Vec<u8>, MeshoptError> {
    let mut data = MeshoptBytes::new(data);
    let is_first_version = match data.byte()? {
        0xa0 => true,
        0xa1 => false,
        _ => return Err(MeshoptError::Version),
    };
    let channel_count = if is_first_version { 0 } else { stride / 4 };
    let channels = data.take_last(channel_count)?;
    let mut last = data.take_last(stride)?.to_vec();
    // The tail is padded at its front.
    let padded: usize = if is_first_version { 32 } else { 24 };
    data.take_last(padded.saturating_sub(stride + channel_count))?;

    let block = (MOST_BLOCK_BYTES / stride / GROUP * GROUP).min(MOST_BLOCK_VERTICES);
    let mut columns = vec![[0; MOST_BLOCK_VERTICES]; stride];
    let mut decoded = Vec::with_capacity(count * stride);
    let mut left = count;
    while left > 0 {
        progress.check()?;
        let size = left.min(block);
        left -= size;
        let controls = data.take(channel_count)?;
        for (number, column) in columns.iter_mut().enumerate() {
            let control = controls.get(number / 4).map(|&byte| usize::from(byte >> (number % 4 * 2) & 3));
            read_column(&mut data, control, &mut column[..size])?;
        }
        let first = decoded.len();
        decoded.resize(first + size * stride, 0);
        for (vertex, written) in decoded[first..].chunks_exact_mut(stride).enumerate() {
            for (word, of_word) in last.chunks_exact_mut(4).enumerate() {
                let differences = [0, 1, 2, 3].map(|byte| columns[4 * word + byte][vertex]);
                add(of_word, differences, channels.get(word).copied().unwrap_or(0))?;
            }
            written.copy_from_slice(&last);
        }
    }
    data.end()?;
    Ok(decoded)
}

/// Reads the differences of a column; `control` is its mode in version 1.
fn read_column(
    data: &mut MeshoptBytes<'_>,
    control: Option<usize>,
    column: &mut [u8],
) -> Result<(), MeshoptError> {
    let bits = match control {
        None => BITS,
        Some(2) => {
            column.fill(0);
            return Ok(());
        }
        Some(3) => {
            column.copy_from_slice(data.take(column.len())?);
            return Ok(());
        }
        Some(control) => BITS_BY_CONTROL[control & 1],
    };
    let header = data.take(column.len().div_ceil(GROUP).div_ceil(4))?;
    for (number, group) in column.chunks_mut(GROUP).enumerate() {
        let mode = header[number / 4] >> (number % 4 * 2) & 3;
        let differences = read_group(data, bits[usize::from(mode)])?;
        group.copy_from_slice(&differences[..group.len()]);
    }
    Ok(())
}

/// Reads a group of differences; after the largest number of these bits, a whole byte follows.
fn read_group(data: &mut MeshoptBytes<'_>, bits: u32) -> Result<[u8; GROUP], MeshoptError> {
    let mut group = [0; GROUP];
    if bits == 0 {
        return Ok(group);
    }
    let packed = data.take(2 * bits as usize)?;
    if bits == 8 {
        group.copy_from_slice(packed);
        return Ok(group);
    }
    let (per_byte, escape) = (8 / bits, (1 << bits) - 1);
    for (number, difference) in (0..).zip(&mut group) {
        let place = number % per_byte;
        // Single bits begin with the lowest one, others with the highest ones.
        let shift = if bits == 1 { place } else { 8 - bits * (place + 1) };
        *difference = packed[(number / per_byte) as usize] >> shift & escape;
        if *difference == escape {
            *difference = data.byte()?;
        }
    }
    Ok(group)
}

/// Adds differences to four bytes of the last vertex, as their channel states.
fn add(last: &mut [u8], differences: [u8; 4], channel: u8) -> Result<(), MeshoptError> {
    match channel & 3 {
        0 => {
            for (byte, difference) in last.iter_mut().zip(differences) {
                *byte = byte.wrapping_add((difference >> 1) ^ (difference & 1).wrapping_neg());
            }
        }
        1 => {
            let (pairs, _) = last.as_chunks_mut::<2>();
            for (pair, difference) in pairs.iter_mut().zip(differences.as_chunks::<2>().0) {
                let difference = u16::from_le_bytes(*difference);
                let difference = (difference >> 1) ^ (difference & 1).wrapping_neg();
                *pair = u16::from_le_bytes(*pair).wrapping_add(difference).to_le_bytes();
            }
        }
        2 => {
            let difference = u32::from_le_bytes(differences).rotate_right(u32::from(channel >> 4));
            for (byte, difference) in last.iter_mut().zip(difference.to_le_bytes()) {
                *byte ^= difference;
            }
        }
        _ => return Err(MeshoptError::Damaged),
    }
    Ok(())
}

/// Converts words with an exponent of 8 bits and a mantissa of 24 bits, both signed, to floats.
pub(super) fn expand_exponents(decoded: &mut [u8]) {
    for word in decoded.as_chunks_mut::<4>().0 {
        let value = i32::from_le_bytes(*word);
        let (exponent, mantissa) = (value >> 24, value << 8 >> 8);
        let power = f32::from_bits(((exponent + 127).max(0) as u32) << 23);
        *word = (power * mantissa as f32).to_le_bytes();
    }
}
