//! The pages match the program: generated parts, links, keys, and the commands in their examples.
//!
//! A generated part is between the lines `<!-- begin NAME -->` and `<!-- end NAME -->`. `UPDATE_EXPECT=1` writes it
//! into the page instead of failing.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod parts;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use navsmith::editor::interaction::commands::{CommandGroup, Spec, TABLE};
use navsmith_formats::io::ron;

use crate::architecture::{all_sources, root};
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
