//! Conversion of documents between their coordinates and those of a file.

use std::f32::consts::PI;
use std::sync::Arc;

use super::facing::SceneFacing;
use super::up_axis::UpEvidence;
use crate::check::{IgnoredIssue, IgnoredIssues};
use crate::document::generation::GenerationPlan;
use crate::document::limits::scaled_metre;
use crate::document::{
    Document, Expected, ImagePlacement, LevelReference, NamedQuery, Outlines, SideView, count,
};
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis, Vec2, Vec3, at_height, ground};
use navsmith_core::navmesh::{Soup, Surface, WeldOptions, WeldReport};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::scenario::Scenario;

/// Document to write, in the coordinates of the file.
#[derive(Debug)]
pub struct Export<'a> {
    /// The document.
    pub document: &'a Document,
    /// Coordinates of the file.
    pub coordinates: FileCoordinates,
    /// Progress of the write.
    pub progress: &'a Progress,
}

/// Choice of the coordinates of a file that is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Up axis; `None` to detect it.
    pub up: Option<UpAxis>,
    /// Axis of the document along which positions are mirrored.
    pub mirror: Option<Axis>,
    /// Number of metres in a unit of the file; positive and finite.
    pub scale: f32,
    /// Whether all faces are turned over.
    pub is_turned: bool,
}

impl Default for Placement {
    fn default() -> Self {
        Self { up: None, mirror: None, scale: 1.0, is_turned: false }
    }
}

/// How the polygons of a scene were placed.
pub(super) struct PlacedSoup {
    /// Reason for the up axis.
    pub(super) up: UpEvidence,
    pub(super) coordinates: FileCoordinates,
    /// Whether the polygons were inside out, before they were turned over because of that.
    pub(super) facing: SceneFacing,
    /// Whether all polygons were turned over.
    pub(super) is_turned: bool,
}

impl Placement {
    /// Detects the up axis of polygons, unless it is given.
    pub(super) fn detect(self, soup: &Soup) -> UpEvidence {
        if self.up.is_none() { UpEvidence::of(soup, self.scale) } else { UpEvidence::default() }
    }

    /// Returns the coordinates of the file, with an up axis that is given or detected.
    pub(super) fn coordinates(self, detected: UpEvidence) -> FileCoordinates {
        let Self { up, mirror, scale, .. } = self;
        FileCoordinates { up: up.unwrap_or_else(|| detected.up()), mirror, scale }
    }

    /// Places polygons, and turns them over if that was requested.
    ///
    /// A mirror turns them over if they are inside out with it: some programs negate the positions alone, and others
    /// store them as they are. Without a mirror, ground that faces down can be right, such as that of a solid.
    pub(super) fn place_soup(self, soup: &mut Soup, options: &WeldOptions) -> PlacedSoup {
        let up = self.detect(soup);
        let coordinates = self.coordinates(up);
        soup.place(coordinates);
        let is_level = options.max_slope.is_some_and(|limit| limit < PI);
        let facing = if is_level || self.mirror.is_some() {
            SceneFacing::of(soup, is_level)
        } else {
            SceneFacing::default()
        };
        let is_turned = self.is_turned != (self.mirror.is_some() && facing.is_inside_out());
        if is_turned {
            soup.reverse();
        }
        PlacedSoup { up, coordinates, facing, is_turned }
    }
}

/// An import, ready to edit as an unsaved document.
#[derive(Debug)]
pub struct Imported {
    /// Document with the cells of the chosen items, and an area per material if there are several.
    pub document: Document,
    /// Counts of welded vertices and omitted triangles.
    pub report: WeldReport,
    /// Other irregularities, in sentences.
    pub notes: Vec<String>,
    /// Coordinates of the file, whose up axis is given or detected.
    pub coordinates: FileCoordinates,
    /// Reason for the up axis.
    pub up: UpEvidence,
    /// Whether the faces of a level are inside out, and neither a mirror nor an option corrects them.
    pub facing: SceneFacing,
}

