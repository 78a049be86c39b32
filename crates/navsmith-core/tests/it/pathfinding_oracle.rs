//! String pulling compared with slow, simple oracles, on meshes that grow by valid edits.

use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{Turn, ground, is_convex, turn};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, HalfEdge, NavMesh};
use navsmith_core::pathfinding::agent::corridor::{Corridor, Traversal};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::distance_field::distance_field;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::string_pulling::funnel::string_pull;
use navsmith_core::pathfinding::string_pulling::portal::{Portal, portals_of};
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};
use navsmith_core::progress::Progress;
use navsmith_core::trace::Silent;
use proptest::prelude::*;

/// One more cell of a corridor: the side to grow across and the offsets of its new corners.
#[derive(Clone, Copy, Debug)]
struct Grow {
    side: u32,
    new: [i8; 2],
    fourth: Option<[i8; 2]>,
}

fn grow() -> impl Strategy<Value = Grow> {
    let offset = || [-4i8..=4, -4i8..=4];
    (0u32..4, offset(), prop::option::of(offset())).prop_map(|(side, new, fourth)| Grow { side, new, fourth })
}

/// Four corners of a cell whose mean is a position in it: inside, on a side or on a corner.
type Place = [usize; 4];

/// A corridor from a first triangle, each cell grown across a side of the previous one.
///
/// The corridor may turn repeatedly and overlap itself.
#[derive(Clone, Debug)]
struct Walk {
    first: [i8; 2],
    steps: Vec<Grow>,
    start: Place,
    target: Place,
}

fn walk() -> impl Strategy<Value = Walk> {
    let place = || [0usize..4, 0usize..4, 0usize..4, 0usize..4];
    ([1i8..=4, 1i8..=4], prop::collection::vec(grow(), 0..12), place(), place())
        .prop_map(|(first, steps, start, target)| Walk { first, steps, start, target })
}

struct Grown {
    mesh: NavMesh,
    derived: Derived,
    corridor: Corridor,
    start: Located,
    target: Located,
}

impl Walk {
    /// Builds the corridor, or returns `None` if a step has no valid cell to add.
    fn build(&self) -> Option<Grown> {
        let mut draft = Draft::of(NavMesh::default());
        let [x, z] = self.first.map(f32::from);
        let corners = [[0.0, 0.0], [0.0, z], [x, z]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.0, z)));
        let mut cell = draft.add_cell(corners, AreaId(0));
        let mut corridor = Corridor { cells: vec![cell], exits: Vec::new() };
        let mut entry = None;
        for step in &self.steps {
            let count = draft.mesh().corners(cell).len() as u32;
            let sides = (0..count).map(|i| (step.side + i) % count);
            let side = sides.into_iter().find(|&side| Some(side) != entry)?;
            let exit = HalfEdge { cell, side };
            cell = add_beyond(&mut draft, exit, step)?;
            entry = draft.adjacency().twin(exit).map(|twin| twin.side);
            corridor.cells.push(cell);
            corridor.exits.push(Traversal::Side(exit));
        }
        let mesh = draft.into_mesh();
        let derived = Derived::build(&mesh);
        let start = located(&mesh, corridor.cells[0], self.start);
        let target = located(&mesh, cell, self.target);
        Some(Grown { mesh, derived, corridor, start, target })
    }
}

fn add_beyond(draft: &mut Draft, exit: HalfEdge, step: &Grow) -> Option<CellId> {
    let [from, to] = draft.mesh().half_edge(exit)?;
    let [a, b] = [from, to].map(|v| ground(draft.mesh().position(v)));
    let offset = Vec2::from(step.new.map(f32::from));
    let new = [a + offset, a - offset].into_iter().find(|&p| turn(a, b, p) == Turn::Right)?;
    let fourth = step.fourth.map(|offset| b + Vec2::from(offset.map(f32::from)));
    let fourth = fourth.filter(|&p| is_convex(&[b, a, new, p]) && p != b && p != new);
    let mut corners = vec![to, from];
    for point in [new].into_iter().chain(fourth) {
        corners.push(draft.add_vertex(Vec3::new(point.x, 0.0, point.y)));
    }
    Some(draft.add_cell(corners, AreaId(0)))
}

