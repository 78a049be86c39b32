//! Settings of tools and view; not part of the document, so not undone.

use glam::Vec2;

use super::GridSize;
use crate::navmesh::AreaId;

/// What the colours of cells mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coloring {
    /// Each cell has its area's colour.
    #[default]
    Area,
    /// Low cells are dark, high ones light.
    Height,
    /// Each island has a colour and a pattern of its own.
    Island,
    /// From near the start, red, to far from it, blue.
    Distance,
    /// The same, by the true distance on the ground round corners, with lines of equal distance.
    TrueDistance,
}

impl Coloring {
    /// All of them, in the order in which they are gone through.
    pub const ALL: [Self; 5] = [Self::Area, Self::Height, Self::Island, Self::Distance, Self::TrueDistance];

    /// What menus call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Area => "Area",
            Self::Height => "Height",
            Self::Island => "Island",
            Self::Distance => "Distance from start",
            Self::TrueDistance => "True distance from start",
        }
    }

    /// The one after it, round and round.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&coloring| coloring == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// How small and how large the window's text and controls can be made.
pub const UI_SCALES: std::ops::RangeInclusive<f32> = 0.5..=3.0;

/// The largest distance that counts as a gap, in metres.
const MOST_WELD_DISTANCE: f32 = 10.0;

/// The lower right corner of the view, where the legend is by default.
pub const LEGEND_CORNER: Vec2 = Vec2::ONE;

/// Settings of tools and view.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What the colours of cells mean.
    pub coloring: Coloring,
    /// How far apart the lines of the grid are.
    pub grid: GridSize,
    /// Whether points snap to the grid; Ctrl inverts all snapping while held.
    pub snaps_to_grid: bool,
    /// Whether points snap to vertices, edges and edge midpoints.
    pub snaps_to_mesh: bool,
    /// Whether a vertex dropped on another becomes one with it.
    pub merges_on_drop: bool,
    /// Vertices and edges nearer than this, in metres, almost meet.
    pub weld_distance: f32,
    /// The area that new cells get and that the paint tool gives.
    pub area: AreaId,
    /// The height, in metres, of what is drawn where there is nothing to take a height from.
    pub draw_height: f32,
    /// Whether broken cells and gaps are marked.
    pub shows_issues: bool,
    /// Whether the cells that the path crosses are marked, and the line through their middles.
    pub shows_corridor: bool,
    /// Whether the portals of the path are drawn.
    pub shows_portals: bool,
    /// Whether cells and portals without which an island falls apart are marked.
    pub shows_chokes: bool,
    /// Whether every portal is drawn with how wide an agent may be there.
    pub shows_clearance: bool,
    /// Whether vertices and cells are labelled with their numbers, where there is room.
    pub shows_numbers: bool,
    /// Whether a save keeps the version that it replaces.
    pub keeps_previous: bool,
    /// Whether the legend is unfolded.
    pub shows_legend: bool,
    /// Position of the legend, as shares of the free width and height of the view.
    ///
    /// 0 is the left or top edge, 1 the other.
    pub legend_place: Vec2,
    /// Whether the window is dark.
    pub is_dark: bool,
    /// How large the window's text and controls are; 1 is as the system says. Within [`UI_SCALES`].
    pub ui_scale: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            coloring: Coloring::default(),
            grid: GridSize::default(),
            snaps_to_grid: true,
            snaps_to_mesh: true,
            merges_on_drop: true,
            weld_distance: 0.05,
            area: AreaId::default(),
            draw_height: 0.0,
            shows_issues: true,
            shows_corridor: true,
            shows_portals: true,
            shows_chokes: false,
            shows_clearance: false,
            shows_numbers: false,
            keeps_previous: true,
            shows_legend: true,
            legend_place: LEGEND_CORNER,
            is_dark: true,
            ui_scale: 1.0,
        }
    }
}

impl Options {
    /// The same, with numbers that are no use replaced by those of `old`.
    #[must_use]
    pub(super) fn made_sensible(mut self, old: &Self) -> Self {
        if !(0.0..=MOST_WELD_DISTANCE).contains(&self.weld_distance) {
            self.weld_distance = old.weld_distance;
        }
        self.grid = self.grid.made_sensible(old.grid);
        if !self.draw_height.is_finite() {
            self.draw_height = old.draw_height;
        }
        if !self.legend_place.is_finite() {
            self.legend_place = old.legend_place;
        }
        self.legend_place = self.legend_place.clamp(Vec2::ZERO, Vec2::ONE);
        if !self.ui_scale.is_finite() {
            self.ui_scale = old.ui_scale;
        }
        self.ui_scale = self.ui_scale.clamp(*UI_SCALES.start(), *UI_SCALES.end());
        self
    }
}
