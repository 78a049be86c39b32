//! `navsmith report`: a page about a mesh, in one HTML file without scripts.

mod html;
pub mod issues;
mod statistics;

use std::path::{MAIN_SEPARATOR, Path};

use serde::Serialize;

use super::answer::length_text;
use super::args::report::ReportArguments;
use super::args::work::AT_LIMIT;
use super::check::STEPS_OF_QUERY;
use super::found::FoundIssues;
use super::levels::{LevelChange, Levels};
use super::load::{Loaded, load};
use super::output::{in_lines, json, unsaved};
use super::render::RenderCanvas;
use super::validate::{Finding, losses};
use super::{Done, Exit};
use html::{HtmlPicture, Page, paragraph, table};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{FileCoordinates, Vec2};
use navsmith_core::navmesh::{Derived, IslandId};
use navsmith_core::pathfinding::query::{Answer, find_path};
use navsmith_formats::check::{EngineDistances, Issue, Severity};
use navsmith_formats::document::{
    Document, ExportTarget, NamedQuery, Verdict, check_answer, count, thousands,
};
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::{FileRef, Format, relative_to_folder_of};

/// Maximum number of rows of a table, and of the table of islands.
const MOST_ROWS: usize = 1_000;
const MOST_ISLANDS: usize = 20;

/// Sizes of the pictures of the whole mesh and of an issue.
const WHOLE: Vec2 = Vec2::new(1000.0, 640.0);
const DETAIL: Vec2 = Vec2::new(480.0, 320.0);

#[derive(Serialize)]
struct Reported {
    bytes: usize,
    issues: usize,
    pictures: usize,
    /// Number of queries that were left out at the limit of steps.
    stopped_queries: usize,
    notes: Vec<String>,
}

/// What a page is about.
struct Subject {
    loaded: Loaded,
    derived: Derived,
    /// The errors first, then by title.
    issues: Vec<Issue>,
    /// Contents that the export does not store.
    losses: Vec<Finding>,
    /// Whether there may be more issues than the listed ones.
    has_more: bool,
    notes: Vec<String>,
}

pub(super) fn run(arguments: &ReportArguments) -> Result<Done, String> {
    let out = &arguments.out;
    let loaded = load(&arguments.source)?;
    let mut protected = loaded.protected.clone();
    protected.files.append(&mut protected.replaceable);
    protected.check(out).map_err(|error| error.to_string())?;
    if !arguments.is_forced && !html::can_replace(out) {
        let shown = out.display();
        return Err(format!(
            "{shown} was not replaced: it is no report of navsmith; --force replaces it, or write to another file"
        ));
    }
    let left_out = loaded.left_out_line();
    let subject = Subject::of(loaded, arguments);
    let (text, reported) = page(&subject, arguments)?;
    let options = SaveOptions { is_forced: arguments.is_forced, ..SaveOptions::default() };
    let saved = save(out, text.as_bytes(), &options).map_err(|error| unsaved(&error))?;
    let printed = if arguments.json {
        json(&reported)?
    } else {
        let issues = count(reported.issues, "issue", "issues");
        let pictures = count(reported.pictures, "picture", "pictures");
        let mut lines = vec![format!("wrote {}: {issues}, {pictures}", out.display())];
        lines.extend(reported.notes.iter().map(|note| format!("note: {note}")));
        in_lines(&lines)
    };
    let asides = saved.warning(out).into_iter().chain(left_out).collect();
    let exit = Exit::of(reported.stopped_queries == 0);
    Ok(Done { asides, exit, is_written: true, ..Done::found(printed) })
}

impl Subject {
    fn of(loaded: Loaded, arguments: &ReportArguments) -> Self {
        let document = &loaded.document;
        let derived = Derived::build(&document.mesh);
        let levels = Levels::of(document, &arguments.source.file);
        let found = FoundIssues::of(
            document,
            &derived,
            levels.surface.as_deref(),
            (arguments.format, EngineDistances::default()),
        );
        let is_listed = |issue: &&Issue| !document.ignored.contains(issue);
        let mut issues: Vec<Issue> = found.iter().filter(is_listed).cloned().collect();
        let ignored = found.iter().count() - issues.len();
        let ignored = (ignored > 0).then(|| format!("{} ignored", count(ignored, "issue is", "issues are")));
        issues.sort_by_key(|issue| (issue.kind.severity(), issue.kind.title()));
        let losses = arguments.format.into_iter().flat_map(|format| losses(document, format)).collect();
        let stopped: Vec<String> = found.stopped().chain(found.stopped_in_exports()).collect();
        let has_more = !stopped.is_empty();
        let changes = levels.changes(document, &derived);
        let notes = loaded.notes.iter().cloned().chain(stopped).chain(levels.notes()).chain(ignored);
        let notes = notes.chain(changes.iter().map(LevelChange::line)).collect();
        Self { loaded, derived, issues, losses, has_more, notes }
    }

