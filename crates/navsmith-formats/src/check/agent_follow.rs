//! Keys of the issues of an agent to check after an edit.

use std::collections::BTreeSet;

use super::agent_look::AgentLook;
use super::agent_search::{AgentKey, AgentSearch};
use super::list::IssueLists;
use super::touched::Touched;
use super::{crack, island};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{Attachment, CellId, Derived, HalfEdge};

/// An edit of a mesh.
pub(super) struct Edit<'a> {
    /// The edited mesh.
    pub(super) look: &'a AgentLook<'a>,
    /// The mesh before.
    pub(super) before: &'a Derived,
    pub(super) touched: &'a Touched<'a>,
    /// The changed cells, and those at touched edges.
    pub(super) cells: &'a BTreeSet<CellId>,
}

impl Edit<'_> {
    /// Whether the edit may change what depends on links and on the islands that they join.
    pub(super) fn affects_links(&self) -> bool {
        let changes = self.touched.changes;
        !changes.links.is_empty() || changes.is_topological && self.look.mesh.link_count() > 0
    }

    /// Returns the cells to which changed links are or were attached.
    fn linked_cells(&self) -> impl Iterator<Item = CellId> {
        let both = [&self.before.links, &self.look.derived.links];
        let links = self.touched.changes.links.iter();
        let ends = links.flat_map(move |&link| both.into_iter().filter_map(move |links| links.ends(link)));
        ends.flatten().flat_map(Attachment::anchors).map(|anchor| anchor.cell)
    }

    /// Returns the cells at touched vertices, before the edit and after it.
    fn cells_at_vertices(&self) -> [BTreeSet<CellId>; 2] {
        [self.before, self.look.derived].map(|derived| self.touched.cells_at_vertices(&derived.adjacency))
    }
}

/// Adds the keys of a search that an edit may affect to those of its cells.
///
/// Some occur more than once. The width in the key of a portal may be an earlier one.
pub(super) fn keys(
    search: AgentSearch,
    edit: &Edit<'_>,
    known: &IssueLists<AgentKey>,
    keys: &mut Vec<AgentKey>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let (look, cells) = (edit.look, edit.cells.iter().copied());
    match search {
        AgentSearch::TinyIslands => tiny_islands(edit, keys),
        AgentSearch::LoneCells => return lone_cells(edit, keys, budget),
        AgentSearch::Portals => return portals(edit, known, keys, budget),
        AgentSearch::Slopes => keys.extend(edit.touched.changes.cells.iter().copied().map(AgentKey::Slope)),
        AgentSearch::Contrasts => {
            let sides = cells.flat_map(|cell| look.sides(cell));
            let both = sides.flat_map(|side| [Some(side), look.derived.adjacency.twin(side)]);
            keys.extend(both.flatten().map(AgentKey::Contrast));
        }
        AgentSearch::Cracks => return cracks(edit, known, keys, budget),
        AgentSearch::DuplicateLinks | AgentSearch::Returns => {}
        AgentSearch::Heights => {
            let vertices = edit.touched.vertices.iter().chain(&edit.touched.changes.vertices);
            keys.extend(vertices.map(|&vertex| AgentKey::VertexHeight(vertex)));
            keys.extend(edit.touched.changes.cells.iter().copied().map(AgentKey::CellHeight));
        }
        AgentSearch::Walls => {
            // The move of an end depends on the other edges there.
            let [before, after] = edit.cells_at_vertices();
            let known = before.union(&after).flat_map(|&cell| known.keys(cell));
            keys.extend(known.filter(|key| matches!(key, AgentKey::Wall(_))));
            let cells: BTreeSet<CellId> = cells.chain(after.iter().copied()).collect();
            keys.extend(cells.into_iter().flat_map(|cell| look.sides(cell)).map(AgentKey::Wall));
        }
        AgentSearch::WallsInside => keys.extend(cells.map(AgentKey::WallInside)),
    }
    Ok(())
}

/// Adds the islands of the cells at touched vertices.
///
/// Every part of an island that was split contains such a cell.
fn tiny_islands(edit: &Edit<'_>, keys: &mut Vec<AgentKey>) {
    let both = [&edit.before.islands, &edit.look.derived.islands];
    for (islands, cells) in both.into_iter().zip(edit.cells_at_vertices()) {
        let of_cells: BTreeSet<_> = cells.into_iter().filter_map(|cell| islands.of(cell)).collect();
        keys.extend(of_cells.into_iter().filter_map(|island| islands.first_cell(island)).map(AgentKey::Tiny));
    }
}

/// Adds the changed cells, those around them, and those that had or have a changed link.
fn lone_cells(edit: &Edit<'_>, keys: &mut Vec<AgentKey>, budget: &mut Budget) -> Result<(), Exhausted> {
    let at_vertices = edit.cells_at_vertices().into_iter().flatten();
    let cells = edit.cells.iter().copied().chain(at_vertices).chain(edit.linked_cells());
    keys.extend(cells.map(AgentKey::Lone));
    let changed = &edit.touched.changes.cells;
    for (mesh, &cell) in [edit.before.mesh(), edit.look.mesh].into_iter().flat_map(|mesh| {
        changed.iter().filter(move |cell| mesh.cell(**cell).is_some()).map(move |cell| (mesh, cell))
    }) {
        let around = island::surroundings(mesh, cell, &edit.look.limits);
        edit.look.derived.locator.try_each_within(edit.look.mesh, around, budget, |other, budget| {
            keys.push(AgentKey::Lone(other));
            budget.keep(size_of::<AgentKey>())
        })?;
    }
    // A cell is lone only beside others.
    let are_several = [edit.before, edit.look.derived].map(|derived| derived.islands.len() > 1);
    if are_several[0] != are_several[1] {
        let all = [edit.before, edit.look.derived];
        keys.extend(
            all.into_iter().flat_map(|derived| island::single_cells(&derived.islands)).map(AgentKey::Lone),
        );
    }
    Ok(())
}

/// Adds the portals at touched vertices, before the edit and after it.
fn portals(
    edit: &Edit<'_>,
    known: &IssueLists<AgentKey>,
    keys: &mut Vec<AgentKey>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let [before, after] = edit.cells_at_vertices();
    for &cell in before.union(&after) {
        keys.extend(known.keys(cell).filter(|key| matches!(key, AgentKey::Portal(..))));
    }
    for cell in after {
        let corners = edit.look.mesh.corners(cell);
        budget.step(corners.len())?;
        for side in edit.look.sides(cell) {
            let ends = edit.look.mesh.half_edge(side).into_iter().flatten();
            let is_touched = ends.into_iter().any(|end| edit.touched.vertices.contains(&end));
            let portal = edit.look.derived.adjacency.twin(side).map(|twin| twin.min(side));
            if let Some(portal) = portal.filter(|_| is_touched) {
                keys.push(AgentKey::Portal(0, portal));
            }
        }
    }
    Ok(())
}

fn cracks(
    edit: &Edit<'_>,
    known: &IssueLists<AgentKey>,
    keys: &mut Vec<AgentKey>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let linked: BTreeSet<CellId> = edit.linked_cells().collect();
    let is_crack = |key: &AgentKey| matches!(key, AgentKey::Crack(_));
    keys.extend(linked.iter().flat_map(|&cell| known.keys(cell)).filter(is_crack));
    for &cell in edit.cells.union(&linked) {
        crack::candidates(
            edit.look,
            cell,
            |_| true,
            budget,
            |sides: [HalfEdge; 2], budget| {
                keys.push(AgentKey::Crack(sides));
                budget.keep(size_of::<AgentKey>())
            },
        )?;
    }
    Ok(())
}
