//! `navsmith generate`: a mesh from the geometry of a level.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::args::generate::GenerateArguments;
use super::convert::{ConvertTarget, format_of};
use super::found::{find_issues, of_agent};
use super::ground::{NamedAreas, plan_of};
use super::jumps;
use super::levels::{Levels, reference};
use super::load::Loaded;
use super::output::{json, place, plain_count};
use super::validate::by_kind;
use super::{Done, Exit, agent_limits, update};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::Progress;
use navsmith_formats::check::Severity;
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::document::{Document, enumeration};
use navsmith_formats::io::levels::read_level;
use navsmith_formats::io::{FileRef, ProtectedFiles, check_local};
use navsmith_generation::{
    Generation, GenerationError, GenerationSettings, LostContour, Reason, check_limits, generate,
};

/// The reason at a point, as JSON.
#[derive(Serialize)]
struct WhyHere {
    point: [f32; 3],
    is_mesh: bool,
    reason: String,
}

pub(super) fn run(arguments: &GenerateArguments) -> Result<Done, String> {
    if let Some(file) = &arguments.update {
        return update::run(file, arguments);
    }
    let Some(file) = &arguments.level else {
        return Err("there is no level; give LEVEL, or a document with --update".into());
    };
    of_level(file, arguments)
}

/// Generates the mesh of a level.
fn of_level(file: &Path, arguments: &GenerateArguments) -> Result<Done, String> {
    let format = arguments.out.as_deref().map(format_of).transpose()?;
    let content = read_level(file, &Progress::none()).map_err(|error| error.to_string())?;
    if content.image.is_some() {
        return Err(format!("{} is an image; choose a file with the geometry of the level", file.display()));
    }
    let level = reference(file, &content, arguments.coordinates());
    let settings = arguments.settings();
    let mut areas = NamedAreas::new();
    let mut plan = plan_of((settings, &content.level), &arguments.parts, &arguments.volumes(), &mut areas)?;
    let source = plan.source([(&level, &*content.level)]);
    let in_level = |error: GenerationError| {
        let advice = if matches!(error, GenerationError::TooMuchCovered(..)) { " with --limit" } else { "" };
        format!("{}: {error}{advice}", file.display())
    };
    if arguments.is_check {
        let check = check_limits(source, &settings, &Progress::none()).map_err(in_level)?;
        return agent_limits::done(&check, arguments.writing.json);
    }
    let mut generation = generate(source, &settings, &Progress::none()).map_err(in_level)?;
    if let Some(at) = arguments.why {
        return why(&generation, at, arguments.writing.json);
    }
    let jump_settings = arguments.jumps.settings(&settings.agent);
    if let Some(at) = arguments.jumps.why_jump {
        let jumps = generation.jumps(&jump_settings, &Progress::none()).map_err(in_level)?;
        return jumps::why(&jumps, at, arguments.writing.json);
    }
    let (Some(out), Some(format)) = (&arguments.out, format) else {
        return Err("there is no file to write; give -o OUT".into());
    };
    let mut notes = notes(&generation, &settings);
    if arguments.jumps.has_jumps {
        let jumps = generation.add_jumps(&jump_settings, &Progress::none()).map_err(in_level)?;
        plan.jumps = Some(jump_settings);
        notes.extend(jumps::notes(&jumps));
    }
    notes.extend(content.is_mesh.then(|| "the file is a mesh, so its cells are the level".to_owned()));
    if generation.mesh.cell_count() == 0 && !arguments.writing.is_forced {
        return Ok(nothing_left(file));
    }
    let level_file = std::path::absolute(file).unwrap_or_else(|_error| file.to_owned());
    if let Err(why) = check_local(&level_file, out) {
        notes.push(format!("the level {why}, so other commands do not read it; write OUT beside the level"));
    }
    let (lost, levels) = (lost_contours(&generation), Arc::new(vec![level]));
    let (agent, areas, plan) = (Some(settings.agent), Arc::new(areas.0), Arc::new(plan));
    let generated = Arc::new(GeneratedElements::of(&generation.mesh));
    let rest = Document::of_mesh(generation.mesh);
    let document = Document { levels, agent, areas, generation: plan, generated, ..rest };
    notes.extend(issues_of(&document, out));
    let mut protected = ProtectedFiles::default();
    protected.files.push(FileRef::from(file.to_owned()));
    let loaded = Loaded { lost, notes, protected, ..Loaded::of(document, "level") };
    let coordinates = arguments.axes.coordinates();
    ConvertTarget { out, format, coordinates, how: arguments.writing }.write(loaded)
}

/// Returns the answer without any ground.
fn nothing_left(file: &Path) -> Done {
    let why = format!(
        "{}: no ground is left, and nothing was written; --why X,Y,Z names what removed it at a point, and --force writes \
         an empty document",
        file.display()
    );
    Done { exit: Exit::NotFound, ..Done::found(String::new()) }.with_aside(Some(why))
}

/// Returns a clause for each contour that could not be divided.
fn lost_contours(generation: &Generation) -> Vec<String> {
    let clause = |lost: &LostContour| {
        let corners = plain_count(lost.corners, "corner", "corners");
        format!("a contour of {corners} around {} was left out", place(lost.place))
    };
    generation.lost.iter().map(clause).collect()
}

/// Returns the reason at a point.
fn why(generation: &Generation, at: Vec3, is_json: bool) -> Result<Done, String> {
    let reason = generation.why(at);
    let is_mesh = reason == Reason::Mesh;
    let here = WhyHere { point: at.to_array(), is_mesh, reason: reason.to_string() };
    let text = if is_json { json(&here)? } else { format!("{}: {reason}\n", place(at)) };
    Ok(Done { exit: Exit::of(is_mesh), ..Done::found(text) })
}

/// Returns a note about the issues of a new mesh for its agent; `None` without any.
fn issues_of(document: &Document, out: &Path) -> Option<String> {
    let derived = Derived::build(&document.mesh);
    let levels = Levels::of(document, out);
    let of_mesh = find_issues(document, &derived);
    let of_agent = of_agent(document, &derived, levels.surface.as_deref());
    let kinds = by_kind(of_mesh.iter().chain(of_agent.iter()));
    let counts = kinds.iter().filter(|((severity, _), _)| *severity != Severity::Hint);
    let counts: Vec<String> =
        counts.map(|((_, title), issues)| format!("{} x {title}", issues.len())).collect();
    (!counts.is_empty()).then(|| format!("issues: {}; navsmith validate lists them", enumeration(&counts)))
}

fn notes(generation: &Generation, settings: &GenerationSettings) -> Vec<String> {
    let triangles = plain_count(generation.triangles(), "triangle", "triangles");
    let (size, height) = (settings.cell_size(), settings.cell_height());
    let [width, depth] = generation.columns();
    let tiles = generation.tiles();
    let near_limits = generation.limits().map_or_else(
        || vec![format!("generated in {tiles} tiles; --check names what is near the limits of the agent")],
        |check| agent_limits::notes(&check),
    );
    let voxels = format!("{triangles} in {width} x {depth} columns of voxels of {size:.3} x {height:.3} m");
    let inside = generation.inside_area;
    let insides = (inside > 0.0)
        .then(|| format!("{inside:.1} m² inside of closed solids are left out; --keep-insides keeps them"));
    [voxels, format!("generated for an agent of {}", settings.agent)]
        .into_iter()
        .chain(settings.warnings())
        .chain(insides)
        .chain(near_limits)
        .collect()
}
