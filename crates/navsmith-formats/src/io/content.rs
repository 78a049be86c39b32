//! Contents of documents that a format stores or loses, and the error of content that no file can hold.

use std::collections::BTreeSet;

use crate::document::generation::GenerationPlan;
use crate::document::{Area, Document, NamedQuery, count};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, CellId, Link, LinkEnd, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;

/// Content of a document that some formats do not store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentContent {
    /// Heights of vertices.
    Heights,
    /// Areas of cells, as numbers.
    Areas,
    /// Names of areas.
    AreaNames,
    /// Colours of areas.
    AreaColors,
    /// Links.
    Links,
    /// Widths of links whose ends are lines.
    LinkWidths,
    /// Costs of links.
    LinkCosts,
    /// Queries with their settings and expected answers.
    Queries,
    /// Vertices without a cell.
    IsolatedVertices,
    /// Outlines that generate cells.
    Outlines,
    /// References to level geometry.
    Levels,
    /// Export targets.
    Exports,
    /// Scenarios of moving agents.
    Scenarios,
    /// Ignored issues.
    Ignored,
    /// Heights of cells between their corners.
    DetailHeights,
    /// Whether the ground is a closed surface.
    ClosedSurface,
    /// The agent for which issues are found.
    Agent,
    /// Settings of a generation.
    Generation,
    /// Gravity and a body in a side view.
    SideView,
    /// The length of a metre in units of the document.
    Metre,
}

/// Cutting of cells that a format does not store whole.
#[derive(Clone, Copy, Debug)]
pub struct Cutting {
    /// Maximum number of corners of a polygon.
    pub most_corners: usize,
    /// Distance up to which positions are equal, in units of the file.
    pub tolerance: f32,
    /// Returns the amounts of a document that are cut, like amounts of lost content.
    pub changes: fn(&Document) -> Vec<String>,
}

/// Reason why a document cannot be written in a format, with the cells that prevent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{description}")]
pub struct WriteError {
    /// Reason and remedy.
    pub description: String,
    /// Cells that the format cannot represent.
    pub cells: Vec<CellId>,
}

/// Creates an error that names no cells.
impl From<String> for WriteError {
    fn from(description: String) -> Self {
        Self { description, cells: Vec::new() }
    }
}

impl DocumentContent {
    /// All contents that a format may lose.
    pub const ALL: [Self; 20] = [
        Self::Heights,
        Self::DetailHeights,
        Self::Areas,
        Self::AreaNames,
        Self::AreaColors,
        Self::Links,
        Self::LinkWidths,
        Self::LinkCosts,
        Self::Queries,
        Self::IsolatedVertices,
        Self::Outlines,
        Self::Levels,
        Self::Exports,
        Self::Scenarios,
        Self::Ignored,
        Self::ClosedSurface,
        Self::Agent,
        Self::Generation,
        Self::SideView,
        Self::Metre,
    ];

