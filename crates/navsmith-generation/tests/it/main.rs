//! Integration tests of the generation, one module per feature.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod rooms;
