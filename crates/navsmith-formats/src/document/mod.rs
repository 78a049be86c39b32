//! The document: all data that is saved and undone.
//!
//! This module does not depend on files, windows or tools.
//!
//! `Document` is the content of a file, and what an undo restores. `History` is a list of documents, cheap because they
//! share pages. One gesture is one transaction, and a transaction that changes nothing adds no step. A `NamedQuery`
//! stores the settings of a query and its expected result; a `Verdict` is the comparison with the actual one.
//! `reproduce` takes a query with the part of the mesh that affects it, and checks that the part gives the same answer.
//! `ISSUE_TYPES` is the table of kinds of issues: name, severity, definition, effect and remedy. `docs/issues.md` is
//! generated from it. `IgnoredIssues` are a part of the document: kinds, and single issues by their `RoundedPlace`.
//! Baselines use the same identity. `MeshLimits` and `AgentLimits` follow from the weld distance and the checked agent,
//! and decide the searches in [`check`](crate::check). The checked agent is a part of the document, or that of a query: a
//! mesh that was made smaller by the radius has queries for a point. `Document::metre` is the unit of a mesh in pixels.
//!
//! `Outlines` generate cells of the mesh, which are saved like all others; `regenerate` changes only those that differ,
//! and `LiveOutlines` follows the frames of a drag.
//!
//! `DocumentDiff` is the list of differences of two documents. Elements correspond by geometry, not by ids: equal
//! positions first, then shared sides, then the nearest vertices within a tolerance. `changed_answers` answers the
//! saved queries of both, and `DocumentDiff::with_ids_of_first` gives the elements of one document the ids of the
//! other. `Measure` is a property of cells, corners, edges or portals, and `MeasureStatistics` its histogram, with
//! common bars for several meshes. `statistics::table` writes histograms, islands and areas as comma-separated values,
//! for the window and the command line alike.
//!
//! Invariant: no edit has an inverse; undo is an assignment.

mod history;
pub(crate) mod kinds;
pub mod identity;
pub(crate) mod ignored;
pub(crate) mod limits;
mod words;
mod query;
mod image;
mod levels;
mod outdated;
mod names;
pub(crate) mod origin;
mod exports;
mod outlines;
pub mod generation;
pub mod generated;
mod side_view;
mod reproduction;
mod moving;
pub mod diff;
pub mod statistics;

use std::sync::Arc;

pub use exports::{ExportTarget, MOST_TARGETS};
pub use history::{History, Step};
pub use ignored::{IgnoredIssue, IgnoredIssues, IgnoredKey, MOST_IGNORED};
pub use image::ImagePlacement;
pub use kinds::{ISSUE_TYPES, IssueType, Severity};
pub use levels::{LevelReference, MOST_LEVELS};
pub use limits::{
    AgentLimits, ENGINE_DISTANCE, EngineDistances, MeshLimits, STOREY, Threshold, WELD_DISTANCE,
};
pub use names::{NameList, free_name};
pub use outdated::{OutdatedPlace, changed_ground, outdated_places};
pub use outlines::{
    LiveOutlines, MOST_OUTLINE_HEIGHTS, MOST_OUTLINE_POINTS, OutlineFloor, Outlines, PlacedOutline,
    SquareGrid, add_outlines, floor_below_section, is_one_height, observe_generation, outline_level_cells,
    outlines_along, outlines_inside, outlines_of_segments, regenerate, simplified, with_missing_floors,
};
pub use query::{Difference, Expected, ExpectedLength, NamedQuery, Verdict, check_answer};
pub use reproduction::{Reproduction, reproduce, reproduce_defect};
pub use side_view::{MOST_GRAVITY, SideView};
pub use words::{article, count, enumeration, length, noun, signed, thousands};

