//! Edits that connect cells: by welding, by new cells, by links, or by a repair of the border.
//!
//! Each edit is verified on a copy, and offered for gaps between islands with the length of the resulting path. This
//! module does not depend on what the user selected, and does not change a document.

use glam::DVec3;

use super::issues::{Issues, STOREY, overlapping};
use navsmith_core::geometry::{Shape, ground, ground_area, shape};
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, add_link, bridge, cut_out, join_at_contact, reverse_winding, separate,
    stitch, storable,
};
use navsmith_core::navmesh::{
    Cell, CellId, Derived, Draft, Edge, HalfEdge, IslandId, Link, NavMesh, VertexId,
};
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, IslandGap, IslandGapEnd};
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// Factor on the height of a storey, so that rounding leaves no overlap at the edge of a cut.
const ROUNDING: f32 = 1.02;

/// Method of closing island gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// Welds the borders.
    Weld,
    /// Adds cells between the borders.
    Bridge,
    /// Adds a bidirectional link.
    Link,
}

impl JoinKind {
    /// All methods of closing island gaps.
    pub const ALL: [Self; 3] = [Self::Weld, Self::Bridge, Self::Link];

    /// Returns the label of a button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Weld => "Weld",
            Self::Bridge => "Bridge",
            Self::Link => "Link",
        }
    }

    /// Returns the effect as a sentence without a full stop.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Weld => "Move the borders onto each other and join their vertices",
            Self::Bridge => "Draw a cell between the two borders",
            Self::Link => "Place a link between the two nearest points, both ways",
        }
    }
}

/// An edit that connects cells, such as by closing all island gaps of a route.
#[derive(Clone, Debug, PartialEq)]
pub enum Joining {
    /// Welds the gaps.
    Weld(Vec<BoundaryGap>),
    /// Adds a cell between each pair of sides.
    Bridge(Vec<[HalfEdge; 2]>),
    /// Adds links.
    Link(Vec<Link>),
    /// Reverses the winding of the cell.
    Reverse(CellId),
    /// Gives each of the cells own vertices at the ends of an edge of three or more cells.
    Separate(Edge, Vec<CellId>),
    /// Cuts a cell out of another that it overlaps, and joins them along the cut.
    CutOut {
        /// The cell that stays unchanged.
        cell: CellId,
        /// The cell that is cut.
        from: CellId,
    },
    /// Splits cells where a side of another one lies in their inside, and joins them.
    Split {
        /// The cell with the side.
        cell: CellId,
        /// The cells that are split; the side lies on the first one.
        others: Vec<CellId>,
    },
}

impl Joining {
    /// Returns the label of a button, and the name of the undo step.
    pub fn label(&self) -> String {
        match self {
            Self::Weld(_) => "Weld the borders".to_owned(),
            Self::Bridge(pairs) if pairs.len() > 1 => format!("Bridge {} gaps", pairs.len()),
            Self::Bridge(_) => "Bridge the gap".to_owned(),
            Self::Link(links) if links.len() > 1 => format!("Place {} links", links.len()),
            Self::Link(_) => "Place a link".to_owned(),
            Self::Reverse(cell) => format!("Reverse cell {}", cell.0),
            Self::Separate(edge, cells) => match cells.as_slice() {
                [cell] => format!("Separate cell {} from edge {edge}", cell.0),
                _ => format!("Separate {} cells from edge {edge}", cells.len()),
            },
            Self::CutOut { cell, from } => format!("Cut cell {} out of cell {}", cell.0, from.0),
            Self::Split { others, .. } => match others.as_slice() {
                [other] => format!("Split cell {} at the contact and join", other.0),
                _ => format!("Split {} cells at the contact and join", others.len()),
            },
        }
    }

