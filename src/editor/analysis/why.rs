//! Reasons why there is no path, and changes that create one.
//!
//! The changes are edits that close the gaps between islands, and relaxations that unblock a path. They are computed
//! on first use after a change; for a large mesh a worker computes them. This module does not depend on how gaps are
//! found or closed.

pub mod finding;

use glam::DVec3;

use crate::editor::analysis::why::finding::{FixesKey, OffersKey};
use crate::editor::queries::query;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::Analysis;
use crate::editor::session::options::Coloring;
use crate::editor::session::pick::Element;
use crate::editor::view::scene::Tint;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::{CellId, Edge, IslandId};
use navsmith_core::pathfinding::analysis::closest_reachable::Nearest;
use navsmith_core::pathfinding::analysis::island_gaps::GapRoute;
use navsmith_core::pathfinding::mesh_query::locate::{LocateStep, locate_observed};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::timeline::LocateEvent;
use navsmith_core::progress::Stopped;
use navsmith_formats::check::{JoinKind, Offer, Proposal};

/// Maximum number of gaps between two islands that are shown.
const MOST_GAPS: usize = 5;

/// Maximum number of rejected cells that are listed for an end.
const MOST_CANDIDATES: usize = 6;

/// Ground shown around a gap: a multiple of its width, and a minimum in metres.
const WIDTHS_AROUND: f64 = 1.0;
const LEAST_AROUND: f64 = 0.25;

const GONE: &str = "This gap no longer exists. Look at the list again.";

/// State of the reasons why there is no path.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct WhyView {
    /// Index of the selected gap route.
    chosen: usize,
}

/// Key of the cells that were rejected for ends off the mesh.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct RuledOutKey {
    ground: MeshSnapshot,
    /// Ends off the mesh.
    ends: Vec<(End, Endpoint)>,
    max_height: f32,
}

/// Reason why there is no path, or only a partial one, and the changes that create one.
///
/// It contains only the parts computed so far ([`finding::is_awaited`], [`finding::is_given_up`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhyNot<'a> {
    /// The reason; `Display` writes it as a sentence.
    pub why: &'a Why,
    /// Gap routes between the islands, the one with the narrowest gaps first; empty for another reason.
    pub ways: &'a [GapRoute],
    /// Index of the selected gap route.
    pub chosen: usize,
    /// Effect of each kind of closing its gaps; empty during a drag.
    pub offers: &'a [Offer],
    /// Changes that unblock a path; `None` for another reason, or if there are none.
    pub opened: Option<&'a Proposal>,
    /// Reachable point nearest to the target; `None` if the target is reachable or no point is.
    pub nearest: Option<&'a Nearest>,
}

/// User input about the reason why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyInput {
    /// Selects a gap route by its index in [`WhyNot::ways`] and shows it in the view.
    Frame(usize),
    /// Shows a cell that was rejected for an end, and selects it.
    FrameCell(CellId),
    /// Resumes the search for changes that create a path, after it was stopped.
    FindOut,
    /// Moves the target to the nearest reachable point, as one undo step.
    TargetNearest,
}

impl Analysis for RuledOutKey {
    type Value = Vec<LocateEvent>;

    const TITLE: &'static str = "locating ends";

    fn key(state: &State) -> Option<Self> {
        let is_off = |end: End| state.located(end).is_some_and(|located| located.off_mesh.is_some());
        let off = |end: End| Some((end, state.endpoint(end).filter(|_| is_off(end))?));
        let ends = [End::Start, End::Target].into_iter().filter_map(off).collect();
        Some(Self { ground: state.mesh_snapshot(), ends, max_height: state.settings().max_height })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Vec<LocateEvent>, Stopped> {
        Ok(self.ends.iter().flat_map(|&(end, endpoint)| self.events_of(end, endpoint)).collect())
    }
}

impl RuledOutKey {
    fn events_of(&self, end: End, endpoint: Endpoint) -> Vec<LocateEvent> {
        let (mut judged, mut chosen) = (Vec::new(), None);
        let mut emit = |step: LocateStep| match step {
            LocateStep::Judged { .. } if judged.len() < MOST_CANDIDATES => {
                judged.push(LocateEvent { end, step });
            }
            LocateStep::Chosen { .. } => chosen = Some(LocateEvent { end, step }),
            _ => {}
        };
        let MeshSnapshot { mesh, derived } = &self.ground;
        locate_observed(mesh, derived, endpoint, self.max_height, &mut emit);
        judged.into_iter().chain(chosen).collect()
    }
}

/// Returns the reason why there is no path, or only a partial one.
///
/// Returns `None` if there is a complete path or both ends are not placed.
pub fn why_not(state: &State) -> Option<WhyNot<'_>> {
    let why = state.answer()?.why()?;
    let (ways, chosen) = (gap_routes(state), state.why.chosen);
    let (offers, opened, nearest) = (offers(state, chosen), opened(state), nearest_reachable(state));
    Some(WhyNot { why, ways, chosen, offers, opened, nearest })
}

/// Returns the reachable point nearest to an unreachable target.
pub fn nearest_reachable(state: &State) -> Option<&Nearest> {
    state.value::<FixesKey>()?.nearest.as_ref()
}

