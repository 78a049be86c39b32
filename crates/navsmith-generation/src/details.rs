//! Detail heights of cells, sampled from the ground of their regions.
//!
//! The samples are those of Recast: points along edges and a grid of points inside of a cell. Along an edge, points are
//! kept where they differ from the line between those around them (Douglas and Peucker, *Algorithms for the Reduction of
//! the Number of Points Required to Represent a Digitized Line*, 1973). Both cells of an edge get the same points. Inside,
//! each round adds the sample of each triangle that differs most from it (Garland and Heckbert, *Fast Polygonal
//! Approximation of Terrains and Height Fields*, 1995), until none differs by more than the error.

use std::collections::{HashMap, HashSet};

use glam::DVec3;
use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::{CellDetail, CellId, NavMesh, Surface, height_in};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;
use navsmith_core::triangulation::{PointId, TriangleSide, Triangulation};

use crate::grid::{cross, on_ground};
use crate::heights::{FieldRegion, RegionHeights, height_at};
use crate::polygons::{Polygon, Vertices};
use crate::settings::GenerationSettings;

/// Maximum number of points of a cell, so that Detour can count them and their triangles.
const MOST_POINTS: usize = 112;

/// Maximum number of parts of an edge, as in Recast.
const MOST_PARTS: f64 = 32.0;

/// A cell: its polygon, and the vertices at its corners in the order of the mesh.
pub(crate) struct CellPolygon<'a> {
    pub(crate) polygon: &'a Polygon,
    pub(crate) corners: Vec<u32>,
}

/// What heights are sampled from.
pub(crate) struct DetailSource<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) cells: &'a [CellPolygon<'a>],
    pub(crate) vertices: &'a Vertices,
    pub(crate) fields: &'a [RegionHeights],
    /// Lowest corner of the level.
    pub(crate) low: Vec3,
    pub(crate) settings: &'a GenerationSettings,
}

/// A point of the grid with any coordinates: columns along X, voxels of height, columns along Z.
type Sample = [f64; 3];