    /// Applies the edit.
    pub fn run(&self, draft: &mut Draft) -> EditResult {
        match self {
            Self::Weld(gaps) => stitch(draft, gaps),
            Self::Bridge(pairs) => {
                let mut all = Edited::default();
                for &[one, other] in pairs {
                    all.cells.extend(bridge(draft, one, other)?.cells);
                }
                Ok(all)
            }
            Self::Link(links) => {
                let mut all = Edited::default();
                for &link in links {
                    all.links.extend(add_link(draft, link)?.links);
                }
                Ok(all)
            }
            Self::Reverse(cell) => reverse_winding(draft, &[*cell]),
            Self::Separate(edge, cells) => {
                let mut all = Edited::default();
                for &cell in cells {
                    all.cells.extend(separate(draft, *edge, cell)?.cells);
                }
                Ok(all)
            }
            &Self::CutOut { cell, from } => cut_out(draft, &[cell], &[from]),
            Self::Split { cell, others } => {
                join_at_contact(draft, *cell, others, STOREY * ROUNDING, STOREY * ROUNDING)
            }
        }
    }

    /// Returns a copy of the mesh after the edit, or the reason why the edit is impossible.
    pub(super) fn tried(&self, mesh: &NavMesh, derived: &Derived) -> Result<(NavMesh, Derived), String> {
        let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
        let edited = self.run(&mut draft).and_then(|edited| storable(&draft).map(|()| edited));
        let edited = edited.map_err(|refusal| refusal.to_string())?;
        let (mesh, mut derived) = (draft.into_mesh(), derived.clone());
        derived.update(&mesh);
        let is_new = matches!(self, Self::Weld(_) | Self::Bridge(_) | Self::Link(_));
        let over = if is_new { overlapping(&mesh, &derived, &edited.cells) } else { Vec::new() };
        match over.first() {
            Some(cell) => Err(format!("The cell between the borders would lie over cell {}.", cell.0)),
            None => Ok((mesh, derived)),
        }
    }
}

/// A method of closing the island gaps of a route, with the result of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The method.
    pub kind: JoinKind,
    /// The edit and the length of the resulting path in metres, or an error as a sentence.
    pub joining: Result<(Joining, f64), String>,
}

/// Tries each method of closing the island gaps of a route, in the order of [`JoinKind::ALL`].
///
/// Welding closes all gaps listed by `issues` between the islands on both sides of an island gap. Without such gaps,
/// it welds the two nearest sides, if they are longer than the width of the island gap. Copies the mesh a few times.
pub fn offers(
    mesh: &NavMesh,
    derived: &Derived,
    issues: &Issues,
    query: &Query,
    route: &GapRoute,
    progress: &Progress,
) -> Result<Vec<Offer>, Stopped> {
    let site = Site { mesh, derived, issues, max_climb: query.settings.agent.max_climb };
    let length = |mesh: &NavMesh, derived: &Derived| length(mesh, derived, query, progress);
    let offer = |kind| Ok(Offer { kind, joining: site.first(kind, route, progress, length)? });
    JoinKind::ALL.into_iter().map(offer).collect()
}

/// Returns the length of the path in metres, or the reason why there is none.
fn length(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    progress: &Progress,
) -> Result<Result<f64, String>, Stopped> {
    let (answer, _) = find_path_with_progress(mesh, derived, query, &mut Silent, progress)?;
    Ok(match (answer.path(), answer.why()) {
        (Some(path), _) => Ok(path.length),
        (None, Some(why)) => Err(format!("There is still no path: {why}.")),
        (None, None) => Err("There is still no path.".into()),
    })
}

/// A mesh with gaps to close.
pub(super) struct Site<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) derived: &'a Derived,
    pub(super) issues: &'a Issues,
    /// The highest step of the agent, in metres.
    pub(super) max_climb: f32,
}

/// Maximum number of pairs of sides that are tried.
///
/// A nearest point at a corner belongs to more than one side.
const MOST_PAIRS: usize = 4;

