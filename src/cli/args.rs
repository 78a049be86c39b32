//! What can be asked on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};

use super::areas::AreaCosts;
use crate::geometry::Vec2;
use crate::io::{Placement, UpAxis};
use crate::navmesh::generate::Recipe;
use crate::pathfinding::{Agent, Endpoint, Preference, Pulling, Query, Run, Settings, Stage};

/// Author navigation meshes by hand, inspect them, and step through how a path is found.
#[derive(Debug, Parser)]
#[command(
    name = "navsmith",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a verb the window opens. Exit codes: 0 found or as expected, 1 no path, errors in a mesh or not as expected, 2 bad arguments or files."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) verb: Option<Verb>,
    /// What the window opens: a document (RON), a glTF, a GLB or a Polyanya mesh.
    pub(super) file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Say what a file holds: vertices, cells, edges, islands, and what was dropped on import.
    Info(InfoArguments),
    /// List what is wrong with the meshes of files: exit code 0 without errors, 1 with errors, 2 if a file cannot be read.
    Validate(ValidateArguments),
    /// Read a file and write it as a navsmith document (RON) or a Polyanya mesh.
    Convert(ConvertArguments),
    /// Find the path between two points.
    Path(PathArguments),
    /// Tell all that happens on the way between two points: locating them, the search, the corridor, its portals, the
    /// funnel, the surface.
    Trace(TraceArguments),
    /// Ask every algorithm for the way between two points, and say why one of them makes a detour.
    Compare(CompareArguments),
    /// Ask every kept query of a document, compare the answers with what is expected, and count what expects nothing.
    Check(CheckArguments),
    /// Measure how long it takes to derive all that follows from a mesh, and to ask it questions.
    Bench(BenchArguments),
}

