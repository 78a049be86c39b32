//! Jump and drop links from the borders of a generated mesh.

use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{Derived, LinkEnd};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_generation::{Generation, JumpKind, JumpObstacle, JumpSettings, Jumps};

use crate::support::{Triangles, block, floor, generated, recast};

fn jumps(generation: &Generation, change: impl Fn(&mut JumpSettings)) -> Jumps {
    let mut settings = JumpSettings::of(&generation.settings.agent);
    (settings.length, settings.spacing) = (4.0, 0.6);
    change(&mut settings);
    generation.jumps(&settings, &Progress::none()).unwrap()
}

/// Two floors at heights, 1.5 m apart, and what is between them.
fn with_gap(heights: [f32; 2], between: Triangles) -> Generation {
    let [west, east] = heights;
    let level = [floor([0., 0.], [8., 8.], west), floor([9.5, 0.], [17.5, 8.], east), between].concat();
    generated(&level, &recast())
}

/// Whether a path over the links leads from one point to another.
fn leads(generation: &Generation, jumps: &Jumps, [from, to]: [Vec3; 2]) -> bool {
    let mesh = generation.mesh.clone().with_links(jumps.links.iter().map(|jump| jump.link)).unwrap();
    let end = |at: Vec3| Endpoint { ground: ground(at), height: Some(at.y + 0.1) };
    find_path(&mesh, &Derived::build(&mesh), &Query::new(end(from), end(to))).path().is_some()
}

const WEST: Vec3 = Vec3::new(2., 0., 4.);
const EAST: Vec3 = Vec3::new(15., 0., 4.);

#[test]
fn a_gap_between_floors_gets_wide_links_in_both_directions() {
    let generation = with_gap([0., 0.], Triangles::new());
    let found = jumps(&generation, |_| {});
    assert!(!found.links.is_empty(), "{:?}", found.rejected);
    for jump in &found.links {
        assert_eq!((jump.kind, jump.link.is_one_way), (JumpKind::Jump, false));
        let [from, to] = LinkEnd::BOTH.map(|end| jump.link.middle(end));
        assert!(
            (ground(from) - ground(to)).length() < 4.0 && (from.x - 8.75) * (to.x - 8.75) < 0.0,
            "{jump:?}"
        );
    }
    let widest = found.links.iter().map(|jump| jump.link.from[0].distance(jump.link.from[1]));
    assert!(widest.fold(0.0, f32::max) > 3.0, "samples become wide links: {:?}", found.links);
    assert!(found.links.len() <= 4, "each place has one link: {:?}", found.links);
    assert!(leads(&generation, &found, [WEST, EAST]) && leads(&generation, &found, [EAST, WEST]));
    let short = jumps(&generation, |settings| settings.length = 2.0);
    assert!(short.links.is_empty(), "the gap with both margins is 2.7 m wide");
    assert!(short.rejected.iter().all(|rejected| rejected.why == JumpObstacle::NoFloor));
}

#[test]
fn a_deep_floor_is_reached_by_a_drop_only() {
    let generation = with_gap([2., 0.], Triangles::new());
    let found = jumps(&generation, |_| {});
    assert!(found.links.iter().all(|jump| jump.link.is_one_way && jump.kind == JumpKind::Drop), "{found:?}");
    let west = WEST.with_y(2.0);
    assert!(leads(&generation, &found, [west, EAST]) && !leads(&generation, &found, [EAST, west]));
    let shallow = jumps(&generation, |settings| settings.depth = 1.0);
    assert!(shallow.links.is_empty());
    let deep = |why: JumpObstacle| matches!(why, JumpObstacle::TooDeep(depth) if (depth - 2.0).abs() < 0.3);
    let high = |why: JumpObstacle| matches!(why, JumpObstacle::TooHigh(rise) if (rise - 2.0).abs() < 0.3);
    assert!(shallow.rejected.iter().any(|rejected| deep(rejected.why)));
    assert!(shallow.rejected.iter().any(|rejected| high(rejected.why)));
    let strong = jumps(&generation, |settings| settings.peak = 2.5);
    assert!(leads(&generation, &strong, [EAST, west]), "a jump of 2.5 m leads up");
}

#[test]
fn a_wall_in_a_gap_stops_the_body_and_a_low_one_does_not() {
    let wall = |height: f32| block([8.6, -1.], [8.9, 9.], [-2., height]);
    let high = with_gap([0., 0.], wall(2.0));
    let found = jumps(&high, |_| {});
    assert!(found.links.is_empty(), "{:?}", found.links);
    let hit = found.rejected.iter().filter_map(|rejected| match rejected.why {
        JumpObstacle::Wall { at, share } => Some((at.x, share)),
        _ => None,
    });
    let hits: Vec<(f32, f32)> = hit.collect();
    assert!(
        hits.len() > 10 && hits.iter().all(|&(x, share)| (7.5..10.0).contains(&x) && share < 1.0),
        "{hits:?}"
    );
    let low = with_gap([0., 0.], wall(0.2));
    let over = jumps(&low, |settings| settings.peak = 1.0);
    assert!(leads(&low, &over, [WEST, EAST]), "{:?}", over.rejected);
}

#[test]
fn a_short_walk_needs_no_link() {
    // A floor with a hole of 1.5 m by 3 m.
    let level = [
        floor([0., 0.], [4., 10.], 0.),
        floor([5.5, 0.], [10., 10.], 0.),
        floor([4., 0.], [5.5, 3.5], 0.),
        floor([4., 6.5], [5.5, 10.], 0.),
    ]
    .concat();
    let generation = generated(&level, &recast());
    let found = jumps(&generation, |_| {});
    assert!(found.links.is_empty(), "{:?}", found.links);
    assert!(found.rejected.iter().any(|rejected| matches!(rejected.why, JumpObstacle::ShortWalk(_))));
}

#[test]
fn settings_without_sense_are_refused_with_a_remedy() {
    let generation = with_gap([0., 0.], Triangles::new());
    for change in [
        |settings: &mut JumpSettings| settings.length = f32::NAN,
        |settings: &mut JumpSettings| settings.depth = -1.0,
        |settings: &mut JumpSettings| settings.spacing = 0.0,
        |settings: &mut JumpSettings| settings.spacing = 1e-9,
    ] {
        let mut settings = JumpSettings::of(&generation.settings.agent);
        change(&mut settings);
        let why = generation.jumps(&settings, &Progress::none()).unwrap_err().to_string();
        assert!(why.contains("enter "), "{why}");
    }
}
