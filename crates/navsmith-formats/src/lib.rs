//! Documents of navigation meshes, and the file formats that contain them.
//!
//! [`io::open`] reads a file of any format, and [`io::Format::encode`] returns the bytes of a document in a format.
//! [`check`] finds what is wrong with a mesh, and [`check::repair`] fixes it.
//!
//! A module uses only modules above it, in the order of this file.

pub mod level; // triangles of the level that a mesh belongs to
pub mod document; // data that is saved and undone: Document, History; comparison of documents
pub mod check; // issues with their fixes, repair, missing connections
pub mod update; // update of a generated mesh that keeps what was done by hand
pub mod io; // file formats: separate types, converted in both directions
#[doc(hidden)]
pub mod for_tests; // access for the tests of this crate
