//! Checks the layering of modules.
//!
//! A module uses only modules above it. Only `app` uses egui, and only `theme` defines colours.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::modules::{Modules, Name, Use, shown};

/// The sources of the crates, lowest crate first.
pub(crate) const SOURCES: [&str; 4] =
    ["crates/navsmith-core/src", "crates/navsmith-generation/src", "crates/navsmith-formats/src", "src"];

/// Returns the modules in reading order, as the `lib.rs` of each crate lists them.
fn modules() -> Vec<String> {
    let libs = SOURCES.map(|folder| fs::read_to_string(root().join(folder).join("lib.rs")).unwrap());
    let lines = libs.iter().flat_map(|lib| lib.lines());
    let names = lines.filter_map(|line| line.strip_prefix("pub mod ")?.split_once(';').map(|(name, _)| name));
    names.map(str::to_owned).collect()
}

/// Returns the file or folder of the sources with a path from the root of its crate.
pub(crate) fn source(path: &str) -> PathBuf {
    let mut places = SOURCES.iter().map(|folder| root().join(folder).join(path));
    places.find(|place| place.exists()).unwrap_or_else(|| panic!("there is no {path}"))
}

/// Returns all Rust files of all crates.
pub(crate) fn all_sources() -> Vec<PathBuf> {
    SOURCES.iter().flat_map(|folder| files(folder)).collect()
}

/// Returns all Rust files of a module.
fn files_of(module: &str) -> Vec<PathBuf> {
    let is_folder = SOURCES.iter().any(|folder| root().join(folder).join(module).is_dir());
    if is_folder {
        files(&source(module).display().to_string())
    } else {
        vec![source(&format!("{module}.rs"))]
    }
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
    assert!(modules.len() >= 9, "each lib.rs lists its modules, found {modules:?}");
    for (index, module) in modules.iter().enumerate() {
        let below: Vec<String> = modules[index + 1..].iter().map(|other| format!("crate::{other}")).collect();
        let upward = places(&files_of(module), |line| below.iter().any(|path| names(line, path)));
        assert_none(&upward, &format!("{module} uses modules below it"));
    }
}

/// Modules in which every name has one path.
const WITHOUT_REEXPORTS: [&str; 2] = ["pathfinding", "editor"];

/// Formats a use as a pair of modules.
fn pair(of: &Use) -> String {
    format!("{} -> {}", shown(&of.by), shown(&of.of))
}

/// Returns the uses of modules that are declared below the user, as pairs.
fn upward(modules: &Modules) -> BTreeSet<String> {
    modules.uses().iter().filter(|it| modules.is_upward(it)).map(pair).collect()
}

