//! Saving a loaded file changes nothing, and files of every released version load.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::{Vec2, Vec3};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document, Expected, ExpectedLength, NamedQuery};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, DocumentContent, Format, ImportDefaults, Opened, Placement, ron};
use proptest::prelude::*;

#[test]
fn a_file_of_version_1_loads_and_saving_it_changes_nothing() {
    let text = include_str!("../fixtures/v1.ron");
    let document = ron::read(text).expect("version 1 loads for ever");
    assert_eq!(document.mesh.vertex_count(), 6, "all vertices");
    assert_eq!(document.mesh.corners(CellId(1)), [0, 3, 4].map(VertexId), "a cell");
    assert_eq!(document.areas[1].name, "shallow \"water\"", "an area");
    assert_eq!(document.queries[0].target.and_then(|end| end.height), Some(2.0), "an end with a height");
    let asked = &document.queries[2];
    assert_eq!(asked.settings.algorithm, Algorithm::Nodes(Method::Steps).into(), "an algorithm");
    assert_eq!((asked.settings.agent.radius, asked.settings.agent.max_climb), (0.5, 0.25), "an agent");
    assert!(!asked.settings.filter.allows(AreaId(1)), "a forbidden area");
    let cells = Some([CellId(1), Expected::GONE, CellId(0)].into());
    let length = Some(ExpectedLength { length: 3.25, tolerance: 0.001 });
    assert_eq!(asked.expected, Some(Expected::Path { length, cells }), "what is expected");
    assert_eq!(document.queries[3].expected, Some(Expected::NoPath), "that there is no path");
    // Defaults are not written; slope waypoints were on by default in earlier versions.
    let saved = text.replace(", slope_waypoints: Some(false)", "");
    assert_eq!(ron::write(&document).expect("just read"), saved, "saving changes nothing else");
}

#[test]
fn a_file_with_links_loads_and_saving_it_changes_nothing() {
    let text = include_str!("../fixtures/v1_links.ron");
    let document = ron::read(text).expect("version 1 loads for ever");
    let links: Vec<Link> = document.mesh.links().map(|(_, link)| *link).collect();
    assert_eq!(links[0], Link::between(Vec3::new(1.5, 0.0, 1.0), Vec3::new(3.5, 0.5, 1.0)), "a plain one");
    let drop = links[1];
    assert_eq!((drop.is_one_way, drop.cost, drop.to[1].z), (true, 2.5, 2.0), "a wide one, one way");
    assert_eq!(ron::write(&document).expect("just read"), text, "saving changes nothing");
}

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    prop_oneof![-100.0_f32..100.0, POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,8}", any::<String>()]
        .prop_filter("names are not empty", |name| !name.trim().is_empty())
}

fn end() -> impl Strategy<Value = Option<Endpoint>> {
    prop::option::of((finite(), finite(), prop::option::of(finite())))
        .prop_map(|end| end.map(|(x, z, height)| Endpoint { ground: Vec2::new(x, z), height }))
}

fn settings() -> impl Strategy<Value = Settings> {
    let agent = (0.0_f32..9.0, 0.0_f32..9.0, 0.0_f32..1.5, prop_oneof![0.0_f32..9.0, Just(f32::INFINITY)]);
    let costs = prop::collection::vec(prop_oneof![Just(1.0), 0.1_f32..9.0, Just(f32::INFINITY)], 0..3);
    let algorithm = prop::sample::select(AlgorithmChoice::ALL.to_vec());
    let pulling = prop::sample::select(Pulling::ALL.to_vec());
    (algorithm, agent, costs, 0.0_f32..9.0, any::<bool>(), pulling).prop_map(
        |(
            algorithm,
            (radius, height, max_slope, max_climb),
            costs,
            max_height,
            has_slope_waypoints,
            pulling,
        )| {
            let mut filter = Filter::default();
            for (area, cost) in (0..).map(AreaId).zip(costs) {
                filter.set_cost(area, cost);
            }
            let agent = Agent { radius, height, max_slope, max_climb };
            Settings { algorithm, agent, filter, max_height, has_slope_waypoints, pulling }
        },
    )
}

