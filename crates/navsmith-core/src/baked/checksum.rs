//! XXH64, the checksum of a baked mesh.
//!
//! Source: Collet, *xxHash fast digest algorithm*, version 0.1.1, <https://github.com/Cyan4973/xxHash>. The seed is 0.

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// Returns the XXH64 hash of bytes; the same on every machine.
pub(super) fn xxh64(bytes: &[u8]) -> u64 {
    let (stripes, rest) = bytes.as_chunks::<32>();
    let start = if stripes.is_empty() { PRIMES[4] } else { merged(lanes_of(stripes)) };
    avalanche(with_rest(start.wrapping_add(bytes.len() as u64), rest))
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
}

/// Returns the four lanes after all whole stripes.
fn lanes_of(stripes: &[[u8; 32]]) -> [u64; 4] {
    let first = PRIMES[0].wrapping_add(PRIMES[1]);
    let mut lanes = [first, PRIMES[1], 0, 0_u64.wrapping_sub(PRIMES[0])];
    for stripe in stripes {
        let (words, _) = stripe.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = round(*lane, u64::from_le_bytes(*word));
        }
    }
    lanes
}

fn merged(lanes: [u64; 4]) -> u64 {
    let rotated = [1, 7, 12, 18].into_iter().zip(lanes).map(|(by, lane)| lane.rotate_left(by));
    let sum = rotated.fold(0, u64::wrapping_add);
    lanes
        .into_iter()
        .fold(sum, |hash, lane| (hash ^ round(0, lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]))
}

/// Adds the bytes after the last whole stripe.
fn with_rest(mut hash: u64, rest: &[u8]) -> u64 {
    let (words, rest) = rest.as_chunks::<8>();
    for word in words {
        hash ^= round(0, u64::from_le_bytes(*word));
        hash = hash.rotate_left(27).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for half in halves {
        hash ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(PRIMES[0]);
        hash = hash.rotate_left(23).wrapping_mul(PRIMES[1]).wrapping_add(PRIMES[2]);
    }
    for &byte in rest {
        hash ^= u64::from(byte).wrapping_mul(PRIMES[4]);
        hash = hash.rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    hash
}

fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIMES[1]);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIMES[2]);
    hash ^ (hash >> 32)
}
