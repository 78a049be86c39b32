//! Findings as text and as JSON.

use serde::Serialize;

use super::counted;
use super::finding::{FileFindings, Finding};
use crate::cli::args::validate::ValidateArguments;
use crate::cli::found::AgentSizes;
use crate::cli::load::DroppedContent;
use crate::cli::output::{in_lines, json as line_of, place, with_clauses, xyz};
use navsmith_formats::check::Severity;
use navsmith_formats::check::apart::NarrowGap;

#[derive(Serialize)]
struct Report<'a> {
    /// Least severity of the issues that give exit code 1.
    level: &'static str,
    /// Format whose losses are listed; `null` without one.
    #[serde(rename = "as")]
    format: Option<&'static str>,
    errors: usize,
    warnings: usize,
    hints: usize,
    known: usize,
    ignored: usize,
    unreadable: usize,
    files: Vec<FileReport<'a>>,
}

#[derive(Serialize)]
struct FileReport<'a> {
    file: String,
    /// Reason why the file cannot be read; `null` if it can.
    unreadable: Option<&'a str>,
    /// Clause about the ground that was left out; `null` if there is none.
    left_out: Option<&'a str>,
    dropped: &'a DroppedContent,
    /// The agent for which the file was checked; lengths in metres.
    agent: AgentSizes,
    /// Numbers of issues that neither the baseline nor the document lists.
    errors: usize,
    warnings: usize,
    hints: usize,
    /// Number of issues that the baseline lists.
    known: usize,
    /// Number of issues that the document ignores.
    ignored: usize,
    /// Whether every search for issues of the level was completed.
    is_complete: bool,
    kinds: Vec<KindReport<'a>>,
    /// Narrow gaps between islands, which a repair with a larger tolerance joins.
    narrow_gaps: &'a [NarrowGap],
    notes: &'a [String],
}

#[derive(Serialize)]
struct KindReport<'a> {
    kind: &'static str,
    severity: &'static str,
    count: usize,
    issues: Vec<IssueReport<'a>>,
}

#[derive(Serialize)]
struct IssueReport<'a> {
    /// Description, its consequence, and what to do.
    message: &'a str,
    /// Position; `null` for an issue of the whole file.
    at: Option<[f32; 3]>,
    /// Cells by their index in the file, unless it was welded.
    cells: Vec<u32>,
    vertices: Vec<u32>,
    /// Edges by the ids of their vertices.
    edges: Vec<[u32; 2]>,
    /// Link; `null` for an issue without one.
    link: Option<u32>,
    /// Distance stated in the message, in metres; `null` without one.
    distance: Option<f32>,
    /// Whether the baseline lists the issue.
    is_known: bool,
    /// Whether the document ignores the issue.
    is_ignored: bool,
}

/// Returns the findings as JSON.
pub(super) fn json(files: &[FileFindings], arguments: &ValidateArguments) -> Result<String, String> {
    let total = |severity| files.iter().map(|file| file.count(severity)).sum();
    line_of(&Report {
        level: arguments.level.name(),
        format: arguments.format.map(|format| format.name),
        errors: total(Severity::Error),
        warnings: total(Severity::Warning),
        hints: total(Severity::Hint),
        known: files.iter().map(FileFindings::known).sum(),
        ignored: files.iter().map(FileFindings::ignored).sum(),
        unreadable: files.iter().filter(|file| file.unreadable.is_some()).count(),
        files: files.iter().map(FileReport::of).collect(),
    })
}

impl<'a> FileReport<'a> {
    fn of(file: &'a FileFindings) -> Self {
        let kinds = by_kind(&file.findings).map(|findings| KindReport {
            kind: findings[0].kind.name,
            severity: findings[0].kind.severity.name(),
            count: findings.len(),
            issues: findings.iter().map(IssueReport::of).collect(),
        });
        Self {
            file: file.file.display().to_string(),
            unreadable: file.unreadable.as_deref(),
            left_out: file.left_out.as_deref(),
            dropped: &file.dropped,
            agent: AgentSizes::of(&file.agent),
            errors: file.count(Severity::Error),
            warnings: file.count(Severity::Warning),
            hints: file.count(Severity::Hint),
            known: file.known(),
            ignored: file.ignored(),
            is_complete: file.is_complete,
            kinds: kinds.collect(),
            narrow_gaps: &file.narrow_gaps,
            notes: &file.notes,
        }
    }
}

impl<'a> IssueReport<'a> {
    fn of(finding: &'a Finding) -> Self {
        Self {
            message: &finding.message,
            at: finding.at.map(xyz),
            cells: finding.cells.iter().map(|cell| cell.0).collect(),
            vertices: finding.vertices.iter().map(|vertex| vertex.0).collect(),
            edges: finding.edges.iter().map(|edge| edge.ends().map(|end| end.0)).collect(),
            link: finding.link,
            distance: finding.distance,
            is_known: finding.is_known,
            is_ignored: finding.is_ignored,
        }
    }
}

/// Returns the findings of each kind; none of the slices is empty.
pub(super) fn by_kind(findings: &[Finding]) -> impl Iterator<Item = &[Finding]> {
    findings.chunk_by(|one, other| one.kind.name == other.kind.name)
}

/// Returns the new findings of readable files as text.
pub(super) fn text(files: &[FileFindings]) -> String {
    files.iter().filter(|file| file.unreadable.is_none()).map(of_file).collect()
}

fn of_file(file: &FileFindings) -> String {
    let [errors, warnings, hints] =
        Severity::ALL.map(|severity| (file.count(severity), counted(file.count(severity), severity)));
    let of_hints = if hints.0 > 0 { format!(", {}", hints.1) } else { String::new() };
    let [known, ignored] = [(file.known(), "known"), (file.ignored(), "ignored")]
        .map(|(count, name)| if count > 0 { format!("; {count} {name}") } else { String::new() });
    let (name, errors, warnings) = (file.file.display(), errors.1, warnings.1);
    let counts = format!("{name}: {errors}, {warnings}{of_hints}{known}{ignored}");
    let mut lines = vec![with_clauses(counts, &file.left_out)];
    for findings in by_kind(&file.findings) {
        let severity = findings[0].kind.severity.name();
        lines.extend(lines_of(findings.iter().filter(|finding| finding.is_new()), severity));
    }
    for findings in by_kind(&file.findings) {
        lines.extend(lines_of(findings.iter().filter(|finding| finding.is_ignored), "ignored"));
    }
    lines.push(format!("  agent: {}", file.agent_sizes));
    lines.extend(file.notes.iter().map(|note| format!("  note: {note}")));
    in_lines(&lines)
}

/// Returns lines with the number and the places of findings of one kind; none without findings.
fn lines_of<'a>(findings: impl Iterator<Item = &'a Finding>, status: &str) -> Vec<String> {
    let findings: Vec<&Finding> = findings.collect();
    let head = findings.first().map(|first| format!("  {status}: {}: {}", first.kind.title, findings.len()));
    head.into_iter().chain(findings.iter().map(|finding| format!("    {}", line(finding)))).collect()
}

/// Returns the first line of a finding, with its position.
pub(super) fn line(finding: &Finding) -> String {
    match finding.at {
        Some(at) => format!("{}, at {}", finding.headline, place(at)),
        None => finding.headline.clone(),
    }
}
