//! The searches for issues of an agent, and the keys of what they find.

use super::list::IssueKey;
use navsmith_core::navmesh::{CellId, HalfEdge, LinkId, VertexId};

/// Maximum number of cracks that are found; many edges in one place can form very many.
const MOST_CRACKS: usize = 100_000;

/// A search of [`AgentIssues`](super::AgentIssues).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AgentSearch {
    /// Islands that are too small.
    TinyIslands,
    /// Cells that are connected to nothing.
    LoneCells,
    /// Portals that are too narrow.
    Portals,
    /// Cells that are too steep.
    Slopes,
    /// Neighbours of very different sizes.
    Contrasts,
    /// Edges that face each other at a small distance.
    Cracks,
    /// Links that repeat another one.
    DuplicateLinks,
    /// One-way links to islands without a way back.
    Returns,
    /// Heights off the level.
    Heights,
    /// Boundaries near walls of the level.
    Walls,
    /// Walls of the level on cells.
    WallsInside,
}

impl AgentSearch {
    /// All searches, in the order of the list of issues.
    pub const ALL: [Self; 11] = [
        Self::TinyIslands,
        Self::LoneCells,
        Self::Portals,
        Self::Slopes,
        Self::Contrasts,
        Self::Cracks,
        Self::DuplicateLinks,
        Self::Returns,
        Self::Heights,
        Self::Walls,
        Self::WallsInside,
    ];

    /// Returns what it searches, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Self::TinyIslands => "islands that are too small",
            Self::LoneCells => "lone cells",
            Self::Portals => "narrow portals",
            Self::Slopes => "steep cells",
            Self::Contrasts => "neighbours of very different sizes",
            Self::Cracks => "cracks",
            Self::DuplicateLinks => "duplicate links",
            Self::Returns => "links without return",
            Self::Heights => "heights off the level",
            Self::Walls => "boundaries near walls",
            Self::WallsInside => "cells with walls inside",
        }
    }

    /// Whether the search compares the mesh with a level.
    pub fn needs_level(self) -> bool {
        matches!(self, Self::Heights | Self::Walls | Self::WallsInside)
    }

    /// Whether the search depends on the links alone, and on the islands that they join.
    pub(super) fn is_of_links(self) -> bool {
        matches!(self, Self::DuplicateLinks | Self::Returns)
    }
}

/// Key of an issue of an agent; its order is that of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AgentKey {
    /// The first cell of a small island.
    Tiny(CellId),
    Lone(CellId),
    /// The bits of the width, which are ordered like it, and the lesser side.
    Portal(u32, HalfEdge),
    Slope(CellId),
    /// The side of the larger cell.
    Contrast(HalfEdge),
    /// The side of the cell with the smaller id first.
    Crack([HalfEdge; 2]),
    /// The earlier link first.
    Duplicate(LinkId, LinkId),
    Return(LinkId),
    VertexHeight(VertexId),
    CellHeight(CellId),
    Wall(HalfEdge),
    WallInside(CellId),
}

impl AgentKey {
    /// Returns the sides that identify the issue.
    pub(super) fn sides(&self) -> &[HalfEdge] {
        match self {
            Self::Portal(_, side) | Self::Contrast(side) | Self::Wall(side) => std::slice::from_ref(side),
            Self::Crack(sides) => sides,
            _ => &[],
        }
    }
}

impl IssueKey for AgentKey {
    type Search = AgentSearch;

    const LEAST: Self = Self::Tiny(CellId(0));

    fn search(self) -> AgentSearch {
        match self {
            Self::Tiny(_) => AgentSearch::TinyIslands,
            Self::Lone(_) => AgentSearch::LoneCells,
            Self::Portal(..) => AgentSearch::Portals,
            Self::Slope(_) => AgentSearch::Slopes,
            Self::Contrast(_) => AgentSearch::Contrasts,
            Self::Crack(_) => AgentSearch::Cracks,
            Self::Duplicate(..) => AgentSearch::DuplicateLinks,
            Self::Return(_) => AgentSearch::Returns,
            Self::VertexHeight(_) | Self::CellHeight(_) => AgentSearch::Heights,
            Self::Wall(_) => AgentSearch::Walls,
            Self::WallInside(_) => AgentSearch::WallsInside,
        }
    }

    fn most_found(search: AgentSearch) -> usize {
        if search == AgentSearch::Cracks { MOST_CRACKS } else { usize::MAX }
    }
}
