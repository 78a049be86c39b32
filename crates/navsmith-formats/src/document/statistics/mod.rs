//! Statistics of a mesh: measures of its cells, corners, edges and portals, and their histograms.
//!
//! Every value is a finite number. An element without a value, such as the slope of a cell without area, is counted.

pub mod histogram;
pub mod table;

use glam::DVec2;
use libm::{atan2, hypot};

use crate::document::Document;
use navsmith_core::geometry::{Vec3, ground, normal};
use navsmith_core::navmesh::{Adjacency, CellId, Edge, HalfEdge, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Number of cells between two progress reports.
pub(super) const CELLS_PER_REPORT: usize = 4096;

/// A property of a mesh that can be measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Angle inside a cell at each of its corners, seen from above, in degrees.
    Angle,
    /// Length of each edge in space, in metres.
    EdgeLength,
    /// Area of each cell on the ground, in m².
    #[default]
    CellArea,
    /// Number of corners of each cell.
    Corners,
    /// Width of the portal between two cells, seen from above, in metres.
    PortalWidth,
    /// Slope of each cell, in degrees from level.
    Slope,
    /// Mean height of the corners of each cell, in metres.
    CellHeight,
}

/// What a measure gives values to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredKind {
    /// Cells.
    Cell,
    /// Corners of cells.
    Corner,
    /// Edges, once for the two cells that they join, and once for each cell that they join to none.
    Edge,
    /// Edges that join two cells.
    Portal,
}

impl MeasuredKind {
    /// Returns the noun for one element and for several.
    pub fn nouns(self) -> [&'static str; 2] {
        match self {
            Self::Cell => ["cell", "cells"],
            Self::Corner => ["corner", "corners"],
            Self::Edge => ["edge", "edges"],
            Self::Portal => ["portal", "portals"],
        }
    }

    /// Whether the values belong to edges.
    pub fn is_edges(self) -> bool {
        matches!(self, Self::Edge | Self::Portal)
    }
}

impl Measure {
    /// All measures, in the order of lists.
    pub const ALL: [Self; 7] = [
        Self::Angle,
        Self::EdgeLength,
        Self::CellArea,
        Self::Corners,
        Self::PortalWidth,
        Self::Slope,
        Self::CellHeight,
    ];

    /// Returns the name in files and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Angle => "angle",
            Self::EdgeLength => "edge-length",
            Self::CellArea => "cell-area",
            Self::Corners => "corners",
            Self::PortalWidth => "portal-width",
            Self::Slope => "slope",
            Self::CellHeight => "cell-height",
        }
    }

    /// Returns the title in lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Angle => "Angle",
            Self::EdgeLength => "Edge length",
            Self::CellArea => "Cell area",
            Self::Corners => "Corners",
            Self::PortalWidth => "Portal width",
            Self::Slope => "Slope",
            Self::CellHeight => "Cell height",
        }
    }

    /// Returns what is measured, as a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Angle => "Angle inside a cell at each corner, seen from above.",
            Self::EdgeLength => "Length of each edge, along its slope.",
            Self::CellArea => "Area of each cell, seen from above.",
            Self::Corners => "Number of corners of each cell.",
            Self::PortalWidth => "Length of each edge between two cells, seen from above.",
            Self::Slope => "Angle of each cell against the level ground.",
            Self::CellHeight => "Mean height of the corners of each cell.",
        }
    }

    /// Returns the unit of the values; empty for numbers of corners.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Angle | Self::Slope => "°",
            Self::EdgeLength | Self::PortalWidth | Self::CellHeight => "m",
            Self::CellArea => "m²",
            Self::Corners => "",
        }
    }

    /// Returns what has the values.
    pub fn kind(self) -> MeasuredKind {
        match self {
            Self::Angle => MeasuredKind::Corner,
            Self::EdgeLength => MeasuredKind::Edge,
            Self::PortalWidth => MeasuredKind::Portal,
            Self::CellArea | Self::Corners | Self::Slope | Self::CellHeight => MeasuredKind::Cell,
        }
    }

    /// Whether all values are whole numbers.
    pub fn is_whole(self) -> bool {
        self == Self::Corners
    }

    /// Returns a value with its unit, rounded to four digits.
    pub fn format(self, value: f64) -> String {
        let words = four_digits(value);
        match self.unit() {
            "" => words,
            unit @ "°" => words + unit,
            unit => format!("{words} {unit}"),
        }
    }

    /// Calls `each` with the value of each element of a cell, and with the number of its corner or side.
    ///
    /// The number is 0 for a value of the whole cell. An element without a value gets `None`. An edge between
    /// two cells belongs to the one with the smaller half-edge.
    fn measure(
        self,
        mesh: &NavMesh,
        adjacency: &Adjacency,
        cell: CellId,
        mut each: impl FnMut(u32, Option<f64>),
    ) {
        let ring = mesh.ring(cell);
        match self {
            Self::Angle => (0..).zip(angles(&ring)).for_each(|(corner, angle)| each(corner, angle)),
            Self::EdgeLength | Self::PortalWidth => {
                for (side, [from, to]) in (0..).zip(sides(&ring)) {
                    let own = HalfEdge { cell, side };
                    let twin = adjacency.twin(own);
                    let is_portal = twin.is_some();
                    if twin.is_none_or(|twin| own <= twin) && (is_portal || self == Self::EdgeLength) {
                        each(side, Some(self.length(from, to)));
                    }
                }
            }
            Self::CellArea => each(0, Some((doubled_area(&ring) * 0.5).abs())),
            Self::Corners => each(0, Some(ring.len() as f64)),
            Self::Slope => each(0, slope(&ring)),
            Self::CellHeight => each(0, Some(mean_height(&ring))),
        }
    }

    fn length(self, from: Vec3, to: Vec3) -> f64 {
        match self {
            Self::PortalWidth => ground(to).as_dvec2().distance(ground(from).as_dvec2()),
            _ => to.as_dvec3().distance(from.as_dvec3()),
        }
    }

    /// Returns the value that the colour of a cell shows; `None` without one.
    ///
    /// It is the least value of the corners, edges or portals of the cell.
    pub fn of_cell(self, mesh: &NavMesh, adjacency: &Adjacency, cell: CellId) -> Option<f64> {
        let mut least: Option<f64> = None;
        let mut add = |value: f64| least = Some(least.map_or(value, |least| least.min(value)));
        if self.kind().is_edges() {
            for (side, [from, to]) in (0..).zip(sides(&mesh.ring(cell))) {
                let is_portal = || adjacency.twin(HalfEdge { cell, side }).is_some();
                if self == Self::EdgeLength || is_portal() {
                    add(self.length(from, to));
                }
            }
        } else {
            self.measure(mesh, adjacency, cell, |_, value| value.into_iter().for_each(&mut add));
        }
        least
    }
}

