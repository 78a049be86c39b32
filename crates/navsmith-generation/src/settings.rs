//! Settings of a generation, and presets.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use navsmith_core::pathfinding::agent::Agent;

/// Highest agent in voxels, because the height of a span has 8 bits.
const MOST_HEIGHT: f32 = 255.0;

/// Largest radius in voxels, because a distance of the erosion has 8 bits.
const MOST_RADIUS: f32 = 127.0;

/// Range of the width and the height of a voxel, in metres.
const VOXELS: std::ops::RangeInclusive<f32> = 1e-4..=1e3;

/// Largest agent and highest climb, in metres.
const LARGEST: f32 = 1e4;

/// Maximum number of corners of a cell.
const MOST_CORNERS: u16 = 64;

/// Settings of a generation; lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerationSettings {
    /// The agent for which ground is walkable.
    ///
    /// Its slope is the steepest ground, its climb the highest step.
    pub agent: Agent,
    /// Width of a voxel; `None` for a third of the radius.
    pub cell_size: Option<f32>,
    /// Height of a voxel; `None` for half of its width.
    pub cell_height: Option<f32>,
    /// Smallest area of ground that is kept, in m².
    pub least_area: f32,
    /// Area up to which regions are merged with larger ones, in m².
    pub merged_area: f32,
    /// Longest edge of the boundary, in multiples of the radius and at most 255 voxels; 0 for no limit.
    pub edge_length: f32,
    /// Largest distance between a simplified border and its voxels, in widths of a voxel.
    pub simplification: f32,
    /// Maximum number of corners of a cell, from 3 to 64.
    pub corners: u16,
    /// Maximum number of columns that the boxes of all triangles cover, each counted for each triangle.
    pub most_covered: u64,
    /// Whether ground inside of closed solids is kept.
    pub keeps_insides: bool,
    /// Distance of samples of heights, in widths of a voxel; 0 for none.
    ///
    /// They are inside of cells and along edges. A distance below 1 counts as 1.
    pub detail_distance: f32,
    /// Largest difference of a cell from the samples, in heights of a voxel.
    pub detail_error: f32,
}

impl GenerationSettings {
    /// Returns the default settings for an agent.
    pub fn of(agent: Agent) -> Self {
        Self {
            agent,
            cell_size: None,
            cell_height: None,
            least_area: 1.0,
            merged_area: 6.0,
            edge_length: 12.0,
            simplification: 1.3,
            corners: 6,
            most_covered: 300_000_000,
            keeps_insides: false,
            detail_distance: 6.0,
            detail_error: 1.0,
        }
    }

