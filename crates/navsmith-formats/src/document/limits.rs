//! Thresholds of kinds of issues: fixed, or derived from the agent and the weld distance.

use std::f64::consts::PI;

use super::kinds::FAR_FROM_ORIGIN;
use super::kinds::{
    CRACK, GAP, IssueType, NARROW_PORTAL, NEAR_WALL, OFF_LEVEL, OVERLAP, SHORT_EDGE, SIZE_CONTRAST, SLIVER,
    STEEP, TINY_ISLAND, UNEVEN,
};
use navsmith_core::pathfinding::agent::Agent;

/// Minimum height difference between cells on different storeys, in metres.
///
/// It is the lowest of the default climbs of game engines, so an agent on one of two closer cells can also be on the
/// other. The height of the agent distinguishes cells that are farther apart, such as high steps of stairs.
pub const STOREY: f32 = 0.25;

/// Weld distance in metres outside of the editor, where it is an option.
///
/// Two boundary vertices or edges that are closer form a gap.
pub const WELD_DISTANCE: f32 = 0.05;

/// Default cell size of Godot's map, and its default distance between edges that join, in metres.
pub const ENGINE_DISTANCE: f32 = 0.25;

/// Part of the weld distance up to which elements count as touching.
pub(crate) const PART_IN_CONTACT: f32 = 0.02;

/// Power of ten of the decimals of a threshold in words.
const DECIMALS: f64 = 1e5;

/// What the measure of an issue is compared with.
#[derive(Debug)]
pub struct Threshold {
    /// Kind of the issues that the threshold decides.
    pub kind: &'static IssueType,
    /// The compared measure.
    pub measure: &'static str,
    /// Symbol of the unit after a number, with a space before it if it has one.
    unit: &'static str,
    /// What the value follows from; `None` for a fixed one.
    pub source: Option<&'static str>,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
}

/// The table of thresholds, in the order of the table of kinds.
static THRESHOLDS: [Threshold; 13] = [
    fixed(&OVERLAP, "Height difference", " m", |mesh, _| mesh.overlap),
    row(&GAP, "Widest gap", " m", "the weld distance", |mesh, _| mesh.gap),
    row(&CRACK, "Widest crack", " m", "the radius of the agent", |_, agent| agent.crack),
    fixed(&SHORT_EDGE, "Longest edge", " m", |mesh, _| mesh.short_edge),
    fixed(&SLIVER, "Mean width to length", " %", |mesh, _| mesh.sliver),
    fixed(&UNEVEN, "Distance from plane", " m", |mesh, _| mesh.uneven),
    row(&TINY_ISLAND, "Area", " m²", "the radius of the agent", |_, agent| agent.tiny_island as f32),
    row(&NARROW_PORTAL, "Width", " m", "the radius of the agent", |_, agent| agent.narrow_portal),
    row(&STEEP, "Slope", "°", "the steepest slope of the agent", |_, agent| agent.steep.to_degrees()),
    fixed(&SIZE_CONTRAST, "Ratio of lengths", "", |_, agent| agent.size_contrast),
    row(&OFF_LEVEL, "Height difference", " m", "the highest step of the agent", |_, agent| agent.off_level),
    row(&NEAR_WALL, "Distance from wall", " m", "the radius of the agent", |_, agent| agent.near_wall),
    row(&FAR_FROM_ORIGIN, "Spacing of coordinates", " m", "the weld distance", |mesh, _| mesh.spacing),
];

const fn row(
    kind: &'static IssueType,
    measure: &'static str,
    unit: &'static str,
    source: &'static str,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
) -> Threshold {
    Threshold { source: Some(source), ..fixed(kind, measure, unit, value) }
}

const fn fixed(
    kind: &'static IssueType,
    measure: &'static str,
    unit: &'static str,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
) -> Threshold {
    Threshold { kind, measure, unit, source: None, value }
}

impl Threshold {
    /// Returns the threshold of a kind of issues; `None` for a kind without one.
    pub fn of(kind: &IssueType) -> Option<&'static Self> {
        THRESHOLDS.iter().find(|row| row.kind == kind)
    }

    /// Returns the value in words, such as `0.05 m`, or `any` without a limit.
    pub fn text(&self, mesh: &MeshLimits, agent: &AgentLimits) -> String {
        let value = (self.value)(mesh, agent);
        if value == f32::INFINITY {
            return "any".to_owned();
        }
        let rounded = (f64::from(value) * DECIMALS).round() / DECIMALS;
        format!("{rounded}{}", self.unit)
    }
}

