//! Settings of tools and view; they are not part of the document, so undo does not affect them.

use glam::Vec2;

use crate::editor::view::grid::GridSize;
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::statistics::Measure;

/// Property that the colours of cells show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coloring {
    /// Colour of the cell's area.
    #[default]
    Area,
    /// Height: low cells are dark, high cells are light.
    Height,
    /// Island: each has its own colour and pattern.
    Island,
    /// Distance from the start: red is near, blue is far.
    Distance,
    /// True distance from the start on the ground around corners, with isolines.
    TrueDistance,
    /// Value of a measure, from dark, small, to light, large.
    Measure(Measure),
}

impl Coloring {
    /// All values.
    pub const ALL: [Self; 12] = [
        Self::Area,
        Self::Height,
        Self::Island,
        Self::Distance,
        Self::TrueDistance,
        Self::Measure(Measure::Angle),
        Self::Measure(Measure::EdgeLength),
        Self::Measure(Measure::CellArea),
        Self::Measure(Measure::Corners),
        Self::Measure(Measure::PortalWidth),
        Self::Measure(Measure::Slope),
        Self::Measure(Measure::CellHeight),
    ];

    /// Number of the first values, through which [`Self::next`] cycles.
    const CYCLE: usize = 5;

    /// Returns the name in arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Height => "height",
            Self::Island => "island",
            Self::Distance => "distance",
            Self::TrueDistance => "true-distance",
            Self::Measure(measure) => measure.name(),
        }
    }

    /// Returns the title in menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Area => "Area",
            Self::Height => "Height",
            Self::Island => "Island",
            Self::Distance => "Distance from start",
            Self::TrueDistance => "True distance from start",
            Self::Measure(Measure::Angle) => "Smallest angle",
            Self::Measure(Measure::EdgeLength) => "Shortest edge",
            Self::Measure(Measure::PortalWidth) => "Narrowest portal",
            Self::Measure(measure) => measure.title(),
        }
    }

    /// Returns the next value that is no measure, and the first one after the last.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL[..Self::CYCLE].iter().position(|&coloring| coloring == self);
        Self::ALL[at.map_or(0, |at| (at + 1) % Self::CYCLE)]
    }
}

/// Property that the colours of levels show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LevelShading {
    /// Slope: level ground is light, and walls are dark.
    #[default]
    Slope,
    /// Height, from dark, low, to light, high.
    Height,
}

impl LevelShading {
    /// All kinds of shading.
    pub const ALL: [Self; 2] = [Self::Slope, Self::Height];

    /// Returns the title in menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Slope => "Slope",
            Self::Height => "Height",
        }
    }
}

/// Range of [`Options::ui_scale`].
pub const UI_SCALES: std::ops::RangeInclusive<f32> = 0.5..=3.0;

/// Maximum of [`Options::weld_distance`], in metres.
const MOST_WELD_DISTANCE: f32 = 10.0;

/// Lower right corner of the view, the default position of the legend.
pub const LEGEND_CORNER: Vec2 = Vec2::ONE;

/// Settings of tools and view.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Property that the colours of cells show.
    pub coloring: Coloring,
    /// Distance between grid lines.
    pub grid: GridSize,
    /// Whether points snap to the grid; Ctrl inverts all snapping while held.
    pub snaps_to_grid: bool,
    /// Whether points snap to vertices, edges and edge midpoints.
    pub snaps_to_mesh: bool,
    /// Whether points snap to corners and edges of levels, and to their section.
    pub snaps_to_level: bool,
    /// Whether moved vertices take their heights from the level.
    pub follows_level: bool,
    /// Height in metres above which levels are hidden; `None` shows all.
    pub cut_height: Option<f32>,
    /// Height of the present or the last cut, in metres, at which the next one begins.
    pub last_cut: Option<f32>,
    /// Property that the colours of levels show.
    pub level_shading: LevelShading,
    /// Whether a vertex dropped on another one merges with it.
    pub merges_on_drop: bool,
    /// Whether drawn cells, rectangles and holes are kept as outlines.
    pub keeps_outlines: bool,
    /// Distance, in metres, below which vertices and edges count as almost meeting.
    pub weld_distance: f32,
    /// Area that new cells get and that the paint tool assigns.
    pub area: AreaId,
    /// Height, in metres, of drawn points where the mesh has no height.
    pub draw_height: f32,
    /// Whether broken cells and gaps are marked.
    pub shows_issues: bool,
    /// Whether the cells of the path and the line through their middles are drawn.
    pub shows_corridor: bool,
    /// Whether the portals of the path are drawn.
    pub shows_portals: bool,
    /// Whether chokepoints are marked.
    pub shows_chokepoints: bool,
    /// Whether every portal is drawn with its clear width.
    pub shows_clearance: bool,
    /// Whether the Walk tool moves two more agents by older methods.
    pub compares_walks: bool,
    /// Whether vertices and cells are labelled with their numbers, where space permits.
    pub shows_numbers: bool,
    /// Whether a save keeps the version that it replaces.
    pub keeps_previous: bool,
    /// Whether a file that another program changed is reloaded without a question, if nothing is lost.
    pub reloads_changed: bool,
    /// Whether a generated mesh is generated again when a file of its level changes.
    pub regenerates_changed: bool,
    /// Whether the legend is unfolded.
    pub shows_legend: bool,
    /// Position of the legend, as shares of the free width and height of the view.
    ///
    /// 0 is the left or top edge, 1 is the right or bottom edge.
    pub legend_place: Vec2,
    /// Whether the window uses the dark theme.
    pub is_dark: bool,
    /// Scale of the window's text and controls; 1 is the scale of the system. Within [`UI_SCALES`].
    pub ui_scale: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            coloring: Coloring::default(),
            grid: GridSize::default(),
            snaps_to_grid: true,
            snaps_to_mesh: true,
            snaps_to_level: true,
            follows_level: false,
            cut_height: None,
            last_cut: None,
            level_shading: LevelShading::default(),
            merges_on_drop: true,
            keeps_outlines: false,
            weld_distance: 0.05,
            area: AreaId::default(),
            draw_height: 0.0,
            shows_issues: true,
            shows_corridor: true,
            shows_portals: true,
            shows_chokepoints: false,
            shows_clearance: false,
            compares_walks: false,
            shows_numbers: false,
            keeps_previous: true,
            reloads_changed: false,
            regenerates_changed: false,
            shows_legend: true,
            legend_place: LEGEND_CORNER,
            is_dark: true,
            ui_scale: 1.0,
        }
    }
}

impl Options {
    /// Returns the settings with invalid numbers replaced by those of `old` and others clamped.
    #[must_use]
    pub(in crate::editor) fn made_sensible(mut self, old: &Self) -> Self {
        if !(0.0..=MOST_WELD_DISTANCE).contains(&self.weld_distance) {
            self.weld_distance = old.weld_distance;
        }
        self.grid = self.grid.made_sensible(old.grid);
        if self.cut_height.is_some_and(|height| !height.is_finite()) {
            self.cut_height = old.cut_height;
        }
        self.last_cut = self.cut_height.or(old.last_cut);
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
