//! Version 1 of the file: its types, its validation, and the conversion from and to a document.

use std::sync::Arc;

use glam::Vec3;
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use super::detail::{self, DetailEntry};
use super::element::{AnyPosition, Position, RonElement, check_name, check_position, is_default};
use super::export::ExportEntry;
use super::generation::GenerationEntry;
use super::ignored::{self, IgnoredEntry};
use super::level::{LevelEntry, tile_rows, tiles_of};
use super::link::LinkEntry;
use super::outline::{self, FloorEntry, OutlineEntry};
use super::parts::DocumentParts;
use super::place::PlaceStep::{self, Field, Index};
use super::query::{AgentEntry, QueryEntry};
use super::scenario::ScenarioEntry;
use super::side_view::SideViewEntry;
use super::threshold::{self, ThresholdEntry};
use super::{RonFault, VERSION};
use crate::check::IgnoredIssues;
use crate::document::{Area, Document, MOST_LEVELS, MOST_TARGETS, NamedQuery, count, with_missing_floors};
use crate::io::MAX_CORNERS;
use navsmith_core::navmesh::{AreaId, Cell, CellDetail, CellId, NavMesh, VertexId, repeated};

/// Detail heights of cells.
type CellDetails = Vec<(CellId, CellDetail)>;

/// Maximum number of areas, whose ids have one byte.
const MAX_AREAS: usize = 256;

/// A file whose positions are of type `P`.
#[derive(Debug)]
pub(in crate::io) struct File<P = Position> {
    pub(in crate::io) version: u32,
    pub(in crate::io) closed_surface: bool,
    pub(in crate::io) areas: Vec<AreaEntry>,
    pub(in crate::io) vertices: Vec<P>,
    pub(in crate::io) cells: Vec<CellEntry>,
    pub(in crate::io) links: Vec<LinkEntry<P>>,
    pub(in crate::io) queries: Vec<QueryEntry>,
    pub(in crate::io) parts: DocumentParts,
}

impl Serialize for File {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("NavMesh", 7)?;
        out.serialize_field("version", &self.version)?;
        if self.closed_surface {
            out.serialize_field("closed_surface", &true)?;
        }
        out.serialize_field("areas", &self.areas)?;
        out.serialize_field("vertices", &self.vertices)?;
        out.serialize_field("cells", &self.cells)?;
        if !self.links.is_empty() {
            out.serialize_field("links", &self.links)?;
        }
        out.serialize_field("queries", &self.queries)?;
        self.parts.serialize_into(&mut out)?;
        out.end()
    }
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Area", deny_unknown_fields)]
pub(in crate::io) struct AreaEntry {
    pub(in crate::io) name: String,
    pub(in crate::io) color: (u8, u8, u8),
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Cell", deny_unknown_fields)]
pub(in crate::io) struct CellEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(in crate::io) area: u32,
    pub(in crate::io) corners: Vec<u32>,
}

pub(in crate::io) fn default_areas() -> Vec<AreaEntry> {
    vec![AreaEntry::of(&Area::default())]
}

pub(in crate::io) fn default_queries() -> Vec<QueryEntry> {
    vec![QueryEntry::of(&NamedQuery::default(), |_| None)]
}

impl RonElement for AreaEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.name.len())
    }
}

impl RonElement for CellEntry {
    fn kept(&self) -> usize {
        size_of::<Self>() + size_of::<Cell>() + 2 * size_of_val(&*self.corners)
    }
}

impl File<AnyPosition> {
    /// Converts the positions to the form that the writer emits.
    pub(super) fn plain(self) -> File {
        let plain = |span: Vec<AnyPosition>| span.into_iter().map(|position| position.0).collect();
        let Self { version, closed_surface, areas, vertices, cells, links, queries, parts } = self;
        let links = links.into_iter().map(|link| link.map(plain)).collect();
        File { version, closed_surface, areas, vertices: plain(vertices), cells, links, queries, parts }
    }
}

