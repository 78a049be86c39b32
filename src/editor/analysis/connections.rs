//! Why two cells are not connected, and the islands that nearly touch.
//!
//! Both are computed on first use after a change, for a large mesh by jobs. This module does not depend on how
//! obstacles are found or removed.

use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::job::{IssuesSnapshot, JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Stopped;
use navsmith_formats::check::Proposal;
use navsmith_formats::check::connection::{Connection, ConnectionSearch, NEARLY, NearIslands, cells_over};

/// Largest numbers of cells for which an answer, and the list, are computed on first use.
const MOST_AT_ONCE: usize = 4_000;
const MOST_LISTED_AT_ONCE: usize = 500;

/// Ground shown around an obstacle: a multiple of its width, and a minimum in metres.
const WIDTHS_AROUND: f32 = 10.0;
const LEAST_AROUND: f32 = 0.25;

const GONE: &str = "These cells have changed. Look at the list again.";

/// The pair of cells that the user asked about, its answer, and the list of islands.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct ConnectionView {
    asked: Option<[CellId; 2]>,
    /// Whether the view shows the obstacle once it is known.
    is_to_frame: bool,
}

/// Everything that connections depend on.
#[derive(Clone, Debug, PartialEq)]
struct Ground {
    snapshot: MeshSnapshot,
    issues: IssuesSnapshot,
    settings: Settings,
}

/// Key of the answer for two cells.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ConnectionKey {
    ground: Ground,
    cells: [CellId; 2],
}

/// Key of the islands that nearly touch.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct NearKey(Ground);

/// User input about connections between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionInput {
    /// Asks why two cells are not connected, selects both and shows the obstacle.
    Ask([CellId; 2]),
    /// Resumes the search for the answer or the list, after it was stopped.
    Resume,
    /// Removes the answer.
    Close,
}

impl Ground {
    fn of(session: &Session) -> Self {
        Self {
            snapshot: session.mesh_snapshot(),
            issues: IssuesSnapshot(session.shared_issues()),
            settings: session.settings().clone(),
        }
    }

    fn search(&self) -> ConnectionSearch<'_> {
        let MeshSnapshot { mesh, derived } = &self.snapshot;
        ConnectionSearch { mesh, derived, issues: &self.issues.0, settings: &self.settings }
    }
}

impl Analysis for ConnectionKey {
    type Value = Connection;

    const TITLE: &'static str = "comparing two cells";

    fn when(state: &State) -> When {
        match asked(state) {
            None => When::Never,
            Some(_) => When::for_cells(state, MOST_AT_ONCE, When::AfterFirstUse),
        }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { ground: Ground::of(state), cells: asked(state)? })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Connection, Stopped> {
        self.ground.search().connection(self.cells, progress)
    }

    fn done(state: &mut State) -> Reaction {
        show_obstacle(state);
        Reaction::Nothing
    }
}

impl Analysis for NearKey {
    type Value = NearIslands;

    const TITLE: &'static str = "finding islands that nearly touch";

    fn when(state: &State) -> When {
        match state.history().open() {
            Some(_) => When::Never,
            None => When::for_cells(state, MOST_LISTED_AT_ONCE, When::AfterFirstUse),
        }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self(Ground::of(state)))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<NearIslands, Stopped> {
        let search = self.0.search();
        search.near_islands(f64::from(search.issues.tolerance()) * NEARLY, progress)
    }
}

/// Returns the two cells that the user asked about; `None` if one of them is deleted.
pub fn asked(state: &State) -> Option<[CellId; 2]> {
    let mesh = state.mesh();
    state.connections.asked.filter(|cells| cells.iter().all(|&cell| mesh.cell(cell).is_some()))
}

/// Returns the answer for the cells that the user asked about; `None` until it is computed.
pub fn answer(state: &State) -> Option<&Connection> {
    state.value::<ConnectionKey>()
}

/// Returns the islands that nearly touch; `None` until they are found, and during a drag.
pub fn near_islands(state: &State) -> Option<&NearIslands> {
    state.value::<NearKey>()
}

/// Returns the distance up to which islands are listed, in metres.
pub fn reach(session: &Session) -> f64 {
    f64::from(session.issues().tolerance()) * NEARLY
}