    /// Returns the number of issues and losses of each severity, the worst first.
    fn counts(&self) -> [usize; Severity::ALL.len()] {
        let mut counts = Severity::counts(self.issues.iter());
        for loss in &self.losses {
            counts[loss.kind.severity as usize] += 1;
        }
        counts
    }
}

/// Returns the text of the page.
fn page(subject: &Subject, arguments: &ReportArguments) -> Result<(String, Reported), String> {
    let mut notes = subject.notes.clone();
    let file = &arguments.source.file;
    let mut canvas = RenderCanvas::of(exported(&subject.loaded.document, arguments.format), file, &mut notes);
    let name = file.file_name().filter(|_| file.is_absolute()).unwrap_or(file.as_os_str());
    let name = name.display().to_string();
    let mut page = Page::new(&format!("Navigation mesh {name}"));
    page.section("Summary", &summary(subject));
    let bounds = subject.loaded.document.mesh.bounds();
    if !bounds.is_empty() {
        let whole = canvas.picture(&bounds, WHOLE, &mut notes);
        let title = "The whole mesh from above";
        page.section("Mesh", &HtmlPicture::of(&whole, title)?.figure(title));
    }
    let pictured = issues::with_picture(&subject.issues, usize::from(arguments.pictures));
    page.section("Issues", &issues::tables(&subject.issues, &pictured, subject.has_more));
    if !pictured.is_empty() {
        let mut figures = String::new();
        for (number, &index) in (1..).zip(&pictured) {
            let issue = &subject.issues[index];
            let picture = canvas.picture_of_issue(issue, DETAIL, &mut notes);
            figures += &issues::figure(&picture, issue, number)?;
        }
        page.section("Pictures of issues", &issues::gallery(&figures));
    }
    if let Some(format) = arguments.format {
        page.section(&format!("Export as {}", format.name), &lost(&subject.losses));
    }
    page.section(
        "Statistics",
        &statistics::measures(&subject.loaded.document.mesh, &subject.derived.adjacency),
    );
    page.section("Islands", &islands(subject));
    let (queries, stopped_queries) = queries(subject, arguments.work.budget());
    page.section("Queries", &queries);
    if stopped_queries > 0 {
        notes.push(format!("{}: {AT_LIMIT}", count(stopped_queries, "query left out", "queries left out")));
    }
    notes.dedup();
    let notes: Vec<String> = notes.iter().map(|note| with_short_paths(note, subject, file)).collect();
    if !notes.is_empty() {
        page.section("Notes", &notes.iter().map(|note| paragraph(note)).collect::<String>());
    }
    let text = page.finish();
    let issues = subject.issues.len() + subject.losses.len();
    let reported = Reported { bytes: text.len(), issues, pictures: pictured.len(), stopped_queries, notes };
    Ok((text, reported))
}

/// Returns a note with paths that are relative to the folder of the document.
///
/// Absolute paths reveal the user's name, and pages are shared.
fn with_short_paths(note: &str, subject: &Subject, file: &Path) -> String {
    let levels = subject.loaded.document.levels.iter().map(|level| level.file.as_str());
    let levels = levels.filter(|level| Path::new(level).is_absolute());
    let mut note = levels.fold(note.to_owned(), |note, level| {
        let relative = relative_to_folder_of(Path::new(level), file);
        let name = || Path::new(level).file_name().unwrap_or_default().display().to_string();
        note.replace(level, &relative.unwrap_or_else(name))
    });
    let folders = [std::path::absolute(file).ok(), std::fs::canonicalize(file).ok()];
    for folder in folders.iter().flatten().filter_map(|file| file.parent()) {
        note = note.replace(&format!("{}{MAIN_SEPARATOR}", folder.display()), "");
    }
    note
}

fn summary(subject: &Subject) -> String {
    let Subject { loaded, derived, .. } = subject;
    let mesh = &loaded.document.mesh;
    let area: f64 = derived.islands.all().iter().map(|island| island.area).sum();
    let size = mesh.bounds().size();
    let mut rows = vec![
        vec!["Format".into(), loaded.format.into()],
        vec!["Vertices".into(), thousands(mesh.vertex_count())],
        vec!["Cells".into(), thousands(mesh.cell_count())],
        vec!["Links".into(), thousands(mesh.link_count())],
        vec!["Islands".into(), thousands(derived.islands.all().len())],
        vec!["Area".into(), square_metres(area)],
    ];
    if !mesh.bounds().is_empty() {
        let size = format!("{:.2} m along X, {:.2} m along Y, {:.2} m along Z", size.x, size.y, size.z);
        rows.push(vec!["Size".into(), size]);
    }
    let counts = Severity::ALL.into_iter().zip(subject.counts()).map(|(severity, number)| {
        let name = severity.name();
        count(number, name, &format!("{name}s"))
    });
    let at_least = if subject.has_more { "at least " } else { "" };
    rows.push(vec!["Issues".into(), format!("{at_least}{}", counts.collect::<Vec<_>>().join(", "))]);
    table(&["Property", "Value"], rows.into_iter(), "")
}

