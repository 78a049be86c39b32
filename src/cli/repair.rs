//! `navsmith repair`: fixes the issues of a mesh in steps.

mod apart;
mod left;

use glam::Vec3;
use serde::Serialize;

use self::apart::apart_as_written;
use self::left::{ErrorReport, as_written, by_kind};
use super::args::file::{RepairArguments, WriteArguments};
use super::convert::{ConvertTarget, format_of, notes_of, with_notes};
use super::found::{FoundIssues, agent_limits};
use super::levels::Levels;
use super::load::{DroppedContent, load};
use super::output::{in_lines, json_worded, mesh_sizes, place, plain_count, with_clauses, xyz};
use super::progress::shown;
use super::validate::counted;
use super::{Done, Exit};
use navsmith_core::navmesh::Derived;
use navsmith_formats::check::apart::Apart;
use navsmith_formats::check::repair::{
    LeftError, LongerPaths, MeshFigures, RefusedWall, Repair, RepairOptions, StepEffect, WideGaps, percent,
    repair,
};
use navsmith_formats::check::{EngineDistances, IssueKind, Severity};
use navsmith_formats::document::{Document, noun, signed};
use navsmith_formats::level::surface::LevelSurface;

/// Maximum number of places of a step, and of errors of a kind, that the text lists.
const MOST_PLACES: usize = 5;

#[derive(Serialize)]
struct Report {
    /// Maximum distance between a vertex and its original position, in metres.
    tolerance: f32,
    before: Size,
    after: Size,
    steps: Vec<StepReport>,
    /// The errors that are left and not ignored, by kind.
    errors: Vec<ErrorReport>,
    /// The islands, and the pairs of them that nearly touch.
    apart: Apart,
    /// Number of ignored issues.
    ignored: usize,
    /// Whether another repair would change nothing.
    is_complete: bool,
    /// Whether the search for errors stopped early, so that more may be left.
    may_lack_errors: bool,
    /// The short paths at changed cells that became much longer.
    short_paths: LongerPaths,
    /// Clause about the ground that was left out; `null` if there is none.
    left_out: Option<String>,
    /// Ground that reading the file left out although the options do not request it, in clauses.
    missing: Vec<String>,
    dropped: DroppedContent,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Size {
    vertices: usize,
    cells: usize,
    islands: usize,
    /// Area of all cells on the ground in m²; overlaps count twice.
    area: f64,
    /// Ground that cells cover, in m²; overlaps count once.
    covered: f64,
    /// Whether all overlaps are known; otherwise less ground is covered.
    is_covered_exact: bool,
    /// Numbers of issues, as `validate` counts them.
    errors: usize,
    warnings: usize,
    hints: usize,
    /// Whether every search for issues lists all; otherwise there are more.
    has_all_issues: bool,
    /// Number of cells with walls of the level.
    walls_inside: usize,
}

#[derive(Serialize)]
struct StepReport {
    step: &'static str,
    changes: usize,
    left: usize,
    /// Number of gaps left that are wider than the tolerance.
    wide_gaps: usize,
    /// Width of the widest of them, in metres.
    widest_gap: f32,
    #[serde(skip)]
    note: Option<String>,
    ignored: usize,
    /// Number of islands below the area that stay because links are attached to them.
    linked: usize,
    cells: isize,
    islands: isize,
    /// Change of the area of all cells on the ground in m²; overlaps count twice.
    area: f64,
    /// The same in percent of the area before the repair.
    area_percent: f64,
    /// Largest height in metres by which ground was raised or lowered to join cells.
    rise: f32,
    /// Slope in degrees of the steepest cell of the result that was made too steep; 0 if there is none.
    slope: f32,
    places: Vec<[f32; 3]>,
    /// Walls of the level that are left.
    refused: Vec<RefusedReport>,
}

#[derive(Serialize)]
struct RefusedReport {
    at: [f32; 3],
    /// The cell with the wall; `null` for ground between walls.
    cell: Option<u32>,
    message: String,
}

pub(super) fn run(arguments: &RepairArguments) -> Result<Done, String> {
    let out = arguments.out.as_deref().filter(|_| !arguments.is_dry);
    let out = out.map(|out| format_of(out).map(|format| (out, format))).transpose()?;
    let mut loaded = load(&arguments.source)?;
    let mesh = loaded.document.mesh.clone();
    let missing: Vec<String> = loaded.missing().collect();
    // The first line of the report states it.
    let advice = |note: String| match note.split_once("; --max-slope 180") {
        Some((ground, keeps)) if ground.starts_with("left out: ") => Some(format!("--max-slope 180{keeps}")),
        _ => Some(note).filter(|note| !note.starts_with("left out: ")),
    };
    loaded.notes = loaded.notes.into_iter().filter_map(advice).collect();
    let read = Levels::of(&loaded.document, &arguments.source.file);
    loaded.notes.extend(read.notes());
    let surface = read.surface;
    let levels = surface.clone().map(|surface| (surface, agent_limits(&loaded.document)));
    let options = RepairOptions { levels, ..arguments.options(&loaded.document) };
    loaded.notes.extend(options.skipped_on(&mesh));
    let repaired = shown("repairing", |progress| repair(&mesh, &options, mesh.id_counts(), progress));
    let repaired = repaired.map_err(|stopped| stopped.to_string())?;
    let before = Size::of(&loaded.document, &options, surface.as_deref());
    loaded.document = loaded.document.with_mesh(repaired.mesh.clone());
    let after = Size::of(&loaded.document, &options, surface.as_deref());
    let coordinates = arguments.axes.coordinates();
    let how = WriteArguments { is_forced: arguments.is_forced, is_strict: false, json: false };
    let target = out.map(|(out, format)| ConvertTarget { out, format, coordinates, how });
    loaded.notes.extend(after.walls_note());
    let changes =
        target.iter().flat_map(|target| notes_of(&loaded.document, (target.format, target.coordinates)));
    let notes = loaded.notes.iter().cloned().chain(changes).collect();
    let errors = match &target {
        Some(_) => as_written(&repaired, &options),
        None => repaired.errors.clone(),
    };
    let apart = apart_as_written(&loaded.document, &options);
    // The first line states the ground that was left out, not that of the file.
    let read = (loaded.report.into(), loaded.left_out.take(), missing, notes);
    let report = Report::of([before, after], &repaired, (errors, apart, &options), read);
    let exit = Exit::of(report.errors.is_empty() && !report.may_lack_errors && report.missing.is_empty());
    let document = loaded.document.clone();
    let mut done = match target {
        Some(target) => target.write(loaded)?,
        None => Done::found(in_lines(&with_notes(&report.dropped, &report.notes))),
    };
    // The report lists the errors that are left.
    done.text = if arguments.json { json_worded(&document, &report)? } else { report.text() + &done.text };
    Ok(Done { exit, ..done }.worded_by(&document))
}

impl Report {
    fn of(
        [before, after]: [Size; 2],
        repaired: &Repair,
        (errors, apart, options): (Vec<LeftError>, Apart, &RepairOptions),
        (dropped, left_out, missing, notes): (DroppedContent, Option<String>, Vec<String>, Vec<String>),
    ) -> Self {
        let of_step = |effect| StepReport::of(effect, before.area);
        Self {
            tolerance: options.tolerance,
            steps: repaired.effects.iter().map(of_step).collect(),
            before,
            after,
            errors: by_kind(&errors),
            apart,
            ignored: repaired.ignored,
            is_complete: repaired.is_complete,
            may_lack_errors: repaired.may_lack_errors,
            short_paths: repaired.longer_paths,
            left_out,
            missing,
            dropped,
            notes,
        }
    }

