//! `navsmith trace`: all events of a path query, stage by stage.

use serde::Serialize;

use super::answer::{MeshErrors, because, ignored_links, length_text, optimality_gap, status};
use super::args::query::TraceArguments;
use super::load::load;
use super::output::{json_worded, xyz};
use super::{Done, Exit};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::query::optimality::OptimalityGap;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, find_path_traced};
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::{MOST_EVENTS, QueryEvent, QueryTrace, Stage};

#[derive(Serialize)]
struct TraceAnswer {
    /// `path`, `partial` or `no_path`.
    status: &'static str,
    /// Length along the surface, in metres; `null` without a path.
    length: Option<f64>,
    /// Sum of all lengths, each times the cost of its cell or link; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Lower bound of the length of any path, or of its cost; `null` without a path.
    ///
    /// Lengths are in metres along the surface. It is `null` if errors leave it unclear where there is ground.
    lower_bound: Option<f64>,
    /// Length or cost as a multiple of the lower bound; `null` without a path, and if the bound is 0.
    ratio: Option<f64>,
    /// Number of errors of the mesh, which `validate` lists.
    errors: usize,
    /// Algorithm that answered; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// Reason for its selection, as a part of a sentence; `null` if the arguments name it.
    because: Option<String>,
    ignores_links: bool,
    events: Vec<Event>,
}

#[derive(Serialize)]
struct Event {
    stage: &'static str,
    /// Number within its stage, from 1.
    step: usize,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<u32>,
    /// Portal index, where 0 is the start and 1 the first side crossed.
    #[serde(skip_serializing_if = "Option::is_none")]
    portal: Option<usize>,
    /// Cost of the path up to the position of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    #[serde(flatten)]
    decided: Option<Decided>,
    caption: String,
    rule: String,
}

/// Fields of a funnel event.
#[derive(Serialize)]
struct Decided {
    /// `left` or `right`.
    side: &'static str,
    candidate: [f32; 3],
    /// Funnel before the decision.
    apex: [f32; 3],
    left: [f32; 3],
    right: [f32; 3],
    /// Twice the signed areas of apex, leg and candidate; positive if the candidate lies to the left.
    ///
    /// The first area belongs to the leg of this side, the second to the other leg.
    areas: [f64; 2],
    /// `tightened`, `outside`, `crossed`, `forced` or `arrived`.
    decision: &'static str,
    /// New waypoint, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<[f32; 3]>,
    /// Portal after which the funnel algorithm restarts.
    #[serde(skip_serializing_if = "Option::is_none")]
    restart_from: Option<usize>,
    /// Number of waypoints before the decision.
    waypoints: usize,
}

impl TraceAnswer {
    fn of(answer: &Answer, settings: &Settings, gap: Option<OptimalityGap>, events: Vec<Event>) -> Self {
        Self {
            status: status(answer),
            length: answer.path().map(|path| path.length),
            cost: answer.path().and_then(|path| path.cost),
            lower_bound: gap.map(|gap| gap.lower_bound),
            ratio: gap.and_then(OptimalityGap::ratio),
            errors: 0,
            algorithm: answer.by.map(|by| by.algorithm.name()),
            because: answer.by.and_then(because),
            ignores_links: settings.filter.ignores_links,
            events,
        }
    }
}

impl Event {
    fn of(step: usize, event: &QueryEvent) -> Self {
        let decided = match event {
            QueryEvent::Funnel(step) => Some(Decided::of(step, event.kind().name())),
            _ => None,
        };
        Self {
            stage: event.stage().name(),
            step,
            kind: event.kind().name(),
            cell: event.cell().map(|cell| cell.0),
            portal: event.portal(),
            // An infinite cost has no number in JSON.
            cost: event.cost().filter(|cost| cost.is_finite()),
            decided,
            caption: event.caption(),
            rule: event.rule(),
        }
    }
}

