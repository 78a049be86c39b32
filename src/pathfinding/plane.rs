//! Where turns are judged: on the ground, or on the corridor's own surface laid flat.
//!
//! On a planet or through a loop no direction is up everywhere, but two neighbouring cells agree on one: the sum of
//! their normals. Each cell is turned about the portal that leads into it until it lies level with the one before, so a
//! corridor of flat cells keeps all its lengths and angles, and the string pulled through it is the shortest line on
//! the surface. (The unfolding of Sharir and Schorr, *On Shortest Paths in Polyhedral Spaces*, 1986. Projecting two
//! cells along their common up, as is often done, shortens what stands steep on it.)

use std::fmt;
use std::str::FromStr;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Portal, Side};
use crate::geometry::{ground, normal};
use crate::navmesh::{CellId, NavMesh};

/// Where the string is pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pulling {
    /// On the ground, seen from above.
    #[default]
    Ground,
    /// On the surface, with an up for each pair of cells: for planets, loops and walls.
    Curved,
}

impl Pulling {
    /// Both, the plain one first.
    pub const ALL: [Self; 2] = [Self::Ground, Self::Curved];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "flat",
            Self::Curved => "curved",
        }
    }

    /// What the window calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ground => "Flat, seen from above",
            Self::Curved => "Curved, on the surface",
        }
    }

    /// What it does and when it is wanted, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Ground => "Judges turns on the ground, seen from above: for floors, ramps and stairs.",
            Self::Curved => {
                "Judges turns on the cells laid flat one after the other: for planets, loops and walls, where no direction is up everywhere. The agent is a point there, and paths over links are pulled flat."
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
        found.ok_or_else(|| format!("\"{text}\" is not a kind of string pulling; give flat or curved"))
    }
}

/// Where the portals of a corridor lie for whoever judges turns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// The left and right ends of the portals, laid flat; empty on the ground.
    flat: Vec<[Vec2; 2]>,
    /// By portal, what is up there; empty on the ground.
    ups: Vec<Vec3>,
}

impl Plane {
    /// The surface of a corridor laid flat; the ground where +Y is up at every portal.
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
        Self { flat: laid_flat(portals, &normals), ups: (0..portals.len()).map(up).collect() }
    }

    /// Whether turns are judged on the ground.
    pub fn is_ground(&self) -> bool {
        self.flat.is_empty()
    }

    /// What is up at a portal; `None` on the ground, where that is +Y everywhere.
    pub fn up(&self, portal: usize) -> Option<Vec3> {
        self.ups.get(portal).copied()
    }

    /// Where an end of a portal lies, given where it is in space.
    pub(super) fn end(&self, portal: usize, side: Side, point: Vec3) -> Vec2 {
        match (self.flat.get(portal), side) {
            (None, _) => ground(point),
            (Some([left, _]), Side::Left) => *left,
            (Some([_, right]), Side::Right) => *right,
        }
    }

    /// Where the middle of a portal lies, given where it is in space.
    pub(super) fn middle(&self, portal: usize, point: Vec3) -> Vec2 {
        self.flat.get(portal).map_or_else(|| ground(point), |[left, right]| left.midpoint(*right))
    }
}

/// Turns portals so that left and right are as seen by somebody who stands on the outside of their cells, wherever that
/// points, and finds anew where the slope changes.
pub(super) fn seen_from_outside(mesh: &NavMesh, cells: &[CellId], portals: &mut [Portal]) {
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

/// A cell's plane and where it came to lie.
struct Frame {
    origin: DVec3,
    axes: [DVec3; 2],
    flat_origin: DVec2,
    flat_axes: [DVec2; 2],
}

impl Frame {
    /// Aligned with the ground as far as the cell allows.
    fn first(origin: DVec3, normal: DVec3) -> Self {
        let along = [DVec3::X, DVec3::Z].map(|axis| axis - normal * axis.dot(normal));
        let along = if along[0].length_squared() > 0.25 { along[0] } else { along[1] }.normalize_or_zero();
        let flat_origin = DVec2::new(origin.x, origin.z);
        Self { origin, axes: [along, along.cross(normal)], flat_origin, flat_axes: [DVec2::X, DVec2::Y] }
    }

    /// The next cell's, which shares a portal with this one.
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
        // An end that both portals share lies in one place, whatever was rounded.
        for (end, side) in laid.iter_mut().zip([0, 1]) {
            let id = next.ids.map(|ids| ids[side]);
            let shared = before.ids.and_then(|ids| ids.iter().position(|&other| Some(other) == id));
            *end = shared.map_or(*end, |shared| last[shared]);
        }
        flat.push(laid);
    }
    flat.into_iter().map(|ends| ends.map(DVec2::as_vec2)).collect()
}