/// Returns the elements whose values of a measure match.
///
/// These are edges for measures of edges and portals, and cells otherwise. Each list is sorted and without duplicates.
pub fn matching(
    (mesh, adjacency): (&NavMesh, &Adjacency),
    measure: Measure,
    is_match: impl Fn(f64) -> bool,
) -> (Vec<CellId>, Vec<Edge>) {
    let (mut cells, mut edges) = (Vec::new(), Vec::new());
    for (id, cell) in mesh.cells() {
        let mut is_any = false;
        measure.measure(mesh, adjacency, id, |side, value| {
            if !value.is_some_and(&is_match) {
                return;
            }
            is_any = true;
            if measure.kind().is_edges() {
                let [from, to] = cell.side(side);
                edges.push(Edge::new(from, to));
            }
        });
        if is_any && !measure.kind().is_edges() {
            cells.push(id);
        }
    }
    edges.sort_unstable();
    edges.dedup();
    (cells, edges)
}

/// Values of a measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredValues {
    /// The values, in no particular order.
    pub values: Vec<f64>,
    /// Number of elements without a value.
    pub without_value: usize,
}

/// Returns the values of a measure of all elements.
pub fn measured(
    (mesh, adjacency): (&NavMesh, &Adjacency),
    measure: Measure,
    progress: &Progress,
) -> Result<MeasuredValues, Stopped> {
    let mut measured = MeasuredValues::default();
    let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
    for (id, _) in mesh.cells() {
        units.step()?;
        measure.measure(mesh, adjacency, id, |_, value| match value {
            Some(value) => measured.values.push(value),
            None => measured.without_value += 1,
        });
    }
    Ok(measured)
}

/// Cells of an area of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AreaSum {
    /// Number of cells.
    pub cells: usize,
    /// Size of the cells on the ground, in m².
    pub size: f64,
}

/// Returns the cells of each area of a document, in the order of the areas.
pub fn area_sums(document: &Document) -> Vec<AreaSum> {
    let mut sums = vec![AreaSum::default(); document.areas.len()];
    for (id, cell) in document.mesh.cells() {
        if let Some(sum) = sums.get_mut(usize::from(cell.area().0)) {
            sum.cells += 1;
            sum.size += (doubled_area(&document.mesh.ring(id)) * 0.5).abs();
        }
    }
    sums
}

/// Returns a number rounded to four digits, without an exponent for values of usual size.
pub fn four_digits(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if size == 0.0 => return "0".into(),
        _ if !(1e-4..1e7).contains(&size) => return format!("{value:.2e}"),
        _ if size < 0.01 => format!("{value:.5}"),
        _ if size < 0.1 => format!("{value:.4}"),
        _ if size < 10.0 => format!("{value:.3}"),
        _ if size < 100.0 => format!("{value:.2}"),
        _ if size < 1000.0 => format!("{value:.1}"),
        _ => return format!("{value:.0}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn sides(ring: &[Vec3]) -> impl Iterator<Item = [Vec3; 2]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Returns the angle inside the ring at each corner; `None` where a neighbour is at the same position.
fn angles(ring: &[Vec3]) -> impl Iterator<Item = Option<f64>> {
    let is_inside_out = doubled_area(ring) > 0.0;
    let at = |index: usize| ground(ring[index % ring.len()]).as_dvec2();
    (0..ring.len()).map(move |index| {
        let (before, corner, after) = (at(index + ring.len() - 1), at(index), at(index + 1));
        let [back, onward] = [before - corner, after - corner];
        if back == DVec2::ZERO || onward == DVec2::ZERO {
            return None;
        }
        let angle = atan2(back.perp_dot(onward), back.dot(onward)).to_degrees() + 0.0;
        let angle = if angle < 0.0 { angle + 360.0 } else { angle };
        Some(if is_inside_out { 360.0 - angle } else { angle })
    })
}

/// Returns twice the area on the ground; negative for a counter-clockwise ring, as Z points down.
fn doubled_area(ring: &[Vec3]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    let arm = |point: Vec3| ground(point).as_dvec2() - ground(origin).as_dvec2();
    ring.windows(2).map(|pair| arm(pair[0]).perp_dot(arm(pair[1]))).sum()
}

fn slope(ring: &[Vec3]) -> Option<f64> {
    let normal = normal(ring)?.as_dvec3();
    Some(atan2(hypot(normal.x, normal.z), normal.y.abs()).to_degrees())
}

fn mean_height(ring: &[Vec3]) -> f64 {
    ring.iter().map(|corner| f64::from(corner.y)).sum::<f64>() / ring.len().max(1) as f64
}
