//! Navigation meshes that the nodes of a scene place.

use std::collections::HashMap;

use glam::DMat4;

use super::nodes::{NO_COSTS, NodeMesh, SceneNode};
use super::parse::GodotFile;
use super::tokens::GodotFault;
use super::{Polygons, in_pixels};
use crate::check::ENGINE_DISTANCE;
use crate::document::count;
use crate::io::scene::{ImportScene, Item, MOST_ITEMS, Notes, SurfaceSoup, TooMuch, clipped};
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::Link;

/// Inner resources of a scene.
struct Resources {
    surfaces: Vec<SurfaceSoup>,
    names: Vec<String>,
    /// Number of the surface of each id.
    number_of: HashMap<String, usize>,
    /// Length of a metre in units of the file. A scene is either in space or in the plane.
    metre: f32,
}

impl Resources {
    fn of(inner: Vec<(String, Polygons)>, notes: &mut Notes) -> Result<Self, GodotFault> {
        let metre = inner.first().map_or(1.0, |(_, polygons)| polygons.metre);
        let mut resources =
            Self { surfaces: Vec::new(), names: Vec::new(), number_of: HashMap::new(), metre };
        for (id, polygons) in inner {
            let mut left_out = Vec::new();
            if !polygons.outlines.is_empty() {
                let outlines = count(polygons.outlines.len(), "outline", "outlines");
                left_out.push(format!("{outlines} left out, because a scene is read by its polygons"));
            }
            let surface = polygons.into_surface(&mut left_out)?;
            for note in left_out {
                notes.add(note);
            }
            resources.names.push(clipped(&id));
            resources.number_of.insert(id, resources.surfaces.len());
            resources.surfaces.push(surface);
        }
        Ok(resources)
    }

    fn item(&self, surface: usize, node: String, world_from_mesh: DMat4) -> Item {
        Item {
            node,
            mesh: self.names[surface].clone(),
            material: None,
            triangles: self.surfaces[surface].triangles(),
            is_named_like_navmesh: true,
            surface,
            material_index: None,
            world_from_mesh,
        }
    }
}

/// Returns the navigation meshes of a scene as items, those of nodes first, and its links.
pub(super) fn items(file: GodotFile) -> Result<Result<ImportScene, TooMuch>, GodotFault> {
    let GodotFile { inner, nodes, paths, budget, .. } = file;
    let mut notes = Notes::default();
    let resources = Resources::of(inner, &mut notes)?;
    let mut is_used = vec![false; resources.surfaces.len()];
    let (mut items, mut links, mut elsewhere) = (Vec::new(), Vec::new(), 0);
    let root = nodes.iter().find(|node| node.parent.is_none()).map_or("", |node| &node.name);
    let mut worlds: HashMap<String, DMat4> = HashMap::new();
    let mut steps = budget;
    for node in &nodes {
        let above = node.parent.as_deref().filter(|_| node.inherits);
        let world_from_parent = above.map_or(DMat4::IDENTITY, |parent| nearest(&worlds, parent, &mut steps));
        let (path, world_from_node) = (node.path(), world_from_parent * node.parent_from_node);
        let shown = || if path == "." { clipped(root) } else { clipped(&format!("{root}/{path}")) };
        match &node.mesh {
            Some(NodeMesh::Inner(id)) => {
                if let Some(&surface) = resources.number_of.get(id) {
                    is_used[surface] = true;
                    items.push(resources.item(surface, shown(), world_from_node));
                }
            }
            Some(NodeMesh::OtherFile(id)) => {
                let file = paths.get(id).map_or("another file", |path| path);
                notes.add(format!("the mesh of {} is in {}; {}", shown(), clipped(file), remedy(file)));
            }
            None => {}
        }
        elsewhere += usize::from(node.is_instance || matches!(node.mesh, Some(NodeMesh::OtherFile(_))));
        let link = placed_link(node, world_from_node);
        note_settings(node, link.as_ref(), shown, &mut notes);
        links.extend(link);
        if items.len() > MOST_ITEMS {
            return Ok(Err(TooMuch(format!("there are over {MOST_ITEMS} navigation meshes"))));
        }
        worlds.insert(path, world_from_node);
    }
    note_distances(items.len(), resources.metre, &mut notes);
    let unused = (0..is_used.len()).filter(|&surface| !is_used[surface]);
    items.extend(unused.map(|surface| resources.item(surface, String::new(), DMat4::IDENTITY)));
    if items.is_empty() {
        notes.add("there is no navigation mesh in this file");
    }
    let (notes, Resources { surfaces, metre, .. }) = (notes.finish(), resources);
    let (is_named_like_navmesh, materials) = (false, Vec::new());
    Ok(Ok(ImportScene {
        items,
        notes,
        elsewhere,
        is_named_like_navmesh,
        surfaces,
        links,
        metre,
        materials,
        budget,
    }))
}

