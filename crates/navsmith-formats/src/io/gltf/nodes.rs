//! Iterative traversal of the nodes of a scene, which visits every node once, even in cyclic files.

use glam::{DMat4, DQuat, DVec3};

use super::schema::{GltfNode, GltfRoot, Int};
use super::{Notes, check_at, clipped, is_named_like_a_navmesh, missing};
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of nodes in the path of a node, itself included.
const NAMES: usize = 4;

/// A mesh placed by a node of the scene.
pub(super) struct PlacedMesh {
    pub(super) mesh: usize,
    pub(super) node: String,
    /// Transform from mesh space to world space.
    pub(super) world_from_mesh: DMat4,
    /// Whether the node or an ancestor is named like a navigation mesh.
    pub(super) is_named_like_navmesh: bool,
}

struct Ahead {
    node: usize,
    parent: Option<usize>,
    world_from_parent: DMat4,
    is_named_like_navmesh: bool,
}

/// Returns every mesh that the scene places; if it places none, every mesh without placement.
pub(super) fn placed(
    root: &GltfRoot,
    notes: &mut Notes,
    progress: &Progress,
) -> Result<Vec<PlacedMesh>, Stopped> {
    let mut walk = Walk { root, parents: vec![None; root.nodes.len()], seen: vec![false; root.nodes.len()] };
    let placed = walk.run(notes, progress)?;
    if placed.is_empty() && !root.meshes.is_empty() {
        notes.add("the scene places no mesh, so every mesh of the file is read without placement");
        let (node, world_from_mesh, is_named_like_navmesh) = (String::new(), DMat4::IDENTITY, false);
        let unplaced = |mesh| PlacedMesh { mesh, node: node.clone(), world_from_mesh, is_named_like_navmesh };
        return Ok((0..root.meshes.len()).map(unplaced).collect());
    }
    Ok(placed)
}

struct Walk<'a> {
    root: &'a GltfRoot,
    parents: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn run(&mut self, notes: &mut Notes, progress: &Progress) -> Result<Vec<PlacedMesh>, Stopped> {
        let mut placed = Vec::new();
        let ahead = |node, parent, world_from_parent, is_named_like_navmesh| Ahead {
            node,
            parent,
            world_from_parent,
            is_named_like_navmesh,
        };
        let roots = self.roots(notes).into_iter().rev();
        let mut stack: Vec<Ahead> = roots.map(|node| ahead(node, None, DMat4::IDENTITY, false)).collect();
        let mut visited = 0;
        while let Some(next) = stack.pop() {
            visited += 1;
            check_at(progress, visited)?;
            let Some(node) = self.enter(&next, notes) else { continue };
            let name = node.name.as_deref().unwrap_or_default();
            let is_named_like_navmesh = next.is_named_like_navmesh || is_named_like_a_navmesh(name);
            let world_from_mesh = next.world_from_parent * local(node, next.node, notes);
            if let Some(mesh) = node.mesh {
                let (mesh, node) = (mesh.get(), self.path(next.node));
                placed.push(PlacedMesh { mesh, node, world_from_mesh, is_named_like_navmesh });
            }
            let children = node.children.iter().rev();
            stack.extend(
                children.map(|c| ahead(c.get(), Some(next.node), world_from_mesh, is_named_like_navmesh)),
            );
        }
        Ok(placed)
    }

    fn roots(&self, notes: &mut Notes) -> Vec<usize> {
        let default = self.root.scene.map_or(0, Int::get);
        match self.root.scenes.get(default).or_else(|| self.root.scenes.first()) {
            Some(scene) => {
                if default >= self.root.scenes.len() {
                    notes.add(format!(
                        "scenes[{default}] is the default, but there is none; scenes[0] is used; export the file again if that is the wrong one"
                    ));
                }
                scene.nodes.iter().map(|node| node.get()).collect()
            }
            None => self.orphans(),
        }
    }

    fn orphans(&self) -> Vec<usize> {
        let mut is_child = vec![false; self.root.nodes.len()];
        for child in self.root.nodes.iter().flat_map(|node| node.children.iter()) {
            if let Some(is_child) = is_child.get_mut(child.get()) {
                *is_child = true;
            }
        }
        (0..is_child.len()).filter(|&node| !is_child[node]).collect()
    }

    /// Marks a node as visited and returns it if it exists and was not visited before.
    fn enter(&mut self, next: &Ahead, notes: &mut Notes) -> Option<&'a GltfNode> {
        let index = next.node;
        let Some(node) = self.root.nodes.get(index) else {
            notes.add(missing("nodes", index).to_string());
            return None;
        };
        if std::mem::replace(&mut self.seen[index], true) {
            notes.add(format!("nodes[{index}] has two parents, or is its own ancestor; it is used once"));
            return None;
        }
        self.parents[index] = next.parent;
        Some(node)
    }

    /// Returns the names of a node and its nearest ancestors, such as `Level/Floor`.
    fn path(&self, node: usize) -> String {
        let chain = std::iter::successors(Some(node), |&node| self.parents[node]);
        let name = |node: usize| match self.root.nodes[node].name.as_deref() {
            Some(name) if !name.is_empty() => clipped(name),
            _ => format!("node {node}"),
        };
        let mut names: Vec<String> = chain.take(NAMES).map(name).collect();
        names.reverse();
        names.join("/")
    }
}

/// Returns the transform from a node's space to its parent's.
fn local(node: &GltfNode, index: usize, notes: &mut Notes) -> DMat4 {
    let matrix = if let Some(matrix) = &node.matrix {
        if node.translation.is_some() || node.rotation.is_some() || node.scale.is_some() {
            notes.add(format!("nodes[{index}] has a matrix and also parts of one; the matrix is used"));
        }
        DMat4::from_cols_array(matrix)
    } else {
        let translation = node.translation.as_ref().map_or(DVec3::ZERO, |three| DVec3::from(**three));
        let scale = node.scale.as_ref().map_or(DVec3::ONE, |three| DVec3::from(**three));
        DMat4::from_scale_rotation_translation(scale, rotation(node, index, notes), translation)
    };
    if matrix.determinant().abs() < 1e-12 {
        notes.add(format!("nodes[{index}] is scaled to nothing in some direction, so its meshes are flat"));
    }
    matrix
}

fn rotation(node: &GltfNode, index: usize, notes: &mut Notes) -> DQuat {
    let Some(four) = &node.rotation else { return DQuat::IDENTITY };
    let quaternion = DQuat::from_array(**four);
    let length = quaternion.length();
    if (length - 1.0).abs() > 1e-3 {
        notes.add(format!("nodes[{index}] has a rotation of length {length}; it is normalised"));
    }
    let unit = quaternion / length;
    if unit.is_finite() { unit } else { DQuat::IDENTITY }
}
