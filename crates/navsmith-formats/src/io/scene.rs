//! Scenes: the items of a file to choose from, and the chosen items as one polygon soup.

use std::collections::HashMap;

use glam::{DMat4, Vec3};
use smallvec::SmallVec;

use crate::check::MOST_AREAS;
use crate::document::{Area, count};
use crate::level::Level;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{AreaId, Link, Soup};

/// Maximum number of items to choose from.
pub(super) const MOST_ITEMS: usize = 100_000;

/// Memory of an import per triangle, in bytes, until the mesh is derived.
const TRIANGLE_BYTES: usize = 120;
const POSITION_BYTES: usize = 60;

/// Distance from the origin in metres beyond which an `f32` is coarser than 6 cm.
const FAR: f32 = 1e6;

/// Reason why a file or a choice of its items exceeds the limits of an import.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is too much to import at once: {0}; choose fewer meshes, or export less of the level")]
pub struct TooMuch(pub(super) String);

/// Surfaces in a file, with the items that place them.
#[derive(Debug)]
pub struct ImportScene {
    /// All items that can be imported, in scene order.
    pub items: Vec<Item>,
    /// Omitted or changed elements, in sentences.
    pub notes: Vec<String>,
    /// Number of nodes whose ground is in other files, which are not read.
    pub elsewhere: usize,
    /// Whether the file is named like a navigation mesh, and none of its items is.
    pub is_named_like_navmesh: bool,
    pub(super) surfaces: Vec<SurfaceSoup>,
    /// Links in world space.
    pub(super) links: Vec<Link>,
    /// Length of a metre in units of the file.
    pub(super) metre: f32,
    /// Materials as areas.
    pub(super) materials: Vec<Area>,
    /// Budget that reading the file has left for imports.
    pub(super) budget: Budget,
}

/// Polygons with shared positions; by default without any.
#[derive(Debug, Default)]
pub(super) struct SurfaceSoup {
    pub(super) positions: Vec<Vec3>,
    /// Corners of all polygons, one polygon after another.
    pub(super) corners: Vec<u32>,
    /// Number of corners of each polygon; empty if all are triangles.
    pub(super) sizes: Vec<u32>,
}

/// A surface with one material, placed by a node.
#[derive(Debug)]
pub struct Item {
    /// Path of the node with its ancestors, such as `Level/Floor`; empty for a mesh that no node places.
    pub node: String,
    /// Name or number of the mesh, or the path of an object of an OBJ.
    pub mesh: String,
    /// Name of the material; `None` without a material.
    pub material: Option<String>,
    /// Number of triangles.
    pub triangles: usize,
    /// Whether the node, an ancestor or the mesh is named like a navigation mesh.
    pub is_named_like_navmesh: bool,
    pub(super) surface: usize,
    pub(super) material_index: Option<usize>,
    pub(super) world_from_mesh: DMat4,
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

impl Item {
    /// Returns the path of the node, or the mesh's name if no node places it.
    pub fn path(&self) -> &str {
        if self.node.is_empty() { &self.mesh } else { &self.node }
    }
}

impl SurfaceSoup {
    /// Returns the number of triangles into which its polygons divide.
    pub(super) fn triangles(&self) -> usize {
        if self.sizes.is_empty() { self.corners.len() / 3 } else { self.corners.len() - 2 * self.sizes.len() }
    }

