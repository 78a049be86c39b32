//! The contents of a file to choose from, and the chosen items as one triangle soup.

use std::collections::{BTreeMap, HashMap};

use glam::{DMat4, Vec3};

use super::accessor::Accessors;
use super::nodes::{self, Placed};
use super::schema::{Int, Material};
use super::surface::{self, Surface};
use super::{Fault, GltfError, Notes, PARSED, clipped, is_named_like_a_navmesh, missing, note_extensions};
use crate::budget::{Budget, Exhausted};
use crate::document::Area;
use crate::navmesh::{AreaId, Soup};
use crate::progress::Stopped;

/// Maximum number of items to choose from.
const MOST_FOUND: usize = 100_000;

/// Memory of an import per triangle, in bytes, until the mesh is derived.
const TRIANGLE_BYTES: usize = 120;
const POSITION_BYTES: usize = 60;

/// Maximum number of areas, whose ids have one byte.
const MOST_AREAS: usize = 256;

/// Distance from the origin in metres beyond which an `f32` is coarser than 6 cm.
const FAR: f32 = 1e6;

/// Contents of a file.
#[derive(Debug)]
pub struct GltfScene {
    /// All items that can be imported, in scene order.
    pub items: Vec<Found>,
    /// Omitted or changed elements, in sentences.
    pub notes: Vec<String>,
    surfaces: Vec<Surface>,
    materials: Vec<Area>,
    budget: Budget,
}

/// A primitive of a mesh, placed by a node.
#[derive(Debug)]
pub struct Found {
    /// Path of the node with its ancestors, such as `Level/Floor`; empty for a mesh that no node places.
    pub node: String,
    /// Name or number of the mesh.
    pub mesh: String,
    /// Name of the material; `None` without a material.
    pub material: Option<String>,
    /// Number of triangles.
    pub triangles: usize,
    /// Whether the node, an ancestor or the mesh is named like a navigation mesh.
    pub looks_like_navmesh: bool,
    surface: usize,
    material_index: Option<usize>,
    world_from_mesh: DMat4,
}

/// The chosen items of a scene.
#[derive(Debug)]
pub struct Picked {
    /// Triangles in world space.
    pub soup: Soup,
    /// Areas of the polygons: one per material if there are several, else the default one.
    pub areas: Vec<Area>,
    /// Irregularities, in sentences.
    pub notes: Vec<String>,
}

/// Reads all items that the scene places.
///
/// `Err` is the first fault, if faults left no item.
pub(super) fn build(accessors: &Accessors<'_>) -> Result<GltfScene, GltfError> {
    let (root, mut notes) = (accessors.root, Notes::default());
    let mut reader = Reader { accessors, surfaces: Vec::new(), read: BTreeMap::new(), fault: None };
    let mut items = Vec::new();
    note_extensions(root, &mut notes);
    if root.nodes.iter().any(|node| node.skin.is_some()) {
        notes.add("skinned meshes are read in their rest pose");
    }
    let progress = accessors.progress;
    let placed = nodes::placed(root, &mut notes, progress)?;
    let rest = progress.part(PARSED..1.0);
    for (nth, one) in placed.iter().enumerate() {
        rest.report(nth, placed.len())?;
        reader.find(one, &mut items, &mut notes)?;
    }
    // A stop appears as a fault of the element that was being read.
    if progress.is_stopped() {
        return Err(Stopped.into());
    }
    match reader.fault {
        Some(fault) if items.is_empty() => Err(fault.into()),
        _ => {
            if items.is_empty() {
                notes.add("there are no triangles in this file");
            }
            let materials = (0..).zip(root.materials.iter());
            let materials = materials.map(|(i, material)| area(i, material, &mut notes)).collect();
            let (surfaces, budget) = (reader.surfaces, *accessors.buffers.budget.borrow());
            Ok(GltfScene { items, notes: notes.finish(), surfaces, materials, budget })
        }
    }
}

struct Reader<'r, 'a> {
    accessors: &'r Accessors<'a>,
    surfaces: Vec<Surface>,
    /// Surface of each primitive of each mesh read so far; `None` for a primitive without surface.
    read: BTreeMap<usize, Box<[Option<u32>]>>,
    fault: Option<Fault>,
}

