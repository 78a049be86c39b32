//! Thresholds of kinds of issues: derived from the agent and the weld distance, or set by a document.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use super::kinds::{
    CRACK, GAP, IssueType, NARROW_PORTAL, NEAR_WALL, OFF_LEVEL, OVERLAP, SHORT_EDGE, SIZE_CONTRAST, SLIVER,
    STEEP, TINY_ISLAND, UNEVEN,
};
use super::kinds::{EXPORT_MARGIN, EXPORT_MERGE, FAR_FROM_ORIGIN};
use navsmith_core::pathfinding::agent::Agent;

/// Minimum height difference between cells on different storeys, in metres; a document can set another.
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

/// Unit of a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdUnit {
    /// Metres.
    Metres,
    /// Square metres.
    SquareMetres,
    /// Degrees.
    Degrees,
    /// Percent.
    Percent,
    /// A ratio.
    Ratio,
}

impl ThresholdUnit {
    /// Returns the symbol after a number, with a space before it if it has one.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Metres => " m",
            Self::SquareMetres => " m²",
            Self::Degrees => "°",
            Self::Percent => " %",
            Self::Ratio => "",
        }
    }
}

/// Power of ten of the decimals of a threshold in words.
const DECIMALS: f64 = 1e5;

/// A row of the table of thresholds.
#[derive(Debug)]
pub struct ThresholdType {
    /// Kind of the issues that the threshold decides.
    pub kind: &'static IssueType,
    /// The compared measure.
    pub measure: &'static str,
    /// Unit of the threshold.
    pub unit: ThresholdUnit,
    /// Largest possible value.
    pub most: f32,
    /// Source of the derived value; `None` for a fixed default.
    pub source: Option<&'static str>,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
}

/// Compares the kinds, because each kind has at most one row.
impl PartialEq for ThresholdType {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The table of thresholds, in the order of the table of kinds.
pub static THRESHOLDS: [ThresholdType; 15] = [
    fixed(&OVERLAP, "Height difference", ThresholdUnit::Metres, |mesh, _| mesh.overlap),
    row(&GAP, "Widest gap", ThresholdUnit::Metres, "the weld distance", |mesh, _| mesh.gap),
    row(&CRACK, "Widest crack", ThresholdUnit::Metres, "the radius of the agent", |_, agent| agent.crack),
    fixed(&SHORT_EDGE, "Longest edge", ThresholdUnit::Metres, |mesh, _| mesh.short_edge),
    ThresholdType {
        most: 100.0,
        ..fixed(&SLIVER, "Mean width to length", ThresholdUnit::Percent, |mesh, _| mesh.sliver)
    },
    fixed(&UNEVEN, "Distance from plane", ThresholdUnit::Metres, |mesh, _| mesh.uneven),
    row(&TINY_ISLAND, "Area", ThresholdUnit::SquareMetres, "the radius of the agent", |_, agent| {
        agent.tiny_island as f32
    }),
    row(&NARROW_PORTAL, "Width", ThresholdUnit::Metres, "the radius of the agent", |_, agent| {
        agent.narrow_portal
    }),
    ThresholdType {
        most: 90.0,
        ..row(&STEEP, "Slope", ThresholdUnit::Degrees, "the steepest slope of the agent", |_, agent| {
            agent.steep.to_degrees()
        })
    },
    fixed(&SIZE_CONTRAST, "Ratio of lengths", ThresholdUnit::Ratio, |_, agent| agent.size_contrast),
    row(
        &OFF_LEVEL,
        "Height difference",
        ThresholdUnit::Metres,
        "the highest step of the agent",
        |_, agent| agent.off_level,
    ),
    row(&NEAR_WALL, "Distance from wall", ThresholdUnit::Metres, "the radius of the agent", |_, agent| {
        agent.near_wall
    }),
    row(&FAR_FROM_ORIGIN, "Spacing of coordinates", ThresholdUnit::Metres, "the weld distance", |mesh, _| {
        mesh.spacing
    }),
    fixed(&EXPORT_MERGE, "Cell size of the map", ThresholdUnit::Metres, |mesh, _| mesh.engine_cell),
    fixed(&EXPORT_MARGIN, "Edge connection margin", ThresholdUnit::Metres, |mesh, _| mesh.engine_margin),
];

const fn row(
    kind: &'static IssueType,
    measure: &'static str,
    unit: ThresholdUnit,
    source: &'static str,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
) -> ThresholdType {
    ThresholdType { source: Some(source), ..fixed(kind, measure, unit, value) }
}

const fn fixed(
    kind: &'static IssueType,
    measure: &'static str,
    unit: ThresholdUnit,
    value: fn(&MeshLimits, &AgentLimits) -> f32,
) -> ThresholdType {
    ThresholdType { kind, measure, unit, most: 1e6, source: None, value }
}

impl ThresholdType {
    /// Returns the row of a kind; `None` for a kind without a threshold.
    pub fn of(name: &str) -> Option<&'static Self> {
        THRESHOLDS.iter().find(|row| row.kind.name == name)
    }

