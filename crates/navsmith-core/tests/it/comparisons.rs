//! The automatic choice on large meshes and in searches that are stopped.
//!
//! It states when not all algorithms were compared. Otherwise no algorithm finds a better path.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Derived, Draft, Link, NavMesh};
use navsmith_core::pathfinding::analysis::compare::compare;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::kept_answer::{find_path_until_stopped, find_path_with_progress};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::selected_algorithm::ComparisonEnd;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// Properties of a random question on a generated mesh.
#[derive(Clone, Copy, Debug)]
struct Traits {
    recipe: Recipe,
    radius: f32,
    has_costs: bool,
    links: usize,
}

struct Question {
    mesh: NavMesh,
    derived: Derived,
    query: Query,
}

/// Returns a random end on a mesh.
fn end(mesh: &NavMesh, chance: &mut SplitMix64) -> Endpoint {
    let (low, size) = (mesh.bounds().ground_min(), mesh.bounds().size());
    let [x, z] = [size.x, size.z].map(|size| size * chance.unit() as f32);
    Endpoint { ground: low + Vec2::new(x, z), height: None }
}

impl Question {
    fn draw(chance: &mut SplitMix64, traits: Traits) -> Self {
        let Traits { recipe, radius, has_costs, links } = traits;
        let mesh = recipe.mesh();
        let bare = Derived::build(&mesh);
        let mut draft = Draft::of(mesh.clone());
        let cells: Vec<_> = mesh.cells().map(|(cell, _)| cell).collect();
        // Areas are patches of 8 m, so that ways around them exist.
        for cell in cells.into_iter().filter(|_| has_costs) {
            let patch = (mesh.centroid(cell) / 8.0).floor();
            draft.set_area(cell, AreaId((patch.x as i32 * 5 + patch.z as i32 * 3).rem_euclid(3) as u8));
        }
        for _ in 0..links {
            let mut place = || locate(&mesh, &bare, end(&mesh, chance), 2.0).map(|it| it.point);
            let (Some(from), Some(to)) = (place(), place()) else { continue };
            let ends = [from, to].map(|at| [at, at + Vec3::new(0.1, 0.0, 0.0)]);
            let cost = if has_costs { 0.3 } else { 1.0 };
            draft.add_link(Link { from: ends[0], to: ends[1], is_one_way: false, cost });
        }
        let mut settings = Settings::default();
        settings.agent.radius = radius;
        if has_costs {
            settings.filter.set_cost(AreaId(1), 3.0);
            settings.filter.set_cost(AreaId(2), 0.5);
        }
        let query = Query { start: end(&mesh, chance), target: end(&mesh, chance), settings };
        let mesh = draft.into_mesh();
        Self { derived: Derived::build(&mesh), mesh, query }
    }

    fn answer(&self) -> Answer {
        find_path(&self.mesh, &self.derived, &self.query)
    }

    /// Returns the least measure of the paths of the named algorithms, and that algorithm.
    fn best_named(&self) -> (f64, Algorithm) {
        let named = Algorithm::ALL.map(|algorithm| {
            let settings = Settings { algorithm: algorithm.into(), ..self.query.settings.clone() };
            let answer = find_path(&self.mesh, &self.derived, &Query { settings, ..self.query.clone() });
            (answer.path().map_or(f64::INFINITY, Path::measure), algorithm)
        });
        named.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).expect("an algorithm")
    }
}

/// Returns random questions on meshes of a number of triangles, with each combination of properties.
fn questions(triangles: usize, count: usize) -> impl Iterator<Item = (Traits, Question)> {
    let mut chance = SplitMix64(11);
    (0..count).map(move |round| {
        let traits = Traits {
            recipe: Recipe { landscape: Landscape::ALL[round % 3], triangles, seed: round as u64 },
            radius: [0.0, 0.3][round / 3 % 2],
            has_costs: round / 6 % 2 == 0,
            links: [0, 4][round / 12 % 2],
        };
        (traits, Question::draw(&mut chance, traits))
    })
}

#[test]
fn no_algorithm_is_better_than_the_automatic_choice_unless_it_states_that_not_all_were_compared() {
    let (mut finished, mut unfinished, mut worse) = (0, 0, 0);
    for (traits, question) in questions(6_000, 24) {
        let answer = question.answer();
        let Some(path) = answer.path() else { continue };
        let (best, algorithm) = question.best_named();
        let is_best = path.measure() <= best * (1.0 + 1e-9);
        let by = answer.by.expect("an algorithm");
        match by.unfinished {
            None => {
                finished += 1;
                assert!(is_best, "{algorithm}: {best} and {}, {by}, {traits:?}", path.measure());
            }
            Some(why) => {
                assert_eq!(why, ComparisonEnd::AtLimit, "it was not stopped");
                (unfinished, worse) = (unfinished + 1, worse + usize::from(!is_best));
            }
        }
    }
    println!("{finished} {unfinished} {worse}");
    assert!(finished > 10 && unfinished > 0, "both occur: {finished} and {unfinished}");
}

#[test]
fn a_stopped_comparison_returns_the_best_path_until_then_and_says_so() {
    let mut kept = 0;
    for (_, question) in questions(6_000, 6) {
        let Question { mesh, derived, query } = &question;
        let full = question.answer();
        let Some(path) = full.path() else { continue };
        let mut least = f64::INFINITY;
        for reports in 0.. {
            let progress = Progress::stopping_after(reports);
            let found = find_path_until_stopped(mesh, derived, query, &mut Silent, &progress);
            let Ok((answer, footprint)) = found else {
                assert_eq!(least, f64::INFINITY, "a path that was found is not lost");
                continue;
            };
            let measure = answer.path().expect("a path").measure();
            assert!(measure <= least && measure >= path.measure() * (1.0 - 1e-9), "{measure} after {least}");
            least = measure;
            if !progress.is_stopped() {
                assert_eq!(answer, full, "it was not stopped");
                break;
            }
            let by = answer.by.expect("an algorithm");
            assert_eq!(by.unfinished, Some(ComparisonEnd::Stopped), "{by}");
            assert_eq!(footprint, None, "another search may answer better");
            let strict = find_path_with_progress(
                mesh,
                derived,
                query,
                &mut Silent,
                &Progress::stopping_after(reports),
            );
            assert_eq!(strict.map(|_| ()), Err(Stopped), "for callers that need the final answer");
            kept += 1;
        }
    }
    assert!(kept > 10, "{kept}");
}

#[test]
fn the_expansions_of_all_searches_are_counted() {
    for (traits, question) in questions(500, 12) {
        let answer = question.answer();
        let Some(_) = answer.path() else { continue };
        let compared = compare(
            &question.mesh,
            &question.derived,
            &question.query,
            &Algorithm::ALL,
            &|| 0.0,
            &Progress::none(),
        )
        .expect("not stopped");
        let all: usize = compared.rows.iter().map(|row| row.expanded).sum();
        let is_several = answer.total_expanded > answer.expanded;
        let ends_early = answer.path().is_some_and(|path| path.optimality_gap().is_optimal());
        assert!(answer.total_expanded >= answer.expanded, "{traits:?}");
        assert!(
            !is_several || ends_early || answer.total_expanded >= all,
            "{} of {all}, {traits:?}",
            answer.total_expanded
        );
    }
}
