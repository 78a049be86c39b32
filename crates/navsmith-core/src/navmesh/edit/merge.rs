//! Merging of vertices, and closing of small gaps by merging.
//!
//! Id stability: the survivor keeps its id, the other vertices are removed; a vertex that is joined to an edge keeps
//! its own. Cells keep their ids unless they vanish. If a cell is divided at the merged vertex, its first part keeps
//! the id.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use glam::DVec3;

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring, substitute};
use crate::geometry::{Vec2, Vec3, centroid, ground, nearest_points};
use crate::navmesh::NavMesh;

/// The position of a merged vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MergeAt {
    /// The position of the first vertex.
    First,
    /// The position of the last vertex.
    Last,
    /// The mean of all positions.
    Center,
}

/// Merges vertices into the first of them, and moves it to `at`.
///
/// Removes cells with fewer than three corners left, cells that repeat another, and the vertices that only these
/// used. The survivor stays even if its last cell vanishes. Splits cells that become concave. Refused if a sound cell
/// would break otherwise.
pub fn merge_vertices(draft: &mut Draft, ids: &[VertexId], at: MergeAt) -> EditResult {
    let ids = require::vertices(draft, ids)?;
    require::at_least(2, "vertices", &ids, "Merging")?;
    let position = |id| draft.mesh().position(id);
    let place = match at {
        MergeAt::First => position(ids[0]),
        MergeAt::Last => position(ids[ids.len() - 1]),
        MergeAt::Center => centroid(&ids.iter().map(|&id| position(id)).collect::<Vec<_>>()),
    };
    let survivor = ids[0];
    let survivors = ids[1..].iter().map(|&id| (id, survivor)).collect();
    substitute::join(draft, &survivors, Some((survivor, place)))?;
    Ok(Edited::of_vertices(vec![survivor]))
}

/// Merges a dragged vertex into another, which survives and keeps its position.
pub fn drop_onto(draft: &mut Draft, dragged: VertexId, onto: VertexId) -> EditResult {
    merge_vertices(draft, &[onto, dragged], MergeAt::First)
}

/// Merges those of the given vertices that are within `distance` metres of each other.
///
/// In order of their ids, each remaining vertex absorbs those near it. The smallest id survives with its position, so
/// the order of `ids` does not matter. Splits cells that become concave. If joining all would break a sound cell,
/// skips the pairs that would. Refused if no other pair is left, or no two vertices are that near.
pub fn weld_by_distance(draft: &mut Draft, ids: &[VertexId], distance: f32) -> EditResult {
    let mut ids = require::vertices(draft, ids)?;
    require::at_least(2, "vertices", &ids, "Welding")?;
    if !distance.is_finite() || distance < 0.0 {
        return Err(Refusal::NotFinite);
    }
    ids.sort_unstable();
    let merged = near_ones(draft, &ids, distance);
    if merged.is_empty() {
        return Err(Refusal::NothingNear);
    }
    let merged =
        if substitute::join(draft, &merged, None).is_ok() { merged } else { join_each(draft, merged)? };
    // If pairs are joined one by one, a survivor can vanish with its last cell.
    let left: BTreeSet<VertexId> =
        merged.into_values().filter(|&id| draft.mesh().vertex(id).is_some()).collect();
    Ok(Edited::of_vertices(left.into_iter().collect()))
}

fn join_each(
    draft: &mut Draft,
    pairs: BTreeMap<VertexId, VertexId>,
) -> Result<BTreeMap<VertexId, VertexId>, Refusal> {
    let mut joined = BTreeMap::new();
    let mut refusal = Refusal::NothingNear;
    for (gone, kept) in pairs {
        // A vertex vanishes with its last cell.
        if [gone, kept].iter().any(|&id| draft.mesh().vertex(id).is_none()) {
            continue;
        }
        match substitute::join(draft, &BTreeMap::from([(gone, kept)]), None) {
            Ok(()) => drop(joined.insert(gone, kept)),
            Err(why) => refusal = why,
        }
    }
    if joined.is_empty() { Err(refusal) } else { Ok(joined) }
}