/// Parts of an expectation, generated before the number of cells is determined.
type Wish = (bool, Option<ExpectedLength>, Option<Vec<prop::sample::Index>>);

fn wish() -> impl Strategy<Value = Wish> {
    let length = prop::option::of((0.0..1e6, 0.0..10.0));
    let length =
        length.prop_map(|length| length.map(|(length, tolerance)| ExpectedLength { length, tolerance }));
    (any::<bool>(), length, prop::option::of(prop::collection::vec(any::<prop::sample::Index>(), 0..6)))
}

/// Builds an expectation for `count` cells; the index `count` becomes a deleted cell.
fn expected((has_path, length, cells): Wish, count: usize) -> Expected {
    let cell = |pick: prop::sample::Index| {
        let index = pick.index(count + 1);
        if index == count { Expected::GONE } else { CellId(index as u32) }
    };
    let cells = cells.map(|cells| cells.into_iter().map(cell).collect());
    if has_path { Expected::Path { length, cells } } else { Expected::NoPath }
}

fn link() -> impl Strategy<Value = Link> {
    let place = || [finite(), finite(), finite()].prop_map(Vec3::from);
    let span = move || prop_oneof![place().prop_map(|at| [at; 2]), [place(), place()]];
    let cost = prop_oneof![Just(1.0_f32), finite().prop_filter("costs are positive", |cost| *cost > 0.0)];
    (span(), span(), any::<bool>(), cost).prop_map(|(from, to, is_one_way, cost)| Link {
        from,
        to,
        is_one_way,
        cost,
    })
}

