//! Damaged files: none causes a panic or takes more memory than its size justifies.
//!
//! Prints the number of damaged files that load. `NAVSMITH_FUZZ_CASES` sets the number of cases.
//! `NAVSMITH_FUZZ_FIRST` sets the number of the first case. `NAVSMITH_FUZZ_DIR` sets a folder for the current case
//! and all failures.

use std::path::{Path, PathBuf};

use navsmith::samples::{self, Content};
use navsmith_core::baked;
use navsmith_core::geometry::{FileCoordinates, SplitMix64};
use navsmith_core::progress::Progress;
use navsmith_formats::io::Format;

use crate::support::survive::{read, survive};
use crate::support::triangle_files::{ENCODINGS, ply, stl};

/// Number of cases in an ordinary test run.
const CASES: u64 = 4_000;

/// Size limit for files of the corpus, in bytes; larger files make a case slow.
const LARGEST: u64 = 24_000;

/// A file to damage.
#[derive(Clone)]
struct Seed {
    format: &'static Format,
    bytes: Vec<u8>,
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Returns the project's samples, each also in the other formats that can be written, as PLY and as STL.
fn own() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for sample in samples::all() {
        let bytes = match sample.content {
            Content::Document(text) => text.as_bytes(),
            Content::Gltf(bytes) => bytes,
            Content::Level(_) => continue,
        };
        if bytes.len() as u64 > LARGEST {
            continue;
        }
        let format = Format::of_file(Path::new(""), bytes).expect("a sample has a format");
        let document = read(format, bytes).expect("a sample is read");
        seeds.push(Seed { format, bytes: bytes.to_vec() });
        for other in Format::writable().filter(|other| *other != format) {
            let bytes =
                other.encode(&document, FileCoordinates::default(), &Progress::none()).expect("not stopped");
            // Some formats refuse invalid cells.
            seeds.extend(bytes.ok().map(|bytes| Seed { format: other, bytes }));
        }
        let plys = ENCODINGS.map(|encoding| ply(&document.mesh, encoding));
        let stls = [true, false].map(|is_text| stl(&document.mesh, is_text));
        for bytes in plys.into_iter().chain(stls) {
            seeds.extend(Format::of_file(Path::new(""), &bytes).map(|format| Seed { format, bytes }));
        }
    }
    seeds
}

/// Returns the files of the shared corpus; empty if the corpus is absent.
fn shared() -> Vec<Seed> {
    let mut folders = vec![crate::support::data::root()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if entry.metadata().is_ok_and(|it| it.len() <= LARGEST) {
                files.push(path);
            }
        }
    }
    files.sort();
    let seed = |path: PathBuf| {
        Format::of_name(&path)?;
        let bytes = std::fs::read(&path).ok()?;
        Some(Seed { format: Format::of_file(&path, &bytes)?, bytes })
    };
    files.into_iter().filter_map(seed).collect()
}

/// Numbers that are likely to make readers and analyses fail.
const NUMBERS: [&str; 26] = [
    "0",
    "-1",
    "1",
    "-0.0",
    "1e39",
    "-1e39",
    "3.4028235e38",
    "-3.4028235e38",
    "1e-45",
    "NaN",
    "inf",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "2147483648",
    "16777217",
    "0.1",
    "true",
    "()",
    "[]",
    "None",
    "1e308",
    "2",
    "3",
    "5",
    "9",
];

/// Pieces of text that are likely to make parsers fail.
const PIECES: [&[u8]; 14] = [
    b"\xef\xbb\xbf",
    b"\0",
    b"\r\n",
    b"/*",
    b"//",
    b"(",
    b"((((((",
    b"[[[[[[[[[[",
    b"{{{{",
    b"\xff\xfe",
    b"\"",
    b",",
    b":",
    b"r#\"",
];

struct Damage<'a> {
    bytes: Vec<u8>,
    seeds: &'a [Seed],
    format: &'static Format,
    chance: SplitMix64,
}

