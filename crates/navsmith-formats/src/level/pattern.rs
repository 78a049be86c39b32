//! Patterns for the names of nodes and materials of a level.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::{Level, LevelPart};

/// Names that a pattern is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternNames {
    /// Nodes and materials.
    All,
    /// Nodes only.
    Nodes,
    /// Materials only.
    Materials,
}

/// Pattern for parts of a level, in which `*` is any text and `?` any character.
///
/// Its text begins with `node:` or `material:` if it is compared with these only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartPattern {
    /// The names that it is compared with.
    pub names: PatternNames,
    /// The pattern, without a prefix.
    pub pattern: String,
}

/// Prefixes of the text of a pattern.
const PREFIXES: [(PatternNames, &str); 2] =
    [(PatternNames::Nodes, "node:"), (PatternNames::Materials, "material:")];

impl FromStr for PartPattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let of_prefix = |&(names, prefix): &(PatternNames, &str)| Some((names, text.strip_prefix(prefix)?));
        let (names, pattern) = PREFIXES.iter().find_map(of_prefix).unwrap_or((PatternNames::All, text));
        Ok(Self { names, pattern: pattern.into() })
    }
}

impl fmt::Display for PartPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = PREFIXES.iter().find(|(names, _)| *names == self.names);
        f.write_str(prefix.map_or("", |(_, prefix)| prefix))?;
        f.write_str(&self.pattern)
    }
}

impl PartPattern {
    /// Whether it matches a part: its material, its node, an ancestor of it, or the path of one of them.
    pub fn matches(&self, part: &LevelPart) -> bool {
        let paths = || {
            let ends = part.node.match_indices('/').map(|(at, _)| at).chain([part.node.len()]);
            ends.map(|end| &part.node[..end])
        };
        let is_node = || {
            paths().any(|path| {
                self.is_name(path) || path.rsplit('/').next().is_some_and(|name| self.is_name(name))
            })
        };
        (self.names != PatternNames::Materials && is_node())
            || (self.names != PatternNames::Nodes && self.is_name(&part.material))
    }

    fn is_name(&self, name: &str) -> bool {
        let (pattern, name): (Vec<char>, Vec<char>) =
            (self.pattern.chars().collect(), name.chars().collect());
        // By length of the pattern: whether its start matches the name up to the present character.
        let mut starts = vec![false; pattern.len() + 1];
        starts[0] = true;
        for (nth, &letter) in pattern.iter().enumerate() {
            starts[nth + 1] = starts[nth] && letter == '*';
        }
        for letter in name {
            let mut next = vec![false; pattern.len() + 1];
            for (nth, &expected) in pattern.iter().enumerate() {
                next[nth + 1] = match expected {
                    '*' => next[nth] || starts[nth + 1],
                    '?' => starts[nth],
                    expected => starts[nth] && expected == letter,
                };
            }
            starts = next;
        }
        starts[pattern.len()]
    }
}

impl Level {
    /// Returns a pattern for each name of a node or a material, sorted.
    pub fn names(&self, of: PatternNames) -> Vec<PartPattern> {
        let pattern = |names, name: &str| PartPattern { names, pattern: name.to_owned() };
        let (mut nodes, mut materials) = (Vec::new(), Vec::new());
        for part in self.parts() {
            if of != PatternNames::Materials {
                nodes.push(pattern(PatternNames::Nodes, &part.node));
            }
            if of != PatternNames::Nodes && !part.material.is_empty() {
                materials.push(pattern(PatternNames::Materials, &part.material));
            }
        }
        let mut names: Vec<PartPattern> = materials.into_iter().chain(nodes).collect();
        names.sort_by_cached_key(ToString::to_string);
        names.dedup();
        names
    }
}
