//! Predicates, polygons, and spatial indexes.

mod arrangements;
mod indexes;
mod polygons;
mod predicates;
