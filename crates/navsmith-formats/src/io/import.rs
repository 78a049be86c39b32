//! Defaults of an import, the decision between mesh and level, and the conversion to a document.

use std::collections::BTreeSet;
use std::f32::consts::PI;
use std::fmt;
use std::ops::ControlFlow;

use super::facing::SceneFacing;
use super::placing::{Imported, PlacedSoup, Placement};
use super::scene::{ImportScene, Item, Picked, TooMuch};
use super::up_axis::WELD_DISTANCE;
use crate::document::limits::scaled_metre;
use crate::document::{Document, count, enumeration, noun};
use navsmith_core::geometry::{Bounds, BoxTree, Vec2, covers, ground, normal, slope, surface_area};
use navsmith_core::graph::union_find::{join, root};
use navsmith_core::navmesh::{
    Adjacency, Cell, CellId, Derived, HalfEdge, Link, NavMesh, Soup, WALL_SLOPE, WeldOptions, WeldReport,
    weld,
};

/// Default maximum slope of Detour and Unity, in radians.
pub const MAX_SLOPE: f32 = PI / 4.0;

/// Default choice and settings of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDefaults {
    /// Indices of the chosen items.
    pub chosen: Vec<usize>,
    /// Weld distance and maximum slope.
    pub weld: WeldOptions,
    /// Whether the chosen items are a navigation mesh or a level, and why.
    pub evidence: Evidence,
}

/// Reason why items are a navigation mesh, or a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A navigation mesh: a node, mesh, group or material is named like one.
    Name,
    /// A navigation mesh: the file is named like one.
    FileName,
    /// A navigation mesh: there are few walls, and no closed solid.
    NoWalls,
    /// A navigation mesh: all walls are steep ramps.
    Ramps,
    /// A level: there are many walls.
    Walls,
    /// A level: there are closed solids.
    Solids,
    /// A level: there are many nodes, and walls.
    Nodes,
}

impl Evidence {
    /// Whether the items are a navigation mesh, not a level.
    pub fn is_navmesh(self) -> bool {
        matches!(self, Self::Name | Self::FileName | Self::NoWalls | Self::Ramps)
    }

    /// Returns the default slope limit of an import, in radians.
    pub fn max_slope(self) -> Option<f32> {
        (!self.is_navmesh()).then_some(MAX_SLOPE)
    }

    /// Returns the noun for the items.
    pub fn noun(self) -> &'static str {
        if self.is_navmesh() { "navigation mesh" } else { "level" }
    }

    /// Determines what the polygons of some nodes are by their shape.
    fn of_shape(soup: &Soup, nodes: usize) -> Self {
        let [mut polygons, mut walls, mut upright, mut undersides, mut grounds] = [0_usize; 5];
        let [mut area, mut wall_area] = [0.0; 2];
        for (corners, _) in soup.polygons() {
            let Some(ring) = soup.finite_ring(corners) else { continue };
            let (own_area, slope) = (surface_area(&ring), slope(&ring));
            polygons += 1;
            area += own_area;
            if own_area > 0.0 && slope.min(PI - slope) >= WALL_SLOPE {
                walls += 1;
                upright += usize::from(slope.min(PI - slope) >= UPRIGHT);
                wall_area += own_area;
            } else if slope > WALL_SLOPE {
                undersides += 1;
            } else {
                grounds += 1;
            }
        }
        let has_walls = walls >= LEAST_WALLS && wall_area > LITTLE_WALL * area;
        let has_many =
            has_walls && walls as f64 >= MANY_WALLS * polygons as f64 || wall_area > MUCH_WALL * area;
        let is_level = has_many || has_walls && nodes >= MANY_NODES;
        // All ground of a left-handed file faces down.
        let has_one_side = undersides == 0 || grounds == 0;
        if is_level && upright == 0 && has_one_side && are_ramps(soup) {
            Self::Ramps
        } else if has_many {
            Self::Walls
        } else if is_level {
            Self::Nodes
        } else if walls > 0 && undersides > 0 && has_solid(soup) {
            Self::Solids
        } else {
            Self::NoWalls
        }
    }
}

/// Completes the clause "because …".
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "it is named like one",
            Self::FileName => "the file is named like one",
            Self::NoWalls => "it has few walls and no solids",
            Self::Ramps => "all of its walls are steep ramps between grounds",
            Self::Walls => "it has many walls",
            Self::Solids => "it has solids",
            Self::Nodes => "it has many nodes and walls",
        })
    }
}

