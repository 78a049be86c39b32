//! Data that is prepared once and used by many queries of one mesh.

pub mod kept_answer;
pub mod point_locator;
pub mod solver;
pub mod many;
