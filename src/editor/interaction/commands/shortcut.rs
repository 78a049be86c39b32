//! Keys and shortcuts, independent of any window toolkit.

use std::fmt;

use crate::editor::view::pointer::Modifiers;

/// Key of the keyboard.
#[expect(missing_docs, reason = "the names are the keys")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    W,
    X,
    Y,
    Z,
    Num0,
    Num1,
    Num2,
    Num3,
    Num4,
    Num5,
    Num6,
    Num7,
    Num8,
    Num9,
    F1,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F12,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Delete,
    Space,
    Plus,
    Minus,
    Comma,
    Period,
    Slash,
    OpenBracket,
    CloseBracket,
}

/// Key and the modifiers held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Key.
    pub key: Key,
}

impl Shortcut {
    /// Returns a shortcut without modifiers.
    pub const fn plain(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: false, alt: false }, key }
    }

    /// Returns a shortcut with Ctrl, or Cmd on a Mac.
    pub const fn command(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: true, alt: false }, key }
    }

    /// Returns a shortcut with Alt.
    pub const fn alt(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: false, alt: true }, key }
    }

    /// Returns a shortcut with Shift.
    pub const fn shift(key: Key) -> Self {
        Self::plain(key).and_shift()
    }

    /// Adds Shift to the shortcut.
    #[must_use]
    pub const fn and_shift(mut self) -> Self {
        self.modifiers.shift = true;
        self
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Modifiers { shift, command, alt } = self.modifiers;
        for (name, _) in
            [("Ctrl+", command), ("Alt+", alt), ("Shift+", shift)].iter().filter(|(_, held)| *held)
        {
            f.write_str(name)?;
        }
        match self.key {
            Key::Comma => f.write_str(","),
            Key::Period => f.write_str("."),
            Key::Plus => f.write_str("+"),
            Key::Minus => f.write_str("-"),
            Key::Slash => f.write_str("/"),
            Key::OpenBracket => f.write_str("["),
            Key::CloseBracket => f.write_str("]"),
            key => f.write_str(format!("{key:?}").trim_start_matches("Num")),
        }
    }
}
