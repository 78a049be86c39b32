//! Issues of a mesh.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use glam::Vec3;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, NavMesh, VertexId};
use navsmith_formats::check::{Fix, IssueKind, Issues, Severity};

fn issues_of(vertices: &[[f32; 3]], cells: &[&[u32]]) -> Issues {
    let cells = cells.iter().map(|corners| Cell::new(corners.iter().map(|&v| VertexId(v)), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices.iter().copied().map(Vec3::from), cells).unwrap();
    Issues::build(&mesh, &Derived::build(&mesh), 0.05)
}

fn described(vertices: &[[f32; 3]], cells: &[&[u32]]) -> String {
    let issues = issues_of(vertices, cells);
    // Meshes on the same vertices leave some of them unused.
    let unhinted = issues.iter().filter(|issue| issue.kind.severity() != Severity::Hint);
    let described = unhinted.map(|issue| format!("{}: {}\n", issue.kind.title(), issue.describe()));
    described.collect::<Vec<_>>().concat()
}

/// Counter-clockwise seen from above: 0 1 2 3 is a square, and 4 to 7 the adjacent one.
const GRID: [[f32; 3]; 8] = [
    [0., 0., 0.],
    [0., 0., 1.],
    [1., 0., 1.],
    [1., 0., 0.],
    [1., 0., 0.],
    [1., 0., 1.],
    [2., 0., 1.],
    [2., 0., 0.],
];

#[test]
fn issues_are_described() {
    let beside = |mut grid: [[f32; 3]; 8], change: fn(&mut [f32; 3])| {
        grid[4..].iter_mut().for_each(change);
        grid
    };
    let squares: [&[u32]; 2] = [&[0, 1, 2, 3], &[4, 5, 6, 7]];
    let (mut close, mut raised) = (GRID, GRID);
    (close[4], close[5]) = ([1.01, 0., 0.3], [1.01, 0., 0.7]);
    raised[4] = [0.5, 2.0, 0.5];
    let slanted = Vec3::new(0.1, 0.0, 0.3).lerp(Vec3::new(2.7, 0.0, 5.9), 0.31).to_array();
    expect![[r#"
        Concave cell: Cell 0 is concave at vertex 1. Paths are searched through its convex pieces, but other programs may expect convex cells. Split it into convex cells.
        Cell inside out: Cell 0 is inside out: its corners run clockwise seen from above, so it joins none of its neighbours. Reverse its winding.
        Cell that crosses itself: Sides 0–2 and 1–3 of cell 0 cross or touch, so it has no clear inside. Move its corners apart, or delete it and draw it again.
        Cell without area: Cell 0 has no area seen from above, so no agent can be on it. Move a corner, or delete it.
        Gap: Vertices 2 and 5 are in one place but not joined, so no agent can cross. Weld them.
        Gap: Vertices 3 and 4 are in one place but not joined, so no agent can cross. Weld them.
        Gap: Vertex 4 and edge 2–3 are 0.0100 m apart but not joined, so no agent can cross. Weld the vertex into the edge.
        Gap: Vertex 5 and edge 2–3 are 0.0100 m apart but not joined, so no agent can cross. Weld the vertex into the edge.
        Cell inside out: Cell 2 is inside out: its corners run clockwise seen from above, so it joins none of its neighbours. Reverse its winding.
        Overlapping cells: Cells 0 and 2 overlap, at the same height: a path may start on either of them. Move them apart, or delete one.
        Non-manifold edge: Edge 2–3 belongs to the cells 0, 1 and 2. An agent crosses only between the two that continue each other, if any, and other programs may connect others or none. Separate cell 2, the smallest of the others, or delete it.
        Cell inside out: Cell 1 is inside out: its corners run clockwise seen from above, so it joins none of its neighbours. Reverse its winding.
        Overlapping cells: Cells 0 and 1 overlap, 0.20 m apart: a path may start on either of them. Move them apart, or delete one.
    "#]]
    .assert_eq(&[
        // Broken shapes.
        described(&[[0., 0., 0.], [0.5, 0., 0.5], [0., 0., 1.], [1., 0., 0.5]], &[&[0, 1, 2, 3]]),
        described(&GRID, &[&[3, 2, 1, 0]]),
        described(&GRID, &[&[0, 2, 1, 3]]),
        described(&[[0., 0., 0.], [1., 0., 1.], [2., 1., 2.]], &[&[0, 1, 2]]),
        // A seam that is not welded, corners beside a long side, and a seam across a height, which is none.
        described(&GRID, &squares),
        described(&close, &squares),
        described(&beside(GRID, |p| p[1] = 0.1), &squares),
        // A third cell on an edge; a cell inside out is one issue although its edges are tangled.
        described(&raised, &[&[0, 1, 2, 3], &[3, 2, 6, 7], &[3, 2, 4]]),
        described(&GRID, &[&[0, 1, 2, 3], &[7, 6, 2, 3]]),
        // Cells in one place overlap, and those on two floors do not.
        described(&beside(GRID, |p| *p = [p[0] - 0.5, 0.2, p[2] + 0.25]), &squares),
        described(&beside(GRID, |p| *p = [p[0] - 0.5, 2.5, p[2] + 0.25]), &squares),
        // A vertex put on a slanted side makes no cell concave, for rounding is no issue.
        described(&[[0.1, 0., 0.3], slanted, [2.7, 0., 5.9], [5., 0., 0.]], &[&[0, 1, 2, 3]]),
        // A sound mesh.
        described(&GRID, &[&[0, 1, 2, 3], &[3, 2, 6, 7]]),
    ]
    .concat());
}

#[test]
fn every_issue_names_its_fix_and_is_found_by_its_cells() {
    let issues = issues_of(&GRID, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[0, 3, 1]]);
    let fixes: Vec<_> = issues.iter().filter_map(navsmith_formats::check::Issue::fix).collect();
    assert_eq!(fixes[0], Fix::Reverse(CellId(2)), "a cell inside out is reversed: {fixes:?}");
    let of_cell: Vec<_> = issues.of_cell(CellId(2)).map(|issue| issue.kind).collect();
    assert_eq!(of_cell[0], IssueKind::InsideOut, "{of_cell:?}");
    assert!(issues.of_cell(CellId(1)).all(|issue| issue.cells.contains(&CellId(1))), "only its own");
}

#[test]
fn overlaps_of_cells_drawn_out_over_a_field_are_those_found_from_nothing() {
    const SIDE: u32 = 24;
    let id = |x: u32, z: u32| VertexId(z * (SIDE + 1) + x);
    let squares = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z)));
    let triangles = squares.flat_map(|(x, z)| {
        [[id(x, z), id(x, z + 1), id(x + 1, z + 1)], [id(x, z), id(x + 1, z + 1), id(x + 1, z)]]
    });
    let cells: Vec<Cell> = triangles.map(|corners| Cell::new(corners, AreaId(0))).collect();
    let drawn_to = |to: Vec3| {
        let places = (0..=SIDE).flat_map(|z| (0..=SIDE).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
        let mut places: Vec<Vec3> = places.collect();
        places[id(SIDE / 2, SIDE / 2).0 as usize] = to;
        NavMesh::from_parts(places, cells.iter().cloned()).unwrap()
    };
    let middle = Vec3::new(SIDE as f32 / 2.0, 0.0, SIDE as f32 / 2.0);
    let mesh = drawn_to(middle);
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    for i in 0..24 {
        // Some positions lie outside the border.
        let (angle, far) = (i as f32 * 0.7, 4.0 + (i % 7) as f32 * 2.0);
        let mesh = drawn_to(middle + Vec3::new(angle.cos(), 0.0, angle.sin()) * far);
        let changes = derived.update(&mesh);
        issues.update(&mesh, &derived, &changes);
        assert_eq!(issues, Issues::build(&mesh, &derived, 0.05), "drawn to place {i}");
        assert!(issues.len() > 8, "drawn over others: {}", issues.len());
    }
}

