//! `navsmith validate`: issues of the meshes of files, as text, JSON, SARIF or JUnit XML.

mod finding;
mod export;
mod import;
mod level;
mod known;
mod text;
pub mod sarif;
mod junit;

use std::collections::BTreeMap;

use super::args::file::SourceArguments;
use super::args::validate::ValidateArguments;
use super::found::{FoundIssues, narrow_gaps};
use super::levels::Levels;
use super::load::load;
use super::output::plain_count;
use super::{Done, Exit};
use finding::FileFindings;
use navsmith_core::navmesh::Derived;
use navsmith_formats::check::{ISSUE_TYPES, Issue, IssueType, Severity};

pub(super) use export::losses;
use export::losses_of_targets;
pub(super) use finding::Finding;

pub(super) fn run(arguments: &ValidateArguments) -> Result<Done, String> {
    let mut baseline = known::KnownIssues::of(arguments)?;
    let mut files: Vec<FileFindings> =
        arguments.sources().map(|source| validated(&source, arguments)).collect();
    for file in &mut files {
        baseline.mark(file);
    }
    let mut asides: Vec<String> = files.iter().filter_map(|file| file.unreadable.clone()).collect();
    asides.extend(baseline.write(&files)?);
    let exit = files.iter().map(|file| file.exit(arguments.level)).max().unwrap_or(Exit::Found);
    let text = if arguments.json {
        text::json(&files, arguments)?
    } else if arguments.sarif {
        sarif::write(&files, exit, arguments.baseline.is_some())?
    } else if arguments.junit {
        junit::write(&files, arguments.level)
    } else {
        text::text(&files)
    };
    Ok(Done { text, asides, exit, is_written: baseline.is_written() })
}

/// Returns the findings of a file.
fn validated(source: &SourceArguments, arguments: &ValidateArguments) -> FileFindings {
    let mut file = FileFindings { file: source.file.clone(), ..FileFindings::default() };
    let mut loaded = match load(source) {
        Ok(loaded) => loaded,
        Err(why) => return FileFindings { unreadable: Some(why), ..file },
    };
    loaded.document.agent = arguments.agent.or(loaded.document.agent);
    let document = &loaded.document;
    file.agent = document.checked_agent();
    file.agent_sizes = document.worded(file.agent.to_string());
    let derived = Derived::build(&document.mesh);
    let levels = Levels::of(document, &source.file);
    let found = FoundIssues::of(document, &derived, levels.surface.as_deref(), arguments.export());
    file.findings = found.iter().map(|issue| Finding::of(issue, &document.ignored)).collect();
    file.findings.extend(levels.changes(document, &derived).iter().map(level::of_change));
    file.findings.extend(levels.unread.iter().map(level::of_unread));
    file.findings.extend(import::missing(&loaded));
    file.dropped = loaded.report.into();
    file.left_out = loaded.left_out.clone().map(|left_out| document.worded(left_out));
    file.findings.extend(arguments.format.into_iter().flat_map(|format| losses(document, format)));
    if arguments.format.is_none() {
        file.findings.extend(losses_of_targets(document));
    }
    file.is_complete = match arguments.level {
        Severity::Error => !found.mesh.may_lack_errors(),
        Severity::Warning | Severity::Hint => found.stopped().next().is_none(),
    };
    file.narrow_gaps = narrow_gaps(document, &derived, &found.mesh);
    let searches = found.stopped().chain(levels.refused()).chain(found.stopped_in_exports());
    let gaps = file.narrow_gaps.iter().map(|gap| document.worded(gap.to_string()));
    let notes = loaded.notes.iter().map(|note| document.worded(note.clone()));
    file.notes = notes.chain(searches).chain(gaps).collect();
    for finding in &mut file.findings {
        for text in [&mut finding.headline, &mut finding.message] {
            *text = document.worded(std::mem::take(text));
        }
    }
    file.findings.sort_by_key(|finding| (finding.kind.severity, finding.kind.title));
    if arguments.sarif {
        file.lines = finding::lines_of_cells(source);
    }
    file
}

/// Returns all kinds: those of issues, then those of reading, of levels and of exports.
fn all_kinds() -> impl Iterator<Item = &'static IssueType> {
    let others = import::IMPORT_TYPES.into_iter().chain(level::LEVEL_TYPES).chain(export::EXPORT_TYPES);
    ISSUE_TYPES.into_iter().chain(others)
}

/// Issues by kind: errors first, then by title.
pub(super) type ByKind<'a> = BTreeMap<(Severity, &'static str), Vec<&'a Issue>>;

pub(super) fn by_kind<'a>(issues: impl Iterator<Item = &'a Issue>) -> ByKind<'a> {
    let mut kinds = ByKind::new();
    for issue in issues {
        kinds.entry((issue.kind.severity(), issue.kind.title())).or_default().push(issue);
    }
    kinds
}

/// Returns a count with its noun, as `1 error` or `2 errors`.
pub(super) fn counted(count: usize, severity: Severity) -> String {
    let name = severity.name();
    plain_count(count, name, &format!("{name}s"))
}
