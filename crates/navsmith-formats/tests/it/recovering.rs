//! Unsaved work, which is kept and found again.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::cell::Cell;
use std::fs;
use std::path::Path;

use crate::saving::refuse;
use glam::Vec3;
use navsmith_core::navmesh::{Draft, NavMesh};
use navsmith_formats::document::Document;
use navsmith_formats::for_tests::keep_with_faults;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::recovery::{KeepError, Recovery, RecoveryFile};
use navsmith_formats::io::{self, Opened, ron};

fn document(x: f32) -> Document {
    let mut draft = Draft::of(NavMesh::default());
    draft.add_vertex(Vec3::new(x, 2.0, 3.0));
    Document::of_mesh(draft.into_mesh())
}

fn at(seconds: u64) -> u64 {
    1_000_000_000 + seconds
}

/// Keeps work, and ends the session without forgetting it.
fn killed(folder: &Path, original: Option<&Path>, works: &[(f32, u64)]) {
    let recovery = Recovery::at(folder);
    for &(x, seconds) in works {
        recovery.keep(original, &document(x), at(seconds)).unwrap();
    }
}

fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let entries = fs::read_dir(folder).expect("a folder for tests");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("listed").file_name()).collect();
    names.sort();
    names
}

fn kept_files(folder: &Path) -> usize {
    names(folder).iter().filter(|name| name.to_string_lossy().ends_with(".ron")).count()
}

#[test]
fn work_of_a_session_that_ended_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("deep/recovery");
    let original = Path::new("/levels/two\nlines \"yard\".ron");
    killed(&folder, Some(original), &[(1.0, 0)]);
    let recovery = Recovery::at(&folder);
    recovery.keep(None, &document(2.0), at(5)).unwrap();
    let (recovery_files, notes) = recovery.recovery_files();
    assert_eq!(notes, Vec::<String>::new(), "nothing is torn");
    let [recovery_file] = &recovery_files[..] else {
        panic!("{recovery_files:?} is the work of the other session")
    };
    assert_eq!(recovery_file.original, Some(original.into()), "its file");
    assert_eq!((recovery_file.kept, recovery_file.size), (at(0), Some((1, 0))), "time and amount");
    assert_eq!(recovery_file.read().unwrap(), document(1.0), "all of it");
    recovery_file.discard().unwrap();
    assert_eq!(recovery.recovery_files().0, [], "forgotten");
    assert_eq!(kept_files(&folder), 1, "the work of the session that has not ended");
}

#[test]
fn two_instances_do_not_offer_the_same_work() {
    let folder = tempfile::tempdir().unwrap();
    killed(folder.path(), None, &[(1.0, 0)]);
    let [first, second] = [0, 1].map(|_| Recovery::at(folder.path()));
    assert_eq!(first.recovery_files().0.len(), 1, "the first instance owns it");
    assert_eq!(first.recovery_files().0.len(), 1, "as long as it runs");
    assert_eq!(second.recovery_files().0, [], "so the second does not offer it");
    second.keep(None, &document(3.0), at(9)).unwrap();
    assert_eq!(first.recovery_files().0.len(), 1, "nor is the work of the second offered by the first");
    drop(first);
    assert_eq!(second.recovery_files().0.len(), 1, "the second does once the first has ended");
}

#[test]
fn work_kept_again_right_after_it_was_restored_is_offered_once() {
    let folder = tempfile::tempdir().unwrap();
    killed(folder.path(), None, &[(1.0, 0)]);
    killed(folder.path(), None, &[(1.0, 60)]);
    killed(folder.path(), Some(Path::new("a.ron")), &[(1.0, 30)]);
    let recovery_files = Recovery::at(folder.path()).recovery_files().0;
    let kept: Vec<_> = recovery_files.iter().map(|recovery_file| recovery_file.kept).collect();
    assert_eq!(kept, [at(60), at(30)], "the newest of equal work on each file");
    assert_eq!(kept_files(folder.path()), 2, "the rest is removed");
}

#[test]
fn the_newest_two_versions_and_some_older_ones_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let works: Vec<_> = (0..100).map(|i| (i as f32, i * 30)).collect();
    killed(folder.path(), None, &works);
    let recovery = Recovery::at(folder.path());
    let recovery_files = recovery.recovery_files().0;
    let kept: Vec<_> = recovery_files.iter().map(|it| it.kept - at(0)).collect();
    assert_eq!(kept.len(), 5, "{kept:?}");
    assert_eq!(kept[..2], [2970, 2940], "the newest two");
    assert!(kept[1..].windows(2).skip(1).all(|pair| pair[0] - pair[1] >= 300), "{kept:?} are spaced");
    recovery_files[3].discard().unwrap();
    assert_eq!(recovery.recovery_files().0, [], "all versions go together");
    assert_eq!(names(folder.path()), Vec::<std::ffi::OsString>::new(), "and the lock file with them");
}

