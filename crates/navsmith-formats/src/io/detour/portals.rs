//! Joins tiles along their portals, which are the sides of polygons on the borders of tiles.
//!
//! The overlaps of portals that lead in both directions become shared sides: an end of one portal that lies within the
//! other is inserted there, and vertices at the same place become one. Where several portals overlap, the one with the
//! least difference in height is joined, because a side has one neighbour. The others, and those that lead in one
//! direction, stay apart and become links.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::Vec3;
use navsmith_core::graph::union_find;

use super::overlaps::{Overlap, overlaps};
use super::portal::{TilePortal, is_long_enough, tolerance};
use super::rules::Rules;
use super::tile::{EXTERNAL, Tile, TilePolygon};

/// Memory of a polygon with portals, in bytes.
const PORTAL_BYTES: usize = 512;

/// Memory of an inserted vertex, in bytes.
const NODE_BYTES: usize = 256;

/// Vertices of all tiles, joined along the portals.
pub(super) struct PortalJoining<'a> {
    tiles: &'a [Tile],
    /// Number of the first vertex of each tile among all vertices.
    first: Vec<u32>,
    positions: Vec<Vec3>,
    /// Tile of each vertex that is inserted.
    inserted: Vec<usize>,
    /// Union-find list of the vertices.
    parents: Vec<u32>,
    /// Vertices of each set of several, by its root.
    members: BTreeMap<u32, Vec<u32>>,
    /// Polygons around each vertex of a portal, as tile and number.
    around: BTreeMap<u32, SmallVec<[(usize, usize); 4]>>,
    pub(super) portals: Vec<TilePortal>,
    /// Portals of each polygon that has some.
    of_polygon: BTreeMap<(usize, usize), SmallVec<[usize; 2]>>,
    /// Overlaps that are no shared sides.
    pub(super) apart: Vec<Overlap>,
    /// Overlaps that lead in neither direction, because the portals overlap too many.
    pub(super) dropped: Vec<Overlap>,
}

impl<'a> PortalJoining<'a> {
    /// Joins tiles.
    pub(super) fn of(tiles: &'a [Tile], rules: Rules, budget: &mut Budget) -> Result<Self, Exhausted> {
        let mut joining = Self {
            tiles,
            first: Vec::with_capacity(tiles.len()),
            positions: Vec::new(),
            inserted: Vec::new(),
            parents: Vec::new(),
            members: BTreeMap::new(),
            around: BTreeMap::new(),
            portals: Vec::new(),
            of_polygon: BTreeMap::new(),
            apart: Vec::new(),
            dropped: Vec::new(),
        };
        for tile in tiles {
            joining.first.push(joining.positions.len() as u32);
            joining.positions.extend(&tile.vertices);
        }
        joining.parents = (0..joining.positions.len() as u32).collect();
        joining.find_portals(budget)?;
        let mut overlaps = overlaps(tiles, &joining.portals, rules.most_neighbors(), budget)?;
        let leads_nowhere = |overlap: &mut Overlap| overlap.leads == [false; 2];
        joining.dropped = overlaps.extract_if(.., leads_nowhere).collect();
        overlaps.sort_by(|a, b| a.rise.total_cmp(&b.rise).then(a.portals.cmp(&b.portals)));
        for overlap in overlaps {
            if overlap.leads != [true; 2] || !joining.join(&overlap, budget)? {
                joining.apart.push(overlap);
            }
        }
        joining.place();
        Ok(joining)
    }

    /// Returns the corners of a polygon, with those that are inserted, as numbers of joined vertices.
    pub(super) fn corners(&mut self, tile: usize, polygon: usize) -> SmallVec<[u32; 8]> {
        let corners = self.tiles[tile].polygons[polygon].corners();
        let mut ring: SmallVec<[u32; 8]> = SmallVec::new();
        let portals = self.of_polygon.get(&(tile, polygon));
        for (side, &corner) in corners.iter().enumerate() {
            let corner = self.first[tile] + u32::from(corner);
            ring.push(union_find::root(&mut self.parents, corner));
            let is_on_side = |&&portal: &&usize| self.portals[portal].side == side;
            let Some(&portal) = portals.and_then(|portals| portals.iter().find(is_on_side)) else { continue };
            let mut nodes = self.portals[portal].nodes[2..].to_vec();
            nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
            if self.portals[portal].nodes[0].1 != corner {
                nodes.reverse();
            }
            for (_, node) in nodes {
                ring.push(union_find::root(&mut self.parents, node));
            }
        }
        ring
    }

