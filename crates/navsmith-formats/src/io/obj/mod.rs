//! Wavefront OBJ: polygons with shared vertices, as modelling programs and RecastDemo use it.
//!
//! Positions are in metres with Y up. Materials are areas. Normals, texture coordinates, lines, points and free-form
//! surfaces are ignored. An index counts from 1, or back from the last vertex if it is negative.
//!
//! Files by navsmith begin with a comment, and list the areas in comments. They are read as the same mesh. The items
//! of other files are imported like those of a glTF file.

mod read;
mod write;

use glam::{DMat4, Vec3};

use super::scene::{
    ImportScene, Item, MOST_ITEMS, Notes, SurfaceSoup, TooMuch, clipped, is_named_like_a_navmesh,
};
use super::text::TextError;
use crate::check::MOST_AREAS;
use crate::document::{Area, Document};
use crate::io::MAX_CORNERS;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId, repeated};

pub(super) use read::{looks_like_it, parse_within};
pub(super) use write::write;

/// First words of the files that navsmith writes.
const SIGNATURE: &str = "# navsmith navigation mesh";

/// First words of the comment about an area.
///
/// Its number, its colour and its name as a JSON string follow: `# area 0 120 144 156 "walkable"`.
const AREA: &str = "# area";

/// Contents of a file.
#[derive(Debug)]
pub(super) struct Obj {
    is_by_navsmith: bool,
    positions: Vec<Vec3>,
    /// Corners of all faces, one face after another.
    corners: Vec<u32>,
    faces: Vec<Face>,
    /// Objects or groups with their materials.
    parts: Vec<Part>,
    /// Names of objects and groups; the first one is empty.
    names: Vec<String>,
    /// Names of the materials in order of their first use.
    materials: Vec<String>,
    /// Areas that comments list.
    areas: Vec<Area>,
    notes: Notes,
    budget: Budget,
}

#[derive(Clone, Copy, Debug)]
struct Face {
    /// Number of its corners.
    size: u32,
    part: u32,
    line: u32,
}

/// The faces of an object or a group that have the same material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Part {
    /// Names of the object and the group, as indices.
    names: [u32; 2],
    material: Option<u32>,
}

impl Obj {
    /// Returns each face with its corners.
    fn faces(&self) -> impl Iterator<Item = (Face, &[u32])> {
        let mut rest = &*self.corners;
        self.faces.iter().map(move |&face| {
            let (corners, behind) = rest.split_at(face.size as usize);
            rest = behind;
            (face, corners)
        })
    }

    /// Returns the document of a file that navsmith wrote.
    ///
    /// The inner `Err` is the file itself if another program wrote it.
    pub(super) fn into_document(self) -> Result<Result<Document, Self>, TextError> {
        if !self.is_by_navsmith {
            return Ok(Err(self));
        }
        let names = material_names(&self.areas);
        let is_listed = !self.areas.is_empty() && self.materials.iter().all(|name| names.contains(name));
        let (areas, names) = if is_listed {
            (self.areas.clone(), names)
        } else {
            (self.named_areas(), self.materials.clone())
        };
        if areas.len() > MOST_AREAS {
            let materials = areas.len();
            let description =
                format!("the file has {materials} materials, and at most {MOST_AREAS} areas; merge some");
            return Err(TextError { line: 1, description });
        }
        let number = |name| names.iter().position(|other| other == name).and_then(|at| u8::try_from(at).ok());
        let area_of: Vec<AreaId> =
            self.materials.iter().map(|name| AreaId(number(name).unwrap_or(0))).collect();
        let mut cells = Vec::with_capacity(self.faces.len());
        for (face, corners) in self.faces() {
            let fault = |description| Err(TextError { line: face.line as usize, description });
            if corners.len() > MAX_CORNERS {
                let size = corners.len();
                return fault(format!("the face has {size} corners, and at most {MAX_CORNERS}; cut it up"));
            }
            if let Some(corner) = repeated(corners) {
                let vertex = corners[corner] + 1;
                return fault(format!("the face names vertex {vertex} twice; name it once"));
            }
            let material = self.parts[face.part as usize].material;
            let area = material.map_or(AreaId(0), |material| area_of[material as usize]);
            cells.push(Cell::new(corners.iter().copied().map(VertexId), area));
        }
        let mesh = NavMesh::from_parts(self.positions, cells);
        let mesh = mesh.map_err(|description| TextError { line: 1, description })?;
        Ok(Ok(Document { areas: areas.into(), ..Document::of_mesh(mesh) }))
    }

