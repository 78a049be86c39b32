//! Opens the window, and reports the reason if it cannot open or fails.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use egui::{Vec2, ViewportBuilder};

use super::panels::Remembered;
use super::platform::storage::Storage;
use super::{LastWords, Window, theme};
use crate::cli::WindowError;
use crate::editor::Editor;
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;

/// Minimum size in points, which fits a 1280×720 screen with bars around the window.
const LEAST_SIZE: Vec2 = Vec2::new(900.0, 560.0);
const SIZE: Vec2 = Vec2::new(1440.0, 900.0);

/// Opens the window and a file, if any, and returns when the window closes.
pub fn run(file: Option<FileRef>) -> Result<(), WindowError> {
    let remembered = Remembered::load(Storage::of_system());
    let size = remembered.window_size().map_or(SIZE, |size| size.max(LEAST_SIZE));
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("navsmith")
            .with_app_id("navsmith")
            .with_inner_size(size)
            .with_min_inner_size(LEAST_SIZE)
            .with_icon(theme::window_icon()),
        renderer: eframe::Renderer::Wgpu,
        ..Default::default()
    };
    let last_words = LastWords::default();
    let words = LastWords::clone(&last_words);
    let editor = Editor::new(Document::default().for_person());
    let open = || {
        eframe::run_native(
            "navsmith",
            options,
            Box::new(|context| Ok(Box::new(Window::create(context, editor, remembered, file, words)))),
        )
    };
    match (catch_unwind(AssertUnwindSafe(open)), last_words.get()) {
        (Ok(result), _) => result.map_err(|error| WindowError::NotOpened(no_window(&error))),
        (Err(panic), None) => Err(WindowError::NotOpened(no_library(panic.as_ref()))),
        (Err(_reported), Some(words)) => Err(WindowError::Ended(format!(
            "a defect ended the window. {words} Please report the defect with the lines above."
        ))),
    }
}

fn no_window(error: &eframe::Error) -> String {
    match error {
        eframe::Error::Wgpu(error) => format!(
            "no graphics driver was found ({error}); install a driver for Vulkan or OpenGL ES 3, such as Mesa"
        ),
        eframe::Error::WinitEventLoop(_) => "no display was found; check DISPLAY and WAYLAND_DISPLAY".into(),
        error => error.to_string(),
    }
}

/// Returns the reason for a panic of winit, which panics if a keyboard library is missing.
fn no_library(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    match text {
        Some(text) if text.contains("xkbcommon") => {
            "the library libxkbcommon-x11 is missing; install it with your package manager".into()
        }
        Some(text) => format!("it stopped with the message {text:?}"),
        None => "it stopped without a message".into(),
    }
}
