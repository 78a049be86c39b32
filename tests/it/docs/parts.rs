//! The generated parts of pages.

use std::fmt::Write as _;
use std::fs;

use clap::{Arg, Command};
use navsmith_formats::check::{ISSUE_TYPES, IssueType};
use navsmith_formats::document::enumeration;
use navsmith_formats::io::{DocumentContent, FORMATS, Format};

use super::{Page, key_table, pages};
use crate::architecture::{root, source};

/// Returns the lines of a generated part.
fn generated(name: &str) -> String {
    match name.split_once(' ').unwrap_or((name, "")) {
        ("keys", _) => format!("\n{}\n", key_table()),
        ("benchmarks", _) => benchmarks(),
        ("example", _) => format!("```rust\n{}```\n", example()),
        ("item", place) => format!("```rust\n{}```\n", item(place)),
        ("formats", page) => formats(page == "detailed"),
        ("issues", _) => issues(),
        ("cli", "reading") => reading_options(),
        ("cli", "all") => common_options(),
        ("cli", verb) => subcommand(verb),
        _ => panic!("no part is named {name}"),
    }
}

/// Returns a section for each kind of issue.
fn issues() -> String {
    let mut text = "\n".to_owned();
    for IssueType { name, title, severity, definition, effect, remedy } in ISSUE_TYPES {
        writeln!(text, "### {title}\n\n`{name}`, {}. {definition}\n{effect}\n{remedy}\n", severity.name())
            .unwrap();
    }
    text
}

/// Work and input of the benchmark rows in README.
const README_ROWS: [(&str, &str); 6] = [
    ("weld and derive all", "terrain, 1000152 triangles"),
    ("drag a vertex", "terrain, 1000152 triangles"),
    ("locate, with height", "terrain, 1000152 triangles"),
    ("shortest path, 10 queries", "terrain, 1000152 triangles"),
    ("shortest path, 2000 queries", "aurora-cdt, 34816 cells"),
    ("A* over midpoints", "terrain, 100034 triangles"),
];

/// Returns the rows of README from the tables of docs/benchmarks.md.
fn benchmarks() -> String {
    let page = Page::read("docs/benchmarks.md");
    let rows: Vec<Vec<&str>> = page.tables().into_iter().flatten().collect();
    let mut text = "| work | on | navsmith | peer | ratio |\n|---|---|---:|---:|---:|\n".to_owned();
    for (work, input) in README_ROWS {
        let row = rows.iter().find(|row| row[0].starts_with(work) && row[1] == input);
        let row = row.unwrap_or_else(|| panic!("no row {work}, {input}"));
        let peer = if row[3] == "–" { ("navmesh 0.12", 5) } else { ("polyanya 0.18", 3) };
        let ((name, at), ours) = (peer, row[2]);
        writeln!(text, "| {work} | {input} | {ours} | {} ({name}) | {} |", row[at], row[at + 1]).unwrap();
    }
    text
}

/// Returns the table of file formats.
fn formats(is_detailed: bool) -> String {
    let mut text = if is_detailed {
        "| Format | Extensions | Read | Written | Lost by writing |\n|---|---|---|---|---|\n".to_owned()
    } else {
        "| Format | Read | Written |\n|---|---|---|\n".to_owned()
    };
    for format in FORMATS {
        let extensions: Vec<String> = format.extensions.iter().map(|it| format!("`.{it}`")).collect();
        let extensions = if extensions.is_empty() { "any text".into() } else { extensions.join(", ") };
        let Format { name, versions: [reads, writes], .. } = format;
        let loses = match format.write {
            Some(_) => lost(format.stores),
            None if format.is_picture => "everything but the look".into(),
            None => "–".into(),
        };
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        let [is_read, is_written] =
            [format.read.is_some(), format.write.is_some() || format.is_picture].map(yes);
        if is_detailed {
            writeln!(text, "| {name} | {extensions} | {reads} | {writes} | {loses} |").unwrap();
        } else if !format.extensions.is_empty() {
            writeln!(text, "| {name}, {extensions} | {is_read} | {is_written} |").unwrap();
        }
    }
    text
}

/// Returns the contents that a format with these stored contents loses, as a clause.
fn lost(stored: &[DocumentContent]) -> String {
    let has_whole = |content: &DocumentContent| content.whole().is_none_or(|whole| stored.contains(&whole));
    let lost = DocumentContent::ALL.into_iter().filter(|content| !stored.contains(content));
    let lost: Vec<String> = lost.filter(has_whole).map(|content| content.title().to_owned()).collect();
    if lost.is_empty() { "nothing".into() } else { enumeration(&lost) }
}

/// Returns the example on the front page of the library's documentation.
fn example() -> String {
    let lib = fs::read_to_string(root().join("crates/navsmith-core/src/lib.rs")).unwrap();
    let lines = lib
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let block = lines.skip_while(|line| *line != "```").skip(1).take_while(|line| *line != "```");
    block.filter(|line| !line.starts_with("# ")).fold(String::new(), |text, line| text + line + "\n")
}

