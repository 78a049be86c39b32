//! PNG and JPEG images, which a document shows below its mesh.

use std::fmt;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use navsmith_core::outlines::Outline;

use image::ImageDecoder as _;
use image::codecs::jpeg::JpegDecoder;

use crate::document::{
    ImagePlacement, MOST_OUTLINE_POINTS, PlacedOutline, SquareGrid, simplified, thousands,
};
use navsmith_core::navmesh::AreaId;

/// Extensions of image files, in lower case.
pub const IMAGE_EXTENSIONS: [&str; 3] = ["png", "jpg", "jpeg"];

/// First bytes of a PNG.
const PNG_START: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Maximum width and height of an image, in pixels.
const MOST_PIXELS: u32 = 1 << 15;

/// Width and height of the kept pixels; larger images are made smaller.
const MOST_KEPT: u32 = 4096;

/// Decodes one image at a time, so that the memory of a decoder is needed once only.
static DECODING: Mutex<()> = Mutex::new(());

/// Limits on an image, in proportion to the size of its file.
#[derive(Clone, Copy)]
struct ImageLimits {
    /// Number of pixels of the file.
    pixels: u64,
    /// Number of kept pixels.
    kept: u64,
    /// Bytes that a decoder may use besides the kept pixels.
    decoding: u64,
}

impl ImageLimits {
    /// Returns the limits for a file of `len` bytes with at least this number of bits for a pixel.
    fn of_file(len: usize, bits: u64) -> Self {
        let of = |each: u64, least: u64, most: u64| {
            (len as u64).saturating_mul(each).saturating_add(least).min(most)
        };
        Self {
            // A PNG takes at least a byte for 1,000 bytes of its rows.
            pixels: of(8 * 1024 / bits.clamp(1, 8), 16 << 20, 256 << 20),
            kept: of(64, 1 << 20, u64::from(MOST_KEPT).pow(2)),
            decoding: of(256, 8 << 20, 256 << 20),
        }
    }
}

/// Pixels of an image.
#[derive(Clone, PartialEq, Eq)]
pub struct LevelImage {
    /// Width and height of the file in pixels.
    pub size: [u32; 2],
    /// Width and height of the kept pixels.
    pub kept: [u32; 2],
    /// Kept pixels row by row: red, green, blue and alpha.
    pub pixels: Vec<u8>,
}

/// How pixels of an image become outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageOutlines {
    /// Brightness from which pixels are ground, from 0 to 255; transparent pixels are never ground.
    pub threshold: u8,
    /// Whether darker pixels are ground instead.
    pub is_inverted: bool,
    /// Largest distance in kept pixels between a point that is left out and the outline.
    pub simplification: f32,
}

impl Default for ImageOutlines {
    fn default() -> Self {
        Self { threshold: 128, is_inverted: false, simplification: 1.0 }
    }
}

impl LevelImage {
    /// Returns outlines along the ground of a placed image.
    ///
    /// # Errors
    /// If there are too many points; the text is a clause.
    pub fn outlines(
        &self,
        settings: ImageOutlines,
        placement: &ImagePlacement,
        (area, height): (AreaId, f32),
    ) -> Result<Vec<PlacedOutline>, String> {
        let is_ground = |pixel: &[u8]| {
            // The shares of luma in sRGB.
            let light =
                (54 * u32::from(pixel[0]) + 183 * u32::from(pixel[1]) + 19 * u32::from(pixel[2])) / 256;
            pixel[3] >= 128 && (light >= u32::from(settings.threshold)) != settings.is_inverted
        };
        let squares = self.pixels.chunks_exact(4).map(|pixel| is_ground(pixel).then_some(area)).collect();
        let grid = SquareGrid { width: self.kept[0] as usize, squares };
        if grid.border() > 4 * MOST_OUTLINE_POINTS {
            return Err(
                "the borders have too many points; choose another brightness, or a smaller image".into()
            );
        }
        let scale = Vec2::from(self.size.map(|pixels| pixels as f32))
            / Vec2::from(self.kept.map(|pixels| pixels as f32));
        let outline = |outline: Outline| {
            let points = simplified(&outline.points, true, settings.simplification)?;
            let points = points.into_iter().map(|at| placement.ground_of(at * scale)).collect();
            Some(PlacedOutline { points, role: outline.role, height, name: String::new() })
        };
        Ok(grid.outlines().into_iter().filter_map(outline).collect())
    }
}

