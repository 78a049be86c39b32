//! Numbers written as expressions: `1.5`, `=1/3`, `2*3+0.5`, `20 cm`.
//!
//! The grammar has `+ - * /`, signs, parentheses and lengths with a unit. A length without a unit is in metres. A
//! leading equals sign is allowed, as in spreadsheets.

/// Units with their lengths in metres; longer names come before names that are a prefix of them.
const UNITS: [(&str, f64); 4] = [("mm", 0.001), ("cm", 0.01), ("km", 1000.0), ("m", 1.0)];

/// Maximum depth of nested parentheses.
const DEEPEST: usize = 32;

/// Reason why a text is not a number, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text ends where a number is expected.
    #[error("A number is missing at the end")]
    Ends,
    /// Another text is in the place of a number.
    #[error("Expected a number at \"{0}\"")]
    NoNumber(String),
    /// Text after the end of the expression.
    #[error("Expected + - * / at \"{0}\"")]
    Trailing(String),
    /// A comma, which separates numbers.
    #[error("Write decimals with a point, as in 1.5")]
    Comma,
    /// A parenthesis that is not closed.
    #[error("A closing parenthesis is missing")]
    Open,
    /// Parentheses are nested too deeply.
    #[error("There are too many parentheses")]
    TooDeep,
    /// A division by zero, or a number that is too large.
    #[error("The result is not a finite number")]
    NotFinite,
}

/// Returns the value of an expression, in metres if it has a unit.
pub fn evaluate(text: &str) -> Result<f64, ExpressionError> {
    let text = text.trim().strip_prefix('=').unwrap_or(text);
    let mut reader = Reader { rest: text.trim_start(), depth: 0 };
    let value = reader.sum()?;
    match reader.rest {
        "" if value.is_finite() => Ok(value),
        "" => Err(ExpressionError::NotFinite),
        rest if rest.starts_with(',') => Err(ExpressionError::Comma),
        rest => Err(ExpressionError::Trailing(shortened(rest))),
    }
}

/// Recursive-descent parser with the remaining text.
struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<f64, ExpressionError> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') || self.take('−') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, ExpressionError> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') || self.take('×') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    /// Parses a number, or an expression in parentheses, with optional signs before it.
    fn factor(&mut self) -> Result<f64, ExpressionError> {
        let mut sign = 1.0;
        loop {
            if self.take('-') || self.take('−') {
                sign = -sign;
            } else if !self.take('+') {
                break;
            }
        }
        let value = if self.take('(') { self.parenthesis()? } else { self.number()? };
        Ok(sign * value * self.unit())
    }

    fn parenthesis(&mut self) -> Result<f64, ExpressionError> {
        if self.depth == DEEPEST {
            return Err(ExpressionError::TooDeep);
        }
        self.depth += 1;
        let value = self.sum()?;
        self.depth -= 1;
        if self.take(')') {
            return Ok(value);
        }
        match self.rest {
            "" => Err(ExpressionError::Open),
            rest if rest.starts_with(',') => Err(ExpressionError::Comma),
            rest => Err(ExpressionError::Trailing(shortened(rest))),
        }
    }

    fn number(&mut self) -> Result<f64, ExpressionError> {
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let end = self.rest.find(|c| !is_digit(c)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let exponent = exponent_length(rest);
        let (number, rest) = self.rest.split_at(end + exponent);
        match number.parse() {
            Ok(value) => {
                self.rest = rest.trim_start();
                Ok(value)
            }
            Err(_) if self.rest.is_empty() => Err(ExpressionError::Ends),
            Err(_) if digits.is_empty() && self.rest.starts_with(',') => Err(ExpressionError::Comma),
            Err(_) => Err(ExpressionError::NoNumber(shortened(self.rest))),
        }
    }

    /// Parses an optional unit and returns its length in metres; 1 without a unit.
    fn unit(&mut self) -> f64 {
        let ends_word = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let found = UNITS.iter().find_map(|&(name, meters)| {
            let rest = self.rest.strip_prefix(name)?;
            ends_word(rest).then_some((rest, meters))
        });
        found.map_or(1.0, |(rest, meters)| {
            self.rest = rest.trim_start();
            meters
        })
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }
}

/// Returns the length of an exponent such as `e-3` at the start of a text; 0 without one.
fn exponent_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let count = digits.chars().take_while(char::is_ascii_digit).count();
    if count == 0 { 0 } else { text.len() - digits.len() + count }
}

/// Returns the beginning of a text, for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 12;
    if text.chars().count() <= LONGEST {
        text.into()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
