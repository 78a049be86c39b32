//! The timeline of a whole run, usually a query: one lane per stage and one number per event.
//!
//! Stages follow each other. So an event's number is the start of its lane plus its position there, and access is
//! indexing. This module contains the stages and their events. It does not depend on meshes or on drawing.

pub mod corridor;
pub mod kind;
pub mod key;
pub mod breakpoint;
pub mod lesson;
pub mod run;
pub mod search_log;
pub mod interval_log;
pub mod triangulation_log;
mod captions;

use std::ops::Range;

use self::corridor::CorridorEvent;
use self::run::TraceKind;
use super::mesh_query::End;
use super::mesh_query::locate::LocateStep;
use super::mesh_query::move_along_surface::WalkEvent;
use super::mesh_query::raycast::RayEvent;
use super::polyanya::event::IntervalEvent;
use super::search::event::SearchEvent;
use super::string_pulling::funnel::FunnelStep;
use super::string_pulling::portal::PortalEvent;
use super::string_pulling::profile::SurfaceEvent;
use crate::outlines::OutlineEvent;
use crate::trace::{Observer, Recorder, Timeline};

/// The maximum number of events per stage; a lane that reaches it is marked as truncated.
///
/// Each stage has a limit of its own, so that a long search does not displace the funnel's steps.
pub const MOST_EVENTS: usize = 1_000_000;

/// An event while one of the two ends is located on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocateEvent {
    /// The end that is located.
    pub end: End,
    /// The step of the location.
    pub step: LocateStep,
}

/// Generates everything that exists per stage from one list, so that a new stage is one more line.
macro_rules! stages {
    ($($stage:ident, $lane:ident, $event:ty, $run:ident, $name:literal, $title:literal, $description:literal;)+) => {
        /// A stage of a run; stages are ordered as they run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Stage {
            $(#[doc = $description] $stage),+
        }

        impl Stage {
            /// All stages, in order.
            pub const ALL: &[Self] = &[$(Self::$stage),+];

            const TABLE: &[(&str, &str, &str, TraceKind)] =
                &[$(($title, $name, $description, TraceKind::$run)),+];

            /// Returns its title.
            pub fn title(self) -> &'static str {
                Self::TABLE[self as usize].0
            }

            /// Returns its name for programs: in files and on the command line.
            pub fn name(self) -> &'static str {
                Self::TABLE[self as usize].1
            }

            /// Describes the stage in a sentence.
            pub fn describe(self) -> &'static str {
                Self::TABLE[self as usize].2
            }

            /// Returns the kind of trace that it is a stage of.
            pub fn run(self) -> TraceKind {
                Self::TABLE[self as usize].3
            }
        }

        /// An event of a run.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum QueryEvent {
            $(#[doc = $description] $stage($event)),+
        }

        impl QueryEvent {
            /// Returns the stage of the event.
            pub fn stage(&self) -> Stage {
                match self {
                    $(Self::$stage(_) => Stage::$stage),+
                }
            }

            /// Describes the event and its reason in plain words; one or two sentences.
            pub fn caption(&self) -> String {
                match self {
                    $(Self::$stage(event) => event.caption()),+
                }
            }

            /// Returns the rule behind the event, with its numbers.
            pub fn rule(&self) -> String {
                match self {
                    $(Self::$stage(event) => event.rule()),+
                }
            }
        }

        $(impl From<$event> for QueryEvent {
            fn from(event: $event) -> Self {
                Self::$stage(event)
            }
        })+

        /// All events of a run; immutable. The lanes of other kinds of runs are empty.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct QueryTrace {
            $($lane: Timeline<$event>),+
        }

        impl QueryTrace {
            $(#[doc = concat!("The lane of its stage: ", $description)]
            pub fn $lane(&self) -> &Timeline<$event> {
                &self.$lane
            })+

            /// Returns the number of events of a stage.
            pub fn count(&self, stage: Stage) -> usize {
                match stage {
                    $(Stage::$stage => self.$lane.len()),+
                }
            }

            /// Returns whether a stage had more events than were kept.
            pub fn is_truncated(&self, stage: Stage) -> bool {
                match stage {
                    $(Stage::$stage => self.$lane.is_truncated()),+
                }
            }

            /// Returns the event of a stage at a position in its lane; `None` past its end.
            pub fn get_in(&self, stage: Stage, local: usize) -> Option<QueryEvent> {
                match stage {
                    $(Stage::$stage => self.$lane.get(local).copied().map(QueryEvent::$stage)),+
                }
            }
        }

        /// A recorder of the events of a whole run, each in the lane of its stage.
        #[derive(Debug)]
        pub struct QueryRecorder {
            $($lane: Recorder<$event>),+
        }

        impl QueryRecorder {
            /// Creates a recorder that keeps at most `limit` events of each stage.
            pub fn with_limit(limit: usize) -> Self {
                Self { $($lane: Recorder::with_limit(limit)),+ }
            }

            /// Returns the recorded events.
            pub fn into_trace(self) -> QueryTrace {
                QueryTrace { $($lane: self.$lane.into_timeline()),+ }
            }
        }

        impl Observer<QueryEvent> for QueryRecorder {
            fn observe(&mut self, event: QueryEvent) {
                match event {
                    $(QueryEvent::$stage(event) => self.$lane.observe(event)),+
                }
            }
        }
    };
}

