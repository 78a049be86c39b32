//! All stages from loose triangles to derived data, each beside copying the bytes it reads and writes.

use navsmith::cli::measure::clock::{compare, copying, making, making_of};
use navsmith::cli::measure::stages;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::{Landscape, loosen};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, Soup, VertexId, WeldOptions, weld};
use navsmith_formats::check::Issues;

use crate::clock::formatted;
use crate::row::Row;
use crate::{Sizes, navmesh_crate, polyanya_crate};

const SIZES: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];

/// Weld distance in metres.
const NEAR: f32 = 0.001;

/// Distance in metres below which two vertices are listed as a gap.
const GAP_WIDTH: f32 = 0.05;

pub(crate) fn print_rows(sizes: Sizes) {
    for recipe in sizes.recipes(&Landscape::ALL, &SIZES) {
        let mesh = recipe.mesh();
        let derived = Derived::build(&mesh);
        let asked = Made::new(&recipe.landscape.to_string(), &mesh, &derived);
        asked.print_stages(recipe.landscape == Landscape::Terrain);
        asked.print_whole();
    }
    // Even ground is the best case of the other crate.
    for side in sizes.of(&SIZES).map(|triangles| (triangles / 2).isqrt() as u32) {
        let mesh = squares(side);
        let derived = Derived::build(&mesh);
        let made = Made::new("even squares", &mesh, &derived);
        made.print_stages(false);
        made.print_whole();
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
        let each = formatted(ours / self.mesh.cell_count() as f64);
        Row::new(format!("{work}, {each} per triangle"), &self.input, ours)
    }

    /// Prints the stages that `navsmith bench` measures; on terrain all, elsewhere those of the search mesh.
    ///
    /// The other stages take nearly equal times on any landscape.
    fn print_stages(&self, is_terrain: bool) {
        let is_shown = |name| match name {
            "search mesh" | "landmarks" => true,
            "memory copy" | "derive all" => false,
            _ => is_terrain,
        };
        for stage in stages::measure(self.mesh, None).iter().filter(|stage| is_shown(stage.name)) {
            let seconds = stage.ms / 1e3;
            self.row(stage.name, seconds).bytes(seconds / stage.copies).print();
        }
        if is_terrain {
            let issues = making(|| Issues::build(self.mesh, self.derived, GAP_WIDTH));
            let [took, copied] = compare([issues, copying(self.of_mesh)]);
            self.row("issues", took).bytes(copied).print();
        }
    }

    fn print_whole(&self) {
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
    }
}
