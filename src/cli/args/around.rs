//! Arguments of the subcommands that query the surroundings of a point.

use clap::{Args, value_parser};

use super::file::SourceArguments;
use super::value::{PlaceValue, distance};
use crate::cli::areas::BlockedAreas;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::Endpoint;

#[derive(Args, Debug)]
pub(in crate::cli) struct RandomPointsArguments {
    #[command(flatten)]
    pub(in crate::cli) ground: GroundArguments,
    /// Number of points.
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(in crate::cli) count: u32,
    /// Seed of the random points.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(in crate::cli) seed: u64,
    /// Centre of the circle to draw from: X,Z on the topmost floor, or X,Y,Z on the floor just below Y [default: draw
    /// from the whole mesh].
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, requires = "radius")]
    at: Option<PlaceValue>,
    /// Radius of that circle, in metres; points that cannot be walked to inside it are left out.
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "at")]
    radius: Option<f32>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CircleArguments {
    #[command(flatten)]
    pub(in crate::cli) ground: GroundArguments,
    #[command(flatten)]
    pub(in crate::cli) circle: CircleArea,
}

/// Circle: a point and a radius.
#[derive(Args, Clone, Copy, Debug)]
pub(in crate::cli) struct CircleArea {
    /// Centre of the circle: X,Z on the topmost floor, or X,Y,Z on the floor just below Y.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true)]
    at: PlaceValue,
    /// Radius of the circle, in metres.
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) radius: f32,
}

/// Mesh, and the agent that walks on it.
#[derive(Args, Debug)]
pub(in crate::cli) struct GroundArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// Half the agent's width, in metres; portals too narrow for it are walls.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "0", allow_hyphen_values = true)]
    agent_radius: f32,
    /// Maximum height of a point above its floor, in metres, if the point has a height.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "2", allow_hyphen_values = true)]
    pub(in crate::cli) max_height: f32,
    #[command(flatten)]
    pub(in crate::cli) areas: BlockedAreas,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl RandomPointsArguments {
    /// Returns the circle to draw from; `None` for the whole mesh.
    pub(in crate::cli) fn circle(&self) -> Option<CircleArea> {
        self.at.zip(self.radius).map(|(at, radius)| CircleArea { at, radius })
    }
}

impl CircleArea {
    pub(in crate::cli) fn centre(&self) -> Endpoint {
        self.at.0
    }
}

impl GroundArguments {
    pub(in crate::cli) fn agent(&self) -> Agent {
        Agent { radius: self.agent_radius, ..Agent::default() }
    }
}
