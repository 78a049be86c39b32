//! Documents from strangers: which files they make the program read and write.

use crate::support::command_line::{Folder, SQUARES, run};

/// A triangle as OBJ.
const TRIANGLE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n";

/// Two squares, with a level or an export target.
fn document(field: &str) -> String {
    format!("{}, {field})", SQUARES.trim_end().trim_end_matches(')'))
}

/// A folder with `maps/map.ron`, which names a level.
fn with_level(level: &str) -> (Folder, String) {
    let folder = Folder::new();
    let at = |name: &str| folder.path(name);
    for name in ["maps/.tool", "out"] {
        std::fs::create_dir_all(at(name)).expect("a folder for tests");
    }
    for name in ["maps/level.obj", "maps/.tool/level.obj", "out/level.obj"] {
        std::fs::write(at(name), TRIANGLE).expect("a file for tests");
    }
    std::fs::write(at("maps/map.ron"), document(&format!("levels: [(file: \"{level}\")]")))
        .expect("a document");
    let file = at("maps/map.ron").display().to_string();
    (folder, file)
}

#[track_caller]
fn is_read(level: &str, why: Option<&str>) {
    let (folder, file) = with_level(level);
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(folder.path("out/level.obj"), folder.path("maps/link.obj")).expect("a link");
        symlink("../out", folder.path("maps/linked")).expect("a link");
        symlink("level.obj", folder.path("maps/same.obj")).expect("a link");
    }
    let out = folder.path("out/picture.svg").display().to_string();
    for ran in [run(&["validate", &file]), run(&["render", &file, "-o", &out])] {
        let text = ran.out + &ran.err;
        match why {
            Some(why) => assert!(text.contains(why), "{level}: {text}"),
            None => {
                assert!(!text.contains("not read") && !text.contains("left out"), "{level}: {text}");
            }
        }
    }
}

#[test]
fn levels_are_read_only_where_the_document_may_decide_it() {
    is_read("level.obj", None);
    is_read(".tool/level.obj", Some("is in a hidden folder"));
    for level in ["../out/level.obj", "//host/share/level.obj", "/etc/hostname"] {
        is_read(level, Some("is outside of the folder of the document"));
    }
}

#[cfg(unix)]
#[test]
fn levels_are_not_read_through_links_to_elsewhere() {
    is_read("same.obj", None);
    for level in ["link.obj", "linked/level.obj"] {
        is_read(level, Some("out/level.obj by a symbolic link, outside of the folder of the document"));
    }
}

#[test]
fn a_level_outside_is_not_opened_to_protect_its_parts() {
    let (folder, file) = with_level("../out/level.gltf");
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"a.obj","byteLength":4}]}"#;
    std::fs::write(folder.path("out/level.gltf"), gltf).expect("a file for tests");
    let out = |name: &str| folder.path(name).display().to_string();
    let ran = run(&["convert", &file, &out("out/a.obj")]);
    assert_eq!(ran.code, Some(0), "the buffer of a file that is not read: {}", ran.err);
    let ran = run(&["convert", &file, &out("out/level.gltf")]);
    assert_eq!(ran.code, Some(2), "the level itself is compared by name: {}", ran.out);
    assert!(ran.err.contains("is read from it"), "{}", ran.err);
    std::fs::copy(folder.path("out/level.gltf"), folder.path("maps/level.gltf")).expect("a file for tests");
    std::fs::write(folder.path("maps/map.ron"), document("levels: [(file: \"level.gltf\")]"))
        .expect("a document");
    let ran = run(&["convert", &file, &out("maps/a.obj")]);
    assert_eq!(ran.code, Some(2), "the buffer of a level that is read: {}", ran.out);
}

