//! A pseudorandom number generator with reproducible results for each seed.
//!
//! Source: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.

/// The `SplitMix64` generator; any number is a valid seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// Returns the next number, uniform over all values.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns the next number from 0 up to but excluding 1, in steps of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 * 0.5f64.powi(53)
    }

    /// Returns the next integer below `end`, which must be less than 2³²; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        ((self.draw() >> 32) * end) >> 32
    }
}
