//! The settings of a query.

use super::algorithm::AlgorithmChoice;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::string_pulling::plane::Pulling;

/// Settings of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Algorithm that searches for the path.
    pub algorithm: AlgorithmChoice,
    /// Agent that follows the path.
    pub agent: Agent,
    /// Areas that the agent may walk on, and their costs.
    pub filter: Filter,
    /// Maximum distance of an endpoint with a height above its floor, in metres.
    pub max_height: f32,
    /// Whether the path passes the middle of portals where the slope changes, which can bend it.
    pub has_slope_waypoints: bool,
    /// Whether the string is pulled in the ground plan or on the surface.
    pub pulling: Pulling,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: AlgorithmChoice::default(),
            agent: Agent::default(),
            filter: Filter::default(),
            max_height: 2.0,
            has_slope_waypoints: false,
            pulling: Pulling::default(),
        }
    }
}
