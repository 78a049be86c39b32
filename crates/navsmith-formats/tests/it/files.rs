//! Settings, stamps and relative paths.

use std::fs;
use std::fs::File;
use std::path::{Path, absolute};
use std::time::SystemTime;

use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::document::{Document, ExportTarget, LevelReference};
use navsmith_formats::io::file::{CAP, ReadError, Stamp, read, read_stamped};
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::settings::UserSettings;
use navsmith_formats::io::{
    FileRef, NotLocal, Opened, check_local, is_below_folder_of, is_same_file, open_bytes, ron,
    with_relative_files,
};

#[test]
fn what_is_saved_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config/settings.ron");
    assert_eq!(UserSettings::load(&path), (UserSettings::default(), None), "no file yet");
    let mut settings = UserSettings {
        is_dark: false,
        layout: "(a: \"b\")".into(),
        window: Some((1280.0, 720.0)),
        ..UserSettings::default()
    };
    settings.remember(&"/levels/yard.ron".into());
    settings.save(&path).unwrap();
    assert_eq!(UserSettings::load(&path), (settings, None), "the same");
}

#[test]
fn files_of_other_versions_are_read_as_far_as_they_are_known() {
    let settings = UserSettings::parse(
        "(version: 7, ui_scale: inf, grid_size: -1.0, legend_place: (2.0, NaN), is_dark: false, recent: [\"a.ron\"], \
         teapot: [(1, \"x\")])",
    );
    let settings = settings.expect("nothing is broken");
    assert_eq!((settings.is_dark, settings.ui_scale), (false, 1.0), "what is known, made sensible");
    assert_eq!(settings.recent, ["a.ron".into()], "recent files are paths");
    assert_eq!(settings.grid_size, 0.5, "a grid of no use");
    assert_eq!(settings.legend_place, (1.0, 1.0), "a legend outside the view");
}

#[test]
fn a_broken_file_is_put_aside_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.ron");
    fs::create_dir(folder.path().join("settings.ron.bad2")).unwrap();
    let all = [("(ui_scale: ", "bad"), ("(is_dark: 3)", "bad3"), ("\u{0}", "bad4")];
    for (broken, extension) in all {
        fs::write(&path, broken).unwrap();
        let (settings, note) = UserSettings::load(&path);
        assert_eq!(settings, UserSettings::default(), "the defaults");
        let aside = path.with_added_extension(extension);
        let name = format!("{}.", aside.display());
        assert!(
            note.is_some_and(|note| note.starts_with("The settings in") && note.ends_with(&name)),
            "said"
        );
        assert_eq!(fs::read_to_string(aside).unwrap(), broken, "kept");
        assert!(!path.exists(), "out of the way");
    }
}

#[test]
fn an_empty_file_gives_the_defaults_and_a_byte_order_mark_is_ignored() {
    for text in ["", " \n", "\u{feff}", "\u{feff}()"] {
        assert_eq!(UserSettings::parse(text), Ok(UserSettings::default()), "{text:?}");
    }
}

#[test]
fn ten_recent_files_are_remembered_each_once() {
    let mut settings = UserSettings::default();
    for i in (0..12).chain([5]) {
        settings.remember(&format!("/not/there/{i}.ron").as_str().into());
    }
    assert_eq!(settings.recent.len(), 10, "no more");
    let newest = ["/not/there/5.ron", "/not/there/11.ron"].map(FileRef::from);
    assert_eq!(settings.recent[..2], newest, "the last one first, then the one before");
}

#[test]
fn only_regular_files_within_the_cap_are_read() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(read(folder.path(), 9), Err(ReadError::NotAFile { .. })), "a folder");
    assert!(matches!(read(&folder.path().join("gone"), 9), Err(ReadError::Io { .. })), "not there");
    let path = folder.path().join("ten");
    fs::write(&path, [0; 10]).unwrap();
    assert!(matches!(read(&path, 9), Err(ReadError::TooLarge { len: 10, cap: 9, .. })), "one too many");
    assert_eq!(read(&path, 10).unwrap().len(), 10, "just fits");
}

#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    assert!(matches!(read(Path::new("/dev/zero"), 9), Err(ReadError::NotAFile { .. })), "endless");
}

#[test]
fn a_stamp_notices_other_bytes_but_not_a_touch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let stamp = save(&path, b"as saved", &SaveOptions::default()).unwrap().stamp;
    assert!(!stamp.differs(&path), "just saved");
    assert_eq!(read_stamped(&path, CAP).unwrap().1, stamp, "reading gives the same stamp");
    let later = SystemTime::now() + std::time::Duration::from_secs(10);
    File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
    assert!(!stamp.differs(&path), "touched, but the same bytes");
    fs::write(&path, b"As saved").unwrap();
    assert!(Stamp { modified: None, ..stamp }.differs(&path), "other bytes of the same length");
    fs::write(&path, b"longer than that").unwrap();
    assert!(stamp.differs(&path), "another length");
    fs::remove_file(&path).unwrap();
    assert!(stamp.differs(&path), "gone");
}

