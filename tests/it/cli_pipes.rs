//! Standard input and output as files.

use std::io::Write as _;
use std::process::Stdio;

use crate::support::command_line::{Folder, Ran, SQUARES, navsmith, run};

/// Runs the program in a folder with bytes as standard input; returns its standard output too.
fn piped(folder: &Folder, arguments: &[&str], input: &[u8]) -> (Ran, Vec<u8>) {
    let pipes = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
    let [stdin, stdout, stderr] = pipes;
    let mut command = navsmith();
    command.args(arguments).current_dir(folder.path("")).stdin(stdin).stdout(stdout).stderr(stderr);
    let mut child = command.spawn().expect("the program starts");
    // It does not read the input if its arguments are wrong.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("it prints UTF-8");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    (Ran { code: output.status.code(), out, err }, output.stdout)
}

#[test]
fn standard_input_is_read_by_its_content_or_as_the_format_says() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let (ran, _) = piped(&folder, &["info", "-", "--json"], SQUARES.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.json(), run(&["info", &file, "--json"]).json());
    let (ran, _) = piped(&folder, &["validate", "-"], SQUARES.as_bytes());
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let (ran, _) = piped(&folder, &["path", "-", "--from", "1,1", "--to", "3,1"], SQUARES.as_bytes());
    assert!(ran.code == Some(0) && ran.out.contains("2.000"), "{} {}", ran.out, ran.err);
    let obj = "v 0 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\n";
    let (ran, _) = piped(&folder, &["info", "-", "--format", "obj"], obj.as_bytes());
    assert!(ran.code == Some(0) && ran.out.starts_with("OBJ: 3 vertices"), "{} {}", ran.out, ran.err);
    let (ran, _) = piped(&folder, &["info", "-"], b"nonsense");
    assert!(ran.code == Some(2) && ran.err.contains("standard input has no format"), "{}", ran.err);
    let (ran, _) = piped(&folder, &["info", "-"], b"(version: 1, vertices: [(0, 0)], cells: [])");
    assert!(ran.code == Some(2) && ran.err.contains("standard input, line 1"), "{}", ran.err);
    for wrong in [&["info", &file, "--format", "obj"][..], &["info", "-", "--format", "fbx"]] {
        assert_eq!(run(wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn standard_output_gets_the_bytes_of_the_file_and_nothing_else() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let saved = folder.path("saved.glb");
    assert_eq!(run(&["convert", &file, &saved.display().to_string()]).code, Some(0));
    let (ran, bytes) = piped(&folder, &["convert", "-", "-", "--out-format", "glb"], SQUARES.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(bytes == std::fs::read(&saved).expect("just written"), "{}", ran.err);
    let (ran, bytes) = piped(&folder, &["bake", "-", "-o", "-"], SQUARES.as_bytes());
    assert_eq!((ran.code, bytes.len()), (Some(0), 218), "{}", ran.err);
    let (ran, bytes) = piped(&folder, &["convert", "-", "-", "--out-format", "obj"], SQUARES.as_bytes());
    assert!(bytes.starts_with(b"#") || bytes.starts_with(b"o "), "{} {}", ran.out, ran.err);
    for (wrong, why) in [
        (&["convert", &*file, "-"][..], "--out-format"),
        (&["convert", &file, "-", "--out-format", "ron", "--json"], "leave --json out"),
        (&["convert", &file, "b.ron", "--out-format", "ron"], "--out-format is for standard output"),
        (&["convert", &file, "-", "--out-format", "ron", "--watch"], "--watch follows a file"),
        (&["repair", &file, "-o", "-"], "- is standard output"),
    ] {
        let (ran, _) = piped(&folder, wrong, b"");
        assert!(ran.code == Some(2) && ran.err.contains(why), "{wrong:?}: {}", ran.err);
    }
    assert!(!folder.path("-").exists(), "no file has this name");
}
