//! Selection of the algorithm that answers a query, and the reason for it.

use std::fmt;

use super::algorithm::{Algorithm, AlgorithmChoice};
use super::settings::Settings;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::string_pulling::plane::Pulling;

/// The algorithm that answers a query, and the reason for it; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedAlgorithm {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason for it.
    pub because: SelectionReason,
    /// The reason why not all other algorithms finished their searches; `None` if they did or need not.
    pub unfinished: Option<ComparisonEnd>,
}

/// Reason why a comparison of the algorithms ended early; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonEnd {
    /// A search without a heuristic reached its limit of expansions, as on large meshes.
    AtLimit,
    /// The owner stopped the searches.
    Stopped,
}

/// The reason why an algorithm was selected; prints as a part of a sentence.
///
/// From [`Self::Radius`] on, all algorithms searched, and the answer is the best of their paths: the shortest along the
/// surface, or the cheapest with costs. They stop once a path is proven optimal. Searches without a heuristic stop early
/// on large meshes, which [`SelectedAlgorithm::unfinished`] states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionReason {
    /// The settings name it.
    Asked,
    /// Polyanya ignores links, costs and heights, and none of them makes another path better here.
    NothingMatters,
    /// Round corners can make a path shorter than that of Polyanya, which counts the metres of a point.
    Radius,
    /// Heights can make a path shorter than that of Polyanya.
    Slopes,
    /// A link can be taken from the island of the start, and Polyanya takes no links.
    Links,
    /// The cost of an area or a link differs from that of plain ground, and Polyanya counts metres.
    Costs,
    /// The string is pulled on the surface, and Polyanya measures in the ground plan.
    Curved,
    /// Polyanya found no path although one exists.
    ///
    /// This happens with cells that cross themselves or have different windings.
    NoneFound,
}

impl SelectedAlgorithm {
    /// Selects the algorithm that searches first, and the reason why others may have to search too.
    ///
    /// This is the algorithm that the settings name, else Polyanya. Examines links until it finds one that can be
    /// taken.
    pub(in crate::pathfinding) fn of(settings: &Settings, walkable: &Walkable<'_>, start: &Located) -> Self {
        let because = match settings.algorithm {
            AlgorithmChoice::Named(algorithm) => {
                return Self { algorithm, because: SelectionReason::Asked, unfinished: None };
            }
            AlgorithmChoice::Automatic if settings.pulling != Pulling::Ground => SelectionReason::Curved,
            AlgorithmChoice::Automatic if walkable.has_costs() => SelectionReason::Costs,
            AlgorithmChoice::Automatic if walkable.leaves_by_link(start.cell) => SelectionReason::Links,
            AlgorithmChoice::Automatic => SelectionReason::NothingMatters,
        };
        Self { algorithm: Algorithm::Polyanya, because, unfinished: None }
    }

    /// Whether several algorithms searched, and this one found the best path.
    pub(super) fn is_best_of_several(self) -> bool {
        !matches!(self.because, SelectionReason::Asked | SelectionReason::NothingMatters)
    }

    /// Returns whether an answer by this algorithm can follow from the first selection.
    ///
    /// This assumes that the searches take the same course as before, and that the settings are the same.
    pub(in crate::pathfinding) fn can_follow(self, first: Self) -> bool {
        match (self.because, first.because) {
            (SelectionReason::Asked, _) => self == first,
            (SelectionReason::Radius | SelectionReason::Slopes, SelectionReason::NothingMatters) => true,
            (because, first) => because == first,
        }
    }

    /// Returns the reason, and whether the comparison of the algorithms was not finished, as clauses.
    pub fn reason(self) -> String {
        let unfinished = self.unfinished.map_or_else(String::new, |why| format!("; {why}"));
        format!("{}{unfinished}", self.because)
    }

    /// Returns whether it was selected automatically, not by name.
    pub fn is_automatic(self) -> bool {
        self.because != SelectionReason::Asked
    }
}

impl fmt::Display for SelectedAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, because {}", self.algorithm.title(), self.reason())
    }
}

impl fmt::Display for ComparisonEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLimit => {
                "the comparison is unfinished, because searches without a heuristic end early on large meshes"
            }
            Self::Stopped => "the comparison is unfinished, because the search was stopped",
        })
    }
}

