//! Numbers typed during a gesture.

use crate::editor::interaction::expression::{ExpressionError, evaluate};

/// Typed text: up to two numbers or expressions, as `1.5`, `1,-2` or `=1/3`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Typed {
    text: String,
}

/// Longest text in bytes; more digits do not change an `f32`.
const LONGEST: usize = 40;

impl Typed {
    /// Appends a character; returns `false` if it cannot be part of a number at this position.
    ///
    /// A minus changes the sign of a plain number. In an expression, which has an equals sign or an operator, it
    /// subtracts.
    pub(super) fn push(&mut self, typed: char) -> bool {
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
    pub(super) fn erase(&mut self) -> bool {
        self.text.pop().is_some()
    }

    /// Returns the numbers; `None` for each one that has no value yet.
    ///
    /// An unfinished expression has the value of its longest valid prefix.
    pub(super) fn numbers(&self) -> [Option<f32>; 2] {
        let mut numbers = self.text.split(',').map(value);
        [numbers.next().flatten(), numbers.next().flatten()]
    }

    /// Returns the error in the typed text; `None` if it is valid or empty.
    pub(super) fn error(&self) -> Option<ExpressionError> {
        let is_begun = |number: &&str| !number.is_empty();
        self.text.split(',').filter(is_begun).find_map(|number| evaluate(number).err())
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

fn value(number: &str) -> Option<f32> {
    let mut beginnings = (1..=number.len()).rev().filter_map(|length| number.get(..length));
    let value = beginnings.find_map(|beginning| evaluate(beginning).ok())?;
    Some(value as f32).filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Typed {
        text.chars().fold(Typed::default(), |mut typed, c| {
            typed.push(c);
            typed
        })
    }

    #[test]
    fn two_numbers_are_parted_by_a_comma() {
        assert_eq!(typed("12.5").numbers(), [Some(12.5), None], "one");
        assert_eq!(typed("1,2").numbers(), [Some(1.0), Some(2.0)], "two");
        assert_eq!(typed(",2").numbers(), [None, Some(2.0)], "the second only");
        assert_eq!(typed("-").numbers(), [None, None], "no number yet");
    }

    #[test]
    fn a_minus_turns_the_sign_of_the_number_being_typed() {
        assert_eq!(typed("3-").numbers(), [Some(-3.0), None], "typed after");
        assert_eq!(typed("-3-").numbers(), [Some(3.0), None], "twice");
        assert_eq!(typed("1,2-").numbers(), [Some(1.0), Some(-2.0)], "the second");
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        assert_eq!(typed("1..2,3,4g").text(), "1.2,34", "a second point, a second comma, a letter");
        assert_eq!(typed("*=2=").text(), "=2", "an operator first, a second equals sign");
    }

    #[test]
    fn an_expression_is_evaluated_while_it_is_typed() {
        assert_eq!(typed("=1/3").numbers(), [Some(1.0 / 3.0), None], "with an equals sign");
        assert_eq!(typed("1/4,2*3+0.5").numbers(), [Some(0.25), Some(6.5)], "without one, and two of them");
        assert_eq!(typed("=2-0.5").numbers(), [Some(1.5), None], "a minus subtracts");
        assert_eq!(typed("=7/").numbers(), [Some(7.0), None], "not finished");
        assert_eq!(typed("=7/").error(), Some(ExpressionError::Ends), "and the reason is known");
        assert_eq!(typed("=7/2").error(), None, "finished");
        assert_eq!(typed("=1/0").numbers(), [Some(1.0), None], "not infinite");
    }
}