/// Returns the survivor of each merged vertex.
///
/// Linear: hashes the vertices into cubes wider than `distance`.
fn near_ones(draft: &Draft, ids: &[VertexId], distance: f32) -> BTreeMap<VertexId, VertexId> {
    let cube_size = (f64::from(distance) * 2.0).max(f64::from(f32::MIN_POSITIVE));
    let cube = |id| (draft.mesh().position(id).as_dvec3() / cube_size).floor().as_i64vec3();
    let mut cubes: HashMap<_, Vec<VertexId>> = HashMap::new();
    for &id in ids {
        cubes.entry(cube(id)).or_default().push(id);
    }
    let mut merged = BTreeMap::new();
    for &id in ids {
        if merged.contains_key(&id) {
            continue;
        }
        for step in 0..27 {
            let step = glam::I64Vec3::new(step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1);
            for &other in cubes.get(&cube(id).saturating_add(step)).into_iter().flatten() {
                let apart = draft.mesh().position(id).distance(draft.mesh().position(other));
                if other > id && apart <= distance {
                    merged.entry(other).or_insert(id);
                }
            }
        }
    }
    merged
}

/// A gap that is probably unintended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundaryGap {
    /// Two vertices at almost the same position.
    Vertices(VertexId, VertexId),
    /// A vertex that is almost on an edge.
    VertexEdge(VertexId, Edge),
}

impl BoundaryGap {
    /// Returns the edge of the gap; `None` for a gap between two vertices.
    pub fn edge(self) -> Option<Edge> {
        match self {
            Self::Vertices(..) => None,
            Self::VertexEdge(_, edge) => Some(edge),
        }
    }

    /// Returns the nearest points of both elements.
    pub fn nearest_points(self, mesh: &NavMesh) -> [DVec3; 2] {
        match self {
            Self::Vertices(one, other) => [one, other].map(|vertex| mesh.position(vertex).as_dvec3()),
            Self::VertexEdge(vertex, edge) => {
                let at = mesh.position(vertex).as_dvec3();
                nearest_points([at; 2], mesh.edge_positions(edge).map(Vec3::as_dvec3))
            }
        }
    }

    /// Returns the height difference of the nearest points, in metres.
    pub fn rise(self, mesh: &NavMesh) -> f32 {
        let [one, other] = self.nearest_points(mesh);
        (one.y - other.y).abs() as f32
    }
}

/// Closes gaps between two vertices, or between a vertex and an edge.
///
/// Of two vertices the second moves onto the first. A vertex near an edge moves onto it and becomes a corner of the
/// cells on the edge. Closes pairs of vertices first and skips gaps that have closed meanwhile. Splits cells that
/// become concave. A gap that cannot be closed without breaking a sound cell stays open; refused if all gaps stay
/// open.
pub fn stitch(draft: &mut Draft, gaps: &[BoundaryGap]) -> EditResult {
    require::some(gaps, "stitch")?;
    gaps.iter().try_for_each(|gap| require_gap(draft, gap))?;
    let mut seams = Seams::default();
    for gap in gaps {
        if let &BoundaryGap::Vertices(kept, gone) = gap {
            seams.note(|seams| seams.join(draft, kept, gone));
        }
    }
    for gap in gaps {
        if let &BoundaryGap::VertexEdge(vertex, edge) = gap {
            seams.note(|seams| seams.join_edge(draft, vertex, edge));
        }
    }
    seams.insert(draft);
    if let (Some(refusal), true) = (seams.refusal, seams.vertices.is_empty()) {
        return Err(refusal);
    }
    seams.vertices.retain(|&vertex| draft.mesh().vertex(vertex).is_some());
    Ok(Edited::of_vertices(require::distinct(&seams.vertices)))
}

fn require_gap(draft: &Draft, gap: &BoundaryGap) -> Result<(), Refusal> {
    match *gap {
        BoundaryGap::Vertices(kept, gone) => {
            [kept, gone].iter().try_for_each(|&v| require::vertex(draft, v).map(drop))
        }
        BoundaryGap::VertexEdge(vertex, edge) => {
            require::vertex(draft, vertex)?;
            require::sides(draft, edge).map(drop)
        }
    }
}

/// The vertices and edges that have replaced others in the gaps closed so far.
#[derive(Default)]
struct Seams {
    survivors: BTreeMap<VertexId, VertexId>,
    /// Vertices that divide an edge, ordered from its first end.
    divided: BTreeMap<Edge, Vec<VertexId>>,
    /// The edge that receives vertices.
    ///
    /// They are inserted together, because each insertion copies whole cells.
    open: Option<OpenEdge>,
    vertices: Vec<VertexId>,
    refusal: Option<Refusal>,
}

/// An edge with vertices that lie on it and are not inserted yet.
struct OpenEdge {
    edge: Edge,
    cells: Vec<CellId>,
    /// Ordered from the first end of the edge.
    vertices: Vec<VertexId>,
}

impl Seams {
    /// Closes a gap, or stores the reason why it stays open.
    fn note(&mut self, close: impl FnOnce(&mut Self) -> Result<(), Refusal>) {
        self.refusal = close(self).err().or(self.refusal);
    }

