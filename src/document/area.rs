//! Traversal classes.

/// A traversal class of cells, such as ground, water or road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Display name; not empty.
    pub name: String,
    /// Colour in the view as red, green and blue; part of the document, not of the theme.
    pub color: [u8; 3],
}

impl Default for Area {
    fn default() -> Self {
        Self { name: "walkable".into(), color: [120, 144, 156] }
    }
}
