//! Saving: faults at any call, and files that are not replaced.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::cell::Cell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use navsmith_core::progress::Progress;
use navsmith_formats::for_tests::{DiskCall, save_with_faults};
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::save::{
    Caution, SaveError, SaveOptions, Saved, SavedContent, previous_version, save, save_with_progress,
};

pub(crate) const OLD: &[u8] = b"the old bytes";
pub(crate) const NEW: &[u8] = b"new bytes";
pub(crate) const KEEPING: SaveOptions = SaveOptions {
    expected: RequiredState::Anything,
    is_forced: false,
    content: SavedContent::Cells,
    keeps_previous: true,
};

/// Returns a folder, and the path of a file in it with the old bytes.
pub(crate) fn yard() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join("yard.ron");
    fs::write(&path, OLD).expect("a file for tests");
    (folder, path)
}

pub(crate) fn cautions(result: Result<Saved, SaveError>) -> Vec<Caution> {
    match result {
        Err(SaveError::Confirm { cautions, .. }) => cautions,
        other => panic!("no question was asked: {other:?}"),
    }
}

pub(crate) fn plainly(path: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    save(path, bytes, &SaveOptions::default())
}

pub(crate) fn forced() -> SaveOptions {
    SaveOptions { is_forced: true, ..SaveOptions::default() }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder for tests");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("listed").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Returns the path of the only temporary file in a folder.
fn temporary_in(folder: &Path) -> PathBuf {
    let name = names(folder).into_iter().find(|name| name.starts_with(".navsmith-"));
    folder.join(name.expect("a temporary file"))
}

#[test]
fn a_saved_file_holds_the_new_bytes_and_nothing_is_left_beside_it() {
    let (folder, path) = yard();
    let saved = plainly(&path, NEW).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW, "the new bytes");
    assert_eq!(names(folder.path()), ["yard.ron"], "no temporary file stays");
    assert!(saved.warning(&path).is_none() && !saved.stamp.differs(&path), "as it was reported");
}

#[test]
fn a_save_that_is_stopped_leaves_the_old_file_whole() {
    let (folder, path) = yard();
    let long = vec![7; 3 << 20];
    for last in 0..3 {
        let progress = Progress::stopping_after(last);
        let saved = save_with_progress(&path, &long, &SaveOptions::default(), &progress);
        assert!(matches!(saved, Err(SaveError::Stopped(_))), "stopped after {last} pieces: {saved:?}");
        assert_eq!(fs::read(&path).unwrap(), OLD, "the old bytes");
        assert_eq!(names(folder.path()), ["yard.ron"], "no temporary file stays");
    }
    let progress = Progress::stopping_after(3);
    let saved = save_with_progress(&path, &long, &SaveOptions::default(), &progress);
    assert_eq!(saved.unwrap().stamp.len, long.len() as u64, "saved");
    assert!(!progress.stop(), "a replaced file cannot be stopped");
    assert_eq!(fs::read(&path).unwrap(), long, "all pieces");
}

