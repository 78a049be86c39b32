//! PNG and JPEG images, which a document shows below its mesh.

use std::fmt;
use std::io::Cursor;

use image::{DynamicImage, ImageReader, Limits};

/// Extensions of image files, in lower case.
pub const IMAGE_EXTENSIONS: [&str; 3] = ["png", "jpg", "jpeg"];

/// Maximum width and height of an image, in pixels.
const MOST_PIXELS: u32 = 1 << 15;

/// Maximum memory of a decoded image, in bytes.
const MOST_BYTES: u64 = 512 << 20;

/// Width and height of the kept pixels; larger images are made smaller.
const MOST_KEPT: u32 = 4096;

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

impl fmt::Debug for LevelImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LevelImage({:?})", self.size)
    }
}

/// Whether bytes begin like a PNG or a JPEG.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.starts_with(b"\xff\xd8\xff")
}

/// Decodes an image; `Err` is a clause with the reason.
pub(super) fn decode(bytes: &[u8]) -> Result<LevelImage, String> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS);
    limits.max_image_height = Some(MOST_PIXELS);
    limits.max_alloc = Some(MOST_BYTES);
    let failed = |why: &dyn fmt::Display| format!("the image cannot be decoded ({why}); export it again");
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(|why| failed(&why))?;
    reader.limits(limits);
    let decoded = reader.decode().map_err(|why| match why {
        image::ImageError::Limits(_) => {
            let most = MOST_BYTES >> 20;
            format!("the image is larger than {MOST_PIXELS} pixels or {most} MiB; make it smaller")
        }
        why => failed(&why),
    })?;
    let size = [decoded.width(), decoded.height()];
    let kept: DynamicImage =
        if size.iter().max() > Some(&MOST_KEPT) { decoded.thumbnail(MOST_KEPT, MOST_KEPT) } else { decoded };
    let pixels = kept.into_rgba8();
    Ok(LevelImage { size, kept: [pixels.width(), pixels.height()], pixels: pixels.into_raw() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let image = DynamicImage::ImageRgb8(image::RgbImage::new(width, height));
        image.write_to(&mut bytes, image::ImageFormat::Png).expect("written");
        bytes.into_inner()
    }

    #[test]
    fn images_are_decoded_and_large_ones_are_made_smaller() {
        let image = decode(&png(3, 2)).expect("a PNG");
        assert_eq!((image.size, image.kept, image.pixels.len()), ([3, 2], [3, 2], 24));
        let image = decode(&png(8192, 16)).expect("a PNG");
        assert_eq!((image.size, image.kept), ([8192, 16], [4096, 8]));
        let mut jpeg = Cursor::new(Vec::new());
        let gray = DynamicImage::ImageLuma8(image::GrayImage::new(5, 4));
        gray.write_to(&mut jpeg, image::ImageFormat::Jpeg).expect("written");
        assert!(looks_like_it(jpeg.get_ref()));
        assert_eq!(decode(jpeg.get_ref()).expect("a JPEG").size, [5, 4]);
    }

    #[test]
    fn damaged_images_and_stated_sizes_are_refused() {
        let bytes = png(3, 2);
        assert!(decode(&bytes[..bytes.len() / 2]).is_err_and(|why| why.contains("cannot be decoded")));
        let mut bytes = png(1, 1);
        // The header states a width of more than a billion.
        bytes[16..20].copy_from_slice(&[0x7f, 0, 0, 0]);
        assert!(decode(&bytes).is_err(), "the stated size");
    }
}