/// Returns an item of an example, such as `many_agents load`, with its documentation.
fn item(place: &str) -> String {
    let (example, name) = place.split_once(' ').unwrap();
    let text = fs::read_to_string(source(&format!("../examples/{example}.rs"))).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let is_item = |line: &&str| {
        let words = line.trim_start().trim_start_matches("pub ");
        let rest = words.strip_prefix("fn ").or_else(|| words.strip_prefix("struct "));
        let rest = rest.and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let at = lines.iter().position(is_item).unwrap_or_else(|| panic!("{example} has no {name}"));
    let indent = lines[at].len() - lines[at].trim_start().len();
    let is_doc = |line: &&&str| line.trim_start().starts_with("///");
    let first = at - lines[..at].iter().rev().take_while(is_doc).count();
    let end = format!("{:indent$}}}", "");
    let length = lines[at..].iter().position(|line| *line == end).unwrap() + 1;
    let dedented = lines[first..at + length].iter().map(|line| line.get(indent..).unwrap_or_default());
    dedented.fold(String::new(), |text, line| text + line + "\n")
}

/// The options for reading a file, which most subcommands accept.
const READING: [&str; 9] =
    ["weld", "max-slope", "up", "mirror", "turn-over", "scale", "node", "closed-surface", "format"];

fn is_for_reading(argument: &Arg) -> bool {
    argument.get_long().is_some_and(|long| READING.contains(&long))
}

/// Returns a table of the options for reading a file.
fn reading_options() -> String {
    let cli = navsmith::cli::command();
    let command = cli.find_subcommand("info").unwrap();
    format!("\n{}\n", table(shown(command).filter(|argument| is_for_reading(argument))))
}

/// Returns a table of the options that all subcommands accept.
fn common_options() -> String {
    let cli = navsmith::cli::command();
    format!("\n{}\n", table(cli.get_arguments().filter(|argument| argument.is_global_set())))
}

fn table<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let rows = arguments.map(|argument| format!("| {} | {} |\n", signature(argument), meaning(argument)));
    "| Argument | Meaning |\n|---|---|\n".to_owned() + &rows.collect::<String>()
}

/// Returns the description of a subcommand with a table of its arguments.
fn subcommand(verb: &str) -> String {
    let mut cli = navsmith::cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(verb).unwrap_or_else(|| panic!("there is no subcommand {verb}"));
    let about = command.get_about().unwrap().to_string();
    let mut text = format!("\n{}.\n\n```text\n", about.trim_end_matches('.'));
    let usage = command.render_usage().to_string();
    writeln!(text, "{}\n```\n", usage.trim_start_matches("Usage: ").trim()).unwrap();
    let has_all = shown(command).filter(|argument| is_for_reading(argument)).count() == READING.len();
    text += &table(shown(command).filter(|argument| !has_all || !is_for_reading(argument)));
    if has_all {
        text += "\nIt also accepts the [options for reading](#options-for-reading).\n";
    }
    text + "\n"
}

/// Returns the arguments of a subcommand that help shows.
fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_common = |argument: &Arg| argument.is_global_set() || argument.get_id() == "help";
    command.get_arguments().filter(move |argument| !argument.is_hide_set() && !is_common(argument))
}

fn signature(argument: &Arg) -> String {
    let names = argument.get_value_names().filter(|_| argument.get_action().takes_values());
    let value = names.and_then(|names| names.first()).map(ToString::to_string);
    let short = argument.get_short().filter(|_| argument.is_global_set());
    let short = short.map_or_else(String::new, |short| format!("`-{short}`, "));
    match (argument.get_long(), value) {
        (Some(long), Some(value)) => format!("{short}`--{long} {value}`"),
        (Some(long), None) => format!("{short}`--{long}`"),
        (None, value) => format!("`{}`", value.unwrap_or_default()),
    }
}

fn meaning(argument: &Arg) -> String {
    let help =
        argument.get_long_help().or_else(|| argument.get_help()).unwrap().to_string().replace("\n\n", " ");
    let mut text = help.trim_end_matches('.').replace('|', "\\|") + ".";
    let values = argument.get_possible_values();
    let shown = values.iter().filter(|value| !value.is_hide_set());
    let values: Vec<String> = shown.map(|value| format!("`{}`", value.get_name())).collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        write!(text, " One of {}.", values.join(", ")).unwrap();
    }
    if let [default] = argument.get_default_values()
        && argument.get_action().takes_values()
    {
        write!(text, " Default: `{}`.", default.to_string_lossy()).unwrap();
    }
    text
}

#[test]
fn the_readme_and_the_docs_have_their_generated_parts() {
    let mut found = Vec::new();
    for Page { path, text } in pages() {
        let (mut rest, mut written) = (text.as_str(), String::new());
        while let Some((before, after)) = rest.split_once("\n<!-- begin ") {
            let (name, after) = after.split_once(" -->\n").unwrap();
            let end = format!("<!-- end {name} -->\n");
            let (old, after) = after.split_once(&end).unwrap_or_else(|| panic!("{name} does not end"));
            let new = generated(name);
            if old != new {
                found.push(format!("{}, {name}", path.display()));
            }
            write!(written, "{before}\n<!-- begin {name} -->\n{new}{end}").unwrap();
            rest = after;
        }
        written += rest;
        if written != text && std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(root().join(&path), written).unwrap();
            found.clear();
        }
    }
    assert!(found.is_empty(), "outdated: {found:?}; UPDATE_EXPECT=1 cargo test docs:: writes them");
}
