//! What opens a way that is shut: other settings of the query, and links that lead both ways.
//!
//! It is tried on a copy before it is offered. This module does not know what the user chose.

use std::ops::ControlFlow;

use crate::navmesh::edit::{EditResult, Edited, set_link};
use crate::navmesh::{Derived, Draft, Link, LinkId, NavMesh};
use crate::pathfinding::{Query, Relaxation, Settings, find_path_while};
use crate::trace::Silent;

/// What opens a shut way.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// What it takes, as an order.
    pub relaxation: Relaxation,
    /// The settings of the query, changed by no more than it takes.
    pub settings: Settings,
    /// The mesh; it differs only where links have to lead both ways.
    pub mesh: NavMesh,
    /// How long the path is then, in metres.
    pub length: f64,
}

/// What opens the way of a question that has no path; `None` where it stays shut, and where neither the agent, the filter
/// nor a link is in the way.
///
/// What opens a cell may show what else shuts it, so it is asked a few times over. `goes_on` hears from time to time how
/// many nodes or intervals a search has expanded, and may break it off, which gives `None`.
pub fn opened(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    goes_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Opened> {
    const ROUNDS: usize = 8;
    let (mut query, mut mesh, mut derived) = (query.clone(), mesh.clone(), derived.clone());
    let mut all = Relaxation::default();
    let (mut answer, _) = find_path_while(&mesh, &derived, &query, &mut Silent, &mut *goes_on);
    for _ in 0..ROUNDS {
        let relaxation = answer.why()?.relaxation()?;
        query.settings = relaxation.applied_to(&query.settings);
        if !relaxation.links.is_empty() {
            let mut draft = Draft::new(mesh, derived.adjacency.clone());
            lead_both_ways(&mut draft, &relaxation.links).ok()?;
            mesh = draft.into_mesh();
            derived.update(&mesh);
        }
        all = all.and(relaxation);
        (answer, _) = find_path_while(&mesh, &derived, &query, &mut Silent, &mut *goes_on);
        if let Some(path) = answer.path() {
            let (relaxation, length) = (all, path.length);
            return Some(Opened { relaxation, settings: query.settings, mesh, length });
        }
    }
    None
}

fn lead_both_ways(draft: &mut Draft, links: &[LinkId]) -> EditResult {
    for &id in links {
        if let Some(&link) = draft.mesh().link(id) {
            set_link(draft, id, Link { is_one_way: false, ..link })?;
        }
    }
    Ok(Edited::default())
}
