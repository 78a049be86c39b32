//! The bundled sample meshes are valid and show what their descriptions state.

mod village;

use std::collections::BTreeSet;

use navsmith::samples::{self, Sample};
use navsmith_core::geometry::is_convex;
use navsmith_core::navmesh::{Derived, VertexId, WeldOptions};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Outcome, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use navsmith_core::pathfinding::string_pulling::portal::{Portal, Side};
use navsmith_core::pathfinding::string_pulling::waypoint::WaypointKind;
use navsmith_core::trace::Timeline;
use navsmith_formats::document::{Document, NamedQuery, Verdict, check_answer};
use navsmith_formats::io::{self, Opened, gltf, ron};

fn sample(name: &str) -> &'static Sample {
    samples::all().iter().find(|sample| sample.name == name).expect("a sample of this name")
}

fn document(name: &str) -> Document {
    match sample(name).open().expect("samples open") {
        Opened::Document { document, .. } => document,
        Opened::Scene { .. } | Opened::Mesh { .. } | Opened::Reproduction(_) => {
            panic!("{name} is a document")
        }
    }
}

fn documents() -> impl Iterator<Item = (&'static str, Document)> {
    let opened = samples::all().iter().map(|sample| (sample.name, sample.open().expect("samples open")));
    opened.filter_map(|(name, opened)| match opened {
        Opened::Document { document, .. } => Some((name, document)),
        Opened::Scene { .. } | Opened::Mesh { .. } | Opened::Reproduction(_) => None,
    })
}

fn derived(document: &Document) -> Derived {
    let mut derived = Derived::default();
    derived.update(&document.mesh);
    derived
}

fn answer(document: &Document, query: &NamedQuery) -> (Answer, Timeline<FunnelStep>) {
    let (start, target) = query.start.zip(query.target).expect("placed");
    let query = Query { start, target, settings: query.settings.clone() };
    let (answer, trace) = find_path_traced(&document.mesh, &derived(document), &query);
    (answer, trace.funnel().clone())
}

fn corners(answer: &Answer) -> usize {
    let path = answer.path().expect("a path");
    path.waypoints.iter().filter(|waypoint| matches!(waypoint.kind, WaypointKind::Corner(_))).count()
}

#[test]
fn their_files_are_as_saving_would_write_them() {
    for sample in samples::all() {
        if let samples::Content::Document(text) = sample.content {
            let document = ron::read(text).expect("samples open");
            assert_eq!(ron::write(&document).expect("just read"), text, "{}", sample.name);
        }
    }
}

#[test]
fn their_cells_are_convex_and_counter_clockwise() {
    for (name, document) in documents() {
        for (id, _) in document.mesh.cells() {
            if (name, id.0) == ("A cell inside out", 1) {
                continue;
            }
            assert!(is_convex(&document.mesh.ground_ring(id)), "cell {} of {name}", id.0);
        }
    }
}

#[test]
fn every_end_of_a_kept_question_is_on_the_mesh() {
    for (name, document) in documents() {
        for query in document.queries.iter().filter(|query| query.start.and(query.target).is_some()) {
            let (answer, _) = answer(&document, query);
            assert!(!matches!(answer.outcome, Outcome::Partial { .. }), "{}: {name}", query.name);
        }
    }
}

#[test]
fn the_query_of_a_sample_covers_no_agents() {
    for (name, document) in documents() {
        let has_agents = document.scenarios.iter().any(|scenario| scenario.agent_count() > 0);
        let has_query = document.queries.iter().any(|query| query.start.or(query.target).is_some());
        assert!(!has_agents || !has_query, "{name}");
    }
}

#[test]
fn the_path_through_the_courtyard_turns_four_times() {
    let document = document("Courtyard");
    let (answer, _) = answer(&document, &document.queries[0]);
    assert_eq!(corners(&answer), 4, "hedge, fountain, and both corners of a jamb");
}

#[test]
fn paths_in_the_courtyard_of_outlines_go_round_its_chains() {
    let document = document("Courtyard of outlines");
    assert_eq!(document.outlines.cell_count(), document.mesh.cell_count(), "all cells are generated");
    let (across, _) = answer(&document, &document.queries[1]);
    assert_eq!(corners(&across), 1, "the end of the wall");
    let (long, _) = answer(&document, &document.queries[0]);
    assert!(long.path().is_some());
}

