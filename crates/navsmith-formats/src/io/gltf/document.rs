//! Documents in glTF files: cells, areas, links and queries in the extras of the node.
//!
//! The vertices are the positions of the mesh. If another program changed the geometry, its fingerprint differs. The
//! file is then imported by its triangles, like any other.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::accessor::Accessors;
use super::schema::Int;
use super::{Fault, fault};
use crate::document::{Document, enumeration};
use crate::io::file::hash;
use crate::io::ron::link::LinkEntry;
use crate::io::ron::parts::{DocumentParts, OptionalPart, with_parts};
use crate::io::ron::v1::{AreaEntry, CellEntry, File};
use crate::io::ron::{VERSION, query::QueryEntry};
use crate::io::scene::clipped;
use navsmith_core::budget::Exhausted;

/// Name of the extras.
const EXTRAS: &str = "navsmith";

macro_rules! extras {
    (; $($part:ident by $read:ident: $type:ty),+) => {
        /// Contents of a document that triangles do not store.
        #[derive(Debug, Deserialize, Serialize)]
        pub(super) struct Extras {
            version: u32,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            closed_surface: bool,
            /// Fingerprint of the positions and indices, in hexadecimal digits.
            fingerprint: String,
            areas: Vec<AreaEntry>,
            /// Number of corners of each cell.
            cell_sizes: Vec<u32>,
            /// Corners of all cells, one cell after another, as indices of positions.
            cell_corners: Vec<u32>,
            /// Area of each cell.
            cell_areas: Vec<u32>,
            links: Vec<LinkEntry>,
            queries: Vec<QueryEntry>,
            $(#[serde(default, skip_serializing_if = "OptionalPart::is_absent")]
            $part: $type),+
        }

        impl Extras {
            /// Returns the extras of a file that is written with these positions and indices.
            fn of_file(file: File, positions: &[[f32; 3]], indices: &[u32]) -> Self {
                let File { closed_surface, areas, cells, links, queries, parts, .. } = file;
                Self {
                    version: VERSION,
                    closed_surface,
                    fingerprint: fingerprint(positions, indices),
                    areas,
                    cell_sizes: cells.iter().map(|cell| cell.corners.len() as u32).collect(),
                    cell_areas: cells.iter().map(|cell| cell.area).collect(),
                    cell_corners: cells.into_iter().flat_map(|cell| cell.corners).collect(),
                    links,
                    queries,
                    $($part: parts.$part),+
                }
            }

            /// Returns the file with these vertices and cells.
            fn into_file(self, vertices: Vec<[f32; 3]>, cells: Vec<CellEntry>) -> File {
                let Self { version, closed_surface, areas, links, queries, .. } = self;
                let parts = DocumentParts { $($part: self.$part),+ };
                File { version, closed_surface, areas, vertices, cells, links, queries, parts }
            }
        }
    };
}

with_parts! { extras! {} }

impl Extras {
    /// Returns the extras of a document that is written with these positions and indices.
    pub(super) fn of(document: &Document, positions: &[[f32; 3]], indices: &[u32]) -> Self {
        Self::of_file(File::of(document), positions, indices)
    }

    /// Returns the document, and a note for each scenario that is left out because it is invalid.
    ///
    /// `Err` if the file or the extras were changed.
    fn document(mut self, vertices: Vec<[f32; 3]>) -> Result<(Document, Vec<String>), String> {
        let mut notes = self.remove_invalid_scenarios();
        let mut rest = &*self.cell_corners;
        let mut cells = Vec::with_capacity(self.cell_sizes.len());
        for (&size, &area) in self.cell_sizes.iter().zip(&self.cell_areas) {
            let (corners, behind) = rest.split_at_checked(size as usize).ok_or("corners are missing")?;
            cells.push(CellEntry { area, corners: corners.to_vec() });
            rest = behind;
        }
        if !rest.is_empty() || cells.len() != self.cell_sizes.len() {
            return Err("the lists of cells have different lengths".into());
        }
        let file = self.into_file(vertices, cells);
        notes.extend(file.notes());
        let document = file.into_document().map_err(|fault| fault.description)?;
        Ok((document, notes))
    }