    /// Returns the corners of each polygon.
    fn polygons(&self) -> impl Iterator<Item = &[u32]> {
        let (triangles, mut rest) = (self.corners.chunks_exact(3), &*self.corners);
        let polygons = self.sizes.iter().map(move |&size| {
            let (polygon, behind) = rest.split_at(size as usize);
            rest = behind;
            polygon
        });
        polygons.chain(triangles.filter(|_| self.sizes.is_empty()))
    }
}

impl ImportScene {
    /// Returns a scene of surfaces with names, which no node places; those without polygons are left out.
    pub(super) fn of_surfaces(
        named: Vec<(String, SurfaceSoup)>,
        mut notes: Notes,
        budget: Budget,
    ) -> Result<Self, TooMuch> {
        let (mut items, mut surfaces) = (Vec::new(), Vec::new());
        for (name, surface) in named.into_iter().filter(|(_, surface)| !surface.corners.is_empty()) {
            items.push(Item {
                node: String::new(),
                mesh: if name.is_empty() { "faces".into() } else { clipped(&name) },
                material: None,
                triangles: surface.triangles(),
                is_named_like_navmesh: is_named_like_a_navmesh(&name),
                surface: surfaces.len(),
                material_index: None,
                world_from_mesh: DMat4::IDENTITY,
            });
            surfaces.push(surface);
        }
        if items.len() > MOST_ITEMS {
            return Err(TooMuch(format!("there are over {MOST_ITEMS} objects")));
        }
        if items.is_empty() {
            notes.add("there are no faces in this file");
        }
        let (notes, links, materials) = (notes.finish(), Vec::new(), Vec::new());
        let is_named_like_navmesh = false;
        Ok(Self {
            items,
            notes,
            elsewhere: 0,
            is_named_like_navmesh,
            surfaces,
            links,
            metre: 1.0,
            materials,
            budget,
        })
    }

    /// Returns the default choice: items named like a navigation mesh, or else all items.
    pub fn preselected(&self) -> Vec<usize> {
        let named: Vec<usize> =
            (0..self.items.len()).filter(|&i| self.items[i].is_named_like_navmesh).collect();
        if named.is_empty() { (0..self.items.len()).collect() } else { named }
    }

    /// Whether the file, or an item with one of these indices, is named like a navigation mesh.
    pub(super) fn is_named_navmesh(&self, chosen: &[usize]) -> bool {
        let mut items = chosen.iter().filter_map(|&index| self.items.get(index));
        self.is_named_like_navmesh || items.any(|item| item.is_named_like_navmesh)
    }

    /// Takes the name of the file without its extension into account.
    pub(super) fn name_after(&mut self, name: &str) {
        self.is_named_like_navmesh =
            is_named_like_a_navmesh(name) && !self.items.iter().any(|item| item.is_named_like_navmesh);
    }

