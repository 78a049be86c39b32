//! Watching of files on a thread.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;

use crate::editor::files::file::FileInput;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::watch::{Watcher, with_referenced};

/// Files with the content that is no change, where it is known.
type Files = Vec<(FileRef, Option<Stamp>)>;

/// Reports changed files. Its thread starts with the first file, and ends with this value.
#[derive(Debug, Default)]
pub struct FileWatch {
    files: Files,
    sender: Option<Sender<Files>>,
}

impl FileWatch {
    /// Watches these files from now on; `report` gets the changes on another thread.
    pub fn follow<'a, R: Fn(FileInput) + Send + 'static>(
        &mut self,
        files: impl Iterator<Item = (&'a OsStr, Option<Stamp>)> + Clone,
        report: impl FnOnce() -> R,
    ) {
        // Compared in each frame, so nothing is copied.
        let mut known = self.files.iter();
        let is_known = |(path, stamp): (&OsStr, Option<Stamp>)| {
            known.next().is_some_and(|(file, at)| file.path().as_os_str() == path && *at == stamp)
        };
        if files.clone().all(is_known) && known.next().is_none() {
            return;
        }
        self.files = files.map(|(file, stamp)| (FileRef::from(file), stamp)).collect();
        let sender = self.sender.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            let report = report();
            // Without a thread, files are compared when they are saved only.
            let _ = Builder::new().name("navsmith watcher".into()).spawn(move || run(&receiver, &report));
            sender
        });
        // Sending fails only without a thread.
        let _ = sender.send(self.files.clone());
    }
}

/// Polls the files until the sender is dropped. Without files, it waits for some.
fn run(receiver: &Receiver<Files>, report: &impl Fn(FileInput)) {
    let mut watcher = Watcher::default();
    let mut owners: BTreeMap<PathBuf, FileRef> = BTreeMap::new();
    loop {
        let interval = watcher.interval();
        let files = if owners.is_empty() {
            receiver.recv().map_err(|_closed| RecvTimeoutError::Disconnected)
        } else {
            receiver.recv_timeout(interval)
        };
        match files {
            Ok(files) => owners = watch(&mut watcher, files),
            Err(RecvTimeoutError::Timeout) => {
                for change in watcher.poll(interval) {
                    let Some(file) = owners.get(&change.path) else { continue };
                    match change.stamp {
                        Some(stamp) => report(FileInput::FileChanged(file.clone(), stamp)),
                        None if change.path == file.path() => report(FileInput::FileRemoved(file.clone())),
                        // Without a buffer, its glTF cannot be read, so nothing is offered.
                        None => {}
                    }
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Watches files with the files that they reference; returns the file that each of them belongs to.
fn watch(watcher: &mut Watcher, files: Files) -> BTreeMap<PathBuf, FileRef> {
    let mut owners = BTreeMap::new();
    let mut all = Vec::new();
    for (file, stamp) in files {
        for (number, path) in with_referenced(file.path()).into_iter().enumerate() {
            all.push((path.clone(), stamp.filter(|_| number == 0)));
            owners.entry(path).or_insert_with(|| file.clone());
        }
    }
    watcher.watch(all);
    owners
}