impl Decided {
    fn of(step: &FunnelStep, decision: &'static str) -> Self {
        let (corner, restart_from) = match step.decision {
            Decision::Tightened | Decision::Outside | Decision::Arrived => (None, None),
            Decision::Crossed { corner, restart_from } => (Some(corner), Some(restart_from)),
            Decision::Forced { waypoint, .. } => (Some(waypoint), None),
        };
        Self {
            side: step.side.name(),
            candidate: xyz(step.candidate),
            apex: xyz(step.funnel.apex),
            left: xyz(step.funnel.left),
            right: xyz(step.funnel.right),
            areas: step.areas,
            decision,
            corner: corner.map(xyz),
            restart_from,
            waypoints: step.waypoints,
        }
    }
}

pub(super) fn run(arguments: &TraceArguments) -> Result<Done, String> {
    let asked = &arguments.asked;
    let loaded = load(&asked.how.source)?;
    let (left_out, document) = (loaded.left_out_line(), loaded.document);
    let mesh = &document.mesh;
    let (derived, mut query) = (Derived::build(mesh), asked.query());
    query.settings.filter = asked.how.filter.of(&document)?;
    let errors = MeshErrors::of(&document, &derived);
    let (answer, trace) = find_path_traced(mesh, &derived, &query);
    let wanted = |stage: &Stage| arguments.stages.is_empty() || arguments.stages.contains(stage);
    let stages: Vec<Stage> =
        TraceKind::Query.stages().filter(|stage| wanted(stage) && trace.count(*stage) > 0).collect();
    let exit = Exit::of(answer.path().is_some());
    let asides = why(&answer).into_iter().chain(cost(&answer)).chain(errors.note());
    let asides: Vec<String> = asides.chain(cut_short(&trace, &stages)).collect();
    let done = if asked.how.json {
        let events = stages.iter().flat_map(|&stage| events(&trace, stage)).collect();
        let walkable = Walkable::new(mesh, &derived, &query.settings.agent, &query.settings.filter);
        let gap = optimality_gap(&walkable, &query.settings, &answer, errors);
        let report =
            TraceAnswer { errors: errors.count, ..TraceAnswer::of(&answer, &query.settings, gap, events) };
        Done { text: json_worded(&document, &report)?, asides, exit, is_written: false }
    } else {
        let has_titles = arguments.stages.len() != 1;
        let report = stages.iter().map(|&stage| text(&trace, stage, has_titles));
        let links = ignored_links(mesh, &query.settings.filter).map(str::to_owned);
        let text = asides.into_iter().chain(links).map(|aside| aside + "\n").chain(report).collect();
        Done { text, asides: Vec::new(), exit, is_written: false }
    };
    Ok(done.with_aside(left_out).worded_by(&document))
}

fn why(answer: &Answer) -> Option<String> {
    let what = if answer.path().is_some() { "partial" } else { "no path" };
    answer.why().map(|why| format!("{what}: {why}"))
}

/// Returns the length and the cost of a path; `None` if every metre costs 1.
fn cost(answer: &Answer) -> Option<String> {
    let path = answer.path().filter(|path| path.cost.is_some())?;
    Some(format!("path: {}", length_text(path)))
}

/// Returns a note about the stages with more events than were recorded; `None` if there are none.
fn cut_short(trace: &QueryTrace, stages: &[Stage]) -> Option<String> {
    let cut: Vec<&str> =
        stages.iter().filter(|&&stage| trace.is_truncated(stage)).map(|stage| stage.name()).collect();
    (!cut.is_empty()).then(|| {
        format!("only the first {MOST_EVENTS} events of these stages were recorded: {}", cut.join(", "))
    })
}

fn events(trace: &QueryTrace, stage: Stage) -> impl Iterator<Item = Event> {
    let all = (0..trace.count(stage)).filter_map(move |local| trace.get_in(stage, local));
    (1..).zip(all).map(|(step, event)| Event::of(step, &event))
}

fn text(trace: &QueryTrace, stage: Stage, has_title: bool) -> String {
    let title = has_title.then(|| format!("{}: {}\n", stage.title(), stage.describe()));
    let lines = events(trace, stage).map(|Event { step, caption, rule, .. }| {
        let step = step.to_string();
        let width = step.len().max(3);
        format!("{step:<width$} {caption}\n{:width$} {rule}\n", "")
    });
    title.into_iter().chain(lines).collect()
}
