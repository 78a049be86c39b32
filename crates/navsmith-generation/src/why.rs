//! Reasons why there is no mesh at a point.

use std::fmt;

use navsmith_core::geometry::{Vec3, covers, ground};

use crate::field::{FieldStages, up};
use crate::generate::Generation;
use crate::spans::SpanState;
use crate::stages::{OpenState, Stages};

/// The first stage that removed the ground at a point, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The point is outside of the level.
    Outside,
    /// There is no triangle over or below the point.
    NoGround,
    /// The point is higher above the ground than the agent.
    Above {
        /// Height of the ground, in metres.
        ground: f32,
    },
    /// The point is at the rim of the level.
    Rim,
    /// The level is solid at the point.
    Solid {
        /// Height of the ground over it, in metres.
        top: f32,
    },
    /// The point is outside of the volumes that limit the mesh.
    OutsideLimits,
    /// The ground is carved by a volume.
    Carved,
    /// The ground is inside of a closed solid.
    Inside,
    /// The ground is the top of an obstacle.
    Obstacle,
    /// The ground is steeper than the agent allows.
    Steep {
        /// Slope in degrees; above 90 for ground that faces down.
        slope: f32,
        /// Steepest possible slope in degrees.
        limit: f32,
    },
    /// A neighbour is lower than the climb.
    Ledge {
        /// The climb in metres.
        climb: f32,
    },
    /// The ceiling is too low.
    LowCeiling {
        /// Height of the ceiling above the ground, in metres.
        ceiling: f32,
        /// Height of the agent, in metres.
        height: f32,
    },
    /// The point is nearer to a wall or an edge than the radius.
    NearBorder {
        /// Distance from the nearest column that is not walkable, in metres.
        distance: f32,
        /// Width of the eroded border, in metres.
        radius: f32,
    },
    /// The ground is too small or too narrow.
    Small {
        /// Smallest area that is kept, in m².
        least: f32,
    },
    /// The simplified border of the region leaves the point out.
    Simplified {
        /// Largest distance between a border and its voxels, in metres.
        distance: f32,
    },
    /// The contour of the region was left out, because it cannot be divided into polygons.
    Lost,
    /// There is a mesh.
    Mesh,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => f.write_str("the point is outside of the level"),
            Self::NoGround => f.write_str("there is no triangle of the level here"),
            Self::Above { ground } => {
                write!(f, "the ground is below the point, at a height of {ground:.2} m; ask there")
            }
            Self::Lost => {
                f.write_str("the border of the ground cannot be divided into polygons; use another cell size")
            }
            Self::OutsideLimits => {
                f.write_str("the point is outside of the limits; enlarge a limiting volume")
            }
            Self::Carved => f.write_str("a volume carves the ground here; make it smaller"),
            Self::Inside => {
                f.write_str("the ground is inside of a closed solid; keep insides, or open the solid")
            }
            Self::Obstacle => f.write_str("this is an obstacle; make it walkable if agents walk on it"),
            Self::Rim => f.write_str("the level ends here; make the floor larger"),
            Self::Solid { top } => {
                write!(f, "the level is solid here; the ground is at a height of {top:.2} m")
            }
            &Self::Steep { slope, limit } => write_steep(f, slope, limit),
            Self::Ledge { climb } => {
                write!(
                    f,
                    "a drop or a slope beside it is above the climb of {climb:.2} m; allow a higher climb"
                )
            }
            Self::LowCeiling { ceiling, height } => {
                write!(
                    f,
                    "ceiling {ceiling:.2} m below {height:.2} m; raise it, or generate for a lower agent"
                )
            }
            Self::NearBorder { distance, radius } => {
                write!(
                    f,
                    "{distance:.2} m from a wall or an edge, eroded by {radius:.2} m; use a smaller radius or cell size"
                )
            }
            Self::Small { least } => {
                write!(
                    f,
                    "the ground here is smaller than {least:.2} m² or two voxels wide; keep smaller areas"
                )
            }
            Self::Simplified { distance } => {
                write!(f, "the border is simplified by up to {distance:.2} m; simplify it less")
            }
            Self::Mesh => f.write_str("there is a mesh here"),
        }
    }
}

/// Writes the reason at ground that is steeper than the limit; both slopes are in degrees.
fn write_steep(f: &mut fmt::Formatter<'_>, slope: f32, limit: f32) -> fmt::Result {
    if slope > 90.0 {
        f.write_str(
            "the surface faces down, as a ceiling does; reverse the order of its corners if it is ground",
        )
    } else {
        write!(f, "slope {slope:.1}° above {limit:.1}°; allow a steeper slope, or make the ground flatter")
    }
}

