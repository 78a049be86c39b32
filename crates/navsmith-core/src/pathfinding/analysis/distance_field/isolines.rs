//! Isolines: arcs around the roots, clipped by cells, windows and nearer roots.

use std::f64::consts::{FRAC_PI_8, TAU};

use glam::{DVec2, Vec2, Vec3};

use super::{DistanceField, Window};
use crate::geometry::{at_height, ground};
use crate::navmesh::{CellId, Surface};
use crate::pathfinding::agent::ground::distance_to_segment;
use crate::pathfinding::string_pulling::portal::Side;
use crate::progress::{Progress, Stopped};

/// A piece of an isoline inside one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Isoline {
    /// The distance of all its points from the source, in metres.
    pub distance: f64,
    /// The points of the line on the surface.
    pub points: Vec<Vec3>,
}

/// The greatest distance between a chord and its arc, as a share of the step.
const SAG: f64 = 1.0 / 64.0;

/// The least distance by which a nearer root clips an arc, as a share of the step.
const NEARER: f64 = 1e-3;

/// The maximum number of lines; more would fill the surface.
const MOST_LINES: f64 = 4096.0;

const CELLS_PER_REPORT: usize = 1024;

impl DistanceField {
    /// Returns the isolines at every multiple of `step` metres, cell by cell.
    ///
    /// Returns none if the step makes too many lines. In each cell, the cost is proportional to the lines and to the
    /// square of the cell's roots.
    pub fn isolines(&self, step: f64, progress: &Progress) -> Result<Vec<Isoline>, Stopped> {
        let mut lines = Vec::new();
        let mut units = progress.units(self.mesh.cell_count(), CELLS_PER_REPORT);
        if self.farthest() / step <= MOST_LINES {
            for (cell, _) in self.mesh.cells() {
                units.step()?;
                self.isolines_in(cell, step, &mut lines);
            }
        }
        Ok(lines)
    }

    fn isolines_in(&self, cell: CellId, step: f64, lines: &mut Vec<Isoline>) {
        let ring: Vec<DVec2> = self.mesh.ring(cell).iter().map(|&p| ground(p).as_dvec2()).collect();
        let surface = Surface::of(&self.mesh, cell);
        for window in self.windows_of(cell) {
            let root = &self.roots[window.root as usize];
            let [near, far] = range(root.point.as_dvec2(), &ring, surface.covers(root.point));
            let first = ((root.distance + near) / step).ceil().max(1.0);
            let last = ((root.distance + far) / step).floor();
            for index in 0..(last - first + 1.0).max(0.0) as u64 {
                let level = Level { cell, window, distance: (first + index as f64) * step, step };
                self.arcs(&level, &ring, &surface, lines);
            }
        }
    }

    /// Adds the arcs of one level around one root.
    ///
    /// All angles at which an arc may end divide the circle into candidates. A candidate is added if its midpoint is
    /// visible from the root and no other root is nearer.
    fn arcs(&self, level: &Level<'_>, ring: &[DVec2], surface: &Surface, lines: &mut Vec<Isoline>) {
        let (center, radius) = self.circle(level.window, level.distance);
        if radius <= 0.0 {
            return;
        }
        let at = |angle: f64| center + DVec2::from_angle(angle) * radius;
        let angles = self.angles(level, ring);
        for (i, &from) in angles.iter().enumerate() {
            let to = angles.get(i + 1).map_or(angles[0] + TAU, |&to| to);
            let middle = at((from + to) * 0.5).as_vec2();
            let counts = to > from && surface.covers(middle) && self.covers(level.window, middle);
            if counts && !self.is_nearer(level, middle) {
                let stride =
                    (2.0 * (1.0 - level.step * SAG / radius).max(-1.0).acos()).clamp(1e-4, FRAC_PI_8);
                let pieces = ((to - from) / stride).ceil().max(1.0);
                let point = |i: u32| {
                    let at = at(from + (to - from) * f64::from(i) / pieces).as_vec2();
                    at_height(at, surface.height_at(at))
                };
                let points = (0..=pieces as u32).map(point).collect();
                lines.push(Isoline { distance: level.distance, points });
            }
        }
    }

    /// Returns the sorted angles at which an arc may begin or end; never empty.
    fn angles(&self, level: &Level<'_>, ring: &[DVec2]) -> Vec<f64> {
        let (center, radius) = self.circle(level.window, level.distance);
        let mut places = Vec::new();
        let mut cut = |from: DVec2, to: DVec2| places.extend(line_crossings(center, radius, from, to));
        for (i, &from) in ring.iter().enumerate() {
            cut(from, ring[(i + 1) % ring.len()]);
        }
        let others = || self.others(level);
        for window in std::iter::once(level.window).chain(others()) {
            for [from, to] in [Side::Left, Side::Right].into_iter().filter_map(|side| self.ray(window, side))
            {
                cut(from.as_dvec2(), to.as_dvec2());
            }
        }
        for other in others() {
            let (other, reach) = self.circle(other, level.distance);
            places.extend(circle_crossings(center, radius, other, reach));
        }
        let mut angles: Vec<f64> = places.into_iter().map(|place| (place - center).to_angle()).collect();
        angles.sort_by(f64::total_cmp);
        angles.dedup();
        if angles.is_empty() { vec![0.0] } else { angles }
    }

    /// Returns the windows of the same cell with other roots.
    fn others<'a>(&'a self, level: &Level<'a>) -> impl Iterator<Item = &'a Window> + use<'a> {
        let own = level.window.root;
        self.windows_of(level.cell).iter().filter(move |window| window.root != own)
    }

    fn circle(&self, window: &Window, distance: f64) -> (DVec2, f64) {
        let root = &self.roots[window.root as usize];
        (root.point.as_dvec2(), distance - root.distance)
    }

    fn is_nearer(&self, level: &Level<'_>, at: Vec2) -> bool {
        self.distance(level.cell, at).is_some_and(|distance| distance < level.distance - level.step * NEARER)
    }
}

struct Level<'a> {
    cell: CellId,
    window: &'a Window,
    distance: f64,
    step: f64,
}

/// Returns the least and the greatest distance from a point to a polygon.
fn range(point: DVec2, ring: &[DVec2], is_inside: bool) -> [f64; 2] {
    let to_side = |i: usize| distance_to_segment(point, [ring[i], ring[(i + 1) % ring.len()]]);
    let near = if is_inside { 0.0 } else { (0..ring.len()).map(to_side).fold(f64::INFINITY, f64::min) };
    [near, ring.iter().map(|corner| corner.distance(point)).fold(0.0, f64::max)]
}

fn line_crossings(center: DVec2, radius: f64, from: DVec2, to: DVec2) -> impl Iterator<Item = DVec2> {
    let along = (to - from).normalize_or_zero();
    let foot = from + along * (center - from).dot(along);
    let half = (radius * radius - foot.distance_squared(center)).sqrt();
    let is_crossing = half.is_finite() && along != DVec2::ZERO;
    [half, -half].into_iter().filter(move |_| is_crossing).map(move |half| foot + along * half)
}

fn circle_crossings(center: DVec2, radius: f64, other: DVec2, reach: f64) -> impl Iterator<Item = DVec2> {
    let apart = other.distance(center);
    let toward = (other - center) / apart;
    let along = (apart * apart + radius * radius - reach * reach) / (2.0 * apart);
    let half = (radius * radius - along * along).sqrt();
    let is_crossing = reach > 0.0 && half.is_finite();
    [half, -half]
        .into_iter()
        .filter(move |_| is_crossing)
        .map(move |half| center + toward * along + toward.perp() * half)
}