fn document(file: &str) -> Document {
    let (levels, coordinates) = (vec![LevelReference::new(file)], FileCoordinates::default());
    let exports = vec![ExportTarget { file: file.into(), coordinates, runs_on_save: true }];
    Document { levels: levels.into(), exports: exports.into(), ..Document::default() }
}

#[test]
fn paths_are_absolute_in_memory_and_relative_in_files() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let (own, other) = (folder.path().join("maps/a.ron"), folder.path().join("old/maps/b.ron"));
    let text = ron::write(&document("../art/level.glb")).expect("valid");
    let opened = open_bytes((&own, Stamp::of(text.as_bytes())), text.as_bytes()).expect("a document");
    let Opened::Document { document: read, .. } = opened else { panic!("{opened:?}") };
    let art = folder.path().join("art").join("level.glb");
    assert_eq!(Path::new(&read.levels[0].file), art, "without dots");
    assert_eq!(with_relative_files(&read, &own), document("../art/level.glb"), "where it was");
    assert_eq!(with_relative_files(&read, &other), document("../../art/level.glb"), "elsewhere");
    assert!(!is_below_folder_of(&art, &own), "outside of the folder");
    assert!(is_below_folder_of(&own.with_file_name("level.glb"), &own), "beside the document");
}

#[test]
fn the_folder_of_a_name_alone_is_the_current_one() {
    let (own, elsewhere) = (Path::new("a.ron"), tempfile::tempdir().expect("a folder for tests"));
    assert!(is_below_folder_of(Path::new("level.glb"), own), "beside it");
    assert!(is_below_folder_of(&absolute("level.glb").expect("a current directory"), own), "absolute");
    assert!(!is_below_folder_of(Path::new("../level.glb"), own), "above");
    assert!(!is_below_folder_of(&elsewhere.path().join("level.glb"), own), "elsewhere");
}

#[test]
fn a_file_is_the_same_by_any_path() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("maps")).expect("a folder for tests");
    fs::write(at("a.ron"), "").expect("a file for tests");
    assert!(is_same_file(&at("maps/../a.ron"), &at("a.ron")), "a file");
    assert!(is_same_file(&at("maps/../b.ron"), &at("b.ron")), "no file yet");
    assert!(!is_same_file(&at("a.ron"), &at("maps/a.ron")), "another one");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_may_lead_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder for tests");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("maps/out")).expect("a folder for tests");
    fs::create_dir_all(at("maps/.git")).expect("a folder for tests");
    for (target, link) in [
        ("..", "away"),
        ("../secret", "link.glb"),
        ("out/../../secret", "up.glb"),
        ("away/../secret", "by_link.glb"),
        ("out", "in"),
        ("in/level.glb", "in.glb"),
        (".git/a.glb", "tool.glb"),
        ("loop.glb", "loop.glb"),
    ] {
        symlink(target, at("maps").join(link)).expect("a link");
    }
    symlink(at("maps/out"), at("maps/absolute")).expect("a link");
    let own = at("maps/a.ron");
    let (outside, hidden) = (Err(NotLocal::Outside), Err(NotLocal::Hidden));
    let linked = |to: &str| match to.strip_prefix("../") {
        Some(beside) => Err(NotLocal::LinkedOutside(folder.path().with_file_name(beside))),
        None => Err(NotLocal::LinkedOutside(at(to))),
    };
    for (name, expected) in [
        ("maps/level.glb", Ok(())),
        ("maps/out/level.glb", Ok(())),
        ("maps/new/folder/level.glb", Ok(())),
        ("maps/in/level.glb", Ok(())),
        ("maps/in.glb", Ok(())),
        ("maps/absolute/level.glb", Ok(())),
        ("level.glb", outside.clone()),
        ("maps/../level.glb", outside.clone()),
        ("maps/away/level.glb", linked("level.glb")),
        ("maps/link.glb", linked("secret")),
        ("maps/up.glb", linked("secret")),
        ("maps/by_link.glb", linked("../secret")),
        ("maps/loop.glb", outside.clone()),
        ("maps/.git/a.glb", hidden.clone()),
        ("maps/.git/new/a.glb", hidden.clone()),
        ("maps/.env.glb", hidden.clone()),
        ("maps/tool.glb", hidden),
        ("//host/share/level.glb", outside),
    ] {
        assert_eq!(check_local(&at(name), &own), expected, "{name}");
    }
}