impl Generation {
    /// Returns the first stage that removed the ground at or below a point.
    ///
    /// In a level of several tiles, the stages of the tile at the point are computed again.
    pub fn why(&self, at: Vec3) -> Reason {
        let (size, height) = (self.settings.cell_size(), self.settings.cell_height());
        let low = self.level.low;
        let along = (at - low) / Vec3::new(size, height, size);
        let [width, depth] = self.level.columns;
        // Comparisons are false for what is not a number.
        if !(along.x >= 0.0 && along.z >= 0.0 && along.x < width as f32 && along.z < depth as f32) {
            return Reason::Outside;
        }
        let Some(stages) = self.stages(at) else { return Reason::OutsideLimits };
        let place = [along.x as i32, along.z as i32];
        let here = [0, 1].map(|axis| (place[axis] - stages.field.range.low[axis]) as usize);
        let (column, reach) =
            (stages.field.solid.column(here), f32::from(self.settings.climb_voxels()) + 1.0);
        let height_of = |voxels: u16| low.y + f32::from(voxels) * height;
        let Some(span) = column.iter().rfind(|span| f32::from(span.top) <= along.y + reach) else {
            let around = column.iter().find(|span| f32::from(span.bottom) <= along.y);
            return around.map_or(Reason::NoGround, |span| Reason::Solid { top: height_of(span.top) });
        };
        if along.y - f32::from(span.top) > f32::from(self.settings.height_voxels()) {
            return Reason::Above { ground: height_of(span.top) };
        }
        if self.is_covered(Vec3 { y: height_of(span.top), ..at }) {
            return Reason::Mesh;
        }
        let is_rim = place.contains(&0) || place[0] + 1 == width as i32 || place[1] + 1 == depth as i32;
        match span.state {
            SpanState::Ledge if is_rim => Reason::Rim,
            SpanState::Steep => {
                let limit = self.settings.agent.max_slope.to_degrees();
                Reason::Steep { slope: self.slope_at(at), limit }
            }
            SpanState::Obstacle => Reason::Obstacle,
            SpanState::Inside => Reason::Inside,
            SpanState::Ledge => Reason::Ledge { climb: self.settings.agent.max_climb },
            SpanState::LowCeiling => {
                let ceiling = f32::from(span.ceiling.unwrap_or(u16::MAX).saturating_sub(span.top)) * height;
                Reason::LowCeiling { ceiling, height: self.settings.agent.height }
            }
            SpanState::Walkable | SpanState::LowObstacle => self.why_open(&stages, here, span.top),
        }
    }

    /// Returns the reason at a span that is walkable before the erosion.
    fn why_open(&self, stages: &Stages<'_>, column: [usize; 2], top: u16) -> Reason {
        let (size, open) = (self.settings.cell_size(), &stages.field.open);
        let [x, z] = column.map(|index| index as u16);
        let Some(index) = open.cell_at(x, z).index_range().find(|&span| open.spans[span].y == top) else {
            return Reason::NoGround;
        };
        match stages.open_state(column, index) {
            OpenState::Carved => Reason::Carved,
            OpenState::OutsideLimits => Reason::OutsideLimits,
            OpenState::Eroded => {
                let distance = self.distance_to_border(&stages.field, column, top) * size;
                Reason::NearBorder { distance, radius: f32::from(self.settings.radius_voxels()) * size }
            }
            OpenState::Small | OpenState::OtherTile => Reason::Small { least: self.settings.least_area },
            OpenState::Region(region) if self.is_lost((stages.number, region)) => Reason::Lost,
            OpenState::Region(_) => Reason::Simplified { distance: self.settings.simplification * size },
        }
    }

    fn is_lost(&self, region: (usize, u16)) -> bool {
        self.lost.iter().any(|lost| lost.region == region)
    }

    /// Whether a cell covers a point within the climb of the agent.
    fn is_covered(&self, at: Vec3) -> bool {
        let reach = self.settings.agent.max_climb.max(2.0 * self.settings.cell_height());
        self.mesh.cells().any(|(id, cell)| {
            let heights = cell.corners().iter().map(|&corner| self.mesh.position(corner).y);
            let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
            let is_near = low - reach <= at.y && at.y <= high + reach;
            is_near && covers(&self.mesh.ground_ring(id), ground(at))
        })
    }

    /// Returns the distance from a column to the nearest one without ground, in columns.
    ///
    /// Ground counts at nearly this height.
    fn distance_to_border(&self, stages: &FieldStages, [x, z]: [usize; 2], top: u16) -> f32 {
        let (open, [width, depth]) = (&stages.open, stages.range.size);
        let reach = usize::from(self.settings.radius_voxels()) + 1;
        let is_ground = |x: usize, z: usize| {
            let climb = self.settings.climb_voxels().max(1);
            let column = [stages.range.low[0] + x as i32, stages.range.low[1] + z as i32];
            let is_carved =
                |y: u16| self.level.source.is_carved(self.level.center(column, y, &self.settings));
            let heights = open.cell_at(x as u16, z as u16).index_range().map(|span| open.spans[span].y);
            heights.into_iter().any(|y| y.abs_diff(top) <= climb && !is_carved(y))
        };
        let mut least = reach as f32;
        for near_z in z.saturating_sub(reach)..(z + reach + 1).min(depth) {
            for near_x in x.saturating_sub(reach)..(x + reach + 1).min(width) {
                if !is_ground(near_x, near_z) {
                    let squared = near_x.abs_diff(x).pow(2) + near_z.abs_diff(z).pow(2);
                    least = least.min((squared as f32).sqrt());
                }
            }
        }
        // The border of the level is a border too.
        let edges = [x + 1, z + 1, width - x, depth - z];
        edges.into_iter().fold(least, |least, edge| least.min(edge as f32))
    }

    /// Returns the slope in degrees of the triangle nearest to a point over or below it.
    fn slope_at(&self, at: Vec3) -> f32 {
        let at = at - self.level.low;
        let size = self.settings.cell_size();
        let touches = |triangle: &&[Vec3; 3]| {
            let [a, b, c] = triangle.map(ground);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            low.cmple(ground(at) + size).all() && high.cmpge(ground(at) - size).all()
        };
        let is_steep = |triangle: &&[Vec3; 3]| up(triangle) < self.settings.agent.max_slope.cos();
        let height = |triangle: &[Vec3; 3]| {
            let [a, b, c] = triangle.map(|corner| corner.y);
            (at.y - at.y.clamp(a.min(b).min(c), a.max(b).max(c))).abs()
        };
        let steep = self
            .level
            .source
            .surfaces
            .iter()
            .map(|surface| &surface.corners)
            .filter(touches)
            .filter(is_steep);
        let near = steep.min_by(|a, b| height(a).total_cmp(&height(b)));
        near.map_or(90.0, |triangle| up(triangle).clamp(-1.0, 1.0).acos().to_degrees())
    }
}
