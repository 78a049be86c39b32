//! Uses of the parts of a level and of volumes, as the command line states them.

use std::str::FromStr;

use super::value::number;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_formats::level::pattern::PartPattern;
use navsmith_generation::{Volume, VolumeEffect};

/// Use of the parts of a level with a name, given as `PATTERN=USE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct PartUse {
    pub(in crate::cli) pattern: PartPattern,
    /// The word after the equals sign.
    pub(in crate::cli) usage: String,
}

impl FromStr for PartUse {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (pattern, usage) = split(text, "Stairs*=obstacle")?;
        let Ok(pattern): Result<PartPattern, _> = pattern.parse();
        Ok(Self { pattern, usage })
    }
}

/// Use of the ground in a volume, given as coordinates and `=USE`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli) struct VolumeUse {
    /// The volume; its effect is set later.
    pub(in crate::cli) volume: Volume,
    pub(in crate::cli) usage: String,
}

/// Reads a box, given as two opposite corners and its use.
pub(super) fn box_use(text: &str) -> Result<VolumeUse, String> {
    let example = "0,0,0,10,3,10=limit";
    let (numbers, usage) = numbers_and_use(text, example)?;
    let [ax, ay, az, bx, by, bz] = numbers[..] else {
        return Err(format!("it has {} numbers; give two corners and a use, as in {example}", numbers.len()));
    };
    let (a, b) = (Vec3::new(ax, ay, az), Vec3::new(bx, by, bz));
    Ok(VolumeUse { volume: Volume::between(a, b, VolumeEffect::Limit), usage })
}

/// Reads a convex volume, given as its heights, its corners on the ground and its use.
pub(super) fn volume_use(text: &str) -> Result<VolumeUse, String> {
    let example = "0,3,0,0,5,9,9,0=obstacle";
    let (numbers, usage) = numbers_and_use(text, example)?;
    let (Some(&[low, high]), Some(places)) = (numbers.first_chunk(), numbers.get(2..)) else {
        return Err(format!("it has no heights; give LOW,HIGH,X,Z,X,Z,X,Z and a use, as in {example}"));
    };
    if places.len() % 2 == 1 {
        return Err(format!("the last corner has no Z; give X,Z for each corner, as in {example}"));
    }
    let corners = places.chunks_exact(2).map(|at| Vec2::new(at[0], at[1])).collect();
    let volume = Volume { corners, heights: [low, high], effect: VolumeEffect::Limit };
    volume.problem().map_or(Ok(VolumeUse { volume, usage }), Err)
}

fn numbers_and_use(text: &str, example: &str) -> Result<(Vec<f32>, String), String> {
    let (numbers, usage) = split(text, example)?;
    let numbers = numbers.split(',').map(number).collect::<Result<_, _>>()?;
    Ok((numbers, usage))
}

/// Splits a value from its use.
fn split<'a>(text: &'a str, example: &str) -> Result<(&'a str, String), String> {
    let parts = text.rsplit_once('=').filter(|(value, usage)| !value.is_empty() && !usage.trim().is_empty());
    let (value, usage) = parts.ok_or_else(|| format!("it has no use; give one after =, as in {example}"))?;
    Ok((value, usage.trim().to_owned()))
}
