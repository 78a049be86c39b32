//! The viewport: grid, rulers, the mesh from GPU buffers, the marks of the scene, and the pointer.

pub mod pointer_state;
mod pointer;
pub mod shapes;
mod grid;
mod space_controls;
mod legend;
pub mod upload;
pub mod census;
pub mod visible;
pub mod layout;
mod pages;
mod uniforms;
pub mod dirty;
mod target;
mod level_upload;
mod level_gpu;
mod level_layer;
mod images;
mod gpu;
pub mod layer;
pub mod space_pointer;
mod space_grid;
mod space;

use egui::text::LayoutJob;
use egui::{Align, Event, FontId, Id, Pos2, Rect, Response, RichText, Sense, Ui, Vec2};

use crate::app::theme::{self, BODY_SIZE, CORNER, HAIRLINE, HEADING_SIZE, SPACE_XL};
use crate::editor::drawing::naming;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::thumbnail::Thumbnail;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::view::camera::Camera;
use crate::editor::view::orbit::OrbitCamera;
use crate::editor::view::scene::Scene;
use crate::editor::view::views::{ViewId, ViewInput};
use crate::editor::{Editor, State};
use crate::picture::ground::draw_scale_bar;
use crate::picture::marks;
use crate::picture::pen::Pen;
use crate::picture::shape::Stroke;
use crate::theme::{palette, tint};
use images::ImageLayer;
use layer::MeshLayer;
use level_layer::LevelLayer;
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_formats::document::count;
use pointer::PointerWatch;
use space::SpaceView;

pub(in crate::app) use gpu::install;
pub(in crate::app) use layer::Drawn;
pub(in crate::app) use legend::place_of_legend;
pub(in crate::app) use pointer::modifiers;
pub(in crate::app) use shapes::{paint, paint_hatch};

/// View of the scene that the canvas shows.
pub const VIEW: ViewId = ViewId::ABOVE;

/// The camera of a view and its rectangle in the window.
#[derive(Clone, Copy, Debug)]
pub struct ShownView {
    /// Camera from above; for the 3D view, the one with the same scale at the target.
    camera: Camera,
    /// Camera of the 3D view; `None` for the view from above.
    orbit: Option<OrbitCamera>,
    rect: Rect,
}

impl ShownView {
    /// Creates a view from above.
    pub fn above(camera: Camera, rect: Rect) -> Self {
        Self { camera, orbit: None, rect }
    }

    /// Creates the 3D view.
    pub fn in_space(orbit: OrbitCamera, rect: Rect) -> Self {
        Self { camera: orbit.camera_above(), orbit: Some(orbit), rect }
    }

    /// Returns the window position of a position; `None` behind the eye.
    fn window_from_world(&self, at: glam::Vec3) -> Option<Pos2> {
        match &self.orbit {
            None => Some(self.window_from_ground(ground(at))),
            Some(orbit) => {
                let screen = orbit.screen_from_world(at)?;
                Some(self.rect.min + Vec2::new(screen.x, screen.y))
            }
        }
    }

    /// Returns the window positions of start and target that are in the view.
    fn ends(&self, state: &State) -> Vec<Pos2> {
        let ends = [End::Start, End::Target].into_iter();
        let places = ends.filter_map(|end| match &self.orbit {
            None => state.endpoint(end).map(|end| self.window_from_ground(end.ground)),
            Some(_) => self.window_from_world(state.located(end)?.point),
        });
        places.filter(|&at| self.rect.contains(at)).collect()
    }

    /// Returns an empty drawing of the view.
    fn pen(&self, is_dark: bool) -> Pen {
        match self.orbit {
            None => Pen::new(self.camera, is_dark),
            Some(orbit) => Pen::in_space(orbit, is_dark),
        }
    }

    /// Number of the view among those that have GPU resources.
    fn index(&self) -> usize {
        usize::from(self.orbit.is_some())
    }

    /// Returns the window position of a ground position.
    fn window_from_ground(&self, ground: glam::Vec2) -> Pos2 {
        let screen = self.camera.screen_from_ground(ground);
        Pos2::new(self.rect.min.x + screen.x, self.rect.min.y + screen.y)
    }