/// Returns a document whose only export target has a format, so that its issues are drawn.
///
/// Without a format, the targets stay.
fn exported(document: &Document, format: Option<&'static Format>) -> Document {
    let Some(format) = format else { return document.clone() };
    let target = ExportTarget {
        file: FileRef::from("exported").in_format(format).to_string(),
        coordinates: FileCoordinates::default(),
        runs_on_save: false,
    };
    Document { exports: vec![target].into(), ..document.clone() }
}

/// Returns a table of what an export does not store, and what programs change when they read it.
fn lost(found: &[Finding]) -> String {
    let rows = found.iter().take(MOST_ROWS).map(|finding| {
        vec![finding.kind.severity.name().into(), finding.message.clone(), finding.kind.remedy.into()]
    });
    table(&["Severity", "Finding", "Remedy"], rows, "The format stores all.")
        + &listed(found.len(), MOST_ROWS, "findings")
}

fn islands(subject: &Subject) -> String {
    let mut islands: Vec<_> = (0..).map(IslandId).zip(subject.derived.islands.all()).collect();
    islands.sort_by(|(_, one), (_, other)| other.area.total_cmp(&one.area));
    let rows = islands.iter().take(MOST_ISLANDS).map(|(id, island)| {
        let centre = super::output::place(island.bounds.center());
        vec![id.to_string(), square_metres(island.area), thousands(island.cells), centre]
    });
    table(&["Island", "Area", "Cells", "Middle"], rows, "The mesh has no cells.")
        + &listed(islands.len(), MOST_ISLANDS, "islands")
}

/// Returns an area with two decimals, and with its thousands separated.
fn square_metres(area: f64) -> String {
    let hundredths = (area * 100.0).round() as usize;
    format!("{}.{:02} m²", thousands(hundredths / 100), hundredths % 100)
}

/// Returns the table of the queries, and the number of those that were left out at the limit of steps.
fn queries(subject: &Subject, mut budget: Budget) -> (String, usize) {
    let document = &subject.loaded.document;
    let asked = document.queries.iter().filter(|query| query.question().is_some());
    let mut left_out = 0;
    let rows = asked.clone().take(MOST_ROWS).map(|query| {
        if budget.is_exhausted() {
            left_out += 1;
            return vec![query.name.clone(), AT_LIMIT.into(), String::new(), String::new()];
        }
        let question = query.question();
        let answer = question.map(|question| find_path(&document.mesh, &subject.derived, &question));
        // A request that fails ends the next query.
        let _ = budget.step(STEPS_OF_QUERY + answer.as_ref().map_or(0, |answer| answer.total_expanded));
        let expected = query.expected.as_ref().map_or_else(String::new, ToString::to_string);
        vec![query.name.clone(), result(answer.as_ref()), expected, verdict(query, answer.as_ref())]
    });
    let rows: Vec<_> = rows.collect();
    let head = ["Query", "Result", "Expected", "Comparison"];
    let text = table(&head, rows.into_iter(), "The document has no queries.");
    (text + &listed(asked.count(), MOST_ROWS, "queries"), left_out)
}

fn result(answer: Option<&Answer>) -> String {
    let why = answer.and_then(Answer::why).map(ToString::to_string);
    let length = answer.and_then(Answer::path).map(length_text);
    match (length, why) {
        (Some(length), None) => length,
        (Some(length), Some(why)) => format!("{length}, partial: {why}"),
        (None, why) => format!("no path: {}", why.unwrap_or_default()),
    }
}

fn verdict(query: &NamedQuery, answer: Option<&Answer>) -> String {
    match check_answer(query, answer) {
        Verdict::Unchecked | Verdict::Awaited => String::new(),
        Verdict::Holds => "as expected".into(),
        Verdict::Differs { reasons } => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            format!("differs: {}", reasons.join(" "))
        }
    }
}

/// Returns a sentence if a table is not complete.
fn listed(total: usize, most: usize, what: &str) -> String {
    if total <= most {
        return String::new();
    }
    paragraph(&format!("{} of {} {what} are listed.", thousands(most), thousands(total)))
}
