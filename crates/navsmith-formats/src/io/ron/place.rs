//! Positions of values in a text, so that errors contain line and column.
//!
//! The text is valid RON, because it has been parsed. For other text, the result is the nearest position found.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceStep {
    /// Field of a struct.
    Field(&'static str),
    /// Element of a list or tuple.
    Index(usize),
}

/// Returns line and column, from 1, of the value at a path.
pub(super) fn find(text: &str, steps: &[PlaceStep]) -> (usize, usize) {
    let mut scanner = Scanner { text: text.as_bytes(), at: 0 };
    scanner.skip_blank();
    for &step in steps {
        let before = scanner.at;
        if scanner.enter(step).is_none() {
            scanner.at = before;
            break;
        }
    }
    line_and_column(text, scanner.at)
}

/// Returns line and column, from 1, of each element of the list at a path. Linear in the text.
pub(super) fn find_elements(text: &str, steps: &[PlaceStep]) -> Vec<(usize, usize)> {
    let mut scanner = Scanner { text: text.as_bytes(), at: 0 };
    scanner.skip_blank();
    if steps.iter().chain([&PlaceStep::Index(0)]).try_for_each(|&step| scanner.enter(step)).is_none() {
        return Vec::new();
    }
    let (mut places, mut line, mut column, mut counted) = (Vec::new(), 1, 1, 0);
    while scanner.peek().is_some_and(|byte| byte != b']') {
        let since = text.get(counted..scanner.at).unwrap_or_default();
        line += since.matches('\n').count();
        column = match since.rsplit_once('\n') {
            Some((_, in_line)) => 1 + in_line.chars().count(),
            None => column + since.chars().count(),
        };
        counted = scanner.at;
        places.push((line, column));
        if scanner.skip_element().is_none() {
            break;
        }
    }
    places
}

/// Returns the text without leading white space, comments and attributes.
pub(super) fn past_blank(text: &[u8]) -> &[u8] {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_blank();
    text.get(scanner.at..).unwrap_or(&[])
}

/// Returns line and column, from 1, of a byte.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Moves from the start of a value to the start of a part; `None` if there is no such part.
    fn enter(&mut self, step: PlaceStep) -> Option<()> {
        let name_start = self.at;
        self.skip_name();
        let is_some = &self.text[name_start..self.at] == b"Some";
        self.skip_blank();
        if self.take(b'(').is_none() {
            self.take(b'[')?;
        }
        self.skip_blank();
        match step {
            _ if is_some => self.enter(step),
            PlaceStep::Index(index) => (0..index).try_for_each(|_| self.skip_element()),
            PlaceStep::Field(field) => self.enter_field(field),
        }
    }

    fn enter_field(&mut self, field: &str) -> Option<()> {
        loop {
            let start = self.at;
            self.skip_name();
            let is_it = &self.text[start..self.at] == field.as_bytes();
            self.skip_blank();
            self.take(b':')?;
            self.skip_blank();
            if is_it {
                return Some(());
            }
            self.skip_element()?;
        }
    }

    /// Moves from the start of an element past its comma; `None` at the end of the list.
    fn skip_element(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip_blank();
            match self.peek()? {
                b'"' => self.skip_quoted(b'"'),
                b'\'' => self.skip_quoted(b'\''),
                b'r' if self.skip_raw_string().is_some() => {}
                b'(' | b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' => {
                    self.at += 1;
                    if depth == 0 {
                        self.skip_blank();
                        return Some(());
                    }
                }
                byte if is_name(byte) => self.skip_name(),
                _ => self.at += 1,
            }
        }
    }

    fn skip_name(&mut self) {
        self.at += self.rest().iter().take_while(|&&byte| is_name(byte)).count();
    }

    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                break;
            }
        }
    }

    /// Consumes a raw string, such as `r"…"` or `r#"…"#`; otherwise `None`, and nothing is consumed.
    fn skip_raw_string(&mut self) -> Option<()> {
        let rest = &self.rest()[1..];
        let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
        (rest.get(hashes) == Some(&b'"')).then_some(())?;
        let end: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
        let body = &rest[hashes + 1..];
        let length = body.windows(end.len()).position(|window| window == end)?;
        self.at += 1 + hashes + 1 + length + end.len();
        Some(())
    }

    /// Consumes white space, comments and `#![enable(…)]`.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            match rest {
                [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
                [b'/', b'/', ..] => self.at += length_until(rest, b"\n"),
                [b'#', ..] => self.at += length_until(rest, b"]"),
                [b'/', b'*', ..] => self.skip_block_comment(),
                _ => break,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.rest() {
                [b'/', b'*', ..] => depth += 1,
                [b'*', b'/', ..] => depth -= 1,
                [_, ..] => {
                    self.at += 1;
                    continue;
                }
                [] => break,
            }
            self.at += 2;
            if depth == 0 {
                break;
            }
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-')
}

/// Returns the length up to and including the first `end`, or of all bytes.
fn length_until(bytes: &[u8], end: &[u8]) -> usize {
    bytes.windows(end.len()).position(|window| window == end).map_or(bytes.len(), |i| i + end.len())
}
