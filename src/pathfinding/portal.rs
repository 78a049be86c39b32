//! The sides that a corridor goes through, left and right as walked, and the ends of links that it takes.

use glam::{DVec3, Vec3};

use super::{Corridor, Located, Walkable, Way, WaypointKind};
use crate::geometry::{Vec2, ground, ground_area, normal};
use crate::navmesh::{CellId, HalfEdge, NavMesh, Pieces, VertexId};
use crate::trace::Observer;

/// Below this dot product of two cells' normals (about 8°) the slope changes between them.
pub(super) const SAME_SLOPE: f32 = 0.99;

/// A shared side as seen when walking through it; the start, the target and the ends of links as portals without width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// Its left end.
    pub left: Vec3,
    /// Its right end.
    pub right: Vec3,
    /// The vertices at its left and right end; `None` where it has no width.
    pub ids: Option<[VertexId; 2]>,
    /// The side of the cell that is left through it, or the diagonal where the path goes on in the next convex piece of the
    /// same cell; `None` where it has no width.
    pub half_edge: Option<HalfEdge>,
    /// Whether the cells before and behind it slope differently: the dot product of their normals is below 0.99.
    pub is_slope_change: bool,
    /// [`WaypointKind::On`] or [`WaypointKind::Off`] where it is an end of a link, which the path has to go through.
    pub link: Option<WaypointKind>,
}

/// A portal was put between those before and behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalEvent {
    /// Its number, counted with the start as 0.
    pub number: usize,
    /// The portal.
    pub portal: Portal,
    /// How wide the side is that it lies on, in metres; an agent with a radius has less of it.
    pub side_width: f32,
    /// Whether the side begins on the left, and so the cell that is left through it is seen clockwise.
    pub is_inside_out: bool,
    /// The dot product of the normals of the cells before and behind it; `None` where one of them has no area, and for
    /// the start and the target.
    pub slope: Option<f32>,
}

impl Portal {
    /// A portal without width.
    pub fn at(point: Vec3) -> Self {
        Self { left: point, right: point, ids: None, half_edge: None, is_slope_change: false, link: None }
    }

    /// Which portal a corner of the cell between one portal and the next is at: the one of both that ends there, if any.
    pub(super) fn at_corner(portals: &[Self], before: usize, vertex: VertexId) -> usize {
        let ends_there = |portal: &usize| {
            portals.get(*portal).and_then(|portal| portal.ids).is_some_and(|ids| ids.contains(&vertex))
        };
        [before, before + 1].into_iter().find(ends_there).unwrap_or(before)
    }

    /// Its middle.
    pub fn midpoint(&self) -> Vec3 {
        self.left.midpoint(self.right)
    }

    /// Its width in metres.
    pub fn width(&self) -> f32 {
        self.left.distance(self.right)
    }

    /// The portal that a way leads through, as far as positions go: whether the slope changes is not looked into. A way
    /// through no side has no width and is nowhere.
    pub(super) fn of_way(mesh: &NavMesh, way: Way) -> Self {
        way.side().and_then(|side| Self::through(mesh, side)).unwrap_or_else(|| Self::at(Vec3::NAN))
    }

    /// Cells are counter-clockwise, so a side that is walked out through starts at the right; the cells of an island
    /// that is inside out are not.
    fn through(mesh: &NavMesh, exit: HalfEdge) -> Option<Self> {
        let [from, to] = mesh.half_edge(exit)?;
        let is_inside_out = ground_area(&mesh.ground_ring(exit.cell)) < 0.0;
        let [left, right] = if is_inside_out { [from, to] } else { [to, from] };
        Some(Self {
            left: mesh.position(left),
            right: mesh.position(right),
            ids: Some([left, right]),
            half_edge: Some(exit),
            is_slope_change: false,
            link: None,
        })
    }
}

/// The portals of a corridor, between the start and the target as portals without width; of a link, its two ends.
///
/// A link is crossed where it is nearest to where its cell was entered, taking the nearest point of each portal. Pulling
/// a path then moves the crossings of wide links to where the string is shortest. In a cell that is not convex, the
/// diagonals between its convex pieces are portals too.
pub fn portals_of(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    start: &Located,
    target: &Located,
) -> Vec<Portal> {
    through_pieces(walkable, corridor, start, target).1
}