    /// Removes the scenarios that cannot be run; returns a note for each of them.
    fn remove_invalid_scenarios(&mut self) -> Vec<String> {
        let areas = self.areas.len().max(1);
        let (mut valid, mut notes) = (Vec::new(), Vec::new());
        for (i, scenario) in std::mem::take(&mut self.scenarios).into_iter().enumerate() {
            match scenario.check(i, areas) {
                Ok(()) => valid.push(scenario),
                Err(fault) => notes.push(format!("a scenario is left out: {}", fault.description)),
            }
        }
        self.scenarios = valid;
        notes
    }
}

/// Reads the document in the extras of the first node that has any.
///
/// The notes state which parts are left out.
///
/// `None` without extras by navsmith. The inner `Err` is the reason why they are not used.
pub(super) fn read(
    json: &[u8],
    accessors: &Accessors<'_>,
) -> Option<Result<(Document, Vec<String>), String>> {
    // A search for the name is much faster than parsing, and few files have such extras.
    json.windows(EXTRAS.len()).any(|window| window == EXTRAS.as_bytes()).then_some(())?;
    let root: GltfRoot = serde_json::from_slice(json).ok()?;
    let node = root.nodes.into_iter().find_map(|node| Some((node.mesh, node.extras?.navsmith?)));
    let (mesh, extras) = node?;
    Some(document_of(mesh, &extras, accessors))
}

/// The parts of a file that extras belong to.
#[derive(Deserialize)]
struct GltfRoot {
    #[serde(default)]
    nodes: Vec<GltfNode>,
}

#[derive(Deserialize)]
struct GltfNode {
    mesh: Option<usize>,
    extras: Option<NodeExtras>,
}

#[derive(Deserialize)]
struct NodeExtras {
    navsmith: Option<Box<RawValue>>,
}

fn document_of(
    mesh: Option<usize>,
    extras: &RawValue,
    accessors: &Accessors<'_>,
) -> Result<(Document, Vec<String>), String> {
    // Every area, link and query begins with a bracket, and has at most two copies in memory.
    let objects = extras.get().bytes().filter(|&byte| byte == b'{').count();
    let bytes = 2 * objects * size_of::<QueryEntry>() + 4 * extras.get().len();
    let kept = accessors.buffers.budget.borrow_mut().keep(bytes);
    kept.map_err(|Exhausted| "they take more memory than a file of this size justifies")?;
    let (extras, newer) = parsed(extras.get())?;
    let geometry = mesh.map_or_else(|| Ok(Default::default()), |mesh| geometry(mesh, accessors));
    let (positions, indices) = geometry.map_err(|fault| fault.to_string())?;
    if fingerprint(&positions, &indices) != extras.fingerprint {
        return Err("the triangles were changed by another program".into());
    }
    let (document, notes) = extras.document(positions)?;
    Ok((document, newer.into_iter().chain(notes).collect()))
}

/// Fields of extras that every document has.
const FIELDS: [&str; 7] =
    ["version", "fingerprint", "areas", "closed_surface", "cell_sizes", "cell_corners", "cell_areas"];

/// Maximum number of unknown fields that a note names.
const MOST_NAMED: usize = 8;

/// A field of extras that a document can lack.
struct OptionalField {
    name: &'static str,
    /// Whether this version can read a text.
    is_read: fn(&str) -> bool,
    /// The text without the field.
    absent: &'static str,
}

impl OptionalField {
    const fn of<T: DeserializeOwned>(name: &'static str, absent: &'static str) -> Self {
        Self { name, is_read: |text| serde_json::from_str::<T>(text).is_ok(), absent }
    }
}

