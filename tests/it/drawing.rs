//! Lines, text and hatches of pictures.

use glam::{Vec2, Vec3};
use navsmith::editor::view::camera::Camera;
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::differences::DifferenceMark;
use navsmith::editor::view::scene::generation::GenerationMark;
use navsmith::editor::view::scene::outlines::OutlineMark;
use navsmith::editor::view::scene::platforms::PlatformMark;
use navsmith::editor::view::scene::{HOTTEST, Role, Scene};
use navsmith::picture::hatch::hatch;
use navsmith::picture::marks::draw_scene;
use navsmith::picture::pen::{PageArea, Pen, clipped_ring, visible_parts};
use navsmith::picture::shape::{PictureShape, Points};
use navsmith::picture::svg::{escaped, number};
use navsmith::picture::text::{height, shortened, width, wrapped};
use navsmith::theme::role::role;

fn square(min: f32, max: f32) -> Points {
    [[min, min], [max, min], [max, max], [min, max]].map(Vec2::from).into_iter().collect()
}

#[test]
fn hatch_lines_lie_inside_and_at_equal_distances() {
    let (lines, _) = hatch(&[square(0.0, 36.0)], 3, Vec2::ZERO);
    let heights: Vec<f32> = lines.iter().map(|[from, _]| from.y).collect();
    assert_eq!(heights, [4.5, 13.5, 22.5, 31.5], "horizontal lines");
    assert!(lines.iter().all(|[from, to]| (from.x - to.x).abs() == 36.0), "{lines:?}");
    for number in 1..=5 {
        let (lines, _) = hatch(&[square(0.0, 36.0)], number, Vec2::new(100.0, 7.0));
        let inside = |at: &Vec2| at.cmpge(Vec2::splat(-0.01)).all() && at.cmple(Vec2::splat(36.01)).all();
        assert!(lines.len() >= 4 && lines.iter().flatten().all(inside), "{number}: {lines:?}");
    }
    assert!(hatch(&[square(0.0, 36.0)], 0, Vec2::ZERO).0.is_empty(), "none");
}

#[test]
fn adjacent_cells_share_their_lines() {
    let right: Points = square(0.0, 36.0).into_iter().map(|at| at + Vec2::new(36.0, 0.0)).collect();
    let (lines, _) = hatch(&[square(0.0, 36.0), right], 3, Vec2::ZERO);
    assert_eq!(lines.len(), 4, "across both");
}

/// Lists roles, and fails to compile if one is missing.
macro_rules! roles {
    ($($role:ident)*) => {
        const ROLES: &[Role] = &[$(Role::$role,)* Role::Travelled(0), Role::Travelled(HOTTEST),
            Role::Agents(AgentMark::Spawn(0)), Role::Agents(AgentMark::Body(6)), Role::Agents(AgentMark::Selected), Role::Difference(DifferenceMark::Removed), Role::Difference(DifferenceMark::Moved),
            Role::Outline(OutlineMark::Ground), Role::Outline(OutlineMark::Chain),
            Role::Generation(GenerationMark::Walkable), Role::Generation(GenerationMark::Polygon), Role::Generation(GenerationMark::Asked),
            Role::Platform(PlatformMark::Surface), Role::Platform(PlatformMark::Gravity)];
        const fn _is_listed(role: Role) -> bool {
            match role {
                $(Role::$role)|* | Role::Travelled(_) | Role::Agents(_) | Role::Difference(_) | Role::Outline(_) | Role::Generation(_) | Role::Platform(_) => true,
            }
        }
    };
}

roles! {
    Hover Neighbor SharedEdge BoxSelect Draft Refused Hole Snap AxisLock Broken Remark Hint BoundaryGap LevelIssue Outdated RepairPlace Corridor
    NodePath Portal PortalLeft PortalRight Path PathAhead UntestedPath Waypoint Start Target OffMesh Reachable Gap
    OtherGap ShortestPath OtherPath OnlyPath OnlyBeside Culprit Misled Funnel LegLeft LegRight Apex
    CurrentPortal Candidate Emitted ChokepointCell ChokepointPortal ClearPortal NarrowPortal NarrowGap
    Diameter Isoline BackTrack Number CellNumber VertexNumber Agent Trail ClampedWalk SectorWalk Crossed Clearance Wall Ray
    RayRest Hit Expanded WayFound WayNotTaken Cone Root Branch CandidateWay Cost RuledOut Stands Link
    LinkOneWay LinkFailed LinkSelected
}

