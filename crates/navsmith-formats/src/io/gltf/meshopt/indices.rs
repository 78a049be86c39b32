//! Codecs of indices: triangles by recent edges and vertices, and sequences by differences.

use super::{MeshoptBytes, MeshoptError};
use crate::io::gltf::check_at;
use navsmith_core::progress::Progress;

/// Length of the table of codes at the end of the data.
const TABLE: usize = 16;

/// The last entries of a sequence, by their age.
#[derive(Debug)]
struct Recent<T>([T; 16], usize);

impl<T: Copy> Recent<T> {
    fn new(entry: T) -> Self {
        Self([entry; 16], 0)
    }

    fn push(&mut self, entry: T) {
        self.0[self.1] = entry;
        self.1 = (self.1 + 1) % 16;
    }

    fn get(&self, age: u8) -> T {
        self.0[(self.1 + 15 - usize::from(age % 16)) % 16]
    }
}

/// Memory of the decoder of triangles.
struct Triangles<'a> {
    data: MeshoptBytes<'a>,
    table: &'a [u8],
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
    /// Vertex that was not used before.
    next: u32,
    /// Last vertex that was stored as a difference.
    last: u32,
}

/// Decodes triangles; returns three indices for each.
pub(super) fn triangles(data: &[u8], count: usize, progress: &Progress) -> Result<Vec<u32>, MeshoptError> {
    let mut data = MeshoptBytes::new(data);
    if data.byte()? != 0xe1 {
        return Err(MeshoptError::Version);
    }
    let codes = data.take(count)?;
    let table = data.take_last(TABLE)?;
    // No triangle has such corners.
    let (edges, vertices) = (Recent::new([u32::MAX; 2]), Recent::new(u32::MAX));
    let mut decoder = Triangles { data, table, edges, vertices, next: 0, last: 0 };
    let mut indices = Vec::with_capacity(3 * count);
    for (number, &code) in codes.iter().enumerate() {
        check_at(progress, number)?;
        let triangle = match (code >> 4, code & 15) {
            (15, code) => decoder.separate(code)?,
            (edge, code) => decoder.at_edge(edge, code)?,
        };
        indices.extend(triangle);
    }
    decoder.data.end()?;
    Ok(indices)
}

impl Triangles<'_> {
    /// Reads a triangle at a recent edge.
    fn at_edge(&mut self, edge: u8, code: u8) -> Result<[u32; 3], MeshoptError> {
        let [a, b] = self.edges.get(edge);
        let c = match code {
            0 => self.new_vertex(),
            // Vertex 0 is a corner of the last triangle, so the code means a new one.
            1..=12 => self.vertices.get(code),
            13 => self.by_difference(u32::MAX),
            14 => self.by_difference(1),
            _ => self.stored()?,
        };
        if !(1..=12).contains(&code) {
            self.vertices.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// Reads a triangle that shares no recent edge.
    fn separate(&mut self, code: u8) -> Result<[u32; 3], MeshoptError> {
        let (corners, is_stored) = match self.table.get(usize::from(code)) {
            Some(&corners) if code < 14 => (corners, false),
            _ => (self.data.byte()?, true),
        };
        if is_stored && corners == 0 {
            self.next = 0;
        }
        let a = if code == 15 { self.stored()? } else { self.new_vertex() };
        let [b, c] = [corners >> 4, corners & 15].map(|corner| self.corner(corner, is_stored));
        let (b, c) = (b?, c?);
        self.vertices.push(a);
        let is_recent = |corner: u8| corner != 0 && !(is_stored && corner == 15);
        for (vertex, corner) in [(b, corners >> 4), (c, corners & 15)] {
            if !is_recent(corner) {
                self.vertices.push(vertex);
            }
        }
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        Ok([a, b, c])
    }

    fn corner(&mut self, corner: u8, is_stored: bool) -> Result<u32, MeshoptError> {
        match corner {
            0 => Ok(self.new_vertex()),
            15 if is_stored => self.stored(),
            _ => Ok(self.vertices.get(corner - 1)),
        }
    }

    fn new_vertex(&mut self) -> u32 {
        let vertex = self.next;
        self.next = vertex.wrapping_add(1);
        vertex
    }

    fn by_difference(&mut self, difference: u32) -> u32 {
        self.last = self.last.wrapping_add(difference);
        self.last
    }

    fn stored(&mut self) -> Result<u32, MeshoptError> {
        let difference = unfolded(self.data.varint()?);
        Ok(self.by_difference(difference))
    }
}

/// Decodes a sequence of indices, each relative to one of two earlier ones.
pub(super) fn sequence(data: &[u8], count: usize, progress: &Progress) -> Result<Vec<u32>, MeshoptError> {
    let mut data = MeshoptBytes::new(data);
    if data.byte()? != 0xd1 {
        return Err(MeshoptError::Version);
    }
    // The last four bytes are zero.
    data.take_last(4)?;
    let mut last = [0_u32; 2];
    let mut indices = Vec::new();
    for number in 0..count {
        check_at(progress, number)?;
        let value = data.varint()?;
        let baseline = &mut last[(value & 1) as usize];
        *baseline = baseline.wrapping_add(unfolded(value >> 1));
        indices.push(*baseline);
    }
    data.end()?;
    Ok(indices)
}

/// Returns the signed difference that alternates with the value: 0, -1, 1, -2 and so on.
fn unfolded(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