    /// Returns the name in tables, in the plural.
    pub fn title(self) -> &'static str {
        match self {
            Self::Heights => "heights",
            Self::DetailHeights => "detail heights",
            Self::Areas => "areas",
            Self::AreaNames => "names of areas",
            Self::AreaColors => "colours of areas",
            Self::Links => "links",
            Self::LinkWidths => "widths of links",
            Self::LinkCosts => "costs of links",
            Self::Queries => "queries",
            Self::IsolatedVertices => "isolated vertices",
            Self::Outlines => "outlines",
            Self::Levels => "levels",
            Self::Exports => "export targets",
            Self::Scenarios => "scenarios",
            Self::Ignored => "ignored issues",
            Self::ClosedSurface => "closed surfaces",
            Self::Agent => "agents of checks",
            Self::Generation => "settings of generations",
            Self::SideView => "side views",
            Self::Metre => "lengths of a metre",
        }
    }

    /// Returns the content that this one is a part of; `None` if it is no part of another one.
    pub fn whole(self) -> Option<Self> {
        match self {
            Self::AreaNames | Self::AreaColors => Some(Self::Areas),
            Self::LinkWidths | Self::LinkCosts => Some(Self::Links),
            Self::DetailHeights => Some(Self::Heights),
            _ => None,
        }
    }

    /// Returns the amount in a document, such as "3 links"; `None` if there is nothing to lose.
    ///
    /// Names and colours that a reader gives to unnamed areas are nothing to lose, nor is the agent of an import.
    pub fn amount(self, document: &Document) -> Option<String> {
        let mesh = &document.mesh;
        let numbered =
            || (0..).zip(document.areas.iter()).map(|(number, area)| (Area::numbered(number), area));
        let some = |is_so: bool| is_so.then(|| self.title().to_owned());
        let some_of = |number: usize, one, many| (number > 0).then(|| count(number, one, many));
        match self {
            Self::Heights => some(mesh.vertices().any(|(_, position)| position.y != 0.0)),
            Self::DetailHeights => {
                let cells = some_of(mesh.details().count(), "cell", "cells");
                cells.map(|cells| format!("the detail heights of {cells}"))
            }
            Self::Areas => some_of(used_areas(mesh), "area", "areas"),
            Self::AreaNames => some(numbered().any(|(plain, area)| plain.name != area.name)),
            Self::AreaColors => some(numbered().any(|(plain, area)| plain.color != area.color)),
            Self::Links => some_of(mesh.link_count(), "link", "links"),
            Self::LinkWidths => {
                let is_wide = |link: &Link| LinkEnd::BOTH.into_iter().any(|end| !link.is_point(end));
                let wide = mesh.links().filter(|(_, link)| is_wide(link)).count();
                some_of(wide, "link", "links").map(|links| format!("the widths of {links}"))
            }
            Self::LinkCosts => {
                // Each format with links has forbidden ones.
                let has_cost = |link: &Link| link.cost != 1.0 && !link.is_forbidden();
                let costly = mesh.links().filter(|(_, link)| has_cost(link)).count();
                some_of(costly, "link", "links").map(|links| format!("the costs of {links}"))
            }
            Self::Queries => {
                let has_end = |query: &&NamedQuery| query.start.is_some() || query.target.is_some();
                some_of(document.queries.iter().filter(has_end).count(), "query", "queries")
            }
            Self::Outlines => some_of(document.outlines.list.len(), "outline", "outlines"),
            Self::Levels => some_of(document.levels.len(), "level", "levels"),
            Self::Exports => some_of(document.exports.len(), "export target", "export targets"),
            Self::Scenarios => some_of(document.scenarios.len(), "scenario", "scenarios"),
            Self::Ignored => some_of(document.ignored.len(), "ignored issue", "ignored issues"),
            Self::ClosedSurface => {
                mesh.is_closed_surface().then(|| "that the ground is a closed surface".to_owned())
            }
            Self::Agent => {
                let imported = Agent::PERSON.scaled(document.metre);
                let agent = document.agent.filter(|agent| *agent != imported);
                agent.map(|_| "the agent of the checks".to_owned())
            }
            Self::Generation => {
                let is_plain = *document.generation == GenerationPlan::default();
                (!is_plain).then(|| "the settings of the generation".to_owned())
            }
            Self::SideView => document.side_view().map(|_| "the side view".to_owned()),
            Self::Metre => (document.metre != 1.0).then(|| "the length of a metre".to_owned()),
            Self::IsolatedVertices => {
                let used: BTreeSet<VertexId> =
                    mesh.cells().flat_map(|(_, cell)| cell.corners().iter().copied()).collect();
                some_of(mesh.vertex_count() - used.len(), "isolated vertex", "isolated vertices")
            }
        }
    }

    /// Returns the amounts that a format loses which stores only `stored`.
    ///
    /// Names and colours of areas count only if the format stores areas, widths and costs of links only if it
    /// stores links, and detail heights only if it stores heights.
    pub fn losses(stored: &[Self], document: &Document) -> Vec<String> {
        let lost = Self::ALL.into_iter().filter(|content| !stored.contains(content));
        let has_whole = |content: &Self| content.whole().is_none_or(|whole| stored.contains(&whole));
        let lost = lost.filter(has_whole);
        lost.filter_map(|content| content.amount(document)).collect()
    }
}

/// Returns the number of areas of cells; 0 if all cells have the first one, as without areas.
fn used_areas(mesh: &NavMesh) -> usize {
    let used: BTreeSet<AreaId> = mesh.cells().map(|(_, cell)| cell.area()).collect();
    if used.iter().all(|area| area.0 == 0) { 0 } else { used.len() }
}

/// Returns the number of sides of chains that separate cells only because their vertices are apart.
pub(super) fn sides_apart(mesh: &NavMesh) -> usize {
    let apart = mesh.vertices_apart();
    let rings = mesh.cells().map(|(_, cell)| cell.corners());
    let sides = rings.flat_map(|ring| (0..ring.len()).map(|at| [ring[at], ring[(at + 1) % ring.len()]]));
    let beside: BTreeSet<[VertexId; 2]> =
        sides.filter(|ends| ends.iter().any(|end| apart.contains(end))).collect();
    let boundary = beside.iter().filter(|&&[from, to]| !beside.contains(&[to, from]));
    // The sum makes a negative zero positive.
    let bits = |vertex: VertexId| (mesh.position(vertex) + Vec3::ZERO).to_array().map(f32::to_bits);
    let places: BTreeSet<_> = boundary.map(|ends| ends.map(bits)).collect();
    let is_chain = |&&[from, to]: &&[[u32; 3]; 2]| from < to && places.contains(&[to, from]);
    places.iter().filter(is_chain).count()
}
