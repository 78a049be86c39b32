//! Times of each stage of derivation: from loose polygons to all derived data, and to the search mesh.
//!
//! Repeated Polyanya searches share the search mesh.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use super::median;
use crate::geometry::Vec3;
use crate::navmesh::synthetic::loosen;
use crate::navmesh::{Adjacency, Derived, Islands, Locator, NavMesh, WeldOptions, weld};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::search_mesh::SearchMesh;

#[derive(Serialize)]
pub(super) struct Stage {
    pub(super) name: &'static str,
    /// Median of the rounds, in milliseconds.
    pub(super) ms: f64,
    pub(super) ns_per_cell: f64,
    /// Time as a multiple of copying the bytes of all corners once.
    pub(super) copies: f64,
}

const NAMES: [&str; 8] =
    ["copy the bytes", "weld", "adjacency", "islands", "locator", "derive all", "lay out", "place landmarks"];

/// Measures every stage once per round.
pub(super) fn measure(mesh: &NavMesh, rounds: usize) -> Vec<Stage> {
    let soup = loosen(mesh);
    let derived = Derived::build(mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, &derived, &agent, &filter);
    // One position and one index for every corner of every cell.
    let bytes = vec![1_u8; soup.positions.len() * (size_of::<Vec3>() + size_of::<u32>())];
    let mut copy = bytes.clone();
    let floor = SearchMesh::build(&walkable).with_merged_cells().with_blocks();
    let mut round = || {
        let laid_out = floor.clone();
        [
            seconds(|| black_box(&mut copy).copy_from_slice(black_box(&bytes))),
            seconds(|| weld(&soup, &WeldOptions::default())),
            seconds(|| Adjacency::build(mesh)),
            seconds(|| Islands::build(mesh, &derived.adjacency)),
            seconds(|| Locator::build(mesh)),
            seconds(|| Derived::build(mesh)),
            seconds(|| SearchMesh::build(&walkable).with_merged_cells().with_blocks()),
            seconds(|| laid_out.with_landmarks()),
        ]
    };
    let took: Vec<[f64; NAMES.len()]> = (0..rounds).map(|_| round()).collect();
    let of_stage = |stage: usize| median(&took.iter().map(|round| round[stage]).collect::<Vec<_>>());
    let copying = of_stage(0).max(f64::MIN_POSITIVE);
    let told = |(stage, name)| {
        let took = of_stage(stage);
        let ns_per_cell = took * 1e9 / mesh.cell_count().max(1) as f64;
        Stage { name, ms: took * 1e3, ns_per_cell, copies: took / copying }
    };
    NAMES.into_iter().enumerate().map(told).collect()
}

/// Returns the time of a call, in seconds, without dropping its result.
fn seconds<T>(make: impl FnOnce() -> T) -> f64 {
    let begin = Instant::now();
    let made = black_box(make());
    let took = begin.elapsed().as_secs_f64();
    drop(made);
    took
}
