//! The rows of the table: each format with the functions that recognise, read and write it.

use super::{FileBytes, Format, FormatError, Opened, foreign};
use crate::io::content::{DocumentContent, WriteError};
use crate::io::detour::{self, Contents, navcat};
use crate::io::gltf::{self, Container, GltfContent, GltfError, Primitives};
use crate::io::godot::{self, GodotResource};
use crate::io::placing::Export;
use crate::io::polyanya::{self, PolyanyaVersion};
use crate::io::ron::{self, json, reproduction};
use crate::io::{baked, moving_ai, obj, ply, stl};
use navsmith_core::baked::{BakedError, looks_like_it as is_baked};
use navsmith_core::progress::Stopped;

/// All file formats.
pub static FORMATS: [&Format; 22] = [
    &DOCUMENT,
    &REPRODUCTION,
    &JSON,
    &NAVCAT,
    &GLTF,
    &GLB,
    &GLTF_BY_AREA,
    &GLB_BY_AREA,
    &OBJ,
    &POLYANYA,
    &POLYANYA_3,
    &MOVING_AI,
    &DETOUR_SET,
    &DETOUR_TILE,
    &GODOT_MESH,
    &GODOT_POLYGON,
    &GODOT_SCENE,
    &BAKED,
    &SVG,
    &PNG,
    &PLY,
    &STL,
];

/// The format of documents, which loses nothing.
pub static DOCUMENT: Format = Format {
    name: "navsmith document",
    extensions: &["ron"],
    is_content: ron::looks_like_it,
    read: Some(|file| {
        let read = ron::read_within(ron::utf8(file.bytes)?, &mut file.budget(), file.progress)?;
        let (document, notes) = read?;
        Ok(Opened::Document { document, notes, stamp: file.stamp })
    }),
    write: Some(|Export { document, progress, .. }| {
        Ok(ron::write_with_progress(document, progress)?.map(String::into_bytes))
    }),
    versions: ["Version 1", "Version 1"],
    has_fixed_up: true,
    stores: &DocumentContent::ALL,
    cutting: None,
    joins_by_position: false,
    is_picture: false,
};

/// The format of reproductions, which are text on the clipboard rather than files.
pub(super) static REPRODUCTION: Format = Format {
    name: "navsmith reproduction",
    extensions: &[],
    is_content: reproduction::looks_like_it,
    read: Some(|file| {
        Ok(Opened::Reproduction(reproduction::read_within(ron::utf8(file.bytes)?, &mut file.budget())?))
    }),
    write: None,
    versions: ["Version 1", "Version 1, by *Copy as reproduction*"],
    ..DOCUMENT
};

/// The text format of Polyanya.
pub(super) static POLYANYA: Format = Format {
    name: "Polyanya mesh",
    extensions: &["mesh", "polyanya.mesh"],
    is_content: polyanya::looks_like_it,
    read: Some(|file| read_polyanya(file, &POLYANYA)),
    write: Some(|export| write_polyanya(export, PolyanyaVersion::Two)),
    versions: ["Versions 1 and 2", "Version 2"],
    stores: &[],
    ..DOCUMENT
};

/// The text format of Polyanya in its third version.
pub(super) static POLYANYA_3: Format = Format {
    name: "Polyanya mesh 3",
    extensions: &["v3.mesh"],
    is_content: polyanya::looks_like_version_3,
    read: Some(|file| read_polyanya(file, &POLYANYA_3)),
    write: Some(|export| write_polyanya(export, PolyanyaVersion::Three)),
    versions: ["Version 3", "Version 3"],
    ..POLYANYA
};

fn read_polyanya(file: &FileBytes<'_>, format: &'static Format) -> Result<Opened, FormatError> {
    let (document, notes) = polyanya::read_within(file.bytes, &mut file.budget())?;
    Ok(Opened::Mesh { document, notes, format })
}

fn write_polyanya(
    export: &Export<'_>,
    version: PolyanyaVersion,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let mesh = &export.document.mesh;
    Ok(Ok(polyanya::write_with_progress(mesh, version, export.progress)?.into_bytes()))
}

/// Grid maps of the Moving AI Lab.
static MOVING_AI: Format = Format {
    name: "MovingAI map",
    extensions: &["map"],
    is_content: moving_ai::looks_like_it,
    read: Some(|file| {
        let (document, notes) = moving_ai::read_within(file.bytes, &mut file.budget())?;
        Ok(Opened::Mesh { document, notes, format: &MOVING_AI })
    }),
    write: None,
    versions: ["All types", "–"],
    ..POLYANYA
};

/// glTF 2.0, as JSON.
pub(in crate::io) static GLTF: Format = Format {
    name: "glTF",
    extensions: &["gltf"],
    is_content: gltf::looks_like_json,
    read: Some(|file| read_gltf(file, &GLTF)),
    write: Some(|export| gltf::write(export, Container::Gltf, Primitives::One)),
    versions: ["Version 2.0", "Version 2.0"],
    has_fixed_up: false,
    stores: &DocumentContent::ALL,
    cutting: None,
    joins_by_position: true,
    is_picture: false,
};

