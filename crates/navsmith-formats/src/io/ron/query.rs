//! Saved queries in the form of the file: the ends, and the settings that differ from the defaults.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use glam::Vec2;

use super::RonFault;
use super::element::{RonElement, check_name, is_default, not_finite};
use super::place::PlaceStep::{Field, Index};
use crate::document::{Expected, ExpectedLength, NamedQuery};
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::AlgorithmChoice;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Query", deny_unknown_fields)]
pub(in crate::io) struct QueryEntry {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<RonEnd>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<RonEnd>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) algorithm: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) agent: Option<AgentEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) costs: Vec<CostEntry>,
    /// Whether links are ignored.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) no_links: Option<bool>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) max_height: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) slope_waypoints: Option<bool>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) pulling: Option<String>,
    /// `pulling: "curved"` in files of earlier versions.
    #[serde(default, skip_serializing)]
    pub(super) curved: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<ExpectedEntry>,
}

/// An end of a query, or a position of a scenario; without `y` it is located from above all floors.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename = "End", deny_unknown_fields)]
pub(super) struct RonEnd {
    pub(super) x: f32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) y: Option<f32>,
    pub(super) z: f32,
}

/// The agent's sizes in metres, and its slope in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Agent", deny_unknown_fields)]
pub(in crate::io) struct AgentEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    radius: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    height: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    max_slope: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    max_climb: Option<f32>,
}

/// Cost per metre in an area; `inf` forbids the area.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Cost", deny_unknown_fields)]
pub(super) struct CostEntry {
    pub(super) area: u32,
    #[serde(deserialize_with = "cost")]
    pub(super) cost: f32,
}

/// Reads a cost. JSON has no infinity and writes null in its place.
pub(super) fn cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    Option::deserialize(deserializer).map(|cost| cost.unwrap_or(f32::INFINITY))
}

/// Expected result; a `None` cell was removed from the mesh.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Expected", deny_unknown_fields)]
pub(super) enum ExpectedEntry {
    NoPath,
    Path {
        #[serde(default, skip_serializing_if = "is_default")]
        length: Option<f64>,
        #[serde(default, skip_serializing_if = "is_default")]
        tolerance: Option<f64>,
        #[serde(default, skip_serializing_if = "is_default", serialize_with = "without_some")]
        cells: Option<Vec<Option<u32>>>,
    },
}

/// Writes the cells as `Some([0, None, 2])`, without a `Some` for each.
#[expect(clippy::ref_option, reason = "serde passes a reference")]
fn without_some<S: Serializer>(cells: &Option<Vec<Option<u32>>>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Entry {
        Kept(u32),
        Gone(Option<u32>),
    }
    let entry = |cell: &Option<u32>| cell.map_or(Entry::Gone(None), Entry::Kept);
    let entries = cells.as_ref().map(|cells| cells.iter().map(entry).collect::<Vec<_>>());
    entries.serialize(serializer)
}

impl RonEnd {
    pub(super) fn of(end: Endpoint) -> Self {
        Self { x: end.ground.x, y: end.height, z: end.ground.y }
    }

    pub(super) fn into_endpoint(self) -> Endpoint {
        Endpoint { ground: Vec2::new(self.x, self.z), height: self.y }
    }
}

impl RonElement for QueryEntry {
    fn kept(&self) -> usize {
        let entry = size_of::<Self>() + 2 * self.name.len() + CostEntry::kept(&self.costs);
        let cells = self.expected.as_ref().map_or(0, ExpectedEntry::kept);
        entry + size_of::<NamedQuery>() + cells
    }
}

impl QueryEntry {
    /// Returns the entry of a query.
    ///
    /// `cell_index` returns the index of a cell in the file, or `None` if the cell was removed.
    pub(super) fn of(query: &NamedQuery, cell_index: impl Fn(CellId) -> Option<u32>) -> Self {
        let Settings { algorithm, agent, filter, max_height, has_slope_waypoints, pulling } = &query.settings;
        let plain = Settings::default();
        Self {
            name: query.name.clone(),
            start: query.start.map(RonEnd::of),
            target: query.target.map(RonEnd::of),
            algorithm: differing(*algorithm, plain.algorithm).map(|algorithm| algorithm.name().to_owned()),
            agent: differing(AgentEntry::of(agent), AgentEntry::default()),
            costs: CostEntry::all_of(filter),
            no_links: differing(filter.ignores_links, false),
            max_height: differing(*max_height, plain.max_height),
            slope_waypoints: differing(*has_slope_waypoints, plain.has_slope_waypoints),
            pulling: differing(*pulling, plain.pulling).map(|pulling| pulling.name().to_owned()),
            curved: None,
            expected: query.expected.as_ref().map(|expected| ExpectedEntry::of(expected, cell_index)),
        }
    }

