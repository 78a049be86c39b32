//! Ramps whose foot is a little above or below a floor: repairs, fixes and answers to why cells are not connected.

use std::f32::consts::FRAC_PI_4;

use navsmith_core::geometry::{SplitMix64, Vec3, ground};
use navsmith_core::navmesh::{CellId, Derived, Draft, NavMesh, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::check::connection::ConnectionSearch;
use navsmith_formats::check::repair::{RepairOptions, repair};
use navsmith_formats::check::{FixContext, IssueKind, Issues, STOREY, WELD_DISTANCE, apply_fixes};
use navsmith_formats::document::{Document, NamedQuery};

use crate::support::rings::mesh;

/// Highest step of the agent, in metres.
const CLIMB: f32 = 0.4;

/// Half of the side of a floor, in metres.
const HALF: f32 = 16.0;

/// A plateau with a ramp to a floor.
#[derive(Clone, Copy, Debug)]
struct Hall {
    /// Height of the foot above the floor, in metres.
    foot: f32,
    /// Tangent of the slope.
    slope: f32,
    width: f32,
    length: f32,
    /// Direction of the ramp, in radians.
    turn: f32,
    /// Numbers of cells along the ramp and across it.
    rows: [usize; 2],
    has_triangles: bool,
    /// Number of floor cells along each axis.
    tiles: usize,
    /// Place of the middle of the foot.
    place: [f32; 2],
}

impl Hall {
    fn random(chance: &mut SplitMix64, foot: f32) -> Self {
        let mut between = |least: f64, most: f64| (least + chance.unit() * (most - least)) as f32;
        let (slope, width) = (between(0.25, 0.95), between(0.8, 4.0));
        let (length, turn) = (between(4.0, 8.0), between(0.0, 6.3));
        let mut below = |most: u64| chance.below(most) as usize;
        let (rows, tiles) = ([1 + below(4), 1 + below(3)], [1, 2, 5][below(3)]);
        let has_triangles = chance.below(2) == 1;
        let place = [0, 1].map(|_| (4.0 * chance.unit() - 2.0) as f32);
        Self { place, foot, slope, width, length, turn, rows, has_triangles, tiles }
    }

    /// Returns the point at a distance from the top of the ramp, along and across it.
    fn at(&self, along: f32, across: f32) -> [f32; 3] {
        let (sin, cos) = self.turn.sin_cos();
        let along_from_middle = along - self.length;
        let y = self.foot + self.slope * (self.length - along.max(0.0));
        let [x, z] = self.place;
        [x + along_from_middle * cos - across * sin, y, z + along_from_middle * sin + across * cos]
    }

    fn mesh(&self) -> NavMesh {
        let mut rings = Vec::new();
        let step = 2.0 * HALF / self.tiles as f32;
        for (i, j) in (0..self.tiles).flat_map(|i| (0..self.tiles).map(move |j| (i, j))) {
            let [x, z] = [i, j].map(|at| at as f32 * step - HALF);
            let [to_x, to_z] = [i, j].map(|at| (at + 1) as f32 * step - HALF);
            rings.push(vec![[x, 0., z], [x, 0., to_z], [to_x, 0., to_z], [to_x, 0., z]]);
        }
        let quad = |along: [f32; 2], across: [f32; 2]| {
            [[0, 0], [0, 1], [1, 1], [1, 0]].map(|[i, j]| self.at(along[i], across[j]))
        };
        let share = |i: usize, of: usize, whole: f32| whole * i as f32 / of as f32;
        let [rows, columns] = self.rows;
        for column in 0..columns {
            let across = [column, column + 1].map(|j| share(j, columns, self.width) - self.width / 2.0);
            rings.push(quad([-3.0, 0.0], across).to_vec());
            for row in 0..rows {
                let [a, b, c, d] = quad([row, row + 1].map(|i| share(i, rows, self.length)), across);
                if self.has_triangles {
                    rings.extend([vec![a, b, c], vec![a, c, d]]);
                } else {
                    rings.push(vec![a, b, c, d]);
                }
            }
        }
        mesh(&rings)
    }

    /// Returns the first cell of the plateau.
    fn plateau(&self) -> CellId {
        CellId((self.tiles * self.tiles) as u32)
    }

    /// Whether the plateau and a corner of the floor are connected.
    fn is_connected(&self, mesh: &NavMesh) -> bool {
        let [x, y, z] = self.at(-1.5, 0.1);
        let start = Endpoint { ground: [x, z].into(), height: Some(y) };
        let target = Endpoint { ground: [0.9 - HALF, 0.8 - HALF].into(), height: Some(0.0) };
        let answer = find_path(mesh, &Derived::build(mesh), &Query::new(start, target));
        answer.path().is_some() && answer.why().is_none()
    }

    /// Checks that a mesh is sound, has all ground, and is no steeper than the hall or the agent allow.
    fn check(&self, after: &NavMesh) -> Result<(), String> {
        let before = self.mesh();
        after.check()?;
        let steepest = |mesh: &NavMesh| {
            mesh.cells().map(|(cell, _)| Surface::of(mesh, cell).steepest(1e-3)).fold(0.0, f32::max)
        };
        let (now, most) = (steepest(after), steepest(&before).max(FRAC_PI_4) + 2e-3);
        if now > most {
            return Err(format!("{:.1}° instead of {:.1}°", now.to_degrees(), most.to_degrees()));
        }
        let derived = Derived::build(after);
        for (i, j) in (0..32).flat_map(|i| (0..32).map(move |j| (i, j))) {
            let at = Vec3::new(i as f32 - 15.47, 0.0, j as f32 - 15.53);
            let heights =
                derived.locator.near(ground(at)).filter_map(|cell| Surface::floor(after, cell, ground(at)));
            let lowest = heights.map(f32::abs).fold(f32::INFINITY, f32::min);
            if lowest > 1.1 * STOREY {
                return Err(format!("no floor at {at}, {lowest} m"));
            }
        }
        let area = |mesh: &NavMesh| {
            let is_floor = |cell: &CellId| mesh.ring(*cell).iter().all(|corner| corner.y.abs() < 1e-3);
            let floors = mesh.cells().map(|(cell, _)| cell).filter(is_floor);
            floors.map(|cell| navsmith_core::geometry::ground_area(&mesh.ground_ring(cell))).sum::<f64>()
        };
        // Below the ramp, a strip up to the height of a storey is cut out.
        let under = f64::from(self.width * 1.1 * STOREY / self.slope.min(0.2));
        let (was, is) = (area(&before), area(after));
        if is > was + 1e-2 || is < was - under {
            return Err(format!("{is} m² of floor instead of {was} m²"));
        }
        Ok(())
    }

    /// Checks that a mesh is sound, and that the plateau and the floor are connected.
    fn check_connected(&self, after: &NavMesh) -> Result<(), String> {
        self.check(after)?;
        if self.is_connected(after) { Ok(()) } else { Err("not connected".to_owned()) }
    }

    fn repaired(&self) -> Result<NavMesh, String> {
        let before = self.mesh();
        let options = RepairOptions { max_climb: CLIMB, ..RepairOptions::of(&before) };
        let done = repair(&before, &options, before.id_counts(), &Progress::none()).expect("it runs");
        if let Some(left) = done.errors.first() {
            return Err(format!("{}: {}", left.issue.headline(), left.obstacle));
        }
        let again = repair(&done.mesh, &options, done.mesh.id_counts(), &Progress::none()).expect("it runs");
        if again.mesh == done.mesh { Ok(done.mesh) } else { Err("a second repair changes it".to_owned()) }
    }

    /// Returns the mesh after the edit that connects the plateau and the floor, and its label.
    fn connected(&self) -> Result<(NavMesh, String), String> {
        let mesh = self.mesh();
        let derived = Derived::build(&mesh);
        let issues = Issues::build(&mesh, &derived, WELD_DISTANCE);
        let mut settings = Settings::default();
        settings.agent.max_climb = CLIMB;
        let search =
            ConnectionSearch { mesh: &mesh, derived: &derived, issues: &issues, settings: &settings };
        let found = search.connection([self.plateau(), CellId(0)], &Progress::none()).expect("it runs");
        let edit = found.edit.unwrap_or_else(|| Err("no edit".to_owned()))?;
        let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
        let query = NamedQuery { settings: settings.clone(), ..NamedQuery::default() };
        let mut rest = Document { queries: vec![query].into(), ..Document::default() };
        let context = FixContext {
            derived: &derived,
            surface: None,
            mesh_limits: rest.thresholds.mesh_limits(WELD_DISTANCE),
            agent_limits: rest.thresholds.agent_limits(&settings.agent, WELD_DISTANCE),
            query: 0,
        };
        edit.apply(&mut draft, &mut rest, &context).expect("it was tried");
        Ok((draft.into_mesh(), edit.label))
    }

    /// Returns the mesh after the fix of the overlap of ramp and floor; `None` without an overlap.
    fn fixed(&self) -> Result<Option<NavMesh>, String> {
        let mesh = self.mesh();
        let derived = Derived::build(&mesh);
        let issues = Issues::build(&mesh, &derived, WELD_DISTANCE);
        let mut overlaps = issues.iter().filter(|issue| issue.kind == IssueKind::Overlap).peekable();
        if overlaps.peek().is_none() {
            return Ok(None);
        }
        let applied = overlaps.find_map(|issue| {
            let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
            apply_fixes(&mut draft, &derived, &[issue.fix()?]).ok()?;
            Some(draft.into_mesh()).filter(|mesh| self.is_connected(mesh))
        });
        applied.map(Some).ok_or_else(|| "no fix of an overlap connects them".to_owned())
    }
}

/// Heights of feet.
fn feet() -> impl Iterator<Item = f32> {
    (-20..=20_i8).map(|step| f32::from(step) * 0.02)
}

/// Checks random halls with feet at some heights.
fn check_halls(seed: u64, feet: impl Iterator<Item = f32>, check: impl Fn(&Hall) -> Result<(), String>) {
    let (mut chance, mut failed, mut count) = (SplitMix64(seed), Vec::new(), 0);
    for foot in feet {
        for _ in 0..6 {
            let hall = Hall::random(&mut chance, foot);
            count += 1;
            failed.extend(check(&hall).err().map(|why| format!("{why}: {hall:?}")));
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn repairs_join_feet_below_and_close_above_the_floor() {
    check_halls(35, feet().filter(|foot| foot + 1e-3 < STOREY), |hall| {
        assert!(!hall.is_connected(&hall.mesh()), "{hall:?}: before");
        hall.check_connected(&hall.repaired()?)
    });
}

#[test]
fn repairs_leave_feet_above_a_storey() {
    check_halls(36, [0.26, 0.3, 0.35, 0.4].into_iter(), |hall| {
        if hall.repaired()? == hall.mesh() { Ok(()) } else { Err("it changed".to_owned()) }
    });
}

#[test]
fn the_edit_that_connects_a_foot_splits_the_floor_or_places_a_link() {
    check_halls(37, feet(), |hall| {
        let (after, label) = hall.connected()?;
        hall.check_connected(&after).map_err(|why| format!("{label}: {why}"))?;
        let expected = if hall.foot > STOREY { "Place a link" } else { "Split" };
        if label.starts_with(expected) { Ok(()) } else { Err(label) }
    });
}

#[test]
fn the_fix_of_an_overlap_joins_the_foot() {
    check_halls(38, feet(), |hall| hall.fixed()?.map_or(Ok(()), |after| hall.check_connected(&after)));
}
