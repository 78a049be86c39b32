//! The pages match the program: generated parts, links, keys, and the commands in their examples.
//!
//! A generated part is between the lines `<!-- begin NAME -->` and `<!-- end NAME -->`. `UPDATE_EXPECT=1` writes it
//! into the page instead of failing.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use navsmith::editor::interaction::commands::{CommandGroup, Spec, TABLE};
use navsmith_formats::check::{ISSUE_TYPES, IssueType};
use navsmith_formats::document::enumeration;
use navsmith_formats::io::{DocumentContent, FORMATS, Format, ron};

use crate::architecture::{all_sources, root, source};
use crate::support::command_line::{Folder, navsmith};

/// A page with its path, relative to the project.
pub(crate) struct Page {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// Returns the pages of the project: the files at its root, in `docs`, and in the folder of each crate.
pub(crate) fn pages() -> Vec<Page> {
    let mut paths = Vec::new();
    for folder in
        ["", "docs", "crates/navsmith-core", "crates/navsmith-generation", "crates/navsmith-formats"]
    {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = Path::new(folder).join(entry.unwrap().file_name());
            paths.extend(path.extension().is_some_and(|extension| extension == "md").then_some(path));
        }
    }
    paths.sort();
    assert!(paths.len() >= 9, "there are pages: {paths:?}");
    paths.into_iter().map(Page::read).collect()
}

impl Page {
    fn read(path: impl AsRef<Path>) -> Self {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        Self { path: path.as_ref().to_owned(), text }
    }

    fn name(&self) -> std::path::Display<'_> {
        self.path.display()
    }

    /// Returns the text without code blocks, line by line.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let mut is_code = false;
        self.text.lines().filter(move |line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }

    /// Returns the code blocks of a language.
    fn blocks(&self, language: &str) -> impl Iterator<Item = &str> {
        let start = format!("\n```{language}\n");
        let after = self.text.split(&start).skip(1).collect::<Vec<_>>().into_iter();
        after.map(|after| after.split("\n```").next().unwrap_or_default())
    }

    /// Returns the rows of each table as cells; the first row of a table is its head.
    fn tables(&self) -> Vec<Vec<Vec<&str>>> {
        let mut tables: Vec<Vec<Vec<&str>>> = Vec::new();
        let mut was_row = false;
        for line in self.prose() {
            let cells = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            if let Some(cells) = cells.filter(|cells| !cells.starts_with("---")) {
                let cells = cells.split(" | ").map(str::trim).collect();
                if was_row {
                    tables.last_mut().unwrap().push(cells);
                } else {
                    tables.push(vec![cells]);
                }
            }
            was_row = cells.is_some();
        }
        tables
    }

    /// Returns the anchors of the headings, as GitHub derives them.
    fn anchors(&self) -> Vec<String> {
        let titles = self.prose().filter_map(|line| line.strip_prefix('#'));
        let titles = titles.map(|title| title.trim_start_matches('#').trim().to_lowercase());
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        titles.map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
    }
}

/// Returns the shortcuts of all commands as Markdown tables by group.
pub(crate) fn key_table() -> String {
    let tables = CommandGroup::ALL.map(|group| {
        let rows = TABLE.iter().filter(|spec| spec.group == group && !spec.shortcuts.is_empty());
        let lines: String = rows.map(line).collect();
        format!("**{}**\n\n| Keys | Command | What it does |\n|---|---|---|\n{lines}", group.title())
    });
    tables.join("\n")
}

fn line(spec: &Spec) -> String {
    let keys: Vec<String> = spec.shortcuts.iter().map(|shortcut| format!("`{shortcut}`")).collect();
    format!("| {} | {} | {} |\n", keys.join(" or "), spec.title.trim_end_matches('…'), spec.tooltip)
}

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
const READING: [&str; 8] =
    ["weld", "max-slope", "up", "mirror", "turn-over", "scale", "node", "closed-surface"];

fn is_for_reading(argument: &Arg) -> bool {
    argument.get_long().is_some_and(|long| READING.contains(&long))
}

/// Returns a table of the options for reading a file.
fn reading_options() -> String {
    let cli = navsmith::cli::command();
    let command = cli.find_subcommand("info").unwrap();
    format!("\n{}\n", table(shown(command).filter(|argument| is_for_reading(argument))))
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
    command.get_arguments().filter(|argument| !argument.is_hide_set() && argument.get_id() != "help")
}

fn signature(argument: &Arg) -> String {
    let names = argument.get_value_names().filter(|_| argument.get_action().takes_values());
    let value = names.and_then(|names| names.first()).map(ToString::to_string);
    match (argument.get_long(), value) {
        (Some(long), Some(value)) => format!("`--{long} {value}`"),
        (Some(long), None) => format!("`--{long}`"),
        (None, value) => format!("`{}`", value.unwrap_or_default()),
    }
}

