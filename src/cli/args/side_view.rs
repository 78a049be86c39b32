//! Arguments of the subcommands that read a mesh as a side view.

use std::f32::consts::FRAC_PI_2;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::file::{OutAxes, SourceArguments, WriteArguments};
use super::value::{distance, ground_slope, run_seconds, vector};
use navsmith_core::geometry::Vec2;
use navsmith_core::platformer::{Gravity, Jumper, RestRule};
use navsmith_formats::document::SideView;
use navsmith_formats::io::{self, Format};

/// Mesh that is seen from the side, with gravity.
#[derive(Args, Debug)]
pub(in crate::cli) struct SideViewArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// Gravity along X and Z, in m/s²; positive Z is down in the window [default: that of the document, or 0,9.81].
    #[arg(long, value_name = "X,Z", value_parser = vector, allow_hyphen_values = true)]
    gravity: Option<Vec2>,
    /// Steepest floor on which a body rests, in degrees [default: that of the document, or 26.6].
    #[arg(long, value_name = "DEG", value_parser = ground_slope, allow_hyphen_values = true)]
    rest_slope: Option<f32>,
    /// A body rests where the ends of a side differ by at most 0.001 m in height, as in the article on platformers.
    #[arg(long = "article", conflicts_with = "rest_slope")]
    is_article: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct PlatformsArguments {
    #[command(flatten)]
    pub(in crate::cli) view: SideViewArguments,
    /// Also count the cells that are connected with this point.
    #[arg(long, value_name = "X,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(in crate::cli) from: Option<Vec2>,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ThrowArguments {
    #[command(flatten)]
    pub(in crate::cli) view: SideViewArguments,
    /// Start of the body.
    #[arg(long, value_name = "X,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(in crate::cli) from: Vec2,
    /// Velocity at the start, in m/s.
    #[arg(long, value_name = "X,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(in crate::cli) velocity: Vec2,
    /// How the crossed side is found.
    #[arg(long, value_enum, default_value = "exact")]
    pub(in crate::cli) method: ThrowMethodName,
    /// Time of a step of the methods that move in steps, in seconds.
    #[arg(long, value_name = "S", value_parser = run_seconds, default_value = "0.016", allow_hyphen_values = true)]
    pub(in crate::cli) time_step: f32,
    /// Time after which the flight ends, in seconds.
    #[arg(long, value_name = "S", value_parser = run_seconds, default_value = "60", allow_hyphen_values = true)]
    pub(in crate::cli) seconds: f32,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Name of a method that finds the crossed side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ThrowMethodName {
    /// The parabola with the lines of the sides.
    Exact,
    /// Straight steps, by the smallest crossing time, as in the article.
    Steps,
    /// Straight steps, by signs, as in the first version of the article.
    Signs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct JumpsArguments {
    #[command(flatten)]
    pub(in crate::cli) view: SideViewArguments,
    #[command(flatten)]
    body: BodyArguments,
    /// State whether a way leads from one platform to another one, both by number, or what is missing: exit code 1 if none does.
    #[arg(long, value_names = ["N", "N"], num_args = 2)]
    pub(in crate::cli) between: Option<Vec<usize>>,
    /// Add the links to the mesh and write it to this file.
    #[arg(short, long, value_name = "OUT", conflicts_with = "between", help = format!("Add the links to the mesh and write it to this file: a {}", io::list(Format::writable())))]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) axes: OutAxes,
    #[command(flatten)]
    pub(in crate::cli) writing: WriteArguments,
}

/// Body that runs and jumps; what is left out is that of the document.
#[derive(Args, Debug)]
struct BodyArguments {
    /// Greatest speed along a platform and in the air, in m/s [default: that of the document, or 4].
    #[arg(long, value_name = "M/S", value_parser = distance, allow_hyphen_values = true)]
    run_speed: Option<f32>,
    /// Greatest speed at the take-off of a jump, against gravity, in m/s [default: that of the document, or 4.75].
    #[arg(long, value_name = "M/S", value_parser = distance, allow_hyphen_values = true)]
    jump_speed: Option<f32>,
    /// Greatest acceleration in the air, across gravity, in m/s² [default: that of the document, or 10].
    #[arg(long, value_name = "M/S2", value_parser = distance, allow_hyphen_values = true)]
    air_control: Option<f32>,
    /// Greatest height of a fall, in metres [default: that of the document, or 4].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    max_fall: Option<f32>,
    /// Greatest height and length of a step that the body walks over, in metres [default: that of the document, or 0.3].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    step: Option<f32>,
}

impl SideViewArguments {
    /// Returns gravity; what the options do not set is that of a document.
    pub(in crate::cli) fn gravity(&self, of_document: &SideView) -> Gravity {
        let SideView { gravity, .. } = of_document;
        let grade = |slope: f32| if slope < FRAC_PI_2 { f64::from(slope).tan() } else { f64::INFINITY };
        let limit = self.rest_slope.map(|slope| RestRule::Grade(grade(slope)));
        let rule = if self.is_article { RestRule::ARTICLE } else { limit.unwrap_or(gravity.rule) };
        Gravity { pull: self.gravity.unwrap_or(gravity.pull), rule }
    }
}

impl JumpsArguments {
    /// Returns the body; what the options do not set is that of a document.
    pub(in crate::cli) fn jumper(&self, of_document: &SideView) -> Jumper {
        let BodyArguments { run_speed, jump_speed, air_control, max_fall, step } = self.body;
        let SideView { jumper: default, .. } = of_document;
        let or = |given: Option<f32>, default: f64| given.map_or(default, f64::from);
        Jumper {
            run_speed: or(run_speed, default.run_speed),
            jump_speed: or(jump_speed, default.jump_speed),
            air_control: or(air_control, default.air_control),
            max_fall: or(max_fall, default.max_fall),
            step: or(step, default.step),
        }
    }
}
