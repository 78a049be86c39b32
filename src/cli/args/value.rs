//! Parsing of numbers and points in arguments and in lines of query files.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::cli::output::{plain_count, shortened};
use navsmith_core::geometry::{LengthUnit, Vec2, Vec3};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::scenario::MOST_SECONDS;
use navsmith_formats::io::{self, Format};

/// Point given as `X,Z` or `X,Y,Z`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlaceValue(pub(super) Endpoint);

impl FromStr for PlaceValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f32> = text.split(',').map(number).collect::<Result<_, _>>()?;
        match numbers[..] {
            [x, z] => Ok(Self(Endpoint { ground: Vec2::new(x, z), height: None })),
            [x, y, z] => Ok(Self(Endpoint { ground: Vec2::new(x, z), height: Some(y) })),
            _ => Err(format!("it has {}; give X,Z or X,Y,Z, as in 1.5,-2", numbers_of(numbers.len()))),
        }
    }
}

/// Parses start and target from a line of a query file.
pub(super) fn ends(line: &str) -> Result<[Endpoint; 2], String> {
    let words = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    let numbers: Vec<f32> = words.map(number).collect::<Result<_, _>>()?;
    let flat = |x, z| Endpoint { ground: Vec2::new(x, z), height: None };
    let high = |x, y, z| Endpoint { ground: Vec2::new(x, z), height: Some(y) };
    match numbers[..] {
        [x, z, to_x, to_z] => Ok([flat(x, z), flat(to_x, to_z)]),
        [x, y, z, to_x, to_y, to_z] => Ok([high(x, y, z), high(to_x, to_y, to_z)]),
        _ => Err(format!(
            "it has {}; give X Z X Z or X Y Z X Y Z, as in 1.5 -2 30 4",
            numbers_of(numbers.len())
        )),
    }
}

fn numbers_of(n: usize) -> String {
    plain_count(n, "number", "numbers")
}

pub(super) fn number(text: &str) -> Result<f32, String> {
    let shown = || shortened(text);
    let number: f32 = text.trim().parse().map_err(|_ignored| format!("\"{}\" is not a number", shown()))?;
    if number.is_finite() { Ok(number) } else { Err(format!("\"{}\" is not a finite number", shown())) }
}

/// Parses a number that satisfies a condition; `Err` is the advice if it does not.
fn checked(text: &str, is_valid: impl Fn(f32) -> bool, advice: &str) -> Result<f32, String> {
    number(text).and_then(|number| if is_valid(number) { Ok(number) } else { Err(advice.into()) })
}

/// Reads a position such as `1.5,0,-2`.
pub(super) fn position(text: &str) -> Result<Vec3, String> {
    let numbers: Vec<f32> = text.split(',').map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        _ => Err(format!("it has {}; give X,Y,Z, as in 1.5,0,-2", numbers_of(numbers.len()))),
    }
}

/// Reads a vector or a point of the ground plane such as `1.5,-2`.
pub(super) fn vector(text: &str) -> Result<Vec2, String> {
    let numbers: Vec<f32> = text.split(',').map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [x, z] => Ok(Vec2::new(x, z)),
        _ => Err(format!("it has {}; give X,Z, as in 1.5,-2", numbers_of(numbers.len()))),
    }
}

pub(super) fn distance(text: &str) -> Result<f32, String> {
    checked(text, |metres| metres >= 0.0, "it cannot be negative")
}

/// Numbers of metres in a unit, and of units in a metre.
const SCALES: RangeInclusive<f32> = 1e-30..=1e30;

/// Parses the unit of a file to read; returns its number of metres.
pub(super) fn scale(text: &str) -> Result<f32, String> {
    let of_number = || checked(text, |metres| SCALES.contains(&metres), "give 1e-30 to 1e30 metres");
    unit(text).map_or_else(of_number, Ok)
}

/// Parses the unit of a file to write, or the number of units in a metre; returns the number of metres in a unit.
pub(super) fn out_scale(text: &str) -> Result<f32, String> {
    let of_number = || {
        let units = checked(text, |units| SCALES.contains(&units), "give 1e-30 to 1e30 units in a metre");
        units.map(f32::recip)
    };
    unit(text).map_or_else(of_number, Ok)
}

fn unit(symbol: &str) -> Option<f32> {
    LengthUnit::ALL.into_iter().find(|unit| unit.symbol == symbol).map(|unit| unit.metres)
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    checked(text, |seconds| seconds > 0.0, "give more than 0 seconds").map(f64::from)
}

/// Parses the duration of a run, in seconds.
pub(super) fn run_seconds(text: &str) -> Result<f32, String> {
    checked(
        text,
        |seconds| seconds > 0.0 && seconds <= MOST_SECONDS,
        "give more than 0 and at most 3600 seconds",
    )
}

/// Parses the slope of ground in degrees; returns radians.
pub(super) fn ground_slope(text: &str) -> Result<f32, String> {
    checked(text, |degrees| (0.0..=90.0).contains(&degrees), "give 0 to 90 degrees").map(f32::to_radians)
}

pub(super) fn slope(text: &str) -> Result<f32, String> {
    checked(text, |degrees| (0.0..=180.0).contains(&degrees), "give 0 to 180 degrees").map(f32::to_radians)
}

/// Parses the extension of a format that is read.
pub(super) fn readable_format(text: &str) -> Result<&'static Format, String> {
    let found = Format::readable().find(|format| format.extensions.contains(&text));
    found
        .ok_or_else(|| format!("no format that is read has this extension: {}", io::list(Format::readable())))
}

/// Parses the extension of a format that is written.
pub(super) fn writable_format(text: &str) -> Result<&'static Format, String> {
    let found = Format::writable().find(|format| format.extensions.contains(&text));
    found.ok_or_else(|| {
        format!("no format that is written has this extension: {}", io::list(Format::writable()))
    })
}
