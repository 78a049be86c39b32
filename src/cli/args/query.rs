//! Arguments of the subcommands that search for a path.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::file::SourceArguments;
use super::value::{PlaceValue, distance, ends};
use crate::cli::areas::FilterOptions;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::query::algorithm::AlgorithmChoice;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;

#[derive(Args, Debug)]
pub(in crate::cli) struct QueryArguments {
    /// Start of the path: X,Z on the topmost floor, or X,Y,Z on the floor just below Y.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true)]
    from: PlaceValue,
    /// Target of the path, in the same form.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true)]
    to: PlaceValue,
    #[command(flatten)]
    pub(in crate::cli) how: SearchArguments,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct PathArguments {
    /// Start of the path: X,Z on the topmost floor, or X,Y,Z on the floor just below Y.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, required_unless_present = "batch")]
    from: Option<PlaceValue>,
    /// Target of the path, in the same form.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, required_unless_present = "batch")]
    to: Option<PlaceValue>,
    /// Find many paths, on all cores. Each line is a query, as X Z X Z or X Y Z X Y Z; `-` reads standard input. Text
    /// after a # is a comment. Prints one line per query, in order, as they are read.
    #[arg(long, value_name = "QUERIES", conflicts_with_all = ["from", "to"])]
    pub(in crate::cli) batch: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) how: SearchArguments,
}

/// Mesh, and settings of the query.
#[derive(Args, Debug)]
pub(in crate::cli) struct SearchArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// Algorithm that finds the path.
    #[arg(long, alias = "method", value_name = "NAME", default_value = "auto", value_parser = algorithm())]
    algorithm: AlgorithmChoice,
    /// Method of string pulling.
    #[arg(long, value_name = "HOW", default_value = "flat", value_parser = pulling())]
    pulling: Pulling,
    /// Half the agent's width, in metres.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "0", allow_hyphen_values = true)]
    radius: f32,
    /// Maximum height of a point above its floor, in metres, if the point has a height.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "2", allow_hyphen_values = true)]
    max_height: f32,
    /// Force a waypoint into the middle of each portal where the slope changes, which can bend the path.
    #[arg(long)]
    slope_waypoints: bool,
    /// The default; accepted because in earlier versions slope waypoints were on by default.
    #[arg(long, hide = true, conflicts_with = "slope_waypoints")]
    no_slope_waypoints: bool,
    #[command(flatten)]
    pub(in crate::cli) filter: FilterOptions,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CompareArguments {
    #[command(flatten)]
    pub(in crate::cli) asked: QueryArguments,
    /// Print the milliseconds that each algorithm takes; without it, the same input gives the same output.
    #[arg(long = "time")]
    pub(in crate::cli) has_time: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct TraceArguments {
    #[command(flatten)]
    pub(in crate::cli) asked: QueryArguments,
    /// Print this stage only; may be given several times, or several separated by commas [default: all].
    #[arg(long = "stage", value_name = "NAME", value_delimiter = ',', value_parser = stage())]
    pub(in crate::cli) stages: Vec<Stage>,
}

impl QueryArguments {
    pub(in crate::cli) fn query(&self) -> Query {
        Query { start: self.from.0, target: self.to.0, settings: self.how.settings() }
    }
}

impl PathArguments {
    /// Returns the single query; `None` if a file contains the queries.
    pub(in crate::cli) fn query(&self) -> Option<Query> {
        let (from, to) = self.from.zip(self.to)?;
        Some(Query { start: from.0, target: to.0, settings: self.how.settings() })
    }
}

impl SearchArguments {
    /// Reads the query in a line of text; `None` for an empty line or a comment. `Err` describes the error.
    pub(in crate::cli) fn query(&self, line: &str) -> Result<Option<Query>, String> {
        let asked = line.split_once('#').map_or(line, |(query, _)| query).trim();
        if asked.is_empty() {
            return Ok(None);
        }
        let [start, target] = ends(asked)?;
        Ok(Some(Query { start, target, settings: self.settings() }))
    }

    pub(super) fn settings(&self) -> Settings {
        Settings {
            algorithm: self.algorithm,
            pulling: self.pulling,
            agent: Agent { radius: self.radius, ..Agent::default() },
            max_height: self.max_height,
            has_slope_waypoints: self.slope_waypoints && !self.no_slope_waypoints,
            ..Settings::default()
        }
    }
}

/// Parses the name of an algorithm; help lists them all.
fn algorithm() -> impl TypedValueParser<Value = AlgorithmChoice> {
    let names = AlgorithmChoice::ALL.map(|it| PossibleValue::new(it.name()).help(it.describe()));
    // The former name of "funnel".
    let hidden = PossibleValue::new("taut").hide(true);
    PossibleValuesParser::new(names.into_iter().chain([hidden])).try_map(|name| name.parse())
}

/// Parses the name of a stage of a query; help lists them all.
pub(super) fn stage() -> impl TypedValueParser<Value = Stage> {
    let names = TraceKind::Query.stages().map(|it| PossibleValue::new(it.name()).help(it.describe()));
    PossibleValuesParser::new(names).try_map(|name| {
        TraceKind::Query.stages().find(|stage| stage.name() == name).ok_or("there is no such stage")
    })
}

/// Parses a method of string pulling; help lists both.
fn pulling() -> impl TypedValueParser<Value = Pulling> {
    let names = Pulling::ALL.map(|it| PossibleValue::new(it.name()).help(it.describe()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