impl File {
    pub(in crate::io) fn of(document: &Document) -> Self {
        let mesh = &document.mesh;
        let indices = |slots: usize, ids: &mut dyn Iterator<Item = u32>| {
            let mut indices = vec![None; slots];
            (0..).zip(ids).for_each(|(index, id)| indices[id as usize] = Some(index));
            move |id: u32| -> Option<u32> { indices.get(id as usize).copied().flatten() }
        };
        let vertex_index = indices(mesh.vertex_slots(), &mut mesh.vertices().map(|(id, _)| id.0));
        let cell_index = indices(mesh.cell_slots(), &mut mesh.cells().map(|(id, _)| id.0));
        let index_of = |id: &VertexId| vertex_index(id.0).unwrap_or(u32::MAX);
        let cell_entry = |cell: &Cell| CellEntry {
            area: u32::from(cell.area().0),
            corners: cell.corners().iter().map(index_of).collect(),
        };
        Self {
            version: VERSION,
            closed_surface: mesh.is_closed_surface(),
            areas: document.areas.iter().map(AreaEntry::of).collect(),
            vertices: mesh.vertices().map(|(_, position)| position.to_array()).collect(),
            cells: mesh.cells().map(|(_, cell)| cell_entry(cell)).collect(),
            links: mesh.links().map(|(_, link)| LinkEntry::of(link)).collect(),
            queries: document
                .queries
                .iter()
                .map(|query| QueryEntry::of(query, |cell| cell_index(cell.0)))
                .collect(),
            parts: DocumentParts {
                levels: document.levels.iter().map(LevelEntry::of).collect(),
                tile_rows: tile_rows(&document.levels),
                exports: document.exports.iter().map(ExportEntry::of).collect(),
                scenarios: document.scenarios.iter().map(ScenarioEntry::of).collect(),
                ignored: document.ignored.iter().map(IgnoredEntry::of).collect(),
                thresholds: ThresholdEntry::list_of(document),
                outlines: document.outlines.list.iter().map(OutlineEntry::of).collect(),
                floors: FloorEntry::list_of(&document.outlines, |cell| cell_index(cell.0)),
                apart: mesh.vertices_apart().iter().filter_map(|vertex| vertex_index(vertex.0)).collect(),
                details: DetailEntry::list_of(mesh, |cell| cell_index(cell.0)),
                agent: document.agent.as_ref().map(AgentEntry::of),
                generation: GenerationEntry::of(document, |cell| cell_index(cell.0)),
                side_view: document.side_view.as_deref().map(SideViewEntry::of),
            },
        }
    }

    /// Returns sentences about what the document does not take from the file.
    pub(in crate::io) fn notes(&self) -> Vec<String> {
        threshold::note(&self.parts.thresholds).into_iter().collect()
    }

    pub(in crate::io) fn into_document(self) -> Result<Document, RonFault> {
        let (ignored, metre, details) = self.checked()?;
        let tiles = tiles_of(&self.parts.levels, &self.parts.tile_rows)?;
        let levels = self.parts.levels.into_iter().zip(tiles);
        let areas = if self.areas.is_empty() { default_areas() } else { self.areas };
        let cells = self.cells.into_iter().map(|cell| {
            Cell::new(cell.corners.into_iter().map(VertexId), AreaId(u8::try_from(cell.area).unwrap_or(0)))
        });
        let vertices = self.vertices.into_iter().map(Vec3::from);
        let links = self.links.into_iter().map(LinkEntry::into_link);
        let mesh = NavMesh::from_parts(vertices, cells).and_then(|mesh| mesh.with_links(links));
        let mesh = mesh
            .and_then(|mesh| mesh.with_details(details))
            .map_err(|description| RonFault::new([], description))?
            .with_closed_surface(self.closed_surface)
            .with_vertices_apart(self.parts.apart.into_iter().map(VertexId));
        let (generation, generated) = GenerationEntry::parts(self.parts.generation, &mesh);
        let mut outlines = outline::outlines_of(self.parts.outlines, self.parts.floors);
        Ok(Document {
            mesh: with_missing_floors(mesh, &mut outlines),
            outlines: Arc::new(outlines),
            areas: Arc::new(areas.into_iter().map(AreaEntry::into_area).collect()),
            queries: Arc::new(self.queries.into_iter().map(QueryEntry::into_query).collect()),
            levels: Arc::new(levels.map(|(level, tiles)| level.into_level(tiles)).collect()),
            exports: Arc::new(self.parts.exports.into_iter().map(ExportEntry::into_target).collect()),
            scenarios: Arc::new(self.parts.scenarios.into_iter().map(ScenarioEntry::into_scenario).collect()),
            ignored: Arc::new(ignored),
            metre,
            agent: self.parts.agent.map(AgentEntry::into_agent),
            generation: Arc::new(generation),
            generated: Arc::new(generated),
            side_view: self.parts.side_view.map(|view| Arc::new(view.into_view())),
        })
    }

    /// Checks the invariants of a mesh that the grammar does not enforce; `Err` is the first fault.
    pub(in crate::io) fn check(&self) -> Result<(), RonFault> {
        self.checked().map(drop)
    }

