//! A baked navmesh in macroquad: agents walk to where the mouse is clicked.
//!
//! `cargo run --release -- mesh.nav` loads a file that `navsmith bake` wrote. Without a file, the courtyard of
//! navsmith is used. A left click is a target for all agents, and the line shows what the first agent sees.

use macroquad::prelude::{
    BLACK, Color, Conf, DARKGRAY, MouseButton, ORANGE, RED, SKYBLUE, Vec2 as Pixel, WHITE, clear_background,
    draw_circle, draw_line, draw_text, draw_triangle, get_frame_time, is_mouse_button_pressed,
    mouse_position, next_frame, screen_height, screen_width,
};
use navsmith_core::baked::{self, BakedMesh};
use navsmith_core::geometry::{Bounds, Vec2, Vec3, ground};
use navsmith_core::navmesh::{Derived, NavMesh, Surface};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{Slide, move_along_surface_into};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast_into};
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query};

/// Speed of an agent, in metres per second.
const SPEED: f32 = 4.0;

/// The baked courtyard, from `navsmith bake assets/courtyard.ron -o examples/macroquad/courtyard.nav`.
const COURTYARD: &[u8] = include_bytes!("../courtyard.nav");

fn window() -> Conf {
    Conf {
        window_title: "navsmith in macroquad".into(),
        window_width: 900,
        window_height: 900,
        ..Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    let bytes =
        std::env::args().nth(1).map(|path| std::fs::read(&path).map_err(|error| format!("{path}: {error}")));
    let level = bytes.unwrap_or_else(|| Ok(COURTYARD.to_vec())).and_then(|bytes| Level::load(&bytes));
    let game = level.as_ref().map_err(Clone::clone).and_then(|level| Game::new(level));
    match game {
        Ok(mut game) => loop {
            game.update(get_frame_time());
            game.draw();
            next_frame().await;
        },
        Err(why) => loop {
            clear_background(WHITE);
            draw_text(&why, 20.0, 40.0, 24.0, RED);
            next_frame().await;
        },
    }
}

/// The level, which does not change.
struct Level {
    mesh: NavMesh,
    derived: Derived,
    settings: Settings,
    bounds: Bounds,
}

impl Level {
    fn load(bytes: &[u8]) -> Result<Self, String> {
        let BakedMesh { mesh, .. } = baked::read(bytes).map_err(|error| error.to_string())?;
        let derived = Derived::build(&mesh);
        let settings = Settings { agent: Agent { radius: 0.3, ..Agent::default() }, ..Settings::default() };
        let bounds = mesh.bounds();
        Ok(Self { mesh, derived, settings, bounds })
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.settings.agent, &self.settings.filter)
    }

    /// Returns the pixels in a metre, and the position of the upper left corner of the window.
    fn view(&self) -> (f32, Vec2) {
        let size = ground(self.bounds.size()).max(Vec2::ONE);
        let window = Vec2::new(screen_width(), screen_height());
        let scale = 0.9 * (window / size).min_element();
        (scale, ground(self.bounds.center()) - window / scale * 0.5)
    }

    /// Returns the pixel of a position, seen from above: X to the right and Z downwards.
    fn pixel(&self, at: Vec3) -> Pixel {
        let (scale, corner) = self.view();
        let at = (ground(at) - corner) * scale;
        Pixel::new(at.x, at.y)
    }

    fn under_mouse(&self) -> Vec2 {
        let (scale, corner) = self.view();
        let (x, y) = mouse_position();
        corner + Vec2::new(x, y) / scale
    }
}

struct Walker {
    at: Located,
    /// Rest of its path, the next point last.
    path: Vec<Vec3>,
    color: Color,
}

struct Game<'a> {
    level: &'a Level,
    solver: Solver,
    query: Query,
    answer: Answer,
    memory: SurfaceMemory,
    slide: Slide,
    ray: Ray,
    walkers: Vec<Walker>,
}

