//! Issues of a mesh, by kind.

use std::collections::BTreeMap;

use super::output::plain_count;
use crate::document::issues::{Issue, Issues, Severity};
use crate::navmesh::{Derived, NavMesh};

/// Distance below which two vertices or edges of the boundary count as a gap, in metres.
const NEAR: f32 = 0.05;

/// Issues by kind: errors first, then by title.
pub(super) type ByKind<'a> = BTreeMap<(Severity, &'static str), Vec<&'a Issue>>;

pub(super) fn find_issues(mesh: &NavMesh, derived: &Derived) -> Issues {
    Issues::build(mesh, derived, NEAR)
}

pub(super) fn by_kind(issues: &Issues) -> ByKind<'_> {
    let mut kinds = ByKind::new();
    for issue in issues.iter() {
        kinds.entry((issue.kind.severity(), issue.kind.title())).or_default().push(issue);
    }
    kinds
}

pub(super) fn count(issues: &Issues, severity: Severity) -> usize {
    issues.iter().filter(|issue| issue.kind.severity() == severity).count()
}

/// Returns a count with its noun, as `1 error` or `2 errors`.
pub(super) fn counted(count: usize, severity: Severity) -> String {
    let name = severity.name();
    plain_count(count, name, &format!("{name}s"))
}
