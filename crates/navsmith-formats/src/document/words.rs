//! Formatting of numbers and counted nouns.

/// Returns a number with its digits in groups of three.
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

/// Returns the form of a noun that goes with a number, as `cell` or `cells`.
pub fn noun<'a>(n: usize, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// Returns the indefinite article before a noun, as `An` before `OBJ`.
///
/// A word in capitals is spelled out.
pub fn article(noun: &str) -> &'static str {
    let word = noun.split(' ').next().unwrap_or_default();
    let is_spelled = word.chars().all(char::is_uppercase);
    let vowels = if is_spelled { "AEFHILMNORSX" } else { "AEIOaeiou" };
    if word.starts_with(|first| vowels.contains(first)) { "An" } else { "A" }
}

/// Returns a number with its noun, as `1 cell` or `1,234 cells`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), noun(n, one, many))
}

/// Returns a length in metres, or in millimetres below a centimetre.
pub fn length(metres: f64) -> String {
    match metres {
        0.0 => "0 m".to_owned(),
        _ if metres < 1e-5 => "less than 0.01 mm".to_owned(),
        _ if metres < 1e-3 => format!("{:.2} mm", metres * 1e3),
        _ if metres < 1e-2 => format!("{:.1} mm", metres * 1e3),
        _ => format!("{metres:.2} m"),
    }
}

/// Returns a change with its sign, as `+0.25`; one that rounds to zero is `+0.00`.
pub fn signed(change: f64, decimals: usize) -> String {
    let text = format!("{change:+.decimals$}");
    if text.contains(|digit: char| matches!(digit, '1'..='9')) { text } else { text.replace('-', "+") }
}

/// Word before the number of an area.
const AREA: &str = "area ";

/// Returns a text with the unit `px` in place of `m` behind numbers.
pub(super) fn in_pixels(text: &str) -> String {
    let (mut pixels, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(" m") {
        let (before, unit) = rest.split_at(at);
        let behind = &unit[" m".len()..];
        let is_word = behind.starts_with(|next: char| next != '²' && next.is_alphanumeric());
        let is_unit = before.ends_with(|digit: char| digit.is_ascii_digit()) && !is_word;
        pixels.extend([before, if is_unit { " px" } else { " m" }]);
        rest = behind;
    }
    pixels + rest
}

/// Returns a text with the names of forbidden areas in place of their numbers.
///
/// Areas are named where the text calls them forbidden or advises to allow them. Names are in single quotes, which JSON does not escape.
pub(super) fn with_area_names<'a>(text: String, name: impl Fn(u8) -> Option<&'a str>) -> String {
    if !text.contains(AREA) {
        return text;
    }
    let (mut named, mut rest, mut is_listed) = (String::with_capacity(text.len()), &*text, false);
    while let Some(at) = rest.find(AREA) {
        let (before, behind) = rest.split_at(at + AREA.len());
        let digits = behind.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(digits);
        let is_opened = before.ends_with("llow area ")
            || (is_listed && before == " and area ")
            || behind.starts_with(" is forbidden");
        is_listed = is_opened;
        let name = number.parse().ok().filter(|_| is_opened).and_then(&name);
        named.push_str(before);
        named.push_str(&name.map_or_else(|| number.to_owned(), |name| format!("'{name}'")));
        rest = behind;
    }
    named + rest
}

/// Returns items as a clause: `a`, `a and b`, or `a, b and c`; empty without items.
pub fn enumeration(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
