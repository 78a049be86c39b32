//! Keys, as words that no window toolkit knows.

use std::fmt;

use crate::editor::Modifiers;

/// A key of the keyboard.
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
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
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
    Tab,
    Plus,
    Minus,
    Comma,
    Period,
    Slash,
    OpenBracket,
    CloseBracket,
}

/// A key with what is held beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// What is held.
    pub modifiers: Modifiers,
    /// The key.
    pub key: Key,
}

impl Shortcut {
    /// A key alone.
    pub const fn plain(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: false, alt: false }, key }
    }

    /// A key with Ctrl, or Cmd on a Mac.
    pub const fn command(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: true, alt: false }, key }
    }

    /// A key with Alt.
    pub const fn alt(key: Key) -> Self {
        Self { modifiers: Modifiers { shift: false, command: false, alt: true }, key }
    }

    /// A key with Shift.
    pub const fn shift(key: Key) -> Self {
        Self::plain(key).and_shift()
    }

    /// The same, with Shift held as well.
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
