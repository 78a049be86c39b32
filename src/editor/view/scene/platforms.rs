//! Marks of a side view.

/// Mark of a side view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlatformMark {
    /// A side on which a body rests.
    Surface,
    /// The box of a platform in the frame of gravity.
    Bounds,
    /// The platform that was framed.
    Framed,
    /// A cell that is connected with the start.
    Region,
    /// Gravity, and the tip of its arrow.
    Gravity,
    /// The flight of a body, and where it begins and ends.
    Flight,
    /// A flight by another method that ends elsewhere.
    OtherFlight,
    /// The velocity at the start of a flight.
    Velocity,
    /// A place at which a body crosses a side.
    Crossing,
    /// A place at which a solid reflects a body.
    Reflection,
    /// A proposed jump, drop or walk between platforms.
    Jump,
}