#[test]
fn many_issues_of_a_kind_are_grouped_by_their_islands() {
    let square = |x: f32, z: f32| [[x, 0., z], [x, 0., z + 1.], [x + 1., 0., z + 1.], [x + 1., 0., z]];
    let squares = |nx: u32, nz: u32| -> Vec<[f32; 3]> {
        (0..nx).flat_map(|x| (0..nz).flat_map(move |z| square(x as f32 * 1.01, z as f32 * 3.0))).collect()
    };
    let groups_of = |nx: u32, nz: u32| {
        let vertices = squares(nx, nz);
        let cells: Vec<Cell> =
            (0..nx * nz).map(|i| Cell::new((4 * i..4 * i + 4).map(VertexId), AreaId(0))).collect();
        let mesh = NavMesh::from_parts(vertices.into_iter().map(Vec3::from), cells).unwrap();
        let derived = Derived::build(&mesh);
        navsmith_formats::check::groups(Issues::build(&mesh, &derived, 0.05).iter(), &derived.islands)
    };
    let few = groups_of(2, 2);
    let only = &few[0].groups[0];
    assert_eq!((few.len(), only.key.islands, only.issues.len()), (1, None, 4), "few are one group");
    let many = groups_of(2, 30);
    let fix = many[0].fix.as_ref().map(|fix| (fix.title_of_many(), fix.fixes.len(), fix.moves));
    assert_eq!(fix, Some(("Weld gaps".to_owned(), 60, None)));
    assert_eq!((many.len(), many[0].count()), (1, 60), "the kind with its total");
    let of_kind = &many[0].groups;
    assert_eq!(of_kind.len(), 30, "one group for each pair of squares");
    assert!(of_kind.iter().all(|group| group.issues.len() == 2 && group.key.islands.is_some()), "{many:?}");
}

