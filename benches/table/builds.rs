//! From loose triangles to all that follows from a mesh.

use navsmith::geometry::Vec3;
use navsmith::navmesh::generate::{Recipe, loosen};
use navsmith::navmesh::{Adjacency, Derived, Islands, Locator, WeldOptions, weld};
use navsmith::pathfinding::{Agent, Filter, Floor, Walkable};

use crate::Row;
use crate::clock::{compare, making, making_of, told};
use crate::peer::Parts;

/// Corners nearer than this become one, in metres.
const NEAR: f32 = 0.001;

/// The whole of it, and each stage if wanted.
pub(crate) fn rows(recipe: &Recipe, has_stages: bool) -> Vec<Row> {
    let mesh = recipe.mesh();
    let soup = loosen(&mesh);
    let options = WeldOptions { distance: NEAR, max_slope: None };
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let parts = Parts::of(&mesh);
    // A position and a number for every corner; a position for every vertex and a number for every corner.
    let of_soup = vec![1; soup.positions.len() * (size_of::<Vec3>() + 4) / 8];
    let of_mesh = vec![1; (mesh.vertex_count() * size_of::<Vec3>() + soup.positions.len() * 4) / 8];
    let [reading_soup, reading_mesh, welding, joining, flooding, sorting, deriving, whole, laying, theirs] =
        compare([
            making(|| read(&of_soup)),
            making(|| read(&of_mesh)),
            making(|| weld(&soup, &options)),
            making(|| Adjacency::build(&mesh)),
            making(|| Islands::build(&mesh, &derived.adjacency)),
            making(|| Locator::build(&mesh)),
            making(|| Derived::build(&mesh)),
            making(|| Derived::build(&weld(&soup, &options).0)),
            making(|| Floor::build(&walkable).merged().with_blocks()),
            making_of(|| parts.copy(), Parts::build),
        ]);
    let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
    let row = |work: &str, ours, theirs, reading| {
        let each = told(ours / mesh.cell_count() as f64);
        Row { work: format!("{work} ({each} a triangle)"), input: input.clone(), ours, theirs, reading }
    };
    let stages = [
        row("weld", welding, None, reading_soup),
        row("adjacency", joining, None, reading_mesh),
        row("islands", flooding, None, reading_mesh),
        row("locator", sorting, None, reading_mesh),
    ];
    let all = [
        row("derive all", deriving, Some(theirs), reading_mesh),
        row("weld and derive all", whole, None, reading_soup),
        row("lay out for the shortest way", laying, None, reading_mesh),
    ];
    stages.into_iter().filter(|_| has_stages).chain(all).collect()
}

fn read(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
}
