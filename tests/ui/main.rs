//! Tests of the window: its parts, its connection with the editor, and screenshots of the canvas.
//!
//! They are a separate package, so that the program and its other tests build without the test harness of egui.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod acts;
mod agents;
mod canvas;
mod dialogs;
mod documents;
mod escape;
mod fields;
mod forms;
mod frame_rates;
mod generation;
mod issues;
mod jobs;
mod labels;
mod last_words;
mod legend;
mod mesh_layer;
mod numbers;
mod pages;
mod palette;
mod panels;
mod queries;
mod reach;
mod readme;
mod remembered;
mod repair;
mod small_windows;
mod space;
mod statistics;
mod stepping;
mod window;