#[derive(Args, Debug)]
pub(super) struct InfoArguments {
    #[command(flatten)]
    pub(super) source: Source,
    /// Say what memory the mesh takes, and what is derived from it.
    #[arg(long)]
    pub(super) memory: bool,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ValidateArguments {
    /// Documents (RON), glTF and GLB files, and Polyanya meshes.
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// A document (RON) with queries that expect something.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// Replace every expectation by the present result, and add one to queries that have none. If anything changes, the
    /// file is written without its comments.
    #[arg(long)]
    pub(super) update: bool,
    /// Replace the file even if it is read-only, belongs to another user or has other names.
    #[arg(long = "force", requires = "update")]
    pub(super) is_forced: bool,
}

#[derive(Args, Debug)]
pub(super) struct ConvertArguments {
    #[command(flatten)]
    pub(super) source: Source,
    /// The file to write: a document (.ron) or a Polyanya mesh (.mesh); it is overwritten.
    #[arg(value_name = "OUT")]
    pub(super) out: PathBuf,
    /// Replace OUT even if it is read-only, belongs to another user or has other names, or by an empty document.
    #[arg(long = "force")]
    pub(super) is_forced: bool,
    /// Write nothing and exit with 1 if the mesh has errors, instead of a warning; `navsmith validate` lists them.
    #[arg(long = "strict")]
    pub(super) is_strict: bool,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

/// The file that is read, and how.
#[derive(Args, Debug)]
pub(super) struct Source {
    /// A document (RON), a glTF, a GLB or a Polyanya mesh.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// How a file is read.
#[derive(Args, Clone, Debug)]
pub(super) struct Reading {
    #[command(flatten)]
    pub(super) welding: Welding,
    #[command(flatten)]
    axes: Axes,
    /// Take this node of a glTF or GLB, with the nodes below it; may be given several times [default: what is named
    /// like a navigation mesh, or everything].
    #[arg(long = "node", value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(super) nodes: Vec<String>,
}

/// How the coordinates of a glTF or GLB are read.
#[derive(Args, Clone, Debug)]
pub(super) struct Axes {
    /// The axis of a glTF or GLB that points up: y or z [default: y, or z if all triangles are upright with y up].
    #[arg(long, value_name = "AXIS", value_parser = up_axis())]
    up: Option<UpAxis>,
    /// The number of metres in a unit of a glTF or GLB.
    #[arg(long, value_name = "M", value_parser = scale, default_value = "1", allow_hyphen_values = true)]
    scale: f32,
}

/// What becomes one, and what is left out.
#[derive(Args, Clone, Debug)]
pub(super) struct Welding {
    /// Corners at most this many metres apart become one [default: 0.001 for a glTF or GLB, none for others].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(super) weld: Option<f32>,
    /// Leave out cells steeper than this many degrees; 180 keeps all [default: 45 for a glTF or GLB, unless what is taken
    /// is named like a navigation mesh; all for others].
    #[arg(long, value_name = "DEG", value_parser = slope, allow_hyphen_values = true)]
    pub(super) max_slope: Option<f32>,
}

#[derive(Args, Debug)]
pub(super) struct QueryArguments {
    /// Where the path begins: X,Z on the topmost floor, or X,Y,Z on the floor just below Y.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true)]
    from: Place,
    /// Where it is to end.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true)]
    to: Place,
    #[command(flatten)]
    pub(super) how: How,
}

#[derive(Args, Debug)]
pub(super) struct PathArguments {
    /// Where the path begins: X,Z on the topmost floor, or X,Y,Z on the floor just below Y.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, required_unless_present = "batch")]
    from: Option<Place>,
    /// Where it is to end.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, required_unless_present = "batch")]
    to: Option<Place>,
    /// Find many paths, on all cores: a query to a line, as X Z X Z or X Y Z X Y Z; `-` reads standard input. What follows
    /// a # is left out. One line of answer to a query, in their order, as they are read.
    #[arg(long, value_name = "QUERIES", conflicts_with_all = ["from", "to"])]
    pub(super) batch: Option<PathBuf>,
    #[command(flatten)]
    pub(super) how: How,
}

/// Of which mesh a path is asked, and how.
#[derive(Args, Debug)]
pub(super) struct How {
    #[command(flatten)]
    pub(super) source: Source,
    /// Which algorithm finds the path.
    #[arg(long, alias = "method", value_name = "NAME", default_value = "auto", value_parser = algorithm())]
    algorithm: Preference,
    /// Where the string is pulled.
    #[arg(long, value_name = "HOW", default_value = "flat", value_parser = pulling())]
    pulling: Pulling,
    /// Half the agent's width, in metres.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "0", allow_hyphen_values = true)]
    radius: f32,
    /// How far above a floor a point with a height may be and still stand on it, in metres.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "2", allow_hyphen_values = true)]
    max_height: f32,
    /// Force a waypoint into the middle of each portal where the slope changes, which can bend the path.
    #[arg(long)]
    slope_waypoints: bool,
    /// The default; accepted because earlier versions had waypoints at slopes unless it was given.
    #[arg(long, hide = true, conflicts_with = "slope_waypoints")]
    no_slope_waypoints: bool,
    #[command(flatten)]
    pub(super) areas: AreaCosts,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct CompareArguments {
    #[command(flatten)]
    pub(super) asked: QueryArguments,
    /// Print the milliseconds that each algorithm takes; without it, the same input gives the same output.
    #[arg(long = "time")]
    pub(super) has_time: bool,
}

#[derive(Args, Debug)]
pub(super) struct TraceArguments {
    #[command(flatten)]
    pub(super) asked: QueryArguments,
    /// Tell this stage alone; may be given several times, or several separated by commas [default: all].
    #[arg(long = "stage", value_name = "NAME", value_delimiter = ',', value_parser = stage())]
    pub(super) stages: Vec<Stage>,
}

#[derive(Args, Debug)]
pub(super) struct BenchArguments {
    /// A document (RON), a glTF, a GLB or a Polyanya mesh.
    #[arg(value_name = "FILE", required_unless_present = "recipe")]
    pub(super) file: Option<PathBuf>,
    /// Make a mesh instead: terrain, rooms or maze, how many triangles, and a seed [default: 1].
    #[arg(long = "generate", value_name = "NAME:TRIANGLES[:SEED]", conflicts_with_all = ["file", "weld", "max_slope", "nodes"])]
    pub(super) recipe: Option<Recipe>,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// How many pairs of random places are asked about.
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(super) pairs: u32,
    /// Another number draws other places.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
    /// How often everything is measured; the median counts.
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,
    /// How many seconds one kind of question may take; with more to ask, fewer pairs are.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_hyphen_values = true)]
    pub(super) seconds: f64,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

impl Source {
    /// How the coordinates of a glTF are read.
    pub(super) fn placement(&self) -> Placement {
        let Axes { up, scale } = self.reading.axes;
        Placement { up, scale }
    }
}

impl ValidateArguments {
    /// Each file, and how it is read.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source> {
        self.files.iter().map(|file| Source { file: file.clone(), reading: self.reading.clone() })
    }
}

impl QueryArguments {
    pub(super) fn query(&self) -> Query {
        Query { start: self.from.0, target: self.to.0, settings: self.how.settings() }
    }
}

impl PathArguments {
    /// The one query; `None` where there is a file of them.
    pub(super) fn query(&self) -> Option<Query> {
        let (from, to) = self.from.zip(self.to)?;
        Some(Query { start: from.0, target: to.0, settings: self.how.settings() })
    }
}

impl How {
    /// The query in a line of text; `None` if it contains no more than a comment. What is wrong as `Err`.
    pub(super) fn query(&self, line: &str) -> Result<Option<Query>, String> {
        let asked = line.split_once('#').map_or(line, |(query, _)| query).trim();
        if asked.is_empty() {
            return Ok(None);
        }
        let [start, target] = ends(asked)?;
        Ok(Some(Query { start, target, settings: self.settings() }))
    }