/// Converts a document from the coordinates of its file.
///
/// `Err` if a value leaves the range of numbers.
pub fn place(document: &Document, placement: &Placement) -> Result<Imported, String> {
    let up = if placement.up.is_none() { UpEvidence::of_mesh(&document.mesh) } else { UpEvidence::default() };
    let coordinates = placement.coordinates(up);
    let left_out = losses(document, coordinates).into_iter();
    let notes = left_out.map(|amount| format!("Left out: {amount}.")).collect();
    let mut document = from_file(document, coordinates)?;
    if placement.is_turned {
        document.mesh = document.mesh.converted(|at| at, true)?;
    }
    let (report, facing) = (WeldReport::default(), SceneFacing::default());
    Ok(Imported { document, report, notes, coordinates, up, facing })
}

/// Converts a document from these coordinates of its file.
///
/// `Err` if a value leaves the range of numbers.
pub fn from_file(document: &Document, coordinates: FileCoordinates) -> Result<Document, String> {
    let position = |at| coordinates.to_document(at);
    Conversion { coordinates, factor: coordinates.scale, position: &position }.of(document)
}

/// Converts a document to these coordinates of a file; `Err` if a value leaves the range of numbers.
pub(super) fn for_file(document: &Document, coordinates: FileCoordinates) -> Result<Document, String> {
    let position = |at| coordinates.to_file(at);
    let conversion = Conversion { coordinates, factor: coordinates.units_per_metre(), position: &position };
    conversion.of(&with_heights(document, coordinates))
}

/// Returns a document whose positions have heights if the coordinates of the file require them.
///
/// A position without a height is on the topmost floor, so it gets the height of that. Off the mesh, it stays without.
pub(super) fn with_heights(document: &Document, coordinates: FileCoordinates) -> Document {
    if coordinates.up == UpAxis::Y {
        return document.clone();
    }
    let mesh = &document.mesh;
    let raised = |at: Endpoint| {
        let floors = || mesh.cells().filter_map(|(cell, _)| Surface::floor(mesh, cell, at.ground));
        Endpoint { height: at.height.or_else(|| floors().reduce(f32::max)), ..at }
    };
    let queries = document.queries.iter().map(|query| NamedQuery {
        start: query.start.map(raised),
        target: query.target.map(raised),
        ..query.clone()
    });
    let scenarios = document
        .scenarios
        .iter()
        .map(|it| it.converted(|at| Some(raised(at)), 1.0).unwrap_or_else(|| it.clone()));
    let (queries, scenarios) = (queries.collect::<Vec<_>>().into(), scenarios.collect::<Vec<_>>().into());
    Document { queries, scenarios, ..document.clone() }
}

/// Returns the amounts of content that a conversion leaves out.
pub(super) fn losses(document: &Document, coordinates: FileCoordinates) -> Vec<String> {
    let levels = if coordinates.is_scale_only() { 0 } else { document.levels.len() };
    let is_turned = coordinates.up == UpAxis::Z;
    let ends = document.queries.iter().flat_map(|query| [query.start, query.target]).flatten();
    let flat = ends.filter(|end| is_turned && end.height.is_none()).count();
    let flat = (flat > 0).then(|| {
        let ends = count(flat, "query end", "query ends");
        format!("{ends} without a height")
    });
    let levels = (levels > 0).then(|| count(levels, "level", "levels"));
    // The coordinates of an export target start from those of the document.
    let exports = if coordinates.is_default() { 0 } else { document.exports.len() };
    let exports = (exports > 0).then(|| count(exports, "export target", "export targets"));
    let has_flat_ends =
        |it: &&Scenario| it.groups.iter().any(|group| group.positions().any(|at| at.height.is_none()));
    let scenarios = document.scenarios.iter().filter(|it| is_turned && has_flat_ends(it)).count();
    let scenarios = (scenarios > 0).then(|| count(scenarios, "scenario", "scenarios"));
    let outlines = if is_turned { document.outlines.list.len() } else { 0 };
    let outlines = (outlines > 0).then(|| count(outlines, "outline", "outlines"));
    let volumes = if is_turned { document.generation.volumes.len() } else { 0 };
    let volumes = (volumes > 0).then(|| count(volumes, "volume", "volumes"));
    outlines.into_iter().chain(volumes).chain(flat).chain(levels).chain(exports).chain(scenarios).collect()
}

