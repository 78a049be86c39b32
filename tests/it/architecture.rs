//! Checks the layering of modules.
//!
//! A module uses only modules above it. Only `app` uses egui, and only its theme defines colours.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the modules in reading order, as `src/lib.rs` lists them.
fn modules() -> Vec<String> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let names =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.split_once(';').map(|(name, _)| name));
    names.map(str::to_owned).collect()
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all Rust files below a folder of the project, sorted.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    found.sort();
    assert!(!found.is_empty(), "{folder} has Rust files");
    found
}

/// Returns the lines of code that satisfy a predicate, as `file:line: text`.
///
/// Skips comment lines.
fn places(files: &[PathBuf], is_hit: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        found.extend(code.filter(|(_, line)| is_hit(line)).map(|(i, line)| {
            format!("{}:{}: {}", file.strip_prefix(root()).unwrap().display(), i + 1, line.trim())
        }));
    }
    found
}

/// Whether a line contains a path such as `crate::app` as a whole, not as part of a longer name.
fn names(line: &str, path: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(path)
        .any(|(at, _)| !line[at + path.len()..].starts_with(is_word) && !line[..at].ends_with(is_word))
}

#[track_caller]
fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let modules = modules();
    assert!(modules.len() >= 9, "src/lib.rs lists the modules, found {modules:?}");
    for (index, module) in modules.iter().enumerate() {
        let below: Vec<String> = modules[index + 1..].iter().map(|other| format!("crate::{other}")).collect();
        let upward =
            places(&files(&format!("src/{module}")), |line| below.iter().any(|path| names(line, path)));
        assert_none(&upward, &format!("{module} uses modules below it"));
    }
}

#[test]
fn the_command_line_does_not_know_the_editor() {
    assert_none(&places(&files("src/cli"), |line| names(line, "crate::editor")), "cli uses the editor");
}

#[test]
fn the_lowest_modules_use_no_other_module() {
    for module in ["budget", "progress", "graph", "geometry", "trace"] {
        let others: Vec<String> = modules()
            .iter()
            .filter(|other| *other != module)
            .map(|other| format!("crate::{other}"))
            .collect();
        let uses =
            places(&files(&format!("src/{module}")), |line| others.iter().any(|path| names(line, path)));
        assert_none(&uses, &format!("{module} uses other modules"));
    }
}

#[test]
fn egui_stays_in_the_app() {
    let words = ["egui::", "eframe::", "egui_plot::", "egui_tiles::", "rfd::", "wgpu::"];
    for module in modules().iter().filter(|module| *module != "app") {
        let found =
            places(&files(&format!("src/{module}")), |line| words.iter().any(|word| line.contains(word)));
        assert_none(&found, &format!("{module} knows the window toolkit"));
    }
}

#[test]
fn colors_stay_in_the_theme() {
    let theme = root().join("src/app/theme");
    let others: Vec<PathBuf> =
        files("src/app").into_iter().filter(|file| !file.starts_with(&theme)).collect();
    let words = [
        "Color32::from_",
        "Color32::WHITE",
        "Color32::BLACK",
        "Color32::RED",
        "Color32::GRAY",
        "Rgba::from_",
    ];
    let found = places(&others, |line| words.iter().any(|word| line.contains(word)));
    assert_none(&found, "a colour outside app/theme");
}

#[test]
fn all_number_fields_take_expressions() {
    let own = root().join("src/app/panels/number.rs");
    let others: Vec<PathBuf> = files("src/app").into_iter().filter(|file| *file != own).collect();
    let found = places(&others, |line| names(line, "DragValue") || names(line, "Slider"));
    assert_none(&found, "a field for a number that is not a NumberField or a NumberSlider");
}

#[test]
fn only_the_predicates_judge_a_turn() {
    let own = root().join("src/geometry/predicates.rs");
    let others: Vec<PathBuf> = files("src").into_iter().filter(|file| *file != own).collect();
    let found = places(&others, |line| names(line, "robust") || names(line, "orient2d"));
    assert_none(&found, "a turn is judged outside geometry::predicates");
}

#[test]
fn the_binary_is_thin_and_files_are_short() {
    let length_without_tests = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count()
    };
    assert!(length_without_tests(&root().join("src/main.rs")) <= 40, "src/main.rs has at most 40 lines");
    for file in files("src") {
        let length = length_without_tests(&file);
        assert!(length <= 400, "{} has {length} lines before its tests; at most 400", file.display());
    }
}

#[test]
fn every_dependency_comes_from_the_registry() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let sources: Vec<&str> = lock.lines().filter_map(|line| line.strip_prefix("source = ")).collect();
    assert!(sources.len() > 20, "Cargo.lock names its sources");
    let others: Vec<String> = sources
        .into_iter()
        .filter(|source| *source != "\"registry+https://github.com/rust-lang/crates.io-index\"")
        .map(str::to_owned)
        .collect();
    assert_none(&others, "a dependency from elsewhere");
}
