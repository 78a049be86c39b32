//! Links of the document: off-mesh connections, and connections of tiles that are no shared sides.

use std::collections::BTreeMap;

use crate::document::count;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Vec2, Vec3, at_height, ground};
use navsmith_core::navmesh::{Adjacency, CellId, Derived, Link, LinkEnd, LinkId, NavMesh, Surface};

use super::attach::{Failure, Landing, Landings};
use super::portals::PortalJoining;
use super::rules::Rules;
use super::tile::{OffMeshConnection, Tile};

/// Distance of the ends of a link over a border from that border, in metres.
///
/// Each end then lies on one cell only.
const INSET: f32 = 0.05;

/// The mesh of tiles that get links.
pub(super) struct Linking<'a> {
    pub(super) tiles: &'a [Tile],
    pub(super) rules: Rules,
    pub(super) mesh: &'a NavMesh,
    /// Cell of each polygon of each tile; polygons of connections have that of the next polygon.
    pub(super) cells: Vec<Vec<CellId>>,
    pub(super) notes: Vec<String>,
}

/// The connections between two cells that are no shared sides.
struct Bridge {
    /// Whether they lead from the first cell to the second, and back.
    leads: [bool; 2],
    /// Points on both cells beside the border.
    ends: [Vec3; 2],
    /// Whether a direction is missing because a side leads to few polygons of a tile.
    is_limited: bool,
}

/// Numbers of off-mesh connections that a note mentions.
#[derive(Default)]
struct Counts {
    plain: usize,
    moved: usize,
    farthest: f32,
}