stages! {
    Locate, locate, LocateEvent, Query, "locate", "Locate", "Locates both ends on the mesh.";
    Search, search, SearchEvent, Query, "search", "Search", "Searches for the cells to cross.";
    Interval, interval, IntervalEvent, Query, "polyanya", "Polyanya", "Searches for the shortest path in the ground plan, interval by interval.";
    Corridor, corridor, CorridorEvent, Query, "corridor", "Corridor", "Follows the predecessors from the target back to the start.";
    Portals, portals, PortalEvent, Query, "portals", "Portals", "Lists the portals of the corridor, with their left and right ends.";
    Funnel, funnel, FunnelStep, Query, "funnel", "Funnel", "Pulls the string through the portals.";
    Surface, surface, SurfaceEvent, Query, "surface", "Surface", "Projects the path onto the surface, portal by portal.";
    Walk, walk, WalkEvent, Walk, "walk", "Walk", "An agent moves along the surface and slides along walls.";
    Ray, ray, RayEvent, Ray, "ray", "Ray", "A ray is cast from cell to cell until a wall stops it.";
    Triangulation, triangulation, OutlineEvent, Triangulation, "triangulation", "Triangulation", "Triangulates outlines and merges triangles to convex cells.";
}

impl Default for QueryRecorder {
    fn default() -> Self {
        Self::with_limit(MOST_EVENTS)
    }
}

impl QueryTrace {
    /// Returns the number of events in all stages.
    pub fn len(&self) -> usize {
        Stage::ALL.iter().map(|&stage| self.count(stage)).sum()
    }

    /// Returns whether the trace has no events.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of a stage's events; empty if it has none.
    pub fn range(&self, stage: Stage) -> Range<usize> {
        let before = Stage::ALL.iter().take_while(|&&other| other != stage);
        let start = before.map(|&other| self.count(other)).sum();
        start..start + self.count(stage)
    }

    /// Returns the stage of an event and its position in the stage's lane; `None` past the end.
    pub fn place(&self, index: usize) -> Option<(Stage, usize)> {
        let mut local = index;
        for &stage in Stage::ALL {
            match local.checked_sub(self.count(stage)) {
                Some(rest) => local = rest,
                None => return Some((stage, local)),
            }
        }
        None
    }

    /// Returns the event with a number; `None` past the end.
    pub fn get(&self, index: usize) -> Option<QueryEvent> {
        let (stage, local) = self.place(index)?;
        self.get_in(stage, local)
    }

    /// Returns the number of the first event after `index` that matches.
    pub fn after(&self, index: usize, matches: impl Fn(usize, &QueryEvent) -> bool) -> Option<usize> {
        (index + 1..self.len()).find(|&i| self.get(i).is_some_and(|event| matches(i, &event)))
    }

    /// Returns the number of the last event before `index` that matches.
    pub fn before(&self, index: usize, matches: impl Fn(usize, &QueryEvent) -> bool) -> Option<usize> {
        (0..index.min(self.len())).rev().find(|&i| self.get(i).is_some_and(|event| matches(i, &event)))
    }
}