    /// Returns a value in words, such as `0.05 m`, or `any` beyond the largest possible value.
    pub fn text(&self, value: f32) -> String {
        if value > self.most {
            return "any".to_owned();
        }
        let rounded = (f64::from(value) * DECIMALS).round() / DECIMALS;
        format!("{rounded}{}", self.unit.symbol())
    }

    /// Returns the value that these limits have.
    pub fn value(&self, mesh: &MeshLimits, agent: &AgentLimits) -> f32 {
        (self.value)(mesh, agent)
    }

    /// Whether a threshold can have this value.
    pub fn allows(&self, value: f32) -> bool {
        (0.0..=self.most).contains(&value)
    }
}

/// Thresholds that differ from the derived ones, and the length of a metre for those in metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Values by name of the kind, in units of the document.
    values: BTreeMap<&'static str, f32>,
    metre: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { values: BTreeMap::new(), metre: 1.0 }
    }
}

impl Thresholds {
    /// Returns the length of a metre in units of the document: 1, or more for a mesh in pixels.
    ///
    /// Every length in metres that does not depend on the mesh or its agent is multiplied by it.
    pub fn metre(&self) -> f32 {
        self.metre
    }

    /// Returns the thresholds with this length of a metre, unless it is not positive and finite.
    #[must_use]
    pub fn with_metre(self, metre: f32) -> Self {
        let is_valid = metre > 0.0 && metre.is_finite();
        Self { metre: if is_valid { metre } else { self.metre }, ..self }
    }

    /// Returns the threshold of a kind; `None` if it is derived.
    pub fn get(&self, kind: &IssueType) -> Option<f32> {
        self.values.get(kind.name).copied()
    }

    /// Sets a threshold; `None` restores the derived one.
    ///
    /// Values that are [not allowed](ThresholdType::allows) change nothing.
    pub fn set(&mut self, row: &'static ThresholdType, value: Option<f32>) {
        match value {
            None => drop(self.values.remove(row.kind.name)),
            Some(value) if row.allows(value) => drop(self.values.insert(row.kind.name, value)),
            Some(_) => {}
        }
    }

    /// Returns the thresholds with their rows, by name of the kind.
    pub fn iter(&self) -> impl Iterator<Item = (&'static ThresholdType, f32)> {
        self.values.iter().filter_map(|(name, value)| Some((ThresholdType::of(name)?, *value)))
    }

