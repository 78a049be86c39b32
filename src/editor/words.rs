//! Numbers in words, as every part of the program writes them.

/// A number with its digits in groups of three.
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}