impl Site<'_> {
    /// Returns the first edit of a kind after which `judge` returns a value.
    ///
    /// Returns the first reason against them if there is no such edit.
    pub(super) fn first<T>(
        &self,
        kind: JoinKind,
        route: &GapRoute,
        progress: &Progress,
        judge: impl Fn(&NavMesh, &Derived) -> Result<Result<T, String>, Stopped>,
    ) -> Result<Result<(Joining, T), String>, Stopped> {
        let pairs = if kind == JoinKind::Link { 1 } else { MOST_PAIRS };
        let mut refusal = None;
        let mut tried = Vec::new();
        for nth in 0..pairs {
            let joining = match self.joining(kind, route, nth) {
                Ok(joining) if tried.contains(&joining) => continue,
                Ok(joining) => joining,
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            progress.check()?;
            let judged = match joining.tried(self.mesh, self.derived) {
                Ok((mesh, derived)) => judge(&mesh, &derived)?,
                Err(why) => Err(why),
            };
            match judged {
                Ok(value) => return Ok(Ok((joining, value))),
                Err(why) => refusal = refusal.or(Some(why)),
            }
            tried.push(joining);
        }
        Ok(Err(refusal.unwrap_or_else(|| "There is no gap to close.".into())))
    }

    /// Returns the edit that uses the pairs of sides of rank `nth`.
    fn joining(&self, kind: JoinKind, route: &GapRoute, nth: usize) -> Result<Joining, String> {
        match kind {
            JoinKind::Weld => {
                let gaps: Result<Vec<_>, _> =
                    route.island_gaps.iter().map(|gap| self.boundary_gaps(gap, nth)).collect();
                Ok(Joining::Weld(gaps?.concat()))
            }
            JoinKind::Bridge => {
                let pair = |gap| nth_or_last(&self.pairs(gap, |ends| -self.breadth(ends)), nth);
                Ok(Joining::Bridge(route.island_gaps.iter().filter_map(pair).collect()))
            }
            JoinKind::Link => {
                let link = |gap: &IslandGap| Link::between(gap.from.point.as_vec3(), gap.to.point.as_vec3());
                Ok(Joining::Link(route.island_gaps.iter().map(link).collect()))
            }
        }
    }

    /// Returns the boundary gaps whose welds close an island gap: the listed ones, or those of two sides.
    fn boundary_gaps(&self, gap: &IslandGap, nth: usize) -> Result<Vec<BoundaryGap>, String> {
        let island = |cell: CellId| self.derived.islands.of(cell);
        let both: [Option<IslandId>; 2] = [gap.from, gap.to].map(|end| island(end.cell));
        let cells = gap.cells();
        let most = f64::from(self.max_climb.max(self.issues.limits().weld()));
        let too_high = |rise: f64| {
            format!(
                "One border is {rise:.2} m above the other, more than the agent climbs: welding would turn the floors into a \
                 ramp. Place a link, or draw a ramp."
            )
        };
        let listed: Vec<BoundaryGap> = if both[0] == both[1] {
            let of_both = self.issues.of_cell(cells[0]).filter(|issue| issue.cells.contains(&cells[1]));
            of_both.flat_map(|issue| issue.kind.gaps().to_vec()).collect()
        } else {
            let between = self.issues.iter().filter(|issue| {
                let is_on = |side: Option<IslandId>| issue.cells.iter().any(|&cell| island(cell) == side);
                both.into_iter().all(is_on)
            });
            between.flat_map(|issue| issue.kind.gaps().to_vec()).collect()
        };
        let highest = listed.iter().map(|gap| f64::from(gap.rise(self.mesh))).fold(0.0, f64::max);
        if !listed.is_empty() {
            return if highest > most { Err(too_high(highest)) } else { Ok(listed) };
        }
        if gap.rise().abs() > most {
            return Err(too_high(gap.rise().abs()));
        }
        let distance = |one, other| self.at(one).distance(self.at(other));
        let mismatch = |[[a, b], [c, d]]: [[VertexId; 2]; 2]| distance(a, d) + distance(b, c);
        let pair = nth_or_last(&self.pairs(gap, mismatch), nth);
        let [one, other] = pair.and_then(|pair| self.ends(pair)).ok_or("The sides are gone.")?;
        let length = |side: [VertexId; 2]| self.at(side[0]).distance(self.at(side[1]));
        let (short, long) = if length(one) <= length(other) { (one, other) } else { (other, one) };
        if gap.width() >= length(short) {
            return Err(format!(
                "The gap is {:.2} m wide and the border beside it only {:.2} m long: welding would tear the cells out \
                 of shape.",
                gap.width(),
                length(short),
            ));
        }
        let onto = |vertex| {
            let at = self.at(vertex);
            at.distance(navsmith_core::geometry::nearest_points([at; 2], long.map(|end| self.at(end)))[1])
        };
        let farthest = short.map(onto).into_iter().fold(0.0, f64::max);
        // At an angle of 30°, the border moves by half of its length.
        if 2.0 * (farthest - gap.width()) >= length(short) {
            return Err("The borders meet at an angle: welding would tear the cells out of shape.".to_owned());
        }
        Ok(short.map(|vertex| self.boundary_gap(vertex, long)).into())
    }

    /// Returns the boundary gap between a vertex and a side.
    ///
    /// It leads to an end of the side if that end is at most twice as far away as the side. Otherwise it leads to the side,
    /// and a weld inserts the vertex there.
    fn boundary_gap(&self, vertex: VertexId, side: [VertexId; 2]) -> BoundaryGap {
        const MOST_TO_END: f64 = 2.0;
        let place = self.at(vertex);
        let [from, to] = side.map(|end| self.at(end));
        let onto = navsmith_core::geometry::nearest_points([place; 2], [from, to])[1];
        let (nearest, far) = if place.distance(from) <= place.distance(to) {
            (side[0], place.distance(from))
        } else {
            (side[1], place.distance(to))
        };
        if far <= MOST_TO_END * place.distance(onto) {
            BoundaryGap::Vertices(nearest, vertex)
        } else {
            BoundaryGap::VertexEdge(vertex, Edge::new(side[0], side[1]))
        }
    }

    /// Returns the pairs of sides at the nearest points of an island gap, sorted by `rank`, lowest first.
    fn pairs(&self, gap: &IslandGap, rank: impl Fn([[VertexId; 2]; 2]) -> f64) -> Vec<[HalfEdge; 2]> {
        let (ones, others) = (self.sides_at(gap.from), self.sides_at(gap.to));
        let all = ones.iter().flat_map(|&one| others.iter().map(move |&other| [one, other]));
        let ranked = all.filter_map(|pair| Some((rank(self.ends(pair)?), pair)));
        let mut ranked: Vec<(f64, [HalfEdge; 2])> = ranked.collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Returns the side of an island gap's end.
    ///
    /// If the end lies on a corner, also returns the other border sides at that corner.
    fn sides_at(&self, end: IslandGapEnd) -> Vec<HalfEdge> {
        let mut sides: Vec<HalfEdge> = end.side.into_iter().collect();
        let corners = end.side.and_then(|side| self.mesh.half_edge(side)).into_iter().flatten();
        for corner in corners.filter(|&corner| self.at(corner) == end.point) {
            for &cell in self.derived.adjacency.star(corner) {
                let all = (0..).zip(self.mesh.cell(cell).into_iter().flat_map(Cell::sides));
                let at_corner = all.filter(|(_, ends)| ends.contains(&corner));
                let borders = at_corner.map(|(side, _)| HalfEdge { cell, side });
                sides.extend(borders.filter(|&side| self.derived.adjacency.twin(side).is_none()));
            }
        }
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Returns the breadth of the ground between two sides: twice its area divided by its perimeter.
    ///
    /// Negative if the area is not between the sides.
    fn breadth(&self, [[a, b], [c, d]]: [[VertexId; 2]; 2]) -> f64 {
        let ring = [b, a, d, c].map(|vertex| ground(self.mesh.position(vertex)));
        let around: f64 = (0..4).map(|i| f64::from(ring[i].distance(ring[(i + 1) % 4]))).sum();
        let breadth = 2.0 * ground_area(&ring) / around;
        if shape(&ring) == Shape::SelfCrossing { -around } else { breadth }
    }

    fn ends(&self, [one, other]: [HalfEdge; 2]) -> Option<[[VertexId; 2]; 2]> {
        Some([self.mesh.half_edge(one)?, self.mesh.half_edge(other)?])
    }

    fn at(&self, vertex: VertexId) -> DVec3 {
        self.mesh.position(vertex).as_dvec3()
    }
}

fn nth_or_last<T: Copy>(all: &[T], nth: usize) -> Option<T> {
    all.get(nth).or_else(|| all.last()).copied()
}
