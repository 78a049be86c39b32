//! Reader, which checks the length, the checksum and every number before it is used.

use glam::Vec3;

use super::layout::{
    BakedCounts, CLOSED_SURFACE, CORNER_BYTES, DETAIL_COUNT_BYTES, FLAGS_BYTES, HEADER_BYTES, LINK_BYTES,
    MAGIC, ONE_WAY, Parts, SIZE_BYTES, TRIANGLE_BYTES, VERTEX_BYTES,
};
use super::{BakedArea, BakedError, BakedMesh, MOST_AREAS, MOST_CORNERS, VERSION, checksum};
use crate::navmesh::{AreaId, Cell, CellDetail, CellId, Link, NavMesh, VertexId};

pub(super) fn read(bytes: &[u8]) -> Result<BakedMesh, BakedError> {
    let (counts, behind) = header(bytes)?;
    let parts = Parts::of(counts, behind)?;
    let found = checksum(bytes);
    if found != parts.checksum {
        return Err(BakedError::Checksum { found, expected: parts.checksum });
    }
    let content = || {
        let is_possible = |flags: u32| flags == CLOSED_SURFACE || flags == 0 && counts.details.is_some();
        if let Some(flags) = counts.flags.filter(|flags| !is_possible(*flags)) {
            return Err(format!("its flags are {flags:#x}, and only {CLOSED_SURFACE:#x} is defined"));
        }
        let areas = areas(counts.areas, parts.areas)?;
        check_sizes(parts.sizes, parts.corners.len())?;
        let vertices = parts.vertices.iter().map(vertex);
        let mesh = NavMesh::from_parts(vertices, Cells::of(&parts))?;
        let links = parts.links.iter().enumerate().map(|(number, bytes)| link(number, bytes));
        let mesh = mesh.with_links(links.collect::<Result<Vec<_>, _>>()?)?;
        let details = details(&mesh, &parts)?;
        let is_closed = counts.flags == Some(CLOSED_SURFACE);
        Ok(BakedMesh { mesh: mesh.with_details(details)?.with_closed_surface(is_closed), areas })
    };
    content().map_err(BakedError::Invalid)
}

/// Reads the header; returns the bytes behind it.
fn header(bytes: &[u8]) -> Result<(BakedCounts, &[u8]), BakedError> {
    if !bytes.starts_with(&MAGIC) {
        let is_cut_short = MAGIC.starts_with(bytes) && !bytes.is_empty();
        return Err(match bytes.starts_with(&MAGIC[..4]) {
            _ if is_cut_short => too_short(bytes, 0),
            true => BakedError::LineEnds,
            false => BakedError::OtherFormat,
        });
    }
    let Some((header, behind)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(too_short(bytes, 0));
    };
    let [version, a, b, c, d, e, f] = words(&header[MAGIC.len()..]).map(u32::from_le_bytes);
    let numbers = [a, b, c, d, e, f];
    match version {
        1 => Ok((BakedCounts::of(numbers, None, None), behind)),
        2 => match behind.split_first_chunk::<FLAGS_BYTES>() {
            Some((flags, behind)) => {
                Ok((BakedCounts::of(numbers, Some(u32::from_le_bytes(*flags)), None), behind))
            }
            None => Err(too_short(bytes, FLAGS_BYTES)),
        },
        VERSION => match behind.split_first_chunk::<{ FLAGS_BYTES + DETAIL_COUNT_BYTES }>() {
            Some((more, behind)) => {
                let [flags, details, points, triangles] = words(more).map(u32::from_le_bytes);
                let details = Some([details, points, triangles]);
                Ok((BakedCounts::of(numbers, Some(flags), details), behind))
            }
            None => Err(too_short(bytes, FLAGS_BYTES + DETAIL_COUNT_BYTES)),
        },
        version => Err(BakedError::OtherVersion(version)),
    }
}

/// Returns the error of a header with `more` bytes than that of version 1 that is cut short.
fn too_short(bytes: &[u8], more: usize) -> BakedError {
    BakedError::Length { found: bytes.len() as u64, expected: (HEADER_BYTES + more) as u64 }
}

fn float(bytes: [u8; 4]) -> f32 {
    f32::from_le_bytes(bytes)
}

fn vertex(bytes: &[u8; VERTEX_BYTES]) -> Vec3 {
    let [x, y, z] = words(bytes);
    Vec3::new(float(x), float(y), float(z))
}

/// Splits bytes into words; words past the end are zero.
fn words<const N: usize>(bytes: &[u8]) -> [[u8; 4]; N] {
    let (words, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|index| words.get(index).copied().unwrap_or_default())
}

/// Checks that each cell has a valid number of corners, and that they add up to all corners.
fn check_sizes(sizes: &[[u8; SIZE_BYTES]], corners: usize) -> Result<(), String> {
    let sizes = || sizes.iter().map(|size| usize::from(u16::from_le_bytes(*size)));
    if let Some((cell, size)) = sizes().enumerate().find(|(_, size)| !(3..=MOST_CORNERS).contains(size)) {
        return Err(format!("cell {cell} has {size} corners; a cell has 3 to {MOST_CORNERS}"));
    }
    let sum: usize = sizes().sum();
    if sum == corners {
        Ok(())
    } else {
        Err(format!("the cells have {sum} corners, but the file stores {corners}"))
    }
}

