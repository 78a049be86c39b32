//! Every computed value that the editor shows as current equals a new computation.
//!
//! The values are those of all analyses: they are computed on first use or by jobs, and jobs may end late, fail or be
//! stopped.

use std::collections::BTreeSet;

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::connections::{self, ConnectionInput};
use navsmith::editor::analysis::detour::{self, DetourInput};
use navsmith::editor::analysis::repair::RepairInput;
use navsmith::editor::analysis::survey::{Sampling, SurveyInput};
use navsmith::editor::analysis::why::{self, WhyInput};
use navsmith::editor::analysis::{chokepoints, distances, legend};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::files::comparison;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::{Destination, ImportDialog, ImportSettings};
use navsmith::editor::files::importing;
use navsmith::editor::files::statistics::{self, StatisticsInput};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::session::options::{Coloring, Options};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::document::{Document, Expected, NamedQuery};
use proptest::prelude::*;

use crate::support::edits;
use crate::support::files::scanned;
use crate::support::jobs::run;

/// Builds `side` columns and rows of squares of 1 m, in two halves with a gap of 0.2 m.
///
/// Every seventh square is missing, so there are walls on all sides.
fn halves(side: u32) -> NavMesh {
    let (width, half) = (side + 2, side / 2);
    let x = move |column: u32| if column <= half { column as f32 } else { column as f32 - 0.8 };
    let vertices =
        (0..=side).flat_map(move |z| (0..width).map(move |column| Vec3::new(x(column), 0.0, z as f32)));
    let columns = move |z: u32| (0..width - 1).filter(move |&x| x != half).map(move |x| z * width + x);
    let ring = move |corner: u32| [corner, corner + width, corner + width + 1, corner + 1].map(VertexId);
    let corners = (0..side).flat_map(columns).enumerate().filter(|(index, _)| index % 7 != 5);
    let cells = corners.map(|(_, corner)| Cell::new(ring(corner), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("squares are sound")
}

fn place([x, z]: [f32; 2]) -> Endpoint {
    Endpoint { ground: Vec2::new(x, z), height: None }
}

fn editor(side: u32) -> Editor {
    let far = side as f32 - 0.3;
    let query = |from: [f32; 2], to: [f32; 2]| NamedQuery {
        start: Some(place(from)),
        target: Some(place(to)),
        expected: Some(Expected::NoPath),
        ..NamedQuery::default()
    };
    let queries = vec![query([0.3, 0.3], [far, far]), query([0.5, 0.5], [1.5, 2.5])];
    let scenarios = [0.2, 0.4].map(|radius| scenario(radius, far)).to_vec();
    let document = Document { queries: queries.into(), ..Document::of_mesh(halves(side)) };
    Editor::new(Document { scenarios: scenarios.into(), ..document })
}

/// Returns a scenario of half a second, with two agents that walk to each other.
fn scenario(radius: f32, far: f32) -> Scenario {
    let group = |from: [f32; 2], to: [f32; 2]| {
        let target = GroupTarget::Point(place(to));
        AgentGroup { radius, ..AgentGroup::new("agents", Spawn::Point(place(from)), target) }
    };
    let groups = vec![group([0.5, 0.5], [far, 0.5]), group([2.5, 0.5], [0.5, 0.5])];
    Scenario { name: format!("radius {radius}"), groups, duration: 0.5, ..Scenario::default() }
}

/// One step between two checks.
#[derive(Clone, Debug)]
enum Act {
    Edit(edits::Edit),
    Run(Command),
    SetEnd(End, Option<[f32; 2]>),
    DragSettings(Settings),
    SetSettings(Settings),
    Activate(usize),
    SetOptions(Coloring, f32),
    Ask(Box<Input>),
    /// Runs a started job to its end, or stops it, or reports a failure; numbers select jobs modulo their number.
    Finish(usize),
    Stop(usize),
    Fail(usize),
    /// Reads every value, as a frame does.
    Look,
}

/// Generates settings that change which cells are walkable and how wide a portal must be.
fn settings() -> impl Strategy<Value = Settings> {
    let radius = prop::sample::select(vec![0.0f32, 0.2, 0.6]);
    let slope = prop::sample::select(vec![0.2f32, std::f32::consts::FRAC_PI_2]);
    (radius, slope, any::<bool>()).prop_map(|(radius, max_slope, ignores_links)| {
        let mut settings = Settings::default();
        (settings.agent.radius, settings.agent.max_slope) = (radius, max_slope);
        settings.filter.ignores_links = ignores_links;
        settings
    })
}

/// Returns the dialog about a mesh that is added to the document.
fn addition() -> ImportDialog {
    let document = Document::of_mesh(halves(2));
    let mut dialog = ImportDialog::of_mesh("other.ron".into(), document, Vec::new(), true);
    dialog.destination = Destination::OpenDocument { welds: false };
    dialog
}

fn commands() -> Vec<Command> {
    vec![
        Command::Undo,
        Command::Redo,
        Command::ToggleChokepoints,
        Command::ToggleClearance,
        Command::WidestAgent,
        Command::FindPairs,
        Command::ForgetPairs,
        Command::SampleDetours,
        Command::WhyDetour,
        Command::Weld,
        Command::Repair,
        Command::CompareWithSaved,
        Command::NextDifference,
        Command::EndComparison,
        Command::PlaySimulation,
        Command::NextAgent,
        Command::NextHeatMap,
        Command::CompareScenario,
        Command::NextScenario,
    ]
}

fn asked() -> Vec<Input> {
    vec![
        Input::Detour(DetourInput::Compare),
        Input::Detour(DetourInput::Stop),
        Input::Why(WhyInput::FindOut),
        Input::Why(WhyInput::Frame(1)),
        Input::Connection(ConnectionInput::Ask([CellId(0), CellId(7)])),
        Input::Connection(ConnectionInput::Resume),
        Input::Apply(ProposalSource::Connection([CellId(0), CellId(7)])),
        Input::Repair(RepairInput::Apply),
        Input::Repair(RepairInput::Close),
        Input::Survey(SurveyInput::Sample(Sampling { pairs: 3, seed: 7 })),
        Input::Query(QueryInput::AskAgain),
        Input::Tick(1.0),
        Input::Hover(Pointer::above(Vec2::new(1.5, 2.5), 0.1, Modifiers::default())),
        Input::View(ViewId::ABOVE, ViewInput::Pan(Vec2::new(20.0, 5.0))),
        Input::Statistics(StatisticsInput::Show(Measure::Angle)),
        Input::Statistics(StatisticsInput::SelectBar(0)),
        Input::File(scanned(addition())),
        Input::File(FileInput::SetImport(ImportSettings {
            weld_distance: 0.5,
            ..addition().settings().clone()
        })),
        Input::File(FileInput::Answer(Choice::Import)),
        Input::File(FileInput::Answer(Choice::Cancel)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let end = prop::sample::select(vec![End::Start, End::Target]);
    let slope = Coloring::Measure(Measure::Slope);
    let colorings = vec![Coloring::Area, Coloring::Distance, Coloring::TrueDistance, slope];
    prop_oneof![
        6 => edits::edit().prop_map(Act::Edit),
        6 => prop::sample::select(commands()).prop_map(Act::Run),
        3 => (end, prop::option::weighted(0.9, prop::array::uniform2(-1.0..7.0f32)))
            .prop_map(|(end, to)| Act::SetEnd(end, to)),
        2 => settings().prop_map(Act::DragSettings),
        3 => settings().prop_map(Act::SetSettings),
        1 => (0..2usize).prop_map(Act::Activate),
        2 => (prop::sample::select(colorings), prop::sample::select(vec![0.01f32, 0.05, 0.3]))
            .prop_map(|(coloring, weld)| Act::SetOptions(coloring, weld)),
        4 => prop::sample::select(asked()).prop_map(|input| Act::Ask(input.into())),
        8 => any::<usize>().prop_map(Act::Finish),
        1 => any::<usize>().prop_map(Act::Stop),
        1 => any::<usize>().prop_map(Act::Fail),
        6 => Just(Act::Look),
    ]
}

/// Reads every value that is computed on first use.
fn look(editor: &Editor) {
    let _ =
        (why::why_not(editor), detour::why_detour(editor), why::ruled_out(editor), checks::verdicts(editor));
    let _ = (
        chokepoints::found(editor),
        distances::found(editor),
        distances::true_distance(editor),
        editor.readout(),
    );
    let _ = (editor.scene(ViewId::ABOVE), legend::legend(editor, &editor.camera()));
    let _ = (comparison::found(editor), connections::answer(editor), connections::near_islands(editor));
    let _ = statistics::found(editor);
    if let Some(Dialog::Import(dialog)) = editor.dialog() {
        let _ = (importing::result(editor, dialog), importing::is_ready(editor, dialog));
    }
}

/// Applies one step; adds the jobs that it starts.
fn apply(editor: &mut Editor, jobs: &mut Vec<Job>, act: Act) {
    let chosen = |jobs: &mut Vec<Job>, number: usize| {
        (!jobs.is_empty()).then(|| jobs.swap_remove(number % jobs.len()))
    };
    match act {
        Act::Edit(edit) => {
            editor.edit("Edit", |draft| {
                edits::apply(&edit, draft);
                Ok(Edited::default())
            });
        }
        Act::Run(command) => {
            if command.enabled(editor).is_ok() {
                editor.handle(Input::Run(command));
            }
        }
        Act::SetEnd(end, to) => editor.handle(Input::Query(QueryInput::SetEnd(end, to.map(place)))),
        Act::DragSettings(settings) => editor.handle(Input::Query(QueryInput::DragSettings(settings))),
        Act::SetSettings(settings) => editor.handle(Input::Query(QueryInput::SetSettings(settings))),
        Act::Activate(index) => editor.handle(Input::Query(QueryInput::Activate(index))),
        Act::SetOptions(coloring, weld_distance) => {
            let options = Options { coloring, weld_distance, ..editor.options().clone() };
            editor.handle(Input::SetOptions(options));
        }
        Act::Ask(input) => editor.handle(*input),
        Act::Finish(number) => {
            if let Some(job) = chosen(jobs, number) {
                editor.handle(run(&job, &Progress::none()).expect("it was not stopped"));
            }
        }
        Act::Stop(number) => {
            if let Some(job) = chosen(jobs, number) {
                editor.handle(Input::JobDone(job.stopped()));
            }
        }
        Act::Fail(number) => {
            if let Some(job) = chosen(jobs, number) {
                editor.handle(Input::JobDone(job.failed("It failed.".into())));
            }
        }
        Act::Look => look(editor),
    }
    let started = |effect| if let Effect::Start(job) = effect { Some(job) } else { None };
    jobs.extend(editor.take_effects().into_iter().filter_map(started));
}

fn check(side: u32, acts: Vec<Act>) -> Result<(), TestCaseError> {
    let (mut editor, mut jobs) = (editor(side), Vec::new());
    let shown = [
        Command::ToggleChokepoints,
        Command::ToggleClearance,
        Command::WhyDetour,
        Command::FindPairs,
        Command::Repair,
    ];
    for act in shown.map(Act::Run).into_iter().chain([Act::Look]).chain(acts) {
        let text = format!("{act:?}");
        apply(&mut editor, &mut jobs, act);
        prop_assert_eq!(editor.verify_analyses(), Ok(()), "after {}", text);
    }
    // A frame reads every value; then all jobs end.
    for _ in 0..4 {
        look(&editor);
        apply(&mut editor, &mut jobs, Act::Ask(Input::Tick(2.0).into()));
        while !jobs.is_empty() {
            apply(&mut editor, &mut jobs, Act::Finish(0));
        }
    }
    prop_assert_eq!(editor.verify_analyses(), Ok(()), "after all jobs ended");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_value_shown_as_current_equals_a_new_computation(
        acts in prop::collection::vec(act(), 1..25),
    ) {
        check(6, acts)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, ..ProptestConfig::default() })]

    #[test]
    fn a_value_of_a_large_mesh_shown_as_current_equals_a_new_computation(
        acts in prop::collection::vec(act(), 1..12),
    ) {
        check(72, acts)?;
    }
}

/// Runs each job twice, gives the results to the editor, and returns the names of the jobs.
fn replay(editor: &mut Editor, jobs: &mut Vec<Job>, names: &mut BTreeSet<&'static str>) {
    while let Some(job) = jobs.pop() {
        let done = run(&job, &Progress::none()).expect("it was not stopped");
        assert!(run(&job, &Progress::none()).as_ref() == Ok(&done), "{}", job.name);
        names.insert(job.name);
        apply(editor, jobs, Act::Ask(done.into()));
    }
}

#[test]
fn a_job_that_runs_again_gives_an_equal_value() {
    let (mut editor, mut jobs, mut names) = (editor(72), Vec::new(), BTreeSet::new());
    let slope = Act::SetOptions(Coloring::Measure(Measure::Slope), 0.05);
    let shown = [Act::SetOptions(Coloring::TrueDistance, 0.05), slope, Act::Edit(edits::Edit::RemoveCell(3))];
    let acts = commands().into_iter().map(Act::Run).chain(asked().into_iter().map(|it| Act::Ask(it.into())));
    for act in shown.into_iter().chain(acts) {
        apply(&mut editor, &mut jobs, act);
        for _ in 0..2 {
            look(&editor);
            apply(&mut editor, &mut jobs, Act::Ask(Input::Tick(2.0).into()));
            replay(&mut editor, &mut jobs, &mut names);
        }
    }
    // The others are computed at first use here; `verify_analyses` computes them again.
    let names: Vec<&str> = names.into_iter().collect();
    let expected = expect![
        "agent_issues comparison connection distances fixes import near_islands offers repair survey"
    ];
    expected.assert_eq(&names.join(" "));
}
