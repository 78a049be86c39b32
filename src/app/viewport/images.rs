//! Images below the mesh, as textures.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use egui::epaint::Vertex;
use egui::{ColorImage, Mesh, Painter, Pos2, TextureHandle, TextureOptions};

use super::ShownView;
use crate::app::theme;
use crate::editor::State;
use crate::editor::levels::images::{self, ShownImage};
use navsmith_formats::io::images::LevelImage;

/// Textures of the images that are shown, by path.
#[derive(Default)]
pub(super) struct ImageLayer {
    textures: BTreeMap<String, (Arc<LevelImage>, TextureHandle)>,
}

impl fmt::Debug for ImageLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.textures.keys()).finish()
    }
}

impl ImageLayer {
    /// Paints the images; drops the textures of those that are not shown any more.
    pub(super) fn paint(&mut self, painter: &Painter, state: &State, view: &ShownView) {
        let mut kept = BTreeMap::new();
        for shown in images::shown(state) {
            let path = shown.reference.file.clone();
            let known = self.textures.remove(&path).filter(|(image, _)| Arc::ptr_eq(image, shown.image));
            let Some(texture) = known.or_else(|| load(painter.ctx(), &shown)) else { continue };
            painter.add(quad(&shown, &texture.1, view));
            kept.insert(path, texture);
        }
        self.textures = kept;
    }
}

/// Creates the texture of an image; `None` if it is too large for the graphics device.
fn load(ctx: &egui::Context, shown: &ShownImage<'_>) -> Option<(Arc<LevelImage>, TextureHandle)> {
    let size = shown.image.kept.map(|pixels| pixels as usize);
    if size.iter().max() > Some(&ctx.input(|input| input.max_texture_side)) {
        return None;
    }
    let pixels = ColorImage::from_rgba_unmultiplied(size, &shown.image.pixels);
    let texture = ctx.load_texture(shown.reference.name(), pixels, TextureOptions::LINEAR);
    Some((Arc::clone(shown.image), texture))
}

fn quad(shown: &ShownImage<'_>, texture: &TextureHandle, view: &ShownView) -> Mesh {
    let color = theme::image_tint(f32::from(shown.reference.opacity) / 100.0);
    let mut mesh = Mesh::with_texture(texture.id());
    let places = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    for (corner, [u, v]) in shown.corners().into_iter().zip(places) {
        mesh.vertices.push(Vertex { pos: view.window_from_ground(corner), uv: Pos2::new(u, v), color });
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    mesh
}
