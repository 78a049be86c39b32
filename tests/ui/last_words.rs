//! Unsaved work when a panic ends the window.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use navsmith::app::panels::remembered::Remembered;
use navsmith::app::platform::storage::Storage;
use navsmith::app::{LastWords, Window};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_formats::document::Document;
use navsmith_formats::io::recovery::Recovery;

/// Creates a window that keeps unsaved work in a storage.
fn window(editor: Editor, storage: Storage, last_words: &LastWords) -> Window {
    let context = eframe::CreationContext::_new_kittest(egui::Context::default());
    Window::create(&context, editor, Remembered::load(storage), None, Arc::clone(last_words))
}

/// Panics while a window with unsaved work exists; returns its last words.
fn panic_with(storage: Storage, is_edited: bool) -> String {
    let last_words = LastWords::default();
    let mut editor = Editor::new(Document::default());
    if is_edited {
        editor.handle(Input::Run(Command::NewArea));
    }
    let window = window(editor, storage, &last_words);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        let _window = window;
        std::panic::resume_unwind(Box::new("a defect"));
    }));
    assert!(panic.is_err(), "the panic is passed on");
    last_words.get().cloned().unwrap_or_default()
}

#[test]
fn a_panic_on_the_windows_thread_keeps_unsaved_work() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let description = panic_with(Storage::of_recovery(folder.path()), true);
    assert!(description.contains("The next start offers to restore it"), "{description}");
    assert_eq!(Recovery::at(folder.path()).recovery_files().0.len(), 1, "and it does");
}

#[test]
fn a_panic_says_what_became_of_unsaved_work() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let of_recovery = Storage::of_recovery;
    assert_eq!(panic_with(of_recovery(folder.path()), false), "Nothing was unsaved.", "nothing");
    let file = tempfile::NamedTempFile::new().expect("a file for tests");
    assert!(panic_with(of_recovery(file.path()), true).contains("could not be saved"), "no folder");
    assert!(panic_with(Storage::default(), true).contains("is lost"), "no folder of the system");
}

#[test]
fn a_window_that_is_closed_keeps_nothing() {
    let last_words = LastWords::default();
    let window = window(Editor::new(Document::default()), Storage::default(), &last_words);
    drop(window);
    assert_eq!(last_words.get(), None, "no panic");
}
