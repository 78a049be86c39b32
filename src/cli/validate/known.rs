//! The baseline of known issues.

use std::path::{Path, PathBuf};

use super::finding::FileFindings;
use crate::cli::args::validate::ValidateArguments;
use crate::cli::output::plain_count;
use navsmith_formats::document::identity::UnmatchedIssues;
use navsmith_formats::io::baseline::Baseline;
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::{file, relative_to_folder_of};

/// Baseline to compare with, or to write.
pub(super) enum KnownIssues {
    /// There is none.
    None,
    /// It does not exist, so no finding is known.
    Missing(PathBuf),
    /// Findings in it are known.
    Read(PathBuf, Baseline),
    /// It gets all findings.
    Written(PathBuf, Baseline),
}

impl KnownIssues {
    /// Reads the baseline that the arguments name, if any. A new project does not have one yet.
    pub(super) fn of(arguments: &ValidateArguments) -> Result<Self, String> {
        let Some(path) = arguments.baseline.clone() else { return Ok(Self::None) };
        let shown = path.display().to_string();
        if arguments.write_baseline && !path.exists() {
            return Ok(Self::Written(path, Baseline::default()));
        }
        if !path.exists() {
            return Ok(Self::Missing(path));
        }
        let bytes = file::read(&path, file::CAP).map_err(|error| error.to_string())?;
        let baseline = Baseline::read(&bytes).map_err(|why| format!("{shown}, {why}"))?;
        Ok(if arguments.write_baseline { Self::Written(path, baseline) } else { Self::Read(path, baseline) })
    }

    pub(super) fn is_written(&self) -> bool {
        matches!(self, Self::Written(..))
    }

    /// Marks the known findings of a file, and adds a note about known ones that no longer exist.
    pub(super) fn mark(&self, file: &mut FileFindings) {
        let (path, baseline) = match self {
            Self::None | Self::Missing(_) => return,
            Self::Written(..) => {
                file.findings.iter_mut().for_each(|finding| finding.is_known = true);
                return;
            }
            Self::Read(path, baseline) => (path, baseline),
        };
        let known = baseline.files.get(&name(file, path)).map_or(&[][..], Vec::as_slice);
        let mut unmatched = UnmatchedIssues::of(known);
        for finding in &mut file.findings {
            finding.is_known = unmatched.take(&finding.identity());
        }
        for finding in file.findings.iter_mut().filter(|finding| !finding.is_known) {
            finding.is_known = unmatched.take_beside(&finding.identity());
        }
        if !unmatched.is_empty() && file.unreadable.is_none() {
            let gone =
                plain_count(unmatched.len(), "known issue was not found", "known issues were not found");
            file.notes.push(format!("{gone}; --write-baseline removes them from the baseline"));
        }
    }

    /// Writes the findings of all files, if requested; returns messages about the baseline.
    pub(super) fn write(&mut self, files: &[FileFindings]) -> Result<Vec<String>, String> {
        let (path, baseline) = match self {
            Self::Written(path, baseline) => (path, baseline),
            Self::Missing(path) => {
                let shown = path.display();
                return Ok(vec![format!(
                    "{shown} does not exist, so all issues are new; --write-baseline writes it"
                )]);
            }
            Self::None | Self::Read(..) => return Ok(Vec::new()),
        };
        let shown = path.display();
        if files.iter().any(|file| file.unreadable.is_some()) {
            return Ok(vec![format!("{shown} was not written, because a file cannot be read")]);
        }
        let mut total = 0;
        for file in files {
            let listed = file.findings.iter().filter(|finding| !finding.is_ignored);
            let issues: Vec<_> = listed.map(super::Finding::identity).collect();
            total += issues.len();
            baseline.files.insert(name(file, path), issues);
        }
        let text = baseline.write().map_err(|error| format!("{shown}: {error}"))?;
        let saved = save(path, text.as_bytes(), &SaveOptions::default())
            .map_err(|error| format!("{error}; give another file to --baseline"))?;
        let issues = plain_count(total, "known issue", "known issues");
        Ok([format!("wrote {shown}: {issues}")].into_iter().chain(saved.warning(path)).collect())
    }
}

/// Returns the name of a file in a baseline.
fn name(file: &FileFindings, baseline: &Path) -> String {
    relative_to_folder_of(&file.file, baseline).unwrap_or_else(|| file.file.display().to_string())
}
