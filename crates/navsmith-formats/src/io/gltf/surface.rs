//! The triangles of one primitive; strips and fans are converted, invalid indices dropped and counted.

use glam::Vec3;
use gltf::json::mesh::Mode;

use super::accessor::{Accessors, TOO_MUCH};
use super::schema::{Draco, Int, Primitive};
use super::{Fault, Notes, fault, for_each};
use crate::document::{count, noun};
use crate::io::scene::SurfaceSoup;
use navsmith_core::budget::Exhausted;
use navsmith_core::progress::{Progress, Stopped};

pub(super) fn read(
    primitive: &Primitive,
    element: &str,
    accessors: &Accessors<'_>,
    notes: &mut Notes,
) -> Result<Option<SurfaceSoup>, Fault> {
    let mode = mode(primitive.mode)
        .ok_or_else(|| fault(element, "has a mode that glTF does not know; export the mesh again"))?;
    if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
        notes.add(format!("{element} is made of lines or points, which are no surface; it is left out"));
        return Ok(None);
    }
    let Some(position) = primitive.attributes.position.map(Int::get) else {
        notes.add(format!("{element} has no positions; it is left out"));
        return Ok(None);
    };
    let draco = primitive.extensions.draco.as_deref();
    let draco = draco.filter(|_| accessors.is_without_bytes(position));
    if accessors.is_left_undefined(position) {
        notes.add(format!("{element} has positions that the file does not give; it is left out"));
        return Ok(None);
    }
    if primitive.targets.is_some() {
        notes.add(format!("{element} has morph targets; its base shape is read"));
    }
    let progress = accessors.progress;
    progress.check()?;
    let (positions, mut corners) = match draco {
        Some(draco) => decompressed(draco, element, accessors)?,
        None => uncompressed(position, primitive.indices, accessors)?,
    };
    progress.check()?;
    let mode = if draco.is_some() { Mode::Triangles } else { mode };
    if mode == Mode::Triangles {
        leave_out_odd(&mut corners, element, notes);
    }
    let all = triangles(mode, &corners);
    let is_good = |triangle: &[u32; 3]| triangle.iter().all(|&corner| (corner as usize) < positions.len());
    let found = all.len();
    let mut triangles = Vec::with_capacity(found);
    for_each(progress, all, |triangle| triangles.extend(Some(triangle).filter(is_good)))?;
    if triangles.len() < found {
        let bad = found - triangles.len();
        let triangles = count(bad, "triangle", "triangles");
        let verb = noun(bad, "it is", "they are");
        notes.add(format!("{element} has {triangles} with corners that do not exist; {verb} left out"));
    }
    let surface = compact(&positions, triangles, progress)?;
    let bytes = size_of_val(&*surface.positions) + size_of_val(&*surface.corners);
    let kept = accessors.buffers.budget.borrow_mut().keep(bytes);
    kept.map_err(|Exhausted| fault(element, TOO_MUCH))?;
    Ok(Some(surface))
}

/// Returns the positions and the indices of a primitive.
fn uncompressed(
    position: usize,
    indices: Option<Int>,
    accessors: &Accessors<'_>,
) -> Result<(Vec<Vec3>, Vec<u32>), Fault> {
    let positions = accessors.positions(position)?;
    let corners = match indices {
        Some(indices) => accessors.indices(indices.get())?,
        None => (0..positions.len() as u32).collect(),
    };
    Ok((positions, corners))
}

/// Returns the positions and the triangles of a primitive that is compressed with Draco.
#[cfg(feature = "draco")]
fn decompressed(
    draco: &Draco,
    element: &str,
    accessors: &Accessors<'_>,
) -> Result<(Vec<Vec3>, Vec<u32>), Fault> {
    let data = accessors.view(draco.buffer_view.get()).map_err(|why| fault(element, why))?;
    let position = draco.attributes.position.map(Int::get);
    let decoded = super::draco::decode(data, position)
        .map_err(|why| fault(element, format!("is compressed with Draco, but {why}; export it again")))?;
    let bytes = size_of_val(&*decoded.0) + size_of_val(&*decoded.1);
    accessors.buffers.keep_decompressed(bytes).map_err(|Exhausted| fault(element, TOO_MUCH))?;
    Ok(decoded)
}

/// Refuses a primitive that is compressed with Draco.
#[cfg(not(feature = "draco"))]
fn decompressed(_: &Draco, element: &str, _: &Accessors<'_>) -> Result<(Vec<Vec3>, Vec<u32>), Fault> {
    Err(fault(element, super::COMPRESSED))
}

/// Removes the last corners if they form no triangle.
fn leave_out_odd(corners: &mut Vec<u32>, element: &str, notes: &mut Notes) {
    let odd = match corners.len() % 3 {
        0 => return,
        1 => "corner is",
        _ => "two corners are",
    };
    notes.add(format!("{element} ends within a triangle; its last {odd} left out"));
    corners.truncate(corners.len() / 3 * 3);
}

/// Keeps only the positions that triangles use, in order.
///
/// A scene may place a surface many times.
fn compact(
    positions: &[Vec3],
    mut triangles: Vec<[u32; 3]>,
    progress: &Progress,
) -> Result<SurfaceSoup, Stopped> {
    const UNUSED: u32 = u32::MAX;
    let (mut index_of, mut count) = (vec![UNUSED; positions.len()], 0);
    let use_corner = |&corner: &u32| {
        count += usize::from(index_of[corner as usize] == UNUSED);
        index_of[corner as usize] = 0;
    };
    for_each(progress, triangles.as_flattened(), use_corner)?;
    let mut used = Vec::with_capacity(count);
    let keep = |(index, &position): (&mut u32, &Vec3)| {
        if *index != UNUSED {
            *index = used.len() as u32;
            used.push(position);
        }
    };
    for_each(progress, index_of.iter_mut().zip(positions), keep)?;
    let renumber = |corner: &mut u32| *corner = index_of[*corner as usize];
    for_each(progress, triangles.as_flattened_mut(), renumber)?;
    Ok(SurfaceSoup { positions: used, corners: triangles.into_flattened(), sizes: Vec::new() })
}

/// Returns the triangles of a mode, counter-clockwise.
fn triangles(mode: Mode, corners: &[u32]) -> Box<dyn ExactSizeIterator<Item = [u32; 3]> + '_> {
    match mode {
        Mode::TriangleStrip => {
            let turned =
                |(i, w): (usize, &[u32])| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] };
            Box::new(corners.windows(3).enumerate().map(turned))
        }
        Mode::TriangleFan => match corners.split_first() {
            Some((&hub, rim)) => Box::new(rim.windows(2).map(move |pair| [pair[0], pair[1], hub])),
            None => Box::new(std::iter::empty()),
        },
        _ => Box::new(corners.as_chunks::<3>().0.iter().copied()),
    }
}

fn mode(code: Option<Int>) -> Option<Mode> {
    let Some(code) = code else { return Some(Mode::Triangles) };
    use Mode::{LineLoop, LineStrip, Lines, Points, TriangleFan, TriangleStrip, Triangles};
    [Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan].get(code.get()).copied()
}