/// Least share of walls among the polygons of a level.
const MANY_WALLS: f64 = 0.05;

/// Least share of walls in the area of a level.
const MUCH_WALL: f64 = 0.1;

/// Number of walls from which their number counts, and their least share of the area for this.
///
/// A navigation mesh can have a few upright triangles.
const LEAST_WALLS: usize = 8;
const LITTLE_WALL: f64 = 0.01;

/// Slope from which a wall is upright, in radians.
const UPRIGHT: f32 = 89.0 * PI / 180.0;

/// Number of nodes from which few walls mean that they are a level.
const MANY_NODES: usize = 10;

/// Whether some surface of polygons is closed.
fn has_solid(soup: &Soup) -> bool {
    let (mesh, _) = weld(soup, &WeldOptions { distance: WELD_DISTANCE, max_slope: None });
    let derived = Derived::build(&mesh);
    let mut is_open = vec![false; derived.islands.len()];
    for (cell, corners) in mesh.cells() {
        let mut sides = (0..corners.len() as u32).map(|side| HalfEdge { cell, side });
        if let Some(island) = derived.islands.of(cell)
            && sides.any(|side| derived.adjacency.twin(side).is_none())
        {
            is_open[island.0 as usize] = true;
        }
    }
    is_open.contains(&false)
}

