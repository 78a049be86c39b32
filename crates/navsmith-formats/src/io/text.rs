//! Errors of text formats, with lines.

/// Error of an invalid text, with its position and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {description}")]
pub struct TextError {
    /// Line, counted from 1.
    pub line: usize,
    /// Reason and remedy.
    pub description: String,
}

/// Returns bytes as text without a byte order mark.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, TextError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        TextError { line, description: "the text is not valid UTF-8 here; save it as UTF-8".into() }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns a quoted word, shortened for display.
pub(super) fn quoted(word: &str) -> String {
    let short: String = word.chars().take(24).collect();
    format!("\"{short}{}\"", if short.len() < word.len() { "…" } else { "" })
}

/// Returns the shortest form that reads back as the same number, also by way of an `f64`.
pub(super) fn number(value: f32) -> String {
    let short = format!("{value:?}");
    let is_exact = short.parse::<f64>().is_ok_and(|read| (read as f32).to_bits() == value.to_bits());
    if is_exact { short } else { format!("{:?}", f64::from(value)) }
}
