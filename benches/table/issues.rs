//! Each search for issues on a large mesh, and all of them on their worst cases.

use navsmith::cli::measure::clock::{compare, copying, making, median, timed};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::{Landscape, WorstCase};
use navsmith_core::navmesh::{CellId, Changes, Derived, Draft, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, AgentSearch, IssueSearch, Issues};
use navsmith_formats::level::surface::LevelSurface;

use crate::Sizes;
use crate::row::Row;

const SIZES: [usize; 2] = [100_000, 1_000_000];

/// Numbers of cells of the worst cases.
const WORST_SIZES: [usize; 2] = [1000, 64_000];

/// Number of moved vertices, each at another place.
const EDITS: usize = 200;

/// Distance in metres below which two vertices are listed as a gap.
const GAP_WIDTH: f32 = 0.05;

const AGENT: Agent = Agent { radius: 0.5, height: 1.8, max_slope: 0.7, max_climb: 0.3 };

pub(crate) fn print_rows(sizes: Sizes) {
    for recipe in sizes.recipes(&[Landscape::Terrain], &SIZES) {
        let mesh = recipe.mesh();
        let derived = Derived::build(&mesh);
        let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
        print_searches(&mesh, &derived, &input);
    }
    for case in WorstCase::ALL {
        for cells in sizes.of(&WORST_SIZES) {
            print_worst(&case.mesh(cells as u32), &format!("{}, {cells} cells", case.name()));
        }
    }
}

fn print_searches(mesh: &NavMesh, derived: &Derived, input: &str) {
    let of_mesh = mesh.bytes().iter().sum();
    let row = |work: String, took: [f64; 2]| Row::new(work, input, took[0]).bytes(took[1]).print();
    let all = making(|| Issues::build(mesh, derived, GAP_WIDTH));
    row("issues of a mesh".to_owned(), compare([all, copying(of_mesh)]));
    for search in IssueSearch::ALL {
        let one = making(|| Issues::of_search(search, mesh, derived, GAP_WIDTH));
        row(format!("search for {}", search.name()), compare([one, copying(of_mesh)]));
    }
    let for_agent = |surface| move || AgentIssues::build(mesh, derived, surface, &AGENT, &Progress::none());
    row("issues for an agent".to_owned(), compare([making(for_agent(None)), copying(of_mesh)]));
    let level = level_of(mesh);
    let work = "issues for an agent, with a level of as many triangles".to_owned();
    row(work, compare([making(for_agent(level.as_ref())), copying(of_mesh)]));
    for search in AgentSearch::ALL {
        let one = making(|| AgentIssues::of_search(search, mesh, derived, level.as_ref(), &AGENT));
        row(format!("search for {}", search.name()), compare([one, copying(of_mesh)]));
    }
    print_edits(mesh, derived, level.as_ref(), input);
}

/// Prints the median time to update the issues after a vertex moved, for all searches and for each.
fn print_edits(mesh: &NavMesh, derived: &Derived, level: Option<&LevelSurface>, input: &str) {
    let row = |work: String, took: f64| Row::new(work, input, took).print();
    let of_mesh = |mut issues: Issues| {
        after_edits(mesh, derived, |_, after, changes| {
            issues.update(after.mesh(), after, changes);
        })
    };
    row("issues of a mesh after a vertex moved".to_owned(), of_mesh(Issues::build(mesh, derived, GAP_WIDTH)));
    for search in IssueSearch::ALL {
        let took = of_mesh(Issues::of_search(search, mesh, derived, GAP_WIDTH));
        row(format!("{} after a vertex moved", search.name()), took);
    }
    let for_agent = |mut issues: AgentIssues| {
        after_edits(mesh, derived, |before, after, changes| {
            assert!(issues.update(before, after, level, changes), "few cells change");
        })
    };
    let all = AgentIssues::build(mesh, derived, level, &AGENT, &Progress::none()).unwrap_or_default();
    row("issues for an agent, with a level, after a vertex moved".to_owned(), for_agent(all));
    for search in AgentSearch::ALL {
        let took = for_agent(AgentIssues::of_search(search, mesh, derived, level, &AGENT));
        row(format!("{} after a vertex moved", search.name()), took);
    }
}

/// Returns the median time of an update after a vertex moved, in seconds. Each edit is undone before the next one.
fn after_edits(
    mesh: &NavMesh,
    derived: &Derived,
    mut update: impl FnMut(&Derived, &Derived, &Changes),
) -> f64 {
    let mut seconds = Vec::new();
    for i in 1..=EDITS {
        let cell = CellId((mesh.cell_slots() as f64 * (i as f64 * 0.618).fract()) as u32);
        let Some(&vertex) = mesh.corners(cell).first() else { continue };
        let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
        draft.move_vertex(vertex, mesh.position(vertex) + Vec3::new(0.1, 0.0, 0.05));
        let mut after = derived.clone();
        let changes = after.update(&draft.into_mesh());
        seconds.push(timed(|| update(derived, &after, &changes)).0);
        update(&after, derived, &changes);
    }
    median(&seconds)
}

/// Returns the surface of a level that has the triangles of the mesh.
fn level_of(mesh: &NavMesh) -> Option<LevelSurface> {
    let triangles = mesh.cells().filter_map(|(_, cell)| {
        let &[a, b, c] = cell.corners() else { return None };
        Some((0, [a, b, c].map(|corner| mesh.position(corner))))
    });
    LevelSurface::build(triangles, &Progress::none()).ok()
}

fn print_worst(mesh: &NavMesh, input: &str) {
    let mut derived = Derived::build(mesh);
    let [took] = compare([making(|| Issues::build(mesh, &derived, GAP_WIDTH))]);
    Row::new("issues of a mesh", input, took).print();
    let mut issues = Issues::build(mesh, &derived, GAP_WIDTH);
    let for_agent = || AgentIssues::build(mesh, &derived, None, &AGENT, &Progress::none());
    let [took] = compare([making(for_agent)]);
    Row::new("issues for an agent", input, took).print();
    let mut of_agent = for_agent().unwrap_or_default();
    let mut draft = Draft::of(mesh.clone());
    draft.move_vertex(VertexId(2), Vec3::new(3.0, 0.0, 1.5));
    let (moved, before) = (draft.into_mesh(), derived.clone());
    let changes = derived.update(&moved);
    let (took, _) = timed(|| issues.update(&moved, &derived, &changes));
    Row::new("issues of a mesh after a vertex moved", input, took).print();
    let (took, is_followed) = timed(|| of_agent.update(&before, &derived, None, &changes));
    if is_followed {
        Row::new("issues for an agent after a vertex moved", input, took).print();
    }
}
