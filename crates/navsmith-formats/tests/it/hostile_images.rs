//! Images from strangers: memory in proportion to the file, however large the stated size is.

use std::io::Cursor;

use allocation_counter::measure;
use navsmith_core::progress::Progress;
use navsmith_formats::io::levels::{LevelContent, read_level};

use crate::support::memory::most_bytes;

/// Reads an image; panics if it takes more memory than its file justifies.
#[track_caller]
fn read(name: &str, bytes: &[u8]) -> Result<LevelContent, String> {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file for tests");
    let mut outcome = None;
    let memory = measure(|| outcome = Some(read_level(&path, &Progress::none())));
    assert!(memory.bytes_max < most_bytes(bytes.len()), "{name}: {} bytes", memory.bytes_max);
    outcome.expect("it was read").map_err(|why| why.to_string())
}

/// Returns a PNG of black pixels.
fn png(size: [u32; 2], depth: png::BitDepth, change: impl FnOnce(&mut png::Info<'_>)) -> Vec<u8> {
    let mut info = png::Info::with_size(size[0], size[1]);
    (info.color_type, info.bit_depth) = (png::ColorType::Grayscale, depth);
    change(&mut info);
    let row = (size[0] as usize * depth as usize).div_ceil(8);
    let mut bytes = Cursor::new(Vec::new());
    let encoder = png::Encoder::with_info(&mut bytes, info).expect("a header");
    let mut writer = encoder.write_header().expect("a header");
    let mut rows = writer.stream_writer().expect("rows");
    for _ in 0..size[1] {
        std::io::Write::write_all(&mut rows, &vec![0; row]).expect("a row");
    }
    rows.finish().expect("all rows");
    writer.finish().expect("complete");
    bytes.into_inner()
}

/// Returns the start of a JPEG with three components in a scan; `marker` is that of the frame.
fn jpeg(marker: u8, [width, height]: [u16; 2], in_scan: u8) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
    bytes.extend([1; 64]);
    bytes.extend([0xff, marker, 0, 17, 8]);
    bytes.extend(height.to_be_bytes().into_iter().chain(width.to_be_bytes()));
    bytes.extend([3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]);
    for class in [0x00, 0x10] {
        bytes.extend([0xff, 0xc4, 0, 20, class, 1]);
        bytes.extend([0; 16]);
    }
    bytes.extend([0xff, 0xda, 0, 6 + 2 * in_scan, in_scan]);
    (1..=in_scan).for_each(|component| bytes.extend([component, 0]));
    bytes.extend([0, 63, 0]);
    bytes.extend([0; 256]);
    bytes.extend([0xff, 0xd9]);
    bytes
}

#[test]
fn a_jpeg_that_states_more_than_its_bytes_justify_is_refused_before_it_is_decoded() {
    for (name, marker, size, in_scan) in [
        ("progressive", 0xc2, [2000, 2000], 3),
        ("one scan for each component", 0xc0, [2000, 2000], 1),
        ("baseline", 0xc0, [3000, 3000], 3),
        ("large", 0xc2, [12_000, 12_000], 3),
        ("wide", 0xc2, [32_000, 500], 3),
    ] {
        let bytes = jpeg(marker, size, in_scan);
        let why = read("a.jpg", &bytes).map(drop).expect_err(name);
        assert!(why.contains("this size") && why.contains("make it smaller"), "{name}: {why}");
    }
    assert!(read("a.jpg", &jpeg(0xc2, [400, 400], 3)).is_ok(), "a small one");
}

#[test]
fn a_large_png_is_averaged_while_it_is_decoded() {
    let bytes = png([9000, 3000], png::BitDepth::Eight, |_| ());
    assert!(bytes.len() < 50_000, "or else it proves nothing: {} bytes", bytes.len());
    let image = read("a.png", &bytes).expect("a PNG").image.expect("an image");
    assert_eq!(image.size, [9000, 3000], "the size of the file");
    assert!(image.kept[0] < 4096 && image.kept[0] / image.kept[1] == 3, "in proportion: {:?}", image.kept);
    let why = read("b.png", &with_size(png([100, 100], png::BitDepth::One, |_| ()), [20_000, 8000]));
    let why = why.map(drop).expect_err("refused");
    assert!(why.contains("20,000 x 8,000 pixels are more than a file of this size justifies"), "{why}");
    let why = read("c.png", &with_interlacing(png([6000, 3000], png::BitDepth::Eight, |_| ())));
    let why = why.map(drop).expect_err("refused");
    assert!(why.contains("an interlaced PNG of this size"), "{why}");
}

/// Changes the header of a PNG to that of an interlaced one.
fn with_interlacing(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[28] = 1;
    with_checksum(bytes)
}

/// Changes the size that the header of a PNG states.
fn with_size(mut bytes: Vec<u8>, size: [u32; 2]) -> Vec<u8> {
    bytes[16..24].copy_from_slice(&size.map(u32::to_be_bytes).concat());
    with_checksum(bytes)
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc(&bytes[12..29]).to_be_bytes();
    bytes[29..33].copy_from_slice(&sum);
    bytes
}

/// Returns the checksum of a chunk of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

#[test]
fn chunks_of_a_png_that_are_not_pixels_are_not_decompressed() {
    let zeros = vec![0; 100 << 20];
    let text = String::from_utf8(zeros.clone()).expect("text");
    let bytes = png([3, 2], png::BitDepth::Eight, |info| {
        info.icc_profile = Some(zeros.into());
        info.compressed_latin1_text.push(png::text_metadata::ZTXtChunk::new("a", text));
    });
    assert!((100_000..2_000_000).contains(&bytes.len()), "{} bytes", bytes.len());
    let image = read("a.png", &bytes).expect("a PNG").image.expect("an image");
    assert_eq!(image.kept, [3, 2]);
}