/// glTF 2.0, as GLB.
pub static GLB: Format = Format {
    name: "GLB",
    extensions: &["glb"],
    is_content: gltf::looks_like_glb,
    read: Some(|file| read_gltf(file, &GLB)),
    write: Some(|export| gltf::write(export, Container::Glb, Primitives::One)),
    ..GLTF
};

/// glTF 2.0 as JSON, with a primitive for each area. Only its name differs from [`GLTF`].
static GLTF_BY_AREA: Format = Format {
    name: "glTF by area",
    extensions: &["areas.gltf"],
    write: Some(|export| gltf::write(export, Container::Gltf, Primitives::ByArea)),
    ..GLTF
};

/// glTF 2.0 as GLB, with a primitive for each area. Only its name differs from [`GLB`].
static GLB_BY_AREA: Format = Format {
    name: "GLB by area",
    extensions: &["areas.glb"],
    write: Some(|export| gltf::write(export, Container::Glb, Primitives::ByArea)),
    ..GLB
};

fn read_gltf(file: &FileBytes<'_>, format: &'static Format) -> Result<Opened, FormatError> {
    let read = gltf::read_within(file.bytes, file.path.parent(), file.budget(), file.progress);
    match read {
        Ok(GltfContent::Document(document, notes)) => Ok(Opened::Mesh { document, notes, format }),
        Ok(GltfContent::Scene(scene)) => Ok(Opened::Scene { scene, format }),
        Err(GltfError::Stopped(stopped)) => Err(stopped.into()),
        Err(why) => Err(why.into()),
    }
}

/// Documents as JSON.
static JSON: Format = Format {
    name: "JSON",
    extensions: &["json"],
    is_content: json::looks_like_it,
    read: Some(|file| {
        let (document, notes) = json::read_within(file.bytes, &mut file.budget(), file.progress)??;
        Ok(Opened::Mesh { document, notes, format: &JSON })
    }),
    write: Some(|export| json::write(export.document, export.progress)),
    versions: ["Version 1", "Version 1"],
    has_fixed_up: false,
    ..DOCUMENT
};

/// Wavefront OBJ.
static OBJ: Format = Format {
    name: "OBJ",
    extensions: &["obj"],
    is_content: obj::looks_like_it,
    read: Some(|file| {
        let parsed = obj::parse_within(file.bytes, file.budget(), file.progress)??;
        Ok(match parsed.into_document()? {
            Ok(document) => Opened::Mesh { document, notes: Vec::new(), format: &OBJ },
            Err(parsed) => Opened::Scene { scene: parsed.into_scene()?, format: &OBJ },
        })
    }),
    write: Some(|export| Ok(Ok(obj::write(export)?.into_bytes()))),
    versions: ["Polygons of vertices, objects and materials", "Polygons of vertices"],
    has_fixed_up: false,
    stores: &[
        DocumentContent::Heights,
        DocumentContent::Areas,
        DocumentContent::AreaNames,
        DocumentContent::AreaColors,
        DocumentContent::IsolatedVertices,
    ],
    cutting: None,
    joins_by_position: true,
    is_picture: false,
};

/// Tiles of Detour, as RecastDemo saves them.
static DETOUR_SET: Format = Format {
    name: "Detour tile set",
    extensions: &["bin", "navmesh"],
    is_content: detour::is_set,
    read: Some(|file| Ok(opened(detour::read_set(file.bytes, &mut file.budget())?, &DETOUR_SET))),
    write: Some(|export| detour::write_set(export.document, export.progress)),
    versions: ["Version 1", "Version 1"],
    has_fixed_up: true,
    stores: &detour::CONTENT,
    cutting: Some(detour::CUTTING),
    joins_by_position: false,
    is_picture: false,
};

/// One tile of Detour.
static DETOUR_TILE: Format = Format {
    name: "Detour tile",
    extensions: &["tile"],
    is_content: detour::is_tile,
    read: Some(|file| Ok(opened(detour::read_tile(file.bytes, &mut file.budget())?, &DETOUR_TILE))),
    write: Some(|export| detour::write_tile(export.document, export.progress)),
    versions: ["Version 7", "Version 7"],
    ..DETOUR_SET
};

/// The tiles of Detour as the JSON of navcat.
static NAVCAT: Format = Format {
    name: "navcat mesh",
    extensions: &["navcat.json"],
    is_content: navcat::looks_like_it,
    read: Some(|file| Ok(opened(navcat::read(file.bytes, &mut file.budget())?, &NAVCAT))),
    write: Some(|export| navcat::write(export.document, export.progress)),
    versions: ["Version 0.4", "Version 0.4"],
    ..DETOUR_SET
};

fn opened(Contents { document, notes }: Contents, format: &'static Format) -> Opened {
    Opened::Mesh { document, notes, format }
}

