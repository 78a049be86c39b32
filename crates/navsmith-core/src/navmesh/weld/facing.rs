//! The directions in which surfaces face, and the connections that steep polygons made.
//!
//! A surface is a set of polygons that are connected through edges.

use std::f32::consts::PI;

use super::ceilings::ceilings;
use super::contacts::{SlopeSide, join_contacts};
use super::risers::{UprightShape, risers};
use super::{Soup, WeldOptions, WeldReport};
use crate::geometry::{Vec3, slope, surface_area};
use crate::graph::union_find::{join, root};
use crate::navmesh::{Cell, CellId, NavMesh};

/// Slope in radians from which a polygon is a wall.
///
/// 80° is steeper than ramps and natural slopes, and less steep than leaning walls.
pub const WALL_SLOPE: f32 = 80.0 * PI / 180.0;

/// Direction in which a polygon faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    /// A wall.
    Sideways,
}

/// Treatment of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    Kept,
    Turned,
    LeftOut,
}

/// The treatment of all cells, and the connections lost with steep polygons.
pub(super) struct SurfaceFacing {
    /// By the number of the cell.
    treatments: Vec<Treatment>,
    lost_connections: usize,
    /// Further connections, lost with surfaces that face down.
    ceiling_connections: usize,
}

/// A side of a polygon, from the first to the second end of an edge or back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PolygonSide {
    edge: [u32; 2],
    polygon: u32,
    is_reversed: bool,
}

/// Cells and steep polygons with their sides. The cells come first.
struct Polygons {
    directions: Vec<Direction>,
    /// The shapes of the steep polygons that are walls.
    walls: Vec<Option<UprightShape>>,
    /// Number of cells.
    cells: usize,
    /// Sides in the order of their edges.
    sides: Vec<PolygonSide>,
}

/// Contents of a surface.
#[derive(Clone, Copy, Default)]
struct Contents {
    has_up: bool,
    has_down: bool,
    has_walls: bool,
}

impl SurfaceFacing {
    /// Examines the cells of a mesh, and the polygons that were too steep to become cells.
    ///
    /// Takes n log n time.
    pub(super) fn of(mesh: &NavMesh, steep: &Soup, options: &WeldOptions) -> Self {
        let polygons = Polygons::of(mesh, steep);
        let mut treatments = polygons.treatments(options.max_slope.is_some_and(|limit| limit < PI));
        let mut ceilings = Vec::new();
        if options.max_slope.is_none_or(|limit| limit < PI) {
            ceilings = polygons.leave_ceilings_out(mesh, &mut treatments);
        }
        let [lost_connections, ceiling_connections] =
            polygons.lost_connections((&treatments, &ceilings), mesh, steep, options.distance);
        Self { treatments, lost_connections, ceiling_connections }
    }

    /// Adds the numbers of turned and omitted cells and of lost connections to a report.
    pub(super) fn report(&self, mesh: &NavMesh, report: &mut WeldReport) {
        let count = |wanted| self.treatments.iter().filter(|&&treatment| treatment == wanted).count();
        report.turned = count(Treatment::Turned);
        report.undersides = count(Treatment::LeftOut);
        let [mut kept, mut left_out] = [0.0; 2];
        for (cell, treatment) in self.cells(mesh) {
            let sum = if treatment == Treatment::LeftOut { &mut left_out } else { &mut kept };
            *sum += surface_area(&positions(mesh, cell));
        }
        report.undersides_area = left_out;
        report.is_mostly_undersides = left_out > 2.0 * kept;
        report.lost_connections = self.lost_connections;
        report.ceiling_connections = self.ceiling_connections;
    }

    /// Returns the cells to keep, with their final direction.
    pub(super) fn soup(&self, mesh: &NavMesh) -> Soup {
        let kept = self.cells(mesh).filter(|(_, treatment)| *treatment != Treatment::LeftOut);
        let corners = kept.map(|(cell, treatment)| {
            let mut corners = mesh.corners(cell).to_vec();
            if treatment == Treatment::Turned {
                corners[1..].reverse();
            }
            (corners, mesh.cell(cell).map(Cell::area).unwrap_or_default())
        });
        Soup::of_cells(mesh, corners)
    }

    fn cells(&self, mesh: &NavMesh) -> impl Iterator<Item = (CellId, Treatment)> {
        mesh.cells().map(|(cell, _)| cell).zip(self.treatments.iter().copied())
    }
}

fn positions(mesh: &NavMesh, cell: CellId) -> Vec<Vec3> {
    mesh.corners(cell).iter().map(|&corner| mesh.position(corner)).collect()
}