impl<'a> Game<'a> {
    fn new(level: &'a Level) -> Result<Self, String> {
        let solver = Solver::build(&level.walkable());
        let solver = solver.ok_or("the mesh has invalid cells; navsmith validate lists them")?;
        let colors = [SKYBLUE, ORANGE].into_iter().cycle();
        let walkers = random_points(&level.walkable(), 7, 24).into_iter().zip(colors);
        let walkers = walkers.map(|(at, color)| Walker { at, path: Vec::new(), color }).collect();
        let query = Query { settings: level.settings.clone(), ..Query::new(Vec2::ZERO, Vec2::ZERO) };
        let mut game = Self {
            level,
            solver,
            query,
            answer: Answer::default(),
            memory: SurfaceMemory::default(),
            slide: Slide::default(),
            ray: Ray::default(),
            walkers,
        };
        let first = game.walkers.first().map(|walker| ground(walker.at.point));
        game.send(first.unwrap_or_default());
        Ok(game)
    }

    /// Finds a path for each agent to a place around a target.
    fn send(&mut self, target: Vec2) {
        for (index, walker) in self.walkers.iter_mut().enumerate() {
            let point = walker.at.point;
            // A spiral of places that are equally far apart (Vogel, 1979).
            let offset = Vec2::from_angle(2.4 * index as f32) * (0.6 * (index as f32).sqrt());
            self.query.start = Endpoint { ground: ground(point), height: Some(point.y) };
            self.query.target = (target + offset).into();
            self.solver.find_path_into(&self.level.derived, &self.query, &mut self.answer);
            walker.path.clear();
            let rounding = self.answer.path().and_then(|path| path.rounding.as_ref());
            walker.path.extend(rounding.into_iter().flat_map(|rounding| rounding.points.iter().rev()));
        }
    }

    fn update(&mut self, seconds: f32) {
        let mouse = self.level.under_mouse();
        if is_mouse_button_pressed(MouseButton::Left) {
            self.send(mouse);
        }
        let walkable = self.level.walkable();
        for walker in &mut self.walkers {
            let Some(&next) = walker.path.last() else { continue };
            let from = ground(walker.at.point);
            let to = from + (ground(next) - from).clamp_length_max(SPEED * seconds);
            move_along_surface_into(&walkable, &walker.at, to, &mut self.memory, &mut self.slide);
            walker.at = self.slide.end;
            if ground(walker.at.point).distance(ground(next)) < 0.05 {
                walker.path.pop();
            }
        }
        if let Some(first) = self.walkers.first() {
            let target = locate(&self.level.mesh, &self.level.derived, mouse.into(), f32::INFINITY);
            let to = target.map_or(mouse, |target| ground(target.point));
            raycast_into(&walkable, &first.at, to, &mut self.memory, &mut self.ray);
        }
    }

    fn draw(&self) {
        clear_background(WHITE);
        let level = self.level;
        for (cell, _) in level.mesh.cells() {
            for triangle in Surface::of(&level.mesh, cell).triangles() {
                let [a, b, c] = triangle.map(|corner| level.pixel(corner));
                draw_triangle(a, b, c, Color::new(0.82, 0.86, 0.88, 1.0));
            }
            let ring = level.mesh.ring(cell);
            for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                line(level.pixel(*from), level.pixel(*to), 1.0, Color::new(0.6, 0.65, 0.7, 1.0));
            }
        }
        for walker in &self.walkers {
            let points = [walker.at.point].into_iter().chain(walker.path.iter().rev().copied());
            let points: Vec<Pixel> = points.map(|point| level.pixel(point)).collect();
            for pair in points.windows(2) {
                line(pair[0], pair[1], 2.0, walker.color);
            }
        }
        let [from, to] = [self.ray.start, self.ray.end].map(|end| level.pixel(end.point));
        line(from, to, 2.0, if self.ray.hit.is_some() { RED } else { DARKGRAY });
        let radius = level.settings.agent.radius * level.view().0;
        for walker in &self.walkers {
            let at = level.pixel(walker.at.point);
            draw_circle(at.x, at.y, radius, walker.color);
        }
        draw_text("click: walk here", 16.0, 28.0, 24.0, BLACK);
    }
}

fn line(from: Pixel, to: Pixel, width: f32, color: Color) {
    draw_line(from.x, from.y, to.x, to.y, width, color);
}
