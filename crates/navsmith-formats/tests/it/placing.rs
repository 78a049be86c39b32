//! Conversion between the coordinates of a document and of a file.

use crate::support::formats::{format, read};
use navsmith_core::progress::Progress;
use std::sync::Arc;

use crate::support::notation::mesh;
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis, Vec2, Vec3};
use navsmith_core::navmesh::Link;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_formats::document::{
    Document, Expected, ExpectedLength, ImagePlacement, LevelReference, NamedQuery,
};
use navsmith_formats::io::from_file;

const UPRIGHT: [[f32; 3]; 3] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]];

#[test]
fn what_faces_up_in_a_file_faces_up_in_the_document() {
    let turned = UPRIGHT.map(|corner| UpAxis::Z.turned(Vec3::from(corner)));
    let [a, b, c] = turned;
    assert!((b - a).cross(c - a).y > 0.0, "{turned:?}");
}

fn document() -> Document {
    let end = |x: f32, height| Some(Endpoint { ground: Vec2::new(x, 1.0), height });
    let length = Some(ExpectedLength { length: 2.0, tolerance: 0.5 });
    let query = NamedQuery {
        start: end(0.5, Some(1.0)),
        target: end(1.5, Some(1.0)),
        expected: Some(Expected::Path { length, cells: None }),
        ..NamedQuery::default()
    };
    let link = Link::between(Vec3::new(0.5, 0.0, 1.0), Vec3::new(1.5, 0.0, 1.0));
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3").with_links([link]).expect("a good link");
    Document { queries: vec![query].into(), ..Document::of_mesh(mesh) }
}

/// Returns a document in the coordinates of a file, as the file contains it.
fn for_file(document: &Document, coordinates: FileCoordinates) -> Result<Document, String> {
    let written = format("JSON").encode(document, coordinates, &Progress::none()).expect("not stopped");
    let bytes = written.map_err(|why| why.description)?;
    Ok(read("JSON", &bytes).expect("just written").0)
}

fn losses(document: &Document, coordinates: FileCoordinates) -> Vec<String> {
    format("JSON").losses(document, coordinates)
}

#[test]
fn a_document_returns_from_a_file_unchanged() {
    let document = document();
    for up in UpAxis::ALL {
        for mirror in Axis::ALL.map(Some).into_iter().chain([None]) {
            let coordinates = FileCoordinates { up, mirror, scale: 0.25 };
            let there = for_file(&document, coordinates).expect("finite");
            assert_ne!(there, document, "{coordinates:?} converts");
            assert_eq!(from_file(&there, coordinates).expect("finite"), document, "{coordinates:?}");
        }
    }
}

#[test]
fn lengths_of_queries_are_in_units_of_the_file() {
    let coordinates = FileCoordinates { scale: 0.01, ..FileCoordinates::default() };
    let there = for_file(&document(), coordinates).expect("finite");
    let query = &there.queries[0];
    assert_eq!(query.settings.max_height, 200.0);
    assert_eq!(query.start.map(|end| end.ground), Some(Vec2::new(50.0, 100.0)));
    let length = ExpectedLength { length: 200.0, tolerance: 50.0 };
    assert_eq!(query.expected, Some(Expected::Path { length: Some(length), cells: None }));
}

#[test]
fn what_cannot_be_turned_is_left_out_and_counted() {
    let mut flat = document();
    Arc::make_mut(&mut flat.queries)[0].target = Some(Vec2::splat(5.0).into());
    flat.levels = vec![LevelReference::new("a.glb")].into();
    let coordinates = FileCoordinates { up: UpAxis::Z, ..FileCoordinates::default() };
    assert_eq!(losses(&flat, coordinates), ["1 query end without a height", "1 level"]);
    let there = for_file(&flat, coordinates).expect("finite");
    assert_eq!((there.queries[0].target, there.levels.len()), (None, 0));
    let scaled = FileCoordinates { scale: 0.5, ..FileCoordinates::default() };
    assert_eq!(losses(&flat, scaled), Vec::<String>::new());
    let points = [Vec2::ZERO, Vec2::ONE];
    let level = &mut Arc::make_mut(&mut flat.levels)[0];
    level.offset = Vec3::new(1.0, 2.0, 3.0);
    level.image = Some(ImagePlacement { pixels: points, ground: points });
    let there = for_file(&flat, scaled).expect("finite").levels[0].clone();
    assert_eq!((there.coordinates.scale, there.offset), (2.0, Vec3::new(2.0, 4.0, 6.0)));
    assert_eq!(there.image.map(|image| image.ground), Some([Vec2::ZERO, Vec2::splat(2.0)]));
}

#[test]
fn an_end_on_the_mesh_is_turned_with_the_height_of_the_floor() {
    let mut flat = document();
    Arc::make_mut(&mut flat.queries)[0].target = Some(Vec2::ONE.into());
    let coordinates = FileCoordinates { up: UpAxis::Z, ..FileCoordinates::default() };
    assert_eq!(losses(&flat, coordinates), Vec::<String>::new());
    let there = for_file(&flat, coordinates).expect("finite");
    let target = from_file(&there, coordinates).expect("finite").queries[0].target;
    assert_eq!(target, Some(Endpoint { ground: Vec2::ONE, height: Some(0.0) }));
}

#[test]
fn a_scale_that_makes_positions_infinite_is_refused() {
    let coordinates = FileCoordinates { scale: 1e-39, ..FileCoordinates::default() };
    let why = for_file(&document(), coordinates).expect_err("infinite");
    assert!(why.contains("after the conversion; choose another unit or scale"), "{why}");
}

#[test]
fn queries_and_levels_that_leave_the_range_of_numbers_are_refused() {
    let coordinates = FileCoordinates { scale: 1e-10, ..FileCoordinates::default() };
    let mut far = document();
    Arc::make_mut(&mut far.queries)[0].start = Some(Vec2::splat(1e30).into());
    let why = for_file(&far, coordinates).expect_err("infinite");
    assert!(why.starts_with("an end of query ") && why.ends_with("choose another unit or scale"), "{why}");
    let mut level = LevelReference::new("a.glb");
    level.coordinates.scale = 1e30;
    let large = Document { levels: vec![level].into(), ..document() };
    let why = for_file(&large, coordinates).expect_err("infinite");
    assert_eq!(why, "the scale of level a.glb is inf after the conversion; choose another unit or scale");
}

#[test]
fn the_default_query_stays_as_it_is() {
    let plain = Document::of_mesh(document().mesh);
    let coordinates = FileCoordinates { scale: 0.01, ..FileCoordinates::default() };
    assert_eq!(*plain.queries, [NamedQuery::default()]);
    assert_eq!(from_file(&plain, coordinates).expect("finite").queries, plain.queries);
}
