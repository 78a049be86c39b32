//! The optional parts of a document in the form of its files, listed once for RON, JSON and glTF.

use serde::Serialize;
use serde::ser::SerializeStruct;

/// Passes the parts of a document to another macro, after its own arguments.
///
/// A row is the name in the files, the type, and the function that reads it.
macro_rules! with_parts {
    ($callback:ident! { $($head:tt)* }) => {
        $callback! {
            $($head)*;
            levels: Vec<$crate::io::ron::level::LevelEntry> by list,
            exports: Vec<$crate::io::ron::export::ExportEntry> by list,
            scenarios: Vec<$crate::io::ron::scenario::ScenarioEntry> by list,
            // Their rows of tiles.
            tile_rows: Vec<$crate::io::ron::level::TileRowEntry> by list,
            ignored: Vec<$crate::io::ron::ignored::IgnoredEntry> by list,
            // The length of a metre.
            thresholds: Vec<$crate::io::ron::threshold::ThresholdEntry> by list,
            outlines: Vec<$crate::io::ron::outline::OutlineEntry> by list,
            // Cells of the outlines.
            floors: Vec<$crate::io::ron::outline::FloorEntry> by list,
            // Vertices that are apart from others in the same place on purpose.
            apart: Vec<u32> by list,
            // Detail heights.
            details: Vec<$crate::io::ron::detail::DetailEntry> by list,
            // The agent for which issues are found.
            agent: Option<$crate::io::ron::query::AgentEntry> by value,
            // What the mesh is generated from, besides the levels.
            generation: Option<$crate::io::ron::generation::GenerationEntry> by value,
            // Gravity and a body in a side view.
            side_view: Option<$crate::io::ron::side_view::SideViewEntry> by value
        }
    };
}
pub(in crate::io) use with_parts;

macro_rules! parts {
    (; $($part:ident: $type:ty by $read:ident),+) => {
        /// The parts of a document besides its mesh, its areas and its queries. A file can lack each.
        #[derive(Debug)]
        pub(in crate::io) struct Parts {
            $(pub(in crate::io) $part: $type),+
        }

        impl Parts {
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
pub(in crate::io) trait Part: Serialize {
    fn is_absent(&self) -> bool;
}

impl<T: Serialize> Part for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Serialize> Part for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}
