//! Meshes that come with the program, to look at and to learn from.

/// A mesh that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What it is called.
    pub name: &'static str,
    /// What to watch in it, in a line.
    pub about: &'static str,
    /// Its file.
    pub content: Content,
}

/// A file inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The text of a document.
    Document(&'static str),
    /// The bytes of a GLB, to import.
    Gltf(&'static [u8]),
}

/// All samples; the first is what a new user sees.
pub fn all() -> &'static [Sample] {
    const {
        &[
            Sample {
                name: "Courtyard",
                about: "A path that turns at a hedge, a fountain and both jambs of a gate; drag its ends about.",
                content: Content::Document(include_str!("../../assets/courtyard.ron")),
            },
            Sample {
                name: "Two islands",
                about: "Two islands that miss each other by two centimetres: find the gap, weld it, and the path appears.",
                content: Content::Document(include_str!("../../assets/two_islands.ron")),
            },
            Sample {
                name: "Bridge over a road",
                about: "Two floors above each other: the path goes under the bridge and then over it, and turns where the slope does.",
                content: Content::Document(include_str!("../../assets/bridge.ron")),
            },
            Sample {
                name: "Funnel school",
                about: "A corridor that shows every decision of the funnel; step through it portal by portal.",
                content: Content::Document(include_str!("../../assets/funnel_school.ron")),
            },
            Sample {
                name: "Village (glTF)",
                about: "A level with a mesh called navmesh, to import: weld its seam, and see what is dropped.",
                content: Content::Gltf(include_bytes!("../../assets/village.glb")),
            },
        ]
    }
}
