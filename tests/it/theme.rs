//! Colours and dashes of the theme.

use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::scene::agents::{AgentMark, GROUP_COLORS};
use navsmith::editor::view::scene::style::MeshStyle;
use navsmith::editor::view::scene::{Role, Tint};
use navsmith::theme::color::Color;
use navsmith::theme::mesh::mesh_look;
use navsmith::theme::palette::{event, palette};
use navsmith::theme::role::role;
use navsmith::theme::tint::{
    DISTANCES, fill_color, hatch_of, height_color, height_stops, island_color, ramp, tint,
};
use navsmith_core::navmesh::{AreaId, IslandId};
use navsmith_core::simulation::events::IncidentKind;
use navsmith_formats::document::Document;

#[test]
fn colours_mix_and_fade() {
    let color = Color::rgb(200, 100, 0);
    assert_eq!(color.mix(Color::BLACK, 0.5), Color::rgb(100, 50, 0), "half way");
    assert_eq!(color.mix(Color::WHITE, 1.0), Color::WHITE, "the other end");
    assert_eq!(color.faded(0.2), Color { rgb: [200, 100, 0], alpha: 51 }, "a fifth of the opacity");
    assert_eq!(color.lit(2.0), Color::rgb(255, 200, 0), "no overflow");
}

#[test]
fn short_edges_fade_out_and_boundaries_stay() {
    let opacity = |style, points| mesh_look(style, Mode::Cell, true).opacity(points);
    let inner = [2.0, 5.5, 9.0].map(|points| opacity(MeshStyle::Inner, points));
    assert_eq!(inner, [0.0, 0.5, 1.0], "an edge between two cells");
    assert_eq!(opacity(MeshStyle::Boundary, 0.0), 0.03, "a short boundary");
    assert_eq!(opacity(MeshStyle::Boundary, 8.0), 1.0, "a long boundary");
    assert_eq!(opacity(MeshStyle::SelectedEdge, 0.0), 1.0, "a selected edge");
}

/// Returns the contrast ratio of WCAG 2.
fn contrast(a: Color, b: Color) -> f32 {
    let luminance = |color: Color| {
        let [red, green, blue] = color.rgb.map(|channel| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn kinds_of_events_differ_from_each_other_and_from_the_panel() {
    for is_dark in [true, false] {
        let colors = IncidentKind::ALL.map(|kind| (kind, event(kind, is_dark)));
        for (index, &(kind, color)) in colors.iter().enumerate() {
            let ratio = contrast(color, palette(is_dark).panel);
            assert!(ratio >= 3.0, "{kind:?} has contrast {ratio}");
            for &(other, beside) in &colors[..index] {
                let squares =
                    color.rgb.iter().zip(beside.rgb).map(|(&a, b)| f32::from(a.abs_diff(b)).powi(2));
                let distance = squares.sum::<f32>().sqrt();
                assert!(distance > 60.0, "{kind:?} and {other:?} are {distance} apart");
            }
        }
    }
}

#[test]
fn text_can_be_read_on_every_ground() {
    for palette in [palette(true), palette(false)] {
        for ground in [palette.panel, palette.bar, palette.raised, palette.sunken] {
            for text in [palette.text, palette.text_weak, palette.accent, palette.warning, palette.error] {
                let ratio = contrast(text, ground);
                assert!(ratio >= 4.5, "{text:?} on {ground:?} has contrast {ratio}");
            }
        }
    }
}

#[test]
fn clearance_and_midpoint_line_differ_in_colour_and_dashes() {
    for is_dark in [true, false] {
        let (clearance, line) = (role(Role::Clearance, is_dark), role(Role::NodePath, is_dark));
        assert_ne!(clearance.color, line.color, "in the view and in the legend");
        assert_ne!(clearance.dash, line.dash, "and without colours");
    }
}

/// Simulations of full protanopia, deuteranopia and tritanopia, after the identity.
///
/// (Machado, Oliveira and Fernandes, *A Physiologically-based Model for Simulation of Color Vision Deficiency*, 2009.)
const VISIONS: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// Returns a colour in CIELAB, as seen with a vision.
fn lab(color: Color, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = color.rgb.map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    let product = |row: &[f64; 3]| row.iter().zip(linear).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0);
    let [r, g, b] = [&vision[0], &vision[1], &vision[2]].map(product);
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn groups_differ_in_colour_under_any_colour_vision() {
    for is_dark in [true, false] {
        let color = |group: usize| role(Role::Agents(AgentMark::Body(group as u8)), is_dark).fill;
        for vision in &VISIONS {
            for one in 0..GROUP_COLORS {
                for other in 0..one {
                    let [a, b] = [one, other].map(|group| lab(color(group), vision));
                    let difference = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(difference > 14.0, "groups {other} and {one}: {difference} in {vision:?}");
                }
            }
        }
        assert_eq!(color(GROUP_COLORS), color(0), "the colours begin again");
    }
}

#[test]
fn left_and_right_differ_by_more_than_colour() {
    for is_dark in [true, false] {
        let (left, right) = (role(Role::PortalLeft, is_dark), role(Role::PortalRight, is_dark));
        assert_ne!(left.shape, right.shape, "the ends of a portal have shapes of their own");
        assert_ne!(left.color, right.color, "and colours");
        let (left, right) = (role(Role::LegLeft, is_dark), role(Role::LegRight, is_dark));
        assert_ne!(left.dash, right.dash, "one leg is dashed");
    }
}

#[test]
fn the_stops_of_heights_are_the_colours_of_the_scale() {
    for is_dark in [true, false] {
        let scale = [0.0, 0.25, 0.5, 0.75, 1.0].map(|t| height_color(t, is_dark));
        assert_eq!(height_stops(is_dark), scale, "from low to high");
    }
}

#[test]
fn agents_have_an_outline_that_is_visible_on_light_ground() {
    let ground = fill_color(tint(Tint::Area(AreaId(0)), &Document::default(), false));
    for group in 0..GROUP_COLORS {
        let look = role(Role::Agents(AgentMark::Body(group as u8)), false);
        let contrast = contrast(look.color, ground);
        assert!(contrast >= 3.0, "group {group}: {contrast}");
    }
}

#[test]
fn near_is_red_and_far_is_blue() {
    let (near, far) = (ramp(DISTANCES, 0.0), ramp(DISTANCES, 1.0));
    assert!(near.rgb[0] > near.rgb[2] && far.rgb[2] > far.rgb[0], "{near:?} to {far:?}");
    assert_eq!(ramp(DISTANCES, f32::NAN), far, "what is not a number counts as far");
}

#[test]
fn forty_islands_all_look_different() {
    let looks: std::collections::HashSet<_> =
        (0..40).map(|i| (island_color(IslandId(i)), hatch_of(IslandId(i)))).collect();
    assert_eq!(looks.len(), 40, "colour and hatch together");
}
