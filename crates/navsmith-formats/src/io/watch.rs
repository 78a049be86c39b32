//! Detection of changed files, by polling.
//!
//! A poll reads the length and the modification time of each file, and the content only if these differ. Polling needs
//! no notifications of the system. Network folders do not send them, and a save by rename ends them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::file::{self, CAP, ReadError, Stamp};
use super::format::Format;
use super::format::rows::GLTF;
use super::gltf;

/// Time between two polls while no file is changing.
const INTERVAL: Duration = Duration::from_millis(500);

/// Time between two polls while a file is changing.
const SHORT_INTERVAL: Duration = Duration::from_millis(100);

/// Time for which a file must stay the same before it is read.
const QUIET: Duration = Duration::from_millis(300);

/// Time after which a changed file is read once more.
///
/// Some file systems store times in steps of two seconds, so a second change may keep the time.
const COARSE_STEP: Duration = Duration::from_secs(3);

/// Maximum delay of a change while other files are still changing or cannot be read.
const MAX_DELAY: Duration = Duration::from_secs(5);

/// Time for which a file must be missing before it counts as removed.
///
/// Some programs delete a file before they write it again.
const MISSING: Duration = Duration::from_secs(2);

/// A changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Path of the file.
    pub path: PathBuf,
    /// Stamp of its new content; `None` if it was removed, or if it is no regular file any more.
    pub stamp: Option<Stamp>,
}

/// Detects changes of the content of a set of files.
///
/// A change is reported once the file, and every other file of the set that is changing, stays the same for a moment.
/// Half-written files are therefore rarely reported. A removed file is reported after two seconds, so editors that
/// save by deleting or renaming cause one report.
#[derive(Debug, Default)]
pub struct Watcher {
    files: BTreeMap<PathBuf, Watched>,
    /// Time since the first poll.
    now: Duration,
    /// Changes to report, and when the first of them was found.
    found: Vec<Change>,
    found_at: Duration,
}

/// State of a watched file.
#[derive(Debug)]
struct Watched {
    /// Stamp that the caller gave.
    given: Option<Stamp>,
    /// Content that is no change.
    known: Known,
    /// State at the last poll, and when it was first seen.
    seen: Option<Seen>,
    since: Duration,
    /// Whether the content was read since it was first seen like this, and read once more later.
    is_read: bool,
    is_confirmed: bool,
}

/// Content that is no change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The content at the first poll that can read it.
    First,
    /// No file, or one that is too large.
    Absent,
    /// Content with this length and hash.
    Content(u64, u64),
}

/// Length and modification time of a file; `None` while it does not exist.
type Seen = Option<(u64, Option<SystemTime>)>;

impl Watcher {
    /// Replaces the set of files. Stamps state the content that is no change.
    ///
    /// Without a stamp, it is the present content. Files that stay in the set with the same stamp keep their state.
    pub fn watch(&mut self, files: impl IntoIterator<Item = (PathBuf, Option<Stamp>)>) {
        let mut old = std::mem::take(&mut self.files);
        for (path, given) in files {
            let kept = old.remove(&path).filter(|file| file.given == given);
            let file = kept.unwrap_or_else(|| Watched::new(&path, given));
            self.files.insert(path, file);
        }
        self.found.retain(|change| self.files.contains_key(&change.path));
    }

    /// Returns the time to wait before the next poll.
    pub fn interval(&self) -> Duration {
        if !self.found.is_empty() || self.is_changing() { SHORT_INTERVAL } else { INTERVAL }
    }

    fn is_changing(&self) -> bool {
        self.files.values().any(|file| file.is_changing(self.now))
    }

    /// Looks at all files; returns the changes to report. `passed` is the time since the last poll.
    pub fn poll(&mut self, passed: Duration) -> Vec<Change> {
        self.now += passed;
        for (path, file) in &mut self.files {
            if let Some(change) = file.poll(path, self.now) {
                if self.found.is_empty() {
                    self.found_at = self.now;
                }
                self.found.retain(|earlier| earlier.path != *path);
                self.found.push(change);
            }
        }
        let is_late = self.now.saturating_sub(self.found_at) >= MAX_DELAY;
        if self.is_changing() && !is_late { Vec::new() } else { std::mem::take(&mut self.found) }
    }

