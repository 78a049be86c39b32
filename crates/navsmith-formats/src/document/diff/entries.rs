//! Correspondence of areas, queries, levels, export targets, scenarios and ignored issues.

use super::aspect::{Aspect, Aspects};
use super::matching::Matching;
use super::{DiffOptions, ElementDiff};
use crate::document::{Area, Document, Expected, LevelReference, NamedQuery};
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::scenario::{AgentGroup, Scenario, Spawn};

/// Correspondence of the areas of two documents.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::document) struct AreaMap(Matching);

impl AreaMap {
    /// Joins areas with equal names, those that are equal first, and then areas with equal ids.
    pub(super) fn of([first, second]: [&Document; 2]) -> Self {
        let mut matching = Matching::new([first, second].map(|document| document.areas.len()));
        let lists = [first, second].map(|document| (0..).zip(document.areas.iter()));
        let keys = lists.clone().map(|list| list.map(|(id, area)| ((&*area.name, area.color), id)));
        matching.join_by_key(keys, false, |_, _| true);
        let keys = lists.clone().map(|list| list.map(|(id, area)| (&*area.name, id)));
        matching.join_by_key(keys, false, |_, _| true);
        matching.join_by_key(lists.map(|list| list.map(|(id, _)| (id, id))), false, |_, _| true);
        Self(matching)
    }

    /// Returns the corresponding area; an area without one keeps its id.
    pub(super) fn to(&self, area: AreaId) -> AreaId {
        self.0.to(area.0.into()).map_or(area, |id| AreaId(id as u8))
    }

    /// Returns the differences of the areas.
    pub(super) fn diff(&self, documents: [&Document; 2]) -> ElementDiff<AreaId> {
        let ids = documents.map(|document| (0..document.areas.len()).map(|id| AreaId(id as u8)));
        let area = |side: usize, id| documents[side].area(id).cloned().unwrap_or_default();
        ElementDiff::of(
            ids,
            &self.0,
            |id| id.0.into(),
            |id| AreaId(id as u8),
            |before, after| {
                let [Area { name, color }, other] = [area(0, before), area(1, after)];
                Aspects::default()
                    .with(Aspect::Name, name != other.name)
                    .with(Aspect::Color, color != other.color)
            },
        )
    }

    /// Returns a filter for the areas of the second document.
    fn filter(&self, filter: &Filter) -> Filter {
        filter.mapped(|area| Some(self.to(area)))
    }
}

/// Returns the queries other than the placeholder of a document without queries, by index.
fn queries(document: &Document) -> impl Iterator<Item = (u32, &NamedQuery)> + Clone {
    (0..).zip(document.queries.iter()).filter(|(_, query)| **query != NamedQuery::default())
}

/// Joins queries with equal names, and then those that ask the same.
pub(super) fn match_queries(documents: [&Document; 2]) -> Matching {
    let mut matching = Matching::new(documents.map(|document| document.queries.len()));
    let lists = documents.map(queries);
    let ends = |query: &NamedQuery| [query.start, query.target].map(|end| end.map(bits));
    let keys = lists.clone().map(|list| list.map(|(index, query)| ((&*query.name, ends(query)), index)));
    matching.join_by_key(keys, false, |_, _| true);
    let keys = lists.clone().map(|list| list.map(|(index, query)| (&*query.name, index)));
    matching.join_by_key(keys, false, |_, _| true);
    let keys = lists.map(|list| list.map(|(index, query)| (ends(query), index)));
    matching.join_by_key(keys, true, |_, _| true);
    matching
}

fn bits(end: Endpoint) -> [Option<u32>; 3] {
    [Some(end.ground.x), Some(end.ground.y), end.height]
        .map(|value| value.map(|value| (value + 0.0).to_bits()))
}

/// Returns the differences of the queries.
pub(super) fn query_diff(
    documents: [&Document; 2],
    matching: &Matching,
    (areas, cells): (&AreaMap, &Matching),
    options: DiffOptions,
) -> ElementDiff<usize> {
    let ids = documents.map(|document| queries(document).map(|(index, _)| index as usize));
    let is_far = |one: Option<Endpoint>, other: Option<Endpoint>| match (one, other) {
        (Some(one), Some(other)) => {
            let heights = [one.height, other.height].map(|height| height.unwrap_or(0.0));
            one.height.is_some() != other.height.is_some()
                || one.ground.distance(other.ground) > options.ignored_move
                || (heights[0] - heights[1]).abs() > options.ignored_move
        }
        _ => one.is_some() != other.is_some(),
    };
    ElementDiff::of(
        ids,
        matching,
        |index| index as u32,
        |index| index as usize,
        |before, after| {
            let [one, other] = [&documents[0].queries[before], &documents[1].queries[after]];
            let [asked, now] = [&one.settings, &other.settings];
            let is_search_other =
                (asked.algorithm, asked.pulling, asked.has_slope_waypoints, asked.max_height)
                    != (now.algorithm, now.pulling, now.has_slope_waypoints, now.max_height);
            Aspects::default()
                .with(Aspect::Name, one.name != other.name)
                .with(Aspect::Start, is_far(one.start, other.start))
                .with(Aspect::Target, is_far(one.target, other.target))
                .with(Aspect::Agent, asked.agent != now.agent)
                .with(Aspect::Filter, areas.filter(&asked.filter) != now.filter)
                .with(Aspect::Algorithm, is_search_other)
                .with(Aspect::Expected, expected_after(one.expected.as_ref(), cells) != other.expected)
        },
    )
}

/// Returns an expected answer with the cells of the second document.
fn expected_after(expected: Option<&Expected>, cells: &Matching) -> Option<Expected> {
    with_cells(expected, |cell| cells.to(cell.0).map(CellId))
}

