//! The portals of a corridor, left and right in walking direction, including the ends of its links.

use glam::{DVec3, Vec3};

use super::waypoint::WaypointKind;
use crate::geometry::{Vec2, ground, ground_area, normal};
use crate::navmesh::{CellId, HalfEdge, NavMesh, Pieces, VertexId};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::trace::Observer;

/// Dot product of two cells' normals below which the slope changes between them; about 8°.
pub(super) const SAME_SLOPE: f32 = 0.99;

/// A side of a corridor, in walking direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the element of this side; the left element comes first.
    #[inline]
    pub(in crate::pathfinding) fn of<T: Copy>(self, pair: &[T; 2]) -> T {
        match self {
            Self::Left => pair[0],
            Self::Right => pair[1],
        }
    }

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the sign of the areas of points that lie inwards of a leg of this side.
    ///
    /// A point inwards of the right leg lies to its left.
    pub(in crate::pathfinding) fn inward(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }
}

/// A shared side as seen when walking through it.
///
/// The start, the target and the ends of links are portals of zero width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// The left end.
    pub left: Vec3,
    /// The right end.
    pub right: Vec3,
    /// The vertices at the left and right end; `None` if the portal has zero width.
    pub ids: Option<[VertexId; 2]>,
    /// The side of the cell left through the portal, or a diagonal between two pieces of one cell.
    ///
    /// `None` if the portal has zero width.
    pub half_edge: Option<HalfEdge>,
    /// Whether the slope of the cells differs: the dot product of their normals is below 0.99.
    pub is_slope_change: bool,
    /// [`WaypointKind::On`] or [`WaypointKind::Off`] for an end of a link, which the path must pass.
    pub link: Option<WaypointKind>,
    /// Cost of a metre from this portal to the next one; 1 on plain ground.
    pub weight: f32,
    /// Point at which the path passes the portal, if the cost of a metre changes there.
    ///
    /// `None` if string pulling decides.
    pub crossing: Option<Vec3>,
}

/// A portal was added between the cells before and behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalEvent {
    /// Number of the portal, counted with the start as 0.
    pub number: usize,
    /// The portal.
    pub portal: Portal,
    /// Full width of the portal's side, in metres.
    ///
    /// For an agent with a radius, only part of that width is usable.
    pub side_width: f32,
    /// Whether the side begins on the left, so the cell left through it is clockwise as seen from above.
    pub is_inside_out: bool,
    /// Dot product of the normals of the cells before and behind the portal.
    ///
    /// `None` if one of the cells has no area, and for the start and the target.
    pub slope: Option<f32>,
}

impl Portal {
    /// Returns a portal of zero width.
    pub fn at(point: Vec3) -> Self {
        Self {
            left: point,
            right: point,
            ids: None,
            half_edge: None,
            is_slope_change: false,
            link: None,
            weight: 1.0,
            crossing: None,
        }
    }

    /// Returns the portal at a corner of the cell between the portals `before` and `before + 1`.
    ///
    /// It is the one of the two that ends at the corner, or `before` if neither does.
    pub(super) fn at_corner(portals: &[Self], before: usize, vertex: VertexId) -> usize {
        let ends_there = |portal: &usize| {
            portals.get(*portal).and_then(|portal| portal.ids).is_some_and(|ids| ids.contains(&vertex))
        };
        [before, before + 1].into_iter().find(ends_there).unwrap_or(before)
    }

    /// Returns the middle of the portal.
    pub fn midpoint(&self) -> Vec3 {
        self.left.midpoint(self.right)
    }

    /// Returns the width in metres.
    pub fn width(&self) -> f32 {
        self.left.distance(self.right)
    }

    /// Returns the portal of a traversal, with `is_slope_change` left unset.
    ///
    /// A traversal through no side yields a portal of zero width at NaN.
    pub(in crate::pathfinding) fn of_way(mesh: &NavMesh, way: Traversal) -> Self {
        way.side().and_then(|side| Self::through(mesh, side)).unwrap_or_else(|| Self::at(Vec3::NAN))
    }

