//! The look of edges and vertices of the mesh by their style.

use super::color::Color;
use super::palette::palette;
use crate::editor::session::selection::Mode;
use crate::editor::view::scene::style::MeshStyle;

/// Look of a line or a dot: its colour, its size, and how it fades out when it is small on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshLook {
    /// Colour.
    pub color: Color,
    /// Width of a line or diameter of a dot, in points.
    pub width: f32,
    /// Start and end of the fade, in points; zeros if the element is always opaque.
    ///
    /// The fade depends on the length of a line, or on the distance of a dot to its neighbour. Below the start, the
    /// element is invisible or has the minimum opacity.
    pub fade: [f32; 2],
    /// Minimum opacity.
    pub least: f32,
}

/// Line length below which a line is invisible, and from which it is opaque, in points.
///
/// Shorter lines would only smear. [`LEAST_ROOM`] has these limits for the distance of a dot to its neighbour.
pub const LEAST_LINE: [f32; 2] = [3.0, 8.0];

/// Distance of a dot to its neighbour below which it is invisible, and from which it is opaque.
///
/// Both are in points.
pub const LEAST_ROOM: [f32; 2] = [12.0, 24.0];

/// Boundary length from which an edge is opaque, in points, and minimum opacity of shorter ones.
///
/// From far away, many boundary edges share a pixel. At full opacity they would cover the cells.
const FULL_BOUNDARY: [f32; 2] = [8.0, 0.03];

/// Returns the look of an edge or a vertex while clicks take elements of a kind.
pub fn mesh_look(style: MeshStyle, mode: Mode, is_dark: bool) -> MeshLook {
    let palette = palette(is_dark);
    let canvas = &palette.canvas;
    let (dot, edge) = match mode {
        Mode::Vertex => (6.0, 1.0),
        Mode::Edge => (3.5, 1.4),
        Mode::Cell => (3.5, 1.0),
    };
    let always = [0.0; 2];
    let look = |color, width, fade| MeshLook { color, width, fade, least: 0.0 };
    match style {
        MeshStyle::Hidden => MeshLook::default(),
        MeshStyle::Inner => look(canvas.inner_edge.faded(0.55), edge, LEAST_LINE),
        MeshStyle::Boundary => {
            MeshLook { least: FULL_BOUNDARY[1], ..look(canvas.boundary_edge, 2.0, [0.0, FULL_BOUNDARY[0]]) }
        }
        MeshStyle::Tangled => look(palette.error, 3.0, always),
        MeshStyle::SelectedEdge => look(canvas.selected, 3.5, always),
        MeshStyle::SelectedCell => look(canvas.selected, 2.0, always),
        MeshStyle::SelectedInner => look(canvas.selected, 2.0, LEAST_LINE),
        MeshStyle::Vertex => look(canvas.vertex, dot, LEAST_ROOM),
        MeshStyle::LoudVertex => look(canvas.vertex, 6.0, always),
        MeshStyle::SelectedVertex => look(canvas.selected, 9.0, always),
    }
}

impl MeshLook {
    /// Returns the opacity of a line of a length, or of a dot with a neighbour at a distance, in points.
    pub fn opacity(&self, points: f32) -> f32 {
        let [gone, full] = self.fade;
        if full == 0.0 {
            return 1.0;
        }
        let share = ((points - gone) / (full - gone)).clamp(0.0, 1.0);
        // The shorter the lines, the more of them share a pixel. Lines with a minimum opacity therefore fade faster.
        if self.least > 0.0 { (share * share).max(self.least) } else { share }
    }
}
