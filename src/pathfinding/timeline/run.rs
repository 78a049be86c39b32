//! What is run: a trace is of one of these, and each has stages of its own.

use super::Stage;

/// Something that runs from its beginning to its end, and is stepped through by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TraceKind {
    /// A question is answered.
    #[default]
    Query,
    /// An agent is led along the surface.
    Walk,
    /// A ray is cast.
    Ray,
}

impl TraceKind {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Query, Self::Walk, Self::Ray];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Query => "Query",
            Self::Walk => "Walk",
            Self::Ray => "Ray",
        }
    }

    /// Its stages, in order.
    pub fn stages(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.iter().copied().filter(move |stage| stage.run() == self)
    }
}
