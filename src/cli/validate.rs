//! `navsmith validate`: issues of the meshes of files.

use std::collections::BTreeMap;

use serde::Serialize;

use super::args::file::{Source, ValidateArguments};
use super::levels::agent_issues;
use super::load::load;
use super::output::{in_lines, json, place, plain_count, xyz};
use super::{Done, Exit};
use crate::document::issues::{Issue, IssueKind, Issues, Severity};
use crate::navmesh::{Derived, NavMesh};

#[derive(Serialize)]
struct Report {
    errors: usize,
    warnings: usize,
    hints: usize,
    unreadable: usize,
    files: Vec<FileReport>,
}

#[derive(Default, Serialize)]
struct FileReport {
    file: String,
    /// Reason why the file cannot be read; `null` if it can.
    unreadable: Option<String>,
    errors: usize,
    warnings: usize,
    hints: usize,
    /// Whether every search for errors was completed.
    is_complete: bool,
    kinds: Vec<KindReport>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct KindReport {
    kind: &'static str,
    #[serde(skip)]
    title: &'static str,
    severity: &'static str,
    count: usize,
    issues: Vec<IssueReport>,
}

#[derive(Serialize)]
struct IssueReport {
    #[serde(skip)]
    headline: String,
    /// Description, its consequence, and what to do.
    message: String,
    at: [f32; 3],
    /// Cells by their index in the file, unless it was welded.
    cells: Vec<u32>,
    vertices: Vec<u32>,
    /// Edges by the ids of their vertices.
    edges: Vec<[u32; 2]>,
    /// Link; `null` for an issue without one.
    link: Option<u32>,
    /// Distance stated in the message, in metres; `null` without one.
    distance: Option<f32>,
}

pub(super) fn run(arguments: &ValidateArguments) -> Result<Done, String> {
    let files: Vec<FileReport> = arguments.sources().map(|source| FileReport::of(&source)).collect();
    let exit = files.iter().map(FileReport::exit).max().unwrap_or(Exit::Found);
    let asides = files.iter().filter_map(|file| file.unreadable.clone()).collect();
    let text = if arguments.json {
        json(&Report {
            errors: files.iter().map(|file| file.errors).sum(),
            warnings: files.iter().map(|file| file.warnings).sum(),
            hints: files.iter().map(|file| file.hints).sum(),
            unreadable: files.iter().filter(|file| file.unreadable.is_some()).count(),
            files,
        })?
    } else {
        files.iter().filter(|file| file.unreadable.is_none()).map(FileReport::text).collect()
    };
    Ok(Done { text, asides, exit, is_written: false })
}

impl FileReport {
    fn of(source: &Source) -> Self {
        let file = source.file.display().to_string();
        let loaded = match load(source) {
            Ok(loaded) => loaded,
            Err(why) => return Self { file, unreadable: Some(why), ..Self::default() },
        };
        let mesh = &loaded.document.mesh;
        let derived = Derived::build(mesh);
        let issues = find_issues(mesh, &derived);
        let (of_levels, unread) = agent_issues(&loaded.document, &derived, &source.file);
        let all: Vec<&Issue> = issues.iter().chain(of_levels.iter()).collect();
        Self {
            file,
            unreadable: None,
            errors: count(all.iter().copied(), Severity::Error),
            warnings: count(all.iter().copied(), Severity::Warning),
            hints: count(all.iter().copied(), Severity::Hint),
            is_complete: !issues.may_lack_errors(),
            kinds: kinds(all.iter().copied()),
            notes: issues.stopped().chain(of_levels.stopped()).chain(unread).collect(),
        }
    }

    fn exit(&self) -> Exit {
        match &self.unreadable {
            Some(_) => Exit::Bad,
            None => Exit::of(self.errors == 0 && self.is_complete),
        }
    }

    fn text(&self) -> String {
        let [errors, warnings, hints] = [
            (self.errors, Severity::Error),
            (self.warnings, Severity::Warning),
            (self.hints, Severity::Hint),
        ]
        .map(|(count, severity)| counted(count, severity));
        let hints = if self.hints == 0 { String::new() } else { format!(", {hints}") };
        let mut lines = vec![format!("{}: {errors}, {warnings}{hints}", self.file)];
        for kind in &self.kinds {
            lines.push(format!("  {}: {}: {}", kind.severity, kind.title, kind.count));
            let line = |issue: &IssueReport| format!("    {}, at {}", issue.headline, place(issue.at.into()));
            lines.extend(kind.issues.iter().map(line));
        }
        lines.extend(self.notes.iter().map(|note| format!("  note: {note}")));
        in_lines(&lines)
    }
}

fn kinds<'a>(issues: impl Iterator<Item = &'a Issue>) -> Vec<KindReport> {
    let kinds = by_kind(issues).into_iter().filter_map(|((severity, title), issues)| {
        Some(KindReport {
            kind: issues.first()?.kind.name(),
            title,
            severity: severity.name(),
            count: issues.len(),
            issues: issues.into_iter().map(IssueReport::of).collect(),
        })
    });
    kinds.collect()
}

impl IssueReport {
    fn of(issue: &Issue) -> Self {
        Self {
            headline: issue.headline(),
            message: issue.describe(),
            at: xyz(issue.at),
            cells: issue.cells.iter().map(|cell| cell.0).collect(),
            vertices: issue.vertices.iter().map(|vertex| vertex.0).collect(),
            edges: issue.edges.iter().map(|edge| edge.ends().map(|end| end.0)).collect(),
            link: match issue.kind {
                IssueKind::Unattached(link, _) | IssueKind::Crowded(link, _) => Some(link.0),
                _ => None,
            },
            distance: issue.distance,
        }
    }
}

/// Distance below which two vertices or edges of the boundary count as a gap, in metres.
const NEAR: f32 = 0.05;

/// Issues by kind: errors first, then by title.
pub(super) type ByKind<'a> = BTreeMap<(Severity, &'static str), Vec<&'a Issue>>;

pub(super) fn find_issues(mesh: &NavMesh, derived: &Derived) -> Issues {
    Issues::build(mesh, derived, NEAR)
}

pub(super) fn by_kind<'a>(issues: impl Iterator<Item = &'a Issue>) -> ByKind<'a> {
    let mut kinds = ByKind::new();
    for issue in issues {
        kinds.entry((issue.kind.severity(), issue.kind.title())).or_default().push(issue);
    }
    kinds
}

pub(super) fn count<'a>(issues: impl Iterator<Item = &'a Issue>, severity: Severity) -> usize {
    issues.filter(|issue| issue.kind.severity() == severity).count()
}

/// Returns a count with its noun, as `1 error` or `2 errors`.
pub(super) fn counted(count: usize, severity: Severity) -> String {
    let name = severity.name();
    plain_count(count, name, &format!("{name}s"))
}
