//! Whether the polygons of a scene are inside out, as those of a file are whose positions are mirrored.
//!
//! No face shows the axis of a mirror. The ground of a level is below free height, and its ceilings are not: a polygon
//! votes for the direction in which it faces if an agent can stand on it. The top of a closed solid and the
//! ceiling of a closed room look alike, so their vote does not count.

use std::collections::HashMap;
use std::ops::ControlFlow;

use glam::DVec3;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Bounds, BoxTree, Vec2, Vec3, area_vector, covers, ground};
use navsmith_core::graph::union_find::{join, root};
use navsmith_core::navmesh::Soup;

/// Height that an agent needs to stand, in metres: that of the default agent.
const HEADROOM: f32 = 1.8;

/// Least vertical part of the normal of ground: the cosine of 45°, less a margin for rounding.
const GROUND: f64 = 0.707;

/// Least vertical part of the normal of a polygon that bounds a free height: the cosine of 80°.
const NO_WALL: f64 = 0.1736;

/// Largest length of the area vector of a closed surface, as a share of its area.
const OPEN: f64 = 0.01;

/// Ratio of the areas that face wrong and right beyond which a file is inside out without a doubt.
const MOST: f64 = 2.0;

/// Number of the largest polygons that are examined.
const MOST_POLYGONS: usize = 4096;

/// Approximate number of places that are examined on large polygons.
const PLACES: f64 = 1024.0;

/// Result of the examination.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SceneFacing {
    /// Ground faces up, or nothing shows the opposite.
    #[default]
    Right,
    /// A closed surface faces inwards, which a room does, and a solid that is inside out.
    Inwards,
    /// Ground faces down.
    InsideOut {
        /// Area of the ground that faces down, in m²; 0 if closed solids show it.
        down: f64,
        /// Area of the ground that faces up, in m².
        up: f64,
    },
}

impl SceneFacing {
    /// Examines polygons in metres with Y up.
    ///
    /// All polygons of a navigation mesh are ground. Ends early at a number of comparisons in proportion to the polygons,
    /// and decides by what was compared until then.
    pub(super) fn of(soup: &Soup, is_level: bool) -> Self {
        let faces = SceneFaces::of(soup);
        if is_level { faces.of_level() } else { faces.of_mesh() }
    }

    /// Whether it is likely that all polygons are inside out.
    pub fn is_inside_out(self) -> bool {
        matches!(self, Self::InsideOut { .. })
    }

    /// Whether it is certain enough to say so: more than twice as much ground faces down as up.
    fn is_certain(self) -> bool {
        matches!(self, Self::InsideOut { down, up } if down == 0.0 || down > MOST * up)
    }

    /// Returns a clause about ground that faces down, without a remedy; `None` if that is not certain.
    pub fn clause(self) -> Option<String> {
        let Self::InsideOut { down, up } = self else { return None };
        self.is_certain().then(|| match down {
            0.0 => "the closed solids are inside out".into(),
            _ => format!("ground under free height faces down ({down:.2} m²; {up:.2} m² face up)"),
        })
    }
}

/// A triangle that is no wall.
struct FaceTriangle {
    ring: [Vec3; 3],
    /// Vector area in m².
    vector: DVec3,
    /// Number of its surface.
    surface: u32,
}

/// A set of polygons that share positions.
#[derive(Clone, Copy, Default)]
struct SurfaceSums {
    vector: DVec3,
    area: f64,
    /// Six times the volume.
    volume: f64,
    /// Numbers of ground triangles that face up and down.
    grounds: [usize; 2],
}

/// A triangle that is above or below another one.
#[derive(Clone, Copy)]
struct FaceGap {
    /// Vertical distance in metres.
    height: f32,
    /// Whether it faces in the opposite direction.
    is_opposite: bool,
}

impl FaceGap {
    /// Replaces a gap that is larger.
    fn replace(self, other: &mut Option<Self>) {
        let rank = |gap: &Self| (gap.height, !gap.is_opposite);
        if other.as_ref().is_none_or(|other| rank(&self) < rank(other)) {
            *other = Some(self);
        }
    }
}

/// The nearest triangles below and above a place.
#[derive(Default)]
struct Beside {
    below: Option<FaceGap>,
    above: Option<FaceGap>,
    /// The nearest one above of the same closed surface.
    own_above: Option<FaceGap>,
}

