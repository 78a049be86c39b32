//! Surface on which the funnel judges turns: the ground, an unfolded corridor, or a sphere.
//!
//! On a planet or through a loop no single up direction exists. Two neighbouring cells share one: the sum of their
//! normals. Each cell is rotated about the portal that leads into it until it is coplanar with the cell before. A
//! corridor of flat cells so keeps all its lengths and angles. The string pulled through it is the shortest line on
//! the surface.
//!
//! Source: the unfolding of Sharir and Schorr, *On Shortest Paths in Polyhedral Spaces*, 1986. The common alternative
//! projects two cells along their shared up direction, which shortens cells that are steep to it.
//!
//! On a sphere, legs and portals are arcs of great circles. A point lies to the left of a leg if it lies to the left of
//! the plane through the leg and the centre. This is correct for legs of less than half a great circle.

use std::fmt;
use std::str::FromStr;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::portal::{Portal, Side};
use crate::geometry::{Segment, Sphere, ground, normal};
use crate::navmesh::{CellId, Derived, NavMesh};

/// Plane in which the string is pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pulling {
    /// The ground plan, seen from above. A closed surface has none: see [`Self::on`].
    #[default]
    Ground,
    /// The surface, with an up direction for each pair of cells; for planets, loops and walls.
    Curved,
    /// The sphere fitted to the mesh, with portals as great circles; for planets.
    Sphere,
}

impl Pulling {
    /// All variants, the default first.
    pub const ALL: [Self; 3] = [Self::Ground, Self::Curved, Self::Sphere];

    /// Returns the variant that pulls strings on a mesh.
    ///
    /// A [closed surface](NavMesh::is_closed_surface) has no ground plan. There, [`Self::Ground`] becomes
    /// [`Self::Sphere`] if the mesh [is a sphere](Derived::is_sphere), otherwise [`Self::Curved`].
    #[must_use]
    pub fn on(self, derived: &Derived) -> Self {
        match self {
            Self::Ground if !derived.mesh().is_closed_surface() => Self::Ground,
            Self::Ground if derived.is_sphere() => Self::Sphere,
            Self::Ground => Self::Curved,
            Self::Curved | Self::Sphere => self,
        }
    }

    /// Returns the name used by the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "flat",
            Self::Curved => "curved",
            Self::Sphere => "sphere",
        }
    }

    /// Returns the title used by the window.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ground => "Flat, seen from above",
            Self::Curved => "Curved, on the surface",
            Self::Sphere => "Sphere, along great circles",
        }
    }

    /// Returns a sentence about the effect and the use of the variant.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Ground => {
                "Decides turns in the ground plan, seen from above: for floors, ramps and stairs. A closed surface has no ground plan, so its paths are pulled on the sphere if it is one, otherwise on the unfolded cells."
            }
            Self::Curved => {
                "Decides turns on the cells unfolded one after the other: for planets, loops and walls, where no direction is up everywhere. The agent is a point there, and paths over links are pulled flat."
            }
            Self::Sphere => {
                "Decides turns on the sphere fitted to the vertices, with portals as great circles: for planets. The agent is a point there, and paths over links are pulled flat."
            }
        }
    }
}

impl fmt::Display for Pulling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Pulling {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|pulling| pulling.name() == text);
        found
            .ok_or_else(|| format!("\"{text}\" is not a kind of string pulling; give flat, curved or sphere"))
    }
}

/// Surface on which turns are judged, with the positions of the portals of a corridor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunnelPlane {
    /// The left and right ends of the unfolded portals; empty for the ground plan and on a sphere.
    flat: Vec<[Vec2; 2]>,
    /// Up direction at each portal; empty for the ground plan.
    ups: Vec<Vec3>,
    /// The sphere, and the sign of areas on it: -1 if cells face its centre.
    sphere: Option<(Sphere, f64)>,
}

