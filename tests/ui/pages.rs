//! Pages of the drawn mesh, and filled polygons.

use std::ops::Range;

use egui::{Color32, Mesh, Pos2, Rect, Shape};
use glam::{DVec2, Vec2};
use navsmith::app::viewport::ShownView;
use navsmith::app::viewport::census::Census;
use navsmith::app::viewport::dirty::Pages;
use navsmith::app::viewport::layout::ViewLayout;
use navsmith::app::viewport::shapes::filled;
use navsmith::app::viewport::upload::{Dot, PagePart, Pending};
use navsmith::app::viewport::visible::Visible;
use navsmith::editor::view::orbit::OrbitCamera;
use navsmith::picture::shape::Points;

fn ends(dot: &Dot) -> [[f32; 2]; 2] {
    [dot.at; 2]
}

#[test]
fn only_pages_that_reach_into_the_view_are_drawn_and_neighbours_at_once() {
    let mut layout = ViewLayout::of(5, 10);
    let mut pending = Pending::default();
    for page in 0..5 {
        let at = page as f32 * 10.0;
        let dots = [[at, 0.0], [at + 1.0, 1.0]].map(|at| Dot { at, room: 1.0, style: 1, height: 0.0 });
        assert!(layout.write((PagePart::Dots, page), &dots, ends, &mut pending), "page {page} fits");
    }
    let room = (layout.capacity() / layout.pages()) as u32;
    let drawn = |from: f32, to: f32| {
        let pages: Vec<usize> = layout.pages_in(|[low, high]| low.x <= to && high.x >= from).collect();
        let ranges = layout.ranges(pages.iter().copied());
        (pages, ranges)
    };
    assert_eq!(drawn(2.0, 9.0), (vec![], vec![]), "between two pages");
    let (pages, ranges) = drawn(10.5, 25.0);
    assert_eq!(
        (pages, ranges.len(), ranges[0].len()),
        (vec![1, 2], 1, layout.room(1).len() + 2),
        "two: {room}"
    );
    let ranges = layout.ranges([0, 2, 3]);
    assert_eq!(ranges.len(), 2, "what is not in view is left out: {ranges:?}");
}

#[test]
fn a_page_that_outgrew_its_room_lies_behind_the_others() {
    let mut layout = ViewLayout::of(3, 6);
    let mut pending = Pending::default();
    let dots = |count: usize| vec![Dot { at: [1.0, 0.0], room: 1.0, style: 1, height: 0.0 }; count];
    assert!((0..3).all(|page| layout.write((PagePart::Dots, page), &dots(2), ends, &mut pending)), "all fit");
    let (before, room) = (layout.ranges([0, 1, 2]), layout.room(1));
    assert_eq!(before.len(), 1, "at once");
    assert!(layout.write((PagePart::Dots, 1), &dots(500), ends, &mut pending), "there is room elsewhere");
    let ranges = layout.ranges([0, 1, 2]);
    assert_eq!(ranges.iter().map(Range::len).collect::<Vec<_>>(), [2, 500, 2], "each by itself");
    assert!(ranges[1].start as usize >= layout.room(2).end, "behind the last: {ranges:?}");
    let left = &pending.writes[&(PagePart::Dots, room.start)];
    assert!(left.len() == room.len() * size_of::<Dot>() && left.iter().all(|&byte| byte == 0), "empty");
    assert!(
        !layout.write((PagePart::Dots, 2), &dots(layout.capacity()), ends, &mut pending),
        "more than there is"
    );
}

#[test]
fn pages_come_out_in_order_and_once() {
    let mut pages = Pages::default();
    for page in [7, 2, 7, 5] {
        pages.insert(page);
    }
    assert_eq!((pages.count(), pages.pop_first()), (3, Some(2)), "each once");
    pages.insert(1);
    assert_eq!(
        [(); 4].map(|()| pages.pop_first()),
        [Some(1), Some(5), Some(7), None],
        "an earlier one first"
    );
    assert_eq!(pages.count(), 0, "none is left");
}