/// Counts a call, and refuses the n-th.
///
/// After a crash, also refuses all later ones, including those that would clean up.
pub(crate) fn refuse(n: usize, is_crash: bool, calls: &Cell<usize>) -> io::Result<()> {
    calls.set(calls.get() + 1);
    let is_refused = calls.get() == n || is_crash && calls.get() > n;
    if is_refused { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
}

/// Saves [`NEW`] over [`OLD`] with a fault at the n-th call, and asserts that the report is true.
///
/// Returns `false` if there are fewer calls.
fn save_with_fault(n: usize, is_crash: bool, options: &SaveOptions) -> bool {
    let (folder, path) = yard();
    let calls = Cell::new(0);
    let result = save_with_faults(&|_| refuse(n, is_crash, &calls), &path, NEW, options);
    if calls.get() < n {
        return false;
    }
    let (now, fault) = (fs::read(&path).unwrap(), format!("call {n}, crash: {is_crash}"));
    match result {
        _ if is_crash => assert!(now == OLD || now == NEW, "{fault} leaves old or new bytes: {now:?}"),
        Ok(saved) => {
            assert_eq!(now, NEW, "{fault} was reported as saved");
            assert!(!saved.stamp.differs(&path), "{fault} gives a stamp of the new file");
            let description = saved.warning(&path).unwrap_or_default();
            let is_true = !description.contains("before") && !description.contains("untouched");
            assert!(is_true, "{fault}: {description}");
        }
        Err(error) => {
            assert_eq!(now, OLD, "{fault} was reported as not saved: {error}");
            assert!(error.to_string().contains("as before"), "{fault}: {error}");
        }
    }
    let is_tidy = || names(folder.path()).iter().all(|name| name.starts_with("yard.ron"));
    assert!(is_tidy() || is_crash, "{fault} leaves a file");
    plainly(&path, OLD).unwrap();
    assert!(is_tidy(), "the save after {fault} removes what it left");
    true
}

#[test]
fn a_fault_at_any_call_leaves_old_or_new_bytes_and_a_true_report() {
    for options in [SaveOptions::default(), KEEPING] {
        for is_crash in [false, true] {
            let end = (1..100).find(|&n| !save_with_fault(n, is_crash, &options));
            assert!(end > Some(12), "each call failed before {end:?}");
        }
    }
}

/// Saves with the given kind of call refused.
fn save_without(refused: DiskCall, path: &Path, options: &SaveOptions) -> Result<Saved, SaveError> {
    let before = |call: DiskCall| if call == refused { Err(io::Error::other("refused")) } else { Ok(()) };
    save_with_faults(&before, path, NEW, options)
}

#[test]
fn a_file_that_was_replaced_but_not_synced_is_not_called_unsaved() {
    let (_folder, path) = yard();
    let saved = save_without(DiskCall::SyncFolder, &path, &SaveOptions::default()).unwrap();
    let description = saved.warning(&path).unwrap();
    assert!(description.contains("was replaced") && description.contains("Save again"), "{description}");
    assert!(RequiredState::Unchanged(saved.stamp).is_met(&path), "the next save does not ask");
    assert_eq!(fs::read(&path).unwrap(), NEW, "the new bytes");
}

#[test]
fn a_rename_that_reports_an_error_but_took_place_is_a_save() {
    let (folder, path) = yard();
    let before = |call: DiskCall| {
        if call != DiskCall::Rename {
            return Ok(());
        }
        fs::rename(temporary_in(folder.path()), &path).unwrap();
        Err(io::Error::other("the server did not answer"))
    };
    let saved = save_with_faults(&before, &path, NEW, &SaveOptions::default()).unwrap();
    assert!(saved.warning(&path).unwrap().contains("did not answer"), "perhaps not durable");
    assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
}

#[test]
fn bytes_that_the_disk_garbles_do_not_replace_a_file() {
    let (folder, path) = yard();
    let before = |call: DiskCall| {
        if call == DiskCall::Read {
            fs::write(temporary_in(folder.path()), "nEw bytes").unwrap();
        }
        Ok(())
    };
    let error = save_with_faults(&before, &path, NEW, &SaveOptions::default()).expect_err("garbled");
    assert!(error.to_string().contains("other bytes"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), OLD, "the old bytes");
}

#[test]
fn the_previous_version_is_kept_until_the_next_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    for bytes in ["one", "two", "two"] {
        save(&path, bytes.as_bytes(), &KEEPING).unwrap();
    }
    assert_eq!(fs::read(previous_version(&path)).unwrap(), b"one", "a save without a change keeps it");
    let saved = save(&path, b"three", &KEEPING).unwrap();
    assert_eq!(fs::read(previous_version(&path)).unwrap(), b"two", "and then the one before");
    assert!(saved.warning(&path).is_none(), "without a fuss: {saved:?}");
    assert_eq!(names(folder.path()), ["yard.ron", "yard.ron~"], "nothing else");
}

#[test]
fn a_file_system_without_hard_links_keeps_a_copy() {
    let (_folder, path) = yard();
    fs::write(previous_version(&path), "older").unwrap();
    let saved = save_without(DiskCall::Link, &path, &KEEPING).unwrap();
    assert!(saved.warning(&path).is_none(), "{saved:?}");
    assert_eq!(fs::read(previous_version(&path)).unwrap(), OLD, "the copy");
}

#[test]
fn a_previous_version_that_cannot_be_kept_does_not_stop_the_save() {
    let (_folder, path) = yard();
    fs::create_dir(previous_version(&path)).unwrap();
    let saved = save(&path, NEW, &KEEPING).unwrap();
    assert!(saved.warning(&path).unwrap().contains("could not be saved as"), "{saved:?}");
    assert_eq!(fs::read(&path).unwrap(), NEW, "saved");
}

