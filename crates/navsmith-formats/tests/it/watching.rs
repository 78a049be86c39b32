//! Watching of files.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use navsmith_formats::io::file;
use navsmith_formats::io::file::{CAP, Stamp};
use navsmith_formats::io::watch::{Change, Watcher, with_referenced};

/// Time between two polls while nothing happens, and while a file changes.
const INTERVAL: Duration = Duration::from_millis(500);
const SHORT_INTERVAL: Duration = Duration::from_millis(100);

/// A folder with one file, and its watcher, which was polled until nothing changes.
struct Case {
    folder: tempfile::TempDir,
    watcher: Watcher,
    /// Number of writes so far, which sets the modification time.
    writes: u64,
}

impl Case {
    fn new(given: impl Fn(&Path) -> Option<Stamp>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Self { folder, watcher: Watcher::default(), writes: 0 };
        case.write("a", "one");
        let path = case.path("a");
        let given = given(&path);
        case.watcher.watch([(path, given)]);
        assert_eq!(case.polls(10), [""; 0], "the content at the start");
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file with a new modification time.
    fn write(&mut self, name: &str, text: &str) {
        self.writes += 1;
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + self.writes);
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }

    /// Polls a number of times, and returns the names of the changed files with their content.
    fn polls(&mut self, times: usize) -> Vec<String> {
        let changes: Vec<Change> =
            (0..times).flat_map(|_| self.watcher.poll(Duration::from_millis(100))).collect();
        let shown = changes.iter().map(|change| {
            let name = change.path.file_name().unwrap().display();
            let Some(stamp) = change.stamp else { return format!("{name} is gone") };
            let bytes = fs::read(&change.path).unwrap();
            assert_eq!(stamp.hash, Stamp::of(&bytes).hash, "the stamp is that of the content");
            format!("{name}: {}", String::from_utf8_lossy(&bytes))
        });
        shown.collect()
    }
}

#[test]
fn a_file_that_appears_before_the_first_poll_is_a_change() {
    let mut case = Case::new(|_| None);
    fs::remove_file(case.path("a")).unwrap();
    case.watcher = Watcher::default();
    case.watcher.watch([(case.path("a"), None)]);
    case.write("a", "two");
    assert_eq!(case.polls(10), ["a: two"]);
}

#[test]
fn a_change_is_reported_once() {
    let mut case = Case::new(|_| None);
    case.write("a", "two");
    assert_eq!(case.polls(60), ["a: two"]);
}

#[test]
fn a_given_stamp_states_what_is_no_change() {
    let mut case = Case::new(|path| Some(file::read_stamped(path, CAP).unwrap().1));
    case.write("a", "two");
    assert_eq!(case.polls(60), ["a: two"]);
    let path = case.path("a");
    let stamp = file::read_stamped(&path, CAP).unwrap().1;
    case.watcher.watch([(path, Some(stamp))]);
    case.writes -= 1;
    case.write("a", "six");
    assert_eq!(case.polls(60), ["a: six"], "changed at the time of the stamp");
    let (path, stamp) = (case.path("a"), Stamp::of(b"old"));
    case.watcher.watch([(path, Some(stamp))]);
    assert_eq!(case.polls(60), ["a: six"], "the caller has another content");
}

#[test]
fn our_own_save_is_no_change() {
    let mut case = Case::new(|_| None);
    case.write("a", "two");
    let path = case.path("a");
    let stamp = file::read_stamped(&path, CAP).unwrap().1;
    case.watcher.watch([(path, Some(stamp))]);
    assert_eq!(case.polls(60), [""; 0]);
}

#[test]
fn a_touched_file_has_not_changed() {
    let mut case = Case::new(|_| None);
    case.write("a", "one");
    assert_eq!(case.polls(60), [""; 0]);
}

#[test]
fn a_file_that_is_being_written_is_not_reported_before_it_is_complete() {
    let mut case = Case::new(|_| None);
    let mut text = String::new();
    for piece in ["t", "w", "o"] {
        text += piece;
        case.write("a", &text);
        assert_eq!(case.polls(2), [""; 0], "{text}");
    }
    assert_eq!(case.polls(60), ["a: two"]);
}

#[test]
fn editors_save_by_rename_or_by_deleting_the_file_first() {
    let mut case = Case::new(|_| None);
    case.write("b", "two");
    fs::rename(case.path("b"), case.path("a")).unwrap();
    assert_eq!(case.polls(60), ["a: two"], "renamed over it");
    fs::rename(case.path("a"), case.path("a~")).unwrap();
    assert_eq!(case.polls(20), [""; 0], "moved away");
    case.write("a", "three");
    assert_eq!(case.polls(60), ["a: three"], "written again");
    fs::remove_file(case.path("a")).unwrap();
    assert_eq!(case.polls(20), [""; 0], "deleted");
    case.write("a", "three");
    assert_eq!(case.polls(60), [""; 0], "with the same content");
}

#[test]
fn a_change_before_the_first_poll_is_reported() {
    let mut case = Case::new(|_| None);
    let files = ["b", "c"].map(|name| (case.path(name), None));
    case.write("b", "one");
    case.watcher.watch(files);
    case.write("b", "two");
    case.write("c", "new");
    assert_eq!(case.polls(60), ["b: two", "c: new"]);
}

