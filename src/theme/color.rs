//! Colours.

/// A colour in sRGB, with opacity; the channels are not multiplied by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// Opacity, from 0 for invisible to 255 for opaque.
    pub alpha: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Self = Self::gray(0);

    /// White.
    pub const WHITE: Self = Self::gray(255);

    /// Creates an opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { rgb: [red, green, blue], alpha: 255 }
    }

    /// Creates an opaque grey.
    pub const fn gray(level: u8) -> Self {
        Self::rgb(level, level, level)
    }

    /// Returns the colour between this one, at 0, and another one, at 1.
    #[must_use]
    pub fn mix(self, other: Self, share: f32) -> Self {
        let between = |from: u8, to: u8| {
            let (from, to) = (f32::from(from), f32::from(to));
            rounded(from + (to - from) * share)
        };
        let [a, b] = [self.rgb, other.rgb];
        Self { rgb: std::array::from_fn(|i| between(a[i], b[i])), alpha: between(self.alpha, other.alpha) }
    }

    /// Returns the colour with its opacity multiplied by a factor from 0 to 1.
    #[must_use]
    pub fn faded(self, factor: f32) -> Self {
        Self { alpha: rounded(f32::from(self.alpha) * factor), ..self }
    }

    /// Returns the colour with its channels multiplied by a factor; at most white.
    #[must_use]
    pub fn lit(self, factor: f32) -> Self {
        Self { rgb: self.rgb.map(|channel| rounded(f32::from(channel) * factor)), ..self }
    }
}

/// Returns the nearest channel value.
fn rounded(value: f32) -> u8 {
    (value + 0.5) as u8
}