impl Direction {
    fn of(ring: &[Vec3]) -> Self {
        let slope = slope(ring);
        if slope < WALL_SLOPE {
            Self::Up
        } else if slope > PI - WALL_SLOPE {
            Self::Down
        } else {
            Self::Sideways
        }
    }
}

impl Polygons {
    fn of(mesh: &NavMesh, steep: &Soup) -> Self {
        let cells = mesh.cell_count();
        let mut polygons =
            Self { directions: Vec::new(), walls: vec![None; cells], cells, sides: Vec::new() };
        for (cell, _) in mesh.cells() {
            let corners: Vec<u32> = mesh.corners(cell).iter().map(|corner| corner.0).collect();
            polygons.add(&corners, Direction::of(&positions(mesh, cell)));
        }
        for (corners, _) in steep.polygons() {
            let ring: Vec<Vec3> = corners.iter().map(|&corner| steep.positions[corner as usize]).collect();
            let direction = Direction::of(&ring);
            polygons.add(corners, direction);
            polygons.walls.push(if direction == Direction::Sideways {
                UprightShape::of(&ring)
            } else {
                None
            });
        }
        polygons.sides.sort_unstable();
        polygons
    }

    fn add(&mut self, corners: &[u32], direction: Direction) {
        let polygon = self.directions.len() as u32;
        self.directions.push(direction);
        let next = corners.iter().skip(1).chain(corners.first());
        self.sides.extend(corners.iter().zip(next).map(|(&from, &to)| PolygonSide {
            edge: [from.min(to), from.max(to)],
            polygon,
            is_reversed: from > to,
        }));
    }

    /// Returns the sides at each edge.
    fn edges(&self) -> impl Iterator<Item = &[PolygonSide]> {
        self.sides.chunk_by(|one, other| one.edge == other.edge)
    }

    fn is_cell(&self, polygon: u32) -> bool {
        (polygon as usize) < self.cells
    }

    /// Returns the sets of polygons that are connected through edges, as a list of parents.
    fn connected(&self, has: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut sets: Vec<u32> = (0..self.directions.len() as u32).collect();
        for edge in self.edges() {
            let mut at_edge = edge.iter().map(|side| side.polygon).filter(|&polygon| has(polygon));
            if let Some(first) = at_edge.next() {
                at_edge.for_each(|polygon| {
                    join(&mut sets, first, polygon);
                });
            }
        }
        sets
    }

    /// Returns the sets of cells that form one ground, whichever way each of its cells is wound.
    ///
    /// Two cells that face up and down continue each other if they run along their edge in the same direction. The
    /// top and the underside of a wedge run along it in opposite directions.
    fn grounds(&self) -> Vec<u32> {
        let mut sets: Vec<u32> = (0..self.directions.len() as u32).collect();
        for edge in self.edges() {
            for wanted in [Direction::Up, Direction::Down] {
                let faces = |side: &&PolygonSide| {
                    self.is_cell(side.polygon) && self.directions[side.polygon as usize] == wanted
                };
                let mut facing = edge.iter().filter(faces).map(|side| side.polygon);
                if let Some(first) = facing.next() {
                    facing.for_each(|polygon| {
                        join(&mut sets, first, polygon);
                    });
                }
            }
            if let [one, other] = edge
                && one.is_reversed == other.is_reversed
                && self.is_cell(one.polygon)
                && self.is_cell(other.polygon)
            {
                join(&mut sets, one.polygon, other.polygon);
            }
        }
        sets
    }

    /// Returns the contents of each set, by the number of its root.
    fn contents(&self, sets: &mut [u32], polygons: usize) -> Vec<Contents> {
        let mut contents = vec![Contents::default(); self.directions.len()];
        for polygon in 0..polygons as u32 {
            let of_set = &mut contents[root(sets, polygon) as usize];
            match self.directions[polygon as usize] {
                Direction::Up => of_set.has_up = true,
                Direction::Down => of_set.has_down = true,
                Direction::Sideways => of_set.has_walls = true,
            }
        }
        contents
    }

