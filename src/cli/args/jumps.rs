//! Arguments about jump and drop links.

use clap::Args;

use super::value::{distance, position};
use navsmith_core::geometry::Vec3;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_generation::JumpSettings;

#[derive(Args, Debug)]
pub(in crate::cli) struct JumpArguments {
    /// Add links for jumps and drops from the borders of the mesh to other ground.
    #[arg(long = "jumps", group = "jumping")]
    pub(in crate::cli) has_jumps: bool,
    /// Longest jump on the ground, in metres [default: 2.5].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "jumping")]
    jump_length: Option<f32>,
    /// Height of the highest point of a jump above its take-off, in metres; landings are at most as high [default: 0.5].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "jumping")]
    jump_peak: Option<f32>,
    /// Deepest landing below the take-off, in metres [default: 3].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "jumping")]
    jump_depth: Option<f32>,
    /// Height above the feet up to which solid ground does not stop the body, in metres [default: the climb].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "jumping")]
    jump_tolerance: Option<f32>,
    /// Distance between two samples along a border, in metres [default: the radius].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "jumping")]
    jump_spacing: Option<f32>,
    /// Name the link or the reason for none at the sample nearest to this point, as X,Y,Z, instead of writing a file: exit code 0 if there
    /// is a link, otherwise 1.
    #[arg(long, value_name = "X,Y,Z", value_parser = position, allow_hyphen_values = true, group = "jumping", conflicts_with_all = ["why", "is_check"])]
    pub(in crate::cli) why_jump: Option<Vec3>,
}

impl JumpArguments {
    /// Returns the settings for an agent.
    pub(in crate::cli) fn settings(&self, agent: &Agent) -> JumpSettings {
        let default = JumpSettings::of(agent);
        JumpSettings {
            length: self.jump_length.unwrap_or(default.length),
            peak: self.jump_peak.unwrap_or(default.peak),
            depth: self.jump_depth.unwrap_or(default.depth),
            tolerance: self.jump_tolerance.unwrap_or(default.tolerance),
            spacing: self.jump_spacing.unwrap_or(default.spacing),
        }
    }
}
