//! Outlines that `navsmith convert` makes of images, sections of levels, and level cells.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::args::file::SourceArguments;
use super::args::outlines::OutlineArguments;
use super::levels::{Levels, reference};
use super::load::{Loaded, load};
use super::output::plain_count;
use navsmith_core::geometry::{FileCoordinates, Vec2};
use navsmith_core::navmesh::AreaId;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{
    Document, ImagePlacement, PlacedOutline, add_outlines, floor_below_section, outline_level_cells,
    outlines_of_segments,
};
use navsmith_formats::io::images::IMAGE_EXTENSIONS;
use navsmith_formats::io::levels::read_level;
use navsmith_formats::io::{FileRef, Placement};
use navsmith_formats::level::section::section;
use navsmith_formats::level::surface::LevelSurface;

/// Reads a file, with outlines of an image or of a section if the arguments request it.
pub(super) fn load_with(source: &SourceArguments, arguments: &OutlineArguments) -> Result<Loaded, String> {
    match arguments.section {
        _ if !arguments.has_outlines => load(source),
        Some(_) if is_image(&source.file) => {
            Err(format!("{}: an image has no --section; leave it out", source.file.display()))
        }
        Some(height) => of_section(source, arguments, height),
        None if is_image(&source.file) => of_image(source, arguments),
        None => load(source),
    }
}

/// Replaces level cells by outlines if the arguments request it.
pub(super) fn of_level_cells(
    loaded: &mut Loaded,
    source: &SourceArguments,
    arguments: &OutlineArguments,
) -> Result<(), String> {
    if !arguments.has_outlines || arguments.section.is_some() || is_image(&source.file) {
        return Ok(());
    }
    let simplification = arguments.simplify.unwrap_or(0.0);
    let areas: BTreeSet<AreaId> = loaded.document.mesh.cells().map(|(_, cell)| cell.area()).collect();
    if simplification > 0.0 && areas.len() > 1 {
        return Err(format!(
            "{}: --simplify would part the common borders of its {} areas; leave it out",
            source.file.display(),
            areas.len()
        ));
    }
    let number = outline_level_cells(&mut loaded.document, simplification);
    note(loaded, number);
    Ok(())
}

/// Whether a file is named like an image.
fn is_image(file: &Path) -> bool {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    extension.is_some_and(|extension| IMAGE_EXTENSIONS.contains(&&*extension))
}

/// Notes the number of outlines that were made.
fn note(loaded: &mut Loaded, number: usize) {
    let cells = plain_count(loaded.document.outlines.cell_count(), "cell", "cells");
    loaded.notes.push(format!("{} made, which generate {cells}", plain_count(number, "outline", "outlines")));
}

/// Adds outlines to a document that was read, with their cells and a note.
fn add(loaded: &mut Loaded, file: &Path, outlines: Vec<PlacedOutline>) -> Result<(), String> {
    let number = outlines.len();
    add_outlines(&mut loaded.document, outlines).map_err(|why| format!("{}: {why}", file.display()))?;
    note(loaded, number);
    Ok(())
}

/// Reads an image as outlines of its ground, with the upper left corner at the origin.
fn of_image(source: &SourceArguments, arguments: &OutlineArguments) -> Result<Loaded, String> {
    let file = &source.file;
    let content = read_level(file, &Progress::none()).map_err(|error| error.to_string())?;
    let image = content.image.ok_or_else(|| {
        format!("{} is named like an image and is none; rename it like its format", file.display())
    })?;
    let pixel = source.placement().scale;
    let ends = [Vec2::ZERO, Vec2::X];
    let placement = ImagePlacement { pixels: ends, ground: ends.map(|end| end * pixel) };
    let outlines = image.outlines(arguments.of_image(pixel), &placement, (AreaId(0), 0.0));
    let outlines = outlines.map_err(|why| format!("{}: {why}", file.display()))?;
    if outlines.is_empty() {
        return Err(format!("{}: no pixel is ground; choose another --threshold, or --dark", file.display()));
    }
    let mut loaded = Loaded::of(Document::default().for_person(), "image");
    loaded.protected.files.push(FileRef::from(file.clone()));
    add(&mut loaded, file, outlines)?;
    Ok(loaded)
}

/// Reads a level or a document with levels, with outlines of a section on the floor below.
fn of_section(source: &SourceArguments, arguments: &OutlineArguments, height: f32) -> Result<Loaded, String> {
    let file = &source.file;
    let loaded = load(source)?;
    let (mut loaded, surface) =
        if loaded.document.levels.is_empty() { level(&loaded, source)? } else { with_levels(loaded, file)? };
    let segments = section(&surface, height);
    let Some(floor) = floor_below_section(&surface, &segments) else {
        let shown = file.display();
        return Err(format!("{shown}: no level crosses the height {height} m; choose another --section"));
    };
    let simplification = arguments.simplify.unwrap_or(0.0);
    let outlines = outlines_of_segments(&segments, AreaId(0), floor);
    let outlines = outlines.iter().filter_map(|outline| outline.simplified(simplification)).collect();
    add(&mut loaded, file, outlines)?;
    Ok(loaded)
}

/// Returns a document with the triangles of its levels.
fn with_levels(mut loaded: Loaded, file: &Path) -> Result<(Loaded, Arc<LevelSurface>), String> {
    let levels = Levels::of(&loaded.document, file);
    let notes: Vec<String> = levels.notes().collect();
    let surface = levels.surface.filter(|surface| !surface.is_empty()).ok_or_else(|| match &*notes {
        [] => format!("{}: its levels have no visible triangles; show one", file.display()),
        notes => format!("{}: {}", file.display(), notes.join("; ")),
    })?;
    loaded.notes.extend(notes);
    Ok((loaded, surface))
}

/// Returns a document that refers to a level, with the triangles of that.
fn level(read: &Loaded, source: &SourceArguments) -> Result<(Loaded, Arc<LevelSurface>), String> {
    let content = read_level(&source.file, &Progress::none()).map_err(|error| error.to_string())?;
    let Placement { up, mirror, scale, .. } = source.placement();
    let coordinates = FileCoordinates { up: up.unwrap_or_else(|| read.up.up()), mirror, scale };
    let level = reference(&source.file, &content, coordinates);
    let triangles = level.shown_triangles(&content.level).map(|triangle| (0, triangle));
    let surface = LevelSurface::build(triangles, &Progress::none()).map_err(|stopped| stopped.to_string())?;
    let document = Document { levels: Arc::new(vec![level]), ..Document::default().for_person() };
    let mut loaded = Loaded::of(document, "level");
    loaded.notes.extend(read.axis_clause());
    loaded.protected.files.push(FileRef::from(source.file.clone()));
    Ok((loaded, Arc::new(surface)))
}