    /// Decides on each cell; only with a slope limit, undersides are left out.
    fn treatments(&self, is_limited: bool) -> Vec<Treatment> {
        let mut surfaces = self.connected(|_| true);
        let of_surface = self.contents(&mut surfaces, self.directions.len());
        let mut grounds = if is_limited { self.grounds() } else { Vec::new() };
        let of_ground = self.contents(&mut grounds, if is_limited { self.cells } else { 0 });
        let has_ground = self.directions[..self.cells].contains(&Direction::Up);
        let treatment = |cell: u32| {
            let surface = of_surface[root(&mut surfaces, cell) as usize];
            // A surface with walls can be a ceiling, unless there is no other ground.
            let can_be_ceiling = is_limited && surface.has_walls && has_ground;
            if surface.has_down && !surface.has_up && !can_be_ceiling {
                Treatment::Turned
            } else if is_limited
                && self.directions[cell as usize] == Direction::Down
                && !of_ground[root(&mut grounds, cell) as usize].has_up
            {
                Treatment::LeftOut
            } else {
                Treatment::Kept
            }
        };
        (0..self.cells as u32).map(treatment).collect()
    }

    /// Leaves out the surfaces to turn over that are over or under other ground.
    ///
    /// Returns their polygons, in order.
    fn leave_ceilings_out(&self, mesh: &NavMesh, treatments: &mut [Treatment]) -> Vec<u32> {
        let mut left_out = Vec::new();
        if !treatments.contains(&Treatment::Turned) {
            return left_out;
        }
        let mut surfaces = self.connected(|_| true);
        let (mut ground, mut down) = (Vec::new(), Vec::new());
        for ((polygon, (cell, _)), treatment) in (0..).zip(mesh.cells()).zip(&*treatments) {
            match self.directions[polygon as usize] {
                Direction::Up if *treatment == Treatment::Kept => ground.push(cell),
                Direction::Down if *treatment == Treatment::Turned => {
                    down.push((root(&mut surfaces, polygon), cell));
                }
                _ => {}
            }
        }
        let ceilings = ceilings(mesh, &ground, &down);
        for (polygon, treatment) in (0..).zip(treatments) {
            if *treatment == Treatment::Turned && ceilings.contains(&root(&mut surfaces, polygon)) {
                *treatment = Treatment::LeftOut;
                left_out.push(polygon);
            }
        }
        left_out
    }

    /// Returns the number of connections between kept cells that only steep polygons made.
    ///
    /// Walls make none, except the risers of stairs. The second number is that of further ones that only ceilings made.
    fn lost_connections(
        &self,
        (treatments, ceilings): (&[Treatment], &[u32]),
        mesh: &NavMesh,
        steep: &Soup,
        distance: f32,
    ) -> [usize; 2] {
        let is_kept =
            |polygon: u32| treatments.get(polygon as usize).is_some_and(|it| *it != Treatment::LeftOut);
        let risers = risers(&self.walls, self.edges().map(|edge| edge.iter().map(|side| side.polygon)));
        let is_slope = |polygon: u32| {
            let is_wall = self.directions[polygon as usize] == Direction::Sideways;
            !self.is_cell(polygon) && (!is_wall || risers[polygon as usize])
        };
        let parts = |sets: &mut Vec<u32>| {
            let mut roots: Vec<u32> =
                (0..self.cells as u32).filter(|&cell| is_kept(cell)).map(|cell| root(sets, cell)).collect();
            roots.sort_unstable();
            roots.dedup();
            roots.len()
        };
        let without = parts(&mut self.connected(is_kept));
        let mut with = self.connected(|polygon| is_kept(polygon) || is_slope(polygon));
        let is_open = |edge: &&[PolygonSide]| edge.iter().filter(|side| is_slope(side.polygon)).count() == 1;
        let foot = |edge: &[PolygonSide]| {
            let side = edge.iter().find(|side| is_slope(side.polygon))?;
            (self.directions[side.polygon as usize] == Direction::Up).then_some((side.polygon, side.edge))
        };
        let feet: Vec<SlopeSide> = self.edges().filter(is_open).filter_map(foot).collect();
        if without > 1 && !feet.is_empty() {
            join_contacts(&mut with, (mesh, &steep.positions), &is_kept, &feet, distance);
        }
        let with_slopes = parts(&mut with);
        if with_slopes == 1 || ceilings.is_empty() {
            return [without - with_slopes, 0];
        }
        let is_ceiling = |side: &&PolygonSide| ceilings.binary_search(&side.polygon).is_ok();
        let mut borders: Vec<SlopeSide> = Vec::new();
        for edge in self.edges() {
            let sides: Vec<u32> = edge.iter().filter(is_ceiling).map(|side| side.polygon).collect();
            sides.windows(2).for_each(|pair| {
                join(&mut with, pair[0], pair[1]);
            });
            borders.extend((sides.len() == 1).then(|| (sides[0], edge[0].edge)));
        }
        join_contacts(&mut with, (mesh, &steep.positions), &is_kept, &borders, distance);
        [without - with_slopes, with_slopes - parts(&mut with)]
    }
}
