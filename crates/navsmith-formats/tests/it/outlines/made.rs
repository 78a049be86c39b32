//! Outlines that are made from segments, lines and level cells.

use std::sync::Arc;

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::AreaId;
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{
    Document, Outlines, PlacedOutline, SquareGrid, outline_level_cells, outlines_inside,
    outlines_of_segments, simplified,
};

use super::{GROUND, area, generated, generated_cells, outline, square};

#[test]
fn segments_become_nested_rings_and_chains() {
    let side = |from: [f32; 2], to: [f32; 2]| [from, to].map(|[x, z]| Vec3::new(x, 1.5, z));
    let ring = |low: f32, high: f32| {
        let corners = [[low, low], [low, high], [high, high], [high, low]];
        (0..4).map(move |nth| side(corners[nth], corners[(nth + 1) % 4]))
    };
    let mut segments: Vec<[Vec3; 2]> = ring(4., 6.).chain(ring(0., 10.)).chain(ring(1., 9.)).collect();
    segments.swap(1, 7);
    segments.push(side([3.0, 2.0], [2.0, 2.0]));
    segments.push(side([3.0, 2.0], [3.0, 3.0]));
    let outlines = outlines_of_segments(&segments, AreaId(2), 0.5);
    let roles: Vec<(OutlineRole, usize)> = outlines.iter().map(|it| (it.role, it.points.len())).collect();
    let ground = OutlineRole::Ground(AreaId(2));
    let hole = OutlineRole::Hole;
    assert_eq!(roles, [(ground, 4), (hole, 4), (ground, 4), (OutlineRole::Constraint, 3)]);
    assert_eq!(area(&generated(outlines).mesh), 100.0 - 64.0 + 4.0);
}

#[test]
fn a_simplified_line_keeps_its_ends_and_is_near_all_points() {
    let stairs: Vec<Vec2> =
        (0..20_u8).map(|nth| Vec2::new(f32::from(nth / 2), f32::from(nth.div_ceil(2)))).collect();
    assert_eq!(simplified(&stairs, false, 1.0).expect("a line").len(), 2);
    assert_eq!(simplified(&stairs, false, 0.1).expect("a line").len(), 20);
    let square: Vec<Vec2> = square(GROUND, 0., 4.).points;
    assert_eq!(simplified(&square, true, 1.0), Some(square.clone()));
    assert_eq!(simplified(&square, true, 9.0), None, "a ring has three points");
}

#[test]
fn ground_inside_of_outlines_is_smaller_by_the_radius() {
    let chain = outline(OutlineRole::Constraint, &[[1., 5.], [5., 5.], [9., 5.]]);
    let list =
        vec![square(OutlineRole::Ground(AreaId(1)), 0., 10.), square(OutlineRole::Hole, 1., 2.), chain];
    let outlines = Outlines { list, floors: Vec::new() };
    let inside = outlines_inside(&outlines, 0.0, 0.5).expect("few crossings");
    assert!(inside.iter().all(PlacedOutline::is_ring), "a chain becomes a hole");
    let mesh = generated(inside).mesh;
    assert!(mesh.cells().all(|(_, cell)| cell.area() == AreaId(1)));
    let round = 0.25 * std::f64::consts::PI;
    let expected = 81.0 - (8.0 + round) - (3.0 + round);
    assert!((area(&mesh) - expected).abs() < 0.2, "{} instead of about {expected} m²", area(&mesh));
    assert_eq!(outlines_inside(&outlines, 0.0, 50.0).map(|outlines| outlines.len()), Some(0));
}

#[test]
fn level_cells_become_outlines_of_their_height() {
    let ground = Some(AreaId(0));
    let mut squares = vec![ground; 12];
    (squares[5], squares[11]) = (None, Some(AreaId(1)));
    let grid = SquareGrid { width: 4, squares };
    let rings = grid.outlines();
    assert_eq!(rings.len(), 3, "the ground, its hole, and the other area");
    let list = rings.into_iter().map(|ring| PlacedOutline {
        points: ring.points,
        role: ring.role,
        height: 1.0,
        name: String::new(),
    });
    let made = generated(list.collect());
    let mut baked = Document { outlines: Arc::new(Outlines::default()), ..made };
    assert_eq!(outline_level_cells(&mut baked, 0.0), 3);
    assert_eq!(area(&baked.mesh), 11.0);
    assert_eq!(generated_cells(&baked).len(), baked.mesh.cell_count());
    assert_eq!(outline_level_cells(&mut baked, 0.0), 0, "generated cells stay");
}
