//! `navsmith simulate`: runs of the scenarios of a document, with their results.

mod suite;

use std::path::Path;

use serde::Serialize;

use super::args::work::{AT_LIMIT, SimulateArguments, is_zero};
use super::junit;
use super::output::{in_lines, json, one_of, plain_count, shortened};
use super::progress::shown;
use super::{Done, Exit};
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::simulation::explain::report::{
    OffMesh, RunReport, StuckAgent, StuckKind, by_kind_of_cause,
};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::scenario::{ExpectedRun, Scenario};
use navsmith_formats::document::Document;
use navsmith_formats::io::open;

/// Advice for agents that are late because of `--seconds`, and because of the limit of steps.
const RUN_LONGER: &str = "Run it longer, with --seconds.";
const RAISE_LIMIT: &str = "Raise the limit of steps, with --limit.";

#[derive(Serialize)]
struct Report {
    /// Whether the checked scenarios are as expected; `null` if none was checked.
    holds: Option<bool>,
    scenarios: Vec<ScenarioRow>,
    /// Number of scenarios that were left out at the limit of steps.
    #[serde(skip_serializing_if = "is_zero")]
    stopped_scenarios: usize,
}

/// Result of a scenario.
#[derive(Serialize)]
pub(super) struct ScenarioRow {
    name: String,
    /// Expected result in words; `null` without one.
    expected: Option<String>,
    /// Whether the result is as expected; `null` if it was not checked.
    pub(super) holds: Option<bool>,
    /// Whether `check --update` replaced the expected result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    updated: bool,
    /// Whether the run stopped at the limit of steps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stopped: bool,
    /// Differences from the expected result, a clause each.
    pub(super) reasons: Vec<String>,
    seconds: f32,
    agents: u32,
    arrived: u32,
    /// Times of the first and the last arrival in seconds; `null` without one.
    first_arrival: Option<f32>,
    last_arrival: Option<f32>,
    /// Walked distance relative to the length of the first paths.
    walked_over_planned: Option<f64>,
    /// Steps in which walking agents touched a wall, of all agents together.
    wall_contact_frames: u64,
    /// Greatest overlap of two agents, relative to the smaller radius.
    largest_overlap: f32,
    /// Its time, in seconds; `null` without an overlap.
    largest_overlap_at: Option<f32>,
    shared_searches: u32,
    own_searches: u32,
    saved_searches: u32,
    /// Number of agents that started too close to others or to a wall.
    crowded_starts: u32,
    /// Starts and targets beside the mesh, which the nearest position replaces.
    off_mesh: Vec<OffMeshRow>,
    /// Duration of the scenario where the run is shorter.
    #[serde(skip)]
    whole: Option<f32>,
    stuck: Vec<StuckRow>,
    /// The other agents that did not arrive before the run ended.
    late: Vec<StuckRow>,
    /// The stuck and the late agents by kind of cause.
    #[serde(skip)]
    kinds: [Vec<KindRow>; 2],
    /// Number of agents that follow the pointer, which is nowhere.
    waiting: u32,
}

#[derive(Serialize)]
struct OffMeshRow {
    group: String,
    /// `start` or `target`.
    part: &'static str,
    /// Distance from the mesh, in metres.
    distance: f32,
}

/// Agents with causes of one kind.
struct KindRow {
    /// Number of agents, with their groups.
    agents: String,
    count: usize,
    /// Index of the example in its list.
    example: usize,
}

#[derive(Serialize)]
struct StuckRow {
    /// Index among all agents.
    agent: u32,
    /// Index in its group, and the name of the group.
    name: String,
    cause: &'static str,
    why: String,
    remedy: &'static str,
}