    /// Returns the portal of a side.
    ///
    /// Cells are counter-clockwise, so the side through which a path leaves begins at the right. In an island that is
    /// inside out, it begins at the left.
    fn through(mesh: &NavMesh, exit: HalfEdge) -> Option<Self> {
        let [from, to] = mesh.half_edge(exit)?;
        let is_inside_out = ground_area(&mesh.ground_ring(exit.cell)) < 0.0;
        let [left, right] = if is_inside_out { [from, to] } else { [to, from] };
        Some(Self {
            right: mesh.position(right),
            ids: Some([left, right]),
            half_edge: Some(exit),
            ..Self::at(mesh.position(left))
        })
    }
}

/// Returns a corridor split into convex pieces, with its portals: one more than cells.
///
/// A cell that is not convex occurs once for each crossed piece. The exits and portals include the diagonals between
/// its pieces. The start and the target are portals of zero width.
///
/// A link contributes its two ends. A link is crossed at the point nearest to the entry into its cell. That entry is
/// estimated by taking the nearest point of each portal in turn. Pulling a path then moves the crossings of wide
/// links to minimize the length of the string.
pub fn portals_of(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    start: &Located,
    target: &Located,
) -> (Corridor, Vec<Portal>) {
    let (mut pieces, mut portals) = (Corridor::default(), Vec::new());
    portals_into(walkable, corridor, [start, target], &mut pieces, &mut portals);
    (pieces, portals)
}

/// Like [`portals_of`], but writes into the memory of an earlier corridor and its portals.
pub(in crate::pathfinding) fn portals_into(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    [start, target]: [&Located; 2],
    pieces: &mut Corridor,
    portals: &mut Vec<Portal>,
) {
    pieces.cells.clear();
    pieces.exits.clear();
    portals.clear();
    pieces.cells.extend(corridor.cells.first());
    let weight = |cell: CellId| walkable.weight(cell) as f32;
    portals.push(Portal { weight: weight(start.cell), ..Portal::at(start.point) });
    let mut walk = Walk {
        walkable,
        corridor: pieces,
        portals,
        up: corridor.cells.first().and_then(|&cell| up(walkable.mesh, cell)),
        entry: PortalPlace::At(ground(start.point)),
        at: start.point.as_dvec3(),
    };
    for (way, pair) in corridor.exits.iter().zip(corridor.cells.windows(2)) {
        walk.go_on([pair[0], pair[1]], *way);
    }
    if let Some(&last) = corridor.cells.last() {
        walk.cross_pieces(last, PortalPlace::At(ground(target.point)));
    }
    walk.portals.push(Portal::at(target.point));
}

/// Position at which a path enters or leaves a cell.
#[derive(Clone, Copy)]
pub(in crate::pathfinding) enum PortalPlace {
    At(Vec2),
    Through(HalfEdge),
}

impl PortalPlace {
    pub(in crate::pathfinding) fn at(point: DVec3) -> Self {
        Self::At(ground(point.as_vec3()))
    }

    /// Returns the diagonals of a cell's pieces that a path from this place to another crosses.
    pub(in crate::pathfinding) fn way_to(self, to: Self, mesh: &NavMesh, pieces: &Pieces) -> Vec<HalfEdge> {
        let [from, to] = [self, to].map(|place| match place {
            Self::At(at) => pieces.piece_at(mesh, at),
            Self::Through(side) => pieces.piece(side),
        });
        pieces.way(from, to)
    }
}

/// A corridor whose portals are being listed.
struct Walk<'a> {
    walkable: &'a Walkable<'a>,
    corridor: &'a mut Corridor,
    portals: &'a mut Vec<Portal>,
    /// Upward normal of the last cell; `None` if it has no area.
    up: Option<Vec3>,
    entry: PortalPlace,
    /// Point on the latest portal nearest to the point on the portal before it.
    at: DVec3,
}

