//! Primitives that `KHR_draco_mesh_compression` compresses, decoded by the crate `draco-core`.

use draco_core::{DecodeLimits, DecoderBuffer, GeometryAttributeType, Mesh, MeshDecoder};
use glam::Vec3;

use crate::io::file::CAP;

/// Minimum number of points or faces that are decoded, however short the data.
const LEAST: u64 = 1 << 16;

/// Maximum number of points or faces for each byte of data.
///
/// A plane of regular triangles has nine faces for each byte, and a terrain three.
const MOST_PER_BYTE: u64 = 16;

/// Maximum number of points or faces, whose indices have as many bytes as the longest file.
const MOST: u64 = CAP / 12;

/// Maximum number of bytes of all attributes of a point.
const POINT_BYTES: u64 = 64;

/// Returns the positions and the triangles of a primitive; `position` is the id of their attribute.
///
/// `Err` is the reason why it cannot be decoded.
pub(super) fn decode(data: &[u8], position: Option<usize>) -> Result<(Vec<Vec3>, Vec<u32>), String> {
    let most = (LEAST + MOST_PER_BYTE * data.len() as u64).min(MOST);
    let limits = DecodeLimits::default();
    let limits = limits.with_max_points(most).with_max_faces(most).with_max_decoded_bytes(POINT_BYTES * most);
    let (mut buffer, mut mesh) = (DecoderBuffer::new(data).with_limits(limits), Mesh::new());
    let decoded = MeshDecoder::new().decode(&mut buffer, &mut mesh);
    decoded.map_err(|error| format!("its data cannot be decoded ({error})"))?;
    let named = position.and_then(|id| mesh.attribute_by_unique_id(u32::try_from(id).ok()?));
    let positions = named.filter(|it| it.attribute_type() == GeometryAttributeType::Position);
    let positions = positions.ok_or("it has no positions")?.read_f32s(mesh.num_points(), 3);
    let positions = positions.as_chunks::<3>().0.iter().copied().map(Vec3::from).collect();
    let corners = mesh.faces().iter().flatten().map(|corner| corner.0).collect();
    Ok((positions, corners))
}
