//! Layout of the file: the header, and the parts whose lengths follow from it.

use super::BakedError;

/// First bytes of every file.
///
/// As in PNG, the first byte is no ASCII, and changed line ends are detected.
pub(super) const MAGIC: [u8; 8] = *b"\x89NAV\r\n\x1a\n";

/// Length of the checksum at the end of the file.
pub(super) const CHECKSUM_BYTES: usize = 8;

/// Length of the header of version 1, which has no flags.
pub(super) const HEADER_BYTES: usize = 36;

/// Length of the flags, with which the header of version 2 ends.
pub(super) const FLAGS_BYTES: usize = 4;

/// Length of the numbers of details, with which the header of version 3 ends, after the flags.
pub(super) const DETAIL_COUNT_BYTES: usize = 12;

/// Flag of a mesh whose ground is a closed surface.
pub(super) const CLOSED_SURFACE: u32 = 1;

/// Number of bytes of each element.
pub(super) const VERTEX_BYTES: usize = 12;
pub(super) const CORNER_BYTES: usize = 4;
pub(super) const LINK_BYTES: usize = 56;
pub(super) const SIZE_BYTES: usize = 2;
pub(super) const DETAIL_BYTES: usize = 8;
pub(super) const TRIANGLE_BYTES: usize = 6;

/// Flag of a link that leads only from its start to its end.
pub(super) const ONE_WAY: u32 = 1;

/// Numbers in the header after the magic and the version, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BakedCounts {
    pub(super) vertices: u32,
    pub(super) corners: u32,
    pub(super) links: u32,
    pub(super) cells: u32,
    /// Number of areas.
    pub(super) areas: u32,
    /// Number of bytes of all areas.
    pub(super) area_bytes: u32,
    /// Flags of the mesh; `None` in version 1.
    pub(super) flags: Option<u32>,
    /// Numbers of details, of their points and of their triangles; `None` before version 3.
    pub(super) details: Option<[u32; 3]>,
}

impl BakedCounts {
    pub(super) fn of(numbers: [u32; 6], flags: Option<u32>, details: Option<[u32; 3]>) -> Self {
        let [vertices, corners, links, cells, areas, area_bytes] = numbers;
        Self { vertices, corners, links, cells, areas, area_bytes, flags, details }
    }

    pub(super) fn numbers(self) -> impl Iterator<Item = u32> {
        let Self { vertices, corners, links, cells, areas, area_bytes, flags, details } = self;
        let numbers = [vertices, corners, links, cells, areas, area_bytes].into_iter().chain(flags);
        numbers.chain(details.into_iter().flatten())
    }

    /// Returns the version of the file.
    pub(super) fn version(self) -> u32 {
        match (self.details, self.flags) {
            (Some(_), _) => 3,
            (None, Some(_)) => 2,
            (None, None) => 1,
        }
    }

    /// Returns the length of the header, in bytes.
    pub(super) fn header_bytes(self) -> usize {
        let details = if self.details.is_some() { DETAIL_COUNT_BYTES } else { 0 };
        HEADER_BYTES + details + if self.flags.is_some() { FLAGS_BYTES } else { 0 }
    }

    /// Returns the length of each part in bytes, in order.
    fn lengths(self) -> [u64; 9] {
        let [details, points, triangles] = self.details.unwrap_or_default();
        let of = |count: u32, bytes: usize| u64::from(count) * bytes as u64;
        [
            of(self.vertices, VERTEX_BYTES),
            of(self.corners, CORNER_BYTES),
            of(self.links, LINK_BYTES),
            of(self.cells, SIZE_BYTES),
            of(self.cells, 1),
            of(self.area_bytes, 1),
            of(details, DETAIL_BYTES),
            of(points, VERTEX_BYTES),
            of(triangles, TRIANGLE_BYTES),
        ]
    }

    /// Returns the length of the whole file, in bytes.
    pub(super) fn file_bytes(self) -> u64 {
        (self.header_bytes() + CHECKSUM_BYTES) as u64 + self.lengths().iter().sum::<u64>()
    }
}

/// The parts of a file after the header, each of the length that the header states.
pub(super) struct Parts<'a> {
    pub(super) vertices: &'a [[u8; VERTEX_BYTES]],
    pub(super) corners: &'a [[u8; CORNER_BYTES]],
    pub(super) links: &'a [[u8; LINK_BYTES]],
    /// Number of corners of each cell.
    pub(super) sizes: &'a [[u8; SIZE_BYTES]],
    /// Area of each cell.
    pub(super) cell_areas: &'a [u8],
    pub(super) areas: &'a [u8],
    /// Cell of each detail, with its numbers of points and triangles.
    pub(super) details: &'a [[u8; DETAIL_BYTES]],
    pub(super) points: &'a [[u8; VERTEX_BYTES]],
    pub(super) triangles: &'a [[u8; TRIANGLE_BYTES]],
    pub(super) checksum: u64,
}

impl<'a> Parts<'a> {
    /// Splits the bytes behind the header. `Err` if they have another length than the counts require.
    pub(super) fn of(counts: BakedCounts, behind: &'a [u8]) -> Result<Self, BakedError> {
        let [found, expected] = [(counts.header_bytes() + behind.len()) as u64, counts.file_bytes()];
        if found != expected {
            return Err(BakedError::Length { found, expected });
        }
        // The sum of the lengths equals the number of bytes, so each fits.
        let mut rest = behind;
        let lengths = counts.lengths();
        let [vertices, corners, links, sizes, cell_areas, areas, details, points, triangles] =
            lengths.map(|length| {
                let (part, behind) = rest.split_at(length as usize);
                rest = behind;
                part
            });
        Ok(Self {
            vertices: vertices.as_chunks().0,
            corners: corners.as_chunks().0,
            links: links.as_chunks().0,
            sizes: sizes.as_chunks().0,
            cell_areas,
            areas,
            details: details.as_chunks().0,
            points: points.as_chunks().0,
            triangles: triangles.as_chunks().0,
            checksum: rest.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)),
        })
    }
}
