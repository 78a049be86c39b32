//! Islands that nearly touch, the nearest first.

use expect_test::expect;
use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::connection::Connection;

use super::{archipelago, rectangles, with_search};

#[test]
fn islands_that_nearly_touch_are_listed_the_nearest_first() {
    let list = |within| {
        let found = with_search(&archipelago(), &Settings::default(), |search| {
            search.near_islands(within, &Progress::none()).unwrap()
        });
        assert!(found.is_complete && found.note().is_none(), "all are listed");
        assert_eq!(found.total, found.pairs.len(), "all are listed");
        let line = |(width, pair): &(f64, Connection)| {
            let cells = pair.at.map(|cell| cell.0);
            let obstacle = pair.obstacle.as_ref().unwrap().headline();
            format!("{width:.3} {cells:?} {obstacle}; {}\n", pair.describe_edit().unwrap())
        };
        found.pairs.iter().map(line).collect::<String>()
    };
    expect![[r#"
        0.003 [0, 1] Gap of 3.0 mm; Weld the borders: 5 islands instead of 6.
        0.200 [0, 2] Gap of 0.20 m; Bridge the gap: 5 islands instead of 6.
        0.200 [1, 2] Gap of 0.20 m; Bridge the gap: 5 islands instead of 6.
        0.300 [1, 5] Height step of 0.30 m; Place a link: then a path exists.
    "#]]
    .assert_eq(&list(0.5));
    expect![[r#"
        0.003 [0, 1] Gap of 3.0 mm; Weld the borders: 5 islands instead of 6.
    "#]]
    .assert_eq(&list(0.01));
}

#[test]
fn a_pair_at_a_common_corner_is_listed_last_with_the_reason() {
    // Two squares meet in vertex 2, and a third one is 3 mm from the second.
    let square = |x: f32, z: f32| [[x, z], [x, z + 2.0], [x + 2.0, z + 2.0], [x + 2.0, z]];
    let places = [square(0.0, 0.0), square(2.0, 2.0), square(4.003, 2.0)].concat();
    let corners = places.into_iter().map(|[x, z]| Vec3::new(x, 0.0, z));
    let rings = [[0, 1, 2, 3], [2, 5, 6, 7], [8, 9, 10, 11]];
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(corners, cells).unwrap();
    let found = with_search(&mesh, &Settings::default(), |search| {
        search.near_islands(0.5, &Progress::none()).unwrap()
    });
    let line = |(width, pair): &(f64, Connection)| {
        let obstacle = pair.obstacle.as_ref().unwrap().headline();
        format!("{width:.3} {obstacle}; {}\n", pair.describe_edit().unwrap())
    };
    expect![[r#"
        0.003 Gap of 3.0 mm; Weld the borders: 2 islands instead of 3.
        0.000 Only vertex 2 in common; Bridge the gap: 2 islands instead of 3.
    "#]]
    .assert_eq(&found.pairs.iter().map(line).collect::<String>());
}

#[test]
fn the_list_is_that_of_all_pairs() {
    // Every pair of squares in a grid with gaps, by their distance.
    let squares: Vec<[f32; 5]> = (0..25)
        .map(|i| {
            let [x, z] = [i % 5, i / 5].map(|i| i as f32 * (2.0 + 0.01 * (1 + i) as f32));
            [x, z, x + 2.0, z + 2.0, 0.0]
        })
        .collect();
    let mesh = rectangles(&squares);
    let found = with_search(&mesh, &Settings::default(), |search| {
        search.near_islands(0.1, &Progress::none()).unwrap()
    });
    let apart = |one: &[f32; 5], other: &[f32; 5]| {
        let along = |low: usize, high: usize| (one[low] - other[high]).max(other[low] - one[high]).max(0.0);
        along(0, 2).hypot(along(1, 3))
    };
    let mut expected: Vec<f32> = Vec::new();
    for (i, one) in squares.iter().enumerate() {
        expected.extend(squares[..i].iter().map(|other| apart(one, other)).filter(|&width| width <= 0.1));
    }
    expected.sort_by(f32::total_cmp);
    assert_eq!(found.pairs.len(), expected.len(), "the same number of pairs");
    for ((width, _), expected) in found.pairs.iter().zip(expected) {
        assert!((width - f64::from(expected)).abs() < 1e-5, "{width} and {expected}");
    }
}

#[test]
fn a_search_can_be_stopped() {
    let mesh = archipelago();
    with_search(&mesh, &Settings::default(), |search| {
        let stopped = search.near_islands(0.5, &Progress::stopping_after(1));
        assert_eq!(stopped, Err(Stopped), "the list");
        let stopped = search.connection([CellId(0), CellId(3)], &Progress::stopping_after(1));
        assert_eq!(stopped, Err(Stopped), "the answer");
    });
}