pub(super) fn run(arguments: &SimulateArguments) -> Result<Done, String> {
    let path = &arguments.file;
    let document = open(path).map_err(|error| error.to_string())?.into_document();
    let document = document.map_err(|why| format!("{}: {why}", path.display()))?;
    let scenarios = chosen(&document, arguments.scenario.as_deref(), path)?;
    let derived = Derived::build(&document.mesh);
    let mut budget = arguments.work.budget();
    let rows = shown("simulating", |progress| {
        let of_scenario = |(index, scenario): (usize, &&Scenario), budget: &mut Budget| {
            let part = part(progress, index, scenarios.len());
            let duration = arguments.seconds.unwrap_or(scenario.duration);
            let whole = Some(scenario.duration).filter(|&whole| whole > duration);
            let scenario = Scenario { duration, ..(*scenario).clone() };
            let (row, report) = ScenarioRow::of((&document, path), &derived, &scenario, budget, &part)?;
            Ok::<_, String>(row.of_part(whole, &report, scenario.expected.unwrap_or_default()))
        };
        let mut rows = Vec::new();
        for scenario in scenarios.iter().enumerate() {
            if budget.is_exhausted() {
                break;
            }
            rows.push(of_scenario(scenario, &mut budget)?);
        }
        Ok::<_, String>(rows)
    })?;
    let stopped_scenarios = scenarios.len() - rows.len();
    let is_fine = stopped_scenarios == 0 && rows.iter().all(ScenarioRow::is_fine);
    let holds = rows.iter().filter_map(|row| row.holds).reduce(|all, row| all && row);
    let report = Report { holds, scenarios: rows, stopped_scenarios };
    let text = if arguments.results.json {
        json(&report)?
    } else if arguments.results.junit {
        junit::document("simulate", &[report.suite(path)])
    } else {
        report.text()
    };
    Ok(Done { exit: Exit::of(is_fine), ..Done::found(text) })
}

/// Returns the progress of one of several equal parts of the work.
pub(super) fn part(progress: &Progress, index: usize, total: usize) -> Progress {
    let share = |done: usize| done as f32 / total as f32;
    progress.part(share(index)..share(index + 1))
}

/// Returns the scenario with a name, or all scenarios; at least one.
fn chosen<'a>(document: &'a Document, name: Option<&str>, path: &Path) -> Result<Vec<&'a Scenario>, String> {
    let all = document.scenarios.iter();
    let found: Vec<&Scenario> =
        all.clone().filter(|scenario| name.is_none_or(|name| scenario.name == name)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let shown = path.display();
    let none = "the document has no scenario; add one in the window or in the file";
    let advice = one_of(all.map(|scenario| &*scenario.name), none);
    Err(match name {
        Some("") => format!("{shown}: the name of the scenario is empty; {advice}"),
        Some(name) => format!("{shown}: no scenario is named {}; {advice}", shortened(name)),
        None => format!("{shown}: {none}"),
    })
}

