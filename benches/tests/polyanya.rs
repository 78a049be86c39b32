//! The `polyanya` crate, whose files `vleue_navigator` loads, reads the meshes that navsmith writes.

use navsmith_core::geometry::{Vec2, centroid, ground};
use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::io::polyanya::{PolyanyaVersion, read, write_with_progress};
use polyanya::{Mesh, PolyanyaFile};

/// Returns the length of the shortest path that the crate finds.
fn length(mesh: &Mesh, ends: [Vec2; 2]) -> Option<f32> {
    // The crate uses another version of glam. An existing vector provides its type.
    let any = mesh.layers[0].vertices[0].coords;
    let [from, to] = ends.map(|Vec2 { x, y: z }| any.with_x(x).with_y(0.0 - z));
    mesh.path(from, to).map(|path| path.length)
}

#[test]
fn the_crate_loads_both_versions_and_finds_the_same_paths() {
    for landscape in [Landscape::Maze, Landscape::Terrain] {
        let hilly = Recipe { landscape, triangles: 400, seed: 3 }.mesh();
        let text =
            |version, mesh| write_with_progress(mesh, version, &Progress::none()).expect("not stopped");
        let flat = read(text(PolyanyaVersion::Two, &hilly).as_bytes()).expect("just written").mesh;
        let derived = Derived::build(&flat);
        let theirs = [PolyanyaVersion::Two, PolyanyaVersion::Three].map(|version| {
            let file = PolyanyaFile::from_bytes(text(version, &flat).as_bytes());
            assert_eq!(file.polygons.len(), flat.cell_count(), "{version:?}: all cells");
            Mesh::try_from(file).expect("a mesh")
        });
        let centers: Vec<Vec2> = flat.cells().map(|(id, _)| ground(centroid(&flat.ring(id)))).collect();
        let mut found = 0;
        for (from, to) in centers.iter().zip(centers.iter().rev()).step_by(7) {
            let answer = find_path(&flat, &derived, &Query::new(*from, *to));
            let ours = answer.path().map(|path| path.length);
            for theirs in theirs.iter().map(|mesh| length(mesh, [*from, *to])) {
                let is_same = match (ours, theirs) {
                    (Some(ours), Some(theirs)) => (ours - f64::from(theirs)).abs() < 0.01,
                    (ours, theirs) => ours.is_none() && theirs.is_none(),
                };
                assert!(is_same, "{landscape:?} from {from} to {to}: {ours:?}, {theirs:?}");
            }
            found += usize::from(ours.is_some());
        }
        assert!(found > 10, "or else it proves nothing");
    }
}