/// Returns what to do with a file that contains the mesh of a node.
fn remedy(file: &str) -> &'static str {
    let is_binary = [".res", ".scn"].iter().any(|extension| file.to_lowercase().ends_with(extension));
    if is_binary {
        "that file is binary, so save it as text (.tres) in Godot, and open it"
    } else {
        "open that file"
    }
}

/// Returns the link of a node in world space; `None` if it is disabled or its ends are not finite.
fn placed_link(node: &SceneNode, world_from_node: DMat4) -> Option<Link> {
    let link = node.link.as_ref().filter(|_| !node.is_disabled)?;
    let [from, to] = link.positions().map(|end| world_from_node.transform_point3(end).as_vec3());
    let plain = Link { is_one_way: link.is_one_way, ..Link::between(from, to) };
    let costly = Link { cost: node.costs[1] as f32, ..plain };
    Some(if costly.has_cost() { costly } else { plain }).filter(Link::is_finite)
}

/// Notes what is not read of a node with this link.
fn note_settings(node: &SceneNode, link: Option<&Link>, shown: impl Fn() -> String, notes: &mut Notes) {
    if node.mesh.is_some() && node.is_disabled {
        let remedy = "leave it out if the game never enables it";
        notes.add(format!("the region {} is disabled in Godot; {remedy}", shown()));
    }
    let [enter, travel] = node.costs;
    let [no_enter, no_travel] = NO_COSTS;
    let is_read = travel == no_travel || node.link.is_some() && travel > 0.0;
    let has_costs = node.mesh.is_some() || node.link.is_some();
    let lost = [("enter", enter, enter == no_enter), ("travel", travel, is_read)];
    for (name, cost, _) in lost.into_iter().filter(|(_, _, is_kept)| has_costs && !is_kept) {
        let remedy = if node.link.is_some() {
            "set the cost of the link here"
        } else {
            "give its cells an area, and queries a cost for it"
        };
        notes.add(format!("the {name} cost of {} ({cost}) is left out; {remedy}", shown()));
    }
    if node.link.is_some() && link.is_none() {
        let why = "a link that is disabled or has no finite ends";
        notes.add(format!("{} is {why}, so it is left out", shown()));
    }
    if node.is_instance {
        notes.add("scenes inside this scene are left out; open their files");
    }
}

/// Notes the distance at which Godot joins regions, if there are several, and the length of a metre.
fn note_distances(regions: usize, metre: f32, notes: &mut Notes) {
    if regions > 1 {
        let margin = if metre > 1.0 { 1.0 } else { ENGINE_DISTANCE };
        notes.add(format!(
            "Godot also joins edges of different regions up to {margin} apart; repair with --tolerance {margin} joins them \
             here"
        ));
    }
    if metre > 1.0 {
        notes.add(in_pixels(metre));
    }
}

/// Returns the transform of a node, or of the nearest known node above it.
fn nearest(worlds: &HashMap<String, DMat4>, mut path: &str, steps: &mut Budget) -> DMat4 {
    while steps.step(path.len()).is_ok() {
        if let Some(world) = worlds.get(path) {
            return *world;
        }
        let Some((above, _)) = path.rsplit_once('/') else { break };
        path = above;
    }
    worlds.get(".").copied().unwrap_or_default()
}
