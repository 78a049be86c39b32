//! Loops over elements of a file that report progress.

use super::{Fault, fault};
use crate::progress::{Progress, Stopped};

/// Number of elements of an accessor, or of nodes, between two progress reports.
pub(super) const ELEMENTS_PER_REPORT: usize = 1 << 16;

/// Checks for a stop before element number `nth`, once per [`ELEMENTS_PER_REPORT`].
pub(super) fn check_at(progress: &Progress, nth: usize) -> Result<(), Stopped> {
    if nth.is_multiple_of(ELEMENTS_PER_REPORT) { progress.check() } else { Ok(()) }
}

/// Visits elements, and checks for a stop once per [`ELEMENTS_PER_REPORT`].
pub(super) fn for_each<T>(
    progress: &Progress,
    elements: impl IntoIterator<Item = T>,
    mut visit: impl FnMut(T),
) -> Result<(), Stopped> {
    for (nth, element) in elements.into_iter().enumerate() {
        check_at(progress, nth)?;
        visit(element);
    }
    Ok(())
}

/// Makes a stop a fault of the element that is read; reading then ends with [`Stopped`].
impl From<Stopped> for Fault {
    fn from(Stopped: Stopped) -> Self {
        fault("the file", "was not read, because reading was stopped; read the file again")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::io::gltf::{GltfError, GltfScene, parse_within};

    /// Returns a GLB of two meshes that share `corners` positions, each in a triangle.
    ///
    /// If `is_sparse`, a sparse accessor replaces all positions.
    fn large(corners: usize, is_sparse: bool) -> Vec<u8> {
        let length = corners * 12;
        let sparse = format!(
            r#", "sparse": {{ "count": {corners}, "indices": {{ "bufferView": 0, "componentType": 5125 }},
            "values": {{ "bufferView": 0 }} }}"#
        );
        let sparse = if is_sparse { &*sparse } else { "" };
        let json = format!(
            r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [ {{ "mesh": 0 }}, {{ "mesh": 1 }} ],
            "meshes": [ {{ "primitives": [ {{ "attributes": {{ "POSITION": 0 }} }} ] }},
                        {{ "primitives": [ {{ "attributes": {{ "POSITION": 0 }} }} ] }} ],
            "accessors": [ {{ "bufferView": 0, "componentType": 5126, "count": {corners}, "type": "VEC3"{sparse} }} ],
            "bufferViews": [ {{ "buffer": 0, "byteLength": {length} }} ], "buffers": [ {{ "byteLength": {length} }} ] }}"#
        );
        let padded = json.len().next_multiple_of(4);
        let chunk = |kind: &[u8], bytes: &[u8], length: usize| {
            let mut chunk = (length as u32).to_le_bytes().to_vec();
            chunk.extend(kind);
            chunk.extend(bytes);
            chunk.resize(8 + length, b' ');
            chunk
        };
        let mut glb = b"glTF\x02\0\0\0".to_vec();
        glb.extend((12 + 8 + padded as u32 + 8 + length as u32).to_le_bytes());
        glb.extend(chunk(b"JSON", json.as_bytes(), padded));
        glb.extend(chunk(b"BIN\0", &vec![0; length], length));
        glb
    }

    #[test]
    fn reading_reports_progress_and_can_be_stopped_in_every_loop() {
        // For each mesh: between the loops, in the accessor, over triangles, twice over corners, and over positions.
        let reports = 2 + 2 * (3 + 4 + 2 + 4 + 4 + 4);
        stop_everywhere(&large(3 * ELEMENTS_PER_REPORT + 3, false), reports);
        stop_everywhere(&large(3 * ELEMENTS_PER_REPORT + 3, true), reports + 2 * 4);
    }

    /// Reads a file, and stops at each report, of which there are at least `reports`.
    #[track_caller]
    fn stop_everywhere(glb: &[u8], reports: usize) {
        let mut reached = Vec::new();
        let scene = loop {
            let progress = Progress::stopping_after(reached.len() as u32);
            match read(glb, &progress) {
                Ok(scene) => break scene,
                Err(error) => {
                    assert!(matches!(error, GltfError::Stopped(_)), "report {}: {error}", reached.len());
                }
            }
            reached.push(progress.completed().unwrap_or_default());
        };
        assert_eq!(scene.items.len(), 2, "to its end");
        assert!(reached.len() >= reports, "{} reports of {reports}: {reached:?}", reached.len());
        assert!(reached.is_sorted() && reached.iter().all(|done| (0.0..=1.0).contains(done)), "{reached:?}");
    }

    fn read(bytes: &[u8], progress: &Progress) -> Result<GltfScene, GltfError> {
        parse_within(bytes, None, Budget::of_file(bytes.len()), progress)
    }

    #[test]
    fn a_walk_over_many_nodes_can_be_stopped() {
        let nodes = vec!["{}"; 3 * ELEMENTS_PER_REPORT].join(",");
        let text = format!(r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [{nodes}] }}"#);
        // There are two reports for the JSON, and then those for the nodes.
        let stopped = read(text.as_bytes(), &Progress::stopping_after(3));
        assert!(matches!(stopped, Err(GltfError::Stopped(_))), "stopped in the walk");
        assert!(read(text.as_bytes(), &Progress::none()).is_ok(), "a good file");
    }
}
