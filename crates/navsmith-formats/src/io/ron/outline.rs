//! Outlines in the form of the file.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::{RonElement, is_default, not_finite};
use super::place::PlaceStep::{self, Field, Index};
use crate::document::{MOST_OUTLINE_HEIGHTS, MOST_OUTLINE_POINTS, OutlineFloor, Outlines, PlacedOutline};
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::outlines::OutlineRole;

/// A line that bounds or divides ground.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Outline", deny_unknown_fields)]
pub(in crate::io) struct OutlineEntry {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    role: OutlineKind,
    #[serde(default, skip_serializing_if = "is_default")]
    area: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    height: f32,
    /// Positions `(x, z)`.
    points: Vec<(f32, f32)>,
}

/// The meaning of an outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
enum OutlineKind {
    #[default]
    Ground,
    Hole,
    Chain,
}

/// The cells that the outlines of one height generate.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Floor", deny_unknown_fields)]
pub(in crate::io) struct FloorEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    height: f32,
    /// First cells of runs, with the number of cells in each.
    cells: Vec<(u32, u32)>,
    #[serde(default, skip_serializing_if = "is_default")]
    outdated: bool,
}

impl RonElement for OutlineEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.name.len() + size_of_val(&*self.points))
    }
}

impl RonElement for FloorEntry {
    fn kept(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.cells)
    }
}

impl RonElement for u32 {
    fn kept(&self) -> usize {
        Self::BITS as usize
    }
}

impl OutlineEntry {
    pub(super) fn of(outline: &PlacedOutline) -> Self {
        let (role, area) = match outline.role {
            OutlineRole::Ground(area) => (OutlineKind::Ground, area.0.into()),
            OutlineRole::Hole => (OutlineKind::Hole, 0),
            OutlineRole::Constraint => (OutlineKind::Chain, 0),
        };
        let points = outline.points.iter().map(|&at| at.into()).collect();
        Self { name: outline.name.clone(), role, area, height: outline.height, points }
    }

    fn into_outline(self) -> PlacedOutline {
        let role = match self.role {
            OutlineKind::Ground => OutlineRole::Ground(AreaId(u8::try_from(self.area).unwrap_or(0))),
            OutlineKind::Hole => OutlineRole::Hole,
            OutlineKind::Chain => OutlineRole::Constraint,
        };
        let points = self.points.into_iter().map(Vec2::from).collect();
        PlacedOutline { points, role, height: self.height, name: self.name }
    }

    fn check(&self, i: usize, areas: usize) -> Result<(), RonFault> {
        let fault = |path: &[PlaceStep], description| {
            Err(RonFault::new(path, description).within([Field("outlines"), Index(i)]))
        };
        let least = if self.role == OutlineKind::Chain { 2 } else { 3 };
        if self.points.len() < least {
            let found = self.points.len();
            let description =
                format!("outline {i} has {found} points, and needs at least {least}; remove it");
            return fault(&[Field("points")], description);
        }
        if self.area as usize >= areas {
            let (area, last) = (self.area, areas - 1);
            let description = format!("outline {i} is of area {area}, but areas end at {last}; add the area");
            return fault(&[Field("area")], description);
        }
        if !self.height.is_finite() {
            return fault(&[Field("height")], not_finite(&format!("outline {i}"), "height", self.height));
        }
        for (point, &(x, z)) in self.points.iter().enumerate() {
            for (axis, name, value) in [(0, "x", x), (1, "z", z)] {
                if !value.is_finite() {
                    let whose = format!("point {point} of outline {i}");
                    return fault(
                        &[Field("points"), Index(point), Index(axis)],
                        not_finite(&whose, name, value),
                    );
                }
            }
        }
        Ok(())
    }
}

impl FloorEntry {
    /// Returns the cells of floors by their indices in a file.
    pub(super) fn list_of(outlines: &Outlines, index: impl Fn(CellId) -> Option<u32>) -> Vec<Self> {
        let floor = |floor: &OutlineFloor| {
            let mut indices: Vec<u32> = floor.cells.iter().filter_map(|&cell| index(cell)).collect();
            indices.sort_unstable();
            let runs = indices.chunk_by(|one, next| one + 1 == *next);
            let cells = runs.map(|run| (run[0], run.len() as u32)).collect();
            Self { height: floor.height, cells, outdated: floor.is_outdated }
        };
        outlines.floors.iter().map(floor).collect()
    }
}

/// Returns the outlines of a file with a number of areas and cells; `Err` is the first fault.
pub(super) fn check(
    outlines: &[OutlineEntry],
    floors: &[FloorEntry],
    [areas, cells]: [usize; 2],
) -> Result<(), RonFault> {
    let (mut points, mut heights) = (0, BTreeSet::new());
    for (i, outline) in outlines.iter().enumerate() {
        outline.check(i, areas)?;
        heights.insert((outline.height + 0.0).to_bits());
        if heights.len() > MOST_OUTLINE_HEIGHTS {
            let description =
                format!("outlines up to here have over {MOST_OUTLINE_HEIGHTS} heights; remove some");
            return Err(RonFault::new([Field("outlines"), Index(i)], description));
        }
        points += outline.points.len();
        if points > MOST_OUTLINE_POINTS {
            let description =
                format!("outlines up to here have over {MOST_OUTLINE_POINTS} points; remove some");
            return Err(RonFault::new([Field("outlines"), Index(i)], description));
        }
    }
    if floors.len() > MOST_OUTLINE_HEIGHTS {
        let description = format!("there are over {MOST_OUTLINE_HEIGHTS} floors; remove some");
        return Err(RonFault::new([Field("floors"), Index(MOST_OUTLINE_HEIGHTS)], description));
    }
    let mut runs: Vec<(u64, u64, usize)> = Vec::new();
    for (i, floor) in floors.iter().enumerate() {
        if !floor.height.is_finite() {
            let description = not_finite(&format!("floor {i}"), "height", floor.height);
            return Err(RonFault::new([Field("floors"), Index(i), Field("height")], description));
        }
        runs.extend(floor.cells.iter().map(|&(first, count)| (first.into(), count.into(), i)));
    }
    runs.sort_unstable();
    let mut end = 0;
    for (first, count, i) in runs {
        if first < end || first + count > cells as u64 {
            let description = format!(
                "floor {i} names cells {first} to {}, which do not exist or are those of another run; correct it",
                first + count
            );
            return Err(RonFault::new([Field("floors"), Index(i), Field("cells")], description));
        }
        end = first + count;
    }
    Ok(())
}

/// Returns the outlines of a checked file.
pub(super) fn outlines_of(outlines: Vec<OutlineEntry>, floors: Vec<FloorEntry>) -> Outlines {
    let mut floors: Vec<OutlineFloor> = floors
        .into_iter()
        .map(|floor| {
            let cells = floor.cells.into_iter().flat_map(|(first, count)| first..first + count);
            let mut cells: Vec<CellId> = cells.map(CellId).collect();
            cells.sort_unstable();
            OutlineFloor { height: floor.height, cells, is_outdated: floor.outdated }
        })
        .collect();
    floors.sort_by(|a, b| a.height.total_cmp(&b.height));
    // Without an outline at their height, cells are ordinary ones.
    floors.retain(|floor| outlines.iter().any(|outline| outline.height == floor.height));
    Outlines { list: outlines.into_iter().map(OutlineEntry::into_outline).collect(), floors }
}