pub(crate) fn located(mesh: &NavMesh, cell: CellId, place: Place) -> Located {
    let ring = mesh.ring(cell);
    let point = place.iter().map(|&i| ring[i % ring.len()]).sum::<Vec3>() / 4.0;
    Located { asked: Endpoint { ground: ground(point), height: None }, cell, point, off_mesh: None }
}

impl Grown {
    fn portals(&self) -> Vec<Portal> {
        self.portals_between(&self.corridor, &self.start, &self.target)
    }

    fn reversed(&self) -> Vec<Portal> {
        let cells = self.corridor.cells.iter().rev().copied().collect();
        let back =
            |exit: &Traversal| exit.back(&self.derived.adjacency).expect("cells of a walk are neighbours");
        let exits = self.corridor.exits.iter().rev().map(back).collect();
        self.portals_between(&Corridor { cells, exits }, &self.target, &self.start)
    }

    fn portals_between(&self, corridor: &Corridor, from: &Located, to: &Located) -> Vec<Portal> {
        let (agent, filter) = Default::default();
        portals_of(&Walkable::new(&self.mesh, &self.derived, &agent, &filter), corridor, from, to).1
    }
}

fn pull(portals: &[Portal]) -> Vec<Waypoint> {
    string_pull(portals, false, &mut Silent)
}

fn length(waypoints: &[Waypoint]) -> f64 {
    waypoints.windows(2).map(|w| w[0].point.as_dvec3().distance(w[1].point.as_dvec3())).sum()
}

/// Returns whether the straight line from `from` to `to` meets these portals in order.
fn passes(from: DVec2, to: DVec2, portals: &[Portal]) -> bool {
    const SLACK: f64 = 1e-9;
    let along = to - from;
    if along == DVec2::ZERO {
        let is_on = |p: &Portal| {
            let [left, right] = [p.left, p.right].map(|end| ground(end).as_dvec2());
            (left.distance(from) + right.distance(from) - left.distance(right)).abs() < SLACK
        };
        return portals.iter().all(is_on);
    }
    let mut reached = 0.0;
    for portal in portals {
        let [left, right] = [portal.left, portal.right].map(|p| ground(p).as_dvec2());
        let across = right - left;
        let determinant = along.perp_dot(across);
        let [low, high] = if determinant.abs() > SLACK {
            let s = (left - from).perp_dot(along) / determinant;
            if !(-SLACK..=1.0 + SLACK).contains(&s) {
                return false;
            }
            [(left - from).perp_dot(across) / determinant; 2]
        } else {
            if (left - from).perp_dot(along).abs() > SLACK || (left - from).perp_dot(across).abs() > SLACK {
                return false;
            }
            let scale = along.length_squared().max(SLACK);
            let [a, b] = [left, right].map(|p| (p - from).dot(along) / scale);
            [a.min(b), a.max(b)]
        };
        reached = low.max(reached);
        if reached > high + SLACK || reached > 1.0 + SLACK {
            return false;
        }
    }
    true
}

/// Returns the length of the shortest path from the first portal to the last through all others.
///
/// The search covers every pair of portal ends that see each other.
fn shortest(portals: &[Portal]) -> f64 {
    let ends: Vec<[DVec2; 2]> =
        portals.iter().map(|p| [p.left, p.right].map(|end| ground(end).as_dvec2())).collect();
    let mut best = vec![[f64::INFINITY; 2]; portals.len()];
    best[0] = [0.0; 2];
    for to in 1..portals.len() {
        for from in 0..to {
            for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (a, b) = (ends[from][i], ends[to][j]);
                if passes(a, b, &portals[from + 1..to]) {
                    best[to][j] = best[to][j].min(best[from][i] + a.distance(b));
                }
            }
        }
    }
    best[portals.len() - 1][0]
}

fn show(portals: &[Portal]) -> String {
    let end = |p: Vec3| format!("{},{}", p.x, p.z);
    let lines: Vec<_> =
        portals.iter().map(|p| format!("left {} right {}", end(p.left), end(p.right))).collect();
    lines.join("\n")
}

