//! Reasons why two cells are not connected, each with the edit that connects them.
//!
//! The reason is the first obstacle along the nearest approach: that of the two cells if they are beside each other,
//! otherwise that of their islands. Each edit is verified on a copy. This module does not depend on what the user
//! selected, and does not change a document.

mod obstacle;
mod reach;
mod edits;
mod near;

use glam::DVec3;

use crate::check::{Issue, IssueKind, Issues, Proposal, STOREY, approach, height_differences};
use crate::document::{count, length};
use navsmith_core::geometry::{Shape, Vec3, ground_area, shape};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Cell, CellId, Derived, Edge, IslandId, Islands, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, IslandGap, gap_budget, gap_routes};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::{Progress, Stopped};

pub use crate::check::approach::cells_over;
pub use near::{MOST_NEAR, NEARLY, NearIslands, apart};
pub use obstacle::{Approach, Obstacle};
pub use reach::Reach;

/// A mesh, its issues, and the settings with the agent that should cross it.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionSearch<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Data derived from the mesh.
    pub derived: &'a Derived,
    /// The issues of the mesh.
    pub issues: &'a Issues,
    /// Settings with the agent and its filter.
    pub settings: &'a Settings,
}

/// The answer to the question why two cells are not connected.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    /// The two cells.
    pub cells: [CellId; 2],
    /// The present way from one to the other.
    pub reach: Reach,
    /// The cells at the obstacle; others than `cells` if these are not beside each other.
    pub at: [CellId; 2],
    /// The first obstacle; `None` if the cells are connected, or only other cells are between them.
    pub obstacle: Option<Obstacle>,
    /// The positions on both sides of the obstacle.
    pub approach: Approach,
    /// The gaps on the way over other islands, in order, the first at the obstacle; empty for a single one.
    pub gaps: Vec<IslandGap>,
    /// The edit that connects the cells, or why there is none; `None` without an obstacle.
    pub edit: Option<Result<Proposal, String>>,
}

impl Connection {
    /// Returns the answer as sentences, without the edit.
    pub fn describe(&self) -> String {
        let reach = self.reach.describe(self.cells);
        let Some(obstacle) = &self.obstacle else { return reach };
        let is_elsewhere = self.at != self.cells && !matches!(obstacle, Obstacle::Blocked(..));
        let place = match self.gaps.len().checked_sub(1) {
            _ if !is_elsewhere => String::new(),
            None | Some(0) => "At the nearest approach of their islands: ".to_owned(),
            Some(between) => format!(
                "The nearest way between their islands crosses {} gaps over {}. At the first gap: ",
                self.gaps.len(),
                count(between, "other island", "other islands"),
            ),
        };
        format!("{place}{} {reach}", obstacle.describe(self.at))
    }

    /// Returns a line for each of the gaps, with its islands, its cells and its width.
    pub fn describe_gaps(&self, islands: &Islands) -> Vec<String> {
        let line = |gap: &IslandGap| {
            let cells = gap.cells();
            let [from, to] = cells.map(|cell| islands.of(cell).unwrap_or_default());
            let width = length(gap.width());
            format!("islands {from} and {to}, {width} apart, cells {} and {}", cells[0].0, cells[1].0)
        };
        self.gaps.iter().map(line).collect()
    }

    /// Returns the edit with the numbers of islands before and after, or the reason why there is none.
    pub fn describe_edit(&self) -> Option<String> {
        Some(match self.edit.as_ref()? {
            Ok(edit) => edit.describe(),
            Err(why) => why.clone(),
        })
    }
}

/// The place of an obstacle.
struct Place {
    at: [CellId; 2],
    obstacle: Obstacle,
    /// The gaps to close; empty for an obstacle other than a gap.
    route: GapRoute,
    approach: Approach,
}