    pub(super) fn into_query(self) -> NamedQuery {
        let plain = Settings::default();
        let filter = CostEntry::filter(self.costs, self.no_links == Some(true));
        let old_pulling = if self.curved == Some(true) { Pulling::Curved } else { plain.pulling };
        let settings = Settings {
            algorithm: self.algorithm.and_then(|name| name.parse().ok()).unwrap_or(plain.algorithm),
            agent: self.agent.map_or(plain.agent, AgentEntry::into_agent),
            filter,
            max_height: self.max_height.unwrap_or(plain.max_height),
            has_slope_waypoints: self.slope_waypoints.unwrap_or(plain.has_slope_waypoints),
            pulling: self.pulling.and_then(|name| name.parse().ok()).unwrap_or(old_pulling),
        };
        NamedQuery {
            name: self.name,
            start: self.start.map(RonEnd::into_endpoint),
            target: self.target.map(RonEnd::into_endpoint),
            settings,
            expected: self.expected.map(ExpectedEntry::into_expected),
        }
    }

    /// Returns the first fault of query `i` of a file with these numbers of areas and cells.
    pub(super) fn check(&self, i: usize, areas: usize, cells: usize) -> Result<(), RonFault> {
        let path = [Field("queries"), Index(i)];
        check_name(&self.name, Field("queries"), i, "query")?;
        for (which, end) in [("start", &self.start), ("target", &self.target)] {
            let Some(end) = end else { continue };
            for (axis, value) in [("x", Some(end.x)), ("y", end.y), ("z", Some(end.z))] {
                if let Some(value) = value.filter(|value| !value.is_finite()) {
                    let description = not_finite(&format!("the {which} of query {i}"), axis, value);
                    return Err(RonFault::new([Field(which), Field(axis)], description).within(path));
                }
            }
        }
        self.check_settings(areas)
            .and_then(|()| self.expected.as_ref().map_or(Ok(()), |expected| expected.check(cells)))
            .map_err(|RonFault { steps, description }| {
                RonFault::new(steps, format!("query {i}: {description}")).within(path)
            })
    }

    /// Returns the first fault of the settings, with its path in the query.
    fn check_settings(&self, areas: usize) -> Result<(), RonFault> {
        if let Some(Err(description)) = self.algorithm.as_deref().map(str::parse::<AlgorithmChoice>) {
            return Err(RonFault::new([Field("algorithm")], description));
        }
        if let Some(Err(description)) = self.pulling.as_deref().map(str::parse::<Pulling>) {
            return Err(RonFault::new([Field("pulling")], description));
        }
        if let Some(agent) = &self.agent {
            agent.check().map_err(|fault| fault.within([Field("agent")]))?;
        }
        CostEntry::check(&self.costs, areas)?;
        match self.max_height.filter(|height| !(height.is_finite() && *height >= 0.0)) {
            Some(height) => {
                let description = format!("its max_height is {height}; give 0 or more metres");
                Err(RonFault::new([Field("max_height")], description))
            }
            None => Ok(()),
        }
    }
}

impl CostEntry {
    /// Returns the costs of a filter.
    pub(super) fn all_of(filter: &Filter) -> Vec<Self> {
        filter.set_areas().map(|(area, cost)| Self { area: area.0.into(), cost }).collect()
    }

    /// Returns the filter with these costs.
    pub(super) fn filter(costs: Vec<Self>, ignores_links: bool) -> Filter {
        let mut filter = Filter::default();
        for Self { area, cost } in costs {
            filter.set_cost(AreaId(u8::try_from(area).unwrap_or(0)), cost);
        }
        filter.ignores_links = ignores_links;
        filter
    }

    /// Returns the memory of some costs and of their filter, in bytes.
    ///
    /// A filter stores a cost for every area up to the last one with a cost.
    pub(super) fn kept(costs: &[Self]) -> usize {
        let areas = costs.iter().map(|cost| 1 + usize::try_from(cost.area).unwrap_or(usize::MAX).min(255));
        size_of_val(costs) + areas.max().map_or(0, |areas| areas * size_of::<f32>())
    }

    /// Returns the first fault of some costs of a file with this number of areas.
    pub(super) fn check(costs: &[Self], areas: usize) -> Result<(), RonFault> {
        for (i, &Self { area, cost }) in costs.iter().enumerate() {
            if area as usize >= areas {
                let description =
                    format!("it has a cost for area {area}, but areas end at {}; add the area", areas - 1);
                return Err(RonFault::new([Field("costs"), Index(i), Field("area")], description));
            }
            if cost.is_nan() || cost <= 0.0 {
                let description =
                    format!("a metre in area {area} costs {cost}; give more than 0, or inf to forbid it");
                return Err(RonFault::new([Field("costs"), Index(i), Field("cost")], description));
            }
        }
        Ok(())
    }
}