    /// Returns a window position relative to the canvas's corner, as the camera uses it.
    fn screen_from_window(&self, at: Pos2) -> glam::Vec2 {
        glam::Vec2::new(at.x - self.rect.min.x, at.y - self.rect.min.y)
    }

    /// Returns the minimum and the maximum of the visible ground coordinates.
    fn visible(&self) -> [glam::DVec2; 2] {
        let half = self.camera.size.as_dvec2() * 0.5 * self.camera.meters_per_pixel;
        [self.camera.center - half, self.camera.center + half]
    }
}

/// The viewport and its state outside the editor: the GPU buffers and the pointer.
#[derive(Debug, Default)]
pub(in crate::app) struct Viewport {
    layer: MeshLayer,
    levels: LevelLayer,
    images: ImageLayer,
    pointer: PointerWatch,
    space: SpaceView,
    /// Whether a key was pressed since the pointer last moved, which hides the tooltip.
    hides_tooltip: bool,
    /// Number of the last frame that contained the view from above.
    last_above: u64,
}

impl Viewport {
    /// Returns the id of the widget that takes keys and the pointer.
    pub(in crate::app) fn id() -> Id {
        Id::unique("canvas")
    }

    /// Whether a widget is one of the views, in which no key works a control.
    pub(in crate::app) fn is_view(id: Id) -> bool {
        [Self::id(), SpaceView::id()].contains(&id)
    }

    /// Collects the pointer actions since the last frame.
    ///
    /// Call it before drawing the frame, so that the frame shows their effects.
    pub(in crate::app) fn inputs(&mut self, ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
        let [above, space] = [Self::id(), SpaceView::id()].map(|id| ctx.read_response(id));
        let is_over_space = space.as_ref().is_some_and(Response::contains_pointer);
        let (mut of_above, mut of_space) = (Vec::new(), Vec::new());
        if let Some(response) = above {
            self.pointer.inputs(&response, state, &mut of_above);
        }
        match space {
            Some(response) => self.space.pointer.inputs(&response, state, &mut of_space),
            // A hidden view neither drags nor flies.
            None => self.space.pointer.leave(&mut of_space),
        }
        // The pointer leaves a view before it enters the other one.
        let in_order = if is_over_space { [of_above, of_space] } else { [of_space, of_above] };
        inputs.extend(in_order.into_iter().flatten());
    }

    /// Whether keys fly through the 3D view, so that they run no commands.
    pub(in crate::app) fn is_flying(&self, ctx: &egui::Context) -> bool {
        self.space.pointer.is_flying(ctx)
    }

    /// Whether the space bar was held for panning, so that its release has no effect.
    pub(in crate::app) fn has_panned_with_space(&self) -> bool {
        self.pointer.has_panned_with_space
    }

    /// Whether a click of the secondary button opens a menu; `false` if it cancelled a gesture.
    pub(in crate::app) fn offers_menu(&self) -> bool {
        !self.pointer.has_cancelled && !self.space.pointer.has_cancelled
    }

    /// Draws the 3D view into the available space; returns the canvas for a context menu.
    pub(in crate::app) fn space_ui(
        &mut self,
        ui: &mut Ui,
        editor: &Editor,
        inputs: &mut Vec<Input>,
    ) -> Response {
        self.hides_tooltip = hides_tooltip(ui, self.hides_tooltip);
        let shows_legend = ui.ctx().cumulative_frame_nr() > self.last_above + 1;
        let layers = (&mut self.layer, &mut self.levels);
        self.space.ui(ui, editor, layers, (self.hides_tooltip, shows_legend), inputs)
    }

    pub(in crate::app) fn drawn(&self) -> Drawn {
        self.layer.drawn
    }