    /// Returns the covered ground before and after the repair.
    fn covered(&self) -> String {
        let [before, after] = [&self.before, &self.after].map(|size| size.covered);
        if self.before.is_covered_exact && self.after.is_covered_exact {
            let change = signed(percent(after - before, before), 2);
            return format!("covered ground: {before:.2} m² before, {after:.2} m² after ({change} %)");
        }
        let [before, after] = [&self.before, &self.after].map(Size::covered_text);
        format!("covered ground: {before} before, {after} after, because not all overlaps are known")
    }

    fn text(&self) -> String {
        let mut lines = vec![
            with_clauses(format!("before: {}", self.before.text()), &self.left_out),
            format!("after: {}", self.after.text()),
            self.covered(),
            format!("issues: {} before; {} after", self.before.issues_text(), self.after.issues_text()),
            format!("tolerance: {} m", self.tolerance),
        ];
        lines.extend(self.missing.iter().map(|missing| format!("missing: {missing}")));
        lines.extend(self.steps.iter().flat_map(StepReport::lines));
        lines.extend(self.errors.iter().flat_map(ErrorReport::lines));
        lines.extend(self.apart.lines());
        lines.extend(self.short_paths.line());
        if self.ignored > 0 {
            lines.push(format!("ignored: {}", plain_count(self.ignored, "issue", "issues")));
        }
        if self.may_lack_errors {
            lines.push("note: the search for errors stopped early; more may be left".to_owned());
        }
        if !self.is_complete {
            let has_changed = self.steps.iter().any(|step| step.changes > 0);
            let next =
                if has_changed { "run it again on its result" } else { "another run would change nothing" };
            lines.push(format!("note: the repair stopped early; {next}"));
        }
        in_lines(&lines)
    }
}

impl Size {
    fn of(document: &Document, options: &RepairOptions, surface: Option<&LevelSurface>) -> Self {
        let derived = Derived::build(&document.mesh);
        let limits = options.limits_up_to(options.tolerance);
        let figures = MeshFigures::of(&document.mesh, derived.islands.len(), limits);
        let MeshFigures { vertices, cells, islands, area, covered } = figures;
        let found = FoundIssues::of(document, &derived, surface, (None, EngineDistances::default()));
        let [errors, warnings, hints] = found.counts(document);
        let has_all_issues = found.stopped().chain(found.stopped_in_exports()).next().is_none();
        let walls = found.iter().filter(|issue| issue.kind == IssueKind::WallInside);
        let walls_inside = walls.filter(|issue| !document.ignored.contains(issue)).count();
        let (covered, is_covered_exact) = (covered.area, covered.is_exact);
        Self {
            vertices,
            cells,
            islands,
            area,
            covered,
            is_covered_exact,
            errors,
            warnings,
            hints,
            has_all_issues,
            walls_inside,
        }
    }