impl fmt::Debug for LevelImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LevelImage({:?})", self.size)
    }
}

/// Whether bytes begin like a PNG or a JPEG.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    bytes.starts_with(&PNG_START) || bytes.starts_with(b"\xff\xd8\xff")
}

/// Decodes an image; `Err` is a clause with the reason.
///
/// Needs memory in proportion to the file. Waits until no other image is decoded.
pub(super) fn decode(bytes: &[u8]) -> Result<LevelImage, String> {
    let _one_at_a_time = DECODING.lock().unwrap_or_else(PoisonError::into_inner);
    if bytes.starts_with(&PNG_START) { decode_png(bytes) } else { decode_jpeg(bytes) }
}

fn failed(why: &dyn fmt::Display) -> String {
    format!("the image cannot be decoded ({why}); export it again")
}

/// Returns the reason why an image is not decoded. Decoders keep images of its kind as a whole.
fn too_much(kind: &str) -> String {
    format!(
        "{kind} of this size takes more memory than is allowed for its file; make it smaller, or save it as a PNG \
         without interlacing"
    )
}

/// Decodes a PNG row by row. Chunks without pixels are skipped.
fn decode_png(bytes: &[u8]) -> Result<LevelImage, String> {
    let most = usize::try_from(ImageLimits::of_file(bytes.len(), 8).decoding).unwrap_or(usize::MAX);
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: most });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(|why| failed(&why))?;
    let (size, is_interlaced) = ([header.width, header.height], header.interlaced);
    let bits = header.bits_per_pixel() as u64;
    let limits = ImageLimits::of_file(bytes.len(), bits);
    let mut kept = Shrinking::new(size, limits)?;
    let mut reader = decoder.read_info().map_err(|why| failed(&why))?;
    let channels = reader.output_color_type().0.samples();
    if is_interlaced {
        let whole = reader.output_buffer_size().filter(|&whole| whole <= most);
        let mut whole = vec![0; whole.ok_or_else(|| too_much("an interlaced PNG"))?];
        reader.next_frame(&mut whole).map_err(|why| failed(&why))?;
        whole.chunks_exact(size[0] as usize * channels).for_each(|row| kept.push(row, channels));
    } else {
        while let Some(row) = reader.next_row().map_err(|why| failed(&why))? {
            kept.push(row.data(), channels);
        }
    }
    kept.image()
}

/// Decodes a JPEG as a whole, if the size that it states is in proportion to the file.
fn decode_jpeg(bytes: &[u8]) -> Result<LevelImage, String> {
    let limits = ImageLimits::of_file(bytes.len(), 8);
    let scratch = jpeg_scratch(bytes).ok_or_else(|| failed(&"its header is incomplete"))?;
    let decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(|why| failed(&why))?;
    let size: [u32; 2] = decoder.dimensions().into();
    let mut kept = Shrinking::new(size, limits)?;
    let len = decoder.total_bytes();
    if len.saturating_add(scratch) > limits.decoding {
        return Err(too_much(if scratch > 0 { "a progressive JPEG" } else { "a JPEG" }));
    }
    let channels = usize::from(decoder.color_type().channel_count());
    let mut whole = vec![0; len as usize];
    decoder.read_image(&mut whole).map_err(|why| failed(&why))?;
    whole.chunks_exact(size[0] as usize * channels).for_each(|row| kept.push(row, channels));
    kept.image()
}

/// Returns the bytes of the coefficients that the decoder of a JPEG keeps until it has read all scans.
///
/// Those are none if the first scan contains everything. `None` if the header is incomplete.
fn jpeg_scratch(bytes: &[u8]) -> Option<u64> {
    let (mut rest, mut of_frame) = (bytes.get(2..)?, None);
    loop {
        let marker = rest.iter().position(|&byte| byte != 0xff)?;
        let (kind, after) = (rest[marker], &rest[marker + 1..]);
        if !(0xc0..0xff).contains(&kind) || (0xd0..=0xd8).contains(&kind) {
            rest = after;
            continue;
        }
        let len = usize::from(u16::from_be_bytes(*after.first_chunk()?));
        let segment = after.get(2..len)?;
        rest = after.get(len..)?;
        match kind {
            0xc0..=0xc2 => of_frame = Some((kind == 0xc2, segment)),
            0xda => {
                let (is_progressive, frame) = of_frame?;
                let is_whole = segment.first() == frame.get(5);
                return if is_whole && !is_progressive { Some(0) } else { coefficients(frame) };
            }
            _ => {}
        }
    }
}

