//! Kinds of traces; each kind has stages of its own.

use super::Stage;

/// The kind of run that a trace records; each kind is stepped through separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TraceKind {
    /// A query is answered.
    #[default]
    Query,
    /// An agent moves along the surface.
    Walk,
    /// A ray is cast.
    Ray,
    /// Outlines become cells.
    Triangulation,
}

impl TraceKind {
    /// All kinds of traces.
    pub const ALL: [Self; 4] = [Self::Query, Self::Walk, Self::Ray, Self::Triangulation];

    /// Returns its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Query => "Query",
            Self::Walk => "Walk",
            Self::Ray => "Ray",
            Self::Triangulation => "Triangulation",
        }
    }

    /// Returns its stages, in order.
    pub fn stages(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.iter().copied().filter(move |stage| stage.run() == self)
    }
}
