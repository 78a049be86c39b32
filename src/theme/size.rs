//! Sizes in points: spacing, lines and text.

/// Space between related elements, in points.
pub const SPACE_S: f32 = 4.0;
/// Space between elements, in points.
pub const SPACE_M: f32 = 8.0;
/// Margin of a panel's contents, and space between its parts, in points.
pub const SPACE_L: f32 = 12.0;

/// Corner radius of controls and panels, in points.
pub const CORNER: u8 = 4;

/// Width of separator lines, in points.
pub const HAIRLINE: f32 = 1.0;

/// Font size of captions and ruler numbers, in points.
pub const SMALL_SIZE: f32 = 11.5;
/// Font size of other text, in points.
pub const BODY_SIZE: f32 = 13.5;