impl FunnelPlane {
    /// Unfolds the surface of a corridor; returns the ground plan if +Y is up at every portal.
    pub fn of(mesh: &NavMesh, cells: &[CellId], portals: &[Portal]) -> Self {
        let mut normals: Vec<Vec3> = Vec::with_capacity(cells.len());
        for &cell in cells {
            let before = normals.last().copied().unwrap_or(Vec3::Y);
            normals.push(normal(&mesh.ring(cell)).unwrap_or(before));
        }
        if normals.is_empty() || portals.len() != normals.len() + 1 || normals.iter().all(|&n| n == Vec3::Y) {
            return Self::default();
        }
        let last = normals.len() - 1;
        let up = |i: usize| {
            let [before, behind] = [i.saturating_sub(1), i.min(last)].map(|cell| normals[cell]);
            (before + behind).try_normalize().unwrap_or(behind)
        };
        let ups = (0..portals.len()).map(up).collect();
        Self { flat: laid_flat(portals, &normals), ups, sphere: None }
    }

    /// Returns a sphere as the surface of a corridor. The cells may face its centre or away from it.
    pub fn around(sphere: Sphere, mesh: &NavMesh, cells: &[CellId], portals: &[Portal]) -> Self {
        let radial = |at: Vec3| (at.as_dvec3() - sphere.center).normalize_or_zero();
        let outwards = |&cell: &CellId| {
            let ring = mesh.ring(cell);
            normal(&ring).map_or(0.0, |normal| normal.as_dvec3().dot(radial(ring[0])))
        };
        let sign = if cells.iter().map(outwards).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        let up = |portal: &Portal| (radial(portal.midpoint()) * sign).as_vec3();
        Self { flat: Vec::new(), ups: portals.iter().map(up).collect(), sphere: Some((sphere, sign)) }
    }

    /// Returns the sphere on which turns are judged, if any.
    pub fn sphere(&self) -> Option<Sphere> {
        self.sphere.map(|(sphere, _)| sphere)
    }

    /// Returns [`Sphere::doubled_area`] as seen from the front of the cells; `None` on a plane.
    pub(in crate::pathfinding) fn area_on_sphere(&self, [a, b, c]: [Vec3; 3]) -> Option<f64> {
        self.sphere.map(|(sphere, sign)| sphere.doubled_area(a, b, c) * sign)
    }

    /// Returns where the straight way between two points crosses a portal, as a share from its left end.
    ///
    /// The points are given in space and in the plane. Returns `None` along the portal.
    pub(in crate::pathfinding) fn crossed(
        &self,
        portal: [(Vec3, Vec2); 2],
        line: [(Vec3, Vec2); 2],
    ) -> Option<f32> {
        let Some((sphere, _)) = self.sphere else {
            let [portal, line] = [portal, line].map(|[from, to]| Segment::new(from.1, to.1));
            return portal.crossing(&line);
        };
        let [left, right] = portal.map(|(end, _)| sphere.doubled_area(line[0].0, line[1].0, end));
        Some((left / (left - right)) as f32)
    }

    /// Whether turns are judged in the ground plan.
    pub fn is_ground(&self) -> bool {
        self.flat.is_empty() && self.sphere.is_none()
    }

    /// Returns the up direction at a portal; `None` in the ground plan, where it is always +Y.
    pub fn up(&self, portal: usize) -> Option<Vec3> {
        self.ups.get(portal).copied()
    }

    pub(in crate::pathfinding) fn end(&self, portal: usize, side: Side, point: Vec3) -> Vec2 {
        match (self.flat.get(portal), side) {
            (None, _) => ground(point),
            (Some([left, _]), Side::Left) => *left,
            (Some([_, right]), Side::Right) => *right,
        }
    }

    pub(in crate::pathfinding) fn middle(&self, portal: usize, point: Vec3) -> Vec2 {
        self.flat.get(portal).map_or_else(|| ground(point), |[left, right]| left.midpoint(*right))
    }
}

