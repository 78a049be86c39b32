//! Header: the encoding, and the elements with their properties.

use crate::io::text::{TextError, quoted};
use navsmith_core::budget::{Budget, Exhausted};

/// Header of a file.
#[derive(Debug)]
pub(super) struct PlyHeader {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<PlyElement>,
    /// Position of the first byte behind the header.
    pub(super) end: usize,
    /// Number of lines of the header.
    pub(super) lines: usize,
}

/// Encoding of the numbers behind the header.
#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding {
    Text,
    Binary { is_big_endian: bool },
}

/// Kind of rows of which the file contains a number.
#[derive(Debug)]
pub(super) struct PlyElement {
    pub(super) name: String,
    /// Number of rows.
    pub(super) count: usize,
    pub(super) properties: Vec<Property>,
    /// Line in the header, counted from 1.
    pub(super) line: usize,
}

/// Number or list of numbers in each row.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: PropertyKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PropertyKind {
    Scalar(Scalar),
    /// A size, followed by as many items.
    List {
        size: Scalar,
        item: Scalar,
    },
}

/// Type of a number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }

    /// Returns the number of bytes.
    pub(super) fn len(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// Whether bytes begin like a PLY file.
pub(in crate::io) fn looks_like_it(bytes: &[u8]) -> bool {
    bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r\n")
}

impl PlyHeader {
    /// Parses the header within a budget.
    pub(super) fn parse(bytes: &[u8], budget: &mut Budget) -> Result<Self, TextError> {
        let (mut end, mut encoding, mut elements) = (0, None, Vec::<PlyElement>::new());
        for (line, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            end += text.len();
            let fault = |description: String| Err(TextError { line, description });
            let text = String::from_utf8_lossy(text);
            let words: Vec<&str> = text.split_ascii_whitespace().take(6).collect();
            budget.step(1).and_then(|()| budget.keep(size_of::<PlyElement>() + text.len())).map_err(
                |Exhausted| {
                    let what = "the header takes more memory than a file of this size justifies";
                    TextError { line, description: format!("{what}; shorten it") }
                },
            )?;
            match *words.as_slice() {
                ["ply"] if line == 1 => {}
                _ if line == 1 => return fault("a PLY begins with \"ply\"; export it again".into()),
                ["format", name, version] => encoding = Some(encoding_of(line, name, version)?),
                ["element", name, count] => {
                    let Ok(count) = count.parse() else {
                        let count = quoted(count);
                        return fault(format!("the number of elements is {count}; give a whole number"));
                    };
                    if name == "vertex" && elements.iter().any(|element| element.name == name) {
                        return fault("the vertices are listed twice; keep one list".into());
                    }
                    elements.push(PlyElement { name: name.into(), count, properties: Vec::new(), line });
                }
                ["property", ref kind @ .., name] if !kind.is_empty() => {
                    let Some(element) = elements.last_mut() else {
                        return fault("the property is before the first element; move it behind one".into());
                    };
                    element.properties.push(Property { name: name.into(), kind: kind_of(line, kind)? });
                }
                ["end_header"] => {
                    let Some(encoding) = encoding else {
                        let names = "ascii, binary_little_endian or binary_big_endian";
                        return fault(format!("the header states no format; give {names}"));
                    };
                    return Ok(Self { encoding, elements, end, lines: line });
                }
                [] | ["comment" | "obj_info", ..] => {}
                [word, ..] => {
                    let word = quoted(word);
                    return fault(format!("{word} is no line of a PLY header; remove it"));
                }
            }
        }
        let line = bytes.split(|&byte| byte == b'\n').count();
        let description =
            "the file ends before the line \"end_header\"; it is cut short, so copy it again".into();
        Err(TextError { line, description })
    }
}

fn encoding_of(line: usize, name: &str, version: &str) -> Result<Encoding, TextError> {
    let fault = |description| Err(TextError { line, description });
    if version != "1.0" {
        return fault(format!("the PLY has version {}; export version 1.0", quoted(version)));
    }
    match name {
        "ascii" => Ok(Encoding::Text),
        "binary_little_endian" => Ok(Encoding::Binary { is_big_endian: false }),
        "binary_big_endian" => Ok(Encoding::Binary { is_big_endian: true }),
        _ => {
            let names = "ascii, binary_little_endian or binary_big_endian";
            fault(format!("the format is {}; give {names}", quoted(name)))
        }
    }
}

fn kind_of(line: usize, words: &[&str]) -> Result<PropertyKind, TextError> {
    let scalar = |word: &str| {
        Scalar::of_name(word).ok_or_else(|| {
            let description = format!("{} is no type of a number; give one such as float", quoted(word));
            TextError { line, description }
        })
    };
    match *words {
        ["list", size, item] => Ok(PropertyKind::List { size: scalar(size)?, item: scalar(item)? }),
        [word] => Ok(PropertyKind::Scalar(scalar(word)?)),
        _ => {
            let description = "the property has too many words; give its type and its name".into();
            Err(TextError { line, description })
        }
    }
}