/// Returns the size of all coefficients of a frame of a JPEG in bytes.
fn coefficients(frame: &[u8]) -> Option<u64> {
    let [_, height @ .., _] = *frame.first_chunk::<4>()?;
    let width = *frame.get(3..)?.first_chunk()?;
    let [height, width] = [height, width].map(u16::from_be_bytes).map(u64::from);
    let samplings: Vec<[u64; 2]> =
        frame.get(6..)?.chunks_exact(3).map(|it| [it[1] >> 4, it[1] & 15].map(u64::from)).collect();
    let most = |axis: usize| samplings.iter().map(|it| it[axis]).max().unwrap_or(1).max(1);
    let blocks = width.div_ceil(8 * most(0)) * height.div_ceil(8 * most(1));
    Some(
        samplings.iter().map(|[across, down]| across * down * 64 * size_of::<i16>() as u64).sum::<u64>()
            * blocks,
    )
}

/// An image whose rows are averaged as they are decoded.
struct Shrinking {
    image: LevelImage,
    /// Number of rows that were added.
    rows: u32,
    /// Sums of the colours in the present row of kept pixels, with the number of added pixels.
    sums: Vec<[u32; 5]>,
}

impl Shrinking {
    /// Returns an image without rows; `Err` is a clause if it is too large.
    fn new(size: [u32; 2], limits: ImageLimits) -> Result<Self, String> {
        let [width, height] = size.map(u64::from);
        if size.contains(&0) {
            return Err(failed(&"it has no pixels"));
        }
        if size.iter().any(|&side| side > MOST_PIXELS) || width * height > limits.pixels {
            let size = [width, height].map(|side| thousands(side as usize)).join(" x ");
            return Err(format!(
                "its {size} pixels are more than a file of this size justifies; make it smaller"
            ));
        }
        let by_side = f64::from(MOST_KEPT) / width.max(height) as f64;
        let by_area = (limits.kept as f64 / (width * height) as f64).sqrt();
        let scale = by_side.min(by_area).min(1.0);
        let kept = size.map(|side| ((f64::from(side) * scale) as u32).max(1));
        let pixels = Vec::with_capacity(kept.map(|side| side as usize).iter().product::<usize>() * 4);
        let sums = if kept == size { Vec::new() } else { vec![[0; 5]; kept[0] as usize] };
        Ok(Self { image: LevelImage { size, kept, pixels }, rows: 0, sums })
    }

    /// Adds the next row.
    fn push(&mut self, row: &[u8], channels: usize) {
        let LevelImage { size, kept, pixels } = &mut self.image;
        let colors = row.chunks_exact(channels).map(|pixel| match *pixel {
            [gray] => [gray, gray, gray, 255],
            [gray, alpha] => [gray, gray, gray, alpha],
            [red, green, blue] => [red, green, blue, 255],
            [red, green, blue, alpha, ..] => [red, green, blue, alpha],
            [] => [0; 4],
        });
        self.rows += 1;
        if size == kept {
            return pixels.extend(colors.flatten());
        }
        // Kept pixel `i` is the average of the pixels from `first(i)` to `first(i + 1)`.
        let first = |i: usize, axis: usize| (i as u64 * u64::from(size[axis]) / u64::from(kept[axis])) as u32;
        let (mut column, mut end) = (0, first(1, 0));
        for (x, color) in (0..).zip(colors) {
            if x == end {
                column += 1;
                end = first(column + 1, 0);
            }
            let Some(sum) = self.sums.get_mut(column) else { break };
            color.iter().enumerate().for_each(|(channel, &value)| sum[channel] += u32::from(value));
            sum[4] += 1;
        }
        let done = pixels.len() / (4 * self.sums.len());
        if self.rows == first(done + 1, 1) {
            for sum in &mut self.sums {
                let [color @ .., count] = std::mem::take(sum);
                pixels.extend(color.map(|channel| (channel / count.max(1)) as u8));
            }
        }
    }

    /// Returns the image; `Err` is a clause if rows are missing.
    fn image(self) -> Result<LevelImage, String> {
        let [width, height] = self.image.kept.map(|side| side as usize);
        if self.image.pixels.len() != width * height * 4 {
            return Err(failed(&"rows are missing"));
        }
        Ok(self.image)
    }
}