macro_rules! optional_fields {
    (; $($part:ident by $read:ident: $type:ty),+) => {
        /// The fields of extras that a document can lack.
        const OPTIONAL_FIELDS: &[OptionalField] = &[
            OptionalField::of::<Vec<LinkEntry>>("links", absent!(list)),
            OptionalField::of::<Vec<QueryEntry>>("queries", absent!(list)),
            $(OptionalField::of::<$type>(stringify!($part), absent!($read))),+
        ];
    };
}

/// Returns the text without a field that is read as a list or as a value.
macro_rules! absent {
    (list) => {
        "[]"
    };
    (value) => {
        "null"
    };
}

with_parts! { optional_fields! {} }

/// Reads extras; of a newer version, leaves out what this version cannot read, with a note.
fn parsed(text: &str) -> Result<(Extras, Option<String>), String> {
    /// The first field, which all versions have.
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let in_words = |error: serde_json::Error| error.to_string();
    let version = serde_json::from_str::<Head>(text).map_err(in_words)?.version;
    if version <= VERSION {
        return Ok((serde_json::from_str(text).map_err(in_words)?, None));
    }
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).map_err(in_words)?;
    let mut left_out: Vec<String> = Vec::new();
    for OptionalField { name, is_read, absent } in OPTIONAL_FIELDS {
        let Some(field) = fields.get_mut(*name).filter(|field| !is_read(field.get())) else { continue };
        let count =
            serde_json::from_str::<Vec<IgnoredAny>>(field.get()).map(|list| format!(" ({})", list.len()));
        left_out.push(name.replace('_', " ") + &count.unwrap_or_default());
        *field = RawValue::from_string((*absent).into()).map_err(in_words)?;
    }
    let text = serde_json::to_string(&fields).map_err(in_words)?;
    let extras: Extras = serde_json::from_str(&text).map_err(|why| {
        format!("they have version {version}, and navsmith reads {VERSION}; update navsmith ({why})")
    })?;
    let is_known =
        |name: &str| FIELDS.contains(&name) || OPTIONAL_FIELDS.iter().any(|field| field.name == name);
    let unknown: Vec<&String> = fields.keys().filter(|name| !is_known(name)).collect();
    left_out.extend(unknown.iter().take(MOST_NAMED).map(|name| clipped(name)));
    if unknown.len() > MOST_NAMED {
        left_out.push(format!("{} more", unknown.len() - MOST_NAMED));
    }
    let left_out = if left_out.is_empty() { "nothing".into() } else { enumeration(&left_out) };
    let version = format!("The file has version {version}, and navsmith reads {VERSION}");
    Ok((
        extras,
        Some(format!("{version}. Left out: {left_out}. Update navsmith before you replace the file.")),
    ))
}

/// Returns the positions of a mesh's first primitive and the indices of all.
fn geometry(mesh: usize, accessors: &Accessors<'_>) -> Result<(Vec<[f32; 3]>, Vec<u32>), Fault> {
    let primitives = accessors.root.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.primitives);
    let element = || format!("meshes[{mesh}]");
    let first = primitives.first().ok_or_else(|| fault(element(), "has no primitive"))?;
    let position = first.attributes.position.map(Int::get);
    let positions = accessors.positions(position.ok_or_else(|| fault(element(), "has no positions"))?)?;
    let mut indices = Vec::new();
    for primitive in primitives {
        if let Some(of_primitive) = primitive.indices {
            indices.extend(accessors.indices(of_primitive.get())?);
        }
    }
    Ok((positions.into_iter().map(|position| position.to_array()).collect(), indices))
}

fn fingerprint(positions: &[[f32; 3]], indices: &[u32]) -> String {
    let coordinates = positions.iter().flatten().flat_map(|coordinate| coordinate.to_le_bytes());
    let bytes: Vec<u8> = coordinates.chain(indices.iter().flat_map(|index| index.to_le_bytes())).collect();
    format!("{:016x}", hash(&bytes))
}