/// Orients portals so that left and right are as seen from the front of their cells.
///
/// The front of a cell is the side that its normal points to. Recomputes where the slope changes.
pub(in crate::pathfinding) fn seen_from_outside(mesh: &NavMesh, cells: &[CellId], portals: &mut [Portal]) {
    let normals: Vec<_> = cells.iter().map(|&cell| normal(&mesh.ring(cell))).collect();
    for (i, portal) in portals.iter_mut().enumerate() {
        let Some([from, to]) = portal.half_edge.and_then(|side| mesh.half_edge(side)) else { continue };
        portal.ids = Some([to, from]);
        [portal.left, portal.right] = [to, from].map(|end| mesh.position(end));
        if let [Some(one), Some(other)] =
            [i.wrapping_sub(1), i].map(|cell| normals.get(cell).copied().flatten())
        {
            portal.is_slope_change = one.dot(other) < super::portal::SAME_SLOPE;
        }
    }
}

/// The plane of a cell in space and its unfolded position.
struct Frame {
    origin: DVec3,
    axes: [DVec3; 2],
    flat_origin: DVec2,
    flat_axes: [DVec2; 2],
}

impl Frame {
    /// Returns the frame of the first cell, aligned with the ground as far as the cell allows.
    fn first(origin: DVec3, normal: DVec3) -> Self {
        let along = [DVec3::X, DVec3::Z].map(|axis| axis - normal * axis.dot(normal));
        let along = if along[0].length_squared() > 0.25 { along[0] } else { along[1] }.normalize_or_zero();
        let flat_origin = DVec2::new(origin.x, origin.z);
        Self { origin, axes: [along, along.cross(normal)], flat_origin, flat_axes: [DVec2::X, DVec2::Y] }
    }

    /// Returns the frame of the next cell, which shares a portal with this one.
    fn behind(&self, portal: [DVec3; 2], flat: [DVec2; 2], normal: DVec3) -> Self {
        let along = (portal[1] - portal[0]).normalize_or_zero();
        let flat_along = (flat[1] - flat[0]).normalize_or_zero();
        let level = (normal - along * normal.dot(along)).normalize_or_zero();
        let axes = [along, along.cross(level)];
        let (axes, flat_axes) = if along == DVec3::ZERO || flat_along == DVec2::ZERO || level == DVec3::ZERO {
            (self.axes, self.flat_axes)
        } else {
            (axes, [flat_along, flat_along.perp()])
        };
        Self { origin: portal[0], axes, flat_origin: flat[0], flat_axes }
    }

    fn lay(&self, point: DVec3) -> DVec2 {
        let offset = point - self.origin;
        self.flat_origin
            + self.flat_axes[0] * offset.dot(self.axes[0])
            + self.flat_axes[1] * offset.dot(self.axes[1])
    }
}

fn laid_flat(portals: &[Portal], normals: &[Vec3]) -> Vec<[Vec2; 2]> {
    let ends = |portal: &Portal| [portal.left, portal.right].map(Vec3::as_dvec3);
    let start = ends(&portals[0]);
    let mut frame = Frame::first(start[0], normals[0].as_dvec3());
    let mut flat: Vec<[DVec2; 2]> = vec![start.map(|end| frame.lay(end))];
    for (i, normal) in normals.iter().enumerate() {
        let (before, last) = (&portals[i], flat[i]);
        if i > 0 {
            frame = frame.behind(ends(before), last, normal.as_dvec3());
        }
        let next = &portals[i + 1];
        let mut laid = ends(next).map(|end| frame.lay(end));
        // An end that both portals share keeps one position, regardless of rounding.
        for (end, side) in laid.iter_mut().zip([0, 1]) {
            let id = next.ids.map(|ids| ids[side]);
            let shared = before.ids.and_then(|ids| ids.iter().position(|&other| Some(other) == id));
            *end = shared.map_or(*end, |shared| last[shared]);
        }
        flat.push(laid);
    }
    flat.into_iter().map(|ends| ends.map(DVec2::as_vec2)).collect()
}