/// Whether each wall leads up from one ground to another, and has no ground below it.
fn are_ramps(soup: &Soup) -> bool {
    let (mesh, _) = weld(soup, &WeldOptions { distance: WELD_DISTANCE, max_slope: None });
    let adjacency = Adjacency::build(&mesh);
    let is_wall = |cell: CellId| {
        let slope = slope(&mesh.ring(cell));
        slope.min(PI - slope) >= WALL_SLOPE
    };
    let (walls, grounds): (Vec<CellId>, Vec<CellId>) =
        mesh.cells().map(|(cell, _)| cell).partition(|&cell| is_wall(cell));
    let walls_by_id: BTreeSet<CellId> = walls.iter().copied().collect();
    let mut parts: Vec<u32> = (0..mesh.cell_slots() as u32).collect();
    // Walls with ground at a side below their middle, and with ground at a side above it.
    let mut with_ground = [Vec::new(), Vec::new()];
    for &wall in &walls {
        let middle = mesh.centroid(wall).y;
        for side in (0..mesh.ring(wall).len() as u32).map(|side| HalfEdge { cell: wall, side }) {
            let Some(other) = adjacency.twin(side).map(|twin| twin.cell) else { continue };
            if walls_by_id.contains(&other) {
                join(&mut parts, wall.0, other.0);
            } else {
                let height = |corner| mesh.position(corner).y;
                let is_above =
                    mesh.half_edge(side).is_some_and(|[from, to]| height(from).midpoint(height(to)) > middle);
                with_ground[usize::from(is_above)].push(wall);
            }
        }
    }
    let rims = with_ground
        .map(|walls| -> BTreeSet<u32> { walls.into_iter().map(|wall| root(&mut parts, wall.0)).collect() });
    let boxes = BoxTree::of(grounds.iter().map(|&cell| Bounds::of(mesh.ring(cell))));
    let has_ground_below = |wall: CellId| {
        let (at, mut has_ground) = (mesh.centroid(wall), false);
        let is_below = |bounds: &Bounds| {
            let (low, high) = (bounds.min, bounds.max);
            low.y < at.y && low.x <= at.x && at.x <= high.x && low.z <= at.z && at.z <= high.z
        };
        boxes.visit(is_below, |number| {
            let ring: Vec<Vec2> = mesh.ring(grounds[number as usize]).into_iter().map(ground).collect();
            has_ground = covers(&ring, ground(at));
            if has_ground { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        has_ground
    };
    let is_ramp = |wall: CellId| {
        let part = root(&mut parts, wall.0);
        rims.iter().all(|rim| rim.contains(&part)) && !has_ground_below(wall)
    };
    !walls.is_empty() && walls.into_iter().all(is_ramp)
}

impl ImportDefaults {
    /// Returns the defaults for a scene; names determine the chosen items.
    pub fn of(scene: &ImportScene) -> Self {
        Self::of_items(scene, scene.preselected(), &Placement::default())
    }

    /// Returns the defaults for these items of a scene, in these coordinates.
    ///
    /// A navigation mesh keeps all triangles, because all of them are walkable. A level loses steep triangles.
    pub fn of_items(scene: &ImportScene, chosen: Vec<usize>, placement: &Placement) -> Self {
        let evidence = Self::evidence(scene, &chosen, *placement);
        let weld = WeldOptions { distance: WELD_DISTANCE, max_slope: evidence.max_slope() };
        Self { chosen, weld, evidence }
    }

    fn evidence(scene: &ImportScene, chosen: &[usize], placement: Placement) -> Evidence {
        if scene.is_named_like_navmesh {
            return Evidence::FileName;
        }
        if scene.is_named_navmesh(chosen) {
            return Evidence::Name;
        }
        let items = chosen.iter().filter_map(|&index| scene.items.get(index));
        let nodes: BTreeSet<&str> = items.map(Item::path).collect();
        // An import that exceeds its budget is refused later.
        let Ok(Picked { mut soup, .. }) = scene.soup(chosen) else { return Evidence::Nodes };
        soup.place(placement.coordinates(placement.detect(&soup)));
        Evidence::of_shape(&soup, nodes.len())
    }
}

/// Returns whether a mesh is a closed surface; reads its adjacency only if cells face down.
fn is_closed(mesh: &NavMesh) -> bool {
    let faces_down = |(id, _): (CellId, &Cell)| normal(&mesh.ring(id)).is_some_and(|normal| normal.y < 0.0);
    mesh.cells().any(faces_down) && Adjacency::build(mesh).is_closed(mesh)
}

/// Imports the items with these indices; ignores invalid indices.
///
/// `Err` if the import exceeds its budget.
pub fn import(
    scene: &ImportScene,
    chosen: &[usize],
    placement: &Placement,
    options: &WeldOptions,
) -> Result<Imported, TooMuch> {
    let Picked { mut soup, areas, mut notes } = scene.soup(chosen)?;
    let PlacedSoup { up, coordinates, facing, is_turned } = placement.place_soup(&mut soup, options);
    notes.extend(facing_note(facing, *placement, is_turned));
    let is_corrected = placement.mirror.is_some() || placement.is_turned;
    let facing = if is_corrected { SceneFacing::default() } else { facing };
    // Ground of a mesh that is named like a navigation mesh is no ceiling.
    let all = scene.is_named_navmesh(chosen).then_some(PI);
    let (mesh, report) = weld(&soup, &WeldOptions { max_slope: options.max_slope.or(all), ..*options });
    notes.extend(turned(&report, mesh.cell_count(), placement));
    let links = scene.links.iter().map(|link| link.map(|at| coordinates.to_document(at)));
    let mesh = mesh.with_links(links.filter(Link::is_finite)).map_err(TooMuch)?;
    let metre = scaled_metre(scene.metre, coordinates.scale);
    let is_closed = is_closed(&mesh);
    if is_closed {
        notes.push(
            "Every side has a neighbour, so the ground is a closed surface, such as a planet.".to_owned(),
        );
    }
    let mesh = mesh.with_closed_surface(is_closed);
    let document = Document { areas: areas.into(), metre, ..Document::of_mesh(mesh) }.for_person();
    Ok(Imported { document, report, notes, coordinates, up, facing })
}

/// Returns a sentence about faces that are inside out; `None` if nothing shows that.
fn facing_note(facing: SceneFacing, placement: Placement, is_turned: bool) -> Option<String> {
    let is_mirrored = placement.mirror.is_some();
    match facing {
        SceneFacing::InsideOut { .. } if is_mirrored && is_turned => {
            Some("After the mirror, the faces were inside out, so they were turned over.".into())
        }
        SceneFacing::Inwards if !is_mirrored && !placement.is_turned => Some(format!(
            "A closed surface faces inwards, as a room does. If it is a solid, the file is left-handed: {REMEDY}."
        )),
        _ => None,
    }
}

/// Remedy for a file whose faces are inside out.
pub const REMEDY: &str = "mirror the file along the axis that its program negates, usually X (no face shows which), or \
                          turn all faces over";

/// Returns a sentence about the cells that were turned over; `None` without any.
pub fn turned(report: &WeldReport, cells: usize, placement: &Placement) -> Option<String> {
    let number = count(report.turned, "cell", "cells");
    let verb = noun(report.turned, "was", "were");
    match report.turned {
        0 => None,
        all if all == cells && placement.mirror.is_none() => Some(
            "All cells faced down, so they were turned over. If the file is left-handed, the mesh is mirrored: mirror it \
             along the axis that its program negates, usually X."
                .into(),
        ),
        all if all == cells => Some("All cells faced down, so they were turned over.".into()),
        _ => Some(format!("{number} {verb} turned over, because all of their surface faced down.")),
    }
}

/// Returns a clause about the ground that a weld left out; `None` if it left nothing out.
///
/// A second clause, after a semicolon, states the connections that it made.
/// `max_slope` is the slope limit in radians.
pub fn left_out(report: &WeldReport, max_slope: Option<f32>) -> Option<String> {
    let degrees = max_slope.unwrap_or(MAX_SLOPE).to_degrees();
    let cells = |number: usize| count(number, "cell", "cells");
    let steep = (report.too_steep > 0).then(|| {
        let (cells, area) = (cells(report.too_steep), report.too_steep_area);
        format!("{cells} steeper than {degrees:.0}° ({area:.2} m²)")
    });
    let undersides = (report.undersides > 0).then(|| {
        let verb = noun(report.undersides, "faces", "face");
        format!("{} that {verb} down ({:.2} m²)", cells(report.undersides), report.undersides_area)
    });
    let broken = report.non_finite + report.out_of_range;
    let broken = (broken > 0).then(|| format!("{} with an invalid corner", cells(broken)));
    let parts: Vec<String> = steep.into_iter().chain(undersides).chain(broken).collect();
    let lost = count(report.lost_connections, "connection", "connections");
    let of_steep = (report.lost_connections > 0).then(|| {
        format!("; the steep {} made {lost} between others", noun(report.too_steep, "cell", "cells"))
    });
    let of_ceilings = (report.ceiling_connections > 0).then(|| {
        let lost = count(report.ceiling_connections, "connection", "connections");
        format!("; surfaces that face down made {lost} between others")
    });
    let made: String = of_steep.into_iter().chain(of_ceilings).collect();
    (!parts.is_empty()).then(|| format!("left out: {}{made}", enumeration(&parts)))
}

/// Returns the ground that a weld left out against what an import promises, in clauses.
///
/// Walls of a level, undersides of its solids, and polygons that are too steep for a limit that the user set are not among it.
pub fn lost(report: &WeldReport, options: &WeldOptions, is_default_slope: bool) -> Vec<String> {
    let is_navmesh = is_default_slope && options.max_slope.is_none();
    let steep = (is_default_slope && report.lost_connections > 0).then(|| {
        let lost = count(report.lost_connections, "connection", "connections");
        let (made, them) = (noun(report.lost_connections, "was", "were"), noun(report.too_steep, "it", "them"));
        let cells = count(report.too_steep, "cell", "cells");
        format!(
            "{cells} steeper than {:.0}° ({:.2} m²) {} left out, and {lost} between other cells {made} lost with {them}",
            MAX_SLOPE.to_degrees(),
            report.too_steep_area,
            noun(report.too_steep, "was", "were")
        )
    });
    let broken = report.non_finite + report.out_of_range;
    let invalid = (broken > 0).then(|| {
        let was = noun(broken, "was", "were");
        format!("{} with an invalid corner {was} left out", count(broken, "cell", "cells"))
    });
    let [was, faces] = [["was", "faces"], ["were", "face"]][usize::from(report.undersides > 1)];
    let cells = count(report.undersides, "cell", "cells");
    let left_out = format!("{cells} that {faces} down ({:.2} m²) {was} left out", report.undersides_area);
    let undersides = if report.is_mostly_undersides {
        Some(format!(
            "{left_out}, which is more than what was kept; mirror the file, or treat it as a navigation mesh"
        ))
    } else if is_navmesh && report.undersides > 0 {
        Some(format!(
            "{left_out}, because they are over or under other ground; name the file or node navmesh to keep them"
        ))
    } else {
        None
    };
    steep.into_iter().chain(undersides).chain(invalid).collect()
}
