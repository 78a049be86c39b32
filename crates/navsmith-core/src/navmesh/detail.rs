//! Heights of cells between their corners.
//!
//! The ground inside of a large cell is rarely flat. A [`CellDetail`] gives a cell more heights, like the detail mesh of
//! Recast: points inside of the cell and on its sides, and triangles of points and corners. It does not change the
//! ground plan: sides, neighbours and portals of cells are the same. [`Surface`](super::Surface) reads it, and with it
//! heights, point location, links and lengths of paths.
//!
//! Slopes that agents or checks judge are those of the corners. The triangles of a stair or of a field of voxels are
//! steeper than the ground that they represent.
//!
//! The details of a mesh are pages of shared pointers. A mesh without details has no pages, so it needs no memory and
//! one comparison of a length. An edit that changes the positions of the corners of a cell drops its detail, except
//! that details follow cells that are moved, turned or scaled as a whole. Pieces of a divided cell have none.

use glam::{Vec2, Vec3};

use crate::geometry::{Bounds, ground};

/// Heights of a cell between its corners: points, and triangles of corners and points.
///
/// [`NavMesh::check`](super::NavMesh::check) verifies these invariants:
/// 1. there is a triangle, and its corners are corners of the cell or points;
/// 2. there are at most [`Self::MOST_POINTS`] points and twice as many triangles as corners and points;
/// 3. points are finite, and lie on the ground in the box of the cell's corners.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDetail {
    points: Box<[Vec3]>,
    triangles: Box<[[u16; 3]]>,
}

impl CellDetail {
    /// Maximum number of points of a cell.
    pub const MOST_POINTS: usize = 4096;

    /// Creates the detail of a cell with these corners; returns the first violated invariant as `Err`.
    ///
    /// Triangles contain numbers of corners, and after those of points. Points beside the box of the corners, as by
    /// rounding, are moved onto it.
    pub fn new(
        ring: &[Vec3],
        points: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u16; 3]>,
    ) -> Result<Self, String> {
        let fit = fitting(ring);
        let points = points.into_iter().map(fit).collect();
        let detail = Self { points, triangles: triangles.into_iter().collect() };
        detail.check(ring)?;
        Ok(detail)
    }

    /// Returns the points, which are no corners of the cell.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Returns the triangles, as numbers of corners of the cell, and after those of points.
    pub fn triangles(&self) -> &[[u16; 3]] {
        &self.triangles
    }

    /// Returns the detail of a cell whose corners are moved like its points.
    #[must_use]
    pub fn moved(&self, ring: &[Vec3], position: impl Fn(Vec3) -> Vec3) -> Self {
        let fit = fitting(ring);
        let points = self.points.iter().map(|&point| fit(position(point))).collect();
        Self { points, triangles: self.triangles.clone() }
    }

    /// Returns the detail of a cell with its corners in reverse order.
    #[must_use]
    pub fn reversed(&self, corners: usize) -> Self {
        let number = |at: u16| if usize::from(at) < corners { (corners - 1) as u16 - at } else { at };
        let triangles = self.triangles.iter().map(|&[a, b, c]| [c, b, a].map(number)).collect();
        Self { points: self.points.clone(), triangles }
    }

    /// Returns the size in bytes, without the pointer in the mesh.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.points) + size_of_val(&*self.triangles)
    }

    pub(super) fn check(&self, ring: &[Vec3]) -> Result<(), String> {
        let known = ring.len() + self.points.len();
        if self.points.len() > Self::MOST_POINTS {
            let most = Self::MOST_POINTS;
            return Err(format!("it has {} points; at most {most} are possible", self.points.len()));
        }
        if !(1..=2 * known).contains(&self.triangles.len()) {
            let count = self.triangles.len();
            return Err(format!("it has {count} triangles; there are 1 to {} for its points", 2 * known));
        }
        if let Some(corner) =
            self.triangles.as_flattened().iter().find(|&&corner| usize::from(corner) >= known)
        {
            return Err(format!("a triangle names point {corner}, but points end at {}", known as i64 - 1));
        }
        let [low, high] = ground_box(ring);
        let is_inside = |point: Vec3| {
            point.is_finite() && ground(point).cmpge(low).all() && ground(point).cmple(high).all()
        };
        match self.points.iter().find(|&&point| !is_inside(point)) {
            Some(point) => Err(format!("its point {point} is not finite, or lies beside the cell")),
            None => Ok(()),
        }
    }
}

/// Returns a function that moves points onto the box of a ring on the ground.
fn fitting(ring: &[Vec3]) -> impl Fn(Vec3) -> Vec3 + use<> {
    let [low, high] = ground_box(ring);
    move |point| {
        // Unlike `clamp`, these accept an empty box.
        let at = ground(point).max(low).min(high);
        Vec3::new(at.x, point.y, at.y)
    }
}

fn ground_box(ring: &[Vec3]) -> [Vec2; 2] {
    let Bounds { min, max } = Bounds::of(ring.iter().copied());
    [min, max].map(ground)
}