use self::generated::GeneratedElements;
use self::generation::GenerationPlan;
use navsmith_core::navmesh::{AreaId, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::simulation::scenario::Scenario;

/// The data that a file stores and that undo restores; a value, cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The walkable mesh.
    pub mesh: NavMesh,
    /// The traversal classes, by [`AreaId`]; never empty.
    pub areas: Arc<Vec<Area>>,
    /// The saved queries.
    pub queries: Arc<Vec<NamedQuery>>,
    /// The outlines that generate cells of the mesh.
    pub outlines: Arc<Outlines>,
    /// The level geometry that belongs to the mesh.
    pub levels: Arc<Vec<LevelReference>>,
    /// The files to which the document is exported.
    pub exports: Arc<Vec<ExportTarget>>,
    /// The scenarios of moving agents.
    pub scenarios: Arc<Vec<Scenario>>,
    /// The issues that are ignored.
    pub ignored: Arc<IgnoredIssues>,
    /// The length of a metre in units of the document: 1, or more for a mesh in pixels.
    ///
    /// Limits in metres that do not follow from the mesh or its agent are multiplied by it. Positive and finite.
    pub metre: f32,
    /// The agent for which issues are found; `None` for that of the query.
    ///
    /// Meshes are often made smaller by the radius of the agent, so a query for a point is right for them, and the
    /// checks still need the sizes of the agent.
    pub agent: Option<Agent>,
    /// What the mesh is generated from, besides the levels.
    pub generation: Arc<GenerationPlan>,
    /// The cells of the last generation; empty if the mesh is not generated.
    pub generated: Arc<GeneratedElements>,
    /// Gravity and a body, if the mesh is read as a side view.
    pub side_view: Option<Arc<SideView>>,
}

impl Default for Document {
    fn default() -> Self {
        Self::of_mesh(NavMesh::default())
    }
}

impl Document {
    /// Creates a document of a mesh, with the default area and a query without ends.
    pub fn of_mesh(mesh: NavMesh) -> Self {
        let queries = Arc::new(vec![NamedQuery::default()]);
        Self {
            mesh,
            areas: Arc::new(vec![Area::default()]),
            queries,
            outlines: Arc::default(),
            levels: Arc::default(),
            exports: Arc::default(),
            scenarios: Arc::default(),
            ignored: Arc::default(),
            metre: 1.0,
            agent: None,
            generation: Arc::default(),
            generated: Arc::default(),
            side_view: None,
        }
    }

    /// Returns the document with another mesh of the same ids, such as after a repair.
    ///
    /// Outlines whose cells differ are left out, and their cells become ordinary ones.
    #[must_use]
    pub fn with_mesh(&self, mesh: NavMesh) -> Self {
        let outlines = if self.outlines.is_empty() {
            Arc::clone(&self.outlines)
        } else {
            Arc::new(self.outlines.kept(&self.mesh, &mesh))
        };
        Self { mesh, outlines, ..self.clone() }
    }

    /// Returns the document with an agent of the size of a person, unless it has one or a query for one.
    #[must_use]
    pub fn for_person(self) -> Self {
        let has_agent = self.queries.iter().any(|query| query.settings.agent != Agent::default());
        let person = Agent::PERSON.scaled(self.metre);
        Self { agent: self.agent.or_else(|| (!has_agent).then_some(person)), ..self }
    }

    /// Returns the agent for which issues are found: its own, or that of the first query.
    pub fn checked_agent(&self) -> Agent {
        let of_query = || self.queries.first().map(|query| query.settings.agent).unwrap_or_default();
        self.agent.unwrap_or_else(of_query)
    }

    /// Returns the limits of searches that depend on the mesh alone, for a weld distance in metres.
    pub fn mesh_limits(&self, weld_distance: f32) -> MeshLimits {
        MeshLimits::from(weld_distance).for_metre(self.metre)
    }

    /// Returns the limits of searches that depend on an agent, for a weld distance in metres.
    pub fn agent_limits(&self, agent: &Agent, weld_distance: f32) -> AgentLimits {
        let mesh = self.mesh_limits(weld_distance);
        AgentLimits { gap: mesh.gap, weld: mesh.weld(), metre: self.metre, ..AgentLimits::from(agent) }
    }

