//! Integration tests of documents and formats, one module per feature.

mod support;

mod benchmark_maps;
mod compressed;
mod document_diff;
mod edits_keep_a_mesh_whole;
mod synthetic;
mod gltf_corpus;
mod holes;
mod hostile_images;
mod io_roundtrip;
mod kept_connections;
mod levels;
mod many_walls;
mod scenarios;
mod point_locator;
mod walk_methods;
mod walk_with_radius;
