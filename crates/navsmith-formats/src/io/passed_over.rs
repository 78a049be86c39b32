//! Meshes that an import leaves out, because others are named like a navigation mesh.

use std::collections::BTreeSet;

use super::import::MAX_SLOPE;
use super::placing::Placement;
use super::scene::{ImportScene, Picked};
use crate::document::count;
use navsmith_core::geometry::{slope, surface_area};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, Soup, WeldOptions, weld};

/// The meshes that are left out, and the connections that they made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PassedOver {
    /// Number of meshes.
    pub meshes: usize,
    /// Area of their ground, in m².
    pub area: f64,
    /// Number of connections between imported cells that only their ground made.
    pub lost_connections: usize,
}

/// Area of the ground that is left out, in the mesh of everything.
const OTHER: AreaId = AreaId(1);

impl PassedOver {
    /// Examines the items that are not chosen. Welds them together with the chosen ones.
    ///
    /// An import that exceeds its budget has no connections; reading it is refused later.
    pub fn of(scene: &ImportScene, chosen: &[usize], placement: &Placement, options: &WeldOptions) -> Self {
        let chosen_items: BTreeSet<usize> = chosen.iter().copied().collect();
        let others: Vec<usize> = (0..scene.items.len()).filter(|it| !chosen_items.contains(it)).collect();
        let passed_over = Self { meshes: others.len(), ..Self::default() };
        if others.is_empty() {
            return passed_over;
        }
        let (Ok(Picked { soup: mut kept, .. }), Ok(Picked { soup: mut other, .. })) =
            (scene.soup(chosen), scene.soup(&others))
        else {
            return passed_over;
        };
        let placed = placement.place_soup(&mut kept, options);
        other.place(placed.coordinates);
        if placed.is_turned {
            other.reverse();
        }
        let mut all = Soup::default();
        add(&mut all, &kept, AreaId(0), options.max_slope);
        let alone = welded(&all, options);
        let area = add(&mut all, &other, OTHER, Some(options.max_slope.unwrap_or(MAX_SLOPE)));
        let together = welded(&all, options);
        Self { area, lost_connections: alone.saturating_sub(together), ..passed_over }
    }

    /// Returns the clause "1 other mesh (16.00 m²), which made 1 connection"; `None` without meshes.
    pub fn clause(&self) -> Option<String> {
        let lost = count(self.lost_connections, "connection", "connections");
        let made = if self.lost_connections > 0 { format!(", which made {lost}") } else { String::new() };
        let meshes = count(self.meshes, "other mesh", "other meshes");
        (self.meshes > 0).then(|| format!("{meshes} ({:.2} m²){made}", self.area))
    }

    /// Returns a clause about the connections that are lost; `None` if there are none.
    pub fn lost(&self) -> Option<String> {
        let clause = self.clause().filter(|_| self.lost_connections > 0)?;
        Some(format!("{clause}, left out"))
    }
}

/// Adds the polygons of a soup that are not steeper than a limit, and returns their area in m².
fn add(all: &mut Soup, soup: &Soup, area: AreaId, max_slope: Option<f32>) -> f64 {
    let first = all.positions.len() as u32;
    all.positions.extend(&soup.positions);
    let mut sum = 0.0;
    for (corners, _) in soup.polygons() {
        let Some(ring) = soup.finite_ring(corners) else { continue };
        if max_slope.is_none_or(|limit| slope(&ring) <= limit) {
            let corners: Vec<u32> = corners.iter().map(|corner| first + corner).collect();
            all.push(&corners, area);
            sum += surface_area(&ring);
        }
    }
    sum
}

/// Returns the number of islands with cells of the chosen items.
fn welded(all: &Soup, options: &WeldOptions) -> usize {
    let (mesh, _): (NavMesh, _) = weld(all, &WeldOptions { max_slope: None, ..*options });
    let derived = Derived::build(&mesh);
    let is_chosen = |cell: &Cell| cell.area() != OTHER;
    let chosen = mesh.cells().filter(|(_, cell)| is_chosen(cell));
    chosen.filter_map(|(id, _)| derived.islands.of(id)).collect::<BTreeSet<_>>().len()
}
