//! The dependencies of each build: few in the core for games, and no test harness in the program.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::architecture::root;

/// Returns the names of all packages that a package with these features depends on, directly or not.
fn dependencies(package: &str, features: &str) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--offline", "--locked", "--package", package, "--edges", "normal"]);
    command.args(["--prefix", "none", "--no-default-features", "--features", features]);
    let output = command.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_core_depends_on_five_crates_and_theirs() {
    let core = dependencies("navsmith-core", "");
    let direct = ["glam", "robust", "smallvec", "thiserror", "wide"];
    let of_wide = ["bytemuck", "safe_arch"];
    let of_thiserror = ["proc-macro2", "quote", "syn", "thiserror-impl", "unicode-ident"];
    let expected = ["navsmith-core"].iter().chain(&direct).chain(&of_wide).chain(&of_thiserror);
    assert_eq!(core, expected.map(|name| (*name).to_owned()).collect());
}

#[test]
fn each_crate_adds_dependencies_to_those_below() {
    let (formats, cli) = (dependencies("navsmith-formats", ""), dependencies("navsmith", ""));
    for name in ["gltf", "ron", "serde", "serde_json"] {
        assert!(formats.contains(name), "{name} is for files");
    }
    let draco = dependencies("navsmith-formats", "draco");
    assert!(!formats.contains("draco-core") && draco.contains("draco-core"), "draco is optional");
    for name in ["clap", "mimalloc"] {
        assert!(!formats.contains(name) && cli.contains(name), "{name} is for the command line");
    }
    for name in ["egui", "eframe", "wgpu", "winit", "rfd"] {
        assert!(!cli.contains(name), "{name} is for the window");
    }
}

/// Returns the packages of Cargo.lock, each with the names of all its dependencies.
fn locked() -> BTreeMap<String, BTreeSet<String>> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut packages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let quoted = |line: &str| Some(line.split('"').nth(1)?.split(' ').next()?.to_owned());
        let name = package.lines().find_map(|line| quoted(line.strip_prefix("name = ")?)).unwrap();
        let of = package.lines().filter_map(|line| quoted(line.strip_prefix(" \"").map(|_| line)?));
        packages.entry(name).or_default().extend(of);
    }
    packages
}

#[test]
fn no_default_build_contains_the_test_harness_of_the_window() {
    let packages = locked();
    let (mut reached, mut open) = (BTreeSet::new(), vec!["navsmith".to_owned()]);
    while let Some(name) = open.pop() {
        if reached.insert(name.clone()) {
            open.extend(packages[&name].iter().cloned());
        }
    }
    assert!(packages.contains_key("egui_kittest") && reached.contains("egui"), "Cargo.lock is read");
    assert!(!reached.contains("egui_kittest"), "only tests/ui depends on it");
}

/// Returns the dependencies that a Cargo.toml names in its own sections, without those that only enable features.
fn named(manifest: &str) -> BTreeSet<String> {
    let (mut names, mut is_inside) = (BTreeSet::new(), false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.trim_end_matches(']').ends_with("dependencies") && !line.contains("workspace");
        } else if is_inside && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}

/// Returns the text of all source files in a folder, without those of other packages.
fn sources(folder: &std::path::Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.join("Cargo.toml").exists() && !path.ends_with("target") {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &std::fs::read_to_string(&path).unwrap();
        }
    }
    text
}

#[test]
fn every_named_dependency_is_used() {
    // These only enable a feature of a crate that another dependency uses.
    const ONLY_FEATURES: [&str; 1] = ["getrandom"];
    let mut count = 0;
    for folder in [
        "",
        "crates/navsmith-core",
        "crates/navsmith-formats",
        "crates/navsmith-generation",
        "benches",
        "tests/ui",
    ] {
        let folder = root().join(folder);
        let text = sources(&folder);
        let names = named(&std::fs::read_to_string(folder.join("Cargo.toml")).unwrap());
        for name in names.iter().filter(|name| !ONLY_FEATURES.contains(&name.as_str())) {
            let path = name.replace('-', "_");
            let is_used = [format!("{path}::"), format!("use {path}")];
            assert!(is_used.iter().any(|it| text.contains(it)), "{}: {name}", folder.display());
            count += 1;
        }
    }
    assert!(count > 60, "{count} dependencies are read");
}