#[test]
fn each_document_is_kept_apart_and_saving_forgets_it() {
    let folder = tempfile::tempdir().unwrap();
    let recovery = Recovery::at(folder.path());
    for path in [None, Some(Path::new("a")), Some(Path::new("a"))] {
        recovery.keep(path, &Document::default(), at(0)).unwrap();
    }
    assert_eq!(kept_files(folder.path()), 2, "the untitled one and a");
    recovery.forget(Some(Path::new("a")));
    recovery.forget(Some(Path::new("b")));
    assert_eq!(kept_files(folder.path()), 1, "the untitled one");
}

#[test]
fn files_of_earlier_releases_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let text = ron::write(&document(4.0)).unwrap();
    let hash = Stamp::of(text.as_bytes()).hash;
    let header = format!("// navsmith recovery (original:Some(\"yard.ron\"),seconds:7,hash:{hash})\n");
    let old = folder.path().join("00000000000000ff-4000000000-123456.ron");
    fs::write(&old, header + &text).unwrap();
    let recovery_files = Recovery::at(folder.path()).recovery_files().0;
    assert_eq!(
        recovery_files,
        [RecoveryFile { file: old, original: Some("yard.ron".into()), kept: 7, size: None }],
        "of unknown size"
    );
}

#[test]
fn torn_files_are_passed_over_with_a_note_and_others_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    killed(folder.path(), None, &[(1.0, 0)]);
    let recovery = Recovery::at(folder.path());
    let file = recovery.recovery_files().0.remove(0).file;
    let whole = fs::read(&file).unwrap();
    for length in [0, 10, 60, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        let (recovery_files, notes) = recovery.recovery_files();
        assert_eq!(recovery_files, [], "cut after {length} bytes");
        assert!(notes.len() == 1 && notes[0].contains("is damaged"), "{notes:?}");
    }
    for name in ["letter.txt", "a-b-c.ron", "b.lock", "1-2-3-4-5.ron"] {
        fs::write(folder.path().join(name), "dear").unwrap();
    }
    assert_eq!(recovery.recovery_files().1.len(), 1, "only what is named as ours");
    assert_eq!(names(folder.path()).len(), 6, "and nothing of others is removed");
}

#[test]
fn a_kept_file_opens_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let file = Recovery::at(folder.path()).keep(None, &document(1.0), at(0)).unwrap();
    let opened = io::open(&file).unwrap();
    assert!(matches!(opened, Opened::Document { document: it, .. } if it == document(1.0)), "as kept");
}

#[test]
fn a_missing_folder_holds_nothing_and_one_that_cannot_be_written_to_is_named() {
    assert_eq!(Recovery::at("/not/there").recovery_files(), (vec![], vec![]), "nothing");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let error = Recovery::at(&file).keep(None, &document(1.0), at(0)).expect_err("no folder");
    assert!(matches!(&error, KeepError::Folder { folder, .. } if *folder == file), "{error}");
}

/// Keeps a first version, then a second one with the n-th call refused, or all calls from there on.
fn keep_with_fault(n: usize, is_crash: bool) -> (bool, bool, Vec<f32>) {
    let folder = tempfile::tempdir().unwrap();
    let calls = Cell::new(0);
    let before = |_| refuse(n, is_crash, &calls);
    let recovery = Recovery::at(folder.path());
    recovery.keep(None, &document(0.0), at(0)).unwrap();
    let is_kept = keep_with_faults(&before, &recovery, &document(1.0), at(30)).is_ok();
    drop(recovery);
    let (recovery_files, notes) = Recovery::at(folder.path()).recovery_files();
    assert_eq!(notes, Vec::<String>::new(), "nothing is torn by call {n}");
    let found = recovery_files.iter().map(|recovery_file| recovery_file.read().unwrap());
    let found = found.map(|document| document.mesh.vertices().next().unwrap().1.x).collect();
    let is_clean = names(folder.path())
        .iter()
        .all(|name| [".ron", ".lock"].iter().any(|end| name.to_string_lossy().ends_with(end)));
    assert!(is_clean, "{:?} after call {n}", names(folder.path()));
    (is_kept, calls.get() >= n, found)
}

#[test]
fn a_fault_at_any_call_loses_no_work_that_was_kept() {
    for is_crash in [false, true] {
        let end = (1..100).find(|&n| {
            let (is_kept, has_failed, found) = keep_with_fault(n, is_crash);
            assert_eq!(found.last(), Some(&0.0), "the version before, call {n}");
            assert!(!is_kept || found[0] == 1.0, "what was kept is found, call {n}: {found:?}");
            !has_failed
        });
        assert!(end > Some(10), "each call was refused before {end:?}");
    }
}