    /// Returns the items of the nodes with a name, and of their descendants.
    ///
    /// A mesh that no node places has its own name. The name can be a path, such as `Level/Floor`.
    pub fn items_of_node(&self, name: &str) -> Vec<usize> {
        let is_in = |item: &Item| {
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
    pub fn soup(&self, chosen: &[usize]) -> Result<Picked, TooMuch> {
        let chosen: Vec<&Item> = chosen.iter().filter_map(|&i| self.items.get(i)).collect();
        let mut budget = self.budget;
        self.take_memory(&chosen, &mut budget)?;
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

    /// Takes the memory of the triangles of items from a budget.
    fn take_memory(&self, chosen: &[&Item], budget: &mut Budget) -> Result<(), TooMuch> {
        for found in chosen {
            let positions = self.surfaces[found.surface].positions.len();
            let bytes = found.triangles * TRIANGLE_BYTES + positions * POSITION_BYTES;
            budget.keep(bytes).map_err(|Exhausted| {
                let triangles: usize = chosen.iter().map(|found| found.triangles).sum();
                let what = "more than a file of this size justifies, for it places its meshes many times";
                TooMuch(format!("{triangles} triangles, {what}"))
            })?;
        }
        Ok(())
    }

    /// Returns all items as level geometry. Linear.
    pub fn level(&self) -> Result<Level, TooMuch> {
        let items: Vec<&Item> = self.items.iter().collect();
        self.take_memory(&items, &mut self.budget.clone())?;
        let mut level = Level::default();
        for item in items {
            let surface = &self.surfaces[item.surface];
            let in_world =
                |position: &Vec3| item.world_from_mesh.transform_point3(position.as_dvec3()).as_vec3();
            let fan = |polygon: &[u32]| {
                let corners = polygon.to_vec();
                (2..corners.len()).map(move |i| [corners[0], corners[i - 1], corners[i]])
            };
            let names = (item.path().to_owned(), item.material.clone().unwrap_or_default());
            if surface.sizes.is_empty() {
                let triangles = surface.polygons().flat_map(fan);
                level.add_part(names, surface.positions.iter().map(in_world), triangles);
                continue;
            }
            let mut soup = Soup::default();
            soup.positions.clone_from(&surface.positions);
            surface.polygons().for_each(|polygon| soup.push(polygon, AreaId(0)));
            let convex = soup.convex();
            let triangles = convex.polygons().flat_map(|(polygon, _)| fan(polygon));
            level.add_part(names, convex.positions.iter().map(in_world), triangles);
        }
        Ok(level)
    }

    /// Returns one area per material, and the area of each material.
    ///
    /// Without several materials, the only area is the default one.
    fn areas(&self, chosen: &[&Item], notes: &mut Notes) -> (Vec<Area>, HashMap<usize, AreaId>) {
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

    fn add(&self, found: &Item, area: AreaId, soup: &mut Soup) {
        let surface = &self.surfaces[found.surface];
        let first = soup.positions.len() as u32;
        let in_world =
            |position: &Vec3| found.world_from_mesh.transform_point3(position.as_dvec3()).as_vec3();
        soup.positions.extend(surface.positions.iter().map(in_world));
        // A mirroring transform reverses the winding.
        let is_mirrored = found.world_from_mesh.determinant() < 0.0;
        let mut corners = SmallVec::<[u32; 8]>::new();
        for polygon in surface.polygons() {
            corners.clear();
            corners.extend(polygon.iter().map(|corner| first + corner));
            if is_mirrored {
                corners[1..].reverse();
            }
            soup.push(&corners, area);
        }
    }
}

/// Notes about omitted or changed elements, in file order, without duplicates and up to a limit.
#[derive(Debug, Default)]
pub(super) struct Notes {
    notes: Vec<String>,
    more: usize,
}

impl Notes {
    const MOST: usize = 100;

    pub(super) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.notes.len() >= Self::MOST {
            self.more += 1;
        } else if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.notes.push(format!("and {} like these", count(self.more, "more note", "more notes")));
        }
        self.notes
    }
}

/// Returns a name from the file, shortened for display.
pub(super) fn clipped(name: &str) -> String {
    const LONGEST: usize = 64;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.into(),
    }
}

/// Whether a name resembles `NavMesh`, such as `nav_mesh` or `Level-navmesh.001`.
///
/// Names that end with the word `nav` do too.
pub(super) fn is_named_like_a_navmesh(name: &str) -> bool {
    let mut letters = String::new();
    // Places in the letters at which words begin.
    let mut words = vec![0];
    let mut before = ' ';
    for c in clipped(name).chars() {
        if c.is_alphanumeric() {
            let begins = !before.is_alphanumeric() || before.is_lowercase() && c.is_uppercase();
            words.extend(begins.then_some(letters.len()));
            letters.extend(c.to_lowercase());
        }
        before = c;
    }
    let is_negated = |at: usize| {
        let word = words.iter().rev().find(|&&word| word < at).map_or("", |&word| &letters[word..at]);
        ["no", "not", "non"].contains(&word)
    };
    let mut found =
        ["navmesh", "navigationmesh", "walkmesh"].iter().flat_map(|name| letters.match_indices(name));
    let is_nav = |at: &&usize| letters[**at..].trim_end_matches(|c: char| c.is_ascii_digit()) == "nav";
    found.any(|(at, _)| !is_negated(at)) || words.iter().find(is_nav).is_some_and(|&at| !is_negated(at))
}
