//! Reasons for a missing path, and fixes that make one.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::analysis::why::{self, WhyInput, finding};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::scene::{Mark, Role, Tint};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{AreaId, Cell, CellId, IslandId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::relaxation::Relaxation;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::{JoinKind, Offer};
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io;

use crate::support::jobs::{finish, jobs, only_job, run};
use crate::support::notation::mesh;
use crate::support::progress::stops;

/// Builds squares of two metres, each an island, with their north-west corners at these positions.
fn squares(places: &[[f32; 3]]) -> NavMesh {
    let corners = |[x, y, z]: [f32; 3]| [[x, y, z], [x, y, z + 2.0], [x + 2.0, y, z + 2.0], [x + 2.0, y, z]];
    let vertices = places.iter().flat_map(|&place| corners(place)).map(Vec3::from);
    let cell = |i: u32| Cell::new([0, 1, 2, 3].map(|corner| VertexId(i * 4 + corner)), AreaId(0));
    NavMesh::from_parts(vertices, (0..places.len() as u32).map(cell)).unwrap()
}

/// Opens an editor with a query between two positions.
fn editor(mesh: NavMesh, ends: [[f32; 2]; 2], settings: Settings) -> Editor {
    let [start, target] = ends.map(|end| Some(Endpoint { ground: Vec2::from(end), height: None }));
    let query = NamedQuery { name: "query".into(), start, target, settings, ..NamedQuery::default() };
    let mut editor = Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) });
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

#[test]
fn an_overlap_is_named_and_no_lower_agent_is_offered() {
    let mesh = squares(&[[0.0; 3], [0.5, 0.004, 0.0]]);
    let agent = Agent { height: 1.8, ..Agent::default() };
    let editor = editor(mesh, [[0.2, 1.0], [0.3, 1.0]], Settings { agent, ..Settings::default() });
    let not = why::why_not(&editor).expect("no path");
    expect!["the start is on cell 0, which is blocked: another cell overlaps it at the same height, and the target is on cell 0, which is blocked: another cell overlaps it at the same height; separate the cells that overlap to get a path"].assert_eq(&not.why.to_string());
    assert_eq!(not.opened, None, "no change of the agent helps");
}

/// Builds two squares three metres apart, one a little to the south.
fn apart() -> Editor {
    editor(squares(&[[0.0; 3], [5.0, 0.0, 1.0]]), [[1.0, 1.0], [6.0, 2.0]], Settings::default())
}

fn described(editor: &Editor) -> String {
    let Some(not) = why::why_not(editor) else { return "a path".into() };
    let ways = not.ways.iter().map(|way| {
        let gaps = way.island_gaps.iter().map(|gap| {
            format!(
                "{:.2} m, {:+.2} m up, at {}",
                gap.on_ground(),
                gap.rise(),
                ground(gap.from.point.as_vec3())
            )
        });
        gaps.collect::<Vec<_>>().join("; ") + "\n"
    });
    let offer = |offer: &Offer| match &offer.proposal {
        Ok(proposal) => format!("{}: {:.2} m\n", offer.kind.title(), proposal.path().unwrap()),
        Err(why) => format!("{}: {why}\n", offer.kind.title()),
    };
    let ways: String = ways.collect();
    let opened = not
        .opened
        .map(|opened| format!("{}: {:.2} m\n", opened.relaxation().unwrap(), opened.path().unwrap()));
    ways + &not.offers.iter().map(offer).collect::<String>() + &opened.unwrap_or_default()
}

fn length(editor: &Editor) -> Option<f64> {
    editor.answer()?.path().map(|path| path.length)
}

fn count(editor: &Editor, role: Role) -> usize {
    let is_it = |mark: &&Mark| match **mark {
        Mark::Line(found, _) | Mark::Fill(found, _) | Mark::Point(found, _) | Mark::Label(found, ..) => {
            found == role
        }
    };
    editor.scene(ViewId::ABOVE).marks.iter().filter(is_it).count()
}