impl ConnectionSearch<'_> {
    /// Returns the reason why two different cells are not connected.
    ///
    /// Takes the time of a path search at most, if the cells are on one island; otherwise the time to find the nearest
    /// approach of two islands.
    pub fn connection(&self, cells: [CellId; 2], progress: &Progress) -> Result<Connection, Stopped> {
        let (reach, blocked) = self.reach(cells, &progress.part(0.0..0.3))?;
        let is_adjacent = reach == Reach::Direct || self.crossing(cells).is_some();
        let place = match (is_adjacent, blocked) {
            (true, None) => None,
            // An obstacle at the first cell precedes those between the cells.
            (is_adjacent, Some((cell, why))) if is_adjacent || cell == cells[0] => {
                Some(self.blocked_at(cells, cell, Obstacle::Blocked(cell, why)))
            }
            (_, blocked) => match (self.beside(cells), blocked, reach) {
                (Some(place), ..) => Some(place),
                (None, Some((cell, why)), _) => {
                    Some(self.blocked_at(cells, cell, Obstacle::Blocked(cell, why)))
                }
                (None, None, Reach::None) => self.between_islands(cells, &progress.part(0.3..0.6))?,
                (None, None, _) => None,
            },
        };
        let Some(place) = place else {
            let approach = cells.map(|cell| self.mesh.centroid(cell));
            let gaps = Vec::new();
            return Ok(Connection { cells, reach, at: cells, obstacle: None, approach, gaps, edit: None });
        };
        let edit = Some(self.edit(cells, reach, &place, &progress.part(0.6..1.0))?);
        let Place { at, obstacle, approach, route } = place;
        let is_over_others = route.island_gaps.len() > 1;
        let gaps = if is_over_others { route.island_gaps } else { Vec::new() };
        Ok(Connection { cells, reach, at, obstacle: Some(obstacle), approach, gaps, edit })
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(self.mesh, self.derived, &self.settings.agent, &self.settings.filter)
    }

    fn islands_of(&self, cells: [CellId; 2]) -> [Option<IslandId>; 2] {
        cells.map(|cell| self.derived.islands.of(cell))
    }

    fn blocked_at(&self, cells: [CellId; 2], cell: CellId, obstacle: Obstacle) -> Place {
        let approach = [self.mesh.centroid(cell); 2];
        Place { at: cells, obstacle, route: GapRoute { island_gaps: Vec::new() }, approach }
    }

    /// Returns the obstacle between two cells that are beside each other.
    fn beside(&self, cells: [CellId; 2]) -> Option<Place> {
        let gap = approach::gap_between(self.mesh, self.derived, cells);
        let route = GapRoute { island_gaps: gap.into_iter().collect() };
        if let Some((obstacle, approach)) = self.contact(cells) {
            return Some(Place { at: cells, obstacle, route, approach });
        }
        let gap = gap.filter(|gap| approach::is_beside(self.mesh, self.derived, gap))?;
        Some(self.at_gap(cells, &gap, route))
    }

    /// Returns the obstacle at the first gap of the route between the islands of two cells.
    fn between_islands(&self, cells: [CellId; 2], progress: &Progress) -> Result<Option<Place>, Stopped> {
        let [Some(from), Some(to)] = self.islands_of(cells) else { return Ok(None) };
        let (filter, budget) = (&self.settings.filter, &mut gap_budget(self.mesh));
        let routes = gap_routes(self.mesh, self.derived, filter, [from, to], 1, budget, progress)?;
        Ok(routes.into_iter().next().and_then(|route| self.on_route(route)))
    }

    /// Returns the obstacle at the first gap of a route.
    fn on_route(&self, route: GapRoute) -> Option<Place> {
        let gap = *route.island_gaps.first()?;
        let at = gap.cells();
        Some(match self.contact(at) {
            Some((obstacle, approach)) => Place { at, obstacle, route, approach },
            None => self.at_gap(at, &gap, route),
        })
    }

    /// Returns the obstacle between two cells that touch or overlap, or almost so.
    fn contact(&self, cells: [CellId; 2]) -> Option<(Obstacle, Approach)> {
        if let Some(edge) = self.common_edge(cells) {
            let middle = self.mesh.edge_positions(edge);
            return Some((self.at_edge(cells, edge)?, [middle[0].midpoint(middle[1]); 2]));
        }
        let issues = self.issues.of_cell(cells[0]).filter(|issue| issue.cells.contains(&cells[1]));
        let found = issues.filter_map(|issue| {
            let (rank, obstacle) = self.of_issue(cells, issue)?;
            let is_sloped = matches!(obstacle, Obstacle::Overlap(_)) && !self.is_level(cells);
            if !is_sloped || approach::contact(self.mesh, self.derived, cells).is_none() {
                return Some((rank, obstacle, [issue.at; 2]));
            }
            self.at_contact(cells).map(|(obstacle, approach)| (rank, obstacle, approach))
        });
        found.min_by_key(|(rank, ..)| *rank).map(|(_, obstacle, approach)| (obstacle, approach))
    }

    /// Returns the contact of a side of one of two cells with the inside of the other one.
    ///
    /// `None` if they are farther apart there than a storey, or than the agent climbs.
    fn at_contact(&self, cells: [CellId; 2]) -> Option<(Obstacle, Approach)> {
        let gap = approach::contact(self.mesh, self.derived, cells)?;
        let most = f64::from(STOREY.min(self.settings.agent.max_climb));
        let obstacle = match gap.from.side {
            _ if gap.width() > most => return None,
            Some(_) => Obstacle::Contact { cells: gap.cells(), rise: gap.rise() },
            None => Obstacle::Contact { cells: gap.reversed().cells(), rise: -gap.rise() },
        };
        Some((obstacle, [gap.from, gap.to].map(|end| end.point.as_vec3())))
    }

    /// Whether two cells have the same height on their common ground, up to the maximum width of a gap.
    fn is_level(&self, cells: [CellId; 2]) -> bool {
        height_differences(self.mesh, cells)[1] <= self.issues.tolerance()
    }

    fn common_edge(&self, cells: [CellId; 2]) -> Option<Edge> {
        let [ones, others] = cells.map(|cell| self.mesh.cell(cell).into_iter().flat_map(Cell::sides));
        let ones: Vec<Edge> = ones.map(|[from, to]| Edge::new(from, to)).collect();
        others.map(|[from, to]| Edge::new(from, to)).find(|edge| ones.contains(edge))
    }

    /// Returns the obstacle at a common edge that connects two cells to each other in no direction.
    fn at_edge(&self, cells: [CellId; 2], edge: Edge) -> Option<Obstacle> {
        let of_both = self.issues.of_cell(cells[0]).filter(|issue| issue.cells.contains(&cells[1]));
        let mut kinds = of_both.map(|issue| issue.kind);
        if kinds.any(|kind| kind == IssueKind::Duplicate) {
            return Some(Obstacle::Duplicate);
        }
        let sides = self.derived.adjacency.sides_of(self.mesh, edge);
        let others: Vec<CellId> =
            sides.iter().map(|side| side.cell).filter(|cell| !cells.contains(cell)).collect();
        if !others.is_empty() {
            return Some(Obstacle::ThirdCell(edge, others));
        }
        let flipped = cells.map(|cell| shape(&self.mesh.ground_ring(cell)) == Shape::InsideOut);
        let [one, other] = cells;
        match flipped {
            _ if sides.len() != 2 => None,
            [true, false] => Some(Obstacle::Winding(one, edge)),
            [false, true] => Some(Obstacle::Winding(other, edge)),
            // Both lie on the same side of the edge.
            _ => {
                let area = |cell| ground_area(&self.mesh.ground_ring(cell)).abs();
                let is_first_smaller = area(one) < area(other);
                Some(Obstacle::Overlap(if is_first_smaller { [other, one] } else { cells }))
            }
        }
    }

    /// Returns the obstacle that an issue is for two cells, with its rank among several.
    fn of_issue(&self, cells: [CellId; 2], issue: &Issue) -> Option<(u8, Obstacle)> {
        match issue.kind {
            IssueKind::Duplicate => Some((0, Obstacle::Duplicate)),
            IssueKind::Overlap => Some((1, Obstacle::Overlap(issue.cells.as_slice().try_into().ok()?))),
            IssueKind::PartialOverlap(gaps) if gaps.iter().all(|gap| self.separates(cells, *gap)) => {
                Some((2, Obstacle::PartialOverlap(issue.edges.as_slice().try_into().ok()?)))
            }
            IssueKind::TJunction(gap) if self.separates(cells, gap) => match gap {
                BoundaryGap::VertexEdge(vertex, edge) => Some((3, Obstacle::TJunction(vertex, edge))),
                BoundaryGap::Vertices(..) => None,
            },
            _ => None,
        }
    }

    /// Whether the elements of a gap belong to one cell each.
    fn separates(&self, [one, other]: [CellId; 2], gap: BoundaryGap) -> bool {
        let has_vertex = |cell, vertex: VertexId| self.mesh.corners(cell).contains(&vertex);
        let has_edge = |cell, edge: Edge| Edge::around(self.mesh.corners(cell)).any(|it| it == edge);
        [(one, other), (other, one)].into_iter().any(|(one, other)| match gap {
            BoundaryGap::Vertices(first, second) => has_vertex(one, first) && has_vertex(other, second),
            BoundaryGap::VertexEdge(vertex, edge) => has_vertex(one, vertex) && has_edge(other, edge),
        })
    }

    /// Returns the obstacle at a gap of the borders.
    fn at_gap(&self, at: [CellId; 2], gap: &IslandGap, route: GapRoute) -> Place {
        let approach: Approach = [gap.from, gap.to].map(|end| end.point.as_vec3());
        let (width, rise) = (gap.width(), gap.rise());
        let is_inside = [gap.from, gap.to].iter().any(|end| end.side.is_none());
        if let Some((obstacle, approach)) = self.at_contact(at).filter(|_| is_inside) {
            return Place { at, obstacle, route, approach };
        }
        let obstacle = if width == 0.0 && approach::have_common_length(self.mesh, self.derived, at) {
            Obstacle::Seam
        } else if width == 0.0 {
            let at_point = || Obstacle::Corner(self.corners_at(at, approach[0]));
            self.gap_beside(at, gap.from.point).map_or_else(at_point, Obstacle::Gap)
        } else if rise.abs() > gap.on_ground() {
            Obstacle::Step { rise, max_climb: self.settings.agent.max_climb }
        } else {
            Obstacle::Gap(width)
        };
        Place { at, obstacle, route, approach }
    }

    /// Returns the width of the narrowest gap beside a common point of two cells, in metres.
    ///
    /// This is one that is an issue, or that between sides that lead away from the point.
    fn gap_beside(&self, cells: [CellId; 2], at: DVec3) -> Option<f64> {
        let issues = self
            .issues
            .of_cell(cells[0])
            .filter(|issue| matches!(issue.kind, IssueKind::BoundaryGap(gap) if self.separates(cells, gap)));
        let narrowest = issues.filter_map(|issue| issue.distance).map(f64::from).reduce(f64::min);
        narrowest.or_else(|| approach::wedge(self.mesh, self.derived, cells, at))
    }

    /// Returns the corners of two cells at a position, the same one if they share it.
    fn corners_at(&self, cells: [CellId; 2], at: Vec3) -> [Option<VertexId>; 2] {
        let is_there = |corner: &VertexId| self.mesh.position(*corner) == at;
        let [ones, others] = cells.map(|cell| self.mesh.corners(cell).iter().copied().filter(is_there));
        match ones.clone().find(|corner| others.clone().any(|other| other == *corner)) {
            Some(common) => [Some(common); 2],
            None => [ones, others].map(|mut corners| corners.next()),
        }
    }
}