impl DetailSource<'_> {
    /// Returns the detail heights of the cells that need some.
    pub(crate) fn details(&self, progress: &Progress) -> Result<Vec<(CellId, CellDetail)>, Stopped> {
        let mut regions: HashMap<[u32; 2], Vec<FieldRegion>> = HashMap::new();
        for cell in self.cells {
            for edge in cell.edges() {
                let known = regions.entry(sorted(edge)).or_default();
                if !known.contains(&cell.polygon.region) {
                    known.push(cell.polygon.region);
                }
            }
        }
        let mut on_edges: HashMap<[u32; 2], Vec<Sample>> = HashMap::new();
        let mut details = Vec::new();
        for (number, cell) in (0..).zip(self.cells) {
            progress.check()?;
            let sides = cell.edges().map(|edge| {
                let key = sorted(edge);
                let samples = on_edges.entry(key).or_insert_with(|| self.edge_samples(key, &regions[&key]));
                let mut samples: Vec<Vec3> = samples.iter().map(|&sample| self.place(sample)).collect();
                if key != edge {
                    samples.reverse();
                }
                samples
            });
            let sides: Vec<Vec<Vec3>> = sides.collect();
            details.extend(self.detail(CellId(number), cell, &sides).map(|detail| (CellId(number), detail)));
        }
        Ok(details)
    }

    /// Returns the distance of samples, in columns.
    fn step(&self) -> f64 {
        f64::from(self.settings.detail_distance.max(1.0))
    }

    /// Returns the largest error, in metres.
    fn most_error(&self) -> f32 {
        self.settings.detail_error * self.settings.cell_height()
    }

    fn place(&self, [x, y, z]: Sample) -> Vec3 {
        let [size, height] = [self.settings.cell_size(), self.settings.cell_height()].map(f64::from);
        (self.low.as_dvec3() + DVec3::new(x * size, y * height, z * size)).as_vec3()
    }

    /// Returns the points that an edge needs between its ends, in order.
    fn edge_samples(&self, [from, to]: [u32; 2], regions: &[FieldRegion]) -> Vec<Sample> {
        let [from, to] = [from, to].map(|vertex| self.vertices.places[vertex as usize].map(f64::from));
        let length = (to[0] - from[0]).hypot(to[2] - from[2]);
        let parts = (1.0 + (length / self.step()).floor()).min(MOST_PARTS);
        let between = |share: f64| [0, 1, 2].map(|axis: usize| from[axis] + (to[axis] - from[axis]) * share);
        let inner = (1..parts as u32).filter_map(|part| {
            let [x, _, z] = between(f64::from(part) / parts);
            Some([x, height_at(self.fields, [x, z], regions)?, z])
        });
        let samples: Vec<Sample> = [from].into_iter().chain(inner).chain([to]).collect();
        let mut kept = vec![false; samples.len()];
        let mut open = vec![[0, samples.len() - 1]];
        while let Some([first, last]) = open.pop() {
            let [a, b] = [samples[first], samples[last]];
            let run = |at: Sample| (at[0] - a[0]).hypot(at[2] - a[2]);
            let error = |&nth: &usize| {
                let line = a[1] + (b[1] - a[1]) * run(samples[nth]) / run(b);
                (samples[nth][1] - line).abs()
            };
            let worst = (first + 1..last).max_by(|one, other| error(one).total_cmp(&error(other)));
            if let Some(worst) = worst.filter(|nth| error(nth) > f64::from(self.settings.detail_error)) {
                kept[worst] = true;
                open.extend([[first, worst], [worst, last]]);
            }
        }
        samples.into_iter().zip(kept).filter(|&(_, is_kept)| is_kept).map(|(sample, _)| sample).collect()
    }

    /// Returns samples inside of a cell, away from its sides.
    fn inner_samples(&self, cell: &CellPolygon<'_>) -> Vec<Vec3> {
        let ring: Vec<_> = cell.corners.iter().map(|&at| self.vertices.places[at as usize]).collect();
        let step = self.step().round() as i32;
        let range = |axis: usize| {
            let along = ring.iter().map(|corner| corner[axis]);
            let (low, high) = (along.clone().min().unwrap_or(0), along.max().unwrap_or(0));
            low.div_euclid(step)..=high.div_euclid(step)
        };
        let is_inside = |x: i32, z: i32| {
            (0..ring.len()).all(|nth| {
                let [from, to] = [ring[nth], ring[(nth + 1) % ring.len()]].map(on_ground);
                let length = ((to[0] - from[0]) as f64).hypot((to[1] - from[1]) as f64);
                // Cells are counter-clockwise, which is a negative area on the grid.
                -cross(from, to, [x.into(), z.into()]) as f64 > length * f64::from(step) / 2.0
            })
        };
        let mut samples = Vec::new();
        for z in range(2).map(|row| row * step) {
            for x in range(0).map(|column| column * step).filter(|&x| is_inside(x, z)) {
                let at = [f64::from(x), f64::from(z)];
                if let Some(y) = height_at(self.fields, at, &[cell.polygon.region]) {
                    samples.push(self.place([at[0], y, at[1]]));
                }
            }
        }
        samples
    }

    /// Returns the detail of a cell with these points on its sides; `None` if its corners are exact enough.
    fn detail(&self, id: CellId, cell: &CellPolygon<'_>, sides: &[Vec<Vec3>]) -> Option<CellDetail> {
        let mut samples = self.inner_samples(cell);
        let most_error = self.most_error();
        if sides.iter().all(Vec::is_empty) {
            let corners = Surface::of_corners(self.mesh, id);
            let is_near = |sample: &Vec3| (corners.height_at(ground(*sample)) - sample.y).abs() <= most_error;
            if samples.iter().all(is_near) {
                return None;
            }
        }
        let ring = self.mesh.ring(id);
        let mut heights = HeightTriangles::of(&ring, sides)?;
        while heights.points.len() < MOST_POINTS {
            let worst = heights.worst(&samples, most_error);
            if worst.is_empty() {
                break;
            }
            let room = MOST_POINTS - heights.points.len();
            for &nth in worst.iter().take(room) {
                heights.add(samples[nth])?;
            }
            let mut nth = 0;
            samples.retain(|_| {
                nth += 1;
                !worst.contains(&(nth - 1))
            });
        }
        CellDetail::new(&ring, heights.points.iter().copied(), heights.numbered()).ok()
    }
}

impl CellPolygon<'_> {
    /// Returns the vertices at the ends of each side, in order.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let next = self.corners.iter().skip(1).chain(self.corners.first());
        self.corners.iter().zip(next).map(|(&from, &to)| [from, to])
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Triangles with heights over a cell.
struct HeightTriangles {
    triangulation: Triangulation,
    /// Number and position of each point of the triangulation.
    known: HashMap<PointId, (u16, Vec3)>,
    corners: usize,
    /// Points that are no corners of the cell.
    points: Vec<Vec3>,
}