#[test]
fn a_page_that_is_counted_again_counts_once() {
    let mut census = Census::default();
    census.count(0, [1.0, 1.0, 8.0].into_iter());
    census.count(2, [1.0, f32::INFINITY].into_iter());
    let counts = |census: &Census, page| [0.5, 1.0, 2.0, 100.0].map(|size| census.at_least(page, size));
    assert_eq!(
        [0, 1, 2].map(|page| counts(&census, page)),
        [[3, 3, 1, 0], [0; 4], [2, 2, 1, 1]],
        "each page"
    );
    census.count(0, [3.0].into_iter());
    assert_eq!(counts(&census, 0), [1, 1, 1, 0], "page 0 is counted again");
}

#[test]
fn sizes_beyond_all_buckets_are_counted_too() {
    let mut census = Census::default();
    census.count(0, [0.0, 1e-30, 1e30].into_iter());
    assert_eq!([0.0, 1e20].map(|size| census.at_least(0, size)), [3, 1], "in the first and the last");
}

#[test]
fn boxes_behind_and_beside_the_3d_view_are_left_out() {
    let orbit = OrbitCamera::default();
    let view = ShownView::in_space(orbit, Rect::ZERO);
    let visible = Visible::new(&view, DVec2::splat(100.0), [0.0, 1.0], 0.0);
    let around = |at: DVec2| [at - 1.0, at + 1.0].map(|corner| (corner - 100.0).as_vec2());
    let (eye, forward) = (orbit.eye(), orbit.forward().as_dvec3());
    let [eye, forward] = [eye, forward].map(|at| DVec2::new(at.x, at.z));
    assert!(visible.contains_part_of(around(DVec2::ZERO)), "the target");
    assert!(!visible.contains_part_of(around(eye - forward * 20.0)), "behind the eye");
    assert!(!visible.contains_part_of(around(forward.perp() * 60.0)), "beside the view");
    let whole = [Vec2::splat(-1e5), Vec2::splat(1e5)];
    assert!(visible.contains_part_of(whole), "a box around the eye");
}

#[test]
fn a_filled_needle_stays_within_its_corners() {
    let ring: Points = [[10.0, 10.0], [400.0, 300.0], [399.99, 300.01]].map(Vec2::from).into_iter().collect();
    let needle: Vec<Pos2> = ring.iter().map(|at| Pos2::new(at.x, at.y)).collect();
    let shape = filled(&needle, &ring, Color32::WHITE);
    let options = egui::epaint::TessellationOptions::default();
    let mut drawn = Mesh::default();
    egui::epaint::Tessellator::new(1.0, options, [1, 1], vec![]).tessellate_shape(shape, &mut drawn);
    let bounds = Rect::from_points(&needle).expand(1.0);
    assert!(!drawn.is_empty() && bounds.contains_rect(drawn.calc_bounds()), "{}", drawn.calc_bounds());
}

#[test]
fn a_notch_is_not_filled_in_either_direction() {
    let ring = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [4.0, 1.0], [0.0, 8.0]].map(Vec2::from);
    for turned in [ring.to_vec(), ring.iter().rev().copied().collect()] {
        let places: Vec<Pos2> = turned.iter().map(|at| Pos2::new(at.x, at.y)).collect();
        let points: Points = turned.iter().copied().collect();
        let Shape::Mesh(mesh) = filled(&places, &points, Color32::WHITE) else { panic!("a mesh") };
        let corner = |index: u32| {
            let Pos2 { x, y } = mesh.vertices[index as usize].pos;
            Vec2::new(x, y)
        };
        let triangles = mesh.indices.chunks(3).map(|of| {
            let [a, b, c] = [corner(of[0]), corner(of[1]), corner(of[2])];
            ((b - a).perp_dot(c - a) * 0.5).abs()
        });
        assert_eq!(triangles.sum::<f32>(), 36.0, "{turned:?}");
    }
}
