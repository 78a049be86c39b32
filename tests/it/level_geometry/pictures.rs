//! Images below the mesh.

use glam::Vec2;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::files::LevelFile;
use navsmith::editor::levels::input::LevelInput;
use navsmith::editor::levels::{images, surface};
use navsmith::editor::session::command::Command;
use navsmith::editor::view::views::{ViewId, ViewInput};

use super::{Desk, messages, pointer};

/// Writes a white PNG of 100 by 50 pixels.
fn write_plan(desk: &Desk) {
    let plan = image::RgbImage::from_pixel(100, 50, image::Rgb([255; 3]));
    plan.save(desk.path("plan.png")).unwrap();
}

#[test]
fn an_image_that_is_added_in_the_3d_view_fits_the_view_from_above() {
    let mut desk = Desk::new();
    write_plan(&desk);
    desk.input(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    desk.input(Input::View(ViewId::SPACE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    desk.input(Input::View(ViewId::SPACE, ViewInput::Turn(Vec2::new(30.0, 10.0))));
    desk.add("plan.png");
    let camera = desk.editor.camera_of(ViewId::ABOVE);
    let width = camera.size.x * camera.meters_per_pixel as f32;
    let [from, to] = desk.editor.document().levels[0].image.unwrap().ground;
    assert!(from.distance(to) <= width, "{from} to {to} in a view of {width} m");
}

#[test]
fn an_image_is_added_and_placed_by_two_points() {
    let mut desk = Desk::new();
    write_plan(&desk);
    desk.input(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    desk.add("plan.png");
    assert_eq!(images::shown(&desk.editor).count(), 1, "shown");
    assert!(desk.editor.document().levels[0].opacity < 100, "the grid shows through");
    assert!(surface::surface(&desk.editor).is_none(), "no triangles");
    let old = desk.editor.document().levels[0].image.unwrap();
    desk.set(|options| (options.snaps_to_grid, options.snaps_to_mesh) = (false, false));
    desk.input(Input::Run(Command::ImageTool));
    let on_image = |x: f32, y: f32| Input::Click(pointer(old.ground_of(Vec2::new(x, y)).to_array()));
    desk.input(on_image(10.0, 10.0));
    desk.input(Input::Click(pointer([1.0, 2.0])));
    desk.input(on_image(90.0, 10.0));
    for typed in "1,42".chars() {
        desk.input(Input::Text(typed));
    }
    desk.input(Input::Accept);
    let new = desk.editor.document().levels[0].image.unwrap();
    assert!((new.meters_per_pixel() - 0.5).abs() < 1e-4, "40 m for 80 pixels: {new:?}");
    let center = new.ground_of(Vec2::new(50.0, 10.0));
    assert!(center.distance(Vec2::new(1.0, 22.0)) < 1e-3, "turned by a quarter: {center}");
    let camera = desk.editor.camera_of(ViewId::ABOVE);
    let is_seen = |corner: Vec2| {
        let screen = camera.screen_from_ground(corner);
        screen.cmpge(Vec2::ZERO).all() && screen.cmple(camera.size).all()
    };
    assert!(images::shown(&desk.editor).flat_map(|image| image.corners()).all(is_seen), "all is in view");
    desk.input(Input::Run(Command::Undo));
    assert_eq!(desk.editor.document().levels[0].image, Some(old), "one step");
    desk.input(Input::Run(Command::Undo));
    assert!(desk.editor.document().levels.is_empty(), "adding is a step as well");
}

#[test]
fn images_are_stored_and_files_of_the_other_kind_are_refused() {
    let mut desk = Desk::new();
    write_plan(&desk);
    desk.add("plan.png");
    let text = navsmith_formats::io::ron::write(desk.editor.document()).unwrap();
    let read = navsmith_formats::io::ron::read(&text).unwrap();
    assert_eq!(read.levels, desk.editor.document().levels, "{text}");
    desk.input(Input::Level(LevelInput::Find(0)));
    let effects = desk.choose(Some(0), "house.obj");
    assert!(messages(&effects)[0].text.contains("one file is an image"), "{effects:?}");
    assert_eq!(desk.editor.document().levels[0].name(), "plan.png", "the same file");
    let mut level = desk.editor.document().levels[0].clone();
    level.image.as_mut().unwrap().ground = [Vec2::ZERO; 2];
    desk.input(Input::Level(LevelInput::Set(0, level)));
    assert!(desk.editor.document().levels[0].image.unwrap().is_valid(), "two different points");
    std::fs::write(desk.path("plan.png"), b"\x89PNG\r\n\x1a\n but damaged").unwrap();
    desk.input(Input::Level(LevelInput::Reload(0)));
    assert!(
        matches!(desk.state(), LevelFile::Failed(why) if why.contains("cannot be decoded")),
        "{:?}",
        desk.state()
    );
}