    /// Returns the number of thresholds that are not derived.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether all thresholds are derived.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the thresholds for lengths that are multiplied by a factor.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        // A document in metres stays one, whatever the unit of its file.
        let metre = if self.metre == 1.0 { 1.0 } else { self.metre * factor };
        let mut scaled = Self::default().with_metre(metre);
        for (row, value) in self.iter() {
            let factor = match row.unit {
                ThresholdUnit::Metres => factor,
                ThresholdUnit::SquareMetres => factor * factor,
                ThresholdUnit::Degrees | ThresholdUnit::Percent | ThresholdUnit::Ratio => 1.0,
            };
            scaled.set(row, Some(value * factor));
        }
        scaled
    }

    /// Returns the limits that follow from a weld distance in metres, without the thresholds that are set.
    pub fn derived_limits(&self, weld_distance: f32) -> MeshLimits {
        let limits = MeshLimits::from(weld_distance);
        MeshLimits {
            overlap: limits.overlap * self.metre,
            contact: limits.contact * self.metre,
            gap: limits.gap * self.metre,
            short_edge: limits.short_edge * self.metre,
            uneven: limits.uneven * self.metre,
            spacing: limits.spacing * self.metre,
            ..limits
        }
    }

    /// Returns the limits of searches that depend on the mesh alone, for a weld distance in metres.
    pub fn mesh_limits(&self, weld_distance: f32) -> MeshLimits {
        let derived = self.derived_limits(weld_distance);
        MeshLimits {
            overlap: self.get(&OVERLAP).unwrap_or(derived.overlap),
            weld_distance: derived.weld_distance,
            contact: derived.contact,
            gap: self.get(&GAP).unwrap_or(derived.gap),
            short_edge: self.get(&SHORT_EDGE).unwrap_or(derived.short_edge),
            sliver: self.get(&SLIVER).unwrap_or(derived.sliver),
            uneven: self.get(&UNEVEN).unwrap_or(derived.uneven),
            spacing: self.get(&FAR_FROM_ORIGIN).unwrap_or(derived.spacing),
            engine_cell: self.get(&EXPORT_MERGE).unwrap_or(derived.engine_cell),
            engine_margin: self.get(&EXPORT_MARGIN).unwrap_or(derived.engine_margin),
        }
    }

    /// Returns the limits of searches that depend on an agent.
    pub fn agent_limits(&self, agent: &Agent, weld_distance: f32) -> AgentLimits {
        let derived = AgentLimits::from(agent);
        AgentLimits {
            gap: self.mesh_limits(weld_distance).gap,
            weld: self.derived_limits(weld_distance).weld(),
            metre: self.metre,
            crack: self.get(&CRACK).unwrap_or(derived.crack),
            tiny_island: self.get(&TINY_ISLAND).map_or(derived.tiny_island, f64::from),
            narrow_portal: self.get(&NARROW_PORTAL).unwrap_or(derived.narrow_portal),
            steep: self.get(&STEEP).map_or(derived.steep, f32::to_radians),
            size_contrast: self.get(&SIZE_CONTRAST).unwrap_or(derived.size_contrast),
            off_level: self.get(&OFF_LEVEL).unwrap_or(derived.off_level),
            near_wall: self.get(&NEAR_WALL).unwrap_or(derived.near_wall),
            ..derived
        }
    }
}

/// Limits of the searches of [`Issues`](crate::check::Issues).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshLimits {
    /// Height difference in metres from which overlapping cells are on different storeys.
    pub overlap: f32,
    /// Weld distance in metres, whatever the unit of the document.
    pub weld_distance: f32,
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
    /// Size of the grid cells by which an engine joins corners, in units of the document.
    pub engine_cell: f32,
    /// Distance at which an engine joins edges of different regions, in units of the document.
    pub engine_margin: f32,
}

impl Default for MeshLimits {
    fn default() -> Self {
        Self {
            overlap: STOREY,
            weld_distance: 0.0,
            contact: 0.0,
            gap: 0.0,
            short_edge: 1e-5,
            sliver: 0.5,
            uneven: 0.1,
            spacing: 1e-5,
            engine_cell: ENGINE_DISTANCE,
            engine_margin: ENGINE_DISTANCE,
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
