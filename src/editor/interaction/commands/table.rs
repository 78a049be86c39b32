//! Table of commands as one array, and as text.

use std::fmt::Write as _;

use super::{CommandGroup, Spec, TABLE};

pub(super) const fn count(groups: &[(CommandGroup, &[Spec])]) -> usize {
    let (mut group, mut rows) = (0, 0);
    while group < groups.len() {
        rows += groups[group].1.len();
        group += 1;
    }
    rows
}

/// Returns the rows of all groups, `N` in total, in one array.
pub(super) const fn joined<const N: usize>(groups: &[(CommandGroup, &[Spec])]) -> [Spec; N] {
    let mut table = [groups[0].1[0]; N];
    let (mut group, mut at) = (0, 0);
    while group < groups.len() {
        let (name, rows) = groups[group];
        let mut row = 0;
        while row < rows.len() {
            table[at] = rows[row];
            table[at].group = name;
            (row, at) = (row + 1, at + 1);
        }
        group += 1;
    }
    table
}

/// Returns the shortcuts of all commands as Markdown tables by group, for docs/keys.md.
pub fn key_table() -> String {
    let mut text = String::new();
    for group in CommandGroup::ALL {
        let rows = TABLE.iter().filter(|spec| spec.group == group && !spec.shortcuts.is_empty());
        let lines: String = rows.map(line).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "**{}**\n\n| Keys | Command | What it does |\n|---|---|---|\n{lines}",
            group.title()
        );
    }
    text.trim_end().to_owned() + "\n"
}

fn line(spec: &Spec) -> String {
    let keys: Vec<String> = spec.shortcuts.iter().map(|shortcut| format!("`{shortcut}`")).collect();
    format!("| {} | {} | {} |\n", keys.join(" or "), spec.title.trim_end_matches('…'), spec.tooltip)
}