/// The navigation mesh of Godot in space.
pub(super) static GODOT_MESH: Format = Format {
    name: "Godot NavigationMesh",
    extensions: &["tres"],
    is_content: |bytes| godot::looks_like(GodotResource::NavigationMesh, bytes),
    read: Some(|file| read_godot(file, &GODOT_MESH)),
    write: Some(|export| write_godot(export, GodotResource::NavigationMesh)),
    versions: ["Text resources of Godot 3 and 4", "Text resources of Godot 4"],
    has_fixed_up: true,
    stores: &[DocumentContent::Heights, DocumentContent::IsolatedVertices],
    cutting: None,
    joins_by_position: true,
    is_picture: false,
};

/// The navigation mesh of Godot in the plane.
pub(super) static GODOT_POLYGON: Format = Format {
    name: "Godot NavigationPolygon",
    extensions: &["2d.tres"],
    is_content: |bytes| godot::looks_like(GodotResource::NavigationPolygon, bytes),
    read: Some(|file| read_godot(file, &GODOT_POLYGON)),
    write: Some(|export| write_godot(export, GodotResource::NavigationPolygon)),
    // Its unit is a pixel, and a metre has a fixed number of these.
    stores: &[DocumentContent::IsolatedVertices, DocumentContent::Metre],
    ..GODOT_MESH
};

/// Scenes of Godot, and its resources of other types.
static GODOT_SCENE: Format = Format {
    name: "Godot scene",
    extensions: &["tscn"],
    is_content: godot::looks_like_scene,
    read: Some(|file| {
        let read = godot::read_scene_within(file.bytes, file.budget(), file.progress)?;
        Ok(Opened::Scene { scene: read??, format: &GODOT_SCENE })
    }),
    versions: ["Text scenes of Godot 3 and 4", "–"],
    ..MOVING_AI
};

fn read_godot(file: &FileBytes<'_>, format: &'static Format) -> Result<Opened, FormatError> {
    let (document, notes) = godot::read_within(file.bytes, file.budget(), file.progress)??;
    Ok(Opened::Mesh { document, notes, format })
}

fn write_godot(export: &Export<'_>, resource: GodotResource) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    Ok(Ok(godot::write(export.document, resource, export.progress)?.into_bytes()))
}

/// The binary file that games load.
pub static BAKED: Format = Format {
    name: "baked mesh",
    extensions: &["nav"],
    is_content: is_baked,
    read: Some(|file| {
        let read = baked::read(file.bytes).map_err(|why| match why {
            BakedError::OtherFormat => FormatError::Foreign(foreign::OTHER_NAV),
            why => why.into(),
        });
        let document = read?;
        Ok(Opened::Mesh { document, notes: Vec::new(), format: &BAKED })
    }),
    write: Some(|Export { document, progress, .. }| {
        progress.check()?;
        Ok(baked::write(document))
    }),
    versions: ["Versions 1 to 3", "Version 1, 2 for closed surfaces, and 3 for detail heights"],
    stores: &[
        DocumentContent::Heights,
        DocumentContent::DetailHeights,
        DocumentContent::Areas,
        DocumentContent::AreaNames,
        DocumentContent::AreaColors,
        DocumentContent::Links,
        DocumentContent::LinkWidths,
        DocumentContent::LinkCosts,
        DocumentContent::IsolatedVertices,
        DocumentContent::ClosedSurface,
    ],
    ..DOCUMENT
};

/// Pictures of vectors, such as figures of documents.
pub static SVG: Format = Format {
    name: "SVG",
    extensions: &["svg"],
    is_content: |bytes| bytes.starts_with(b"<svg "),
    read: None,
    write: None,
    versions: ["–", "Version 1.1"],
    is_picture: true,
    ..POLYANYA
};

/// Pictures of pixels.
pub static PNG: Format = Format {
    name: "PNG",
    extensions: &["png"],
    is_content: |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
    versions: ["–", "8 bits per channel"],
    ..SVG
};

/// Polygons of scanners and modelling programs, as level geometry.
static PLY: Format = Format {
    name: "PLY",
    extensions: &["ply"],
    is_content: ply::looks_like_it,
    read: Some(|file| {
        let scene = ply::read_within(file.bytes, file.budget(), file.progress)??;
        Ok(Opened::Scene { scene, format: &PLY })
    }),
    write: None,
    versions: ["Version 1.0, as text and binary", "–"],
    has_fixed_up: false,
    ..POLYANYA
};

/// Separate triangles; the last row, because only its length shows a binary file.
static STL: Format = Format {
    name: "STL",
    extensions: &["stl"],
    is_content: stl::looks_like_it,
    read: Some(|file| {
        let scene = stl::read_within(file.bytes, file.budget(), file.progress)??;
        Ok(Opened::Scene { scene, format: &STL })
    }),
    versions: ["As text and binary", "–"],
    ..PLY
};
