//! Reasons for a missing path, and fixes that make one.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod ends;
mod searching;

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::analysis::why::{self, WhyInput};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::scene::{Mark, Role, Tint};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{AreaId, Cell, CellId, IslandId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::relaxation::Relaxation;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_formats::check::{JoinKind, Offer};
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io;

use crate::support::notation::mesh;

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