#[test]
fn the_islands_miss_each_other_by_a_hair() {
    let document = document("Two islands");
    assert_eq!(derived(&document).islands.len(), 2, "two islands");
    let (answer, _) = answer(&document, &document.queries[0]);
    assert!(
        matches!(answer.outcome, Outcome::NoPath { why: Why::DifferentIslands { .. } }),
        "{:?}",
        answer.outcome
    );
}

#[test]
fn the_bridge_is_walked_under_and_over() {
    let document = document("Bridge over a road");
    assert_eq!(derived(&document).islands.len(), 1, "all hangs together");
    for (query, heights) in document.queries.iter().zip([&[0.0, 4.0, 4.0, 0.0][..], &[], &[0.0, 4.0]]) {
        let mut query = query.clone();
        query.settings.has_slope_waypoints = true;
        let (answer, _) = answer(&document, &query);
        let path = answer.path().expect("a path");
        let slopes = path.waypoints.iter().filter(|waypoint| matches!(waypoint.kind, WaypointKind::Slope));
        assert_eq!(slopes.map(|waypoint| waypoint.point.y).collect::<Vec<_>>(), heights, "{}", query.name);
    }
}

#[test]
fn the_string_of_the_tutorial_leaves_the_corridor_for_a_middle_and_ours_bends_at_the_door() {
    let document = document("An untested middle");
    let (answer, _) = answer(&document, &document.queries[0]);
    let path = answer.path().expect("a path");
    let kinds = path.waypoints.iter().map(|waypoint| waypoint.kind);
    assert_eq!(kinds.clone().filter(|kind| *kind == WaypointKind::Slope).count(), 2);
    assert_eq!(kinds.filter(|kind| matches!(kind, WaypointKind::Corner(_))).count(), 1, "the door");
    let untested = path.with_untested_middles().expect("another string");
    assert_eq!((untested.waypoints.len(), untested.leaves_at), (4, Some(1)));
    let plain = NamedQuery { settings: Settings::default(), ..document.queries[0].clone() };
    let (answer, _) = self::answer(&document, &plain);
    assert_eq!(answer.path().expect("a path").with_untested_middles(), None, "no middle is forced");
}

#[test]
fn the_school_shows_every_decision_of_the_funnel() {
    let document = document("Funnel school");
    let (_, timeline) = answer(&document, &document.queries[0]);
    let mut seen = BTreeSet::new();
    for step in timeline.events() {
        let side = if step.side == Side::Left { "left" } else { "right" };
        seen.insert(match step.decision {
            Decision::Tightened => format!("tightened {side}"),
            Decision::Outside => format!("outside {side}"),
            Decision::Crossed { .. } => format!("crossed {side}"),
            Decision::Forced { .. } => "forced".into(),
            Decision::Arrived => "arrived".into(),
        });
        if matches!(step.decision, Decision::Crossed { restart_from, .. } if step.portal > restart_from + 1) {
            seen.insert("restarted several portals back".into());
        }
    }
    let all = [
        "arrived",
        "crossed left",
        "crossed right",
        "outside left",
        "outside right",
        "restarted several portals back",
        "tightened left",
        "tightened right",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all, "everything but a forced waypoint");
}

#[test]
fn the_village_preselects_its_navmesh() {
    let Opened::Scene { scene, .. } = sample("Village (glTF)").open().expect("samples open") else {
        panic!("a glTF")
    };
    let chosen: Vec<_> = scene.preselected().into_iter().map(|i| scene.items[i].node.clone()).collect();
    assert_eq!(chosen, ["navmesh"], "only the one named so");
    assert!(scene.items.iter().any(|found| found.node == "Level"), "the level is there to choose");
}

