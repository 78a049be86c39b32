//! Detection of the up axis of polygons.
//!
//! Surfaces that are not closed, such as a floor, have an area vector: the sum of the area vectors of their polygons,
//! in which walls and solids cancel each other. It points up. Closed surfaces have none, so their extents and their
//! largest ground decide.

use std::f32::consts::PI;

use navsmith_core::geometry::{Bounds, FileCoordinates, UpAxis, Vec3, area_vector};
use navsmith_core::navmesh::{Derived, NavMesh, Soup, WeldOptions, weld};

/// Default weld distance in metres.
///
/// Exporters write copies of a vertex at most some hundredths of a millimetre apart.
pub(super) const WELD_DISTANCE: f32 = 0.001;

/// Detected up axis of polygons, and the reason for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum UpEvidence {
    /// Y: it was requested, or Z is not more likely. Z, if it was requested.
    #[default]
    Plain,
    /// Z: all polygons are upright with Y up.
    Upright,
    /// Z: it has much more connected ground than Y.
    Ground(LargestGround),
    /// Y, although Z has more connected ground.
    Unclear(LargestGround),
}

/// Area of the largest connected ground with each axis up, in m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LargestGround {
    /// Area with Y up.
    pub y: f64,
    /// Area with Z up.
    pub z: f64,
}

/// Least length of the area vector of open surfaces, as a share of their area.
const OPEN: f64 = 0.05;

/// Least ratios of the largest grounds with Z and Y up for which Z is likely, and certain.
const MORE_GROUND: f64 = 2.0;
const MUCH_MORE_GROUND: f64 = 10.0;

/// Least ratios of the area vector's parts along Z and another axis for which Z is certain, and likely.
const ALONG_Z: f64 = 4.0;
const MOSTLY_ALONG_Z: f64 = 1.5;

/// Measures of polygons.
struct Measures {
    /// Sum of the areas.
    area: f64,
    /// Sum of the area vectors.
    vector: [f64; 3],
    bounds: Bounds,
    /// Whether a polygon is ground with Y up, and with Z up.
    has_ground: [bool; 2],
}

impl UpEvidence {
    /// Examines the cells of a mesh, which are upright or not.
    pub(super) fn of_mesh(mesh: &NavMesh) -> Self {
        let mut measures = Measures::NONE;
        mesh.cells().for_each(|(cell, _)| measures.add(&mesh.ring(cell)));
        if measures.has_ground == [false, true] { Self::Upright } else { Self::Plain }
    }

    /// Detects the up axis of polygons. Linear, unless Z may be up.
    ///
    /// `scale` is the number of metres in a unit of the positions.
    pub(super) fn of(soup: &Soup, scale: f32) -> Self {
        let measures = Measures::of(soup);
        if measures.has_ground == [false, true] {
            return Self::Upright;
        }
        let [x_size, y_size, z_size] = measures.bounds.size().to_array();
        let [x, y, z] = measures.vector.map(f64::abs);
        let is_open = y.max(z) >= OPEN * measures.area;
        let may_be_up = if is_open { z > y } else { z_size < y_size };
        if !may_be_up {
            return Self::Plain;
        }
        let scale = f64::from(scale).powi(2);
        let [of_y, of_z] = UpAxis::ALL.map(|up| largest_ground(soup, up, &measures) * scale);
        let ground = LargestGround { y: of_y, z: of_z };
        let points_along_z = is_open && z >= ALONG_Z * x.max(y);
        let is_likely =
            if is_open { z >= MOSTLY_ALONG_Z * x.max(y) } else { 2.0 * z_size <= x_size.min(y_size) };
        let has_much_more = is_likely && of_z >= MUCH_MORE_GROUND * of_y;
        match of_z >= MORE_GROUND * of_y {
            true if points_along_z || has_much_more => Self::Ground(ground),
            false if !points_along_z => Self::Plain,
            _ => Self::Unclear(ground),
        }
    }

    /// Returns the axis.
    pub fn up(self) -> UpAxis {
        match self {
            Self::Plain | Self::Unclear(_) => UpAxis::Y,
            Self::Upright | Self::Ground(_) => UpAxis::Z,
        }
    }

    /// Returns the axis to offer beside the detected one; `None` if there is no doubt.
    pub fn other(self) -> Option<UpAxis> {
        match self {
            Self::Plain => None,
            Self::Unclear(_) => Some(UpAxis::Z),
            Self::Upright | Self::Ground(_) => Some(UpAxis::Y),
        }
    }

    /// Returns a clause about the axis; `None` if there is no doubt.
    pub fn clause(self) -> Option<String> {
        match self {
            Self::Plain => None,
            Self::Upright => Some("Z is up, because all triangles are upright with Y up".into()),
            Self::Ground(LargestGround { y, z }) => {
                Some(format!("Z is up, because it gives {z:.2} m² of connected ground, and Y {y:.2} m²"))
            }
            Self::Unclear(LargestGround { y, z }) => {
                Some(format!("with Z up, {z:.2} m² would be connected ground instead of {y:.2} m²"))
            }
        }
    }

    /// Returns the clause as a sentence; `None` if there is no doubt.
    pub fn sentence(self) -> Option<String> {
        let clause = self.clause()?;
        let rest = clause.get(1..)?;
        Some(format!("{}{rest}.", clause[..1].to_uppercase()))
    }
}

impl Measures {
    const NONE: Self = Self { area: 0.0, vector: [0.0; 3], bounds: Bounds::EMPTY, has_ground: [false; 2] };

    fn of(soup: &Soup) -> Self {
        let mut measures = Self::NONE;
        soup.polygons()
            .filter_map(|(corners, _)| soup.finite_ring(corners))
            .for_each(|ring| measures.add(&ring));
        measures
    }

    fn add(&mut self, ring: &[Vec3]) {
        let vector = area_vector(ring);
        let length = vector.length();
        self.area += length;
        for (sum, part) in self.vector.iter_mut().zip(vector.to_array()) {
            *sum += part;
        }
        for (has_ground, along) in self.has_ground.iter_mut().zip([vector.y, vector.z]) {
            *has_ground |= length > 0.0 && is_level(along.abs(), length);
        }
        self.bounds = ring.iter().copied().fold(self.bounds, Bounds::including);
    }
}

/// Whether a polygon is ground, given the length of its area vector and the part along the up axis.
fn is_level(along: f64, length: f64) -> bool {
    // At a slope of 45°, the angle of the normal to the axis equals its angle to the ground.
    const SLACK: f64 = 1e-6;
    along * std::f64::consts::SQRT_2 >= length * (1.0 - SLACK)
}

/// Returns the area of the largest connected ground with an axis up, which faces like most polygons.
fn largest_ground(soup: &Soup, up: UpAxis, measures: &Measures) -> f64 {
    let index = if up == UpAxis::Y { 1 } else { 2 };
    let sign = if measures.vector[index] < 0.0 { -1.0 } else { 1.0 };
    let mut ground = Soup::default();
    ground.positions.clone_from(&soup.positions);
    for (corners, area) in soup.polygons() {
        let vector = soup.finite_ring(corners).map(|ring| area_vector(&ring));
        if vector.is_some_and(|it| it.length() > 0.0 && is_level(sign * it[index], it.length())) {
            ground.push(corners, area);
        }
    }
    ground.place(FileCoordinates { up, ..FileCoordinates::default() });
    // A limit of π keeps and turns all polygons that face down.
    let (mesh, _) = weld(&ground, &WeldOptions { distance: WELD_DISTANCE, max_slope: Some(PI) });
    Derived::build(&mesh).islands.all().iter().map(|island| island.area).fold(0.0, f64::max)
}
