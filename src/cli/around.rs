//! `navsmith random-points`, `cells-in-circle` and `walls`: queries without a path search.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::answer::EndAnswer;
use super::args::around::{CircleArea, CircleArguments, GroundArguments, RandomPointsArguments};
use super::load::load;
use super::output::{json_worded, place, plain_count, xyz};
use super::{Done, Exit};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::cells_in_circle::{CircleCell, cells_in_circle};
use navsmith_core::pathfinding::mesh_query::distance_to_wall::{NearestWall, local_walls};
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::random_points::{random_points, random_points_in_circle};
use navsmith_formats::document::Document;

struct World {
    document: Document,
    /// Line about the ground that an import left out.
    left_out: Option<String>,
    derived: Derived,
    agent: Agent,
    filter: Filter,
    max_height: f32,
}

impl World {
    fn load(ground: &GroundArguments) -> Result<Self, String> {
        let loaded = load(&ground.source)?;
        let (left_out, document) = (loaded.left_out_line(), loaded.document);
        let filter = ground.areas.of(&document)?;
        let derived = Derived::build(&document.mesh);
        Ok(Self { document, left_out, derived, agent: ground.agent(), filter, max_height: ground.max_height })
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.document.mesh, &self.derived, &self.agent, &self.filter)
    }

    /// Returns the centre of a circle on the mesh.
    ///
    /// Returns the reason as `Err` if the mesh has no cells, or the cell there is blocked.
    fn centre(&self, circle: CircleArea) -> Result<Located, String> {
        let at =
            locate(&self.document.mesh, &self.derived, circle.centre(), self.max_height).ok_or(NO_CELLS)?;
        match self.walkable().blocked(at.cell) {
            None => Ok(at),
            Some(blocked) => Err(format!(
                "the point is on cell {}, which is blocked: {blocked}; choose another point or leave out --block",
                at.cell.0
            )),
        }
    }
}

const NO_CELLS: &str = "the mesh has no cells, so there is nothing to walk on; check the file";

/// Results around a point, or on the whole mesh.
#[derive(Serialize)]
struct Around<T> {
    /// Reason why nothing was found, as a sentence; `null` if anything was found.
    why: Option<String>,
    /// Centre of the circle on the mesh; `null` without a circle, and on a mesh without cells.
    at: Option<EndAnswer>,
    /// Radius of the circle, in metres; `null` without a circle.
    radius: Option<f32>,
    /// Results; in the answer as `points`, `cells` or `walls`.
    #[serde(skip)]
    found: Vec<T>,
}

/// Results under a name that depends on their kind.
#[derive(Serialize)]
struct Named<'a, T> {
    #[serde(flatten)]
    around: &'a Around<T>,
    #[serde(flatten)]
    found: BTreeMap<String, &'a [T]>,
}

#[derive(Serialize)]
struct PointAnswer {
    cell: u32,
    point: [f32; 3],
}

#[derive(Serialize)]
struct CellAnswer {
    cell: u32,
    /// Radius of the smallest circle in which a path leads to the cell, in metres.
    reach: f64,
    /// Previous cell, and its side that leads into this one; `null` for the first cell.
    from: Option<SideAnswer>,
}

#[derive(Serialize)]
struct SideAnswer {
    cell: u32,
    /// Index of the side, which begins at the corner with that index.
    side: u32,
}

#[derive(Serialize)]
struct WallAnswer {
    cell: u32,
    /// Index of the side, which begins at the corner with that index.
    side: u32,
    /// Distance to the wall on the ground, in metres.
    distance: f64,
    point: [f32; 3],
    ends: [[f32; 3]; 2],
    /// Reason why the side is a wall, as a clause.
    reason: String,
}

pub(super) fn random(arguments: &RandomPointsArguments) -> Result<Done, String> {
    let &RandomPointsArguments { ref ground, count, seed, .. } = arguments;
    let world = World::load(ground)?;
    let draw = |circle: Option<(&Located, f32)>| match circle {
        Some((at, radius)) => random_points_in_circle(&world.walkable(), at, radius, seed, count as usize),
        None => random_points(&world.walkable(), seed, count as usize),
    };
    let nothing = "no cell may be entered, so there is nothing to draw from; allow an area or check the file";
    let around = Around::of(&world, arguments.circle(), nothing, draw, |at| PointAnswer {
        cell: at.cell.0,
        point: xyz(at.point),
    });
    around.done(&world, ground.json, "point", |point| format!("{} cell {}", at(point.point), point.cell))
}

