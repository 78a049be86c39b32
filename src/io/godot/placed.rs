//! Navigation meshes that the nodes of a scene place.

use std::collections::HashMap;

use glam::DMat4;

use super::nodes::NodeMesh;
use super::parse::File;
use super::tokens::Fault;
use crate::budget::Budget;
use crate::io::scene::{ImportScene, Item, MOST_ITEMS, Notes, TooMuch, clipped};

/// Returns the navigation meshes of a scene as items: those of nodes, then those that no node uses.
pub(super) fn items(file: File) -> Result<Result<ImportScene, TooMuch>, Fault> {
    let File { inner, nodes, paths, budget, .. } = file;
    let mut notes = Notes::default();
    let (mut surfaces, mut number_of, mut names) = (Vec::new(), HashMap::new(), Vec::new());
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
    let (mut items, mut is_used) = (Vec::new(), vec![false; surfaces.len()]);
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
                notes.add(format!("the mesh of {} is in {}; open that file", shown(), clipped(file)));
            }
            None => {}
        }
        if node.is_instance {
            notes.add("scenes inside this scene are left out; open their files");
        }
        if items.len() > MOST_ITEMS {
            return Ok(Err(TooMuch(format!("there are over {MOST_ITEMS} navigation meshes"))));
        }
        worlds.insert(path, world_from_node);
    }
    let unused = (0..surfaces.len()).filter(|&surface| !is_used[surface]);
    items.extend(unused.map(|surface| item(surface, String::new(), DMat4::IDENTITY)));
    if items.is_empty() {
        notes.add("there is no navigation mesh in this file");
    }
    Ok(Ok(ImportScene { items, notes: notes.finish(), surfaces, materials: Vec::new(), budget }))
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
