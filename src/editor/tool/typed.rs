//! Numbers typed while a gesture is under way.

/// What has been typed: up to two numbers, "1.5" or "1,-2".
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Typed {
    text: String,
}

/// Longer numbers say nothing more in f32.
const LONGEST: usize = 24;

impl Typed {
    /// Takes a character in; `false` if it is no part of a number here.
    pub(super) fn push(&mut self, typed: char) -> bool {
        let start = self.text.rfind(',').map_or(0, |comma| comma + 1);
        let number = &self.text[start..];
        match typed {
            '-' if number.starts_with('-') => drop(self.text.remove(start)),
            '-' => self.text.insert(start, '-'),
            '0'..='9' if self.text.len() < LONGEST => self.text.push(typed),
            '.' if !number.contains('.') => self.text.push('.'),
            ',' if start == 0 => self.text.push(','),
            _ => return false,
        }
        true
    }

    /// Takes the last character back; `false` if there is none.
    pub(super) fn erase(&mut self) -> bool {
        self.text.pop().is_some()
    }

    /// The numbers: `None` where there is none yet; so both before anything is typed.
    pub(super) fn numbers(&self) -> [Option<f32>; 2] {
        let mut numbers = self.text.split(',').map(|number| number.parse().ok());
        [numbers.next().flatten(), numbers.next().flatten()]
    }

    /// What has been typed, as typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
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
    }
}
