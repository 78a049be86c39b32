//! Navigation meshes that the nodes of a scene place.

use std::collections::HashMap;

use glam::DMat4;

use super::in_pixels;
use super::nodes::{NO_COSTS, NodeLink, NodeMesh, SceneNode};
use super::parse::File;
use super::tokens::Fault;
use crate::budget::Budget;
use crate::document::issues::ENGINE_DISTANCE;
use crate::io::scene::{ImportScene, Item, MOST_ITEMS, Notes, TooMuch, clipped};
use crate::navmesh::Link;

/// Returns the navigation meshes of a scene as items, those of nodes first, and its links.
pub(super) fn items(file: File) -> Result<Result<ImportScene, TooMuch>, Fault> {
    let File { inner, nodes, paths, budget, .. } = file;
    let mut notes = Notes::default();
    let (mut surfaces, mut number_of, mut names) = (Vec::new(), HashMap::new(), Vec::new());
    // The meshes of a scene are all in space or all in the plane.
    let metre = inner.first().map_or(1.0, |(_, polygons)| polygons.metre);
    for (id, polygons) in inner {
        let mut left_out = Vec::new();
        let surface = polygons.into_surface(&mut left_out)?;
        for note in left_out {
            notes.add(note);
        }
        names.push(clipped(&id));
        number_of.insert(id, surfaces.len());
        surfaces.push(surface);
    }
    let item = |surface: usize, node: String, world_from_mesh| Item {
        node,
        mesh: names[surface].clone(),
        material: None,
        triangles: surfaces[surface].triangles(),
        looks_like_navmesh: true,
        surface,
        material_index: None,
        world_from_mesh,
    };
    let (mut items, mut links, mut is_used) = (Vec::new(), Vec::new(), vec![false; surfaces.len()]);
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
                if let Some(&surface) = number_of.get(id) {
                    is_used[surface] = true;
                    items.push(item(surface, shown(), world_from_node));
                }
            }
            Some(NodeMesh::OtherFile(id)) => {
                let file = paths.get(id).map_or("another file", |path| path);
                notes.add(format!("the mesh of {} is in {}; {}", shown(), clipped(file), remedy(file)));
            }
            None => {}
        }
        if let Some(link) = &node.link {
            links.extend(placed_link(node, link, world_from_node).ok_or_else(shown).map_err(|link| {
                notes.add(format!(
                    "{link} is a link that is disabled or has no finite ends, so it is left out"
                ));
            }));
        }
        note_settings(node, shown, &mut notes);
        if node.is_instance {
            notes.add("scenes inside this scene are left out; open their files");
        }
        if items.len() > MOST_ITEMS {
            return Ok(Err(TooMuch(format!("there are over {MOST_ITEMS} navigation meshes"))));
        }
        worlds.insert(path, world_from_node);
    }
    if items.len() > 1 {
        let margin = if metre > 1.0 { 1.0 } else { ENGINE_DISTANCE };
        notes.add(format!(
            "Godot also joins edges of different regions up to {margin} apart; weld at this distance to join them here"
        ));
    }
    if metre > 1.0 {
        notes.add(in_pixels(metre));
    }
    let unused = (0..surfaces.len()).filter(|&surface| !is_used[surface]);
    items.extend(unused.map(|surface| item(surface, String::new(), DMat4::IDENTITY)));
    if items.is_empty() {
        notes.add("there is no navigation mesh in this file");
    }
    Ok(Ok(ImportScene {
        items,
        notes: notes.finish(),
        is_named_like_navmesh: false,
        surfaces,
        links,
        metre,
        materials: Vec::new(),
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

/// Returns a link in world space; `None` if it is disabled or its ends are not finite.
fn placed_link(node: &SceneNode, link: &NodeLink, world_from_node: DMat4) -> Option<Link> {
    let [from, to] = link.positions().map(|end| world_from_node.transform_point3(end).as_vec3());
    let plain = Link { is_one_way: link.is_one_way, ..Link::between(from, to) };
    let costly = Link { cost: node.costs[1] as f32, ..plain };
    Some(if costly.has_cost() { costly } else { plain }).filter(|link| !node.is_disabled && link.is_finite())
}

/// Notes the settings of a region or a link that are not read.
fn note_settings(node: &SceneNode, shown: impl Fn() -> String, notes: &mut Notes) {
    if node.mesh.is_some() && node.is_disabled {
        notes.add(format!(
            "the region {} is disabled in Godot; leave it out if the game never enables it",
            shown()
        ));
    }
    let [enter, travel] = node.costs;
    let is_read = travel == NO_COSTS[1] || node.link.is_some() && travel > 0.0;
    let has_costs = node.mesh.is_some() || node.link.is_some();
    if has_costs && !(is_read && enter == NO_COSTS[0]) {
        let costs = format!("the costs of {} (enter {enter}, travel {travel})", shown());
        let remedy = if node.link.is_some() {
            "set the cost of the link here"
        } else {
            "give its cells an area, and queries a cost for it"
        };
        notes.add(format!("{costs} are left out; {remedy}"));
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