    /// Returns the joined vertices of portals with a part that is no shared side.
    pub(super) fn vertices_apart(&mut self) -> BTreeSet<u32> {
        let apart = self.apart.iter().chain(&self.dropped).flat_map(|overlap| overlap.portals);
        let nodes = apart.flat_map(|portal| self.portals[portal].nodes.iter().map(|&(_, vertex)| vertex));
        nodes.map(|vertex| union_find::root(&mut self.parents, vertex)).collect()
    }

    /// Returns the position of a joined vertex.
    pub(super) fn position(&self, vertex: u32) -> Vec3 {
        self.positions[vertex as usize]
    }

    /// Returns the number of all vertices, joined or not.
    pub(super) fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// Returns the joined vertex of a vertex of a tile.
    pub(super) fn vertex(&mut self, tile: usize, vertex: usize) -> u32 {
        union_find::root(&mut self.parents, self.first[tile] + vertex as u32)
    }

    fn find_portals(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let is_external = |&neighbor: &u16| neighbor & EXTERNAL != 0;
        for (tile, content) in self.tiles.iter().enumerate() {
            for (number, polygon) in content.polygons.iter().enumerate() {
                if polygon.is_connection || !polygon.neighbors().iter().any(is_external) {
                    continue;
                }
                budget.keep(PORTAL_BYTES)?;
                for (side, &neighbor) in polygon.neighbors().iter().enumerate() {
                    if is_external(&neighbor) {
                        self.add_portal([tile, number, side], polygon, neighbor & 0xff);
                    }
                }
            }
        }
        if self.portals.is_empty() {
            return Ok(());
        }
        for (tile, content) in self.tiles.iter().enumerate() {
            for (number, polygon) in content.polygons.iter().enumerate() {
                for &corner in polygon.corners() {
                    let vertex = self.first[tile] + u32::from(corner);
                    if let Some(around) = self.around.get_mut(&vertex) {
                        budget.keep(size_of::<(usize, usize)>())?;
                        around.push((tile, number));
                    }
                }
            }
        }
        Ok(())
    }

    fn add_portal(&mut self, [tile, polygon, side]: [usize; 3], of: &TilePolygon, direction: u16) {
        if !matches!(direction, 0 | 2 | 4 | 6) {
            return;
        }
        let corners = of.corners();
        let vertices = [corners[side], corners[(side + 1) % corners.len()]];
        let [from, to] = vertices.map(|vertex| self.first[tile] + u32::from(vertex));
        let is_across_x = direction.is_multiple_of(4);
        let of_end = |vertex: u32| {
            let at = self.positions[vertex as usize];
            ([if is_across_x { at.z } else { at.x }, at.y], vertex)
        };
        let line = self.positions[from as usize];
        let line = if is_across_x { line.x } else { line.z };
        let (one, other) = (of_end(from), of_end(to));
        let (low, high) = if one.0[0] <= other.0[0] { (one, other) } else { (other, one) };
        let number = self.portals.len();
        self.portals.push(TilePortal {
            tile,
            polygon,
            side,
            direction,
            line,
            ends: [low.0, high.0],
            nodes: SmallVec::from_buf([(low.0[0], low.1), (high.0[0], high.1)]),
            joined: Vec::new(),
        });
        self.of_polygon.entry((tile, polygon)).or_default().push(number);
        for vertex in [from, to] {
            self.around.entry(vertex).or_default();
        }
    }

    /// Joins the parts of an overlap that are not joined to other portals; returns whether there are some.
    fn join(&mut self, overlap: &Overlap, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut parts: Vec<[f32; 2]> = vec![overlap.range];
        for portal in overlap.portals {
            for &[start, end] in &self.portals[portal].joined {
                budget.step(1 + parts.len())?;
                let left =
                    parts.into_iter().flat_map(|[low, high]| [[low, high.min(start)], [low.max(end), high]]);
                parts = left.filter(|&[low, high]| low < high && is_long_enough([low, high])).collect();
            }
        }
        let mut is_joined = false;
        for part in parts {
            is_joined |= self.join_part(overlap.portals, part, budget)?;
        }
        Ok(is_joined)
    }