/// Returns an expected answer with other ids of its cells; a cell without one is gone.
pub(super) fn with_cells(
    expected: Option<&Expected>,
    id: impl Fn(CellId) -> Option<CellId>,
) -> Option<Expected> {
    expected.map(|expected| match expected {
        Expected::Path { length, cells: Some(cells) } => {
            let cells = cells.iter().map(|&cell| id(cell).unwrap_or(Expected::GONE)).collect();
            Expected::Path { length: *length, cells: Some(cells) }
        }
        other => other.clone(),
    })
}

/// Returns the differences of the levels.
///
/// Levels with equal paths correspond, and then those with equal file names.
pub(super) fn level_diff(documents: [&Document; 2]) -> ElementDiff<usize> {
    let mut matching = Matching::new(documents.map(|document| document.levels.len()));
    let lists = documents.map(|document| (0..).zip(document.levels.iter()));
    let keys = lists.clone().map(|list| list.map(|(index, level)| (&*level.file, index)));
    matching.join_by_key(keys, false, |_, _| true);
    let keys = lists.map(|list| list.map(|(index, level)| (level.name(), index)));
    matching.join_by_key(keys, false, |_, _| true);
    let ids = documents.map(|document| 0..document.levels.len());
    ElementDiff::of(
        ids,
        &matching,
        |index| index as u32,
        |index| index as usize,
        |before, after| {
            let [one, other] = [&documents[0].levels[before], &documents[1].levels[after]];
            let same = LevelReference {
                file: other.file.clone(),
                content: other.content,
                coordinates: other.coordinates,
                offset: other.offset,
                ..one.clone()
            };
            Aspects::default()
                .with(Aspect::File, one.file != other.file)
                .with(Aspect::Content, one.content != other.content)
                .with(Aspect::Coordinates, (one.coordinates, one.offset) != (other.coordinates, other.offset))
                .with(Aspect::Display, same != *other)
        },
    )
}

/// Returns the differences of the export targets. Targets with equal paths correspond.
pub(super) fn export_diff(documents: [&Document; 2]) -> ElementDiff<usize> {
    let mut matching = Matching::new(documents.map(|document| document.exports.len()));
    let keys =
        documents.map(|document| (0..).zip(document.exports.iter()).map(|(index, it)| (&*it.file, index)));
    matching.join_by_key(keys, false, |_, _| true);
    let ids = documents.map(|document| 0..document.exports.len());
    ElementDiff::of(
        ids,
        &matching,
        |index| index as u32,
        |index| index as usize,
        |before, after| {
            let [one, other] = [&documents[0].exports[before], &documents[1].exports[after]];
            Aspects::default()
                .with(Aspect::Coordinates, one.coordinates != other.coordinates)
                .with(Aspect::OnSave, one.runs_on_save != other.runs_on_save)
        },
    )
}

/// Returns the difference of the agents for which issues are found; at most one.
///
/// An import gets the agent of a person, which is no difference from none.
pub(super) fn agent_diff(documents: [&Document; 2]) -> ElementDiff<usize> {
    let is_default = |it: &Document| it.agent == Some(Agent::PERSON.scaled(it.metre));
    let is_none = documents.iter().all(|it| it.agent.is_none() || is_default(it))
        && documents.iter().any(|it| it.agent.is_none());
    let counts = documents.map(|it| usize::from(it.agent.is_some() && !is_none));
    let mut matching = Matching::new(counts);
    matching.join_by_key(counts.map(|count| (0..count as u32).map(|id| (id, id))), false, |_, _| true);
    ElementDiff::of(
        counts.map(|count| 0..count),
        &matching,
        |index| index as u32,
        |index| index as usize,
        |_, _| Aspects::default().with(Aspect::Agent, documents[0].agent != documents[1].agent),
    )
}

/// Returns the differences of the scenarios. Scenarios with equal names correspond.
pub(super) fn scenario_diff(documents: [&Document; 2], areas: &AreaMap) -> ElementDiff<usize> {
    let mapped = |group: &AgentGroup| {
        let spawn = match group.spawn {
            Spawn::Area(area) => Spawn::Area(areas.to(area)),
            spawn => spawn,
        };
        AgentGroup { filter: areas.filter(&group.filter), spawn, ..group.clone() }
    };
    let mut matching = Matching::new(documents.map(|document| document.scenarios.len()));
    let keys =
        documents.map(|document| (0..).zip(document.scenarios.iter()).map(|(index, it)| (&*it.name, index)));
    matching.join_by_key(keys, false, |_, _| true);
    let ids = documents.map(|document| 0..document.scenarios.len());
    ElementDiff::of(
        ids,
        &matching,
        |index| index as u32,
        |index| index as usize,
        |before, after| {
            let [one, other] = [&documents[0].scenarios[before], &documents[1].scenarios[after]];
            let times = |it: &Scenario| (it.duration, it.time_step, it.seed);
            Aspects::default()
                .with(Aspect::Groups, !one.groups.iter().map(mapped).eq(other.groups.iter().cloned()))
                .with(Aspect::Times, times(one) != times(other))
                .with(Aspect::ExpectedRun, one.expected != other.expected)
        },
    )
}

/// Returns the differences of the ignored issues. Those of one kind at one rounded place correspond.
pub(super) fn ignored_diff(documents: [&Document; 2]) -> ElementDiff<usize> {
    let mut matching = Matching::new(documents.map(|document| document.ignored.len()));
    let keys =
        documents.map(|document| (0..).zip(document.ignored.iter()).map(|(index, it)| (it.key(), index)));
    matching.join_by_key(keys, false, |_, _| true);
    let ids = documents.map(|document| 0..document.ignored.len());
    ElementDiff::of(ids, &matching, |index| index as u32, |index| index as usize, |_, _| Aspects::default())
}
