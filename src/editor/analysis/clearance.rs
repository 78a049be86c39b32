//! Clearance: the width that an agent may have on the path and in every portal of the mesh.

pub mod widest;

use crate::editor::queries::query;
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::session::options::Options;
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{Edge, EdgeKind};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::analysis::clearance::gaps::{WallClearance, WallClearances};
use navsmith_core::pathfinding::analysis::clearance::portals::{ClearWidth, clear_widths};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{count, noun};

/// Largest number of cells measured on first use: in open terrain, 8,000 cells take about 0.2 s.
const MOST_AT_ONCE: usize = 8_000;

/// Maximum number of cells for which gaps that no portal spans are found.
///
/// Every corner of the walls may be visible from all others.
const MOST_CELLS_FOR_GAPS: usize = 20_000;

/// Approximate share of the work spent on gaps between walls.
const GAPS: f32 = 0.9;

/// State of the clearance.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct ClearanceView {
    /// Whether to report a summary when the clearance of a large mesh is measured.
    reports: bool,
}

/// Key of the clearance.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ClearanceKey(AgentSnapshot);

/// Clearance everywhere in the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::editor) struct Clearance {
    /// All portals with their clear widths, narrowest first.
    pub(in crate::editor) portals: Vec<ClearWidth>,
    /// Gaps between walls that no portal spans and that are too narrow for the agent.
    pub(in crate::editor) gaps: Vec<WallClearance>,
    /// Whether the search for gaps stopped early, so there may be more gaps.
    is_cut_short: bool,
}

impl Clearance {
    /// Measures the clearance everywhere.
    fn of(walkable: &Walkable<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let diameter = 2.0 * f64::from(walkable.agent.radius);
        let looks_for_gaps = diameter > 0.0 && walkable.mesh.cell_count() <= MOST_CELLS_FOR_GAPS;
        let gaps = if looks_for_gaps {
            WallClearances::build(walkable, &progress.part(0.0..GAPS))?
        } else {
            WallClearances::default()
        };
        let is_cut_short = gaps.is_cut_short();
        let gaps = gaps.all().iter();
        let is_narrow = |gap: &&WallClearance| gap.width < diameter && !is_edge(walkable, gap);
        let portals = clear_widths(walkable, &progress.part(GAPS..1.0))?;
        Ok(Self { portals, gaps: gaps.filter(is_narrow).copied().collect(), is_cut_short })
    }
}

impl Analysis for ClearanceKey {
    type Value = Clearance;

    const TITLE: &'static str = "measuring portals";

    fn when(state: &State) -> When {
        if !state.options().shows_clearance {
            return When::Never;
        }
        When::for_cells(state, MOST_AT_ONCE, When::Always)
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self(state.agent_snapshot()))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Clearance, Stopped> {
        Clearance::of(&self.0.walkable(), progress)
    }

    fn done(state: &mut State) -> Reaction {
        let reports = std::mem::take(&mut state.clearance.reports);
        summary(state).filter(|_| reports).into()
    }

    fn stopped(state: &mut State) -> Reaction {
        state.clearance.reports = false;
        Reaction::Nothing
    }
}

/// Whether a gap lies on an edge, so that it is a portal and already listed.
fn is_edge(walkable: &Walkable<'_>, gap: &WallClearance) -> bool {
    let ends = walkable.mesh.half_edge(gap.to).into_iter().flatten();
    let mut ends = ends.filter(|&end| walkable.mesh.position(end) == gap.ends[1]);
    let kind = |end| walkable.derived.adjacency.kind(walkable.mesh, Edge::new(gap.from, end));
    ends.any(|end| kind(end) != EdgeKind::None)
}

/// Returns the clearance everywhere; `None` unless it is shown, and until it is measured.
pub(in crate::editor) fn clearance(state: &State) -> Option<&Clearance> {
    state.value::<ClearanceKey>()
}

/// Whether a width is too narrow for the agent of the active query.
pub(in crate::editor) fn is_too_narrow(session: &Session, width: f32) -> bool {
    width < 2.0 * session.settings().agent.radius
}

/// Shows or hides clear widths; when shown, a message summarizes them.
pub(in crate::editor) fn toggle_clearance(editor: &mut Editor) {
    let shows_clearance = !editor.state.session.options.shows_clearance;
    editor.set_options(Options { shows_clearance, ..editor.state.session.options.clone() });
    editor.state.clearance.reports = shows_clearance && clearance(editor).is_none();
    if shows_clearance {
        editor.request::<ClearanceKey>();
    }
    if let Some(summary) = summary(editor) {
        editor.say(summary);
    }
}

/// Returns a message that summarizes the clear widths, if they are shown.
fn summary(state: &State) -> Option<Message> {
    let Clearance { portals, gaps, is_cut_short } = clearance(state)?;
    let Some(narrowest) = portals.first() else {
        return Some(Message::info("There is no portal to measure: no two open cells share a side."));
    };
    let first = match narrowest.width {
        width if width.is_finite() => format!("The narrowest portal is {width:.2} m wide."),
        _ => "No portal has a wall at either end.".into(),
    };
    let radius = state.settings().agent.radius;
    let then = if radius > 0.0 {
        let (narrow, all) =
            (portals.iter().take_while(|it| is_too_narrow(state, it.width)).count(), portals.len());
        let and_gaps = || format!(" and {}", count(gaps.len(), "gap between walls", "gaps between walls"));
        let between = if gaps.is_empty() { String::new() } else { and_gaps() };
        let portals = count(all, "portal", "portals");
        let verb = noun(narrow + gaps.len(), "is", "are");
        format!("For a radius of {radius:.2} m, {narrow} of {portals}{between} {verb} too narrow.")
    } else {
        "The agent has no radius, so no portal is too narrow. Set one in Queries.".into()
    };
    let more =
        if *is_cut_short { " The search for gaps stopped early; fix the issues of the mesh." } else { "" };
    Some(Message::info(format!("{first} {then}{more}")))
}

/// Returns the portal under the pointer with its clear width, while clear widths are shown.
pub(in crate::editor) fn hovered_clearance(state: &State) -> Option<ClearWidth> {
    let pointer = state.pointing.pointer.filter(|_| !state.is_gesture_running())?;
    clearance(state)?;
    let (mesh, adjacency) = (state.mesh(), &state.derived().adjacency);
    let walkable = query::walkable(state);
    let portal = |edge: Edge| {
        let side = *adjacency.sides_of(mesh, edge).first()?;
        let twin = adjacency.twin(side)?;
        [side, twin].iter().all(|side| walkable.allows(side.cell)).then_some(side)
    };
    let hits = state.pick_context().edges_at(&pointer);
    let portal = hits.into_iter().find_map(|hit| match hit.element {
        Element::Edge(edge) => portal(edge),
        _ => None,
    })?;
    Some(ClearWidth { portal, width: walkable.free_width(portal) })
}

/// Describes the portal under the pointer and its clear width.
pub(in crate::editor) fn description(state: &State) -> Option<String> {
    let ClearWidth { portal, width } = hovered_clearance(state)?;
    let twin = state.derived().adjacency.twin(portal)?;
    let clear = match width {
        width if width.is_finite() => format!("{width:.2} m clear"),
        _ => "no wall at either end".into(),
    };
    let radius = state.settings().agent.radius;
    let narrow = if is_too_narrow(state, width) {
        format!(", too narrow for a radius of {radius:.2} m")
    } else {
        String::new()
    };
    Some(format!("cells {} | {}: {clear}{narrow}", portal.cell.0, twin.cell.0))
}