/// Returns whether the corridor turns round a corner by more than half a turn, as in a spiral stair.
///
/// The string then touches the corner even if the path enters and leaves it in one line.
fn winds_round(portals: &[Portal], corner: &Waypoint) -> bool {
    let WaypointKind::Corner(id) = corner.kind else { return false };
    let spoke = |portal: &Portal| {
        let [left, right] = portal.ids?;
        let other = if left == id { portal.right } else { portal.left };
        (left == id || right == id).then(|| ground(other - corner.point).as_dvec2())
    };
    let spokes: Vec<DVec2> = portals.iter().filter_map(spoke).collect();
    let swept: f64 = spokes.windows(2).map(|pair| pair[0].angle_to(pair[1]).abs()).sum();
    swept > std::f64::consts::PI + 1e-6
}

pub(crate) fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8_000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn the_path_is_the_shortest_inside_the_corridor(walk in walk()) {
        let Some(grown) = walk.build() else { return Err(TestCaseError::reject("a step adds nothing")) };
        let portals = grown.portals();
        let (pulled, oracle) = (length(&pull(&portals)), shortest(&portals));
        prop_assert!(is_close(pulled, oracle), "pulled {pulled}, shortest {oracle}\n{}", show(&portals));
    }

    #[test]
    fn the_path_stays_inside_the_corridor_and_turns_at_every_corner(walk in walk()) {
        let Some(grown) = walk.build() else { return Err(TestCaseError::reject("a step adds nothing")) };
        let portals = grown.portals();
        let waypoints = pull(&portals);
        for pair in waypoints.windows(2) {
            let between = &portals[pair[0].portal + 1..pair[1].portal];
            let [a, b] = [pair[0].point, pair[1].point].map(|p| ground(p).as_dvec2());
            prop_assert!(passes(a, b, between), "{:?} does not pass\n{}", pair, show(&portals));
        }
        for three in waypoints.windows(3) {
            let [a, b, c] = [three[0], three[1], three[2]].map(|w| ground(w.point));
            let goes_on = turn(a, b, c) == Turn::Straight && (b - a).dot(c - b) >= 0.0;
            prop_assert!(!goes_on || winds_round(&portals, &three[1]), "{b} is superfluous\n{}", show(&portals));
        }
    }

    #[test]
    fn forced_waypoints_lie_on_the_shortest_path_through_them(walk in walk(), slopes in prop::collection::vec(prop::bool::weighted(0.3), 12)) {
        let Some(grown) = walk.build() else { return Err(TestCaseError::reject("a step adds nothing")) };
        let mut portals = grown.portals();
        let inner = portals.len() - 2;
        for (portal, &is_slope_change) in portals[1..=inner].iter_mut().zip(&slopes) {
            portal.is_slope_change = is_slope_change;
        }
        let waypoints = string_pull(&portals, true, &mut Silent);
        let pinned: Vec<Portal> =
            portals.iter().map(|p| if p.is_slope_change { Portal::at(p.midpoint()) } else { *p }).collect();
        let (pulled, oracle) = (length(&waypoints), shortest(&pinned));
        prop_assert!(is_close(pulled, oracle), "pulled {pulled}, shortest {oracle}\n{}", show(&portals));
        for pair in waypoints[1..].windows(2) {
            prop_assert!(pair[0].point != pair[1].point, "{:?} twice", pair[0]);
        }
    }

    #[test]
    fn the_distance_field_is_as_far_as_the_string_even_where_the_mesh_turns_over_itself(walk in walk()) {
        let Some(grown) = walk.build() else { return Err(TestCaseError::reject("a step adds nothing")) };
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&grown.mesh, &grown.derived, &agent, &filter);
        let field = distance_field(&walkable, &grown.start, usize::MAX, &Progress::none()).ok().flatten().expect("not stopped");
        let (found, oracle) = (field.distance(grown.target.cell, ground(grown.target.point)), shortest(&grown.portals()));
        prop_assert!(found.is_some_and(|found| is_close(found, oracle)), "{found:?}, shortest {oracle}\n{}", show(&grown.portals()));
    }

    #[test]
    fn there_and_back_are_equally_long(walk in walk()) {
        let Some(grown) = walk.build() else { return Err(TestCaseError::reject("a step adds nothing")) };
        let (there, back) = (length(&pull(&grown.portals())), length(&pull(&grown.reversed())));
        prop_assert!(is_close(there, back), "there {there}, back {back}\n{}", show(&grown.portals()));
    }
}