fn meaning(argument: &Arg) -> String {
    let help = argument.get_long_help().or_else(|| argument.get_help()).unwrap().to_string();
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

#[test]
fn every_subcommand_has_a_section_with_an_example() {
    let page = Page::read("docs/cli.md");
    for command in navsmith::cli::command().get_subcommands() {
        let name = command.get_name();
        let section = page.text.split(&format!("\n## {name}\n")).nth(1).unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        assert!(section.contains(&format!("<!-- begin cli {name} -->")), "{name} has a table");
        assert!(section.contains(&format!("\nnavsmith {name} ")), "{name} has an example");
    }
}

#[test]
fn no_link_is_dead() {
    let mut dead = Vec::new();
    for page in pages() {
        let folder = page.path.parent().unwrap_or_else(|| Path::new(""));
        for target in page.prose().flat_map(|line| line.split("](").skip(1)) {
            let target = target.split(')').next().unwrap_or_default();
            if target.starts_with("https://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.path.clone() } else { folder.join(file) };
            let is_there = root().join(&path).exists();
            if !is_there || !anchor.is_empty() && !Page::read(&path).anchors().contains(&anchor.to_owned()) {
                dead.push(format!("{}: {target}", page.name()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// Returns the keys of the command with a title, as pages show them.
fn keys_of(title: &str) -> Option<String> {
    let spec = TABLE.iter().find(|spec| spec.title.trim_end_matches('…') == title)?;
    Some(spec.shortcuts.iter().map(|keys| format!("`{keys}`")).collect::<Vec<_>>().join(" or "))
}

#[test]
fn tables_name_commands_with_their_keys() {
    let mut count = 0;
    for page in pages() {
        for table in page.tables() {
            let column = |names: &[&str]| table[0].iter().position(|cell| names.contains(cell));
            let (Some(command), Some(keys)) = (column(&["Command", "Tool"]), column(&["Keys"])) else {
                continue;
            };
            for row in &table[1..] {
                let actual = keys_of(row[command]);
                assert!(actual.is_some(), "{}: there is no command {}", page.name(), row[command]);
                let is_one = actual.iter().any(|actual| actual.split(" or ").any(|it| it == row[keys]));
                let is_all = actual.as_deref() == Some(row[keys]);
                assert!(is_one || is_all, "{}: {row:?} has {actual:?}", page.name());
                count += 1;
            }
        }
    }
    assert!(count > 150, "tables of keys are found: {count}");
}

#[test]
fn texts_name_commands_with_their_keys() {
    let mut count = 0;
    for page in
        pages().iter().filter(|page| page.path.ends_with("README.md") || page.path.starts_with("docs"))
    {
        for place in page.prose().flat_map(|line| line.split("* (`").skip(1).zip(line.split("* (`"))) {
            let (after, before) = place;
            let title = before.rsplit('*').next().unwrap_or_default();
            let keys = format!("`{}`", after.split("`)").next().unwrap_or_default());
            let actual = keys_of(title).unwrap_or_default();
            assert!(actual.split(" or ").any(|it| it == keys), "{}: {title} has {actual}", page.name());
            count += 1;
        }
    }
    assert!(count > 5, "commands with keys are found: {count}");
}

/// Returns the commands in a page's code blocks, as words after `navsmith`.
fn commands(page: &Page) -> Vec<Vec<&str>> {
    let lines = page.blocks("sh").flat_map(str::lines).filter_map(|line| line.strip_prefix("navsmith "));
    lines.map(|line| line.split(" #").next().unwrap_or_default().split_whitespace().collect()).collect()
}

#[test]
fn commands_in_examples_are_valid_and_those_on_assets_succeed() {
    let (mut parsed, mut run) = (0, 0);
    for page in pages() {
        let folder = Folder::new();
        fs::create_dir(folder.path("assets")).unwrap();
        for entry in fs::read_dir(root().join("assets")).unwrap() {
            let file = entry.unwrap();
            fs::copy(file.path(), folder.path("assets").join(file.file_name())).unwrap();
        }
        for words in commands(&page) {
            let all = ["navsmith"].iter().chain(&words);
            let result = navsmith::cli::command().try_get_matches_from(all);
            assert!(result.is_ok(), "{}: {}", page.name(), result.err().unwrap());
            parsed += 1;
            let inputs = words.windows(2).filter(|pair| pair[0] == "--batch").map(|pair| pair[1]);
            let needs = |file: &&str| file.starts_with("assets/");
            if words.iter().any(needs) && inputs.count() == 0 {
                let output = navsmith().args(&words).current_dir(folder.path("")).output().unwrap();
                let text = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{}: {words:?}: {text}", page.name());
                run += 1;
            }
        }
    }
    assert!(parsed > 15 && run > 12, "examples are found: {parsed}, {run}");
}

#[test]
fn documents_in_examples_can_be_read() {
    let pages = pages();
    let texts = pages.iter().flat_map(|page| page.blocks("ron"));
    let read: Vec<_> = texts.map(|text| ron::read(text).unwrap()).collect();
    let queries = read.iter().map(|document| document.queries.len()).sum::<usize>();
    assert!(queries >= 2, "the example has links and queries");
    assert!(read.iter().all(|document| document.mesh.check().is_ok()), "valid meshes");
}

#[test]
fn the_types_in_architecture_exist() {
    let page = Page::read("ARCHITECTURE.md");
    let code: String = all_sources().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let words: BTreeSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let codes = page.prose().flat_map(|line| line.split('`').skip(1).step_by(2));
    let names = codes.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let is_type = |name: &&str| {
        name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) && !name.contains('_')
    };
    let missing: Vec<&str> = names.filter(is_type).filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what does not exist: {missing:?}");
}

#[test]
fn the_readme_is_short_and_its_tour_begins_on_the_first_screen() {
    let text = Page::read("README.md").text;
    assert!(text.lines().count() <= 150, "README.md has {} lines", text.lines().count());
    let before = text.split("## A tour").next().unwrap();
    assert!(before.lines().count() <= 32, "{} lines before the tour", before.lines().count());
    assert!(before.lines().all(|line| line.chars().count() <= 130), "long lines before the tour");
}
