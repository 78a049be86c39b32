//! Obstacles between two cells, and their descriptions.

use crate::document::length;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{CellId, Edge, VertexId};
use navsmith_core::pathfinding::agent::walkable::Blocked;

/// Reason why an agent cannot cross from one cell to another.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// Nothing is between the borders for this distance in space, in metres.
    Gap(f64),
    /// The borders lie above each other.
    Step {
        /// Height of the second cell above the first, in metres.
        rise: f64,
        /// The highest step of the agent, in metres.
        max_climb: f32,
    },
    /// The borders have a length in common, but share no vertices.
    Seam,
    /// A corner of one cell lies on a side of the other.
    TJunction(VertexId, Edge),
    /// Two sides lie on one line, an end of each on the other.
    PartialOverlap([Edge; 2]),
    /// The common edge runs the same way around both cells, because this cell is wound the other way.
    Winding(CellId, Edge),
    /// The common edge belongs to these cells too.
    ThirdCell(Edge, Vec<CellId>),
    /// The cells have only one point in common: these vertices of each.
    ///
    /// The same vertex if they share it; `None` for a point on a side.
    Corner([Option<VertexId>; 2]),
    /// The cells lie over each other; the larger one first.
    Overlap([CellId; 2]),
    /// A side of one cell lies in the inside of the other one.
    Contact {
        /// The cell with the side, and the one in whose inside it lies.
        cells: [CellId; 2],
        /// Height of the other cell above the side, in metres.
        rise: f64,
    },
    /// The cells have the same corners.
    Duplicate,
    /// The agent may not enter the cell.
    Blocked(CellId, Blocked),
}

impl Obstacle {
    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Gap(_) => "gap",
            Self::Step { .. } => "height_step",
            Self::Seam => "seam",
            Self::TJunction(..) => "t_junction",
            Self::PartialOverlap(_) => "partial_overlap",
            Self::Winding(..) => "opposite_winding",
            Self::ThirdCell(..) => "third_cell",
            Self::Corner(_) => "corner",
            Self::Overlap(_) => "overlap",
            Self::Contact { .. } => "contact",
            Self::Duplicate => "duplicate",
            Self::Blocked(_, blocked) => match blocked {
                Blocked::Area(_) => "blocked_area",
                Blocked::Slope(_) => "slope",
                Blocked::Low(_) => "low_ceiling",
                Blocked::Overlapped => "overlapped",
                Blocked::Narrow(_) => "narrow_portal",
                Blocked::IgnoredLink(_) => "ignored_link",
                Blocked::OneWay(_) => "one_way_link",
                Blocked::Climb(..) => "link_too_high",
            },
        }
    }

    /// Returns a short description with its measure, for a line of a list.
    pub fn headline(&self) -> String {
        match self {
            Self::Gap(width) => format!("Gap of {}", length(*width)),
            Self::Step { rise, max_climb } if *rise > f64::from(*max_climb) => {
                format!("Step of {}, too high", length(rise.abs()))
            }
            Self::Step { rise, .. } => format!("Height step of {}", length(rise.abs())),
            Self::Seam => "Unwelded seam".to_owned(),
            Self::TJunction(vertex, _) => format!("T-junction at vertex {}", vertex.0),
            Self::PartialOverlap([one, other]) => format!("Edges {one} and {other} overlap partly"),
            Self::Winding(cell, _) => format!("Cell {} is wound the other way", cell.0),
            Self::ThirdCell(edge, others) => format!("Edge {edge} has {} cells", others.len() + 2),
            Self::Corner(vertices) => match vertices {
                [Some(one), Some(other)] if one == other => format!("Only vertex {} in common", one.0),
                _ => "Only a point in common".to_owned(),
            },
            Self::Overlap([one, other]) => format!("Cells {} and {} overlap", one.0, other.0),
            Self::Contact { cells: [one, other], .. } => {
                format!("A side of cell {} lies in the inside of cell {}", one.0, other.0)
            }
            Self::Duplicate => "The same corners".to_owned(),
            Self::Blocked(cell, blocked) => match blocked.link() {
                Some(link) => format!("Link {} is blocked", link.0),
                None => format!("Cell {} is blocked", cell.0),
            },
        }
    }

    /// Returns the reason why these cells are not connected, as a sentence.
    pub fn describe(&self, [one, other]: [CellId; 2]) -> String {
        let cells = format!("cells {} and {}", one.0, other.0);
        match self {
            Self::Gap(width) => {
                format!("A gap of {} separates the borders of the {cells}.", length(*width))
            }
            Self::Step { rise, max_climb } => step(*rise, *max_climb, [one, other]),
            Self::Seam => {
                format!("The borders of the {cells} are in one place, but share no vertices.")
            }
            Self::TJunction(vertex, edge) => format!(
                "Vertex {} lies on edge {edge}, but is not a corner of the cell on that edge, so the {cells} share no \
                 edge.",
                vertex.0,
            ),
            Self::PartialOverlap([first, second]) => format!(
                "Edges {first} and {second} lie on one line and share only a part, so the {cells} share no edge."
            ),
            Self::Winding(cell, edge) => format!(
                "Edge {edge} runs the same way around the {cells}, because cell {} is wound the other way.",
                cell.0,
            ),
            Self::ThirdCell(edge, others) => {
                let [noun, verb] = if others.len() == 1 { ["cell", "lies"] } else { ["cells", "lie"] };
                let ids: Vec<String> =
                    others.iter().take(MOST_NAMED).map(|cell| cell.0.to_string()).collect();
                let more = if others.len() > MOST_NAMED { ", …" } else { "" };
                format!(
                    "On edge {edge} of the {cells} {verb} {noun} {}{more} too, and an edge connects only the two cells \
                     that continue each other.",
                    ids.join(", "),
                )
            }
            Self::Corner(vertices) => {
                format!("The {cells} have only {} in common, and no edge.", common_point(*vertices))
            }
            Self::Overlap(_) => format!("The {cells} lie over each other, so they share no edge."),
            Self::Contact { cells: [one, other], rise } => format!(
                "A side of cell {} lies in the inside of cell {}{}, so the {cells} share no edge.",
                one.0,
                other.0,
                apart(*rise),
            ),
            Self::Duplicate => format!("The {cells} have the same corners; one of them is superfluous."),
            Self::Blocked(cell, blocked) => match blocked.link() {
                Some(_) => format!("The agent cannot cross directly to cell {}: {blocked}.", cell.0),
                None => format!("Cell {} is blocked: {blocked}.", cell.0),
            },
        }
    }
}

