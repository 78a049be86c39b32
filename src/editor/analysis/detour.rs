//! Explanation of a detour: a comparison of all algorithms, and edits that shorten the path.
//!
//! A comparison takes too long for every frame, so a worker runs it while the explanation is open. This module does
//! not depend on how a detour is explained.

pub mod sentences;

use crate::editor::analysis::agent_issues::is_ignored;
use crate::editor::queries::stepper;
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::analysis::compare::culprit::{Culprit, Misleading};
use navsmith_core::pathfinding::analysis::compare::parting::{Parting, partings};
use navsmith_core::pathfinding::analysis::compare::{Comparison, Row, compare};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::{Answer, Query};
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::progress::Stopped;
use navsmith_formats::check::Proposal;

/// Maximum number of cells for which the comparison is repeated after every change.
const MOST_CELLS: usize = 20_000;

/// State of the explanation of a detour.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct DetourView {
    is_open: bool,
    beside: Beside,
    /// Index of the selected parting.
    chosen: Option<usize>,
    /// Stretches on which the path and the path beside it differ.
    partings: Vec<Parting>,
}

/// Key of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct CompareKey {
    ground: MeshSnapshot,
    query: Query,
    /// Whether errors of the mesh leave it unclear where there is ground.
    is_ground_unclear: bool,
}

/// Algorithm whose path is drawn beside the path of the query.
#[derive(Clone, Copy, Debug, Default)]
enum Beside {
    /// The algorithm with the shortest path.
    #[default]
    Shortest,
    /// A chosen algorithm.
    Of(Algorithm),
    /// No algorithm.
    No,
}

/// Explanation of why the path is not the shortest, as far as it is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhyDetour<'a> {
    /// All algorithms on the query, best path first; `None` until they are compared.
    pub comparison: Option<&'a Comparison>,
    /// Whether the comparison is about an earlier mesh or query.
    pub is_outdated: bool,
    /// Number of the job while it is running.
    pub under_way: Option<u64>,
    /// Row of the path of the query.
    pub own: Option<&'a Row>,
    /// Row whose path is drawn beside the path of the query.
    pub beside: Option<&'a Row>,
    /// Stretches on which the path and the path beside it differ.
    pub partings: &'a [Parting],
    /// Index of the selected parting.
    pub chosen: Option<usize>,
}

/// User input about a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DetourInput {
    /// Starts the comparison, or starts it again.
    Compare,
    /// Stops the job.
    Stop,
    /// Draws the path of an algorithm beside the path of the query, or none.
    Show(Option<Algorithm>),
    /// Shows a stretch on which the corridors differ, by its index in [`WhyDetour::partings`].
    Frame(usize),
    /// Shows the node that misled the search.
    FrameCulprit,
}

impl Analysis for CompareKey {
    /// Best path first.
    type Value = Comparison;

    const TITLE: &'static str = "comparing algorithms";

    fn when(state: &State) -> When {
        match state.detour.is_open && state.answer().is_some_and(|answer| answer.path().is_some()) {
            false => When::Never,
            true if state.mesh().cell_count() > MOST_CELLS => When::OnRequest,
            true => When::Always,
        }
    }

    fn key(state: &State) -> Option<Self> {
        let is_ground_unclear = is_ground_unclear(state);
        Some(Self { ground: state.mesh_snapshot(), query: state.asked()?, is_ground_unclear })
    }

    fn compute(&self, JobContext { progress, now }: JobContext<'_>) -> Result<Comparison, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let mut found = compare(mesh, derived, &self.query, &Algorithm::ALL, now, progress)?;
        if self.is_ground_unclear {
            found.prove_nothing();
        }
        found.rows.sort_by(|a, b| a.measure().total_cmp(&b.measure()).then(b.algorithm.cmp(&a.algorithm)));
        Ok(found)
    }

    fn done(state: &mut State) -> Reaction {
        state.detour.chosen = None;
        state.detour.part(state.analyses.detour.latest());
        Reaction::Nothing
    }

    fn outdated(state: &mut State) -> Option<Effect> {
        state.detour.chosen = None;
        None
    }
}

/// Returns the row of an algorithm.
fn row_of(comparison: &Comparison, algorithm: Algorithm) -> Option<&Row> {
    comparison.rows.iter().find(|row| row.algorithm == algorithm)
}

/// Returns the row of the path of the query.
fn own(comparison: &Comparison) -> Option<&Row> {
    row_of(comparison, comparison.by?.algorithm)
}