#[test]
fn a_removed_file_is_reported_once_and_again_when_it_exists() {
    let mut case = Case::new(|_| None);
    fs::remove_file(case.path("a")).unwrap();
    assert_eq!(case.polls(60), ["a is gone"]);
    case.write("a", "one");
    assert_eq!(case.polls(60), ["a: one"], "with the same content");
    fs::remove_file(case.path("a")).unwrap();
    fs::create_dir(case.path("a")).unwrap();
    assert_eq!(case.polls(60), ["a is gone"], "a folder");
    let mut case = Case::new(|_| Some(Stamp::of(b"one")));
    fs::remove_file(case.path("a")).unwrap();
    let path = case.path("a");
    case.watcher.watch([(path, Some(Stamp::of(b"two")))]);
    assert_eq!(case.polls(60), ["a is gone"], "removed before the first poll");
    let path = case.path("b");
    case.watcher.watch([(path, None)]);
    assert_eq!(case.polls(60), [""; 0], "never there");
}

#[test]
fn a_second_change_with_the_same_time_and_length_is_found() {
    let mut case = Case::new(|_| None);
    case.write("a", "two");
    assert_eq!(case.polls(10), ["a: two"]);
    case.writes -= 1;
    case.write("a", "six");
    assert_eq!(case.polls(60), ["a: six"]);
}

#[test]
fn the_changes_of_a_set_are_reported_together() {
    let mut case = Case::new(|_| None);
    let files = ["a", "b"].map(|name| (case.path(name), None));
    case.watcher.watch(files);
    assert_eq!(case.polls(10), [""; 0], "b does not exist");
    case.write("a", "two");
    for text in ["1", "12", "123"] {
        case.write("b", text);
        assert_eq!(case.polls(2), [""; 0], "{text}");
    }
    assert_eq!(case.polls(60), ["a: two", "b: 123"]);
    case.watcher.watch([]);
    case.write("a", "three");
    assert_eq!(case.polls(60), [""; 0], "not in the set");
}

#[test]
fn a_file_that_changes_forever_does_not_hold_back_the_others() {
    let mut case = Case::new(|_| None);
    let files = ["a", "b"].map(|name| (case.path(name), None));
    case.watcher.watch(files);
    assert_eq!(case.polls(10), [""; 0], "b does not exist");
    case.write("a", "two");
    let mut found = Vec::new();
    for i in 0..60 {
        case.write("b", &i.to_string());
        found.extend(case.polls(1));
    }
    assert_eq!(found, ["a: two"]);
}

#[test]
fn a_file_that_is_too_large_does_not_hold_back_the_others() {
    let mut case = Case::new(|_| None);
    case.write("b", "");
    File::options().write(true).open(case.path("b")).unwrap().set_len(CAP + 1).unwrap();
    let files = ["a", "b"].map(|name| (case.path(name), None));
    case.watcher.watch(files);
    assert_eq!(case.polls(60), [""; 0]);
    assert_eq!(case.watcher.interval(), INTERVAL, "nothing happens");
    case.write("a", "two");
    assert_eq!(case.polls(10), ["a: two"]);
    case.write("b", "small");
    assert_eq!(case.polls(10), ["b: small"], "it can be read now");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_does_not_hold_back_the_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut case = Case::new(|_| None);
    case.write("b", "secret");
    fs::set_permissions(case.path("b"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(case.path("b")).is_ok() {
        return eprintln!("not tested: this user may read every file");
    }
    let files = ["a", "b"].map(|name| (case.path(name), None));
    case.watcher.watch(files);
    assert_eq!(case.polls(60), [""; 0]);
    assert_eq!(case.watcher.interval(), INTERVAL, "nothing happens");
    case.write("a", "two");
    assert_eq!(case.polls(10), ["a: two"]);
}

#[test]
fn the_poll_is_frequent_only_while_a_file_changes() {
    let mut case = Case::new(|_| None);
    case.polls(40);
    assert_eq!(case.watcher.interval(), INTERVAL, "nothing happens");
    case.write("a", "two");
    case.polls(1);
    assert_eq!(case.watcher.interval(), SHORT_INTERVAL, "a change");
    fs::remove_file(case.path("a")).unwrap();
    case.polls(1);
    assert_eq!(case.watcher.interval(), INTERVAL, "a missing file is no change");
}

#[test]
fn waiting_returns_the_next_change() {
    let mut case = Case::new(|_| None);
    case.write("a", "two");
    let changes = case.watcher.wait();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0].path, case.path("a"));
}

#[test]
fn the_buffers_of_a_gltf_are_read_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gltf");
    let json = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "a%20b.bin", "byteLength": 1},
        {"uri": "data:;base64,AQ==", "byteLength": 1}, {"uri": "../c.bin", "byteLength": 1},
        {"uri": "not%20yet.bin", "byteLength": 1}]}"#;
    fs::write(&path, json).unwrap();
    fs::write(folder.path().join("a b.bin"), "x").unwrap();
    let names: Vec<String> =
        with_referenced(&path).iter().map(|file| file.file_name().unwrap().display().to_string()).collect();
    assert_eq!(names, ["a.gltf", "a b.bin", "not yet.bin"]);
    let other = folder.path().join("a.ron");
    assert_eq!(with_referenced(&other), std::slice::from_ref(&other), "no glTF");
}
