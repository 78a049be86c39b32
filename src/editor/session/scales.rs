//! The heights that colours and contour lines show.

use std::sync::OnceLock;

use crate::editor::session::Session;
use crate::editor::view::camera::{Camera, round_step};
use navsmith_core::navmesh::{Changes, NavMesh, VertexId};

/// Minimum distance between two contour lines on a slope of 45°, in pixels.
const LEAST_CONTOUR_PIXELS: f64 = 8.0;

/// Minimum number of contour lines between the lowest and the highest vertex.
const LEAST_CONTOURS: f64 = 8.0;

/// Maximum number of contour lines; more would exceed the precision of interpolated f32 heights.
const MOST_CONTOURS: f64 = 2000.0;

/// Returns the lowest and the highest vertex or detail height, in metres; 0 and 0 without vertices.
pub fn height_range(session: &Session) -> [f32; 2] {
    *session.scales().heights.get_or_init(|| {
        let heights = session.mesh().vertices().map(|(_, position)| position.y);
        let details = session.mesh().details().flat_map(|(_, detail)| detail.points());
        let heights = heights.chain(details.map(|point| point.y));
        let range = heights.fold([f32::INFINITY, f32::NEG_INFINITY], widened);
        if range[0] <= range[1] { range } else { [0.0, 0.0] }
    })
}

/// Returns the number of cells of each area of the document.
pub fn area_counts(session: &Session) -> &[usize] {
    session.scales().areas.get_or_init(|| {
        let mut counts = vec![0; session.document().areas.len()];
        for (_, cell) in session.mesh().cells() {
            if let Some(count) = counts.get_mut(usize::from(cell.area().0)) {
                *count += 1;
            }
        }
        counts
    })
}

/// Returns the difference in height between two contour lines, in metres; `None` on level ground.
///
/// It is 1, 2 or 5 times a power of ten, and decreases as the camera zooms in.
pub fn contour_interval(session: &Session, camera: &Camera) -> Option<f32> {
    let [low, high] = height_range(session).map(f64::from);
    let range = high - low;
    let by_zoom = camera.meters_per_pixel * LEAST_CONTOUR_PIXELS;
    let interval = round_step(by_zoom.min(range / LEAST_CONTOURS).max(range / MOST_CONTOURS));
    (range > 0.0).then_some(interval as f32)
}

/// Describes the contour lines, for the legend.
pub(in crate::editor) fn contours_note(session: &Session, camera: &Camera) -> String {
    match contour_interval(session, camera) {
        Some(interval) => format!("A contour line every {interval} m."),
        None => "All vertices are at the same height.".into(),
    }
}

/// Returns the range of heights after a change; `None` if only a pass over all vertices finds it.
pub(super) fn heights_after(
    [low, high]: [f32; 2],
    old: &NavMesh,
    new: &NavMesh,
    changes: &Changes,
) -> Option<[f32; 2]> {
    let height = |mesh: &NavMesh, vertex: &VertexId| Some(mesh.vertex(*vertex)?.y);
    let mut were = changes.vertices.iter().filter_map(|vertex| height(old, vertex));
    // A vertex that moved may have been the only one at that extreme, and a cell may have lost its detail.
    if old.is_empty() || old.has_details() || new.has_details() || were.any(|y| y <= low || y >= high) {
        return None;
    }
    Some(changes.vertices.iter().filter_map(|vertex| height(new, vertex)).fold([low, high], widened))
}

fn widened([low, high]: [f32; 2], y: f32) -> [f32; 2] {
    [low.min(y), high.max(y)]
}

/// Data of the whole mesh that colours need, computed on first use after a change.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Scales {
    heights: OnceLock<[f32; 2]>,
    areas: OnceLock<Vec<usize>>,
}

impl Scales {
    /// Returns the scales after a change, as far as they follow from the changes.
    pub(in crate::editor) fn after(&mut self, old: &NavMesh, new: &NavMesh, changes: &Changes) -> Self {
        let heights = self.heights.take().and_then(|range| heights_after(range, old, new, changes));
        let mut areas = self.areas.take();
        if let Some(counts) = &mut areas {
            let area = |mesh: &NavMesh, cell| mesh.cell(cell).map(|cell| usize::from(cell.area().0));
            for &cell in &changes.cells {
                if let Some(count) = area(old, cell).and_then(|area| counts.get_mut(area)) {
                    *count -= 1;
                }
                if let Some(count) = area(new, cell).and_then(|area| counts.get_mut(area)) {
                    *count += 1;
                }
            }
        }
        Self {
            heights: heights.map(OnceLock::from).unwrap_or_default(),
            areas: areas.map(OnceLock::from).unwrap_or_default(),
        }
    }
}