/// Returns groups of modules of which each uses all others, directly or not.
///
/// Uses of parents are left out: a directory is a unit with its `mod.rs`.
fn cycles(modules: &Modules) -> Vec<String> {
    let mut below: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
    for it in modules.uses() {
        if !it.by.starts_with(&it.of) {
            below.entry(it.by).or_default().insert(it.of);
        }
    }
    let reached = |from: &Name| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            let new = below.get(next).into_iter().flatten().filter(|of| reached.insert((*of).clone()));
            open.extend(new.collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<&Name, BTreeSet<Name>> = below.keys().map(|from| (from, reached(from))).collect();
    let mut groups = BTreeSet::new();
    for (from, all) in reached.iter().filter(|(from, all)| all.contains(**from)) {
        let group = all.iter().filter(|other| reached.get(other).is_some_and(|all| all.contains(*from)));
        groups.insert(group.map(|module| shown(module)).collect::<Vec<_>>().join(", "));
    }
    groups.into_iter().collect()
}

#[test]
fn a_module_uses_only_siblings_that_are_declared_above_it() {
    let modules = Modules::of_crates();
    assert!(modules.parents().count() > 20, "at every depth");
    let found: Vec<String> = upward(&modules).into_iter().collect();
    assert_none(&found, "a module uses a module that is declared below it in the same mod.rs");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    assert_none(&cycles(&Modules::of_crates()), "files use each other");
}

#[test]
fn every_name_has_one_path() {
    let modules = Modules::of_crates();
    for module in WITHOUT_REEXPORTS {
        assert_none(&modules.reexports(module), "a name is exported again");
    }
}

#[test]
fn all_imports_name_their_items() {
    let uses = Modules::of_crates().uses();
    let globs: Vec<String> = uses.iter().filter(|it| it.item.as_deref() == Some("*")).map(pair).collect();
    assert_none(&globs, "a module imports all names of another");
}

#[test]
fn uses_of_modules_below_are_found_at_every_depth() {
    let modules = Modules::of_texts(&[
        ("", "pub mod low; pub mod high;"),
        // `Above` is defined in `high::last`, and `low` uses it through the re-export.
        ("low", "use crate::high::{self as up, Above}; pub struct Low; // crate::high::Comment"),
        ("high", "mod first;\nmod last; pub use last::Above; pub struct Own; fn f() { first::g() }"),
        ("high::first", "use super::Own; pub fn g() { \"super::last\"; super::last::h::<'a'>() }"),
        ("high::last", "pub struct Above; fn h() {} #[cfg(doc)] use crate::nothing;"),
    ]);
    let found: Vec<String> = upward(&modules).into_iter().collect();
    assert_eq!(found, ["high::first -> high::last", "low -> high", "low -> high::last"]);
    assert_eq!(modules.reexports("high"), ["high: high::last::Above"]);
    assert!(cycles(&modules).is_empty(), "none of them uses each other");
}

#[test]
fn files_that_use_each_other_are_found() {
    let texts = [
        ("", "mod a; mod b; mod c;"),
        ("a", "use crate::c::C; fn a() {}"),
        ("b", "use super::a; fn b() { a::a() }"),
        ("c", "pub struct C; fn c() { let r = r#\"crate::a\"#; crate::b::b() }"),
    ];
    assert_eq!(cycles(&Modules::of_texts(&texts)), ["a, b, c"]);
}

#[test]
fn only_render_uses_the_editor_without_a_window() {
    let render = ["cli/render.rs", "cli/args/render.rs"].map(source);
    let others: Vec<PathBuf> = files_of("cli").into_iter().filter(|file| !render.contains(file)).collect();
    assert_none(&places(&others, |line| names(line, "crate::editor")), "cli uses the editor");
}

#[test]
fn the_lowest_modules_use_no_other_module() {
    for module in ["budget", "progress", "graph", "trace"] {
        let others: Vec<String> = modules()
            .iter()
            .filter(|other| *other != module)
            .map(|other| format!("crate::{other}"))
            .collect();
        let uses = places(&files_of(module), |line| others.iter().any(|path| names(line, path)));
        assert_none(&uses, &format!("{module} uses other modules"));
    }
}

#[test]
fn egui_stays_in_the_app() {
    let words = ["egui::", "eframe::", "egui_plot::", "egui_tiles::", "rfd::", "wgpu::"];
    for module in modules().iter().filter(|module| *module != "app") {
        let found = places(&files_of(module), |line| words.iter().any(|word| line.contains(word)));
        assert_none(&found, &format!("{module} knows the window toolkit"));
    }
}

/// Files and folders that use threads, clocks, paths or the file system; a browser replaces those of `app`.
const NATIVE: [&str; 19] = [
    "main.rs",
    "cli",
    // Faults of the disk.
    "for_tests.rs",
    "app/platform",
    "io/disk.rs",
    "io/file.rs",
    "io/file_ref.rs",
    "io/format",
    "io/gltf/buffers.rs",
    "io/gltf/mod.rs",
    "io/relative_path.rs",
    "io/levels.rs",
    "io/protected.rs",
    "io/recovery.rs",
    "io/save.rs",
    "io/settings.rs",
    "io/target.rs",
    // The command line waits for changed files; the window polls on a thread of `app/platform`.
    "io/watch.rs",
    // `find_paths` distributes queries over threads, and returns when all are answered.
    "pathfinding/prepared/many.rs",
];

#[test]
fn threads_clocks_and_files_stay_out_of_the_modules_that_a_browser_shares() {
    let words = ["thread", "Instant", "SystemTime", "PathBuf", "rfd", "jiff", "pollster"];
    let modules = ["std::time", "std::path", "std::fs", "std::env", "std::process"];
    let is_hit = |line: &str| {
        // The time until the next frame is a duration, which needs no clock.
        let line = line.replace("std::time::Duration", "");
        words.iter().chain(&modules).any(|word| names(&line, word))
    };
    let native = NATIVE.map(source);
    let is_in = |file: &Path, place: &PathBuf| file.starts_with(place);
    let (native_files, shared): (Vec<PathBuf>, Vec<PathBuf>) =
        all_sources().into_iter().partition(|file| native.iter().any(|place| is_in(file, place)));
    assert_none(&places(&shared, is_hit), "threads, clocks or files outside of the native modules");
    for place in &native {
        let of_place: Vec<PathBuf> = native_files.iter().filter(|file| is_in(file, place)).cloned().collect();
        assert!(!places(&of_place, is_hit).is_empty(), "remove {} from the list", place.display());
    }
}

#[test]
fn the_window_reads_and_writes_files_through_its_platform() {
    let platform = source("app/platform");
    let others: Vec<PathBuf> =
        files_of("app").into_iter().filter(|file| !file.starts_with(&platform)).collect();
    let functions = [
        "io::open",
        "open_with_progress",
        "save_with_progress",
        "read_kept",
        "of_system",
        "path_of_system",
        "UserSettings::load",
    ];
    let storage = "Storage::of_system";
    let found =
        places(&others, |line| functions.iter().any(|function| names(&line.replace(storage, ""), function)));
    assert_none(&found, "files are read or written outside app/platform");
}

#[test]
fn colors_stay_in_the_theme() {
    let theme = source("app/theme");
    let others: Vec<PathBuf> = files_of("app").into_iter().filter(|file| !file.starts_with(&theme)).collect();
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
    let theme = source("theme");
    let others: Vec<PathBuf> = all_sources().into_iter().filter(|file| !file.starts_with(&theme)).collect();
    let words = ["Color::rgb(", "Color::gray(", "Color::WHITE", "Color::BLACK"];
    let found = places(&others, |line| words.iter().any(|word| line.contains(word)));
    assert_none(&found, "a colour outside theme");
}

#[test]
fn all_number_fields_take_expressions() {
    let own = source("app/widgets/number.rs");
    let others: Vec<PathBuf> = files_of("app").into_iter().filter(|file| *file != own).collect();
    let found = places(&others, |line| names(line, "DragValue") || names(line, "Slider"));
    assert_none(&found, "a field for a number that is not a NumberField or a NumberSlider");
}

#[test]
fn only_the_predicates_judge_a_turn() {
    let own = source("geometry/predicates.rs");
    let others: Vec<PathBuf> = all_sources().into_iter().filter(|file| *file != own).collect();
    let found = places(&others, |line| names(line, "robust") || names(line, "orient2d"));
    assert_none(&found, "a turn is judged outside geometry::predicates");
}

#[test]
fn no_library_contains_tests() {
    // With them, a library would be compiled twice.
    let found = places(&all_sources(), |line| line.contains("cfg(test)"));
    assert_none(&found, "move the tests to the folder tests");
}

#[test]
fn the_binary_is_thin_and_files_are_short() {
    let length = |file: &Path| fs::read_to_string(file).unwrap().lines().count();
    assert!(length(&source("main.rs")) <= 40, "src/main.rs has at most 40 lines");
    for file in all_sources() {
        let length = length(&file);
        assert!(length <= 400, "{} has {length} lines; at most 400", file.display());
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