/// Returns the cells that were rejected for ends off the mesh, with the reason, and the chosen cell.
///
/// The list contains at most 6 rejected cells for each end. It is computed on first use after a change.
pub fn ruled_out(state: &State) -> &[LocateEvent] {
    state.value::<RuledOutKey>().map_or(&[], |events| events)
}

/// Returns the index of the selected gap route.
pub(in crate::editor) fn chosen(state: &State) -> usize {
    state.why.chosen
}

/// Returns the routes over the gaps that separate start and target.
pub(in crate::editor) fn gap_routes(state: &State) -> &[GapRoute] {
    state.value::<FixesKey>().map_or(&[], |fixes| &fixes.ways)
}

/// Returns the effects of closing the gaps of a gap route; empty during a drag.
pub(in crate::editor) fn offers(state: &State, way: usize) -> &[Offer] {
    state.value::<FixesKey>();
    let mut offers = state.value::<OffersKey>().into_iter().flatten();
    offers.find(|(index, _)| *index == way).map_or(&[], |(_, offers)| offers)
}

/// Returns the changes that unblock a path.
pub(in crate::editor) fn opened(state: &State) -> Option<&Proposal> {
    let is_dragged = state.history().open().is_some();
    state.value::<FixesKey>()?.opened.as_ref().filter(|_| !is_dragged)
}

/// Returns the message that states why a fix is missing: fixes are not known yet, or else `why`.
fn missing(state: &State, why: &str) -> Message {
    let unknown = finding::why_unknown(state).map(|description| format!("{description}."));
    Message::info(unknown.unwrap_or_else(|| why.into()))
}

/// Moves the target to the nearest reachable point.
pub(in crate::editor) fn target_nearest(editor: &mut Editor) {
    let Some(nearest) = nearest_reachable(editor) else {
        return editor.say(missing(editor, "The path reaches the target already, or there is none."));
    };
    let target = nearest.endpoint(&query::walkable(editor));
    query::edit_query(editor, "Target at the nearest point", |query| query.target = Some(target));
}

/// Returns the islands of start and target, if there is no path because they differ.
pub(super) fn islands_apart(state: &State) -> Option<[IslandId; 2]> {
    match state.answer().and_then(Answer::why)? {
        Why::DifferentIslands { start, target, .. } => Some([*start, *target]),
        _ => None,
    }
}

/// Returns the tint of a cell on one of the islands that separate start and target.
pub(super) fn apart_tint(state: &State, cell: CellId) -> Option<Tint> {
    let apart = islands_apart(state).filter(|_| state.options().coloring == Coloring::Area)?;
    state.derived().islands.of(cell).filter(|island| apart.contains(island)).map(Tint::Island)
}

/// Returns the note of the legend on these tints; empty without any.
pub(super) fn apart_note(state: &State) -> String {
    islands_apart(state).map_or_else(String::new, |[start, target]| {
        format!("No path: the start is on island {start}, the target on island {target}.")
    })
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: WhyInput) {
    match input {
        WhyInput::Frame(way) => frame_way(editor, way),
        WhyInput::FrameCell(cell) => {
            let bounds = editor.bounds_of_cells(&[cell]);
            editor.state.frame(&bounds);
            editor.state.select(editor.mesh().cell(cell).map(|_| Element::Cell(cell)));
        }
        WhyInput::FindOut => finding::find_why(editor),
        WhyInput::TargetNearest => target_nearest(editor.settled()),
    }
}

fn frame_way(editor: &mut Editor, index: usize) {
    let Some(way) = gap_routes(editor).get(index).cloned() else {
        return editor.say(Message::info(GONE));
    };
    let ends = way.island_gaps.iter().flat_map(|gap| [gap.from.point, gap.to.point]);
    let around = Vec3::splat((way.widest() * WIDTHS_AROUND).max(LEAST_AROUND) as f32);
    let bounds = Bounds::of(ends.map(DVec3::as_vec3));
    editor.state.frame(&Bounds { min: bounds.min - around, max: bounds.max + around });
    editor.state.why.chosen = index;
    let sides = way.island_gaps.iter().flat_map(|gap| [gap.from.side, gap.to.side]).flatten();
    let ends = sides.filter_map(|side| editor.mesh().half_edge(side));
    let edges: Vec<_> = ends.map(|[from, to]| Element::Edge(Edge::new(from, to))).collect();
    editor.state.select(edges);
}

/// Returns the edits that close the gaps of a gap route, or why they are impossible.
pub(in crate::editor) fn closing(state: &State, way: usize, kind: JoinKind) -> Result<Proposal, Message> {
    let offer = offers(state, way).iter().find(|offer| offer.kind == kind);
    match offer.map(|offer| &offer.proposal) {
        Some(Ok(proposal)) => Ok(proposal.clone()),
        Some(Err(why)) => Err(Message::warning(why)),
        None => Err(missing(state, GONE)),
    }
}

/// Continues the search for fixes with a gap route, if they are not known yet.
pub(in crate::editor) fn search_way(state: &mut State, way: usize) {
    if finding::why_unknown(state).is_some() {
        state.why.chosen = way.min(MOST_GAPS);
    }
}

/// Returns the changes of settings and links that unblock the path, or why there are none.
pub(in crate::editor) fn unblocking(state: &State) -> Result<Proposal, Message> {
    let none = "No change of the agent, area costs or links unblocks a path.";
    opened(state).cloned().ok_or_else(|| missing(state, none))
}
