//! Cells that areas, widths or links separate.

use expect_test::expect;
use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Link};
use navsmith_core::pathfinding::query::settings::Settings;

use super::{described, plainly, rectangles, row};
use crate::support::notation;

#[test]
fn a_blocked_area_is_allowed_again() {
    let mut settings = Settings::default();
    settings.filter.set_cost(AreaId(1), f32::INFINITY);
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 0 to cell 1.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [0, 1]));
    // The cells in the row of three are apart because of the one between them.
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 0 to cell 2.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [0, 2]));
    expect![[r#"
        blocked_area: Cell 1 is blocked: area 1 is forbidden. No path leads from cell 1 to cell 0.
          Allow the area: then a path exists.
    "#]]
    .assert_eq(&described(&row(), &settings, [1, 0]));
}

#[test]
fn a_portal_that_is_too_narrow_is_named() {
    let narrow = notation::mesh("v 0 0, 0 2, 2 2, 2 0.5, 2 0, 4 0.5, 4 0; c 0 1 2 3 4, 4 3 5 6");
    let mut settings = Settings::default();
    settings.agent.radius = 0.3;
    expect![[r#"
        narrow_portal: Cell 1 is blocked: the clear width of the portal into it is only 0.50 m. No path leads from cell 0 to cell 1.
          Make the agent narrower: then a path exists.
    "#]].assert_eq(&described(&narrow, &settings, [0, 1]));
}

#[test]
fn a_one_way_link_is_named_although_a_path_leads_back() {
    let link = Link { is_one_way: true, ..Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(5.0, 0.0, 1.0)) };
    let linked = row().with_links([link]).unwrap();
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path over 1 other cell connects them.
          A path leads around the obstacle, so no edit is needed.
    "#]]
    .assert_eq(&plainly(&linked, [0, 2]));
}

#[test]
fn connected_cells_have_no_obstacle() {
    expect![[r#"
        none: Cells 0 and 1 are connected.
    "#]]
    .assert_eq(&plainly(&row(), [0, 1]));
    expect![[r#"
        none: A path over 1 other cell connects them.
    "#]]
    .assert_eq(&plainly(&row(), [0, 2]));
}

#[test]
fn an_obstacle_is_named_although_a_path_leads_around_it() {
    // Four squares around a centre, with a slit between the first and the last.
    let around = notation::mesh(
        "v 0 0, 0 2, 2 2, 2 0, 0 4, 2 4, 4 4, 4 2, 2.004 0, 4 0; c 0 1 2 3, 1 4 5 2, 2 5 6 7, 8 2 7 9",
    );
    expect![[r#"
        gap: A gap of 4.0 mm separates the borders of the cells 0 and 3. A path over 2 other cells connects them.
          Weld the borders: 1 island as before.
    "#]].assert_eq(&plainly(&around, [0, 3]));
}

#[test]
fn a_one_way_link_is_made_two_way() {
    let apart = rectangles(&[[0.0, 0.0, 2.0, 2.0, 0.0], [2.5, 0.0, 4.5, 2.0, 0.0]]);
    let down = Link { is_one_way: true, ..Link::between(Vec3::new(1.9, 0.0, 1.0), Vec3::new(2.6, 0.0, 1.0)) };
    let linked = apart.clone().with_links([down]).unwrap();
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path leads from cell 0 to cell 1, but none back.
          Open links both ways: 2 islands as before.
    "#]].assert_eq(&plainly(&linked, [0, 1]));
    expect![[r#"
        one_way_link: The agent cannot cross directly to cell 0: link 0 is one-way, in the other direction. A path leads from cell 0 to cell 1, but none back.
          Open links both ways: 2 islands as before.
    "#]].assert_eq(&plainly(&linked, [1, 0]));
    let both = apart.with_links([Link { is_one_way: false, ..down }]).unwrap();
    expect![[r#"
        none: Cells 0 and 1 are connected.
    "#]]
    .assert_eq(&plainly(&both, [0, 1]));
    let mut settings = Settings::default();
    settings.filter.ignores_links = true;
    expect![[r#"
        ignored_link: The agent cannot cross directly to cell 1: link 0 is ignored, as all links are. No path leads from cell 0 to cell 1.
          Allow links: then a path exists.
    "#]].assert_eq(&described(&both, &settings, [0, 1]));
}
