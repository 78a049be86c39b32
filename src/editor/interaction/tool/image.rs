//! Placing an image by two of its points: a click on each point, and one on its true place.

use glam::Vec2;

use super::gesture::{self, Gesture, Started};
use super::typed::Typed;
use super::{Cursor, ToolView, hint, idle, snap_hint};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Snap};
use crate::editor::levels::{files, images};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_formats::document::ImagePlacement;

/// Image being placed.
#[derive(Debug)]
pub(super) struct ImagePlacing {
    level: usize,
    old: ImagePlacement,
    /// Points of the image with their true places.
    pairs: Vec<(Vec2, Vec2)>,
    /// Point of the image whose true place comes next; `None` before the second point.
    pixel: Option<Vec2>,
    /// Position of the pointer, snapped where it is a true place.
    at: Vec2,
    snap: Option<Snap>,
    typed: Typed,
}

pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    gesture::between_points(editor, input, |editor, pointer| {
        let Some((level, old)) = images::image_at(editor, pointer.ground) else {
            editor
                .warn("There is no image here that can be placed. Add one, or unlock it in the Level panel.");
            return None;
        };
        let (pixel, at) = (Some(old.pixel_of(pointer.ground)), pointer.ground);
        Some(ImagePlacing { level, old, pairs: Vec::new(), pixel, at, snap: None, typed: Typed::default() })
    })
}

pub(super) fn look(_: &State) -> ToolView {
    idle([
        hint("Click", "choose a point of the image"),
        hint("Left drag", "move that point to its true place"),
    ])
}

impl ImagePlacing {
    /// Returns the true place under the pointer, or the typed one.
    fn target(&self) -> Vec2 {
        match self.typed.numbers() {
            [Some(x), Some(z)] => Vec2::new(x, z),
            _ => self.at,
        }
    }

    /// Handles the true place of a point; returns whether more points are needed.
    fn put(&mut self, editor: &mut Editor, pixel: Vec2) -> bool {
        let target = self.target();
        if self.pairs.iter().any(|&(_, place)| place == target) {
            editor.warn("Both points would be in one place. Choose another place.");
            return true;
        }
        self.pairs.push((pixel, target));
        (self.pixel, self.typed) = (None, Typed::default());
        let [one, other] = *self.pairs.as_slice() else { return true };
        let image = ImagePlacement { pixels: [one.0, other.0], ground: [one.1, other.1] };
        if !image.is_valid() {
            editor.warn("The image was not placed: its points are too near each other. Choose others.");
            return false;
        }
        files::edit_level(editor, "Place image", self.level, |level| level.image = Some(image));
        let placed = images::shown(editor).find(|shown| shown.index == self.level);
        if let Some(bounds) = placed.map(|shown| images::bounds(&shown.placement, shown.image.size)) {
            editor.state.frame(&bounds);
        }
        false
    }
}

impl Gesture for ImagePlacing {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.snap = self.pixel.is_some().then(|| snap::snap(editor, pointer));
        self.at = self.snap.map_or(pointer.ground, |snap| ground(snap.at));
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        if let Some(pixel) = self.pixel {
            return self.put(editor, pixel);
        }
        let pixel = self.old.pixel_of(self.at);
        if self.pairs.iter().any(|&(other, _)| other == pixel) {
            editor.warn("This is the first point. Choose another point of the image.");
        } else {
            self.pixel = Some(pixel);
        }
        true
    }

    fn accept(&mut self, editor: &mut Editor) -> bool {
        if self.pixel.is_some() && self.typed.numbers().contains(&None) {
            editor.warn("Type X and Z with a comma between them, such as 3,-2, or click the place.");
            return true;
        }
        self.complete(editor)
    }

    /// Continues: the first of the two clicks placed a point.
    fn double_click(&mut self, _: &mut Editor, _: Pointer) -> bool {
        true
    }

    fn type_in(&mut self, _: &mut Editor, typed: char) {
        if self.pixel.is_some() {
            self.typed.push(typed);
        }
    }

    fn erase(&mut self, _: &mut Editor) -> bool {
        self.typed.erase();
        true
    }

    fn look(&self, state: &State) -> ToolView {
        let number = self.pairs.len() + usize::from(self.pixel.is_none());
        let cancel = hint("Right click/Esc", "cancel");
        let hints = if self.pixel.is_some() {
            let place = hint("Click", format!("the true place of point {}", number + 1));
            vec![place, hint("0-9 , Enter", "type its X and Z"), snap_hint(state), cancel]
        } else {
            vec![hint("Click", "choose the second point of the image"), cancel]
        };
        let place = self.target();
        let typed = self.typed.text();
        let readout = if typed.is_empty() {
            format!("x {:.2}  z {:.2}", place.x, place.y)
        } else {
            format!("x {:.2}  z {:.2}  |  typed: {typed}", place.x, place.y)
        };
        let snap = self.snap.filter(|_| typed.is_empty());
        ToolView { hints, readout, cursor: Cursor::Crosshair, snap }
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        let height = state.options().draw_height;
        let mut pair = |pixel: Vec2, place: Vec2| {
            let ends = [self.old.ground_of(pixel), place].map(|at| at_height(at, height));
            scene.line(Role::Draft, ends[0], ends[1]);
            scene.point(Role::Draft, ends[1]);
        };
        for &(pixel, place) in &self.pairs {
            pair(pixel, place);
        }
        if let Some(pixel) = self.pixel {
            pair(pixel, self.target());
        }
    }
}
