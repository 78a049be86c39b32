//! The greys, the accent and the colours of the canvas.

use egui::Color32;

/// Colours that differ under any colour vision (Okabe and Ito, *Color Universal Design*, 2008).
pub(super) mod okabe_ito {
    use egui::Color32;

    pub(in super::super) const ORANGE: Color32 = Color32::from_rgb(230, 159, 0);
    pub(in super::super) const SKY: Color32 = Color32::from_rgb(86, 180, 233);
    pub(in super::super) const GREEN: Color32 = Color32::from_rgb(0, 158, 115);
    pub(in super::super) const YELLOW: Color32 = Color32::from_rgb(240, 228, 66);
    pub(in super::super) const BLUE: Color32 = Color32::from_rgb(0, 114, 178);
    pub(in super::super) const VERMILION: Color32 = Color32::from_rgb(213, 94, 0);
    pub(in super::super) const PURPLE: Color32 = Color32::from_rgb(204, 121, 167);
}

#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Palette {
    pub(in crate::app) panel: Color32,
    /// Background of bars and headers, distinct from a panel.
    pub(in crate::app) bar: Color32,
    /// Background of menus, tooltips and dialogs.
    pub(in crate::app) raised: Color32,
    /// Background of text fields and plots.
    pub(in crate::app) sunken: Color32,
    /// Fill of a control at rest.
    pub(in crate::app) control: Color32,
    pub(in crate::app) control_hovered: Color32,
    pub(in crate::app) control_active: Color32,
    pub(in crate::app) hairline: Color32,
    pub(in crate::app) text: Color32,
    pub(in crate::app) text_weak: Color32,
    pub(in crate::app) text_strong: Color32,
    /// Selected, enabled or current elements.
    pub(in crate::app) accent: Color32,
    /// Background of a selected element.
    pub(in crate::app) accent_fill: Color32,
    pub(in crate::app) success: Color32,
    pub(in crate::app) warning: Color32,
    pub(in crate::app) error: Color32,
    pub(in crate::app) canvas: Canvas,
}

/// The colours of the viewport that no role defines.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Canvas {
    pub(in crate::app) background: Color32,
    pub(in crate::app) grid_minor: Color32,
    pub(in crate::app) grid_major: Color32,
    /// Axis along X through the origin.
    pub(in crate::app) axis_x: Color32,
    /// Axis along Z through the origin.
    pub(in crate::app) axis_z: Color32,
    pub(in crate::app) inner_edge: Color32,
    pub(in crate::app) boundary_edge: Color32,
    pub(in crate::app) vertex: Color32,
    /// Colour mixed into selected cells.
    pub(in crate::app) selected: Color32,
    /// Level ground of level geometry; slopes are between it and the colour of walls.
    pub(in crate::app) level_ground: Color32,
    /// Upright faces of level geometry.
    pub(in crate::app) level_wall: Color32,
    /// Lines in which level geometry crosses the cut height.
    pub(in crate::app) level_section: Color32,
    /// Outline and background of marks and text, so that they are readable over anything.
    pub(in crate::app) casing: Color32,
}

const DARK: Palette = Palette {
    panel: Color32::from_rgb(30, 32, 36),
    bar: Color32::from_rgb(36, 39, 43),
    raised: Color32::from_rgb(42, 45, 50),
    sunken: Color32::from_rgb(21, 23, 26),
    control: Color32::from_rgb(51, 54, 60),
    control_hovered: Color32::from_rgb(63, 67, 74),
    control_active: Color32::from_rgb(76, 81, 89),
    hairline: Color32::from_rgb(54, 57, 63),
    text: Color32::from_rgb(208, 211, 216),
    text_weak: Color32::from_rgb(146, 151, 159),
    text_strong: Color32::from_rgb(242, 243, 245),
    accent: Color32::from_rgb(154, 143, 255),
    accent_fill: Color32::from_rgb(72, 64, 140),
    success: Color32::from_rgb(60, 200, 150),
    warning: Color32::from_rgb(236, 176, 60),
    error: Color32::from_rgb(240, 110, 80),
    canvas: Canvas {
        background: Color32::from_rgb(23, 25, 28),
        grid_minor: Color32::from_rgb(30, 32, 36),
        grid_major: Color32::from_rgb(40, 43, 48),
        axis_x: Color32::from_rgb(120, 66, 60),
        axis_z: Color32::from_rgb(58, 84, 128),
        inner_edge: Color32::from_rgb(168, 176, 186),
        boundary_edge: Color32::from_rgb(232, 235, 239),
        vertex: Color32::from_rgb(214, 218, 224),
        selected: Color32::from_rgb(154, 143, 255),
        level_ground: Color32::from_rgb(104, 106, 110),
        level_wall: Color32::from_rgb(40, 44, 52),
        level_section: Color32::from_rgb(246, 196, 92),
        casing: Color32::from_rgb(16, 17, 20),
    },
};

const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(244, 244, 245),
    bar: Color32::from_rgb(235, 236, 238),
    raised: Color32::from_gray(252),
    sunken: Color32::from_gray(255),
    control: Color32::from_rgb(224, 225, 228),
    control_hovered: Color32::from_rgb(212, 214, 218),
    control_active: Color32::from_rgb(196, 199, 205),
    hairline: Color32::from_rgb(209, 211, 215),
    text: Color32::from_rgb(46, 49, 54),
    text_weak: Color32::from_rgb(101, 106, 114),
    text_strong: Color32::from_rgb(16, 18, 21),
    accent: Color32::from_rgb(88, 72, 206),
    accent_fill: Color32::from_rgb(211, 206, 250),
    success: Color32::from_rgb(0, 122, 88),
    warning: Color32::from_rgb(140, 86, 0),
    error: Color32::from_rgb(182, 50, 16),
    canvas: Canvas {
        background: Color32::from_rgb(250, 250, 250),
        grid_minor: Color32::from_rgb(240, 240, 241),
        grid_major: Color32::from_rgb(224, 225, 228),
        axis_x: Color32::from_rgb(224, 164, 156),
        axis_z: Color32::from_rgb(150, 180, 224),
        inner_edge: Color32::from_rgb(92, 99, 108),
        boundary_edge: Color32::from_rgb(28, 31, 36),
        vertex: Color32::from_rgb(48, 52, 58),
        selected: Color32::from_rgb(104, 88, 226),
        level_ground: Color32::from_rgb(214, 210, 202),
        level_wall: Color32::from_rgb(122, 118, 112),
        level_section: Color32::from_rgb(150, 70, 0),
        casing: Color32::from_gray(255),
    },
};

/// Returns the colours of the dark or the light theme.
pub(in crate::app) fn palette(is_dark: bool) -> &'static Palette {
    if is_dark { &DARK } else { &LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast ratio of WCAG 2.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let luminance = |color: Color32| {
            let [red, green, blue] = [color.r(), color.g(), color.b()].map(|channel| {
                let c = f32::from(channel) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_every_ground() {
        for palette in [palette(true), palette(false)] {
            for ground in [palette.panel, palette.bar, palette.raised, palette.sunken] {
                for text in [palette.text, palette.text_weak, palette.accent, palette.warning, palette.error]
                {
                    let ratio = contrast(text, ground);
                    assert!(ratio >= 4.5, "{text:?} on {ground:?} has contrast {ratio}");
                }
            }
        }
    }
}
