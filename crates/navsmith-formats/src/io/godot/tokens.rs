//! Tokens of Godot's text resources, and values that are skipped.

use std::borrow::Cow;

use crate::io::text::{TextError, quoted};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::progress::{Progress, Stopped};

/// Number of tokens between two progress reports.
const TOKENS_PER_REPORT: usize = 1 << 16;

/// Reason why a resource is not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum GodotFault {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// An opening bracket, as the closing one that ends it.
    Open(u8),
    Close(u8),
    Comma,
    Colon,
    Equal,
    /// A string, a string name or a path.
    Text(Cow<'a, str>),
    /// A name, a number or a colour.
    Word(&'a str),
    End,
}

/// A value that consists of one token, or of a name with arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    Word(&'a str),
    /// A name with its first argument, such as `SubResource("id")`.
    Call(&'a str, Cow<'a, str>),
    /// Any other value.
    Other,
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Line of the previous token, counted from 1.
    line: usize,
    count: usize,
    budget: Budget,
    progress: &'a Progress,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, budget: Budget, progress: &'a Progress) -> Self {
        Self { text, at: 0, line: 1, count: 0, budget, progress }
    }

    /// Returns the budget that is left.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn error<T>(&self, description: impl Into<String>) -> Result<T, GodotFault> {
        Err(GodotFault::Text(TextError { line: self.line, description: description.into() }))
    }

    /// Uses memory for an element.
    pub(super) fn keep(&mut self, bytes: usize) -> Result<(), GodotFault> {
        self.budget.keep(bytes).or_else(|Exhausted| {
            self.error("the file up to here takes more memory than a text of this size justifies; split it")
        })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let is_space = |c: char| c <= ' ';
            let trimmed = rest.trim_start_matches(is_space);
            self.advance(rest.len() - trimmed.len());
            if !trimmed.starts_with(';') {
                return;
            }
            self.advance(trimmed.find('\n').unwrap_or(trimmed.len()));
        }
    }

    /// Whether the next token begins with a character.
    pub(super) fn is_next(&mut self, first: char) -> bool {
        self.skip_space();
        self.rest().starts_with(first)
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, GodotFault> {
        self.skip_space();
        if self.count.is_multiple_of(TOKENS_PER_REPORT) {
            self.progress.report(self.at, self.text.len())?;
        }
        self.count += 1;
        let Some(&first) = self.rest().as_bytes().first() else { return Ok(Token::End) };
        let single = match first {
            b'(' => Token::Open(b')'),
            b'[' => Token::Open(b']'),
            b'{' => Token::Open(b'}'),
            b')' | b']' | b'}' => Token::Close(first),
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'=' => Token::Equal,
            b'"' => return self.string(),
            b'&' | b'^' | b'@' if self.rest().as_bytes().get(1) == Some(&b'"') => {
                self.advance(1);
                return self.string();
            }
            _ => {
                let is_end = |c: char| c <= ' ' || "()[]{},:=\";".contains(c);
                let rest = self.rest();
                return Ok(Token::Word(self.advance(rest.find(is_end).unwrap_or(rest.len()))));
            }
        };
        self.advance(1);
        Ok(single)
    }

    /// Reads a string from its opening quote.
    fn string(&mut self) -> Result<Token<'a>, GodotFault> {
        let line = self.line;
        self.advance(1);
        let bytes = self.rest().as_bytes();
        let (mut end, mut has_escapes) = (0, false);
        while bytes.get(end).is_some_and(|&byte| byte != b'"') {
            has_escapes |= bytes[end] == b'\\';
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        if end >= bytes.len() {
            self.line = line;
            return self.error("a string begins here and does not end; close it with \"");
        }
        let text = self.advance(end);
        self.advance(1);
        if !has_escapes {
            return Ok(Token::Text(Cow::Borrowed(text)));
        }
        self.keep(text.len())?;
        Ok(Token::Text(Cow::Owned(unescaped(text))))
    }

    /// Reads a token that has to be this one.
    pub(super) fn expect(&mut self, expected: &Token<'_>) -> Result<(), GodotFault> {
        let token = self.next()?;
        if token == *expected {
            return Ok(());
        }
        self.error(format!(
            "here is {}, where {} should be; correct it",
            describe(&token),
            describe(expected)
        ))
    }

    /// Reads the name of a property up to the equals sign; `None` before a section and at the end.
    pub(super) fn key(&mut self) -> Result<Option<Cow<'a, str>>, GodotFault> {
        self.skip_space();
        if self.rest().is_empty() || self.rest().starts_with('[') {
            return Ok(None);
        }
        if self.rest().starts_with('"') {
            let Token::Text(key) = self.string()? else { return Ok(None) };
            self.expect(&Token::Equal)?;
            return Ok(Some(key));
        }
        let end = self.rest().find(['=', '"', '\n']).filter(|&end| self.rest()[end..].starts_with('='));
        let Some(end) = end else {
            let start = quoted(self.rest().split_whitespace().next().unwrap_or_default());
            let what = format!("{start} is neither a section nor a property with a value; correct it");
            return self.error(what);
        };
        let key = self.advance(end).trim();
        self.advance(1);
        Ok(Some(Cow::Borrowed(key)))
    }

    /// Skips everything up to the bracket that ends one that is open.
    pub(super) fn skip_to_end(&mut self, close: u8) -> Result<(), GodotFault> {
        let mut open = vec![close];
        while let Some(&innermost) = open.last() {
            match self.next()? {
                Token::Open(close) => open.push(close),
                Token::Close(close) if close == innermost => {
                    open.pop();
                }
                token @ (Token::Close(_) | Token::End) => {
                    let (found, missing) = (describe(&token), char::from(innermost));
                    return self
                        .error(format!("here is {found}, where \"{missing}\" is missing; correct it"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a value; returns its text.
    pub(super) fn text_of_value(&mut self) -> Result<&'a str, GodotFault> {
        let start = self.at;
        self.value()?;
        Ok(&self.text[start..self.at])
    }

    /// Reads a value; only simple ones are returned.
    pub(super) fn value(&mut self) -> Result<Value<'a>, GodotFault> {
        match self.next()? {
            Token::Text(text) => Ok(Value::Text(text)),
            Token::Open(close) => {
                self.skip_to_end(close)?;
                Ok(Value::Other)
            }
            Token::Word(name) => {
                // `Array[int]([…])` and `Dictionary[String, int]({…})`.
                if ["Array", "Dictionary"].contains(&name) && self.is_next('[') {
                    self.next()?;
                    self.skip_to_end(b']')?;
                }
                if !self.is_next('(') {
                    return Ok(Value::Word(name));
                }
                self.next()?;
                let first = match self.next()? {
                    Token::Close(b')') => return Ok(Value::Call(name, Cow::default())),
                    Token::Text(text) => text,
                    Token::Word(word) => Cow::Borrowed(word),
                    Token::Open(close) => {
                        self.skip_to_end(close)?;
                        Cow::default()
                    }
                    _ => Cow::default(),
                };
                self.skip_to_end(b')')?;
                Ok(Value::Call(name, first))
            }
            token => self.error(format!("here is {}, where a value should be; correct it", describe(&token))),
        }
    }

    /// Reads numbers up to a closing bracket, which may be separated by commas.
    pub(super) fn numbers(
        &mut self,
        close: u8,
        mut each: impl FnMut(&mut Self, &'a str) -> Result<(), GodotFault>,
    ) -> Result<(), GodotFault> {
        loop {
            match self.next()? {
                Token::Word(word) => each(self, word)?,
                Token::Comma => {}
                Token::Close(found) if found == close => return Ok(()),
                token => {
                    let found = describe(&token);
                    return self.error(format!("here is {found}, where a number should be; correct it"));
                }
            }
        }
    }
}

/// Returns a text without escapes, such as `\n`, `\u00e9` or `\U01f600`.
///
/// Any other escaped character is that character.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let mut chars = escape.chars();
        let letter = chars.next();
        rest = chars.as_str();
        let decoded = match letter {
            Some('u') => utf16(rest),
            Some('U') => hexadecimal(rest, 6).and_then(|(code, after)| Some((char::from_u32(code)?, after))),
            _ => None,
        };
        if let Some((decoded, after)) = decoded {
            plain.push(decoded);
            rest = after;
            continue;
        }
        plain.extend(letter.map(|letter| match letter {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            other => other,
        }));
    }
    plain.push_str(rest);
    plain
}

/// Returns the character of four hexadecimal digits, or of a surrogate pair, with the text after it.
fn utf16(text: &str) -> Option<(char, &str)> {
    let (first, after) = hexadecimal(text, 4)?;
    if let Some(plain) = char::from_u32(first) {
        return Some((plain, after));
    }
    let (second, after) = hexadecimal(after.strip_prefix("\\u")?, 4)?;
    let pair = [first, second].map(|unit| unit as u16);
    Some((char::decode_utf16(pair).next()?.ok()?, after))
}

/// Returns the number of this many hexadecimal digits, with the text after them.
fn hexadecimal(text: &str, digits: usize) -> Option<(u32, &str)> {
    let (number, after) = text.split_at_checked(digits)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((u32::from_str_radix(number, 16).ok().filter(|_| is_number)?, after))
}

/// Returns a token for messages.
pub(super) fn describe(token: &Token<'_>) -> String {
    match token {
        Token::Open(b')') => quoted("("),
        Token::Open(b']') => quoted("["),
        Token::Open(_) => quoted("{"),
        Token::Close(close) => quoted(&char::from(*close).to_string()),
        Token::Comma => quoted(","),
        Token::Colon => quoted(":"),
        Token::Equal => quoted("="),
        Token::Text(text) => format!("the string {}", quoted(text)),
        Token::Word(word) => quoted(word),
        Token::End => "the end of the file".into(),
    }
}
