//! Numbers typed during a gesture.

use crate::editor::interaction::expression::{ExpressionError, evaluate};

/// Typed text: up to two numbers or expressions, as `1.5`, `1,-2` or `=1/3`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    text: String,
}

/// Longest text in bytes; more digits do not change an `f32`.
const LONGEST: usize = 40;

impl Typed {
    /// Appends a character; returns `false` if it cannot be part of a number at this position.
    ///
    /// A minus changes the sign of a plain number. In an expression, which has an equals sign or an operator, it
    /// subtracts.
    pub fn push(&mut self, typed: char) -> bool {
        let start = self.text.rfind(',').map_or(0, |comma| comma + 1);
        let number = &self.text[start..];
        let is_expression = number.contains(['=', '+', '*', '/', '(']);
        match typed {
            _ if self.text.len() >= LONGEST => return false,
            '-' if is_expression => self.text.push('-'),
            '-' if number.starts_with('-') => drop(self.text.remove(start)),
            '-' => self.text.insert(start, '-'),
            '0'..='9' | '(' | ')' => self.text.push(typed),
            '=' if number.is_empty() => self.text.push('='),
            '+' | '*' | '/' if !number.is_empty() => self.text.push(typed),
            '.' if is_expression || !number.contains('.') => self.text.push('.'),
            ',' if start == 0 => self.text.push(','),
            _ => return false,
        }
        true
    }

    /// Removes the last character; returns `false` if there is none.
    pub fn erase(&mut self) -> bool {
        self.text.pop().is_some()
    }

    /// Returns the numbers; `None` for each one that has no value yet.
    ///
    /// An unfinished expression has the value of its longest valid prefix.
    pub fn numbers(&self) -> [Option<f32>; 2] {
        let mut numbers = self.text.split(',').map(value);
        [numbers.next().flatten(), numbers.next().flatten()]
    }

    /// Returns the error in the typed text; `None` if it is valid or empty.
    pub fn error(&self) -> Option<ExpressionError> {
        let is_begun = |number: &&str| !number.is_empty();
        self.text.split(',').filter(is_begun).find_map(|number| evaluate(number).err())
    }

    /// Returns the text as typed.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn value(number: &str) -> Option<f32> {
    let mut beginnings = (1..=number.len()).rev().filter_map(|length| number.get(..length));
    let value = beginnings.find_map(|beginning| evaluate(beginning).ok())?;
    Some(value as f32).filter(|value| value.is_finite())
}