    /// Draws the viewport into the available space; returns the canvas for a context menu.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) -> Response {
        let is_dark = ui.visuals().dark_mode;
        self.last_above = ui.ctx().cumulative_frame_nr();
        let outer = ui.available_rect_before_wrap();
        let canvas = grid::without_rulers(outer);
        let response = ui.interact(canvas, Self::id(), Sense::click_and_drag());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Canvas, true, summary("View from above", editor))
        });
        let size = glam::Vec2::new(canvas.width(), canvas.height());
        let camera = editor.camera_of(VIEW);
        if size != camera.size && size.min_element() > 0.0 {
            inputs.push(Input::View(VIEW, ViewInput::Resize(size)));
            inputs.extend(shows_all(editor).then_some(Input::Run(Command::FrameAll)));
        }
        let view = ShownView::above(Camera { size, ..camera }, canvas);
        let palette = theme::palette(is_dark);
        let painter = ui.painter_at(canvas);
        painter.rect_filled(canvas, 0.0, palette.canvas.background);
        grid::paint(&painter, &view, editor.options().grid, &palette.canvas);
        self.images.paint(&painter, editor, &view);
        painter.extend(self.levels.paint(editor, &view, is_dark).map(egui::Shape::from));
        painter.add(self.layer.paint(editor, &view, is_dark));
        if self.layer.drawn.waiting > 0 || self.levels.is_waiting() {
            ui.ctx().request_repaint();
        }
        let scene = editor.scene(VIEW);
        let mut pen = view.pen(is_dark);
        marks::draw(&mut pen, editor, &scene);
        draw_scale_bar(&mut pen);
        paint(&painter, canvas.min, pen);
        legend::ui(ui, &view, editor, &scene, inputs);
        instructions_ui(ui, canvas, editor);
        grid::paint_rulers(&ui.painter_at(outer), outer, &view, editor.pointer(), palette);
        if response.has_focus() {
            let stroke = egui::Stroke::new(HAIRLINE, palette.accent.gamma_multiply(0.6));
            ui.painter().rect_stroke(canvas, 0.0, stroke, egui::StrokeKind::Inside);
        }
        ui.advance_cursor_after_rect(outer);
        let response = response.on_hover_cursor(pointer::icon(editor.cursor()));
        self.hides_tooltip = hides_tooltip(ui, self.hides_tooltip);
        if self.hides_tooltip { response } else { named(response, editor, &scene) }
    }
}

/// Returns the rectangle of the canvas in the last frame; `None` while it is not shown.
pub(in crate::app) fn canvas(ctx: &egui::Context) -> Option<Rect> {
    ctx.read_response(Viewport::id()).map(|response| response.rect)
}

/// Returns the window positions of start and target that lie in the canvas.
pub(in crate::app) fn ends_in(canvas: Rect, state: &State) -> Vec<Pos2> {
    ShownView::above(state.camera_of(VIEW), canvas).ends(state)
}

/// Paints a scene into a rectangle, as large as fits.
pub(in crate::app) fn paint_picture(ui: &Ui, rect: Rect, scene: &Scene) {
    const SCALE: f32 = 0.85;
    let is_dark = ui.visuals().dark_mode;
    let mut camera = Camera { size: glam::Vec2::new(rect.width(), rect.height()), ..Camera::default() };
    camera.frame(&scene.bounds());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CORNER, theme::palette(is_dark).canvas.background);
    let mut pen = Pen::new(camera, is_dark).scaled(SCALE);
    marks::draw_scene(&mut pen, scene);
    paint(&painter, rect.min, pen);
}

/// Paints a thumbnail into a rectangle: its cells, its boundary and its path.
pub(in crate::app) fn paint_thumbnail(ui: &Ui, rect: Rect, thumbnail: &Thumbnail) {
    const SCALE: f32 = 0.6;
    let is_dark = ui.visuals().dark_mode;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CORNER, theme::palette(is_dark).canvas.background);
    let camera = thumbnail.scene.camera;
    let size = Vec2::new(camera.size.x, camera.size.y);
    let mut pen = Pen::new(camera, is_dark).scaled(SCALE);
    pen.begin("mesh");
    for (ring, tint) in &thumbnail.cells {
        let ring: Vec<glam::Vec3> = ring.iter().map(|&at| at_height(at, 0.0)).collect();
        pen.fill_in_space(&ring, tint::fill_color(tint::tint(*tint, &thumbnail.document, is_dark)));
    }
    let stroke = Stroke::new(1.25, palette::palette(is_dark).canvas.boundary_edge);
    let boundary = thumbnail.boundary.iter().map(|ends| ends.map(|end| camera.screen_from_ground(end)));
    pen.segments(boundary.collect(), stroke);
    marks::draw_scene(&mut pen, &thumbnail.scene);
    paint(&painter, Rect::from_center_size(rect.center(), size).min, pen);
}