/// Returns a length of a metre after lengths are multiplied by a factor.
///
/// It is the same one if it would be invalid. A document in metres stays one, whatever the unit of its file.
pub(crate) fn scaled_metre(metre: f32, factor: f32) -> f32 {
    let scaled = metre * factor;
    if metre == 1.0 || !is_metre(scaled) { metre } else { scaled }
}

/// Whether a number is a length of a metre: positive and finite.
pub(crate) fn is_metre(metre: f32) -> bool {
    metre > 0.0 && metre.is_finite()
}

/// Distances at which an engine joins corners and edges, in units of the document.
///
/// `None` is the default of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EngineDistances {
    /// Size of the grid cells by which it joins corners.
    pub cell: Option<f32>,
    /// Distance at which it joins edges of different regions.
    pub margin: Option<f32>,
}

/// Limits of the searches of [`Issues`](crate::check::Issues).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshLimits {
    /// Height difference in metres from which overlapping cells are on different storeys.
    pub overlap: f32,
    /// Weld distance in metres, whatever the unit of the document.
    pub weld_distance: f32,
    /// Length of a metre in units of the document.
    pub metre: f32,
    /// Distance at which a vertex touches an edge, in units of the document; part of the weld distance.
    pub contact: f32,
    /// Maximum width of a gap, in metres; short edges reduce it.
    pub gap: f32,
    /// Length up to which an edge has no length, in metres.
    pub short_edge: f32,
    /// Mean width of a sliver, in percent of its length.
    pub sliver: f32,
    /// Distance of a corner from the plane of its cell above which the cell is uneven, in metres.
    pub uneven: f32,
    /// Distance between neighbouring coordinates above which a mesh is too far from the origin, in metres.
    ///
    /// Small cells reduce it.
    pub spacing: f32,
    /// Distances at which an engine joins corners and edges.
    pub engine: EngineDistances,
}

impl Default for MeshLimits {
    fn default() -> Self {
        Self {
            overlap: STOREY,
            weld_distance: 0.0,
            metre: 1.0,
            contact: 0.0,
            gap: 0.0,
            short_edge: 1e-5,
            sliver: 0.5,
            uneven: 0.1,
            spacing: 1e-5,
            engine: EngineDistances::default(),
        }
    }
}

/// Derives the limits from a weld distance in metres.
impl From<f32> for MeshLimits {
    fn from(weld_distance: f32) -> Self {
        let derived = Self::default();
        let weld_distance = weld_distance.max(0.0);
        // A vertex within this distance touches an edge.
        let contact = weld_distance * PART_IN_CONTACT;
        let spacing = contact.max(derived.spacing);
        Self { weld_distance, contact, gap: weld_distance, spacing, ..derived }
    }
}

impl MeshLimits {
    /// Returns the limits for a document in which a metre has this length.
    #[must_use]
    pub fn for_metre(self, metre: f32) -> Self {
        Self {
            metre,
            overlap: self.overlap * metre,
            contact: self.contact * metre,
            gap: self.gap * metre,
            short_edge: self.short_edge * metre,
            uneven: self.uneven * metre,
            spacing: self.spacing * metre,
            ..self
        }
    }
}

/// Limits of the searches of [`AgentIssues`](crate::check::AgentIssues).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentLimits {
    /// The agent.
    pub agent: Agent,
    /// Area of an island below which it is too small, in m².
    pub tiny_island: f64,
    /// Width of a portal between two walls below which it is too narrow, in metres.
    pub narrow_portal: f32,
    /// Slope above which a cell is too steep, in radians.
    pub steep: f32,
    /// Ratio of the longest sides of two neighbours above which their sizes are an issue.
    pub size_contrast: f32,
    /// Height above or below the level that is an issue, in metres.
    pub off_level: f32,
    /// Distance from a wall below which a boundary edge is too near, in metres.
    pub near_wall: f32,
    /// Width up to which a crack is a gap, in metres.
    pub gap: f32,
    /// Weld distance in units of the document.
    pub weld: f32,
    /// Number of units of the document in a metre.
    pub metre: f32,
    /// Maximum width of a crack, in metres.
    pub crack: f32,
}

/// Derives the limits from the sizes of an agent.
impl From<&Agent> for AgentLimits {
    fn from(agent: &Agent) -> Self {
        Self {
            agent: *agent,
            tiny_island: PI * f64::from(agent.radius).powi(2),
            narrow_portal: 2.0 * agent.radius,
            steep: agent.max_slope,
            size_contrast: 1000.0,
            off_level: agent.max_climb,
            near_wall: agent.radius,
            gap: 0.0,
            weld: WELD_DISTANCE,
            metre: 1.0,
            crack: agent.radius,
        }
    }
}
