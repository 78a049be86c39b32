//! `navsmith report`: a page about a mesh in one HTML file.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fmt::Write as _;
use std::fs;

use crate::support::command_line::{Folder, SQUARES, run, sample};

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
fn names_cannot_add_elements_to_a_page() {
    let document = SQUARES.replace(
        "(corners: [6, 7, 8])]",
        "(corners: [6, 7, 8])], areas: [(name: \"</td><img src=x onerror=alert(1)>\", color: (1, 2, 3))], queries: [
            (name: \"<script>alert(1)</script>\", start: Some((x: 1, z: 1)), target: Some((x: 3, z: 1))),
        ]",
    );
    let (folder, file) = Folder::with(if cfg!(windows) { "a&b.ron" } else { "a&<b>.ron" }, &document);
    let out = folder.path("a.html").display().to_string();
    let ran = run(&["report", &file, "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("&lt;script&gt;alert(1)"), "the query is named: {text}");
    for wrong in ["<script", "<img src=x", "<b>"] {
        assert!(!text.contains(wrong), "{wrong} in {text}");
    }
}

#[test]
fn the_summary_counts_what_an_export_loses() {
    let issues = |options: &[&str]| {
        let text = report("two_islands.ron", options);
        let (_, rest) = text.split_once("<td><bdi>Issues</bdi></td><td><bdi>").unwrap();
        rest.split_once('<').unwrap().0.to_owned()
    };
    assert_eq!(issues(&[]), "0 errors, 3 warnings, 0 hints");
    assert_eq!(issues(&["--as", "detour"]), "0 errors, 3 warnings, 3 hints");
    let validated = run(&["validate", &sample("two_islands.ron"), "--as", "detour"]).out;
    assert!(validated.contains("0 errors, 3 warnings"), "like validate: {validated}");
}

#[test]
fn a_page_about_many_issues_lists_a_part_and_states_the_totals() {
    let mut mesh = String::new();
    for cell in 0..11_000 {
        let (x, z) = ((cell % 100) as f32 * 2.0, (cell / 100) as f32 * 2.0);
        // A bow tie crosses itself.
        for [dx, dz] in [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]] {
            writeln!(mesh, "v {} 0 {}", x + dx, z + dz).unwrap();
        }
        let first = 4 * cell + 1;
        writeln!(mesh, "f {first} {} {} {}", first + 1, first + 2, first + 3).unwrap();
    }
    let (_folder, file) = Folder::with("bow-ties.obj", &mesh);
    let out = format!("{file}.html");
    let ran = run(&["report", &file, "-o", &out, "--pictures", "1"]);
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("100 of 10,000 issues of the kind "), "{}", ran.out);
    assert!(text.contains("<td><bdi>at least 10,000 errors, "), "not of 11,000");
    assert!(text.contains("10,000 of 11,000 broken cells are listed"), "the total");
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
}

#[test]
fn the_same_file_gives_the_same_bytes() {
    assert_eq!(report("two_islands.ron", &[]), report("two_islands.ron", &[]));
}

#[test]
fn the_number_of_pictures_can_be_chosen() {
    let pictures = |options: &[&str]| report("two_islands.ron", options).matches("<figure").count();
    assert_eq!(pictures(&["--pictures", "0"]), 1, "only the whole mesh");
    assert_eq!(pictures(&["--pictures", "1"]), 2);
}

#[test]
fn notes_contain_no_absolute_paths() {
    let folder = Folder::new();
    let other = Folder::new();
    let outside = other.path("outside.obj").display().to_string().replace('\\', "/");
    let levels = format!("levels: [(file: \"{outside}\"), (file: \"missing.obj\")]");
    let mesh = "vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2)], cells: [(corners: [0, 1, 2])]";
    let file = folder.path("level.ron").display().to_string();
    fs::write(&file, format!("(version: 1, {mesh}, {levels})")).unwrap();
    let out = folder.path("out.html").display().to_string();
    let ran = run(&["report", &file, "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let page = fs::read_to_string(out).unwrap();
    assert!(page.contains("outside.obj") && page.contains("missing.obj"), "{page}");
    for folder in [&folder, &other] {
        let path = folder.path("").display().to_string();
        assert!(!page.contains(path.trim_end_matches(['/', '\\'])), "{path} in {page}");
    }
}

#[test]
fn only_reports_are_replaced() {
    let (folder, other) = Folder::with("notes.html", "<!DOCTYPE html>\n<p>Notes</p>\n");
    let page = folder.path("page.html").display().to_string();
    let file = sample("two_islands.ron");
    let refused = run(&["report", &file, "-o", &other]);
    assert!(refused.code == Some(2) && refused.err.contains("--force replaces it"), "{}", refused.err);
    assert!(fs::read_to_string(&other).unwrap().contains("Notes"), "it is unchanged");
    assert_eq!(run(&["report", &file, "-o", &other, "--force"]).code, Some(0));
    assert!(fs::read_to_string(&other).unwrap().contains("<h2>Summary</h2>"), "replaced");
    for _ in 0..2 {
        assert_eq!(run(&["report", &file, "-o", &page]).code, Some(0), "a new page, and an earlier one");
    }
}

#[test]
fn issues_of_an_export_have_pictures_and_rows() {
    let figures = |text: &str| text.matches("<figure id=\"picture-").count();
    assert_eq!(figures(&report("courtyard.ron", &[])), 0, "the mesh has no issues");
    let text = report("courtyard.ron", &["--as", "detour"]);
    assert_eq!(figures(&text), 1, "a cell with too many corners");
    let row = text.lines().find(|line| line.contains("id=\"issue-1\"")).expect("a row");
    assert!(row.contains("Cell 21 has 7 corners") && row.contains("href=\"#picture-1\""), "{row}");
    let (_, caption) = text.split_once("<figcaption><a href=\"#issue-1\">1</a>").expect("a caption");
    let caption = caption.split_once("</figcaption>").expect("its end").0;
    assert!(
        caption.contains("Too many corners for export at (") && caption.contains(", cell 21: "),
        "{caption}"
    );
}

#[test]
fn the_page_states_the_colours_of_marks_once() {
    let text = report("two_islands.ron", &[]);
    assert!(text.matches("<figure id=").count() > 1, "several pictures");
    assert_eq!(text.matches("elements of the issue of the picture").count(), 1, "{text}");
}