/// Returns a setting if it differs from its default.
pub(super) fn differing<T: Copy + PartialEq>(value: T, plain: T) -> Option<T> {
    (value != plain).then_some(value)
}

impl AgentEntry {
    pub(super) fn of(agent: &Agent) -> Self {
        let plain = Agent::default();
        Self {
            radius: differing(agent.radius, plain.radius),
            height: differing(agent.height, plain.height),
            max_slope: differing(agent.max_slope, plain.max_slope),
            max_climb: differing(agent.max_climb, plain.max_climb),
        }
    }

    pub(super) fn into_agent(self) -> Agent {
        let plain = Agent::default();
        Agent {
            radius: self.radius.unwrap_or(plain.radius),
            height: self.height.unwrap_or(plain.height),
            max_slope: self.max_slope.unwrap_or(plain.max_slope),
            max_climb: self.max_climb.unwrap_or(plain.max_climb),
        }
    }

    fn fields(&self) -> impl Iterator<Item = (&'static str, Option<f32>)> + use<> {
        let Self { radius, height, max_slope, max_climb } = *self;
        [("radius", radius), ("height", height), ("max_slope", max_slope), ("max_climb", max_climb)]
            .into_iter()
    }

    /// Returns the first fault, with its path in the agent.
    pub(super) fn check(&self) -> Result<(), RonFault> {
        for (name, value) in self.fields() {
            if let Some(value) = value.filter(|&value| !Self::allows(name, value)) {
                let most = if name == "max_slope" { "0 to 1.5707964 radians" } else { "0 or more metres" };
                let description = format!("the agent's {name} is {value}; give {most}");
                return Err(RonFault::new([Field(name)], description));
            }
        }
        Ok(())
    }

    /// Returns whether a field can have this value; only the step height may be infinite.
    fn allows(field: &str, value: f32) -> bool {
        match field {
            "max_slope" => (0.0..=std::f32::consts::FRAC_PI_2).contains(&value),
            "max_climb" => value >= 0.0,
            _ => value >= 0.0 && value.is_finite(),
        }
    }
}

impl ExpectedEntry {
    /// Returns the memory of the cells and their converted form, in bytes.
    fn kept(&self) -> usize {
        let Self::Path { cells: Some(cells), .. } = self else { return 0 };
        size_of_val(&**cells) + cells.len() * size_of::<CellId>()
    }

    fn of(expected: &Expected, cell_index: impl Fn(CellId) -> Option<u32>) -> Self {
        match expected {
            Expected::NoPath => Self::NoPath,
            Expected::Path { length, cells } => Self::Path {
                length: length.map(|expected| expected.length),
                tolerance: length.map(|expected| expected.tolerance),
                cells: cells.as_ref().map(|cells| cells.iter().map(|&cell| cell_index(cell)).collect()),
            },
        }
    }

    fn into_expected(self) -> Expected {
        let Self::Path { length, tolerance, cells } = self else { return Expected::NoPath };
        let length = length.map(|length| {
            let usual = ExpectedLength::of(length);
            ExpectedLength { length, tolerance: tolerance.unwrap_or(usual.tolerance) }
        });
        let cells =
            cells.map(|cells| cells.into_iter().map(|cell| cell.map_or(Expected::GONE, CellId)).collect());
        Expected::Path { length, cells }
    }

    fn check(&self, count: usize) -> Result<(), RonFault> {
        let Self::Path { length, tolerance, cells } = self else { return Ok(()) };
        for (name, value) in [("length", length), ("tolerance", tolerance)] {
            if let Some(value) = value.filter(|value| !(value.is_finite() && *value >= 0.0)) {
                let description = format!("the expected {name} is {value}; give 0 or more metres");
                return Err(RonFault::new([Field("expected"), Field(name)], description));
            }
        }
        if tolerance.is_some() && length.is_none() {
            let description = "there is a tolerance without a length; give the length, or drop it".into();
            return Err(RonFault::new([Field("expected"), Field("tolerance")], description));
        }
        for (i, cell) in cells.iter().flatten().enumerate() {
            if let Some(cell) = cell.filter(|&cell| cell as usize >= count) {
                let description =
                    format!("cell {cell} is expected, but there are {count}, counted from 0; correct it");
                return Err(RonFault::new([Field("expected"), Field("cells"), Index(i)], description));
            }
        }
        Ok(())
    }
}