#[test]
fn every_role_is_drawn_in_its_colours() {
    for is_dark in [true, false] {
        for &of in ROLES {
            let camera = Camera { size: Vec2::splat(400.0), ..Camera::default() };
            let mut pen = Pen::new(camera, is_dark);
            let mut scene = Scene { camera, ..Scene::default() };
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Z];
            scene.fill(of, corners.into());
            scene.polyline(of, corners.into());
            scene.point(of, Vec3::ONE);
            scene.label(of, Vec3::ZERO, "12");
            draw_scene(&mut pen, &scene);
            let look = role(of, is_dark);
            let layers = pen.into_layers();
            let shapes = &layers.last().expect("a layer").shapes;
            let has = |is_it: &dyn Fn(&PictureShape) -> bool| shapes.iter().any(is_it);
            assert!(
                has(&|it| matches!(it, PictureShape::Fill { color, .. } if *color == look.fill)),
                "{of:?}: fill"
            );
            assert!(
                has(&|it| matches!(it, PictureShape::Line { stroke, .. } if stroke.dash == look.dash
                    && stroke.color == look.color && stroke.width == look.width)),
                "{of:?}: line"
            );
            let text =
                |it: &PictureShape| matches!(it, PictureShape::Text { color, .. } if *color == look.color);
            assert!(has(&text), "{of:?}: label");
            let colored = shapes.iter().filter(|it| match it {
                PictureShape::Fill { color, .. } => *color == look.color,
                PictureShape::Line { stroke, .. } => stroke.color == look.color,
                PictureShape::Circle { fill, stroke, .. } => {
                    *fill == Some(look.color) || stroke.is_some_and(|stroke| stroke.color == look.color)
                }
                PictureShape::Text { .. } => false,
            });
            assert!(colored.count() > 1, "{of:?}: line and point");
        }
    }
}

const CLIP: PageArea = PageArea { min: Vec2::ZERO, max: Vec2::new(10.0, 10.0) };

#[test]
fn a_line_is_cut_into_its_visible_parts() {
    let points = [[-5.0, 5.0], [5.0, 5.0], [5.0, 15.0], [8.0, 15.0], [8.0, 5.0]].map(Vec2::from);
    let segments = points.windows(2).map(|pair| [pair[0], pair[1]]);
    let parts = visible_parts(segments, &CLIP);
    let expected: [&[[f32; 2]]; 2] = [&[[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]], &[[8.0, 10.0], [8.0, 5.0]]];
    assert_eq!(parts.len(), 2, "{parts:?}");
    for (part, expected) in parts.iter().zip(expected) {
        assert!(part.iter().zip(expected).all(|(at, to)| at.distance(Vec2::from(*to)) < 1e-4), "{part:?}");
    }
    assert!(visible_parts([[Vec2::NAN, Vec2::ONE]].into_iter(), &CLIP).is_empty(), "no line through nowhere");
}

#[test]
fn a_polygon_is_cut_at_the_edges() {
    let far = [[-1e7, -1e7], [1e7, -1e7], [1e7, 1e7], [-1e7, 1e7]].map(Vec2::from);
    let ring = clipped_ring(&far, &CLIP);
    assert!(ring.len() == 4 && ring.iter().all(|at| CLIP.expanded(Vec2::ONE).contains(*at)), "{ring:?}");
    assert!(clipped_ring(&far.map(|at| at + Vec2::splat(2e7)), &CLIP).is_empty(), "outside");
    assert!(clipped_ring(&[Vec2::NAN; 3], &CLIP).is_empty(), "no polygon");
}

#[test]
fn numbers_are_short() {
    let text = [0.0, -0.001, 1.5, 2.0, 0.126, -3.999, 120.0].map(number);
    assert_eq!(text, ["0", "0", "1.5", "2", "0.13", "-4", "120"]);
}

#[test]
fn names_cannot_end_an_element() {
    assert_eq!(escaped("a<b>&\u{1b}\n\u{ffff}ä"), "a&lt;b&gt;&amp;\u{fffd} \u{fffd}ä");
}

#[test]
fn the_font_has_measures() {
    let [line, ascent] = height(10.0);
    assert!((9.0..14.0).contains(&line) && (6.0..line).contains(&ascent), "{line}, {ascent}");
    assert!(width("mm", 10.0) > width("ii", 10.0) && width("ii", 10.0) > 2.0, "letters have widths");
    assert_eq!(width("", 10.0), 0.0, "no letters");
}

#[test]
fn text_is_broken_between_words_and_cut_off_inside_them() {
    let text = "the funnel keeps its left side\nnext";
    let lines = wrapped(text, 12.0, 100.0);
    assert_eq!(lines.join(" "), text.replace('\n', " "), "all words");
    assert!(lines.len() > 2 && lines.iter().all(|line| width(line, 12.0) <= 100.0), "{lines:?}");
    assert_eq!(wrapped("incomprehensible a", 12.0, 10.0), ["incomprehensible", "a"], "a long word");
    let short = shortened(text, 12.0, 60.0);
    assert!(short.ends_with('…') && width(&short, 12.0) <= 60.0, "{short}");
    assert_eq!(shortened("a", 12.0, 60.0), "a", "as it is");
}
