//! Reads bytes as a file of a format and runs the analyses on loaded documents.

use std::path::Path;

use allocation_counter::measure;
use navsmith_core::geometry::{SplitMix64, Vec2, ground};
use navsmith_core::navmesh::{Derived, IslandId, WeldOptions};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::all_pairs::all_pairs;
use navsmith_core::pathfinding::analysis::chokepoints::chokepoints;
use navsmith_core::pathfinding::analysis::clearance::gaps::WallClearances;
use navsmith_core::pathfinding::analysis::clearance::portals::clear_widths;
use navsmith_core::pathfinding::analysis::clearance::widest::widest;
use navsmith_core::pathfinding::analysis::closest_reachable::nearest_to_target;
use navsmith_core::pathfinding::analysis::compare::compare;
use navsmith_core::pathfinding::analysis::distance_field::distance_field;
use navsmith_core::pathfinding::analysis::island_gaps::{gap_budget, gap_routes};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::cells_in_circle::cells_in_circle;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path, find_path_traced};
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_core::progress::Progress;
use navsmith_formats::check::Issues;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, FileBytes, Format, Opened, ron};

use super::memory::most_bytes;

/// Reads a file and runs queries drawn by `seed`; returns whether the file loads.
///
/// Returns the failure as `Err`.
pub(crate) fn survive(format: &Format, bytes: &[u8], seed: u64) -> Result<bool, String> {
    let mut outcome = Ok(Ok(false));
    let memory = measure(|| outcome = std::panic::catch_unwind(|| ask(format, bytes, seed)));
    match outcome {
        Err(_) => Err("panics".into()),
        Ok(Err(why)) => Err(why),
        Ok(Ok(_)) if memory.bytes_max > most_bytes(bytes.len()) => {
            Err(format!("takes {} bytes at a time", memory.bytes_max))
        }
        Ok(Ok(is_loaded)) => Ok(is_loaded),
    }
}

/// Reads a document from bytes; `None` if the reader rejects them.
pub(crate) fn read(format: &Format, bytes: &[u8]) -> Option<Document> {
    let progress = &Progress::none();
    let stamp = Stamp::of(bytes);
    match format.read?(&FileBytes { bytes, path: Path::new(""), stamp, progress }).ok()? {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => Some(document),
        Opened::Reproduction(made) => Some(made.document),
        Opened::Scene { scene, .. } => {
            let everything: Vec<usize> = (0..scene.items.len()).collect();
            let options = WeldOptions { distance: 0.001, max_slope: None };
            Some(io::import(&scene, &everything, &io::Placement::default(), &options).ok()?.document)
        }
    }
}

fn ask(format: &Format, bytes: &[u8], seed: u64) -> Result<bool, String> {
    let Some(document) = read(format, bytes) else { return Ok(false) };
    document.mesh.check()?;
    let text = ron::write(&document).map_err(|why| why.to_string())?;
    if ron::read(&text).map_err(|why| format!("its own text is refused: {why}"))?.mesh.cell_count()
        != document.mesh.cell_count()
    {
        return Err("loses cells when it is written".into());
    }
    let derived = Derived::build(&document.mesh);
    let issues = Issues::build(&document.mesh, &derived, 0.05);
    issues.iter().take(20).for_each(|issue| assert!(!issue.describe().is_empty(), "a sentence"));
    Questions { document: &document, derived: &derived, chance: SplitMix64(seed) }.ask();
    Ok(true)
}

struct Questions<'a> {
    document: &'a Document,
    derived: &'a Derived,
    chance: SplitMix64,
}

impl Questions<'_> {
    fn ask(&mut self) {
        let (agent, filter) = (self.agent(), Filter::default());
        let mesh = &self.document.mesh;
        let walkable = Walkable::new(mesh, self.derived, &agent, &filter);
        let places = random_points(&walkable, self.chance.draw(), 4);
        let query = self.query(&agent, &places);
        let none = Progress::none();
        match self.chance.below(12) {
            0 => drop(find_path_traced(mesh, self.derived, &query)),
            1 => {
                let _ = compare(mesh, self.derived, &query, &Algorithm::ALL, &|| 0.0, &none);
            }
            2 => drop(chokepoints(&walkable, &none)),
            3 if mesh.cell_count() <= 100 => drop(all_pairs(&walkable, &Progress::none())),
            4 | 5 => Self::measure_widths(&walkable, &places),
            6 | 7 => Self::walk(&walkable, &places),
            8 => {
                let ends = [0, 1].map(|_| self.chance.below(self.derived.islands.len() as u64) as u32);
                let budget = &mut gap_budget(mesh);
                drop(gap_routes(mesh, self.derived, &filter, ends.map(IslandId), 3, budget, &none));
            }
            9 => {
                for place in places.iter().take(1) {
                    let field = distance_field(&walkable, place, usize::MAX, &Progress::none());
                    drop(
                        field.map(|field| field.map(|field| field.isolines(field.farthest() / 20.0, &none))),
                    );
                }
            }
            _ => {
                let answer = find_path(mesh, self.derived, &query);
                let _ = nearest_to_target(&walkable, &answer, &none);
            }
        }
    }

    fn agent(&mut self) -> Agent {
        let radius = [0.0, 0.0, 0.2, 1.0, 1e30][self.chance.below(5) as usize];
        Agent { radius, ..Agent::default() }
    }

    fn query(&mut self, agent: &Agent, places: &[Located]) -> Query {
        let mut end = |nth: usize| {
            let loose = Vec2::new(self.chance.unit() as f32, self.chance.unit() as f32) * 30.0 - 10.0;
            let on_mesh = places.get(nth).filter(|_| self.chance.below(4) > 0);
            Endpoint { ground: on_mesh.map_or(loose, |place| ground(place.point)), height: None }
        };
        let (start, target) = (end(0), end(1));
        let preferences = AlgorithmChoice::ALL;
        let algorithm = preferences[self.chance.below(preferences.len() as u64) as usize];
        let pulling = Pulling::ALL[self.chance.below(2) as usize];
        let settings = Settings { algorithm, pulling, agent: *agent, ..Settings::default() };
        Query { start, target, settings }
    }

    fn measure_widths(walkable: &Walkable<'_>, places: &[Located]) {
        let gaps = WallClearances::build(walkable, &Progress::none()).expect("not stopped");
        drop(clear_widths(walkable, &Progress::none()));
        if let [start, target, ..] = places {
            drop(widest(walkable, &gaps, start, target, &Progress::none()));
        }
    }

    fn walk(walkable: &Walkable<'_>, places: &[Located]) {
        for pair in places.windows(2) {
            let to = ground(pair[1].point);
            let _ = raycast(walkable, &pair[0], to);
            let slid = move_along_surface(walkable, &pair[0], to * 1.5);
            drop(slid);
            let _ = distance_to_wall(walkable, &pair[0], 1e6);
            drop(cells_in_circle(walkable, &pair[0], 3.0));
            let _ = locate(walkable.mesh, walkable.derived, Endpoint { ground: to, height: Some(0.0) }, 2.0);
        }
    }
}