/// A corridor with its portals, one more than its cells. A cell that is not convex occurs once for each of its convex
/// pieces that is crossed, and diagonals are among the exits.
pub(super) fn through_pieces(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    start: &Located,
    target: &Located,
) -> (Corridor, Vec<Portal>) {
    let mut walk = Walk {
        walkable,
        corridor: Corridor {
            cells: corridor.cells.first().copied().into_iter().collect(),
            exits: Vec::new(),
        },
        portals: vec![Portal::at(start.point)],
        normals: Normals::of(walkable.mesh),
        entry: Place::At(ground(start.point)),
        at: start.point.as_dvec3(),
    };
    for (way, pair) in corridor.exits.iter().zip(corridor.cells.windows(2)) {
        walk.go_on([pair[0], pair[1]], *way);
    }
    if let Some(&last) = corridor.cells.last() {
        walk.cross_pieces(last, Place::At(ground(target.point)));
    }
    walk.portals.push(Portal::at(target.point));
    (walk.corridor, walk.portals)
}

/// Where a corridor enters or leaves a cell.
#[derive(Clone, Copy)]
enum Place {
    At(Vec2),
    Through(HalfEdge),
}

/// A corridor while its portals are listed.
struct Walk<'a> {
    walkable: &'a Walkable<'a>,
    corridor: Corridor,
    portals: Vec<Portal>,
    normals: Normals<'a>,
    /// Where the last cell was entered.
    entry: Place,
    /// The nearest point of each portal so far, taken one after the other.
    at: DVec3,
}

impl Walk<'_> {
    /// Goes on from one cell into the next.
    fn go_on(&mut self, [from, into]: [CellId; 2], way: Way) {
        let mesh = self.walkable.mesh;
        match way {
            Way::Link { link, .. } => {
                if let Some(crossing) = self.walkable.crossing(from, way, into, Some(self.at)) {
                    self.cross_pieces(from, Place::At(ground(crossing.on.as_vec3())));
                    let end = |point: DVec3, kind| Portal { link: Some(kind), ..Portal::at(point.as_vec3()) };
                    self.portals.push(end(crossing.on, WaypointKind::On(link)));
                    self.portals.push(end(crossing.off, WaypointKind::Off(link)));
                    self.at = crossing.off;
                    self.entry = Place::At(ground(crossing.off.as_vec3()));
                }
            }
            Way::Side(side) => {
                if let Some(portal) = Portal::through(mesh, side) {
                    self.cross_pieces(from, Place::Through(side));
                    self.at = nearest(self.walkable.ends(way), self.at);
                    let is_slope_change = self.normals.change(from, into);
                    self.portals.push(Portal { is_slope_change, ..portal });
                    self.entry =
                        self.walkable.derived.adjacency.twin(side).map_or(self.entry, Place::Through);
                }
            }
        }
        self.corridor.exits.push(way);
        self.corridor.cells.push(into);
    }

    /// Crosses the diagonals from where a cell was entered to where it is left.
    fn cross_pieces(&mut self, cell: CellId, exit: Place) {
        let mesh = self.walkable.mesh;
        let Some(pieces) = Pieces::of(mesh, cell) else { return };
        let [from, to] = [self.entry, exit].map(|place| match place {
            Place::At(at) => pieces.piece_at(mesh, at),
            Place::Through(side) => pieces.piece(side),
        });
        for diagonal in pieces.way(from, to) {
            self.portals.extend(Portal::through(mesh, diagonal));
            self.at = nearest(self.walkable.ends(Way::Side(diagonal)), self.at);
            self.corridor.exits.push(Way::Side(diagonal));
            self.corridor.cells.push(cell);
        }
    }
}

/// The point of a segment nearest to a place.
pub(super) fn nearest([from, to]: [DVec3; 2], place: DVec3) -> DVec3 {
    let along = to - from;
    let t = (place - from).dot(along) / along.length_squared();
    if t.is_finite() { from.lerp(to, t.clamp(0.0, 1.0)) } else { from }
}

