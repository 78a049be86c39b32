//! The vocabulary of sources, tests and pages: words to avoid, first lines of docs, and names of public types.
//!
//! CONTRIBUTING.md states the rules, with examples.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::architecture::{SOURCES, all_sources, files, root};
use crate::docs::pages;

/// Words and phrases that have a plain equivalent, in lower case.
const AVOIDED: [&str; 24] = [
    "nobody",
    "somebody",
    "whoever",
    "anybody",
    "anew",
    "so many",
    "is to be",
    "are to be",
    "told",
    "tells",
    "hears",
    "heard",
    "tread",
    "trodden",
    "lets go of",
    "take hold",
    "takes hold",
    "the outside",
    "one comes",
    "one stands",
    "one gets",
    "whence",
    "shortest way",
    "stands",
];

/// The largest number of characters in the first line of a doc comment.
const LONGEST: usize = 100;

/// A line of a file, with its place.
struct Line {
    place: String,
    text: String,
}

/// The folders with code.
const CODE: [&str; 5] = ["crates", "src", "tests", "benches", "examples"];

/// Returns the lines of all sources that a test selects.
fn lines(select: impl Fn(&str, Option<&str>) -> Option<String>) -> Vec<Line> {
    lines_in(&SOURCES, select)
}

/// Returns the lines of the code in some folders that a test selects, except those of this file.
fn lines_in(folders: &[&str], select: impl Fn(&str, Option<&str>) -> Option<String>) -> Vec<Line> {
    let mut found = Vec::new();
    let all = folders.iter().flat_map(|folder| files(folder));
    for file in all.filter(|file| !file.ends_with("tests/it/vocabulary.rs")) {
        let text = fs::read_to_string(&file).unwrap();
        let mut before = None;
        for (i, line) in text.lines().enumerate() {
            if let Some(text) = select(line, before) {
                found.push(Line { place: place(&file, i), text });
            }
            before = Some(line);
        }
    }
    assert!(found.len() > 1000, "the sources have comments: {}", found.len());
    found
}

fn place(file: &Path, line: usize) -> String {
    format!("{}:{}", file.strip_prefix(root()).unwrap().display(), line + 1)
}

/// Returns the text of a comment that takes a whole line.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

fn is_doc(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("///") || line.starts_with("//!")
}

/// Removes code in backticks and quoted examples.
fn prose(text: &str) -> String {
    let outside = |text: &str, quote: char| text.split(quote).step_by(2).collect::<Vec<_>>().join(" ");
    outside(&outside(text, '`'), '"')
}

/// Returns the first avoided phrase that stands in a text as whole words.
fn avoided(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    AVOIDED.into_iter().find(|phrase| {
        text.match_indices(phrase)
            .any(|(at, _)| !text[..at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word))
    })
}

#[track_caller]
fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{} places break a rule: {rule}\n{}", found.len(), found.join("\n"));
}

#[test]
fn comments_use_plain_words() {
    let comments = lines_in(&CODE, |line, _| comment(line).map(str::to_owned));
    let found: Vec<String> = comments
        .iter()
        .filter_map(|line| {
            Some(format!("{}: \"{}\" in: {}", line.place, avoided(&prose(&line.text))?, line.text))
        })
        .collect();
    assert_none(&found, "use the plain words of CONTRIBUTING.md");
}

#[test]
fn texts_use_plain_words() {
    let code = |line: &str, _: Option<&str>| comment(line).is_none().then(|| line.to_owned());
    let mut found = Vec::new();
    for Line { place, text } in lines_in(&CODE, code) {
        let texts = text.split('"').skip(1).step_by(2).filter(|text| text.contains(' '));
        let word = texts.clone().find_map(avoided);
        found.extend(word.map(|word| format!("{place}: \"{word}\" in: {}", text.trim())));
    }
    assert_none(&found, "use the plain words of CONTRIBUTING.md in messages");
}

#[test]
fn names_of_functions_use_plain_words() {
    let name = |line: &str, _: Option<&str>| {
        let after = line.split_once("fn ")?.1;
        let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        Some(name.replace('_', " "))
    };
    let names = lines_in(&CODE[1..], name).into_iter();
    let found: Vec<String> = names
        .filter_map(|Line { place, text }| Some(format!("{place}: \"{}\" in: {text}", avoided(&text)?)))
        .collect();
    assert_none(&found, "use the plain words of CONTRIBUTING.md in names of tests");
}