impl Linking<'_> {
    /// Returns the off-mesh connections as links; those that nothing may use are forbidden.
    pub(super) fn connections(&mut self, budget: &mut Budget) -> Result<Vec<Link>, Exhausted> {
        let mut landings = Landings::new(self.tiles, self.rules);
        let (mut links, mut failed, mut counts) = (Vec::new(), Vec::new(), Counts::default());
        let mut landed_on = Vec::new();
        for (own, tile) in self.tiles.iter().enumerate() {
            for connection in &tile.connections {
                let mut link = link_of(tile, connection);
                let polygon = &tile.polygons[usize::from(connection.polygon)];
                let landed = match polygon.flags {
                    0 => Err(Failure::Blocked),
                    _ => landings.of(own, connection, budget)?,
                };
                match landed {
                    Ok(ends) => {
                        self.land(&mut link, ends, &mut counts);
                        let cells = ends.map(|end| self.cells[end.tile][end.polygon]);
                        landed_on.push((LinkId(links.len() as u32), cells));
                    }
                    Err(failure) => failed.push((LinkId(links.len() as u32), failure)),
                }
                counts.plain += usize::from(polygon.flags <= 1 && polygon.area == 0);
                links.push(link);
            }
        }
        self.keep_to_cells(&mut links, &landed_on, &mut counts);
        self.forbid(&mut links, &failed);
        self.note(&counts, links.len());
        Ok(links)
    }

    /// Moves the ends of a link onto the cells of their polygons if they are too far away.
    fn land(&self, link: &mut Link, ends: [Landing; 2], counts: &mut Counts) {
        let reach = link.reach();
        let mut farthest: f32 = 0.0;
        for (end, landing) in LinkEnd::BOTH.into_iter().zip(ends) {
            let surface = Surface::of(self.mesh, self.cells[landing.tile][landing.polygon]);
            let from = link.middle(end);
            if surface.nearest(from).distance(from) <= reach {
                continue;
            }
            let at = ground(landing.at);
            let onto = at_height(at, surface.height_at(at));
            if onto.is_finite() {
                *link.span_mut(end) = [onto; 2];
                farthest = farthest.max(onto.distance(from));
            }
        }
        counts.moved += usize::from(farthest > 0.0);
        counts.farthest = counts.farthest.max(farthest);
    }

    /// Moves ends that also lie on cells of other islands into the cells of their polygons.
    ///
    /// An end of a connection is attached to one polygon only. Otherwise a one-way connection between two ends that both
    /// lie on two islands would lead both ways.
    fn keep_to_cells(&self, links: &mut [Link], landed_on: &[(LinkId, [CellId; 2])], counts: &mut Counts) {
        if landed_on.is_empty() {
            return;
        }
        let Ok(mesh) = self.mesh.clone().with_links(links.iter().copied()) else { return };
        let derived = Derived::build(&mesh);
        for &(id, cells) in landed_on {
            let Some(attached) = derived.links.ends(id) else { continue };
            let link = &mut links[id.0 as usize];
            let mut has_moved = false;
            for ((end, cell), attachment) in LinkEnd::BOTH.into_iter().zip(cells).zip(attached) {
                let own = derived.islands.of(cell);
                let is_apart = |other: CellId| derived.islands.of(other) != own;
                if attachment.anchors().iter().any(|anchor| is_apart(anchor.cell)) {
                    let from = link.middle(end);
                    let at = inside_of(self.mesh, cell, ground(from));
                    *link.span_mut(end) = [at; 2];
                    counts.farthest = counts.farthest.max(at.distance(from));
                    has_moved = true;
                }
            }
            counts.moved += usize::from(has_moved);
        }
    }

    /// Forbids the links that failed, unless they are unattached anyway.
    fn forbid(&mut self, links: &mut [Link], failed: &[(LinkId, Failure)]) {
        if failed.is_empty() {
            return;
        }
        let Ok(mesh) = self.mesh.clone().with_links(links.iter().copied()) else { return };
        let derived = Derived::build(&mesh);
        for failure in [Failure::Blocked, Failure::TooFar, Failure::NoPolygon] {
            let mut forbidden = 0;
            let alike = failed.iter().filter(|(_, why)| *why == failure);
            for &(id, _) in alike.filter(|(id, _)| derived.links.failure(*id).is_none()) {
                links[id.0 as usize].cost = f32::INFINITY;
                forbidden += 1;
            }
            if forbidden > 0 {
                let engine = self.rules.engine();
                let why = match failure {
                    Failure::Blocked => "uses no connection with flags 0",
                    Failure::TooFar => "attaches no end beyond the eight tiles around that of the beginning",
                    Failure::NoPolygon => "finds no polygon within the radius and the climb of an end",
                };
                let links = count(forbidden, "link is", "links are");
                self.notes.push(format!("{links} forbidden, because {engine} {why}"));
            }
        }
    }

    fn note(&mut self, counts: &Counts, all: usize) {
        if counts.moved > 0 {
            let links = count(counts.moved, "link is", "links are");
            let farthest = counts.farthest;
            self.notes.push(format!("{links} moved onto the cells at the ends, by up to {farthest:.2} m"));
        }
        if counts.plain < all {
            self.notes.push("areas and flags of off-mesh connections are left out".into());
        }
    }

    /// Returns links for the connections between tiles that are no shared sides.
    pub(super) fn over_borders(&mut self, joining: &PortalJoining<'_>, adjacency: &Adjacency) -> Vec<Link> {
        let mut bridges: BTreeMap<[CellId; 2], Bridge> = BTreeMap::new();
        for overlap in &joining.apart {
            let portals = overlap.portals.map(|portal| &joining.portals[portal]);
            let cells = portals.map(|portal| self.cells[portal.tile][portal.polygon]);
            if adjacency.neighbors(cells[0]).any(|(_, neighbor)| neighbor == cells[1]) {
                continue;
            }
            let middle = overlap.range[0].midpoint(overlap.range[1]);
            let ends = [0, 1].map(|end| inside_of(self.mesh, cells[end], ground(portals[end].at(middle))));
            let bridge =
                bridges.entry(cells).or_insert(Bridge { leads: [false; 2], ends, is_limited: false });
            bridge.leads = [0, 1].map(|way| bridge.leads[way] || overlap.leads[way]);
            bridge.is_limited |= overlap.is_limited;
        }
        let links = bridges.into_values().filter_map(|Bridge { leads, ends: [from, to], is_limited }| {
            let [from, to] = if leads[0] { [from, to] } else { [to, from] };
            let link = Link { is_one_way: leads != [true; 2], ..Link::between(from, to) };
            link.is_finite().then_some((link, is_limited))
        });
        let links: Vec<(Link, bool)> = links.collect();
        let one_way = links.iter().filter(|(link, _)| link.is_one_way).count();
        let limited = links.iter().filter(|(link, is_limited)| link.is_one_way && *is_limited).count();
        let engine = self.rules.engine();
        if links.len() > one_way {
            let connections = count(links.len() - one_way, "connection", "connections");
            self.notes.push(format!(
                "{connections} between tiles are links here, because polygons overlap there and a side has one neighbour"
            ));
        }
        if one_way > 0 {
            let connections = count(one_way, "connection", "connections");
            self.notes.push(format!(
                "{connections} between tiles lead in one direction only in {engine}, and are one-way links here{}",
                Rules::clause_of([limited > 0, limited < one_way])
            ));
        }
        if !joining.dropped.is_empty() {
            let connections = count(joining.dropped.len(), "pair", "pairs");
            self.notes.push(format!(
                "{connections} of polygons that touch at a border are not connected in {engine}{}",
                Rules::clause_of([true, false])
            ));
        }
        links.into_iter().map(|(link, _)| link).collect()
    }
}

/// Returns a point on a cell beside a place on its border.
fn inside_of(mesh: &NavMesh, cell: CellId, border: Vec2) -> Vec3 {
    let inwards = ground(mesh.centroid(cell)) - border;
    let at = border + inwards * (INSET / inwards.length()).min(0.5);
    at_height(at, Surface::of(mesh, cell).height_at(at))
}

/// Returns the link of an off-mesh connection.
fn link_of(tile: &Tile, connection: &OffMeshConnection) -> Link {
    let corners = tile.polygons[usize::from(connection.polygon)].corners();
    // Detour moves these vertices onto the polygons at the ends.
    let [from, to] = [0, 1].map(|end| tile.vertices[usize::from(corners[end])]);
    Link { is_one_way: !connection.is_bidirectional, ..Link::between(from, to) }
}
