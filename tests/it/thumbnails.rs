//! Thumbnails of samples and pictures of lessons.

use navsmith::editor::interaction::thumbnail::Thumbnail;
use navsmith::editor::queries::lesson::{funnel_steps, pictures};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::samples;
use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::pathfinding::timeline::Stage;

#[test]
fn every_sample_has_a_picture_of_all_its_cells() {
    for sample in samples::all() {
        let thumbnail = Thumbnail::of_sample(sample, Vec2::new(240.0, 100.0));
        let Some(thumbnail) = thumbnail else { panic!("{} has none", sample.name) };
        assert_eq!(thumbnail.cells.len(), thumbnail.document.mesh.cell_count(), "{}", sample.name);
        assert!(!thumbnail.boundary.is_empty(), "{} has walls", sample.name);
        let is_in_view = |at: &Vec2| {
            let at = thumbnail.scene.camera.screen_from_ground(*at);
            at.cmpge(Vec2::ZERO).all() && at.cmple(thumbnail.scene.camera.size).all()
        };
        assert!(thumbnail.boundary.iter().flatten().all(is_in_view), "all of {} is in it", sample.name);
    }
}

#[test]
fn a_picture_has_no_words_and_its_ends_do_not_overlap() {
    for sample in samples::all() {
        let Some(Thumbnail { scene, .. }) = Thumbnail::of_sample(sample, Vec2::new(224.0, 104.0)) else {
            panic!("{} has none", sample.name)
        };
        let has_words = scene.marks.iter().any(|mark| matches!(mark, Mark::Label(..)));
        assert!(!has_words, "{} has words", sample.name);
        let ends: Vec<Vec2> = scene
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Point(Role::Start | Role::Target, at) => {
                    Some(scene.camera.screen_from_ground(ground(*at)))
                }
                _ => None,
            })
            .collect();
        for (i, one) in ends.iter().enumerate() {
            let is_apart = ends[i + 1..].iter().all(|other| one.distance(*other) > 12.0);
            assert!(is_apart, "the ends in {} are apart: {ends:?}", sample.name);
        }
    }
}

#[test]
fn the_pictures_show_what_their_captions_say() {
    let steps = funnel_steps();
    let of = |step: &FunnelStep| (step.portal, step.side);
    assert_eq!(of(&steps[2]), (2, Side::Right), "an end of the second portal");
    assert_eq!(of(&steps[3]), (2, Side::Left), "the left leg's candidate");
    assert!(matches!(steps[3].decision, Decision::Tightened), "inside: {:?}", steps[3].decision);
    assert_eq!(of(&steps[4]), (3, Side::Right), "the right leg's candidate");
    assert!(matches!(steps[4].decision, Decision::Crossed { .. }), "beyond: {:?}", steps[4].decision);
    let corner = Vec3::new(6.2, 0.0, -1.1);
    let third = &pictures(Stage::Funnel)[2].scene;
    assert!(third.marks.contains(&Mark::Point(Role::Emitted, corner)), "its left leg's end");
}