impl Reader<'_, '_> {
    fn find(&mut self, placed: &Placed, items: &mut Vec<Found>, notes: &mut Notes) -> Result<(), GltfError> {
        let index = placed.mesh;
        let Some(mesh) = self.accessors.root.meshes.get(index) else {
            notes.add(missing("meshes", index).to_string());
            return Ok(());
        };
        let name = mesh.name.as_deref().unwrap_or_default();
        let looks_like_navmesh = placed.looks_like_navmesh || is_named_like_a_navmesh(name);
        if !self.read.contains_key(&index) {
            let surfaces = (0..mesh.primitives.len()).map(|part| self.surface(index, part, notes)).collect();
            self.read.insert(index, surfaces);
            if self.accessors.buffers.budget.borrow().is_exhausted() {
                let what = "its meshes repeat more data than a file of this size justifies";
                return Err(GltfError::TooMuch(what.into()));
            }
        }
        let surfaces = self.read.get(&index).into_iter().flatten();
        for (primitive, surface) in mesh.primitives.iter().zip(surfaces) {
            let &Some(surface) = surface else { continue };
            let surface = surface as usize;
            let material_index =
                primitive.material.map(Int::get).filter(|&i| i < self.accessors.root.materials.len());
            let material = material_index.map(|i| material_name(i, &self.accessors.root.materials[i]));
            let is_material_of_one = material.as_deref().is_some_and(is_named_like_a_navmesh);
            if items.len() == MOST_FOUND {
                return Err(GltfError::TooMuch(format!("there are over {MOST_FOUND} meshes")));
            }
            items.push(Found {
                node: placed.node.clone(),
                mesh: if name.is_empty() { format!("mesh {index}") } else { clipped(name) },
                material,
                triangles: self.surfaces[surface].triangles.len(),
                looks_like_navmesh: looks_like_navmesh || is_material_of_one,
                surface,
                material_index,
                world_from_mesh: placed.world_from_mesh,
            });
        }
        Ok(())
    }

    fn surface(&mut self, mesh: usize, part: usize, notes: &mut Notes) -> Option<u32> {
        let element = format!("meshes[{mesh}].primitives[{part}]");
        let primitive = &self.accessors.root.meshes[mesh].primitives[part];
        match surface::read(primitive, &element, self.accessors, notes) {
            Ok(surface) => {
                let surface = surface.filter(|surface| !surface.triangles.is_empty())?;
                self.surfaces.push(surface);
                Some(self.surfaces.len() as u32 - 1)
            }
            Err(fault) => {
                notes.add(format!("{element} is left out: {fault}"));
                self.fault.get_or_insert(fault);
                None
            }
        }
    }
}

fn material_name(index: usize, material: &Material) -> String {
    match material.name.as_deref() {
        Some(name) if !name.trim().is_empty() => clipped(name),
        _ => format!("material {index}"),
    }
}

/// Returns a material as an area: its name, and its base colour converted from linear to sRGB.
fn area(index: usize, material: &Material, notes: &mut Notes) -> Area {
    let given = material.pbr_metallic_roughness.as_ref().and_then(|pbr| pbr.base_color_factor);
    if given.is_some_and(|color| color.0.is_none()) {
        notes.add(format!("materials[{index}] has a base colour that is not four numbers; it is ignored"));
    }
    let factor = given.and_then(|color| color.0);
    let srgb = |linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded =
            if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    };
    let color = factor.map_or_else(|| Area::default().color, |[r, g, b, _]| [r, g, b].map(srgb));
    Area { name: material_name(index, material), color }
}

impl Found {
    /// Returns the path of the node, or the mesh's name if no node places it.
    pub fn path(&self) -> &str {
        if self.node.is_empty() { &self.mesh } else { &self.node }
    }
}

impl GltfScene {
    /// Returns the default choice: items named like a navigation mesh, or else all items.
    pub fn preselected(&self) -> Vec<usize> {
        let named: Vec<usize> = (0..self.items.len()).filter(|&i| self.items[i].looks_like_navmesh).collect();
        if named.is_empty() { (0..self.items.len()).collect() } else { named }
    }

