//! Arguments of `navsmith generate`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use super::file::{OutAxes, WriteArguments, up_axis};
use super::ground::{PartUse, VolumeUse, box_use, volume_use};
use super::jumps::JumpArguments;
use super::value::{distance, ground_slope, position, scale};
use navsmith_core::geometry::{FileCoordinates, UpAxis, Vec3};
use navsmith_formats::io::{self, Format};
use navsmith_generation::{GenerationSettings, PRESETS, Preset};

#[derive(Args, Debug)]
pub(in crate::cli) struct GenerateArguments {
    /// The file with the geometry of the level.
    #[arg(value_name = "LEVEL", required_unless_present = "update")]
    pub(in crate::cli) level: Option<PathBuf>,
    /// Generate the mesh of this document again, from the levels and settings that it stores, and keep what was done by hand. OUT is FILE
    /// unless it is given. Exit code 1 if the ground of an edit changed.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "level", "preset", "radius", "height", "climb", "slope", "cell_size", "cell_height", "min_area", "simplify", "detail_distance",
        "detail_error", "limit", "keeps_insides", "parts", "boxes", "volumes", "up", "scale", "why", "is_check", "why_jump", "has_jumps",
    ])]
    pub(in crate::cli) update: Option<PathBuf>,
    /// At conflicts of --update, replace what was done by hand by the new generation.
    #[arg(long = "theirs", requires = "update")]
    pub(in crate::cli) takes_theirs: bool,
    /// The file to write, in the format that its extension names.
    #[arg(short, long, value_name = "OUT", required_unless_present_any = ["why", "is_check", "why_jump", "update"], help = format!("The file to write: a {}; it is overwritten", io::list(Format::writable())))]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) axes: OutAxes,
    /// The agent and the voxels, which the other options change.
    #[arg(long, value_name = "NAME", default_value = "human", value_parser = preset())]
    preset: &'static Preset,
    /// Radius of the agent, in metres: distance of the mesh from walls.
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    radius: Option<f32>,
    /// Height of the agent, in metres.
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    height: Option<f32>,
    /// The highest step of the agent, in metres.
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    climb: Option<f32>,
    /// The steepest slope that is walkable, in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = ground_slope, allow_hyphen_values = true)]
    slope: Option<f32>,
    /// Width of a voxel, in metres [default: that of the preset, or a third of the radius].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    cell_size: Option<f32>,
    /// Height of a voxel, in metres [default: that of the preset, or half of its width].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    cell_height: Option<f32>,
    /// Remove ground that is smaller than this, in m² [default: 1].
    #[arg(long, value_name = "AREA", value_parser = distance, allow_hyphen_values = true)]
    min_area: Option<f32>,
    /// Largest distance between a border of the mesh and its voxels, in widths of a voxel [default: 1.3].
    #[arg(long, value_name = "VOXELS", value_parser = distance, allow_hyphen_values = true)]
    simplify: Option<f32>,
    /// Distance of samples of heights in cells, in widths of a voxel; 0 keeps heights at corners only [default: 6].
    #[arg(long, value_name = "VOXELS", value_parser = distance, allow_hyphen_values = true)]
    detail_distance: Option<f32>,
    /// Largest difference between a cell and the samples of heights, in heights of a voxel [default: 1].
    #[arg(long, value_name = "VOXELS", value_parser = distance, allow_hyphen_values = true)]
    detail_error: Option<f32>,
    /// Largest number of columns of voxels that the boxes of all triangles cover, in millions, each counted for each triangle.
    #[arg(long, value_name = "MILLIONS", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Keep ground inside of closed solids, such as crates, which is left out otherwise.
    #[arg(long = "keep-insides")]
    keeps_insides: bool,
    /// Use of the parts whose node or material matches PATTERN: walkable, obstacle, ignored, or the name of an area. Give `node:` or
    /// `material:` before PATTERN to match only these, and * and ? for any text and any character. May be given several times; the last
    /// match wins.
    #[arg(long = "part", value_name = "PATTERN=USE")]
    pub(in crate::cli) parts: Vec<PartUse>,
    /// Use of the ground in a box between two corners: limit, which generates only in such boxes, obstacle, or the name of an area. May be
    /// given several times.
    #[arg(long = "box", value_name = "X,Y,Z,X,Y,Z=USE", value_parser = box_use, allow_hyphen_values = true)]
    boxes: Vec<VolumeUse>,
    /// Use of the ground in a convex volume between two heights, as for a box. May be given several times.
    #[arg(long = "volume", value_name = "LOW,HIGH,X,Z,X,Z,X,Z=USE", value_parser = volume_use, allow_hyphen_values = true)]
    volumes: Vec<VolumeUse>,
    /// The axis of LEVEL that points up.
    #[arg(long, value_name = "AXIS", value_parser = up_axis(), default_value = "y")]
    up: UpAxis,
    /// The unit of LEVEL: m, cm, mm, ft, in, or a number of metres.
    #[arg(long, value_name = "UNIT", value_parser = scale, default_value = "1", allow_hyphen_values = true)]
    scale: f32,
    /// Name the first stage that removed the ground at this point, as X,Y,Z, instead of writing a file: exit code 0 if there is a
    /// mesh, otherwise 1.
    #[arg(long, value_name = "X,Y,Z", value_parser = position, allow_hyphen_values = true)]
    pub(in crate::cli) why: Option<Vec3>,
    /// Print the steps, doors and slopes of LEVEL that are at the limits of the agent or just beyond them, instead of writing a file: exit
    /// code 0 if there are none, otherwise 1.
    #[arg(long = "check", conflicts_with = "why")]
    pub(in crate::cli) is_check: bool,
    #[command(flatten)]
    pub(in crate::cli) jumps: JumpArguments,
    #[command(flatten)]
    pub(in crate::cli) writing: WriteArguments,
}

impl GenerateArguments {
    pub(in crate::cli) fn settings(&self) -> GenerationSettings {
        let mut settings = self.preset.settings();
        let agent = &mut settings.agent;
        agent.radius = self.radius.unwrap_or(agent.radius);
        agent.height = self.height.unwrap_or(agent.height);
        agent.max_climb = self.climb.unwrap_or(agent.max_climb);
        agent.max_slope = self.slope.unwrap_or(agent.max_slope);
        settings.cell_size = self.cell_size.or(settings.cell_size);
        settings.cell_height = self.cell_height.or(settings.cell_height);
        settings.least_area = self.min_area.unwrap_or(settings.least_area);
        settings.keeps_insides = self.keeps_insides;
        settings.most_covered =
            self.limit.map_or(settings.most_covered, |limit| u64::from(limit) * 1_000_000);
        settings.detail_distance = self.detail_distance.unwrap_or(settings.detail_distance);
        settings.detail_error = self.detail_error.unwrap_or(settings.detail_error);
        settings.simplification = self.simplify.unwrap_or(settings.simplification);
        settings
    }

    /// Returns the boxes and the volumes.
    pub(in crate::cli) fn volumes(&self) -> Vec<VolumeUse> {
        self.boxes.iter().chain(&self.volumes).cloned().collect()
    }

    /// Returns the coordinates of the level.
    pub(in crate::cli) fn coordinates(&self) -> FileCoordinates {
        FileCoordinates { up: self.up, scale: self.scale, ..FileCoordinates::default() }
    }
}

fn preset() -> impl TypedValueParser<Value = &'static Preset> {
    PossibleValuesParser::new(PRESETS.iter().map(|preset| preset.name))
        .try_map(|name| PRESETS.iter().find(|preset| preset.name == name).ok_or("there is no such preset"))
}