#[test]
fn importing_the_village_welds_its_seam_and_drops_what_cannot_be_walked_on() {
    let Opened::Scene { scene, .. } = sample("Village (glTF)").open().expect("samples open") else {
        panic!("a glTF")
    };
    let options = WeldOptions { distance: 0.01, max_slope: Some(1.0) };
    let imported =
        io::import(&scene, &scene.preselected(), &io::Placement::default(), &options).expect("not too much");
    assert_eq!(imported.report.degenerate, 1, "a triangle that is a line");
    assert_eq!(imported.report.too_steep, 2, "a wall of two triangles");
    assert!(imported.report.welded_vertices >= 10, "a seam: {:?}", imported.report);
    assert_eq!(derived(&imported.document).islands.len(), 1, "one can walk across the seam");
    let everything =
        io::import(&scene, &[0, 1, 7], &io::Placement::default(), &options).expect("not too much");
    assert!(everything.document.mesh.cell_count() > imported.document.mesh.cell_count(), "the level as well");
}

#[test]
fn the_village_is_what_its_recipe_makes() {
    let glb = village::glb();
    // As in expect-test, the environment variable rewrites the file from the recipe.
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/village.glb");
        std::fs::write(path, &glb).expect("the file of the sample");
    }
    gltf::parse(&glb, None).expect("the recipe makes a GLB");
    let samples::Content::Gltf(bytes) = sample("Village (glTF)").content else { panic!("a glTF") };
    assert!(bytes == glb, "assets/village.glb differs; run this test with UPDATE_EXPECT=1 and build again");
}

/// Returns the path lengths of a gallery query with its own algorithm and with another one.
fn lengths(name: &str, query: usize, other: Algorithm) -> [f64; 2] {
    let document = document(name);
    let kept = &document.queries[query];
    let derived = derived(&document);
    [kept.settings.algorithm, other.into()].map(|algorithm| {
        let (start, target) = kept.start.zip(kept.target).expect("placed");
        let settings = Settings { algorithm, ..kept.settings.clone() };
        let answer = find_path(&document.mesh, &derived, &Query { start, target, settings });
        answer.path().map_or(f64::INFINITY, |path| path.length)
    })
}

#[test]
fn slivers_and_a_plaza_make_searches_go_round() {
    for name in ["Long thin triangles", "The centre-point detour"] {
        let [own, shortest] = lengths(name, 0, Algorithm::Nodes(Method::FunnelCost));
        assert!(own > shortest * 1.2, "{name}: {own} m where {shortest} m would do");
    }
}

#[test]
fn a_corner_that_every_portal_ends_at_is_emitted_once() {
    let document = document("One corner, every portal");
    let (answer, _) = answer(&document, &document.queries[0]);
    assert_eq!(corners(&answer), 1, "the tip of the wall");
    let path = answer.path().expect("a path");
    let shares = |portal: &Portal| portal.ids.is_some_and(|ids| ids.contains(&VertexId(0)));
    let inner = &path.portals[1..path.portals.len() - 1];
    let tip = (0..inner.len()).filter(|&i| shares(&inner[i])).count();
    assert_eq!(tip, inner.len(), "all of them end at the tip");
}

#[test]
fn what_looks_joined_is_not_and_the_kept_question_says_so() {
    for name in ["A T-junction that looks joined", "A cell inside out"] {
        let document = document(name);
        let verdicts = document.queries.iter().map(|query| {
            let question = query.question().expect("both ends");
            check_answer(query, Some(&find_path(&document.mesh, &derived(&document), &question)))
        });
        assert!(verdicts.into_iter().all(|verdict| matches!(verdict, Verdict::Differs { .. })), "{name}");
    }
}

#[test]
fn a_cart_goes_round_where_a_cat_goes_through() {
    let [cart, _] = lengths("A door too narrow", 0, Algorithm::Nodes(Method::FunnelCost));
    let [cat, _] = lengths("A door too narrow", 1, Algorithm::Nodes(Method::FunnelCost));
    assert!(cart.is_finite() && cart > cat + 1.0, "{cart} m and {cat} m");
}

#[test]
fn the_ledge_is_jumped_down_from_and_not_up() {
    let [down, _] = lengths("A one-way link", 0, Algorithm::Nodes(Method::FunnelCost));
    let [up, _] = lengths("A one-way link", 1, Algorithm::Nodes(Method::FunnelCost));
    assert!(down.is_finite() && up.is_infinite(), "{down} m down, {up} m up");
}