/// Applies each offered kind of fix to the nearest gap and compares the path with the promised one.
fn every_offer_holds(editor: &mut Editor) {
    for kind in JoinKind::ALL {
        let offers = why::why_not(editor).unwrap().offers.to_vec();
        let Some(Ok(promised)) =
            offers.into_iter().find(|offer| offer.kind == kind).map(|offer| offer.proposal)
        else {
            continue;
        };
        let (before, steps) = (editor.document().clone(), editor.history().done().len());
        editor.handle(Input::Apply(ProposalSource::Gaps(0, kind)));
        assert_eq!(length(editor), promised.path(), "{kind:?} gives what it promised");
        assert_eq!(editor.document().mesh.check(), Ok(()), "{kind:?} leaves a sound mesh");
        assert_eq!(editor.history().done().len(), steps + 1, "{kind:?} is one step");
        editor.handle(Input::Run(Command::Undo));
        assert_eq!(editor.document(), &before, "{kind:?} is taken back");
    }
}

#[test]
fn the_hair_gap_of_the_sample_is_welded_bridged_or_linked() {
    let sample = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/two_islands.ron")).unwrap();
    let text = String::from_utf8(sample).unwrap();
    let document = io::ron::read(&text).unwrap();
    let mut editor = Editor::new(document);
    expect![[r#"
        0.02 m, +0.00 m up, at [10, 7]
        0.02 m, +0.00 m up, at [10, 4]
        4.00 m, +0.00 m up, at [8, 8.5]
        Weld: 15.03 m
        Bridge: 15.07 m
        Link: 15.33 m
    "#]]
    .assert_eq(&described(&editor));
    every_offer_holds(&mut editor);
    editor.handle(Input::Run(Command::WeldGap));
    assert!(editor.issues().iter().next().is_none(), "all along the border is welded");
    assert!(why::why_not(&editor).is_none() && length(&editor).is_some(), "a path");
}

#[test]
fn a_weld_offered_after_another_weld_distance_closes_the_gaps_of_that_distance() {
    let sample =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/two_islands.ron")).unwrap();
    let document = io::ron::read(&sample).unwrap();
    let [changed, fresh] = [true, false].map(|is_read_before| {
        let mut editor = Editor::new(document.clone());
        if is_read_before {
            described(&editor);
        }
        editor.handle(Input::SetOptions(Options { weld_distance: 0.001, ..editor.options().clone() }));
        described(&editor);
        editor.handle(Input::Apply(ProposalSource::Gaps(0, JoinKind::Weld)));
        editor
    });
    assert_eq!(changed.document(), fresh.document(), "as if the distance had been set first");
}

#[test]
fn a_wide_gap_is_bridged_or_linked_and_not_welded() {
    let mut editor = apart();
    expect![[r#"
        3.00 m, +0.00 m up, at [2, 1.5]
        Weld: The gap is 3.00 m wide and the border beside it only 2.00 m long: welding would tear the cells out of shape.
        Bridge: 5.10 m
        Link: 5.24 m
    "#]].assert_eq(&described(&editor));
    every_offer_holds(&mut editor);
    assert_eq!(
        Command::WeldGap.enabled(&editor),
        Err("Welding the nearest gap would not give a path"),
        "too wide"
    );
    editor.handle(Input::Run(Command::BridgeGap));
    assert_eq!(editor.derived().islands.len(), 1, "one island");
    assert_eq!(Command::BridgeGap.enabled(&editor), Err("No gap keeps start and target apart"), "done");
}

#[test]
fn a_way_over_an_island_between_is_closed_all_the_way() {
    let mesh = squares(&[[0.0; 3], [6.0, 0.0, 0.0], [3.0, 0.0, 0.0]]);
    let mut editor = editor(mesh, [[1.0, 1.0], [7.0, 1.0]], Settings::default());
    expect![[r#"
        1.00 m, +0.00 m up, at [2, 1]; 1.00 m, +0.00 m up, at [5, 1]
        4.00 m, +0.00 m up, at [2, 1]
        Bridge: 6.00 m
        Link: 6.00 m
        Weld: 6.00 m
    "#]]
    .assert_eq(&described(&editor));
    every_offer_holds(&mut editor);
    editor.handle(Input::Run(Command::LinkGap));
    assert_eq!(editor.document().mesh.link_count(), 2, "a link over each gap");
}

#[test]
fn a_step_that_is_too_high_is_linked_and_never_welded_or_bridged() {
    for climb in [f32::INFINITY, 0.4] {
        let mesh = squares(&[[0.0; 3], [2.0, 0.3, 0.0], [4.0, 2.3, 0.0]]);
        let agent = Agent { max_climb: climb, ..Agent::default() };
        let editor = editor(mesh, [[1.0, 1.0], [5.0, 1.0]], Settings { agent, ..Settings::default() });
        let not = why::why_not(&editor).unwrap();
        let refused = |kind| not.offers.iter().any(|offer| offer.kind == kind && offer.proposal.is_err());
        assert!(refused(JoinKind::Weld) && refused(JoinKind::Bridge), "{climb}: {:?}", not.offers);
        let link = not.offers.iter().find(|offer| offer.kind == JoinKind::Link).unwrap();
        assert_eq!(link.proposal.is_ok(), climb.is_infinite(), "an agent of any climb takes the link");
    }
}

#[test]
fn a_weld_that_moves_vertices_far_comes_last_and_states_the_distance() {
    let mesh = squares(&[[0.0; 3], [2.0, 0.3, 0.0]]);
    let agent = Agent { max_climb: 0.4, ..Agent::default() };
    let mut editor = editor(mesh, [[1.0, 1.0], [3.0, 1.0]], Settings { agent, ..Settings::default() });
    let offers = why::why_not(&editor).unwrap().offers;
    let first = offers.iter().find(|offer| offer.proposal.is_ok()).unwrap();
    assert_eq!((first.kind, first.proposal.as_ref().unwrap().moves), (JoinKind::Link, None));
    let last = offers.last().unwrap();
    assert_eq!(last.kind, JoinKind::Weld);
    let moves = last.proposal.as_ref().unwrap().moves;
    assert!(moves.is_some_and(|moves| (moves - 0.3).abs() < 1e-6), "{last:?}");
    every_offer_holds(&mut editor);
}

/// Builds a floor with a ramp to a plateau at each end; the feet lie in the inside of the floor.
fn ramps_on_a_floor() -> NavMesh {
    let floor = [[0.0, 0.0, 0.0], [0.0, 0.0, 10.0], [20.0, 0.0, 10.0], [20.0, 0.0, 0.0]];
    let left = [[0.0, 3.0, 4.0], [0.0, 3.0, 6.0], [2.0, 3.0, 6.0], [2.0, 3.0, 4.0]];
    let right = [[18.0, 3.0, 4.0], [18.0, 3.0, 6.0], [20.0, 3.0, 6.0], [20.0, 3.0, 4.0]];
    let feet = [[8.0, 0.0, 6.0], [8.0, 0.0, 4.0], [12.0, 0.0, 4.0], [12.0, 0.0, 6.0]];
    let vertices = [floor, left, right, feet].concat().into_iter().map(Vec3::from);
    let rings = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [7, 6, 12, 13], [14, 15, 9, 8]];
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).unwrap()
}

#[test]
fn ramps_whose_feet_lie_on_a_floor_are_joined_to_it_first() {
    let settings = Settings { max_height: 4.0, ..Settings::default() };
    let mut editor = editor(ramps_on_a_floor(), [[1.0, 5.0], [19.0, 5.0]], settings);
    let first = why::why_not(&editor).unwrap().offers[0].clone();
    assert!(first.proposal.is_ok(), "{first:?}");
    assert_eq!(
        (first.kind, first.title().as_str()),
        (JoinKind::Split, "Split cell 0 at the contacts and join")
    );
    every_offer_holds(&mut editor);
    editor.handle(Input::Apply(ProposalSource::Gaps(0, JoinKind::Split)));
    assert_eq!(editor.derived().islands.len(), 1, "one island");
    assert_eq!(editor.history().done().last().unwrap().title, "Split cell 0 at the contacts and join");
}

#[test]
fn what_does_not_make_a_path_is_not_offered() {
    let mesh = squares(&[[0.0; 3], [4.0, 1.0, 0.0]]);
    let agent = Agent { max_climb: 0.5, radius: 0.9, max_slope: 0.3, ..Agent::default() };
    let editor = editor(mesh, [[1.0, 1.0], [5.0, 1.0]], Settings { agent, ..Settings::default() });
    expect![[r#"
        2.00 m, +1.00 m up, at [2, 1]
        Weld: One border is 1.00 m above the other, more than the agent climbs: welding would turn the floors into a ramp. Place a link, or draw a ramp.
        Bridge: There is still no path: every path leads through blocked cells, at least cell 2 (its slope of 26.6° is too steep); allow slopes of 26.6° to get a path.
        Link: There is still no path: every path leads into cells that are blocked in that direction, at least cell 1 (link 0 rises 1.00 m, too high a step); allow steps of 1.00 m to get a path.
    "#]].assert_eq(&described(&editor));
}

#[test]
fn gaps_and_islands_are_shown_while_there_is_no_path() {
    let mut editor = apart();
    assert_eq!(count(&editor, Role::Gap), 4, "a line, its ends and how wide it is");
    assert_eq!(legend::tint(&editor, CellId(1)), Tint::Island(IslandId(1)), "in its own colour");
    expect!["No path: the start is on island 1, the target on island 2."]
        .assert_eq(&legend::legend(&editor, &editor.camera()).note);
    let islands = LegendKey::Islands(vec![(IslandId(0), 1), (IslandId(1), 1)]);
    assert_eq!(
        (legend::legend(&editor, &editor.camera()).title, legend::legend(&editor, &editor.camera()).key),
        ("Island", islands),
        "the legend explains them"
    );
    let zoom = editor.camera().meters_per_pixel;
    editor.handle(Input::Why(WhyInput::Frame(0)));
    assert!(editor.camera().meters_per_pixel != zoom, "framed");
    assert_eq!(editor.selection().edges().len(), 2, "both borders are selected");
    editor.handle(Input::Why(WhyInput::Frame(9)));
    editor.handle(Input::Run(Command::LinkGap));
    assert_eq!(
        (count(&editor, Role::Gap), legend::tint(&editor, CellId(1))),
        (0, Tint::Area(AreaId(0))),
        "joined"
    );
    assert!(
        matches!(legend::legend(&editor, &editor.camera()).key, LegendKey::Areas(_)),
        "and the legend explains areas again"
    );
}

#[test]
fn the_gap_that_is_looked_at_is_drawn_apart_from_the_others() {
    let mut editor = editor(long_islands(), [[1.0, 1.0], [5.0, 1.0]], Settings::default());
    let ways = why::why_not(&editor).unwrap().ways.len();
    assert!(ways > 1, "several places: {ways}");
    assert_eq!(count(&editor, Role::OtherGap), (ways - 1) * 3, "lines and their ends");
    editor.handle(Input::Why(WhyInput::Frame(1)));
    assert_eq!(why::why_not(&editor).unwrap().chosen, 1, "looked at");
    assert_eq!(why::why_not(&editor).unwrap().offers.len(), 3, "with what closes it");
}

/// Builds two strips of squares side by side, two metres apart, that diverge to the south.
fn long_islands() -> NavMesh {
    let row = |x: f32, slant: f32| {
        (0..=6).flat_map(move |i| {
            [[x + slant * i as f32, i as f32 * 2.0], [x + 2.0 + slant * i as f32, i as f32 * 2.0]]
        })
    };
    let vertices = row(0.0, 0.0).chain(row(4.0, 0.1)).map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = [0, 14]
        .into_iter()
        .flat_map(|first| (0..6).map(move |i| first + 2 * i))
        .map(|at: u32| Cell::new([at, at + 2, at + 3, at + 1].map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).unwrap()
}

#[test]
fn what_shuts_the_way_is_opened_at_a_click() {
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0, 4 2 2, 4 2 0, 6 2 2, 6 2 0; c 0 1 2 3, 3 2 4 5 @1, 5 4 6 7");
    let mut filter = Filter::default();
    filter.set_cost(AreaId(1), f32::INFINITY);
    let agent = Agent { max_slope: 0.5, ..Agent::default() };
    let settings = Settings { agent, filter, ..Settings::default() };
    let mut editor = editor(mesh, [[1.0, 1.0], [5.0, 1.0]], settings);
    expect![[r#"
        allow area 1 and slopes of 45.0°: 4.83 m
    "#]]
    .assert_eq(&described(&editor));
    let opened = why::why_not(&editor).unwrap().opened.unwrap();
    expect!["Allow the area and let the agent climb steeper slopes"].assert_eq(&opened.label);
    let narrower = Relaxation { radius: Some(0.5), ..Relaxation::default() };
    expect!["Make the agent narrower"].assert_eq(&narrower.title());
    let promised = opened.path().unwrap();
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert_eq!(length(&editor), Some(promised), "open, though the slope was listed only behind the area");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(length(&editor), None, "one step");
    editor.handle(Input::Run(Command::OpenWay));
    assert_eq!(length(&editor), Some(promised), "by command too");
    assert!(Command::OpenWay.enabled(&editor).is_err(), "it is open");
}

#[test]
fn a_link_that_leads_the_other_way_is_made_to_lead_both_ways() {
    let link = Link { is_one_way: true, ..Link::between(Vec3::new(6.0, 0.0, 2.0), Vec3::new(1.0, 0.0, 1.0)) };
    let mesh = squares(&[[0.0; 3], [5.0, 0.0, 1.0]]).with_links([link]).unwrap();
    let mut editor = editor(mesh, [[1.0, 1.0], [6.0, 2.0]], Settings::default());
    expect![[r#"
        allow link 0 both ways: 5.10 m
    "#]]
    .assert_eq(&described(&editor));
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert!(
        length(&editor).is_some() && !editor.document().mesh.links().any(|(_, link)| link.is_one_way),
        "open"
    );
    editor.handle(Input::Run(Command::Undo));
    assert!(editor.document().mesh.links().all(|(_, link)| link.is_one_way), "one step");
}

#[test]
fn without_a_path_the_nearest_reachable_point_is_shown_and_becomes_the_target() {
    let mut editor = apart();
    let nearest = *why::nearest_reachable(&editor).unwrap();
    expect!["nearest reachable point: (2.00, 0.00, 2.00), 4.00 m from the target"]
        .assert_eq(&nearest.to_string());
    assert_eq!(why::why_not(&editor).unwrap().nearest, Some(&nearest), "listed with the reason");
    assert_eq!(count(&editor, Role::Reachable), 3, "a line, its end and how long it is");
    let steps = editor.history().done().len();
    editor.handle(Input::Why(WhyInput::TargetNearest));
    let placed = editor.endpoint(End::Target).unwrap();
    assert_eq!((placed.ground, placed.height), (Vec2::new(2.0, 2.0), None), "no height is needed");
    let whole = editor.answer().unwrap();
    assert!(whole.why().is_none() && whole.path().is_some(), "a whole path leads there: {whole:?}");
    assert_eq!(editor.history().done().len(), steps + 1, "one step");
    assert_eq!((count(&editor, Role::Reachable), why::nearest_reachable(&editor)), (0, None), "there now");
    assert!(Command::TargetNearest.enabled(&editor).is_err(), "and no command");
    editor.handle(Input::Run(Command::Undo));
    editor.handle(Input::Run(Command::TargetNearest));
    assert_eq!(editor.endpoint(End::Target), Some(placed), "by command too");
}

#[test]
fn the_nearest_reachable_point_is_looked_for_over_links_and_under_other_floors() {
    // A square over half of another, and a third beyond a link from the lower one.
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(6.0, 0.0, 1.0));
    let mesh = squares(&[[0.0; 3], [7.0, 3.0, 0.0], [5.0, 0.0, 0.0], [6.0, 5.0, 0.0]]).with_links([link]);
    let mut editor = editor(mesh.unwrap(), [[1.0, 1.0], [8.9, 1.0]], Settings::default());
    expect!["nearest reachable point: (7.00, 0.00, 1.00), 1.90 m from the target"]
        .assert_eq(&why::nearest_reachable(&editor).unwrap().to_string());
    editor.handle(Input::Why(WhyInput::TargetNearest));
    assert_eq!(editor.endpoint(End::Target).unwrap().height, Some(0.0), "for another floor is above");
    assert!(editor.answer().unwrap().why().is_none(), "a whole path");
}

#[test]
fn an_end_that_hangs_too_high_is_let_down_to_its_floor_at_a_click() {
    let mut editor = editor(squares(&[[0.0; 3]]), [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    let high = Endpoint { ground: Vec2::new(0.5, 0.5), height: Some(3.25) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Start, Some(high))));
    expect!["the start is off the mesh; it was moved 3.25 m down to the nearest point, on cell 0; reach floors 3.25 m below to be there"]
        .assert_eq(&editor.answer().unwrap().why().unwrap().to_string());
    expect![[r#"
        reach floors 3.25 m below: 1.41 m
    "#]]
    .assert_eq(&described(&editor));
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert_eq!(editor.settings().max_height, 3.25, "no more than it takes");
    assert!(editor.answer().unwrap().why().is_none(), "it is on the mesh");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.settings().max_height, 2.0, "one step");
    let beside = Endpoint { ground: Vec2::new(-5.0, 0.5), height: Some(3.25) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Start, Some(beside))));
    assert_eq!(why::why_not(&editor).unwrap().opened, None, "no floor is below");
}

#[test]
fn an_end_over_another_island_is_let_down_to_its_own() {
    // The target is 6 m above the first floor, nearer to an unreachable roof.
    let mesh = squares(&[[0.0; 3], [2.5, 6.0, 0.0]]);
    let mut editor = editor(mesh, [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    let high = Endpoint { ground: Vec2::new(1.5, 1.5), height: Some(6.0) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(high))));
    let opened = why::why_not(&editor).unwrap().opened.unwrap();
    expect!["reach floors 6.00 m below"].assert_eq(&opened.relaxation().unwrap().to_string());
    editor.handle(Input::Apply(ProposalSource::Unblock));
    assert!(editor.answer().unwrap().why().is_none(), "it is on the floor below");
}

#[test]
fn nothing_is_offered_where_there_is_a_path_or_nothing_is_asked() {
    let whole = editor(squares(&[[0.0; 3]]), [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    assert!(why::why_not(&whole).is_none() && count(&whole, Role::Gap) == 0, "a path");
    let nothing = Editor::new(Document::default());
    assert!(why::why_not(&nothing).is_none(), "nothing is asked");
    for command in [Command::WeldGap, Command::BridgeGap, Command::LinkGap, Command::OpenWay] {
        assert!(command.enabled(&nothing).is_err() && command.enabled(&whole).is_err(), "{command:?}");
    }
    let mut empty = editor(NavMesh::default(), [[0.5, 0.5], [1.5, 1.5]], Settings::default());
    assert!(why::why_not(&empty).unwrap().ways.is_empty(), "an empty mesh has no islands");
    empty.handle(Input::SetOptions(Options::default()));
    empty.handle(Input::Apply(ProposalSource::Gaps(3, JoinKind::Weld)));
    assert_eq!(empty.history().done().len(), 0, "nothing was done");
}

#[test]
fn for_an_end_off_the_mesh_every_candidate_is_ruled_out_with_a_reason() {
    let mut editor =
        editor(squares(&[[0.0; 3], [5.0, 0.0, 1.0]]), [[1.0, 1.0], [1.5, 1.5]], Settings::default());
    assert!(why::ruled_out(&editor).is_empty(), "both are on the mesh");
    let hanging = Endpoint { ground: Vec2::new(1.5, 1.5), height: Some(9.0) };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(hanging))));
    let captions: Vec<String> = why::ruled_out(&editor).iter().map(|event| event.caption() + "\n").collect();
    expect![[r#"
        Target: cell 0 is ruled out: its floor is too far below the target.
        The target is off the mesh. It is moved to the nearest point, on cell 0.
    "#]]
    .assert_eq(&captions.concat());
    editor.handle(Input::Why(WhyInput::FrameCell(CellId(0))));
    assert_eq!(editor.selection().cells().len(), 1, "the candidate");
    editor.handle(Input::Why(WhyInput::FrameCell(CellId(77))));
    assert!(editor.selection().is_empty(), "there is no such cell");
}

/// Takes the job that determines why there is no path.
fn the_job(editor: &mut Editor) -> Job {
    editor.handle(Input::Tick(1.0));
    only_job(editor, "searching for fixes")
}

/// Finishes the job for the fixes, and the one for the offers that follows it.
fn finish_both(editor: &mut Editor, job: &Job) {
    finish(editor, job);
    let offers = the_job(editor);
    finish(editor, &offers);
}

/// Builds two squares apart and a large distant field, so that the search for fixes takes long.
fn far_apart() -> Editor {
    const SIDE: u32 = 142;
    let near = squares(&[[0.0; 3], [5.0, 0.0, 1.0]]);
    let corner = |x: u32, z: u32| VertexId(8 + x * (SIDE + 1) + z);
    let all = |count: u32| (0..count).flat_map(move |x| (0..count).map(move |z| (x, z)));
    let far = all(SIDE + 1).map(|(x, z)| Vec3::new(x as f32, 0.0, 900.0 + z as f32));
    let ring = |(x, z)| [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
    let cells = near.cells().map(|(_, cell)| cell.clone());
    let cells = cells.chain(all(SIDE).map(|square| Cell::new(ring(square), AreaId(0))));
    let mesh = NavMesh::from_parts(near.vertices().map(|(_, at)| at).chain(far), cells).unwrap();
    editor(mesh, [[1.0, 1.0], [6.0, 2.0]], Settings::default())
}

#[test]
fn a_gap_that_is_not_there_is_not_looked_at() {
    let mut editor = apart();
    editor.handle(Input::Apply(ProposalSource::Gaps(3, JoinKind::Bridge)));
    let not = why::why_not(&editor).unwrap();
    assert_eq!((not.chosen, not.offers.len()), (0, 3), "the one before is");
}

#[test]
fn a_worker_searches_for_fixes_of_a_large_mesh() {
    let (small, mut large) = (apart(), far_apart());
    assert_eq!(
        (described(&large), finding::is_awaited(&large)),
        (String::new(), true),
        "the editor does not block"
    );
    assert!(Command::BridgeGap.enabled(&large).is_err(), "not known yet");
    let job = the_job(&mut large);
    finish_both(&mut large, &job);
    assert_eq!(
        (described(&large), finding::is_awaited(&large)),
        (described(&small), false),
        "as of a small mesh"
    );
    assert_eq!(why::nearest_reachable(&large), why::nearest_reachable(&small), "the nearest point too");
    large.handle(Input::Tick(2.0));
    assert!(large.take_effects().is_empty(), "nothing is left to be found out");
    large.handle(Input::Apply(ProposalSource::Gaps(0, JoinKind::Bridge)));
    assert!(length(&large).is_some(), "joined");
}

#[test]
fn the_search_for_fixes_can_be_stopped_and_starts_again_after_a_change() {
    let mut editor = far_apart();
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    let job = the_job(&mut editor);
    assert_eq!(run(&job, &Progress::stopping_after(2)), Err(Stopped), "it can be stopped");
    editor.handle(Input::JobDone(job.stopped()));
    assert!(finding::is_given_up(&editor) && !finding::is_awaited(&editor), "stopped");
    editor.handle(Input::Tick(2.0));
    assert!(editor.take_effects().is_empty(), "it does not begin again by itself");
    let why_not = Command::BridgeGap.enabled(&editor).unwrap_err();
    assert!(why_not.contains("search for fixes stopped"), "nothing is said to be known: {why_not}");
    editor.handle(Input::Why(WhyInput::FindOut));
    let again = the_job(&mut editor);
    let place = Endpoint { ground: Vec2::new(6.5, 2.0), height: None };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(place))));
    assert!(editor.take_effects().contains(&Effect::StopWork(again.number)), "another question");
    finish(&mut editor, &again);
    assert_eq!(described(&editor), "", "that was of the one before");
    let next = the_job(&mut editor);
    finish_both(&mut editor, &next);
    assert!(described(&editor).contains("Bridge"), "{}", described(&editor));
}

#[test]
fn a_drag_shows_no_message_about_the_search_for_fixes() {
    let mut editor = far_apart();
    let agent = Agent { radius: 0.1, ..Agent::default() };
    editor.handle(Input::Query(QueryInput::DragSettings(Settings { agent, ..Settings::default() })));
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    editor.handle(Input::Tick(1.0));
    assert!(jobs(&mut editor, "searching for fixes").is_empty(), "not yet");
    assert!(finding::is_put_off(&editor), "and that is said");
    let why_not = Command::BridgeGap.enabled(&editor).unwrap_err();
    assert!(why_not.contains("after the drag"), "of commands too: {why_not}");
    editor.handle(Input::Query(QueryInput::SetSettings(Settings { agent, ..Settings::default() })));
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    the_job(&mut editor);
    assert!(finding::is_awaited(&editor) && !finding::is_put_off(&editor), "let go");
}

#[test]
fn looking_for_the_nearest_point_and_for_gaps_stops_midway() {
    let mut editor = far_apart();
    assert!(why::why_not(&editor).is_some(), "the reason is requested");
    let job = the_job(&mut editor);
    let (stops, _) = stops(|progress| run(&job, progress));
    assert!(stops.is_sorted_by_key(|stop| stop.1), "progress never goes back: {stops:?}");
    for stage in ["the nearest point", "the nearest gaps"] {
        let count = stops.iter().filter(|stop| stop.0 == stage).count();
        assert!(count > 1, "{stage} can be stopped midway: {stops:?}");
    }
}