/// Returns the only common point of two cells with these vertices there, with an article.
pub(super) fn common_point(vertices: [Option<VertexId>; 2]) -> String {
    match vertices {
        [Some(one), Some(other)] if one == other => format!("vertex {}", one.0),
        [Some(one), Some(other)] => format!("the point of the vertices {} and {}", one.0, other.0),
        [Some(vertex), None] | [None, Some(vertex)] => format!("the point of vertex {}", vertex.0),
        [None, None] => "a point".to_owned(),
    }
}

/// Returns a height above or below as a part of a sentence; empty if rounding explains it.
fn apart(rise: f64) -> String {
    match rise {
        _ if rise.abs() < 1e-5 => String::new(),
        _ if rise < 0.0 => format!(", {} above it", length(-rise)),
        _ => format!(", {} below it", length(rise)),
    }
}

/// Number of cells that a description lists.
const MOST_NAMED: usize = 8;

fn step(rise: f64, max_climb: f32, [one, other]: [CellId; 2]) -> String {
    let relation = if rise < 0.0 { "below" } else { "above" };
    let climb = match max_climb.is_finite() {
        true if rise.abs() > f64::from(max_climb) => {
            format!("more than the {} that the agent climbs", length(f64::from(max_climb)))
        }
        true => format!("which the agent climbs ({}), but they share no edge", length(f64::from(max_climb))),
        false => "and shares no edge with it".to_owned(),
    };
    format!("Cell {} lies {} {relation} cell {}, {climb}.", other.0, length(rise.abs()), one.0)
}

/// Two positions between which an obstacle is, on the border of each cell.
pub type Approach = [Vec3; 2];