    /// Joins two portals at both ends of a part; returns whether that is possible.
    fn join_part(
        &mut self,
        portals: [usize; 2],
        part: [f32; 2],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let tolerance = portals.map(|portal| tolerance(&self.tiles[self.portals[portal].tile]));
        let tolerance = tolerance[0].min(tolerance[1]);
        let mut is_joined = true;
        for at in part {
            let mut vertices = [0; 2];
            for (portal, vertex) in portals.into_iter().zip(&mut vertices) {
                budget.step(self.portals[portal].nodes.len())?;
                let near = |&&(node, _): &&(f32, u32)| (node - at).abs() <= tolerance;
                let known = self.portals[portal].nodes.iter().find(near).map(|&(_, vertex)| vertex);
                *vertex = match known {
                    Some(vertex) => vertex,
                    None => self.insert(portal, at, budget)?,
                };
            }
            is_joined &= self.unite(vertices, budget)?;
        }
        for portal in portals {
            budget.keep(size_of::<[f32; 2]>())?;
            self.portals[portal].joined.push(part);
        }
        Ok(is_joined)
    }

    /// Inserts a vertex into a portal.
    fn insert(&mut self, portal: usize, at: f32, budget: &mut Budget) -> Result<u32, Exhausted> {
        budget.keep(NODE_BYTES)?;
        let vertex = self.positions.len() as u32;
        let of = &mut self.portals[portal];
        let position = of.at(at);
        of.nodes.push((at, vertex));
        self.positions.push(position);
        self.parents.push(vertex);
        self.inserted.push(of.tile);
        self.around.insert(vertex, SmallVec::from_elem((of.tile, of.polygon), 1));
        Ok(vertex)
    }

    /// Joins two vertices, unless a polygon has both as corners; returns whether they are joined.
    fn unite(&mut self, vertices: [u32; 2], budget: &mut Budget) -> Result<bool, Exhausted> {
        let roots = vertices.map(|vertex| union_find::root(&mut self.parents, vertex));
        if roots[0] == roots[1] {
            return Ok(true);
        }
        let sets = roots.map(|root| self.members.get(&root).cloned().unwrap_or_else(|| vec![root]));
        let mut polygons = BTreeSet::new();
        for (number, set) in sets.iter().enumerate() {
            for around in set.iter().filter_map(|vertex| self.around.get(vertex)) {
                budget.step(1 + around.len())?;
                for polygon in around {
                    if number == 0 {
                        polygons.insert(*polygon);
                    } else if polygons.contains(polygon) {
                        return Ok(false);
                    }
                }
            }
        }
        for root in roots {
            self.members.remove(&root);
        }
        let root = union_find::join(&mut self.parents, roots[0], roots[1]);
        self.members.insert(root, sets.concat());
        Ok(true)
    }

    /// Moves each joined vertex to one place: on the border, at the mean height of its parts.
    ///
    /// X is that of the tile with the least X, and Z that of the tile with the least Z. Borders therefore stay straight.
    fn place(&mut self) {
        let tile_vertices = self.positions.len() - self.inserted.len();
        for (&root, members) in &self.members {
            let tile_of = |vertex: u32| match (vertex as usize).checked_sub(tile_vertices) {
                Some(inserted) => self.inserted[inserted],
                None => self.first.partition_point(|&first| first <= vertex) - 1,
            };
            let at = |axis: usize| {
                let key = |&vertex: &u32| (self.tiles[tile_of(vertex)].at[axis], vertex);
                let least = members.iter().copied().min_by_key(key).unwrap_or(root);
                self.positions[least as usize]
            };
            let heights: f64 =
                members.iter().map(|&member| f64::from(self.positions[member as usize].y)).sum();
            let height = heights / members.len() as f64;
            self.positions[root as usize] = Vec3::new(at(0).x, height as f32, at(1).z);
        }
    }
}