    /// Returns the settings with lengths times a factor.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let scaled = |length: f32| length * factor;
        Self {
            agent: self.agent.scaled(factor),
            cell_size: self.cell_size.map(scaled),
            cell_height: self.cell_height.map(scaled),
            least_area: self.least_area * factor.powi(2),
            merged_area: self.merged_area * factor.powi(2),
            ..*self
        }
    }

    /// Returns the width of a voxel.
    pub fn cell_size(&self) -> f32 {
        self.cell_size.unwrap_or(self.agent.radius / 3.0)
    }

    /// Returns the height of a voxel.
    pub fn cell_height(&self) -> f32 {
        self.cell_height.unwrap_or_else(|| self.cell_size() / 2.0)
    }

    /// Returns the climb in voxels, rounded down.
    pub(crate) fn climb_voxels(&self) -> u16 {
        voxels((self.agent.max_climb / self.cell_height()).next_up().floor())
    }

    /// Returns the height of the agent in voxels, rounded up.
    pub(crate) fn height_voxels(&self) -> u16 {
        voxels((self.agent.height / self.cell_height()).next_down().ceil()).max(3)
    }

    /// Returns the radius in voxels, rounded up.
    pub(crate) fn radius_voxels(&self) -> u16 {
        voxels((self.agent.radius / self.cell_size()).next_down().ceil()).min(255 / 2)
    }

    /// Returns an area in columns of voxels.
    pub(crate) fn columns(&self, area: f32) -> u16 {
        voxels(area / self.cell_size().powi(2))
    }

    /// Returns the longest edge in voxels.
    pub(crate) fn edge_voxels(&self) -> u16 {
        // `rerecast` squares it in 16 bits.
        voxels(self.edge_length * self.agent.radius / self.cell_size()).min(255)
    }

    /// Returns a reason why no mesh can be generated, with a remedy; `None` if there is none.
    pub fn contradiction(&self) -> Option<String> {
        let (size, height) = (self.cell_size(), self.cell_height());
        let is_length = |length: f32| length.is_finite() && length > 0.0;
        if !is_length(size) || !is_length(height) {
            return Some(
                "the voxels have no size; enter a radius of the agent, or a cell size and a cell height"
                    .into(),
            );
        }
        if !VOXELS.contains(&size) || !VOXELS.contains(&height) {
            return Some(format!(
                "a voxel of {size} x {height} m is not possible; enter a cell size and a cell height from {} to {} m",
                VOXELS.start(),
                VOXELS.end()
            ));
        }
        if self.agent.height > LARGEST || self.agent.max_climb > LARGEST || self.agent.radius > LARGEST {
            return Some(format!("the agent or its climb is larger than {LARGEST} m; enter less"));
        }
        if height > self.agent.height && self.agent.height > 0.0 {
            return Some(format!(
                "the cell height of {height} m is above the height of the agent of {} m; enter a lower one",
                self.agent.height
            ));
        }
        if !(self.agent.radius >= 0.0 && self.agent.radius.is_finite()) {
            return Some("the radius of the agent is not a length; enter 0 m or more".into());
        }
        if !is_length(self.agent.height) {
            return Some("the height of the agent is not a length; enter more than 0 m".into());
        }
        if self.agent.max_climb.is_nan() || self.agent.max_climb < 0.0 {
            return Some("the climb of the agent is not a length; enter 0 m or more".into());
        }
        let numbers = [self.simplification, self.edge_length, self.least_area, self.merged_area];
        let errors = [self.detail_distance, self.detail_error];
        if !numbers.into_iter().chain(errors).all(|number| number >= 0.0) {
            return Some(
                "an area, a length, the simplification or an error is negative; enter 0 or more".into(),
            );
        }
        if self.agent.max_slope.is_nan() {
            return Some("the slope is not an angle; enter 0 to 90 degrees".into());
        }
        if self.agent.height / height > MOST_HEIGHT {
            return Some("the agent is higher than 255 voxels; enter a larger cell height".into());
        }
        if self.agent.radius / size > MOST_RADIUS {
            return Some("the radius is more than 127 voxels; enter a larger cell size".into());
        }
        if self.least_area / size.powi(2) > f32::from(u16::MAX) {
            return Some(
                "the smallest area has more than 65,535 columns of voxels; enter a smaller one".into(),
            );
        }
        let is_possible = (3..=MOST_CORNERS).contains(&self.corners);
        (!is_possible)
            .then(|| format!("cells can have 3 to {MOST_CORNERS} corners; enter one of these numbers"))
    }

    /// Returns what is likely to give a bad mesh, each with a remedy.
    pub fn warnings(&self) -> Vec<String> {
        let Agent { radius, height, max_climb, max_slope } = self.agent;
        let (size, cell_height) = (self.cell_size(), self.cell_height());
        let mut warnings = Vec::new();
        if radius > 0.0 && size > radius / 2.0 {
            warnings.push(format!(
                "the cell size of {size} m is above half of the radius of {radius} m, so doors can close; enter at most {} m",
                radius / 2.0
            ));
        }
        if max_climb >= height {
            warnings.push(format!(
                "the climb of {max_climb} m is not below the height of {height} m; enter a lower climb"
            ));
        }
        if max_climb > 0.0 && max_climb < cell_height {
            warnings.push(format!(
                "the climb of {max_climb} m is below the cell height of {cell_height} m, so no step is climbed; enter a lower cell height"
            ));
        }
        let rise = size * max_slope.tan();
        if max_slope < FRAC_PI_2 && rise > max_climb + cell_height {
            warnings.push(format!(
                "ground of {:.1}° rises by {rise:.2} m in a voxel, which is above the climb of {max_climb} m; enter a lower slope or cell size",
                max_slope.to_degrees()
            ));
        }
        warnings
    }
}

impl Default for GenerationSettings {
    fn default() -> Self {
        Self::of(Agent::PERSON)
    }
}

/// Rounds a number of voxels to the range of a field.
fn voxels(number: f32) -> u16 {
    // Conversions from floats saturate.
    number as u16
}

/// Named settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Name, as on the command line.
    pub name: &'static str,
    /// Description in a few words.
    pub description: &'static str,
    agent: Agent,
    /// Width and height of a voxel; `None` for the derived ones.
    voxel: Option<[f32; 2]>,
}

impl Preset {
    /// Returns the settings.
    pub fn settings(&self) -> GenerationSettings {
        GenerationSettings {
            cell_size: self.voxel.map(|[size, _]| size),
            cell_height: self.voxel.map(|[_, height]| height),
            ..GenerationSettings::of(self.agent)
        }
    }
}

const fn agent(radius: f32, height: f32, max_climb: f32, slope: f32) -> Agent {
    Agent { radius, height, max_climb, max_slope: slope.to_radians() }
}

/// The presets: four sizes of agents, and the defaults of four engines.
pub static PRESETS: [Preset; 8] = [
    Preset {
        name: "human",
        description: "a person",
        agent: Agent { max_slope: FRAC_PI_4, ..Agent::PERSON },
        voxel: None,
    },
    Preset {
        name: "small",
        description: "a child or a small animal",
        agent: agent(0.2, 0.9, 0.2, 45.0),
        voxel: None,
    },
    Preset { name: "large", description: "a large creature", agent: agent(1.0, 3.0, 0.6, 45.0), voxel: None },
    Preset { name: "vehicle", description: "a car", agent: agent(1.5, 2.0, 0.3, 25.0), voxel: None },
    Preset {
        name: "unity",
        description: "defaults of Unity",
        agent: agent(0.5, 2.0, 0.75, 45.0),
        voxel: None,
    },
    Preset {
        name: "unreal",
        description: "defaults of Unreal",
        agent: agent(0.35, 1.44, 0.35, 44.0),
        voxel: Some([0.19, 0.1]),
    },
    Preset {
        name: "godot",
        description: "defaults of Godot",
        agent: agent(0.5, 1.5, 0.25, 45.0),
        voxel: Some([0.25, 0.25]),
    },
    Preset {
        name: "recast",
        description: "defaults of the Recast demo",
        agent: agent(0.6, 2.0, 0.9, 45.0),
        voxel: Some([0.3, 0.2]),
    },
];
