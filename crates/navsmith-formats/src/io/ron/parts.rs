//! The optional parts of a document in the form of its files, listed once for RON, JSON and glTF.

use serde::ser::SerializeStruct;

/// Passes the parts of a document to another macro, after its own arguments.
///
/// A row is the name in the files, the function that reads it, and the type.
macro_rules! with_parts {
    ($callback:ident! { $($head:tt)* }) => {
        $callback! {
            $($head)*;
            levels by list: Vec<$crate::io::ron::level::LevelEntry>,
            exports by list: Vec<$crate::io::ron::export::ExportEntry>,
            scenarios by list: Vec<$crate::io::ron::scenario::ScenarioEntry>,
            // Rows of tiles of levels.
            tile_rows by list: Vec<$crate::io::ron::level::TileRowEntry>,
            ignored by list: Vec<$crate::io::ron::ignored::IgnoredEntry>,
            // The length of a metre.
            thresholds by list: Vec<$crate::io::ron::threshold::ThresholdEntry>,
            outlines by list: Vec<$crate::io::ron::outline::OutlineEntry>,
            // Cells of the outlines.
            floors by list: Vec<$crate::io::ron::outline::FloorEntry>,
            // Vertices that are apart from others in the same place on purpose.
            apart by list: Vec<u32>,
            // Detail heights.
            details by list: Vec<$crate::io::ron::detail::DetailEntry>,
            // The agent for which issues are found.
            agent by value: Option<$crate::io::ron::query::AgentEntry>,
            // What the mesh is generated from, besides the levels.
            generation by value: Option<$crate::io::ron::generation::GenerationEntry>,
            // Gravity and a body in a side view.
            side_view by value: Option<$crate::io::ron::side_view::SideViewEntry>
        }
    };
}
pub(in crate::io) use with_parts;

macro_rules! parts {
    (; $($part:ident by $read:ident: $type:ty),+) => {
        /// The parts of a document besides its mesh, its areas and its queries. A file can lack each.
        #[derive(Debug)]
        pub(in crate::io) struct DocumentParts {
            $(pub(in crate::io) $part: $type),+
        }

        impl DocumentParts {
            /// Adds a field for each part that the document has.
            pub(super) fn serialize_into<S: SerializeStruct>(&self, out: &mut S) -> Result<(), S::Error> {
                $(if self.$part.is_absent() {
                    out.skip_field(stringify!($part))?;
                } else {
                    out.serialize_field(stringify!($part), &self.$part)?;
                })+
                Ok(())
            }
        }
    };
}

with_parts! { parts! {} }

/// A part that a document can lack.
pub(in crate::io) trait OptionalPart {
    fn is_absent(&self) -> bool;
}

impl<T> OptionalPart for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T> OptionalPart for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}
