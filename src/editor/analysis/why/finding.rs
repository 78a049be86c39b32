//! Changes that create a path: computed on first use, for a large mesh by jobs.

use super::MOST_GAPS;
use crate::editor::analysis::why;
use crate::editor::session::effect::Effect;
use crate::editor::session::job::{IssuesSnapshot, JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::{Analyses, Editor, State};
use navsmith_core::navmesh::IslandId;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::analysis::closest_reachable::{Nearest, nearest_to_target};
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, gap_budget, gap_routes};
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Query};
use navsmith_core::progress::Stopped;
use navsmith_formats::check::{Offer, Proposal, offers, opened};

/// Largest number of cells for which the search runs on first use.
///
/// Among 4,000 islands it takes about 0.2 s.
const MOST_AT_ONCE: usize = 4_000;

/// Key of the changes that create a path.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct FixesKey {
    ground: MeshSnapshot,
    query: Query,
    answer: Answer,
    islands: Option<[IslandId; 2]>,
    /// Whether to search for relaxations too; they take too long during a gesture.
    is_complete: bool,
}

/// Changes that create a path.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct Fixes {
    /// Routes over the gaps between the islands of start and target.
    pub(super) ways: Vec<GapRoute>,
    /// Relaxation that unblocks a path.
    pub(super) opened: Option<Proposal>,
    /// Reachable point that is nearest to the target.
    pub(super) nearest: Option<Nearest>,
}

/// Key of the offers to close the gaps of routes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct OffersKey {
    ground: MeshSnapshot,
    issues: IssuesSnapshot,
    query: Query,
    /// The nearest route, which commands use, and the selected one, with their indices.
    routes: Vec<(usize, GapRoute)>,
}

impl Analysis for FixesKey {
    type Value = Fixes;

    const TITLE: &'static str = "searching for fixes";

    fn when(state: &State) -> When {
        match unreachable(state) {
            None => When::Never,
            Some(_) => When::for_cells(state, MOST_AT_ONCE, When::AfterFirstUse),
        }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self {
            ground: state.mesh_snapshot(),
            query: state.asked()?,
            answer: unreachable(state)?.clone(),
            islands: why::islands_apart(state),
            is_complete: state.history().open().is_none() || Self::when(state) == When::AfterFirstUse,
        })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Fixes, Stopped> {
        let Self { ground: MeshSnapshot { mesh, derived }, query, answer, .. } = self;
        let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
        let nearest = nearest_to_target(&walkable, answer, &progress.stage("the nearest point", 0.0..0.2))?;
        let ways = match self.islands {
            Some(islands) => {
                let (filter, budget) = (&query.settings.filter, &mut gap_budget(mesh));
                let stage = progress.stage("the nearest gaps", 0.2..0.4);
                gap_routes(mesh, derived, filter, islands, MOST_GAPS, budget, &stage)?
            }
            None => Vec::new(),
        };
        let is_relaxed = self.is_complete && answer.why().and_then(Why::relaxation).is_some();
        let stage = progress.stage("trying what helps", 0.4..1.0);
        let opened = if is_relaxed { opened(mesh, derived, query, &stage)? } else { None };
        Ok(Fixes { ways, opened, nearest })
    }

    fn outdated(state: &mut State) -> Option<Effect> {
        state.why.chosen = 0;
        None
    }
}

impl Analysis for OffersKey {
    /// Offers by index of the route.
    type Value = Vec<(usize, Vec<Offer>)>;

    const TITLE: &'static str = "searching for fixes";

    fn when(state: &State) -> When {
        let has_no_routes = state.known::<FixesKey>().is_some_and(|fixes| fixes.ways.is_empty());
        if has_no_routes || state.history().open().is_some() { When::Never } else { FixesKey::when(state) }
    }

    fn key(state: &State) -> Option<Self> {
        let routes = &state.known::<FixesKey>()?.ways;
        let mut indices = vec![0, state.why.chosen];
        indices.dedup();
        let route = |index: usize| Some((index, routes.get(index)?.clone()));
        Some(Self {
            ground: state.mesh_snapshot(),
            issues: IssuesSnapshot(state.shared_issues()),
            query: state.asked()?,
            routes: indices.into_iter().filter_map(route).collect(),
        })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let Self { ground: MeshSnapshot { mesh, derived }, issues, query, routes } = self;
        let stage = progress.stage("trying what helps", 0.0..1.0);
        stage.report(0, 1)?;
        let offers = routes
            .iter()
            .map(|(index, route)| Ok((*index, offers(mesh, derived, &issues.0, query, route, &stage)?)));
        offers.collect()
    }
}

/// Whether fixes are needed and not known yet, and the user has not stopped the search for them.
pub fn is_awaited(state: &State) -> bool {
    let Analyses { fixes, offers, .. } = &state.analyses;
    (fixes.is_awaited() || offers.is_awaited()) && !is_given_up(state)
}

/// Whether the search for fixes starts only after the gesture under way.
pub fn is_put_off(state: &State) -> bool {
    let Analyses { fixes, offers, .. } = &state.analyses;
    let is_running = fixes.running().is_some() || offers.running().is_some();
    is_awaited(state) && !is_running && state.history().open().is_some()
}

/// Whether fixes are needed, but the user stopped the search for them.
pub fn is_given_up(state: &State) -> bool {
    let Analyses { fixes, offers, .. } = &state.analyses;
    fixes.is_stopped() || offers.is_stopped()
}

/// Returns the answer if it has no path for a reason that is known.
fn unreachable(state: &State) -> Option<&Answer> {
    state.answer().filter(|answer| answer.why().is_some() && !answer.is_stopped())
}

/// Returns the reason why fixes are not known, without a full stop.
///
/// Returns `None` if they are known or not needed.
pub(in crate::editor) fn why_unknown(state: &State) -> Option<&'static str> {
    match (is_awaited(state), is_given_up(state)) {
        (true, _) if is_put_off(state) => Some("The search for fixes starts after the drag"),
        (true, _) => Some("Fixes are being searched for; try again in a moment"),
        (_, true) => Some("The search for fixes stopped. Resume it in the Stepper panel"),
        _ => None,
    }
}

/// Resumes the search for fixes after the user stopped it.
pub(super) fn find_why(editor: &mut Editor) {
    editor.resume::<FixesKey>();
    editor.resume::<OffersKey>();
}