/// Returns the number of the job that finds the list, or else of the one that compares two cells.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.near_islands.running().or_else(|| state.analyses.connection.running())
}

/// Whether the user stopped the search for the list or the answer.
pub fn is_given_up(state: &State) -> bool {
    state.analyses.near_islands.is_stopped() || state.analyses.connection.is_stopped()
}

/// Returns why the selection is no pair of cells to ask about, as `Err`.
pub(in crate::editor) fn can_ask(state: &State) -> Result<(), &'static str> {
    let selection = state.selection();
    let is_pair = selection.cells().len() == 2 || selection.edges().len() == 1;
    if is_pair { Ok(()) } else { Err("Select exactly two cells, or one edge") }
}

/// Returns why the cells that the user asked about cannot be connected, as `Err`.
pub(in crate::editor) fn can_connect(state: &State) -> Result<(), &'static str> {
    match (asked(state), answer(state).map(|answer| &answer.edit)) {
        (None, _) => Err("Ask \"Why not connected?\" first"),
        (_, None) => Err("The two cells are being compared; try again in a moment"),
        (_, Some(None)) => Err("The cells are connected already"),
        (_, Some(Some(Err(_)))) => Err("No single edit connects these cells"),
        (_, Some(Some(Ok(_)))) => Ok(()),
    }
}

/// Asks about the two selected cells, or about the cells at the selected edge.
pub(in crate::editor) fn ask_selected(editor: &mut Editor) {
    let cells: Vec<CellId> = editor.selection().cells().iter().copied().collect();
    if let Ok(cells) = <[CellId; 2]>::try_from(cells) {
        return ask(editor, cells);
    }
    let Some(&edge) = editor.selection().edges().iter().next() else { return };
    match cells_over(editor.mesh(), editor.derived(), edge) {
        Some(cells) => ask(editor, cells),
        None => editor.say(Message::info(format!(
            "No other cell lies over edge {edge}. Select two cells to compare them."
        ))),
    }
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: ConnectionInput) {
    match input {
        ConnectionInput::Ask(cells) => ask(editor, cells),
        ConnectionInput::Resume => {
            editor.resume::<ConnectionKey>();
            editor.resume::<NearKey>();
        }
        ConnectionInput::Close => editor.state.connections.asked = None,
    }
}

fn ask(editor: &mut Editor, cells: [CellId; 2]) {
    if cells.iter().any(|&cell| editor.mesh().cell(cell).is_none()) {
        return editor.say(Message::info(GONE));
    }
    (editor.state.connections.asked, editor.state.connections.is_to_frame) = (Some(cells), true);
    editor.state.select(cells.map(Element::Cell));
    editor.ask_outside(Effect::Show(Panel::Islands));
    editor.follow_analyses();
    show_obstacle(&mut editor.state);
}

/// Shows the obstacle of a new question in the view, if the answer is known.
fn show_obstacle(state: &mut State) {
    let Some(answer) = answer(state).filter(|_| state.connections.is_to_frame) else { return };
    let found = answer.obstacle.as_ref().map(|_| answer.approach);
    state.connections.is_to_frame = false;
    let Some(approach) = found else { return };
    let [from, to] = approach;
    let around = Vec3::splat((from.distance(to) * WIDTHS_AROUND).max(LEAST_AROUND));
    let bounds = Bounds::of(approach);
    state.frame(&Bounds { min: bounds.min - around, max: bounds.max + around });
}

/// Returns the edit that connects two cells, or why there is none.
pub(in crate::editor) fn connecting(state: &State, cells: [CellId; 2]) -> Result<Proposal, Message> {
    let is_it = |connection: &&Connection| connection.cells == cells;
    let of_list = || near_islands(state)?.pairs.iter().map(|(_, connection)| connection).find(is_it);
    let found = answer(state).filter(is_it).or_else(of_list).map(|connection| connection.edit.clone());
    match found {
        Some(Some(edit)) => edit.map_err(Message::warning),
        Some(None) => Err(Message::info("The cells are connected already.")),
        None => Err(Message::info(GONE)),
    }
}
