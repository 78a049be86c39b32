//! Traversal classes.

/// A traversal class of cells: ground, water, road …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What people call it; not empty.
    pub name: String,
    /// Its colour in the view: red, green, blue. Data of the document, not part of the theme.
    pub color: [u8; 3],
}

impl Default for Area {
    fn default() -> Self {
        Self { name: "walkable".into(), color: [120, 144, 156] }
    }
}