struct SceneFaces {
    triangles: Vec<FaceTriangle>,
    /// By the number of the surface; empty for numbers without one.
    surfaces: Vec<SurfaceSums>,
}

impl SurfaceSums {
    fn is_closed(&self) -> bool {
        self.vector.length() < OPEN * self.area
    }
}

impl FaceTriangle {
    fn faces_up(&self) -> bool {
        self.vector.y > 0.0
    }

    /// Whether the vertical part of the normal is at least this.
    fn is_flat(&self, least: f64) -> bool {
        self.vector.y.abs() >= least * self.vector.length()
    }

    /// Returns the height of its plane at a point on the ground.
    fn height(&self, at: Vec2) -> f32 {
        let (first, DVec3 { x, y, z }) = (self.ring[0], self.vector);
        let along = (at - ground(first)).as_dvec2();
        (f64::from(first.y) - (x * along.x + z * along.y) / y) as f32
    }

    /// Returns the centres of n² parts, of which each has the same area.
    fn places(&self, n: usize) -> impl Iterator<Item = Vec3> {
        let [a, b, c] = self.ring;
        let at = move |i: usize, j: usize, more: f32| {
            let [along, across] = [i, j].map(|step| (step as f32 + more) / n as f32);
            a + (b - a) * along + (c - a) * across
        };
        (0..n).flat_map(move |i| {
            let own = (0..n - i).map(move |j| at(i, j, 1.0 / 3.0));
            own.chain((1..n - i).map(move |j| at(i, j - 1, 2.0 / 3.0)))
        })
    }
}

impl SceneFaces {
    fn of(soup: &Soup) -> Self {
        let mut sets: Vec<u32> = (0..soup.len() as u32).collect();
        let mut first_at = HashMap::new();
        let rings: Vec<Option<Vec<Vec3>>> =
            soup.polygons().map(|(corners, _)| soup.finite_ring(corners)).collect();
        for (polygon, ring) in (0..).zip(&rings) {
            for at in ring.iter().flatten() {
                // The sum makes a negative zero positive.
                let bits = (*at + Vec3::ZERO).to_array().map(f32::to_bits);
                join(&mut sets, *first_at.entry(bits).or_insert(polygon), polygon);
            }
        }
        let mut faces = Self { triangles: Vec::new(), surfaces: vec![SurfaceSums::default(); soup.len()] };
        for (polygon, ring) in (0..).zip(&rings) {
            let Some([first, rest @ ..]) = ring.as_deref() else { continue };
            let surface = root(&mut sets, polygon);
            // Relative to a corner of the surface, rounding is small.
            let origin = rings[surface as usize].iter().flatten().next().unwrap_or(first).as_dvec3();
            for pair in rest.windows(2) {
                faces.add([*first, pair[0], pair[1]], surface, origin);
            }
        }
        faces
    }

    fn add(&mut self, ring: [Vec3; 3], surface: u32, origin: DVec3) {
        let triangle = FaceTriangle { ring, vector: area_vector(&ring), surface };
        let sums = &mut self.surfaces[surface as usize];
        sums.vector += triangle.vector;
        sums.area += triangle.vector.length();
        sums.volume += 2.0 * triangle.vector.dot(ring[0].as_dvec3() - origin);
        if triangle.vector != DVec3::ZERO && triangle.is_flat(NO_WALL) {
            sums.grounds[usize::from(!triangle.faces_up())] += usize::from(triangle.is_flat(GROUND));
            self.triangles.push(triangle);
        }
    }

    fn closed(&self) -> impl Iterator<Item = &SurfaceSums> {
        self.surfaces.iter().filter(|sums| sums.area > 0.0 && sums.is_closed())
    }

    /// Whether most of the area belongs to closed surfaces.
    fn is_mostly_closed(&self) -> bool {
        let all: f64 = self.surfaces.iter().map(|sums| sums.area).sum();
        2.0 * self.closed().map(|sums| sums.area).sum::<f64>() > all
    }

    /// Decides on a navigation mesh, whose ground faces up.
    ///
    /// A closed surface, such as a planet, faces outwards.
    fn of_mesh(&self) -> SceneFacing {
        if self.is_mostly_closed() {
            let volume: f64 = self.closed().map(|sums| sums.volume).sum();
            return if volume < 0.0 {
                SceneFacing::InsideOut { down: 0.0, up: 0.0 }
            } else {
                SceneFacing::Right
            };
        }
        let [mut up, mut down] = [0.0; 2];
        for triangle in &self.triangles {
            *(if triangle.faces_up() { &mut up } else { &mut down }) += triangle.vector.length();
        }
        if down > up { SceneFacing::InsideOut { down, up } } else { SceneFacing::Right }
    }

