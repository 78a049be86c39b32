//! Conversion of the chosen items of a level into a document.

use glam::Vec3;

use super::scene::{ImportScene, Picked, TooMuch};
use crate::document::Document;
use crate::level::UpAxis;
use crate::navmesh::{Soup, WeldOptions, WeldReport, weld};

/// An import, ready to edit as an unsaved document.
#[derive(Debug)]
pub struct Imported {
    /// Document with the cells of the chosen items, and an area per material if there are several.
    pub document: Document,
    /// Counts of welded vertices and omitted triangles.
    pub report: WeldReport,
    /// Other irregularities, in sentences.
    pub notes: Vec<String>,
    /// Up axis of the file, given or detected.
    pub up: UpAxis,
}

/// Default weld distance in metres.
///
/// Exporters write copies of a vertex at most some hundredths of a millimetre apart.
const WELD_DISTANCE: f32 = 0.001;

/// Default maximum slope of Detour and Unity, in degrees.
const MAX_SLOPE: f32 = 45.0;

/// Default choice and settings of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDefaults {
    /// Indices of the chosen items.
    pub chosen: Vec<usize>,
    /// Weld distance and maximum slope.
    pub weld: WeldOptions,
}

impl ImportDefaults {
    /// Returns the defaults for a scene; names determine the chosen items.
    pub fn of(scene: &ImportScene) -> Self {
        Self::of_items(scene, scene.preselected())
    }

    /// Returns the defaults for these items of a scene.
    ///
    /// A navigation mesh keeps all triangles, because all of them are walkable. Other items lose steep triangles.
    pub fn of_items(scene: &ImportScene, chosen: Vec<usize>) -> Self {
        let mut items = chosen.iter().filter_map(|&index| scene.items.get(index));
        let is_navmesh = items.any(|item| item.looks_like_navmesh);
        let max_slope = (!is_navmesh).then(|| MAX_SLOPE.to_radians());
        Self { chosen, weld: WeldOptions { distance: WELD_DISTANCE, max_slope } }
    }
}

/// Conversion from the coordinates of a file to those of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Up axis; `None` to detect it.
    pub up: Option<UpAxis>,
    /// Number of metres in a unit of the file; positive and finite.
    pub scale: f32,
}

impl Default for Placement {
    fn default() -> Self {
        Self { up: None, scale: 1.0 }
    }
}

/// Detects the up axis of a soup: Z if all its triangles are upright with Y up, and not all with Z up.
fn up_axis(soup: &Soup) -> UpAxis {
    // At a slope of 45°, the angle of the normal to the axis equals its angle to the ground.
    let is_level = |normal: Vec3, along: f32| along.abs() * std::f32::consts::SQRT_2 >= normal.length();
    let normals = || soup.polygons().filter_map(|(corners, _)| normal(soup, corners));
    let is_upright = !normals().any(|normal| is_level(normal, normal.y));
    if is_upright && normals().any(|normal| is_level(normal, normal.z)) { UpAxis::Z } else { UpAxis::Y }
}

/// Returns the normal of a polygon's first three corners.
///
/// Returns `None` if they have no area, or if a corner does not exist or is not finite.
fn normal(soup: &Soup, corners: &[u32]) -> Option<Vec3> {
    let [a, b, c] = *corners.first_chunk::<3>()?;
    let [a, b, c] = [a, b, c].map(|corner| soup.positions.get(corner as usize).copied());
    let (a, b, c) = (a?, b?, c?);
    let normal = (b - a).cross(c - a);
    (normal.is_finite() && normal != Vec3::ZERO).then_some(normal)
}

/// Imports the items with these indices; ignores invalid indices.
///
/// `Err` if the import exceeds its budget.
pub fn import(
    scene: &ImportScene,
    chosen: &[usize],
    placement: &Placement,
    options: &WeldOptions,
) -> Result<Imported, TooMuch> {
    let Picked { mut soup, areas, mut notes } = scene.soup(chosen)?;
    let up = placement.up.unwrap_or_else(|| up_axis(&soup));
    for position in &mut soup.positions {
        *position = up.turned(*position) * placement.scale;
    }
    if placement.up.is_none() && up == UpAxis::Z {
        notes.push("All triangles are upright with Y up, so Z is used as the up axis.".into());
    }
    let (mesh, report) = weld(&soup, options);
    let document = Document { areas: areas.into(), ..Document::of_mesh(mesh) };
    Ok(Imported { document, report, notes, up })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];
    const UPRIGHT: [[f32; 3]; 3] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]];

    #[test]
    fn z_is_up_only_if_all_triangles_are_upright_with_y_up() {
        assert_eq!(up_axis(&Soup::of(&[UPRIGHT])), UpAxis::Z, "in the XY plane");
        assert_eq!(up_axis(&Soup::of(&[UPRIGHT, FLAT])), UpAxis::Y, "a wall and a floor");
        let side = [[0., 0., 0.], [0., 1., 0.], [0., 1., 1.]];
        assert_eq!(up_axis(&Soup::of(&[side])), UpAxis::Y, "upright with either axis up");
        let upside_down = [FLAT[0], FLAT[2], FLAT[1]];
        assert_eq!(up_axis(&Soup::of(&[upside_down])), UpAxis::Y, "a floor inside out is no wall");
        assert_eq!(up_axis(&Soup::of(&[])), UpAxis::Y, "nothing");
    }

    #[test]
    fn what_faces_up_in_a_file_faces_up_in_the_document() {
        let turned = UPRIGHT.map(|corner| UpAxis::Z.turned(Vec3::from(corner)));
        let [a, b, c] = turned;
        assert!((b - a).cross(c - a).y > 0.0, "{turned:?}");
    }
}
