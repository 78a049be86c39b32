//! Times of each stage of derivation: from loose polygons to all derived data, and to the search mesh.
//!
//! Repeated Polyanya searches share the search mesh.

use serde::Serialize;

use super::clock::{Pass, copying, in_turns, making, making_of};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::loosen;
use navsmith_core::navmesh::{Adjacency, Derived, Islands, Locator, NavMesh, WeldOptions, weld};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::search_mesh::SearchMesh;

/// Options of the measured weld.
const WELD: WeldOptions = WeldOptions { distance: 0.001, max_slope: None };

/// Time of a stage, beside that of copying the bytes that it reads and writes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StageTime {
    /// Name of the stage.
    pub name: &'static str,
    /// Median of the rounds, in milliseconds.
    pub ms: f64,
    /// Median of the rounds for each cell, in nanoseconds.
    pub ns_per_cell: f64,
    /// Time as a multiple of copying its bytes once.
    pub copies: f64,
}

/// Measures every stage in turns with its copy; see [`in_turns`] for the number of rounds.
pub fn measure(mesh: &NavMesh, rounds: Option<usize>) -> Vec<StageTime> {
    let soup = loosen(mesh);
    let derived = Derived::build(mesh);
    let adjacency = &derived.adjacency;
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, &derived, &agent, &filter);
    let search_mesh = SearchMesh::build_merged(&walkable);
    let of_soup = soup.positions.len() * (size_of::<Vec3>() + size_of::<u32>()) + soup.len() * 8;
    let of_mesh: usize = mesh.bytes().iter().sum();
    let of_adjacency = adjacency.bytes();
    let of_islands = derived.islands.bytes();
    let of_locator = derived.locator.bytes();
    let of_derived = of_adjacency.iter().sum::<usize>() + of_islands + of_locator;
    let stages: [(&'static str, usize, Pass<'_>); 8] = [
        ("memory copy", of_mesh, copying(of_mesh)),
        ("weld", of_soup + of_mesh, making(|| weld(&soup, &WELD))),
        ("adjacency", of_mesh + of_adjacency.iter().sum::<usize>(), making(|| Adjacency::build(mesh))),
        ("islands", of_adjacency[1] + of_islands, making(|| Islands::build(mesh, adjacency))),
        ("locator", of_mesh + of_locator, making(|| Locator::build(mesh))),
        ("derive all", of_mesh + of_derived, making(|| Derived::build(mesh))),
        ("search mesh", of_mesh, making(|| SearchMesh::build_merged(&walkable))),
        ("landmarks", of_mesh, making_of(|| search_mesh.clone(), SearchMesh::with_landmarks)),
    ];
    let row = |(name, bytes, mut pass): (&'static str, usize, Pass<'_>)| {
        let mut copy = copying(bytes);
        let [took, copied] = in_turns(rounds, |which| if which == 0 { pass() } else { copy() });
        let ns_per_cell = took * 1e9 / mesh.cell_count().max(1) as f64;
        StageTime { name, ms: took * 1e3, ns_per_cell, copies: took / copied }
    };
    stages.into_iter().map(row).collect()
}
