//! Integration tests of the generation, one module per feature.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod support;

mod rooms;
mod volumes;
mod solids;
mod limits;
mod jumps;
mod stages;
mod tiles;
mod details;
mod polygons;
