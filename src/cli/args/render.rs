//! Arguments of `navsmith render`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::query::{SearchArguments, stage};
use super::value::{PlaceValue, number};
use crate::editor::session::options::Coloring;
use navsmith_core::geometry::Vec2;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::{Document, NamedQuery};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(in crate::cli) struct RenderArguments {
    #[command(flatten)]
    pub(in crate::cli) how: SearchArguments,
    /// The picture to write, as SVG or PNG by its extension; another picture is overwritten.
    #[arg(short, long, value_name = "OUT")]
    pub(in crate::cli) out: PathBuf,
    /// Start of a path to show: X,Z on the topmost floor, or X,Y,Z on the floor just below Y [default: the first saved
    /// query of a document].
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, requires = "to")]
    from: Option<PlaceValue>,
    /// Target of the path, in the same form.
    #[arg(long, value_name = "X,[Y,]Z", allow_hyphen_values = true, requires = "from")]
    to: Option<PlaceValue>,
    /// Show the saved query with this name, with its own settings.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from", "to"])]
    query: Option<String>,
    /// Show no path.
    #[arg(long, conflicts_with_all = ["from", "to", "query", "stage", "step"])]
    no_path: bool,
    /// Show this step of the stage, as `trace` numbers it, with its caption [default: the finished path].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) step: Option<u32>,
    /// Stage of the step; without a step, its last one [default: funnel].
    #[arg(long, value_name = "NAME", value_parser = stage())]
    pub(in crate::cli) stage: Option<Stage>,
    /// Property that the colours of cells show.
    #[arg(long = "color-by", value_name = "PROPERTY", default_value = "area", value_parser = coloring())]
    pub(in crate::cli) coloring: Coloring,
    /// Colours of the theme: light or dark.
    #[arg(long, value_name = "NAME", default_value = "light", value_parser = PossibleValuesParser::new(["light", "dark"]))]
    theme: String,
    /// Ground to show: mesh, path, or two opposite corners of a rectangle as X,Z,X,Z.
    #[arg(long, value_name = "WHAT", default_value = "mesh", allow_hyphen_values = true)]
    pub(in crate::cli) frame: Frame,
    /// Width and height of the picture.
    #[arg(long, value_name = "WxH", default_value = "1200x800")]
    pub(in crate::cli) size: Size,
    /// Number of pixels of a PNG for each unit of the size: 1 to 4.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(in crate::cli) pixel_ratio: u8,
    /// Draw the legend.
    #[arg(long = "legend")]
    pub(in crate::cli) has_legend: bool,
    /// Leave out the caption of the step.
    #[arg(long)]
    pub(in crate::cli) no_caption: bool,
    /// Leave out the grid and the scale bar.
    #[arg(long)]
    pub(in crate::cli) no_grid: bool,
    /// Replace OUT even if it is read-only, belongs to another user or has other names.
    #[arg(long = "force")]
    pub(in crate::cli) is_forced: bool,
}

impl RenderArguments {
    /// Returns the query to show; `Err` is a clause.
    ///
    /// Without a path to show, the query has no ends.
    pub(in crate::cli) fn query(&self, document: &Document) -> Result<NamedQuery, String> {
        if self.no_path {
            return Ok(NamedQuery::default());
        }
        if let (Some(from), Some(to)) = (self.from, self.to) {
            let mut settings = self.how.settings();
            settings.filter = self.how.filter.of(document)?;
            return Ok(NamedQuery {
                start: Some(from.0),
                target: Some(to.0),
                settings,
                ..NamedQuery::default()
            });
        }
        let Some(name) = &self.query else {
            return Ok(document.queries.first().cloned().unwrap_or_default());
        };
        let found = document.queries.iter().find(|query| query.name == *name);
        found.cloned().ok_or_else(|| {
            let names = document.queries.iter().map(|query| query.name.as_str());
            let advice =
                crate::cli::output::one_of(names, "the file has no saved queries; give --from and --to");
            format!("there is no query named \"{}\"; {advice}", crate::cli::output::shortened(name))
        })
    }

    pub(in crate::cli) fn is_dark(&self) -> bool {
        self.theme == "dark"
    }
}

/// Part of the ground to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) enum Frame {
    /// The whole mesh.
    Mesh,
    /// The path.
    Path,
    /// A rectangle between two corners.
    Corners([Vec2; 2]),
}

impl FromStr for Frame {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "mesh" => return Ok(Self::Mesh),
            "path" => return Ok(Self::Path),
            _ => {}
        }
        let advice = || "give mesh, path, or a rectangle as X,Z,X,Z".to_owned();
        let numbers: Vec<f32> =
            text.split(',').map(number).collect::<Result<_, _>>().map_err(|_ignored| advice())?;
        let [x, z, to_x, to_z] = numbers[..] else { return Err(advice()) };
        let corners = [Vec2::new(x, z), Vec2::new(to_x, to_z)];
        if x == to_x || z == to_z {
            return Err("the corners of the rectangle must differ in X and in Z".into());
        }
        Ok(Self::Corners(corners))
    }
}

/// Width and height of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) struct Size(pub(in crate::cli) Vec2);

/// Range of the sides of a picture.
const SIDES: std::ops::RangeInclusive<u16> = 64..=8192;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.trim().parse().ok().filter(|side| SIDES.contains(side)).map(f32::from);
        let sides = text.split_once(['x', 'X']).and_then(|(width, height)| side(width).zip(side(height)));
        let advice =
            || format!("give a width and a height from {} to {}, as in 1200x800", SIDES.start(), SIDES.end());
        sides.map(|(width, height)| Self(Vec2::new(width, height))).ok_or_else(advice)
    }
}

/// Parses the property that colours show; help lists them all.
fn coloring() -> impl TypedValueParser<Value = Coloring> {
    let names = Coloring::ALL.map(|it| PossibleValue::new(it.name()).help(it.title()));
    PossibleValuesParser::new(names).try_map(|name| {
        Coloring::ALL.into_iter().find(|it| it.name() == name).ok_or("there is no such property")
    })
}