#[test]
fn temporary_files_in_use_and_those_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let in_use = ".navsmith-5.tmp";
    let ours = File::create(folder.path().join(in_use)).unwrap();
    ours.lock().unwrap();
    let others = [".navsmith-x.tmp", ".navsmith-.tmp", "navsmith-1.tmp", ".yard.ron.a8Fx2k"];
    for name in others.into_iter().chain([".navsmith-7.tmp"]) {
        fs::write(folder.path().join(name), "something").unwrap();
    }
    plainly(&path, NEW).unwrap();
    let mut expected: Vec<&str> = others.into_iter().chain([in_use, "yard.ron"]).collect();
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected, "only the abandoned one is removed");
    drop(ours);
}

#[test]
fn a_save_that_fails_says_where_and_what_to_do() {
    let (folder, _) = yard();
    let error = plainly(&folder.path().join("gone/yard.ron"), NEW).expect_err("there is no such folder");
    let description = error.to_string();
    assert!(description.contains("yard.ron") && description.contains("another folder"), "{description}");
    let error = plainly(folder.path(), NEW).expect_err("a folder");
    assert!(matches!(error, SaveError::NotAFile { .. }), "{error}");
}

#[test]
fn a_file_that_changes_during_the_save_is_not_replaced() {
    let (_folder, path) = yard();
    let stamp = Stamp::of(OLD);
    let options = SaveOptions { expected: RequiredState::Unchanged(stamp), ..SaveOptions::default() };
    let before = |call| {
        if call == DiskCall::Write {
            fs::write(&path, "by another program")?;
        }
        Ok(())
    };
    let result = save_with_faults(&before, &path, NEW, &options);
    assert!(matches!(result, Err(SaveError::Unexpected { .. })), "{result:?}");
    assert_eq!(fs::read(&path).unwrap(), b"by another program", "left alone");
}

#[test]
fn a_read_only_file_is_replaced_only_if_forced() {
    let (folder, path) = yard();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(cautions(plainly(&path, NEW)), [Caution::ReadOnly], "asked");
    assert!(plainly(&path, NEW).unwrap_err().to_string().contains("read-only"));
    assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (OLD.to_vec(), 1), "left alone");
    save(&path, NEW, &forced()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
    assert!(fs::metadata(&path).unwrap().permissions().readonly(), "and still read-only");
}

#[test]
fn a_full_file_is_not_replaced_by_an_empty_document_unless_forced() {
    let (_folder, path) = yard();
    let empty = navsmith_formats::io::ron::write(&navsmith_formats::document::Document::default()).unwrap();
    let options = SaveOptions { content: SavedContent::Empty, ..SaveOptions::default() };
    assert_eq!(cautions(save(&path, empty.as_bytes(), &options)), [Caution::Emptied], "asked");
    save(&path, empty.as_bytes(), &SaveOptions { is_forced: true, ..options }).unwrap();
    save(&path, empty.as_bytes(), &options).unwrap();
}

#[test]
fn two_processes_never_share_a_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.ron", "other.ron"].map(|name| folder.path().join(name));
    let ((written, is_written), (resume, is_resumed)) = (channel(), channel::<()>());
    // A panic drops `resume`, so that the other process does not wait for it.
    std::thread::scope(move |scope| {
        // The other process waits until the first one has saved, with its temporary file complete.
        let save_other = move || {
            let before = |call| {
                if call == DiskCall::Sync {
                    written.send(()).unwrap();
                    is_resumed.recv().unwrap();
                }
                Ok(())
            };
            save_with_faults(&before, &other, b"other", &SaveOptions::default()).unwrap();
            assert_eq!(fs::read(&other).unwrap(), b"other", "its own bytes");
        };
        let save_other = Cell::new(Some(save_other));
        // Between the creation and the lock of a file, the other process removes it and creates its own.
        let before = |call| {
            if call == DiskCall::Lock
                && let Some(save_other) = save_other.take()
            {
                scope.spawn(save_other);
                is_written.recv().unwrap();
            }
            Ok(())
        };
        save_with_faults(&before, &one, b"one", &SaveOptions::default()).unwrap();
        assert_eq!(fs::read(&one).unwrap(), b"one", "its own bytes");
        resume.send(()).unwrap();
    });
}
