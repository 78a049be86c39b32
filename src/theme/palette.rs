//! The greys, the accent and the colours of the canvas.

use super::color::Color;
use navsmith_core::simulation::events::IncidentKind;

/// Colours that differ under any colour vision (Okabe and Ito, *Color Universal Design*, 2008).
pub mod okabe_ito {
    use crate::theme::color::Color;

    /// Orange.
    pub const ORANGE: Color = Color::rgb(230, 159, 0);
    /// Sky blue.
    pub const SKY: Color = Color::rgb(86, 180, 233);
    /// Bluish green.
    pub const GREEN: Color = Color::rgb(0, 158, 115);
    /// Yellow.
    pub const YELLOW: Color = Color::rgb(240, 228, 66);
    /// Blue.
    pub const BLUE: Color = Color::rgb(0, 114, 178);
    /// Vermilion.
    pub const VERMILION: Color = Color::rgb(213, 94, 0);
    /// Reddish purple.
    pub const PURPLE: Color = Color::rgb(204, 121, 167);
}

/// The colours of the window and of pictures, as values of a type.
#[derive(Clone, Copy, Debug)]
pub struct Palette<C = Color> {
    /// Background of panels.
    pub panel: C,
    /// Background of bars and headers, distinct from a panel.
    pub bar: C,
    /// Background of menus, tooltips and dialogs.
    pub raised: C,
    /// Background of text fields and plots.
    pub sunken: C,
    /// Fill of a control at rest.
    pub control: C,
    /// Fill of a control under the pointer.
    pub control_hovered: C,
    /// Fill of a pressed control.
    pub control_active: C,
    /// Separator lines.
    pub hairline: C,
    /// Text.
    pub text: C,
    /// Secondary text.
    pub text_weak: C,
    /// Emphasised text.
    pub text_strong: C,
    /// Selected, enabled or current elements.
    pub accent: C,
    /// Background of a selected element.
    pub accent_fill: C,
    /// Successful results.
    pub success: C,
    /// Warnings.
    pub warning: C,
    /// Errors.
    pub error: C,
    /// Colours of the canvas.
    pub canvas: Canvas<C>,
}

/// The colours of the viewport that no role defines.
#[derive(Clone, Copy, Debug)]
pub struct Canvas<C = Color> {
    /// Background of the canvas.
    pub background: C,
    /// Minor grid lines.
    pub grid_minor: C,
    /// Major grid lines.
    pub grid_major: C,
    /// Axis along X through the origin.
    pub axis_x: C,
    /// Axis along Z through the origin.
    pub axis_z: C,
    /// X, Y and Z in the corner of the 3D view.
    pub axes: [C; 3],
    /// Edges between two cells.
    pub inner_edge: C,
    /// Edges of one cell.
    pub boundary_edge: C,
    /// Vertices.
    pub vertex: C,
    /// Colour mixed into selected cells.
    pub selected: C,
    /// Level ground of level geometry; slopes are between it and the colour of walls.
    pub level_ground: C,
    /// Upright faces of level geometry.
    pub level_wall: C,
    /// Lines in which level geometry crosses the cut height.
    pub level_section: C,
    /// Outline and background of marks and text, so that they are readable over anything.
    pub casing: C,
}

impl<C: Copy> Palette<C> {
    /// Converts every colour.
    pub fn map<D>(&self, of: impl Fn(C) -> D) -> Palette<D> {
        Palette {
            panel: of(self.panel),
            bar: of(self.bar),
            raised: of(self.raised),
            sunken: of(self.sunken),
            control: of(self.control),
            control_hovered: of(self.control_hovered),
            control_active: of(self.control_active),
            hairline: of(self.hairline),
            text: of(self.text),
            text_weak: of(self.text_weak),
            text_strong: of(self.text_strong),
            accent: of(self.accent),
            accent_fill: of(self.accent_fill),
            success: of(self.success),
            warning: of(self.warning),
            error: of(self.error),
            canvas: self.canvas.map(&of),
        }
    }
}

impl<C: Copy> Canvas<C> {
    fn map<D>(&self, of: impl Fn(C) -> D) -> Canvas<D> {
        Canvas {
            background: of(self.background),
            grid_minor: of(self.grid_minor),
            grid_major: of(self.grid_major),
            axis_x: of(self.axis_x),
            axis_z: of(self.axis_z),
            axes: self.axes.map(&of),
            inner_edge: of(self.inner_edge),
            boundary_edge: of(self.boundary_edge),
            vertex: of(self.vertex),
            selected: of(self.selected),
            level_ground: of(self.level_ground),
            level_wall: of(self.level_wall),
            level_section: of(self.level_section),
            casing: of(self.casing),
        }
    }
}