#[test]
fn pages_use_plain_words() {
    let mut found = Vec::new();
    for page in pages() {
        let rules = "Do not write nobody";
        for (i, line) in page.text.lines().enumerate().filter(|(_, line)| !line.contains(rules)) {
            // A row of CONTRIBUTING.md shows what to avoid in its first column.
            let is_example = page.path.ends_with("CONTRIBUTING.md") && line.starts_with('|');
            let word = avoided(&prose(line)).filter(|_| !is_example);
            found.extend(word.map(|word| format!("{}:{}: \"{word}\"", page.path.display(), i + 1)));
        }
    }
    assert_none(&found, "use the plain words of CONTRIBUTING.md in pages");
}

#[test]
fn the_first_line_of_a_doc_is_short() {
    let first = |line: &str, before: Option<&str>| {
        (is_doc(line) && !before.is_some_and(is_doc)).then(|| comment(line).unwrap_or_default().to_owned())
    };
    // Docs of arguments are their help texts, which the terminal wraps.
    let is_help = |line: &Line| line.place.replace('\\', "/").starts_with("src/cli/args/");
    let is_long = |line: &Line| line.text.chars().count() > LONGEST && !is_help(line);
    let long = lines(first).into_iter().filter(is_long);
    let found: Vec<String> = long.map(|line| format!("{}: {}", line.place, line.text)).collect();
    assert_none(&found, "at most 100 characters, then an empty line and the rest");
}

#[test]
fn no_two_types_have_the_same_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let name = |line: &str, _: Option<&str>| {
        let line = line.trim_start();
        // Also types that only some modules see.
        let visible =
            line.strip_prefix("pub ").or_else(|| Some(line.strip_prefix("pub(")?.split_once(") ")?.1));
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let rest = visible.and_then(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind)));
        let code =
            rest.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned());
        code.or_else(|| Some(String::new()))
    };
    for line in lines(name).into_iter().filter(|line| !line.text.is_empty()) {
        places.entry(line.text).or_default().push(line.place);
    }
    let twice = places.into_iter().filter(|(_, places)| places.len() > 1);
    let found: Vec<String> = twice.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert_none(&found, "each name names one type");
}

#[test]
fn docs_do_not_repeat_the_name() {
    let mut found = Vec::new();
    for file in all_sources() {
        let text = fs::read_to_string(&file).unwrap();
        let all: Vec<&str> = text.lines().collect();
        for (i, pair) in all.windows(2).enumerate() {
            let (doc, code) = (pair[0].trim_start(), pair[1].trim_start());
            let is_only_line = doc.starts_with("///") && (i == 0 || !is_doc(all[i - 1]));
            let words = |text: &str| -> Vec<String> {
                let text = text.to_lowercase();
                let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                words
                    .filter(|word| !["the", "a", "an", "of", "its"].contains(word))
                    .map(str::to_owned)
                    .collect()
            };
            let name = code.split(['(', ':', '{', '=', '<', ',']).next().unwrap_or_default();
            let name = name.rsplit(' ').find(|part| !part.is_empty()).unwrap_or_default();
            // Public items, their fields and variants need a doc all the same.
            let is_private = ["fn ", "const ", "static ", "struct ", "enum ", "trait ", "type ", "mod "]
                .iter()
                .any(|kind| code.starts_with(kind));
            if is_only_line && is_private && !words(name).is_empty() && words(doc) == words(&separated(name))
            {
                found.push(format!("{}: {doc} {name}", place(&file, i)));
            }
        }
    }
    assert_none(&found, "a doc says more than the name, or is not there");
}

/// Returns a name with its words separated by spaces.
fn separated(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() || c == '_' {
            words.push(' ');
        }
        words.extend(c.to_lowercase().filter(|c| *c != '_'));
    }
    words
}

#[test]
fn the_rules_find_what_breaks_them() {
    assert_eq!(avoided("What nobody is at."), Some("nobody"));
    assert_eq!(avoided(&prose("Calls `tells` and \"nobody\".")), None, "code and quotes are left alone");
    assert_eq!(avoided("Somebodyless and retold."), None, "whole words only");
    assert_eq!(separated("MostListed_now").trim(), "most listed now");
}
