//! `navsmith report`: a page about a mesh in one HTML file.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use crate::support::command_line::{Folder, run, sample};

/// Writes a report about a sample and returns its text.
fn report(name: &str, options: &[&str]) -> String {
    let (_folder, near) = Folder::with("unused.txt", "");
    let out = format!("{near}.html");
    let file = sample(name);
    let mut arguments = vec!["report", &file, "-o", &out];
    arguments.extend(options);
    let ran = run(&arguments);
    assert_eq!(ran.code, Some(0), "{name}");
    fs::read_to_string(out).unwrap()
}

#[test]
fn a_page_shows_the_mesh_its_issues_and_its_queries() {
    let text = report("two_islands.ron", &["--as", "detour"]);
    for title in ["Summary", "Mesh", "Issues", "Pictures of issues", "Statistics", "Islands", "Queries"] {
        assert!(text.contains(&format!("<h2>{title}</h2>")), "{title} in {text}");
    }
    assert!(text.contains("data:image/svg+xml;base64,"), "a picture");
    assert!(text.ends_with("</html>\n"));
}

#[test]
fn a_page_contains_no_script_and_refers_to_nothing_else() {
    let text = report("two_islands.ron", &[]);
    for wrong in ["<script", "http://", "https://", "<link", "@import", "url("] {
        assert!(!text.contains(wrong), "{wrong}");
    }
}

#[test]
fn the_same_file_gives_the_same_bytes() {
    assert_eq!(report("two_islands.ron", &[]), report("two_islands.ron", &[]));
}

#[test]
fn the_number_of_pictures_can_be_chosen() {
    let pictures = |options: &[&str]| report("two_islands.ron", options).matches("<figure>").count();
    assert_eq!(pictures(&["--pictures", "0"]), 1, "only the whole mesh");
    assert_eq!(pictures(&["--pictures", "1"]), 2);
}
