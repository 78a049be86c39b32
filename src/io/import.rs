//! What was chosen of a level, as a document.

use glam::Vec3;

use super::gltf::{GltfError, GltfScene, Picked};
use crate::document::Document;
use crate::navmesh::{Soup, WeldOptions, WeldReport, weld};

/// An import, to work on as an unsaved document.
#[derive(Debug)]
pub struct Imported {
    /// The document: cells of what was chosen, an area for each material if there were several.
    pub document: Document,
    /// What was welded and what was left out.
    pub report: WeldReport,
    /// What else is odd about it, in sentences.
    pub notes: Vec<String>,
}

/// Vertices that are one in a modelling program are written some hundredths of a millimetre apart at worst.
const WELD_DISTANCE: f32 = 0.001;

/// Detour's and Unity's usual steepest slope, in degrees.
const MAX_SLOPE: f32 = 45.0;

/// What an import takes of a scene and how, unless a user chooses something else.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDefaults {
    /// The indices of the items to take.
    pub chosen: Vec<usize>,
    /// How they are welded, and which triangles are left out.
    pub weld: WeldOptions,
}

impl ImportDefaults {
    /// Returns the defaults for a scene; the items are selected by their names.
    pub fn of(scene: &GltfScene) -> Self {
        Self::of_items(scene, scene.preselected())
    }

    /// Returns the defaults for these items of a scene.
    ///
    /// A navigation mesh is taken whole, because it has walkable triangles only. Of other items, steep triangles are
    /// left out.
    pub fn of_items(scene: &GltfScene, chosen: Vec<usize>) -> Self {
        let mut items = chosen.iter().filter_map(|&index| scene.items.get(index));
        let is_navmesh = items.any(|item| item.looks_like_navmesh);
        let max_slope = (!is_navmesh).then(|| MAX_SLOPE.to_radians());
        Self { chosen, weld: WeldOptions { distance: WELD_DISTANCE, max_slope } }
    }
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpAxis {
    /// Y, as glTF prescribes.
    Y,
    /// Z, as in many modelling programs. It becomes Y, and Y becomes -Z.
    Z,
}

/// How the coordinates of a file become those of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The axis that points up; `None` to find it: Z if all triangles stand upright otherwise.
    pub up: Option<UpAxis>,
    /// The number of metres in a unit of the file; positive and finite.
    pub scale: f32,
}

impl Default for Placement {
    fn default() -> Self {
        Self { up: None, scale: 1.0 }
    }
}

impl UpAxis {
    /// Every axis that can point up.
    pub const ALL: [Self; 2] = [Self::Y, Self::Z];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// A position of a file with this axis up, with Y up.
    fn turned(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self {
            Self::Y => Vec3::new(x, y, z),
            Self::Z => Vec3::new(x, z, 0.0 - y),
        }
    }

    /// Finds the axis that points up in a soup: Z if all its triangles are upright with Y up, and not all with Z up.
    pub fn of(soup: &Soup) -> Self {
        // A slope of 45° in the plane of an axis: the normal is as far from the axis as from the plane.
        let is_level = |normal: Vec3, along: f32| along.abs() * std::f32::consts::SQRT_2 >= normal.length();
        let normals = || soup.polygons().filter_map(|(corners, _)| normal(soup, corners));
        let is_upright = !normals().any(|normal| is_level(normal, normal.y));
        if is_upright && normals().any(|normal| is_level(normal, normal.z)) { Self::Z } else { Self::Y }
    }
}

/// The normal of a triangle by its first three corners; `None` without area or with a corner that is no number.
fn normal(soup: &Soup, corners: &[u32]) -> Option<Vec3> {
    let [a, b, c] = *corners.first_chunk::<3>()?;
    let [a, b, c] = [a, b, c].map(|corner| soup.positions.get(corner as usize).copied());
    let (a, b, c) = (a?, b?, c?);
    let normal = (b - a).cross(c - a);
    (normal.is_finite() && normal != Vec3::ZERO).then_some(normal)
}

/// Imports the items of these numbers; what is no number of an item is passed over. `Err` if it is too much.
pub fn import(
    scene: &GltfScene,
    chosen: &[usize],
    placement: &Placement,
    options: &WeldOptions,
) -> Result<Imported, GltfError> {
    let Picked { mut soup, areas, mut notes } = scene.soup(chosen)?;
    let up = placement.up.unwrap_or_else(|| UpAxis::of(&soup));
    for position in &mut soup.positions {
        *position = up.turned(*position) * placement.scale;
    }
    if placement.up.is_none() && up == UpAxis::Z {
        notes.push("All triangles are upright with Y up, so Z is used as the up axis.".into());
    }
    let (mesh, report) = weld(&soup, options);
    let document = Document { areas: areas.into(), ..Document::of_mesh(mesh) };
    Ok(Imported { document, report, notes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navmesh::AreaId;

    fn soup(triangles: &[[[f32; 3]; 3]]) -> Soup {
        let mut soup = Soup::default();
        for (first, triangle) in (0..).step_by(3).zip(triangles) {
            soup.positions.extend(triangle.map(Vec3::from));
            soup.push(&[first, first + 1, first + 2], AreaId(0));
        }
        soup
    }

    const FLAT: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];
    const UPRIGHT: [[f32; 3]; 3] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]];

    #[test]
    fn z_is_up_only_if_all_triangles_are_upright_with_y_up() {
        assert_eq!(UpAxis::of(&soup(&[UPRIGHT])), UpAxis::Z, "in the XY plane");
        assert_eq!(UpAxis::of(&soup(&[UPRIGHT, FLAT])), UpAxis::Y, "a wall and a floor");
        let side = [[0., 0., 0.], [0., 1., 0.], [0., 1., 1.]];
        assert_eq!(UpAxis::of(&soup(&[side])), UpAxis::Y, "upright with either axis up");
        let upside_down = [FLAT[0], FLAT[2], FLAT[1]];
        assert_eq!(UpAxis::of(&soup(&[upside_down])), UpAxis::Y, "a floor inside out is no wall");
        assert_eq!(UpAxis::of(&soup(&[])), UpAxis::Y, "nothing");
    }

    #[test]
    fn what_faces_up_in_a_file_faces_up_in_the_document() {
        let turned = UPRIGHT.map(|corner| UpAxis::Z.turned(Vec3::from(corner)));
        let [a, b, c] = turned;
        assert!((b - a).cross(c - a).y > 0.0, "{turned:?}");
    }
}
