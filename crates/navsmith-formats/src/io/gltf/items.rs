//! Items of a glTF file: each primitive of each mesh that the scene places.

use std::collections::BTreeMap;

use super::accessor::Accessors;
use super::nodes::{self, PlacedMesh};
use super::schema::{Int, Material};
use super::surface;
use super::{Fault, GltfError, ImportScene, Notes, PARSED, TooMuch};
use super::{clipped, is_named_like_a_navmesh, missing, note_extensions};
use crate::document::Area;
use crate::io::scene::{Item, MOST_ITEMS, SurfaceSoup};
use navsmith_core::progress::Stopped;

/// Reads all items that the scene places.
///
/// `Err` is the first fault, if faults left no item.
pub(super) fn build(accessors: &Accessors<'_>) -> Result<ImportScene, GltfError> {
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
}

struct Reader<'r, 'a> {
    accessors: &'r Accessors<'a>,
    surfaces: Vec<SurfaceSoup>,
    /// Surface of each primitive of each mesh read so far; `None` for a primitive without surface.
    read: BTreeMap<usize, Box<[Option<u32>]>>,
    fault: Option<Fault>,
}

impl Reader<'_, '_> {
    fn find(
        &mut self,
        placed: &PlacedMesh,
        items: &mut Vec<Item>,
        notes: &mut Notes,
    ) -> Result<(), GltfError> {
        let index = placed.mesh;
        let Some(mesh) = self.accessors.root.meshes.get(index) else {
            notes.add(missing("meshes", index).to_string());
            return Ok(());
        };
        let name = mesh.name.as_deref().unwrap_or_default();
        let is_named_like_navmesh = placed.is_named_like_navmesh || is_named_like_a_navmesh(name);
        if !self.read.contains_key(&index) {
            let surfaces = (0..mesh.primitives.len()).map(|part| self.surface(index, part, notes)).collect();
            self.read.insert(index, surfaces);
            if self.accessors.buffers.budget.borrow().is_exhausted() {
                let what = "its meshes repeat more data than a file of this size justifies";
                return Err(TooMuch(what.into()).into());
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
            if items.len() == MOST_ITEMS {
                return Err(TooMuch(format!("there are over {MOST_ITEMS} meshes")).into());
            }
            items.push(Item {
                node: placed.node.clone(),
                mesh: if name.is_empty() { format!("mesh {index}") } else { clipped(name) },
                material,
                triangles: self.surfaces[surface].triangles(),
                is_named_like_navmesh: is_named_like_navmesh || is_material_of_one,
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
                let surface = surface.filter(|surface| !surface.corners.is_empty())?;
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
