//! The window's icon, painted by code: three cells and a path across them.

use egui::{Color32, IconData, Pos2, Vec2};

use super::palette::okabe_ito;

const SIDE: usize = 64;

/// Returns the icon, 64 by 64 pixels.
pub(in crate::app) fn window_icon() -> IconData {
    let pixels = (0..SIDE * SIDE).flat_map(|i| {
        let at = Pos2::new((i % SIDE) as f32 + 0.5, (i / SIDE) as f32 + 0.5);
        color_at(at).to_srgba_unmultiplied()
    });
    IconData { rgba: pixels.collect(), width: SIDE as u32, height: SIDE as u32 }
}

fn color_at(at: Pos2) -> Color32 {
    let outline = [[6.0, 20.0], [34.0, 5.0], [58.0, 24.0], [54.0, 56.0], [14.0, 58.0]].map(Pos2::from);
    let path = [[15.0, 26.0], [34.0, 36.0], [46.0, 50.0]].map(Pos2::from);
    let inner = [[[6.0, 20.0], [34.0, 36.0]], [[34.0, 36.0], [58.0, 24.0]], [[34.0, 36.0], [14.0, 58.0]]];
    let near =
        |points: &[Pos2], width: f32| points.windows(2).any(|pair| distance(at, pair[0], pair[1]) < width);
    if near(&path, 3.2) || at.distance(path[0]) < 6.0 || at.distance(path[2]) < 6.0 {
        okabe_ito::YELLOW
    } else if near(&outline, 2.2) || near(&[outline[4], outline[0]], 2.2) {
        Color32::from_gray(235)
    } else if !is_inside(&outline, at) {
        Color32::TRANSPARENT
    } else if inner.iter().any(|side| near(&side.map(Pos2::from), 1.2)) {
        Color32::from_gray(170)
    } else {
        Color32::from_rgb(72, 64, 140)
    }
}

fn distance(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let along = to - from;
    let t = ((at - from).dot(along) / along.length_sq()).clamp(0.0, 1.0);
    at.distance(from + along * t)
}

fn is_inside(ring: &[Pos2; 5], at: Pos2) -> bool {
    let side = |i: usize| {
        let (along, there): (Vec2, Vec2) = (ring[(i + 1) % 5] - ring[i], at - ring[i]);
        along.x * there.y - along.y * there.x >= 0.0
    };
    (0..5).all(side)
}