/// End of the errors about values that leave the range of numbers.
const REMEDY: &str = "after the conversion; choose another unit or scale";

/// Conversion of a document in one of the two directions.
struct Conversion<'a> {
    coordinates: FileCoordinates,
    /// Factor of lengths.
    factor: f32,
    position: &'a dyn Fn(Vec3) -> Vec3,
}

impl Conversion<'_> {
    fn of(&self, document: &Document) -> Result<Document, String> {
        if self.coordinates.is_default() {
            return Ok(document.clone());
        }
        let mesh = document.mesh.converted(self.position, self.coordinates.is_mirrored());
        let mesh = mesh.map_err(|why| format!("{why} {REMEDY}"))?;
        let queries: Result<Vec<_>, String> =
            document.queries.iter().map(|query| self.query(query)).collect();
        let levels: Result<Vec<_>, String> =
            document.levels.iter().filter_map(|level| self.level(level)).collect();
        let scenarios: Result<Vec<_>, String> =
            document.scenarios.iter().filter_map(|scenario| self.scenario(scenario)).collect();
        let (queries, levels, scenarios) = (queries?.into(), levels?.into(), scenarios?.into());
        let ignored = Arc::new(self.ignored(&document.ignored));
        let metre = scaled_metre(document.metre, self.factor);
        let agent = document.agent.map(|agent| agent.scaled(self.factor));
        let outlines = Arc::new(self.outlines(&document.outlines)?);
        let generation = Arc::new(self.generation(&document.generation)?);
        let generated = document.generated.converted(self.position, self.coordinates.is_mirrored());
        let generated =
            generated.ok_or_else(|| format!("a generated cell or link has an infinite corner {REMEDY}"))?;
        let side_view = document.side_view().map(|view| self.side_view(&view)).transpose()?;
        let (exports, rest) = (Arc::default(), document.clone());
        Ok(Document {
            mesh,
            queries,
            outlines,
            levels,
            exports,
            scenarios,
            ignored,
            metre,
            agent,
            generation,
            generated: Arc::new(generated),
            side_view: side_view.map(Arc::new),
            ..rest
        })
    }

    /// Converts the settings of the generation; leaves no volumes if the ground would be turned.
    ///
    /// `Err` if a value leaves the range of numbers.
    fn generation(&self, plan: &GenerationPlan) -> Result<GenerationPlan, String> {
        let mut plan = plan.clone();
        if self.coordinates.up == UpAxis::Z {
            plan.volumes.clear();
        }
        let converted = plan.converted(self.position, self.factor);
        converted.ok_or_else(|| format!("a length of the generation is no positive number {REMEDY}"))
    }

    /// Converts gravity and the body of a side view.
    ///
    /// Gravity keeps its direction if the ground would be turned. `Err` if a number leaves its range.
    fn side_view(&self, view: &SideView) -> Result<SideView, String> {
        let mut converted = view.scaled(self.factor);
        if self.coordinates.up != UpAxis::Z {
            let ends = [view.gravity.pull, Vec2::ZERO];
            let [pull, origin] = ends.map(|at| (self.position)(at_height(at, 0.0)));
            converted.gravity.pull = ground(pull - origin);
        }
        converted
            .problem()
            .map_or(Ok(converted), |problem| Err(format!("the side view's {problem} {REMEDY}")))
    }

    /// Converts outlines; leaves none if the ground would be turned.
    ///
    /// `Err` if a value leaves the range of numbers.
    fn outlines(&self, outlines: &Outlines) -> Result<Outlines, String> {
        let mut converted = outlines.clone();
        if self.coordinates.up == UpAxis::Z {
            return Ok(Outlines::default());
        }
        let height = |height: f32| (self.position)(at_height(Vec2::ZERO, height)).y;
        for outline in &mut converted.list {
            let at = |point: &Vec2| ground((self.position)(at_height(*point, outline.height)));
            outline.points = outline.points.iter().map(at).collect();
            outline.height = height(outline.height);
            if !(outline.height.is_finite() && outline.points.iter().all(|at| at.is_finite())) {
                return Err(format!("a point of an outline is infinite {REMEDY}"));
            }
        }
        for floor in &mut converted.floors {
            floor.height = height(floor.height);
        }
        Ok(converted)
    }

    /// Converts the positions of single issues.
    fn ignored(&self, ignored: &IgnoredIssues) -> IgnoredIssues {
        let converted =
            ignored.iter().map(|entry| IgnoredIssue { at: entry.at.map(self.position), ..*entry });
        converted.filter(|entry| entry.at.is_none_or(Vec3::is_finite)).collect()
    }

    /// Converts a query; `Err` if an end becomes infinite.
    ///
    /// The default query, which a document without queries has, stays as it is.
    fn query(&self, query: &NamedQuery) -> Result<NamedQuery, String> {
        let mut query = query.clone();
        if query == NamedQuery::default() {
            return Ok(query);
        }
        for end in [&mut query.start, &mut query.target] {
            *end = end.and_then(|end| self.end(end));
            if end.is_some_and(|end| !at_height(end.ground, end.height.unwrap_or_default()).is_finite()) {
                let name = &query.name;
                return Err(format!("an end of query {name} is infinite {REMEDY}"));
            }
        }
        let settings = &mut query.settings;
        settings.agent = settings.agent.scaled(self.factor);
        if settings.max_height.is_finite() {
            settings.max_height = (settings.max_height * self.factor).min(f32::MAX);
        }
        if let Some(Expected::Path { length: Some(length), .. }) = &mut query.expected {
            length.length *= f64::from(self.factor);
            length.tolerance *= f64::from(self.factor);
        }
        Ok(query)
    }

    /// Converts an end of a query; `None` if that needs the height, which the end does not have.
    fn end(&self, end: Endpoint) -> Option<Endpoint> {
        if end.height.is_none() && self.coordinates.up == UpAxis::Z {
            return None;
        }
        let at = (self.position)(at_height(end.ground, end.height.unwrap_or_default()));
        Some(Endpoint { ground: ground(at), height: end.height.map(|_| at.y) })
    }

    /// Converts a scenario; `None` if a position without a height would have to be turned.
    ///
    /// `Err` if a value leaves the range of numbers.
    fn scenario(&self, scenario: &Scenario) -> Option<Result<Scenario, String>> {
        let converted = scenario.converted(|at| self.end(at), self.factor)?;
        Some(match converted.check() {
            Ok(()) => Ok(converted),
            Err(_) => {
                Err(format!("a length of scenario {} is not a positive number {REMEDY}", scenario.name))
            }
        })
    }

    /// Converts the scale, the offset and the image of a level.
    ///
    /// `None` if the level would have to be turned or mirrored.
    ///
    /// `Err` if the scale becomes infinite or zero.
    fn level(&self, level: &LevelReference) -> Option<Result<LevelReference, String>> {
        let scale = level.coordinates.scale * self.factor;
        let coordinates = FileCoordinates { scale, ..level.coordinates };
        let offset = level.offset * self.factor;
        let image = level
            .image
            .map(|image| ImagePlacement { ground: image.ground.map(|place| place * self.factor), ..image });
        self.coordinates.is_scale_only().then(|| {
            if scale.is_finite() && scale > 0.0 && offset.is_finite() && image.is_none_or(|it| it.is_valid())
            {
                Ok(LevelReference { image, coordinates, offset, ..level.clone() })
            } else {
                Err(format!("the scale of level {} is {scale} {REMEDY}", level.file))
            }
        })
    }
}
