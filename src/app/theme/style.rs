//! Sizes, and the egui style built from the palette.

use egui::epaint::Shadow;
use egui::style::{Selection, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Theme, Vec2, Visuals};

use super::convert::{WindowPalette, palette};
use crate::theme::size::{BODY_SIZE, CORNER, HAIRLINE, SMALL_SIZE, SPACE_M, SPACE_S};

/// Margin of dialogs, and space between sections, in points.
pub(in crate::app) const SPACE_XL: f32 = 16.0;
/// Height of a row, such as a button or a list entry, in points.
pub(in crate::app) const ROW: f32 = 24.0;
/// Font size of titles of dialogs and the start screen, in points.
pub(in crate::app) const HEADING_SIZE: f32 = 18.0;

/// Applies the style to both themes of egui.
pub fn apply(ctx: &egui::Context) {
    for theme in [Theme::Dark, Theme::Light] {
        ctx.style_mut_of(theme, |style| {
            let palette = palette(theme == Theme::Dark);
            style.visuals = visuals(theme, palette);
            style.text_styles = text_styles();
            space(&mut style.spacing);
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
            style.animation_time = 0.08;
            style.compact_menu_style = true;
        });
    }
}

fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    let sans = |size| FontId::new(size, FontFamily::Proportional);
    [
        (TextStyle::Small, sans(SMALL_SIZE)),
        (TextStyle::Body, sans(BODY_SIZE)),
        (TextStyle::Button, sans(BODY_SIZE)),
        (TextStyle::Heading, sans(HEADING_SIZE)),
        (TextStyle::Monospace, FontId::new(BODY_SIZE - 1.0, FontFamily::Monospace)),
    ]
    .into()
}

fn space(spacing: &mut egui::Spacing) {
    spacing.item_spacing = Vec2::new(SPACE_M, SPACE_S);
    spacing.button_padding = Vec2::new(SPACE_M, 3.0);
    spacing.interact_size = Vec2::new(ROW, ROW);
    spacing.window_margin = Margin::same(SPACE_XL as i8);
    spacing.menu_margin = Margin::same(SPACE_S as i8);
    spacing.indent = SPACE_XL;
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 9.0;
    spacing.icon_spacing = 6.0;
    spacing.slider_rail_height = 4.0;
    spacing.menu_spacing = 2.0;
    spacing.tooltip_width = 360.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
}

fn visuals(theme: Theme, palette: &WindowPalette) -> Visuals {
    let line = Stroke::new(HAIRLINE, palette.hairline);
    let corner = CornerRadius::same(CORNER);
    Visuals {
        widgets: widgets(palette),
        selection: Selection { bg_fill: palette.accent_fill, stroke: Stroke::new(1.0, palette.text_strong) },
        weak_text_color: Some(palette.text_weak),
        hyperlink_color: palette.accent,
        faint_bg_color: palette.bar,
        extreme_bg_color: palette.sunken,
        code_bg_color: palette.sunken,
        warn_fg_color: palette.warning,
        error_fg_color: palette.error,
        window_corner_radius: CornerRadius::same(CORNER * 2),
        window_shadow: shadow(24, theme),
        window_fill: palette.raised,
        window_stroke: line,
        menu_corner_radius: corner,
        panel_fill: palette.panel,
        popup_shadow: shadow(12, theme),
        slider_trailing_fill: true,
        indent_has_left_vline: false,
        handle_shape: egui::style::HandleShape::Circle,
        disabled_alpha: 0.45,
        ..theme.default_visuals()
    }
}

fn shadow(blur: u8, theme: Theme) -> Shadow {
    let alpha = if theme == Theme::Dark { 110 } else { 40 };
    Shadow { offset: [0, 4], blur, spread: 0, color: Color32::from_black_alpha(alpha) }
}

fn widgets(palette: &WindowPalette) -> Widgets {
    let widget = |fill, outline, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(HAIRLINE, outline),
        corner_radius: CornerRadius::same(CORNER),
        fg_stroke: Stroke::new(1.25, text),
        expansion: 0.0,
    };
    // Check boxes, slider knobs and rails appear on panels and on raised surfaces.
    let with_box = |visuals: WidgetVisuals| WidgetVisuals { bg_fill: palette.control_active, ..visuals };
    Widgets {
        noninteractive: widget(palette.panel, palette.hairline, palette.text),
        inactive: with_box(widget(palette.control, Color32::TRANSPARENT, palette.text)),
        hovered: with_box(widget(palette.control_hovered, Color32::TRANSPARENT, palette.text_strong)),
        active: widget(palette.control_active, palette.accent, palette.text_strong),
        open: widget(palette.control_hovered, palette.hairline, palette.text_strong),
    }
}