    /// Returns the vertex that has replaced this one.
    fn now(&self, mut vertex: VertexId) -> VertexId {
        while let Some(&survivor) = self.survivors.get(&vertex) {
            vertex = survivor;
        }
        vertex
    }

    fn join(&mut self, draft: &mut Draft, kept: VertexId, gone: VertexId) -> Result<(), Refusal> {
        let (kept, gone) = (self.now(kept), self.now(gone));
        if kept != gone && [kept, gone].iter().all(|&v| draft.mesh().vertex(v).is_some()) {
            substitute::join(draft, &BTreeMap::from([(gone, kept)]), None)?;
            self.survivors.insert(gone, kept);
            self.vertices.push(kept);
        }
        Ok(())
    }

    fn join_edge(&mut self, draft: &mut Draft, vertex: VertexId, edge: Edge) -> Result<(), Refusal> {
        let vertex = self.now(vertex);
        let point = ground(draft.mesh().position(vertex));
        let edge =
            self.piece_near(draft, point, Edge::new(self.now(edge.ends()[0]), self.now(edge.ends()[1])));
        if draft.mesh().vertex(vertex).is_none() || !self.open(draft, edge) {
            return Ok(());
        }
        let Some(open) = &self.open else { return Ok(()) };
        let (at, piece) = piece_of(draft, edge, &open.vertices, point);
        let [from, to] = piece.ends();
        if vertex == from || vertex == to {
            return Ok(());
        }
        let t = ring::segment(draft, piece).nearest(point);
        if t <= 0.0 || t >= 1.0 {
            self.insert(draft);
            return self.join(draft, vertex, if t <= 0.0 { from } else { to });
        }
        let place = ring::along(draft, piece, t);
        // The move of a corner of a cell on the edge changes what the edge divides.
        let is_corner = draft.adjacency().star(vertex).iter().any(|cell| open.cells.contains(cell));
        if is_corner {
            self.insert(draft);
        }
        substitute::join(draft, &BTreeMap::new(), Some((vertex, place)))?;
        if is_corner && require::sides(draft, piece).is_err() {
            return Ok(());
        }
        self.vertices.push(vertex);
        if let Some(open) = &mut self.open {
            open.vertices.insert(at, vertex);
        } else {
            ring::insert_on_edge(draft, piece, &[vertex]);
            self.divided.insert(piece, vec![vertex]);
        }
        Ok(())
    }

    /// Opens an edge, and inserts the vertices of the one before; returns `false` if there is no such edge.
    fn open(&mut self, draft: &mut Draft, edge: Edge) -> bool {
        if self.open.as_ref().is_none_or(|open| open.edge != edge) {
            self.insert(draft);
            let cells = draft.adjacency().sides_of(draft.mesh(), edge).iter().map(|side| side.cell).collect();
            self.open = Some(OpenEdge { edge, cells, vertices: Vec::new() });
        }
        self.open.as_ref().is_some_and(|open| !open.cells.is_empty())
    }

    /// Inserts the vertices of the open edge.
    fn insert(&mut self, draft: &mut Draft) {
        if let Some(OpenEdge { edge, vertices, .. }) = self.open.take()
            && !vertices.is_empty()
        {
            ring::insert_on_edge(draft, edge, &vertices);
            self.divided.insert(edge, vertices);
        }
    }

    /// Returns the piece nearest to a point of an edge that earlier closed gaps may have divided.
    fn piece_near(&self, draft: &Draft, point: Vec2, mut edge: Edge) -> Edge {
        while let Some(vertices) = self.divided.get(&edge) {
            let vertices: Vec<VertexId> = vertices.iter().map(|&vertex| self.now(vertex)).collect();
            (_, edge) = piece_of(draft, edge, &vertices, point);
        }
        edge
    }
}

/// Returns the piece nearest to a point of an edge that vertices divide.
///
/// The index is that of the vertex at its end.
fn piece_of(draft: &Draft, edge: Edge, vertices: &[VertexId], point: Vec2) -> (usize, Edge) {
    let [from, to] = edge.ends();
    let on_ground = |vertex| ground(draft.mesh().position(vertex)).as_dvec2();
    let along = on_ground(to) - on_ground(from);
    let place = along.dot(point.as_dvec2());
    let at = vertices.partition_point(|&vertex| along.dot(on_ground(vertex)) < place);
    let before = at.checked_sub(1).map_or(from, |before| vertices[before]);
    (at, Edge::new(before, vertices.get(at).copied().unwrap_or(to)))
}
