//! Names in the lists of a document, and names that several elements have.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Document;

/// List of a document whose elements have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameList {
    /// The areas.
    Areas,
    /// The saved queries.
    Queries,
    /// The scenarios.
    Scenarios,
    /// The groups of the scenario with an index.
    Groups(usize),
}

impl NameList {
    /// Returns the noun of an element.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Areas => "area",
            Self::Queries => "query",
            Self::Scenarios => "scenario",
            Self::Groups(_) => "group",
        }
    }

    /// Returns the lists of a document.
    pub fn all(document: &Document) -> impl Iterator<Item = Self> {
        let groups = (0..document.scenarios.len()).map(Self::Groups);
        [Self::Areas, Self::Queries, Self::Scenarios].into_iter().chain(groups)
    }

    /// Returns the names of the elements, in the order of the list.
    pub fn names(self, document: &Document) -> Vec<&str> {
        match self {
            Self::Areas => document.areas.iter().map(|area| &*area.name).collect(),
            Self::Queries => document.queries.iter().map(|query| &*query.name).collect(),
            Self::Scenarios => document.scenarios.iter().map(|scenario| &*scenario.name).collect(),
            Self::Groups(scenario) => {
                let groups = document.scenarios.get(scenario).map(|scenario| scenario.groups.iter());
                groups.into_iter().flatten().map(|group| &*group.name).collect()
            }
        }
    }

    /// Returns the elements with the name of an earlier one: both indices and the name. Near-linear.
    pub fn repeated(self, document: &Document) -> Vec<(usize, usize, &str)> {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let mut repeated = Vec::new();
        for (index, name) in self.names(document).into_iter().enumerate() {
            match first.get(name) {
                Some(&earlier) => repeated.push((earlier, index, name)),
                None => drop(first.insert(name, index)),
            }
        }
        repeated
    }

    /// Returns the document with an unused name of an element.
    ///
    /// It is the name with the first free number, counted from 2.
    #[must_use]
    pub fn renamed(self, index: usize, document: &Document) -> Document {
        let names = self.names(document);
        let Some(name) = names.get(index).map(|name| free_name(name, 2, &names)) else {
            return document.clone();
        };
        let mut renamed = document.clone();
        let own = match self {
            Self::Areas => Arc::make_mut(&mut renamed.areas).get_mut(index).map(|it| &mut it.name),
            Self::Queries => Arc::make_mut(&mut renamed.queries).get_mut(index).map(|it| &mut it.name),
            Self::Scenarios => Arc::make_mut(&mut renamed.scenarios).get_mut(index).map(|it| &mut it.name),
            Self::Groups(scenario) => {
                let scenario = Arc::make_mut(&mut renamed.scenarios).get_mut(scenario);
                scenario.and_then(|it| it.groups.get_mut(index)).map(|group| &mut group.name)
            }
        };
        if let Some(own) = own {
            own.clone_from(&name);
        }
        renamed
    }
}

/// Returns an unused name: the stem with the first free number, counted from `number`.
pub fn free_name(stem: &str, number: usize, taken: &[&str]) -> String {
    // Among `taken.len() + 1` candidates, at least one is free.
    let mut names = (number..=number + taken.len()).map(|number| format!("{stem} {number}"));
    names.find(|name| !taken.contains(&&**name)).unwrap_or_default()
}