impl ScenarioRow {
    /// Runs a scenario of a document in a file; returns its report too.
    pub(super) fn of(
        (document, path): (&Document, &Path),
        derived: &Derived,
        scenario: &Scenario,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<(Self, RunReport), String> {
        let run = RunReport::run_within(&document.mesh, derived, scenario, budget, progress);
        let run = run.map_err(|Stopped| "the simulation was stopped".to_owned())?;
        let report = run.map_err(|why| format!("{}: {why}", path.display()))?;
        let differences = scenario.expected.map(|expected| report.differences(&expected));
        let holds = differences.as_ref().map(Vec::is_empty);
        let reasons = differences.unwrap_or_default().iter().map(ToString::to_string).collect();
        let is_stopped = report.is_cut_short;
        let (holds, reasons) =
            if is_stopped { (Some(false), vec![AT_LIMIT.into()]) } else { (holds, reasons) };
        let mut row = Self {
            name: scenario.name.clone(),
            expected: scenario.expected.map(|expected| expected.to_string()),
            holds,
            updated: false,
            stopped: is_stopped,
            reasons,
            seconds: (report.seconds * 1000.0).round() / 1000.0,
            agents: report.agents,
            arrived: report.arrived,
            first_arrival: report.arrivals.map(|[first, _]| first),
            last_arrival: report.arrivals.map(|[_, last]| last),
            walked_over_planned: report.detour,
            wall_contact_frames: report.contact_steps,
            largest_overlap: report.overlap.share,
            largest_overlap_at: (report.overlap.share > 0.0)
                .then_some(report.overlap.step as f32 * scenario.time_step),
            shared_searches: report.searches.shared,
            own_searches: report.searches.own,
            saved_searches: report.searches.saved,
            crowded_starts: report.crowded_starts,
            off_mesh: report.off_mesh.iter().map(|off| OffMeshRow::of(off, scenario)).collect(),
            whole: is_stopped.then_some(scenario.duration),
            stuck: report.stuck.iter().map(|it| StuckRow::of(it, scenario, document)).collect(),
            late: report.late.iter().map(|it| StuckRow::of(it, scenario, document)).collect(),
            kinds: [&report.stuck, &report.late].map(|list| KindRow::of(list, scenario)),
            waiting: report.waiting,
        };
        if is_stopped {
            row.advise(&report, RAISE_LIMIT);
        }
        Ok((row, report))
    }

    /// Returns the row of a run that may be shorter than its scenario, which takes `whole` seconds then.
    ///
    /// A run that ends before the expected time is not checked, unless all agents arrived.
    fn of_part(mut self, whole: Option<f32>, report: &RunReport, expected: ExpectedRun) -> Self {
        if self.stopped {
            return self;
        }
        if whole.is_some() {
            self.advise(report, RUN_LONGER);
        }
        match whole {
            Some(duration) if report.is_too_short(&expected, duration) => {
                Self { whole, holds: None, reasons: Vec::new(), ..self }
            }
            _ => Self { whole, ..self },
        }
    }

    /// Replaces the remedy for agents that were on their way when the run ended.
    fn advise(&mut self, report: &RunReport, remedy: &'static str) {
        let ended = report.late.iter().zip(&mut self.late);
        let ended = ended.filter(|(late, _)| matches!(late.cause, StuckCause::RunEnded { .. }));
        ended.for_each(|(_, row)| row.remedy = remedy);
    }

    /// Whether all agents arrived that do not follow the pointer.
    fn have_arrived(&self) -> bool {
        self.arrived + self.waiting == self.agents
    }

    /// Whether it is as expected; without an expectation, whether all agents arrived.
    fn is_fine(&self) -> bool {
        self.holds.unwrap_or_else(|| self.have_arrived())
    }

    /// Returns the expected result in words, or the reasons why it differs.
    pub(super) fn outcome(&self) -> String {
        let expected = self.expected.as_deref().unwrap_or("any result");
        if self.holds == Some(false) { self.reasons.join("; ") } else { expected.to_owned() }
    }

    /// Returns the row after a replacement of the expected result.
    pub(super) fn updated(self, expected: &ExpectedRun) -> Self {
        Self { expected: Some(expected.to_string()), updated: true, ..self }
    }

    /// Returns the status as in the list of `check`.
    pub(super) fn status(&self) -> &'static str {
        match (self.updated, self.holds) {
            (true, _) => "updated",
            (false, Some(false)) => "differs",
            (false, _) => "ok",
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> Vec<String> {
        let Self { name, seconds, agents, arrived, .. } = self;
        let agents = plain_count(*agents as usize, "agent", "agents");
        let whole = self.whole.map_or_else(String::new, |whole| format!(" of {whole:.1} s"));
        let mut lines = vec![format!("{name}: {arrived} of {agents} arrived in {seconds:.1} s{whole}")];
        if let (Some(first), Some(last)) = (self.first_arrival, self.last_arrival) {
            lines.push(format!("  arrivals      {first:.2} s to {last:.2} s"));
        }
        if self.crowded_starts > 0 {
            let agents = plain_count(self.crowded_starts as usize, "agent starts", "agents start");
            lines.push(format!(
                "  no space      {agents} too close to others or a wall; use more space or fewer agents"
            ));
        }
        if let Some(detour) = self.walked_over_planned {
            lines.push(format!("  walked        {:.1} % of their first paths", detour * 100.0));
        }
        lines.push(format!(
            "  contact       {} with walls, largest overlap {:.1} % of a radius{}",
            plain_count(self.wall_contact_frames as usize, "frame", "frames"),
            self.largest_overlap * 100.0,
            if self.largest_overlap_at == Some(0.0) { ", at the start" } else { "" }
        ));
        lines.push(format!(
            "  searches      {} shared, {} own, {} saved",
            self.shared_searches, self.own_searches, self.saved_searches
        ));
        lines.extend(self.off_mesh.iter().map(OffMeshRow::line));
        if self.waiting > 0 {
            let agents = plain_count(self.waiting as usize, "agent", "agents");
            lines.push(format!("  waiting       {agents} for the pointer, which only the window has"));
        }
        for (title, list, kinds) in
            [("stuck", &self.stuck, &self.kinds[0]), ("late", &self.late, &self.kinds[1])]
        {
            lines.extend(kinds.iter().map(|kind| format!("  {title:<13} {}", kind.line(list))));
        }
        if self.expected.is_some() || self.stopped {
            let (status, why) = match self.holds {
                Some(true) => ("holds", ""),
                Some(false) if self.stopped => ("not complete", ""),
                Some(false) => ("differs", ""),
                None => ("not checked", ", and the run is too short"),
            };
            lines.push(format!("  {status:<13} {}{why}", self.outcome()));
        }
        lines
    }
}

impl OffMeshRow {
    fn of(off: &OffMesh, scenario: &Scenario) -> Self {
        let group = scenario.groups.get(off.group).map(|group| group.name.clone()).unwrap_or_default();
        Self { group, part: if off.is_target { "target" } else { "start" }, distance: off.distance }
    }

    fn line(&self) -> String {
        let Self { group, part, distance } = self;
        format!("  off the mesh  the {part} of {group}, by {distance:.2} m; the nearest point is used")
    }
}

impl StuckRow {
    fn of(stuck: &StuckAgent, scenario: &Scenario, document: &Document) -> Self {
        let StuckAgent { agent, cause } = stuck;
        Self {
            agent: *agent,
            name: scenario.agent_names(&[*agent]),
            cause: cause.name(),
            why: cause.caption(|agents| scenario.agent_names(agents), |area| document.area_text(area)),
            remedy: cause.remedy(),
        }
    }
}

impl KindRow {
    fn of(list: &[StuckAgent], scenario: &Scenario) -> Vec<Self> {
        let kinds = by_kind_of_cause(list).into_iter();
        let row = |kind: StuckKind<'_>| Self {
            agents: scenario.agent_counts(&kind.agents),
            count: kind.agents.len(),
            example: list.iter().position(|it| it.agent == kind.example.agent).unwrap_or_default(),
        };
        kinds.map(row).collect()
    }

    /// Returns the number of agents and their cause, with one of them as an example.
    fn line(&self, list: &[StuckRow]) -> String {
        let StuckRow { name, cause, why, remedy, .. } = &list[self.example];
        let agents = if self.count == 1 { String::new() } else { format!("{}: {cause}; ", self.agents) };
        format!("{agents}{name}: {why} {remedy}")
    }
}

impl Report {
    fn text(&self) -> String {
        let mut lines: Vec<String> = self.scenarios.iter().flat_map(ScenarioRow::lines).collect();
        if self.stopped_scenarios > 0 {
            let left = plain_count(self.stopped_scenarios, "scenario was", "scenarios were");
            lines.push(format!("{left} not run; {AT_LIMIT}"));
        }
        in_lines(&lines)
    }
}
