//! Every stage is kept, and each point has one reason.

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_generation::{GenerationSettings, OpenState, Reason, SpanState};

use crate::support::{block, floor, generated, is_covered, recast};

#[test]
fn the_stages_of_a_room_agree_with_its_mesh() {
    let level = [floor([0., 0.], [12., 12.], 0.), block([5., 5.], [7., 7.], [0., 1.5])].concat();
    let generation = generated(&level, &recast());
    let stages = generation.stages(Vec3::new(6.0, 0.0, 6.0)).unwrap();
    assert_eq!(stages.columns(), [40, 40]);
    let solid: Vec<_> = stages.solid().collect();
    let tops: Vec<_> = solid.iter().filter(|span| span.low.y + span.height > 1.4).collect();
    assert!(tops.len() >= 36, "{}", tops.len());
    assert!(solid.iter().any(|span| span.state == SpanState::Inside && span.headroom.is_some()));
    let rim = solid.iter().filter(|span| span.state == SpanState::Ledge && span.low.y + span.height < 1.0);
    assert_eq!(rim.count(), 4 * 39);
    let open: Vec<_> = stages.open().collect();
    let eroded = open.iter().filter(|at| at.state == OpenState::Eroded).count();
    assert!(eroded > 2 * 4 * 34, "{eroded}");
    for at in open.iter().filter(|at| at.distance > 0.9) {
        assert!(matches!(at.state, OpenState::Region(_)), "{at:?}");
        assert!(is_covered(&generation, ground(at.low) + Vec2::splat(0.15)), "{at:?}");
    }
    let contours: Vec<_> = stages.contours().collect();
    assert!(contours.iter().all(|contour| contour.raw.len() >= contour.simplified.len()));
    let regions: Vec<_> = open.iter().map(|at| at.state).collect();
    assert!(contours.iter().all(|contour| regions.contains(&OpenState::Region(contour.region))));
}

#[test]
fn a_reason_at_each_open_column_agrees_with_its_state() {
    let level = [floor([0., 0.], [12., 12.], 0.), floor([20., 0.], [22.4, 2.4], 0.)].concat();
    let settings = GenerationSettings { least_area: 3.0, ..recast() };
    let generation = generated(&level, &settings);
    let stages = generation.stages(Vec3::ZERO).unwrap();
    let mut seen = [0; 3];
    for at in stages.open() {
        let why = generation.why(at.low + Vec3::new(0.15, 0.0, 0.15));
        match at.state {
            OpenState::Eroded => assert!(matches!(why, Reason::NearBorder { .. }), "{why}"),
            OpenState::Small => assert!(matches!(why, Reason::Small { .. }), "{why}"),
            OpenState::Region(_) => assert!(matches!(why, Reason::Mesh | Reason::Simplified { .. }), "{why}"),
            other => panic!("{other:?}"),
        }
        seen[match at.state {
            OpenState::Eroded => 0,
            OpenState::Small => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