/// Returns whether a key was pressed since the pointer last moved.
fn hides_tooltip(ui: &Ui, was_hidden: bool) -> bool {
    ui.input(|input| {
        // Consumed key presses are no longer events, but their keys are down or are released now.
        let is_key = |event: &Event| matches!(event, Event::Key { .. });
        let is_key_used = !input.keys_down.is_empty() || input.events.iter().any(is_key);
        is_key_used || was_hidden && input.pointer.delta() == Vec2::ZERO
    })
}

/// Shows the name of the mark under the pointer in a tooltip.
fn named(response: Response, state: &State, scene: &Scene) -> Response {
    let Some((name, text)) = naming::hovered_mark(state, scene) else { return response };
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(name).strong());
        ui.label(text);
    })
}

/// Whether the view frames the whole mesh, which then stays framed after a resize.
fn shows_all(state: &State) -> bool {
    let camera = state.camera_of(VIEW);
    let mut framed = camera;
    framed.frame(&state.document().mesh.bounds());
    framed == camera && !state.document().mesh.is_empty()
}

fn summary(view: &str, session: &Session) -> String {
    let mesh = &session.document().mesh;
    let parts = [
        count(mesh.vertex_count(), "vertex", "vertices"),
        count(mesh.cell_count(), "cell", "cells"),
        count(session.derived().islands.len(), "island", "islands"),
    ];
    let selection = session.selection();
    let selected = [
        (selection.vertices().len(), "vertex", "vertices"),
        (selection.edges().len(), "edge", "edges"),
        (selection.cells().len(), "cell", "cells"),
    ];
    let selected: Vec<String> =
        selected.iter().filter(|(n, ..)| *n > 0).map(|&(n, one, many)| count(n, one, many)).collect();
    let selected = if selected.is_empty() {
        "nothing selected".into()
    } else {
        format!("selected: {}", selected.join(", "))
    };
    format!("{view}: {}; {selected}", parts.join(", "))
}

/// Draws instructions while the document contains no vertex.
fn instructions_ui(ui: &Ui, canvas: Rect, state: &State) {
    let has_levels = state.document().levels.iter().any(|level| level.is_visible);
    let is_empty = state.document().mesh.is_empty() && !has_levels;
    if !is_empty || state.is_gesture_running() {
        return;
    }
    let palette = theme::palette(ui.visuals().dark_mode);
    let painter = ui.painter_at(canvas);
    let lines = [
        format!("{} draws a cell: click its corners, then press Enter", key(Command::DrawTool)),
        format!(
            "{} opens a navmesh or imports a glTF or OBJ file; you can also drop a file here",
            key(Command::Open)
        ),
        format!("{} finds every other command", key(Command::Palette)),
    ];
    let width = (canvas.width() - 4.0 * SPACE_XL).max(100.0);
    let text = |words: String, size: f32, color| {
        let mut job = LayoutJob::simple(words, FontId::proportional(size), color, width);
        job.halign = Align::Center;
        painter.layout_job(job)
    };
    let heading = text("Empty document".into(), HEADING_SIZE, palette.text);
    let body = text(lines.join("\n"), BODY_SIZE, palette.text_weak);
    let size = Vec2::new(heading.size().x.max(body.size().x), heading.size().y + SPACE_XL + body.size().y);
    let place = Rect::from_center_size(canvas.center(), size);
    // Without a background, the grid's axes would cross the text.
    painter.rect_filled(place.expand(SPACE_XL), CORNER, palette.canvas.background);
    let below = heading.size().y + SPACE_XL;
    painter.galley(place.center_top(), heading, palette.text);
    painter.galley(place.center_top() + Vec2::new(0.0, below), body, palette.text_weak);
}

/// Returns the first key of a command in the table.
fn key(command: Command) -> String {
    let shortcut = command.spec().and_then(|spec| spec.shortcuts.first());
    shortcut.map_or_else(String::new, ToString::to_string)
}
