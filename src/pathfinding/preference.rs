//! Which algorithm answers a question where that is left open, and why it.

use std::fmt;
use std::str::FromStr;

use super::{Algorithm, Located, Method, Pulling, Settings, Walkable};

/// Which algorithm is to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Preference {
    /// Whichever suits the question: `Chosen::of`.
    #[default]
    Automatic,
    /// This one, whatever the question.
    Named(Algorithm),
}

/// The algorithm that answers a question, and why it; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Which one.
    pub algorithm: Algorithm,
    /// Why it.
    pub because: Because,
}

/// Why an algorithm answers; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// It was asked for.
    Asked,
    /// The optimum ignores links, costs and heights, and here they do not matter.
    NothingMatters,
    /// From the island of the start a link leads on, and the optimum takes none.
    Links,
    /// A metre of some area costs other than one of plain ground, and the optimum counts metres.
    Costs,
    /// The string is pulled on the surface, and the optimum measures on the ground.
    Curved,
    /// The optimum found no way though there is one, as happens where cells cross themselves or wind differently.
    NoneFound,
}

impl Preference {
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
    pub fn about(self) -> &'static str {
        match self {
            Self::Automatic => {
                "Polyanya, the optimum, where neither links nor costs nor a curved surface matter, else A* over midpoints."
            }
            Self::Named(algorithm) => algorithm.about(),
        }
    }
}

impl From<Algorithm> for Preference {
    fn from(algorithm: Algorithm) -> Self {
        Self::Named(algorithm)
    }
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preference {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|preference| preference.name() == text);
        found.ok_or_else(|| format!("\"{text}\" is no algorithm; give one of {}", names()))
    }
}

/// What searches over nodes where the optimum does not suit.
const OTHERWISE: Algorithm = Algorithm::Nodes(Method::Midpoints);

impl Chosen {
    /// The algorithm that answers a question from here: the one that is named; else the optimum where it is one, and A*
    /// over midpoints where it is not.
    ///
    /// The optimum is one where the string is pulled on the ground, no area that may be walked on costs other than plain
    /// ground, and the agent may take no link from the start's island. Looks at links until it finds one.
    ///
    /// Whether there is a way is not known yet: where the optimum finds none, and there is one, see
    /// [`Because::NoneFound`].
    pub(super) fn of(settings: &Settings, walkable: &Walkable<'_>, start: &Located) -> Self {
        let because = match settings.algorithm {
            Preference::Named(algorithm) => return Self { algorithm, because: Because::Asked },
            Preference::Automatic if settings.pulling == Pulling::Curved => Because::Curved,
            Preference::Automatic if walkable.filter.has_costs() => Because::Costs,
            Preference::Automatic if walkable.leaves_by_link(start.cell) => Because::Links,
            Preference::Automatic => Because::NothingMatters,
        };
        Self::because(because)
    }

    /// What answers for a reason that is not the user's.
    pub(super) fn because(because: Because) -> Self {
        let algorithm = if because == Because::NothingMatters { Algorithm::Polyanya } else { OTHERWISE };
        Self { algorithm, because }
    }

    /// Whether another algorithm is to be asked where this one finds no way.
    pub(super) fn is_tentative(self) -> bool {
        self.because == Because::NothingMatters
    }

    /// Whether it was not asked for by name.
    pub fn is_automatic(self) -> bool {
        self.because != Because::Asked
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, for {}", self.algorithm.title(), self.because)
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "it was asked for",
            Self::NothingMatters => "neither links nor costs matter",
            Self::Links => "links can be taken from the start's island",
            Self::Costs => "a metre does not cost the same everywhere",
            Self::Curved => "the string is pulled on a curved surface",
            Self::NoneFound => "Polyanya found no way",
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
        for preference in Preference::ALL {
            assert_eq!(preference.name().parse(), Ok(preference), "its own name");
        }
        let wrong = "Auto".parse::<Preference>();
        assert!(wrong.is_err_and(|says| says.contains("give one of auto, steps")), "small letters");
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
    fn the_optimum_answers_where_it_is_one() {
        let plain = row(&[false, false]).into_mesh();
        let settings = Settings::default;
        let optimum = expect!["Polyanya, the optimum, for neither links nor costs matter"];
        check(&plain, settings(), &optimum);
        let named = Algorithm::Nodes(Method::Steps).into();
        let named = Settings { algorithm: named, ..settings() };
        check(&plain, named, &expect!["Dijkstra by steps, for it was asked for"]);
        let curved = Settings { pulling: Pulling::Curved, ..settings() };
        check(&plain, curved, &expect!["A* over midpoints, for the string is pulled on a curved surface"]);
        let mut dear = settings();
        dear.filter.set_cost(AreaId(1), 3.0);
        check(&plain, dear, &expect!["A* over midpoints, for a metre does not cost the same everywhere"]);
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
        let links = expect!["A* over midpoints, for links can be taken from the start's island"];
        let optimum = expect!["Polyanya, the optimum, for neither links nor costs matter"];
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
            &expect!["Polyanya, the optimum, for neither links nor costs matter (no path)"],
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
            passed_over += usize::from(answer.by.is_some_and(|by| by.because == Because::NoneFound));
        }
        assert!((1..200).contains(&passed_over), "the optimum finds some: {passed_over}");
    }
}