    fn settings(&self) -> Settings {
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

/// Start and target of a line of a file of queries.
fn ends(line: &str) -> Result<[Endpoint; 2], String> {
    let words = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    let numbers: Vec<f32> = words.map(number).collect::<Result<_, _>>()?;
    let flat = |x, z| Endpoint { ground: Vec2::new(x, z), height: None };
    let high = |x, y, z| Endpoint { ground: Vec2::new(x, z), height: Some(y) };
    match numbers[..] {
        [x, z, to_x, to_z] => Ok([flat(x, z), flat(to_x, to_z)]),
        [x, y, z, to_x, to_y, to_z] => Ok([high(x, y, z), high(to_x, to_y, to_z)]),
        _ => Err(format!("it has {} numbers; give X Z X Z or X Y Z X Y Z, as in 1.5 -2 30 4", numbers.len())),
    }
}

/// Reads the name of an algorithm; help lists them all.
fn algorithm() -> impl TypedValueParser<Value = Preference> {
    let names = Preference::ALL.map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Reads the name of a stage of a query; help lists them all.
fn stage() -> impl TypedValueParser<Value = Stage> {
    let names = Run::Query.stages().map(|it| PossibleValue::new(it.name()).help(it.says()));
    PossibleValuesParser::new(names).try_map(|name| {
        Run::Query.stages().find(|stage| stage.name() == name).ok_or("there is no such stage")
    })
}

/// Reads where the string is pulled; help lists both.
fn pulling() -> impl TypedValueParser<Value = Pulling> {
    let names = Pulling::ALL.map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// A place given as `X,Z` or `X,Y,Z`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place(Endpoint);

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f32> = text.split(',').map(number).collect::<Result<_, _>>()?;
        match numbers[..] {
            [x, z] => Ok(Self(Endpoint { ground: Vec2::new(x, z), height: None })),
            [x, y, z] => Ok(Self(Endpoint { ground: Vec2::new(x, z), height: Some(y) })),
            _ => Err(format!("it has {} numbers; give X,Z or X,Y,Z, as in 1.5,-2", numbers.len())),
        }
    }
}

fn number(text: &str) -> Result<f32, String> {
    let number: f32 = text.trim().parse().map_err(|_ignored| format!("\"{text}\" is not a number"))?;
    if number.is_finite() { Ok(number) } else { Err(format!("\"{text}\" is not a finite number")) }
}

fn distance(text: &str) -> Result<f32, String> {
    let metres = number(text)?;
    if metres >= 0.0 { Ok(metres) } else { Err("metres cannot be negative".into()) }
}

/// Reads the name of an up axis; help lists them all.
fn up_axis() -> impl TypedValueParser<Value = UpAxis> {
    PossibleValuesParser::new(["y", "z"]).map(|name| if name == "z" { UpAxis::Z } else { UpAxis::Y })
}

/// Metres in a unit.
fn scale(text: &str) -> Result<f32, String> {
    let scale = number(text)?;
    if scale > 0.0 { Ok(scale) } else { Err("give more than 0 metres".into()) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = number(text)?;
    if seconds > 0.0 { Ok(seconds.into()) } else { Err("give more than 0 seconds".into()) }
}

/// Degrees, as radians.
fn slope(text: &str) -> Result<f32, String> {
    let degrees = number(text)?;
    if (0.0..=180.0).contains(&degrees) {
        Ok(degrees.to_radians())
    } else {
        Err("give 0 to 180 degrees".into())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_place_is_two_numbers_or_three() {
        let place = |text: &str| Place::from_str(text).map(|place| place.0);
        let ground = Vec2::new(-1.0, 2.5);
        assert_eq!(place("-1,2.5"), Ok(Endpoint { ground, height: None }), "X,Z");
        assert_eq!(place(" -1, 3, 2.5"), Ok(Endpoint { ground, height: Some(3.0) }), "X,Y,Z");
        for wrong in ["", "1", "1,2,3,4", "1;2", "a,b", "inf,0", "1,NaN", "1,,2"] {
            assert!(place(wrong).is_err(), "{wrong:?} is no place");
        }
    }

    #[test]
    fn negative_places_need_no_equals_sign() {
        for line in [["--from", "-1,2", "--to=-3,-4"], ["--to", "-3,-4", "--from=-1,2"]] {
            let words = ["navsmith", "path", "a.ron"].into_iter().chain(line);
            let Ok(Arguments { verb: Some(Verb::Path(path)), .. }) = Arguments::try_parse_from(words) else {
                panic!("{line:?} parses");
            };
            let query = path.query().expect("one query");
            assert_eq!(query.start.ground, Vec2::new(-1.0, 2.0), "{line:?}");
            assert_eq!(query.target.ground, Vec2::new(-3.0, -4.0), "{line:?}");
        }
    }
}