#[test]
fn no_target_is_written_to_a_hidden_folder() {
    let (folder, file) = with_level("level.obj");
    std::fs::write(&file, document("exports: [(file: \".tool/x.json\"), (file: \"x.json\")]"))
        .expect("a document");
    let ran = run(&["export", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("it is in a hidden folder; --force exports there"), "{}", ran.err);
    assert!(!folder.path("maps/.tool/x.json").exists() && folder.path("maps/x.json").exists());
    let ran = run(&["export", &file, "--force"]);
    assert!(ran.code == Some(0) && folder.path("maps/.tool/x.json").exists(), "{}", ran.err);
}

#[test]
fn an_export_names_the_errors_of_the_mesh() {
    let overlap = "(version: 1, vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (1, 0, 0), (1, 0, 3), (3, 0, 3)],
        cells: [(corners: [0, 1, 2]), (corners: [3, 4, 5])], exports: [(file: \"x.obj\"), (file: \"x.glb\")])";
    let (folder, file) = Folder::with("map.ron", overlap);
    let ran = run(&["export", &file, "--strict"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("x.obj: the mesh has 1 error") && ran.err.contains("--strict"), "{}", ran.err);
    assert!(!folder.path("x.obj").exists(), "nothing was written");
    let ran = run(&["export", &file, "--json"]);
    assert_eq!(ran.code, Some(0), "a warning: {}", ran.err);
    for name in ["x.obj", "x.glb"] {
        assert!(ran.err.contains(&format!("{name}: the mesh has 1 error")), "{}", ran.err);
    }
    assert!(ran.json()[0]["errors"][0].as_str().is_some_and(|it| it.contains("1 error")), "{}", ran.out);
    let (_folder, file) = Folder::with("map.ron", &document("exports: [(file: \"x.obj\")]"));
    let ran = run(&["export", &file, "--json"]);
    assert_eq!((ran.code, &ran.json()[0]["errors"]), (Some(0), &serde_json::json!([])), "{}", ran.err);
}

#[test]
fn a_picture_replaces_only_pictures() {
    let (folder, file) = Folder::with("map.ron", SQUARES);
    let out = folder.path("x.svg").display().to_string();
    for (content, code) in [("(version: 1)", 2), ("", 0), ("<?xml?><svg></svg>", 0)] {
        std::fs::write(&out, content).expect("a file for tests");
        assert_eq!(run(&["render", &file, "-o", &out]).code, Some(code), "{content}");
    }
    #[cfg(unix)]
    {
        let (victim, link) = (folder.path("victim.ron"), folder.path("link.svg").display().to_string());
        std::fs::write(&victim, SQUARES).expect("a file for tests");
        std::os::unix::fs::symlink(&victim, &link).expect("a link");
        let ran = run(&["render", &file, "-o", &link]);
        assert!(
            ran.code == Some(2) && ran.err.contains("it is no picture; --force replaces it"),
            "{}",
            ran.err
        );
        assert_eq!(std::fs::read_to_string(&victim).expect("still there"), SQUARES);
        assert_eq!(run(&["render", &file, "-o", &link, "--force"]).code, Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_onto_a_pipe_ends_and_names_the_reason() {
    use std::os::unix::fs::symlink;
    let (folder, file) = Folder::with("map.ron", SQUARES);
    let linked = |name: &str| {
        symlink("/dev/stdout", folder.path(name)).expect("a link");
        folder.path(name).display().to_string()
    };
    let (ron, svg, nav) = (linked("out.ron"), linked("out.svg"), linked("out.nav"));
    let standard = ["/dev/stdout", "/dev/stderr", "/proc/self/fd/1"];
    let reports = standard.map(|out| vec!["report", &file, "-o", out]);
    let others = [
        vec!["convert", &file, &ron],
        vec!["repair", &file, "-o", &ron],
        vec!["render", &file, "-o", &svg],
        vec!["bake", &file, "-o", &nav],
    ];
    for arguments in reports.into_iter().chain(others) {
        let ran = run(&arguments);
        let is_refused = ran.code == Some(2) && ran.err.contains("is no regular file");
        assert!(is_refused, "{arguments:?}: {:?} {}", ran.code, ran.err);
    }
}