/// Tells of each portal of a corridor why its ends are left and right.
pub fn tell_portals(
    mesh: &NavMesh,
    corridor: &Corridor,
    portals: &[Portal],
    observer: &mut impl Observer<PortalEvent>,
) {
    let mut behind = corridor.exits.iter().zip(&corridor.cells[1..]);
    let mut normals = Normals::of(mesh);
    for (number, &portal) in portals.iter().enumerate() {
        let mut next =
            behind.by_ref().filter(|(way, _)| portal.half_edge.is_some() && way.side() == portal.half_edge);
        let next = portal.half_edge.and_then(|exit| Some((exit, *next.next()?.1)));
        let slope = next.and_then(|(exit, next)| normals.slope_between(exit.cell, next));
        let from = portal.half_edge.and_then(|exit| mesh.half_edge(exit)).map(|[from, _]| from);
        let is_inside_out = from.is_some() && from == portal.ids.map(|[left, _]| left);
        let [left, right] = portal.ids.map_or([portal.left; 2], |ids| ids.map(|id| mesh.position(id)));
        let side_width = left.distance(right);
        observer.observe(PortalEvent { number, portal, side_width, is_inside_out, slope });
    }
}

/// The normals of cells, asked for in the order of a corridor: that of the last is known.
struct Normals<'a> {
    mesh: &'a NavMesh,
    last: Option<(CellId, Option<Vec3>)>,
}

impl<'a> Normals<'a> {
    fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, last: None }
    }

    /// Upwards; `None` where the cell has no area.
    fn up(&mut self, cell: CellId) -> Option<Vec3> {
        if let Some((_, up)) = self.last.filter(|(last, _)| *last == cell) {
            return up;
        }
        let up = normal(&self.mesh.ring(cell)).map(|n| if n.y < 0.0 { -n } else { n });
        self.last = Some((cell, up));
        up
    }

    /// The dot product of the normals of two cells; `None` where one has no area.
    fn slope_between(&mut self, one: CellId, other: CellId) -> Option<f32> {
        let up = self.up(one);
        up.zip(self.up(other)).map(|(one, other)| one.dot(other))
    }

    fn change(&mut self, one: CellId, other: CellId) -> bool {
        self.slope_between(one, other).is_some_and(|dot| dot < SAME_SLOPE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navmesh::{AreaId, Derived, Draft};
    use crate::pathfinding::{Endpoint, Query, Settings, find_path};

    /// Two squares side by side, the eastern one rising by `rise`; walked from west to east.
    fn portal(rise: f32, is_reversed: bool) -> Portal {
        let mut draft = Draft::of(NavMesh::default());
        let places = [[0., 0., 0.], [0., 0., 2.], [2., 0., 2.], [2., 0., 0.], [4., rise, 2.], [4., rise, 0.]];
        let ids = places.map(|p| draft.add_vertex(p.into()));
        for mut ring in [[0, 1, 2, 3], [3, 2, 4, 5]] {
            if is_reversed {
                ring.reverse();
            }
            draft.add_cell(ring.map(|i: usize| ids[i]), AreaId(0));
        }
        let mesh = draft.into_mesh();
        let [start, target] = [[1., 1.], [3., 1.]].map(|p| Endpoint { ground: p.into(), height: None });
        let query = Query { start, target, settings: Settings::default() };
        let answer = find_path(&mesh, &Derived::build(&mesh), &query);
        answer.path().expect("the squares share a side").portals[1]
    }

    #[test]
    fn walking_east_the_left_end_is_up_in_the_view() {
        for is_reversed in [false, true] {
            let portal = portal(0.0, is_reversed);
            assert_eq!((portal.left.z, portal.right.z), (0.0, 2.0), "inside out: {is_reversed}");
            assert_eq!(portal.ids, Some([VertexId(3), VertexId(2)]), "inside out: {is_reversed}");
        }
    }

    #[test]
    fn a_slope_changes_from_about_eight_degrees_on() {
        let rise = |degrees: f32| 2.0 * degrees.to_radians().tan();
        assert!(!portal(rise(8.0), false).is_slope_change, "cos 8° is 0.9903");
        assert!(portal(rise(8.2), false).is_slope_change, "cos 8.2° is 0.9898");
        assert!(portal(rise(8.2), true).is_slope_change, "inside out as well");
    }
}