impl fmt::Display for SelectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "it was selected",
            Self::NothingMatters => "links, area costs and slopes do not matter",
            Self::Radius => "corners are rounded and no other algorithm found a shorter path",
            Self::Slopes => "slopes matter and no other algorithm found a shorter path",
            Self::Links => "links can be taken and no other algorithm found a shorter path",
            Self::Costs => "costs differ and no other algorithm found a cheaper path",
            Self::Curved => "the surface is curved and no other algorithm found a shorter path",
            Self::NoneFound => "Polyanya found no path and no other algorithm found a shorter one",
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use glam::Vec3;

    use super::*;
    use crate::geometry::SplitMix64;
    use crate::navmesh::notation::squares;
    use crate::navmesh::{AreaId, Derived, Draft, Link, NavMesh};
    use crate::pathfinding::mesh_query::Endpoint;
    use crate::pathfinding::query::{Query, find_path, find_path_traced};
    use crate::pathfinding::search::method::Method;

    /// Returns the selection for a query from the middle of the first square to 1.5 m further east.
    fn selected(mesh: &NavMesh, settings: Settings) -> String {
        let end = |x| Endpoint { ground: [x, 0.5].into(), height: None };
        let query = Query { start: end(0.5), target: end(2.0), settings };
        let derived = Derived::build(mesh);
        let answer = find_path(mesh, &derived, &query);
        let (watched, trace) = find_path_traced(mesh, &derived, &query);
        assert_eq!(watched, answer, "watching changes nothing");
        let has_events_of = |algorithm| match algorithm {
            Algorithm::Polyanya => trace.search().is_empty(),
            Algorithm::Nodes(_) => trace.interval().is_empty(),
        };
        let by = answer.by.expect("an end to choose by");
        assert!(has_events_of(by.algorithm), "only of the search that answered");
        format!("{by}{}", if answer.path().is_some() { "" } else { " (no path)" })
    }

    #[test]
    fn polyanya_answers_where_its_path_is_the_shortest() {
        let plain = squares(&["00"]);
        let settings = Settings::default;
        let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
        optimum.assert_eq(&selected(&plain, settings()));
        let named = Algorithm::Nodes(Method::Steps).into();
        let named = Settings { algorithm: named, ..settings() };
        expect!["Dijkstra by steps, because it was selected"].assert_eq(&selected(&plain, named));
        let curved = Settings { pulling: Pulling::Curved, ..settings() };
        expect!["Polyanya, because the surface is curved and no other algorithm found a shorter path"]
            .assert_eq(&selected(&plain, curved));
        let mut dear = settings();
        dear.filter.set_cost(AreaId(1), 3.0);
        optimum.assert_eq(&selected(&plain, dear.clone()));
        dear.filter.set_cost(AreaId(0), 3.0);
        expect!["Polyanya, because costs differ and no other algorithm found a cheaper path"]
            .assert_eq(&selected(&plain, dear));
        let mut forbidden = settings();
        forbidden.filter.set_cost(AreaId(1), f32::INFINITY);
        optimum.assert_eq(&selected(&plain, forbidden));
    }

    #[test]
    fn only_links_that_can_be_taken_from_the_start_matter() {
        let linked = |row: &str, [from, to]: [f32; 2]| {
            let link = Link::between(Vec3::new(from, 0.0, 0.5), Vec3::new(to, 0.0, 0.5));
            squares(&[row]).with_links([link]).expect("a sound link")
        };
        let links =
            expect!["Polyanya, because links can be taken and no other algorithm found a shorter path"];
        let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
        let here = linked("00 0", [0.5, 3.5]);
        optimum.assert_eq(&selected(&here, Settings::default()));
        let bent = squares(&["0 0", "000"]);
        let link = Link::between(Vec3::new(0.5, 0.0, 0.5), Vec3::new(0.5, 0.0, 1.5));
        links.assert_eq(&selected(&bent.with_links([link]).expect("a sound link"), Settings::default()));
        let apart = linked("00 00", [3.25, 4.75]);
        optimum.assert_eq(&selected(&apart, Settings::default()));
        let loose = linked("00", [0.5, 15.0]);
        optimum.assert_eq(&selected(&loose, Settings::default()));
        let mut forbidden = Settings::default();
        forbidden.filter.set_cost(AreaId(0), f32::INFINITY);
        expect!["Polyanya, because links, area costs and slopes do not matter (no path)"]
            .assert_eq(&selected(&here, forbidden));
    }

    /// Builds a grid of squares with randomly moved corners: concave, self-crossing and inside-out cells.
    fn crumpled(chance: &mut SplitMix64) -> NavMesh {
        const ACROSS: usize = 6;
        let mut draft = Draft::of(NavMesh::default());
        let mut vertex = |i: usize| {
            let [x, z] = [i % ACROSS, i / ACROSS].map(|i| i as f32 + 1.6 * (chance.unit() as f32 - 0.5));
            draft.add_vertex(Vec3::new(x, 0.0, z))
        };
        let ids: Vec<_> = (0..ACROSS * ACROSS).map(&mut vertex).collect();
        for i in (0..ACROSS * (ACROSS - 1)).filter(|i| i % ACROSS != ACROSS - 1) {
            draft.add_cell([i, i + ACROSS, i + ACROSS + 1, i + 1].map(|i| ids[i]), AreaId(0));
        }
        draft.into_mesh()
    }

    #[test]
    fn whatever_cells_look_like_there_is_a_way_where_there_is_one() {
        let mut chance = SplitMix64(3);
        let mut passed_over = 0;
        for _ in 0..200 {
            let mesh = crumpled(&mut chance);
            let derived = Derived::build(&mesh);
            let end = |x: f32| Endpoint { ground: [x, x].into(), height: None };
            let query = Query { start: end(0.2), target: end(4.8), settings: Settings::default() };
            let answer = find_path(&mesh, &derived, &query);
            assert!(answer.path().is_some(), "all cells are joined: {:?}", answer.why());
            assert_eq!(find_path_traced(&mesh, &derived, &query).0, answer, "watched or not");
            passed_over += usize::from(answer.by.is_some_and(|by| by.because == SelectionReason::NoneFound));
        }
        assert!((1..200).contains(&passed_over), "the optimum finds some: {passed_over}");
    }
}