    /// Decides on a level by the ground on which an agent can stand, or else by its closed surfaces.
    fn of_level(&self) -> SceneFacing {
        let [up, down] = self.votes();
        let volume: f64 = self.closed().map(|sums| sums.volume).sum();
        if down > up {
            return SceneFacing::InsideOut { down, up };
        } else if volume >= 0.0 {
            return SceneFacing::Right;
        } else if up > 0.0 {
            // If others face outwards, those that face inwards are rooms.
            let is_inwards = self.closed().all(|sums| sums.volume <= 0.0);
            return if is_inwards { SceneFacing::Inwards } else { SceneFacing::Right };
        }
        let mut closed = self.closed();
        match (closed.next(), closed.next()) {
            // The ground has more parts than a ceiling or the bottom of a solid.
            (Some(SurfaceSums { grounds: [up, down], .. }), None) if up >= down => SceneFacing::Inwards,
            _ => SceneFacing::InsideOut { down: 0.0, up: 0.0 },
        }
    }

    /// Returns the areas on which an agent can stand that face up, and down.
    fn votes(&self) -> [f64; 2] {
        let area = |number: &usize| self.triangles[*number].vector.y.abs();
        let is_ground = |number: &usize| self.triangles[*number].is_flat(GROUND);
        let mut grounds: Vec<usize> = (0..self.triangles.len()).filter(is_ground).collect();
        grounds.sort_by(|one, other| area(other).total_cmp(&area(one)));
        grounds.truncate(MOST_POLYGONS);
        let all: f64 = grounds.iter().map(area).sum();
        let tree = BoxTree::of(self.triangles.iter().map(|triangle| Bounds::of(triangle.ring)));
        let mut budget = Budget::of_elements(self.triangles.len());
        let mut votes = [0.0; 2];
        for number in grounds {
            let triangle = &self.triangles[number];
            let parts = (area(&number) * PLACES / all).sqrt().ceil().clamp(1.0, 16.0) as usize;
            for at in triangle.places(parts) {
                if self.has_vote(&tree, number, at, &mut budget) {
                    votes[usize::from(!triangle.faces_up())] += area(&number) / (parts * parts) as f64;
                }
            }
            if budget.is_exhausted() {
                break;
            }
        }
        votes
    }

    /// Whether an agent can stand on a triangle at a place, on the side that does not lie in a solid.
    fn has_vote(&self, tree: &BoxTree, number: usize, at: Vec3, budget: &mut Budget) -> bool {
        let Beside { below, above, own_above } = self.beside(tree, number, at, budget);
        let is_hollow = |gap: &FaceGap| gap.height >= HEADROOM && gap.is_opposite;
        // The inside of a closed surface is a room or a solid.
        if own_above.as_ref().is_some_and(is_hollow) {
            return false;
        }
        match above {
            Some(gap) => gap.height >= HEADROOM,
            // A ceiling, or the top of a solid.
            None => !below.as_ref().is_some_and(is_hollow),
        }
    }

    /// Returns the nearest triangles below and above a place.
    ///
    /// Of two at one height, an opposite one is the nearest.
    fn beside(&self, tree: &BoxTree, number: usize, at: Vec3, budget: &mut Budget) -> Beside {
        let own = &self.triangles[number];
        let is_closed = self.surfaces[own.surface as usize].is_closed();
        let mut beside = Beside::default();
        let is_in = |bounds: &Bounds| {
            let (low, high) = (bounds.ground_min(), bounds.ground_max());
            low.cmple(ground(at)).all() && high.cmpge(ground(at)).all()
        };
        tree.visit(is_in, |other| {
            let triangle = &self.triangles[other as usize];
            let height = triangle.height(ground(at));
            if other as usize != number && height != at.y && covers(&triangle.ring.map(ground), ground(at)) {
                let is_opposite = triangle.faces_up() != own.faces_up();
                let gap = FaceGap { height: (height - at.y).abs(), is_opposite };
                gap.replace(if height > at.y { &mut beside.above } else { &mut beside.below });
                if height > at.y && is_closed && triangle.surface == own.surface {
                    gap.replace(&mut beside.own_above);
                }
            }
            if budget.step(1).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        beside
    }
}
