//! `navsmith repair`: fixes the issues of a mesh in steps.

use glam::Vec3;
use serde::Serialize;

use super::args::file::RepairArguments;
use super::convert::{Target, format_of};
use super::load::load;
use super::output::{in_lines, json, mesh_sizes, place, plain_count, xyz};
use super::{Done, Exit};
use crate::document::issues::Issues;
use crate::document::repair::{Repair, StepEffect, covered_area, repair};
use crate::navmesh::{Derived, NavMesh};
use crate::progress::Progress;

/// Maximum number of places of a step that the text lists.
const MOST_PLACES: usize = 5;

#[derive(Serialize)]
struct Report {
    /// Maximum distance between a vertex and its original position, in metres.
    tolerance: f32,
    before: Size,
    after: Size,
    steps: Vec<StepReport>,
    /// The errors that are left, by kind.
    errors: Vec<ErrorReport>,
    is_complete: bool,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Size {
    vertices: usize,
    cells: usize,
    islands: usize,
    /// Area on the ground in m²; overlaps count once.
    area: f64,
}

#[derive(Serialize)]
struct StepReport {
    step: &'static str,
    changes: usize,
    left: usize,
    cells: isize,
    islands: isize,
    /// Change of the area in m²; overlaps count twice.
    area: f64,
    places: Vec<[f32; 3]>,
}

#[derive(Serialize)]
struct ErrorReport {
    kind: &'static str,
    #[serde(skip)]
    title: &'static str,
    count: usize,
}

pub(super) fn run(arguments: &RepairArguments) -> Result<Done, String> {
    let out = arguments.out.as_deref().filter(|_| !arguments.is_dry);
    let out = out.map(|out| format_of(out).map(|format| (out, format))).transpose()?;
    let mut loaded = load(&arguments.source)?;
    let mesh = loaded.document.mesh.clone();
    let options = arguments.options(&mesh);
    let repaired = repair(&mesh, &options, mesh.id_counts(), &Progress::none());
    let repaired = repaired.map_err(|stopped| stopped.to_string())?;
    loaded.document.mesh = repaired.mesh.clone();
    let report = Report::of(&mesh, &repaired, options.tolerance, loaded.notes.clone());
    let exit = Exit::of(report.errors.is_empty() && report.is_complete);
    let mut done = match out {
        Some((out, format)) => {
            let (coordinates, is_forced) = (arguments.axes.coordinates(), arguments.is_forced);
            Target { out, format, coordinates, is_forced, is_strict: false, json: false }.write(loaded)?
        }
        None => Done::found(String::new()),
    };
    // The report lists the errors that are left.
    done.text = if arguments.json { json(&report)? } else { report.text() + &done.text };
    Ok(Done { exit, ..done })
}

impl Report {
    fn of(before: &NavMesh, repaired: &Repair, tolerance: f32, notes: Vec<String>) -> Self {
        let errors = repaired.errors.iter().map(|&(kind, count)| ErrorReport {
            kind: kind.name,
            title: kind.title,
            count,
        });
        Self {
            tolerance,
            before: Size::of(before, tolerance),
            after: Size::of(&repaired.mesh, tolerance),
            steps: repaired.effects.iter().map(StepReport::of).collect(),
            errors: errors.collect(),
            is_complete: repaired.is_complete,
            notes,
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![
            format!("before: {}", self.before.text()),
            format!("after: {}", self.after.text()),
            format!("tolerance: {} m", self.tolerance),
        ];
        for step in &self.steps {
            lines.extend(step.lines());
        }
        for ErrorReport { title, count, .. } in &self.errors {
            lines.push(format!("left: {title}: {count}"));
        }
        if !self.is_complete {
            lines.push("note: the repair stopped early; run it again on its result".to_owned());
        }
        in_lines(&lines)
    }
}

impl Size {
    fn of(mesh: &NavMesh, tolerance: f32) -> Self {
        let derived = Derived::build(mesh);
        let area = covered_area(mesh, &Issues::build(mesh, &derived, tolerance));
        let (vertices, cells) = (mesh.vertex_count(), mesh.cell_count());
        Self { vertices, cells, islands: derived.islands.len(), area }
    }

    fn text(&self) -> String {
        let islands = plain_count(self.islands, "island", "islands");
        format!("{}, {islands}, {:.2} m²", mesh_sizes(self.vertices, self.cells), self.area)
    }
}

impl StepReport {
    fn of(effect: &StepEffect) -> Self {
        Self {
            step: effect.step.name(),
            changes: effect.changes,
            left: effect.left,
            cells: effect.cells,
            islands: effect.islands,
            area: effect.area,
            places: effect.places.iter().map(|&at| xyz(at)).collect(),
        }
    }

    fn lines(&self) -> Vec<String> {
        let left = if self.left > 0 { format!(", {} left", self.left) } else { String::new() };
        let changes = plain_count(self.changes, "change", "changes");
        let effect = if self.changes > 0 {
            format!(" ({:+} cells, {:+} islands, {:+.3} m²)", self.cells, self.islands, self.area)
        } else {
            String::new()
        };
        let places = self.places.iter().take(MOST_PLACES);
        let places = places.map(|&at| format!("    at {}", place(Vec3::from_array(at))));
        let more = self.places.len().saturating_sub(MOST_PLACES);
        let more = (more > 0).then(|| format!("    and {more} more"));
        let first = format!("  {}: {changes}{left}{effect}", self.step);
        std::iter::once(first).chain(places).chain(more).collect()
    }
}