impl DetourView {
    /// Returns the row of another algorithm that found a path.
    fn beside<'a>(&self, comparison: &'a Comparison) -> Option<&'a Row> {
        let own = comparison.by.map(|by| by.algorithm);
        let row = match self.beside {
            // If the path is the shortest itself, a second drawing of it would be redundant.
            Beside::Shortest => comparison.detour.as_ref().and_then(|_| comparison.best()),
            Beside::Of(algorithm) => row_of(comparison, algorithm),
            Beside::No => None,
        };
        row.filter(|row| row.path.is_some() && Some(row.algorithm) != own)
    }

    /// Updates the stretches on which both paths differ.
    fn part(&mut self, comparison: Option<&Comparison>) {
        let corridor = |row: &Row| row.path.as_ref().map(|path| path.corridor.clone()).unwrap_or_default();
        let both = comparison.map(|comparison| [own(comparison), self.beside(comparison)]);
        let [own, other] = both.unwrap_or_default().map(|row| row.map(corridor));
        self.partings = own.zip(other).map(|(own, other)| partings(&own, &other)).unwrap_or_default();
    }
}

/// Whether errors of the mesh leave it unclear where there is ground.
pub fn is_ground_unclear(session: &Session) -> bool {
    session.issues().iter().any(|issue| issue.kind.leaves_ground_unclear() && !is_ignored(session, issue))
}

/// Whether the explanation of the detour is open.
pub fn is_open(state: &State) -> bool {
    state.detour.is_open
}

/// Returns the explanation of the detour; `None` while it is closed, and if there is no path.
pub fn why_detour(state: &State) -> Option<WhyDetour<'_>> {
    state.answer().and_then(Answer::path).filter(|_| state.detour.is_open)?;
    let (view, memo) = (&state.detour, &state.analyses.detour);
    let comparison = memo.latest();
    Some(WhyDetour {
        comparison,
        is_outdated: comparison.is_some() && memo.current().is_none(),
        under_way: memo.running(),
        own: comparison.and_then(own),
        beside: comparison.and_then(|comparison| view.beside(comparison)),
        partings: &view.partings,
        chosen: view.chosen,
    })
}

/// Like [`why_detour`], but only if the comparison is about the current mesh and query.
pub(in crate::editor) fn present_detour(state: &State) -> Option<WhyDetour<'_>> {
    why_detour(state).filter(|why| why.comparison.is_some() && !why.is_outdated)
}

/// Returns the cell or portal that alone misled the search, so that it can be shown.
pub fn misleading_node(state: &State) -> Option<&Misleading> {
    match present_detour(state)?.comparison?.detour.as_ref()?.culprit.as_ref()? {
        Culprit::Node(node) => Some(node),
        Culprit::Steps { .. } | Culprit::Costs | Culprit::Slopes | Culprit::Links => None,
    }
}

/// Explains the answer: opens or closes the explanation of the detour, or shows why there is no path.
pub(in crate::editor) fn explain_answer(editor: &mut Editor) {
    if editor.state.answer().is_some_and(|answer| answer.path().is_none()) {
        stepper::show_finished(&mut editor.state, TraceKind::Query);
        editor.ask_outside(Effect::Show(Panel::Stepper));
    } else {
        toggle_detour(editor);
    }
}

/// Opens or closes the explanation of the detour.
fn toggle_detour(editor: &mut Editor) {
    editor.state.detour.is_open = !editor.state.detour.is_open;
    if editor.state.detour.is_open {
        stepper::show_finished(&mut editor.state, TraceKind::Query);
        editor.ask_outside(Effect::Show(Panel::Stepper));
        editor.request::<CompareKey>();
    } else {
        editor.cancel::<CompareKey>();
    }
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: DetourInput) {
    match input {
        DetourInput::Compare if editor.state.detour.is_open => editor.request::<CompareKey>(),
        DetourInput::Compare => toggle_detour(editor),
        DetourInput::Stop => editor.cancel::<CompareKey>(),
        DetourInput::Show(beside) => {
            let beside = beside.map_or(Beside::No, Beside::Of);
            (editor.state.detour.beside, editor.state.detour.chosen) = (beside, None);
            editor.state.detour.part(editor.state.analyses.detour.latest());
        }
        DetourInput::Frame(index) => frame_parting(editor, index),
        DetourInput::FrameCulprit => frame_culprit(&mut editor.state),
    }
}

fn frame_parting(editor: &mut Editor, index: usize) {
    let Some(parting) = present_detour(editor).and_then(|why| why.partings.get(index).cloned()) else {
        return editor.say(Message::info("The paths no longer differ there. Look at the list again."));
    };
    let Parting { parts, joins, one, other } = parting;
    let cells: Vec<CellId> = [parts, joins].into_iter().flatten().chain(one).chain(other).collect();
    editor.state.frame(&editor.bounds_of_cells(&cells));
    editor.state.detour.chosen = Some(index);
}

fn frame_culprit(state: &mut State) {
    let Some(node) = misleading_node(state).cloned() else { return };
    let cells = state.bounds_of_cells(&[node.cell]);
    state.frame(&Bounds::of([cells.min, cells.max, node.point, node.passes]));
}

/// Returns one of the fixes, or why there is none.
pub(in crate::editor) fn proposal(state: &State, index: usize) -> Result<Proposal, Message> {
    let fix = present_detour(state).and_then(|why| why.fixes().into_iter().nth(index));
    fix.ok_or_else(|| Message::info("This fix no longer helps. Look at the list again."))
}
