//! The search of the command palette.

use navsmith::app::palette::fuzzy::{Fit, fit};
use navsmith::app::palette::{PaletteEffect, find, placed_end};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith_core::geometry::Vec2;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::document::Document;

#[test]
fn letters_must_come_in_order() {
    assert!(fit("undo", "Undo").is_some(), "in order");
    assert_eq!(fit("odnu", "Undo"), None, "backwards");
    assert_eq!(fit(" ", "Undo"), Some(Fit { score: 0, letters: vec![] }), "nothing typed fits everything");
}

#[test]
fn starts_of_words_and_letters_side_by_side_win() {
    let found = fit("sl", "Cells, select linked").expect("both letters are there");
    assert_eq!(found.letters, [7, 14], "the s of select and the l of linked");
    let [together, scattered] = ["Cut a cell", "Close unused tabs"].map(|title| fit("cut", title));
    assert!(together.map(|fit| fit.score) > scattered.map(|fit| fit.score), "side by side");
}

#[test]
fn samples_and_themes_are_found_by_their_names() {
    let editor = Editor::new(Document::default());
    let first = |typed: &str| find(typed, &editor).into_iter().map(|(offer, _)| offer.title).next();
    let found = |typed: &str| find(typed, &editor).into_iter().map(|(offer, _)| offer.title);
    assert_eq!(first("two groups in a door").as_deref(), Some("Samples: Two groups in a door"));
    assert!(found("samples").take(3).all(|title| title.starts_with("Samples: ")), "all samples");
    for theme in ["light", "dark"] {
        assert!(found(theme).any(|title| title.ends_with("Dark theme")), "{theme}");
    }
}

#[test]
fn an_end_is_placed_by_two_or_three_numbers() {
    let ends = |typed: &str| {
        placed_end(typed).map(|offer| match offer.chosen {
            PaletteEffect::Input(input) => *input,
            PaletteEffect::Sample(sample) => panic!("{} is a sample", sample.name),
        })
    };
    let at = |end, x, height, z| {
        let endpoint = Endpoint { ground: Vec2::new(x, z), height };
        Some(Input::Query(QueryInput::SetEnd(end, Some(endpoint))))
    };
    assert_eq!(ends("start 3 4"), at(End::Start, 3.0, None, 4.0), "x and z");
    assert_eq!(ends(" Target 1.5, 0.25, =1/4 "), at(End::Target, 1.5, Some(0.25), 0.25), "with a height");
    assert_eq!(ends("start -3,4"), at(End::Start, -3.0, None, 4.0), "a sign");
    assert_eq!(ends("start"), None, "no numbers");
    assert_eq!(ends("start 1 2 3 4"), None, "too many");
    assert_eq!(ends("start x y"), None, "letters");
    assert_eq!(ends("starting 1 2"), None, "another word");
}