impl Damage<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.chance.below(end as u64) as usize
    }

    /// Returns a random position in the bytes; 0 if there are none.
    fn place(&mut self) -> usize {
        self.below(self.bytes.len())
    }

    fn replace(&mut self, from: usize, to: usize, by: &[u8]) {
        let to = to.min(self.bytes.len());
        self.bytes.splice(from.min(to)..to, by.iter().copied());
    }

    /// Returns the range of the next number after a random position; `None` if there is none.
    fn number(&mut self) -> Option<(usize, usize)> {
        let start = self.place();
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        let from = start + self.bytes.get(start..)?.iter().take(400).position(is_digit)?;
        let is_more = |byte: &&u8| byte.is_ascii_digit() || b".-+eE".contains(byte);
        Some((from, from + self.bytes[from..].iter().take_while(is_more).count()))
    }

    fn once(&mut self) {
        match self.below(12) {
            0 => {
                let end = self.place();
                self.bytes.truncate(end);
            }
            1 => {
                for _ in 0..=self.below(4) {
                    let (at, byte) = (self.place(), self.chance.draw() as u8);
                    if let Some(slot) = self.bytes.get_mut(at) {
                        *slot = byte;
                    }
                }
            }
            2 => {
                if let Some((from, to)) = self.number() {
                    let by = NUMBERS[self.below(NUMBERS.len())];
                    self.replace(from, to, by.as_bytes());
                }
            }
            3..=7 if self.is_binary() => self.swap_binary_words(),
            3..=7 => self.swap_numbers(),
            8 => {
                let (from, count) = (self.place(), [1, 2, 10, 100][self.below(4)]);
                let times = [1, 2, 30][self.below(3)];
                let piece = self.bytes[from..self.bytes.len().min(from + count)].repeat(times);
                self.replace(from, from, &piece);
            }
            9 => {
                let (from, count) = (self.place(), [1, 2, 10, 100][self.below(4)]);
                self.replace(from, from + count, b"");
            }
            10 => {
                let (at, piece) = (self.place(), PIECES[self.below(PIECES.len())]);
                self.replace(at, at, piece);
            }
            _ => self.swap_words(),
        }
    }

    /// Replaces a number with another number of the file.
    ///
    /// The file stays valid, but its mesh breaks.
    fn swap_numbers(&mut self) {
        let (Some((from, to)), Some((other, end))) = (self.number(), self.number()) else { return };
        let by = self.bytes[other..end].to_vec();
        self.replace(from, to, &by);
    }

    /// Copies four aligned bytes to another position in the second half of the file.
    ///
    /// A GLB stores its positions there.
    fn swap_words(&mut self) {
        if self.is_binary() {
            return self.swap_binary_words();
        }
        if !self.format.extensions.contains(&"glb") || self.bytes.len() < 64 {
            return self.swap_numbers();
        }
        let half = self.bytes.len() / 8;
        let [from, to] = [0, 1].map(|_| (half + self.below(half)) * 4);
        let word = self.bytes[from..from + 4].to_vec();
        self.replace(to, to + 4, &word);
    }

    /// Whether the file consists of words, without a text that describes them.
    fn is_binary(&self) -> bool {
        ["nav", "bin", "tile"].iter().any(|extension| self.format.extensions.contains(extension))
    }

    /// Copies a coordinate or a corner to another position, usually behind the header.
    fn swap_binary_words(&mut self) {
        let first = if self.below(8) > 0 { 9 } else { 0 };
        let words = (self.bytes.len() / 4).saturating_sub(first);
        let [from, to] = [0, 1].map(|_| (first + self.below(words)) * 4);
        if let Some(&word) = self.bytes.get(from..).and_then(|bytes| bytes.first_chunk::<4>()) {
            self.replace(to, to + 4, &word);
        }
    }

    fn run(mut self) -> Vec<u8> {
        for _ in 0..[1, 1, 1, 2, 3, 8][self.below(6)] {
            self.once();
        }
        if self.below(16) == 0 {
            let other = &self.seeds[self.below(self.seeds.len())];
            let (from, behind) = (self.place(), self.below(other.bytes.len() + 1));
            self.bytes.truncate(from);
            self.bytes.extend_from_slice(&other.bytes[behind..]);
        }
        if self.format.extensions.contains(&"nav") && self.below(8) > 0 {
            self.seal();
        }
        self.bytes
    }

    /// Writes the checksum that the bytes require, so that the reader checks their content.
    fn seal(&mut self) {
        let sum = baked::checksum(&self.bytes).to_le_bytes();
        let end = self.bytes.len().saturating_sub(sum.len());
        self.replace(end, end + sum.len(), &sum);
    }
}

#[test]
fn damaged_files_and_the_meshes_in_them_are_survived() {
    // Files that load are damaged more often, because their meshes reach the analyses.
    let (good, bad): (Vec<_>, Vec<_>) =
        own().into_iter().chain(shared()).partition(|seed| read(seed.format, &seed.bytes).is_some());
    let (good_count, seeds) = (good.len() as u64, [good, bad].concat());
    let (first, count) = (number("NAVSMITH_FUZZ_FIRST", 0), number("NAVSMITH_FUZZ_CASES", CASES));
    let folder = std::env::var_os("NAVSMITH_FUZZ_DIR").map(PathBuf::from);
    let (mut failures, mut loaded) = (Vec::new(), 0);
    for case in first..first + count {
        let mut chance = SplitMix64(case);
        let drawn_from = if chance.below(4) > 0 { good_count } else { seeds.len() as u64 };
        let seed = &seeds[chance.below(drawn_from) as usize];
        let damage = Damage { bytes: seed.bytes.clone(), seeds: &seeds, format: seed.format, chance };
        let bytes = damage.run();
        if let Some(folder) = &folder {
            std::fs::write(folder.join("current"), &bytes).expect("a folder to write to");
            if case % 1_000 == 0 {
                std::fs::write(folder.join("case"), case.to_string()).expect("a folder to write to");
            }
        }
        let outcome = survive(seed.format, &bytes, case);
        loaded += u64::from(outcome == Ok(true));
        if let Err(why) = outcome {
            if let Some(folder) = &folder {
                let name = format!("case-{case}.{}", seed.format.extensions.first().unwrap_or(&"txt"));
                std::fs::write(folder.join(name), &bytes).expect("a folder to write to");
            }
            failures.push(format!("case {case} ({:?}) {why}", seed.format));
        }
    }
    println!("{loaded} of {count} damaged files load");
    assert!(failures.is_empty(), "{} of {count} cases fail:\n{}", failures.len(), failures.join("\n"));
}
