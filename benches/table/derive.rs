//! All stages from loose triangles to derived data, each beside copying the bytes it reads and writes.

use navsmith::document::issues::Issues;
use navsmith::geometry::Vec3;
use navsmith::navmesh::synthetic::{Landscape, loosen};
use navsmith::navmesh::{
    Adjacency, AreaId, Cell, Derived, Islands, Locator, NavMesh, Soup, VertexId, WeldOptions, weld,
};
use navsmith::pathfinding::agent::walkable::Walkable;
use navsmith::pathfinding::agent::{Agent, Filter};
use navsmith::pathfinding::search_mesh::SearchMesh;

use crate::clock::{Pass, compare, copying, making, making_of, told};
use crate::row::Row;
use crate::{Sizes, navmesh_crate, polyanya_crate};

const SIZES: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];

/// Weld distance in metres.
const NEAR: f32 = 0.001;

/// Distance in metres below which two vertices are listed as a gap.
const NEAR_MISS: f32 = 0.05;

pub(crate) fn tell(sizes: Sizes) {
    for recipe in sizes.recipes(&Landscape::ALL, &SIZES) {
        let mesh = recipe.mesh();
        let derived = Derived::build(&mesh);
        let asked = Made::new(&recipe.landscape.to_string(), &mesh, &derived);
        // The stages take nearly equal times on any landscape.
        if recipe.landscape == Landscape::Terrain {
            asked.tell_stages();
        }
        asked.tell_whole();
    }
    // Even ground is the best case of the other crate.
    for side in sizes.of(&SIZES).map(|triangles| (triangles / 2).isqrt() as u32) {
        let mesh = squares(side);
        Made::new("even squares", &mesh, &Derived::build(&mesh)).tell_whole();
    }
}

/// Builds a grid of squares of one metre, row by row, each split into two triangles.
fn squares(side: u32) -> NavMesh {
    let id = |x: u32, z: u32| VertexId(z * (side + 1) + x);
    let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
    let squares =
        (0..side).flat_map(|z| (0..side).map(move |x| [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]]));
    let cells = squares.flat_map(|corners| {
        let [a, b, c, d] = corners.map(|[x, z]| id(x, z));
        [[a, b, c], [a, c, d]].map(|corners| Cell::new(corners, AreaId(0)))
    });
    NavMesh::from_parts(vertices, cells).expect("it breaks no invariant")
}

/// Input and result of all stages, with the size of each part in bytes.
struct Made<'a> {
    input: String,
    soup: Soup,
    mesh: &'a NavMesh,
    derived: &'a Derived,
    of_soup: usize,
    of_mesh: usize,
    of_adjacency: usize,
}

const WELD: WeldOptions = WeldOptions { distance: NEAR, max_slope: None };

impl<'a> Made<'a> {
    fn new(ground: &str, mesh: &'a NavMesh, derived: &'a Derived) -> Self {
        let soup = loosen(mesh);
        Self {
            input: format!("{ground}, {} triangles", mesh.cell_count()),
            of_soup: soup.positions.len() * (size_of::<Vec3>() + size_of::<u32>()) + soup.len() * 8,
            of_mesh: mesh.bytes().iter().sum(),
            of_adjacency: derived.adjacency.bytes().iter().sum(),
            soup,
            mesh,
            derived,
        }
    }

    fn row(&self, work: &str, ours: f64) -> Row {
        let each = told(ours / self.mesh.cell_count() as f64);
        Row::new(format!("{work}, {each} a triangle"), &self.input, ours)
    }

    /// Prints the time of a stage beside the time for copying `bytes` bytes.
    fn tell_stage(&self, work: &str, bytes: usize, pass: Pass<'_>) {
        let [took, copied] = compare([pass, copying(bytes)]);
        self.row(work, took).bytes(copied).print();
    }

    fn tell_stages(&self) {
        let &Self { ref soup, mesh, derived, of_soup, of_mesh, of_adjacency, .. } = self;
        let adjacency = &derived.adjacency;
        let [of_twins, of_islands] = [adjacency.bytes()[1], derived.islands.bytes()];
        self.tell_stage("weld", of_soup + of_mesh, making(|| weld(soup, &WELD)));
        self.tell_stage("adjacency", of_mesh + of_adjacency, making(|| Adjacency::build(mesh)));
        self.tell_stage("islands", of_twins + of_islands, making(|| Islands::build(mesh, adjacency)));
        self.tell_stage("locator", of_mesh + derived.locator.bytes(), making(|| Locator::build(mesh)));
        self.tell_stage("issues", of_mesh, making(|| Issues::build(mesh, derived, NEAR_MISS)));
    }

    fn tell_whole(&self) {
        let &Self { ref soup, mesh, derived, of_soup, of_mesh, of_adjacency, .. } = self;
        let of_derived = of_adjacency + derived.islands.bytes() + derived.locator.bytes();
        let (polyanya, navmesh) = (polyanya_crate::Parts::of(mesh), navmesh_crate::Parts::of(mesh));
        let [deriving, copied, by_polyanya, by_navmesh] = compare([
            making(|| Derived::build(mesh)),
            copying(of_mesh + of_derived),
            making_of(|| polyanya.copy(), polyanya_crate::Parts::build),
            making_of(
                || navmesh.as_ref().map(navmesh_crate::Parts::copy),
                |parts| parts.map(navmesh_crate::Parts::build),
            ),
        ]);
        let by_navmesh = navmesh.as_ref().map(|_| by_navmesh);
        self.row("derive all", deriving).polyanya(by_polyanya).navmesh(by_navmesh).bytes(copied).print();
        let each = (of_mesh + of_derived) as f64 / mesh.cell_count() as f64;
        let whole = making(|| {
            let (mesh, report) = weld(soup, &WELD);
            let derived = Derived::build(&mesh);
            (mesh, report, derived)
        });
        let work = format!("weld and derive all, {each:.0} bytes");
        let handed_over = making_of(|| polyanya.copy(), polyanya_crate::Parts::build);
        let [took, copied, by_polyanya] =
            compare([whole, copying(of_soup + of_mesh + of_derived), handed_over]);
        self.row(&work, took).polyanya(by_polyanya).bytes(copied).print();
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(mesh, derived, &agent, &filter);
        let laying = making(|| SearchMesh::build(&walkable).with_merged_cells().with_blocks());
        self.tell_stage("lay out for the shortest way", of_mesh, laying);
        let floor = SearchMesh::build(&walkable).with_merged_cells().with_blocks();
        let landmarks = making_of(|| floor.clone(), SearchMesh::with_landmarks);
        self.tell_stage("and put up landmarks, where these help", of_mesh, landmarks);
    }
}
