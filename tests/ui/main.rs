//! Tests of the connection between window and editor, and screenshots of the canvas.
//!
//! They are a separate package, so that the program and the tests below `app` build without the test harness of egui.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod agents;
mod canvas;
mod frame_rates;
mod issues;
mod labels;
mod legend;
mod numbers;
mod panels;
mod reach;
mod readme;
mod repair;
mod space;
mod statistics;
mod window;