    /// Waits until files change; returns the changes.
    ///
    /// It never returns while the set is empty.
    pub fn wait(&mut self) -> Vec<Change> {
        loop {
            let interval = self.interval();
            thread::sleep(interval);
            let changes = self.poll(interval);
            if !changes.is_empty() {
                return changes;
            }
        }
    }
}

impl Watched {
    fn new(path: &Path, given: Option<Stamp>) -> Self {
        let known = match given.map_or_else(|| file::read_stamped(path, CAP).map(|(_, stamp)| stamp), Ok) {
            Ok(stamp) => Known::Content(stamp.len, stamp.hash),
            Err(_) if look(path).is_none() => Known::Absent,
            Err(_) => Known::First,
        };
        let since = Duration::ZERO;
        Self { given, known, seen: None, since, is_read: false, is_confirmed: false }
    }

    /// Whether the file exists and its last change is not read yet.
    ///
    /// A file that cannot be read for long, such as one of another user, is not changing.
    fn is_changing(&self, now: Duration) -> bool {
        let is_unread = self.seen.is_some_and(|seen| seen.is_some()) && !self.is_read;
        is_unread && now.saturating_sub(self.since) < MAX_DELAY
    }

    /// Looks at the file; returns its change.
    fn poll(&mut self, path: &Path, now: Duration) -> Option<Change> {
        let seen = look(path);
        if self.seen != Some(seen) {
            (self.is_read, self.is_confirmed) = (self.is_as_given(seen), false);
            (self.seen, self.since) = (Some(seen), now);
        }
        let quiet = now.saturating_sub(self.since);
        if seen.is_none() {
            let is_removed = matches!(self.known, Known::Content(..)) && quiet >= MISSING;
            if is_removed || self.known == Known::First {
                self.known = Known::Absent;
            }
            return is_removed.then(|| Change { path: path.to_owned(), stamp: None });
        }
        let is_due = if self.is_read { !self.is_confirmed && quiet >= COARSE_STEP } else { quiet >= QUIET };
        let stamp = if is_due { self.read(path, now) } else { None };
        stamp.map(|stamp| Change { path: path.to_owned(), stamp: Some(stamp) })
    }

    /// Whether the length and the time are those of the given stamp, so that nothing has to be read.
    fn is_as_given(&self, seen: Seen) -> bool {
        let is_same = |stamp: Stamp| stamp.modified.is_some() && seen == Some((stamp.len, stamp.modified));
        self.seen.is_none() && self.given.is_some_and(is_same)
    }

    /// Reads the content; returns its stamp if it changed.
    fn read(&mut self, path: &Path, now: Duration) -> Option<Stamp> {
        // After an error of the system, such as for a locked file, the next poll tries again.
        let stamp = match file::read_stamped(path, CAP) {
            Ok((_, stamp)) => stamp,
            Err(why) => {
                self.is_read = !matches!(why, ReadError::Io { .. });
                if self.is_read && self.known == Known::First {
                    self.known = Known::Absent;
                }
                return None;
            }
        };
        let read = Some((stamp.len, stamp.modified));
        if self.seen != Some(read) {
            (self.seen, self.since) = (Some(read), now);
            return None;
        }
        (self.is_confirmed, self.is_read) = (self.is_read, true);
        let content = Known::Content(stamp.len, stamp.hash);
        let before = std::mem::replace(&mut self.known, content);
        (before != content && before != Known::First).then_some(stamp)
    }
}

/// Returns the length and the time of a regular file.
fn look(path: &Path) -> Seen {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// Returns a file and the other files that are read with it: the buffers of a glTF.
pub fn with_referenced(path: &Path) -> Vec<PathBuf> {
    let mut files = vec![path.to_owned()];
    if Format::of_name(path) == Some(&GLTF)
        && let Ok(bytes) = file::read(path, CAP)
    {
        files.extend(gltf::buffer_files(&bytes, path.parent()));
    }
    files
}