/// The cells of a file, whose sizes add up to the corners.
struct Cells<'a> {
    sizes: std::slice::Iter<'a, [u8; SIZE_BYTES]>,
    areas: std::slice::Iter<'a, u8>,
    corners: &'a [[u8; CORNER_BYTES]],
    /// Memory for the corners of a cell.
    ids: Vec<VertexId>,
}

impl<'a> Cells<'a> {
    fn of(parts: &Parts<'a>) -> Self {
        let (sizes, areas) = (parts.sizes.iter(), parts.cell_areas.iter());
        Self { sizes, areas, corners: parts.corners, ids: Vec::new() }
    }
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let (size, &area) = (self.sizes.next()?, self.areas.next()?);
        let (own, behind) = self.corners.split_at_checked(usize::from(u16::from_le_bytes(*size)))?;
        self.corners = behind;
        self.ids.clear();
        self.ids.extend(own.iter().map(|corner| VertexId(u32::from_le_bytes(*corner))));
        Some(Cell::of(&self.ids, AreaId(area)))
    }
}

/// Returns the detail heights of the cells of a mesh.
fn details(mesh: &NavMesh, parts: &Parts<'_>) -> Result<Vec<(CellId, CellDetail)>, String> {
    let (mut points, mut triangles) = (parts.points, parts.triangles);
    let (mut details, mut before) = (Vec::new(), None);
    for head in parts.details {
        let [cell, counts] = words(head).map(u32::from_le_bytes);
        let [point_count, triangle_count] = [counts & 0xffff, counts >> 16].map(|count| count as usize);
        let (own_points, behind) =
            points.split_at_checked(point_count).ok_or("points of details are missing")?;
        points = behind;
        let (own, behind) =
            triangles.split_at_checked(triangle_count).ok_or("triangles of details are missing")?;
        triangles = behind;
        if mesh.cell(CellId(cell)).is_none() || before.replace(cell).is_some_and(|before| before >= cell) {
            return Err(format!("details name cell {cell}, which does not exist or is not in order"));
        }
        let triangle = |bytes: &[u8; TRIANGLE_BYTES]| {
            std::array::from_fn(|nth| u16::from_le_bytes([bytes[2 * nth], bytes[2 * nth + 1]]))
        };
        let detail = CellDetail::new(
            &mesh.ring(CellId(cell)),
            own_points.iter().map(vertex),
            own.iter().map(triangle),
        );
        let fault = |description| format!("the detail of cell {cell}: {description}");
        details.push((CellId(cell), detail.map_err(fault)?));
    }
    if points.is_empty() && triangles.is_empty() {
        Ok(details)
    } else {
        Err("there are more points or triangles than those of the details".into())
    }
}

fn link(number: usize, bytes: &[u8; LINK_BYTES]) -> Result<Link, String> {
    let words: [[u8; 4]; LINK_BYTES / 4] = words(bytes);
    let place = |first: usize| Vec3::from_array(std::array::from_fn(|axis| float(words[first + axis])));
    let flags = u32::from_le_bytes(words[13]);
    if flags & !ONE_WAY != 0 {
        return Err(format!("link {number} has the flags {flags:#x}, and only {ONE_WAY:#x} is defined"));
    }
    let (from, to) = ([place(0), place(3)], [place(6), place(9)]);
    Ok(Link { from, to, cost: float(words[12]), is_one_way: flags & ONE_WAY != 0 })
}

fn areas(count: u32, mut bytes: &[u8]) -> Result<Vec<BakedArea>, String> {
    if count as usize > MOST_AREAS {
        return Err(format!("it has {count} areas, and at most {MOST_AREAS} are possible"));
    }
    let mut areas = Vec::new();
    for number in 0..count {
        let (area, behind) = area(bytes).ok_or_else(|| format!("the name of area {number} is not stored"))?;
        let name = area.name.map_err(|_invalid| format!("the name of area {number} is no UTF-8"))?;
        if name.trim().is_empty() {
            return Err(format!("area {number} has no name"));
        }
        areas.push(BakedArea { name, color: area.color });
        bytes = behind;
    }
    if bytes.is_empty() { Ok(areas) } else { Err(format!("{} bytes follow the last area", bytes.len())) }
}

/// An area whose name is not checked yet.
struct RawArea {
    name: Result<String, std::string::FromUtf8Error>,
    color: [u8; 3],
}

fn area(bytes: &[u8]) -> Option<(RawArea, &[u8])> {
    let (color, behind) = bytes.split_first_chunk()?;
    let (length, behind) = behind.split_first_chunk()?;
    let (name, behind) = behind.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    Some((RawArea { name: String::from_utf8(name.to_vec()), color: *color }, behind))
}