    /// Checks like [`Self::check`]; returns the ignored issues, the metre and the detail heights.
    fn checked(&self) -> Result<(IgnoredIssues, f32, CellDetails), RonFault> {
        if self.areas.len() > MAX_AREAS {
            let description =
                format!("there are {} areas, and at most {MAX_AREAS}; drop some", self.areas.len());
            return Err(RonFault::new([Field("areas"), Index(MAX_AREAS)], description));
        }
        for (i, area) in self.areas.iter().enumerate() {
            check_name(&area.name, Field("areas"), i, "area")?;
        }
        for (i, position) in self.vertices.iter().enumerate() {
            check_position(position, [Field("vertices"), Index(i)], || format!("vertex {i}"))?;
        }
        for (i, cell) in self.cells.iter().enumerate() {
            self.check_cell(i, cell)?;
        }
        let details = self.checked_details()?;
        self.links.iter().enumerate().try_for_each(|(i, link)| link.check("links", i))?;
        let (areas, cells, links) = (self.areas.len().max(1), self.cells.len(), self.links.len());
        outline::check(&self.parts.outlines, &self.parts.floors, [areas, cells])?;
        if let Some(i) = self.parts.apart.iter().position(|&vertex| vertex as usize >= self.vertices.len()) {
            let description = format!(
                "vertex {} is apart, but there are {}, counted from 0; correct it",
                self.parts.apart[i],
                self.vertices.len()
            );
            return Err(RonFault::new([Field("apart"), Index(i)], description));
        }
        self.queries.iter().enumerate().try_for_each(|(i, query)| query.check(i, areas, cells))?;
        self.parts.levels.iter().enumerate().try_for_each(|(i, level)| level.check(i))?;
        let targets = ("exports", "export targets", self.parts.exports.len(), MOST_TARGETS);
        let lists = [("levels", "levels", self.parts.levels.len(), MOST_LEVELS), targets];
        if let Some((field, name, count, most)) = lists.into_iter().find(|(_, _, count, most)| count > most) {
            let description = format!("there are {count} {name}, and at most {most}; drop some");
            return Err(RonFault::new([Field(field), Index(most)], description));
        }
        self.parts.exports.iter().enumerate().try_for_each(|(i, target)| target.check(i))?;
        self.parts.scenarios.iter().enumerate().try_for_each(|(i, scenario)| scenario.check(i, areas))?;
        if let Some(agent) = &self.parts.agent {
            agent.check().map_err(|fault| fault.within([Field("agent")]))?;
        }
        if let Some(generation) = &self.parts.generation {
            generation.check([areas, cells, links]).map_err(|fault| fault.within([Field("generation")]))?;
        }
        if let Some(view) = &self.parts.side_view {
            view.check().map_err(|fault| fault.within([Field("side_view")]))?;
        }
        Ok((ignored::issues_of(&self.parts.ignored)?, threshold::metre_of(&self.parts.thresholds)?, details))
    }

    /// Returns the detail heights of valid cells.
    fn checked_details(&self) -> Result<CellDetails, RonFault> {
        detail::details_of(&self.parts.details, |cell| {
            let corners = &self.cells.get(cell as usize)?.corners;
            Some(corners.iter().map(|&corner| Vec3::from(self.vertices[corner as usize])).collect())
        })
    }

    fn check_cell(&self, i: usize, CellEntry { area, corners }: &CellEntry) -> Result<(), RonFault> {
        let fault = |path: &[PlaceStep], description| {
            Err(RonFault::new(path, description).within([Field("cells"), Index(i)]))
        };
        let (areas, vertices) = (self.areas.len().max(1), self.vertices.len());
        if *area as usize >= areas {
            let last = areas - 1;
            return fault(
                &[Field("area")],
                format!("cell {i} is of area {area}, but areas end at {last}; add the area"),
            );
        }
        let all = [Field("corners")];
        if corners.len() < 3 {
            let corners = count(corners.len(), "corner", "corners");
            return fault(&all, format!("cell {i} has {corners}, and needs at least 3; remove it"));
        }
        if corners.len() > MAX_CORNERS {
            let count = corners.len();
            return fault(
                &all,
                format!("cell {i} has {count} corners, and at most {MAX_CORNERS}; cut it up"),
            );
        }
        let at = |corner: usize| [Field("corners"), Index(corner)];
        if let Some(corner) = corners.iter().position(|&vertex| vertex as usize >= vertices) {
            let vertex = corners[corner];
            return fault(
                &at(corner),
                format!(
                    "cell {i} names vertex {vertex}, but there are {vertices}, counted from 0; correct it"
                ),
            );
        }
        if let Some(corner) = repeated(corners) {
            let vertex = corners[corner];
            return fault(&at(corner), format!("cell {i} names vertex {vertex} twice; name it once"));
        }
        Ok(())
    }
}

impl AreaEntry {
    fn of(area: &Area) -> Self {
        Self { name: area.name.clone(), color: area.color.into() }
    }

    fn into_area(self) -> Area {
        Area { name: self.name, color: self.color.into() }
    }
}