const DARK: Palette = Palette {
    panel: Color::rgb(30, 32, 36),
    bar: Color::rgb(36, 39, 43),
    raised: Color::rgb(42, 45, 50),
    sunken: Color::rgb(21, 23, 26),
    control: Color::rgb(51, 54, 60),
    control_hovered: Color::rgb(63, 67, 74),
    control_active: Color::rgb(76, 81, 89),
    hairline: Color::rgb(54, 57, 63),
    text: Color::rgb(208, 211, 216),
    text_weak: Color::rgb(146, 151, 159),
    text_strong: Color::rgb(242, 243, 245),
    accent: Color::rgb(154, 143, 255),
    accent_fill: Color::rgb(72, 64, 140),
    success: Color::rgb(60, 200, 150),
    warning: Color::rgb(236, 176, 60),
    error: Color::rgb(240, 110, 80),
    canvas: Canvas {
        background: Color::rgb(23, 25, 28),
        grid_minor: Color::rgb(30, 32, 36),
        grid_major: Color::rgb(40, 43, 48),
        axis_x: Color::rgb(120, 66, 60),
        axis_z: Color::rgb(58, 84, 128),
        axes: [Color::rgb(236, 96, 90), Color::rgb(126, 190, 78), Color::rgb(96, 150, 244)],
        inner_edge: Color::rgb(168, 176, 186),
        boundary_edge: Color::rgb(232, 235, 239),
        vertex: Color::rgb(214, 218, 224),
        selected: Color::rgb(154, 143, 255),
        level_ground: Color::rgb(104, 106, 110),
        level_wall: Color::rgb(40, 44, 52),
        level_section: Color::rgb(246, 196, 92),
        casing: Color::rgb(16, 17, 20),
    },
};

const LIGHT: Palette = Palette {
    panel: Color::rgb(244, 244, 245),
    bar: Color::rgb(235, 236, 238),
    raised: Color::gray(252),
    sunken: Color::gray(255),
    control: Color::rgb(224, 225, 228),
    control_hovered: Color::rgb(212, 214, 218),
    control_active: Color::rgb(196, 199, 205),
    hairline: Color::rgb(209, 211, 215),
    text: Color::rgb(46, 49, 54),
    text_weak: Color::rgb(101, 106, 114),
    text_strong: Color::rgb(16, 18, 21),
    accent: Color::rgb(88, 72, 206),
    accent_fill: Color::rgb(211, 206, 250),
    success: Color::rgb(0, 122, 88),
    warning: Color::rgb(140, 86, 0),
    error: Color::rgb(182, 50, 16),
    canvas: Canvas {
        background: Color::rgb(250, 250, 250),
        grid_minor: Color::rgb(240, 240, 241),
        grid_major: Color::rgb(224, 225, 228),
        axis_x: Color::rgb(224, 164, 156),
        axis_z: Color::rgb(150, 180, 224),
        axes: [Color::rgb(204, 56, 50), Color::rgb(70, 136, 28), Color::rgb(40, 96, 208)],
        inner_edge: Color::rgb(92, 99, 108),
        boundary_edge: Color::rgb(28, 31, 36),
        vertex: Color::rgb(48, 52, 58),
        selected: Color::rgb(104, 88, 226),
        level_ground: Color::rgb(214, 210, 202),
        level_wall: Color::rgb(122, 118, 112),
        level_section: Color::rgb(150, 70, 0),
        casing: Color::gray(255),
    },
};

/// Returns the colours of the dark or the light theme.
pub fn palette(is_dark: bool) -> &'static Palette {
    if is_dark { &DARK } else { &LIGHT }
}

/// Returns the colour of events of agents by their kind.
pub fn event(kind: IncidentKind, is_dark: bool) -> Color {
    use okabe_ito::{BLUE, ORANGE, PURPLE, SKY, YELLOW};
    let palette = palette(is_dark);
    let pick = |dark: Color, light: Color, shade| if is_dark { dark } else { light.mix(Color::BLACK, shade) };
    match kind {
        IncidentKind::Replanned => palette.accent,
        IncidentKind::NoPath => palette.text,
        IncidentKind::WaypointReached => pick(SKY, BLUE, 0.0),
        IncidentKind::Link => pick(BLUE, SKY, 0.2),
        IncidentKind::WallContact => pick(YELLOW, YELLOW, 0.6),
        IncidentKind::GaveWay => pick(ORANGE, ORANGE, 0.25),
        IncidentKind::Stuck => palette.error,
        IncidentKind::Climbing => pick(PURPLE, PURPLE, 0.25),
        IncidentKind::Arrived => palette.success,
    }
}
