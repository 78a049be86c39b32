//! Nodes of a scene, with their places.

use glam::{DMat4, DQuat, DVec3, EulerRot};

use navsmith_core::navmesh::Link;

/// A node of a scene.
#[derive(Debug)]
pub(super) struct SceneNode {
    pub(super) name: String,
    /// Path from the root; `None` for the root.
    pub(super) parent: Option<String>,
    pub(super) is_instance: bool,
    /// Whether the transforms of the nodes above apply.
    pub(super) inherits: bool,
    pub(super) parent_from_node: DMat4,
    pub(super) mesh: Option<NodeMesh>,
    /// The link that the node is, in its own space.
    pub(super) link: Option<NodeLink>,
    pub(super) is_disabled: bool,
    /// Cost of entering a region or a link, and factor of the lengths in it.
    pub(super) costs: [f64; 2],
}

/// Costs of a node that does not change them.
pub(super) const NO_COSTS: [f64; 2] = [0.0, 1.0];

/// Link between two positions, of which a missing one is the origin.
#[derive(Debug, Default)]
pub(super) struct NodeLink {
    pub(super) ends: [Vec<f64>; 2],
    pub(super) is_one_way: bool,
}

impl NodeLink {
    /// Returns the positions in space; those in the plane have the height 0.
    pub(super) fn positions(&self) -> [DVec3; 2] {
        self.ends.each_ref().map(|end| match **end {
            [x, y, z] => DVec3::new(x, y, z),
            [x, y] => DVec3::new(x, 0.0, y),
            _ => DVec3::ZERO,
        })
    }
}

/// Navigation mesh of a node, by its id.
#[derive(Debug)]
pub(super) enum NodeMesh {
    Inner(String),
    OtherFile(String),
}

/// Numbers that place a node; a list is empty if the node does not have it.
#[derive(Debug, Default)]
pub(super) struct NodePlacing {
    /// Rows of the basis and the origin in space, or columns of the basis and the origin in the plane.
    pub(super) transform: Vec<f64>,
    pub(super) position: Vec<f64>,
    /// Angles in radians.
    pub(super) rotation: Vec<f64>,
    pub(super) scale: Vec<f64>,
    pub(super) skew: Vec<f64>,
}

impl NodePlacing {
    /// Returns the transform in space; that of a node in the plane keeps heights.
    pub(super) fn matrix(&self) -> DMat4 {
        let in_plane = |[xx, xy, yx, yy, x, y]: [f64; 6]| {
            DMat4::from_cols_array(&[xx, 0.0, xy, 0.0, 0.0, 1.0, 0.0, 0.0, yx, 0.0, yy, 0.0, x, 0.0, y, 1.0])
        };
        let pair = |numbers: &[f64], default| numbers.first_chunk().copied().unwrap_or([default; 2]);
        match *self.transform {
            [xx, yx, zx, xy, yy, zy, xz, yz, zz, x, y, z] => {
                return DMat4::from_cols_array(&[
                    xx, xy, xz, 0.0, yx, yy, yz, 0.0, zx, zy, zz, 0.0, x, y, z, 1.0,
                ]);
            }
            [xx, xy, yx, yy, x, y] => return in_plane([xx, xy, yx, yy, x, y]),
            _ => {}
        }
        if self.position.len() == 2 || self.scale.len() == 2 || self.rotation.len() == 1 {
            let ([x, y], [width, height]) = (pair(&self.position, 0.0), pair(&self.scale, 1.0));
            let turn = self.rotation.first().copied().unwrap_or_default();
            let skewed = turn + self.skew.first().copied().unwrap_or_default();
            let ((sin, cos), (skewed_sin, skewed_cos)) = (turn.sin_cos(), skewed.sin_cos());
            return in_plane([width * cos, width * sin, -height * skewed_sin, height * skewed_cos, x, y]);
        }
        let triple =
            |numbers: &[f64], default| DVec3::from(numbers.first_chunk().copied().unwrap_or([default; 3]));
        let angles = triple(&self.rotation, 0.0);
        let rotation = DQuat::from_euler(EulerRot::YXZ, angles.y, angles.x, angles.z);
        DMat4::from_scale_rotation_translation(
            triple(&self.scale, 1.0),
            rotation,
            triple(&self.position, 0.0),
        )
    }
}

impl SceneNode {
    /// Returns the memory of the node and of what is derived from it, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let names = self.name.len() + self.parent.as_ref().map_or(0, String::len);
        let id = self.mesh.as_ref().map_or(0, |(NodeMesh::Inner(id) | NodeMesh::OtherFile(id))| id.len());
        size_of::<Self>() + size_of::<(String, DMat4, Link)>() + 3 * names + 2 * id
    }

    /// Returns the path from the root, which is `.`.
    pub(super) fn path(&self) -> String {
        match self.parent.as_deref() {
            None => ".".into(),
            Some(".") => self.name.clone(),
            Some(parent) => format!("{parent}/{}", self.name),
        }
    }
}
