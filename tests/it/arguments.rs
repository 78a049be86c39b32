//! Values of command-line arguments.

use clap::ArgMatches;
use clap::error::ErrorKind;
use navsmith_formats::io::Format;

/// Parses a command line that begins with a subcommand; returns the arguments of that.
fn parsed(line: &[&str]) -> Result<ArgMatches, clap::Error> {
    let matches = navsmith::cli::command().try_get_matches_from([&["navsmith"], line].concat())?;
    Ok(matches.subcommand().expect("a subcommand").1.clone())
}

/// Returns why a value is refused.
#[track_caller]
fn refusal(line: &[&str]) -> String {
    let error = parsed(line).expect_err(&format!("{line:?}"));
    assert_eq!(error.kind(), ErrorKind::ValueValidation, "{line:?}: {error}");
    error.to_string()
}

#[test]
fn the_arguments_are_consistent() {
    navsmith::cli::command().debug_assert();
}

#[test]
fn a_scale_has_the_same_limits_in_both_directions() {
    let convert = ["convert", "a.obj", "b.obj"];
    for wrong in ["0", "-1", "1e-45", "1e-31", "1e31", "NaN"] {
        for option in ["--scale", "--out-scale"] {
            refusal(&[&convert[..], &[option, wrong]].concat());
        }
    }
    for (option, value, metres) in [
        ("scale", "1e-30", 1e-30),
        ("out-scale", "1e30", 1e-30),
        ("scale", "cm", 0.01),
        ("out-scale", "cm", 0.01),
        ("out-scale", "4", 0.25),
    ] {
        let line = format!("--{option}={value}");
        let matches = parsed(&[&convert[..], &[&line]].concat()).expect("a scale");
        assert_eq!(matches.get_one::<f32>(option), Some(&metres), "{line}");
    }
}

#[test]
fn a_place_is_two_numbers_or_three() {
    let path = |place| ["path", "a.ron", "--to=0,0", "--from", place];
    for place in ["-1,2.5", " -1, 3, 2.5"] {
        assert!(parsed(&path(place)).is_ok(), "{place:?} is a place");
    }
    for wrong in ["", "1", "1,2,3,4", "1;2", "a,b", "inf,0", "1,NaN", "1,,2"] {
        refusal(&path(wrong));
    }
}

#[test]
fn export_formats_are_named_by_extension_or_by_first_word() {
    for (text, name) in [
        ("detour", "Detour tile set"),
        ("bin", "Detour tile set"),
        (".tile", "Detour tile"),
        ("GLB", "GLB"),
        ("gltf", "glTF"),
        ("godot", "Godot NavigationMesh"),
        ("2d.tres", "Godot NavigationPolygon"),
        ("Polyanya", "Polyanya mesh"),
        ("navsmith", "navsmith document"),
    ] {
        let matches = parsed(&["validate", "a.ron", "--as", text]).expect("a format");
        assert_eq!(matches.get_one::<&Format>("format").map(|format| format.name), Some(name), "{text}");
    }
    for wrong in ["", "tscn", "svg", "stl", "mesh.glb"] {
        let why = refusal(&["validate", "a.ron", "--as", wrong]);
        assert!(why.contains("GLB (.glb)"), "{wrong}: {why}");
    }
}

#[test]
fn sizes_and_frames_are_checked() {
    for (option, right, wrong) in [
        (
            "--size",
            &["640x480"][..],
            &["", "640", "0x480", "640x9000", "-640x480", "640x480x3", "NaNx480"][..],
        ),
        ("--frame", &["path", "mesh", "-1,2,3,4"], &["", "all", "1,2,3", "1,2,1,4", "1,2,inf,4"]),
    ] {
        let render = |value| parsed(&["render", "a.ron", "-o", "a.svg", &format!("{option}={value}")]);
        for right in right {
            assert!(render(right).is_ok(), "{option} {right}");
        }
        for wrong in wrong {
            let error = render(wrong).expect_err(wrong);
            assert_eq!(error.kind(), ErrorKind::ValueValidation, "{option} {wrong}: {error}");
        }
    }
}
