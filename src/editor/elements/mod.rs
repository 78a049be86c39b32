//! Elements of the document: kinds, visibility, islands and selection.
//!
//! `EntityKind` is a row of the table of entity kinds; all that the editor does with an element of unknown kind is a
//! function of its row. Vertices, edges and cells share the mesh, so edits change them together. Elements of other
//! kinds are objects, which are edited one by one.

pub mod entity;
pub(super) mod moving;
pub mod islands;
pub(super) mod selecting;