pub(super) fn cells(CircleArguments { ground, circle }: &CircleArguments) -> Result<Done, String> {
    let world = World::load(ground)?;
    let list = |circle: Option<(&Located, f32)>| {
        circle.map_or_else(Vec::new, |(at, radius)| cells_in_circle(&world.walkable(), at, radius))
    };
    let around = Around::of(&world, Some(*circle), "no cell is in the circle", list, CellAnswer::of);
    around.done(&world, ground.json, "cell", |cell| {
        let CellAnswer { cell, reach, from } = cell;
        let from = from.as_ref().map_or_else(String::new, |from| format!(", from cell {}", from.cell));
        format!("cell {cell} at {reach:.3} m{from}")
    })
}

pub(super) fn walls(CircleArguments { ground, circle }: &CircleArguments) -> Result<Done, String> {
    let world = World::load(ground)?;
    let list = |circle: Option<(&Located, f32)>| {
        circle.map_or_else(Vec::new, |(at, radius)| local_walls(&world.walkable(), at, radius))
    };
    let nothing = "no wall is in the circle; give a larger radius";
    let around =
        Around::of(&world, Some(*circle), nothing, list, |wall| WallAnswer::of(&world.document.mesh, wall));
    around.done(&world, ground.json, "wall", |wall| {
        let [from, to] = wall.ends.map(at);
        let WallAnswer { cell, side, distance, reason, .. } = wall;
        format!("{distance:.3} m: side {side} of cell {cell}, from {from} to {to}: {reason}")
    })
}

impl<T: Serialize> Around<T> {
    /// Runs a query in a circle, or on the whole mesh; `nothing` is the reason for an empty result.
    fn of<F>(
        world: &World,
        circle: Option<CircleArea>,
        nothing: &str,
        ask: impl FnOnce(Option<(&Located, f32)>) -> Vec<F>,
        answer: impl Fn(&F) -> T,
    ) -> Self {
        let radius = circle.map(|circle| circle.radius);
        let centre = match circle.map(|circle| world.centre(circle)).transpose() {
            Ok(centre) => centre,
            Err(why) => return Self { why: Some(why), at: None, radius, found: Vec::new() },
        };
        let found: Vec<T> = ask(centre.as_ref().zip(radius)).iter().map(answer).collect();
        let nothing = if world.document.mesh.cell_count() == 0 { NO_CELLS } else { nothing };
        let why = found.is_empty().then(|| nothing.to_owned());
        Self { why, at: centre.as_ref().map(EndAnswer::of), radius, found }
    }

    /// Returns the answer as text or JSON: the number of results of kind `what`, and a line for each.
    fn done(
        self,
        world: &World,
        wants_json: bool,
        what: &str,
        line: impl Fn(&T) -> String,
    ) -> Result<Done, String> {
        let (document, exit) = (&world.document, Exit::of(!self.found.is_empty()));
        let text = if wants_json {
            let found = BTreeMap::from([(format!("{what}s"), &self.found[..])]);
            json_worded(document, &Named { around: &self, found })?
        } else {
            document.worded(self.text(what, line))
        };
        let left_out = world.left_out.clone().map(|left_out| document.worded(left_out));
        Ok(Done { exit, ..Done::found(text) }.with_aside(left_out))
    }

    fn text(&self, what: &str, line: impl Fn(&T) -> String) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match &self.why {
            Some(why) => writeln!(text, "nothing: {why}"),
            None => writeln!(text, "{}", plain_count(self.found.len(), what, &format!("{what}s"))),
        };
        if let Some((centre, metres)) = self.at.as_ref().and_then(|at| Some((at, at.off_mesh?))) {
            let _ = writeln!(
                text,
                "  the point is off the mesh; it was moved {metres:.2} m to {} on cell {}",
                at(centre.point),
                centre.cell
            );
        }
        for one in &self.found {
            let _ = writeln!(text, "  {}", line(one));
        }
        text
    }
}

impl CellAnswer {
    fn of(reached: &CircleCell) -> Self {
        let from = reached.through.map(|side| SideAnswer { cell: side.cell.0, side: side.side });
        Self { cell: reached.cell.0, reach: reached.reach, from }
    }
}

impl WallAnswer {
    fn of(mesh: &NavMesh, near: &NearestWall) -> Self {
        let ends = mesh.half_edge(near.wall).map(|ends| ends.map(|vertex| mesh.position(vertex)));
        Self {
            cell: near.wall.cell.0,
            side: near.wall.side,
            distance: near.distance,
            point: xyz(near.point),
            ends: ends.unwrap_or([near.point; 2]).map(xyz),
            reason: near.why.to_string(),
        }
    }
}

fn at(point: [f32; 3]) -> String {
    place(point.into())
}
