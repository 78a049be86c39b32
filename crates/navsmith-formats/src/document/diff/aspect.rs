//! Aspects in which two corresponding elements differ.

use std::fmt;

use crate::document::enumeration;

/// What differs between two elements that correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Position of a vertex, of a corner of a cell, of an end of a link or of a point of an outline.
    Position,
    /// Area of a cell or of an outline.
    Area,
    /// Vertices of a cell: it is welded to other cells, or no longer welded to them.
    Neighbors,
    /// Whether a link leads in one direction.
    Direction,
    /// Cost of a link, or of the path of a query.
    Cost,
    /// Name of an area, a query or an outline.
    Name,
    /// Colour of an area.
    Color,
    /// Start of a query.
    Start,
    /// Target of a query.
    Target,
    /// Agent of a query, or the one for which issues are found.
    Agent,
    /// Filter of a query: the costs of areas, and whether links are ignored.
    Filter,
    /// Algorithm of a query, and how it pulls the string.
    Algorithm,
    /// Expected answer of a query.
    Expected,
    /// File of a level or of an export.
    File,
    /// Content of the file of a level.
    Content,
    /// Axes and unit of a level or of an export.
    Coordinates,
    /// Visible parts of a level and their look.
    Display,
    /// Whether a save runs an export.
    OnSave,
    /// Groups of a scenario.
    Groups,
    /// Duration, time step or seed of a scenario.
    Times,
    /// Expected result of a scenario.
    ExpectedRun,
    /// Whether a query has a path, a partial path, or none.
    Outcome,
    /// Length of the path of a query.
    Length,
    /// Cells that the path of a query crosses.
    Cells,
    /// Role of an outline.
    Role,
    /// Height of an outline, or detail heights of a cell.
    Height,
}

impl Aspect {
    const ALL: [Self; 26] = [
        Self::Position,
        Self::Area,
        Self::Neighbors,
        Self::Direction,
        Self::Cost,
        Self::Name,
        Self::Color,
        Self::Start,
        Self::Target,
        Self::Agent,
        Self::Filter,
        Self::Algorithm,
        Self::Expected,
        Self::File,
        Self::Content,
        Self::Coordinates,
        Self::Display,
        Self::OnSave,
        Self::Groups,
        Self::Times,
        Self::ExpectedRun,
        Self::Outcome,
        Self::Length,
        Self::Cells,
        Self::Role,
        Self::Height,
    ];

    /// Returns the name, such as "position".
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Area => "area",
            Self::Neighbors => "neighbours",
            Self::Direction => "direction",
            Self::Cost => "cost",
            Self::Name => "name",
            Self::Color => "colour",
            Self::Start => "start",
            Self::Target => "target",
            Self::Agent => "agent",
            Self::Filter => "filter",
            Self::Algorithm => "algorithm",
            Self::Expected => "expected answer",
            Self::File => "file",
            Self::Content => "content",
            Self::Coordinates => "coordinates",
            Self::Display => "display",
            Self::OnSave => "export on save",
            Self::Groups => "groups",
            Self::Times => "times",
            Self::ExpectedRun => "expected result",
            Self::Outcome => "outcome",
            Self::Length => "length",
            Self::Cells => "cells",
            Self::Role => "role",
            Self::Height => "height",
        }
    }
}

/// A set of aspects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aspects(u32);

impl Aspects {
    /// Returns the set with an aspect if `is_different`.
    #[must_use]
    pub fn with(self, aspect: Aspect, is_different: bool) -> Self {
        Self(self.0 | u32::from(is_different) << aspect as u32)
    }

    /// Whether the set contains an aspect.
    pub fn contains(self, aspect: Aspect) -> bool {
        self.0 >> (aspect as u32) & 1 == 1
    }

    /// Whether the set contains no aspect.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the aspects, in their order.
    pub fn iter(self) -> impl Iterator<Item = Aspect> {
        Aspect::ALL.into_iter().filter(move |&aspect| self.contains(aspect))
    }
}

/// Formats the aspects as a clause: `position and area`.
impl fmt::Display for Aspects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.iter().map(|aspect| aspect.name().to_owned()).collect();
        f.write_str(&enumeration(&names))
    }
}