impl HeightTriangles {
    /// Triangulates the corners of a cell and points on its sides; `None` if points are in one place.
    fn of(ring: &[Vec3], sides: &[Vec<Vec3>]) -> Option<Self> {
        let (triangulation, known) = (Triangulation::new(), HashMap::new());
        let mut heights = Self { triangulation, known, corners: 0, points: Vec::new() };
        let corners: Option<Vec<PointId>> = ring.iter().map(|&corner| heights.insert(corner)).collect();
        let corners = corners?;
        heights.corners = ring.len();
        let mut around = Vec::new();
        for (&corner, side) in corners.iter().zip(sides) {
            around.push(corner);
            for &point in side {
                around.push(heights.add(point)?);
            }
        }
        for (nth, &from) in around.iter().enumerate() {
            let to = around[(nth + 1) % around.len()];
            heights.triangulation.add_constraint([from, to], &mut Silent).ok()?;
        }
        Some(heights)
    }

    /// Adds a point that is no corner; `None` if there is a point in its place.
    fn add(&mut self, point: Vec3) -> Option<PointId> {
        let id = self.insert(point)?;
        self.points.push(point);
        Some(id)
    }

    fn insert(&mut self, point: Vec3) -> Option<PointId> {
        let number = u16::try_from(self.known.len()).ok()?;
        let id = self.triangulation.insert(ground(point), &mut Silent)?;
        self.known.insert(id, (number, point)).is_none().then_some(id)
    }

    /// Returns the triangles inside of the cell.
    fn triangles(&self) -> impl Iterator<Item = [(u16, Vec3); 3]> {
        let triangulation = &self.triangulation;
        let mut is_outside = vec![false; triangulation.triangle_slots()];
        let mut open = vec![triangulation.outer_triangle()];
        while let Some(triangle) = open.pop() {
            if std::mem::replace(&mut is_outside[triangle], true) {
                continue;
            }
            let sides = (0..3).map(|side| TriangleSide((3 * triangle + side) as u32));
            let across = sides.filter(|&side| !triangulation.is_constraint(side));
            open.extend(across.filter_map(|side| Some(triangulation.twin(side)?.0 as usize / 3)));
        }
        let inside = (0..triangulation.triangle_slots()).filter(move |&triangle| !is_outside[triangle]);
        inside.filter_map(move |triangle| {
            let [a, b, c] = triangulation.triangle(triangle)?.map(|point| self.known.get(&point).copied());
            Some([a?, b?, c?])
        })
    }

    /// Returns the triangles as numbers of corners, and after those of points.
    fn numbered(&self) -> Vec<[u16; 3]> {
        debug_assert!(self.known.len() == self.corners + self.points.len(), "each point has a number");
        let mut triangles: Vec<[u16; 3]> = self.triangles().map(|it| it.map(|(number, _)| number)).collect();
        for triangle in &mut triangles {
            let least = (0..3).min_by_key(|&nth| triangle[nth]).unwrap_or(0);
            triangle.rotate_left(least);
        }
        triangles.sort_unstable();
        triangles
    }

    /// Returns the sample of each triangle that differs most from it, if it does by more than the error.
    ///
    /// They are indices of samples, the worst first.
    fn worst(&self, samples: &[Vec3], most_error: f32) -> Vec<usize> {
        let mut worst: Vec<(f32, usize)> = Vec::new();
        for triangle in self.triangles() {
            let corners = triangle.map(|(_, at)| at);
            let [low, high] = corners
                .iter()
                .map(|&corner| ground(corner))
                .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
            let is_near = |at: Vec2| low.cmple(at).all() && at.cmple(high).all();
            let errors = samples.iter().enumerate().filter(|(_, sample)| is_near(ground(**sample)));
            let errors = errors.filter_map(|(nth, sample)| {
                let error = (height_in(corners, ground(*sample))? - sample.y).abs();
                (error > most_error).then_some((error, nth))
            });
            worst.extend(errors.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))));
        }
        worst.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut worst: Vec<usize> = worst.into_iter().map(|(_, nth)| nth).collect();
        // A sample on an edge is that of two triangles.
        let mut known = HashSet::new();
        worst.retain(|&nth| known.insert(nth));
        worst
    }
}