    /// Returns an area for each material; the default one without materials.
    fn named_areas(&self) -> Vec<Area> {
        let named = |(number, name): (usize, &String)| Area { name: name.clone(), ..Area::numbered(number) };
        let areas: Vec<Area> = self.materials.iter().enumerate().map(named).collect();
        if areas.is_empty() { vec![Area::default()] } else { areas }
    }

    /// Returns the faces of each part, with the vertices that the part uses.
    fn surfaces(&self) -> Vec<SurfaceSoup> {
        let mut faces: Vec<(Face, &[u32])> = self.faces().collect();
        faces.sort_by_key(|(face, _)| face.part);
        let mut number_of: Vec<Option<u32>> = vec![None; self.positions.len()];
        let surface = |faces: &[(Face, &[u32])]| {
            let (mut surface, mut used) = (SurfaceSoup::default(), Vec::new());
            for &corner in faces.iter().flat_map(|(_, corners)| *corners) {
                let number = number_of[corner as usize].get_or_insert_with(|| {
                    used.push(corner);
                    used.len() as u32 - 1
                });
                surface.corners.push(*number);
            }
            surface.positions = used.iter().map(|&vertex| self.positions[vertex as usize]).collect();
            for vertex in used {
                number_of[vertex as usize] = None;
            }
            if faces.iter().any(|(face, _)| face.size != 3) {
                surface.sizes = faces.iter().map(|(face, _)| face.size).collect();
            }
            surface
        };
        faces.chunk_by(|(one, _), (other, _)| one.part == other.part).map(surface).collect()
    }

    /// Returns the parts as items to choose from.
    pub(super) fn into_scene(self) -> Result<ImportScene, TooMuch> {
        if self.parts.len() > MOST_ITEMS {
            return Err(TooMuch(format!("there are over {MOST_ITEMS} objects")));
        }
        let mut budget = self.budget;
        let corners: usize = 2 * self.corners.len() + self.faces.len();
        budget
            .keep(corners * size_of::<u32>())
            .map_err(|Exhausted| TooMuch("it has more faces than a file of this size justifies".into()))?;
        let surfaces = self.surfaces();
        let items = self.parts.iter().enumerate().map(|(surface, part)| {
            let material = part.material.map(|material| clipped(&self.materials[material as usize]));
            let is_named = |name: &String| is_named_like_a_navmesh(name);
            let names = part.names.map(|name| clipped(&self.names[name as usize]));
            let named: Vec<&str> = names.iter().map(|name| &**name).filter(|name| !name.is_empty()).collect();
            Item {
                node: String::new(),
                mesh: if named.is_empty() { "faces".into() } else { named.join("/") },
                triangles: surfaces[surface].triangles(),
                is_named_like_navmesh: names.iter().any(is_named) || material.as_ref().is_some_and(is_named),
                material,
                surface,
                material_index: part.material.map(|material| material as usize),
                world_from_mesh: DMat4::IDENTITY,
            }
        });
        let items: Vec<Item> = items.collect();
        let materials = if self.materials.is_empty() { Vec::new() } else { self.named_areas() };
        let mut notes = self.notes;
        if items.is_empty() {
            notes.add("there are no faces in this file");
        }
        let links = Vec::new();
        Ok(ImportScene {
            elsewhere: 0,
            items,
            notes: notes.finish(),
            is_named_like_navmesh: false,
            surfaces,
            links,
            metre: 1.0,
            materials,
            budget,
        })
    }
}

/// Returns a name for the material of each area, each different from all others.
///
/// A name is one line without a backslash.
fn material_names(areas: &[Area]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(areas.len());
    for area in areas {
        let plain: String = area.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.replace('\\', "/");
        let name = if plain.trim().is_empty() { "area" } else { plain.trim() };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !names.contains(name));
        names.extend(free);
    }
    names
}
