//! Progress and cancellation of an import.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use super::{Fault, fault};

/// Number of elements of an accessor, or of nodes, between two progress reports.
pub(super) const ELEMENTS: usize = 1 << 16;

/// Progress of an import; once `goes_on` breaks, it stays stopped.
pub(super) struct Progress<'a> {
    goes_on: RefCell<&'a mut dyn FnMut(f32) -> ControlFlow<()>>,
    /// Completed share, from 0 to 1.
    done: Cell<f32>,
    is_stopped: Cell<bool>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(goes_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>) -> Self {
        Self { goes_on: RefCell::new(goes_on), done: Cell::new(0.0), is_stopped: Cell::new(false) }
    }

    /// Sets the completed share, from 0 to 1, and calls `goes_on`; breaks if it breaks.
    pub(super) fn reach(&self, done: f32) -> ControlFlow<()> {
        self.done.set(done);
        self.ask()
    }

    /// Calls `goes_on` with the current share; breaks if it breaks.
    pub(super) fn ask(&self) -> ControlFlow<()> {
        let is_stopped = self.is_stopped.get() || (self.goes_on.borrow_mut())(self.done.get()).is_break();
        self.is_stopped.set(is_stopped);
        if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Calls [`Self::ask`] before element number `nth`, once per [`ELEMENTS`].
    pub(super) fn ask_at(&self, nth: usize) -> ControlFlow<()> {
        if nth.is_multiple_of(ELEMENTS) { self.ask() } else { ControlFlow::Continue(()) }
    }

    /// Visits elements, and calls [`Self::ask`] once per [`ELEMENTS`]; breaks if it breaks.
    pub(super) fn each<T>(
        &self,
        elements: impl IntoIterator<Item = T>,
        mut visit: impl FnMut(T),
    ) -> ControlFlow<()> {
        for (nth, element) in elements.into_iter().enumerate() {
            self.ask_at(nth)?;
            visit(element);
        }
        ControlFlow::Continue(())
    }

    /// Whether the import was stopped, so that its results are dropped.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// Returns the fault of an element whose read was stopped.
    pub(super) fn stopped(element: impl Into<String>) -> Fault {
        fault(element, "was not read, because reading was stopped; read the file again")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::io::gltf::parse_while;

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
        let questions = 2 + 2 * (3 + 4 + 2 + 4 + 4 + 4);
        stop_everywhere(&large(3 * ELEMENTS + 3, false), questions);
        stop_everywhere(&large(3 * ELEMENTS + 3, true), questions + 2 * 4);
    }

    /// Reads a file with at least `questions` calls of `goes_on`, and then stops at each of these calls.
    #[track_caller]
    fn stop_everywhere(glb: &[u8], questions: usize) {
        let mut reached = Vec::new();
        let read = |goes_on: &mut dyn FnMut(f32) -> ControlFlow<()>| {
            parse_while(glb, None, Budget::of_file(glb.len()), goes_on).expect("a good file")
        };
        let whole = read(&mut |done| {
            reached.push(done);
            ControlFlow::Continue(())
        });
        assert_eq!(whole.map(|scene| scene.items.len()), Some(2), "to its end");
        assert!(reached.len() >= questions, "{} questions of {questions}: {reached:?}", reached.len());
        assert!(reached.is_sorted() && reached.iter().all(|done| (0.0..=1.0).contains(done)), "{reached:?}");
        for last in 0..reached.len() {
            let mut asked = 0;
            let stopped = read(&mut |_| {
                asked += 1;
                if asked > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(stopped.is_none(), "stopped at question {last}");
            assert_eq!(asked, last + 1, "and not asked again");
        }
    }

    #[test]
    fn a_walk_over_many_nodes_can_be_stopped() {
        let nodes = vec!["{}"; 3 * ELEMENTS].join(",");
        let text = format!(r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [{nodes}] }}"#);
        let mut asked = 0;
        let stopped = parse_while(text.as_bytes(), None, Budget::of_file(text.len()), &mut |_| {
            asked += 1;
            if asked > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(stopped.expect("a good file").is_none(), "stopped in the walk");
        assert_eq!(asked, 4, "twice for the JSON, and then for the nodes");
    }
}
