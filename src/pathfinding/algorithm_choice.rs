//! Which algorithm answers a question where that is left open, and why it.

use std::fmt;
use std::str::FromStr;

use super::{Algorithm, Located, Method, Pulling, Settings, Walkable};

/// Which algorithm is to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AlgorithmChoice {
    /// Whichever suits the question: `SelectedAlgorithm::of`.
    #[default]
    Automatic,
    /// This one, whatever the question.
    Named(Algorithm),
}

/// The algorithm that answers a question, and why it; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedAlgorithm {
    /// Which one.
    pub algorithm: Algorithm,
    /// Why it.
    pub because: SelectionReason,
}

/// Why an algorithm answers; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionReason {
    /// It was asked for.
    Asked,
    /// Polyanya ignores links, area costs and heights, and here none of them makes another path shorter.
    NothingMatters,
    /// Heights can make another path shorter than that of Polyanya. A* over midpoints measured along the surface as
    /// well, and the shorter of the two paths is the answer.
    Slopes,
    /// From the island of the start a link leads on, and Polyanya takes none.
    Links,
    /// A metre of some area costs other than one of plain ground, and Polyanya counts metres.
    Costs,
    /// The string is pulled on the surface, and Polyanya measures in the ground plan.
    Curved,
    /// Polyanya found no path though there is one, as happens where cells cross themselves or wind differently.
    NoneFound,
}

impl AlgorithmChoice {
    /// All of them: to leave it open, then every algorithm from the plainest on.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::Automatic; 8];
        let mut index = 0;
        while index < Algorithm::ALL.len() {
            all[index + 1] = Self::Named(Algorithm::ALL[index]);
            index += 1;
        }
        all
    };

    /// What files and the command line call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Automatic => "auto",
            Self::Named(algorithm) => algorithm.name(),
        }
    }

    /// What the window calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Automatic => "Automatic",
            Self::Named(algorithm) => algorithm.title(),
        }
    }

    /// What it does, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Automatic => {
                "Polyanya where its path is the shortest. Where links, area costs or a curved surface matter, A* over midpoints. Where slopes matter, the shorter path of the two."
            }
            Self::Named(algorithm) => algorithm.describe(),
        }
    }
}

impl From<Algorithm> for AlgorithmChoice {
    fn from(algorithm: Algorithm) -> Self {
        Self::Named(algorithm)
    }
}

impl fmt::Display for AlgorithmChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AlgorithmChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|preference| preference.name() == text);
        found.ok_or_else(|| format!("\"{text}\" is no algorithm; give one of {}", names()))
    }
}

/// What searches where Polyanya does not suit.
const OTHERWISE: Algorithm = Algorithm::Nodes(Method::Midpoints);

impl SelectedAlgorithm {
    /// The algorithm that searches first from a place: the one that is named; else Polyanya, or A* over midpoints where
    /// the string is pulled on the surface, an area cost differs from that of plain ground, or the agent may take a link
    /// from the start's island. Looks at links until it finds one.
    ///
    /// What Polyanya finds is [tentative](Self::is_tentative): see [`SelectionReason::Slopes`] and [`SelectionReason::NoneFound`].
    pub(super) fn of(settings: &Settings, walkable: &Walkable<'_>, start: &Located) -> Self {
        let because = match settings.algorithm {
            AlgorithmChoice::Named(algorithm) => return Self { algorithm, because: SelectionReason::Asked },
            AlgorithmChoice::Automatic if settings.pulling == Pulling::Curved => SelectionReason::Curved,
            AlgorithmChoice::Automatic if walkable.filter.has_costs() => SelectionReason::Costs,
            AlgorithmChoice::Automatic if walkable.leaves_by_link(start.cell) => SelectionReason::Links,
            AlgorithmChoice::Automatic => SelectionReason::NothingMatters,
        };
        Self::because(because)
    }

    /// What answers for a reason that is not the user's.
    pub(super) fn because(because: SelectionReason) -> Self {
        let algorithm =
            if because == SelectionReason::NothingMatters { Algorithm::Polyanya } else { OTHERWISE };
        Self { algorithm, because }
    }

    /// Whether another algorithm may have to search as well.
    pub(super) fn is_tentative(self) -> bool {
        self.because == SelectionReason::NothingMatters
    }

    /// Whether an answer by this one can follow from a first choice, if the search went as before.
    pub(super) fn can_follow(self, first: Self) -> bool {
        self == first || first.is_tentative() && self.because == SelectionReason::Slopes
    }

    /// Whether it was not asked for by name.
    pub fn is_automatic(self) -> bool {
        self.because != SelectionReason::Asked
    }
}

impl fmt::Display for SelectedAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, because {}", self.algorithm.title(), self.because)
    }
}