    /// Returns a text about the document with its unit of length, and with the names of forbidden areas.
    ///
    /// The unit is a pixel if a metre is not one unit.
    pub fn worded(&self, text: String) -> String {
        // The text can be JSON, so other names would need escapes.
        let is_plain = |name: &&str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || (c != '"' && c != '\\' && (' '..='~').contains(&c)))
        };
        let name = |id| self.area(AreaId(id)).map(|area| area.name.as_str()).filter(is_plain);
        let text = words::with_area_names(text, name);
        if self.metre == 1.0 { text } else { words::in_pixels(&text) }
    }

    /// Returns the settings of the first query, with the climb of the checked agent.
    pub fn settings_of_agent(&self) -> Settings {
        let mut settings = self.queries.first().map(|query| query.settings.clone()).unwrap_or_default();
        settings.agent.max_climb = self.checked_agent().max_climb;
        settings
    }

    /// Returns the symbol of its unit of length: `m`, or `px` if a metre is not one unit.
    pub fn unit(&self) -> &'static str {
        if self.metre == 1.0 { "m" } else { "px" }
    }

    /// Whether the document contains no vertex, link, outline, end of a query, level and scenario.
    pub fn is_empty(&self) -> bool {
        let has_end = |query: &NamedQuery| query.start.is_some() || query.target.is_some();
        let has_lists = !self.levels.is_empty() || !self.scenarios.is_empty() || !self.outlines.is_empty();
        self.mesh.is_empty() && !has_lists && !self.queries.iter().any(has_end)
    }

    /// Returns gravity and the body; `None` if the mesh is not read as a side view.
    pub fn side_view(&self) -> Option<SideView> {
        self.side_view.as_deref().copied()
    }

    /// Returns gravity and the body, or the usual ones in the unit of the document.
    pub fn side_view_or_usual(&self) -> SideView {
        self.side_view().unwrap_or_else(|| SideView::default().scaled(self.metre))
    }

    /// Returns an area; `None` if the document does not contain it.
    pub fn area(&self, id: AreaId) -> Option<&Area> {
        self.areas.get(usize::from(id.0))
    }

    /// Returns an area as a part of a sentence: by its name or, if it has none, by its number.
    pub fn area_text(&self, id: AreaId) -> String {
        let name = self.area(id).map(|area| area.name.as_str()).filter(|name| !name.is_empty());
        name.map_or_else(|| format!("area {}", id.0), |name| format!("area {name}"))
    }

    /// Returns the number of bytes that this document does not share with `other`.
    pub fn bytes_not_shared_with(&self, other: &Self) -> usize {
        fn unshared<T>(own: &Arc<Vec<T>>, other: &Arc<Vec<T>>) -> usize {
            if Arc::ptr_eq(own, other) { 0 } else { own.len() * size_of::<T>() }
        }
        let outlines = if Arc::ptr_eq(&self.outlines, &other.outlines) { 0 } else { self.outlines.bytes() };
        self.mesh.bytes_not_shared_with(&other.mesh)
            + outlines
            + unshared(&self.areas, &other.areas)
            + unshared(&self.queries, &other.queries)
            + unshared(&self.levels, &other.levels)
            + unshared(&self.exports, &other.exports)
            + unshared(&self.scenarios, &other.scenarios)
    }
}

/// A traversal class of cells, such as ground, water or road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Display name; not empty.
    pub name: String,
    /// Colour in the view as red, green and blue; part of the document, not of the theme.
    pub color: [u8; 3],
}

impl Default for Area {
    fn default() -> Self {
        Self { name: "walkable".into(), color: [120, 144, 156] }
    }
}

impl Area {
    /// Returns the default area for 0, and otherwise an area named after its number, counted from 1.
    ///
    /// Its muted colour has a hue a golden angle apart from that of the number before.
    pub fn numbered(number: usize) -> Self {
        if number == 0 {
            return Self::default();
        }
        let hue = (number as f32 * 0.618_034).fract() * 6.0;
        let color = [5.0, 3.0, 1.0].map(|offset| {
            let k = (hue + offset) % 6.0;
            let value = 0.78 - 0.40 * k.min(4.0 - k).clamp(0.0, 1.0);
            (value * 255.0).round() as u8
        });
        Self { name: format!("area {}", number + 1), color }
    }
}