    /// Returns the items of the nodes with a name, and of their descendants.
    ///
    /// A mesh that no node places has its own name. The name can be a path, such as `Level/Floor`.
    pub fn items_of_node(&self, name: &str) -> Vec<usize> {
        let is_in = |item: &Found| {
            let path = item.path();
            // A name can contain a slash, so the code searches the path instead of splitting it.
            path.match_indices(name).any(|(start, _)| {
                let (before, after) = (&path[..start], &path[start + name.len()..]);
                (before.is_empty() || before.ends_with('/')) && (after.is_empty() || after.starts_with('/'))
            })
        };
        (0..self.items.len()).filter(|&index| is_in(&self.items[index])).collect()
    }

    /// Returns the chosen items as one soup; ignores invalid indices. Linear.
    pub fn soup(&self, chosen: &[usize]) -> Result<Picked, GltfError> {
        let chosen: Vec<&Found> = chosen.iter().filter_map(|&i| self.items.get(i)).collect();
        let mut budget = self.budget;
        for found in &chosen {
            let positions = self.surfaces[found.surface].positions.len();
            let bytes = found.triangles * TRIANGLE_BYTES + positions * POSITION_BYTES;
            budget.keep(bytes).map_err(|Exhausted| {
                let triangles: usize = chosen.iter().map(|found| found.triangles).sum();
                let what = "more than a file of this size justifies, for it places its meshes many times";
                GltfError::TooMuch(format!("{triangles} triangles, {what}"))
            })?;
        }
        let mut notes = Notes::default();
        let (areas, area_of) = self.areas(&chosen, &mut notes);
        let mut soup = Soup::default();
        for found in chosen {
            let area = found.material_index.and_then(|i| area_of.get(&i)).copied().unwrap_or_default();
            self.add(found, area, &mut soup);
        }
        let is_far = |position: &Vec3| position.is_finite() && position.abs().max_element() > FAR;
        if soup.positions.iter().any(is_far) {
            notes.add(
                "some of it lies over 1,000 km from the origin, where positions are rounded to 6 cm or more",
            );
        }
        Ok(Picked { soup, areas, notes: notes.finish() })
    }

    /// Returns one area per material, and the area of each material.
    ///
    /// Without several materials, the only area is the default one.
    fn areas(&self, chosen: &[&Found], notes: &mut Notes) -> (Vec<Area>, HashMap<usize, AreaId>) {
        let mut areas: Vec<Area> = Vec::new();
        let mut area_of = HashMap::new();
        let plain = chosen.iter().any(|found| found.material_index.is_none()).then(Area::default);
        areas.extend(plain);
        for index in chosen.iter().filter_map(|found| found.material_index) {
            let material = &self.materials[index];
            let known = areas.iter().position(|area| area.name == material.name);
            let area = known.unwrap_or_else(|| {
                areas.push(material.clone());
                areas.len() - 1
            });
            area_of.insert(index, AreaId(u8::try_from(area).unwrap_or(0)));
        }
        if areas.len() > MOST_AREAS {
            notes.add(format!(
                "there are {} materials, and at most {MOST_AREAS} areas; all is one",
                areas.len()
            ));
        }
        if areas.len() > 1 && areas.len() <= MOST_AREAS {
            (areas, area_of)
        } else {
            (vec![Area::default()], HashMap::new())
        }
    }

    fn add(&self, found: &Found, area: AreaId, soup: &mut Soup) {
        let surface = &self.surfaces[found.surface];
        let first = soup.positions.len() as u32;
        let in_world =
            |position: &Vec3| found.world_from_mesh.transform_point3(position.as_dvec3()).as_vec3();
        soup.positions.extend(surface.positions.iter().map(in_world));
        // A mirroring transform reverses the winding.
        let is_mirrored = found.world_from_mesh.determinant() < 0.0;
        let turned = |[a, b, c]: [u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
        for &triangle in &surface.triangles {
            soup.push(&turned(triangle).map(|corner| first + corner), area);
        }
    }
}