fn document() -> impl Strategy<Value = Document> {
    let vertices = prop::collection::vec([finite(), finite(), finite()], 3..40);
    let picks = prop::collection::vec((any::<prop::sample::Index>(), 0_u8..3, 3_usize..8), 0..20);
    let areas = prop::collection::vec((name(), any::<[u8; 3]>()), 3);
    let queries = prop::collection::vec((name(), end(), end(), settings(), prop::option::of(wish())), 0..3);
    let links = prop::collection::vec(link(), 0..4);
    (vertices, picks, areas, queries, links).prop_map(|(vertices, picks, areas, queries, links)| {
        let count = vertices.len();
        let cell_count = picks.len();
        let cells = picks.into_iter().map(|(first, area, corners)| {
            let first = first.index(count);
            Cell::new((0..corners.min(count)).map(|i| VertexId(((first + i) % count) as u32)), AreaId(area))
        });
        let mesh = NavMesh::from_parts(vertices.into_iter().map(Vec3::from), cells);
        Document {
            areas: Arc::new(areas.into_iter().map(|(name, color)| Area { name, color }).collect()),
            queries: Arc::new(
                queries
                    .into_iter()
                    .map(|(name, start, target, settings, wish)| {
                        let expected = wish.map(|wish| expected(wish, cell_count));
                        NamedQuery { name, start, target, settings, expected }
                    })
                    .collect(),
            ),
            ..Document::of_mesh(mesh.and_then(|mesh| mesh.with_links(links)).expect("valid by design"))
        }
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(document in document()) {
        let text = ron::write(&document).expect("a valid document");
        let again = ron::read(&text).expect("just written");
        prop_assert_eq!(&again, &document, "the same document");
        prop_assert_eq!(ron::write(&again).expect("as valid"), text, "the same bytes");
    }

    #[test]
    fn every_format_reads_back_what_it_stores(document in document()) {
        for format in Format::writable() {
            let path = PathBuf::from(format!("level.{}", format.extensions[0]));
            let write = |document: &Document| format.encode(document, FileCoordinates::default(), &Progress::none()).expect("not stopped");
            let Ok(bytes) = write(&document) else { continue };
            let opened = io::open_bytes((&path, Stamp::of(&bytes)), &bytes);
            let Ok(Opened::Document { document: again, .. } | Opened::Mesh { document: again, .. }) = opened else {
                return Err(TestCaseError::fail(format!("{format} does not read {}", String::from_utf8_lossy(&bytes))));
            };
            // Godot joins vertices at equal positions, so the first file differs from later ones.
            let bits = |at: Vec3| [at.x + 0.0, at.z + 0.0].map(f32::to_bits);
            let places: BTreeSet<_> = document.mesh.vertices().map(|(_, at)| bits(at)).collect();
            if format.name.starts_with("Godot") && places.len() < document.mesh.vertex_count() {
                let Ok(second) = write(&again) else { continue };
                let opened = io::open_bytes((&path, Stamp::of(&second)), &second);
                let Ok(Opened::Mesh { document: third, .. }) = opened else {
                    return Err(TestCaseError::fail(format!("{format} does not read its own file again")));
                };
                prop_assert!(write(&third).is_ok_and(|third| third == second), "{}: the same bytes", format);
                continue;
            }
            prop_assert!(write(&again).is_ok_and(|second| second == bytes), "{}: the same bytes", format);
            if format.cutting.is_some_and(|cutting| !(cutting.changes)(&document).is_empty()) {
                prop_assert!(again.mesh.cell_count() >= document.mesh.cell_count(), "{}: pieces of cells", format);
                continue;
            }
            prop_assert_eq!(again.mesh.cell_count(), document.mesh.cell_count(), "{}: all cells", format);
            let stores = |content| format.stores.contains(&content);
            // Polygons of Detour have no straight corners.
            let has_all = format.cutting.is_none() || again.mesh.vertex_count() == document.mesh.vertex_count();
            if has_all && stores(DocumentContent::Heights) && stores(DocumentContent::IsolatedVertices) {
                prop_assert!(again.mesh.vertices().eq(document.mesh.vertices()), "{}: vertices", format);
            }
            if has_all && stores(DocumentContent::Areas) {
                let cells = |document: &Document| document.mesh.cells().map(|(_, cell)| cell.clone()).collect::<Vec<_>>();
                prop_assert_eq!(cells(&again), cells(&document), "{}: cells", format);
            }
            if stores(DocumentContent::AreaNames) && stores(DocumentContent::AreaColors) {
                prop_assert_eq!(&again.areas, &document.areas, "{}: areas", format);
            }
            if format.stores.len() == DocumentContent::ALL.len() {
                prop_assert_eq!(&again, &document, "{}: everything", format);
            }
        }
    }

    #[test]
    fn no_damage_to_a_written_file_makes_reading_panic(
        document in document(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        for format in Format::writable() {
            let path = PathBuf::from(format!("level.{}", format.extensions[0]));
            let written = format.encode(&document, FileCoordinates::default(), &Progress::none()).expect("not stopped");
            let Ok(mut bytes) = written else { continue };
            for (at, byte) in &damage {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            if let Ok(Opened::Scene { scene, .. }) = io::open_bytes((&path, Stamp::of(&bytes)), &bytes) {
                let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
                let _refused_or_not = io::import(&scene, &chosen, &Placement::default(), &weld);
            }
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in any::<String>()) {
        let _refused_or_not = ron::read(&text);
        let text = format!("v 0 0 0\n{text}");
        let _refused_or_not = io::open_bytes((Path::new("a.obj"), Stamp::of(text.as_bytes())), text.as_bytes());
    }

    #[test]
    fn no_damage_to_a_file_makes_reading_panic(at in 0_usize..900, remove in 0_usize..40, insert in "[\\(\\)\\[\\]\",:#r/*0-9NaN .-]{0,6}") {
        let mut text = include_str!("../fixtures/v1.ron").to_owned();
        let at = at.min(text.len());
        text.replace_range(at..(at + remove).min(text.len()), &insert);
        if let Err(error) = ron::read(&text) {
            prop_assert!(error.line <= text.lines().count() + 1, "the line is in the file: {}", error);
        }
    }
}