    fn walls_note(&self) -> Option<String> {
        let cells = plain_count(self.walls_inside, "cell", "cells");
        (self.walls_inside > 0).then(|| format!("walls are on {cells}; --steps walls cuts them out"))
    }

    fn issues_text(&self) -> String {
        let counts = [self.errors, self.warnings, self.hints].into_iter().zip(Severity::ALL);
        let counts: Vec<String> = counts.map(|(count, severity)| counted(count, severity)).collect();
        let more = if self.has_all_issues { "" } else { ", and more that are not listed" };
        format!("{}{more}", counts.join(", "))
    }

    fn covered_text(&self) -> String {
        let most = if self.is_covered_exact { "" } else { "at most " };
        format!("{most}{:.2} m²", self.covered)
    }

    fn text(&self) -> String {
        let islands = plain_count(self.islands, "island", "islands");
        format!("{}, {islands}, {:.2} m²", mesh_sizes(self.vertices, self.cells), self.area)
    }
}

impl StepReport {
    /// Reports an effect on a mesh that had an area in m² before the repair.
    fn of(effect: &StepEffect, area_before: f64) -> Self {
        Self {
            step: effect.step.name(),
            changes: effect.changes,
            left: effect.left,
            wide_gaps: effect.wide_gaps.count,
            widest_gap: effect.wide_gaps.widest,
            note: (effect.wide_gaps.count > 0).then(|| wide_gaps(effect.wide_gaps)),
            ignored: effect.ignored,
            linked: effect.linked,
            cells: effect.cells,
            islands: effect.islands,
            area: effect.area,
            area_percent: percent(effect.area, area_before),
            rise: effect.rise,
            slope: effect.slope.to_degrees(),
            places: effect.places.iter().map(|&at| xyz(at)).collect(),
            refused: effect.refused.iter().map(RefusedReport::of).collect(),
        }
    }

    fn lines(&self) -> Vec<String> {
        let noted = |count: usize, word: &str| {
            if count > 0 { format!(", {count} {word}") } else { String::new() }
        };
        let left = noted(self.left, "left")
            + &noted(self.ignored, "ignored")
            + &noted(
                self.linked,
                noun(self.linked, "island kept for its links", "islands kept for their links"),
            );
        let changes = plain_count(self.changes, "change", "changes");
        // Rounding raises ground by less.
        let rise =
            if self.rise >= 0.005 { format!(", ground moved {:.2} m", self.rise) } else { String::new() };
        let slope =
            if self.slope > 0.0 { format!(", cells up to {:.0}° steep", self.slope) } else { String::new() };
        let effect = if self.changes > 0 {
            let Self { cells, islands, area, area_percent, .. } = self;
            let area = format!("{} m², {} %", signed(*area, 3), signed(*area_percent, 2));
            format!(" ({cells:+} cells, {islands:+} islands, {area}{rise}{slope})")
        } else {
            String::new()
        };
        let places = self.places.iter().take(MOST_PLACES);
        let places = places.map(|&at| format!("    at {}", place(Vec3::from_array(at))));
        let more = self.places.len().saturating_sub(MOST_PLACES);
        let more = (more > 0).then(|| format!("    and {more} more"));
        let first = format!("  {}: {changes}{left}{effect}", self.step);
        let note = self.note.iter().map(|note| format!("    {note}"));
        let refused = self.refused.iter().map(|RefusedReport { at, message, .. }| {
            format!("    {message}, at {}", place(Vec3::from_array(*at)))
        });
        std::iter::once(first).chain(note).chain(places).chain(more).chain(refused).collect()
    }
}

impl RefusedReport {
    fn of(wall: &RefusedWall) -> Self {
        Self { at: xyz(wall.at), cell: wall.cell.map(|cell| cell.0), message: wall.message.clone() }
    }
}

fn wide_gaps(gaps: WideGaps) -> String {
    format!("{gaps}; --tolerance {} allows them", gaps.tolerance())
}
