//! Navigation meshes of Godot: `NavigationMesh` in space and `NavigationPolygon` in the plane.
//!
//! The text resources (`.tres`) of Godot 3 and 4 are read, those of Godot 4 are written. In space Y is up. In the
//! plane x is X and y, which points down, is Z; a pixel is a metre. Godot accepts polygons of either winding. Those
//! read and written are counter-clockwise seen from above. Settings for baking are ignored. Outlines in the
//! plane are those of the document if the polygons cover their ground.
//!
//! Scenes (`.tscn`), and resources of other types, are levels: each node with a navigation mesh is an item. Inner
//! resources that no node uses are items too. Link nodes are links. Other files that a scene refers to are not read.

mod tokens;
mod nodes;
mod polygons;
mod parse;
mod placed;
mod outlines;
mod write;

use super::scene::{ImportScene, SurfaceSoup, TooMuch};
use super::text::{TextError, utf8};
use crate::document::Document;
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};
use parse::{GodotFile, GodotHeader};
use polygons::Polygons;
use tokens::{GodotFault, Tokens};

pub(super) use write::write;

/// Type of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GodotResource {
    /// A mesh in space.
    NavigationMesh,
    /// A mesh in the plane.
    NavigationPolygon,
}

impl GodotResource {
    const ALL: [Self; 2] = [Self::NavigationMesh, Self::NavigationPolygon];

    fn name(self) -> &'static str {
        match self {
            Self::NavigationMesh => "NavigationMesh",
            Self::NavigationPolygon => "NavigationPolygon",
        }
    }

    /// Returns the length of a metre in units of the file: the ratio of Godot's default radii of agents.
    fn metre(self) -> f32 {
        match self {
            Self::NavigationMesh => 1.0,
            Self::NavigationPolygon => 20.0,
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|resource| resource.name() == name)
    }
}

/// Number of bytes inspected to recognise the format.
const HEAD: usize = 1024;

/// Returns whether bytes begin like a text resource of this type.
pub(super) fn looks_like(resource: GodotResource, bytes: &[u8]) -> bool {
    header(bytes) == Some(GodotHeader::Resource(resource))
}

/// Returns whether bytes begin like a scene, or a text resource of another type.
pub(super) fn looks_like_scene(bytes: &[u8]) -> bool {
    header(bytes) == Some(GodotHeader::Other)
}

fn header(bytes: &[u8]) -> Option<GodotHeader> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let head = head.strip_prefix('\u{feff}').unwrap_or(&head);
    let is_resource =
        ["[gd_resource", "[gd_scene"].into_iter().any(|start| head.trim_start().starts_with(start));
    let progress = Progress::none();
    let mut tokens = Tokens::new(head, Budget::of_file(HEAD), &progress);
    let section = is_resource.then(|| parse::section(&mut tokens).ok()).flatten()?;
    parse::is_first(&section).then(|| GodotHeader::of(&section))
}

/// Reads a resource as a document, with notes in sentences; reports progress and can be stopped.
pub(super) fn read_within(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<(Document, Vec<String>), TextError>, Stopped> {
    match document(bytes, budget, progress) {
        Ok(read) => Ok(Ok(read)),
        Err(GodotFault::Text(error)) => Ok(Err(error)),
        Err(GodotFault::Stopped(stopped)) => Err(stopped),
    }
}

fn document(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<(Document, Vec<String>), GodotFault> {
    let file = GodotFile::parse(utf8(bytes)?, budget, progress)?;
    let Some(polygons) = file.main else {
        let description = "there is no [resource] section of a NavigationMesh or NavigationPolygon; \
                           save the resource as text (.tres) in Godot";
        return Err(TextError { line: 1, description: description.into() }.into());
    };
    let metre = polygons.metre;
    let (mut polygons, mut notes) = (polygons, Vec::new());
    let rings = std::mem::take(&mut polygons.outlines);
    let is_empty = polygons.sizes.is_empty() && polygons.positions.is_empty();
    let SurfaceSoup { positions, corners, sizes } = polygons.into_surface(&mut notes)?;
    for note in &mut notes {
        note.push('.');
    }
    notes.extend(is_empty.then(|| "The resource has no polygons; bake it in Godot first.".to_owned()));
    let mut rest = &*corners;
    let cells = sizes.iter().map(|&size| {
        let (ring, behind) = rest.split_at(size as usize);
        rest = behind;
        Cell::new(ring.iter().copied().map(VertexId), AreaId(0))
    });
    let mesh = NavMesh::from_parts(positions, cells);
    let mesh = mesh.map_err(|description| TextError { line: 1, description })?;
    notes.extend((metre > 1.0).then(|| format!("{}.", in_pixels(metre))));
    let document = outlines::add(Document { metre, ..Document::of_mesh(mesh) }, &rings, &mut notes);
    Ok((document, notes))
}

/// Returns the note on a mesh in pixels, with the length of a metre.
fn in_pixels(metre: f32) -> String {
    format!("a pixel is read as a metre, so lengths such as the weld distance are {metre} times as large")
}

/// Reads a scene, or a resource of another type, as items; reports progress and can be stopped.
pub(super) fn read_scene_within(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<Result<ImportScene, TooMuch>, TextError>, Stopped> {
    let scene = utf8(bytes).map_err(GodotFault::Text);
    let scene = scene.and_then(|text| GodotFile::parse(text, budget, progress)).and_then(placed::items);
    match scene {
        Ok(scene) => Ok(Ok(scene)),
        Err(GodotFault::Text(error)) => Ok(Err(error)),
        Err(GodotFault::Stopped(stopped)) => Err(stopped),
    }
}