impl fmt::Display for SelectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "it was selected",
            Self::NothingMatters => "links, area costs and slopes do not matter",
            Self::Slopes => "slopes matter and its path is the shorter of two along the surface",
            Self::Links => "links lead away from the start's island",
            Self::Costs => "area costs differ",
            Self::Curved => "the string is pulled on a curved surface",
            Self::NoneFound => "Polyanya found no path",
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use glam::Vec3;

    use super::*;
    use crate::geometry::SplitMix64;
    use crate::navmesh::{AreaId, Derived, Draft, Link, NavMesh};
    use crate::pathfinding::{Endpoint, Query, find_path, find_path_traced};

    #[test]
    fn every_preference_is_read_by_its_name() {
        for preference in AlgorithmChoice::ALL {
            assert_eq!(preference.name().parse(), Ok(preference), "its own name");
        }
        let wrong = "Auto".parse::<AlgorithmChoice>();
        assert!(
            wrong.is_err_and(|description| description.contains("give one of auto, steps")),
            "small letters"
        );
    }

    /// Squares in a row from west to east, each 2 m wide; a gap before those that begin with a space.
    fn row(gaps: &[bool]) -> Draft {
        let mut draft = Draft::of(NavMesh::default());
        let mut x = 0.0;
        let mut before = [0.0, 2.0].map(|z| draft.add_vertex(Vec3::new(x, 0.0, z)));
        for &is_apart in gaps {
            if is_apart {
                x += 2.0;
                before = [0.0, 2.0].map(|z| draft.add_vertex(Vec3::new(x, 0.0, z)));
            }
            x += 2.0;
            let after = [0.0, 2.0].map(|z| draft.add_vertex(Vec3::new(x, 0.0, z)));
            draft.add_cell([before[0], before[1], after[1], after[0]], AreaId(0));
            before = after;
        }
        draft
    }

    /// Asks from the middle of the first square to 3 m further east.
    fn check(mesh: &NavMesh, settings: Settings, expected: &Expect) {
        let end = |x| Endpoint { ground: [x, 1.0].into(), height: None };
        let query = Query { start: end(1.0), target: end(4.0), settings };
        let derived = Derived::build(mesh);
        let answer = find_path(mesh, &derived, &query);
        let (watched, trace) = find_path_traced(mesh, &derived, &query);
        assert_eq!(watched, answer, "watching changes nothing");
        let tells = |algorithm| match algorithm {
            Algorithm::Polyanya => trace.search().is_empty(),
            Algorithm::Nodes(_) => trace.interval().is_empty(),
        };
        let by = answer.by.expect("an end to choose by");
        assert!(tells(by.algorithm), "only of the search that answered");
        expected.assert_eq(&format!("{by}{}", if answer.path().is_some() { "" } else { " (no path)" }));
    }

    #[test]
    fn polyanya_answers_where_its_path_is_the_shortest() {
        let plain = row(&[false, false]).into_mesh();
        let settings = Settings::default;
        let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
        check(&plain, settings(), &optimum);
        let named = Algorithm::Nodes(Method::Steps).into();
        let named = Settings { algorithm: named, ..settings() };
        check(&plain, named, &expect!["Dijkstra by steps, because it was selected"]);
        let curved = Settings { pulling: Pulling::Curved, ..settings() };
        check(
            &plain,
            curved,
            &expect!["A* over midpoints, because the string is pulled on a curved surface"],
        );
        let mut dear = settings();
        dear.filter.set_cost(AreaId(1), 3.0);
        check(&plain, dear, &expect!["A* over midpoints, because area costs differ"]);
        let mut forbidden = settings();
        forbidden.filter.set_cost(AreaId(1), f32::INFINITY);
        check(&plain, forbidden, &optimum);
    }

    fn link(from: f32, to: f32, height: f32) -> Link {
        Link::between(Vec3::new(from, 0.0, 1.0), Vec3::new(to, height, 1.0))
    }

    #[test]
    fn only_links_that_can_be_taken_from_the_start_matter() {
        let linked = |gaps: &[bool], link| {
            let mut draft = row(gaps);
            draft.add_link(link);
            draft.into_mesh()
        };
        let links = expect!["A* over midpoints, because links lead away from the start's island"];
        let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
        // The squares are at 0 to 2, 2 to 4, and 6 to 8 m.
        let here = linked(&[false, false, true], link(1.0, 7.0, 0.0));
        check(&here, Settings::default(), &links);
        let apart = linked(&[false, false, true, false], link(6.5, 9.5, 0.0));
        check(&apart, Settings::default(), &optimum);
        let loose = linked(&[false, false], link(1.0, 30.0, 0.0));
        check(&loose, Settings::default(), &optimum);
        let mut forbidden = Settings::default();
        forbidden.filter.set_cost(AreaId(0), f32::INFINITY);
        check(
            &here,
            forbidden,
            &expect!["Polyanya, because links, area costs and slopes do not matter (no path)"],
        );
    }

    /// A grid of squares whose corners chance has moved, so that cells are concave, crossed and inside out.
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