#[test]
fn every_fix_has_a_label_with_the_ids() {
    let issues = issues_of(
        &[[0., 0., 0.], [0., 0., 4.], [4., 0., 4.], [4., 0., 0.], [1., 0., 1.], [1., 0., 2.], [2., 0., 2.]],
        &[&[4, 5, 6], &[0, 1, 2, 3]],
    );
    let overlap = issues.iter().next().unwrap();
    let labels: Vec<String> = overlap.fixes().iter().map(Fix::label).collect();
    assert_eq!(overlap.headline(), "Cells 1 and 0 overlap at the same height", "the larger first");
    assert_eq!(
        labels,
        ["Cut cell 0 out of cell 1", "Cut cell 1 out of cell 0", "Delete cell 0"],
        "no ground is lost first"
    );
}

#[test]
fn each_copy_of_a_cell_is_an_issue_with_the_first_one() {
    let square: &[u32] = &[0, 1, 2, 3];
    let cells = [square, &[3, 2, 6, 7], square, square, &[1, 2, 3, 0]];
    let cells = cells.iter().map(|corners| Cell::new(corners.iter().map(|&v| VertexId(v)), AreaId(0)));
    let mesh = NavMesh::from_parts(GRID.map(Vec3::from), cells).unwrap();
    let pairs = |issues: &Issues| -> Vec<Vec<u32>> {
        let copies = issues.iter().filter(|issue| issue.kind == IssueKind::Duplicate);
        copies.map(|issue| issue.cells.iter().map(|cell| cell.0).collect()).collect()
    };
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert_eq!(pairs(&issues), [[0, 2], [0, 3], [0, 4]]);
    let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
    delete_cells(&mut draft, &[CellId(0)]).unwrap();
    let without = draft.into_mesh();
    for (mesh, expected) in
        [(&without, vec![vec![2, 3], vec![2, 4]]), (&mesh, vec![vec![0, 2], vec![0, 3], vec![0, 4]])]
    {
        let changes = derived.update(mesh);
        issues.update(mesh, &derived, &changes);
        assert_eq!(pairs(&issues), expected);
        assert_eq!(issues, Issues::build(mesh, &derived, 0.05), "the same as a new search");
    }
}

#[test]
fn a_cell_without_length_has_no_contrast_to_others() {
    let vertices = [[0., 0., 0.], [0., 0., 0.], [4., 0., 4.], [4., 0., 0.], [0., 0., 0.]];
    let issues = issues_of(&vertices, &[&[0, 1, 2, 3], &[1, 0, 4]]);
    let contrasts = issues.iter().filter(|issue| matches!(issue.kind, IssueKind::SizeContrast(_)));
    assert_eq!(contrasts.count(), 0, "not by an infinite factor");
    assert!(issues.iter().all(|issue| issue.distance.is_none_or(f32::is_finite)));
}

#[test]
fn issues_of_huge_meshes_have_a_finite_place() {
    let far = f32::MAX;
    let steep = [[0., -far, 0.], [0., -far, 1.], [1., far, 1.], [1., far, 0.]];
    let wide = [[0., 0., 0.], [0., 0., far], [far, 0., far], [far, 0., 0.]];
    for corners in [steep, wide] {
        let corners: Vec<[f32; 3]> = corners.into_iter().chain(corners).collect();
        let issues = issues_of(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[2, 3, 1]]);
        assert!(issues.len() > 1, "{}", issues.len());
        for issue in issues.iter() {
            assert!(issue.at.is_finite(), "{}: {}", issue.at, issue.describe());
        }
    }
}
