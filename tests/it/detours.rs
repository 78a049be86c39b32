//! Explanations of detours, fixes for them, and detours over the whole mesh.

#![expect(clippy::unwrap_used, reason = "a test may")]

use expect_test::expect;
use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::analysis::detour::{self, DetourInput};
use navsmith::editor::analysis::survey::{self, SURVEYED, Sampling, SurveyInput};
use navsmith::editor::drawing::naming;
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::session::job::Job;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples::{self, Content};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io;

use crate::support;
use crate::support::jobs::{finish, run as run_job};

/// Returns an editor with a sample and a query between two positions.
fn editor(name: &str, ends: [[f32; 2]; 2], algorithm: Algorithm) -> Editor {
    let Content::Document(text) = samples::named(name).unwrap().content else {
        panic!("{name} is a document")
    };
    let [start, target] = ends.map(|end| Some(Endpoint { ground: Vec2::from(end), height: None }));
    let settings =
        Settings { algorithm: algorithm.into(), has_slope_waypoints: false, ..Settings::default() };
    let query = NamedQuery { name: "query".into(), start, target, settings, ..NamedQuery::default() };
    let mut editor = Editor::new(Document { queries: vec![query].into(), ..io::ron::read(text).unwrap() });
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

/// Returns the courtyard, in which A* over midpoints finds a detour.
fn courtyard() -> Editor {
    editor("Courtyard", [[3.2, 1.2], [8.5, 19.5]], Algorithm::Nodes(Method::Midpoints))
}

/// Returns the plaza, whose centre is far from the path across it.
fn plaza() -> Editor {
    editor("The centre-point detour", [[1.0, 0.5], [13.0, 0.5]], Algorithm::Nodes(Method::Centers))
}

fn run(editor: &mut Editor, command: Command) {
    assert_eq!(command.enabled(editor), Ok(()), "{command:?} can run");
    editor.handle(Input::Run(command));
}

fn jobs(editor: &mut Editor) -> Vec<Job> {
    support::jobs::jobs(editor, "comparing algorithms")
}

/// Runs the last comparison job and sends its result to the editor.
///
/// The clock always returns 0.
fn bring(editor: &mut Editor) {
    let job = jobs(editor).pop().unwrap();
    finish(editor, &job);
}

/// Requests the comparison and delivers its result.
fn asked(mut editor: Editor) -> Editor {
    run(&mut editor, Command::WhyDetour);
    bring(&mut editor);
    editor
}

fn length(editor: &Editor) -> f64 {
    editor.answer().and_then(Answer::path).map_or(f64::NAN, |path| path.length)
}

fn count(editor: &Editor, role: Role) -> usize {
    let of = |mark: &Mark| match *mark {
        Mark::Line(role, _) | Mark::Fill(role, _) | Mark::Point(role, _) | Mark::Label(role, ..) => role,
    };
    editor.scene(ViewId::ABOVE).marks.iter().filter(|mark| of(mark) == role).count()
}

#[test]
fn every_algorithm_is_compared_and_the_shortest_comes_first() {
    let editor = asked(courtyard());
    let rows = &detour::why_detour(&editor).unwrap().comparison.unwrap().rows;
    let described: Vec<String> =
        rows.iter().map(|row| format!("{} {:.3} {}", row.algorithm, row.length, row.expanded)).collect();
    expect![[r#"
        polyanya 27.663 70
        funnel 27.663 54
        midpoints 29.328 37
        distance 29.328 46
        entries 29.579 25
        centers 30.113 27
        steps 32.164 31"#]]
    .assert_eq(&described.join("\n"));
}

#[test]
fn what_misled_the_search_is_named_with_what_it_cost() {
    let editor = asked(courtyard());
    let why = detour::why_detour(&editor).unwrap();
    expect![[r#"
        This path is 1.66 m (6.0 %) longer than the shortest path, which is 27.66 m.
        The node at the portal out of cell 8 lies 3.000 m beside the shorter path, which made its corridor look 1.040 m longer, and all its nodes together 5.39 m."#]].assert_eq(&[why.verdict(), why.misled_by()].map(Option::unwrap).join("\n"));
    assert_eq!(count(&editor, Role::Culprit), 3, "the portal, its middle and what it came to");
    let editor = asked(plaza());
    let why = detour::why_detour(&editor).unwrap();
    expect!["The node at the centre of cell 2 lies 6.250 m beside the shorter path, which made its corridor look 5.328 m longer."]
        .assert_eq(&why.misled_by().unwrap());
    assert!(why.fixes().is_empty() && Command::FixDetour.enabled(&editor).is_err(), "no edit helps");
}

#[test]
fn a_path_that_is_the_shortest_is_said_to_be() {
    let mut editor = courtyard();
    let settings = Settings { algorithm: Algorithm::Polyanya.into(), ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    let editor = asked(editor);
    let why = detour::why_detour(&editor).unwrap();
    assert_eq!((why.verdict().as_deref(), why.misled_by()), (Some("No path is shorter."), None), "proven");
    assert!(why.beside.is_none() && count(&editor, Role::ShortestPath) == 0, "it is not drawn twice");
}

#[test]
fn a_fix_makes_the_path_as_short_as_it_promised_in_one_step() {
    let orders: Vec<String> = {
        let editor = asked(courtyard());
        let fixes = detour::why_detour(&editor).unwrap().fixes();
        fixes.iter().map(|fix| format!("{}: {:.2} m", fix.label, fix.path().unwrap())).collect()
    };
    expect![[r#"
        Flip edge 45–54: 27.66 m
        Flip edge 55–56: 27.66 m
        Split edge 29–30: 27.66 m
        Dissolve edge 29–30: 27.66 m"#]]
    .assert_eq(&orders.join("\n"));
    for (index, order) in orders.iter().enumerate() {
        let mut editor = asked(courtyard());
        let before = (length(&editor), editor.document().clone());
        let promised = detour::why_detour(&editor).unwrap().fixes()[index].path().unwrap();
        if index == 0 {
            run(&mut editor, Command::FixDetour);
        } else {
            editor.handle(Input::Apply(ProposalSource::Detour(index)));
        }
        assert!((length(&editor) - promised).abs() < 1e-6, "{order}: {} m", length(&editor));
        assert_eq!(editor.history().done().len(), 1, "one step");
        bring(&mut editor);
        let why = detour::why_detour(&editor).unwrap();
        assert_eq!(why.verdict().as_deref(), Some("No path is shorter."), "it is compared again");
        run(&mut editor, Command::Undo);
        assert_eq!((length(&editor), editor.document().clone()), before, "undone");
    }
}

#[test]
fn the_way_of_another_algorithm_is_drawn_beside_the_path() {
    let mut editor = asked(plaza());
    assert_eq!(count(&editor, Role::ShortestPath), 1, "the shortest path at first");
    let partings = detour::why_detour(&editor).unwrap().partings;
    assert_eq!((partings.len(), &partings[0].other), (1, &vec![CellId(2)]), "round or across");
    assert_eq!((count(&editor, Role::OnlyPath), count(&editor, Role::OnlyBeside)), (3, 1), "tinted");
    let names: Vec<String> = naming::mark_legend(&editor, &editor.scene(ViewId::ABOVE))
        .into_iter()
        .map(|mark| mark.text)
        .collect();
    assert_eq!(names[..3], ["A* over centres", "Polyanya", "misled the search"], "named");
    run(&mut editor, Command::ZoomOut);
    let scale = editor.camera().meters_per_pixel;
    editor.handle(Input::Detour(DetourInput::Frame(0)));
    assert!(editor.camera().meters_per_pixel != scale, "framed");
    let steps = Some(Algorithm::Nodes(Method::Steps));
    editor.handle(Input::Detour(DetourInput::Show(steps)));
    assert_eq!((count(&editor, Role::ShortestPath), count(&editor, Role::OtherPath)), (0, 1), "another");
    editor.handle(Input::Detour(DetourInput::Show(None)));
    assert!(
        detour::why_detour(&editor).unwrap().beside.is_none() && count(&editor, Role::OtherPath) == 0,
        "none"
    );
    run(&mut editor, Command::WhyDetour);
    let names: Vec<String> = naming::mark_legend(&editor, &editor.scene(ViewId::ABOVE))
        .into_iter()
        .map(|mark| mark.text)
        .collect();
    assert!(count(&editor, Role::Culprit) == 0 && !names.contains(&"Polyanya".into()), "closed: {names:?}");
}

/// Returns the points of the only line with a role, in screen coordinates.
fn line_on_screen(editor: &Editor, role: Role) -> Vec<Vec2> {
    let lines = editor.scene(ViewId::ABOVE).marks.into_iter();
    let mut lines = lines.filter_map(|mark| match mark {
        Mark::Line(of, points) if of == role => Some(points),
        _ => None,
    });
    let line = lines.next().unwrap();
    assert!(lines.next().is_none(), "one line only");
    line.into_iter().map(|point| editor.camera().screen_from_ground(ground(point))).collect()
}

#[test]
fn compared_paths_that_coincide_are_drawn_side_by_side_at_any_zoom() {
    let mut editor = asked(courtyard());
    for _ in 0..4 {
        let [path, optimum] = [Role::Path, Role::ShortestPath].map(|role| line_on_screen(&editor, role));
        // Both lines end at the target and come from the same corner.
        let apart = path.last().unwrap().distance(*optimum.last().unwrap());
        assert!((apart - 4.5).abs() < 0.05, "{apart} pixels apart");
        editor.handle(Input::Run(Command::ZoomIn));
    }
    editor.handle(Input::Detour(DetourInput::Show(None)));
    let target = editor.endpoint(End::Target).unwrap().ground;
    let end = *line_on_screen(&editor, Role::Path).last().unwrap();
    assert!(end.distance(editor.camera().screen_from_ground(target)) < 0.01, "alone, it is in its place");
}

#[test]
fn an_answer_for_an_older_question_or_mesh_is_dropped() {
    let mut editor = courtyard();
    run(&mut editor, Command::WhyDetour);
    let effects = editor.take_effects();
    assert_eq!(effects[0], Effect::Show(Panel::Stepper), "where the result is shown");
    let Effect::Start(old) = effects[1].clone() else { panic!("{effects:?}") };
    let old_answer = run_job(&old, &Progress::none()).unwrap();
    let end = Endpoint { ground: Vec2::new(9.0, 19.0), height: None };
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, Some(end))));
    let effects = editor.take_effects();
    assert!(effects.contains(&Effect::StopWork(old.number)), "broken off: {effects:?}");
    editor.handle(old_answer.clone());
    assert!(detour::why_detour(&editor).unwrap().comparison.is_none(), "another question's");
    run(&mut editor, Command::Undo);
    bring(&mut editor);
    assert!(!detour::why_detour(&editor).unwrap().is_outdated, "its own");
    run(&mut editor, Command::SelectAll);
    run(&mut editor, Command::Triangulate);
    let why = detour::why_detour(&editor).unwrap();
    assert!(why.is_outdated && why.under_way.is_some(), "the mesh is another");
    assert_eq!(count(&editor, Role::Culprit), 0, "so nothing of it is drawn");
    editor.handle(old_answer);
    assert!(detour::why_detour(&editor).unwrap().is_outdated, "an older mesh's");
    bring(&mut editor);
    assert!(!detour::why_detour(&editor).unwrap().is_outdated, "compared again");
}

#[test]
fn while_something_is_dragged_nothing_is_compared() {
    let mut editor = asked(courtyard());
    let mut settings = editor.settings().clone();
    for radius in [0.1, 0.2] {
        settings.agent.radius = radius;
        editor.handle(Input::Query(QueryInput::DragSettings(settings.clone())));
    }
    assert!(jobs(&mut editor).is_empty() && detour::why_detour(&editor).unwrap().is_outdated, "not yet");
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    assert_eq!(jobs(&mut editor).len(), 1, "once it is let go");
}

#[test]
fn a_comparison_that_is_broken_off_begins_again_only_when_asked() {
    let mut editor = courtyard();
    run(&mut editor, Command::WhyDetour);
    let job = jobs(&mut editor).pop().unwrap();
    let progress = Progress::stopping_after(2);
    assert_eq!(run_job(&job, &progress), Err(Stopped), "broken off");
    assert_eq!(progress.completed(), Some(2.0 / 103.0), "seven algorithms and at most 96 edits");
    assert_eq!(detour::why_detour(&editor).unwrap().under_way, Some(job.number), "not yet here");
    editor.handle(Input::Detour(DetourInput::Stop));
    assert_eq!(editor.take_effects(), [Effect::StopWork(job.number)], "its worker is stopped");
    editor.handle(Input::Query(QueryInput::Rename(0, "by another name".into())));
    assert_eq!(detour::why_detour(&editor).unwrap().under_way, None, "not requested");
    editor.handle(Input::Detour(DetourInput::Compare));
    let job = jobs(&mut editor).pop().unwrap();
    editor.handle(Input::JobDone(job.failed("It fell over.".into())));
    assert!(
        matches!(&editor.take_effects()[..], [Effect::Say(description)] if description.text == "It fell over."),
        "its message"
    );
    editor.handle(Input::Detour(DetourInput::Compare));
    bring(&mut editor);
    assert!(detour::why_detour(&editor).unwrap().comparison.is_some(), "compared");
}

#[test]
fn what_cannot_be_compared_says_why() {
    let mut editor = Editor::new(Document::default());
    assert_eq!(Command::WhyDetour.enabled(&editor), Err("Place a start and a target first"), "no ends");
    assert!(
        Command::FixDetour.enabled(&editor).is_err() && Command::SampleDetours.enabled(&editor).is_err(),
        "no"
    );
    editor.handle(Input::Apply(ProposalSource::Detour(3)));
    editor.handle(Input::Survey(SurveyInput::Take(3)));
    assert_eq!(editor.history().done().len(), 0, "nothing was done");
}

#[test]
fn without_a_path_the_panel_that_says_why_is_shown() {
    let mut apart = editor_of_two_islands();
    apart.handle(Input::Run(Command::WhyDetour));
    let effects = apart.take_effects();
    assert!(matches!(effects[..], [Effect::Show(Panel::Stepper)]), "{effects:?}");
    assert!(!detour::is_open(&apart), "there is no detour");
}

fn editor_of_two_islands() -> Editor {
    let Content::Document(text) = samples::named("Two islands").unwrap().content else {
        panic!("a document")
    };
    let editor = Editor::new(io::ron::read(text).unwrap());
    assert!(editor.answer().unwrap().path().is_none(), "they are apart");
    editor
}

fn survey_job(editor: &mut Editor) -> Job {
    support::jobs::jobs(editor, "sampling detours").pop().unwrap()
}

#[test]
fn sampled_pairs_come_the_worst_first_and_by_any_algorithm() {
    let mut editor = courtyard();
    editor.handle(Input::Survey(SurveyInput::Sample(Sampling { pairs: 40, seed: 3 })));
    run(&mut editor, Command::SampleDetours);
    let job = survey_job(&mut editor);
    assert_eq!(survey::under_way(&editor), Some(job.number), "its progress has this number");
    finish(&mut editor, &job);
    let found = survey::found(&editor).unwrap().clone();
    assert_eq!((found.gaps.len(), found.summaries.len(), found.curves.len()), (40, 6, 6), "all of them");
    assert!(found.gaps.windows(2).all(|pair| pair[0].worst() >= pair[1].worst()), "the worst first");
    assert_eq!(survey::rows(&editor), (0..40).collect::<Vec<_>>(), "as they came");
    for (index, algorithm) in SURVEYED.into_iter().enumerate() {
        editor.handle(Input::Survey(SurveyInput::Order(Some(index))));
        let ratios: Vec<f64> =
            survey::rows(&editor).iter().map(|&row| found.gaps[row].ratios[index]).collect();
        assert!(ratios.is_sorted_by(|a, b| a >= b), "{algorithm}: {ratios:?}");
        let summary = found.summaries[index].unwrap();
        assert_eq!(summary.most, ratios[0], "{algorithm}");
        assert_eq!(
            found.curves[index].last(),
            Some(&[summary.most, 1.0]),
            "{algorithm}: all have at most the most"
        );
    }
}

#[test]
fn a_click_on_a_pair_asks_for_its_way_in_one_step() {
    let mut editor = courtyard();
    run(&mut editor, Command::SampleDetours);
    let job = survey_job(&mut editor);
    finish(&mut editor, &job);
    let before = editor.document().clone();
    let gap = survey::found(&editor).unwrap().gaps[1].clone();
    let midpoints = SURVEYED.iter().position(|&it| it == Algorithm::Nodes(Method::Midpoints)).unwrap();
    editor.handle(Input::Survey(SurveyInput::Take(1)));
    assert!(survey::is_asked_pair(&editor, &gap), "its ends");
    assert!((length(&editor) - gap.shortest * gap.ratios[midpoints]).abs() < 1e-6, "its way");
    let seen = editor.camera().screen_from_ground(gap.start.ground);
    assert!(seen.cmpge(Vec2::ZERO).all() && seen.cmple(Vec2::splat(800.0)).all(), "in view: {seen}");
    assert!(survey::found(&editor).is_some(), "the list stays");
    run(&mut editor, Command::Undo);
    assert_eq!(editor.document(), &before, "one step");
}

#[test]
fn a_survey_of_another_mesh_is_dropped() {
    let mut editor = courtyard();
    run(&mut editor, Command::SampleDetours);
    let old = survey_job(&mut editor);
    run(&mut editor, Command::SelectAll);
    run(&mut editor, Command::Triangulate);
    assert!(editor.take_effects().contains(&Effect::StopWork(old.number)), "broken off");
    finish(&mut editor, &old);
    assert!(survey::found(&editor).is_none() && survey::rows(&editor).is_empty(), "an older mesh's");
    run(&mut editor, Command::SampleDetours);
    let job = survey_job(&mut editor);
    run(&mut editor, Command::ForgetDetours);
    assert_eq!(editor.take_effects(), [Effect::StopWork(job.number)], "as asked");
    assert_eq!(run_job(&job, &Progress::stopping_after(0)), Err(Stopped), "broken off");
    run(&mut editor, Command::SampleDetours);
    let job = survey_job(&mut editor);
    finish(&mut editor, &job);
    assert!(survey::found(&editor).is_some(), "its own");
    run(&mut editor, Command::Undo);
    assert!(survey::found(&editor).is_none(), "what was found goes with its mesh");
}
