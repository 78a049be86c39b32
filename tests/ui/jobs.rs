//! Jobs, watched files and unsaved work, as the system runs and keeps them.

use std::fs;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use navsmith::app::jobs::Running;
use navsmith::app::platform::executor::{WriteQueue, spawn};
use navsmith::app::platform::files::entries;
use navsmith::app::platform::storage::kept;
use navsmith::app::platform::watch::FileWatch;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileFailure;
use navsmith_core::progress::Progress;
use navsmith_formats::io::FileRef;

#[test]
fn a_running_job_shows_its_stage_and_share() {
    let (progress, seconds) = (Progress::new(), 2.0);
    let before = Running::of(&progress, "reading big.ron", seconds, true);
    assert_eq!(
        (before.description.as_str(), before.done, before.left()),
        ("reading big.ron", None, None),
        "before the first stage"
    );
    assert!(progress.stage("finding neighbours", 0.5..1.0).report(0, 1).is_ok(), "it runs");
    let now = Running::of(&progress, "reading big.ron", seconds, true);
    assert_eq!(
        (now.description.as_str(), now.done, now.left().as_deref()),
        ("reading big.ron: finding neighbours", Some(0.5), Some("about 2 s left")),
        "half"
    );
}

#[test]
fn a_committed_job_cannot_be_stopped() {
    let progress = Progress::new();
    let can_stop = |progress| Running::of(progress, "saving", 0.0, true).can_stop;
    assert!(can_stop(&progress), "it runs");
    assert!(progress.commit().is_ok() && !can_stop(&progress), "too late");
}

#[test]
fn folders_come_first_and_hidden_files_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    for name in ["b.ron", "a.glb", ".hidden"] {
        fs::write(folder.path().join(name), "").expect("a file for tests");
    }
    fs::create_dir(folder.path().join("levels")).expect("a folder for tests");
    let names: Vec<String> =
        entries(folder.path()).expect("listed").into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["levels", "a.glb", "b.ron"], "folders, then files by name");
}

#[test]
fn a_change_of_a_file_or_of_its_buffer_is_reported() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("a file for tests");
    write("a.gltf", r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 1}]}"#);
    write("a.bin", "x");
    let (sender, receiver) = channel();
    let mut watch = FileWatch::default();
    let file = FileRef::from(path("a.gltf"));
    watch.follow(std::iter::once((file.path().as_os_str(), None)), || move |input| drop(sender.send(input)));
    // The first poll takes the content as known.
    std::thread::sleep(Duration::from_secs(1));
    write("a.bin", "longer");
    let changed = receiver.recv_timeout(Duration::from_secs(20)).expect("a change");
    assert!(
        matches!(&changed, FileInput::FileChanged(of, _) if *of == file),
        "the glTF, not its buffer: {changed:?}"
    );
    std::fs::remove_file(path("a.gltf")).expect("a file for tests");
    let removed = receiver.recv_timeout(Duration::from_secs(20)).expect("a change");
    assert_eq!(removed, FileInput::FileRemoved(file));
    drop(watch);
    assert!(receiver.recv().is_err(), "the thread ends");
}

/// Runs a job, and returns its result with the name of its thread.
fn run(job: impl Future<Output = u8> + Send + 'static) -> (Option<String>, Result<u8, String>) {
    let (sender, receiver) = channel();
    spawn("counting", job, move |done| {
        let name = std::thread::current().name().map(str::to_owned);
        sender.send((name, done)).expect("the test waits");
    });
    receiver.recv().expect("a result")
}

#[test]
fn a_job_whose_name_contains_a_zero_runs() {
    let (sender, receiver) = channel();
    spawn("reading a\0.obj", async { 7 }, move |done| sender.send(done).expect("the test waits"));
    assert_eq!(receiver.recv().expect("a result"), Ok(7));
}

#[test]
fn a_job_runs_on_a_named_thread_and_reports_its_result_or_its_panic() {
    assert_eq!(run(async { 7 }), (Some("navsmith counting".into()), Ok(7)), "the result");
    let why = run(async { std::panic::resume_unwind(Box::new("a defect")) }).1;
    assert!(why.is_err_and(|why| why.contains("while counting")), "the job is named");
}

#[test]
fn a_panic_in_a_write_does_not_end_the_queue() {
    let (sender, receiver) = channel();
    let keeper = WriteQueue::default();
    keeper.then(|| std::panic::resume_unwind(Box::new("a defect")));
    keeper.then(move || sender.send(7).expect("the test waits"));
    assert_eq!(receiver.recv(), Ok(7), "the next write");
}

#[test]
fn everything_is_done_in_order_before_it_is_dropped() {
    let done = Arc::new(Mutex::new(Vec::new()));
    let keeper = WriteQueue::default();
    for number in 0..20 {
        let done = Arc::clone(&done);
        keeper.then(move || done.lock().expect("no panic").push(number));
    }
    drop(keeper);
    assert_eq!(*done.lock().expect("no panic"), (0..20).collect::<Vec<_>>(), "all, in order");
}

#[test]
fn a_panic_in_a_recovery_copy_is_reported() {
    let outcome = kept(|| std::panic::resume_unwind(Box::new("a defect")));
    assert!(
        matches!(&outcome, Err(FileFailure::Error(why)) if why.contains("internal error")),
        "{outcome:?}"
    );
}