impl Walk<'_> {
    fn go_on(&mut self, [from, into]: [CellId; 2], way: Traversal) {
        let mesh = self.walkable.mesh;
        let [before, behind] = [self.up, up(mesh, into)];
        self.up = behind;
        let weight = self.walkable.weight(into) as f32;
        match way {
            Traversal::Link { link, .. } => {
                if let Some(crossing) = self.walkable.crossing(from, way, into, Some(self.at)) {
                    self.cross_pieces(from, PortalPlace::at(crossing.on));
                    let end = |point: DVec3, kind, weight| Portal {
                        link: Some(kind),
                        weight,
                        ..Portal::at(point.as_vec3())
                    };
                    let over = mesh.link(link).map_or(1.0, |link| link.cost);
                    self.portals.push(end(crossing.on, WaypointKind::On(link), over));
                    self.portals.push(end(crossing.off, WaypointKind::Off(link), weight));
                    self.at = crossing.off;
                    self.entry = PortalPlace::at(crossing.off);
                }
            }
            Traversal::Side(side) => {
                if let Some(portal) = Portal::through(mesh, side) {
                    self.cross_pieces(from, PortalPlace::Through(side));
                    self.at = nearest(self.walkable.ends(way), self.at);
                    let is_slope_change = before.zip(behind).is_some_and(|(a, b)| a.dot(b) < SAME_SLOPE);
                    self.portals.push(Portal { is_slope_change, weight, ..portal });
                    self.entry =
                        self.walkable.derived.adjacency.twin(side).map_or(self.entry, PortalPlace::Through);
                }
            }
        }
        self.corridor.exits.push(way);
        self.corridor.cells.push(into);
    }

    /// Crosses the diagonals between the entry into a cell and its exit.
    fn cross_pieces(&mut self, cell: CellId, exit: PortalPlace) {
        let mesh = self.walkable.mesh;
        let Some(pieces) = Pieces::of(mesh, cell) else { return };
        let weight = self.walkable.weight(cell) as f32;
        for diagonal in self.entry.way_to(exit, mesh, &pieces) {
            self.portals.extend(Portal::through(mesh, diagonal).map(|portal| Portal { weight, ..portal }));
            self.at = nearest(self.walkable.ends(Traversal::Side(diagonal)), self.at);
            self.corridor.exits.push(Traversal::Side(diagonal));
            self.corridor.cells.push(cell);
        }
    }
}

pub(in crate::pathfinding) fn nearest([from, to]: [DVec3; 2], place: DVec3) -> DVec3 {
    let along = to - from;
    let t = (place - from).dot(along) / along.length_squared();
    if t.is_finite() { from.lerp(to, t.clamp(0.0, 1.0)) } else { from }
}

/// Emits an event for each portal of a corridor, with the reasons for its left and right ends.
pub fn emit_portals(
    mesh: &NavMesh,
    corridor: &Corridor,
    portals: &[Portal],
    observer: &mut impl Observer<PortalEvent>,
) {
    let mut behind = corridor.exits.iter().zip(&corridor.cells[1..]);
    // The cell behind a portal is the one before the next portal, so its normal is stored.
    let mut last = None;
    for (number, &portal) in portals.iter().enumerate() {
        let mut next =
            behind.by_ref().filter(|(way, _)| portal.half_edge.is_some() && way.side() == portal.half_edge);
        let next = portal.half_edge.and_then(|exit| Some((exit, *next.next()?.1)));
        let slope = next.and_then(|(exit, next)| {
            let stored = last.filter(|(cell, _)| *cell == exit.cell);
            let [before, behind] = [stored.map_or_else(|| up(mesh, exit.cell), |(_, up)| up), up(mesh, next)];
            last = Some((next, behind));
            Some(before?.dot(behind?))
        });
        let from = portal.half_edge.and_then(|exit| mesh.half_edge(exit)).map(|[from, _]| from);
        let is_inside_out = from.is_some() && from == portal.ids.map(|[left, _]| left);
        let [left, right] = portal.ids.map_or([portal.left; 2], |ids| ids.map(|id| mesh.position(id)));
        let side_width = left.distance(right);
        observer.observe(PortalEvent { number, portal, side_width, is_inside_out, slope });
    }
}

/// Returns the upward normal of a cell; `None` if it has no area.
fn up(mesh: &NavMesh, cell: CellId) -> Option<Vec3> {
    normal(&mesh.ring(cell)).map(|n| if n.y < 0.0 { -n } else { n })
}
